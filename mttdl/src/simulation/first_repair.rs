//! The law of an excursion's first repair: longer than natural, since long ones are what leads to loss.

use super::state::State;
use super::unit::Rules;
use crate::model::{binomial, whole_power};
use crate::random::Stream;

/// How the first delay and the first repair of an excursion are drawn.
#[derive(Debug, Clone)]
pub(super) struct FirstRepair {
    tolerance: u32,
    counts_delay: bool,
    /// Cumulative weights of drawing the repair with exponent j and the delay with the rest.
    cumulative: Vec<f64>,
    moment: f64,
}

/// The part of first repairs that are drawn as they are, which bounds the weight by its inverse.
pub(super) const NATURAL_SHARE: f64 = 0.2;

impl FirstRepair {
    /// Returns the law for a group of this tolerance; nothing if all durations are fixed.
    ///
    /// # Formula
    /// ```text
    /// density ∝ (x + y)^k f(x) g(y);   weight 1 / (0.2 + 0.8 (x + y)^k / E[(X + Y)^k])
    /// ```
    /// for the repair x and, without a shelf, the delay y.
    pub(super) fn new(rules: &Rules, tolerance: usize, spares: u32) -> Option<Self> {
        let counts_delay = spares == 0 && !rules.no_delay;
        if rules.repair.is_fixed() && (!counts_delay || rules.delay.is_fixed()) {
            return None;
        }
        let tolerance = u32::try_from(tolerance).unwrap_or(u32::MAX);
        let mut moment = 0.0;
        let mut cumulative = Vec::new();
        for repairs in 0..=tolerance {
            let delays = if counts_delay {
                rules.delay.moment(tolerance - repairs)
            } else {
                0.0
            };
            let delays = if repairs == tolerance { 1.0 } else { delays };
            moment += binomial(tolerance, repairs) * rules.repair.moment(repairs) * delays;
            cumulative.push(moment);
        }
        Some(Self {
            tolerance,
            counts_delay,
            cumulative,
            moment,
        })
    }

    /// Draws the first delay and repair into `state` and returns the weight of the draw.
    pub(super) fn draw(&self, rules: &Rules, state: &mut State, stream: &mut Stream) -> f64 {
        let (mut repairs, mut delays) = (0, 0);
        if stream.uniform() >= NATURAL_SHARE {
            let position = stream.uniform() * self.moment;
            while repairs < self.tolerance && self.cumulative[repairs as usize] <= position {
                repairs += 1;
            }
            delays = self.tolerance - repairs;
        }
        let repair = rules.repair.draw_biased(repairs, stream);
        state.drawn.repair = Some(repair);
        let mut window = repair;
        if self.counts_delay {
            let delay = rules.delay.draw_biased(delays, stream);
            state.drawn.delay = Some(delay);
            window += delay;
        }
        let tilt = whole_power(window, self.tolerance) / self.moment;
        1.0 / (NATURAL_SHARE + (1.0 - NATURAL_SHARE) * tilt)
    }
}
