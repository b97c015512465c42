//! When does a system of exponential groups lose data, exactly?
//!
//! All times are exponential, so the numbers of failed, waiting and restored devices form a continuous-time Markov
//! chain that ends in loss. [`ExponentialGroup`] describes one group, [`ExponentialSystem`] any number of them, with or
//! without spares shared among them. Loss probabilities keep their relative precision down to 1e-300, because nothing
//! is subtracted anywhere: see the two algorithms below.
//!
//! # Algorithms
//! * Mean time to loss: state reduction after Grassmann, Taksar and Heyman; every operation is an addition, a
//!   multiplication or a division of positive numbers.
//! * Loss within a mission: uniformisation. With Λ at least every exit rate, U = I + Q/Λ has no negative entry and
//!
//! ```text
//! e^(Qt) = Σ_n e^(−Λt) (Λt)^n / n! · U^n
//! ```
//!
//! Small chains sum the series for t = T/2^s and square the result s times, dividing each row by its sum after every
//! step; large chains that are not stiff sum it for t = T on one vector.
//!
//! # Source
//! Grassmann, Taksar, Heyman: Regenerative analysis and steady state distributions for Markov chains, Operations
//! Research 33 (1985); Jensen: Markoff chains as an aid in the study of Markoff processes (1953).
//!
//! Left out: lifetimes and repairs that are not exponential (but for [`ConstantRepairGroup`]), ages, batches.

mod chain;
mod constant_repair;
mod group;
mod ladder;
mod states;
mod system;

pub use constant_repair::ConstantRepairGroup;
pub use group::{ExponentialDevice, ExponentialGroup, LatentLoss, RepairDiscipline};
pub use system::{ExponentialSystem, Supply};
