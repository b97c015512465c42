//! Log, cache, special and dedup vdevs: sizes, safety, sharing.

use super::super::l2arc::{header_limit_reached, header_total, largest_useful};
use super::super::slog_size::{SMALLEST_VDEV, log_need, recommended_log};
use super::super::special_vdev::{check_threshold, less_redundant};
use super::super::torn_page::Database;
use super::super::zfs_dirty::{TXG_TIMEOUT_SECONDS, WordSize, dirty_data_max, write_log_max};
use super::memory::MemoryPlan;
use super::{DeviceRole, Iec, Items, Level, PlanContext, PlannedVdev, Setting, SettingTarget, property_size};
use crate::units::Bytes;

const REDUNDANCY_SOURCE: &str =
    "man zpoolconcepts(7), Special Allocation Class; OpenZFS documentation, Special vdev";
const REMOVAL_SOURCE: &str = "man zpool-remove(8)";
const CACHING_SOURCE: &str = "OpenZFS documentation, Caching; man zpoolconcepts(7)";

pub(super) fn advise(context: &PlanContext, memory: Option<&MemoryPlan>, items: &mut Items) {
    logs(context, memory, items);
    sharing(context, items);
    if let Some(memory) = memory {
        cache(context, memory, items);
    }
    support(context, DeviceRole::Special, "special-vdev", "special", items);
    support(context, DeviceRole::Dedup, "ddt-ram", "dedup", items);
    threshold(context, items);
}

fn logs(context: &PlanContext, memory: Option<&MemoryPlan>, items: &mut Items) {
    let logs: Vec<&PlannedVdev> = context.role(DeviceRole::Log).collect();
    if logs.is_empty() {
        return;
    }
    if logs.iter().any(|log| log.redundancy().tolerance() == 0) {
        items.add(
            Level::Should,
            "slog-size",
            "mirror the log device",
            "if it fails together with the host, the last seconds of synchronous writes are lost",
            CACHING_SOURCE,
        );
    }
    items.add(
        Level::Must,
        "slog-size",
        "take log devices with power-loss protection only",
        "a log that forgets on a power failure loses exactly the writes that it is there to keep",
        CACHING_SOURCE,
    );
    if let Some(small) = logs
        .iter()
        .find(|log| log.smallest_member().as_u64() < SMALLEST_VDEV)
    {
        items.add(
            Level::Must,
            "slog-size",
            format!(
                "a log device of {} is too small",
                Iec(small.smallest_member().as_u64())
            ),
            "OpenZFS takes no vdev under 64 MiB",
            "OpenZFS include/sys/fs/zfs.h SPA_MINDEVSIZE",
        );
        return;
    }
    let Some(memory) = memory else { return };
    let cap = write_log_max(
        context.zfs,
        dirty_data_max(context.zfs, memory.ram, WordSize::Bits64),
    );
    let need = context
        .sync_writes
        .and_then(|rate| log_need(rate.as_mb_per_s() * 1e6, TXG_TIMEOUT_SECONDS, 3).ok());
    let Some(useful) = need.or(cap).map(|need| recommended_log(need, cap)) else {
        return;
    };
    let size: Bytes = logs.iter().map(|log| log.smallest_member()).sum();
    let because = "a transaction group is written every 5 s at the latest, and the log holds three at most";
    let source = "OpenZFS module/zfs/txg.c; man zfs(4) zfs_wrlog_data_max";
    if size.as_u64() < useful && need.is_some() {
        let message = format!("make the log at least {}", Iec(useful));
        items.add(Level::Should, "slog-size", message, because, source);
    } else if size.as_u64() / 2 >= useful {
        let message = format!(
            "of the log only {} will ever be used; a smaller device does as well",
            Iec(useful)
        );
        items.add(Level::Note, "slog-size", message, because, source);
    }
}

/// Members of different vdevs on one drive.
fn sharing(context: &PlanContext, items: &mut Items) {
    let drives = |role| {
        context
            .role(role)
            .flat_map(|vdev| vdev.members.iter().map(|member| &member.drive))
    };
    for (role, other, names) in [
        (DeviceRole::Log, DeviceRole::Cache, "log and cache"),
        (DeviceRole::Log, DeviceRole::Data, "log and data"),
        (DeviceRole::Log, DeviceRole::Special, "log and special vdev"),
        (DeviceRole::Cache, DeviceRole::Special, "cache and special vdev"),
    ] {
        let Some(shared) = drives(role).find(|drive| drives(other).any(|candidate| candidate == *drive))
        else {
            continue;
        };
        items.add(
            Level::Should,
            "slog-size",
            format!("{names} share the drive {shared}: give each its own"),
            "the one's steady writing delays the other, and one failed drive takes both",
            CACHING_SOURCE,
        );
    }
}

fn cache(context: &PlanContext, memory: &MemoryPlan, items: &mut Items) {
    let size: Bytes = context
        .role(DeviceRole::Cache)
        .flat_map(|vdev| vdev.members.iter().map(|member| member.size))
        .sum();
    if size == Bytes::ZERO {
        return;
    }
    if context.database == Some(Database::Innodb) {
        items.add(
            Level::Should,
            "l2arc",
            "leave the cache device out: it would hold next to nothing",
            "the ARC feeds it, and of the InnoDB datasets that keeps metadata only, since the buffer pool has the pages",
            "man zfsprops(7) primarycache, secondarycache",
        );
        return;
    }
    let block = super::databases::main_recordsize(context);
    let headers = header_total(context.zfs, size.as_u64(), block);
    let source = "OpenZFS include/sys/arc_impl.h; module/zfs/arc.c l2arc_hdr_limit_reached";
    let because = format!("each block of {} keeps a header in memory", Iec(block));
    if header_limit_reached(context.zfs, headers, memory.arc_max) {
        let useful = largest_useful(context.zfs, memory.arc_max, block).unwrap_or(0);
        items.add(
            Level::Should,
            "l2arc",
            format!(
                "an L2ARC above {} is of no use here: this one has {}",
                Iec(useful),
                Iec(size.as_u64())
            ),
            format!("{because}; OpenZFS stops feeding at 33 % of the ARC"),
            source,
        );
    } else {
        let message = format!("the full L2ARC takes {} of the ARC for headers", Iec(headers));
        items.add(Level::Note, "l2arc", message, because, source);
    }
}

fn support(context: &PlanContext, role: DeviceRole, topic: &'static str, name: &str, items: &mut Items) {
    let vdevs = context.redundancies(role);
    if vdevs.is_empty() {
        return;
    }
    if less_redundant(&vdevs, &context.redundancies(DeviceRole::Data)) {
        items.add(
            Level::Must,
            topic,
            format!("make the {name} vdev as redundant as the data vdevs"),
            "it outlives fewer failed drives than they do, and the pool is lost with it",
            REDUNDANCY_SOURCE,
        );
    }
    if context.has_parity() || vdevs.iter().any(|vdev| !vdev.can_be_evacuated()) {
        items.add(
            Level::Note,
            topic,
            format!("the {name} vdev stays for the life of the pool"),
            "no vdev with data can be removed from a pool with RAID-Z or dRAID",
            REMOVAL_SOURCE,
        );
    }
    if role == DeviceRole::Dedup {
        items.add(
            Level::Should,
            topic,
            "measure before switching dedup on: `zdb -S` on the pool that holds the data now",
            "dedup pays from a ratio comfortably over 2; the table takes some 320 bytes for each distinct block",
            "OpenZFS documentation, Workload Tuning, Deduplication",
        );
    }
}

fn threshold(context: &PlanContext, items: &mut Items) {
    let Some(threshold) = context.special_small_blocks.map(Bytes::as_u64) else {
        return;
    };
    let source = "man zfsprops(7) special_small_blocks";
    if context.role(DeviceRole::Special).next().is_none() {
        return;
    }
    if let Err(error) = check_threshold(threshold, context.zfs) {
        let hint = error
            .hint()
            .unwrap_or("take a power of two from 512 to 1M")
            .to_owned();
        items.add(Level::Must, "special-vdev", error.to_string(), hint, source);
        return;
    }
    let record = super::databases::main_recordsize(context);
    if threshold >= record {
        items.add(
            Level::Must,
            "special-vdev",
            format!(
                "keep special_small_blocks below the recordsize of {}",
                Iec(record)
            ),
            "otherwise every block goes to the special vdev until that is three quarters full",
            source,
        );
        return;
    }
    if threshold > 0 {
        let item = items.add(
            Level::Note,
            "special-vdev",
            format!(
                "blocks of up to {} go to the special vdev, as long as that is less than 75 % full",
                Iec(threshold)
            ),
            "the size after compression counts",
            source,
        );
        item.settings.push(Setting::new(
            SettingTarget::Dataset(context.pool.clone()),
            "special_small_blocks",
            property_size(threshold),
            "small blocks go to the special vdev",
        ));
    }
}
