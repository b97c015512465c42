//! The second road: drives as they are, simulated with rare-event trials.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use mttdl::math;
use mttdl::simulation::{Progress, Simulation, Target};
use mttdl::{
    Device, Duration, Frailty, Group, LatentErrors, Lifetime, Model, ModelInput, RepairDiscipline,
    WeibullPart,
};

use crate::error::Error;
use crate::units::{Hours, Probability, RatePerHour};

/// How a drive wears: Weibull lifetime by scale and shape, and how old it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WearLaw {
    /// Scale of the lifetime.
    pub scale: Hours,
    /// Shape of the lifetime; 1 for a constant rate.
    pub shape: f64,
    /// Age at the start of the mission.
    pub age: Hours,
}

/// A vdev for the simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelVdev {
    /// Failed drives that it outlives.
    pub tolerance: u32,
    /// Its drives: how each wears, and which fail together.
    pub drives: Vec<(WearLaw, Arc<str>)>,
    /// Typical hours of a resilver, its median.
    pub resilver: Hours,
    /// Standard deviation of the logarithm of the hours of a resilver.
    pub log_deviation: f64,
    /// How several resilvers share the time.
    pub discipline: RepairDiscipline,
    /// Mean of unreadable sectors that appear per drive and hour.
    pub latent: RatePerHour,
}

/// A pool for the simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolModel {
    /// Its vdevs.
    pub vdevs: Vec<ModelVdev>,
    /// Spares in the pool, distributed ones included.
    pub spares: u32,
    /// Time until a failure is noticed, before every resilver.
    pub detection: Hours,
    /// From the order of a new drive until it is in.
    pub delivery: Hours,
    /// How long the pool must hold.
    pub mission: Hours,
    /// Time between scrubs.
    pub scrub_every: Hours,
    /// Variance of the common factor on the failure rates of one batch.
    pub batch_variance: f64,
}

/// Chances up to this one are not sharpened, since causes outside the model dominate; reports print a bound for them.
const NEGLIGIBLE: f64 = 1e-15;

/// Most trials of one pool; a chance that is not sharp by then shows its error.
const MOST_TRIALS: u64 = 200_000;

/// How sharp the answer shall be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulationOptions {
    /// Seed of all trials.
    pub seed: u64,
    /// Wanted relative standard error.
    pub relative_error: f64,
}

/// Is told what is known while trials run, and can stop them.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// A chance with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulatedChance {
    /// Lower end.
    pub low: f64,
    /// The chance.
    pub point: f64,
    /// Upper end.
    pub high: f64,
    /// Standard error.
    pub std_error: f64,
}

/// The answer of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedRisk {
    /// Chance of any loss.
    pub any: SimulatedChance,
    /// Chance that the pool is lost.
    pub pool: SimulatedChance,
    /// Coverage of the intervals.
    pub confidence: f64,
    /// Expected unreadable sectors without redundancy.
    pub latent_events: f64,
    /// Share of the chance of any loss that comes from drives alone.
    pub drive_share: f64,
    /// Chance of any loss by vdev.
    pub by_vdev: Vec<f64>,
    /// Mean time to a loss that a constant rate with this chance would have.
    pub mttdl: Option<Hours>,
    /// Chance of any loss up to a time, from 0 to the mission's end.
    pub curve: Vec<(Hours, Probability)>,
    /// Trials that were run.
    pub trials: u64,
    /// Whether the error is as small as wanted and nothing raises doubt.
    pub converged: bool,
}

/// Simulates the pool. Vdevs whose resilvers take different times are simulated apart and put together as independent,
/// which leaves out what batches shared between them have in common: less than the square of the chance.
///
/// # Errors
/// [`Error::OutOfRange`] where the model cannot hold a value: more than 64 kinds of wear, or rates beyond all sense.
pub fn simulate(
    pool: &PoolModel,
    options: SimulationOptions,
    watch: Watch<'_>,
) -> Result<SimulatedRisk, Error> {
    let target = Target::default()
        .with_relative_error(options.relative_error)
        .and_then(|target| target.with_max_trials(MOST_TRIALS))
        .map_err(model_error)?
        .with_negligible(Probability::saturating(NEGLIGIBLE));
    let mut kinds: BTreeMap<(u64, u64, u8), Vec<usize>> = BTreeMap::new();
    for (position, vdev) in pool.vdevs.iter().enumerate() {
        let discipline = match vdev.discipline {
            RepairDiscipline::Parallel => 0,
            RepairDiscipline::Serial => 1,
            _ => 2,
        };
        let key = (
            vdev.resilver.as_f64().to_bits(),
            vdev.latent.as_f64().to_bits(),
            discipline,
        );
        kinds.entry(key).or_default().push(position);
    }
    let mut together = SimulatedRisk::nothing(pool);
    for positions in kinds.values() {
        let model = model(pool, positions)?;
        let estimate = Simulation::new(&model, options.seed, target).run_with(&mut *watch);
        together.add(&estimate, positions);
    }
    Ok(together)
}

impl SimulatedRisk {
    fn nothing(pool: &PoolModel) -> Self {
        let none = SimulatedChance {
            low: 0.0,
            point: 0.0,
            high: 0.0,
            std_error: 0.0,
        };
        Self {
            any: none,
            pool: none,
            confidence: 0.95,
            latent_events: 0.0,
            drive_share: 0.0,
            by_vdev: vec![0.0; pool.vdevs.len()],
            mttdl: None,
            curve: Vec::new(),
            trials: 0,
            converged: true,
        }
    }

    /// Adds an independent part of the pool.
    fn add(&mut self, part: &mttdl::simulation::Estimate, positions: &[usize]) {
        let drives_alone =
            self.drive_share * self.any.point + part.attribution.failed_devices * part.p_any.point;
        let whole = self.any.point + part.p_any.point;
        self.drive_share = if whole > 0.0 { drives_alone / whole } else { 0.0 };
        self.any = self.any.with(&part.p_any);
        self.pool = self.pool.with(&part.p_cat);
        self.confidence = part.p_any.confidence;
        self.latent_events += part.latent_events.mean;
        for (&position, share) in positions.iter().zip(&part.attribution.groups) {
            self.by_vdev[position] = share * part.p_any.point;
        }
        self.curve = if self.curve.is_empty() {
            part.curve.clone()
        } else {
            let both = self.curve.iter().zip(&part.curve);
            both.map(|((time, first), (_, second))| (*time, either(first.as_f64(), second.as_f64())))
                .collect()
        };
        let rate = |mttdl: Option<Hours>| mttdl.map_or(0.0, |hours| 1.0 / hours.as_f64());
        let sum = rate(self.mttdl) + rate(part.equivalent_mttdl);
        self.mttdl = (sum > 0.0).then(|| Hours::new(1.0 / sum).ok()).flatten();
        self.trials += part.trials;
        self.converged &= part.converged;
    }
}

/// The chance of at least one of two independent events.
fn either(first: f64, second: f64) -> Probability {
    Probability::saturating(first + second - first * second)
}

impl SimulatedChance {
    /// This or another independent event; errors add in squares, and so do the arms of the interval.
    fn with(self, other: &mttdl::simulation::Interval) -> Self {
        let point = either(self.point, other.point).as_f64();
        let arm = |first: f64, second: f64| math::sqrt(first * first + second * second);
        Self {
            low: (point - arm(self.point - self.low, other.point - other.low)).max(0.0),
            point,
            high: (point + arm(self.high - self.point, other.high - other.point)).min(1.0),
            std_error: arm(self.std_error, other.std_error),
        }
    }
}

/// The model of the vdevs at `positions`, which share one law of repair.
fn model(pool: &PoolModel, positions: &[usize]) -> Result<Model, Error> {
    let mut lifetimes: Vec<Lifetime> = Vec::new();
    let mut known: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    let mut batches: BTreeMap<&str, u32> = BTreeMap::new();
    let mut groups = Vec::with_capacity(positions.len());
    for &position in positions {
        let vdev = &pool.vdevs[position];
        let mut devices = Vec::with_capacity(vdev.drives.len());
        for (wear, batch) in &vdev.drives {
            let key = (wear.scale.as_f64().to_bits(), wear.shape.to_bits());
            let lifetime = match known.get(&key) {
                Some(&lifetime) => lifetime,
                None => {
                    let part = WeibullPart::new(wear.scale, wear.shape).map_err(model_error)?;
                    lifetimes.push(Lifetime::new(vec![part]).map_err(model_error)?);
                    known.insert(key, lifetimes.len() - 1);
                    lifetimes.len() - 1
                }
            };
            let next = u32::try_from(batches.len()).unwrap_or(u32::MAX);
            let batch = *batches.entry(batch).or_insert(next);
            devices.push(Device {
                lifetime,
                age: wear.age,
                batch: Some(batch),
            });
        }
        groups.push(Group {
            devices,
            tolerance: vdev.tolerance,
        });
    }
    let first = &pool.vdevs[positions[0]];
    let mut input = ModelInput::new(lifetimes, groups, pool.mission, first.resilver);
    input.discipline = first.discipline;
    input.repair = repair_law(pool.detection, first.resilver, first.log_deviation);
    input.delay = Duration::Fixed(pool.delivery);
    input.spares = pool.spares;
    input.frailty = if pool.batch_variance > 0.0 {
        Frailty::Gamma {
            variance: pool.batch_variance,
        }
    } else {
        Frailty::None
    };
    input.latent = LatentErrors::Process {
        rate: first.latent,
        scrub_interval: Some(pool.scrub_every),
        read_errors: 0.0,
    };
    Model::new(input).map_err(model_error)
}

/// The law of detection and resilver: a Weibull law above the detection time with the mean and the coefficient of
/// variation of the log-normal law that rebuilds were measured to follow.
///
/// # Formula
/// ```text
/// mean = median · exp(s²/2)     cv² = exp(s²) − 1     shape ≈ cv^−1.086     scale = mean / Γ(1 + 1/shape)
/// ```
/// s the standard deviation of the logarithm. The power law for the shape is within 2 % for cv from 0.1 to 0.7.
///
/// # Source
/// Justus, Hargraves, Mikhail and Graber (1978), *Methods for estimating wind speed frequency distributions*, eq. 14.
fn repair_law(detection: Hours, median: Hours, log_deviation: f64) -> Duration {
    let squared = log_deviation * log_deviation;
    let mean = median.as_f64() * math::exp(squared / 2.0);
    let variation = math::sqrt(math::exp_m1(squared));
    if variation < 0.02 {
        return Duration::Fixed(detection + median);
    }
    let shape = math::pow(variation, -1.086).clamp(0.5, 50.0);
    let scale = mean / math::gamma(1.0 + 1.0 / shape);
    Hours::new(scale).map_or(Duration::Fixed(detection + median), |scale| Duration::Weibull {
        location: detection,
        scale,
        shape,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` asks for")]
fn model_error(error: mttdl::ModelError) -> Error {
    Error::OutOfRange {
        quantity: "reliability model".to_owned(),
        reason: error.to_string(),
        hint: "check failure rates, replacement delay and rebuild time, or use `--no-simulate`".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reliability::{DriveRisk, RiskOptions, RiskSolver, VdevRisk};

    fn hours(value: f64) -> Hours {
        Hours::new(value).unwrap()
    }

    fn pool(vdevs: usize, batches: &[&str], batch_variance: f64) -> PoolModel {
        let wear = WearLaw {
            scale: hours(600_000.0),
            shape: 1.0,
            age: Hours::ZERO,
        };
        let vdev = ModelVdev {
            tolerance: 2,
            drives: batches.iter().map(|batch| (wear, Arc::from(*batch))).collect(),
            resilver: hours(24.0),
            log_deviation: 0.3,
            discipline: RepairDiscipline::Batched,
            latent: RatePerHour::new(6e-6).unwrap(),
        };
        PoolModel {
            vdevs: vec![vdev; vdevs],
            spares: 0,
            detection: hours(0.2),
            delivery: hours(48.0),
            mission: Hours::from_years(5.0).unwrap(),
            scrub_every: hours(672.0),
            batch_variance,
        }
    }

    fn run(pool: &PoolModel) -> SimulatedRisk {
        let options = SimulationOptions {
            seed: 7,
            relative_error: 0.02,
        };
        simulate(pool, options, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn the_simulation_agrees_with_the_chain_where_the_chain_is_nearly_right() {
        // Constant rates; delay and resilver are not exponential, which matters little for losses on entering the
        // critical state: their chance goes with the mean time at risk. 10 % covers that and 3 standard errors of 2 %.
        let pool = pool(2, &["A", "B", "C", "D", "E", "F"], 0.0);
        let simulated = run(&pool);
        let drive = DriveRisk {
            failure: RatePerHour::from_mean(hours(600_000.0)).unwrap(),
            latent: RatePerHour::new(6e-6).unwrap(),
            batch: "A".into(),
        };
        let vdev = VdevRisk {
            tolerance: 2,
            drives: vec![drive; 6],
            repair: hours(48.2 + 24.0 * 1.046),
            discipline: RepairDiscipline::Batched,
        };
        let options = RiskOptions {
            mission: pool.mission,
            scrub_every: pool.scrub_every,
            batch_variance: 0.0,
        };
        let chain = RiskSolver::new(options).solve(&[vdev.clone(), vdev]).unwrap();
        let ratio = simulated.any.point / chain.any.as_f64();
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
        assert!(simulated.converged);
    }

    #[test]
    fn one_batch_is_worse_than_six() {
        let same = run(&pool(1, &["A"; 6], 1.0));
        let apart = run(&pool(1, &["A", "B", "C", "D", "E", "F"], 1.0));
        assert!(
            same.any.low > 1.5 * apart.any.high,
            "{} {}",
            same.any.point,
            apart.any.point
        );
    }

    #[test]
    fn vdevs_with_different_rebuilds_add_up() {
        let mut mixed = pool(2, &["A", "B", "C", "D", "E", "F"], 0.0);
        let one = run(&pool(1, &["A", "B", "C", "D", "E", "F"], 0.0));
        mixed.vdevs[1].resilver = hours(24.5);
        let both = run(&mixed);
        assert!((both.any.point / one.any.point / 2.0 - 1.0).abs() < 0.1);
        assert!((both.by_vdev.iter().sum::<f64>() / both.any.point - 1.0).abs() < 0.01);
    }

    #[test]
    fn the_repair_law_keeps_mean_and_spread() {
        let Duration::Weibull {
            location,
            scale,
            shape,
        } = repair_law(hours(0.0), hours(20.0), 0.3)
        else {
            panic!("a spread of 0.3 is not a fixed time");
        };
        let moment = |order: f64| math::gamma(1.0 + order / shape);
        let mean = location.as_f64() + scale.as_f64() * moment(1.0);
        let variation = math::sqrt(moment(2.0) / (moment(1.0) * moment(1.0)) - 1.0);
        assert!((mean / (20.0 * math::exp(0.045)) - 1.0).abs() < 1e-9);
        assert!((variation / math::sqrt(math::exp_m1(0.09)) - 1.0).abs() < 0.02);
    }
}
