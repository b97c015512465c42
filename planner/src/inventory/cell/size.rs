//! Capacities: exact bytes, label sizes, and the binary figures that tools round.

use super::number::{Decimal, DecimalMark, NumberError, leading_number};
use super::{CellError, Reading};
use crate::drive::{Capacity, CapacityKind, Media};
use crate::units::Bytes;

/// A unit of capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    /// Bytes of one unit.
    pub(crate) bytes: u64,
    /// Whether it is written with the binary `i`.
    pub(crate) binary: bool,
    /// Whether it is a letter alone, as `T`, which some tools use for TiB and people for TB.
    pub(crate) bare: bool,
}

/// The smallest device that OpenZFS accepts in a vdev, `SPA_MINDEVSIZE` (include/sys/fs/zfs.h): 64 MiB.
pub(crate) const SMALLEST_DEVICE: u64 = 64 << 20;

/// No drive is as large as 1 EiB; figures from there on are slips of the pen.
const TOO_LARGE: u64 = 1 << 60;

/// Sizes that drives are sold in, in GB.
const SOLD_SIZES: [u64; 55] = [
    60, 80, 100, 120, 128, 160, 200, 240, 250, 256, 300, 320, 375, 400, 480, 500, 512, 600, 640, 750, 800,
    900, 960, 1000, 1200, 1500, 1600, 1800, 1920, 2000, 2400, 3000, 3200, 3840, 4000, 5000, 6000, 6400, 7680,
    8000, 10_000, 12_000, 12_800, 14_000, 15_360, 16_000, 18_000, 20_000, 22_000, 24_000, 26_000, 28_000,
    30_000, 30_720, 32_000,
];

/// Returns the unit that a word names, in any case: `TB`, `GiB`, `To`, `bytes`, `T`.
pub(crate) fn unit(word: &str) -> Option<Unit> {
    let word: String = word
        .to_lowercase()
        .chars()
        .filter(|character| !matches!(character, ' ' | '.' | '(' | ')' | '[' | ']'))
        .collect();
    let named = |bytes, binary| {
        Some(Unit {
            bytes,
            binary,
            bare: false,
        })
    };
    let word = match word.as_str() {
        "b" | "byte" | "bytes" | "octet" | "octets" | "字节" => return named(1, false),
        "тб" => "tb",
        "гб" => "gb",
        "мб" => "mb",
        "kilobyte" | "kilobytes" => "kb",
        "megabyte" | "megabytes" => "mb",
        "gigabyte" | "gigabytes" => "gb",
        "terabyte" | "terabytes" => "tb",
        "gibibyte" | "gibibytes" => "gib",
        "tebibyte" | "tebibytes" => "tib",
        other => other,
    };
    let mut letters = word.chars();
    let power = match letters.next()? {
        'k' => 1,
        'm' => 2,
        'g' => 3,
        't' => 4,
        'p' => 5,
        'e' => 6,
        _ => return None,
    };
    match letters.as_str() {
        "" => Some(Unit {
            bytes: 1000u64.pow(power),
            binary: false,
            bare: true,
        }),
        "b" | "o" | "byte" | "bytes" => named(1000u64.pow(power), false),
        "i" | "ib" | "io" | "ibyte" | "ibytes" => named(1024u64.pow(power), true),
        _ => None,
    }
}

/// Returns what a cell says about the capacity; `header_unit` is the unit that the column's header names.
pub(crate) fn read(
    text: &str,
    mark: DecimalMark,
    header_unit: Option<Unit>,
) -> Result<Reading<Capacity>, CellError> {
    const HINT: &str = "write `18 TB`, `16.4 TiB` or the exact bytes";
    let too_large = || CellError::new("is too large: no drive holds 1 EiB", HINT);
    let (number, rest) = match leading_number(text, mark) {
        Ok(read) => read,
        Err(NumberError::TooLarge) => return Err(too_large()),
        Err(NumberError::NotANumber) => {
            let lower = text.to_lowercase();
            let no_number = ["nan", "inf", "-inf", "+inf"]
                .iter()
                .any(|word| lower.starts_with(word));
            let reason = if no_number {
                "is not a number"
            } else {
                "is not a size"
            };
            return Err(CellError::new(reason, HINT));
        }
    };
    if number.negative && number.mantissa > 0 {
        return Err(CellError::new(
            "is negative",
            "a tool that counts in 32 bits printed this; take the exact bytes from `lsblk -b` or `smartctl -i`",
        ));
    }
    if number.mantissa == 0 {
        return Err(CellError::new(
            "is zero",
            "0 is not a capacity; leave the cell empty where it is unknown",
        ));
    }
    let written = if rest.is_empty() {
        header_unit
    } else {
        Some(unit(rest).ok_or_else(|| CellError::new("is not a size", HINT))?)
    };
    let reading = match written {
        None => plain_bytes(number, true)?,
        Some(Unit { bytes: 1, .. }) => plain_bytes(number, false)?,
        Some(unit) => with_unit(number, unit).map_err(|_| too_large())?,
    };
    if reading.value.bytes.as_u64() >= TOO_LARGE {
        return Err(too_large());
    }
    Ok(reading)
}

fn capacity(bytes: u64, kind: CapacityKind) -> Capacity {
    Capacity {
        bytes: Bytes::new(bytes),
        kind,
        likely: None,
    }
}

fn plain_bytes(number: Decimal, unit_missing: bool) -> Result<Reading<Capacity>, CellError> {
    let (bytes, exact) = number
        .times(1)
        .map_err(|_| CellError::new("is too large: no drive holds 1 EiB", "write the exact bytes"))?;
    if unit_missing && (bytes < SMALLEST_DEVICE || !exact) {
        return Err(CellError::new(
            "has no unit",
            "write `18 TB` or `18 TiB`, or name the unit in the header: `capacity (TB)`",
        ));
    }
    if !exact {
        return Err(CellError::new(
            "is not a whole number of bytes",
            "write the exact bytes",
        ));
    }
    // A spreadsheet shows 4000787030016 as 4.00079E+12; the last digits are gone.
    if number.scientific && number.exponent > 2 {
        return Ok(Reading::doubtful(
            capacity(bytes, CapacityKind::Rounded),
            "has lost its last digits in a spreadsheet",
            "format the column as text or as a number without decimals and export it again",
        ));
    }
    Ok(Reading::certain(capacity(bytes, CapacityKind::Exact)))
}

fn with_unit(number: Decimal, unit: Unit) -> Result<Reading<Capacity>, NumberError> {
    let (bytes, _) = number.times(unit.bytes)?;
    if unit.binary {
        return Ok(Reading::certain(capacity(bytes, CapacityKind::Rounded)));
    }
    let sold = bytes.is_multiple_of(1_000_000_000) && SOLD_SIZES.contains(&(bytes / 1_000_000_000));
    let nominal = Reading::certain(capacity(bytes, CapacityKind::Nominal));
    if sold || number.decimals == 0 {
        return Ok(nominal);
    }
    let Some(size) = size_that_prints_as(number, unit) else {
        return Ok(nominal);
    };
    let binary_unit = binary_counterpart(unit);
    let (binary_bytes, _) = number.times(binary_unit)?;
    let label = gigabytes_label(size);
    Ok(if unit.bare {
        Reading::doubtful(
            capacity(binary_bytes, CapacityKind::Rounded),
            format!("taken as a binary figure: it is what tools print for a drive of {label}"),
            format!("write `{label}` or the exact bytes (`lsblk -b`)"),
        )
    } else {
        Reading::doubtful(
            nominal.value,
            format!("taken as a decimal size, though it is what some tools print for a drive of {label}"),
            format!("write `{label}`, or the binary unit with its `i`"),
        )
    })
}

fn binary_counterpart(unit: Unit) -> u64 {
    let power = (1..=6)
        .find(|power| 1000u64.pow(*power) == unit.bytes)
        .unwrap_or(0);
    1024u64.pow(power)
}

fn gigabytes_label(gigabytes: u64) -> String {
    if gigabytes < 1000 {
        format!("{gigabytes} GB")
    } else if gigabytes.is_multiple_of(1000) {
        format!("{} TB", gigabytes / 1000)
    } else {
        let text = format!("{}.{:03}", gigabytes / 1000, gigabytes % 1000);
        format!("{} TB", text.trim_end_matches('0'))
    }
}

/// Returns the sold size in GB whose real bytes, in the binary counterpart of `unit`, round to the written figure.
fn size_that_prints_as(number: Decimal, unit: Unit) -> Option<u64> {
    let binary_unit = binary_counterpart(unit);
    let (written, _) = number.times(binary_unit).ok()?;
    let half_digit = binary_unit / 10u64.checked_pow(number.decimals)? / 2 + 1;
    SOLD_SIZES.into_iter().find(|size| {
        likely_bytes(Bytes::new(size * 1_000_000_000), None)
            .is_some_and(|likely| likely.as_u64().abs_diff(written) <= half_digit)
    })
}

/// Returns the bytes that a drive sold as `nominal` very likely has, or nothing for a size that follows no rule.
///
/// # Formula
/// ```text
/// up to 8 TB, and solid state of any size: sectors = 97696368 + 1953504 × (GB − 50), of 512 bytes
/// hard disks above 8 TB:                   bytes   = GB × 10^9, rounded up to a whole GiB
/// ```
/// Where the class is unknown, whole TB above 8 TB are taken for hard disks. OEM and array drives follow neither.
///
/// # Source
/// IDEMA LBA1-03 (the first rule); drives of 10 to 20 TB as sold (the second).
#[must_use]
pub(crate) fn likely_bytes(nominal: Bytes, media: Option<Media>) -> Option<Bytes> {
    const GIB: u64 = 1 << 30;
    let bytes = nominal.as_u64();
    let gigabytes = bytes / 1_000_000_000;
    if !bytes.is_multiple_of(1_000_000_000) || gigabytes < 50 {
        return None;
    }
    let rounded_to_gib = gigabytes > 8000
        && match media {
            Some(Media::Hdd) => true,
            Some(Media::Ssd) => false,
            None => gigabytes.is_multiple_of(1000),
        };
    if rounded_to_gib {
        return bytes.div_ceil(GIB).checked_mul(GIB).map(Bytes::new);
    }
    let sectors = 1_953_504u64
        .checked_mul(gigabytes - 50)?
        .checked_add(97_696_368)?;
    sectors.checked_mul(512).map(Bytes::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, bytes: u64, kind: CapacityKind) -> Option<String> {
        let reading = read(text, DecimalMark::Point, None).unwrap();
        assert_eq!(reading.value.bytes, Bytes::new(bytes), "{text}");
        assert_eq!(reading.value.kind, kind, "{text}");
        reading.warning.map(|warning| warning.reason)
    }

    #[track_caller]
    fn fails(text: &str) -> String {
        read(text, DecimalMark::Point, None).unwrap_err().reason
    }

    #[test]
    fn labels_bytes_and_binary_figures() {
        assert_eq!(reads("18 TB", 18_000_000_000_000, CapacityKind::Nominal), None);
        assert_eq!(reads("18to", 18_000_000_000_000, CapacityKind::Nominal), None);
        assert_eq!(reads("18T", 18_000_000_000_000, CapacityKind::Nominal), None);
        assert_eq!(reads("1.92TB", 1_920_000_000_000, CapacityKind::Nominal), None);
        assert_eq!(
            reads("18000207937536", 18_000_207_937_536, CapacityKind::Exact),
            None
        );
        assert_eq!(
            reads(
                "18,000,207,937,536 bytes",
                18_000_207_937_536,
                CapacityKind::Exact
            ),
            None
        );
        assert_eq!(
            reads("8.001563222016E+12", 8_001_563_222_016, CapacityKind::Exact),
            None
        );
        assert_eq!(reads("3.5 TiB", 3_848_290_697_216, CapacityKind::Rounded), None);
    }

    #[test]
    fn figures_that_tools_print_are_told_from_labels() {
        assert!(reads("7.3T", 8_026_434_882_765, CapacityKind::Rounded).is_some());
        assert!(reads("931.5G", 1_000_190_509_056, CapacityKind::Rounded).is_some());
        assert!(reads("3.64 TB", 3_640_000_000_000, CapacityKind::Nominal).is_some());
        assert!(reads("4.00079E+12", 4_000_790_000_000, CapacityKind::Rounded).is_some());
    }

    #[test]
    fn refusals_say_why() {
        assert_eq!(fails("18TBB"), "is not a size");
        assert_eq!(fails("0"), "is zero");
        assert_eq!(fails("-2147483648"), "is negative");
        assert_eq!(fails("NaN"), "is not a number");
        assert_eq!(fails("inf TB"), "is not a number");
        assert_eq!(fails("18"), "has no unit");
        for text in ["99999999999 TB", "17 EiB", "1e400 TB", "2000000000000000000000"] {
            assert!(fails(text).starts_with("is too large"), "{text}");
        }
    }

    #[test]
    fn nominal_sizes_become_the_bytes_that_such_drives_have() {
        let cases = [
            (1000, None, 1_000_204_886_016),
            (1920, Some(Media::Ssd), 1_920_383_410_176),
            (4000, None, 4_000_787_030_016),
            (8000, Some(Media::Hdd), 8_001_563_222_016),
            (10_000, Some(Media::Hdd), 10_000_831_348_736),
            (12_000, Some(Media::Hdd), 12_000_138_625_024),
            (14_000, Some(Media::Hdd), 14_000_519_643_136),
            (15_360, Some(Media::Ssd), 15_362_991_415_296),
            (16_000, Some(Media::Hdd), 16_000_900_661_248),
            (18_000, None, 18_000_207_937_536),
            (20_000, Some(Media::Hdd), 20_000_588_955_648),
        ];
        for (gigabytes, media, bytes) in cases {
            assert_eq!(
                likely_bytes(Bytes::new(gigabytes * 1_000_000_000), media),
                Some(Bytes::new(bytes)),
                "{gigabytes} GB"
            );
        }
    }
}
