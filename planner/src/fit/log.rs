//! An own record of drives: when each was put in, and when and how it ended.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::text::excerpt;

use super::counts::{Age, FailureCounts, HOURS_PER_YEAR};
use super::table::FailureTable;

/// Reads a record with the columns `model` and `installed`, and `failed` and `removed` where a drive ended; dates are
/// written `2021-04-03`. A drive without an end ran until `as_of`.
///
/// Ages count from the day a drive was put in.
///
/// # Errors
/// One message per row or column that is wrong.
pub fn read_log(text: &str, name: &str, as_of: Date) -> Result<FailureTable, Vec<Diagnostic>> {
    const HINT: &str = "a record has the columns `model,installed,failed,removed` with dates as `2021-04-03`";
    let text = text.trim_start_matches('\u{feff}');
    let mut table = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let error = |line: u64, column: &str, message: String| Diagnostic {
        severity: Severity::Error,
        place: Place {
            file: name.to_owned(),
            line,
            column: column.to_owned(),
        },
        message,
        hint: Some(HINT.to_owned()),
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
    let missing: Vec<Diagnostic> = ["model", "installed"]
        .into_iter()
        .filter(|column| !columns.contains_key(*column))
        .map(|column| error(1, column, format!("no column `{column}`")))
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut counts: BTreeMap<(String, Age), FailureCounts> = BTreeMap::new();
    let mut errors = Vec::new();
    for record in table.records() {
        let record = match record {
            Ok(record) => record,
            Err(problem) => {
                let line = problem.position().map_or(0, csv::Position::line);
                errors.push(error(line, "", "this row is no CSV".to_owned()));
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
        let mut date = |column: &str| match cell(column) {
            "" => None,
            text => text
                .parse::<Date>()
                .inspect_err(|_| {
                    errors.push(error(line, column, format!("`{}` is not a date", excerpt(text))));
                })
                .ok(),
        };
        let (installed, failed, removed) = (date("installed"), date("failed"), date("removed"));
        let Some(installed) = installed else {
            if cell("installed").is_empty() {
                errors.push(error(line, "installed", "no date of installation".to_owned()));
            }
            continue;
        };
        let end = failed.or(removed).unwrap_or(as_of);
        let days = installed.until(end).map_or(-1, |span| span.get_days());
        let Ok(days) = u64::try_from(days) else {
            let message = format!("{end} lies before the installation on {installed}");
            errors.push(error(
                line,
                if failed.is_some() { "failed" } else { "removed" },
                message,
            ));
            continue;
        };
        let ending = if failed.is_some() {
            Ending::Failed
        } else {
            Ending::Healthy
        };
        add(&mut counts, cell("model"), days, ending);
    }
    if errors.is_empty() {
        Ok(FailureTable::new(counts.into_values().collect()))
    } else {
        Err(errors)
    }
}

/// How the record of a drive ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// It failed.
    Failed,
    /// It was taken out, or still runs.
    Healthy,
}

/// Spreads the days of one drive over the years of its life; the failure falls into the last one.
fn add(counts: &mut BTreeMap<(String, Age), FailureCounts>, model: &str, days: u64, ending: Ending) {
    const DAYS_PER_YEAR: u64 = HOURS_PER_YEAR / 24;
    let mut book = |age: Age, days: u64, failures: u64| {
        let row = counts
            .entry((model.to_owned(), age))
            .or_insert_with(|| FailureCounts {
                model: model.to_owned(),
                age,
                drives: 0,
                drive_days: 0,
                failures: 0,
            });
        row.drives += 1;
        row.drive_days += days;
        row.failures += failures;
    };
    let failures = u64::from(ending == Ending::Failed);
    book(Age::All, days, failures);
    let mut rest = days;
    for year in 0..u64::from(super::counts::OLDEST_YEAR) {
        let here = rest.min(DAYS_PER_YEAR);
        let last = rest <= DAYS_PER_YEAR;
        book(
            Age::from_hours(year * HOURS_PER_YEAR),
            here,
            if last { failures } else { 0 },
        );
        rest -= here;
        if last {
            return;
        }
    }
    book(Age::Year(super::counts::OLDEST_YEAR), rest, failures);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_are_counted_to_their_end() {
        let text = "model,installed,failed,removed\n\
            ST8,2022-01-01,2023-06-30,\n\
            ST8,2022-01-01,,2022-01-11\n\
            ST8,2025-12-22,,\n";
        let table = read_log(text, "log.csv", jiff::civil::date(2026, 1, 1)).unwrap();
        let rows: Vec<(String, u64, u64, u64)> = table
            .rows()
            .iter()
            .map(|row| (row.age.to_string(), row.drives, row.drive_days, row.failures))
            .collect();
        assert_eq!(
            rows,
            [
                ("all".to_owned(), 3, 545 + 10 + 10, 1),
                ("0".to_owned(), 3, 365 + 10 + 10, 0),
                ("1".to_owned(), 1, 180, 1),
            ]
        );
    }

    #[test]
    fn wrong_rows_are_placed() {
        let as_of = jiff::civil::date(2026, 1, 1);
        let errors = read_log("model,installed\nST8,soon\nST8,2030-01-01\n", "log.csv", as_of).unwrap_err();
        let places: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            places,
            [
                "log.csv, line 2, column `installed`: `soon` is not a date",
                "log.csv, line 3, column `removed`: 2026-01-01 lies before the installation on 2030-01-01"
            ]
        );
    }
}
