//! Deliveries drawn later than they would come by themselves, where a shelf that stays empty is what leads to loss.
//!
//! An exponential delivery does not remember when it was ordered: given what happened so far, the rest of its time can be drawn
//! anew at any instant. Of j deliveries under way with mean D, the earliest is exponential with mean D/j, and the others
//! follow it after exponential times of mean D.

use super::first_repair::NATURAL_SHARE;
use super::state::State;
use super::unit::Rules;
use crate::Duration;
use crate::model::whole_power;
use crate::random::Stream;

/// Draws the deliveries under way and, if `ordering`, the one that is about to be ordered, the earliest M of them from
/// M^order times its density, and returns M over its mean.
fn draw_all(state: &mut State, mean: f64, now: f64, ordering: bool, order: u32, stream: &mut Stream) -> f64 {
    let count = state.deliveries.len() + usize::from(ordering);
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let number = count as f64;
    let earliest = (0..=order).map(|_| stream.exponential()).sum::<f64>();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a position in a short list"
    )]
    let first = ((stream.uniform() * number) as usize).min(count.saturating_sub(1));
    for position in 0..count {
        let later = if position == first {
            0.0
        } else {
            mean * stream.exponential()
        };
        let delay = mean / number * earliest + later;
        match state.deliveries.get_mut(position) {
            Some(delivery) => *delivery = now + delay,
            None => state.drawn.delay = Some(delay),
        }
    }
    earliest
}

/// Draws the deliveries of an excursion that begins with an empty shelf, where the earliest ends the window, and returns the
/// weight of the draw; 1 where deliveries are not exponential.
///
/// # Formula
/// ```text
/// M the earliest of j deliveries: density ∝ M^k (j/D) e^(−j M / D);   weight 1 / (0.2 + 0.8 M^k / E[M^k])
/// E[M^k] = k! (D/j)^k
/// ```
pub(super) fn draw_for_excursion(
    rules: &Rules,
    tolerance: usize,
    state: &mut State,
    now: f64,
    stream: &mut Stream,
) -> f64 {
    let Duration::Exponential(mean) = rules.delay else {
        return 1.0;
    };
    let tolerance = u32::try_from(tolerance).unwrap_or(u32::MAX);
    let order = if stream.uniform() < NATURAL_SHARE {
        0
    } else {
        tolerance
    };
    let earliest = draw_all(state, mean.as_f64(), now, true, order, stream);
    let tilt = whole_power(earliest, tolerance) / libm::tgamma(f64::from(tolerance) + 1.0);
    1.0 / (NATURAL_SHARE + (1.0 - NATURAL_SHARE) * tilt)
}

/// Draws the deliveries of a path on which a device fails before the earliest of them, whose chance is nearly in proportion to
/// it, and returns the weight of the draw; 1 where deliveries are not exponential.
///
/// # Formula
/// ```text
/// density ∝ M (j/D) e^(−j M / D);   weight E[M] / M
/// ```
pub(super) fn draw_for_failure(rules: &Rules, state: &mut State, stream: &mut Stream) -> f64 {
    let Duration::Exponential(mean) = rules.delay else {
        return 1.0;
    };
    let now = state.now;
    1.0 / draw_all(state, mean.as_f64(), now, false, 1, stream)
}

/// Returns the hours from now within which a failure is expected before the next delivery: the mean time to it where deliveries
/// are exponential, so that it does not tell how long they take, else the time itself.
pub(super) fn expected_wait(rules: &Rules, state: &State) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let count = state.deliveries.len() as f64;
    match rules.delay {
        Duration::Exponential(mean) => (mean.as_f64() / count).min(rules.mission - state.now),
        _ => next_delivery(rules, state) - state.now,
    }
}

/// Returns when the next delivery comes, at most the end of the mission.
pub(super) fn next_delivery(rules: &Rules, state: &State) -> f64 {
    state.deliveries.iter().copied().fold(rules.mission, f64::min)
}
