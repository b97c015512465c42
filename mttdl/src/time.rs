//! Lengths of time in hours and event rates per hour.

use serde::{Deserialize, Serialize};

/// A value that is no length of time or no rate.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The number of hours is negative, infinite or not a number.
    #[error("`{0}` is not a length of time: hours must be finite and at least 0")]
    Hours(f64),
    /// The rate is negative, infinite or not a number.
    #[error("`{0}` is not a rate: events per hour must be finite and at least 0")]
    Rate(f64),
}

/// A length of time in hours, finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hours(f64);

impl Hours {
    /// No time at all.
    pub const ZERO: Self = Self(0.0);
    /// Hours of one year: 365 days.
    pub const PER_YEAR: f64 = 8760.0;

    /// Returns `hours` hours.
    ///
    /// # Errors
    /// [`TimeError::Hours`] unless `hours` is finite and at least 0.
    pub fn new(hours: f64) -> Result<Self, TimeError> {
        if hours.is_finite() && hours >= 0.0 {
            Ok(Self(hours))
        } else {
            Err(TimeError::Hours(hours))
        }
    }

    /// Returns `days` days of 24 hours.
    ///
    /// # Errors
    /// [`TimeError::Hours`] unless the result is finite and at least 0.
    pub fn from_days(days: f64) -> Result<Self, TimeError> {
        Self::new(days * 24.0)
    }

    /// Returns `years` years of 8760 hours.
    ///
    /// # Errors
    /// [`TimeError::Hours`] unless the result is finite and at least 0.
    pub fn from_years(years: f64) -> Result<Self, TimeError> {
        Self::new(years * Self::PER_YEAR)
    }

    /// Returns the number of hours.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0
    }

    /// Returns the number of years of 8760 hours.
    #[must_use]
    pub fn as_years(self) -> f64 {
        self.0 / Self::PER_YEAR
    }
}

impl std::ops::Add for Hours {
    type Output = Self;

    /// Returns the sum; saturates at the largest finite number of hours.
    fn add(self, other: Self) -> Self {
        Self((self.0 + other.0).min(f64::MAX))
    }
}

/// Events per hour, finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RatePerHour(f64);

impl RatePerHour {
    /// No events at all.
    pub const ZERO: Self = Self(0.0);

    /// Returns `rate` events per hour.
    ///
    /// # Errors
    /// [`TimeError::Rate`] unless `rate` is finite and at least 0.
    pub fn new(rate: f64) -> Result<Self, TimeError> {
        if rate.is_finite() && rate >= 0.0 {
            Ok(Self(rate))
        } else {
            Err(TimeError::Rate(rate))
        }
    }

    /// Returns the rate whose mean time between events is `mean`: 1 / mean.
    ///
    /// # Errors
    /// [`TimeError::Rate`] if `mean` is 0 or so small that the rate is not finite.
    pub fn from_mean(mean: Hours) -> Result<Self, TimeError> {
        Self::new(1.0 / mean.as_f64())
    }

    /// Returns the rate of `events` events per device-year of 8760 hours, the unit of published failure tables.
    ///
    /// # Errors
    /// [`TimeError::Rate`] unless `events` is finite and at least 0.
    pub fn from_events_per_year(events: f64) -> Result<Self, TimeError> {
        Self::new(events / Hours::PER_YEAR)
    }

    /// Returns the constant rate under which a device fails within a year with `probability`.
    ///
    /// # Formula
    /// ```text
    /// λ = −ln(1 − AFR) / 8760 h
    /// ```
    ///
    /// # Errors
    /// [`TimeError::Rate`] if `probability` is 1, whose rate is infinite.
    pub fn from_annual_probability(probability: crate::Probability) -> Result<Self, TimeError> {
        Self::new(-crate::math::ln_1p(-probability.as_f64()) / Hours::PER_YEAR)
    }

    /// Returns the number of events per hour.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0
    }
}
