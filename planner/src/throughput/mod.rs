//! How fast is a pool, and what limits it?
//!
//! The figures follow from the drives (media rate, seeks), the layout (parity, padding, copies, number of vdevs) and the
//! host (processor, adapter, memory), joined by a soft minimum whose constants were fitted on published measurements.
//! The table of constants, the errors of the laws on rows left out of the fit, and those of the naive formulas stand in
//! `data/calibration/`.
//!
//! Left out: networks and protocols, fragmentation of a pool in use, ARC hits beyond one coarse case, and special vdevs.

mod constants;
mod drive_speed;
mod explain;
mod geometry;
mod law;
mod options;
mod performance;
mod pool;
mod vdev;

pub use constants::{CONSTANTS_TABLE, Constants, table_value};
pub use drive_speed::DriveSpeed;
pub use explain::{Step, explain};
pub use options::{
    Ceilings, Compression, CompressionAlgorithm, Conditions, ParityCode, PerformanceOptions, Processor,
    SyncLog,
};
pub use performance::{LimitedBy, Performance};
pub use pool::{pool_performance, pool_performance_with};
pub use vdev::VdevSpeedSpec;

pub(crate) use geometry::Geometry;
