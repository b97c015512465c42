//! What the speed of a pool depends on besides its drives.

use serde::Serialize;

use crate::units::{Bytes, Throughput};
use crate::workload::Workload;

/// Compression of the data sets, with what the data make of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Compression {
    /// The algorithm.
    pub algorithm: CompressionAlgorithm,
    /// Bytes of data per byte stored, at least 1. At 1 the data do not shrink and ZFS gives up early, which costs less
    /// than 5 %; that is left out.
    pub ratio: f64,
    /// What the processor compresses at most; else it follows from the algorithm and [`Processor`].
    pub write_ceiling: Option<Throughput>,
    /// What the processor decompresses at most; else it follows from the algorithm and [`Processor`].
    pub read_ceiling: Option<Throughput>,
}

/// A compression algorithm of OpenZFS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompressionAlgorithm {
    /// No compression.
    Off,
    /// LZ4, the default.
    Lz4,
    /// Zstandard at level 3.
    Zstd,
    /// gzip at level 6.
    Gzip,
}

impl CompressionAlgorithm {
    /// Returns the MB/s that one core compresses and decompresses per GHz of its clock; absent without compression.
    ///
    /// # Source
    /// The table in the README of the zstd repository (version 1.4.5, one core at 5 GHz, Silesia corpus): lz4 740 and
    /// 4530 MB/s, zlib 90 and 400, zstd level 1 500 and 1660; level 3 is taken as two thirds of level 1 and gzip level 6
    /// as a third of zlib level 1. Low confidence for ZFS; an explicit ceiling overrules it.
    pub(super) const fn mb_per_s_per_core_gigahertz(self) -> Option<(f64, f64)> {
        match self {
            Self::Off => None,
            Self::Lz4 => Some((148.0, 906.0)),
            Self::Zstd => Some((67.0, 300.0)),
            Self::Gzip => Some((6.0, 80.0)),
        }
    }
}

impl Compression {
    /// No compression.
    pub const OFF: Self = Self {
        algorithm: CompressionAlgorithm::Off,
        ratio: 1.0,
        write_ceiling: None,
        read_ceiling: None,
    };

    /// Returns compression by `algorithm` of data that shrink by `ratio`; less than 1 counts as 1.
    #[must_use]
    pub fn new(algorithm: CompressionAlgorithm, ratio: f64) -> Self {
        Self {
            algorithm,
            ratio: if ratio.is_finite() { ratio.max(1.0) } else { 1.0 },
            ..Self::OFF
        }
    }
}

/// The processor of the host.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Processor {
    /// Cores that ZFS may use.
    pub cores: u32,
    /// Clock in GHz.
    pub gigahertz: f64,
}

impl Default for Processor {
    /// Returns four cores of 3 GHz, an assumption.
    fn default() -> Self {
        Self {
            cores: 4,
            gigahertz: 3.0,
        }
    }
}

/// What the host carries at most; absent means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Ceilings {
    /// What applications read at most; no figure exceeds it.
    pub host_read: Option<Throughput>,
    /// What applications write at most; no figure exceeds it.
    pub host_write: Option<Throughput>,
    /// What ZFS on this host reads at most before decompression; else the calibrated figure for an unknown host.
    pub path_read: Option<Throughput>,
    /// What ZFS on this host writes at most after compression and before parity; else the calibrated figure.
    pub path_write: Option<Throughput>,
    /// What adapter or expander carry at most, parity and copies included: about 2200 MB/s for four SAS2 lanes, 4400 for
    /// four SAS3 lanes, 7000 for an adapter on eight PCIe 3 lanes.
    pub adapter: Option<Throughput>,
}

/// The conditions under which streaming is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conditions {
    /// Large files, read once with nothing in memory, written without waiting for each write.
    #[default]
    Plain,
    /// A file as large as memory, each write flushed: `bonnie++ -b`, as in many published tables. Memory helps reads,
    /// flushes hold writes back.
    CachedAndFlushed,
}

/// How the host computes parity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParityCode {
    /// With vector instructions, as OpenZFS from 0.7: too fast to be seen in measured pools.
    #[default]
    Vectorised,
    /// Word by word, as ZFS before that and in FreeBSD before 13.
    Scalar,
}

/// A separate device for the ZFS intent log.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SyncLog {
    /// Time of one synchronous write on the slowest half of the log in microseconds: about 190 on Optane, 750 on a SATA
    /// SSD without power-loss protection.
    pub latency_us: f64,
}

/// Everything besides the drives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PerformanceOptions {
    /// Record size of the data set.
    pub record_size: Bytes,
    /// Random requests that wait at once, at least 1; a mean need not be whole.
    pub queue_depth: f64,
    /// Compression.
    pub compression: Compression,
    /// The processor; matters for compression only.
    pub processor: Processor,
    /// What the host carries.
    pub ceilings: Ceilings,
    /// The conditions of streaming.
    pub conditions: Conditions,
    /// How parity is computed.
    pub parity_code: ParityCode,
    /// The separate intent log, if there is one.
    pub sync_log: Option<SyncLog>,
    /// How full the pool is, from 0 to 1: hard disks are slower on their inner tracks.
    pub fill: f64,
}

impl Default for PerformanceOptions {
    /// Returns records of 128 KiB, one request at a time, no compression, nothing known of the host, an empty pool.
    fn default() -> Self {
        Self {
            record_size: Bytes::from_kib(128),
            queue_depth: 1.0,
            compression: Compression::OFF,
            processor: Processor::default(),
            ceilings: Ceilings::default(),
            conditions: Conditions::Plain,
            parity_code: ParityCode::Vectorised,
            sync_log: None,
            fill: 0.0,
        }
    }
}

impl PerformanceOptions {
    /// Returns the defaults with record size and queue depth of a workload.
    #[must_use]
    pub fn for_workload(workload: Workload) -> Self {
        Self {
            record_size: workload.record_size(),
            queue_depth: f64::from(workload.queue_depth()),
            ..Self::default()
        }
    }
}
