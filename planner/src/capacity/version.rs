//! OpenZFS releases, as far as they count space differently.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::error::Error;

/// A release series of OpenZFS.
///
/// 2.2 counts as 2.1 does; it was not measured on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ZfsVersion {
    /// 2.1.
    V2_1,
    /// 2.2.
    V2_2,
    /// 2.3, the default of every plan.
    #[default]
    V2_3,
    /// 2.4.
    V2_4,
}

impl ZfsVersion {
    /// Every known release series, oldest first.
    pub const ALL: [Self; 4] = [Self::V2_1, Self::V2_2, Self::V2_3, Self::V2_4];

    /// Returns the name of the series, such as `2.3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V2_1 => "2.1",
            Self::V2_2 => "2.2",
            Self::V2_3 => "2.3",
            Self::V2_4 => "2.4",
        }
    }

    /// Tells whether special vdevs keep an embedded log metaslab, which lowers the slop.
    #[must_use]
    pub const fn special_has_embedded_log(self) -> bool {
        matches!(self, Self::V2_4)
    }

    /// Tells whether what is allocated on special vdevs is added to the space that datasets see.
    ///
    /// It then moves USED + AVAIL by some 100 KB with the contents of the pool, which this module does not predict.
    #[must_use]
    pub const fn special_allocations_count(self) -> bool {
        matches!(self, Self::V2_3 | Self::V2_4)
    }
}

impl fmt::Display for ZfsVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for ZfsVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for ZfsVersion {
    type Err = Error;

    /// Reads `2.3`, and `2.3.9` as its series.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] for any other series.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parts = text.trim().splitn(3, '.');
        let series = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let patch_is_a_number = parts.next().is_none_or(|patch| patch.parse::<u32>().is_ok());
        match series {
            ("2", "1") if patch_is_a_number => Ok(Self::V2_1),
            ("2", "2") if patch_is_a_number => Ok(Self::V2_2),
            ("2", "3") if patch_is_a_number => Ok(Self::V2_3),
            ("2", "4") if patch_is_a_number => Ok(Self::V2_4),
            _ => Err(Error::OutOfRange {
                quantity: "OpenZFS version".to_owned(),
                reason: format!("`{text}` is not one of 2.1, 2.2, 2.3 and 2.4"),
                hint: "write the first two numbers that `zfs version` prints".to_owned(),
            }),
        }
    }
}
