//! The measured tables of real OpenZFS, row by row.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod answer;
mod ashift;
mod blocks;
mod capacity;
mod growth;
mod reports;
mod samples;
mod support;
