//! The answer of a simulation: figures with their intervals, what the losses are put down to, and whether to believe it.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::driver::Target;
use super::loss_curve::{CURVE_INTERVALS, LossCurve};
use super::sampler::Sampler;
use super::tally::{Moments, Tally};
use super::totals::{Combined, Totals, trials_of};
use crate::{Frailty, Hours, Model, math};

/// How a component's loss was estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Road {
    /// Forced and weighted trials.
    RareEvent,
    /// Plain trials.
    Direct,
}

/// A probability with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The estimate.
    pub point: f64,
    /// The upper end.
    pub high: f64,
    /// How often intervals made like this one hold the truth.
    pub confidence: f64,
    /// The standard error of the estimate.
    pub std_error: f64,
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
}

/// A reason not to take the estimate at its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Doubt {
    /// The run was stopped from outside.
    Interrupted,
    /// The trials were used up before the error was as small as wanted.
    TrialLimit,
    /// No trial saw a loss: the estimate is half a loss in all of them, and only the upper end says something.
    NoLossSeen,
    /// The trials are worth fewer equal ones than an interval needs.
    FewEffectiveTrials,
    /// One trial makes up more than a fiftieth of the sum.
    OneTrialDominates,
    /// The variance itself is known to worse than a fifth.
    VarianceUncertain,
    /// Even and odd blocks differ by more than four standard errors.
    HalvesDisagree,
    /// The first-order figure differs by more than a factor of five where it should not.
    FarFromFirstOrder,
    /// Catastrophes on the paths themselves are more or fewer than the estimate by over four standard errors.
    PathsDisagree,
}

/// The shares of the probability of any loss, in the order of the model, each adding up to 1 but for batches, which leave
/// out replaced devices and those without a batch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attribution {
    /// Share of losses through more failed devices than tolerated.
    pub failed_devices: f64,
    /// Share of losses through unreadable data on survivors.
    pub latent_errors: f64,
    /// One share per group.
    pub groups: Vec<f64>,
    /// One share per device, groups one after the other.
    pub devices: Vec<f64>,
    /// Batches by name with their shares.
    pub batches: Vec<(u32, f64)>,
}

/// The loss probabilities up to a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CurvePoint {
    /// The time.
    pub time: Hours,
    /// Probability of at least one loss of either kind up to it.
    pub any: Interval,
    /// Probability of a catastrophe up to it.
    pub catastrophe: Interval,
}

/// The answer of a simulation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// Probability of at least one loss of either kind within the mission.
    pub p_any: Interval,
    /// Probability of a catastrophe within the mission.
    pub p_cat: Interval,
    /// Expected number of latent losses within the mission, up to a catastrophe.
    pub latent_events: Figure,
    /// Expected number of device failures within the mission, up to a catastrophe.
    pub device_failures: Figure,
    /// The mean time to a loss that a constant rate with this p_any would have, −T / ln(1 − p).
    pub equivalent_mttdl: Option<Hours>,
    /// The first-order figure for any loss, in closed form.
    pub first_order: f64,
    /// The loss probabilities up to times from 0 to the mission's end, in equal steps.
    pub curve: Vec<CurvePoint>,
    /// What the losses are put down to.
    pub attribution: Attribution,
    /// How most of the trials were run.
    pub road: Road,
    /// Trials of all components.
    pub trials: u64,
    /// The number of equal trials that would be as good, of the component that matters most.
    pub effective_trials: f64,
    /// Whether the target was met and nothing raises doubt.
    pub converged: bool,
    /// What raises doubt.
    pub doubts: Vec<Doubt>,
    /// A digest of the bits of all trials' results.
    pub digest: u64,
}

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Every block that was asked for was run.
    Complete,
    /// It was stopped from outside.
    Interrupted,
}

impl Estimate {
    pub(super) fn new(
        model: &Model,
        samplers: &[Sampler],
        roads: &[Road],
        tallies: &[Tally],
        halves: &[[(f64, Moments); 2]],
        target: &Target,
        ending: Ending,
    ) -> Self {
        let totals = Totals::new(samplers, tallies);
        let trials = tallies.iter().map(|tally| tally.trials).sum();
        let copies = |component: usize| f64::from(samplers[component].copies());
        let first_order = samplers
            .iter()
            .map(|sampler| {
                f64::from(sampler.copies()) * (sampler.first_order.catastrophe + sampler.first_order.latent)
            })
            .sum();
        let main = (0..samplers.len())
            .max_by(|left, right| {
                let share = |component: usize| {
                    copies(component)
                        * tallies[component]
                            .any
                            .mean(trials_of(&tallies[component]).max(1.0))
                };
                share(*left).total_cmp(&share(*right))
            })
            .unwrap_or(0);
        let can_lose = samplers.iter().any(|sampler| sampler.expected_failures > 0.0);
        let mut doubts = doubts(
            model,
            &samplers[main],
            roads[main],
            &tallies[main],
            &halves[main],
            target,
        );
        if ending == Ending::Interrupted {
            doubts.insert(0, Doubt::Interrupted);
        } else if can_lose && totals.relative_error(target.negligible()) > target.relative_error() {
            doubts.insert(0, Doubt::TrialLimit);
        }
        if can_lose && totals.any.point <= 0.0 {
            doubts.push(Doubt::NoLossSeen);
        }
        let basis = Basis {
            trials: trials_of(&tallies[main]),
            plain: matches!((samplers, roads), ([one], [Road::Direct]) if one.copies() == 1),
            can_lose,
            confidence: target.confidence(),
        };
        let p_any = basis.interval(&totals.any);
        let sum = |of: fn(&Tally) -> &Moments| {
            let mut figure = (0.0, 0.0);
            for (component, tally) in tallies.iter().enumerate().filter(|(_, tally)| tally.trials > 1) {
                figure.0 += copies(component) * of(tally).mean(trials_of(tally));
                figure.1 +=
                    copies(component) * copies(component) * of(tally).variance_of_mean(trials_of(tally));
            }
            Figure {
                mean: figure.0,
                std_error: math::sqrt(figure.1),
            }
        };
        let log_survival = math::ln_1p(-p_any.point);
        Self {
            p_any,
            p_cat: basis.interval(&totals.catastrophe),
            latent_events: sum(|tally| &tally.latent_events),
            device_failures: sum(|tally| &tally.failures),
            equivalent_mttdl: Hours::new(-model.mission().as_f64() / log_survival).ok(),
            first_order,
            curve: basis.curve(model, samplers, tallies),
            attribution: attribution(model, samplers, tallies),
            road: roads[main],
            trials,
            effective_trials: tallies[main].any.effective_size(),
            converged: doubts.is_empty(),
            doubts,
            digest: tallies
                .iter()
                .fold(0, |digest: u64, tally| digest.rotate_left(7) ^ tally.digest),
        }
    }
}

/// Returns the point of the standard normal distribution that `confidence` lies within on both sides.
fn normal_quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + 0.5 * confidence)
}

/// What an interval is made from beside its figure.
struct Basis {
    trials: f64,
    /// Whether the figure is a share of plain trials of one component.
    plain: bool,
    /// Whether any device can fail.
    can_lose: bool,
    confidence: f64,
}

impl Basis {
    /// Returns the interval of a figure.
    ///
    /// # Formula
    /// ```text
    /// p e^(−z r) … p e^(z r),  r the relative standard error
    /// none seen in N: 0 … 1 − (1 − confidence)^(1/N), with 1 / (2 N + 2) for the point
    /// plain trials: [p + z²/2N ± z √(p (1 − p)/N + z²/4N²)] / (1 + z²/N)
    /// ```
    ///
    /// # Source
    /// Wilson: Probable inference, the law of succession, and statistical inference, Journal of the American Statistical
    /// Association 22 (1927), for plain trials.
    fn interval(&self, figure: &Combined) -> Interval {
        let Self {
            trials,
            plain,
            can_lose,
            confidence,
        } = *self;
        let (point, std_error) = (figure.point, figure.std_error);
        if point <= 0.0 {
            let (point, high) = match (can_lose, trials < 1.0) {
                (false, _) => (0.0, 0.0),
                (true, true) => (0.5, 1.0),
                (true, false) => (
                    0.5 / (trials + 1.0),
                    -math::exp_m1(math::ln_1p(-confidence) / trials),
                ),
            };
            return Interval {
                low: 0.0,
                point,
                high,
                confidence,
                std_error: point,
            };
        }
        let quantile = normal_quantile(confidence);
        if plain {
            let share = quantile * quantile / trials;
            let middle = point + 0.5 * share;
            let half = quantile * math::sqrt(point * (1.0 - point) / trials + 0.25 * share / trials);
            let low = (middle - half) / (1.0 + share);
            let high = (middle + half) / (1.0 + share);
            return Interval {
                low: low.min(point),
                point,
                high: high.max(point),
                confidence,
                std_error,
            };
        }
        let width = math::exp(quantile * figure.relative_error());
        Interval {
            low: point / width,
            point,
            high: (point * width).min(1.0),
            confidence,
            std_error,
        }
    }
}

impl Basis {
    /// Returns the loss probabilities at the ends of equal intervals of the mission. Where no loss was seen up to a time,
    /// the point says 0.
    fn curve(&self, model: &Model, samplers: &[Sampler], tallies: &[Tally]) -> Vec<CurvePoint> {
        let means = |of: fn(&Tally) -> &LossCurve| -> Vec<Vec<(f64, f64)>> {
            tallies
                .iter()
                .map(|tally| of(tally).means(trials_of(tally)))
                .collect()
        };
        let any = means(|tally| &tally.any_curve);
        let catastrophe = means(|tally| &tally.catastrophe_curve);
        let at = |means: &[Vec<(f64, f64)>], interval: usize| {
            let each: Vec<(f64, f64)> = means.iter().map(|component| component[interval]).collect();
            let combined = Combined::of_means(samplers, &each);
            if combined.point > 0.0 {
                self.interval(&combined)
            } else {
                self.none()
            }
        };
        let mut points = vec![CurvePoint {
            time: Hours::ZERO,
            any: self.none(),
            catastrophe: self.none(),
        }];
        for interval in 0..CURVE_INTERVALS {
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let share = (interval + 1) as f64 / CURVE_INTERVALS as f64;
            if let Ok(time) = Hours::new(model.mission().as_f64() * share) {
                points.push(CurvePoint {
                    time,
                    any: at(&any, interval),
                    catastrophe: at(&catastrophe, interval),
                });
            }
        }
        points
    }

    fn none(&self) -> Interval {
        Interval {
            low: 0.0,
            point: 0.0,
            high: 0.0,
            confidence: self.confidence,
            std_error: 0.0,
        }
    }
}

/// Returns what raises doubt about the component that matters most.
fn doubts(
    model: &Model,
    sampler: &Sampler,
    road: Road,
    tally: &Tally,
    halves: &[(f64, Moments); 2],
    target: &Target,
) -> Vec<Doubt> {
    let trials = trials_of(tally);
    let mut doubts = Vec::new();
    if tally.any.sum <= 0.0 {
        return doubts;
    }
    let wanted = target.relative_error();
    if tally.any.effective_size() < (0.5 / (wanted * wanted)).min(1000.0) {
        doubts.push(Doubt::FewEffectiveTrials);
    }
    if tally.any.largest > (0.02 * tally.any.sum).max(wanted * 0.5 * tally.any.sum) {
        doubts.push(Doubt::OneTrialDominates);
    }
    if tally.any.error_of_variance(trials) > (10.0 * wanted).max(0.2) {
        doubts.push(Doubt::VarianceUncertain);
    }
    let [even, odd] =
        halves.map(|(trials, moments)| (moments.mean(trials), moments.variance_of_mean(trials)));
    if halves[1].0 > 0.0 && (even.0 - odd.0).abs() > 4.0 * math::sqrt(even.1 + odd.1) + 1e-12 * even.0 {
        doubts.push(Doubt::HalvesDisagree);
    }
    let mean = tally.any.mean(trials);
    let comparable = match model.input().frailty {
        Frailty::None => true,
        Frailty::Gamma { variance } => variance <= 1.0 && sampler.members[0].batches.is_empty(),
        Frailty::TwoPoint { .. } => sampler.members[0].batches.is_empty(),
    };
    let ratio = mean / (sampler.first_order.catastrophe + sampler.first_order.latent);
    let sparing = sampler.units.iter().any(|unit| unit.spares > 0);
    if comparable && !sparing && mean < 0.05 && !(0.2..=5.0).contains(&ratio) {
        doubts.push(Doubt::FarFromFirstOrder);
    }
    if road == Road::RareEvent && tally.raw_catastrophe.mean(trials) > 1e-3 {
        let difference = tally.raw_catastrophe.mean(trials) - tally.catastrophe.mean(trials);
        let variance =
            tally.raw_catastrophe.variance_of_mean(trials) + tally.catastrophe.variance_of_mean(trials);
        if difference.abs() > 4.0 * math::sqrt(variance) {
            doubts.push(Doubt::PathsDisagree);
        }
    }
    doubts
}

/// Returns the shares of groups, devices and batches, spread over all copies of each component.
fn attribution(model: &Model, samplers: &[Sampler], tallies: &[Tally]) -> Attribution {
    let mut causes = [0.0; 2];
    let mut groups = vec![0.0; model.input().groups.len()];
    let mut devices = vec![0.0; model.devices()];
    let mut batches: std::collections::BTreeMap<u32, f64> = std::collections::BTreeMap::new();
    for (sampler, tally) in samplers.iter().zip(tallies).filter(|(_, tally)| tally.trials > 0) {
        let trials = trials_of(tally);
        for member in &sampler.members {
            causes[0] += tally.causes[0] / trials;
            causes[1] += tally.causes[1] / trials;
            for (place, sum) in member.groups.iter().zip(&tally.groups) {
                groups[*place] += sum / trials;
            }
            for (place, sum) in member.devices.iter().zip(&tally.devices) {
                devices[*place] += sum / trials;
            }
            for (name, sum) in member.batches.iter().zip(&tally.batches) {
                *batches.entry(*name).or_default() += sum / trials;
            }
        }
    }
    let total = causes[0] + causes[1];
    let share = |amount: f64| if total > 0.0 { amount / total } else { 0.0 };
    Attribution {
        failed_devices: share(causes[0]),
        latent_errors: share(causes[1]),
        groups: groups.into_iter().map(share).collect(),
        devices: devices.into_iter().map(share).collect(),
        batches: batches
            .into_iter()
            .map(|(name, amount)| (name, share(amount)))
            .collect(),
    }
}
