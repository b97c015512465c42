//! The rules around a pool against worked examples, wrong claims and pasted texts.

mod claims;
mod golden;
mod registry;
mod texts;
