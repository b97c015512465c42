//! Which block size does a zvol get, and what does it reserve?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::raidz_block::{cost_factor, geometry};
use super::redundancy::Redundancy;
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::ashift::Ashift;
use crate::capacity::{BlockSize, Volume};
use crate::error::Error;
use crate::layout::VdevType;
use crate::units::Bytes;

/// Returns the default volblocksize in bytes.
///
/// # Formula
/// ```text
/// 8 KiB to 2.1, 16 KiB from 2.2; from 2.1 doubled while twice it is at most a
/// a = sector (mirror), 2 sectors (raidz1), 4 sectors (raidz2, raidz3), data columns · sector (dRAID)
/// ```
///
/// # Source
/// OpenZFS `cmd/zfs/zfs_main.c`, `default_volblocksize`. From 2.4 a value of the pool goes first.
#[must_use]
pub fn default_volblocksize(zfs: ZfsRelease, kind: VdevType, ashift: Ashift) -> u64 {
    let mut size: u64 = if zfs >= ZfsRelease::V2_2 {
        16 << 10
    } else {
        8 << 10
    };
    if zfs < ZfsRelease::V2_1 {
        return size;
    }
    let sectors = match kind {
        VdevType::Stripe | VdevType::Mirror => 1,
        VdevType::Raidz { parity: 1 } => 2,
        VdevType::Raidz { .. } => 4,
        VdevType::Draid { data, .. } => u64::from(data),
    };
    let widest = sectors.saturating_mul(ashift.sector_bytes());
    while size <= widest / 2 {
        size *= 2;
    }
    size
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let layout = fields.text("layout")?.ok_or_else(|| fields.missing("layout"))?;
    let number = fields.ashift("ashift")?.unwrap_or(12);
    let ashift = Ashift::new(number).map_err(|error| refuse("out_of_range", error.to_string(), ""))?;
    let copies = fields.positive("copies")?.unwrap_or(1);
    if copies > 3 {
        return Err(fields.out_of_range("copies", "must be 1, 2 or 3"));
    }
    let vdev = Redundancy::parse(&layout).ok_or_else(|| {
        fields.out_of_range(
            "layout",
            "must be mirror, raidz1, raidz2, raidz3, draid2:8d or stripe",
        )
    })?;
    let mut answer = Answer::default();
    let default = fields
        .zfs()?
        .map(|zfs| default_volblocksize(zfs, vdev.kind(), ashift));
    answer.put_some("default_volblocksize", default);
    let Some(bytes) = fields.positive("volblocksize")?.or(default) else {
        return Ok(answer);
    };
    if !bytes.is_power_of_two() {
        return Err(refuse(
            "not_power_of_two",
            format!("`volblocksize`: {bytes} bytes is no power of two"),
            "write 16K or 64K",
        ));
    }
    let block = BlockSize::from_property(bytes)
        .map_err(|_| fields.out_of_range("volblocksize", "must lie between 512 bytes and 16 MiB"))?;
    let width = fields.count("width")?;
    let needs_width = matches!(vdev.kind(), VdevType::Raidz { .. });
    if width.is_some() || !needs_width {
        answer.put(
            "cost_factor",
            cost_factor(geometry(&layout, width, number)?, block),
        );
    }
    if let Some(size) = fields.positive("volsize_bytes")? {
        if size % bytes != 0 {
            return Err(refuse(
                "volsize_not_a_multiple",
                format!("`volsize_bytes`: {size} is no multiple of the volblocksize, {bytes}"),
                format!("the next size is {}", size.div_ceil(bytes).saturating_mul(bytes)),
            ));
        }
        let volume = Volume {
            size: Bytes::new(size),
            block,
        };
        let reserved = volume
            .refreservation_on([geometry(&layout, width, number)?])
            .map_err(|error| refuse("out_of_range", error.to_string(), ""))?;
        answer.put("refreservation_bytes", reserved.as_u64());
        if reserved.as_f64() > 1.25 * volume.size.as_f64() {
            answer.warn(
                "volblocksize_wasteful",
                "the volume reserves over a quarter more than its size: a larger volblocksize needs less parity and padding",
            );
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "zvol",
    summary: "Block size that a zvol gets by default, and the space it reserves",
    inputs: &[
        Input::zfs(),
        Input::name(
            "layout",
            "type of the widest vdev: mirror, raidz1, raidz2, raidz3, draid2:8d, stripe",
        ),
        Input::count("width", "drives", "drives of that vdev; needed for RAID-Z"),
        Input::count("ashift", "", "binary logarithm of the sector size").or("12"),
        Input::bytes("volblocksize", "property volblocksize").or("the release's default"),
        Input::bytes("volsize_bytes", "size of the volume"),
        Input::count("copies", "", "property copies; does not change the reservation").or("1"),
    ],
    outputs: &[
        Output::new(
            "default_volblocksize",
            "bytes",
            &["zfs", "layout"],
            "block size where none is given",
        ),
        Output::new(
            "refreservation_bytes",
            "bytes",
            &["layout", "width", "volblocksize", "volsize_bytes"],
            "what `zfs create -V` reserves",
        ),
        Output::new(
            "cost_factor",
            "x",
            &["layout", "width", "volblocksize"],
            "raw bytes for each byte of a block",
        ),
    ],
    sources: &[
        "OpenZFS cmd/zfs/zfs_main.c default_volblocksize; lib/libzfs/libzfs_dataset.c zvol_volsize_to_reservation",
    ],
    rule: answer,
};
