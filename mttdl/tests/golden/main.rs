//! Answers of this crate against tables of answers made elsewhere.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail the test"
)]

mod elerath_pecht;
mod exact_chains;
mod failure_counts;
mod papers;
mod simulated;
mod tables;
