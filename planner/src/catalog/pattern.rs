//! What model names tell: class, rpm, shingling.

use std::sync::LazyLock;

use super::class::DriveClass;
use super::table::rows;
use crate::drive::Shingling;

/// One row of the table of model names.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelPattern {
    /// The beginning of the names; `#` stands for one or more digits.
    pub pattern: String,
    /// The class of such drives.
    pub class: DriveClass,
    /// Their revolutions per minute where the name tells; 0 for solid state.
    pub rpm: Option<u32>,
    /// Their recording where the maker has said so.
    pub shingling: Option<Shingling>,
    /// Where that is known from.
    pub source: String,
}

#[derive(serde::Deserialize)]
struct PatternRow {
    pattern: String,
    class: String,
    rpm: Option<u32>,
    shingling: Option<String>,
    source: String,
}

static PATTERNS: LazyLock<Vec<ModelPattern>> = LazyLock::new(|| {
    rows::<PatternRow>(include_str!("../../../data/model_patterns.csv"))
        .filter_map(|row| {
            Some(ModelPattern {
                class: DriveClass::from_name(&row.class)?,
                shingling: row.shingling.as_deref().and_then(|text| match text {
                    "drive-managed" => Some(Shingling::DriveManaged),
                    _ => None,
                }),
                pattern: row.pattern,
                rpm: row.rpm,
                source: row.source,
            })
        })
        .collect()
});

/// Longest name that is looked at, in bytes; the longest of any standard, SCSI's maker and model with NVMe's forty
/// letters after them, are far shorter.
const LONGEST_NAME: usize = 256;

/// Returns the part of a model name that is looked at: all of it, unless a cell holds what is no name.
pub(super) fn name_part(model: &str) -> &str {
    let mut end = model.len().min(LONGEST_NAME);
    while !model.is_char_boundary(end) {
        end -= 1;
    }
    &model[..end]
}

/// Returns the first row of the table whose pattern one of the words of `model` begins with, in either case.
///
/// Words end at spaces and underscores, so that `ATA ST4000VN008-2DR166` and `HGST_HUH721212ALE604` are found.
#[must_use]
pub fn matching_pattern(model: &str) -> Option<&'static ModelPattern> {
    let model = name_part(model);
    let breaks = model
        .char_indices()
        .filter(|(_, letter)| letter.is_whitespace() || *letter == '_');
    let starts: Vec<usize> = std::iter::once(0)
        .chain(breaks.map(|(index, letter)| index + letter.len_utf8()))
        .collect();
    PATTERNS.iter().find(|row| {
        starts
            .iter()
            .any(|start| begins_with(&model[*start..], &row.pattern))
    })
}

fn begins_with(text: &str, pattern: &str) -> bool {
    let mut rest = text.bytes().peekable();
    for expected in pattern.bytes() {
        if expected == b'#' {
            if rest.next_if(u8::is_ascii_digit).is_none() {
                return false;
            }
            while rest.next_if(u8::is_ascii_digit).is_some() {}
        } else if !rest
            .next()
            .is_some_and(|byte| byte.eq_ignore_ascii_case(&expected))
        {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        let lines = include_str!("../../../data/model_patterns.csv").lines().count();
        assert_eq!(PATTERNS.len(), lines - 1);
    }

    #[test]
    fn a_hash_needs_a_digit() {
        assert!(begins_with("ST8000NM0055", "ST#NM"));
        assert!(!begins_with("STNM", "ST#NM"));
        assert!(!begins_with("ST8000VN", "ST#NM"));
        assert!(!begins_with("ST", "ST#NM"));
    }

    #[test]
    fn shingled_drives_of_the_makers_lists_are_known() {
        let shingling = |model| matching_pattern(model).and_then(|row| row.shingling);
        assert_eq!(shingling("WDC WD40EFAX-68JH4N1"), Some(Shingling::DriveManaged));
        assert_eq!(shingling("WDC WD80EFAX-68LHPN0"), None);
        assert_eq!(shingling("ST8000DM004-2CX188"), Some(Shingling::DriveManaged));
    }

    /// A cell of a megabyte as the model took seconds in every plan.
    #[test]
    fn only_the_beginning_of_a_name_is_looked_at() {
        let long = format!("ATA ST8000NM0055 {}", "é ".repeat(1_000_000));
        assert!(name_part(&long).len() <= LONGEST_NAME);
        assert!(matching_pattern(&long).is_some());
    }

    #[test]
    fn names_outside_ascii_match_nothing() {
        assert_eq!(matching_pattern("é_ß 硬盘"), None);
    }
}
