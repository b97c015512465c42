//! What can be assumed of a drive of which the inventory says little?
//!
//! Every drive belongs to a class ([`class_of`]), and every class has default figures with the source of each
//! ([`class_defaults`]). Hard disks differ more by capacity and rpm than by class in speed, so their outer rate comes
//! from a table of its own ([`hdd_outer_rate`]). Failures counted in the field are kept per model
//! ([`field_failures`]); what follows from them is decided where reliability is.
//!
//! All tables are embedded CSV files. Prices are not here: they have no default.

mod class;
mod defaults;
mod failures;
mod pattern;
mod rates;
mod table;

pub use class::{DriveClass, class_of};
pub use defaults::{ClassDefaults, class_defaults};
pub use failures::{FIELD_FAILURES_ATTRIBUTION, FieldFailures, field_failures};
pub use pattern::{ModelPattern, matching_pattern};
pub use rates::hdd_outer_rate;
