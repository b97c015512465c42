//! While one drive of a vdev is being replaced, how likely are more failures and unreadable sectors?
//!
//! The window has a fixed length, from the failure until the redundancy is back. No repair ends within it, so that how
//! several repairs share the time does not matter. Left out: what happens to a second failed drive after the window.

use mttdl::math;

use super::chain::{VdevRisk, count, failure_moments};
use crate::units::{Hours, Probability};

/// The chances within the window of one failed drive.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowRisk {
    /// Chance that at least one more drive fails, two more, and so on: one entry per tolerated failure.
    pub more_failures: Vec<Probability>,
    /// Chance that the survivors of the first failure, of the second, and so on have an unreadable sector among them: one
    /// entry per tolerated failure.
    pub unreadable: Vec<Probability>,
}

/// Returns what may happen to a vdev within the `window` after a first failure.
///
/// # Formula
/// ```text
/// P(at least m more) = Σ_{i ≥ m} C(n−1, i) · p^i · (1−p)^(n−1−i),   p = 1 − exp(−λ_m · w)
/// C(n−1, m) · λ_m^m  = (m+1) · E[e_{m+1}(z·λ_1 … z·λ_n)] / E[e_1]
/// P(a sector, j failed) = 1 − exp(−(n−j) · r · s / 2)
/// ```
/// n drives, w the window, e_m the elementary symmetric polynomial of the drives' rates, z the common factor of a batch
/// (mean 1, variance θ), r sectors that become unreadable per drive and hour, s hours between scrubs. λ_m is the rate of
/// alike, independent survivors that fail m at a time as often, to first order: drives of the batch that has just failed
/// are likelier to follow. With one rate and θ = 0 it is that rate, and the chance is exact.
///
/// # Source
/// Order statistics of independent exponential lives, e.g. Barlow and Proschan (1975), *Statistical Theory of Reliability
/// and Life Testing*, ch. 3; the sectors as in the chain of the whole mission.
#[must_use]
pub fn failure_window(vdev: &VdevRisk, window: Hours, scrub_every: Hours, batch_variance: f64) -> WindowRisk {
    let tolerance = (vdev.tolerance as usize).min(vdev.drives.len().saturating_sub(1));
    let survivors = vdev.drives.len().saturating_sub(1);
    let moments = failure_moments(vdev, batch_variance, tolerance + 1);
    let latent =
        vdev.drives.iter().map(|drive| drive.latent.as_f64()).sum::<f64>() / count(vdev.drives.len().max(1));
    let unreadable = |failed: usize| {
        let expected = count(vdev.drives.len() - failed) * latent * scrub_every.as_f64() / 2.0;
        Probability::saturating(-math::exp_m1(-expected))
    };
    let more = |failures: usize| {
        let together = count(failures + 1) * moments.of(failures + 1) / moments.of(1);
        let rate = moments.scale * math::pow(together / choose(survivors, failures), 1.0 / count(failures));
        let one = -math::exp_m1(-rate * window.as_f64());
        at_least(failures, survivors, one)
    };
    let any_rate = moments.scale > 0.0;
    WindowRisk {
        more_failures: (1..=tolerance)
            .map(|failures| {
                if any_rate {
                    more(failures)
                } else {
                    Probability::ZERO
                }
            })
            .collect(),
        unreadable: (1..=tolerance).map(unreadable).collect(),
    }
}

/// Returns the chance that at least `least` of `of` happen, each with the chance `one`.
fn at_least(least: usize, of: usize, one: f64) -> Probability {
    let sum: f64 = (least..=of)
        .map(|happen| {
            let rest = count(of - happen);
            choose(of, happen) * math::pow(one, count(happen)) * math::exp(rest * math::ln_1p(-one))
        })
        .sum();
    Probability::saturating(sum)
}

fn choose(of: usize, chosen: usize) -> f64 {
    (0..chosen).fold(1.0, |product, step| {
        product * (count(of) - count(step)) / (count(step) + 1.0)
    })
}
