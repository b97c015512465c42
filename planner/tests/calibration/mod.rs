//! The measured rows, what the laws and the naive formulas predict for them, and the error statistics.
//!
//! Shared by the test that checks the stored results and the example that computes them.

pub(crate) mod errors;
pub(crate) mod fit;
pub(crate) mod parameters;
pub(crate) mod predict;
pub(crate) mod rows;
pub(crate) mod tables;
