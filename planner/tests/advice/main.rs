//! The rules around a pool against worked examples, wrong claims and pasted texts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod claims;
#[cfg(feature = "cli")]
mod command;
mod golden;
mod plan;
mod registry;
mod texts;
