//! What does a file count for in `referenced`, and how many blocks does `stat` show?

use crate::error::Error;
use crate::units::Bytes;

use super::block::{BlockSize, indirect_blocks};
use super::vdev::VdevCapacity;

/// Copies of an indirect block.
const INDIRECT_COPIES: u64 = 2;

/// The unit of `st_blocks`, 512 bytes.
const STAT_BLOCK: u64 = 512;

/// The blocks of one file on one vdev, as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileBlocks {
    /// Number of data blocks.
    pub data_count: u64,
    /// Length of each data block.
    pub data_size: BlockSize,
    /// Number of indirect blocks; none where there is a single data block.
    pub indirect_count: u64,
    /// Length of each indirect block after compression, which is always on for metadata.
    pub indirect_size: BlockSize,
}

impl FileBlocks {
    /// Returns the blocks of a file of `length` bytes of data that cannot be compressed.
    ///
    /// How far indirect blocks compress depends on their contents: `indirect_size` is one sector for a file of few
    /// blocks and up to 128 KiB for full ones.
    #[must_use]
    pub fn of(length: Bytes, recordsize: BlockSize, indirect_size: BlockSize) -> Self {
        let data_count = length.as_u64().div_ceil(recordsize.as_u64());
        Self {
            data_count,
            data_size: recordsize,
            indirect_count: indirect_blocks(data_count),
            indirect_size,
        }
    }

    /// Returns what the file adds to `referenced` and `used` of its dataset.
    ///
    /// # Formula
    ///
    /// ```text
    /// Σ over block copies of deflated(asize): data blocks once, indirect blocks twice
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] where it exceeds 64 bits.
    pub fn referenced(self, vdev: &VdevCapacity) -> Result<Bytes, Error> {
        let data = u128::from(self.data_count) * u128::from(vdev.deflated_block(self.data_size).as_u64());
        let indirect = u128::from(self.indirect_count)
            * u128::from(INDIRECT_COPIES)
            * u128::from(vdev.deflated_block(self.indirect_size).as_u64());
        u64::try_from(data + indirect)
            .map(Bytes::new)
            .map_err(|_| Error::OutOfRange {
                quantity: "file length".to_owned(),
                reason: "the file would take more than 2^64 bytes".to_owned(),
                hint: "make the file smaller".to_owned(),
            })
    }

    /// Returns `st_blocks` of the file, in units of 512 bytes; the dnode counts as one.
    ///
    /// # Formula
    ///
    /// ```text
    /// (referenced + 256) // 512 + 1
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] where the length exceeds 64 bits.
    ///
    /// # Source
    ///
    /// OpenZFS `dmu_object_size_from_db`, `module/zfs/dmu.c`; one slot of 512 bytes for the default `dnodesize`.
    pub fn stat_blocks(self, vdev: &VdevCapacity) -> Result<u64, Error> {
        let referenced = self.referenced(vdev)?.as_u64();
        Ok(referenced.saturating_add(STAT_BLOCK / 2) / STAT_BLOCK + 1)
    }
}
