//! Answers of this crate against tables of answers made elsewhere.
#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail the test")]

mod exact_chains;
mod tables;
