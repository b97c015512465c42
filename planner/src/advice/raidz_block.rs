//! How many sectors does one block take on a vdev, and what does `zfs list` show for it?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::redundancy::Redundancy;
use super::topic::{Input, Output, Topic};
use crate::ashift::Ashift;
use crate::capacity::{BlockGeometry, BlockSize};
use crate::error::Error;
use crate::layout::VdevType;

/// Returns how a vdev written as `layout`, with `width` drives, lays out its blocks.
///
/// # Errors
/// [`Error::Rule`]: `width_too_small` where the drives are no more than the parity, `out_of_range` for other widths that
/// cannot be, `bad_input` for what is no layout.
pub(super) fn geometry(layout: &str, width: Option<u64>, ashift: u32) -> Result<BlockGeometry, Error> {
    let vdev = Redundancy::parse(layout).ok_or_else(|| {
        refuse(
            "bad_input",
            format!("`layout`: `{layout}` is no type of vdev"),
            "write mirror, raidz1, raidz2, raidz3, draid2:8d or stripe",
        )
    })?;
    let smallest = match vdev.kind() {
        VdevType::Stripe => 1,
        VdevType::Mirror => 2,
        VdevType::Raidz { parity } => u64::from(parity) + 1,
        VdevType::Draid { parity, data, .. } => u64::from(parity) + u64::from(data),
    };
    // Only RAID-Z needs the width for the space of a block.
    let width = match (vdev.kind(), width) {
        (VdevType::Raidz { .. }, None) => {
            return Err(refuse(
                "missing_input",
                format!("`width`: a block on {layout} depends on the drives of the vdev"),
                "",
            ));
        }
        (_, Some(width)) if width < smallest => {
            return Err(refuse(
                "width_too_small",
                format!("`width`: {layout} needs at least {smallest} drives, not {width}"),
                "",
            ));
        }
        (VdevType::Stripe, _) => 1,
        (_, width) => width.unwrap_or(smallest),
    };
    let out_of_range = |error: &Error| {
        let hint = error.hint().unwrap_or_default().to_owned();
        refuse("out_of_range", error.to_string(), hint)
    };
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    let ashift = Ashift::new(ashift).map_err(|error| out_of_range(&error))?;
    BlockGeometry::new(vdev.kind(), width, ashift).map_err(|error| out_of_range(&error))
}

/// Returns the length of a block.
///
/// # Errors
/// [`Error::Rule`] with `out_of_range` for no bytes and for more than 16 MiB.
pub(super) fn block_size(bytes: u64) -> Result<BlockSize, Error> {
    BlockSize::new(bytes).map_err(|_| {
        refuse(
            "out_of_range",
            format!("`{bytes}` bytes is no block: between 1 byte and 16 MiB are possible"),
            "",
        )
    })
}

/// Returns the share of the sectors that hold data, the last one counted whole.
///
/// # Formula
/// ```text
/// ceil(block / 2^ashift) / sectors
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a block has few sectors")]
pub fn efficiency(geometry: BlockGeometry, block: BlockSize) -> f64 {
    let sectors = geometry.sectors(block);
    sectors.data as f64 / sectors.total() as f64
}

/// Returns how many raw bytes a block takes for each of its own: 3 for 8K on a raidz2 of 6 at ashift 12. A mirror counts
/// one copy.
#[must_use]
pub fn cost_factor(geometry: BlockGeometry, block: BlockSize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 16 MiB")]
    let bytes = block.as_u64() as f64;
    geometry.asize(block).as_f64() / bytes
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let layout = fields.text("layout")?.ok_or_else(|| fields.missing("layout"))?;
    let block = fields
        .count("block_bytes")?
        .ok_or_else(|| fields.missing("block_bytes"))?;
    let ashift = fields.ashift("ashift")?.unwrap_or(12);
    let geometry = geometry(&layout, fields.count("width")?, ashift)?;
    let block = block_size(block)?;
    let sectors = geometry.sectors(block);
    let mut answer = Answer::default();
    answer.put("data_sectors", sectors.data);
    answer.put("parity_sectors", sectors.parity);
    answer.put("pad_sectors", sectors.padding);
    answer.put("alloc_sectors", sectors.total());
    answer.put("efficiency", efficiency(geometry, block));
    answer.put("cost_factor", cost_factor(geometry, block));
    answer.put(
        "reported_used_bytes",
        geometry.deflate_ratio().deflate(geometry.asize(block)).as_u64(),
    );
    Ok(answer)
}

const NEEDS: &[&str] = &["layout", "width", "block_bytes"];

pub(super) const TOPIC: Topic = Topic {
    name: "raidz-block",
    summary: "Sectors that one block takes on a vdev: data, parity, padding",
    inputs: &[
        Input::name(
            "layout",
            "type of the vdev: raidz1, raidz2, raidz3, mirror, draid2:8d, stripe",
        ),
        Input::count("width", "drives", "drives of the vdev; needed for RAID-Z"),
        Input::count("ashift", "", "binary logarithm of the sector size").or("12"),
        Input::bytes("block_bytes", "size of the block after compression"),
    ],
    outputs: &[
        Output::new("data_sectors", "sectors", NEEDS, "sectors with data"),
        Output::new("parity_sectors", "sectors", NEEDS, "sectors with parity"),
        Output::new("pad_sectors", "sectors", NEEDS, "sectors that must stay empty"),
        Output::new(
            "alloc_sectors",
            "sectors",
            NEEDS,
            "all of them; one copy on a mirror",
        ),
        Output::new("efficiency", "fraction", NEEDS, "data sectors over all"),
        Output::new("cost_factor", "x", NEEDS, "raw bytes for each byte of the block"),
        Output::new(
            "reported_used_bytes",
            "bytes",
            NEEDS,
            "what `zfs list` shows as used, scaled by blocks of 128 KiB",
        ),
    ],
    sources: &[
        "OpenZFS module/zfs/vdev_raidz.c vdev_raidz_psize_to_asize; module/zfs/vdev.c vdev_set_deflate_ratio",
    ],
    rule: answer,
};
