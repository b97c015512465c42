//! A pool as the simulation takes it, and the model of `mttdl` that it becomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use mttdl::math;
use mttdl::{
    Device, Duration, Frailty, Group, LatentErrors, Lifetime, Model, ModelInput, RepairDiscipline,
    WeibullPart,
};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::units::{Hours, RatePerHour};

/// How a drive wears: Weibull lifetime by scale and shape, and how old it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WearLaw {
    /// Scale of the lifetime.
    pub scale: Hours,
    /// Shape of the lifetime; 1 for a constant rate.
    pub shape: f64,
    /// Age at the start of the mission.
    pub age: Hours,
}

/// A vdev for the simulation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

impl PoolModel {
    /// Returns the positions of the vdevs by law of repair: those of one law make one model.
    pub(super) fn kinds(&self) -> Vec<Vec<usize>> {
        let mut kinds: BTreeMap<(u64, u64, u64, u8), Vec<usize>> = BTreeMap::new();
        for (position, vdev) in self.vdevs.iter().enumerate() {
            let discipline = match vdev.discipline {
                RepairDiscipline::Parallel => 0,
                RepairDiscipline::Serial => 1,
                _ => 2,
            };
            let key = (
                vdev.resilver.as_f64().to_bits(),
                vdev.log_deviation.to_bits(),
                vdev.latent.as_f64().to_bits(),
                discipline,
            );
            kinds.entry(key).or_default().push(position);
        }
        kinds.into_values().collect()
    }
}

/// Returns the model of the vdevs at `positions`, which share one law of repair and are at least one.
pub(super) fn model(pool: &PoolModel, positions: &[usize]) -> Result<Model, Error> {
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
pub(super) fn model_error(error: mttdl::ModelError) -> Error {
    Error::OutOfRange {
        quantity: "reliability model".to_owned(),
        reason: error.to_string(),
        hint: "check failure rates, replacement delay and rebuild time, or use `--no-simulate`".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(value: f64) -> Hours {
        Hours::new(value).unwrap()
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
