//! Sector sizes as drives report them.

use std::fmt;

use serde::{Serialize, Serializer};

/// A sector size in bytes: a power of two from 512 to 2^24, or the 520 and 528 of array drives and eight
/// times as much, which ZFS cannot use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectorSize(u32);

impl SectorSize {
    /// 512 bytes.
    pub const B512: Self = Self(512);
    /// 4096 bytes.
    pub const B4096: Self = Self(4096);

    /// Returns the size of `bytes` bytes, or nothing where no drive has such sectors.
    #[must_use]
    pub fn new(bytes: u64) -> Option<Self> {
        let bytes = u32::try_from(bytes).ok()?;
        let known =
            bytes == 520 || bytes == 528 || (bytes.is_power_of_two() && (512..=1 << 24).contains(&bytes));
        known.then_some(Self(bytes))
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self.0
    }

    /// Returns the binary logarithm of the size, or nothing for those of array drives.
    #[must_use]
    pub const fn shift(self) -> Option<u32> {
        if self.0.is_power_of_two() {
            Some(self.0.trailing_zeros())
        } else {
            None
        }
    }
}

impl fmt::Display for SectorSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

impl Serialize for SectorSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}
