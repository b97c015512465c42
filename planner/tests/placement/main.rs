//! Placement against brute force, and what it is worth.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod brute_force;
mod domains;
mod large;
