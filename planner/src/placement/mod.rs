//! Which drive goes into which vdev?
//!
//! Goals conflict: batches spread over vdevs, equal sizes together, equal speeds together. A [`Priority`] says which comes
//! first; within each the next decides, then evenly spread batches, then the order of the list. Where enclosures are
//! known, they are spread like batches, right after these. Few drives are placed
//! exactly, many by a search that says how far it may be from the best. Vdevs of other allocation classes than data want
//! solid state drives, whatever else. Drives whose batch is unknown count as one batch: nothing says that they are
//! independent; drives of unknown enclosure count in none. Hot spares are the largest of the drives that no vdev takes.

mod batches;
mod bound;
mod exact;
mod score;
mod search;
mod spares;

use std::sync::Arc;

use serde::Serialize;

pub use batches::{WorstBatch, WorstDomain, worst_batch, worst_domain};
pub use score::{Goals, Priority, goals_of};
pub use spares::{SpareService, vdevs_served_by_spares};

use score::{Kinds, Seat};

use crate::drive::Media;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::units::{Bytes, Throughput};

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
    /// What fails as a whole besides the batch, if known: the enclosure.
    pub domain: Option<Arc<str>>,
    /// Streaming read rate.
    pub read: Throughput,
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

    fn seat(&self, data_media: Media) -> Seat {
        let group = VdevGroup {
            class: self.class,
            count: 1,
            kind: self.kind,
            width: u32::try_from(self.drives.len()).unwrap_or(u32::MAX),
        };
        seat(group, data_media)
    }
}

/// How near to the best a placement is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Optimality {
    /// No placement is better.
    Exact,
    /// Found by a search; no placement has fewer than these.
    Searched {
        /// Drives of one batch beyond parity.
        beyond_parity_at_least: u64,
        /// Bytes stored less than if all drives were as large as the largest.
        short_bytes_at_least: u64,
    },
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
    /// The figures that it was chosen by.
    pub goals: Goals,
    /// How near to the best it is known to be.
    pub optimality: Optimality,
}

/// Assigns `drives` to the seats of `layout`.
///
/// Data vdevs want drives of `media`, the others solid state drives.
///
/// # Errors
/// [`Error::Drives`] if the layout has more seats than there are drives.
pub fn place(
    layout: &Layout,
    drives: &[Placeable],
    media: Media,
    priority: Priority,
) -> Result<Placement, Error> {
    let needed = layout.drives();
    if needed > drives.len() as u64 {
        return Err(Error::Drives {
            reason: format!(
                "layout `{layout}` needs {needed} drives, and there are {}",
                drives.len()
            ),
            hint: "choose a smaller layout or add drives".to_owned(),
        });
    }
    if layout.groups.iter().any(|group| group.width == 0) {
        return Err(Error::Drives {
            reason: format!("layout `{layout}` has a vdev without drives"),
            hint: "give every vdev at least one drive".to_owned(),
        });
    }
    let kinds = Kinds::new(drives);
    let seats: Vec<Seat> = layout.vdevs().map(|group| seat(group, media)).collect();
    let (filled, optimality) = match exact::fill(&seats, &kinds, priority) {
        Some(filled) => (filled, Optimality::Exact),
        None => (
            search::fill(&seats, &kinds, priority),
            Optimality::Searched {
                beyond_parity_at_least: bound::beyond_parity(&seats, &kinds),
                short_bytes_at_least: bound::short_bytes(&seats, &kinds),
            },
        ),
    };
    let vdevs: Vec<PlacedVdev> = seats
        .iter()
        .zip(filled)
        .map(|(seat, members)| PlacedVdev {
            class: seat.group.class,
            kind: seat.group.kind,
            drives: members,
        })
        .collect();
    let mut seated = vec![false; drives.len()];
    for &drive in vdevs.iter().flat_map(|vdev| &vdev.drives) {
        seated[drive] = true;
    }
    let mut free: Vec<usize> = (0..drives.len()).filter(|&drive| !seated[drive]).collect();
    free.sort_by_key(|&drive| {
        (
            drives[drive].media != media,
            std::cmp::Reverse(drives[drive].bytes),
        )
    });
    let mut unused = free.split_off(layout.spares as usize);
    unused.sort_unstable();
    free.sort_unstable();
    Ok(Placement {
        goals: goals_of(&vdevs, drives, media),
        vdevs,
        spares: free,
        unused,
        optimality,
    })
}

fn seat(group: VdevGroup, data_media: Media) -> Seat {
    Seat {
        group: VdevGroup { count: 1, ..group },
        tolerance: group.kind.tolerance(group.width) as usize,
        media: if group.class == AllocationClass::Data {
            data_media
        } else {
            Media::Ssd
        },
    }
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
                domain: None,
                read: Throughput::ZERO,
            })
            .collect()
    }

    fn placed(layout: &str, drives: &[Placeable]) -> Placement {
        place(&layout.parse().unwrap(), drives, Media::Hdd, Priority::Safety).unwrap()
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
        assert_eq!(
            placement.vdevs[0].drives,
            [0, 2],
            "among equals the order of the list"
        );
        assert_eq!(placement.vdevs[1].drives, [1, 3]);
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
        let served = vdevs_served_by_spares(&placed(layout, &drives), &drives);
        assert_eq!(served.len(), 2);
        for spare in served {
            assert_eq!(spare.serves, [1, 2, 3]);
            assert_eq!(spare.too_small_for, [(0, Bytes::new(2))]);
        }
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
        let error = place(
            &"raidz2:6".parse().unwrap(),
            &drives(&[(1, ""); 4]),
            Media::Hdd,
            Priority::Safety,
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "layout `raidz2:6` needs 6 drives, and there are 4"
        );
    }
}
