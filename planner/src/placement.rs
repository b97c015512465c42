//! Which drive goes into which vdev?
//!
//! A simple deterministic rule: the largest drives are used, vdevs are filled in order of size, and within vdevs of equal
//! drives the members of each batch are dealt out one by one, so that no batch has more drives in a vdev than it must.
//! Vdevs of other allocation classes than data take solid state drives first. Drives whose batch is unknown are dealt last.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::drive::Media;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::units::Bytes;

/// What placement needs to know of a drive.
#[derive(Debug, Clone)]
pub struct Placeable {
    /// Name of the drive, for messages.
    pub id: Arc<str>,
    /// Capacity.
    pub bytes: Bytes,
    /// Spinning or solid state.
    pub media: Media,
    /// Batch, if known.
    pub batch: Option<Arc<str>>,
}

/// A vdev and the drives in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedVdev {
    /// What its space is used for.
    pub class: AllocationClass,
    /// How it protects its data.
    pub kind: VdevType,
    /// Its drives: indices into the list that was placed, at least one.
    pub drives: Vec<usize>,
}

impl PlacedVdev {
    /// Returns how many of its drives can fail at once without loss.
    #[must_use]
    pub fn tolerance(&self) -> usize {
        match self.kind {
            VdevType::Stripe => 0,
            VdevType::Mirror => self.drives.len().saturating_sub(1),
            VdevType::Raidz { parity } | VdevType::Draid { parity, .. } => parity as usize,
        }
    }
}

/// A layout with a drive for every seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The vdevs in the layout's order.
    pub vdevs: Vec<PlacedVdev>,
    /// Hot spares: indices into the list that was placed.
    pub spares: Vec<usize>,
    /// Drives left over.
    pub unused: Vec<usize>,
}

/// The batch that would hurt a placement most if all its drives failed at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorstBatch {
    /// Name of the batch.
    pub batch: Arc<str>,
    /// Its drives in the vdev that it hits hardest.
    pub drives_in_one_vdev: usize,
    /// Failures that this vdev still tolerates afterwards; negative where it is lost.
    pub tolerance_left: i64,
}

impl WorstBatch {
    /// Returns whether the pool outlives the loss of the whole batch.
    #[must_use]
    pub const fn survives(&self) -> bool {
        self.tolerance_left >= 0
    }
}

/// Assigns `drives` to the seats of `layout`.
///
/// Data vdevs prefer drives of `media`, the others solid state drives.
///
/// # Errors
/// [`Error::Drives`] if the layout has more seats than there are drives.
pub fn place(layout: &Layout, drives: &[Placeable], media: Media) -> Result<Placement, Error> {
    let needed: u64 = layout
        .groups
        .iter()
        .map(|group| u64::from(group.count) * u64::from(group.width))
        .sum();
    let needed = needed + u64::from(layout.spares);
    if needed > drives.len() as u64 {
        return Err(Error::Drives {
            reason: format!(
                "layout `{layout}` needs {needed} drives, and there are {}",
                drives.len()
            ),
            hint: "choose a smaller layout or add drives".to_owned(),
        });
    }
    let mut free: Vec<usize> = (0..drives.len()).collect();
    free.sort_by_key(|&index| std::cmp::Reverse(drives[index].bytes));
    let mut vdevs: Vec<(usize, Vec<PlacedVdev>)> = Vec::new();
    // Support classes choose first, so that the data vdevs do not take the solid state drives.
    let data_first_seat = |group: &VdevGroup| group.class == AllocationClass::Data;
    let mut order: Vec<usize> = (0..layout.groups.len()).collect();
    order.sort_by_key(|&position| data_first_seat(&layout.groups[position]));
    for position in order {
        let group = &layout.groups[position];
        let preferred = if group.class == AllocationClass::Data {
            media
        } else {
            Media::Ssd
        };
        let seats = group.count as usize * group.width as usize;
        let chosen = take(&mut free, seats, |index| drives[index].media == preferred);
        vdevs.push((position, fill(group, &chosen, drives)));
    }
    vdevs.sort_by_key(|(position, _)| *position);
    let vdevs: Vec<PlacedVdev> = vdevs.into_iter().flat_map(|(_, placed)| placed).collect();
    let spares = take(&mut free, layout.spares as usize, |index| {
        drives[index].media == media
    });
    free.sort_unstable();
    Ok(Placement {
        vdevs,
        spares,
        unused: free,
    })
}

/// Takes `count` drives off `free`, those that are `preferred` first, otherwise in its order.
fn take(free: &mut Vec<usize>, count: usize, preferred: impl Fn(usize) -> bool) -> Vec<usize> {
    let (mut first, rest): (Vec<usize>, Vec<usize>) = free.iter().partition(|&&index| preferred(index));
    first.extend(rest);
    first.truncate(count);
    let taken: BTreeSet<usize> = first.iter().copied().collect();
    free.retain(|index| !taken.contains(index));
    first
}

/// Cuts the chosen drives into vdevs by size and deals batches out among vdevs of equal drives.
fn fill(group: &VdevGroup, chosen: &[usize], drives: &[Placeable]) -> Vec<PlacedVdev> {
    let mut seats: Vec<Vec<usize>> = chosen
        .chunks(group.width as usize)
        .map(<[usize]>::to_vec)
        .collect();
    let size_of_all = |members: &[usize]| {
        let first = drives[members[0]].bytes;
        members
            .iter()
            .all(|&member| drives[member].bytes == first)
            .then_some(first)
    };
    let mut start = 0;
    while start < seats.len() {
        let size = size_of_all(&seats[start]);
        let equal = seats[start..]
            .iter()
            .take_while(|members| size.is_some() && size_of_all(members) == size)
            .count();
        deal_batches(&mut seats[start..start + equal.max(1)], drives);
        start += equal.max(1);
    }
    seats
        .into_iter()
        .map(|members| PlacedVdev {
            class: group.class,
            kind: group.kind,
            drives: members,
        })
        .collect()
}

/// Deals the drives of vdevs of equal size out again, batch by batch, so that each batch is spread evenly.
fn deal_batches(vdevs: &mut [Vec<usize>], drives: &[Placeable]) {
    let mut all: Vec<usize> = vdevs.iter().flatten().copied().collect();
    let mut sizes: BTreeMap<&Option<Arc<str>>, usize> = BTreeMap::new();
    for &drive in &all {
        *sizes.entry(&drives[drive].batch).or_default() += 1;
    }
    all.sort_by(|&a, &b| {
        let key = |drive: usize| {
            let batch = &drives[drive].batch;
            (batch.is_none(), std::cmp::Reverse(sizes[batch]), batch, drive)
        };
        key(a).cmp(&key(b))
    });
    let count = vdevs.len();
    for (seat, vdev) in vdevs.iter_mut().enumerate() {
        *vdev = all.iter().skip(seat).step_by(count).copied().collect();
    }
}

/// Returns the known batch whose loss leaves the least tolerance, or nothing where no batch is known.
///
/// Only vdevs whose loss is loss of data count: log vdevs are left out.
#[must_use]
pub fn worst_batch(placement: &Placement, drives: &[Placeable]) -> Option<WorstBatch> {
    let mut worst: Option<WorstBatch> = None;
    for vdev in placement
        .vdevs
        .iter()
        .filter(|vdev| vdev.class != AllocationClass::Log)
    {
        let mut members: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
        for batch in vdev
            .drives
            .iter()
            .filter_map(|&drive| drives[drive].batch.as_ref())
        {
            *members.entry(batch).or_default() += 1;
        }
        for (batch, count) in members {
            let tolerance_left = as_i64(vdev.tolerance()) - as_i64(count);
            if worst
                .as_ref()
                .is_none_or(|known| tolerance_left < known.tolerance_left)
            {
                worst = Some(WorstBatch {
                    batch: Arc::clone(batch),
                    drives_in_one_vdev: count,
                    tolerance_left,
                });
            }
        }
    }
    worst
}

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns for each spare the vdevs that it can serve: those whose smallest member is not larger than the spare.
///
/// Shape: one list per spare, in the order of `placement.spares`, of indices into `placement.vdevs`.
#[must_use]
pub fn vdevs_served_by_spares(placement: &Placement, drives: &[Placeable]) -> Vec<Vec<usize>> {
    let smallest = |vdev: &PlacedVdev| vdev.drives.iter().map(|&drive| drives[drive].bytes).min();
    placement
        .spares
        .iter()
        .map(|&spare| {
            let serves = |vdev: &PlacedVdev| smallest(vdev).is_some_and(|bytes| bytes <= drives[spare].bytes);
            (0..placement.vdevs.len())
                .filter(|&index| serves(&placement.vdevs[index]))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drives(sizes_and_batches: &[(u64, &str)]) -> Vec<Placeable> {
        sizes_and_batches
            .iter()
            .enumerate()
            .map(|(index, (bytes, batch))| Placeable {
                id: format!("d{index}").into(),
                bytes: Bytes::new(*bytes),
                media: Media::Hdd,
                batch: (!batch.is_empty()).then(|| (*batch).into()),
            })
            .collect()
    }

    fn placed(layout: &str, drives: &[Placeable]) -> Placement {
        place(&layout.parse().unwrap(), drives, Media::Hdd).unwrap()
    }

    #[test]
    fn three_batches_of_four_are_spread_over_two_vdevs() {
        let drives = drives(&[
            (18, "A"),
            (18, "A"),
            (18, "A"),
            (18, "A"),
            (18, "B"),
            (18, "B"),
            (18, "B"),
            (18, "B"),
            (18, "C"),
            (18, "C"),
            (18, "C"),
            (18, "C"),
        ]);
        let worst = worst_batch(&placed("2xraidz2:6", &drives), &drives).unwrap();
        assert_eq!((worst.drives_in_one_vdev, worst.tolerance_left), (2, 0));
        let worst = worst_batch(&placed("raidz3:12", &drives), &drives).unwrap();
        assert_eq!(
            (worst.drives_in_one_vdev, worst.tolerance_left, worst.survives()),
            (4, -1, false)
        );
        let worst = worst_batch(&placed("6xmirror:2", &drives), &drives).unwrap();
        assert_eq!((worst.drives_in_one_vdev, worst.tolerance_left), (1, 0));
    }

    #[test]
    fn sizes_stay_together_and_the_smallest_are_left_over() {
        let drives = drives(&[(4, ""), (8, ""), (4, ""), (8, ""), (2, "")]);
        let placement = placed("2xmirror:2", &drives);
        assert_eq!(placement.vdevs[0].drives, [1, 3]);
        assert_eq!(placement.vdevs[1].drives, [0, 2]);
        assert_eq!(placement.unused, [4]);
        assert_eq!(
            worst_batch(&placement, &drives),
            None,
            "unknown batches are not counted"
        );
    }

    #[test]
    fn a_spare_serves_only_vdevs_of_drives_no_larger() {
        let mut list = vec![(3, ""); 3];
        list.extend(vec![(1, ""); 11]);
        let drives = drives(&list);
        let layout = "raidz1:3+3xraidz1:3+spare:2";
        assert_eq!(
            vdevs_served_by_spares(&placed(layout, &drives), &drives),
            [[1, 2, 3], [1, 2, 3]]
        );
    }

    #[test]
    fn special_vdevs_take_the_solid_state_drives() {
        let mut drives = drives(&[(1, ""), (1, ""), (18, ""), (18, "")]);
        drives[0].media = Media::Ssd;
        drives[1].media = Media::Ssd;
        let placement = placed("mirror:2+special/mirror:2", &drives);
        assert_eq!(placement.vdevs[0].drives, [2, 3]);
        assert_eq!(placement.vdevs[1].drives, [0, 1]);
    }

    #[test]
    fn too_few_drives_are_an_error_that_counts() {
        let error = place(&"raidz2:6".parse().unwrap(), &drives(&[(1, ""); 4]), Media::Hdd).unwrap_err();
        assert_eq!(
            error.to_string(),
            "layout `raidz2:6` needs 6 drives, and there are 4"
        );
    }
}
