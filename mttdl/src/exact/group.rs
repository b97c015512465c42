//! A group of devices whose lifetimes and repairs are exponential.

use serde::{Deserialize, Serialize};

use crate::{Hours, ModelError, Probability, RatePerHour};

/// How the failed devices of one group are repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RepairDiscipline {
    /// Every repair goes on independently of the others.
    Parallel,
    /// One repair at a time, in the order of failure.
    Serial,
    /// One pass at a time; devices that fail while a pass runs are all repaired together in the one that follows.
    Batched,
}

/// When unreadable data on the survivors is found, which is a loss too.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum LatentLoss {
    /// Survivors have no unreadable data.
    None,
    /// Lost with this probability whenever the last tolerated failure happens.
    OnEntry(Probability),
    /// Lost with this probability whenever a repair leaves the state with no redundancy.
    OnCompletion(Probability),
}

/// A device with exponential lifetime and repair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExponentialDevice {
    /// Failures per hour.
    pub failure: RatePerHour,
    /// Mean hours from the start of the repair to its end.
    pub mean_repair: Hours,
}

/// Devices of one group that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DeviceClass {
    pub(super) failure: f64,
    pub(super) repair: f64,
    pub(super) count: u32,
}

/// A redundancy group: devices, the number of failed ones that it tolerates, and how they are repaired.
#[derive(Debug, Clone, PartialEq)]
pub struct ExponentialGroup {
    pub(super) classes: Vec<DeviceClass>,
    pub(super) devices: u32,
    pub(super) tolerance: u32,
    pub(super) discipline: RepairDiscipline,
    pub(super) latent: LatentLoss,
}

/// The most devices of one group.
const DEVICE_LIMIT: u32 = 1 << 20;
/// The most failed devices that a group may tolerate.
const TOLERANCE_LIMIT: u32 = 64;
/// The shortest and longest mean repair in hours: 4 milliseconds and a million years.
const REPAIR_RANGE: std::ops::RangeInclusive<f64> = 1e-6..=1e10;
/// The largest failure rate per hour.
const FAILURE_LIMIT: f64 = 1e6;

impl ExponentialGroup {
    /// Returns a group of `devices` alike devices that outlives `tolerance` failed ones.
    ///
    /// # Errors
    /// [`ModelError`] unless `tolerance` is at most 64, `devices` is above `tolerance` and at most 2^20, the failure rate
    /// is at most 1e6 per hour and the mean repair between 1e-6 and 1e10 hours.
    ///
    /// # Example
    /// ```
    /// use mttdl::{ExponentialGroup, ExponentialSystem, Hours, RatePerHour, RepairDiscipline};
    ///
    /// let failure = RatePerHour::from_mean(Hours::new(1_000_000.0)?)?;
    /// let pair = ExponentialGroup::homogeneous(2, 1, failure, Hours::new(24.0)?, RepairDiscipline::Parallel)?;
    /// let system = ExponentialSystem::of_group(pair)?;
    /// let loss = system.loss_within(Hours::from_years(5.0)?);
    /// assert!((loss.as_f64() / 2.101094599083919e-6 - 1.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn homogeneous(
        devices: u32,
        tolerance: u32,
        failure: RatePerHour,
        mean_repair: Hours,
        discipline: RepairDiscipline,
    ) -> Result<Self, ModelError> {
        let class = device_class("", failure, mean_repair)?;
        Self::of_classes(
            vec![DeviceClass {
                count: devices,
                ..class
            }],
            tolerance,
            discipline,
        )
    }

    /// Returns a group with one entry per device; the order does not matter but for ties of the serial queue, which
    /// have probability 0.
    ///
    /// # Errors
    /// [`ModelError`] as for [`homogeneous`](Self::homogeneous), and if the mean repairs differ under
    /// [`RepairDiscipline::Batched`], where one pass repairs several devices.
    pub fn heterogeneous(
        devices: &[ExponentialDevice],
        tolerance: u32,
        discipline: RepairDiscipline,
    ) -> Result<Self, ModelError> {
        let mut classes: Vec<DeviceClass> = Vec::new();
        for (position, device) in devices.iter().enumerate() {
            let class = device_class(
                &format!("devices[{position}]."),
                device.failure,
                device.mean_repair,
            )?;
            let alike = classes.iter_mut().find(|known| {
                known.failure.total_cmp(&class.failure).is_eq()
                    && known.repair.total_cmp(&class.repair).is_eq()
            });
            match alike {
                Some(known) => known.count += 1,
                None => classes.push(class),
            }
        }
        Self::of_classes(classes, tolerance, discipline)
    }

    fn of_classes(
        classes: Vec<DeviceClass>,
        tolerance: u32,
        discipline: RepairDiscipline,
    ) -> Result<Self, ModelError> {
        let devices = classes
            .iter()
            .map(|class| class.count)
            .fold(0, u32::saturating_add);
        if tolerance > TOLERANCE_LIMIT {
            return Err(ModelError::out_of_range(
                "tolerance",
                f64::from(tolerance),
                "at most 64",
            ));
        }
        if devices <= tolerance || devices > DEVICE_LIMIT {
            let range = "more than the tolerance and at most 1048576";
            return Err(ModelError::out_of_range("devices", f64::from(devices), range));
        }
        let differ = classes
            .iter()
            .any(|class| class.repair.total_cmp(&classes[0].repair).is_ne());
        if differ && discipline == RepairDiscipline::Batched {
            let conflict = "differs between devices, but one batched pass repairs several of them together";
            return Err(ModelError::conflict("mean_repair", conflict));
        }
        Ok(Self {
            classes,
            devices,
            tolerance,
            discipline,
            latent: LatentLoss::None,
        })
    }

    /// Returns the same group with unreadable data on survivors.
    #[must_use]
    pub fn with_latent_loss(mut self, latent: LatentLoss) -> Self {
        self.latent = latent;
        self
    }

    /// Returns the number of devices.
    #[must_use]
    pub fn devices(&self) -> u32 {
        self.devices
    }

    /// Returns the number of failed devices that the group tolerates.
    #[must_use]
    pub fn tolerance(&self) -> u32 {
        self.tolerance
    }

    /// Returns whether all devices are alike.
    #[must_use]
    pub fn is_homogeneous(&self) -> bool {
        self.classes.len() == 1
    }

    /// Returns the probability of a latent loss on the failure that uses up the tolerance.
    pub(super) fn loss_on_entry(&self) -> f64 {
        match self.latent {
            LatentLoss::OnEntry(probability) => probability.as_f64(),
            LatentLoss::None | LatentLoss::OnCompletion(_) => 0.0,
        }
    }

    /// Returns the probability of a latent loss on the repair that restores the first redundancy.
    pub(super) fn loss_on_completion(&self) -> f64 {
        match self.latent {
            LatentLoss::OnCompletion(probability) => probability.as_f64(),
            LatentLoss::None | LatentLoss::OnEntry(_) => 0.0,
        }
    }

    /// Returns the group without latent losses.
    pub(super) fn without_latent_loss(&self) -> Self {
        Self {
            latent: LatentLoss::None,
            ..self.clone()
        }
    }
}

/// Returns one device as a class of its own; `place` goes before the field in an error.
fn device_class(place: &str, failure: RatePerHour, mean_repair: Hours) -> Result<DeviceClass, ModelError> {
    let (rate, repair) = (failure.as_f64(), mean_repair.as_f64());
    if rate > FAILURE_LIMIT {
        return Err(ModelError::out_of_range(
            format!("{place}failure"),
            rate,
            "at most 1e6 per hour",
        ));
    }
    if !REPAIR_RANGE.contains(&repair) {
        let range = "between 1e-6 and 1e10 hours";
        return Err(ModelError::out_of_range(
            format!("{place}mean_repair"),
            repair,
            range,
        ));
    }
    Ok(DeviceClass {
        failure: rate,
        repair: 1.0 / repair,
        count: 1,
    })
}
