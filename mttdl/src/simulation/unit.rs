//! The part of a system that is simulated together: groups that share their supply of replacements, or one group.

use crate::model::Lifetime;
use crate::random::Stream;
use crate::{Duration, LatentErrors, ModelInput, RepairDiscipline, math};

/// What all units of a model have in common.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) lifetimes: Vec<Lifetime>,
    /// Per lifetime and part, the chance that a new device outlives this cause over the whole mission.
    outlives: Vec<Vec<f64>>,
    pub(super) mission: f64,
    pub(super) discipline: RepairDiscipline,
    pub(super) repair: Duration,
    pub(super) mean_repair: f64,
    pub(super) delay: Duration,
    pub(super) no_delay: bool,
    pub(super) latent: LatentErrors,
    pub(super) stress: f64,
}

impl Rules {
    pub(super) fn new(input: &ModelInput) -> Self {
        let mission = input.mission.as_f64();
        let outlives = |lifetime: &Lifetime| {
            lifetime
                .parts()
                .iter()
                .map(|part| math::exp(-part.cumulative(mission)))
                .collect()
        };
        Self {
            lifetimes: input.lifetimes.clone(),
            outlives: input.lifetimes.iter().map(outlives).collect(),
            mission,
            discipline: input.discipline,
            repair: input.repair,
            mean_repair: input.repair.moment(1),
            delay: input.delay,
            no_delay: input.delay.is_zero(),
            latent: input.latent,
            stress: input.stress,
        }
    }

    /// Returns whether a group under repair has other hazards than a whole one.
    pub(super) fn has_stress(&self) -> bool {
        self.stress.total_cmp(&1.0).is_ne()
    }

    /// Returns the time at which a device that is new at `now` fails, infinite if not within the mission.
    pub(super) fn new_device_fails_at(
        &self,
        lifetime: usize,
        now: f64,
        multiplier: f64,
        stream: &mut Stream,
    ) -> f64 {
        let mut fails_at = f64::INFINITY;
        let parts = self.lifetimes[lifetime].parts();
        for (part, outlives) in parts.iter().zip(&self.outlives[lifetime]) {
            let chance = stream.uniform();
            // A device that accumulates less than −ln U over a whole mission does so over what is left of it, too.
            if multiplier <= 1.0 && chance <= *outlives {
                continue;
            }
            let time = now + part.span_of(0.0, -math::ln(chance) / multiplier);
            if time < self.mission && time < fails_at {
                fails_at = time;
            }
        }
        fails_at
    }

    /// Returns the chance that a group of `survivors` is found to have an unreadable place at `now`, when these survivors
    /// were installed at the times of `installed`.
    pub(super) fn latent_loss(&self, now: f64, installed: impl Iterator<Item = f64>) -> f64 {
        match self.latent {
            LatentErrors::None => 0.0,
            LatentErrors::Fixed(probability) => probability.as_f64(),
            LatentErrors::Process {
                rate,
                scrub_interval,
                read_errors,
            } => {
                let scrubbed = scrub_interval.map_or(0.0, |interval| {
                    let interval = interval.as_f64();
                    (now / interval).floor() * interval
                });
                let expected: f64 = installed
                    .map(|since| read_errors + rate.as_f64() * (now - since.max(scrubbed)))
                    .sum();
                -math::exp_m1(-expected)
            }
        }
    }
}

/// A device of a unit at the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitDevice {
    pub(super) lifetime: usize,
    pub(super) age: f64,
    /// Position of its batch among those of the component.
    pub(super) batch: Option<usize>,
    /// Position of its group in the unit.
    pub(super) group: usize,
}

/// A group of a unit: its devices are those from `first` on.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitGroup {
    pub(super) first: usize,
    pub(super) devices: usize,
    pub(super) tolerance: usize,
}

/// Groups that are simulated together.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) devices: Vec<UnitDevice>,
    pub(super) groups: Vec<UnitGroup>,
    /// Devices on the shelf at the start.
    pub(super) spares: u32,
    /// Position of its first device among those of the component.
    pub(super) first_device: usize,
    /// Position of its first group among those of the component.
    pub(super) first_group: usize,
}
