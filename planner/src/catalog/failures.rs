//! Failures counted in the field, per drive model.

use std::sync::LazyLock;

use super::class::DriveClass;
use super::pattern::name_part;
use super::table::rows;

/// The line that results based on the counts must print.
pub const FIELD_FAILURES_ATTRIBUTION: &str = "Drive failure counts: Backblaze Drive Stats";

/// What the field says of one drive model: counts over all periods that do not overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldFailures {
    /// The model as the source writes it.
    pub model: String,
    /// The class that the source's table puts it in.
    pub class: DriveClass,
    /// Days that drives of the model were observed, summed over the drives.
    pub drive_days: u64,
    /// Failures in those days.
    pub failures: u32,
    /// The periods counted, with their sources, in the order of the table.
    pub sources: Vec<String>,
}

impl FieldFailures {
    /// Returns the observed time in drive-years of 365 days.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 drive-days")]
    pub fn drive_years(&self) -> f64 {
        self.drive_days as f64 / 365.0
    }
}

#[derive(serde::Deserialize)]
struct FailureRow {
    model: String,
    class: String,
    drive_days: u64,
    failures: u32,
    counted: String,
    source: String,
}

static FAILURES: LazyLock<Vec<FieldFailures>> = LazyLock::new(|| {
    let mut models: Vec<FieldFailures> = Vec::new();
    for row in rows::<FailureRow>(include_str!("../../../data/field_failures.csv")) {
        let Some(class) = DriveClass::from_name(&row.class).filter(|_| row.counted == "yes") else {
            continue;
        };
        match models.iter_mut().find(|known| known.model == row.model) {
            Some(known) => {
                known.drive_days += row.drive_days;
                known.failures += row.failures;
                known.sources.push(row.source);
            }
            None => models.push(FieldFailures {
                model: row.model,
                class,
                drive_days: row.drive_days,
                failures: row.failures,
                sources: vec![row.source],
            }),
        }
    }
    models
});

/// Returns the counts of the model that a word of `model` names, in either case; suffixes after a hyphen are ignored.
#[must_use]
pub fn field_failures(model: &str) -> Option<&'static FieldFailures> {
    name_part(model)
        .split(|letter: char| letter.is_whitespace() || letter == '_')
        .filter_map(|word| word.split('-').next())
        .find_map(|word| {
            FAILURES
                .iter()
                .find(|known| known.model.eq_ignore_ascii_case(word))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_that_overlap_are_counted_once() {
        let megascale = field_failures("HGST HMS5C4040BLE640").expect("in the table");
        // Lifetime to 2022, then 2023, 2024 and the first quarter of 2026; the year 2022 is within the lifetime.
        assert_eq!(megascale.failures, 379 + 44 + 18);
        assert_eq!(megascale.drive_days, 33_471_799 + 4_219_579 + 3_078_618);
    }

    #[test]
    fn removals_of_a_firmware_programme_are_no_failures() {
        let drive = field_failures("TOSHIBA MG08ACA16TEY").expect("in the table");
        assert_eq!(drive.failures, 24 + 58 + 82);
    }

    #[test]
    fn suffixes_and_vendors_do_not_hide_a_model() {
        assert!(field_failures("ATA_ST16000NM001G-2KK103").is_some());
        assert!(field_failures("ST16000NM001").is_none());
        assert!(field_failures("").is_none());
    }
}
