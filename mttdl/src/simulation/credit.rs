//! What a loss is put down to.

use super::hazards::Hazards;
use super::state::State;

/// Why data was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// More failed devices than tolerated.
    Devices,
    /// Unreadable data on a survivor.
    Latent,
}

/// A part of an excursion's loss probability, and what it is to be put down to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Credit {
    pub(super) cause: Cause,
    /// The interval in which the loss happens.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Share of any loss.
    pub(super) any: f64,
    /// Share of a catastrophe.
    pub(super) catastrophe: f64,
    /// Entries of [`Credits::devices`] up to this one belong to this credit or an earlier one.
    pub(super) devices_end: usize,
}

/// All credits of a trial.
#[derive(Debug, Clone, Default)]
pub(super) struct Credits {
    pub(super) list: Vec<Credit>,
    /// Devices of the unit with their shares of a credit, which add up to 1, and whether they were there from the start.
    pub(super) devices: Vec<(usize, f64, bool)>,
}

impl Credits {
    /// Puts an equal share of a loss that involves `involved` devices down to each failed one of `group`.
    pub(super) fn push_failed(&mut self, state: &State, group: usize, involved: usize) {
        #[expect(clippy::cast_precision_loss, reason = "a group has few devices")]
        let share = 1.0 / involved as f64;
        for &position in &state.failed {
            let slot = &state.slots[position];
            if slot.group == group {
                self.devices.push((position, share, slot.born <= 0.0));
            }
        }
    }

    /// Puts the last share of a loss that involves `involved` devices down to the live ones by their hazards.
    pub(super) fn push_live(&mut self, state: &State, involved: usize, hazards: &Hazards) {
        #[expect(clippy::cast_precision_loss, reason = "a group has few devices")]
        let share = 1.0 / (involved as f64 * hazards.total);
        for &(position, amount) in &hazards.each {
            self.devices
                .push((position, amount * share, state.slots[position].born <= 0.0));
        }
    }

    /// Ends a credit, to which the devices pushed since the last one belong.
    pub(super) fn push(&mut self, cause: Cause, (from, to): (f64, f64), any: f64, catastrophe: f64) {
        let devices_end = self.devices.len();
        self.list.push(Credit {
            cause,
            from,
            to,
            any,
            catastrophe,
            devices_end,
        });
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.devices.clear();
    }
}
