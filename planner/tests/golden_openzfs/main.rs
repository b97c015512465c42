//! The measured tables of real OpenZFS, row by row.

mod answer;
mod ashift;
mod blocks;
mod capacity;
mod growth;
mod reports;
mod samples;
mod support;
