//! What does a pool become when the drives of a vdev are replaced by larger ones, or when a vdev is added?
//!
//! A vdev keeps the metaslabs' size and the ratio of parity that it was created with, a vdev that is added is new. With
//! the property `autoexpand` a vdev grows when the last of its drives is replaced. Left out: what the drives cost, since
//! no price is known of drives that are not there; and the chance of loss, which depends on drives not yet bought.

use serde::Serialize;

use super::evaluate::Built;
use crate::capacity::{BlockSize, Disk, PoolCapacity, VdevSpec};
use crate::drive::Media;
use crate::inventory::likely_bytes;
use crate::layout::AllocationClass;
use crate::resilver::Rebuild;
use crate::units::Bytes;

/// Vdevs that are added one after the other.
const MOST_ADDED: usize = 3;
/// Capacities that hard disks are sold in, in TB.
///
/// # Source
/// Seagate, Toshiba and Western Digital product lists of 3.5-inch drives, 2026.
const HDD_TB: [f64; 19] = [
    1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0,
    36.0,
];
/// Capacities that solid state drives are sold in, in TB.
///
/// # Source
/// Micron, Samsung and Solidigm product lists of drives for servers, 2026.
const SSD_TB: [f64; 10] = [0.24, 0.48, 0.96, 1.92, 3.84, 7.68, 15.36, 30.72, 61.44, 122.88];
/// Sizes of a label are this near to those of the drive: 18 TB may be 18.0002 TB.
const SAME_SIZE: f64 = 1.01;

/// The drives of all data vdevs replaced by larger ones, vdev by vdev.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LargerDrives {
    /// Size of the new drives on their label.
    pub label_bytes: Bytes,
    /// Bytes that such a drive has.
    pub drive_bytes: Bytes,
    /// The pool after each vdev.
    pub steps: Vec<LargerStep>,
}

/// A pool of which some vdevs have larger drives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LargerStep {
    /// Position of the vdev whose drives were replaced last.
    pub vdev: usize,
    /// New drives so far.
    pub drives_bought: usize,
    /// Mean hours of all resilvers so far, one drive after the other.
    pub resilver_hours: f64,
    /// SIZE that `zpool list` will show.
    pub zpool_size_bytes: Bytes,
    /// USED + AVAIL that `zfs list` will show.
    pub zfs_usable_bytes: Bytes,
    /// User data that fits.
    pub effective_bytes: Bytes,
}

/// A pool after a vdev was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AddedVdev {
    /// Data vdevs that it has then.
    pub data_vdevs: usize,
    /// New drives so far.
    pub drives_bought: usize,
    /// SIZE that `zpool list` will show.
    pub zpool_size_bytes: Bytes,
    /// USED + AVAIL that `zfs list` will show.
    pub zfs_usable_bytes: Bytes,
    /// User data that fits.
    pub effective_bytes: Bytes,
}

/// Returns the plans with drives of the next common size and, where such are sold, of twice the size; those with the smallest drives are
/// replaced first.
pub(super) fn larger_drives(
    built: &Built,
    replacements: &[Rebuild],
    media: Media,
    record: BlockSize,
) -> Vec<LargerDrives> {
    let data = data_vdevs(built);
    let disks = data.iter().flat_map(|&vdev| &built.spec.vdevs[vdev].disks);
    let Some(largest) = disks.map(|disk| disk.bytes).max() else {
        return Vec::new();
    };
    let mut found: Vec<LargerDrives> = Vec::new();
    for label in [next_size(largest, media), twice(largest, media)]
        .into_iter()
        .flatten()
    {
        if found.iter().all(|known| known.label_bytes != label) {
            found.extend(replaced((built, replacements), &data, label, media, record));
        }
    }
    found
}

fn replaced(
    (built, replacements): (&Built, &[Rebuild]),
    data: &[usize],
    label: Bytes,
    media: Media,
    record: BlockSize,
) -> Option<LargerDrives> {
    let drive_bytes = likely_bytes(label, Some(media)).unwrap_or(label);
    let mut order = data.to_vec();
    order.sort_by_key(|&vdev| built.capacity.vdevs[vdev].smallest_leaf);
    let mut spec = built.spec.clone();
    let (mut drives_bought, mut resilver_hours) = (0, 0.0);
    let mut steps = Vec::with_capacity(order.len());
    for vdev in order {
        let larger = |disk: &Disk| Disk {
            bytes: drive_bytes,
            logical_sector: disk.logical_sector,
        };
        let disks: Vec<Disk> = spec.vdevs[vdev].disks.iter().map(larger).collect();
        drives_bought += disks.len();
        let width = u32::try_from(disks.len()).map_or(f64::INFINITY, f64::from);
        resilver_hours += width * replacements[vdev].mean_hours().as_f64();
        spec.vdevs[vdev] = spec.vdevs[vdev].clone().grown_to(disks);
        let capacity = PoolCapacity::of(&spec).ok()?;
        steps.push(LargerStep {
            vdev,
            drives_bought,
            resilver_hours,
            zpool_size_bytes: capacity.zpool_size,
            zfs_usable_bytes: capacity.zfs_usable,
            effective_bytes: capacity.effective(record),
        });
    }
    Some(LargerDrives {
        label_bytes: label,
        drive_bytes,
        steps,
    })
}

/// Returns the pool with one, two and three more vdevs of the kind and the drives of the last data vdev.
pub(super) fn added_vdevs(built: &Built, record: BlockSize) -> Vec<AddedVdev> {
    let data = data_vdevs(built);
    let Some(&last) = data.last() else {
        return Vec::new();
    };
    let pattern = &built.spec.vdevs[last];
    let mut spec = built.spec.clone();
    (1..=MOST_ADDED)
        .map_while(|added| {
            spec.vdevs.push(VdevSpec::new(
                pattern.class,
                pattern.kind,
                pattern.ashift,
                pattern.disks.clone(),
            ));
            let capacity = PoolCapacity::of(&spec).ok()?;
            Some(AddedVdev {
                data_vdevs: data.len() + added,
                drives_bought: added * pattern.disks.len(),
                zpool_size_bytes: capacity.zpool_size,
                zfs_usable_bytes: capacity.zfs_usable,
                effective_bytes: capacity.effective(record),
            })
        })
        .collect()
}

fn data_vdevs(built: &Built) -> Vec<usize> {
    let vdevs = built.spec.vdevs.iter().enumerate();
    vdevs
        .filter(|(_, vdev)| vdev.class == AllocationClass::Data)
        .map(|(position, _)| position)
        .collect()
}

const fn sizes(media: Media) -> &'static [f64] {
    match media {
        Media::Hdd => &HDD_TB,
        Media::Ssd => &SSD_TB,
    }
}

/// The smallest common size above that of a drive; nothing above the largest.
fn next_size(bytes: Bytes, media: Media) -> Option<Bytes> {
    sizes(media)
        .iter()
        .find(|&&size| size > bytes.as_tb() * SAME_SIZE)
        .map(|&size| label(size * 1000.0))
}

/// Twice the size that a drive has on its label, if drives of it are sold.
fn twice(bytes: Bytes, media: Media) -> Option<Bytes> {
    sizes(media)
        .iter()
        .find(|&&size| {
            let ratio = size / (2.0 * bytes.as_tb());
            (1.0 / SAME_SIZE..SAME_SIZE).contains(&ratio)
        })
        .map(|&size| label(size * 1000.0))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a positive number of gigabytes, far below 2^63"
)]
fn label(gigabytes: f64) -> Bytes {
    Bytes::new((gigabytes.round().max(0.0) as u64).saturating_mul(1_000_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn offered(bytes: u64, media: Media, next: Option<u64>, twice_as_large: Option<u64>) {
        let gigabytes = |label: Bytes| label.as_u64() / 1_000_000_000;
        let bytes = Bytes::new(bytes);
        assert_eq!(next_size(bytes, media).map(gigabytes), next, "next of {bytes}");
        assert_eq!(
            twice(bytes, media).map(gigabytes),
            twice_as_large,
            "twice {bytes}"
        );
    }

    #[test]
    fn sizes_are_those_that_are_sold() {
        offered(18_000_207_937_536, Media::Hdd, Some(20_000), Some(36_000));
        offered(4_000_787_030_016, Media::Hdd, Some(6_000), Some(8_000));
        offered(32_000_000_000_000, Media::Hdd, Some(36_000), None);
        offered(36_000_000_000_000, Media::Hdd, None, None);
        offered(3_840_755_982_336, Media::Ssd, Some(7_680), Some(7_680));
        offered(480_103_981_056, Media::Ssd, Some(960), Some(960));
        offered(1_000_204_886_016, Media::Ssd, Some(1_920), None);
    }
}
