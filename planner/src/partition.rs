//! How much of a drive does partitioning leave for ZFS?
//!
//! Covers what `zpool create` does to a whole disk on Linux, the usual GPT of FreeBSD installers, and no partitions at
//! all (files, loop devices, partitions made by hand). Left out: boot partitions and MBR.

use serde::Serialize;

use crate::drive::SectorSize;
use crate::error::Error;
use crate::units::Bytes;

/// The smallest device that OpenZFS takes: 64 MiB.
///
/// # Source
///
/// OpenZFS `SPA_MINDEVSIZE`, `include/sys/fs/zfs.h`.
pub const MINIMUM_DEVICE: Bytes = Bytes::from_mib(64);

/// First sector of partition 1, and the unit of its length, in logical sectors.
///
/// # Source
///
/// OpenZFS `NEW_START_BLOCK` and `PARTITION_END_ALIGNMENT`, `lib/libzfs/libzfs_impl.h`.
const LINUX_ALIGNMENT_SECTORS: u64 = 2048;

/// Length of partition 9 in logical sectors.
///
/// # Source
///
/// OpenZFS `EFI_MIN_RESV_SIZE`, `include/sys/efi_partition.h`.
const LINUX_RESERVE_SECTORS: u64 = 16_384;

/// Bytes of the array of 128 GPT entries.
const GPT_ENTRIES_BYTES: u64 = 16_384;

/// Start and end of FreeBSD partitions are multiples of this: `gpart add -a 1m`.
const FREEBSD_ALIGNMENT: u64 = 1 << 20;

/// How a drive is partitioned before ZFS gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partitioning {
    /// ZFS gets the device as it is.
    #[default]
    None,
    /// `zpool create` on Linux labels the whole disk.
    WholeDisk,
    /// GPT on FreeBSD, aligned to 1 MiB.
    FreeBsd {
        /// Length of a swap partition before the one for ZFS; no bytes for none.
        swap: Bytes,
    },
}

/// The part of a drive that ZFS gets, and what lies around it.
///
/// The four lengths sum to the bytes of the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ZfsPartition {
    /// Where the part starts, in bytes from the start of the drive.
    pub start: Bytes,
    /// Its length.
    pub length: Bytes,
    /// Length of the reserved partition 9 that follows it; no bytes where there is none.
    pub reserve: Bytes,
    /// What is left after that, the second copy of the partition table included.
    pub tail: Bytes,
}

impl Partitioning {
    /// Returns the part of a drive of `bytes` bytes that ZFS gets.
    ///
    /// # Formula
    ///
    /// ```text
    /// whole disk: sectors = bytes // logical;  table = 16384 // logical + 1
    ///             start   = 2048 sectors
    ///             length  = (sectors − table − 16384 − 2048) rounded down to a multiple of 2048 sectors
    ///             reserve = 16384 sectors
    /// FreeBSD:    start   = 1 MiB + swap rounded up to MiB
    ///             length  = (bytes − table sectors) rounded down to MiB − start
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Error::Drives`] where the part is smaller than 64 MiB, or where the logical sectors have 520 or 528
    /// bytes.
    ///
    /// # Source
    ///
    /// OpenZFS `zpool_label_disk`, `lib/libzfs/os/linux/libzfs_pool_os.c`.
    pub fn zfs_partition(self, bytes: Bytes, logical_sector: SectorSize) -> Result<ZfsPartition, Error> {
        let Some(shift) = logical_sector.shift() else {
            return Err(Error::Drives {
                reason: format!("logical sectors of {logical_sector} bytes cannot be used by ZFS"),
                hint: "reformat the drive to sectors of 512 or 4096 bytes with `sg_format`".to_owned(),
            });
        };
        let sector = 1_u64 << shift;
        let sectors = bytes.as_u64() >> shift;
        let table = GPT_ENTRIES_BYTES.div_ceil(sector) + 1;
        let (start, length, reserve) = match self {
            Self::None => (0, bytes.as_u64(), 0),
            Self::WholeDisk => {
                let around = table + LINUX_RESERVE_SECTORS + LINUX_ALIGNMENT_SECTORS;
                let length =
                    sectors.saturating_sub(around) / LINUX_ALIGNMENT_SECTORS * LINUX_ALIGNMENT_SECTORS;
                (
                    LINUX_ALIGNMENT_SECTORS << shift,
                    length << shift,
                    LINUX_RESERVE_SECTORS << shift,
                )
            }
            Self::FreeBsd { swap } => {
                let swap = swap.as_u64().div_ceil(FREEBSD_ALIGNMENT);
                let start = swap.saturating_add(1).saturating_mul(FREEBSD_ALIGNMENT);
                let end = (sectors.saturating_sub(table) << shift) / FREEBSD_ALIGNMENT * FREEBSD_ALIGNMENT;
                (start, end.saturating_sub(start), 0)
            }
        };
        if length < MINIMUM_DEVICE.as_u64() {
            return Err(Error::Drives {
                reason: format!(
                    "a drive of {bytes} leaves {length} bytes for ZFS, which needs at least {MINIMUM_DEVICE}"
                ),
                hint: "use larger drives".to_owned(),
            });
        }
        Ok(ZfsPartition {
            start: Bytes::new(start),
            length: Bytes::new(length),
            reserve: Bytes::new(reserve),
            tail: Bytes::new(bytes.as_u64() - start - length - reserve),
        })
    }
}
