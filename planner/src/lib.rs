//! Which ZFS pool should these drives become, and what will it give?
//!
//! The modules are layers, each using only those above it in this list:
//!
//! | layer | modules |
//! |---|---|
//! | 0 | [`units`], [`error`], [`diagnostic`], [`text`] |
//! | 1 | [`drive`], [`inventory`], [`layout`] |
//!
//! The library is pure: it opens no file, reads no clock and no environment, prints nothing and never exits.

pub mod diagnostic;
pub mod drive;
pub mod error;
pub mod inventory;
pub mod layout;
pub mod text;
pub mod units;
