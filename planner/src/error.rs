//! What can go wrong in planning, apart from the positions in input files, which are [`crate::diagnostic`]s.

use crate::diagnostic::Diagnostic;

/// A reason why the planner cannot answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Input text is wrong at stated places; at least one of the diagnostics is an error.
    #[error("{}", first_message(.0))]
    Input(Vec<Diagnostic>),
    /// A layout is no layout, or OpenZFS would refuse it.
    #[error("layout `{layout}`: {reason}")]
    Layout {
        /// The layout as written.
        layout: String,
        /// What is wrong with it.
        reason: String,
        /// What to write instead.
        hint: String,
    },
    /// A quantity is out of its range.
    #[error("{quantity}: {reason}")]
    OutOfRange {
        /// The quantity as the user names it.
        quantity: String,
        /// What was given and what is allowed.
        reason: String,
        /// What to write instead.
        hint: String,
    },
    /// The drives cannot form what was asked for.
    #[error("{reason}")]
    Drives {
        /// What is wrong, naming the drives.
        reason: String,
        /// What to do about it.
        hint: String,
    },
    /// A rule of [`crate::advice`] refuses what it was given.
    #[error("{message}")]
    Rule {
        /// The name of the reason, which scripts compare: `unknown_zfs_version`, `bad_number` and so on.
        code: &'static str,
        /// What was read and why the rule cannot take it.
        message: String,
        /// What to give instead; empty where there is nothing to add.
        hint: String,
    },
}

fn first_message(diagnostics: &[Diagnostic]) -> &str {
    diagnostics
        .first()
        .map_or("the input cannot be read", |diagnostic| {
            diagnostic.message.as_str()
        })
}

impl Error {
    /// Returns what to do about the error, if there is more to say than the message does.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Input(diagnostics) => diagnostics.first().and_then(|first| first.hint.as_deref()),
            Self::Layout { hint, .. }
            | Self::OutOfRange { hint, .. }
            | Self::Drives { hint, .. }
            | Self::Rule { hint, .. } => Some(hint.as_str()).filter(|hint| !hint.is_empty()),
        }
    }
}
