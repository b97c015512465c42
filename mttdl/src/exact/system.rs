//! Systems of groups: lost as soon as one of the groups is.

use super::chain::Chain;
use super::group::ExponentialGroup;
use super::ladder::Ladder;
use super::states::{group_chain, supplied_chain};
use crate::quadrature::NODES;
use crate::{Hours, ModelError, Probability, math};

/// Where replacement drives come from: a shelf that all groups share, and orders.
///
/// Every failure places one order with exponential lead time. A drive on the shelf is taken at once; otherwise the device
/// waits, and the longest waiting device gets the next drive delivered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Supply {
    /// Drives on the shelf at the start.
    pub spares: u32,
    /// Mean hours from order to delivery.
    pub mean_delay: Hours,
}

/// Independent parts of a system: a chain and how many copies of it there are.
#[derive(Debug, Clone)]
struct Part {
    any: Chain,
    /// The chain without latent losses, where it differs.
    catastrophe: Option<Chain>,
    copies: u32,
}

impl Part {
    fn catastrophe(&self) -> &Chain {
        self.catastrophe.as_ref().unwrap_or(&self.any)
    }
}

/// A system of groups with exponential lifetimes and repairs, all devices working at the start.
///
/// Construction builds the chains; the methods solve them. A chain of four states takes some microseconds.
#[derive(Debug, Clone)]
pub struct ExponentialSystem {
    parts: Vec<Part>,
}

/// The most groups of one system.
const GROUP_LIMIT: u32 = 1 << 20;

impl ExponentialSystem {
    /// Returns a system of one group.
    ///
    /// # Errors
    /// [`ModelError::TooManyStates`] if the chain of the group is too large.
    pub fn of_group(group: ExponentialGroup) -> Result<Self, ModelError> {
        Self::new(&[(group, 1)])
    }

    /// Returns a system of independent groups, each with the number of its copies.
    ///
    /// # Errors
    /// [`ModelError`] if there is no group or more than 2^20, or the chain of a group is too large.
    pub fn new(groups: &[(ExponentialGroup, u32)]) -> Result<Self, ModelError> {
        check_copies(groups)?;
        let parts = groups
            .iter()
            .filter(|(_, copies)| *copies > 0)
            .map(|(group, copies)| {
                let any = group_chain(group)?;
                let has_latent = group.loss_on_entry() > 0.0 || group.loss_on_completion() > 0.0;
                let catastrophe = has_latent
                    .then(|| group_chain(&group.without_latent_loss()))
                    .transpose()?;
                Ok(Part {
                    any,
                    catastrophe,
                    copies: *copies,
                })
            })
            .collect::<Result<_, ModelError>>()?;
        Ok(Self { parts })
    }

    /// Returns a system whose groups share the drives of `supply`; each group must consist of alike devices.
    ///
    /// # Errors
    /// [`ModelError`] as for [`new`](Self::new), and if the devices of a group differ. The chain grows quickly with the
    /// number of groups; a delay of 0 is a system without supply, in which nothing waits.
    pub fn with_supply(groups: &[(ExponentialGroup, u32)], supply: Supply) -> Result<Self, ModelError> {
        let delay = supply.mean_delay.as_f64();
        if delay <= 0.0 {
            return Self::new(groups);
        }
        check_copies(groups)?;
        if !(1e-6..=1e10).contains(&delay) {
            return Err(ModelError::out_of_range(
                "mean_delay",
                delay,
                "0 or between 1e-6 and 1e10 hours",
            ));
        }
        let mut each: Vec<&ExponentialGroup> = Vec::new();
        for (position, (group, copies)) in groups.iter().enumerate() {
            if !group.is_homogeneous() {
                let conflict = "has devices that differ, which the exact chain with a supply does not cover";
                return Err(ModelError::conflict(format!("groups[{position}]"), conflict));
            }
            // A chain of more groups than this has more states than the limit in any case.
            each.extend(std::iter::repeat_n(group, (*copies).min(16) as usize));
        }
        if each.len() > 16 {
            return Err(ModelError::TooManyStates {
                limit: super::chain::STATE_LIMIT,
            });
        }
        let any = supplied_chain(&each, supply.spares, 1.0 / delay)?;
        let plain: Vec<ExponentialGroup> = each.iter().map(|group| group.without_latent_loss()).collect();
        let plain: Vec<&ExponentialGroup> = plain.iter().collect();
        let catastrophe = Some(supplied_chain(&plain, supply.spares, 1.0 / delay)?);
        Ok(Self {
            parts: vec![Part {
                any,
                catastrophe,
                copies: 1,
            }],
        })
    }

    /// Returns the probability of at least one loss of either kind within `mission`, from an all-healthy start.
    ///
    /// # Formula
    /// ```text
    /// p = 1 − Π_g (1 − p_g)^(copies of g)
    /// ```
    #[must_use]
    pub fn loss_within(&self, mission: Hours) -> Probability {
        self.combined(|part| part.any.loss_within(mission.as_f64()))
    }

    /// Returns the probability that more devices than tolerated are failed together within `mission`; latent losses stop
    /// nothing.
    #[must_use]
    pub fn catastrophe_within(&self, mission: Hours) -> Probability {
        self.combined(|part| part.catastrophe().loss_within(mission.as_f64()))
    }

    /// Returns the probability of no loss up to each of `times`, in their order.
    #[must_use]
    pub fn survival(&self, times: &[Hours]) -> Vec<Probability> {
        times
            .iter()
            .map(|&time| self.loss_within(time).complement())
            .collect()
    }

    fn combined(&self, loss_of: impl Fn(&Part) -> f64) -> Probability {
        if let [part] = self.parts.as_slice() {
            return Probability::saturating(loss_of(part)).any_of(part.copies);
        }
        let log_survival: f64 = self
            .parts
            .iter()
            .map(|part| f64::from(part.copies) * math::ln_1p(-loss_of(part)))
            .sum();
        Probability::saturating(-math::exp_m1(log_survival))
    }

    /// Returns the mean hours to the first loss of either kind; absent if loss cannot happen, or only after more hours than
    /// a number holds.
    ///
    /// # Formula
    /// ```text
    /// MTTDL = ∫_0^∞ Π_g S_g(t)^(copies of g) dt
    /// ```
    /// One part alone: state reduction. Several: from the time t* on at which every chain forgot how it started,
    /// S_g(t) = S_g(t*) e^(−ρ_g (t − t*)), so that the rest is Π S_g(t*) / Σ ρ_g; up to t* the integral is taken over
    /// doubling intervals by Gauss and Legendre, or by the trapezoid where the loss up to t* is below 1e-5.
    #[must_use]
    pub fn mttdl(&self) -> Option<Hours> {
        let hours = match self.parts.as_slice() {
            [part] if part.copies == 1 => part.any.mean_hours_to_loss(),
            parts => mean_of_parts(parts)?,
        };
        Hours::new(hours).ok()
    }
}

fn check_copies(groups: &[(ExponentialGroup, u32)]) -> Result<(), ModelError> {
    let total = groups
        .iter()
        .map(|(_, copies)| *copies)
        .fold(0, u32::saturating_add);
    if total == 0 || total > GROUP_LIMIT {
        return Err(ModelError::out_of_range(
            "groups",
            f64::from(total),
            "between 1 and 1048576",
        ));
    }
    Ok(())
}

/// How often the common time is doubled at most while the chains forget their start.
const DOUBLING_LIMIT: u32 = 1100;

/// Returns the mean hours to the first loss among independent parts.
fn mean_of_parts(parts: &[Part]) -> Option<f64> {
    let fastest = parts
        .iter()
        .map(|part| part.any.uniform_rate())
        .fold(0.0, f64::max);
    if fastest <= 0.0 {
        return None;
    }
    let mut hours = 0.5 / fastest;
    let start = hours;
    let mut ladders: Vec<Ladder> = parts
        .iter()
        .map(|part| {
            Ladder::short(
                &part.any,
                part.any.uniform_rate(),
                hours * part.any.uniform_rate(),
            )
        })
        .collect();
    let mut rates: Vec<f64> = parts
        .iter()
        .zip(&ladders)
        .map(|(part, ladder)| loss_rate(&part.any, ladder))
        .collect();
    for _ in 0..DOUBLING_LIMIT {
        hours *= 2.0;
        let mut settled = true;
        for ((part, ladder), rate) in parts.iter().zip(&mut ladders).zip(&mut rates) {
            ladder.double();
            let now = loss_rate(&part.any, ladder);
            settled &= (now - *rate).abs() <= 1e-13 * now;
            *rate = now;
        }
        if settled {
            break;
        }
    }
    let copies = |part: &Part| f64::from(part.copies);
    let lost: f64 = parts
        .iter()
        .zip(&ladders)
        .map(|(part, ladder)| copies(part) * ladder.loss_from_start())
        .sum();
    let rate: f64 = parts
        .iter()
        .zip(&rates)
        .map(|(part, rate)| copies(part) * rate)
        .sum();
    if lost < 1e-5 {
        return Some(hours * (1.0 - 0.5 * lost) + math::exp(log_survival(parts, &ladders)) / rate);
    }
    let rest = math::exp(log_survival(parts, &ladders)) / rate;
    Some(integral_of_survival(parts, start, hours) + if rest.is_finite() { rest } else { 0.0 })
}

/// Returns the logarithm of the probability that no part was lost.
fn log_survival(parts: &[Part], ladders: &[Ladder]) -> f64 {
    parts
        .iter()
        .zip(ladders)
        .map(|(part, ladder)| f64::from(part.copies) * math::ln_1p(-ladder.loss_from_start()))
        .sum()
}

/// Returns the rate of loss given no loss so far.
fn loss_rate(chain: &Chain, ladder: &Ladder) -> f64 {
    let mass = ladder.mass_from_start();
    let lost: f64 = mass
        .iter()
        .zip(&chain.loss_rates)
        .map(|(chance, rate)| chance * rate)
        .sum();
    let alive: f64 = mass.iter().sum();
    if alive > 0.0 { lost / alive } else { 0.0 }
}

/// Returns the integral of the system's survival from 0 to `end` = `start` · 2^m, interval by doubling interval.
fn integral_of_survival(parts: &[Part], start: f64, end: f64) -> f64 {
    let offsets: Vec<(f64, f64)> = NODES
        .iter()
        .flat_map(|&(node, weight)| [(0.5 - 0.5 * node, 0.5 * weight), (0.5 + 0.5 * node, 0.5 * weight)])
        .collect();
    let short = |chain: &Chain, share: f64| {
        let rate = chain.uniform_rate();
        Ladder::short(chain, rate, start * rate * share)
    };
    let mut whole: Vec<Ladder> = parts.iter().map(|part| short(&part.any, 1.0)).collect();
    let mut inner: Vec<Vec<Ladder>> = offsets
        .iter()
        .map(|&(offset, _)| parts.iter().map(|part| short(&part.any, offset)).collect())
        .collect();
    let power = |survivals: &mut dyn Iterator<Item = (f64, u32)>| {
        math::exp(
            survivals
                .map(|(survival, copies)| f64::from(copies) * math::ln(survival))
                .sum(),
        )
    };
    let mut integral: f64 = offsets
        .iter()
        .zip(&inner)
        .map(|(&(_, weight), ladders)| weight * math::exp(log_survival(parts, ladders)))
        .sum::<f64>()
        * start;
    let mut length = start;
    while length < end {
        for (&(_, weight), ladders) in offsets.iter().zip(&inner) {
            let mut survivals =
                parts
                    .iter()
                    .zip(whole.iter().zip(ladders))
                    .map(|(part, (before, within))| {
                        (within.survival_from(before.mass_from_start()), part.copies)
                    });
            integral += weight * length * power(&mut survivals);
        }
        length *= 2.0;
        whole
            .iter_mut()
            .chain(inner.iter_mut().flatten())
            .for_each(Ladder::double);
    }
    integral
}
