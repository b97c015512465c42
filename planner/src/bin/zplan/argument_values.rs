//! The words that options take.

use clap::ValueEnum;
use mttdl::RepairDiscipline;
use planner::advice::{Database, EmitKind, OperatingSystem};
use planner::placement::Priority;
use planner::plan::{PartitionScheme, SortKey};

/// Operating system of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OsArgument {
    /// Linux
    Linux,
    /// FreeBSD
    Freebsd,
}

/// Database on the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DatabaseArgument {
    /// PostgreSQL
    Postgres,
    /// MySQL or MariaDB with InnoDB
    Mysql,
}

/// Kind of a file of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmitArgument {
    /// Options of the ZFS module
    Modprobe,
    /// `zfs create` lines
    Datasets,
    /// postgresql.conf
    Postgresql,
    /// my.cnf
    Mysql,
}

impl From<EmitArgument> for EmitKind {
    fn from(argument: EmitArgument) -> Self {
        match argument {
            EmitArgument::Modprobe => Self::Modprobe,
            EmitArgument::Datasets => Self::Datasets,
            EmitArgument::Postgresql => Self::Postgresql,
            EmitArgument::Mysql => Self::Mysql,
        }
    }
}

/// Form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for a terminal
    Table,
    /// JSON
    Json,
    /// CSV
    Csv,
    /// Markdown
    Markdown,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourArgument {
    /// On a terminal that understands it, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How rebuilds share the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RepairArgument {
    /// Drives that fail during a resilver are rebuilt together after it
    Batched,
    /// One after the other
    Serial,
    /// All at once
    Parallel,
}

/// What comes first where drives are assigned to vdevs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlaceArgument {
    /// Fewest drives of one batch beyond parity
    Safety,
    /// Fewest wasted bytes
    Capacity,
    /// Smallest speed spread within vdevs
    Speed,
}

/// How drives are partitioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartitionArgument {
    /// As OpenZFS on Linux does with a whole disk
    WholeDisk,
    /// GPT, aligned to 1 MiB, with the swap of --swap
    Freebsd,
    /// None
    None,
}

/// The column that orders the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortArgument {
    /// Most usable bytes first
    Usable,
    /// Smallest chance of loss first
    Loss,
    /// Fastest read first
    Read,
    /// Most random reads first
    Iops,
    /// Shortest resilver first
    Resilver,
    /// Cheapest usable TB first
    Price,
}

impl From<SortArgument> for SortKey {
    fn from(argument: SortArgument) -> Self {
        match argument {
            SortArgument::Usable => Self::Usable,
            SortArgument::Loss => Self::Loss,
            SortArgument::Read => Self::Read,
            SortArgument::Iops => Self::Iops,
            SortArgument::Resilver => Self::Resilver,
            SortArgument::Price => Self::Price,
        }
    }
}

impl From<OsArgument> for OperatingSystem {
    fn from(argument: OsArgument) -> Self {
        match argument {
            OsArgument::Linux => Self::Linux,
            OsArgument::Freebsd => Self::FreeBsd,
        }
    }
}

impl From<DatabaseArgument> for Database {
    fn from(argument: DatabaseArgument) -> Self {
        match argument {
            DatabaseArgument::Postgres => Self::Postgresql,
            DatabaseArgument::Mysql => Self::Innodb,
        }
    }
}

impl From<RepairArgument> for RepairDiscipline {
    fn from(argument: RepairArgument) -> Self {
        match argument {
            RepairArgument::Batched => Self::Batched,
            RepairArgument::Serial => Self::Serial,
            RepairArgument::Parallel => Self::Parallel,
        }
    }
}

impl From<PlaceArgument> for Priority {
    fn from(argument: PlaceArgument) -> Self {
        match argument {
            PlaceArgument::Safety => Self::Safety,
            PlaceArgument::Capacity => Self::Capacity,
            PlaceArgument::Speed => Self::Speed,
        }
    }
}

impl From<PartitionArgument> for PartitionScheme {
    fn from(argument: PartitionArgument) -> Self {
        match argument {
            PartitionArgument::WholeDisk => Self::WholeDisk,
            PartitionArgument::Freebsd => Self::FreeBsd,
            PartitionArgument::None => Self::None,
        }
    }
}
