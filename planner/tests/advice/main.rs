//! The rules around a pool against worked examples, wrong claims and pasted texts.

mod claims;
#[cfg(feature = "cli")]
mod command;
mod golden;
mod plan;
mod registry;
mod texts;
