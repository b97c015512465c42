//! One trial of a component as it comes: nothing forced, nothing weighted. The third road, and the quick one where losses
//! are frequent.

use super::credit::{Cause, Credit};
use super::sampler::Sampler;
use super::state::{Event, Outcome, State};
use super::tally::Tally;
use super::trial::Outcomes;
use super::unit::Rules;
use crate::random::Stream;

/// Something that happened on a path.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Happening {
    Failure,
    LatentLoss,
    Catastrophe,
}

/// When and where it happened.
#[derive(Debug, Clone, Copy)]
struct Record {
    time: f64,
    unit: usize,
    group: usize,
    happening: Happening,
    /// Entries of the list of devices up to this one belong to this record or an earlier one.
    devices_end: usize,
}

/// The memory of direct trials of one component.
pub(super) struct DirectMemory {
    frailties: Vec<f64>,
    states: Vec<State>,
    initial: Vec<State>,
    records: Vec<Record>,
    devices: Vec<(usize, bool)>,
}

impl DirectMemory {
    pub(super) fn new(sampler: &Sampler) -> Self {
        let initial: Vec<State> = sampler.units.iter().map(State::new).collect();
        Self {
            frailties: Vec::new(),
            states: initial.clone(),
            initial,
            records: Vec::new(),
            devices: Vec::new(),
        }
    }

    /// Runs trial `trial` and adds it to `tally`.
    pub(super) fn run(&mut self, sampler: &Sampler, rules: &Rules, seed: u64, trial: u32, tally: &mut Tally) {
        let mut stream = Stream::new(seed, sampler.number, trial, 0);
        sampler.frailty.draw_natural(&mut self.frailties, &mut stream);
        self.records.clear();
        self.devices.clear();
        for unit in 0..sampler.units.len() {
            self.follow(sampler, rules, unit, &mut stream);
        }
        let end = self
            .records
            .iter()
            .filter(|record| record.happening == Happening::Catastrophe)
            .map(|record| record.time)
            .fold(f64::INFINITY, f64::min);
        let mut outcomes = Outcomes::default();
        let mut first: Option<usize> = None;
        for (position, record) in self
            .records
            .iter()
            .enumerate()
            .filter(|(_, record)| record.time <= end)
        {
            match record.happening {
                Happening::Failure => {
                    outcomes.failures += 1.0;
                    continue;
                }
                Happening::LatentLoss => outcomes.latent_events += 1.0,
                Happening::Catastrophe => outcomes.catastrophe = 1.0,
            }
            outcomes.any = 1.0;
            if first.is_none_or(|other| record.time < self.records[other].time) {
                first = Some(position);
            }
        }
        outcomes.raw_catastrophe = outcomes.catastrophe;
        if end.is_finite() {
            tally.catastrophe_curve.add(end, end, 1.0);
        }
        if let Some(position) = first {
            self.credit(sampler, position, tally);
        }
        tally.add(&outcomes);
    }

    /// Puts the first loss down to its group, devices, batches, cause and time.
    fn credit(&self, sampler: &Sampler, position: usize, tally: &mut Tally) {
        let record = self.records[position];
        let unit = &sampler.units[record.unit];
        tally.groups[unit.first_group + record.group] += 1.0;
        let begin = if position == 0 {
            0
        } else {
            self.records[position - 1].devices_end
        };
        let involved = &self.devices[begin..record.devices_end];
        #[expect(clippy::cast_precision_loss, reason = "a group has few devices")]
        let share = 1.0 / involved.len() as f64;
        for &(device, initial) in involved {
            tally.devices[unit.first_device + device] += share;
            if let Some(batch) = unit.devices[device].batch.filter(|_| initial) {
                tally.batches[batch] += share;
            }
        }
        let cause = if record.happening == Happening::LatentLoss {
            Cause::Latent
        } else {
            Cause::Devices
        };
        let (from, to) = (record.time, record.time);
        tally.add_credit(
            &Credit {
                cause,
                from,
                to,
                any: 1.0,
                catastrophe: 0.0,
                devices_end: 0,
            },
            1.0,
            0.0,
        );
    }

    /// Follows the path of `unit` to the end of the mission or its catastrophe.
    fn follow(&mut self, sampler: &Sampler, rules: &Rules, unit: usize, stream: &mut Stream) {
        let place = &sampler.units[unit];
        let state = &mut self.states[unit];
        state.copy_from(&self.initial[unit]);
        for (slot, device) in state.slots.iter_mut().zip(&place.devices) {
            slot.frailty = device.batch.map_or(1.0, |batch| self.frailties[batch]);
        }
        for group in 0..place.groups.len() {
            state.redraw_failures(place, rules, group, stream);
        }
        loop {
            let (time, event) = state.next_event(rules);
            let Event::Failure(group) = event else {
                if event == Event::None {
                    return;
                }
                state.carry_out(place, rules, time, event, stream);
                continue;
            };
            let Some(slot) = state.failing_slot(place, group) else {
                return;
            };
            let outcome = state.fail(place, rules, slot, time, stream);
            let mut record = |happening| {
                if happening != Happening::Failure {
                    let failed = state
                        .failed
                        .iter()
                        .filter(|&&slot| state.slots[slot].group == group);
                    self.devices
                        .extend(failed.map(|&slot| (slot, state.slots[slot].born <= 0.0)));
                }
                let devices_end = self.devices.len();
                self.records.push(Record {
                    time,
                    unit,
                    group,
                    happening,
                    devices_end,
                });
            };
            record(Happening::Failure);
            match outcome {
                Outcome::Degraded => {}
                Outcome::Critical(latent) => {
                    if latent > 0.0 && stream.uniform() < latent {
                        record(Happening::LatentLoss);
                    }
                }
                Outcome::Lost => {
                    record(Happening::Catastrophe);
                    return;
                }
            }
        }
    }
}
