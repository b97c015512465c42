//! What a rebuild works on and under which conditions.

use serde::Serialize;

use crate::layout::VdevType;
use crate::throughput::DriveSpeed;
use crate::units::{Bytes, Throughput};

/// A vdev of which one drive is rebuilt, or all are scrubbed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VdevRebuildSpec<'a> {
    /// How the vdev protects its data.
    pub kind: VdevType,
    /// Drives in the vdev: the number of children for dRAID.
    pub width: u32,
    /// The drives that are read: one that stands for all, or each. The slowest counts.
    pub survivors: &'a [DriveSpeed],
    /// The drive that is written to; absent where it is like the slowest survivor.
    pub replacement: Option<DriveSpeed>,
    /// Bytes allocated on each drive, parity and padding included.
    pub allocated_per_drive: Bytes,
    /// Capacity of a drive; with the bytes allocated it tells how far inwards the heads go.
    pub drive_capacity: Bytes,
    /// Sector size of the vdev as a power of two.
    pub ashift: u32,
}

/// The order in which blocks are rebuilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RebuildMethod {
    /// Resilver of OpenZFS from 0.8: metadata are scanned, then blocks are read sorted by position.
    #[default]
    SortedScan,
    /// Sequential rebuild of mirrors and dRAID (`zpool replace -s`), without checksums, a scrub after it.
    Sequential,
    /// Resilver before 0.8, in the order of block pointers.
    BlockPointerOrder,
}

/// Where the lost drive's data go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RebuildTarget {
    /// One new drive.
    #[default]
    Replacement,
    /// Spare space on all drives of a dRAID vdev; on any other vdev the same as a new drive.
    DistributedSpare,
}

/// What else the pool does while it is rebuilt.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Nothing much.
    #[default]
    Idle,
    /// Production work day and night, as on the one site that was measured.
    Production,
    /// Work that leaves this share of the rate to the rebuild, above 0 and at most 1.
    LeavesShare(f64),
}

/// The conditions of a rebuild or scrub.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RebuildOptions {
    /// The order of blocks.
    pub method: RebuildMethod,
    /// Where the data go.
    pub target: RebuildTarget,
    /// What else the pool does.
    pub load: Load,
    /// How fragmented the data are, from 0, every record next to the one before, to 1, none.
    pub fragmentation: f64,
    /// Record size of the data.
    pub record_size: Bytes,
    /// What the link to the new drive carries at most, such as 35 MB/s of USB 2.
    pub link: Option<Throughput>,
    /// What the host writes at most; the fitted ceiling of an unknown host where absent.
    pub host_write: Option<Throughput>,
    /// What is written to the new drive, where the user knows better than the fitted law.
    pub stated_rate: Option<Throughput>,
}

impl Default for RebuildOptions {
    /// Returns a sorted scan onto one new drive of an idle pool with unfragmented records of 128 KiB.
    fn default() -> Self {
        Self {
            method: RebuildMethod::SortedScan,
            target: RebuildTarget::Replacement,
            load: Load::Idle,
            fragmentation: 0.0,
            record_size: Bytes::from_kib(128),
            link: None,
            host_write: None,
            stated_rate: None,
        }
    }
}
