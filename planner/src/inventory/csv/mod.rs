//! CSV and TSV, with the habits of spreadsheets.
//!
//! The header is found by the words in it; every cell that cannot be read becomes a message with its line and column.
//! What is not read: formulas, and more than one table in a file.

mod dialect;
pub(crate) mod fields;
pub(crate) mod header;
mod place;
mod records;
mod row;

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::drive::Drive;

use self::dialect::{Dialect, Header};
use self::fields::Language;
use self::header::{Field, is_chinese, unused_reason};
use self::records::{QuoteError, QuoteErrorKind, Record, Records};
use self::row::RowReader;
use super::cell::date::{DateOrder, proven_order};
use super::cell::text::tidy;
use super::messages::{Messages, Words, excerpt};
use super::{FileReading, ReadOptions};

/// Reads a table of drives.
pub(crate) fn read(text: &str, file: &str, options: &ReadOptions) -> FileReading {
    let mut messages = Messages::new(file);
    let dialect = dialect::detect(text);
    let format = match dialect.delimiter {
        b'\t' => "TSV".to_owned(),
        delimiter => format!("CSV, `{}`", char::from(delimiter)),
    };
    let drives = match &dialect.header {
        Some(header) => read_rows(text, &dialect, header, options, &mut messages),
        None => {
            report_no_header(text, &dialect, &mut messages);
            Vec::new()
        }
    };
    FileReading {
        format,
        drives,
        skipped: Vec::new(),
        pools: Vec::new(),
        messages,
    }
}

fn report_no_header(text: &str, dialect: &Dialect, messages: &mut Messages) {
    const HINT: &str = "the first line names the columns, as in `model,serial,capacity,sectors,rpm`; known names are listed in the manual";
    let mut records = Records::new(text, dialect.delimiter);
    let mut record = Record::default();
    loop {
        if dialect::is_comment(records.rest(), dialect.delimiter) {
            records.skip_line();
            continue;
        }
        match records.read(&mut record) {
            Ok(true) if is_empty_row(text, &record) => {}
            Ok(true) => {
                let found: Vec<String> = record
                    .cells
                    .iter()
                    .take(12)
                    .map(|cell| format!("`{}`", crate::text::excerpt(&tidy(&cell.text()))))
                    .collect();
                let words = Words::new(
                    format!(
                        "no header found: none of {} is the name of a column",
                        found.join(", ")
                    ),
                    HINT,
                );
                messages.about(Severity::Error, record.line, words);
                return;
            }
            Ok(false) => break,
            Err(error) => {
                report_quote(text, None, &error, messages);
                return;
            }
        }
    }
    let message = if text.is_empty() {
        "the file is empty"
    } else {
        "no header found: there are only blank lines"
    };
    messages.about(Severity::Error, 1, Words::new(message, HINT));
}

/// Returns whether a row is blank whatever the delimiter is.
fn is_empty_row(text: &str, record: &Record<'_>) -> bool {
    let end = record.cells.last().map_or(record.start, |cell| cell.end);
    text.get(record.start..end).is_some_and(|row| {
        row.chars()
            .all(|character| character.is_whitespace() || matches!(character, ',' | ';' | '|' | '"'))
    })
}

fn report_quote(text: &str, header: Option<&Header>, error: &QuoteError, messages: &mut Messages) {
    let column = header
        .and_then(|header| header.names.get(error.cell))
        .map_or("", |name| name.as_ref());
    let (message, hint) = match error.kind {
        QuoteErrorKind::NeverClosed => (
            "the quote opened here is never closed",
            "close the quote, or double it: `\"\"`",
        ),
        QuoteErrorKind::InsidePlainCell => (
            "a quote inside a cell that is not quoted",
            "put the whole cell in quotes and double those inside: `\"3.5\"\"\"`",
        ),
        QuoteErrorKind::TextAfterQuote => (
            "text after the closing quote",
            "double the quotes inside a quoted cell: `\"\"`",
        ),
    };
    messages.push(
        Severity::Error,
        (error.line, column),
        Words::new(message, hint),
        || excerpt(text, error.at, error.at + 1),
    );
}

fn report_columns(text: &str, header: &Header, messages: &mut Messages) {
    for (name, recognised) in header.names.iter().zip(&header.recognised) {
        if recognised.is_none() && !name.is_empty() {
            let place = (header.line, name.as_ref());
            messages.push(
                Severity::Warning,
                place,
                Words::new(unused_reason(name), ""),
                || None,
            );
        }
    }
    let mut dialect_skipped = header.line;
    let mut records = text.lines();
    let mut title: Option<(u64, &str)> = None;
    let mut line = 0;
    while line + 1 < dialect_skipped {
        line += 1;
        let Some(found) = records.next() else { break };
        let blank = found
            .chars()
            .all(|character| character.is_whitespace() || matches!(character, ',' | ';'));
        let marker = found.starts_with('#') || found.to_lowercase().trim_matches('"').starts_with("sep=");
        if !blank && !marker && title.is_none() {
            title = Some((line, found));
            dialect_skipped = line;
        }
    }
    if let Some((line, found)) = title {
        let message = format!(
            "`{}` skipped; the header is taken from line {}",
            crate::text::excerpt(found.trim()),
            header.line
        );
        messages.about(Severity::Warning, line, Words::new(message, ""));
    }
}

fn read_rows(
    text: &str,
    dialect: &Dialect,
    header: &Header,
    options: &ReadOptions,
    messages: &mut Messages,
) -> Vec<Drive> {
    report_columns(text, header, messages);
    let settled = place::settle_columns(header, messages);
    let date_column = settled
        .columns
        .iter()
        .find(|column| matches!(column.recognised.field, Field::Manufactured | Field::DateCode))
        .map(|column| (column.index, Arc::clone(&column.header)));
    let order = match (options.date_order, &date_column) {
        (Some(order), _) => Some(ProvenOrder { order, line: 0 }),
        (None, Some((index, name))) => date_order(text, dialect, header, *index, name, messages),
        (None, None) => None,
    };
    let language = if header.names.iter().any(|name| is_chinese(name)) {
        Language::Chinese
    } else {
        Language::Other
    };
    let mut reader = RowReader::new(
        text,
        dialect,
        (messages.file(), header.line, settled),
        options,
        order,
        language,
    );
    let lines = text.bytes().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    reader.reserve(lines);
    let result = for_each_row(text, dialect, header, |record| {
        let fields = record.cells.len();
        let extra = record.cells.get(header.names.len()..).unwrap_or(&[]);
        if extra.iter().any(|cell| !cell.is_blank()) {
            let words = Words::new(
                format!(
                    "{fields} fields, but the header has {} (thousands marks without quotes?)",
                    header.names.len()
                ),
                "put cells that hold the delimiter in quotes",
            );
            let (start, end) = (
                record.start,
                record.cells.last().map_or(record.start, |cell| cell.end),
            );
            messages.push(Severity::Error, (record.line, ""), words, || {
                excerpt(text, start, end)
            });
            return;
        }
        reader.row(record, messages);
    });
    if let Err(error) = result {
        report_quote(text, Some(header), &error, messages);
    }
    let drives = reader.finish(messages);
    if drives.is_empty() && !messages.has_errors() {
        messages.about(
            Severity::Error,
            header.line,
            Words::new("no drives after the header", "add one line per drive"),
        );
    }
    drives
}

fn for_each_row<'text>(
    text: &'text str,
    dialect: &Dialect,
    header: &Header,
    mut visit: impl FnMut(&Record<'text>),
) -> Result<(), QuoteError> {
    let mut records = Records::new(text, dialect.delimiter);
    let mut record = Record::default();
    loop {
        if dialect::is_comment(records.rest(), dialect.delimiter) {
            records.skip_line();
            continue;
        }
        if records.line() < header.line {
            // Titles may hold stray quotes; only the rows count.
            if records.read(&mut record).is_err() {
                records.skip_line();
            }
            continue;
        }
        if !records.read(&mut record)? {
            return Ok(());
        }
        if record.line > header.line && !record.is_blank() {
            visit(&record);
        }
    }
}

/// The order of slash dates and the line that proves it; line 0 where the user named it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProvenOrder {
    pub(crate) order: DateOrder,
    pub(crate) line: u64,
}

fn date_order(
    text: &str,
    dialect: &Dialect,
    header: &Header,
    index: usize,
    name: &str,
    messages: &mut Messages,
) -> Option<ProvenOrder> {
    let mut proven: Option<ProvenOrder> = None;
    let mut contradiction: Option<(u64, usize, usize)> = None;
    // Wrong quotes are reported when the rows are read.
    let _ = for_each_row(text, dialect, header, |record| {
        let Some(cell) = record.cells.get(index) else {
            return;
        };
        let Some(order) = proven_order(&tidy(&cell.text())) else {
            return;
        };
        match proven {
            None => {
                proven = Some(ProvenOrder {
                    order,
                    line: record.line,
                });
            }
            Some(first) if first.order != order && contradiction.is_none() => {
                contradiction = Some((record.line, cell.start, cell.end));
            }
            Some(_) => {}
        }
    });
    if let (Some((line, start, end)), Some(first)) = (contradiction, proven) {
        let words = Words::new(
            format!("day and month stand in another order than on line {}", first.line),
            "write the dates as `2021-04-03`",
        );
        messages.push(Severity::Error, (line, name), words, || excerpt(text, start, end));
    }
    proven
}
