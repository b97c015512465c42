//! Splitting text into records and cells, strictly, with the place of each.

use std::borrow::Cow;

/// One cell and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell<'text> {
    /// The text between the delimiters or quotes; quotes inside are still doubled.
    raw: &'text str,
    /// Start in the whole text, of the quote if there is one.
    pub(crate) start: usize,
    /// End in the whole text.
    pub(crate) end: usize,
    doubled_quotes: bool,
}

impl<'text> Cell<'text> {
    /// Returns what the cell holds.
    pub(crate) fn text(&self) -> Cow<'text, str> {
        if self.doubled_quotes {
            Cow::Owned(self.raw.replace("\"\"", "\""))
        } else {
            Cow::Borrowed(self.raw)
        }
    }

    /// Returns whether there is nothing in the cell but blanks.
    pub(crate) fn is_blank(&self) -> bool {
        self.raw.chars().all(|character| {
            character.is_whitespace() || matches!(character, '\u{200b}' | '\u{feff}' | '\u{2060}')
        })
    }
}

/// One record: the cells between two line ends outside quotes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record<'text> {
    /// Physical line on which it begins, from 1.
    pub(crate) line: u64,
    /// Where it begins in the whole text.
    pub(crate) start: usize,
    /// The cells; at least one.
    pub(crate) cells: Vec<Cell<'text>>,
}

impl Record<'_> {
    /// Returns whether no cell holds anything.
    pub(crate) fn is_blank(&self) -> bool {
        self.cells.iter().all(Cell::is_blank)
    }
}

/// What is wrong with the quotes of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QuoteError {
    /// Physical line of the quote.
    pub(crate) line: u64,
    /// Number of the cell, from 0.
    pub(crate) cell: usize,
    /// Where to point at in the whole text.
    pub(crate) at: usize,
    /// What is wrong.
    pub(crate) kind: QuoteErrorKind,
}

/// Kinds of wrong quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuoteErrorKind {
    /// Opened and never closed.
    NeverClosed,
    /// In the middle of a plain cell.
    InsidePlainCell,
    /// Text after the closing quote.
    TextAfterQuote,
}

/// Reads one record after the other.
#[derive(Debug, Clone)]
pub(crate) struct Records<'text> {
    text: &'text str,
    delimiter: u8,
    position: usize,
    line: u64,
}

impl<'text> Records<'text> {
    /// Returns a reader of `text`, whose cells are separated by the ASCII character `delimiter`.
    pub(crate) fn new(text: &'text str, delimiter: u8) -> Self {
        Self {
            text,
            delimiter,
            position: 0,
            line: 1,
        }
    }

    /// Reads the next record into `record`; returns whether there was one.
    pub(crate) fn read(&mut self, record: &mut Record<'text>) -> Result<bool, QuoteError> {
        record.cells.clear();
        record.line = self.line;
        record.start = self.position;
        let bytes = self.text.as_bytes();
        if self.position >= bytes.len() {
            return Ok(false);
        }
        loop {
            let quoted = self.quoted_cell(record.cells.len())?;
            let cell = match quoted {
                Some(cell) => cell,
                None => self.plain_cell(record.cells.len())?,
            };
            record.cells.push(cell);
            match bytes.get(self.position) {
                Some(byte) if *byte == self.delimiter => self.position += 1,
                _ => break,
            }
        }
        self.end_line();
        Ok(true)
    }

    /// Skips to the end of the physical line.
    pub(crate) fn skip_line(&mut self) {
        let bytes = self.text.as_bytes();
        while self
            .text
            .as_bytes()
            .get(self.position)
            .is_some_and(|byte| !matches!(byte, b'\n' | b'\r'))
        {
            self.position += 1;
        }
        if self.position < bytes.len() {
            self.end_line();
        }
    }

    /// Returns the text from the present position on.
    pub(crate) fn rest(&self) -> &'text str {
        self.text.get(self.position..).unwrap_or("")
    }

    /// Returns the physical line of the present position.
    pub(crate) const fn line(&self) -> u64 {
        self.line
    }

    fn end_line(&mut self) {
        let bytes = self.text.as_bytes();
        match bytes.get(self.position) {
            Some(b'\r') if bytes.get(self.position + 1) == Some(&b'\n') => self.position += 2,
            Some(b'\r' | b'\n') => self.position += 1,
            _ => return,
        }
        self.line += 1;
    }

    fn plain_cell(&mut self, cell: usize) -> Result<Cell<'text>, QuoteError> {
        let bytes = self.text.as_bytes();
        let start = self.position;
        let mut end = start;
        while let Some(byte) = bytes.get(end) {
            if *byte == self.delimiter || matches!(byte, b'\n' | b'\r') {
                break;
            }
            if *byte == b'"' && !self.is_inch_mark(start, end) {
                return Err(QuoteError {
                    line: self.line,
                    cell,
                    at: end,
                    kind: QuoteErrorKind::InsidePlainCell,
                });
            }
            end += 1;
        }
        self.position = end;
        Ok(Cell {
            raw: &self.text[start..end],
            start,
            end,
            doubled_quotes: false,
        })
    }

    /// Returns whether the quote at `at` ends a cell like `3.5"`.
    fn is_inch_mark(&self, start: usize, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        at > start
            && bytes[at - 1].is_ascii_digit()
            && bytes
                .get(at + 1)
                .is_none_or(|next| *next == self.delimiter || matches!(next, b'\n' | b'\r' | b' '))
    }

    fn quoted_cell(&mut self, cell: usize) -> Result<Option<Cell<'text>>, QuoteError> {
        let bytes = self.text.as_bytes();
        let start = self.position;
        let blanks = bytes[start..].iter().take_while(|byte| **byte == b' ').count();
        let open = start + blanks;
        if bytes.get(open) != Some(&b'"') {
            return Ok(None);
        }
        let opened_on = self.line;
        let mut line = self.line;
        let mut doubled_quotes = false;
        let mut position = open + 1;
        let close = loop {
            match bytes.get(position) {
                None => {
                    return Err(QuoteError {
                        line: opened_on,
                        cell,
                        at: open,
                        kind: QuoteErrorKind::NeverClosed,
                    });
                }
                Some(b'"') if bytes.get(position + 1) == Some(&b'"') => {
                    doubled_quotes = true;
                    position += 1;
                }
                Some(b'"') => break position,
                Some(b'\n') => line += 1,
                Some(b'\r') if bytes.get(position + 1) != Some(&b'\n') => line += 1,
                _ => {}
            }
            position += 1;
        };
        let mut after = close + 1;
        while bytes.get(after) == Some(&b' ') {
            after += 1;
        }
        if bytes
            .get(after)
            .is_some_and(|byte| *byte != self.delimiter && !matches!(byte, b'\n' | b'\r'))
        {
            return Err(QuoteError {
                line,
                cell,
                at: after,
                kind: QuoteErrorKind::TextAfterQuote,
            });
        }
        self.position = after;
        self.line = line;
        Ok(Some(Cell {
            raw: &self.text[open + 1..close],
            start: open,
            end: close + 1,
            doubled_quotes,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<(u64, Vec<String>)>, QuoteError> {
        let mut records = Records::new(text, b',');
        let mut record = Record::default();
        let mut read = Vec::new();
        while records.read(&mut record)? {
            let cells = record.cells.iter().map(|cell| cell.text().into_owned()).collect();
            read.push((record.line, cells));
        }
        Ok(read)
    }

    #[test]
    fn every_line_end_counts_once() {
        let read = all("a\r\nb\nc\rd\r\n\r\ne").unwrap();
        let lines: Vec<u64> = read.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn quotes_hold_delimiters_line_ends_and_quotes() {
        let read = all("\"a,\"\"b\"\"\nc\", \"d\" ,e\nf").unwrap();
        assert_eq!(read[0].1, ["a,\"b\"\nc", "d", "e"]);
        assert_eq!(read[1], (3, vec!["f".to_owned()]));
    }

    #[test]
    fn wrong_quotes_are_placed() {
        let never = all("a\n\"b,c\nd").unwrap_err();
        assert_eq!(
            (never.line, never.cell, never.kind),
            (2, 0, QuoteErrorKind::NeverClosed)
        );
        let inside = all("a,b\"c").unwrap_err();
        assert_eq!((inside.cell, inside.kind), (1, QuoteErrorKind::InsidePlainCell));
        let after = all("\"a\"b").unwrap_err();
        assert_eq!(after.kind, QuoteErrorKind::TextAfterQuote);
        assert_eq!(all("3.5\",x").unwrap()[0].1, ["3.5\"", "x"]);
    }
}
