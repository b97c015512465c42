//! Which assumption moves the chance of loss most?
//!
//! One assumption at a time is set to the ends of its range, the others stay as they are; all by the fast chain. The
//! ranges are what is known (failure rates, rebuilds, unreadable sectors) or what people do (waits, scrubs, fill). Left
//! out: assumptions that go up and down together.

use serde::Serialize;

use super::evaluate::{Built, Evaluator};
use super::options::PlanOptions;
use super::what_if::RangeEnd;
use crate::drive::{Drive, Media};
use crate::error::Error;
use crate::figures::fixed;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::ready::Ready;
use crate::reliability::{RiskOptions, RiskSolver, VdevRisk};
use crate::units::{Estimate, Hours};

/// Days between scrubs at the ends: every week, every quarter of a year.
const SCRUB_DAYS: [f64; 2] = [7.0, 91.0];
/// Variances of the common factor of a batch at the ends: independent drives; lives as different as those of one drive.
const BATCH_VARIANCES: [f64; 2] = [0.0, 1.0];
/// Used share of the pool at the ends: half full, full as far as ZFS stays quick.
const FILLS: [f64; 2] = [0.5, 0.95];

/// An assumption at both ends of its range.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Swing {
    /// What is assumed, in words.
    pub assumption: &'static str,
    /// At the low end.
    pub low: SwingEnd,
    /// At the high end.
    pub high: SwingEnd,
}

/// An assumption at one end of its range.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SwingEnd {
    /// The value, in words.
    pub text: String,
    /// Chance of any loss with it.
    pub p_loss: f64,
}

impl Swing {
    /// Returns how far the chance of loss is apart at the ends.
    #[must_use]
    pub fn width(&self) -> f64 {
        (self.high.p_loss - self.low.p_loss).abs()
    }
}

/// A candidate as the chain sees it.
pub(super) struct Exposed<'a> {
    pub(super) inventory: &'a [Drive],
    pub(super) ready: &'a Ready,
    pub(super) layout: &'a Layout,
    pub(super) media: Media,
    pub(super) built: &'a Built,
    pub(super) risks: &'a [VdevRisk],
}

/// Returns the assumptions that matter for a candidate, the one that moves its chance of loss most first.
pub(super) fn tornado(evaluator: &mut Evaluator, exposed: &Exposed<'_>) -> Result<Vec<Swing>, Error> {
    let options = std::sync::Arc::clone(&evaluator.options);
    let mut swings = vec![failure_rates(evaluator, exposed)?];
    swings.extend(waits(evaluator, exposed, &options)?);
    swings.push(rebuild_hours(evaluator, exposed)?);
    swings.push(scrubs(exposed, &options)?);
    swings.push(batches(exposed, &options)?);
    swings.push(unreadable_sectors(evaluator, exposed)?);
    swings.push(fills(exposed, &options)?);
    swings.sort_by(|a, b| {
        b.width()
            .total_cmp(&a.width())
            .then_with(|| a.assumption.cmp(b.assumption))
    });
    Ok(swings)
}

fn swing(assumption: &'static str, [low, high]: [(String, f64); 2]) -> Swing {
    let end = |(text, p_loss)| SwingEnd { text, p_loss };
    Swing {
        assumption,
        low: end(low),
        high: end(high),
    }
}

fn failure_rates(evaluator: &mut Evaluator, exposed: &Exposed<'_>) -> Result<Swing, Error> {
    let mut at = |end: RangeEnd| {
        let risks = evaluator.risks_at(exposed.built, exposed.risks, end)?;
        let drives: Vec<f64> = risks
            .iter()
            .flat_map(|risk| &risk.drives)
            .map(|drive| drive.failure.as_f64() * Hours::PER_YEAR)
            .collect();
        let text = format!("{} % a year", fixed(mean(&drives) * 100.0, 2));
        Ok((text, evaluator.loss_of(&risks)?))
    };
    Ok(swing("failure rate", [at(RangeEnd::Low)?, at(RangeEnd::High)?]))
}

/// Half and twice the wait for a new drive, where a failed one waits for it.
fn waits(
    evaluator: &mut Evaluator,
    exposed: &Exposed<'_>,
    options: &PlanOptions,
) -> Result<Option<Swing>, Error> {
    let distributed = |kind| matches!(kind, VdevType::Draid { spares: 1.., .. });
    let delivery = options.delivery().as_f64();
    let nobody_waits = exposed.layout.groups.iter().all(|group| distributed(group.kind));
    if exposed.layout.spares > 0 || nobody_waits || delivery <= 0.0 {
        return Ok(None);
    }
    let counted: Vec<bool> = counted_vdevs(exposed.built)
        .map(|position| distributed(exposed.built.placement.vdevs[position].kind))
        .collect();
    let mut at = |factor: f64| {
        let mut risks = exposed.risks.to_vec();
        for (risk, has_spare) in risks.iter_mut().zip(&counted) {
            if !has_spare {
                let repair = risk.repair.as_f64() + (factor - 1.0) * delivery;
                risk.repair = Hours::new(repair).unwrap_or(risk.repair);
            }
        }
        Ok((hours_text(factor * delivery), evaluator.loss_of(&risks)?))
    };
    Ok(Some(swing("wait for a new drive", [at(0.5)?, at(2.0)?])))
}

fn rebuild_hours(evaluator: &mut Evaluator, exposed: &Exposed<'_>) -> Result<Swing, Error> {
    let rebuilds: Vec<_> = counted_vdevs(exposed.built)
        .map(|position| &exposed.built.rebuilds[position])
        .collect();
    let mut at = |end: fn(Estimate<Hours>) -> Hours| {
        let mut risks = exposed.risks.to_vec();
        let mut longest = 0.0_f64;
        for (risk, rebuild) in risks.iter_mut().zip(&rebuilds) {
            let wait = (risk.repair.as_f64() - rebuild.mean_hours().as_f64()).max(0.0);
            let hours = end(rebuild.hours).as_f64();
            longest = longest.max(hours);
            risk.repair = Hours::new(wait + hours).unwrap_or(risk.repair);
        }
        Ok((hours_text(longest), evaluator.loss_of(&risks)?))
    };
    Ok(swing(
        "hours of a rebuild",
        [at(|hours| hours.low)?, at(|hours| hours.high)?],
    ))
}

fn scrubs(exposed: &Exposed<'_>, options: &PlanOptions) -> Result<Swing, Error> {
    let at = |days: f64| {
        let other = RiskOptions {
            scrub_every: Hours::from_days(days).unwrap_or(options.scrub_every),
            ..risk_options(options)
        };
        let loss = RiskSolver::new(other).solve(exposed.risks)?.any.as_f64();
        Ok((format!("every {} days", fixed(days, 0)), loss))
    };
    Ok(swing(
        "time between scrubs",
        [at(SCRUB_DAYS[0])?, at(SCRUB_DAYS[1])?],
    ))
}

fn batches(exposed: &Exposed<'_>, options: &PlanOptions) -> Result<Swing, Error> {
    let at = |variance: f64| {
        let other = RiskOptions {
            batch_variance: variance,
            ..risk_options(options)
        };
        let loss = RiskSolver::new(other).solve(exposed.risks)?.any.as_f64();
        Ok((format!("variance {}", fixed(variance, 0)), loss))
    };
    Ok(swing(
        "common batch factor",
        [at(BATCH_VARIANCES[0])?, at(BATCH_VARIANCES[1])?],
    ))
}

fn unreadable_sectors(evaluator: &mut Evaluator, exposed: &Exposed<'_>) -> Result<Swing, Error> {
    let mut at = |end: RangeEnd| {
        let mut risks = exposed.risks.to_vec();
        let mut drives = Vec::new();
        for (risk, position) in risks.iter_mut().zip(counted_vdevs(exposed.built)) {
            let seated = &exposed.built.placement.vdevs[position].drives;
            for (drive, &index) in risk.drives.iter_mut().zip(seated) {
                let known = exposed.ready.drives[index].defaults().latent_error_rate;
                drive.latent = match end {
                    RangeEnd::Low => known.low,
                    RangeEnd::High => known.high,
                };
                drives.push(drive.latent.as_f64() * Hours::PER_YEAR);
            }
        }
        let text = format!("{} a drive and year", fixed(mean(&drives), 3));
        Ok((text, evaluator.loss_of(&risks)?))
    };
    Ok(swing(
        "unreadable sectors",
        [at(RangeEnd::Low)?, at(RangeEnd::High)?],
    ))
}

fn fills(exposed: &Exposed<'_>, options: &PlanOptions) -> Result<Swing, Error> {
    let at = |fill: f64| {
        let changed = PlanOptions {
            fill,
            ..options.clone()
        };
        let mut other = Evaluator::new(exposed.inventory, exposed.ready, &changed)?;
        let built = other.build(exposed.layout, exposed.media)?;
        let hours = other.repair_hours(&built, exposed.layout.spares);
        let risks = other.vdev_risks(&built.placement, &hours);
        Ok((
            format!("{} % full", fixed(fill * 100.0, 0)),
            other.loss_of(&risks)?,
        ))
    };
    Ok(swing("fill of the pool", [at(FILLS[0])?, at(FILLS[1])?]))
}

fn risk_options(options: &PlanOptions) -> RiskOptions {
    RiskOptions {
        mission: options.mission,
        scrub_every: options.scrub_every,
        batch_variance: options.batch_variance,
    }
}

/// The positions of the vdevs that the chain counts, in their order.
fn counted_vdevs(built: &Built) -> impl Iterator<Item = usize> {
    let vdevs = built.placement.vdevs.iter().enumerate();
    vdevs
        .filter(|(_, vdev)| vdev.class != AllocationClass::Log)
        .map(|(position, _)| position)
}

fn mean(values: &[f64]) -> f64 {
    let count = u32::try_from(values.len().max(1)).map_or(f64::INFINITY, f64::from);
    values.iter().sum::<f64>() / count
}

fn hours_text(hours: f64) -> String {
    format!("{} h", fixed(hours, 1).trim_end_matches(".0"))
}
