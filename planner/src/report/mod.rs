//! What is handed out, one file per format. Nothing here computes.

pub mod numbers;
