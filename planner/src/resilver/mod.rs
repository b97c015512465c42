//! How long is a vdev at risk after a drive fails?
//!
//! The time is detection, the delay until a replacement is there, and the rebuild. A rebuild moves the bytes allocated
//! on the lost drive at a rate that the new drive, the slowest survivor, shingling, the link and other load set. Hours
//! come as a range, since published rebuilds of alike pools differ by factors.
//!
//! Left out: the scan phase before the sequential part, which is minutes on most pools, and restarts.

mod explain;
mod hours;
mod options;
mod rate;

pub use explain::explain;
pub use hours::{
    Rebuild, allocated_at, expansion_hours, resilver, resilver_with, scrub_hours, time_under_risk,
};
pub use options::{Load, RebuildMethod, RebuildOptions, RebuildTarget, VdevRebuildSpec};
pub use rate::RebuildLimit;
