//! The measured tables of real OpenZFS, row by row.

mod blocks;
mod capacity;
mod growth;
mod support;
