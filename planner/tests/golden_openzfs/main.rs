//! The measured tables of real OpenZFS, row by row.

mod ashift;
mod blocks;
mod capacity;
mod growth;
mod support;
