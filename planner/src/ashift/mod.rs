//! Which power of two does a vdev write in, and which drives can join it?
//!
//! A vdev's ashift is fixed when it is created. OpenZFS takes it from the sector sizes that the drives report; zplan
//! plans at least 12 whatever they report, since one day a 512-byte drive must be replaced. Not covered: what a drive
//! does inside when its real page is larger than it says.

mod planned;
mod rules;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::error::Error;

pub use planned::{AshiftNote, AshiftNoteKind, PlannedAshift};
pub use rules::{AddMode, Refusal, Sectors, Verdict, added, attached, automatic, created};

/// The binary logarithm of the smallest allocation of a vdev, from 9 (512 bytes) to 16 (64 KiB).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ashift(u8);

impl Ashift {
    /// 9: sectors of 512 bytes, the smallest allowed.
    pub const MINIMUM: Self = Self(9);
    /// 12: sectors of 4096 bytes.
    pub const B4096: Self = Self(12);
    /// 16: sectors of 64 KiB, the largest allowed.
    pub const MAXIMUM: Self = Self(16);

    /// Returns the ashift of this value.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] unless the value is from 9 to 16, as `zpool create -o ashift=` does.
    pub fn new(value: u32) -> Result<Self, Error> {
        match u8::try_from(value) {
            Ok(small) if (Self::MINIMUM.0..=Self::MAXIMUM.0).contains(&small) => Ok(Self(small)),
            _ => Err(Error::OutOfRange {
                quantity: "ashift".to_owned(),
                reason: format!("`{value}` is not between 9 and 16"),
                hint: "write 12 for sectors of 4096 bytes".to_owned(),
            }),
        }
    }

    /// Returns the value.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self.0 as u32
    }

    /// Returns the size of a sector in bytes, 2 to the power of the value.
    #[must_use]
    pub const fn sector_bytes(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Ashift {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

impl Serialize for Ashift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}
