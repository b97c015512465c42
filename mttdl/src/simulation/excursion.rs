//! One excursion of a group: from its first failure until it is whole again, with further failures forced.
//!
//! # Formula
//! The excursion has weight 1 at first. Between two events that are not failures of the group, at times t and e, its live
//! devices accumulate the hazards d_i, in all d. A failure within is forced with probability α at a time s drawn in
//! proportion to the hazard, where D(s) of it has accumulated:
//!
//! ```text
//! forced: w ← w · d e^(−D(s)) / α        not forced: w ← w · e^(−d) / (1 − α)
//! ```
//! With the tolerance used up, w (1 − e^(−d)) is the chance of loss before e, which is added to the result without drawing
//! anything, and w ← w e^(−d). From the first such interval on, failures come at their natural rate.
//!
//! # Source
//! Forcing after Lewis and Böhm, Monte Carlo simulation of Markov unreliability models, Nuclear Engineering and Design 77
//! (1984), in the form for general lifetimes of Nicola, Nakayama, Heidelberger and Goyal, Fast simulation of highly
//! dependable systems with general failure and repair processes, IEEE Transactions on Computers 42 (1993).

use super::credit::{Cause, Credits};
use super::deliveries::{draw_for_excursion, next_delivery};
use super::first_repair::FirstRepair;
use super::hazards::Hazards;
use super::state::{Event, Outcome, State};
use super::unit::{Rules, Unit};
use crate::math;
use crate::random::Stream;

/// What an excursion contributes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Excursion {
    /// Probability of a loss of either kind.
    pub(super) any: f64,
    /// Probability of a catastrophe.
    pub(super) catastrophe: f64,
    /// Expected number of latent losses before a catastrophe.
    pub(super) latent_events: f64,
}

/// The scratch memory of excursions.
#[derive(Debug, Clone)]
pub(super) struct Scratch {
    state: State,
    hazards: Hazards,
    part_way: Hazards,
}

impl Scratch {
    pub(super) fn new(unit: &Unit) -> Self {
        Self {
            state: State::new(unit),
            hazards: Hazards::default(),
            part_way: Hazards::default(),
        }
    }
}

/// The causes that an excursion works under.
pub(super) struct Setting<'a> {
    pub(super) unit: &'a Unit,
    pub(super) rules: &'a Rules,
    pub(super) first_repair: Option<&'a FirstRepair>,
}

impl Setting<'_> {
    /// Runs the excursion that begins when `slot` of the whole group `group` fails at `time` in the state `before`.
    pub(super) fn run(
        &self,
        before: &State,
        slot: usize,
        time: f64,
        scratch: &mut Scratch,
        stream: &mut Stream,
        credits: &mut Credits,
    ) -> Excursion {
        let Self { unit, rules, .. } = *self;
        let Scratch {
            state,
            hazards,
            part_way,
        } = scratch;
        let group = before.slots[slot].group;
        let tolerance = unit.groups[group].tolerance;
        state.copy_from(before);
        state.controlled = Some(group);
        let mut run = Run {
            any: 1.0,
            catastrophe: 1.0,
            visited: false,
            sum: Excursion::default(),
        };
        if unit.spares > 0 && !rules.no_delay && state.shelf_is_empty() {
            run.scale(draw_for_excursion(rules, tolerance, state, time, stream));
        } else if let Some(law) = self.first_repair {
            let weight = law.draw(rules, state, stream);
            run.scale(weight);
        }
        let outcome = state.fail(unit, rules, slot, time, stream);
        run.after_failure(unit, state, group, outcome, credits);
        while state.groups[group].failed > 0 {
            let (event_time, event) = state.next_event(rules);
            hazards.accumulate(unit, rules, state, group, event_time - state.now);
            let failed = state.groups[group].failed;
            if failed == tolerance {
                run.critical(state, group, event_time, hazards, credits);
            } else if run.visited {
                let chance = math::one_minus_exp_of_negative(hazards.total);
                if stream.uniform() < chance {
                    let Some((slot, at)) = hazards.first_of(rules, state, stream) else {
                        break;
                    };
                    let outcome = state.fail(unit, rules, slot, at.min(event_time), stream);
                    run.after_failure(unit, state, group, outcome, credits);
                    continue;
                }
            } else {
                let forced = self.forced_share(state, group, event_time, event, hazards.total);
                if hazards.total > 0.0 && stream.uniform() < forced {
                    let Some((slot, at)) = hazards.choose(rules, state, stream) else {
                        break;
                    };
                    let at = at.min(event_time);
                    let total = hazards.total;
                    let accumulated = if total < 1e-7 {
                        total * ((at - state.now) / (event_time - state.now)).min(1.0)
                    } else {
                        part_way.accumulate(unit, rules, state, group, at - state.now);
                        part_way.total
                    };
                    run.scale(total * math::exp_of_negative(accumulated) / forced);
                    let outcome = state.fail(unit, rules, slot, at, stream);
                    run.after_failure(unit, state, group, outcome, credits);
                    continue;
                }
                if forced >= 1.0 {
                    break;
                }
                run.scale(math::exp_of_negative(hazards.total) / (1.0 - forced));
            }
            if event == Event::None || !self.carry_out(state, event_time, event, &mut run, stream) {
                break;
            }
        }
        run.sum
    }

    /// Carries out an event that is no failure of the group; returns whether the excursion goes on.
    fn carry_out(
        &self,
        state: &mut State,
        time: f64,
        event: Event,
        run: &mut Run,
        stream: &mut Stream,
    ) -> bool {
        let Event::Failure(other) = event else {
            state.carry_out(self.unit, self.rules, time, event, stream);
            return true;
        };
        let Some(slot) = state.failing_slot(self.unit, other) else {
            return false;
        };
        match state.fail(self.unit, self.rules, slot, time, stream) {
            Outcome::Degraded => true,
            Outcome::Critical(latent) => {
                // The first loss would be the other group's from here on.
                run.any *= 1.0 - latent;
                true
            }
            Outcome::Lost => false,
        }
    }

    /// Returns the probability with which a failure is forced before the next event.
    fn forced_share(&self, state: &State, group: usize, event_time: f64, event: Event, hazard: f64) -> f64 {
        let failed = state.groups[group].failed;
        if event == Event::None {
            return 1.0;
        }
        let drop = if event == Event::Repair(group) {
            if state.restored_at(group, event_time) >= failed {
                return 1.0;
            }
            if !state.has_waiting(group) {
                // Those left are restored about as soon; to lose, one more must fail, the chance of which is this hazard.
                return 1.0 / (1.0 + math::one_minus_exp_of_negative(hazard));
            }
            // Those left wait for a delivery, and the window goes on until then.
            next_delivery(self.rules, state).max(event_time) + self.rules.mean_repair
        } else {
            let next_repair = state.next_repair_of(group);
            if next_repair.is_finite() {
                next_repair
            } else {
                event_time + self.rules.mean_repair
            }
        };
        ((event_time - state.now) / (drop - state.now)).clamp(0.05, 0.95)
    }
}

/// The weights of a running excursion.
struct Run {
    any: f64,
    catastrophe: f64,
    visited: bool,
    sum: Excursion,
}

impl Run {
    fn scale(&mut self, factor: f64) {
        self.any *= factor;
        self.catastrophe *= factor;
    }

    /// Takes the latent loss of a failure that used up the tolerance.
    fn after_failure(
        &mut self,
        unit: &Unit,
        state: &State,
        group: usize,
        outcome: Outcome,
        credits: &mut Credits,
    ) {
        let Outcome::Critical(latent) = outcome else {
            return;
        };
        self.visited = true;
        if latent > 0.0 {
            let any = self.any * latent;
            self.sum.any += any;
            self.sum.latent_events += self.catastrophe * latent;
            self.any *= 1.0 - latent;
            let failed = unit.groups[group].tolerance;
            credits.push_failed(state, group, failed);
            credits.push(Cause::Latent, (state.now, state.now), any, 0.0);
        }
    }

    /// Adds the loss of a group without redundancy up to `until`.
    fn critical(
        &mut self,
        state: &State,
        group: usize,
        until: f64,
        hazards: &Hazards,
        credits: &mut Credits,
    ) {
        let lost = math::one_minus_exp_of_negative(hazards.total);
        if lost > 0.0 {
            let (any, catastrophe) = (self.any * lost, self.catastrophe * lost);
            self.sum.any += any;
            self.sum.catastrophe += catastrophe;
            let involved = state.groups[group].failed + 1;
            credits.push_failed(state, group, involved);
            credits.push_live(state, involved, hazards);
            credits.push(Cause::Devices, (state.now, until), any, catastrophe);
        }
        self.scale(math::exp_of_negative(hazards.total));
    }
}
