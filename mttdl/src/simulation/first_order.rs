//! The loss probability to first order, in closed form: what the estimator is tilted by and compared with.

use super::component::Component;
use super::unit::{Rules, Unit, UnitDevice, UnitGroup};
use crate::model::{binomial, whole_power};
use crate::quadrature;
use crate::{LatentErrors, Model, Probability, RepairDiscipline, math};

/// Expected losses within the mission to first order.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct FirstOrder {
    /// Catastrophes.
    pub(super) catastrophe: f64,
    /// Latent losses.
    pub(super) latent: f64,
}

/// Returns the hazard of the place of `device` at `time`.
///
/// # Formula
/// ```text
/// h(t) = h_first(a + t) S(t) + [1 − S(t)] h_new(t / 2),   S(t) = e^(−[H(a + t) − H(a)])
/// ```
pub(super) fn place_hazard(rules: &Rules, device: &UnitDevice, time: f64) -> f64 {
    let lifetime = &rules.lifetimes[device.lifetime];
    let survived = math::exp(-lifetime.increment(device.age, time));
    let replaced = 1.0 - survived;
    lifetime.hazard(device.age + time) * survived + replaced * lifetime.hazard(0.5 * time)
}

/// Returns the sums of all products of 0, 1, … `order` different ones of `values`: the elementary symmetric polynomials.
pub(super) fn symmetric_sums(values: impl Iterator<Item = f64>, order: usize) -> Vec<f64> {
    let mut sums = vec![0.0; order + 1];
    sums[0] = 1.0;
    for value in values {
        for degree in (1..=order).rev() {
            sums[degree] += value * sums[degree - 1];
        }
    }
    sums
}

/// Per group, what multiplies the symmetric sums of the hazards.
///
/// # Formula
/// ```text
/// catastrophes per hour: (k + 1) e_(k+1)(h) E[W^k] c^k,   latent losses per hour: k e_k(h) E[W^(k−1)] s c^(k−1)
/// ```
/// W is the time from failure to the end of repair, c the stress and s the chance of an unreadable place; in parallel repair
/// E[W]^k stands for E[W^k], since there only the mean counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    pub(super) catastrophe: f64,
    pub(super) latent: f64,
}

impl Weights {
    pub(super) fn new(rules: &Rules, unit: &Unit, group: &UnitGroup) -> Self {
        let tolerance = u32::try_from(group.tolerance).unwrap_or(u32::MAX);
        let (_, empty_shelf) = shelf(rules, unit);
        let window = |order: u32| {
            let queued = rules.discipline != RepairDiscipline::Parallel;
            let with_delay = |share: f64| {
                if queued {
                    // The whole queue waits for the first repair, whose spread therefore counts.
                    let terms = (0..=order).map(|repairs| {
                        binomial(order, repairs)
                            * rules.repair.moment(repairs)
                            * if share > 0.0 {
                                rules.delay.moment(order - repairs)
                            } else {
                                f64::from(u8::from(repairs == order))
                            }
                    });
                    terms.sum::<f64>()
                } else {
                    let mean = rules.mean_repair + if share > 0.0 { rules.delay.moment(1) } else { 0.0 };
                    whole_power(mean, order)
                }
            };
            whole_power(rules.stress, order)
                * (empty_shelf * with_delay(1.0) + (1.0 - empty_shelf) * with_delay(0.0))
        };
        let latent = if tolerance == 0 {
            0.0
        } else {
            f64::from(tolerance) * window(tolerance - 1) * mean_latent_loss(rules, group)
        };
        Self {
            catastrophe: f64::from(tolerance + 1) * window(tolerance),
            latent,
        }
    }
}

/// Returns the expected number of deliveries under way, and the chance that a failure finds the shelf empty.
pub(super) fn shelf(rules: &Rules, unit: &Unit) -> (f64, f64) {
    if rules.no_delay {
        return (0.0, 0.0);
    }
    let failures: f64 = unit
        .devices
        .iter()
        .map(|device| rules.lifetimes[device.lifetime].increment(device.age, rules.mission))
        .sum();
    let ordered = failures / rules.mission * rules.delay.moment(1);
    let (mut term, mut below) = (math::exp(-ordered), 0.0);
    for count in 0..unit.spares.min(1000) {
        below += term;
        term *= ordered / f64::from(count + 1);
    }
    (ordered, (1.0 - below).clamp(0.0, 1.0))
}

/// Returns the chance of an unreadable place on the survivors, on average over the mission.
fn mean_latent_loss(rules: &Rules, group: &UnitGroup) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a group has few devices")]
    let survivors = (group.devices - group.tolerance) as f64;
    match rules.latent {
        LatentErrors::None => 0.0,
        LatentErrors::Fixed(probability) => probability.as_f64(),
        LatentErrors::Process {
            rate,
            scrub_interval,
            read_errors,
        } => {
            let longest =
                scrub_interval.map_or(rules.mission, |interval| interval.as_f64().min(rules.mission));
            let at = |age: f64| -math::exp_m1(-survivors * (read_errors + rate.as_f64() * age));
            quadrature::integrate(0.0, longest, at) / longest
        }
    }
}

/// Returns the expected losses of `component`, frailties taken at their mean.
pub(super) fn first_order(rules: &Rules, component: &Component, mean_frailty: f64) -> FirstOrder {
    let mut sum = FirstOrder::default();
    for unit in &component.units {
        for group in &unit.groups {
            let weights = Weights::new(rules, unit, group);
            let devices = &unit.devices[group.first..group.first + group.devices];
            let sums_at = |time: f64| {
                let hazards = devices.iter().map(|device| {
                    let factor = if device.batch.is_some() { mean_frailty } else { 1.0 };
                    place_hazard(rules, device, time) * factor
                });
                symmetric_sums(hazards, group.tolerance + 1)
            };
            sum.catastrophe += weights.catastrophe
                * quadrature::integrate(0.0, rules.mission, |time| sums_at(time)[group.tolerance + 1]);
            if weights.latent > 0.0 {
                sum.latent += weights.latent
                    * quadrature::integrate(0.0, rules.mission, |time| sums_at(time)[group.tolerance]);
            }
        }
    }
    sum
}

/// Loss probabilities to first order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FirstOrderLoss {
    /// Probability of a loss of either kind within the mission.
    pub any: Probability,
    /// Probability of a catastrophe within the mission.
    pub catastrophe: Probability,
}

/// Returns the loss probabilities of `model` in closed form, without a trial: good to some per cent where losses are rare and no
/// spares wait on a shelf, and to rank models; with spares that arrive slowly it can be far too high or too low.
///
/// # Formula
/// ```text
/// p = 1 − e^(−Λ),   Λ = Σ_groups ∫_0^T [(k + 1) e_(k+1)(h(t)) w_k + k e_k(h(t)) w_(k−1) s] dt
/// e_m sum of all products of m different hazards, w_m = E[W^m] in queued repair and E[W]^m in parallel repair,
/// W hours from failure to the end of repair, s mean chance of an unreadable place; batches by the moments of their frailties
/// ```
#[must_use]
pub fn first_order_loss(model: &Model) -> FirstOrderLoss {
    let rules = Rules::new(model.input());
    let (mut any, mut catastrophe) = (0.0, 0.0);
    for sampler in super::sampler::Sampler::all(model, &rules) {
        let copies = f64::from(sampler.copies());
        catastrophe += copies * sampler.first_order.catastrophe;
        any += copies * (sampler.first_order.catastrophe + sampler.first_order.latent);
    }
    let probability = |expected: f64| Probability::saturating(-math::exp_m1(-expected));
    FirstOrderLoss {
        any: probability(any),
        catastrophe: probability(catastrophe),
    }
}
