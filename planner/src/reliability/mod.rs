//! How likely is it that a pool loses data within the mission?
//!
//! The only door to `mttdl`: a vdev becomes a group, its parity the tolerance, waiting and resilver the repair. Two roads:
//! the chain of exponential lives and repairs, solved exactly for every candidate ([`RiskSolver`]), and the simulation of
//! drives as they are, with age, wear, batches, spares and spread of the rebuild, for those that matter ([`simulate`]).
//! Special and dedup vdevs count like data vdevs, log and cache devices do not.

mod chain;
mod failure_rate;
mod pool_model;
mod simulated_risk;
mod simulation;
mod window;

pub use chain::{
    DriveRisk, Independent, METHOD, PoolRisk, RiskOptions, RiskSolver, VdevRisk, mean_weibull_rate,
};
pub use failure_rate::{ModelCount, annual_rate, rate_knowledge, weibull_scale};
pub use pool_model::{ModelVdev, PoolModel, WearLaw};
pub use simulated_risk::{SimulatedChance, SimulatedCurvePoint, SimulatedRisk};
pub use simulation::{PoolBlocks, PoolSimulation, PoolWork, SimulationOptions, Watch, simulate};
pub use window::{WindowRisk, failure_window};
