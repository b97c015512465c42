//! The table of failure counts, to write and to read again.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::error::Error;
use crate::text::{excerpt, neutralise_formula, without_formula_guard};

use super::counts::{Age, FailureCounts};

/// Confidence of the intervals in a written table.
const CONFIDENCE: f64 = 0.95;

/// Failure counts by model, and by model and age.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FailureTable {
    rows: Vec<FailureCounts>,
}

impl FailureTable {
    /// Returns the table of these rows.
    #[must_use]
    pub const fn new(rows: Vec<FailureCounts>) -> Self {
        Self { rows }
    }

    /// Returns the rows in their order.
    #[must_use]
    pub fn rows(&self) -> &[FailureCounts] {
        &self.rows
    }

    /// Returns the counts of a model over all ages; the maker before the name and a suffix after a hyphen may differ.
    #[must_use]
    pub fn of_model(&self, model: &str) -> Option<&FailureCounts> {
        let key = |name: &str| {
            let last = name
                .rsplit([' ', '_'])
                .find(|word| word.len() >= 5)
                .unwrap_or(name);
            last.split('-').next().unwrap_or(last).to_ascii_uppercase()
        };
        let wanted = key(model);
        let all = || self.rows.iter().filter(|row| row.age == Age::All);
        all()
            .find(|row| row.model == model)
            .or_else(|| all().find(|row| key(&row.model) == wanted))
    }

    /// Returns the counts of a model by year of age, in order.
    #[must_use]
    pub fn by_age(&self, model: &str) -> Vec<&FailureCounts> {
        let mut ages: Vec<&FailureCounts> = self
            .rows
            .iter()
            .filter(|row| row.model == model && row.age != Age::All)
            .collect();
        ages.sort_by_key(|row| row.age);
        ages
    }

    /// Returns the table as CSV: counts, failures per drive-year in per cent, and their exact 95 % interval.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the text cannot be written, which would be a defect of ours.
    pub fn write_csv(&self) -> Result<String, Error> {
        let failed = |reason: String| Error::OutOfRange {
            quantity: "table of failures".to_owned(),
            reason,
            hint: String::new(),
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = [
            "model",
            "age_years",
            "drives",
            "drive_days",
            "failures",
            "afr_percent",
            "afr_low_percent",
            "afr_high_percent",
        ];
        writer
            .write_record(header)
            .map_err(|error| failed(error.to_string()))?;
        let percent = |rate: Option<f64>| {
            rate.map(|rate| format!("{:.4}", rate * 100.0))
                .unwrap_or_default()
        };
        for row in &self.rows {
            let interval = row.annual_rate_interval(CONFIDENCE);
            let cells = [
                neutralise_formula(&row.model).into_owned(),
                row.age.to_string(),
                row.drives.to_string(),
                row.drive_days.to_string(),
                row.failures.to_string(),
                percent(row.annual_rate()),
                percent(interval.map(|(low, _)| low)),
                percent(interval.map(|(_, high)| high)),
            ];
            writer
                .write_record(cells)
                .map_err(|error| failed(error.to_string()))?;
        }
        let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
        String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
    }

    /// Reads a table as [`Self::write_csv`] or the query of [`super::sql`] makes it: `model`, `drive_days` and
    /// `failures`, with `age_years` and `drives` where known; rates are computed anew.
    ///
    /// # Errors
    /// One message per row or column that is wrong.
    pub fn read_csv(text: &str, name: &str) -> Result<Self, Vec<Diagnostic>> {
        let text = text.trim_start_matches('\u{feff}');
        let mut table = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let error = |line: u64, column: &str, message: String, hint: &str| Diagnostic {
            severity: Severity::Error,
            place: Place {
                file: name.to_owned(),
                line,
                column: column.to_owned(),
            },
            message,
            hint: Some(hint.to_owned()),
            excerpt: None,
        };
        let columns: BTreeMap<String, usize> = match table.headers() {
            Ok(headers) => headers
                .iter()
                .enumerate()
                .map(|(index, name)| (name.to_lowercase(), index))
                .collect(),
            Err(_) => BTreeMap::new(),
        };
        let missing: Vec<Diagnostic> = ["model", "drive_days", "failures"]
            .into_iter()
            .filter(|column| !columns.contains_key(*column))
            .map(|column| {
                error(
                    1,
                    column,
                    format!("no column `{column}`"),
                    "`zplan fit` writes such a table",
                )
            })
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut rows = Vec::new();
        let mut errors = Vec::new();
        for record in table.records() {
            let record = match record {
                Ok(record) => record,
                Err(problem) => {
                    let line = problem.position().map_or(0, csv::Position::line);
                    errors.push(error(
                        line,
                        "",
                        "this row has another number of cells".to_owned(),
                        "copy it again",
                    ));
                    continue;
                }
            };
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |column: &str| {
                columns
                    .get(column)
                    .and_then(|index| record.get(*index))
                    .unwrap_or("")
            };
            let mut number = |column: &str| match cell(column) {
                "" => 0,
                text => text.parse().unwrap_or_else(|_| {
                    let message = format!("`{}` is not a whole number", excerpt(text));
                    errors.push(error(line, column, message, "counts are written as digits"));
                    0u64
                }),
            };
            let (drives, drive_days, failures) = (number("drives"), number("drive_days"), number("failures"));
            let age = cell("age_years");
            match Age::from_name(age) {
                Some(age) => rows.push(FailureCounts {
                    model: without_formula_guard(cell("model")).to_owned(),
                    age,
                    drives,
                    drive_days,
                    failures,
                }),
                None => {
                    let message = format!("`{}` is no year of age", excerpt(age));
                    errors.push(error(
                        line,
                        "age_years",
                        message,
                        "write `all`, `0` to `9`, `10+` or `unknown`",
                    ));
                }
            }
        }
        if errors.is_empty() {
            Ok(Self { rows })
        } else {
            Err(errors)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> FailureTable {
        let row = |model: &str, age, drives, drive_days, failures| FailureCounts {
            model: model.to_owned(),
            age,
            drives,
            drive_days,
            failures,
        };
        FailureTable::new(vec![
            row("HGST HMS5C4040BLE640", Age::All, 4120, 3_078_618, 18),
            row("HGST HMS5C4040BLE640", Age::Year(10), 4120, 3_078_618, 18),
            row("=ST8", Age::All, 0, 365, 0),
        ])
    }

    #[test]
    fn a_written_table_reads_back() {
        let written = table().write_csv().unwrap();
        assert_eq!(
            written,
            "model,age_years,drives,drive_days,failures,afr_percent,afr_low_percent,afr_high_percent\n\
             HGST HMS5C4040BLE640,all,4120,3078618,18,0.2134,0.1265,0.3373\n\
             HGST HMS5C4040BLE640,10+,4120,3078618,18,0.2134,0.1265,0.3373\n\
             '=ST8,all,0,365,0,0.0000,0.0000,368.8879\n"
        );
        assert_eq!(FailureTable::read_csv(&written, "a.csv").unwrap(), table());
    }

    #[test]
    fn models_are_found_without_their_maker() {
        assert_eq!(table().of_model("HMS5C4040BLE640-XYZ").unwrap().failures, 18);
        assert!(table().of_model("WD80EFZZ").is_none());
    }

    #[test]
    fn wrong_cells_are_placed() {
        let errors = FailureTable::read_csv("model,drive_days,failures\nA,many,1\n", "a.csv").unwrap_err();
        assert_eq!(
            errors[0].to_string(),
            "a.csv, line 2, column `drive_days`: `many` is not a whole number"
        );
        let errors = FailureTable::read_csv("model\n", "a.csv").unwrap_err();
        assert_eq!(errors.len(), 2);
    }
}
