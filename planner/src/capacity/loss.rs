//! The ways in which bytes of drives do not become space for data.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::units::Bytes;

/// A reason why bytes of the drives are not usable, in the order in which they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// Drives of special vdevs, which hold metadata and small blocks only.
    SpecialVdevs,
    /// Drives of dedup vdevs, which hold the dedup table.
    DedupVdevs,
    /// Drives of log vdevs, which hold the intent log.
    LogVdevs,
    /// Partition tables, alignment, partition 9, swap.
    Partition,
    /// Labels, the boot area, and what does not fill a label at the end.
    Labels,
    /// What larger drives have more than the smallest of their vdev.
    MixedSizes,
    /// Two rows of every dRAID drive.
    DraidReserve,
    /// Distributed spares.
    DraidSpares,
    /// What does not fill a sector of RAID-Z, or a row or a group of rows of dRAID.
    AsizeRounding,
    /// All copies of a mirror but the first.
    MirrorCopies,
    /// What does not fill a metaslab at the end of a vdev, or a stripe within a dRAID metaslab.
    MetaslabRemainder,
    /// Metaslabs kept for the intent log.
    EmbeddedLog,
    /// Parity, for blocks of 128 KiB.
    Parity,
    /// Sectors that RAID-Z and dRAID leave empty, for blocks of 128 KiB.
    Padding,
    /// The deflate ratio is cut to a multiple of 1/512.
    DeflateTruncation,
    /// Slop space, kept so that a full pool can still free space.
    Slop,
}

impl Loss {
    /// Every loss, in the order in which bytes go.
    pub const ALL: [Self; 16] = [
        Self::SpecialVdevs,
        Self::DedupVdevs,
        Self::LogVdevs,
        Self::Partition,
        Self::Labels,
        Self::MixedSizes,
        Self::DraidReserve,
        Self::DraidSpares,
        Self::AsizeRounding,
        Self::MirrorCopies,
        Self::MetaslabRemainder,
        Self::EmbeddedLog,
        Self::Parity,
        Self::Padding,
        Self::DeflateTruncation,
        Self::Slop,
    ];

    /// Returns the name in machine-readable results, such as `metaslab_remainder`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::SpecialVdevs => "special_vdevs",
            Self::DedupVdevs => "dedup_vdevs",
            Self::LogVdevs => "log_vdevs",
            Self::Partition => "partition",
            Self::Labels => "labels",
            Self::MixedSizes => "mixed_sizes",
            Self::DraidReserve => "draid_reserve",
            Self::DraidSpares => "draid_spares",
            Self::AsizeRounding => "asize_rounding",
            Self::MirrorCopies => "mirror_copies",
            Self::MetaslabRemainder => "metaslab_remainder",
            Self::EmbeddedLog => "embedded_log",
            Self::Parity => "parity",
            Self::Padding => "padding",
            Self::DeflateTruncation => "deflate_truncation",
            Self::Slop => "slop",
        }
    }

    /// Returns the name for readers, such as `metaslab remainder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SpecialVdevs => "special vdevs",
            Self::DedupVdevs => "dedup vdevs",
            Self::LogVdevs => "log vdevs",
            Self::Partition => "partitions",
            Self::Labels => "labels",
            Self::MixedSizes => "mixed sizes",
            Self::DraidReserve => "dRAID reserve",
            Self::DraidSpares => "dRAID spares",
            Self::AsizeRounding => "asize rounding",
            Self::MirrorCopies => "mirror copies",
            Self::MetaslabRemainder => "metaslab remainder",
            Self::EmbeddedLog => "embedded log",
            Self::Parity => "parity",
            Self::Padding => "padding",
            Self::DeflateTruncation => "deflate truncation",
            Self::Slop => "slop",
        }
    }

    /// Returns the rule behind it, in one line.
    #[must_use]
    pub const fn why(self) -> &'static str {
        match self {
            Self::SpecialVdevs => "special vdevs hold metadata and small blocks; `zfs list` leaves them out",
            Self::DedupVdevs => "dedup vdevs hold the dedup table only",
            Self::LogVdevs => "log vdevs hold the intent log only",
            Self::Partition => "partition tables, alignment, reserved partitions",
            Self::Labels => "per drive 4 labels of 256 KiB, 3.5 MiB boot area, and what fills no 256 KiB",
            Self::MixedSizes => "every drive of a vdev counts as its smallest",
            Self::DraidReserve => "dRAID keeps back 2 rows of 16 MiB on every drive",
            Self::DraidSpares => "distributed spares are spread over all drives of the vdev",
            Self::AsizeRounding => "whole sectors, and whole rows and groups of dRAID",
            Self::MirrorCopies => "a mirror keeps a full copy on every drive",
            Self::MetaslabRemainder => "space is used in whole metaslabs",
            Self::EmbeddedLog => "a vdev of more than 64 metaslabs keeps the first for the intent log",
            Self::Parity => "parity sectors of 128 KiB blocks",
            Self::Padding => "sectors of 128 KiB blocks that stay empty to fill the stripe",
            Self::DeflateTruncation => "`zfs list` counts in multiples of 1/512 of the raw space, cut down",
            Self::Slop => "1/32 of the space, at most 128 GiB, less the embedded log up to half of it",
        }
    }
}

/// How many bytes go for each reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Losses([u64; Loss::ALL.len()]);

impl Losses {
    pub(super) const NONE: Self = Self([0; Loss::ALL.len()]);

    /// Returns the bytes that go for one reason.
    #[must_use]
    pub const fn of(&self, loss: Loss) -> Bytes {
        Bytes::new(self.0[loss as usize])
    }

    /// Returns every reason with its bytes, in the order in which they go.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, Bytes)> + '_ {
        Loss::ALL.into_iter().map(|loss| (loss, self.of(loss)))
    }

    /// Returns the bytes that go for any reason.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.iter().map(|(_, bytes)| bytes).sum()
    }

    pub(super) const fn add(&mut self, loss: Loss, bytes: u64) {
        // All losses together are part of the drives' bytes, which fit into 64 bits.
        self.0[loss as usize] = self.0[loss as usize].saturating_add(bytes);
    }
}

impl Serialize for Losses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Loss::ALL.len()))?;
        for (loss, bytes) in self.iter() {
            map.serialize_entry(loss.key(), &bytes)?;
        }
        map.end()
    }
}
