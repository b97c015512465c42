//! How much unwritten data does OpenZFS hold, and when does it slow writers down?

use super::answer::Answer;
use super::fields::{Fields, refuse, share};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// Seconds between transaction groups at the latest (`zfs_txg_timeout`).
pub const TXG_TIMEOUT_SECONDS: u64 = 5;
/// `zfs_delay_min_dirty_percent`.
const DELAY_PERCENT: u64 = 60;
/// `zfs_dirty_data_sync_percent`, from 0.8.
const SYNC_PERCENT: u64 = 20;
/// `zfs_delay_scale` in nanoseconds.
const DELAY_SCALE: u128 = 500_000;
/// Longest delay of one write in nanoseconds (`zfs_delay_max_ns`).
const LONGEST_DELAY: u64 = 100_000_000;

/// The word size of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordSize {
    /// 32 bits.
    Bits32,
    /// 64 bits.
    Bits64,
}

/// Words for [`WordSize`], as the number of bits.
pub(super) fn word_size(fields: &Fields<'_>) -> Result<WordSize, Error> {
    match fields.count("bits")? {
        None | Some(64) => Ok(WordSize::Bits64),
        Some(32) => Ok(WordSize::Bits32),
        Some(_) => Err(fields.out_of_range("bits", "must be 32 or 64")),
    }
}

/// Returns the default of `zfs_dirty_data_max` in bytes.
///
/// # Formula
/// ```text
/// min(ram / 10, min(ram / 4, 4 GiB))     from 0.7; 1 GiB in place of 4 GiB with 32 bits from 2.0
/// min(ram / 10, ram / 4)                 before
/// ```
///
/// # Source
/// OpenZFS `module/zfs/arc.c`, `arc_init`; `module/zfs/dsl_pool.c`.
#[must_use]
pub fn dirty_data_max(zfs: ZfsRelease, ram: u64, word_size: WordSize) -> u64 {
    let cap = if zfs < ZfsRelease::V0_7 {
        u64::MAX
    } else if zfs >= ZfsRelease::V2_0 && word_size == WordSize::Bits32 {
        1 << 30
    } else {
        4 << 30
    };
    share(ram, 10, 100).min((ram / 4).min(cap))
}

/// Returns the bytes of dirty data at which a transaction group is pushed out.
#[must_use]
pub fn sync_trigger(zfs: ZfsRelease, dirty_max: u64) -> u64 {
    if zfs >= ZfsRelease::V0_8 {
        share(dirty_max, SYNC_PERCENT, 100)
    } else {
        64 << 20
    }
}

/// Returns the bytes of dirty data from which writers are delayed.
#[must_use]
pub fn delay_start(dirty_max: u64) -> u64 {
    share(dirty_max, DELAY_PERCENT, 100)
}

/// Returns the default of `zfs_wrlog_data_max` in bytes; none before 2.1.6.
#[must_use]
pub fn write_log_max(zfs: ZfsRelease, dirty_max: u64) -> Option<u64> {
    (zfs >= ZfsRelease::V2_1_6).then(|| dirty_max.saturating_mul(2))
}

/// Returns the nanoseconds that one write waits with `dirty` bytes unwritten.
///
/// # Formula
/// ```text
/// min(500000 · (dirty − start) / (max − dirty), 100 ms)        start = 60 % of max; 0 up to start
/// ```
///
/// # Errors
/// [`Error::Rule`] with `out_of_range` unless `dirty` is below `dirty_max`: there writers stop altogether.
///
/// # Source
/// OpenZFS `module/zfs/dmu_tx.c`, `dmu_tx_delay`.
pub fn write_delay(dirty: u64, dirty_max: u64) -> Result<u64, Error> {
    if dirty >= dirty_max {
        return Err(refuse(
            "out_of_range",
            format!("`dirty_bytes`: {dirty} is not below `dirty_data_max_bytes`, {dirty_max}"),
            "at the maximum writers stop until data is on disk; there is no delay to compute",
        ));
    }
    let start = delay_start(dirty_max);
    if dirty <= start {
        return Ok(0);
    }
    let delay = DELAY_SCALE * u128::from(dirty - start) / u128::from(dirty_max - dirty);
    Ok(u64::try_from(delay).unwrap_or(u64::MAX).min(LONGEST_DELAY))
}

/// Returns the seconds until writers are delayed, with `ingest` and `drain` in bytes per second; none if never.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "seconds do not need the last byte")]
pub fn seconds_until_delay(dirty_max: u64, ingest: f64, drain: f64) -> Option<f64> {
    (ingest > drain).then(|| delay_start(dirty_max) as f64 / (ingest - drain))
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let zfs = fields.zfs()?;
    let ram = fields.positive("ram_bytes")?;
    let bits = word_size(fields)?;
    let given_max = fields.positive("dirty_data_max_bytes")?;
    let dirty = fields.count("dirty_bytes")?;
    let rates = (fields.number("ingest_Bps")?, fields.number("drain_Bps")?);
    let mut answer = Answer::default();
    let computed = zfs.zip(ram).map(|(zfs, ram)| dirty_data_max(zfs, ram, bits));
    let Some(max) = given_max.or(computed) else {
        if zfs.is_some() {
            answer.put("txg_timeout_s", TXG_TIMEOUT_SECONDS);
        }
        return Ok(answer);
    };
    answer.put("dirty_data_max_bytes", max);
    answer.put("delay_start_bytes", delay_start(max));
    if let Some(zfs) = zfs {
        answer.put("txg_sync_trigger_bytes", sync_trigger(zfs, max));
        match write_log_max(zfs, max) {
            Some(bytes) => answer.put("wrlog_data_max_bytes", bytes),
            None => answer.put("wrlog_data_max_bytes", "none"),
        }
        answer.put("txg_timeout_s", TXG_TIMEOUT_SECONDS);
    }
    if let Some(dirty) = dirty {
        answer.put("tx_delay_ns", write_delay(dirty, max)?);
    }
    if let (Some(ingest), Some(drain)) = rates {
        match seconds_until_delay(max, ingest, drain) {
            Some(seconds) => answer.put("seconds_until_delay", seconds),
            None => answer.put("seconds_until_delay", "never"),
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "zfs-dirty",
    summary: "Unwritten data that OpenZFS holds, and when it slows writers down",
    inputs: &[
        Input::zfs(),
        Input::bytes("ram_bytes", "memory the kernel sees"),
        Input::count("bits", "bits", "word size of the kernel, 32 or 64").or("64"),
        Input::bytes(
            "dirty_data_max_bytes",
            "zfs_dirty_data_max, in place of the default for the memory",
        ),
        Input::bytes("dirty_bytes", "unwritten data at the moment in question"),
        Input::number("ingest_Bps", "B/s", "rate at which applications write"),
        Input::number("drain_Bps", "B/s", "rate at which the pool writes"),
    ],
    outputs: &[
        Output::new(
            "dirty_data_max_bytes",
            "bytes",
            &["zfs", "ram_bytes"],
            "most unwritten data; there writers stop",
        ),
        Output::new(
            "txg_sync_trigger_bytes",
            "bytes",
            &["zfs", "ram_bytes"],
            "unwritten data that starts a transaction group before its time",
        ),
        Output::new(
            "delay_start_bytes",
            "bytes",
            &["zfs", "ram_bytes"],
            "unwritten data from which writers are delayed",
        ),
        Output::new(
            "wrlog_data_max_bytes",
            "bytes",
            &["zfs", "ram_bytes"],
            "most log data of synchronous writes; none before 2.1.6",
        ),
        Output::new(
            "txg_timeout_s",
            "s",
            &["zfs"],
            "longest time between transaction groups",
        ),
        Output::new(
            "tx_delay_ns",
            "ns",
            &["dirty_data_max_bytes", "dirty_bytes"],
            "wait of each write at that moment",
        ),
        Output::new(
            "seconds_until_delay",
            "s",
            &["dirty_data_max_bytes", "ingest_Bps", "drain_Bps"],
            "how long a burst runs at full speed; never if the pool keeps up",
        ),
    ],
    sources: &[
        "OpenZFS module/zfs/arc.c arc_init; module/zfs/dsl_pool.c; module/zfs/dmu_tx.c dmu_tx_delay",
        "man zfs(4)",
    ],
    rule: answer,
};
