//! What are the defaults of dataset properties, what does a value really mean, and which are allowed?

use super::answer::Answer;
use super::fields::{Fields, parse_size, refuse};
use super::recordsize::check_recordsize;
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use super::zfs_dirty::{WordSize, word_size};
use crate::error::Error;

/// Returns the default of the property `compression`: `off` to 2.1, `on` from 2.2.
///
/// # Source
/// OpenZFS `include/sys/zio.h`, `ZIO_COMPRESS_DEFAULT`; release notes of 2.2.
#[must_use]
pub fn compression_default(zfs: ZfsRelease) -> &'static str {
    if zfs >= ZfsRelease::V2_2 { "on" } else { "off" }
}

/// Whether the pool feature `lz4_compress` is active, as it is in every pool made since 0.6.3 unless disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lz4Feature {
    /// Active.
    Active,
    /// Disabled.
    Disabled,
}

/// Returns the algorithm and level that a value of the property `compression` stands for.
///
/// # Errors
/// [`Error::Rule`] with `bad_compression_level` for a level or algorithm that there is not.
///
/// # Source
/// OpenZFS man page zfsprops(7); `module/zcommon/zfs_prop.c`.
pub fn canonical_compression(value: &str, feature: Lz4Feature) -> Result<String, Error> {
    let known = match value {
        "on" => match feature {
            Lz4Feature::Active => Some("lz4"),
            Lz4Feature::Disabled => Some("lzjb"),
        },
        "off" | "lz4" | "lzjb" | "zle" => Some(value),
        "gzip" => Some("gzip-6"),
        "zstd" => Some("zstd-3"),
        "zstd-fast" => Some("zstd-fast-1"),
        _ => None,
    };
    if let Some(known) = known {
        return Ok(known.to_owned());
    }
    let level = |prefix: &str| -> Option<u32> {
        let digits = value.strip_prefix(prefix)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        if plain { digits.parse().ok() } else { None }
    };
    let allowed = if value.starts_with("zstd-fast-") {
        level("zstd-fast-").is_some_and(|level| {
            (1..=10).contains(&level) || (level <= 100 && level % 10 == 0) || matches!(level, 500 | 1000)
        })
    } else if value.starts_with("zstd-") {
        level("zstd-").is_some_and(|level| (1..=19).contains(&level))
    } else {
        level("gzip-").is_some_and(|level| (1..=9).contains(&level))
    };
    if allowed {
        return Ok(value.to_owned());
    }
    Err(refuse(
        "bad_compression_level",
        format!("`{value}` is no value of compression"),
        "lz4, zstd, zstd-1 to zstd-19, zstd-fast-1 to -10, by tens to -100, -500, -1000, gzip-1 to gzip-9, zle, lzjb, on, off",
    ))
}

/// Whether the pool feature `large_blocks` is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LargeBlocks {
    /// Active.
    Active,
    /// Disabled.
    Disabled,
}

/// Returns the largest recordsize in bytes.
///
/// # Formula
/// ```text
/// 128 KiB without large_blocks; 1 MiB with it to 2.1 and with 32 bits; 16 MiB from 2.2
/// ```
///
/// # Source
/// OpenZFS `module/zfs/dsl_dataset.c`, `zfs_max_recordsize`; man page zfs(4).
#[must_use]
pub fn largest_recordsize(zfs: ZfsRelease, feature: LargeBlocks, word_size: WordSize) -> u64 {
    match (feature, word_size) {
        (LargeBlocks::Disabled, _) => 128 << 10,
        (LargeBlocks::Active, WordSize::Bits64) if zfs >= ZfsRelease::V2_2 => 16 << 20,
        (LargeBlocks::Active, _) => 1 << 20,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Property {
    Compression,
    Recordsize,
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let zfs = fields.zfs()?;
    let properties = [
        ("compression", Property::Compression),
        ("recordsize", Property::Recordsize),
    ];
    let property = fields.word("property", &properties)?;
    let value = fields.text("value")?;
    match property {
        Some(Property::Compression) => {
            answer.put_some("value", zfs.map(compression_default));
            if let Some(value) = value {
                let feature = match fields.flag("lz4_compress")? {
                    Some(false) => Lz4Feature::Disabled,
                    _ => Lz4Feature::Active,
                };
                if value.starts_with("zstd") && zfs.is_some_and(|zfs| zfs < ZfsRelease::V2_0) {
                    return Err(refuse(
                        "feature_not_in_version",
                        "zstd came with OpenZFS 2.0",
                        "use lz4",
                    ));
                }
                answer.put("canonical", canonical_compression(&value, feature)?);
            }
        }
        Some(Property::Recordsize) => {
            answer.put_some("value", zfs.map(|_| 131_072_u64));
            let feature = match fields.flag("large_blocks")? {
                Some(false) => LargeBlocks::Disabled,
                _ => LargeBlocks::Active,
            };
            let largest = match zfs {
                Some(zfs) => Some(largest_recordsize(zfs, feature, word_size(fields)?)),
                None => None,
            };
            answer.put_some("max_bytes", largest);
            if let Some(value) = value {
                let bytes = parse_size(&value)
                    .ok_or_else(|| fields.out_of_range("value", "is not a number of bytes"))?;
                check_recordsize(bytes)?;
                if largest.is_some_and(|largest| bytes > largest) {
                    return Err(fields.out_of_range("value", "is more than this release takes"));
                }
                answer.put("canonical", bytes);
            }
        }
        None => {}
    }
    let relatime = fields.word("relatime", &[("on", true), ("off", false)])?;
    if let Some(relatime) = relatime {
        let atime = fields
            .word("atime", &[("on", true), ("off", false)])?
            .unwrap_or(true);
        answer.put("relatime_effective", relatime && atime);
        if relatime && !atime {
            answer.warn("relatime_without_atime", "relatime counts only with atime=on");
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "dataset-defaults",
    summary: "Defaults and limits of dataset properties, and what a value stands for",
    inputs: &[
        Input::word("property", &["compression", "recordsize"], "the property"),
        Input::zfs(),
        Input::name("value", "a value of the property, to check and to spell out"),
        Input::flag("lz4_compress", "whether the pool feature lz4_compress is active").or("true"),
        Input::flag("large_blocks", "whether the pool feature large_blocks is active").or("true"),
        Input::count("bits", "bits", "word size of the kernel, 32 or 64").or("64"),
        Input::word("atime", &["on", "off"], "property atime").or("on"),
        Input::word("relatime", &["on", "off"], "property relatime"),
    ],
    outputs: &[
        Output::new("value", "word", &["property", "zfs"], "the default"),
        Output::new(
            "canonical",
            "word",
            &["property", "value"],
            "the value spelled out",
        ),
        Output::new("max_bytes", "bytes", &["property", "zfs"], "largest recordsize"),
        Output::new(
            "relatime_effective",
            "bool",
            &["relatime"],
            "whether relatime does anything",
        ),
    ],
    sources: &["man zfsprops(7) compression, recordsize, relatime; man zfs(4) zfs_max_recordsize"],
    rule: answer,
};
