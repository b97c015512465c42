//! What is the system, and what can happen to it?
//!
//! A [`Model`] is a [`ModelInput`] that was checked once; everything else in this crate takes models.
//!
//! # What happens
//! * A device fails when the hazard that it accumulated, times the frailty of its batch, reaches a standard exponential
//!   amount. It is known to be alive at its age at the start.
//! * The group then has one more failed device. More than its tolerance: *catastrophic loss*, the end. Otherwise one
//!   replacement is ordered. Exactly its tolerance: the survivors are read, and an unreadable place on one of them is a
//!   *latent loss*, which ends nothing.
//! * A spare on the shelf is taken at once; otherwise the device waits, and deliveries go to the longest waiting device
//!   of the system, else to the shelf.
//! * Repair starts as the discipline says, is not interrupted, and leaves a new device of the same class: age 0, no frailty.
//!   A device cannot fail during its own repair.
//!
//! Left out: shelf devices that age or fail, limits on orders, repairs that start over, and losses outside devices other
//! than the common-cause rate.

mod duration;
mod lifetime;

pub use duration::Duration;
pub(crate) use duration::{binomial, whole_power};
pub(crate) use lifetime::PART_LIMIT;
pub use lifetime::{Lifetime, WeibullPart};

use crate::{Hours, ModelError, Probability, RatePerHour, RepairDiscipline};

/// A device at the start of the mission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Device {
    /// Position of its lifetime in [`ModelInput::lifetimes`].
    pub lifetime: usize,
    /// Its age.
    pub age: Hours,
    /// The batch that it shares a frailty with, if any.
    pub batch: Option<u32>,
}

/// A redundancy group.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its devices; their order does not matter.
    pub devices: Vec<Device>,
    /// The number of failed devices that it outlives.
    pub tolerance: u32,
}

/// What multiplies the hazard of every initial device of a batch, drawn once per batch.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Frailty {
    /// Nothing.
    None,
    /// A gamma number of mean 1 and this variance.
    Gamma {
        /// The variance, above 0 and at most 100.
        variance: f64,
    },
    /// `multiplier` with `probability`, else 1; the mean is not 1.
    TwoPoint {
        /// Chance of a bad batch.
        probability: Probability,
        /// What multiplies the hazard of a bad batch, between 0 and 1e6.
        multiplier: f64,
    },
}

/// Unreadable data on survivors, looked for whenever a group has just used up its tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum LatentErrors {
    /// None.
    None,
    /// Found with this probability.
    Fixed(Probability),
    /// A process of errors on every device, and errors while reading.
    Process {
        /// New errors per device and hour.
        rate: RatePerHour,
        /// Time between scrubs of the whole system, which clear all errors; absent means never.
        scrub_interval: Option<Hours>,
        /// Expected number of read errors while one survivor is read in full.
        read_errors: f64,
    },
}

/// A model as it was told, not checked yet.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelInput {
    /// The lifetimes that devices refer to.
    pub lifetimes: Vec<Lifetime>,
    /// The groups; the system is lost when one of them is.
    pub groups: Vec<Group>,
    /// How long the system has to live.
    pub mission: Hours,
    /// How a group's failed devices are repaired.
    pub discipline: RepairDiscipline,
    /// How long a repair takes.
    pub repair: Duration,
    /// How long a replacement takes from order to delivery.
    pub delay: Duration,
    /// Devices on the shelf at the start, for all groups.
    pub spares: u32,
    /// What devices of a batch have in common.
    pub frailty: Frailty,
    /// Unreadable data on survivors.
    pub latent: LatentErrors,
    /// What multiplies the hazard of a group's working devices while one of its devices is failed; 1 is no stress.
    pub stress: f64,
    /// Losses of the whole system from causes outside its devices.
    pub common_cause: RatePerHour,
}

impl ModelInput {
    /// Returns a model with parallel repair of a fixed time, no delay, no spares, no frailty, no latent errors, no stress
    /// and no common cause; set the fields that differ.
    #[must_use]
    pub fn new(lifetimes: Vec<Lifetime>, groups: Vec<Group>, mission: Hours, repair: Hours) -> Self {
        Self {
            lifetimes,
            groups,
            mission,
            discipline: RepairDiscipline::Parallel,
            repair: Duration::Fixed(repair),
            delay: Duration::Fixed(Hours::ZERO),
            spares: 0,
            frailty: Frailty::None,
            latent: LatentErrors::None,
            stress: 1.0,
            common_cause: RatePerHour::ZERO,
        }
    }
}

/// A model that was checked.
///
/// # Example
/// ```
/// use mttdl::{Device, Group, Hours, Lifetime, Model, ModelInput, WeibullPart};
///
/// let wear = Lifetime::new(vec![WeibullPart::new(Hours::new(292_687.0)?, 1.4)?])?;
/// let device = Device { lifetime: 0, age: Hours::from_years(2.0)?, batch: None };
/// let group = Group { devices: vec![device; 8], tolerance: 2 };
/// let model = Model::new(ModelInput::new(vec![wear], vec![group], Hours::from_years(5.0)?, Hours::new(20.0)?))?;
/// assert_eq!(model.devices(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    input: ModelInput,
}

/// The most devices of one model.
const DEVICE_LIMIT: usize = 16_384;
/// The largest tolerance of a group that is simulated.
const TOLERANCE_LIMIT: u32 = 15;

impl Model {
    /// Returns the model, checked.
    ///
    /// # Errors
    /// [`ModelError`] naming the field and its range: 1 to 64 lifetimes; 1 to 16384 devices in all; a tolerance of at most 15
    /// and below the group's number of devices; ages up to 1e7 hours; a mission between 1e-3 and 1e7 hours; repairs between
    /// 1e-6 and 1e9 hours; a delay of 0 or in the same range; up to 1e6 spares; the ranges of [`Frailty`] and
    /// [`LatentErrors`]; a stress between 1e-3 and 1e6; and a hazard of at most 1e4 failures per device in the mission.
    pub fn new(input: ModelInput) -> Result<Self, ModelError> {
        if input.lifetimes.is_empty() || input.lifetimes.len() > 64 {
            return Err(ModelError::count("lifetimes", input.lifetimes.len(), "1 to 64"));
        }
        let mission = input.mission.as_f64();
        within("mission", mission, 1e-3..=1e7, "between 1e-3 and 1e7 hours")?;
        check_groups(&input)?;
        input.repair.check("repair", false)?;
        input.delay.check("delay", true)?;
        within("spares", f64::from(input.spares), 0.0..=1e6, "at most 1000000")?;
        within("stress", input.stress, 1e-3..=1e6, "between 1e-3 and 1e6")?;
        within(
            "common_cause",
            input.common_cause.as_f64(),
            0.0..=1e3,
            "at most 1000 per hour",
        )?;
        match input.frailty {
            Frailty::None => {}
            Frailty::Gamma { variance } => within("frailty", variance, 1e-9..=100.0, "between 1e-9 and 100")?,
            Frailty::TwoPoint { multiplier, .. } => {
                within("frailty.multiplier", multiplier, 0.0..=1e6, "between 0 and 1e6")?;
            }
        }
        if let LatentErrors::Process {
            rate,
            scrub_interval,
            read_errors,
        } = input.latent
        {
            within("latent.rate", rate.as_f64(), 0.0..=1e6, "at most 1e6 per hour")?;
            within("latent.read_errors", read_errors, 0.0..=1e6, "between 0 and 1e6")?;
            if let Some(interval) = scrub_interval {
                let range = "between 1e-3 and 1e9 hours";
                within("latent.scrub_interval", interval.as_f64(), 1e-3..=1e9, range)?;
            }
        }
        Ok(Self { input })
    }

    /// Returns what the model was made from.
    #[must_use]
    pub fn input(&self) -> &ModelInput {
        &self.input
    }

    /// Returns the number of devices of all groups.
    #[must_use]
    pub fn devices(&self) -> usize {
        self.input.groups.iter().map(|group| group.devices.len()).sum()
    }

    /// Returns the length of the mission.
    #[must_use]
    pub fn mission(&self) -> Hours {
        self.input.mission
    }

    /// Returns the probability that a cause outside the devices ends the system within the mission: the floor below which
    /// no arrangement of devices brings the loss.
    ///
    /// # Formula
    /// ```text
    /// 1 − e^(−λ T)
    /// ```
    #[must_use]
    pub fn common_cause_loss(&self) -> Probability {
        let expected = self.input.common_cause.as_f64() * self.input.mission.as_f64();
        Probability::saturating(-crate::math::exp_m1(-expected))
    }
}

/// Checks that `value` lies in `range`, told as `words`.
fn within(
    field: &str,
    value: f64,
    range: std::ops::RangeInclusive<f64>,
    words: &'static str,
) -> Result<(), ModelError> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(ModelError::out_of_range(field, value, words))
    }
}

fn check_groups(input: &ModelInput) -> Result<(), ModelError> {
    let devices: usize = input.groups.iter().map(|group| group.devices.len()).sum();
    if input.groups.is_empty() {
        return Err(ModelError::count("groups", 0, "at least 1"));
    }
    if devices > DEVICE_LIMIT {
        return Err(ModelError::count(
            "groups",
            devices,
            "at most 16384 devices in all",
        ));
    }
    for (position, group) in input.groups.iter().enumerate() {
        let tolerance = f64::from(group.tolerance);
        if group.tolerance > TOLERANCE_LIMIT || group.tolerance as usize >= group.devices.len() {
            let range = "below the number of devices and at most 15";
            return Err(ModelError::out_of_range(
                format!("groups[{position}].tolerance"),
                tolerance,
                range,
            ));
        }
        for (place, device) in group.devices.iter().enumerate() {
            let field = |name: &str| format!("groups[{position}].devices[{place}].{name}");
            let age = device.age.as_f64();
            within(&field("age"), age, 0.0..=1e7, "between 0 and 1e7 hours")?;
            let Some(lifetime) = input.lifetimes.get(device.lifetime) else {
                #[expect(clippy::cast_precision_loss, reason = "shown in an error")]
                let value = device.lifetime as f64;
                return Err(ModelError::out_of_range(
                    field("lifetime"),
                    value,
                    "the position of a lifetime, counted from 0",
                ));
            };
            let failures = lifetime
                .increment(age, input.mission.as_f64())
                .max(lifetime.cumulative(input.mission.as_f64()));
            let range = "such that a device fails at most 1e4 times in the mission";
            within(
                &field("lifetime"),
                failures * input.stress.max(1.0),
                0.0..=1e4,
                range,
            )?;
        }
    }
    Ok(())
}
