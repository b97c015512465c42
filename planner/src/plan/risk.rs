//! Chances of loss of a candidate: solved for every one, simulated for those that matter.

use std::collections::BTreeMap;
use std::sync::Arc;

use mttdl::RepairDiscipline;

use super::evaluate::{Built, Evaluator, detection};
use super::options::{PlanOptions, RepairChoice};
use super::result::{Candidate, Chance, ExactShown, Reliability};
use super::simulating::Simulating;
use crate::catalog::field_failures;
use crate::drive::Drive;
use crate::error::Error;
use crate::figures::{fixed, grouped};
use crate::layout::{AllocationClass, VdevType};
use crate::placement::{PlacedVdev, Placement};
use crate::ready::ReadyDrive;
use crate::reliability::{
    DriveRisk, METHOD, ModelCount, ModelVdev, PoolModel, PoolRisk, SimulatedChance, SimulatedRisk,
    SimulationOptions, VdevRisk, WearLaw, annual_rate, mean_weibull_rate, weibull_scale,
};
use crate::units::{Hours, Probability, RatePerHour};

impl Evaluator {
    pub(super) fn pool_model(&self, built: &Built, hot_spares: u32) -> PoolModel {
        let mut vdevs = Vec::new();
        let mut spares = hot_spares;
        for (position, vdev) in built.placement.vdevs.iter().enumerate() {
            if vdev.class == AllocationClass::Log {
                continue;
            }
            if let VdevType::Draid {
                spares: distributed, ..
            } = vdev.kind
            {
                spares += distributed;
            }
            let rebuild = &built.rebuilds[position];
            let latent: f64 = vdev
                .drives
                .iter()
                .map(|&drive| self.risks[drive].latent.as_f64())
                .sum();
            vdevs.push(ModelVdev {
                tolerance: u32::try_from(vdev.tolerance()).unwrap_or(u32::MAX),
                drives: vdev
                    .drives
                    .iter()
                    .map(|&drive| (self.wear[drive], Arc::clone(&self.risks[drive].batch)))
                    .collect(),
                resilver: rebuild.hours.point,
                log_deviation: rebuild.log_standard_deviation,
                discipline: self.discipline(vdev),
                latent: rate_of(latent / f64::from(built.capacity.vdevs[position].width)),
            });
        }
        let (spares, delivery) = match spares_never_run_out(&vdevs, spares) {
            true => (0, Hours::ZERO),
            false => (spares, self.options.delivery()),
        };
        PoolModel {
            vdevs,
            spares,
            detection: detection(),
            delivery,
            mission: self.options.mission,
            scrub_every: self.options.scrub_every,
            batch_variance: self.options.batch_variance,
        }
    }

    /// Puts the simulated chances of a candidate in the place of the solved ones.
    pub(super) fn show_simulated(&self, candidate: &mut Candidate, simulating: &Simulating) {
        let risk = &simulating.simulation.risk();
        let (built, options) = (&simulating.built, simulating.trials.options);
        let chance = |found: SimulatedChance| Chance {
            low: found.low,
            point: found.point,
            high: found.high,
            confidence: risk.confidence,
            std_error: found.std_error,
        };
        let stored = built.capacity.zfs_usable.as_f64() * self.options.fill;
        #[expect(clippy::cast_precision_loss, reason = "block sizes are far below 2^53")]
        let block = self.options.record_size.as_u64() as f64;
        let reliability = &mut candidate.reliability;
        reliability.p_loss = chance(risk.any);
        reliability.p_pool_loss = chance(risk.pool);
        reliability.mttdl_hours = risk.mttdl;
        reliability.nines = (risk.any.point > 0.0).then(|| -mttdl::math::log10(risk.any.point));
        reliability.expected_bytes_lost = risk.pool.point * stored + risk.latent_events * block;
        reliability.method = method(risk, options);
        reliability.converged = risk.converged;
        reliability.by_cause = BTreeMap::from([
            ("drives", risk.drive_share),
            ("unreadable_sectors", 1.0 - risk.drive_share),
        ]);
        reliability.by_vdev.clone_from(&risk.by_vdev);
        let points = || risk.curve.iter().filter(|point| point.time > Hours::ZERO);
        reliability.curve = points()
            .map(|point| [point.time.as_years(), point.any.point])
            .collect();
        reliability.curve_interval = points().map(|point| [point.any.low, point.any.high]).collect();
        reliability.pool_curve = points()
            .map(|point| [point.time.as_years(), point.pool.point])
            .collect();
    }

    /// Mean hours from a failure until the redundancy is back, by vdev.
    pub(super) fn repair_hours(&self, built: &Built, spares: u32) -> Vec<Hours> {
        let hours = |(vdev, rebuild): (&PlacedVdev, &crate::resilver::Rebuild)| {
            let distributed = match vdev.kind {
                VdevType::Draid { spares, .. } => spares,
                _ => 0,
            };
            self.options.delay(spares + distributed) + rebuild.mean_hours()
        };
        built
            .placement
            .vdevs
            .iter()
            .zip(&built.rebuilds)
            .map(hours)
            .collect()
    }

    pub(super) fn vdev_risks(&self, placement: &Placement, repair_hours: &[Hours]) -> Vec<VdevRisk> {
        placement
            .vdevs
            .iter()
            .zip(repair_hours)
            .filter(|(vdev, _)| vdev.class != AllocationClass::Log)
            .map(|(vdev, &repair)| VdevRisk {
                tolerance: u32::try_from(vdev.tolerance()).unwrap_or(u32::MAX),
                drives: vdev
                    .drives
                    .iter()
                    .map(|&drive| self.risks[drive].clone())
                    .collect(),
                repair,
                discipline: self.discipline(vdev),
            })
            .collect()
    }

    fn discipline(&self, vdev: &PlacedVdev) -> RepairDiscipline {
        match (self.options.repair, vdev.kind) {
            (RepairChoice::Always(discipline), _) => discipline,
            (RepairChoice::Usual, VdevType::Draid { .. }) => RepairDiscipline::Parallel,
            (RepairChoice::Usual, _) => RepairDiscipline::Batched,
        }
    }

    pub(super) fn reliability(&self, built: &Built, risk: &PoolRisk, repair_hours: &[Hours]) -> Reliability {
        let (any, pool) = (risk.any.as_f64(), risk.pool.as_f64());
        let stored = built.capacity.zfs_usable.as_f64() * self.options.fill;
        #[expect(clippy::cast_precision_loss, reason = "block sizes are far below 2^53")]
        let block = self.options.record_size.as_u64() as f64;
        let sectors = (any - pool).max(0.0);
        let share = |part: f64| if any > 0.0 { part / any } else { 0.0 };
        Reliability {
            mission_hours: self.options.mission,
            p_loss: Chance::solved(risk.any),
            p_pool_loss: Chance::solved(risk.pool),
            mttdl_hours: risk.mttdl,
            nines: Some(risk.any.nines()).filter(|nines| nines.is_finite()),
            expected_bytes_lost: pool * stored + sectors * block,
            method: METHOD.to_owned(),
            converged: true,
            curve: Vec::new(),
            curve_interval: Vec::new(),
            pool_curve: Vec::new(),
            exact: Some(ExactShown {
                p_loss: risk.independent.any.as_f64(),
                p_pool_loss: risk.independent.pool.as_f64(),
                mttdl_hours: risk.independent.mttdl,
            }),
            by_cause: BTreeMap::from([("drives", share(pool)), ("unreadable_sectors", share(sectors))]),
            by_vdev: risk.by_vdev.iter().map(|loss| loss.as_f64()).collect(),
            repair_hours: repair_hours.iter().map(|hours| hours.as_f64()).collect(),
        }
    }
}

/// How a simulated chance came about, and how sharp it is.
fn method(risk: &SimulatedRisk, options: SimulationOptions) -> String {
    let percent = |share: f64| {
        let text = fixed(share * 100.0, 2);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let reached = if risk.any.point > 0.0 {
        risk.any.std_error / risk.any.point
    } else {
        1.0
    };
    let sharpness = if risk.converged {
        format!("to ± {} %", percent(options.relative_error))
    } else {
        format!("only to ± {} %", percent(reached))
    };
    format!(
        "simulated {sharpness}: {} trials, seed {}",
        grouped(risk.trials),
        options.seed
    )
}

/// Whether a loss is never a matter of too few spares: enough for every failure before the one that loses the vdev, and
/// one more for a drive that failed elsewhere and is not delivered yet. Each further one has a chance of about the number
/// of drives times their failure rate times the delivery, 0.005 for 60 drives of 1.4 % a year and 48 hours; two of them
/// at the moment of a loss are left out.
fn spares_never_run_out(vdevs: &[ModelVdev], spares: u32) -> bool {
    let most = vdevs.iter().map(|vdev| vdev.tolerance).max().unwrap_or(0);
    spares > most
}

/// What is known of a drive's failures and how it wears: the user's rate as a constant one, else the wear of its class
/// with the rate of its model.
pub(super) fn drive_risk(
    ready: &ReadyDrive,
    drive: &Drive,
    options: &PlanOptions,
) -> Result<(DriveRisk, WearLaw), Error> {
    let defaults = ready.defaults();
    let (scale, shape) = match stated(drive, options) {
        Some((probability, _)) => {
            let stated = RatePerHour::from_annual_probability(probability)
                .map_err(|error| unusable_rate(ready, &error))?;
            // A drive that never fails fails once in a thousand million years.
            let scale =
                Hours::new(1.0 / stated.as_f64().max(1e-13)).map_err(|error| unusable_rate(ready, &error))?;
            (scale, 1.0)
        }
        None => {
            let rate = annual_rate(defaults, counted(drive, options).map(|(count, _)| count))?;
            (
                weibull_scale(rate, defaults.weibull_shape)?,
                defaults.weibull_shape,
            )
        }
    };
    let together = ready.batch.clone().or_else(|| drive.model.clone());
    let risk = DriveRisk {
        failure: mean_weibull_rate(ready.age, options.mission, scale, shape)?,
        latent: defaults.latent_error_rate.point,
        batch: together.unwrap_or_else(|| "unknown".into()),
    };
    Ok((
        risk,
        WearLaw {
            scale,
            shape,
            age: ready.age,
        },
    ))
}

/// The annual chance of failure that the user states of the drive, and where: for all drives, else in the inventory.
pub(super) fn stated(drive: &Drive, options: &PlanOptions) -> Option<(Probability, &'static str)> {
    let of_all = options
        .failure_rate
        .map(|chance| (chance, "stated with --failure-rate"));
    of_all.or(drive
        .annual_failure
        .map(|chance| (chance, "stated in the inventory")))
}

/// Failures counted of the drive's model, and where: in the user's table, else in the field data.
pub(super) fn counted(drive: &Drive, options: &PlanOptions) -> Option<(ModelCount, &'static str)> {
    let model = drive.model.as_deref()?;
    if let Some(own) = options
        .failure_rates
        .as_ref()
        .and_then(|table| table.of_model(model))
    {
        let count = ModelCount {
            failures: own.failures,
            drive_days: own.drive_days,
        };
        return Some((count, "the table of --failure-rates"));
    }
    let field = field_failures(model)?;
    let count = ModelCount {
        failures: u64::from(field.failures),
        drive_days: field.drive_days,
    };
    Some((count, "Backblaze Drive Stats"))
}

fn unusable_rate(ready: &ReadyDrive, error: &mttdl::TimeError) -> Error {
    Error::OutOfRange {
        quantity: format!("afr of drive `{}`", ready.id),
        reason: error.to_string(),
        hint: "give an annual failure rate below 100 %".to_owned(),
    }
}

fn rate_of(value: f64) -> RatePerHour {
    RatePerHour::new(value).unwrap_or(RatePerHour::ZERO)
}
