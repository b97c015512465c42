//! Sums over the trials of a block, and how blocks are added.

use serde::{Deserialize, Serialize};

use super::credit::{Cause, Credit};
use super::loss_curve::LossCurve;
use super::trial::Outcomes;
use crate::math;

/// Power sums of one result over trials.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Moments {
    pub(super) sum: f64,
    squares: f64,
    cubes: f64,
    fourths: f64,
    pub(super) largest: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        let square = value * value;
        self.sum += value;
        self.squares += square;
        self.cubes += square * value;
        self.fourths += square * square;
        self.largest = self.largest.max(value);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.cubes += other.cubes;
        self.fourths += other.fourths;
        self.largest = self.largest.max(other.largest);
    }

    /// Returns the mean of `trials` values.
    pub(super) fn mean(&self, trials: f64) -> f64 {
        self.sum / trials
    }

    /// Returns the variance of the mean of `trials` values.
    pub(super) fn variance_of_mean(&self, trials: f64) -> f64 {
        let mean = self.mean(trials);
        ((self.squares / trials - mean * mean) / (trials - 1.0)).max(0.0)
    }

    /// Returns the number of equal values that would be as good as these.
    ///
    /// # Formula
    /// ```text
    /// ESS = (Σ Y)² / Σ Y²
    /// ```
    pub(super) fn effective_size(&self) -> f64 {
        if self.squares > 0.0 {
            self.sum * self.sum / self.squares
        } else {
            0.0
        }
    }

    /// Returns the relative standard error of the variance, from the fourth central moment.
    ///
    /// # Formula
    /// ```text
    /// sqrt((m₄ / m₂² − 1) / N)
    /// ```
    pub(super) fn error_of_variance(&self, trials: f64) -> f64 {
        let mean = self.mean(trials);
        let second = self.squares / trials - mean * mean;
        let fourth = self.fourths / trials - 4.0 * mean * self.cubes / trials
            + 6.0 * mean * mean * self.squares / trials
            - 3.0 * mean * mean * mean * mean;
        if second > 1e-14 * mean * mean {
            math::sqrt(((fourth / (second * second) - 1.0) / trials).max(0.0))
        } else {
            0.0
        }
    }
}

/// Sums over the trials of one component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) trials: u64,
    pub(super) any: Moments,
    pub(super) catastrophe: Moments,
    pub(super) latent_events: Moments,
    pub(super) failures: Moments,
    pub(super) raw_catastrophe: Moments,
    /// Any loss over the mission.
    pub(super) any_curve: LossCurve,
    /// Catastrophes over the mission.
    pub(super) catastrophe_curve: LossCurve,
    /// Any loss from failed devices and from latent errors.
    pub(super) causes: [f64; 2],
    pub(super) groups: Vec<f64>,
    pub(super) devices: Vec<f64>,
    pub(super) batches: Vec<f64>,
    /// A digest of the bits of every trial's results, in order.
    pub(super) digest: u64,
}

impl Tally {
    /// Returns an empty tally for a component of so many groups, devices and batches.
    pub(super) fn new(mission: f64, groups: usize, devices: usize, batches: usize) -> Self {
        Self {
            trials: 0,
            any: Moments::default(),
            catastrophe: Moments::default(),
            latent_events: Moments::default(),
            failures: Moments::default(),
            raw_catastrophe: Moments::default(),
            any_curve: LossCurve::new(mission),
            catastrophe_curve: LossCurve::new(mission),
            causes: [0.0; 2],
            groups: vec![0.0; groups],
            devices: vec![0.0; devices],
            batches: vec![0.0; batches],
            digest: 0,
        }
    }

    /// Adds the results of one trial.
    pub(super) fn add(&mut self, outcomes: &Outcomes) {
        self.trials += 1;
        self.any.add(outcomes.any);
        self.catastrophe.add(outcomes.catastrophe);
        self.latent_events.add(outcomes.latent_events);
        self.failures.add(outcomes.failures);
        self.raw_catastrophe.add(outcomes.raw_catastrophe);
        self.any_curve.end_trial();
        self.catastrophe_curve.end_trial();
        for value in [
            outcomes.any,
            outcomes.catastrophe,
            outcomes.latent_events,
            outcomes.failures,
        ] {
            self.digest = mixed(self.digest, value.to_bits());
        }
    }

    /// Adds what a credit says about cause and time, for a window that counts as much as told for each kind of loss.
    pub(super) fn add_credit(&mut self, credit: &Credit, any: f64, catastrophe: f64) {
        let amount = credit.any * any;
        self.causes[usize::from(credit.cause == Cause::Latent)] += amount;
        self.any_curve.add(credit.from, credit.to, amount);
        if credit.cause == Cause::Devices {
            let amount = credit.catastrophe * catastrophe;
            self.catastrophe_curve.add(credit.from, credit.to, amount);
        }
    }

    /// Returns whether this tally is of the same component as `other`.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let lengths = |tally: &Self| (tally.groups.len(), tally.devices.len(), tally.batches.len());
        lengths(self) == lengths(other)
            && self.any_curve.fits(&other.any_curve)
            && self.catastrophe_curve.fits(&other.catastrophe_curve)
    }

    /// Adds the sums of the trials that follow.
    pub(super) fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        self.any.merge(&other.any);
        self.catastrophe.merge(&other.catastrophe);
        self.latent_events.merge(&other.latent_events);
        self.failures.merge(&other.failures);
        self.raw_catastrophe.merge(&other.raw_catastrophe);
        self.any_curve.merge(&other.any_curve);
        self.catastrophe_curve.merge(&other.catastrophe_curve);
        let lists = [
            (&mut self.groups, &other.groups),
            (&mut self.devices, &other.devices),
            (&mut self.batches, &other.batches),
        ];
        for (sums, others) in lists {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        }
        self.causes[0] += other.causes[0];
        self.causes[1] += other.causes[1];
        self.digest = mixed(self.digest, other.digest);
    }
}

/// Returns the digest after 64 more bits; every bit of both changes the result.
fn mixed(digest: u64, bits: u64) -> u64 {
    let folded = (digest.rotate_left(29) ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    folded ^ (folded >> 31)
}
