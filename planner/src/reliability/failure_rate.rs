//! How often does a drive of this model fail? Counts from the field, shrunk to the class of the drive.

use mttdl::math;
use mttdl::statistics::{FailureCount, RateKnowledge};

use crate::catalog::ClassDefaults;
use crate::error::Error;
use crate::units::{Hours, RatePerHour};

/// Failures that were counted of one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelCount {
    /// Failures.
    pub failures: u64,
    /// Days that drives were observed, summed over the drives.
    pub drive_days: u64,
}

/// The mean of a drive's failure rate over its first five years, as the Weibull scales of the classes are made.
const FIRST_YEARS: f64 = 5.0;

/// Returns the failures per drive-year of a model: what its class says, moved by what was counted.
///
/// # Errors
/// [`Error::OutOfRange`] where a count is beyond all sense.
pub fn annual_rate(class: &ClassDefaults, counted: Option<ModelCount>) -> Result<f64, Error> {
    Ok(rate_knowledge(class, counted)?.mean_per_year())
}

/// Returns how well the failure rate of a model is known: what its class says, moved by what was counted.
///
/// # Errors
/// [`Error::OutOfRange`] where a count is beyond all sense.
pub fn rate_knowledge(class: &ClassDefaults, counted: Option<ModelCount>) -> Result<RateKnowledge, Error> {
    let per_year = |rate: RatePerHour| rate.as_f64() * Hours::PER_YEAR;
    let prior = RateKnowledge::of_class(
        per_year(class.failure_rate.point),
        per_year(class.failure_rate.low),
        per_year(class.failure_rate.high),
    )
    .map_err(|error| unusable(&error))?;
    let Some(counted) = counted else {
        return Ok(prior);
    };
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 drive-days")]
    let days = counted.drive_days as f64;
    let count = FailureCount::from_device_days(counted.failures, days).map_err(|error| unusable(&error))?;
    Ok(prior.after(count))
}

/// Returns the Weibull scale of a drive that fails this often a year on average over its first five years.
///
/// # Formula
/// ```text
/// η = 5 a / (5 · rate)^(1/β)
/// ```
///
/// # Errors
/// [`Error::OutOfRange`] where the rate is 0 or too small for a scale.
pub fn weibull_scale(annual_rate: f64, shape: f64) -> Result<Hours, Error> {
    let hours = FIRST_YEARS * Hours::PER_YEAR / math::pow(FIRST_YEARS * annual_rate, 1.0 / shape);
    Hours::new(hours).map_err(|error| Error::OutOfRange {
        quantity: "failure rate".to_owned(),
        reason: error.to_string(),
        hint: "give a rate above 0".to_owned(),
    })
}

fn unusable(error: &mttdl::ModelError) -> Error {
    Error::OutOfRange {
        quantity: "failure counts".to_owned(),
        reason: error.to_string(),
        hint: "check the counts of the failure-rate table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{DriveClass, class_defaults};

    #[test]
    fn few_counts_move_the_class_little_and_many_decide() {
        let class = class_defaults(DriveClass::HddNearline);
        let none = annual_rate(class, None).unwrap();
        assert!((none - 0.014).abs() < 1e-9);
        let few = annual_rate(
            class,
            Some(ModelCount {
                failures: 0,
                drive_days: 365,
            }),
        )
        .unwrap();
        assert!(few < none && few > 0.9 * none, "{few}");
        let many = annual_rate(
            class,
            Some(ModelCount {
                failures: 400,
                drive_days: 3_650_000,
            }),
        )
        .unwrap();
        assert!((many / 0.04 - 1.0).abs() < 0.02, "{many}");
    }

    #[test]
    fn the_scale_of_a_class_is_the_one_in_its_table() {
        let class = class_defaults(DriveClass::HddNearline);
        let scale = weibull_scale(0.014, class.weibull_shape).unwrap();
        assert!((scale.as_f64() / class.weibull_scale.as_f64() - 1.0).abs() < 1e-4);
    }
}
