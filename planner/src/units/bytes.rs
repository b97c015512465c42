//! Numbers of bytes, exact.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(u64);

impl Bytes {
    /// No bytes.
    pub const ZERO: Self = Self(0);

    /// Returns `bytes` bytes.
    #[must_use]
    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// Returns `count` KiB of 1024 bytes; saturates at `u64::MAX`.
    #[must_use]
    pub const fn from_kib(count: u64) -> Self {
        Self(count.saturating_mul(1 << 10))
    }

    /// Returns `count` MiB of 2^20 bytes; saturates at `u64::MAX`.
    #[must_use]
    pub const fn from_mib(count: u64) -> Self {
        Self(count.saturating_mul(1 << 20))
    }

    /// Returns `count` GiB of 2^30 bytes; saturates at `u64::MAX`.
    #[must_use]
    pub const fn from_gib(count: u64) -> Self {
        Self(count.saturating_mul(1 << 30))
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0
    }

    /// Returns the number of bytes as a float, for ratios and rates; above 2^53 it is rounded.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "ratios and rates do not need the last byte"
    )]
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// Returns the number of terabytes of 10^12 bytes.
    #[must_use]
    pub const fn as_tb(self) -> f64 {
        self.as_f64() / 1e12
    }

    /// Returns the number of tebibytes of 2^40 bytes.
    #[must_use]
    pub const fn as_tib(self) -> f64 {
        self.as_f64() / 1_099_511_627_776.0
    }

    /// Returns the difference, or no bytes where `other` is larger.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns the sum, or `u64::MAX` bytes where it would overflow.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for Bytes {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Self::saturating_add)
    }
}

impl fmt::Display for Bytes {
    /// Writes the exact number with the unit: `4096 bytes`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} bytes", self.0)
    }
}
