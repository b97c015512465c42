//! Transfer rates and operations per second.

use serde::{Deserialize, Serialize};

/// A transfer rate in MB/s (10^6 bytes per second), finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Throughput(f64);

impl Throughput {
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
