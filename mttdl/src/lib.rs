//! How likely is it that a redundancy group loses data within a mission?
//!
//! A *group* of devices tolerates a number of failed devices, its *tolerance*; every failed device is repaired. More failed devices
//! than the tolerance at one instant are a *catastrophe*. When the tolerance is just used up, unreadable data on a survivor is
//! a *latent loss*. The crate gives the probability of a catastrophe and of any loss within the *mission*, for single groups and
//! for systems of them, on three roads that check each other:
//!
//! | road | lifetimes | repairs | answers |
//! |---|---|---|---|
//! | [`ExponentialSystem`], [`ConstantRepairGroup`] | exponential | exponential; fixed for one tolerated failure | exact, to 1e-9 |
//! | [`simulation`], rare events | competing Weibull causes, ages, batches | fixed, exponential, Weibull; delays, spares | an interval, down to 1e-20 |
//! | [`simulation`], plain trials | the same | the same | an interval, where losses are frequent |
//!
//! Beside them stand the first-order figure of every estimate and the textbook formulas in [`formula`], to compare with.
//! [`statistics`] says what failure counts tell about a rate; [`json`] reads a whole model from a text.
//!
//! # The question, in symbols
//!
//! ```text
//! n devices in a group, k tolerated failures, T hours of mission
//! H(a) = Σ_c (a/η_c)^β_c     cumulative hazard of a device at age a: competing causes with scale η and shape β
//! z                          frailty of the device's batch, which multiplies H
//! P(alive at t | age a at 0) = exp(−z [H(a + t) − H(a)])
//! p_cat = P(k + 1 devices of one group failed at one instant in [0, T])
//! p_any = P(a catastrophe or a latent loss in [0, T])
//! ```
//!
//! # Units
//! Hours throughout, and rates per hour; a year has 8760 hours. An annual failure probability A and a rate λ are different
//! numbers: λ = −ln(1 − A) / 8760 h, see [`RatePerHour::from_annual_probability`].
//!
//! # Which repair
//! The answer depends on the discipline by up to a factor of k!, so that none is assumed: [`RepairDiscipline`] is part of every
//! model. A mean time to loss is always secondary here: where rates change with age it is no property of the system, and a loss
//! every 285 years is a chance of 3.4 % in ten.
//!
//! # Example
//! ```
//! use mttdl::simulation::{Simulation, Target};
//! use mttdl::{Device, Group, Hours, Lifetime, Model, ModelInput, WeibullPart};
//!
//! let wear = Lifetime::new(vec![WeibullPart::new(Hours::new(292_687.0)?, 1.4)?])?;
//! let device = |years| Ok::<_, mttdl::TimeError>(Device { lifetime: 0, age: Hours::from_years(years)?, batch: None });
//! let devices = vec![device(0.0)?, device(1.0)?, device(2.0)?, device(3.0)?, device(0.0)?, device(1.0)?];
//! let input = ModelInput::new(
//!     vec![wear],
//!     vec![Group { devices, tolerance: 2 }],
//!     Hours::from_years(5.0)?,
//!     Hours::new(9.0)?,
//! );
//! let estimate = Simulation::new(&Model::new(input)?, 1, Target::default()).run();
//! assert!(estimate.converged && estimate.p_any.low < estimate.p_any.point);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it keeps to
//! * No file, clock, environment or randomness of the machine: the same input and seed give the same digits, on any number of
//!   threads and in WebAssembly. All elementary functions of a trial are those of [`math`].
//! * Everything is checked once, at construction; an error names the field, what was read and the range.
//!
//! Left out: what a lost group costs, how devices are arranged, and how long a repair takes; those belong to the caller.

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
