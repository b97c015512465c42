//! Frailties of batches, drawn so that the trials that matter come often.
//!
//! # Formula
//! To first order the loss is a sum of A_m Π_b z_b^(m_b) over the ways m to take the failed devices from the batches. One
//! way is chosen with probability w_m in proportion to A_m Π_b E[z_b^(m_b)], or none with probability ε, and each z_b is
//! drawn from z^m f(z) / E[z^m]; the weight of the trial is
//!
//! ```text
//! L = 1 / (ε + (1 − ε) Σ_m w_m Π_b z_b^(m_b) / E[z_b^(m_b)]) ≤ 1 / ε
//! gamma: E[z^m] = Π_(q<m) (1 + q θ);   two points: E[z^m] = p M^m + 1 − p
//! ```

use std::collections::BTreeMap;

use super::component::Component;
use super::first_order::{FirstOrder, Weights, place_hazard, symmetric_sums};
use super::unit::Rules;
use crate::Frailty;
use crate::model::whole_power;
use crate::quadrature;
use crate::random::Stream;

/// The share of trials whose frailties are drawn as they are.
const NATURAL_SHARE: f64 = 0.1;
/// The most ways to take failed devices from batches that are told apart; the likeliest are kept.
const WAY_LIMIT: usize = 1024;
/// The most ways that are looked at.
const SEARCH_LIMIT: usize = 200_000;

/// One way to take failed devices from batches: how often each batch appears, and its weight.
#[derive(Debug, Clone)]
struct Way {
    powers: Vec<(usize, u32)>,
    weight: f64,
    /// The weight over the expected product.
    relative: f64,
}

/// The law of a component's frailties.
#[derive(Debug, Clone)]
pub(super) struct FrailtyLaw {
    frailty: Frailty,
    batches: usize,
    ways: Vec<Way>,
    /// Expected losses to first order, where all ways were looked at.
    expected: Option<FirstOrder>,
}

/// Coefficients of a group's loss by the powers of batches: of catastrophes and of latent losses.
type Coefficients = BTreeMap<Vec<(usize, u32)>, [f64; 2]>;

impl FrailtyLaw {
    /// Returns the law for `component`.
    pub(super) fn new(frailty: Frailty, rules: &Rules, component: &Component) -> Self {
        let mut law = Self {
            frailty,
            batches: component.batches,
            ways: Vec::new(),
            expected: None,
        };
        if component.batches == 0 {
            return law;
        }
        let mut coefficients = Coefficients::new();
        let mut looked_at = 0;
        for unit in &component.units {
            for group in &unit.groups {
                let devices = &unit.devices[group.first..group.first + group.devices];
                let weights = Weights::new(rules, unit, group);
                let mut own = Coefficients::new();
                for &(node, weight) in &quadrature::NODES {
                    for side in [-node, node] {
                        let time = 0.5 * rules.mission * (1.0 + side);
                        let mut by_batch: BTreeMap<Option<usize>, Vec<f64>> = BTreeMap::new();
                        for device in devices {
                            by_batch
                                .entry(device.batch)
                                .or_default()
                                .push(place_hazard(rules, device, time));
                        }
                        let sums: Vec<(Option<usize>, Vec<f64>)> = by_batch
                            .into_iter()
                            .map(|(batch, hazards)| {
                                (batch, symmetric_sums(hazards.into_iter(), group.tolerance + 1))
                            })
                            .collect();
                        let scale = [weights.catastrophe * weight, weights.latent * weight];
                        let mut powers = Vec::new();
                        let order = group.tolerance + 1;
                        looked_at += spread(&sums, order, 1.0, &mut powers, &mut |powers, left, product| {
                            let kind = usize::from(left == 1);
                            if left <= 1 && scale[kind] > 0.0 {
                                own.entry(powers.to_vec()).or_default()[kind] += scale[kind] * product;
                            }
                        });
                        if looked_at > SEARCH_LIMIT * 24 {
                            return law;
                        }
                    }
                }
                for (powers, [catastrophe, latent]) in own {
                    let entry = coefficients.entry(powers).or_default();
                    entry[0] += catastrophe;
                    entry[1] += latent;
                }
            }
        }
        law.choose_ways(&coefficients, 0.5 * rules.mission);
        law
    }

    /// Keeps the likeliest ways, half of the weight for catastrophes and half for all losses; `scale` turns
    /// coefficients into expected losses.
    fn choose_ways(&mut self, coefficients: &Coefficients, scale: f64) {
        let expected = |powers: &[(usize, u32)]| {
            powers
                .iter()
                .map(|&(_, power)| self.moment(power))
                .product::<f64>()
        };
        let mut totals = [0.0; 2];
        for (powers, [catastrophe, latent]) in coefficients {
            let expected = expected(powers);
            totals[0] += catastrophe * expected;
            totals[1] += (catastrophe + latent) * expected;
        }
        let latent = (totals[1] - totals[0]).max(0.0);
        let total = FirstOrder {
            catastrophe: scale * totals[0],
            latent: scale * latent,
        };
        if !(totals[0] > 0.0 && totals[1].is_finite()) {
            self.expected = Some(total);
            return;
        }
        let mut ways: Vec<Way> = coefficients
            .iter()
            .map(|(powers, [catastrophe, latent])| {
                let relative = 0.5 * catastrophe / totals[0] + 0.5 * (catastrophe + latent) / totals[1];
                Way {
                    powers: powers.clone(),
                    weight: relative * expected(powers),
                    relative,
                }
            })
            .collect();
        ways.sort_by(|left, right| right.weight.total_cmp(&left.weight));
        ways.truncate(WAY_LIMIT);
        self.expected = Some(total);
        let total: f64 = ways.iter().map(|way| way.weight).sum();
        for way in &mut ways {
            way.weight /= total;
            way.relative /= total;
        }
        self.ways = ways;
    }

    /// Returns E[z^power].
    fn moment(&self, power: u32) -> f64 {
        match self.frailty {
            Frailty::None => 1.0,
            Frailty::Gamma { variance } => (0..power).map(|step| 1.0 + f64::from(step) * variance).product(),
            Frailty::TwoPoint {
                probability,
                multiplier,
            } => {
                let bad = probability.as_f64();
                bad * whole_power(multiplier, power) + 1.0 - bad
            }
        }
    }

    /// Returns the expected losses of the component to first order over the law of the frailties, where it has batches.
    pub(super) fn first_order(&self) -> Option<FirstOrder> {
        self.expected
    }

    /// Returns E[z].
    pub(super) fn mean(&self) -> f64 {
        self.moment(1)
    }

    /// Draws the frailties of all batches as they are.
    pub(super) fn draw_natural(&self, frailties: &mut Vec<f64>, stream: &mut Stream) {
        frailties.clear();
        frailties.extend((0..self.batches).map(|_| self.draw_one(0, stream)));
    }

    /// Draws the frailties of all batches and returns the weight of the draw.
    pub(super) fn draw(&self, frailties: &mut Vec<f64>, stream: &mut Stream) -> f64 {
        if self.ways.is_empty() {
            self.draw_natural(frailties, stream);
            return 1.0;
        }
        let mut position = stream.uniform();
        let mut powers: &[(usize, u32)] = &[];
        if position >= NATURAL_SHARE {
            position = (position - NATURAL_SHARE) / (1.0 - NATURAL_SHARE);
            for way in &self.ways {
                powers = &way.powers;
                position -= way.weight;
                if position < 0.0 {
                    break;
                }
            }
        }
        frailties.clear();
        for batch in 0..self.batches {
            let power = powers
                .iter()
                .find(|(other, _)| *other == batch)
                .map_or(0, |&(_, power)| power);
            frailties.push(self.draw_one(power, stream));
        }
        let density: f64 = self
            .ways
            .iter()
            .map(|way| {
                way.powers.iter().fold(way.relative, |product, &(batch, power)| {
                    product * whole_power(frailties[batch], power)
                })
            })
            .sum();
        1.0 / (NATURAL_SHARE + (1.0 - NATURAL_SHARE) * density)
    }

    /// Draws one frailty z from z^power f(z) / E[z^power].
    fn draw_one(&self, power: u32, stream: &mut Stream) -> f64 {
        match self.frailty {
            Frailty::None => 1.0,
            Frailty::Gamma { variance } => variance * stream.gamma(1.0 / variance + f64::from(power)),
            Frailty::TwoPoint {
                probability,
                multiplier,
            } => {
                let bad = probability.as_f64() * whole_power(multiplier, power);
                let chance = bad / (bad + 1.0 - probability.as_f64());
                if stream.uniform() < chance {
                    multiplier
                } else {
                    1.0
                }
            }
        }
    }
}

/// What is called with the powers of a way, how many devices are left to take, and the product of the sums.
type FoundWay<'a> = dyn FnMut(&[(usize, u32)], usize, f64) + 'a;

/// Calls `found` with every way to take `order` or one fewer devices from the batches of `sums`, and returns how many
/// ways there were.
fn spread(
    sums: &[(Option<usize>, Vec<f64>)],
    left: usize,
    product: f64,
    powers: &mut Vec<(usize, u32)>,
    found: &mut FoundWay<'_>,
) -> usize {
    let Some(((batch, sums), rest)) = sums.split_first() else {
        found(powers, left, product);
        return 1;
    };
    let mut count = 0;
    for (power, sum) in (0_u32..).zip(&sums[..=left]) {
        if *sum <= 0.0 {
            break;
        }
        let named = batch.filter(|_| power > 0);
        if let Some(batch) = named {
            powers.push((batch, power));
        }
        count += spread(rest, left - power as usize, product * sum, powers, found);
        if named.is_some() {
            powers.pop();
        }
    }
    count
}
