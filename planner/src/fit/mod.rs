//! How often do drives fail, by count?
//!
//! [`DriveStats`] streams Backblaze drive-stats tables of any size, [`read_log`] reads an own record of drives and
//! their ends; both give a [`FailureTable`] of counts by model and age with exact intervals, which a plan can use and
//! [`sql`] can make in a data warehouse.
//!
//! What is left out: smoothing over models, which belongs to the reliability of a plan, and causes of failure.

mod counts;
mod log;
mod sql;
mod stream;
mod table;

pub use counts::{Age, FailureCounts};
pub use log::read_log;
pub use sql::sql;
pub use stream::DriveStats;
pub use table::FailureTable;
