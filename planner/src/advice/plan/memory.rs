//! Memory beside the pool: the ARC, the databases, dirty data.

use super::super::arc_limits::{ArcLimits, ArcQuestion, OperatingSystem, arc_limits};
use super::super::memory_budget::{AUTOVACUUM_WORKERS, MemoryBudget, shared_buffers_start};
use super::super::torn_page::Database;
use super::super::version::ZfsRelease;
use super::super::zfs_dirty::{WordSize, delay_start, dirty_data_max};
use super::{Iec, Items, Level, PlanContext, Setting, SettingTarget};
use crate::workload::Workload;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
/// PostgreSQL `work_mem` by default.
const WORK_MEM: u64 = 4 * MIB;
/// PostgreSQL `max_connections` by default.
const CONNECTIONS: u64 = 100;
/// PostgreSQL `maintenance_work_mem` by default.
const MAINTENANCE_WORK_MEM: u64 = 64 * MIB;

const ARC_SOURCE: &str = "OpenZFS module/os/*/zfs/arc_os.c arc_default_max; man zfs(4) zfs_arc_max";
const BUDGET_SOURCE: &str =
    "PostgreSQL manual, Resource Consumption; MySQL manual, InnoDB Startup Configuration";

/// How the memory of the host is divided. Sizes in bytes.
pub(super) struct MemoryPlan {
    /// Memory that the kernel sees.
    pub(super) ram: u64,
    /// Greatest size of the ARC, as advised.
    pub(super) arc_max: u64,
    /// What the databases take, with the ARC as advised.
    pub(super) budget: MemoryBudget,
}

fn database_budget(database: Option<Database>, ram: u64) -> MemoryBudget {
    let reserve = (ram / 8).min(4 * GIB);
    let whole_mebibytes = |bytes: u64| bytes / MIB * MIB;
    match database {
        None => MemoryBudget::default(),
        Some(Database::Postgresql) => MemoryBudget {
            shared_buffers: whole_mebibytes(shared_buffers_start(ram)),
            maintenance_work_mem: MAINTENANCE_WORK_MEM,
            autovacuum_max_workers: AUTOVACUUM_WORKERS,
            work_mem: WORK_MEM,
            sessions: CONNECTIONS,
            os_reserve: reserve,
            ..MemoryBudget::default()
        },
        Some(Database::Innodb) => MemoryBudget {
            innodb_buffer_pool: whole_mebibytes(ram / 2),
            os_reserve: reserve,
            ..MemoryBudget::default()
        },
    }
}

/// Returns what is left for the ARC in whole steps that people would write; 0 for nothing.
fn room_for_arc(ram: u64, budget: &MemoryBudget) -> u64 {
    let room = ram.saturating_sub(budget.total());
    let step = if room >= 4 * GIB { GIB } else { 64 * MIB };
    room / step * step
}

pub(super) fn advise(context: &PlanContext, items: &mut Items) -> Option<MemoryPlan> {
    let ram = context.ram?.as_u64();
    let question = |zfs_arc_max| ArcQuestion {
        os: context.os,
        zfs: context.zfs,
        ram,
        zfs_arc_max,
        zfs_arc_min: None,
    };
    let default = arc_limits(&question(None)).ok()?;
    let mut budget = MemoryBudget {
        arc_max: default.max,
        ..database_budget(context.database, ram)
    };
    dirty(context, ram, items);
    if context.database.is_none() {
        without_database(context, ram, &default, items);
        return Some(MemoryPlan {
            ram,
            arc_max: default.max,
            budget,
        });
    }
    if budget.total() <= ram {
        items.add(
            Level::Note,
            "memory-budget",
            format!(
                "the default ARC of {} leaves room for the database",
                Iec(default.max)
            ),
            format!(
                "with the settings below everything adds up to {} of {}",
                Iec(budget.total()),
                Iec(ram)
            ),
            BUDGET_SOURCE,
        );
        return Some(MemoryPlan {
            ram,
            arc_max: default.max,
            budget,
        });
    }
    let too_much = budget.total();
    budget.arc_max = 0;
    let room = room_for_arc(ram, &budget);
    let accepted = arc_limits(&question(Some(room))).is_ok_and(|limits| !limits.max_ignored && room > 0);
    if accepted {
        budget.arc_max = room;
        let item = items.add(
            Level::Must,
            "memory-budget",
            format!("limit the ARC to {}", Iec(room)),
            format!(
                "OpenZFS {} would let it grow to {}, and with the database that is {} on a host of {}",
                context.zfs,
                Iec(default.max),
                Iec(too_much),
                Iec(ram)
            ),
            ARC_SOURCE,
        );
        item.settings.push(Setting::new(
            SettingTarget::Module,
            "zfs_arc_max",
            room.to_string(),
            format!(
                "{}: what the database and the system leave of {}",
                Iec(room),
                Iec(ram)
            ),
        ));
    } else {
        budget.arc_max = default.max;
        items.add(
            Level::Must,
            "memory-budget",
            format!(
                "{} of memory is too little for this database beside ZFS",
                Iec(ram)
            ),
            format!(
                "only {} would be left for the ARC, less than OpenZFS accepts",
                Iec(room)
            ),
            ARC_SOURCE,
        );
    }
    Some(MemoryPlan {
        ram,
        arc_max: budget.arc_max,
        budget,
    })
}

fn without_database(context: &PlanContext, ram: u64, default: &ArcLimits, items: &mut Items) {
    let nearly_all = context.os == OperatingSystem::FreeBsd || context.zfs >= ZfsRelease::V2_3;
    let guests = context.workload == Workload::Vm && nearly_all;
    let message = if guests {
        format!(
            "set zfs_arc_max to what the virtual machines leave: the ARC may grow to {}",
            Iec(default.max)
        )
    } else {
        format!("the ARC may grow to {} of {}", Iec(default.max), Iec(ram))
    };
    items.add(
        if guests { Level::Should } else { Level::Note },
        "arc-limits",
        message,
        format!(
            "that is the default of OpenZFS {}; it gives memory back under pressure, down to {}, but not at once",
            context.zfs,
            Iec(default.min)
        ),
        ARC_SOURCE,
    );
}

fn dirty(context: &PlanContext, ram: u64, items: &mut Items) {
    let max = dirty_data_max(context.zfs, ram, WordSize::Bits64);
    items.add(
        Level::Note,
        "zfs-dirty",
        format!(
            "a burst of writes runs at full speed for {}",
            Iec(delay_start(max))
        ),
        format!(
            "OpenZFS holds up to {} unwritten and slows writers down from 60 % of it",
            Iec(max)
        ),
        "OpenZFS module/zfs/arc.c arc_init; man zfs(4) zfs_dirty_data_max",
    );
    if context.os == OperatingSystem::Linux {
        items.add(
            Level::Note,
            "page-cache",
            "vm.dirty_ratio and its kin do not govern writes to this pool",
            "ZFS keeps unwritten data in the ARC, not in the page cache",
            "Linux Documentation/admin-guide/sysctl/vm.rst; man zfs(4)",
        );
    }
}
