//! What do model names tell?
//!
//! Only what decides whether a drive is usable or how it behaves; capacities are never taken from names.

use crate::drive::Shingling;

/// Starts of model names of drives with drive-managed shingled recording.
///
/// # Source
/// Western Digital, "On WD Red NAS Drives" (2020-04-22); Seagate, "CMR and SMR list" (2020); Toshiba, "SMR technology
/// in consumer drives" (2020-04-28).
const DRIVE_MANAGED: [&str; 31] = [
    "WD20EFAX",
    "WD30EFAX",
    "WD40EFAX",
    "WD60EFAX",
    "WD20EZAZ",
    "WD60EZAZ",
    "WD40EZAX",
    "WD10SPZX",
    "WD20SPZX",
    "ST8000AS",
    "ST6000AS",
    "ST5000AS",
    "ST2000DM008",
    "ST3000DM007",
    "ST4000DM004",
    "ST4000DM005",
    "ST5000DM000",
    "ST6000DM003",
    "ST8000DM004",
    "ST1000LM048",
    "ST2000LM015",
    "ST3000LM024",
    "ST4000LM024",
    "ST5000LM000",
    "HDWD220",
    "HDWD240",
    "HDWD260",
    "HDWL110",
    "HDWL120",
    "MQ04UBD",
    "MQ04ABF",
];

/// Returns how a drive of this model records, where the name alone tells that it is shingled.
///
/// Host-managed drives of HGST and Western Digital are named `HSH…` and have an `N` before the last two characters
/// (Ultrastar Hc620 data sheet, 2018).
pub(crate) fn shingling(model: &str) -> Option<Shingling> {
    let name = bare(model);
    if name.starts_with("HSH7214") || name.starts_with("HSH7215") {
        return Some(Shingling::HostManaged);
    }
    DRIVE_MANAGED
        .iter()
        .any(|start| name.starts_with(start))
        .then_some(Shingling::DriveManaged)
}

/// Returns the model without the maker's name before it.
pub(crate) fn bare(model: &str) -> &str {
    match model.rsplit_once(' ') {
        Some((maker, name))
            if maker.chars().all(|character| !character.is_ascii_digit()) && name.len() >= 5 =>
        {
            name
        }
        _ => model,
    }
}

/// Returns whether the maker is Seagate, by the model or the maker's own name.
pub(crate) fn is_seagate(vendor: Option<&str>, model: Option<&str>) -> bool {
    let named = |text: &str| text.to_lowercase().contains("seagate") || text.contains("希捷");
    let by_model = |model: &str| {
        let name = bare(model);
        name.strip_prefix("ST")
            .is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()))
    };
    vendor.is_some_and(named) || model.is_some_and(|model| named(model) || by_model(model))
}

/// Returns whether two texts can name the same model: equal but for case, with or without the maker, or one cut short
/// as controllers do at 16 characters.
pub(crate) fn same(first: &str, second: &str) -> bool {
    const SHORTEST_CUT: usize = 8;
    let squeeze = |text: &str| -> String {
        text.chars()
            .filter(|character| character.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (first, second) = (squeeze(first), squeeze(second));
    let (short, long) = if first.len() <= second.len() {
        (first, second)
    } else {
        (second, first)
    };
    short == long
        || (short.len() >= SHORTEST_CUT && (long.starts_with(&short) || long.ends_with(&short)))
        || (short.len() >= 5 && long.ends_with(&short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shingled_models() {
        assert_eq!(shingling("HSH721414ALN6M0"), Some(Shingling::HostManaged));
        assert_eq!(shingling("WDC WD40EFAX-68JH4N0"), Some(Shingling::DriveManaged));
        assert_eq!(shingling("ST18000NM000J"), None);
    }

    #[test]
    fn models_with_and_without_maker_or_cut() {
        assert!(same("ATA ST18000NM000J", "ST18000NM000J"));
        assert!(same("INTEL SSDSC2BB48", "INTEL SSDSC2BB480G4"));
        assert!(!same("ST8000VN004", "WD80EFZZ"));
    }

    #[test]
    fn seagate_by_name() {
        assert!(is_seagate(None, Some("ST3000DM001-1CH166")));
        assert!(is_seagate(Some("Seagate"), None));
        assert!(!is_seagate(None, Some("STEC Z16")));
    }
}
