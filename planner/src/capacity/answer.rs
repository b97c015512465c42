//! The result of the byte chain alone: what is asked, and the tables that are handed out.

use serde::Serialize;

use crate::ashift::Ashift;
use crate::drive::SectorSize;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout};
use crate::partition::Partitioning;
use crate::units::Bytes;

use super::block::BlockSize;
use super::disk_bytes::parse_disk_bytes;
use super::loss::Losses;
use super::pool::{PoolCapacity, PoolSpec, SlopShift};
use super::steps::Step;
use super::vdev::{Disk, VdevCapacity, VdevSpec};
use super::version::ZfsVersion;
use super::zvol::Volume;

/// Everything besides layout and drives that the byte chain depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CapacityOptions {
    /// Ashift of every vdev.
    pub ashift: Ashift,
    /// The OpenZFS that counts.
    pub version: ZfsVersion,
    /// How drives are partitioned.
    pub partitioning: Partitioning,
    /// Logical sector size of every drive.
    pub logical_sector: SectorSize,
    /// The module parameter `spa_slop_shift`.
    pub slop_shift: SlopShift,
    /// Recordsize or volblocksize that the effective bytes are for.
    pub block: BlockSize,
    /// Size of a volume of such blocks whose reservation is asked for.
    pub volume_size: Option<Bytes>,
}

impl Default for CapacityOptions {
    /// Returns ashift 12, OpenZFS 2.3, no partitions, records of 128 KiB and no volume.
    fn default() -> Self {
        Self {
            ashift: Ashift::B4096,
            version: ZfsVersion::default(),
            partitioning: Partitioning::None,
            logical_sector: SectorSize::B512,
            slop_shift: SlopShift::default(),
            block: super::block::REFERENCE_BLOCK,
            volume_size: None,
        }
    }
}

/// One vdev in machine-readable results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VdevFacts {
    /// What its space is used for.
    pub class: AllocationClass,
    /// Type as `zpool` writes it.
    #[serde(rename = "type")]
    pub kind: String,
    /// Number of drives.
    pub width: u32,
    /// Space between the labels; parity included, one copy of a mirror.
    pub asize_bytes: Bytes,
    /// Binary logarithm of the metaslab size.
    pub metaslab_shift: u32,
    /// Number of metaslabs.
    pub metaslab_count: u64,
    /// Data sectors per 512 raw ones in what `zfs list` shows.
    pub deflate_ratio_512: u32,
    /// Metaslab kept for the intent log.
    pub embedded_log_bytes: Bytes,
    /// Bytes of all drives.
    pub raw_bytes: Bytes,
}

impl From<&VdevCapacity> for VdevFacts {
    fn from(vdev: &VdevCapacity) -> Self {
        Self {
            class: vdev.class,
            kind: vdev.kind.name(vdev.width),
            width: vdev.width,
            asize_bytes: vdev.asize,
            metaslab_shift: vdev.metaslabs.shift,
            metaslab_count: vdev.metaslabs.count,
            deflate_ratio_512: vdev.deflate_ratio.per_512(),
            embedded_log_bytes: vdev.embedded_log,
            raw_bytes: vdev.raw,
        }
    }
}

/// The space of a pool in machine-readable results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CapacityFacts {
    /// Bytes of all drives of all vdevs.
    pub raw_bytes: Bytes,
    /// SIZE of `zpool list -p`.
    pub zpool_size_bytes: Bytes,
    /// USED + AVAIL of the root dataset in `zfs list -p`.
    pub zfs_usable_bytes: Bytes,
    /// User data that fits in blocks of `effective_block_bytes`.
    pub effective_bytes: Bytes,
    /// Recordsize or volblocksize that `effective_bytes` is for.
    pub effective_block_bytes: BlockSize,
    /// What datasets share before slop.
    pub dspace_bytes: Bytes,
    /// Slop space.
    pub slop_bytes: Bytes,
    /// Raw space of the data vdevs without the embedded log.
    pub normal_bytes: Bytes,
    /// Embedded log of the data vdevs, raw.
    pub embedded_log_bytes: Bytes,
    /// Embedded log of the data vdevs, deflated.
    pub embedded_log_dspace_bytes: Bytes,
    /// Raw space of special vdevs.
    pub special_bytes: Bytes,
    /// Raw space of dedup vdevs.
    pub dedup_bytes: Bytes,
    /// Raw space of log vdevs.
    pub log_bytes: Bytes,
    /// Parity and all copies of mirrors but the first.
    pub parity_bytes: Bytes,
    /// Sectors left empty beside blocks of 128 KiB.
    pub padding_bytes: Bytes,
    /// Everything between `raw_bytes` and `zfs_usable_bytes`, by reason.
    pub lost_bytes: Losses,
}

impl CapacityFacts {
    /// Returns the figures of a pool, with the effective bytes for blocks of `block`.
    #[must_use]
    pub fn of(pool: &PoolCapacity, block: BlockSize) -> Self {
        Self {
            raw_bytes: pool.raw,
            zpool_size_bytes: pool.zpool_size,
            zfs_usable_bytes: pool.zfs_usable,
            effective_bytes: pool.effective(block),
            effective_block_bytes: block,
            dspace_bytes: pool.dspace,
            slop_bytes: pool.slop,
            normal_bytes: pool.normal,
            embedded_log_bytes: pool.embedded_log,
            embedded_log_dspace_bytes: pool.embedded_log_dspace,
            special_bytes: pool.special,
            dedup_bytes: pool.dedup,
            log_bytes: pool.log,
            parity_bytes: pool.parity(),
            padding_bytes: pool.padding(),
            lost_bytes: pool.losses,
        }
    }
}

/// A volume in machine-readable results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VolumeFacts {
    /// Size as its user sees it.
    pub size_bytes: Bytes,
    /// Its block size.
    pub volblocksize_bytes: BlockSize,
    /// What `zfs create -V` reserves for it.
    pub refreservation_bytes: Bytes,
    /// Whether an empty pool can reserve so much.
    pub fits: bool,
}

/// The byte chain of one layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CapacityAnswer {
    /// The layout as it is written.
    pub layout: String,
    /// Ashift of every vdev.
    pub ashift: Ashift,
    /// The OpenZFS that counts.
    pub zfs: ZfsVersion,
    /// The vdevs, in the layout's order.
    pub vdevs: Vec<VdevFacts>,
    /// The space of the empty pool.
    pub capacity: CapacityFacts,
    /// A volume, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<VolumeFacts>,
    /// The way from the drives' bytes to the usable ones.
    pub steps: Vec<Step>,
}

impl CapacityAnswer {
    /// Returns the byte chain of a written layout of drives written as [`parse_disk_bytes`] reads them.
    ///
    /// # Errors
    ///
    /// Returns an error where the layout or the sizes cannot be read, do not agree, or OpenZFS would refuse the pool.
    pub fn of(layout: &str, disk_bytes: &str, options: &CapacityOptions) -> Result<Self, Error> {
        let layout: Layout = layout.parse()?;
        let sizes = parse_disk_bytes(disk_bytes, &layout)?;
        let vdevs = layout
            .vdevs()
            .zip(sizes)
            .map(|(vdev, sizes)| {
                let disks = sizes
                    .into_iter()
                    .map(|bytes| Disk {
                        bytes,
                        logical_sector: options.logical_sector,
                    })
                    .collect();
                VdevSpec::new(vdev.class, vdev.kind, options.ashift, disks)
            })
            .collect();
        let spec = PoolSpec {
            vdevs,
            partitioning: options.partitioning,
            version: options.version,
            slop_shift: options.slop_shift,
        };
        let pool = PoolCapacity::of(&spec)?;
        let volume = options
            .volume_size
            .map(|size| {
                let volume = Volume {
                    size,
                    block: options.block,
                };
                volume.refreservation(&pool).map(|refreservation| VolumeFacts {
                    size_bytes: size,
                    volblocksize_bytes: options.block,
                    refreservation_bytes: refreservation,
                    fits: refreservation <= pool.zfs_usable,
                })
            })
            .transpose()?;
        Ok(Self {
            layout: layout.to_string(),
            ashift: options.ashift,
            zfs: options.version,
            vdevs: pool.vdevs.iter().map(VdevFacts::from).collect(),
            capacity: CapacityFacts::of(&pool, options.block),
            volume,
            steps: pool.steps(&spec),
        })
    }
}
