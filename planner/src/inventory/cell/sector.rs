//! Sector sizes in the words of data sheets and spreadsheets.

use super::{CellError, Reading};
use crate::drive::SectorSize;

/// Logical and physical sector size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SectorPair {
    /// What the drive is addressed in.
    pub(crate) logical: SectorSize,
    /// What it writes at once.
    pub(crate) physical: SectorSize,
}

const HINT: &str = "write `512e`, `4Kn`, `512n` or both sizes: `512/4096`";

fn squeezed(text: &str) -> String {
    text.to_lowercase()
        .replace("bytes", "b")
        .replace("byte", "b")
        .replace("native", "n")
        .replace("emulation", "e")
        .replace("emulated", "e")
        .chars()
        .filter(|character| !matches!(character, ' ' | '-' | '_' | ',' | '(' | ')'))
        .collect()
}

fn number(word: &str) -> Option<SectorSize> {
    let word = word
        .strip_suffix("ib")
        .or_else(|| word.strip_suffix('b'))
        .unwrap_or(word);
    let bytes = match word.strip_suffix('k') {
        Some(digits) => digits.parse::<u64>().ok()?.checked_mul(1024)?,
        None => word.parse().ok()?,
    };
    SectorSize::new(bytes)
}

/// Returns what a column about sectors in general says.
pub(crate) fn general(text: &str) -> Result<Reading<SectorPair>, CellError> {
    let word = squeezed(text);
    let pair = |logical, physical| SectorPair { logical, physical };
    let (small, large) = (SectorSize::B512, SectorSize::B4096);
    let reading = match word.as_str() {
        "512e" | "512be" | "512e/4k" => Reading::certain(pair(small, large)),
        "4kn" | "4096n" | "4kbn" | "4096bn" => Reading::certain(pair(large, large)),
        "512n" | "512bn" | "512" | "512b" => Reading::certain(pair(small, small)),
        "4096" | "4k" | "4096b" | "4kb" | "4kib" => Reading::doubtful(
            pair(large, large),
            "taken as 4096 logical and 4096 physical, though 512e drives are often described so",
            "write `4Kn` for 4096/4096 or `512e` for 512/4096",
        ),
        "af" | "advancedformat" => Reading::doubtful(
            pair(small, large),
            "taken as 512 logical and 4096 physical (512e)",
            "write `512e` or `4Kn`",
        ),
        other => match other.split_once(['/', ':', '|']) {
            Some((logical, physical)) => match (number(logical), number(physical)) {
                (Some(logical), Some(physical)) if physical >= logical => {
                    Reading::certain(pair(logical, physical))
                }
                (Some(_), Some(_)) => {
                    return Err(CellError::new(
                        "has a physical size that is smaller than the logical one",
                        "the logical size comes first: `512/4096`",
                    ));
                }
                _ => return Err(CellError::new("is not a pair of sector sizes", HINT)),
            },
            None => match number(other) {
                Some(size) => Reading::certain(pair(size, size)),
                None => return Err(CellError::new("is not a sector size", HINT)),
            },
        },
    };
    Ok(reading)
}

/// Which sector size a column is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The logical one.
    Logical,
    /// The physical one.
    Physical,
}

/// Returns what a column named for the logical or the physical size says.
pub(crate) fn single(text: &str, side: Side) -> Result<SectorSize, CellError> {
    let word = squeezed(text);
    if let Some(size) = number(&word) {
        return Ok(size);
    }
    match general(text) {
        Ok(reading) if !word.contains(['/', ':', '|']) => Ok(match side {
            Side::Logical => reading.value.logical,
            Side::Physical => reading.value.physical,
        }),
        _ => Err(CellError::new(
            "is not a sector size",
            "sector sizes are powers of two from 512 on: write `512` or `4096`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, logical: u32, physical: u32) -> bool {
        let reading = general(text).unwrap();
        assert_eq!(
            (reading.value.logical.as_u32(), reading.value.physical.as_u32()),
            (logical, physical),
            "{text}"
        );
        reading.warning.is_some()
    }

    #[test]
    fn words_for_sectors() {
        for text in [
            "512e",
            "512E",
            "512 e",
            "512/4096",
            "512 / 4096",
            "512 B/4 KiB",
            "512-emulation",
        ] {
            assert!(!reads(text, 512, 4096), "{text}");
        }
        for text in ["4Kn", "4K native", "4096n"] {
            assert!(!reads(text, 4096, 4096), "{text}");
        }
        for text in ["512n", "512", "512B", "512 bytes"] {
            assert!(!reads(text, 512, 512), "{text}");
        }
        assert!(reads("4096", 4096, 4096));
        assert!(reads("4K", 4096, 4096));
        assert!(reads("AF", 512, 4096));
        assert!(!reads("520", 520, 520));
    }

    #[test]
    fn no_sectors() {
        for text in ["513", "4096/512", "512/513", "big", "", "0", "512e or 4Kn"] {
            assert!(general(text).is_err(), "{text}");
        }
        assert!(single("513", Side::Physical).is_err());
        assert_eq!(single("4K", Side::Physical).unwrap(), SectorSize::B4096);
    }
}
