//! Reads the histogram of reference counts that `zpool status -D`, `zdb -S` and `zdb -D` print.

use super::ddt_summary::malformed;
use super::nicenum::{NiceNumber, parse_nice_number};
use crate::error::Error;

/// One row: how many blocks are referenced between h and 2h times, and what they take.
#[derive(Debug, Clone, PartialEq)]
pub struct HistogramRow {
    /// The bucket as printed, `1`, `2`, `1K` …; `Total` for the last row.
    pub bucket: String,
    /// Blocks, logical, physical and allocated bytes as stored once.
    pub allocated: [NiceNumber; 4],
    /// The same, counted as often as they are referenced.
    pub referenced: [NiceNumber; 4],
}

impl HistogramRow {
    /// Returns the blocks stored once.
    #[must_use]
    pub fn allocated_blocks(&self) -> NiceNumber {
        self.allocated[0]
    }

    /// Returns the bytes allocated for blocks stored once.
    #[must_use]
    pub fn allocated_bytes(&self) -> NiceNumber {
        self.allocated[3]
    }

    /// Returns the bytes that the references would take without dedup.
    #[must_use]
    pub fn referenced_bytes(&self) -> NiceNumber {
        self.referenced[3]
    }

    /// Returns the ratio that dedup brings: referenced to allocated bytes; none for an empty table.
    #[must_use]
    pub fn dedup_ratio(&self) -> Option<f64> {
        ratio(self.referenced[3], self.allocated[3])
    }

    /// Returns the ratio that compression brings: logical to physical bytes; none for an empty table.
    #[must_use]
    pub fn compress_ratio(&self) -> Option<f64> {
        ratio(self.referenced[1], self.referenced[2])
    }

    /// Returns the factor that extra copies cost: allocated to physical bytes; none for an empty table.
    #[must_use]
    pub fn copies_ratio(&self) -> Option<f64> {
        ratio(self.referenced[3], self.referenced[2])
    }
}

fn ratio(numerator: NiceNumber, denominator: NiceNumber) -> Option<f64> {
    (denominator.value > 0.0).then(|| numerator.value / denominator.value)
}

/// A histogram of reference counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Histogram {
    /// One row for each bucket that was printed, in order.
    pub rows: Vec<HistogramRow>,
    /// The last row; none where the text ends before it.
    pub total: Option<HistogramRow>,
}

impl Histogram {
    /// Returns the printed total, or the sum of the rows where it is missing; none without rows.
    #[must_use]
    pub fn total_or_sum(&self) -> Option<HistogramRow> {
        if self.total.is_some() || self.rows.is_empty() {
            return self.total.clone();
        }
        let zero = NiceNumber {
            value: 0.0,
            uncertainty: 0.0,
        };
        let mut sum = HistogramRow {
            bucket: "Total".to_owned(),
            allocated: [zero; 4],
            referenced: [zero; 4],
        };
        let add = |into: &mut [NiceNumber; 4], row: &[NiceNumber; 4]| {
            for (into, item) in into.iter_mut().zip(row) {
                into.value += item.value;
                into.uncertainty += item.uncertainty;
            }
        };
        for row in &self.rows {
            add(&mut sum.allocated, &row.allocated);
            add(&mut sum.referenced, &row.referenced);
        }
        Some(sum)
    }
}

/// Collects the tables of a text line by line; the last table counts, since `zdb -DD` prints the sum of all at the end.
#[derive(Debug, Default)]
pub(super) struct HistogramReader {
    current: Histogram,
    in_table: bool,
}

impl HistogramReader {
    /// Takes line `number` of the text, counted from 1.
    ///
    /// Rows start with a number or `Total`. After a heading such a line must be a whole row; elsewhere, as in the
    /// list of devices above it, a line that is none is passed over.
    pub(super) fn take(&mut self, number: usize, line: &str) -> Result<(), Error> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields.first() == Some(&"refcnt") {
            self.current = Histogram::default();
            self.in_table = true;
            return Ok(());
        }
        let Some(bucket) = fields.first() else {
            // The table ends with a blank line, also where its last row was cut off.
            self.in_table &= self.current.rows.is_empty();
            return Ok(());
        };
        if *bucket != "Total" && parse_nice_number(bucket).is_err() {
            return Ok(());
        }
        match row(number, line, bucket, &fields) {
            Ok(row) if row.bucket == "Total" => {
                self.current.total = Some(row);
                self.in_table = false;
            }
            Ok(row) => {
                if self.current.total.is_some() {
                    self.current = Histogram::default();
                }
                self.current.rows.push(row);
            }
            Err(error) if self.in_table => return Err(error),
            Err(_) => {}
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Histogram {
        self.current
    }
}

fn row(number: usize, line: &str, bucket: &str, fields: &[&str]) -> Result<HistogramRow, Error> {
    let values: [&str; 8] = fields
        .get(1..)
        .and_then(|values| values.try_into().ok())
        .ok_or_else(|| {
            let reason = format!("has {} columns where a row of the histogram has 9", fields.len());
            malformed(number, line, &reason)
        })?;
    let mut numbers = [NiceNumber {
        value: 0.0,
        uncertainty: 0.0,
    }; 8];
    for (into, text) in numbers.iter_mut().zip(values) {
        *into = parse_nice_number(text)
            .map_err(|_| malformed(number, line, &format!("has `{text}` where a number is due")))?;
    }
    let [a, b, c, d, e, f, g, h] = numbers;
    Ok(HistogramRow {
        bucket: bucket.to_owned(),
        allocated: [a, b, c, d],
        referenced: [e, f, g, h],
    })
}
