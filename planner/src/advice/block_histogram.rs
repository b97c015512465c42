//! Reads the histogram of block sizes that `zdb -bbb` prints, and its line about metadata.

use super::fields::refuse;
use super::nicenum::parse_nice_number;
use crate::error::Error;

/// One row of the histogram: blocks whose physical size lies from `size` to just below twice that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SizeRow {
    /// Smallest physical size in the row, in bytes.
    pub size: u64,
    /// Bytes that its blocks take, physical.
    pub physical: f64,
    /// Bytes that its blocks take, allocated with parity and padding.
    pub allocated: f64,
}

/// What `zdb` says about the sizes of a pool's blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockHistogram {
    /// One row for each power of two.
    pub rows: Vec<SizeRow>,
    /// Allocated bytes of metadata, where `zdb` printed the line.
    pub metadata: Option<f64>,
}

impl BlockHistogram {
    /// Returns the allocated bytes of the blocks that surely are, and of those that may be, at most `threshold` bytes.
    ///
    /// A row that starts at the threshold holds blocks of exactly that size as well as larger ones.
    #[must_use]
    pub fn at_most(&self, threshold: u64) -> (f64, f64) {
        let sum = |keep: &dyn Fn(u64) -> bool| {
            self.rows
                .iter()
                .filter(|row| keep(row.size))
                .map(|row| row.allocated)
                .fold(0.0, |a, b| a + b)
        };
        let surely = sum(&|size| size.saturating_mul(2) <= threshold);
        (surely, sum(&|size| size <= threshold))
    }
}

fn malformed(number: usize, line: &str, reason: &str) -> Error {
    refuse(
        "histogram_line_malformed",
        format!("line {number}: `{}` {reason}", line.trim()),
        "paste the part of `zdb -Lbbbs POOL` from `Block Size Histogram` on",
    )
}

/// Returns the histogram in `text`, the output of `zdb -bbb` or its part from `Block Size Histogram` on.
///
/// A row is a size with a colon and nine numbers: count, size and running sum for physical, logical and allocated
/// sizes.
///
/// # Errors
/// [`Error::Rule`] with `histogram_line_malformed`, naming the line that is cut or garbled, or where there is no row.
///
/// # Source
/// OpenZFS `cmd/zdb/zdb.c`, `dump_size_histograms` and `dump_block_stats`.
pub fn parse_block_histogram(text: &str) -> Result<BlockHistogram, Error> {
    let mut histogram = BlockHistogram::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some(metadata) = metadata_line(number, line)? {
            histogram.metadata = Some(metadata);
            continue;
        }
        let Some((size, rest)) = line.trim().split_once(':') else {
            continue;
        };
        let Ok(size) = parse_nice_number(size) else {
            continue;
        };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        if fields.len() != 9 {
            let reason = format!("has {} numbers after the size where a row has 9", fields.len());
            return Err(malformed(number, line, &reason));
        }
        let mut values = [0.0; 9];
        for (value, text) in values.iter_mut().zip(&fields) {
            *value = parse_nice_number(text)
                .map_err(|_| malformed(number, line, &format!("has `{text}` where a number is due")))?
                .value;
        }
        histogram.rows.push(SizeRow {
            size: size.rounded(),
            physical: values[1],
            allocated: values[7],
        });
    }
    if histogram.rows.is_empty() {
        let lines = text.lines().count();
        return Err(refuse(
            "histogram_line_malformed",
            format!("none of the {lines} lines is a row of a block size histogram"),
            "paste the part of `zdb -Lbbbs POOL` from `Block Size Histogram` on",
        ));
    }
    Ok(histogram)
}

/// Returns the allocated bytes in the line `… Metadata Total`, whose fourth column they are.
fn metadata_line(number: usize, line: &str) -> Result<Option<f64>, Error> {
    let Some(rest) = line.trim().strip_suffix("Metadata Total") else {
        return Ok(None);
    };
    let allocated = rest
        .split_whitespace()
        .nth(3)
        .ok_or_else(|| malformed(number, line, "is cut before the allocated size"))?;
    let allocated = parse_nice_number(allocated)
        .map_err(|_| malformed(number, line, &format!("has `{allocated}` where a number is due")))?;
    Ok(Some(allocated.value))
}
