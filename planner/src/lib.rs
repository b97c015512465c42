//! Which ZFS pool should these drives become, and what will it give?
//!
//! The modules are layers, each using only those above it in this list:
//!
//! | layer | modules |
//! |---|---|
//! | 0 | [`units`], [`error`], [`diagnostic`], [`text`], [`figures`] |
//! | 1 | [`drive`], [`catalog`], [`inventory`], [`fit`], [`workload`], [`layout`], [`ashift`], [`partition`] |
//! | 2 | [`enumerate`], [`placement`], [`capacity`], [`throughput`], [`resilver`], [`ready`] |
//! | 3 | [`reliability`] |
//! | 4 | [`rank`], [`pareto`], [`advice`], [`verify`] |
//! | 5 | [`plan`] |
//! | 6 | [`zpool`], [`report`] |
//!
//! The library is pure: it opens no file, reads no clock and no environment, prints nothing and never exits.

pub mod advice;
pub mod ashift;
pub mod capacity;
pub mod catalog;
pub mod diagnostic;
pub mod drive;
pub mod enumerate;
pub mod error;
pub mod figures;
pub mod fit;
pub mod inventory;
pub mod layout;
pub mod pareto;
pub mod partition;
pub mod placement;
pub mod plan;
pub mod rank;
pub mod ready;
pub mod reliability;
pub mod report;
pub mod resilver;
pub mod text;
pub mod throughput;
pub mod units;
pub mod verify;
pub mod workload;
pub mod zpool;
