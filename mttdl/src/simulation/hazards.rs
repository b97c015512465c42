//! The hazards of a group's live devices over an interval, and failures drawn from them.

use super::state::{Slot, State};
use super::unit::{Rules, Unit};
use crate::math;
use crate::model::PART_LIMIT;
use crate::random::Stream;

/// The hazards that live devices accumulate from the state's instant on.
#[derive(Debug, Clone, Default)]
pub(super) struct Hazards {
    /// Per live device, its position in the unit and its hazard.
    pub(super) each: Vec<(usize, f64)>,
    pub(super) total: f64,
    span: f64,
    /// The device looked at last and its hazard; those that are alike stand side by side.
    last: Option<((f64, f64, usize), f64)>,
}

impl Hazards {
    /// Fills in the hazards of all groups from now on for `span` hours, in a model without stress.
    pub(super) fn accumulate_all(&mut self, unit: &Unit, rules: &Rules, state: &State, span: f64) {
        self.each.clear();
        (self.total, self.span, self.last) = (0.0, span, None);
        for group in 0..unit.groups.len() {
            self.append(unit, rules, state, group, span);
        }
    }

    /// Fills in the hazards of the degraded `group` from now on for `span` hours.
    pub(super) fn accumulate(&mut self, unit: &Unit, rules: &Rules, state: &State, group: usize, span: f64) {
        self.each.clear();
        (self.total, self.span, self.last) = (0.0, span, None);
        self.append(unit, rules, state, group, span);
    }

    fn append(&mut self, unit: &Unit, rules: &Rules, state: &State, group: usize, span: f64) {
        for position in state.live(unit, group) {
            let slot = &state.slots[position];
            let key = (slot.born, slot.frailty, slot.lifetime);
            let amount = match self.last {
                Some((known, amount)) if known == key => amount,
                _ => {
                    let hazard = rules.lifetimes[slot.lifetime].increment(state.now - slot.born, span);
                    hazard * slot.frailty * rules.stress
                }
            };
            self.last = Some((key, amount));
            self.each.push((position, amount));
            self.total += amount;
        }
    }

    /// Chooses a device and a time in the interval in proportion to the hazard.
    pub(super) fn choose(&self, rules: &Rules, state: &State, stream: &mut Stream) -> Option<(usize, f64)> {
        let mut left = stream.uniform() * self.total;
        let (&last, others) = self.each.split_last()?;
        let mut chosen = last;
        for &entry in others {
            if left < entry.1 {
                chosen = entry;
                break;
            }
            left -= entry.1;
        }
        let slot = &state.slots[chosen.0];
        let age = state.now - slot.born;
        let (parts, factor) = (
            rules.lifetimes[slot.lifetime].parts(),
            slot.frailty * rules.stress,
        );
        let mut left = left.min(chosen.1);
        for (position, part) in parts.iter().enumerate() {
            let last = position + 1 == parts.len();
            let amount = if last {
                left
            } else {
                factor * part.increment(age, self.span)
            };
            if last || left < amount {
                return Some((chosen.0, state.now + part.span_of(age, left / factor)));
            }
            left -= amount;
        }
        None
    }

    /// Draws which device fails first, and when, given that one of them fails in the interval.
    ///
    /// The hazards of all causes are laid end to end; the first arrival on them is drawn within their sum, later ones
    /// freely, one per cause at most. The earliest in time is the failure.
    pub(super) fn first_of(&self, rules: &Rules, state: &State, stream: &mut Stream) -> Option<(usize, f64)> {
        let mut arrival = -math::ln_1p(stream.uniform() * math::exp_m1(-self.total));
        let mut first: Option<(usize, f64)> = None;
        let mut alike = None;
        let mut amounts = [0.0; PART_LIMIT];
        for &(position, _) in &self.each {
            let slot: &Slot = &state.slots[position];
            let (age, factor) = (state.now - slot.born, slot.frailty * rules.stress);
            let parts = rules.lifetimes[slot.lifetime].parts();
            let key = (slot.born, slot.frailty, slot.lifetime);
            if alike != Some(key) {
                alike = Some(key);
                for (amount, part) in amounts.iter_mut().zip(parts) {
                    *amount = factor * part.increment(age, self.span);
                }
            }
            for (part, &amount) in parts.iter().zip(&amounts) {
                if arrival >= amount {
                    arrival -= amount;
                    continue;
                }
                let at = state.now + part.span_of(age, arrival / factor);
                if first.is_none_or(|(_, earliest)| at < earliest) {
                    first = Some((position, at));
                }
                arrival = stream.exponential();
            }
        }
        // Rounding may leave the arrival just beyond the last cause.
        first.or_else(|| {
            self.each
                .last()
                .map(|&(position, _)| (position, state.now + self.span))
        })
    }
}
