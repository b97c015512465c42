//! Which blocks go to a special vdev, how large must it be, and is it safe enough?

use super::answer::Answer;
use super::block_histogram::parse_block_histogram;
use super::fields::{Fields, refuse};
use super::redundancy::Redundancy;
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// Share of the special class, in percent, above which data goes to normal vdevs: 100 less
/// `zfs_special_class_metadata_reserve_pct`.
const DATA_PERCENT: u64 = 75;

/// What a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockUse {
    /// Data of a file or zvol.
    Data,
    /// Metadata, indirect blocks included.
    Metadata,
}

/// Returns whether a block goes to the special vdev. Sizes in bytes; `physical` is the size after compression.
///
/// # Source
/// OpenZFS `module/zfs/spa_misc.c`, `spa_preferred_class`.
#[must_use]
pub fn goes_to_special(block: BlockUse, physical: u64, threshold: u64, used: u64, capacity: u64) -> bool {
    match block {
        BlockUse::Metadata => capacity > 0,
        BlockUse::Data => {
            let room = u128::from(used) * 100 < u128::from(capacity) * u128::from(DATA_PERCENT);
            physical <= threshold && room
        }
    }
}

/// Checks a value of the property `special_small_blocks`.
///
/// # Errors
/// [`Error::Rule`]: to 2.3 `not_power_of_two` unless it is 0 or a power of two, `out_of_range` outside 512 bytes to
/// 1 MiB; from 2.4 `out_of_range` above 16 MiB.
///
/// # Source
/// OpenZFS `module/zcommon/zfs_prop.c`; man page zfsprops(7) at 2.3 and 2.4.
pub fn check_threshold(threshold: u64, zfs: ZfsRelease) -> Result<(), Error> {
    let too_far = |range: &str| {
        refuse(
            "out_of_range",
            format!("`special_small_blocks`: {threshold} is outside {range} in OpenZFS {zfs}"),
            "",
        )
    };
    if zfs >= ZfsRelease::V2_4 {
        return if threshold <= 16 << 20 {
            Ok(())
        } else {
            Err(too_far("0 to 16 MiB"))
        };
    }
    if threshold == 0 {
        return Ok(());
    }
    if !threshold.is_power_of_two() {
        return Err(refuse(
            "not_power_of_two",
            format!("`special_small_blocks`: {threshold} is no power of two, which OpenZFS {zfs} asks for"),
            "from 2.4 any size is allowed",
        ));
    }
    if (512..=1 << 20).contains(&threshold) {
        Ok(())
    } else {
        Err(too_far("512 bytes to 1 MiB"))
    }
}

/// Returns whether a top-level vdev can be removed from the pool again: not once RAID-Z or dRAID is in it.
///
/// # Source
/// OpenZFS man page zpool-remove(8).
#[must_use]
pub fn removable(all: &[Redundancy]) -> bool {
    all.iter().all(|vdev| vdev.can_be_evacuated())
}

/// Returns whether `vdevs` tolerate fewer failed drives than the data vdevs do.
#[must_use]
pub fn less_redundant(vdevs: &[Redundancy], data: &[Redundancy]) -> bool {
    let least = |vdevs: &[Redundancy]| vdevs.iter().map(|vdev| vdev.tolerance()).min();
    matches!((least(vdevs), least(data)), (Some(vdevs), Some(data)) if vdevs < data)
}

fn redundancies(fields: &Fields<'_>, name: &'static str) -> Result<Option<Vec<Redundancy>>, Error> {
    let Some(items) = fields.list(name)? else {
        return Ok(None);
    };
    let read = |item: &serde_json::Value| item.as_str().and_then(Redundancy::parse);
    let all: Option<Vec<_>> = items.iter().map(read).collect();
    match all {
        Some(all) if !all.is_empty() => Ok(Some(all)),
        _ => Err(fields.out_of_range(
            name,
            "must list vdevs such as mirror, mirror:3, raidz2, draid2 or stripe",
        )),
    }
}

/// Returns the bytes to plan so that `content` bytes leave the class below the limit for data.
#[expect(clippy::cast_precision_loss, reason = "a percentage")]
fn with_reserve(content: f64) -> f64 {
    (content * 100.0 / DATA_PERCENT as f64).ceil()
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let zfs = fields.zfs()?;
    let threshold = fields.count("special_small_blocks")?;
    if let (Some(threshold), Some(zfs)) = (threshold, zfs) {
        check_threshold(threshold, zfs)?;
        answer.put("valid", true);
    }
    let uses = [("data", BlockUse::Data), ("metadata", BlockUse::Metadata)];
    if let (Some(block), Some(capacity)) = (
        fields.word("block", &uses)?,
        fields.count("special_capacity_bytes")?,
    ) {
        let used = fields.count("special_alloc_bytes")?.unwrap_or(0);
        if used > capacity {
            return Err(fields.out_of_range("special_alloc_bytes", "is more than special_capacity_bytes"));
        }
        let physical = match (block, fields.count("physical_bytes")?) {
            (BlockUse::Metadata, size) => size.unwrap_or(0),
            (BlockUse::Data, size) => size.ok_or_else(|| fields.missing("physical_bytes"))?,
        };
        let special = goes_to_special(block, physical, threshold.unwrap_or(0), used, capacity);
        answer.put("allocation_class", if special { "special" } else { "normal" });
    }
    if let (Some(threshold), Some(record)) = (threshold, fields.positive("recordsize")?)
        && threshold >= record
    {
        answer.warn(
            "all_data_goes_to_special",
            "with special_small_blocks at or above the recordsize every block of the dataset goes to the special vdev",
        );
    }
    if let Some(text) = fields.text("text")? {
        let histogram = parse_block_histogram(&text)?;
        let (surely, perhaps) = histogram.at_most(threshold.unwrap_or(0));
        answer.put("small_block_bytes_low", surely);
        answer.put("small_block_bytes_high", perhaps);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let metadata = histogram
            .metadata
            .or(fields.count("metadata_bytes")?.map(|bytes| bytes as f64));
        answer.put_some("metadata_bytes", metadata);
        answer.put(
            "recommended_special_bytes",
            with_reserve(perhaps + metadata.unwrap_or(0.0)),
        );
        if metadata.is_none() {
            answer.warn(
                "metadata_size_unknown",
                "the text has no `Metadata Total` line; metadata comes on top of the recommended size",
            );
        }
    }
    let (pool, special) = (redundancies(fields, "pool")?, redundancies(fields, "special")?);
    if let (Some(mut all), Some(special)) = (pool, special) {
        if less_redundant(&special, &all) {
            answer.warn(
                "special_less_redundant_than_pool",
                "the pool is lost with its special vdev, and that outlives fewer failed drives than the data vdevs",
            );
        }
        all.extend(special);
        answer.put("removable_later", removable(&all));
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "special-vdev",
    summary: "Which blocks a special vdev takes, how large it must be, and whether it is safe enough",
    inputs: &[
        Input::zfs(),
        Input::bytes("special_small_blocks", "property special_small_blocks").or("0"),
        Input::word("block", &["data", "metadata"], "what a block holds"),
        Input::bytes("physical_bytes", "size of the block after compression"),
        Input::bytes("special_capacity_bytes", "size of the special class"),
        Input::bytes("special_alloc_bytes", "bytes allocated on it").or("0"),
        Input::bytes(
            "recordsize",
            "property recordsize of the dataset, to compare the threshold with",
        ),
        Input::list(
            "pool",
            "",
            "data vdevs, as in [\"raidz2\"]; also mirror, mirror:3, draid2, stripe",
        ),
        Input::list("special", "", "special vdevs, written alike"),
        Input::text(
            "text",
            "output of `zdb -Lbbbs POOL`, or its part from `Block Size Histogram` on",
        ),
        Input::bytes(
            "metadata_bytes",
            "size of the metadata, where the text does not tell",
        ),
    ],
    outputs: &[
        Output::new(
            "valid",
            "bool",
            &["zfs", "special_small_blocks"],
            "whether the release takes the threshold",
        ),
        Output::new(
            "allocation_class",
            "word",
            &["block", "special_capacity_bytes"],
            "special or normal: where the block goes",
        ),
        Output::new(
            "removable_later",
            "bool",
            &["pool", "special"],
            "whether the special vdev can be taken out again",
        ),
        Output::new(
            "small_block_bytes_low",
            "bytes",
            &["text"],
            "blocks that are surely at most the threshold",
        ),
        Output::new(
            "small_block_bytes_high",
            "bytes",
            &["text"],
            "with the row that starts at the threshold",
        ),
        Output::new("metadata_bytes", "bytes", &["text"], "metadata, where known"),
        Output::new(
            "recommended_special_bytes",
            "bytes",
            &["text"],
            "size that keeps the class under 75 %, beyond which data goes elsewhere",
        ),
    ],
    sources: &[
        "OpenZFS module/zfs/spa_misc.c spa_preferred_class; cmd/zdb/zdb.c dump_size_histograms",
        "man zfsprops(7) special_small_blocks; zpoolconcepts(7); zpool-remove(8); OpenZFS documentation, Special vdev",
    ],
    rule: answer,
};
