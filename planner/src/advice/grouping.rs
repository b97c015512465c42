//! Which drives belong together: by speed, by batch, by size?

use serde_json::Value as Json;

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// Returns the MB/s at which a RAID-Z vdev of drives with these MB/s streams data; 0 without data drives.
///
/// # Formula
/// ```text
/// (n − p) · slowest
/// ```
#[must_use]
pub fn vdev_stream(speeds: &[u64], parity: u64) -> u64 {
    let drives = u64::try_from(speeds.len()).unwrap_or(u64::MAX);
    let slowest = speeds.iter().copied().min().unwrap_or(0);
    drives.saturating_sub(parity).saturating_mul(slowest)
}

/// Returns the MB/s of vdevs of `width` drives each, above 0, when the drives are sorted by speed and cut into runs.
///
/// A rest of fewer than `width` drives is left out.
#[must_use]
pub fn best_stream(speeds: &[u64], width: usize, parity: u64) -> u64 {
    let mut sorted = speeds.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted
        .chunks_exact(width.max(1))
        .map(|vdev| vdev_stream(vdev, parity))
        .fold(0, u64::saturating_add)
}

/// Returns the most drives of one batch in one vdev when each batch is spread over `vdevs` vdevs, above 0, as evenly as
/// can be; `batches` holds the number of drives of each batch.
#[must_use]
pub fn most_of_one_batch(batches: &[u64], vdevs: u64) -> u64 {
    batches
        .iter()
        .map(|count| count.div_ceil(vdevs.max(1)))
        .max()
        .unwrap_or(0)
}

/// Returns the bytes that data can take on a RAID-Z vdev of drives of these sizes, before all overhead.
///
/// # Formula
/// ```text
/// (n − p) · smallest
/// ```
#[must_use]
pub fn usable_raw(sizes: &[u64], parity: u64) -> u64 {
    vdev_stream(sizes, parity)
}

fn vdev_members(fields: &Fields<'_>, speeds: &[u64]) -> Result<Option<Vec<Vec<u64>>>, Error> {
    let Some(Json::Array(vdevs)) = fields.given("vdevs") else {
        return Ok(None);
    };
    let mut used = vec![false; speeds.len()];
    let mut members = Vec::new();
    for vdev in vdevs {
        let Json::Array(indices) = vdev else {
            return Err(refuse(
                "bad_input",
                format!("`vdevs`: `{vdev}` is no list of drives"),
                "write [[0, 1], [2, 3]]",
            ));
        };
        let mut vdev_speeds = Vec::new();
        for index in indices {
            let position = index.as_u64().and_then(|index| usize::try_from(index).ok());
            let slot = position.and_then(|position| Some((used.get_mut(position)?, speeds.get(position)?)));
            let Some((taken, speed)) = slot else {
                let reason = format!(
                    "`vdevs`: there is no drive {index}; the {} drives count from 0",
                    speeds.len()
                );
                return Err(refuse("bad_input", reason, ""));
            };
            if std::mem::replace(taken, true) {
                return Err(refuse(
                    "bad_input",
                    format!("`vdevs`: drive {index} is in two vdevs"),
                    "",
                ));
            }
            vdev_speeds.push(*speed);
        }
        members.push(vdev_speeds);
    }
    Ok(Some(members))
}

fn check_parity(parity: u64, drives: usize) -> Result<(), Error> {
    if usize::try_from(parity).is_ok_and(|parity| parity < drives) {
        return Ok(());
    }
    Err(refuse(
        "out_of_range",
        format!("`parity`: a vdev of {drives} drives has no room for {parity} of parity"),
        "",
    ))
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let parity = fields.count("parity")?.unwrap_or(0);
    fields.word("goal", &[("throughput", ())])?;
    if let Some(speeds) = fields.counts("drives_MBps")? {
        if let Some(vdevs) = vdev_members(fields, &speeds)? {
            for vdev in &vdevs {
                check_parity(parity, vdev.len())?;
            }
            let stream = vdevs
                .iter()
                .map(|vdev| vdev_stream(vdev, parity))
                .fold(0, u64::saturating_add);
            answer.put("stream_MBps", stream);
        }
        if let Some(width) = fields.positive("vdev_width")? {
            let width = usize::try_from(width).unwrap_or(usize::MAX);
            check_parity(parity, width)?;
            if width > speeds.len() {
                return Err(fields.out_of_range("vdev_width", "is more than there are drives"));
            }
            answer.put("best_stream_MBps", best_stream(&speeds, width, parity));
        }
    }
    if let Some(batches) = fields.counts("batches")? {
        let vdevs = match fields.given("vdevs") {
            Some(Json::Array(vdevs)) => u64::try_from(vdevs.len()).ok(),
            Some(_) => fields.positive("vdevs")?,
            None => None,
        };
        let vdevs = vdevs
            .filter(|vdevs| *vdevs > 0)
            .ok_or_else(|| fields.missing("vdevs"))?;
        let most = most_of_one_batch(&batches, vdevs);
        answer.put("max_same_batch_per_vdev", most);
        answer.put("survives_whole_batch", most <= parity);
    }
    if let Some(sizes) = fields.counts("drives_bytes")? {
        check_parity(parity, sizes.len())?;
        answer.put("usable_raw_bytes", usable_raw(&sizes, parity));
        let (smallest, largest) = (sizes.iter().min(), sizes.iter().max());
        if smallest != largest {
            answer.warn(
                "sizes_differ",
                "every drive of a vdev counts only as much as its smallest",
            );
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "grouping",
    summary: "Which drives belong in one vdev: by speed, batch and size",
    inputs: &[
        Input::count("parity", "drives", "drives of a vdev that may fail").or("0"),
        Input::list("drives_MBps", "MB/s", "measured speed of each drive"),
        Input::list(
            "vdevs",
            "",
            "drives of each vdev by position from 0, as in [[0, 1], [2, 3]]; or their number",
        ),
        Input::word("goal", &["throughput"], "what the grouping is for").or("throughput"),
        Input::count(
            "vdev_width",
            "drives",
            "drives of each vdev, for the best grouping",
        ),
        Input::list("batches", "drives", "number of drives of each batch"),
        Input::list("drives_bytes", "bytes", "size of each drive of one vdev"),
    ],
    outputs: &[
        Output::new(
            "stream_MBps",
            "MB/s",
            &["drives_MBps", "vdevs"],
            "rate at which these vdevs stream",
        ),
        Output::new(
            "best_stream_MBps",
            "MB/s",
            &["drives_MBps", "vdev_width"],
            "rate with the drives sorted by speed",
        ),
        Output::new(
            "max_same_batch_per_vdev",
            "drives",
            &["batches", "vdevs"],
            "most drives of one batch in a vdev, spread at best",
        ),
        Output::new(
            "survives_whole_batch",
            "bool",
            &["batches", "vdevs"],
            "whether the pool outlives any one batch",
        ),
        Output::new(
            "usable_raw_bytes",
            "bytes",
            &["drives_bytes"],
            "space for data before all overhead",
        ),
    ],
    sources: &["a RAID-Z block waits for its slowest column; OpenZFS documentation, RAIDZ"],
    rule: answer,
};
