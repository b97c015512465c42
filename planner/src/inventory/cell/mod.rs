//! What does one cell of a table say?
//!
//! Each function takes the text of a cell, tidied by [`text::tidy`], and returns what it says, or why it says nothing.
//! Where it stands in the file is the concern of the reader.

pub(crate) mod date;
pub(crate) mod fiscal;
pub(crate) mod number;
pub(crate) mod price;
pub(crate) mod quantity;
pub(crate) mod rpm;
pub(crate) mod sector;
pub(crate) mod size;
pub(crate) mod text;
pub(crate) mod words;

/// Why a cell cannot be read, with what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CellError {
    /// What is wrong; follows the cell in backticks: "is not a size".
    pub(crate) reason: String,
    /// What to write instead.
    pub(crate) hint: String,
}

impl CellError {
    /// Returns an error with its reason and hint.
    pub(crate) fn new(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            hint: hint.into(),
        }
    }
}

/// A value read from a cell, with a warning where it may not be what was meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reading<T> {
    /// The value.
    pub(crate) value: T,
    /// What to warn of; follows the cell in backticks: "taken as …".
    pub(crate) warning: Option<CellError>,
}

impl<T> Reading<T> {
    /// Returns a certain reading.
    pub(crate) const fn certain(value: T) -> Self {
        Self { value, warning: None }
    }

    /// Returns a reading that needs a word.
    pub(crate) fn doubtful(value: T, warning: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            value,
            warning: Some(CellError::new(warning, hint)),
        }
    }
}
