//! The sentences of an answer by themselves, for a page that sets them in its own way.

use serde::Serialize;

use super::answer::{outlives, sentence};
use crate::plan::{Candidate, Plan};

/// The answer in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Words {
    /// What to build, what it stores, what the risk is.
    pub sentence: String,
    /// Why this one; absent where nothing was compared.
    pub why: Option<String>,
    /// What the layout outlives.
    pub outlives: String,
}

impl Words {
    /// Returns the words of a plan's answer.
    #[must_use]
    pub fn of_plan(plan: &Plan) -> Self {
        Self {
            why: Some(plan.why.text.clone()),
            ..Self::of_candidate(&plan.candidates[plan.recommended])
        }
    }

    /// Returns the words of one layout.
    #[must_use]
    pub fn of_candidate(candidate: &Candidate) -> Self {
        Self {
            sentence: sentence(candidate),
            why: None,
            outlives: outlives(candidate),
        }
    }
}
