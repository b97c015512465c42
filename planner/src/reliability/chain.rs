//! The first road: lives and repairs as exponential, the birth–death chain solved exactly.
//!
//! Drives of different failure rates and batches enter through the one rate that has the same loss to first order, so
//! that wear, mixed models and batches placed badly all count; the result says so in its method.

use std::collections::BTreeMap;
use std::sync::Arc;

use mttdl::math;
use mttdl::{ExponentialGroup, ExponentialSystem, LatentLoss, RepairDiscipline};

use crate::error::Error;
use crate::units::{Hours, Probability, RatePerHour};

/// What is known of one drive's failures.
#[derive(Debug, Clone, PartialEq)]
pub struct DriveRisk {
    /// Mean failures per hour over the mission at the drive's age.
    pub failure: RatePerHour,
    /// Unreadable sectors that appear per hour.
    pub latent: RatePerHour,
    /// Drives with an equal key may fail together: the batch, or the model where the batch is unknown.
    pub batch: Arc<str>,
}

/// One vdev as a group of drives that fail and are replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct VdevRisk {
    /// Failed drives that it outlives.
    pub tolerance: u32,
    /// Its drives, more than the tolerance.
    pub drives: Vec<DriveRisk>,
    /// Mean hours from a failure until the redundancy is back: detection, delivery and resilver.
    pub repair: Hours,
    /// How several repairs share the time.
    pub discipline: RepairDiscipline,
}

/// What the whole pool is asked about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RiskOptions {
    /// How long the pool must hold.
    pub mission: Hours,
    /// Time between scrubs, each of which finds all unreadable sectors.
    pub scrub_every: Hours,
    /// Variance of the common factor on the failure rates of one batch; 0 for independent drives.
    pub batch_variance: f64,
}

/// Chances of loss of a pool.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolRisk {
    /// Chance of any loss, unreadable sectors included.
    pub any: Probability,
    /// Chance that a vdev, and with it the pool, is lost.
    pub pool: Probability,
    /// Chance of any loss by vdev, in the order of the vdevs.
    pub by_vdev: Vec<Probability>,
    /// Mean time to the first loss of any kind; absent where no loss is possible.
    pub mttdl: Option<Hours>,
    /// The same chain with the mean failure rate of each vdev and independent drives.
    pub independent: Independent,
}

/// The answer for independent drives of the mean failure rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Independent {
    /// Chance of any loss.
    pub any: Probability,
    /// Chance that the pool is lost.
    pub pool: Probability,
    /// Mean time to the first loss of any kind.
    pub mttdl: Option<Hours>,
}

/// How [`PoolRisk`] is computed, for reports.
pub const METHOD: &str = "birth-death chain, first order in batches and mixed rates";

/// Solves chains and remembers those that it has solved, since candidates share most of their vdevs.
#[derive(Debug)]
pub struct RiskSolver {
    options: RiskOptions,
    known: BTreeMap<ChainKey, ChainAnswer>,
}

/// A chain as bits, so that it can be looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChainKey {
    devices: u32,
    tolerance: u32,
    failure: u64,
    repair: u64,
    latent: u64,
    discipline: u8,
}

#[derive(Debug, Clone)]
struct ChainAnswer {
    any: Probability,
    pool: Probability,
    group: ExponentialGroup,
}

impl RiskSolver {
    /// Returns a solver for pools under these conditions.
    #[must_use]
    pub fn new(options: RiskOptions) -> Self {
        Self {
            options,
            known: BTreeMap::new(),
        }
    }

    /// Returns the chances of loss of a pool of these vdevs.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a rate or a time is outside what the model can hold.
    pub fn solve(&mut self, vdevs: &[VdevRisk]) -> Result<PoolRisk, Error> {
        let mut matched = Vec::with_capacity(vdevs.len());
        let mut independent = Vec::with_capacity(vdevs.len());
        for vdev in vdevs {
            matched.push(self.chain(vdev, matched_rate(vdev, self.options.batch_variance)?)?);
            independent.push(self.chain(vdev, mean_rate(vdev)?)?);
        }
        let by_vdev: Vec<Probability> = matched.iter().map(|key| self.known[key].any).collect();
        Ok(PoolRisk {
            any: any_of(by_vdev.iter().copied()),
            pool: any_of(matched.iter().map(|key| self.known[key].pool)),
            mttdl: self.mttdl(&matched)?,
            independent: Independent {
                any: any_of(independent.iter().map(|key| self.known[key].any)),
                pool: any_of(independent.iter().map(|key| self.known[key].pool)),
                mttdl: self.mttdl(&independent)?,
            },
            by_vdev,
        })
    }

    /// Returns the chance of any loss within each of `times`, in their order.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a rate or a time is outside what the model can hold.
    pub fn curve(&mut self, vdevs: &[VdevRisk], times: &[Hours]) -> Result<Vec<Probability>, Error> {
        let mut keys = Vec::with_capacity(vdevs.len());
        for vdev in vdevs {
            keys.push(self.chain(vdev, matched_rate(vdev, self.options.batch_variance)?)?);
        }
        let mut groups: BTreeMap<ChainKey, u32> = BTreeMap::new();
        for key in keys {
            *groups.entry(key).or_default() += 1;
        }
        let mut losses = vec![Vec::with_capacity(groups.len()); times.len()];
        for (key, count) in groups {
            let system = ExponentialSystem::of_group(self.known[&key].group.clone()).map_err(model_error)?;
            for (position, &time) in times.iter().enumerate() {
                losses[position].push(system.loss_within(time).any_of(count));
            }
        }
        Ok(losses.into_iter().map(any_of).collect())
    }

    fn chain(&mut self, vdev: &VdevRisk, failure: RatePerHour) -> Result<ChainKey, Error> {
        let devices = u32::try_from(vdev.drives.len()).unwrap_or(u32::MAX);
        let latent = if vdev.tolerance == 0 {
            Probability::ZERO
        } else {
            self.latent_on_entry(vdev)
        };
        let key = ChainKey {
            devices,
            tolerance: vdev.tolerance,
            failure: failure.as_f64().to_bits(),
            repair: vdev.repair.as_f64().to_bits(),
            latent: latent.as_f64().to_bits(),
            discipline: match vdev.discipline {
                RepairDiscipline::Parallel => 0,
                RepairDiscipline::Serial => 1,
                _ => 2,
            },
        };
        if !self.known.contains_key(&key) {
            let without =
                ExponentialGroup::homogeneous(devices, vdev.tolerance, failure, vdev.repair, vdev.discipline)
                    .map_err(model_error)?;
            let group = without.clone().with_latent_loss(LatentLoss::OnEntry(latent));
            let system = ExponentialSystem::of_group(group.clone()).map_err(model_error)?;
            let answer = ChainAnswer {
                any: system.loss_within(self.options.mission),
                pool: system.catastrophe_within(self.options.mission),
                group,
            };
            self.known.insert(key, answer);
        }
        Ok(key)
    }

    /// Returns the chance that a vdev that has just lost its last redundancy has an unreadable sector on a survivor.
    ///
    /// # Formula
    /// ```text
    /// h = 1 − exp(−(n − k) · r · s / 2)
    /// ```
    /// n drives, k tolerated, r mean sectors that become unreadable per drive and hour, s hours between scrubs: a
    /// survivor has gone half a period since its last scrub on average.
    fn latent_on_entry(&self, vdev: &VdevRisk) -> Probability {
        let survivors = count(vdev.drives.len()) - f64::from(vdev.tolerance);
        let mean =
            vdev.drives.iter().map(|drive| drive.latent.as_f64()).sum::<f64>() / count(vdev.drives.len());
        let expected = survivors * mean * self.options.scrub_every.as_f64() / 2.0;
        Probability::saturating(-math::exp_m1(-expected))
    }

    fn mttdl(&self, keys: &[ChainKey]) -> Result<Option<Hours>, Error> {
        let mut groups: BTreeMap<ChainKey, u32> = BTreeMap::new();
        for key in keys {
            *groups.entry(*key).or_default() += 1;
        }
        let groups: Vec<(ExponentialGroup, u32)> = groups
            .into_iter()
            .map(|(key, count)| (self.known[&key].group.clone(), count))
            .collect();
        Ok(ExponentialSystem::new(&groups).map_err(model_error)?.mttdl())
    }
}

pub(super) fn count(length: usize) -> f64 {
    u32::try_from(length).map_or(f64::INFINITY, f64::from)
}

/// Returns the chance that at least one of independent losses happens, without cancellation for small ones.
fn any_of(losses: impl IntoIterator<Item = Probability>) -> Probability {
    let log_survival: f64 = losses.into_iter().map(|loss| math::ln_1p(-loss.as_f64())).sum();
    Probability::saturating(-math::exp_m1(log_survival))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` asks for")]
fn model_error(error: mttdl::ModelError) -> Error {
    Error::OutOfRange {
        quantity: "reliability model".to_owned(),
        reason: error.to_string(),
        hint: "check failure rates, replacement delay and rebuild time".to_owned(),
    }
}

fn rate(value: f64) -> Result<RatePerHour, Error> {
    RatePerHour::new(value).map_err(|error| Error::OutOfRange {
        quantity: "failure rate".to_owned(),
        reason: error.to_string(),
        hint: "give an annual failure rate below 100 %".to_owned(),
    })
}

fn mean_rate(vdev: &VdevRisk) -> Result<RatePerHour, Error> {
    rate(
        vdev.drives
            .iter()
            .map(|drive| drive.failure.as_f64())
            .sum::<f64>()
            / count(vdev.drives.len()),
    )
}

/// Returns the failure rate of alike, independent drives whose vdev is lost as often, to first order, as the real one.
///
/// # Formula
/// ```text
/// C(n, k+1) · λ^(k+1) = E[e_{k+1}(z·λ_1 … z·λ_n)] = [x^(k+1)] Π over batches of Σ_m e_m(batch) · E[z^m] · x^m
/// E[z^m] = Π over q < m of (1 + q·θ)
/// ```
/// n drives, k tolerated, e_m the elementary symmetric polynomial of the rates of one batch, z the common factor of a
/// batch: gamma with mean 1 and variance θ. With one rate and θ = 0 it is that rate.
///
/// # Source
/// Leading term of the loss of k+1 overlapping failures; gamma moments, e.g. Johnson, Kotz and Balakrishnan (1994),
/// *Continuous Univariate Distributions*, vol. 1, ch. 17.
fn matched_rate(vdev: &VdevRisk, variance: f64) -> Result<RatePerHour, Error> {
    let degree = vdev.tolerance as usize + 1;
    let moments = failure_moments(vdev, variance, degree);
    if moments.scale <= 0.0 || degree > vdev.drives.len() {
        return mean_rate(vdev);
    }
    let mut choose = 1.0;
    for step in 0..degree {
        choose *= (count(vdev.drives.len()) - count(step)) / (count(step) + 1.0);
    }
    rate(moments.scale * math::pow(moments.of(degree) / choose, 1.0 / count(degree)))
}

/// Mean elementary symmetric polynomials of the failure rates of a vdev, batches with their common factor.
pub(super) struct FailureMoments {
    /// Mean failure rate per hour, which the polynomials are relative to.
    pub(super) scale: f64,
    by_degree: Vec<f64>,
}

impl FailureMoments {
    /// Returns the mean of the polynomial of a degree in units of the scale's power; 0 beyond the number of drives.
    pub(super) fn of(&self, degree: usize) -> f64 {
        self.by_degree.get(degree).copied().unwrap_or(0.0)
    }
}

/// Returns the polynomials up to `degree`, as [`matched_rate`] explains them.
pub(super) fn failure_moments(vdev: &VdevRisk, variance: f64, degree: usize) -> FailureMoments {
    let total: f64 = vdev.drives.iter().map(|drive| drive.failure.as_f64()).sum();
    let scale = total / count(vdev.drives.len().max(1));
    let mut product = one(degree);
    if scale <= 0.0 {
        return FailureMoments {
            scale: 0.0,
            by_degree: product,
        };
    }
    let mut batches: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for drive in &vdev.drives {
        batches
            .entry(&drive.batch)
            .or_default()
            .push(drive.failure.as_f64() / scale);
    }
    for rates in batches.values() {
        let mut symmetric = one(degree);
        for relative in rates {
            for power in (1..=degree).rev() {
                symmetric[power] += relative * symmetric[power - 1];
            }
        }
        let mut moment = 1.0;
        for (power, coefficient) in symmetric.iter_mut().enumerate() {
            *coefficient *= moment;
            moment *= 1.0 + count(power) * variance;
        }
        product = multiply(&product, &symmetric);
    }
    FailureMoments {
        scale,
        by_degree: product,
    }
}

fn one(degree: usize) -> Vec<f64> {
    let mut polynomial = vec![0.0; degree + 1];
    polynomial[0] = 1.0;
    polynomial
}

/// Multiplies two polynomials, dropping powers above theirs.
fn multiply(first: &[f64], second: &[f64]) -> Vec<f64> {
    (0..first.len())
        .map(|power| (0..=power).map(|low| first[low] * second[power - low]).sum())
        .collect()
}

/// Returns the mean failure rate of a drive over a mission that starts at its age.
///
/// # Formula
/// ```text
/// (((a + T)/η)^β − (a/η)^β) / T
/// ```
/// age a, mission T, Weibull scale η and shape β.
///
/// # Errors
/// [`Error::OutOfRange`] if the mission is 0 or the result is not finite.
pub fn mean_weibull_rate(age: Hours, mission: Hours, scale: Hours, shape: f64) -> Result<RatePerHour, Error> {
    let hazard = |time: f64| math::pow(time / scale.as_f64(), shape);
    let (age, mission) = (age.as_f64(), mission.as_f64());
    rate((hazard(age + mission) - hazard(age)) / mission)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vdev(batches: &[&str], tolerance: u32) -> VdevRisk {
        VdevRisk {
            tolerance,
            drives: batches
                .iter()
                .map(|batch| DriveRisk {
                    failure: RatePerHour::from_events_per_year(0.014).unwrap(),
                    latent: RatePerHour::new(0.0).unwrap(),
                    batch: (*batch).into(),
                })
                .collect(),
            repair: Hours::new(72.0).unwrap(),
            discipline: RepairDiscipline::Batched,
        }
    }

    fn options(batch_variance: f64) -> RiskOptions {
        RiskOptions {
            mission: Hours::from_years(5.0).unwrap(),
            scrub_every: Hours::from_days(28.0).unwrap(),
            batch_variance,
        }
    }

    fn loss(vdevs: &[VdevRisk], batch_variance: f64) -> f64 {
        RiskSolver::new(options(batch_variance))
            .solve(vdevs)
            .unwrap()
            .any
            .as_f64()
    }

    #[test]
    fn one_batch_multiplies_loss_by_the_gamma_moment() {
        // Π over q ≤ k of (1 + q·θ) with θ = 1: 2, 6, 24. The chain is not quite first order: 2 % at these rates.
        for (tolerance, factor) in [(1, 2.0), (2, 6.0), (3, 24.0)] {
            let same = loss(&[vdev(&["A"; 6], tolerance)], 1.0);
            let apart = loss(&[vdev(&["A", "B", "C", "D", "E", "F"], tolerance)], 1.0);
            assert!(
                (same / apart / factor - 1.0).abs() < 0.02,
                "{tolerance}: {}",
                same / apart
            );
        }
    }

    #[test]
    fn without_batches_the_matched_rate_is_the_rate() {
        let vdev = vdev(&["A"; 8], 2);
        let matched = matched_rate(&vdev, 0.0).unwrap().as_f64();
        assert!((matched / vdev.drives[0].failure.as_f64() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn mixed_rates_match_the_chain_that_knows_each_drive() {
        let mut vdev = vdev(&["A", "B", "C", "D", "E"], 1);
        for (position, drive) in vdev.drives.iter_mut().enumerate() {
            drive.failure = RatePerHour::from_events_per_year(0.005 * (1.0 + count(position))).unwrap();
        }
        let devices: Vec<mttdl::ExponentialDevice> = vdev
            .drives
            .iter()
            .map(|drive| mttdl::ExponentialDevice {
                failure: drive.failure,
                mean_repair: vdev.repair,
            })
            .collect();
        let group = ExponentialGroup::heterogeneous(&devices, 1, RepairDiscipline::Serial).unwrap();
        let exact = ExponentialSystem::of_group(group)
            .unwrap()
            .loss_within(options(0.0).mission)
            .as_f64();
        // First order in λ·repair and in λ·mission: 0.1 % and less than 1 % here.
        assert!((loss(&[vdev], 0.0) / exact - 1.0).abs() < 0.01);
    }

    #[test]
    fn loss_adds_over_vdevs_and_the_curve_ends_at_the_mission() {
        let single = loss(&[vdev(&["A"; 6], 2)], 0.3);
        let double = loss(&[vdev(&["A"; 6], 2), vdev(&["A"; 6], 2)], 0.3);
        assert!((double / single - 2.0).abs() < 1e-3);
        let mut solver = RiskSolver::new(options(0.3));
        let mission = options(0.3).mission;
        let curve = solver
            .curve(&[vdev(&["A"; 6], 2)], &[Hours::new(8760.0).unwrap(), mission])
            .unwrap();
        assert!(curve[0] < curve[1]);
        assert!((curve[1].as_f64() / single - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_weibull_rate_is_the_mean_hazard_of_the_mission() {
        let hours = |value| Hours::new(value).unwrap();
        let constant = mean_weibull_rate(hours(1e4), hours(43_800.0), hours(1e6), 1.0).unwrap();
        assert!((constant.as_f64() * 1e6 - 1.0).abs() < 1e-12);
        let old = mean_weibull_rate(hours(3e4), hours(43_800.0), hours(292_687.0), 1.4).unwrap();
        let new = mean_weibull_rate(Hours::ZERO, hours(43_800.0), hours(292_687.0), 1.4).unwrap();
        assert!(old > new);
        assert!(
            (new.as_f64() * 8760.0 / 0.014 - 1.0).abs() < 0.01,
            "class table: 1.4 % a year over five years"
        );
    }
}
