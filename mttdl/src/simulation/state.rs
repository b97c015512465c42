//! The state of a unit and the events that change it.

use super::unit::{Rules, Unit, UnitGroup};
use crate::RepairDiscipline;
use crate::model::PART_LIMIT;
use crate::random::Stream;

/// What a device is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// It works.
    Live,
    /// It failed and has no replacement.
    Waiting,
    /// It has a replacement and waits for the repair to start.
    Ready,
    /// It is under repair.
    Repairing,
}

/// The place of one device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// Time at which the device had age 0, negative for a device with an age at the start.
    pub(super) born: f64,
    pub(super) frailty: f64,
    /// When a live device fails, or a repair ends; infinite if not within the mission.
    pub(super) until: f64,
    pub(super) lifetime: usize,
    pub(super) group: usize,
    pub(super) status: Status,
}

impl Slot {
    /// Returns when the device was installed, 0 for those there at the start.
    fn installed(&self) -> f64 {
        self.born.max(0.0)
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GroupState {
    pub(super) failed: usize,
    repairing: usize,
    /// The first failure among the live devices.
    next_failure: f64,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// Nothing until the end of the mission.
    None,
    /// A replacement arrives.
    Delivery(usize),
    /// A repair of the group ends.
    Repair(usize),
    /// A device fails.
    Failure(usize),
}

/// What a failure meant for its group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outcome {
    /// It tolerates at least one more.
    Degraded,
    /// It tolerates no other; an unreadable place is found with this probability.
    Critical(f64),
    /// It is lost.
    Lost,
}

/// Durations that an excursion drew beforehand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Drawn {
    pub(super) delay: Option<f64>,
    pub(super) repair: Option<f64>,
}

/// The state of a unit at one instant.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) now: f64,
    pub(super) slots: Vec<Slot>,
    pub(super) groups: Vec<GroupState>,
    /// Failed devices in the order of failure.
    pub(super) failed: Vec<usize>,
    /// Times at which ordered replacements arrive.
    pub(super) deliveries: Vec<f64>,
    shelf: u32,
    /// The group whose failures the caller decides on; its devices have no failure times.
    pub(super) controlled: Option<usize>,
    pub(super) drawn: Drawn,
}

impl State {
    /// Returns the state of `unit` at the start with no failure to come.
    pub(super) fn new(unit: &Unit) -> Self {
        let slot = |device: &super::unit::UnitDevice| Slot {
            born: -device.age,
            frailty: 1.0,
            until: f64::INFINITY,
            lifetime: device.lifetime,
            group: device.group,
            status: Status::Live,
        };
        let whole = GroupState {
            failed: 0,
            repairing: 0,
            next_failure: f64::INFINITY,
        };
        Self {
            now: 0.0,
            slots: unit.devices.iter().map(slot).collect(),
            groups: vec![whole; unit.groups.len()],
            failed: Vec::new(),
            deliveries: Vec::new(),
            shelf: unit.spares,
            controlled: None,
            drawn: Drawn::default(),
        }
    }

    /// Becomes a copy of `other` without new memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.now = other.now;
        self.slots.clone_from(&other.slots);
        self.groups.clone_from(&other.groups);
        self.failed.clone_from(&other.failed);
        self.deliveries.clone_from(&other.deliveries);
        self.shelf = other.shelf;
        self.controlled = other.controlled;
        self.drawn = other.drawn;
    }

    /// Sets the time at which a live device fails.
    pub(super) fn set_failure(&mut self, slot: usize, time: f64) {
        let (slots, groups) = (&mut self.slots, &mut self.groups);
        slots[slot].until = time;
        let group = &mut groups[slots[slot].group];
        group.next_failure = group.next_failure.min(time);
    }

    /// Returns the next event before the end of the mission and its time; the end of the mission if there is none.
    pub(super) fn next_event(&self, rules: &Rules) -> (f64, Event) {
        let (mut time, mut event) = (rules.mission, Event::None);
        for (position, group) in self.groups.iter().enumerate() {
            if group.next_failure < time && self.controlled != Some(position) {
                (time, event) = (group.next_failure, Event::Failure(position));
            }
        }
        for &slot in &self.failed {
            let slot = &self.slots[slot];
            if slot.status == Status::Repairing && slot.until < time {
                (time, event) = (slot.until, Event::Repair(slot.group));
            }
        }
        for (position, &delivery) in self.deliveries.iter().enumerate() {
            if delivery < time {
                (time, event) = (delivery, Event::Delivery(position));
            }
        }
        (time, event)
    }

    /// Returns the earliest end of a running repair of `group`, infinite if none runs.
    pub(super) fn next_repair_of(&self, group: usize) -> f64 {
        self.failed
            .iter()
            .map(|&slot| &self.slots[slot])
            .filter(|slot| slot.group == group && slot.status == Status::Repairing)
            .fold(f64::INFINITY, |earliest, slot| earliest.min(slot.until))
    }

    /// Returns whether a failed device of `group` waits for a replacement.
    pub(super) fn has_waiting(&self, group: usize) -> bool {
        let waits = |slot: &Slot| slot.group == group && slot.status == Status::Waiting;
        self.failed.iter().any(|&slot| waits(&self.slots[slot]))
    }

    /// Returns the number of devices of `group` whose repair ends at `time`.
    pub(super) fn restored_at(&self, group: usize, time: f64) -> usize {
        let ends =
            |slot: &&Slot| slot.group == group && slot.status == Status::Repairing && slot.until <= time;
        self.failed
            .iter()
            .map(|&slot| &self.slots[slot])
            .filter(ends)
            .count()
    }

    /// Carries out a delivery or the end of a repair at `time`.
    pub(super) fn carry_out(
        &mut self,
        unit: &Unit,
        rules: &Rules,
        time: f64,
        event: Event,
        stream: &mut Stream,
    ) {
        self.now = time;
        match event {
            Event::Delivery(position) => {
                self.deliveries.swap_remove(position);
                let waiting = self
                    .failed
                    .iter()
                    .find(|&&slot| self.slots[slot].status == Status::Waiting);
                match waiting.copied() {
                    Some(slot) => self.assign(slot, rules, stream),
                    None => self.shelf += 1,
                }
            }
            Event::Repair(group) => self.complete(unit, rules, group, stream),
            Event::Failure(_) | Event::None => {}
        }
    }

    /// Returns the live device of `group` that fails at its next failure.
    pub(super) fn failing_slot(&self, unit: &Unit, group: usize) -> Option<usize> {
        let time = self.groups[group].next_failure;
        let UnitGroup { first, devices, .. } = unit.groups[group];
        (first..first + devices)
            .find(|&slot| self.slots[slot].status == Status::Live && self.slots[slot].until <= time)
    }

    /// Fails the live device `slot` at `time`.
    pub(super) fn fail(
        &mut self,
        unit: &Unit,
        rules: &Rules,
        slot: usize,
        time: f64,
        stream: &mut Stream,
    ) -> Outcome {
        self.now = time;
        let group = self.slots[slot].group;
        self.slots[slot].status = Status::Waiting;
        self.slots[slot].until = f64::INFINITY;
        self.failed.push(slot);
        self.groups[group].failed += 1;
        let (failed, tolerance) = (self.groups[group].failed, unit.groups[group].tolerance);
        if failed > tolerance {
            return Outcome::Lost;
        }
        if failed == 1 && rules.has_stress() && self.controlled != Some(group) {
            self.redraw_failures(unit, rules, group, stream);
        } else {
            self.renew_next_failure(unit, group);
        }
        let outcome = if failed == tolerance {
            let installed = self.live(unit, group).map(|slot| self.slots[slot].installed());
            Outcome::Critical(rules.latent_loss(time, installed))
        } else {
            Outcome::Degraded
        };
        if rules.no_delay {
            self.assign(slot, rules, stream);
            return outcome;
        }
        let delay = self
            .drawn
            .delay
            .take()
            .unwrap_or_else(|| rules.delay.draw(stream));
        self.deliveries.push(time + delay);
        if self.shelf > 0 {
            self.shelf -= 1;
            self.assign(slot, rules, stream);
        }
        outcome
    }

    /// Returns whether a failure now would find no replacement on the shelf.
    pub(super) fn shelf_is_empty(&self) -> bool {
        self.shelf == 0
    }

    /// Returns the live devices of `group`.
    pub(super) fn live(&self, unit: &Unit, group: usize) -> impl Iterator<Item = usize> + '_ {
        let UnitGroup { first, devices, .. } = unit.groups[group];
        (first..first + devices).filter(|&slot| self.slots[slot].status == Status::Live)
    }

    /// Draws anew when the live devices of `group` fail, given that they live now.
    pub(super) fn redraw_failures(&mut self, unit: &Unit, rules: &Rules, group: usize, stream: &mut Stream) {
        let UnitGroup { first, devices, .. } = unit.groups[group];
        let multiplier = if self.groups[group].failed > 0 {
            rules.stress
        } else {
            1.0
        };
        let left = rules.mission - self.now;
        let mut arrival = stream.exponential();
        // Devices that are alike stand side by side.
        let mut alike = None;
        let mut amounts = [0.0; PART_LIMIT];
        for slot in &mut self.slots[first..first + devices] {
            if slot.status != Status::Live {
                continue;
            }
            slot.until = f64::INFINITY;
            let (age, factor) = (self.now - slot.born, slot.frailty * multiplier);
            let parts = rules.lifetimes[slot.lifetime].parts();
            let key = (slot.born, slot.frailty, slot.lifetime);
            if alike != Some(key) {
                alike = Some(key);
                for (amount, part) in amounts.iter_mut().zip(parts) {
                    *amount = factor * part.increment(age, left);
                }
            }
            for (part, &amount) in parts.iter().zip(&amounts) {
                if arrival < amount {
                    let fails_at = self.now + part.span_of(age, arrival / factor);
                    if fails_at < rules.mission {
                        slot.until = slot.until.min(fails_at);
                    }
                    // The next arrival after this clock; those within it would come later than the first.
                    arrival = stream.exponential();
                } else {
                    arrival -= amount;
                }
            }
        }
        self.renew_next_failure(unit, group);
    }

    /// Takes away the failure times of the live devices of `group`.
    pub(super) fn forget_failures(&mut self, unit: &Unit, group: usize) {
        let UnitGroup { first, devices, .. } = unit.groups[group];
        for slot in &mut self.slots[first..first + devices] {
            if slot.status == Status::Live {
                slot.until = f64::INFINITY;
            }
        }
        self.groups[group].next_failure = f64::INFINITY;
    }

    fn renew_next_failure(&mut self, unit: &Unit, group: usize) {
        let next = self
            .live(unit, group)
            .map(|slot| self.slots[slot].until)
            .fold(f64::INFINITY, f64::min);
        self.groups[group].next_failure = next;
    }

    /// Gives a replacement to the failed device `slot`.
    fn assign(&mut self, slot: usize, rules: &Rules, stream: &mut Stream) {
        self.slots[slot].status = Status::Ready;
        let group = self.slots[slot].group;
        self.start_repairs(group, rules, stream);
    }

    /// Starts the repairs of `group` that can start now.
    fn start_repairs(&mut self, group: usize, rules: &Rules, stream: &mut Stream) {
        if rules.discipline != RepairDiscipline::Parallel && self.groups[group].repairing > 0 {
            return;
        }
        let mut pass_ends = None;
        for position in 0..self.failed.len() {
            let slot = self.failed[position];
            if self.slots[slot].group != group || self.slots[slot].status != Status::Ready {
                continue;
            }
            let ends = match (rules.discipline, pass_ends) {
                (RepairDiscipline::Serial, Some(_)) => return,
                (RepairDiscipline::Batched, Some(ends)) => ends,
                _ => {
                    let mut drawn = None;
                    if self.controlled == Some(group) {
                        drawn = self.drawn.repair.take();
                    }
                    self.now + drawn.unwrap_or_else(|| rules.repair.draw(stream))
                }
            };
            pass_ends = Some(ends);
            self.slots[slot].status = Status::Repairing;
            self.slots[slot].until = ends;
            self.groups[group].repairing += 1;
        }
    }

    /// Ends the repairs of `group` that end now.
    fn complete(&mut self, unit: &Unit, rules: &Rules, group: usize, stream: &mut Stream) {
        let controlled = self.controlled == Some(group);
        let mut position = 0;
        while position < self.failed.len() {
            let place = self.failed[position];
            let slot = &mut self.slots[place];
            if slot.group != group || slot.status != Status::Repairing || slot.until > self.now {
                position += 1;
                continue;
            }
            self.failed.remove(position);
            let state = &mut self.groups[group];
            state.failed -= 1;
            state.repairing -= 1;
            slot.status = Status::Live;
            (slot.born, slot.frailty) = (self.now, 1.0);
            slot.until = f64::INFINITY;
            if !controlled {
                let multiplier = if state.failed > 0 { rules.stress } else { 1.0 };
                slot.until = rules.new_device_fails_at(slot.lifetime, self.now, multiplier, stream);
            }
        }
        if self.groups[group].failed == 0 && rules.has_stress() && !controlled {
            self.redraw_failures(unit, rules, group, stream);
        } else {
            self.renew_next_failure(unit, group);
        }
        self.start_repairs(group, rules, stream);
    }
}
