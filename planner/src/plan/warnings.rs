//! What an expert would say against a layout of these drives, each as one line that names its subject first.

use crate::ashift::PlannedAshift;
use crate::drive::{Media, Shingling};
use crate::figures::{counted, grouped, label_size};
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::placement::{Placeable, PlacedVdev, Placement, WorstBatch, WorstDomain, vdevs_served_by_spares};
use crate::ready::ReadyDrive;
use crate::text::escape_for_terminal;
use crate::throughput::DriveSpeed;
use crate::units::Bytes;
use crate::zpool::Force;

/// RAID-Z vdevs wider than this resilver and read slowly enough to be worth a word.
const WIDE_RAIDZ: usize = 12;
/// From this size on, a resilver takes long enough that single parity is worth a word.
const LARGE_FOR_SINGLE_PARITY: Bytes = Bytes::new(4_000_000_000_000);

/// Returns the warnings about a placement.
#[must_use]
pub(super) fn of(
    layout: &Layout,
    placement: &Placement,
    drives: &[ReadyDrive],
    placeable: &[Placeable],
    speeds: &[DriveSpeed],
    force: Force,
) -> Vec<String> {
    let mut found = Vec::new();
    single_redundancy(placement, drives, &mut found);
    shapes(layout, &mut found);
    shingled(placement, speeds, &mut found);
    unserved(placement, placeable, &mut found);
    wasted(placement, placeable, &mut found);
    support_classes(placement, drives, &mut found);
    if let Some(reason) = force.reason() {
        found.push(format!("zpool create needs -f: {reason}"));
    }
    found
}

/// Returns the warning that the pool dies with an enclosure, where its drives are in several.
pub(super) fn about_enclosure(worst: &WorstDomain) -> Option<String> {
    (worst.domains > 1 && !worst.survives()).then(|| {
        format!(
            "enclosure {}: {} of one vdev are in it, more than it may lose; if that enclosure dies, so does the pool",
            escape_for_terminal(&worst.domain),
            counted(worst.drives_in_one_vdev as u64, "drive")
        )
    })
}

/// Returns the warning that a batch which is only guessed would take the pool down, where no known one does.
pub(super) fn about_guessed_batch(worst: Option<&WorstBatch>, known: Option<&WorstBatch>) -> Option<String> {
    let worst = worst.filter(|worst| !worst.survives())?;
    known.is_none_or(WorstBatch::survives).then(|| {
        format!(
            "batch {}: assumed, not stated, and {} of one vdev would be in it, more than it may lose; state the batches, or \
             give other layouts a look",
            escape_for_terminal(&worst.batch),
            counted(worst.drives_in_one_vdev as u64, "drive")
        )
    })
}

fn data(placement: &Placement) -> impl Iterator<Item = &PlacedVdev> {
    placement
        .vdevs
        .iter()
        .filter(|vdev| vdev.class == AllocationClass::Data)
}

fn single_redundancy(placement: &Placement, drives: &[ReadyDrive], found: &mut Vec<String>) {
    if data(placement).any(|vdev| vdev.tolerance() == 0) {
        found.push("stripe: any failed drive loses the pool".to_owned());
    }
    let single: Vec<&PlacedVdev> = data(placement).filter(|vdev| vdev.tolerance() == 1).collect();
    let Some(vdev) = single.first() else { return };
    let name = vdev
        .kind
        .name(u32::try_from(vdev.drives.len()).unwrap_or(u32::MAX));
    found.push(format!(
        "{name}: while a resilver runs, one unreadable sector costs the file it belongs to, not the pool"
    ));
    let large = vdev
        .drives
        .iter()
        .map(|&drive| drives[drive].bytes)
        .max()
        .filter(|&size| size >= LARGE_FOR_SINGLE_PARITY);
    if let (VdevType::Raidz { .. }, Some(size)) = (vdev.kind, large) {
        found.push(format!(
            "raidz1 of {} drives: a second failure during the long resilver loses the pool; raidz2 is the usual choice",
            label_size(size)
        ));
    }
}

fn shapes(layout: &Layout, found: &mut Vec<String>) {
    for group in &layout.groups {
        let VdevType::Raidz { parity } = group.kind else {
            continue;
        };
        if group.width == parity + 1 {
            found.push(format!(
                "raidz{parity}:{}: allowed, but a mirror of {} stores as much, reads faster and grows more easily",
                group.width,
                counted(u64::from(group.width), "drive")
            ));
        }
        if group.width as usize > WIDE_RAIDZ {
            found.push(format!(
                "raidz{parity}:{}: wider than {WIDE_RAIDZ} drives; random reads are those of one drive, and a resilver \
                 reads all {} drives",
                group.width, group.width
            ));
        }
    }
}

fn shingled(placement: &Placement, speeds: &[DriveSpeed], found: &mut Vec<String>) {
    let count = data(placement)
        .filter(|vdev| matches!(vdev.kind, VdevType::Raidz { .. } | VdevType::Draid { .. }))
        .flat_map(|vdev| &vdev.drives)
        .filter(|&&drive| speeds[drive].shingling == Shingling::DriveManaged)
        .count();
    if count > 0 {
        found.push(format!(
            "shingled drives (SMR): {} in raidz; a resilver onto one can take many times longer",
            counted(count as u64, "drive")
        ));
    }
}

fn unserved(placement: &Placement, drives: &[Placeable], found: &mut Vec<String>) {
    for service in vdevs_served_by_spares(placement, drives) {
        let Some(most) = service.too_small_for.iter().map(|(_, lacking)| *lacking).max() else {
            continue;
        };
        found.push(format!(
            "spare {}: serves {} of {} vdevs; for the others it is {} bytes too small",
            crate::text::excerpt(&drives[service.spare].id),
            service.serves.len(),
            placement.vdevs.len(),
            grouped(most.as_u64())
        ));
    }
}

fn wasted(placement: &Placement, drives: &[Placeable], found: &mut Vec<String>) {
    for (position, vdev) in placement.vdevs.iter().enumerate() {
        let smallest = vdev
            .drives
            .iter()
            .map(|&drive| drives[drive].bytes)
            .min()
            .unwrap_or(Bytes::ZERO);
        let waste: Bytes = vdev
            .drives
            .iter()
            .map(|&drive| drives[drive].bytes.saturating_sub(smallest))
            .sum();
        if waste > Bytes::from_gib(1) {
            found.push(format!(
                "vdev {}: sizes are mixed, every member counts as {}; {} lie idle",
                position + 1,
                label_size(smallest),
                label_size(waste)
            ));
        } else if waste > Bytes::ZERO {
            found.push(format!(
                "vdev {}: drives of one name differ by up to {} bytes; a replacement needs at least {} bytes",
                position + 1,
                grouped(largest(vdev, drives).saturating_sub(smallest).as_u64()),
                grouped(smallest.as_u64())
            ));
        }
    }
}

fn largest(vdev: &PlacedVdev, drives: &[Placeable]) -> Bytes {
    let sizes = vdev.drives.iter().map(|&drive| drives[drive].bytes);
    sizes.max().unwrap_or(Bytes::ZERO)
}

/// What the sectors of the drives used are worth a word for.
pub(super) fn about_sectors(planned: &PlannedAshift) -> Vec<String> {
    let several = |count: usize| {
        if count == 1 {
            "1 drive".to_owned()
        } else {
            format!("{count} drives")
        }
    };
    planned
        .notes
        .iter()
        .map(|note| format!("sectors of {}: {}", several(note.drives.len()), note.message))
        .collect()
}

fn support_classes(placement: &Placement, drives: &[ReadyDrive], found: &mut Vec<String>) {
    let least = data(placement).map(PlacedVdev::tolerance).min().unwrap_or(0);
    for vdev in &placement.vdevs {
        let spins = vdev.drives.iter().any(|&drive| drives[drive].media == Media::Hdd);
        if vdev.class != AllocationClass::Data && spins {
            found.push(format!(
                "{} vdev: on hard disks it is no faster than the data vdevs, and it cannot hold data",
                vdev.class.name()
            ));
        }
        if matches!(vdev.class, AllocationClass::Special | AllocationClass::Dedup) && vdev.tolerance() < least
        {
            found.push(format!(
                "{} vdev: outlives {} where the data vdevs outlive {least}; losing it loses the pool",
                vdev.class.name(),
                counted(vdev.tolerance() as u64, "failed drive"),
            ));
        }
    }
}
