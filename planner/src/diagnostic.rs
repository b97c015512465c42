//! Messages about input text, each with the file, line and column it is about.

use std::fmt;

use serde::Serialize;

/// How much a [`Diagnostic`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the reading is certain.
    Notice,
    /// The reading may not be what was meant.
    Warning,
    /// The input cannot be used.
    Error,
}

/// The line of the input that a message is about, with the part to point at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The line as it stands in the file, without its line end.
    pub line_text: String,
    /// Where the part to point at starts, in bytes of `line_text`.
    pub start: usize,
    /// Length of that part in bytes; 0 where the whole line is meant.
    pub length: usize,
}

/// A place in an input file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Place {
    /// Name of the file as the user gave it; `standard input` for `-`.
    pub file: String,
    /// Physical line, counted from 1; 0 where the message is about the file as a whole.
    pub line: u64,
    /// Header of the column, or the name of the field; empty where no one column is meant.
    pub column: String,
}

/// A message about one place of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// What was read and why it matters: lower case, no final period, what was read in backticks.
    pub message: String,
    /// What to write instead or which command would tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The line concerned, where it can be shown.
    #[serde(skip)]
    pub excerpt: Option<Box<Excerpt>>,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if self.line > 0 {
            write!(formatter, ", line {}", self.line)?;
        }
        if !self.column.is_empty() {
            write!(formatter, ", column `{}`", self.column)?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.message)
    }
}
