//! How likely is a loss that no number of plain trials would ever show?
//!
//! [`Simulation`] estimates the loss probability of any [`Model`](crate::Model), down to 1e-20 and below, with an interval.
//! Most of each trial is what would happen by itself: failures, deliveries, repairs. From each point at which a group stops
//! being whole, one excursion follows that group with further failures forced on it and weighted for it, the last one without
//! being drawn at all. Where losses are frequent anyway, plain trials are run instead; [`Road`] says which.
//!
//! # Determinism
//! Every random number is a function of seed, component, trial, stream and index; trials are summed in blocks of 256 and blocks
//! in their order; whether to go on is decided at fixed counts of blocks only. The digits do not depend on the number of
//! threads, nor on who ran which block, nor on the target.
//!
//! # Source
//! Shahabuddin, Importance sampling for the simulation of highly reliable Markovian systems, Management Science 40 (1994);
//! Nicola, Shahabuddin, Nakayama, Techniques for fast simulation of models of highly dependable systems, IEEE Transactions on
//! Reliability 50 (2001); for the paths that are split, Villén-Altamirano, RESTART: a method for accelerating rare event
//! simulations (1991).
//!
//! Left out: splitting of paths in systems without spares, and quasi-random numbers.

mod component;
mod credit;
mod deliveries;
mod direct;
mod driver;
mod estimate;
mod excursion;
mod first_order;
mod first_repair;
mod frailty;
mod hazards;
mod loss_curve;
mod sampler;
mod state;
mod tally;
mod totals;
mod trial;
mod unit;

pub use driver::{Block, Progress, Simulation, Target, Work};
pub use estimate::{Attribution, CurvePoint, Doubt, Estimate, Figure, Interval, Road};
pub use first_order::{FirstOrderLoss, first_order_loss};
