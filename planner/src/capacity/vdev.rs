//! From the bytes of its drives to the space of one vdev.

use crate::ashift::Ashift;
use crate::drive::SectorSize;
use crate::error::Error;
use crate::layout::{AllocationClass, VdevType};
use crate::partition::Partitioning;
use crate::units::Bytes;

use super::block::{BlockGeometry, BlockSize, DeflateRatio};
use super::loss::{Loss, Losses};
use super::metaslab::Metaslabs;
use super::version::ZfsVersion;

/// Devices are used in whole labels of 256 KiB.
///
/// # Source
///
/// OpenZFS `sizeof (vdev_label_t)`, `include/sys/vdev_impl.h`; rounding in `vdev_open`, `module/zfs/vdev.c`.
const LABEL: u64 = 256 << 10;

/// Four labels and the boot area of 3.5 MiB: 4.5 MiB of every device.
///
/// # Source
///
/// OpenZFS `VDEV_LABEL_START_SIZE` and `VDEV_LABEL_END_SIZE`, `include/sys/vdev_impl.h`.
const LABELS_AND_BOOT: u64 = (4 << 20) + (512 << 10);

/// A row of dRAID on one drive: 16 MiB.
///
/// # Source
///
/// OpenZFS `VDEV_DRAID_ROWHEIGHT`, `include/sys/vdev_draid.h`.
const DRAID_ROW: u64 = 16 << 20;

/// Rows that dRAID keeps back on every drive, for the reflow of an expansion.
///
/// # Source
///
/// OpenZFS `VDEV_DRAID_REFLOW_RESERVE`, `include/sys/vdev_draid.h`: 2 rows.
const DRAID_RESERVE_ROWS: u64 = 2;

/// A drive as far as capacity is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Disk {
    /// Bytes of the whole drive, before partitioning.
    pub bytes: Bytes,
    /// Logical sector size; partitions are laid out in its units.
    pub logical_sector: SectorSize,
}

impl Disk {
    /// Returns a drive with logical sectors of 512 bytes.
    #[must_use]
    pub const fn with_512_byte_sectors(bytes: Bytes) -> Self {
        Self {
            bytes,
            logical_sector: SectorSize::B512,
        }
    }
}

/// A vdev to be made of given drives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VdevSpec {
    /// What its space is used for.
    pub class: AllocationClass,
    /// How it protects its data.
    pub kind: VdevType,
    /// Its ashift.
    pub ashift: Ashift,
    /// Its drives, at least one.
    pub disks: Vec<Disk>,
    /// The drives that it was created with, where it has since been expanded or its drives been replaced by larger
    /// ones; its metaslab size and deflate ratio stay those of that day.
    pub created_with: Option<Vec<Disk>>,
}

impl VdevSpec {
    /// Returns a vdev as it is when just created.
    #[must_use]
    pub const fn new(class: AllocationClass, kind: VdevType, ashift: Ashift, disks: Vec<Disk>) -> Self {
        Self {
            class,
            kind,
            ashift,
            disks,
            created_with: None,
        }
    }

    /// Returns the vdev after its drives have become `disks`: a RAID-Z expansion, or larger drives and
    /// `zpool online -e`.
    #[must_use]
    pub fn grown_to(mut self, disks: Vec<Disk>) -> Self {
        let before = std::mem::replace(&mut self.disks, disks);
        self.created_with.get_or_insert(before);
        self
    }
}

/// The space of one vdev.
///
/// All sizes of RAID-Z and dRAID vdevs include parity; those of a mirror are one copy's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VdevCapacity {
    /// What its space is used for.
    pub class: AllocationClass,
    /// How it protects its data.
    pub kind: VdevType,
    /// Number of drives.
    pub width: u32,
    /// How new blocks are laid out.
    pub geometry: BlockGeometry,
    /// How blocks were laid out when the vdev was created, by which its space is counted.
    pub counted_geometry: BlockGeometry,
    /// Bytes of all its drives.
    pub raw: Bytes,
    /// What its smallest drive offers after partitions and labels; a replacement must offer as much.
    pub smallest_leaf: Bytes,
    /// Space between the labels, as the pool's configuration records it.
    pub asize: Bytes,
    /// The metaslabs into which it is divided.
    pub metaslabs: Metaslabs,
    /// How its space is scaled for what `zfs list` shows.
    pub deflate_ratio: DeflateRatio,
    /// The metaslab kept for the intent log; no bytes where there is none.
    pub embedded_log: Bytes,
    /// Bytes of the metaslabs but the one of the embedded log.
    pub allocatable: Bytes,
}

impl VdevCapacity {
    /// Returns the space of a vdev and where the rest of its drives' bytes goes, up to what [`Self::allocatable`] is.
    ///
    /// # Formula
    ///
    /// ```text
    /// leaf  = partition // 256 KiB · 256 KiB − 4.5 MiB
    /// asize = leaf                                            single drive
    ///       = min(leaf)                                       mirror
    ///       = (min(leaf) // 2^ashift · 2^ashift) · width      RAID-Z
    ///       = (min(leaf) // 16 MiB · 16 MiB − 32 MiB) (C − S) // g · g,  g = (D + P) 16 MiB      dRAID
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error where OpenZFS would refuse the vdev: wrong number of drives, or a drive that leaves less than
    /// 64 MiB.
    ///
    /// # Source
    ///
    /// OpenZFS `vdev_open` and `vdev_get_min_asize`, `module/zfs/vdev.c`; `vdev_draid_open`, `module/zfs/vdev_draid.c`.
    pub(super) fn of(
        spec: &VdevSpec,
        partitioning: Partitioning,
        version: ZfsVersion,
        losses: &mut Losses,
    ) -> Result<Self, Error> {
        let width = u32::try_from(spec.disks.len()).unwrap_or(u32::MAX);
        let geometry = BlockGeometry::new(spec.kind, width, spec.ashift)?;
        let space = DeviceSpace::of(spec, &spec.disks, partitioning)?;
        let (shift, counted_geometry) = match &spec.created_with {
            None => (Metaslabs::shift_for(Bytes::new(space.asize)), geometry),
            Some(original) => {
                let original_width = u32::try_from(original.len()).unwrap_or(u32::MAX);
                let original_geometry = BlockGeometry::new(spec.kind, original_width, spec.ashift)?;
                let before = DeviceSpace::of(spec, original, partitioning)?;
                (Metaslabs::shift_for(Bytes::new(before.asize)), original_geometry)
            }
        };
        let asize = Bytes::new(space.asize);
        let metaslabs = Metaslabs::of(spec.kind, spec.ashift, asize, shift);
        let class_embeds_log = match spec.class {
            AllocationClass::Data => true,
            AllocationClass::Special => version.special_has_embedded_log(),
            AllocationClass::Dedup | AllocationClass::Log => false,
        };
        let embedded_log = if class_embeds_log && metaslabs.embeds_log() {
            metaslabs.first
        } else {
            Bytes::ZERO
        };
        if spec.class == AllocationClass::Data {
            space.add_losses(spec.kind, losses);
            losses.add(Loss::MetaslabRemainder, space.asize - metaslabs.size.as_u64());
            losses.add(Loss::EmbeddedLog, embedded_log.as_u64());
        }
        Ok(Self {
            class: spec.class,
            kind: spec.kind,
            width,
            geometry,
            counted_geometry,
            raw: Bytes::new(space.raw),
            smallest_leaf: Bytes::new(space.smallest),
            asize,
            metaslabs,
            deflate_ratio: counted_geometry.deflate_ratio(),
            embedded_log,
            allocatable: metaslabs.size.saturating_sub(embedded_log),
        })
    }

    /// Returns the part of [`Self::allocatable`] that `zfs list` counts.
    #[must_use]
    pub const fn deflated(&self) -> Bytes {
        self.deflate_ratio.deflate(self.allocatable)
    }

    /// Returns the part of the embedded log that would count in `zfs list`; it lowers the slop.
    #[must_use]
    pub const fn embedded_log_deflated(&self) -> Bytes {
        self.deflate_ratio.deflate(self.embedded_log)
    }

    /// Returns what one new block of `psize` bytes counts for in `zfs list`.
    ///
    /// It is also what each saved reference to such a block adds to USED + AVAIL once dedup saves it.
    #[must_use]
    pub fn deflated_block(&self, psize: BlockSize) -> Bytes {
        self.deflate_ratio.deflate(self.geometry.asize(psize))
    }

    /// Tells whether `disk` can take the place of any drive of the vdev, as far as its size goes.
    ///
    /// # Errors
    ///
    /// Returns an error where the drive cannot be partitioned at all.
    pub fn can_be_replaced_by(&self, disk: Disk, partitioning: Partitioning) -> Result<bool, Error> {
        Ok(leaf(disk, partitioning)?.leaf >= self.smallest_leaf.as_u64())
    }
}

/// What one device offers, and what partitions and labels take of it.
struct Leaf {
    leaf: u64,
    partition_loss: u64,
    label_loss: u64,
}

fn leaf(disk: Disk, partitioning: Partitioning) -> Result<Leaf, Error> {
    let length = partitioning
        .zfs_partition(disk.bytes, disk.logical_sector)?
        .length
        .as_u64();
    let leaf = (length / LABEL * LABEL).saturating_sub(LABELS_AND_BOOT);
    Ok(Leaf {
        leaf,
        partition_loss: disk.bytes.as_u64() - length,
        label_loss: length - leaf,
    })
}

/// The way from the drives to the asize; every field in bytes of all drives together.
struct DeviceSpace {
    raw: u64,
    partition_loss: u64,
    label_loss: u64,
    smallest: u64,
    all_leaves: u64,
    width: u64,
    draid_spares: u64,
    draid_reserve: u64,
    asize: u64,
}

impl DeviceSpace {
    fn of(spec: &VdevSpec, disks: &[Disk], partitioning: Partitioning) -> Result<Self, Error> {
        let mut space = Self {
            raw: 0,
            partition_loss: 0,
            label_loss: 0,
            smallest: u64::MAX,
            all_leaves: 0,
            width: disks.len() as u64,
            draid_spares: 0,
            draid_reserve: 0,
            asize: 0,
        };
        for disk in disks {
            let leaf = leaf(*disk, partitioning)?;
            // The other sums are parts of this one, so only it can overflow.
            space.raw = space.raw.checked_add(disk.bytes.as_u64()).ok_or_else(too_large)?;
            space.partition_loss += leaf.partition_loss;
            space.label_loss += leaf.label_loss;
            space.all_leaves += leaf.leaf;
            space.smallest = space.smallest.min(leaf.leaf);
        }
        space.asize = match spec.kind {
            VdevType::Stripe | VdevType::Mirror => space.smallest,
            VdevType::Raidz { .. } => {
                (space.smallest >> spec.ashift.as_u32() << spec.ashift.as_u32()) * space.width
            }
            VdevType::Draid { parity, data, spares } => {
                let rows = (space.smallest / DRAID_ROW).saturating_sub(DRAID_RESERVE_ROWS);
                let per_disk = rows * DRAID_ROW;
                let group = (u64::from(parity) + u64::from(data)) * DRAID_ROW;
                space.draid_spares = per_disk * u64::from(spares);
                space.draid_reserve = DRAID_RESERVE_ROWS * DRAID_ROW * space.width;
                // Never 0: 64 MiB leave a row beside the reserve, and a group is no wider than the vdev.
                per_disk * (space.width - u64::from(spares)) / group * group
            }
        };
        Ok(space)
    }

    fn add_losses(&self, kind: VdevType, losses: &mut Losses) {
        let equal_leaves = self.smallest * self.width;
        losses.add(Loss::Partition, self.partition_loss);
        losses.add(Loss::Labels, self.label_loss);
        losses.add(Loss::MixedSizes, self.all_leaves - equal_leaves);
        losses.add(Loss::DraidReserve, self.draid_reserve);
        losses.add(Loss::DraidSpares, self.draid_spares);
        match kind {
            VdevType::Stripe | VdevType::Mirror => {
                losses.add(Loss::MirrorCopies, equal_leaves - self.asize);
            }
            VdevType::Raidz { .. } | VdevType::Draid { .. } => losses.add(
                Loss::AsizeRounding,
                equal_leaves - self.draid_reserve - self.draid_spares - self.asize,
            ),
        }
    }
}

pub(super) fn too_large() -> Error {
    Error::OutOfRange {
        quantity: "pool size".to_owned(),
        reason: "the drives have more than 2^64 bytes together".to_owned(),
        hint: "check the capacities".to_owned(),
    }
}
