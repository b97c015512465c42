//! Where does a synchronous write go: into the log, into the pool's own log blocks, or in place with a pointer?

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// `zfs_immediate_write_sz`: from here on a write is not copied into the pool's own log.
const LARGE_WRITE: u64 = 32 << 10;

/// The property `logbias`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogBias {
    /// The default: low latency.
    Latency,
    /// Bandwidth of the pool; leaves log devices unused for data.
    Throughput,
}

/// The property `sync`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncProperty {
    /// As the application asks; `always` makes no difference for a write that is synchronous.
    Honoured,
    /// Nothing is logged.
    Disabled,
}

/// Where the data of a synchronous write goes before the application hears that it is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WritePath {
    /// To the log device.
    LogDevice,
    /// Copied into log blocks in the pool.
    InPoolLog,
    /// To its final place, with a pointer in the log.
    Indirect,
    /// Nowhere: it waits in memory for the transaction group.
    NotLogged,
}

impl WritePath {
    /// Returns the word for the path.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::LogDevice => "log_device",
            Self::InPoolLog => "in_pool_zil",
            Self::Indirect => "indirect",
            Self::NotLogged => "not_logged",
        }
    }
}

/// A synchronous write and where it happens. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyncWrite {
    /// The release.
    pub zfs: ZfsRelease,
    /// The property `logbias`.
    pub log_bias: LogBias,
    /// The property `sync`.
    pub sync: SyncProperty,
    /// Whether the pool has a log device.
    pub log_device: bool,
    /// Whether the pool has a special vdev.
    pub special: bool,
    /// The property `special_small_blocks`.
    pub special_small_blocks: u64,
    /// Size of the write.
    pub write: u64,
    /// Size of the record or zvol block.
    pub record: u64,
}

/// Returns where the data of a synchronous write goes.
///
/// # Source
/// OpenZFS `module/zfs/zfs_log.c`, `zfs_log_write`, to 2.3; `module/zfs/zil.c`, `zil_write_state`, from 2.4.
#[must_use]
pub fn write_path(write: &SyncWrite) -> WritePath {
    if write.sync == SyncProperty::Disabled {
        return WritePath::NotLogged;
    }
    if write.log_bias == LogBias::Throughput {
        return WritePath::Indirect;
    }
    if write.log_device {
        return WritePath::LogDevice;
    }
    let large = write.write >= LARGE_WRITE;
    let indirect = if write.zfs >= ZfsRelease::V2_4 {
        // Less than half a block may be rewritten soon; beside a special vdev the log itself is the faster place.
        let worth_it = write.write >= write.record / 2;
        let same_class = !write.special || write.record <= write.special_small_blocks;
        large && worth_it && same_class
    } else {
        large
    };
    if indirect {
        WritePath::Indirect
    } else {
        WritePath::InPoolLog
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let biases = [("latency", LogBias::Latency), ("throughput", LogBias::Throughput)];
    let syncs = [
        ("standard", SyncProperty::Honoured),
        ("always", SyncProperty::Honoured),
        ("disabled", SyncProperty::Disabled),
    ];
    let write = SyncWrite {
        zfs: fields.required_zfs()?,
        log_bias: fields.word("logbias", &biases)?.unwrap_or(LogBias::Latency),
        sync: fields.word("sync", &syncs)?.unwrap_or(SyncProperty::Honoured),
        log_device: fields.flag("slog")?.unwrap_or(false),
        special: fields.flag("special")?.unwrap_or(false),
        special_small_blocks: fields.count("special_small_blocks")?.unwrap_or(0),
        write: fields
            .positive("write_bytes")?
            .ok_or_else(|| fields.missing("write_bytes"))?,
        record: fields.positive("recordsize")?.unwrap_or(128 << 10),
    };
    let path = write_path(&write);
    let mut answer = Answer::default();
    answer.put("write_goes_to", path.word());
    if path == WritePath::NotLogged {
        answer.warn(
            "sync_disabled",
            "with sync=disabled a crash loses up to the last seconds that the application believes to be safe",
        );
    }
    if write.log_device && path == WritePath::Indirect {
        answer.warn(
            "log_device_unused",
            "logbias=throughput leaves the log device unused for the data of this dataset",
        );
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "zil-path",
    summary: "Where a synchronous write goes before it counts as safe",
    inputs: &[
        Input::zfs(),
        Input::word("logbias", &["latency", "throughput"], "property logbias").or("latency"),
        Input::word("sync", &["standard", "always", "disabled"], "property sync").or("standard"),
        Input::flag("slog", "whether the pool has a log device").or("false"),
        Input::bytes("write_bytes", "size of the write"),
        Input::bytes("recordsize", "record size of the file, or volblocksize").or("131072"),
        Input::flag("special", "whether the pool has a special vdev; matters from 2.4").or("false"),
        Input::bytes(
            "special_small_blocks",
            "property special_small_blocks; matters from 2.4",
        )
        .or("0"),
    ],
    outputs: &[Output::new(
        "write_goes_to",
        "word",
        &["zfs", "write_bytes"],
        "log_device, in_pool_zil (copied into log blocks of the pool), indirect (in place, with a pointer in the log) or \
         not_logged",
    )],
    sources: &[
        "OpenZFS module/zfs/zfs_log.c zfs_log_write (to 2.3); module/zfs/zil.c zil_write_state (2.4)",
        "man zfsprops(7) logbias, sync",
    ],
    rule: answer,
};
