//! What is wrong with a model.

/// The reason why a model was refused, naming the field, what was read and the range that holds.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A number lies outside the range of its field.
    #[error("`{field}` is `{value}`: it must be {range}")]
    OutOfRange {
        /// The field, with indices where it is part of a list.
        field: String,
        /// What was read.
        value: f64,
        /// The range that holds, in words.
        range: &'static str,
    },
    /// A list has a length that its field does not allow.
    #[error("`{field}` has {count} entries: it must have {range}")]
    Count {
        /// The field, with indices where it is part of a list.
        field: String,
        /// How many entries were read.
        count: usize,
        /// The lengths that hold, in words.
        range: &'static str,
    },
    /// Two fields that are right alone do not go together.
    #[error("`{field}` {conflict}")]
    Conflict {
        /// The field, with indices where it is part of a list.
        field: String,
        /// What it does not go together with, in words.
        conflict: &'static str,
    },
    /// The exact chain of this model is larger than the exact road takes.
    #[error("the exact chain of this model has more than {limit} states: use the simulation")]
    TooManyStates {
        /// The largest chain that is solved.
        limit: usize,
    },
    /// The text is no model in JSON.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the text, from 1.
        column: usize,
        /// What the JSON reader says.
        message: String,
    },
}

impl ModelError {
    /// Returns the error for a number outside its range.
    pub(crate) fn out_of_range(field: impl Into<String>, value: f64, range: &'static str) -> Self {
        Self::OutOfRange {
            field: field.into(),
            value,
            range,
        }
    }

    /// Returns the error for a list of the wrong length.
    pub(crate) fn count(field: impl Into<String>, count: usize, range: &'static str) -> Self {
        Self::Count {
            field: field.into(),
            count,
            range,
        }
    }

    /// Returns the error for two fields that contradict each other.
    pub(crate) fn conflict(field: impl Into<String>, conflict: &'static str) -> Self {
        Self::Conflict {
            field: field.into(),
            conflict,
        }
    }

    /// Returns the same error with its field renamed.
    pub(crate) fn renamed(self, rename: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::OutOfRange { field, value, range } => Self::OutOfRange {
                field: rename(&field),
                value,
                range,
            },
            Self::Count { field, count, range } => Self::Count {
                field: rename(&field),
                count,
                range,
            },
            Self::Conflict { field, conflict } => Self::Conflict {
                field: rename(&field),
                conflict,
            },
            Self::TooManyStates { .. } | Self::Json { .. } => self,
        }
    }

    /// Returns the same error for a field that lies inside `place`.
    pub(crate) fn inside(self, place: &str) -> Self {
        self.renamed(|field| format!("{place}.{field}"))
    }

    /// Returns what to do about the error, as a sentence that can follow `hint:`, where there is more to say than the
    /// message does.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::TooManyStates { .. } => {
                Some("give devices of one class the same failure rate, or ask for the simulation")
            }
            Self::Conflict { .. } | Self::OutOfRange { .. } | Self::Count { .. } => None,
            Self::Json { .. } => {
                Some("see the crate's page on the JSON form of a model for a complete example")
            }
        }
    }
}
