//! One trial of a component: frailties, a path of failures and repairs as they come, and an excursion from each point at
//! which a group of the path stops being whole.
//!
//! # Formula
//! With the frailties drawn with weight L, the component has at least one failure with P₁ = 1 − e^(−Σ c_i), and the path is
//! drawn given that. For excursions w with results q, B = 1 as long as the path has no catastrophe and S the product of
//! 1 − s over the latent chances s that it passed:
//!
//! ```text
//! Y_cat = L P₁ Σ_w B q_cat / ρ,   Y_any = L P₁ Σ_w S B q_any / ρ
//! ```
//! ρ is the chance that an excursion was run. The first loss happens in exactly one excursion, and q is right on average given
//! what happened before it began, so that E[Y] is the probability of loss. Where groups are simulated apart, two losses within
//! one window are both counted, which changes p by less than the fraction p.

use super::credit::{Cause, Credits};
use super::deliveries::{draw_for_failure, expected_wait, next_delivery};
use super::excursion::{Excursion, Scratch, Setting};
use super::hazards::Hazards;
use super::sampler::Sampler;
use super::state::{Event, Outcome, State};
use super::tally::Tally;
use super::unit::{Rules, Unit};
use crate::math;
use crate::random::Stream;

/// A point at which a group stopped being whole, and what the excursion from it gave.
#[derive(Debug, Clone, Copy)]
struct Window {
    time: f64,
    unit: usize,
    group: usize,
    weight: f64,
    /// Product of 1 − s over the latent chances that the window's own path passed before.
    unharmed: f64,
    result: Excursion,
    credits_end: usize,
}

/// A point of a path that changes what later windows count for.
#[derive(Debug, Clone, Copy)]
struct Mark {
    time: f64,
    unit: usize,
    /// 1 − s for a latent chance, 0 for a catastrophe.
    factor: f64,
}

/// What one trial gave.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Outcomes {
    pub(super) any: f64,
    pub(super) catastrophe: f64,
    pub(super) latent_events: f64,
    pub(super) failures: f64,
    /// Catastrophes on the path itself, an independent estimate of the same chance.
    pub(super) raw_catastrophe: f64,
}

/// What was decided about a path beforehand.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Decided {
    /// Nothing: failures come as they were drawn.
    Nothing,
    /// The device fails next among those that were live when it was decided.
    Failure(usize),
    /// Those that were live when it was decided outlive this time.
    QuietUntil(f64),
}

/// A path that waits to be followed, with what it has seen.
#[derive(Debug, Clone)]
struct Path {
    state: State,
    weight: f64,
    unharmed: f64,
    decided: Decided,
}

/// The trial that is run.
struct Trial<'a> {
    sampler: &'a Sampler,
    rules: &'a Rules,
    /// The chance that an excursion is run.
    kept: f64,
    seed: u64,
    number: u32,
}

impl Trial<'_> {
    /// Returns a stream of the trial, at its beginning.
    fn stream(&self, number: u32) -> Stream {
        Stream::new(self.seed, self.sampler.number, self.number, number)
    }
}

/// Paths are split where the likelier of the two branches has at least the rest of this chance.
const SPLIT_LIMIT: f64 = 0.3;

/// Draws anew when the live devices of all groups fail.
fn redraw_all(state: &mut State, unit: &Unit, rules: &Rules, stream: &mut Stream) {
    for group in 0..state.groups.len() {
        state.redraw_failures(unit, rules, group, stream);
    }
}

/// The memory of trials of one component.
pub(super) struct TrialMemory {
    frailties: Vec<f64>,
    first_failures: Vec<(usize, usize, f64)>,
    scratches: Vec<Scratch>,
    hazards: Hazards,
    paths: Vec<Path>,
    free: Vec<State>,
    initial: Vec<State>,
    windows: Vec<Window>,
    marks: Vec<Mark>,
    failures: Vec<(f64, f64)>,
    credits: Credits,
    /// Weight of the paths that ended in a catastrophe.
    lost: f64,
    next_stream: u32,
}

impl TrialMemory {
    pub(super) fn new(sampler: &Sampler) -> Self {
        Self {
            frailties: Vec::new(),
            first_failures: Vec::new(),
            scratches: sampler.units.iter().map(Scratch::new).collect(),
            hazards: Hazards::default(),
            paths: Vec::new(),
            free: Vec::new(),
            initial: sampler.units.iter().map(State::new).collect(),
            windows: Vec::new(),
            marks: Vec::new(),
            failures: Vec::new(),
            credits: Credits::default(),
            lost: 0.0,
            next_stream: 0,
        }
    }

    /// Runs trial `trial` and adds it to `tally`.
    pub(super) fn run(&mut self, sampler: &Sampler, rules: &Rules, seed: u64, trial: u32, tally: &mut Tally) {
        let mut stream = Stream::new(seed, sampler.number, trial, 0);
        let mut weight = sampler.frailty.draw(&mut self.frailties, &mut stream);
        self.next_stream = 2;
        self.lost = 0.0;
        self.windows.clear();
        self.marks.clear();
        self.failures.clear();
        self.credits.clear();
        self.first_failures.clear();
        let mut stream = Stream::new(seed, sampler.number, trial, 1);
        let expected = self.draw_first_failures(sampler, rules, &mut stream);
        weight *= -math::exp_m1(-expected);
        let kept = Sampler::kept_share(expected);
        let mut position = 0;
        while let Some(&(unit, _, _)) = self.first_failures.get(position) {
            let end = self.first_failures[position..]
                .iter()
                .position(|failure| failure.0 != unit)
                .map_or(self.first_failures.len(), |offset| position + offset);
            self.start_path(sampler, unit, position..end);
            let trial = Trial {
                sampler,
                rules,
                kept,
                seed,
                number: trial,
            };
            self.follow_paths(&trial, unit, &mut stream);
            position = end;
        }
        self.sum_up(sampler, weight, kept, tally);
    }

    /// Draws which causes of initial devices strike within the mission, given that at least one does, and returns how many
    /// are expected.
    ///
    /// The hazards of all causes are laid end to end. The first arrival of a Poisson process on them is drawn within their
    /// sum; the next arrival after the end of the cause that it hit is drawn freely, and so on.
    fn draw_first_failures(&mut self, sampler: &Sampler, rules: &Rules, stream: &mut Stream) -> f64 {
        let frailties = &self.frailties;
        let hazard =
            |clock: &super::sampler::Clock| clock.hazard * clock.batch.map_or(1.0, |batch| frailties[batch]);
        let expected: f64 = sampler.clocks.iter().map(hazard).sum();
        if expected <= 0.0 {
            return 0.0;
        }
        let mut arrival = -math::ln_1p(stream.uniform() * math::exp_m1(-expected));
        for clock in &sampler.clocks {
            let amount = hazard(clock);
            if arrival >= amount {
                arrival -= amount;
                continue;
            }
            let device = &sampler.units[clock.unit].devices[clock.slot];
            let part = &rules.lifetimes[device.lifetime].parts()[clock.part];
            let factor = clock.batch.map_or(1.0, |batch| frailties[batch]);
            let time = part.span_of(device.age, arrival / factor);
            if time < rules.mission {
                match self.first_failures.last_mut() {
                    Some(last) if (last.0, last.1) == (clock.unit, clock.slot) => last.2 = last.2.min(time),
                    _ => self.first_failures.push((clock.unit, clock.slot, time)),
                }
            }
            arrival = stream.exponential();
        }
        expected
    }

    /// Puts the path of `unit` with these first failures up to be followed.
    fn start_path(&mut self, sampler: &Sampler, unit: usize, failures: std::ops::Range<usize>) {
        let mut state = self.free.pop().unwrap_or_else(|| self.initial[unit].clone());
        state.copy_from(&self.initial[unit]);
        for (slot, device) in state.slots.iter_mut().zip(&sampler.units[unit].devices) {
            if let Some(batch) = device.batch {
                slot.frailty = self.frailties[batch];
            }
        }
        for &(_, slot, time) in &self.first_failures[failures] {
            state.set_failure(slot, time);
        }
        self.paths.push(Path {
            state,
            weight: 1.0,
            unharmed: 1.0,
            decided: Decided::Nothing,
        });
    }

    /// Follows all paths that wait, and those that split off from them.
    fn follow_paths(&mut self, trial: &Trial<'_>, unit: usize, stream: &mut Stream) {
        let mut own;
        let mut stream = stream;
        while let Some(path) = self.paths.pop() {
            self.follow(trial, unit, path, stream);
            own = trial.stream(self.take_stream());
            stream = &mut own;
        }
    }

    /// Returns the number of the next unused stream of the trial.
    fn take_stream(&mut self) -> u32 {
        self.next_stream += 1;
        self.next_stream - 1
    }

    /// Follows one path of `unit` until the end of the mission or a catastrophe.
    fn follow(&mut self, trial: &Trial<'_>, unit: usize, path: Path, stream: &mut Stream) {
        let Trial { sampler, rules, .. } = *trial;
        let place = &sampler.units[unit];
        let Path {
            mut state,
            mut weight,
            mut unharmed,
            mut decided,
        } = path;
        loop {
            let (time, event) = state.next_event(rules);
            if let Decided::QuietUntil(end) = decided
                && end <= time
            {
                state.now = end;
                redraw_all(&mut state, place, rules, stream);
                decided = Decided::Nothing;
                continue;
            }
            let Event::Failure(group) = event else {
                if event == Event::None {
                    break;
                }
                state.carry_out(place, rules, time, event, stream);
                if weight < 1.0 && state.deliveries.is_empty() && decided == Decided::Nothing {
                    // Back where the path split: one path goes on, on average.
                    if stream.uniform() >= weight {
                        break;
                    }
                    weight = 1.0;
                }
                continue;
            };
            let Some(slot) = state.failing_slot(place, group) else {
                break;
            };
            self.failures.push((time, weight));
            if state.groups[group].failed == 0 {
                self.open_window(trial, unit, (slot, time), &state, (weight, unharmed), stream);
            }
            match state.fail(place, rules, slot, time, stream) {
                Outcome::Degraded => {}
                Outcome::Critical(latent) => {
                    if latent > 0.0 {
                        unharmed *= 1.0 - latent;
                        self.marks.push(Mark {
                            time,
                            unit,
                            factor: 1.0 - latent,
                        });
                    }
                }
                Outcome::Lost => {
                    self.marks.push(Mark {
                        time,
                        unit,
                        factor: 0.0,
                    });
                    self.lost += weight;
                    break;
                }
            }
            if decided == Decided::Failure(slot) {
                redraw_all(&mut state, place, rules, stream);
                decided = Decided::Nothing;
            }
            if decided == Decided::Nothing && (1..=sampler.split_levels).contains(&state.deliveries.len()) {
                self.split(trial, unit, &mut state, (&mut weight, unharmed), &mut decided);
            }
        }
        self.free.push(state);
    }

    /// Splits a path in two: on one, a device that is live now fails before the next delivery; on the other, none does.
    ///
    /// # Formula
    /// ```text
    /// weights: 1 − e^(−d) and e^(−d), d the hazard of the live devices up to the next delivery
    /// ```
    /// Each has its own draw of exponential deliveries, the first one biased. Whether to split must not depend on them.
    fn split(
        &mut self,
        trial: &Trial<'_>,
        unit: usize,
        state: &mut State,
        (weight, unharmed): (&mut f64, f64),
        decided: &mut Decided,
    ) {
        let Trial { sampler, rules, .. } = *trial;
        let place = &sampler.units[unit];
        let hazards = &mut self.hazards;
        hazards.accumulate_all(place, rules, state, expected_wait(rules, state));
        if hazards.total <= 0.0 || math::one_minus_exp_of_negative(hazards.total) > SPLIT_LIMIT {
            return;
        }
        for group in 0..state.groups.len() {
            state.forget_failures(place, group);
        }
        let mut copy = self.free.pop().unwrap_or_else(|| state.clone());
        copy.copy_from(state);
        let mut own = trial.stream(self.next_stream);
        self.next_stream += 1;
        let drawn = draw_for_failure(rules, &mut copy, &mut own);
        let delivery = next_delivery(rules, &copy);
        hazards.accumulate_all(place, rules, &copy, delivery - copy.now);
        let chance = math::one_minus_exp_of_negative(hazards.total);
        if let Some((slot, time)) = hazards.first_of(rules, &copy, &mut own) {
            copy.set_failure(slot, time.min(delivery));
            let (weight, decided) = (*weight * drawn * chance, Decided::Failure(slot));
            self.paths.push(Path {
                state: copy,
                weight,
                unharmed,
                decided,
            });
        }
        let delivery = next_delivery(rules, state);
        hazards.accumulate_all(place, rules, state, delivery - state.now);
        *weight *= math::exp_of_negative(hazards.total);
        *decided = Decided::QuietUntil(delivery);
    }

    /// Runs the excursion from the failure of `slot` at `time`, which leaves its group short of one device for the first time.
    fn open_window(
        &mut self,
        trial: &Trial<'_>,
        unit: usize,
        (slot, time): (usize, f64),
        state: &State,
        (weight, unharmed): (f64, f64),
        stream: &mut Stream,
    ) {
        let Trial {
            sampler, rules, kept, ..
        } = *trial;
        let place = &sampler.units[unit];
        let group = state.slots[slot].group;
        let result = if place.groups[group].tolerance == 0 {
            self.credits
                .devices
                .push((slot, 1.0, state.slots[slot].born <= 0.0));
            self.credits.push(Cause::Devices, (time, time), kept, kept);
            Excursion {
                any: 1.0,
                catastrophe: 1.0,
                latent_events: 0.0,
            }
        } else if kept >= 1.0 || stream.uniform() < kept {
            let mut own = trial.stream(self.take_stream());
            let first_repair = sampler.first_repairs[unit][group].as_ref();
            let setting = Setting {
                unit: place,
                rules,
                first_repair,
            };
            let scratch = &mut self.scratches[unit];
            let mut result = setting.run(state, slot, time, scratch, &mut own, &mut self.credits);
            result.any /= kept;
            result.catastrophe /= kept;
            result.latent_events /= kept;
            result
        } else {
            return;
        };
        let credits_end = self.credits.list.len();
        self.windows.push(Window {
            time,
            unit,
            group,
            weight,
            unharmed,
            result,
            credits_end,
        });
    }

    /// Adds the windows of the trial to `tally`, each for what is left of it after the losses on the paths of other units.
    fn sum_up(&self, sampler: &Sampler, weight: f64, kept: f64, tally: &mut Tally) {
        let mut outcomes = Outcomes {
            raw_catastrophe: weight * self.lost.min(1.0),
            ..Outcomes::default()
        };
        let (mut credit, mut device) = (0, 0);
        for window in &self.windows {
            let (mut any, mut catastrophe) =
                (weight * window.weight * window.unharmed, weight * window.weight);
            for mark in &self.marks {
                if mark.unit != window.unit && mark.time < window.time {
                    any *= mark.factor;
                    if mark.factor <= 0.0 {
                        catastrophe = 0.0;
                    }
                }
            }
            outcomes.any += any * window.result.any;
            outcomes.catastrophe += catastrophe * window.result.catastrophe;
            outcomes.latent_events += catastrophe * window.result.latent_events;
            let unit = &sampler.units[window.unit];
            tally.groups[unit.first_group + window.group] += any * window.result.any;
            for entry in &self.credits.list[credit..window.credits_end] {
                tally.add_credit(entry, any / kept, catastrophe / kept);
                for &(position, share, initial) in &self.credits.devices[device..entry.devices_end] {
                    let amount = share * entry.any * any / kept;
                    tally.devices[unit.first_device + position] += amount;
                    if let Some(batch) = unit.devices[position].batch.filter(|_| initial) {
                        tally.batches[batch] += amount;
                    }
                }
                device = entry.devices_end;
            }
            credit = window.credits_end;
        }
        let ends = |mark: &&Mark| mark.factor <= 0.0;
        let end = match sampler.units.as_slice() {
            // Paths of one unit end by themselves, each at its own time.
            [_] => f64::INFINITY,
            _ => self
                .marks
                .iter()
                .filter(ends)
                .map(|mark| mark.time)
                .fold(f64::INFINITY, f64::min),
        };
        let counted = self.failures.iter().filter(|(time, _)| *time <= end);
        outcomes.failures = weight * counted.map(|(_, weight)| weight).sum::<f64>();
        tally.add(&outcomes);
    }
}
