//! The answers of the components put together.

use super::sampler::Sampler;
use super::tally::{Moments, Tally};
use crate::math;

/// One loss probability of the whole model.
#[derive(Debug, Clone, Default)]
pub(super) struct Combined {
    pub(super) point: f64,
    pub(super) std_error: f64,
    /// Per component, its part of the variance.
    pub(super) variances: Vec<f64>,
}

impl Combined {
    /// Combines the figures `of` all components.
    ///
    /// # Formula
    /// ```text
    /// p = 1 − Π_c (1 − p_c)^n_c,   Var p = Σ_c [n_c (1 − p) / (1 − p_c)]² Var p_c
    /// ```
    fn new(samplers: &[Sampler], tallies: &[Tally], of: impl Fn(&Tally) -> &Moments) -> Self {
        let mean_and_variance = |tally: &Tally| {
            let (trials, moments) = (trials_of(tally), of(tally));
            let mean = if trials > 0.0 {
                moments.mean(trials).min(1.0)
            } else {
                0.0
            };
            let variance = if trials > 1.0 {
                moments.variance_of_mean(trials)
            } else {
                0.0
            };
            (mean, variance)
        };
        let each: Vec<(f64, f64)> = tallies.iter().map(mean_and_variance).collect();
        Self::of_means(samplers, &each)
    }

    /// Combines means and their variances, one pair per component, by the same formula.
    pub(super) fn of_means(samplers: &[Sampler], means: &[(f64, f64)]) -> Self {
        let each: Vec<(f64, f64, f64)> = samplers
            .iter()
            .zip(means)
            .map(|(sampler, (mean, variance))| (f64::from(sampler.copies()), *mean, *variance))
            .collect();
        let log_survival: f64 = each
            .iter()
            .map(|(copies, mean, _)| {
                if *mean < 1.0 {
                    copies * math::ln_1p(-mean)
                } else {
                    f64::NEG_INFINITY
                }
            })
            .sum();
        let point = -math::exp_m1(log_survival);
        let variances: Vec<f64> = each
            .iter()
            .map(|(copies, mean, variance)| {
                let slope = copies * ((1.0 - point) / (1.0 - mean).max(1e-12)).min(1.0);
                slope * slope * variance
            })
            .collect();
        let std_error = math::sqrt(variances.iter().sum());
        Self {
            point,
            std_error,
            variances,
        }
    }

    /// Returns the relative standard error, 0 for a figure seen to be at most `negligible`.
    fn open_error(&self, negligible: f64) -> f64 {
        let seen = self.point > 0.0 && self.point <= negligible;
        if seen { 0.0 } else { self.relative_error() }
    }

    /// Returns the standard error over the point, infinite if nothing was seen.
    pub(super) fn relative_error(&self) -> f64 {
        if self.point > 0.0 {
            self.std_error / self.point
        } else {
            f64::INFINITY
        }
    }
}

/// Returns the number of trials of a tally as a number.
#[expect(clippy::cast_precision_loss, reason = "below 2^53 by far")]
pub(super) fn trials_of(tally: &Tally) -> f64 {
    tally.trials as f64
}

/// The loss probabilities of the whole model.
#[derive(Debug, Clone)]
pub(super) struct Totals {
    pub(super) any: Combined,
    pub(super) catastrophe: Combined,
}

impl Totals {
    pub(super) fn new(samplers: &[Sampler], tallies: &[Tally]) -> Self {
        Self {
            any: Combined::new(samplers, tallies, |tally| &tally.any),
            catastrophe: Combined::new(samplers, tallies, |tally| &tally.catastrophe),
        }
    }

    pub(super) fn p_any(&self) -> f64 {
        self.any.point
    }

    /// Returns the larger relative standard error of the two; a figure seen to be at most `negligible` counts as sharp.
    pub(super) fn relative_error(&self, negligible: f64) -> f64 {
        self.any
            .open_error(negligible)
            .max(self.catastrophe.open_error(negligible))
    }

    /// Returns the component that adds most to the error of a figure that is not sharp enough.
    pub(super) fn component_to_sharpen(&self, wanted: f64, negligible: f64) -> Option<usize> {
        let figure = [&self.any, &self.catastrophe]
            .into_iter()
            .find(|figure| figure.open_error(negligible) > wanted)?;
        let largest = figure
            .variances
            .iter()
            .enumerate()
            .max_by(|left, right| left.1.total_cmp(right.1));
        largest.map(|(component, _)| component)
    }
}
