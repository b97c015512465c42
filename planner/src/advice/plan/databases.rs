//! Datasets and database settings.

use super::super::arc_limits::OperatingSystem;
use super::super::dataset_defaults::{LargeBlocks, compression_default, largest_recordsize};
use super::super::recordsize::DatasetUse;
use super::super::torn_page::{Database, PageHome, protection_required};
use super::super::version::ZfsRelease;
use super::super::zfs_dirty::WordSize;
use super::memory::MemoryPlan;
use super::{Iec, Items, Level, PlanContext, Setting, SettingTarget, property_size};
use crate::units::Bytes;
use crate::workload::Workload;

const MIB: u64 = 1 << 20;
/// The default of the property `recordsize`.
const DEFAULT_RECORDSIZE: u64 = 128 << 10;
const TUNING_SOURCE: &str = "OpenZFS documentation, Workload Tuning";

/// What a dataset of the plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The root dataset of the pool.
    Root,
    /// Tables and indexes of the database.
    Pages,
    /// Its log.
    Log,
}

/// A dataset of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dataset {
    pub(super) name: String,
    purpose: Purpose,
    pub(super) recordsize: u64,
}

/// Returns the record size of the data that the pool is for.
pub(super) fn main_recordsize(context: &PlanContext) -> u64 {
    let wanted = context.recordsize.map(Bytes::as_u64).filter(|size| *size > 0);
    let usual = match (context.database, context.workload) {
        (Some(Database::Postgresql), _) => DatasetUse::PostgresqlData.recordsize(),
        (Some(Database::Innodb), _) => DatasetUse::InnodbData.recordsize(),
        (None, Workload::Media | Workload::Backup) => DatasetUse::Sequential.recordsize(),
        (None, Workload::Files | Workload::Vm | Workload::Database) => DEFAULT_RECORDSIZE,
    };
    let largest = largest_recordsize(context.zfs, LargeBlocks::Active, WordSize::Bits64);
    wanted.unwrap_or(usual).min(largest)
}

/// Returns the datasets of the plan, the root first.
pub(super) fn datasets(context: &PlanContext) -> Vec<Dataset> {
    let dataset = |name: String, purpose, recordsize| Dataset {
        name,
        purpose,
        recordsize,
    };
    let pool = &context.pool;
    let main = main_recordsize(context);
    let (folder, log) = match context.database {
        None => return vec![dataset(pool.clone(), Purpose::Root, main)],
        Some(Database::Postgresql) => ("postgresql", DatasetUse::PostgresqlWal),
        Some(Database::Innodb) => ("mysql", DatasetUse::InnodbLog),
    };
    vec![
        dataset(pool.clone(), Purpose::Root, DEFAULT_RECORDSIZE),
        dataset(format!("{pool}/{folder}/data"), Purpose::Pages, main),
        dataset(format!("{pool}/{folder}/log"), Purpose::Log, log.recordsize()),
    ]
}

pub(super) fn advise(
    context: &PlanContext,
    memory: Option<&MemoryPlan>,
    datasets: &[Dataset],
    items: &mut Items,
) {
    record_sizes(context, datasets, items);
    compression(context, items);
    let Some(database) = context.database else { return };
    torn_pages(context, database, datasets, items);
    match database {
        Database::Postgresql => postgresql(context, memory, datasets, items),
        Database::Innodb => innodb(context, memory, datasets, items),
    }
}

fn property(
    dataset: &Dataset,
    name: &'static str,
    value: impl Into<String>,
    reason: impl Into<String>,
) -> Setting {
    Setting::new(SettingTarget::Dataset(dataset.name.clone()), name, value, reason)
}

fn record_sizes(context: &PlanContext, datasets: &[Dataset], items: &mut Items) {
    for dataset in datasets
        .iter()
        .filter(|dataset| dataset.recordsize != DEFAULT_RECORDSIZE)
    {
        let size = property_size(dataset.recordsize);
        let asked = context.recordsize.is_some() && dataset.purpose != Purpose::Log;
        let reason = match (asked, context.database, dataset.purpose) {
            (true, ..) => "as asked for",
            (false, Some(Database::Postgresql), _) => {
                "four pages of 8K: room for compression, few bytes rewritten"
            }
            (false, Some(Database::Innodb), _) => "the page of InnoDB",
            (false, None, _) => "large files, written and read from one end to the other",
        };
        let item = items.add(
            Level::Should,
            "recordsize",
            format!(
                "set recordsize={size} on {} before the first file is written",
                dataset.name
            ),
            "a record size counts for files created afterwards; files that exist keep theirs",
            TUNING_SOURCE,
        );
        item.settings.push(property(dataset, "recordsize", size, reason));
    }
}

fn compression(context: &PlanContext, items: &mut Items) {
    if compression_default(context.zfs) == "on" {
        return;
    }
    let item = items.add(
        Level::Should,
        "dataset-defaults",
        "switch compression on for the whole pool",
        format!(
            "it is off by default in OpenZFS {}; lz4 costs next to nothing and gives up early",
            context.zfs
        ),
        "man zfsprops(7) compression; OpenZFS documentation, Workload Tuning",
    );
    item.settings.push(Setting::new(
        SettingTarget::Dataset(context.pool.clone()),
        "compression",
        "lz4",
        "off by default before 2.2",
    ));
}

fn pages(datasets: &[Dataset]) -> Option<&Dataset> {
    datasets.iter().find(|dataset| dataset.purpose == Purpose::Pages)
}

fn torn_pages(context: &PlanContext, database: Database, datasets: &[Dataset], items: &mut Items) {
    let Some(dataset) = pages(datasets) else { return };
    let page = database.default_page();
    let source = match database {
        Database::Postgresql => "PostgreSQL manual, Reliability; OpenZFS documentation, Workload Tuning",
        Database::Innodb => "MySQL manual, Doublewrite Buffer; OpenZFS documentation, Workload Tuning",
    };
    let (target, name, value, what) = match database {
        Database::Postgresql => (
            SettingTarget::Postgresql,
            "full_page_writes",
            "off",
            "full_page_writes",
        ),
        Database::Innodb => (
            SettingTarget::Mysql,
            "innodb_doublewrite",
            "0",
            "the doublewrite buffer",
        ),
    };
    let home = PageHome::ZfsFile {
        recordsize: dataset.recordsize,
    };
    if protection_required(home, page, None) {
        items.add(
            Level::Must,
            "torn-page",
            format!(
                "keep {what} on: records of {} are smaller than a page of {}",
                Iec(dataset.recordsize),
                Iec(page)
            ),
            "a page in several records can be half old and half new after a crash",
            source,
        );
    } else {
        let item = items.add(
            Level::Should,
            "torn-page",
            format!("switch {what} off for files on this pool, and only there"),
            format!("a page of {} lies within one record, which ZFS writes to free space and shows whole or not at all", Iec(page)),
            source,
        );
        item.settings.push(Setting::new(
            target,
            name,
            value,
            "copy-on-write leaves no page half written; on ZFS only",
        ));
    }
    let units = context
        .vdevs
        .iter()
        .flat_map(|vdev| vdev.members.iter().filter_map(|member| member.nvme_awupf));
    if let Some(unit) = units.min() {
        items.add(
            Level::Must,
            "torn-page",
            format!("never switch {what} off outside ZFS because of these NVMe drives"),
            format!(
                "their AWUPF of {} says what they do with one command; another file system may split or misalign a page, \
                 and ZFS does not use it",
                Iec(unit.as_u64())
            ),
            "NVM Express NVM Command Set Specification 1.2, section 2.1.4; Linux statx(2)",
        );
    }
}

/// Returns a size as PostgreSQL writes it, whose GB and MB are binary.
fn postgresql_size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 30) {
        format!("{}GB", bytes >> 30)
    } else {
        format!("{}MB", bytes / MIB)
    }
}

fn postgresql(context: &PlanContext, memory: Option<&MemoryPlan>, datasets: &[Dataset], items: &mut Items) {
    let pool = &context.pool;
    if let Some(memory) = memory.filter(|memory| memory.budget.shared_buffers >= 16 * MIB) {
        let buffers = memory.budget.shared_buffers;
        let cache = memory.budget.effective_cache_size() / MIB * MIB;
        let item = items.add(
            Level::Should,
            "memory-budget",
            format!("give PostgreSQL {} of shared buffers", Iec(buffers)),
            "a quarter of the memory is where to start; more than 40 % rarely helps, since pages are in the ARC as well",
            "PostgreSQL manual, Resource Consumption",
        );
        if buffers != 128 * MIB {
            let reason = format!("a quarter of {}", Iec(memory.ram));
            item.settings.push(Setting::new(
                SettingTarget::Postgresql,
                "shared_buffers",
                postgresql_size(buffers),
                reason,
            ));
        }
        if cache != 4 << 30 {
            item.settings.push(Setting::new(
                SettingTarget::Postgresql,
                "effective_cache_size",
                postgresql_size(cache),
                "shared buffers and ARC, an upper bound; allocates nothing",
            ));
        }
    }
    let item = items.add(
        Level::Should,
        "recordsize",
        "do not let PostgreSQL fill or reuse segments of its log",
        "on a file system that never overwrites, both only write more",
        "PostgreSQL manual, Write Ahead Log",
    );
    let reason = "copy-on-write: a new segment is as good as an old one";
    for name in ["wal_init_zero", "wal_recycle"] {
        item.settings
            .push(Setting::new(SettingTarget::Postgresql, name, "off", reason));
    }
    if let Some(log) = datasets.iter().find(|dataset| dataset.purpose == Purpose::Log) {
        items.add(
            Level::Should,
            "recordsize",
            format!("create the cluster with initdb --waldir under /{}", log.name),
            "postgresql.conf has no setting for the directory of the log; an existing cluster takes a symbolic link",
            "PostgreSQL manual, initdb",
        );
    }
    items.add(
        Level::Must,
        "recordsize",
        format!("snapshot data and log together: zfs snapshot -r {pool}/postgresql@NAME"),
        "a snapshot of the data alone is no backup; a recursive one is atomic across datasets",
        "PostgreSQL manual, File System Level Backup; man zfs-snapshot(8)",
    );
}

fn innodb(context: &PlanContext, memory: Option<&MemoryPlan>, datasets: &[Dataset], items: &mut Items) {
    if let Some(memory) = memory.filter(|memory| memory.budget.innodb_buffer_pool > 0) {
        let bytes = memory.budget.innodb_buffer_pool;
        let item = items.add(
            Level::Should,
            "memory-budget",
            format!("give InnoDB a buffer pool of {}", Iec(bytes)),
            "half of the memory; the ARC then caches metadata only, so no page is held twice",
            "MySQL manual, InnoDB Startup Configuration",
        );
        if bytes != 128 * MIB {
            let value = property_size(bytes);
            item.settings.push(Setting::new(
                SettingTarget::Mysql,
                "innodb_buffer_pool_size",
                value,
                format!("half of {}", Iec(memory.ram)),
            ));
        }
    }
    let direct = if context.zfs >= ZfsRelease::V2_3 {
        "from 2.3 O_DIRECT passes the ARC only for requests aligned to the record"
    } else {
        "before 2.3 O_DIRECT is accepted and ignored, so that everything passes the ARC"
    };
    let item = items.add(
        Level::Should,
        "page-cache",
        "cache only metadata of the InnoDB datasets in the ARC",
        format!("the buffer pool holds the pages already; {direct}"),
        TUNING_SOURCE,
    );
    for dataset in datasets.iter().filter(|dataset| dataset.purpose != Purpose::Root) {
        item.settings.push(property(
            dataset,
            "primarycache",
            "metadata",
            "the buffer pool caches the pages",
        ));
    }
    if let Some(dataset) = pages(datasets) {
        let item = items.add(
            Level::Should,
            "zil-path",
            format!("set logbias=throughput on {}", dataset.name),
            "pages go straight to their place instead of twice; a log device then serves the redo log alone",
            TUNING_SOURCE,
        );
        item.settings.push(property(
            dataset,
            "logbias",
            "throughput",
            "pages are not written twice",
        ));
    }
    if let Some(log) = datasets.iter().find(|dataset| dataset.purpose == Purpose::Log) {
        let item = items.add(
            Level::Should,
            "recordsize",
            format!("put the redo log on its own dataset, {}", log.name),
            "it is written from one end to the other and wants larger records than the pages",
            TUNING_SOURCE,
        );
        item.settings.push(Setting::new(
            SettingTarget::Mysql,
            "innodb_log_group_home_dir",
            format!("/{}", log.name),
            "the dataset of the redo log",
        ));
    }
    if context.os == OperatingSystem::Linux {
        items.add(
            Level::Note,
            "torn-page",
            "innodb_page_size stays as it is: 16K is the default and is fixed when the instance is made",
            "innodb_flush_neighbors is 0 by default since 8.0, so nothing is to be set there either",
            "MySQL manual, InnoDB Startup Configuration",
        );
    }
}
