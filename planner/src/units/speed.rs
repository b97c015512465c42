//! Transfer rates and operations per second.

use serde::{Deserialize, Serialize};

/// A transfer rate in MB/s (10^6 bytes per second), finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Throughput(f64);

impl Throughput {
    /// Nothing moves.
    pub const ZERO: Self = Self(0.0);

    /// Returns `megabytes` MB/s cut to the finite numbers from 0, for results of arithmetic; nothing for NaN, which is
    /// the sign of a broken model and no rate at all.
    #[must_use]
    pub fn saturating(megabytes: f64) -> Option<Self> {
        (!megabytes.is_nan()).then(|| Self(megabytes.clamp(0.0, f64::MAX)))
    }

    /// Returns the smaller of two rates.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Returns `megabytes` MB/s, or nothing unless the number is finite and at least 0.
    #[must_use]
    pub fn from_mb_per_s(megabytes: f64) -> Option<Self> {
        (megabytes.is_finite() && megabytes >= 0.0).then_some(Self(megabytes))
    }

    /// Returns the number of MB/s.
    #[must_use]
    pub const fn as_mb_per_s(self) -> f64 {
        self.0
    }
}

/// Operations per second, finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Iops(f64);

impl Iops {
    /// Nothing is done.
    pub const ZERO: Self = Self(0.0);

    /// Returns `operations` per second cut to the finite numbers from 0, for results of arithmetic; nothing for NaN, which is
    /// the sign of a broken model and no rate at all.
    #[must_use]
    pub fn saturating(operations: f64) -> Option<Self> {
        (!operations.is_nan()).then(|| Self(operations.clamp(0.0, f64::MAX)))
    }

    /// Returns the smaller of two numbers of operations.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Returns `operations` operations per second, or nothing unless the number is finite and at least 0.
    #[must_use]
    pub fn new(operations: f64) -> Option<Self> {
        (operations.is_finite() && operations >= 0.0).then_some(Self(operations))
    }

    /// Returns the number of operations per second.
    #[must_use]
    pub const fn as_f64(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rate that is not a number was taken for no rate at all and went through every table as 0.
    #[test]
    fn what_is_no_number_is_no_rate() {
        assert_eq!(Throughput::saturating(f64::NAN), None);
        assert_eq!(Iops::saturating(f64::NAN), None);
        assert_eq!(Throughput::saturating(-1.0), Some(Throughput::ZERO));
        assert_eq!(
            Throughput::saturating(f64::INFINITY),
            Throughput::from_mb_per_s(f64::MAX)
        );
        assert_eq!(Iops::saturating(f64::INFINITY), Iops::new(f64::MAX));
    }
}
