//! What will `zfs list` say after each drive that is attached to a RAID-Z vdev, and what truly fits?
//!
//! Old blocks keep their width; what is counted here is a pool that is written afterwards. OpenZFS goes on counting
//! space at the ratio of parity that the vdev was made with, so that AVAIL says less than fits.

use serde::Serialize;

use crate::capacity::{BlockSize, PoolCapacity, PoolSpec, VdevSpec, ZfsVersion};
use crate::layout::VdevType;
use crate::units::Bytes;

/// Drives that are attached one after the other.
const MOST_ATTACHED: usize = 3;

/// A vdev after a drive was attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GrowthStep {
    /// Drives in the vdev.
    pub width: usize,
    /// USED + AVAIL that `zfs list` will show.
    pub zfs_usable_bytes: Bytes,
    /// User data that fits, written after the expansion.
    pub effective_bytes: Bytes,
    /// USED + AVAIL of a pool made new with this width.
    pub made_new_bytes: Bytes,
}

/// Returns the steps of widening the first RAID-Z vdev, the first of them the pool as it is.
pub(super) fn growth(spec: &PoolSpec, record: BlockSize, version: ZfsVersion) -> Vec<GrowthStep> {
    let is_raidz = |vdev: &VdevSpec| matches!(vdev.kind, VdevType::Raidz { .. });
    let Some(position) = spec.vdevs.iter().position(is_raidz) else {
        return Vec::new();
    };
    if version < ZfsVersion::V2_3 {
        return Vec::new();
    }
    let Some(&smallest) = spec.vdevs[position].disks.iter().min_by_key(|disk| disk.bytes) else {
        return Vec::new();
    };
    (0..=MOST_ATTACHED)
        .map_while(|attached| {
            let mut disks = spec.vdevs[position].disks.clone();
            disks.extend(std::iter::repeat_n(smallest, attached));
            let width = disks.len();
            let mut grown = spec.clone();
            let mut made_new = spec.clone();
            made_new.vdevs[position].disks.clone_from(&disks);
            if attached > 0 {
                grown.vdevs[position] = grown.vdevs[position].clone().grown_to(disks);
            }
            let (grown, made_new) = (PoolCapacity::of(&grown).ok()?, PoolCapacity::of(&made_new).ok()?);
            Some(GrowthStep {
                width,
                zfs_usable_bytes: grown.zfs_usable,
                effective_bytes: grown.effective(record),
                made_new_bytes: made_new.zfs_usable,
            })
        })
        .collect()
}
