//! From vdevs to what `zpool list` and `zfs list` show, and to what fits.

use crate::error::Error;
use crate::layout::AllocationClass;
use crate::partition::Partitioning;
use crate::units::Bytes;

use super::block::{BlockSize, REFERENCE_BLOCK};
use super::loss::{Loss, Losses};
use super::vdev::{VdevCapacity, VdevSpec, too_large};
use super::version::ZfsVersion;

/// The most slop space, 128 GiB.
///
/// # Source
///
/// OpenZFS `spa_max_slop`, `module/zfs/spa_misc.c`.
const SLOP_MAXIMUM: u64 = 128 << 30;

/// The least slop space, 128 MiB, unless half of the space is less.
///
/// # Source
///
/// OpenZFS `spa_min_slop`, `module/zfs/spa_misc.c`.
const SLOP_MINIMUM: u64 = 128 << 20;

/// The module parameter `spa_slop_shift`: slop is the space divided by 2 to its power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlopShift(u32);

impl SlopShift {
    /// Returns the shift.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] unless it is from 1 to 31, as the module does.
    pub fn new(shift: u32) -> Result<Self, Error> {
        if (1..=31).contains(&shift) {
            Ok(Self(shift))
        } else {
            Err(Error::OutOfRange {
                quantity: "slop shift".to_owned(),
                reason: format!("`{shift}` is not between 1 and 31"),
                hint: "write 5, which is what OpenZFS uses".to_owned(),
            })
        }
    }

    /// Returns the number.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self.0
    }
}

impl Default for SlopShift {
    /// Returns 5, so that slop is 1/32 of the space.
    fn default() -> Self {
        Self(5)
    }
}

/// A pool to be made of given drives.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PoolSpec {
    /// Its top-level vdevs, at least one of them for data. Hot spares and cache devices change nothing.
    pub vdevs: Vec<VdevSpec>,
    /// How the drives are partitioned.
    pub partitioning: Partitioning,
    /// The OpenZFS that counts.
    pub version: ZfsVersion,
    /// The module parameter `spa_slop_shift`.
    pub slop_shift: SlopShift,
}

/// The space of an empty pool.
///
/// Sizes of RAID-Z and dRAID before [`Self::dspace`] include parity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolCapacity {
    /// The vdevs, in the order of the specification.
    pub vdevs: Vec<VdevCapacity>,
    /// Bytes of all drives of all vdevs.
    pub raw: Bytes,
    /// SIZE of `zpool list -p`: all metaslabs of all vdevs but log vdevs.
    pub zpool_size: Bytes,
    /// Space of the data vdevs without their embedded log.
    pub normal: Bytes,
    /// The embedded log metaslabs of the data vdevs.
    pub embedded_log: Bytes,
    /// The embedded log metaslabs of the data vdevs, deflated.
    pub embedded_log_dspace: Bytes,
    /// Space of the special vdevs without their embedded log.
    pub special: Bytes,
    /// Space of the dedup vdevs.
    pub dedup: Bytes,
    /// Space of the log vdevs.
    pub log: Bytes,
    /// Deflated space of the data vdevs, which datasets see before slop.
    pub dspace: Bytes,
    /// Slop space.
    pub slop: Bytes,
    /// USED + AVAIL of the root dataset in `zfs list -p`. It counts in blocks of 128 KiB whatever the recordsize.
    pub zfs_usable: Bytes,
    /// Where the bytes go that are not usable: `raw` less all of them is `zfs_usable`.
    pub losses: Losses,
}

impl PoolCapacity {
    /// Returns the space of an empty pool.
    ///
    /// # Formula
    ///
    /// ```text
    /// dspace = Σ over data vdevs of deflated(metaslabs without the embedded log)
    /// slop   = min(dspace // 2^shift, 128 GiB)
    /// slop  −= min(Σ deflated(embedded log), slop // 2)
    /// slop   = max(slop, min(dspace // 2, 128 MiB))
    /// usable = dspace − slop
    /// ```
    ///
    /// In 2.4 the embedded log of special vdevs counts in the second line too. From 2.3 on OpenZFS adds what is
    /// allocated on special vdevs to dspace, some 100 KB that depend on the pool's contents and are left out here.
    ///
    /// # Errors
    ///
    /// Returns an error where OpenZFS would refuse one of the vdevs, where no vdev is for data, and where the drives
    /// have more than 2^64 bytes together.
    ///
    /// # Source
    ///
    /// OpenZFS `spa_get_slop_space` and `spa_update_dspace`, `module/zfs/spa_misc.c`.
    pub fn of(spec: &PoolSpec) -> Result<Self, Error> {
        let mut losses = Losses::default();
        let mut pool = Self::empty();
        pool.vdevs.reserve_exact(spec.vdevs.len());
        let mut slop_credit = Bytes::ZERO;
        let mut has_data = false;
        for vdev in &spec.vdevs {
            let vdev = VdevCapacity::of(vdev, spec.partitioning, spec.version, &mut losses)?;
            // Everything summed below is part of these bytes.
            pool.raw = Bytes::new(
                pool.raw
                    .as_u64()
                    .checked_add(vdev.raw.as_u64())
                    .ok_or_else(too_large)?,
            );
            if vdev.class != AllocationClass::Log {
                pool.zpool_size = pool.zpool_size.saturating_add(vdev.metaslabs.size);
            }
            match vdev.class {
                AllocationClass::Data => {
                    has_data = true;
                    pool.add_data_vdev(&vdev, &mut losses);
                }
                AllocationClass::Special => {
                    pool.special = pool.special.saturating_add(vdev.allocatable);
                    losses.add(Loss::SpecialVdevs, vdev.raw.as_u64());
                }
                AllocationClass::Dedup => {
                    pool.dedup = pool.dedup.saturating_add(vdev.allocatable);
                    losses.add(Loss::DedupVdevs, vdev.raw.as_u64());
                }
                AllocationClass::Log => {
                    pool.log = pool.log.saturating_add(vdev.allocatable);
                    losses.add(Loss::LogVdevs, vdev.raw.as_u64());
                }
            }
            slop_credit = slop_credit.saturating_add(vdev.embedded_log_deflated());
            pool.vdevs.push(vdev);
        }
        if !has_data {
            return Err(Error::Drives {
                reason: "a pool needs at least one vdev for data".to_owned(),
                hint: "add a group without a class, such as `mirror:2`".to_owned(),
            });
        }
        pool.slop = slop(pool.dspace, slop_credit, spec.slop_shift);
        losses.add(Loss::Slop, pool.slop.as_u64());
        pool.zfs_usable = pool.dspace.saturating_sub(pool.slop);
        pool.losses = losses;
        Ok(pool)
    }

    /// Returns the bytes of user data that fit in blocks of `block` bytes, without compression.
    ///
    /// Blocks of another size than 128 KiB need more or less parity and padding than `zfs list` assumes, so this is
    /// what truly fits where [`Self::zfs_usable`] is what is shown. The data is spread over the data vdevs in
    /// proportion to their space. Whole blocks are counted; indirect blocks, of which each block needs at most two
    /// pointers of 128 bytes, and all other metadata are left out.
    ///
    /// # Formula
    ///
    /// ```text
    /// Σ over data vdevs: ⌊ ⌊usable · dspace_i / dspace⌋ / deflated_i(asize_i(block)) ⌋ · block
    /// ```
    #[must_use]
    pub fn effective(&self, block: BlockSize) -> Bytes {
        let Some(dspace) = std::num::NonZeroU64::new(self.dspace.as_u64()) else {
            return Bytes::ZERO;
        };
        let mut sum = 0_u128;
        for vdev in self.data_vdevs() {
            let share = u128::from(self.zfs_usable.as_u64()) * u128::from(vdev.deflated().as_u64())
                / u128::from(dspace.get());
            let one = vdev.deflated_block(block);
            sum += share / u128::from(one.as_u64().max(1)) * u128::from(block.as_u64());
        }
        Bytes::new(u64::try_from(sum).unwrap_or(u64::MAX))
    }

    /// Returns USED + AVAIL of the root dataset once `allocated` bytes lie on the special vdevs, as `zpool list -v`
    /// shows them there.
    ///
    /// From 2.3 on OpenZFS counts them as space; a new pool has up to some 500 KB of them.
    #[must_use]
    pub const fn zfs_usable_with_special(&self, allocated: Bytes, version: ZfsVersion) -> Bytes {
        if version.special_allocations_count() {
            self.zfs_usable.saturating_add(allocated)
        } else {
            self.zfs_usable
        }
    }

    /// Returns the bytes that hold redundancy: parity and all copies of a mirror but the first.
    #[must_use]
    pub const fn parity(&self) -> Bytes {
        self.losses
            .of(Loss::Parity)
            .saturating_add(self.losses.of(Loss::MirrorCopies))
    }

    /// Returns the bytes that RAID-Z and dRAID leave empty beside blocks of 128 KiB.
    #[must_use]
    pub const fn padding(&self) -> Bytes {
        self.losses.of(Loss::Padding)
    }

    /// Returns the vdevs that hold data.
    pub fn data_vdevs(&self) -> impl Iterator<Item = &VdevCapacity> {
        self.vdevs
            .iter()
            .filter(|vdev| vdev.class == AllocationClass::Data)
    }

    const fn empty() -> Self {
        Self {
            vdevs: Vec::new(),
            raw: Bytes::ZERO,
            zpool_size: Bytes::ZERO,
            normal: Bytes::ZERO,
            embedded_log: Bytes::ZERO,
            embedded_log_dspace: Bytes::ZERO,
            special: Bytes::ZERO,
            dedup: Bytes::ZERO,
            log: Bytes::ZERO,
            dspace: Bytes::ZERO,
            slop: Bytes::ZERO,
            zfs_usable: Bytes::ZERO,
            losses: Losses::NONE,
        }
    }

    fn add_data_vdev(&mut self, vdev: &VdevCapacity, losses: &mut Losses) {
        let allocatable = vdev.allocatable.as_u64();
        let deflated = vdev.deflated().as_u64();
        self.normal = self.normal.saturating_add(vdev.allocatable);
        self.dspace = self.dspace.saturating_add(vdev.deflated());
        self.embedded_log = self.embedded_log.saturating_add(vdev.embedded_log);
        self.embedded_log_dspace = self
            .embedded_log_dspace
            .saturating_add(vdev.embedded_log_deflated());
        let block = vdev.counted_geometry.sectors(REFERENCE_BLOCK);
        let parity = share(allocatable, block.parity, block.total());
        let padding = share(allocatable, block.padding, block.total());
        losses.add(Loss::Parity, parity);
        losses.add(Loss::Padding, padding);
        losses.add(Loss::DeflateTruncation, allocatable - deflated - parity - padding);
    }
}

/// Returns `part` of `whole` of the bytes, cut down.
fn share(bytes: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(bytes) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(bytes)
}

fn slop(dspace: Bytes, embedded_log: Bytes, shift: SlopShift) -> Bytes {
    let dspace = dspace.as_u64();
    let share = (dspace >> shift.as_u32()).min(SLOP_MAXIMUM);
    let reduced = share - embedded_log.as_u64().min(share >> 1);
    Bytes::new(reduced.max((dspace >> 1).min(SLOP_MINIMUM)))
}
