//! What a pool is built of: groups of equal vdevs, by allocation class.
//!
//! A layout names shapes only; which drive goes where is a placement.

mod grammar;
mod validity;

use serde::Serialize;

/// What a vdev's space is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AllocationClass {
    /// Data and metadata.
    Data,
    /// Metadata and small blocks.
    Special,
    /// The dedup table.
    Dedup,
    /// The ZFS intent log.
    Log,
}

/// How a vdev protects what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VdevType {
    /// One drive, no redundancy.
    Stripe,
    /// Every drive holds everything.
    Mirror,
    /// RAID-Z with 1, 2 or 3 parity sectors per stripe.
    Raidz {
        /// Parity sectors per stripe.
        parity: u32,
    },
    /// Distributed RAID.
    Draid {
        /// Parity sectors per stripe.
        parity: u32,
        /// Data sectors per stripe.
        data: u32,
        /// Distributed spares.
        spares: u32,
    },
}

/// A number of equal vdevs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VdevGroup {
    /// What their space is used for.
    pub class: AllocationClass,
    /// How many vdevs, at least 1. A group of stripes has one drive per vdev.
    pub count: u32,
    /// How each protects its data.
    pub kind: VdevType,
    /// Drives per vdev: 1 for a stripe, the number of children for dRAID.
    pub width: u32,
}

/// The shape of a pool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// The groups in the order in which they are written and created.
    pub groups: Vec<VdevGroup>,
    /// Hot spares.
    pub spares: u32,
}

impl AllocationClass {
    /// Returns the name, which is also the prefix in a written layout; data vdevs have none there.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Special => "special",
            Self::Dedup => "dedup",
            Self::Log => "log",
        }
    }
}

impl VdevType {
    /// Returns how many drives of the vdev may fail before it loses data; a mirror of `width` drives outlives all
    /// but one.
    #[must_use]
    pub const fn tolerance(self, width: u32) -> u32 {
        match self {
            Self::Stripe => 0,
            Self::Mirror => width.saturating_sub(1),
            Self::Raidz { parity } | Self::Draid { parity, .. } => parity,
        }
    }

    /// Returns the name that `zpool` uses: `mirror`, `raidz2` or, with all its numbers, `draid2:6d:24c:1s`.
    #[must_use]
    pub fn name(self, width: u32) -> String {
        match self {
            Self::Stripe => "stripe".to_owned(),
            Self::Mirror => "mirror".to_owned(),
            Self::Raidz { parity } => format!("raidz{parity}"),
            Self::Draid { parity, data, spares } => format!("draid{parity}:{data}d:{width}c:{spares}s"),
        }
    }
}

impl Layout {
    /// Returns the number of drives in vdevs and spares.
    #[must_use]
    pub fn drives(&self) -> u64 {
        let in_vdevs: u64 = self
            .groups
            .iter()
            .map(|group| u64::from(group.count) * u64::from(group.width))
            .fold(0, u64::saturating_add);
        in_vdevs.saturating_add(u64::from(self.spares))
    }

    /// Returns the number of vdevs of all classes.
    #[must_use]
    pub fn vdev_count(&self) -> u64 {
        self.groups
            .iter()
            .map(|group| u64::from(group.count))
            .fold(0, u64::saturating_add)
    }

    /// Returns every single vdev as a group of one, in the order in which they are written.
    pub fn vdevs(&self) -> impl Iterator<Item = VdevGroup> + '_ {
        self.groups.iter().flat_map(|group| {
            let single = VdevGroup { count: 1, ..*group };
            std::iter::repeat_n(single, group.count as usize)
        })
    }
}
