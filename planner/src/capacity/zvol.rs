//! What does a volume (zvol) reserve?

use crate::error::Error;
use crate::layout::VdevType;
use crate::units::Bytes;

use super::block::{BlockGeometry, BlockSize, RATIO_SHIFT, REFERENCE_BLOCK, indirect_blocks};
use super::pool::PoolCapacity;

/// Metadata blocks that any volume has, counted before its indirect blocks.
///
/// # Source
///
/// OpenZFS `zvol_volsize_to_reservation`, `lib/libzfs/libzfs_dataset.c`.
const METADATA_BLOCKS: u64 = 7;

/// Copies of every metadata block.
const METADATA_COPIES: u64 = 2;

/// A volume to be made with a full reservation, as `zfs create -V` does without `-s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Volume {
    /// Its size as its user sees it.
    pub size: Bytes,
    /// Its block size.
    pub block: BlockSize,
}

impl Volume {
    /// Returns the refreservation that `zfs create -V` computes on a pool; `copies` does not change it.
    ///
    /// # Formula
    ///
    /// ```text
    /// blocks = size // volblocksize
    /// meta   = 7 + Σ of the levels blocks → ceil(blocks / 1024) → … → 1
    /// data   = size; the most over RAID-Z and dRAID vdevs of
    ///          blocks · asize(volblocksize) // (asize(131072) // 512) · 256, if that is more
    /// refreservation = data + 2 · 128 KiB · meta
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] where the reservation exceeds 64 bits.
    ///
    /// # Source
    ///
    /// OpenZFS `zvol_volsize_to_reservation` and `volsize_from_vdevs`, `lib/libzfs/libzfs_dataset.c`.
    pub fn refreservation(self, pool: &PoolCapacity) -> Result<Bytes, Error> {
        self.refreservation_on(pool.vdevs.iter().map(|vdev| vdev.geometry))
    }

    /// Returns the refreservation on a pool of vdevs that lay out blocks so, as [`Volume::refreservation`] does.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] where the reservation exceeds 64 bits.
    pub fn refreservation_on(self, vdevs: impl IntoIterator<Item = BlockGeometry>) -> Result<Bytes, Error> {
        let blocks = self.size.as_u64() / self.block.as_u64();
        let metadata = METADATA_BLOCKS + indirect_blocks(blocks);
        let metadata =
            u128::from(metadata) * u128::from(METADATA_COPIES) * u128::from(REFERENCE_BLOCK.as_u64());
        let data = vdevs
            .into_iter()
            .filter_map(|geometry| self.data_on(geometry, blocks))
            .fold(u128::from(self.size.as_u64()), u128::max);
        u64::try_from(data + metadata)
            .map(Bytes::new)
            .map_err(|_| Error::OutOfRange {
                quantity: "volume size".to_owned(),
                reason: format!("a volume of {} would reserve more than 2^64 bytes", self.size),
                hint: "make the volume smaller".to_owned(),
            })
    }

    /// Returns the bytes that the data count for on a vdev with parity.
    fn data_on(self, geometry: BlockGeometry, blocks: u64) -> Option<u128> {
        match geometry.kind() {
            VdevType::Stripe | VdevType::Mirror => None,
            VdevType::Raidz { .. } | VdevType::Draid { .. } => {
                let one = u128::from(geometry.asize(self.block).as_u64());
                let reference = u128::from(geometry.asize(REFERENCE_BLOCK).as_u64() >> RATIO_SHIFT);
                let per_unit = u128::from(REFERENCE_BLOCK.as_u64() >> RATIO_SHIFT);
                Some(u128::from(blocks) * one / reference * per_unit)
            }
        }
    }
}
