//! How likely is it that a redundancy group loses data within a mission?
//!
//! A *group* of devices tolerates a number of failed devices, its *tolerance*; every failed device is repaired.
//! Loss happens when more devices than the tolerance are failed at the same instant. This crate answers for
//! single groups and for systems of groups with the exact chain of the process where that exists.
//!
//! Time is counted in hours throughout; a year has 8760 hours. The crate reads no file and no clock.

mod error;
pub mod exact;
pub mod exact_road;
pub mod formula;
pub mod json;
pub mod math;
pub mod model;
mod probability;
mod quadrature;
pub mod random;
pub mod simulation;
pub mod statistics;
mod time;

pub use error::ModelError;
pub use exact::{
    ConstantRepairGroup, ExponentialDevice, ExponentialGroup, ExponentialSystem, LatentLoss,
    RepairDiscipline, Supply,
};
pub use model::{Device, Duration, Frailty, Group, LatentErrors, Lifetime, Model, ModelInput, WeibullPart};
pub use probability::{Probability, ProbabilityError};
pub use time::{Hours, RatePerHour, TimeError};
