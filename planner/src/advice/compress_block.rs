//! What does a compressed block really take?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::raidz_block::{block_size, geometry};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::ashift::Ashift;
use crate::capacity::BlockGeometry;
use crate::error::Error;
use crate::layout::VdevType;

/// Most bytes that fit into a block pointer (`BPE_PAYLOAD_SIZE`).
const EMBEDDED_BYTES: u64 = 112;

/// What may be stored within the block pointer instead of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedding {
    /// Up to 112 bytes go into the block pointer.
    Allowed,
    /// Nothing does: the feature is off, or the data is encrypted.
    Forbidden,
}

/// Whether the compression asks for whole sectors to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionKind {
    /// Run-length coding of zeros.
    Zle,
    /// Every other algorithm.
    Other,
}

/// A block that was compressed. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompressedBlock {
    /// Size before, above 0.
    pub logical: u64,
    /// Size after; 0 for a block of zeros, which becomes a hole.
    pub compressed: u64,
    /// Ashift of the vdev.
    pub ashift: Ashift,
    /// The release.
    pub zfs: ZfsRelease,
    /// The algorithm.
    pub kind: CompressionKind,
    /// Whether little data may go into the block pointer.
    pub embedding: Embedding,
}

/// Returns the physical bytes of a block: 0 where it needs none of its own.
///
/// # Formula
/// ```text
/// limit = logical − logical / 8                                        an eighth must be saved
/// from 2.3, except zle: limit −= limit mod 2^ashift; 112 if less than a sector is left
/// compressed > limit                 → logical
/// compressed ≤ 112, if allowed       → 0
/// otherwise                          → compressed, rounded up to sectors; logical if that is no less
/// ```
///
/// # Source
/// OpenZFS `module/zfs/zio.c`, `zio_write_compress`; `module/zfs/zio_compress.c`, `zio_compress_data`.
#[must_use]
pub fn physical_bytes(block: &CompressedBlock) -> u64 {
    let sector = block.ashift.sector_bytes();
    if block.compressed == 0 {
        return 0;
    }
    let mut limit = block.logical - block.logical / 8;
    if block.zfs >= ZfsRelease::V2_3 && block.kind == CompressionKind::Other {
        limit -= limit % sector;
        if limit < sector {
            limit = EMBEDDED_BYTES;
        }
    }
    if block.compressed > limit {
        return block.logical;
    }
    if block.compressed <= EMBEDDED_BYTES && block.embedding == Embedding::Allowed {
        return 0;
    }
    block.compressed.next_multiple_of(sector).min(block.logical)
}

/// Returns the sectors on a vdev that `bytes` bytes take; none for no bytes.
fn sectors(geometry: BlockGeometry, bytes: u64) -> Result<u64, Error> {
    if bytes == 0 {
        Ok(0)
    } else {
        Ok(geometry.sectors(block_size(bytes)?).total())
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let logical = fields
        .positive("logical_bytes")?
        .ok_or_else(|| fields.missing("logical_bytes"))?;
    block_size(logical)?;
    let compressed = fields
        .count("compressed_bytes")?
        .ok_or_else(|| fields.missing("compressed_bytes"))?;
    let number = fields.ashift("ashift")?.unwrap_or(12);
    let ashift = Ashift::new(number).map_err(|error| refuse("out_of_range", error.to_string(), ""))?;
    let zfs = fields.required_zfs()?;
    let dedup = fields.flag("dedup")?.unwrap_or(false);
    let encrypted = fields.flag("encrypted")?.unwrap_or(false);
    let feature = fields.flag("embedded_data")?.unwrap_or(true);
    let possible = feature && !encrypted && !(dedup && zfs < ZfsRelease::V2_4);
    let kind = match fields.text("algorithm")?.as_deref() {
        Some("zle") => CompressionKind::Zle,
        _ => CompressionKind::Other,
    };
    let block = CompressedBlock {
        logical,
        compressed,
        ashift,
        zfs,
        kind,
        embedding: if possible {
            Embedding::Allowed
        } else {
            Embedding::Forbidden
        },
    };
    let physical = physical_bytes(&block);
    let mut answer = Answer::default();
    answer.put("physical_bytes", physical);
    let (geometry, on_raidz) = match fields.text("layout")? {
        Some(layout) => (geometry(&layout, fields.count("width")?, number)?, true),
        None => {
            let single = BlockGeometry::new(VdevType::Stripe, 1, ashift);
            (
                single.map_err(|error| refuse("out_of_range", error.to_string(), ""))?,
                false,
            )
        }
    };
    let (taken, raw) = (sectors(geometry, physical)?, sectors(geometry, logical)?);
    answer.put("alloc_sectors", taken);
    #[expect(clippy::cast_precision_loss, reason = "a block has few sectors")]
    let saved = if raw == 0 {
        0.0
    } else {
        1.0 - taken as f64 / raw as f64
    };
    answer.put("space_saved_fraction", saved);
    if on_raidz && physical < logical && taken == raw {
        answer.warn(
            "parity_and_padding_eat_the_gain",
            "compressratio counts this block as compressed, but on this vdev it takes as many sectors as without",
        );
    }
    Ok(answer)
}

const NEEDS: &[&str] = &["zfs", "logical_bytes", "compressed_bytes"];

pub(super) const TOPIC: Topic = Topic {
    name: "compress-block",
    summary: "Space that a compressed block really takes, sectors, parity and padding included",
    inputs: &[
        Input::zfs(),
        Input::bytes("logical_bytes", "size of the block before compression"),
        Input::bytes("compressed_bytes", "size after; 0 for nothing but zeros"),
        Input::count("ashift", "", "binary logarithm of the sector size").or("12"),
        Input::name("layout", "type of the vdev, as in raidz-block").or("one drive or mirror"),
        Input::count("width", "drives", "drives of the vdev; needed for RAID-Z"),
        Input::flag(
            "embedded_data",
            "whether the pool feature embedded_data is active",
        )
        .or("true"),
        Input::flag("encrypted", "whether the dataset is encrypted").or("false"),
        Input::flag("dedup", "whether dedup is on").or("false"),
        Input::name("algorithm", "the algorithm; only zle differs").or("lz4"),
    ],
    outputs: &[
        Output::new(
            "physical_bytes",
            "bytes",
            NEEDS,
            "size as stored; 0 within the block pointer or as a hole",
        ),
        Output::new(
            "alloc_sectors",
            "sectors",
            NEEDS,
            "sectors on the vdev; one copy on a mirror",
        ),
        Output::new(
            "space_saved_fraction",
            "fraction",
            NEEDS,
            "share of the sectors that compression saves",
        ),
    ],
    sources: &["OpenZFS module/zfs/zio.c zio_write_compress; module/zfs/zio_compress.c"],
    rule: answer,
};
