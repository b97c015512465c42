//! Which characters separate cells, and where is the header?

use std::sync::Arc;

use super::header::{Column, Field, Recognised, recognise};
use super::records::{Record, Records};
use crate::inventory::cell::number::DecimalMark;
use crate::inventory::cell::text::tidy;

/// The header is looked for among this many records.
const HEADER_WITHIN: usize = 20;

/// How a table is written.
#[derive(Debug, Clone)]
pub(crate) struct Dialect {
    /// What stands between cells.
    pub(crate) delimiter: u8,
    /// Which mark stands before fractions.
    pub(crate) mark: DecimalMark,
    /// The header, if there is one.
    pub(crate) header: Option<Header>,
}

/// The header row.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    /// Physical line.
    pub(crate) line: u64,
    /// The cells as written, trimmed, one per column.
    pub(crate) names: Vec<Arc<str>>,
    /// What each column means, in the same order.
    pub(crate) recognised: Vec<Option<Recognised>>,
}

impl Header {
    /// Returns the columns that mean something.
    pub(crate) fn columns(&self) -> Vec<Column> {
        self.recognised
            .iter()
            .enumerate()
            .filter_map(|(index, recognised)| {
                recognised.map(|recognised| Column {
                    index,
                    recognised,
                    header: Arc::clone(&self.names[index]),
                })
            })
            .collect()
    }

    fn known(&self) -> usize {
        self.recognised.iter().flatten().count()
    }

    fn names_a_drive(&self) -> bool {
        self.recognised.iter().flatten().any(|known| {
            matches!(
                known.field,
                Field::Capacity | Field::Serial | Field::Model | Field::Id | Field::Wwn
            )
        })
    }
}

/// Returns whether the line at the start of `rest` is a comment.
pub(crate) fn is_comment(rest: &str, delimiter: u8) -> bool {
    rest.as_bytes().first() == Some(&b'#') && rest.as_bytes().get(1) != Some(&delimiter)
}

/// Returns the delimiter that a first line `sep=;` names.
fn named_delimiter(text: &str) -> Option<u8> {
    let line = text.lines().next()?.trim().trim_matches('"');
    let rest = line.strip_prefix("sep=").or_else(|| line.strip_prefix("SEP="))?;
    match rest.as_bytes() {
        [delimiter @ (b',' | b';' | b'\t' | b'|')] => Some(*delimiter),
        _ if line.ends_with("\\t") || rest.is_empty() => Some(b'\t'),
        _ => None,
    }
}

/// Returns how `text` is written: the delimiter under which the most headers are known.
pub(crate) fn detect(text: &str) -> Dialect {
    if let Some(delimiter) = named_delimiter(text) {
        return Dialect {
            delimiter,
            mark: decimal_mark(text, delimiter),
            header: find_header(text, delimiter),
        };
    }
    let mut best: Option<(usize, usize, u8, Option<Header>)> = None;
    for delimiter in [b',', b';', b'\t', b'|'] {
        let header = find_header(text, delimiter);
        let known = header.as_ref().map_or(0, Header::known);
        let cells = first_records(text, delimiter)
            .iter()
            .map(|record| record.cells.len())
            .max()
            .unwrap_or(0);
        let better = best.as_ref().is_none_or(|(best_known, best_cells, ..)| {
            (known, if known == 0 { cells } else { 0 })
                > (*best_known, if known == 0 { *best_cells } else { 0 })
        });
        if better {
            best = Some((known, cells, delimiter, header));
        }
    }
    let (delimiter, header) = best.map_or((b',', None), |(_, _, delimiter, header)| (delimiter, header));
    Dialect {
        delimiter,
        mark: decimal_mark(text, delimiter),
        header,
    }
}

fn first_records(text: &str, delimiter: u8) -> Vec<Record<'_>> {
    let mut records = Records::new(text, delimiter);
    let mut found = Vec::new();
    while found.len() < HEADER_WITHIN {
        if is_comment(records.rest(), delimiter) {
            records.skip_line();
            continue;
        }
        let mut record = Record::default();
        match records.read(&mut record) {
            Ok(true) if record.is_blank() => {}
            Ok(true) => found.push(record),
            // What is wrong with the quotes is reported when the rows are read.
            Ok(false) | Err(_) => break,
        }
    }
    found
}

fn find_header(text: &str, delimiter: u8) -> Option<Header> {
    let mut best: Option<Header> = None;
    for record in first_records(text, delimiter) {
        let names: Vec<Arc<str>> = record
            .cells
            .iter()
            .map(|cell| Arc::from(crate::text::escape_for_terminal(&tidy(&cell.text())).as_ref()))
            .collect();
        let recognised = names.iter().map(|name| recognise(name)).collect();
        let header = Header {
            line: record.line,
            names,
            recognised,
        };
        let better = header.names_a_drive() && best.as_ref().is_none_or(|best| header.known() > best.known());
        if better {
            best = Some(header);
        }
    }
    best
}

/// Returns the mark before fractions: what the numbers of the first rows prove, else a comma in tables with semicolons.
fn decimal_mark(text: &str, delimiter: u8) -> DecimalMark {
    let mut points = 0;
    let mut commas = 0;
    for record in first_records(text, delimiter) {
        for cell in &record.cells {
            match proven_mark(&cell.text()) {
                Some(DecimalMark::Point) => points += 1,
                Some(DecimalMark::Comma) => commas += 1,
                None => {}
            }
        }
    }
    match points.cmp(&commas) {
        std::cmp::Ordering::Greater => DecimalMark::Point,
        std::cmp::Ordering::Less => DecimalMark::Comma,
        std::cmp::Ordering::Equal if delimiter == b';' => DecimalMark::Comma,
        std::cmp::Ordering::Equal => DecimalMark::Point,
    }
}

fn proven_mark(cell: &str) -> Option<DecimalMark> {
    let cell = tidy(cell);
    let number: String = cell
        .chars()
        .skip_while(|character| !character.is_ascii_digit())
        .take_while(|character| character.is_ascii_digit() || matches!(character, '.' | ','))
        .collect();
    let last = number.rfind(['.', ','])?;
    let after = number.len() - last - 1;
    let both = number.contains('.') && number.contains(',');
    let repeated = number.matches(['.', ',']).count() > 1 && !both;
    // Dates with points and versions have several marks; groups of three may be thousands.
    if repeated || (!both && (after == 3 || after == 0)) {
        return None;
    }
    Some(if number.as_bytes()[last] == b'.' {
        DecimalMark::Point
    } else {
        DecimalMark::Comma
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn detects(text: &str, delimiter: u8, mark: DecimalMark, line: u64) {
        let dialect = detect(text);
        assert_eq!(dialect.delimiter, delimiter);
        assert_eq!(dialect.mark, mark);
        assert_eq!(dialect.header.map(|header| header.line), Some(line));
    }

    #[test]
    fn finds_delimiter_mark_and_header() {
        detects("model,capacity\nA,8TB\n", b',', DecimalMark::Point, 1);
        detects("Modell;Kapazität\nA;1,92 TB\n", b';', DecimalMark::Comma, 1);
        detects("Modell;Kapazität\nA;16 TB\n", b';', DecimalMark::Comma, 1);
        detects("model;capacity\nA;1.92 TB\n", b';', DecimalMark::Point, 1);
        detects("model\tcapacity\nA\t8TB\n", b'\t', DecimalMark::Point, 1);
        detects(
            "sep=;\r\nmodel;capacity\r\nA;8TB\r\n",
            b';',
            DecimalMark::Comma,
            2,
        );
        detects(
            "Drives, of 2025\n\nmodel,serial,capacity\n",
            b',',
            DecimalMark::Point,
            3,
        );
        detects(",Drive,Cost\nBay,Model,Capacity\n", b',', DecimalMark::Point, 2);
    }
}
