//! What a pool is built of: groups of equal vdevs, by allocation class.
//!
//! A layout names shapes only; which drive goes where is a placement.

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
