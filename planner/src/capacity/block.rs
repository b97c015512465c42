//! How many raw bytes does a block of data take on a vdev?

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::ashift::Ashift;
use crate::error::Error;
use crate::layout::VdevType;
use crate::units::{Bytes, parse_block_size};

/// The block by which OpenZFS judges the overhead of a vdev: 128 KiB.
///
/// # Source
///
/// OpenZFS `SPA_OLD_MAXBLOCKSIZE`, used by `vdev_set_deflate_ratio`, `module/zfs/vdev.c`.
pub const REFERENCE_BLOCK: BlockSize = BlockSize(1 << 17);

/// Data sectors and raw sectors are counted in units of 512 bytes, whatever the ashift.
///
/// # Source
///
/// OpenZFS `SPA_MINBLOCKSHIFT`, `include/sys/fs/zfs.h`.
pub const RATIO_SHIFT: u32 = 9;

/// Pointers in an indirect block of 128 KiB.
///
/// # Source
///
/// OpenZFS `DN_MAX_INDBLKSHIFT` − `SPA_BLKPTRSHIFT`, `include/sys/dnode.h`: 2^(17 − 7).
const POINTERS_PER_INDIRECT: u64 = 1024;

/// Returns the indirect blocks of so many data blocks: data → ceil(data / 1024) → … → 1, none for a single one.
pub(super) fn indirect_blocks(data_blocks: u64) -> u64 {
    let mut count = 0;
    let mut level = data_blocks;
    while level > 1 {
        level = level.div_ceil(POINTERS_PER_INDIRECT);
        count += level;
    }
    count
}

/// The length of a block in bytes, from 1 byte to 16 MiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockSize(u32);

impl BlockSize {
    /// The largest block: 16 MiB.
    ///
    /// # Source
    ///
    /// OpenZFS `SPA_MAXBLOCKSIZE`, `include/sys/fs/zfs.h`.
    pub const MAXIMUM: Self = Self(1 << 24);

    /// Returns the length of a block as it is written, compressed or not.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] for no bytes and for more than 16 MiB.
    pub fn new(bytes: u64) -> Result<Self, Error> {
        match u32::try_from(bytes) {
            Ok(small) if (1..=Self::MAXIMUM.0).contains(&small) => Ok(Self(small)),
            _ => Err(Error::OutOfRange {
                quantity: "block size".to_owned(),
                reason: format!("`{bytes}` bytes is not between 1 byte and 16 MiB"),
                hint: "write 128K".to_owned(),
            }),
        }
    }

    /// Returns the length of a record or of a volume block.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] unless it is a power of two from 512 bytes to 16 MiB.
    pub fn from_property(bytes: u64) -> Result<Self, Error> {
        Self::new(bytes)
            .ok()
            .filter(|size| size.0.is_power_of_two() && size.0 >= 512)
            .ok_or_else(|| Error::OutOfRange {
                quantity: "recordsize or volblocksize".to_owned(),
                reason: format!("`{bytes}` bytes is not a power of two from 512 bytes to 16 MiB"),
                hint: "write 16K, 128K or 1M".to_owned(),
            })
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for BlockSize {
    /// Writes `512`, `128K` or `1M`, as ZFS properties do; what is no whole KiB in bytes.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_multiple_of(1 << 20) {
            write!(formatter, "{}M", self.0 >> 20)
        } else if self.0.is_multiple_of(1 << 10) {
            write!(formatter, "{}K", self.0 >> 10)
        } else {
            write!(formatter, "{}", self.0)
        }
    }
}

impl FromStr for BlockSize {
    type Err = Error;

    /// Reads a property value such as `128K`, `1M`, `131072` or `16 KiB`; letters count in powers of 1024, as in ZFS.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] for what is no size, and where [`BlockSize::from_property`] does.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_property(parse_block_size("recordsize or volblocksize", text)?.as_u64())
    }
}

impl Serialize for BlockSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

/// The sectors that one block takes on a vdev, each of 2^ashift bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BlockSectors {
    /// Sectors that hold data; the last may be partly empty.
    pub data: u64,
    /// Sectors that hold parity.
    pub parity: u64,
    /// Sectors that hold nothing, so that what is left free can always be used.
    pub padding: u64,
}

impl BlockSectors {
    /// Returns all sectors.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.data + self.parity + self.padding
    }
}

/// How a vdev lays out a block: its type, the number of drives over which blocks are spread, and its ashift.
///
/// After a RAID-Z expansion new blocks use the new width and old ones keep the old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockGeometry {
    kind: VdevType,
    width: u32,
    ashift: Ashift,
}

impl BlockGeometry {
    /// Returns the geometry of a vdev of `width` drives.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OutOfRange`] where the vdev could not exist, such as RAID-Z with no more drives than parity.
    pub fn new(kind: VdevType, width: u32, ashift: Ashift) -> Result<Self, Error> {
        kind.check_width(width)?;
        Ok(Self { kind, width, ashift })
    }

    /// Returns the type of the vdev.
    #[must_use]
    pub const fn kind(self) -> VdevType {
        self.kind
    }

    /// Returns the ashift.
    #[must_use]
    pub const fn ashift(self) -> Ashift {
        self.ashift
    }

    /// Returns the sectors that a block of `psize` bytes takes, one copy on a mirror.
    ///
    /// # Formula
    ///
    /// ```text
    /// data   = ceil(psize / 2^ashift)
    /// RAID-Z : parity = P ceil(data / (W − P)); data + parity + padding is the next multiple of P + 1
    /// dRAID  : rows = ceil(data / D); parity = P rows; padding = D rows − data
    /// others : no parity, no padding
    /// ```
    ///
    /// W is the width, P the parity, D the data sectors of a dRAID group.
    ///
    /// # Source
    ///
    /// OpenZFS `vdev_raidz_psize_to_asize`, `module/zfs/vdev_raidz.c`; `vdev_draid_psize_to_asize`,
    /// `module/zfs/vdev_draid.c`.
    #[must_use]
    pub fn sectors(self, psize: BlockSize) -> BlockSectors {
        let data = psize.as_u64().div_ceil(self.ashift.sector_bytes());
        match self.kind {
            VdevType::Stripe | VdevType::Mirror => BlockSectors {
                data,
                parity: 0,
                padding: 0,
            },
            VdevType::Raidz { parity } => {
                let parity_per_row = u64::from(parity);
                let parity = parity_per_row * data.div_ceil(u64::from(self.width) - parity_per_row);
                let total = (data + parity).next_multiple_of(parity_per_row + 1);
                BlockSectors {
                    data,
                    parity,
                    padding: total - data - parity,
                }
            }
            VdevType::Draid {
                parity,
                data: data_per_row,
                ..
            } => {
                let rows = data.div_ceil(u64::from(data_per_row));
                BlockSectors {
                    data,
                    parity: rows * u64::from(parity),
                    padding: rows * u64::from(data_per_row) - data,
                }
            }
        }
    }

    /// Returns the raw bytes that a block of `psize` bytes takes (its asize), one copy on a mirror.
    #[must_use]
    pub fn asize(self, psize: BlockSize) -> Bytes {
        Bytes::new(self.sectors(psize).total() << self.ashift.as_u32())
    }

    /// Returns how space on the vdev is scaled for what `zfs list` shows.
    #[must_use]
    pub fn deflate_ratio(self) -> DeflateRatio {
        let units = self.asize(REFERENCE_BLOCK).as_u64() >> RATIO_SHIFT;
        DeflateRatio(u32::try_from(REFERENCE_BLOCK.as_u64() / units.max(1)).unwrap_or(1 << RATIO_SHIFT))
    }
}

/// Data sectors per 512 raw sectors of a vdev, for blocks of 128 KiB; 512 where there is no overhead.
///
/// # Formula
///
/// ```text
/// ratio = 131072 // (asize(131072) // 512)
/// deflated(x) = (x // 512) ratio
/// ```
///
/// # Source
///
/// OpenZFS `vdev_set_deflate_ratio`, `module/zfs/vdev.c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct DeflateRatio(u32);

impl DeflateRatio {
    /// Returns the number of data sectors per 512 raw ones.
    #[must_use]
    pub const fn per_512(self) -> u32 {
        self.0
    }

    /// Returns what `raw` bytes count for in `zfs list`; never more than `raw`.
    #[must_use]
    pub const fn deflate(self, raw: Bytes) -> Bytes {
        Bytes::new((raw.as_u64() >> RATIO_SHIFT) * self.0 as u64)
    }
}
