//! How large must a log device be?

use super::answer::{Answer, whole};
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use super::zfs_dirty::{self, TXG_TIMEOUT_SECONDS, WordSize};
use crate::error::Error;

const GIB: u64 = 1 << 30;
/// Smallest vdev that OpenZFS takes, 64 MiB (`SPA_MINDEVSIZE`).
pub const SMALLEST_VDEV: u64 = 64 << 20;
/// Transaction groups that can hold log data at once: open, quiescing, syncing.
const TXGS_IN_FLIGHT: u64 = 3;

/// Returns the bytes of log that synchronous writes of `rate` bytes per second need.
///
/// # Formula
/// ```text
/// rate · txg_timeout · transaction groups in flight
/// ```
///
/// # Errors
/// [`Error::Rule`] with `out_of_range` if the product is too large to be a size.
///
/// # Source
/// OpenZFS `module/zfs/txg.c`: up to three active groups.
#[expect(clippy::cast_precision_loss, reason = "both counts are small")]
pub fn log_need(rate: f64, txg_timeout: u64, txgs: u64) -> Result<u64, Error> {
    whole((rate * txg_timeout as f64 * txgs as f64).ceil()).ok_or_else(|| {
        refuse(
            "out_of_range",
            "the log would need more bytes than can be counted",
            "",
        )
    })
}

/// Returns the bytes to plan for a log: the need, cut from 2.1.6 at what OpenZFS puts there at most, in whole GiB and at
/// least one.
///
/// # Source
/// OpenZFS man page zfs(4), `zfs_wrlog_data_max`.
#[must_use]
pub fn recommended_log(need: u64, cap: Option<u64>) -> u64 {
    let bytes = cap.map_or(need, |cap| need.min(cap));
    bytes.div_ceil(GIB).max(1).saturating_mul(GIB)
}

/// Returns whether OpenZFS takes a log device of `bytes` bytes.
///
/// # Errors
/// [`Error::Rule`] with `slog_below_64MiB`.
pub fn check_log_device(bytes: u64) -> Result<(), Error> {
    if bytes >= SMALLEST_VDEV {
        return Ok(());
    }
    Err(refuse(
        "slog_below_64MiB",
        format!("`slog_bytes`: OpenZFS takes no vdev of {bytes} bytes"),
        "a log device has at least 64 MiB",
    ))
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let zfs = fields.zfs()?;
    let ram = fields.positive("ram_bytes")?;
    let rate = fields.number("sync_write_Bps")?;
    let timeout = fields.positive("txg_timeout_s")?.unwrap_or(TXG_TIMEOUT_SECONDS);
    let txgs = fields.positive("txgs_in_flight")?.unwrap_or(TXGS_IN_FLIGHT);
    let device = fields.count("slog_bytes")?;
    let mut answer = Answer::default();
    if let Some(bytes) = device {
        check_log_device(bytes)?;
        answer.put("accepted", true);
    }
    if fields.flag("shared_with_cache")? == Some(true) {
        answer.warn(
            "log_shares_device_with_cache",
            "the steady feeding of the cache delays log writes, and one failed drive takes both",
        );
    }
    let Some(rate) = rate else {
        return Ok(answer);
    };
    let need = log_need(rate, timeout, txgs)?;
    answer.put("rate_need_bytes", need);
    // Before 2.1.6 memory does not matter; from there on the cap cannot be told without it.
    let cap = match (zfs, ram) {
        (Some(zfs), _) if zfs < ZfsRelease::V2_1_6 => Some(None),
        (Some(zfs), Some(ram)) => {
            let dirty_max = zfs_dirty::dirty_data_max(zfs, ram, WordSize::Bits64);
            Some(zfs_dirty::write_log_max(zfs, dirty_max))
        }
        _ => None,
    };
    if let Some(cap) = cap {
        let recommended = recommended_log(need, cap);
        answer.put("recommended_bytes", recommended);
        match device {
            Some(bytes) if bytes < recommended => answer.warn(
                "slog_smaller_than_recommended",
                "a full log stops synchronous writes until a transaction group is on disk",
            ),
            Some(bytes) if bytes / 2 >= recommended => answer.warn(
                "slog_larger_than_useful",
                "OpenZFS will not fill this log; the rest stays empty, which at least spares the flash",
            ),
            _ => {}
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "slog-size",
    summary: "Size of a log device for a rate of synchronous writes",
    inputs: &[
        Input::zfs(),
        Input::bytes("ram_bytes", "memory the kernel sees"),
        Input::number(
            "sync_write_Bps",
            "B/s",
            "rate of synchronous writes: the least of network, clients and log device",
        ),
        Input::count("txg_timeout_s", "s", "zfs_txg_timeout").or("5"),
        Input::count(
            "txgs_in_flight",
            "",
            "transaction groups that hold log data at once",
        )
        .or("3"),
        Input::bytes("slog_bytes", "size of a log device to judge"),
        Input::flag("shared_with_cache", "whether log and cache share a drive").or("false"),
    ],
    outputs: &[
        Output::new(
            "rate_need_bytes",
            "bytes",
            &["sync_write_Bps"],
            "what the rate fills before it is written out",
        ),
        Output::new(
            "recommended_bytes",
            "bytes",
            &["zfs", "ram_bytes", "sync_write_Bps"],
            "size to plan, in whole GiB",
        ),
        Output::new(
            "accepted",
            "bool",
            &["slog_bytes"],
            "whether OpenZFS takes a device of that size",
        ),
    ],
    sources: &[
        "OpenZFS module/zfs/txg.c; module/zfs/dsl_pool.c zfs_wrlog_data_max",
        "man zfs(4); OpenZFS documentation, Caching",
    ],
    rule: answer,
};
