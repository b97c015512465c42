//! Drive-stats tables, read as a stream.
//!
//! Memory grows with models and drives, not with rows: a fingerprint of eight bytes is kept per drive.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::text::excerpt;

use super::counts::{Age, FailureCounts, OLDEST_YEAR};
use super::table::FailureTable;

/// No row of a drive-stats table is as long.
const LONGEST_LINE: usize = 1 << 20;

/// Ages are counted in a fixed array: the years, then the unknown.
const AGES: usize = OLDEST_YEAR as usize + 2;

/// Counts from drive-stats tables.
#[derive(Debug, Default)]
pub struct DriveStats {
    models: HashMap<Box<[u8]>, ModelCounts>,
    /// The last day of every drive seen, by the fingerprint of its serial number and model.
    drives: HashMap<u64, LastSeen>,
    repeated_rows: u64,
    rows: u64,
}

#[derive(Debug, Clone, Copy)]
struct LastSeen {
    date: u32,
    age: u8,
}

#[derive(Debug, Default)]
struct ModelCounts {
    drives: u64,
    by_age: [AgeCounts; AGES],
}

#[derive(Debug, Default, Clone, Copy)]
struct AgeCounts {
    drives: u64,
    drive_days: u64,
    failures: u64,
}

/// Where the columns of one file stand.
#[derive(Debug, Clone, Copy)]
struct Columns {
    date: usize,
    serial: usize,
    model: usize,
    failure: usize,
    hours: Option<usize>,
    last: usize,
}

impl DriveStats {
    /// Adds a table of which every row is one drive on one day; `progress` hears of the bytes read, now and then.
    ///
    /// # Errors
    /// The line that is no row of such a table.
    pub fn read<Input: BufRead>(
        &mut self,
        mut input: Input,
        name: &str,
        mut progress: impl FnMut(u64),
    ) -> Result<(), Box<Diagnostic>> {
        const TELL_EVERY: u64 = 16 << 20;
        let mut line = Vec::with_capacity(4096);
        let mut number = 0u64;
        let mut read = 0u64;
        let mut told = 0u64;
        let mut columns: Option<Columns> = None;
        loop {
            line.clear();
            let length = read_line(&mut input, &mut line)
                .map_err(|problem| error(name, number + 1, "", &problem, "copy the file again"))?;
            if length == 0 {
                break;
            }
            number += 1;
            read += length as u64;
            if read - told >= TELL_EVERY {
                progress(read - told);
                told = read;
            }
            while matches!(line.last(), Some(b'\n' | b'\r')) {
                line.pop();
            }
            if line.is_empty() {
                continue;
            }
            match columns {
                None => columns = Some(header(&line, name)?),
                Some(columns) => self.row(&line, columns, name, number)?,
            }
        }
        progress(read - told);
        if columns.is_none() {
            return Err(error(name, 1, "", "the file is empty", "name a drive-stats CSV"));
        }
        Ok(())
    }

    fn row(&mut self, line: &[u8], columns: Columns, name: &str, number: u64) -> Result<(), Box<Diagnostic>> {
        let mut fields = Fields::default();
        if line.contains(&b'"') {
            let mut table = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
            let mut record = csv::ByteRecord::new();
            let quoted = table.read_byte_record(&mut record).unwrap_or(false);
            if quoted {
                fields.take(record.iter(), columns);
            }
            return self.count(&fields, name, number);
        }
        fields.take(line.split(|byte| *byte == b','), columns);
        self.count(&fields, name, number)
    }

    fn count(&mut self, fields: &Fields<'_>, name: &str, number: u64) -> Result<(), Box<Diagnostic>> {
        let Some(date) = fields.date.and_then(date_number) else {
            let shown = String::from_utf8_lossy(fields.date.unwrap_or(b""));
            let message = format!("`{}` is not a date", excerpt(&shown));
            return Err(error(
                name,
                number,
                "date",
                &message,
                "dates are written `2024-03-31`",
            ));
        };
        let failed = match fields.failure {
            Some(b"0") => false,
            Some(b"1") => true,
            other => {
                let shown = String::from_utf8_lossy(other.unwrap_or(b""));
                let message = format!("`{}` is neither 0 nor 1", excerpt(&shown));
                return Err(error(
                    name,
                    number,
                    "failure",
                    &message,
                    "1 marks the day on which a drive failed",
                ));
            }
        };
        let (Some(serial), Some(model)) = (fields.serial, fields.model) else {
            return Err(error(
                name,
                number,
                "",
                "the row is too short",
                "copy the file again",
            ));
        };
        let age = match fields.hours.and_then(whole) {
            Some(hours) => Age::from_hours(hours),
            None => Age::Unknown,
        };
        let slot = age_slot(age);
        let mut hasher = DefaultHasher::new();
        (serial, model).hash(&mut hasher);
        let fingerprint = hasher.finish();
        if !self.models.contains_key(model) {
            self.models.insert(Box::from(model), ModelCounts::default());
        }
        let Some(counts) = self.models.get_mut(model) else {
            return Ok(());
        };
        let seen = LastSeen {
            date,
            age: u8::try_from(slot).unwrap_or(0),
        };
        match self.drives.insert(fingerprint, seen) {
            Some(known) if known.date == date => {
                self.repeated_rows += 1;
                return Ok(());
            }
            Some(known) if known.age == seen.age => {}
            Some(_) => counts.by_age[slot].drives += 1,
            None => {
                counts.drives += 1;
                counts.by_age[slot].drives += 1;
            }
        }
        counts.by_age[slot].drive_days += 1;
        counts.by_age[slot].failures += u64::from(failed);
        self.rows += 1;
        Ok(())
    }

    /// Returns the number of rows counted.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of rows left out because the same drive had the same day in the row before.
    #[must_use]
    pub const fn repeated_rows(&self) -> u64 {
        self.repeated_rows
    }

    /// Returns the counts by model, and by model and age, in the order of the models' names.
    #[must_use]
    pub fn finish(self) -> FailureTable {
        let sorted: BTreeMap<String, ModelCounts> = self
            .models
            .into_iter()
            .map(|(model, counts)| (String::from_utf8_lossy(&model).into_owned(), counts))
            .collect();
        let mut rows = Vec::new();
        for (model, counts) in sorted {
            rows.push(FailureCounts {
                model: model.clone(),
                age: Age::All,
                drives: counts.drives,
                drive_days: counts.by_age.iter().map(|age| age.drive_days).sum(),
                failures: counts.by_age.iter().map(|age| age.failures).sum(),
            });
            for (slot, age) in counts
                .by_age
                .iter()
                .enumerate()
                .filter(|(_, age)| age.drive_days > 0)
            {
                rows.push(FailureCounts {
                    model: model.clone(),
                    age: slot_age(slot),
                    drives: age.drives,
                    drive_days: age.drive_days,
                    failures: age.failures,
                });
            }
        }
        FailureTable::new(rows)
    }
}

fn age_slot(age: Age) -> usize {
    match age {
        Age::Year(year) => (year as usize).min(AGES - 2),
        Age::All | Age::Unknown => AGES - 1,
    }
}

fn slot_age(slot: usize) -> Age {
    if slot == AGES - 1 {
        Age::Unknown
    } else {
        Age::Year(u32::try_from(slot).unwrap_or(OLDEST_YEAR))
    }
}

/// The cells of a row that count.
#[derive(Debug, Default)]
struct Fields<'line> {
    date: Option<&'line [u8]>,
    serial: Option<&'line [u8]>,
    model: Option<&'line [u8]>,
    failure: Option<&'line [u8]>,
    hours: Option<&'line [u8]>,
}

impl<'line> Fields<'line> {
    fn take(&mut self, cells: impl Iterator<Item = &'line [u8]>, columns: Columns) {
        for (index, cell) in cells.enumerate().take(columns.last + 1) {
            if index == columns.date {
                self.date = Some(cell);
            } else if index == columns.serial {
                self.serial = Some(cell);
            } else if index == columns.model {
                self.model = Some(cell.trim_ascii());
            } else if index == columns.failure {
                self.failure = Some(cell);
            } else if Some(index) == columns.hours {
                self.hours = Some(cell);
            }
        }
    }
}

fn header(line: &[u8], name: &str) -> Result<Columns, Box<Diagnostic>> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let names: Vec<&[u8]> = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).collect();
    let find = |wanted: &str| names.iter().position(|name| *name == wanted.as_bytes());
    let needed = |wanted: &str| {
        find(wanted).ok_or_else(|| {
            let message = format!("no column `{wanted}`");
            let hint = "a drive-stats table has `date`, `serial_number`, `model` and `failure`";
            error(name, 1, wanted, &message, hint)
        })
    };
    let (date, serial, model, failure) = (
        needed("date")?,
        needed("serial_number")?,
        needed("model")?,
        needed("failure")?,
    );
    let hours = find("smart_9_raw");
    let last = [date, serial, model, failure, hours.unwrap_or(0)]
        .into_iter()
        .max()
        .unwrap_or(0);
    Ok(Columns {
        date,
        serial,
        model,
        failure,
        hours,
        last,
    })
}

/// Reads one line, or says why not; returns its length, 0 at the end.
fn read_line<Input: BufRead>(input: &mut Input, line: &mut Vec<u8>) -> Result<usize, String> {
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(problem) if problem.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(problem) => return Err(problem.to_string()),
        };
        if available.is_empty() {
            return Ok(line.len());
        }
        let end = available
            .iter()
            .position(|byte| *byte == b'\n')
            .map(|position| position + 1);
        let taken = end.unwrap_or(available.len());
        line.extend_from_slice(&available[..taken]);
        input.consume(taken);
        if end.is_some() {
            return Ok(line.len());
        }
        if line.len() > LONGEST_LINE {
            return Err("a line without end: this is no table".to_owned());
        }
    }
}

/// Returns `2024-03-31` as the number 20240331.
fn date_number(text: &[u8]) -> Option<u32> {
    let digit = |index: usize| {
        text.get(index)
            .filter(|byte| byte.is_ascii_digit())
            .map(|byte| u32::from(byte - b'0'))
    };
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    [0, 1, 2, 3, 5, 6, 8, 9]
        .into_iter()
        .try_fold(0u32, |number, index| Some(number * 10 + digit(index)?))
}

/// Returns the whole part of a number such as `26280` or `26280.0`.
fn whole(text: &[u8]) -> Option<u64> {
    let end = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    std::str::from_utf8(&text[..end]).ok()?.trim().parse().ok()
}

fn error(name: &str, line: u64, column: &str, message: &str, hint: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic {
        severity: Severity::Error,
        place: Place {
            file: name.to_owned(),
            line,
            column: column.to_owned(),
        },
        message: message.to_owned(),
        hint: Some(hint.to_owned()),
        excerpt: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "date,serial_number,model,capacity_bytes,failure,smart_9_raw\n\
        2024-01-01,A1,ST8,8001563222016,0,8700\n\
        2024-01-01,A2,ST8,8001563222016,0,\n\
        2024-01-02,A1,ST8,8001563222016,0,8760\n\
        2024-01-02,A2,ST8,8001563222016,1,100\n\
        2024-01-02,A2,ST8,8001563222016,1,100\n\
        2024-01-02,\"B1\",\"WD 4\",4000787030016,0,90000\n";

    fn counted(text: &str) -> DriveStats {
        let mut stats = DriveStats::default();
        stats.read(text.as_bytes(), "stats.csv", |_| {}).unwrap();
        stats
    }

    #[test]
    fn days_failures_and_drives_by_model_and_age() {
        let stats = counted(TABLE);
        assert_eq!((stats.rows(), stats.repeated_rows()), (5, 1));
        let table = stats.finish();
        let rows: Vec<(String, String, u64, u64, u64)> = table
            .rows()
            .iter()
            .map(|row| {
                (
                    row.model.clone(),
                    row.age.to_string(),
                    row.drives,
                    row.drive_days,
                    row.failures,
                )
            })
            .collect();
        let row = |model: &str, age: &str, drives, days, failures| {
            (model.to_owned(), age.to_owned(), drives, days, failures)
        };
        assert_eq!(
            rows,
            [
                row("ST8", "all", 2, 4, 1),
                row("ST8", "0", 2, 2, 1),
                row("ST8", "1", 1, 1, 0),
                row("ST8", "unknown", 1, 1, 0),
                row("WD 4", "all", 1, 1, 0),
                row("WD 4", "10+", 1, 1, 0),
            ]
        );
    }

    #[test]
    fn wrong_rows_are_placed() {
        for (text, place) in [
            ("", "stats.csv, line 1"),
            ("date,model\n", "stats.csv, line 1, column `serial_number`"),
            (
                "date,serial_number,model,failure\n2024-1-1,A,B,0\n",
                "stats.csv, line 2, column `date`",
            ),
            (
                "date,serial_number,model,failure\n2024-01-01,A,B,2\n",
                "stats.csv, line 2, column `failure`",
            ),
        ] {
            let mut stats = DriveStats::default();
            let error = stats.read(text.as_bytes(), "stats.csv", |_| {}).unwrap_err();
            assert_eq!(error.place.to_string(), place);
        }
    }
}
