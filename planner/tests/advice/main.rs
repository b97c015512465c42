//! The rules around a pool against worked examples, wrong claims and pasted texts.

mod claims;
mod golden;
mod plan;
mod registry;
mod texts;
