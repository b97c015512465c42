//! What does an L2ARC cost in memory, how large may it usefully be, and how long does it take to fill?

use super::answer::Answer;
use super::fields::{Fields, share};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// Share of the ARC, in percent, above which headers stop the feeding of the L2ARC (`l2arc_meta_percent`, from 2.0).
const HEADER_PERCENT: u64 = 33;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// Returns the bytes of memory for one block that is only in the L2ARC.
///
/// # Source
/// OpenZFS `include/sys/arc_impl.h`, `arc_buf_hdr` up to `b_l1hdr`, laid out for 64 bits.
#[must_use]
pub fn header_bytes(zfs: ZfsRelease) -> u64 {
    if zfs < ZfsRelease::V0_7 { 104 } else { 96 }
}

/// Returns the bytes of headers that an L2ARC of `l2arc` bytes full of blocks of `block` compressed bytes, at least 1,
/// keeps in memory.
#[must_use]
pub fn header_total(zfs: ZfsRelease, l2arc: u64, block: u64) -> u64 {
    (l2arc / block.max(1)).saturating_mul(header_bytes(zfs))
}

/// Returns whether headers of `headers` bytes stop the feeding with an ARC of `arc_max` bytes; never before 2.0.
#[must_use]
pub fn header_limit_reached(zfs: ZfsRelease, headers: u64, arc_max: u64) -> bool {
    zfs >= ZfsRelease::V2_0 && headers > share(arc_max, HEADER_PERCENT, 100)
}

/// Returns the largest L2ARC in bytes whose headers still fit; none before 2.0, where nothing stops it.
///
/// # Formula
/// ```text
/// floor(arc_max · 33 / 100 / header) · block
/// ```
#[must_use]
pub fn largest_useful(zfs: ZfsRelease, arc_max: u64, block: u64) -> Option<u64> {
    (zfs >= ZfsRelease::V2_0)
        .then(|| (share(arc_max, HEADER_PERCENT, 100) / header_bytes(zfs)).saturating_mul(block))
}

/// Returns the bytes a second with which each cache device is fed once the ARC is warm.
///
/// # Source
/// OpenZFS `module/zfs/arc.c`, `L2ARC_WRITE_SIZE` at 0.6.5 to 2.4 and in the development tree.
#[must_use]
pub fn fill_rate(zfs: ZfsRelease) -> u64 {
    let mebibytes = if zfs >= ZfsRelease::MASTER {
        64
    } else if zfs >= ZfsRelease::V2_3 {
        32
    } else {
        8
    };
    mebibytes << 20
}

#[expect(
    clippy::cast_precision_loss,
    reason = "seconds and ratios do not need the last byte"
)]
fn fill_figures(zfs: ZfsRelease, l2arc: u64, devices: u64) -> (f64, f64) {
    let rate = fill_rate(zfs) as f64 * devices as f64;
    let seconds = l2arc as f64 / rate;
    let per_day = SECONDS_PER_DAY / seconds;
    // The development tree holds each device to one drive write a day (l2arc_dwpd_limit).
    let per_day = if zfs >= ZfsRelease::MASTER {
        per_day.min(1.0)
    } else {
        per_day
    };
    (seconds, per_day)
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let zfs = fields.required_zfs()?;
    let l2arc = fields.positive("l2arc_bytes")?;
    let block = fields.positive("avg_block_bytes")?;
    let arc_max = fields.positive("arc_max_bytes")?;
    let devices = fields.positive("devices")?.unwrap_or(1);
    let mut answer = Answer::default();
    answer.put("header_bytes_per_block", header_bytes(zfs));
    answer.put("l2arc_noprefetch_default", 1_u64);
    if let (Some(l2arc), Some(block)) = (l2arc, block) {
        let total = header_total(zfs, l2arc, block);
        answer.put("header_total_bytes", total);
        if let Some(arc_max) = arc_max {
            let reached = header_limit_reached(zfs, total, arc_max);
            answer.put("header_limit_reached", reached);
            if reached {
                answer.warn(
                    "l2arc_larger_than_useful",
                    "headers of a full L2ARC pass 33 % of the ARC, so OpenZFS stops feeding it before it is full",
                );
            }
        }
    }
    if let (Some(block), Some(arc_max)) = (block, arc_max) {
        match largest_useful(zfs, arc_max, block) {
            Some(bytes) => answer.put("max_useful_l2arc_bytes", bytes),
            None => answer.put("max_useful_l2arc_bytes", "none"),
        }
    }
    if let Some(l2arc) = l2arc {
        let (seconds, per_day) = fill_figures(zfs, l2arc, devices);
        answer.put("steady_fill_seconds", seconds);
        answer.put("max_writes_per_day_ratio", per_day);
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "l2arc",
    summary: "Memory that an L2ARC takes for headers, its largest useful size, and how fast it fills",
    inputs: &[
        Input::zfs(),
        Input::bytes("l2arc_bytes", "size of the cache devices together"),
        Input::bytes(
            "avg_block_bytes",
            "mean size of the cached blocks after compression",
        ),
        Input::bytes("arc_max_bytes", "greatest size of the ARC (topic arc-limits)"),
        Input::count("devices", "", "number of cache devices, fed side by side").or("1"),
    ],
    outputs: &[
        Output::new(
            "header_bytes_per_block",
            "bytes",
            &["zfs"],
            "memory for one block that is only in the L2ARC",
        ),
        Output::new(
            "header_total_bytes",
            "bytes",
            &["zfs", "l2arc_bytes", "avg_block_bytes"],
            "memory for the headers of a full L2ARC",
        ),
        Output::new(
            "header_limit_reached",
            "bool",
            &["zfs", "l2arc_bytes", "avg_block_bytes", "arc_max_bytes"],
            "whether feeding stops before it is full",
        ),
        Output::new(
            "max_useful_l2arc_bytes",
            "bytes",
            &["zfs", "avg_block_bytes", "arc_max_bytes"],
            "largest L2ARC that can be filled; none before 2.0, which has no limit",
        ),
        Output::new(
            "steady_fill_seconds",
            "s",
            &["zfs", "l2arc_bytes"],
            "time to fill it once the ARC is warm",
        ),
        Output::new(
            "max_writes_per_day_ratio",
            "drive writes/day",
            &["zfs", "l2arc_bytes"],
            "wear if fed at full rate all day",
        ),
        Output::new(
            "l2arc_noprefetch_default",
            "word",
            &["zfs"],
            "default of l2arc_noprefetch in every release",
        ),
    ],
    sources: &[
        "OpenZFS include/sys/arc_impl.h arc_buf_hdr; module/zfs/arc.c l2arc_hdr_limit_reached, L2ARC_WRITE_SIZE",
        "man zfs(4)",
    ],
    rule: answer,
};
