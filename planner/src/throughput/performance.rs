//! The speed of a pool, and what keeps it from being higher.

use std::fmt;

use serde::Serialize;

use crate::units::{Estimate, Iops, Throughput};

/// What keeps a figure from being higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitedBy {
    /// The drives' own rate.
    Media,
    /// The host: processor and memory moving data.
    Host,
    /// The processor computing parity.
    Parity,
    /// Adapter or expander.
    Adapter,
    /// The processor compressing or decompressing.
    Compression,
}

impl LimitedBy {
    /// Returns what limits, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Media => "drives",
            Self::Host => "host",
            Self::Parity => "parity computation",
            Self::Adapter => "adapter",
            Self::Compression => "compression",
        }
    }
}

impl fmt::Display for LimitedBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The speed of a pool. Streaming rates are MB/s of the application's data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Performance {
    /// Streaming read.
    pub read: Estimate<Throughput>,
    /// Streaming write.
    pub write: Estimate<Throughput>,
    /// Rewrite in place: each record is read, changed and written.
    pub rewrite: Estimate<Throughput>,
    /// Streaming read with one drive of the worst vdev missing; absent where no vdev can miss one.
    pub degraded_read: Option<Estimate<Throughput>>,
    /// Streaming write in that state.
    pub degraded_write: Option<Estimate<Throughput>>,
    /// Random reads of blocks up to the record size, at the queue depth of the options.
    pub random_read: Estimate<Iops>,
    /// Random writes that ZFS cannot gather, at that depth.
    pub random_write: Estimate<Iops>,
    /// Synchronous writes of one writer.
    pub sync_write: Estimate<Iops>,
    /// What limits streaming reads.
    pub read_limited_by: LimitedBy,
    /// What limits streaming writes.
    pub write_limited_by: LimitedBy,
    /// Sum over the vdevs of what their drives read.
    pub media_read: Throughput,
    /// Sum over the vdevs of what their drives write, without parity and copies.
    pub media_write: Throughput,
    /// What the host lets through to read, before decompression.
    pub ceiling_read: Throughput,
    /// What the host lets through to write, after compression.
    pub ceiling_write: Throughput,
}
