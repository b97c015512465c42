//! What will the pool be used for?
//!
//! A workload is a name for a handful of defaults: the record size, how many random requests wait at once, how far the
//! data shrink under compression. Every one of them can be overruled; none is a measurement.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::units::Bytes;

/// A use of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Workload {
    /// Files of all sizes, shared by a few people.
    #[default]
    Files,
    /// Large files, written once and read from front to back.
    Media,
    /// Disks of virtual machines.
    Vm,
    /// A relational database.
    Database,
    /// Backups: long writes, hardly any reads.
    Backup,
}

impl Workload {
    /// Every workload.
    pub const ALL: [Self; 5] = [Self::Files, Self::Media, Self::Vm, Self::Database, Self::Backup];

    /// Returns the name, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Media => "media",
            Self::Vm => "vm",
            Self::Database => "database",
            Self::Backup => "backup",
        }
    }

    /// Returns the workload of a name in lower case, or nothing for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|workload| workload.name() == name)
    }

    /// Returns the record size to plan with: 128 KiB, OpenZFS's own default, but 1 MiB for large files and 16 KiB for
    /// virtual machines and databases.
    #[must_use]
    pub const fn record_size(self) -> Bytes {
        match self {
            Self::Files => Bytes::from_kib(128),
            Self::Media | Self::Backup => Bytes::from_mib(1),
            Self::Vm | Self::Database => Bytes::from_kib(16),
        }
    }

    /// Returns how many random requests wait at once; an assumption.
    #[must_use]
    pub const fn queue_depth(self) -> u32 {
        match self {
            Self::Media | Self::Backup => 1,
            Self::Files => 4,
            Self::Vm | Self::Database => 16,
        }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for workload in Workload::ALL {
            assert_eq!(Workload::from_name(workload.name()), Some(workload));
        }
        assert_eq!(Workload::from_name("Files"), None);
    }

    #[test]
    fn record_sizes_are_those_zfs_accepts() {
        for workload in Workload::ALL {
            assert!(workload.record_size().as_u64().is_power_of_two());
        }
    }
}
