//! Which layouts of so many drives are worth looking at?
//!
//! All shapes that use the drives evenly: mirrors, RAID-Z and dRAID over every number of vdevs and spares, without
//! duplicates and without those that another one beats in every respect by construction (a drive left over that could be
//! a spare). For drives of several sizes, the shapes of the largest drives alone are looked at as well, since a small
//! drive in a RAID-Z vdev costs every other member the difference. Placement decides which drive goes where.

use std::collections::BTreeSet;

use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::units::Bytes;

/// Widest mirror that is enumerated.
pub const MAX_MIRROR_WIDTH: u32 = 4;
/// Widest RAID-Z vdev that is enumerated; wider ones rebuild slowly and read slowly, and can still be asked for.
pub const MAX_RAIDZ_WIDTH: u32 = 16;
/// Fewest drives for which dRAID is enumerated; below, its distributed spare costs more than it saves.
pub const MIN_DRAID_CHILDREN: u32 = 10;
/// Most children of one dRAID vdev (OpenZFS, `vdev_draid.h`, `VDEV_DRAID_MAX_CHILDREN`).
pub const MAX_DRAID_CHILDREN: u32 = 255;
/// Data sectors per dRAID stripe that are enumerated, as far as they fit.
const DRAID_DATA: [u32; 4] = [4, 6, 8, 16];
/// Most distributed spares per dRAID vdev that are enumerated.
const MAX_DRAID_SPARES: u32 = 2;

/// How many hot spares the enumerated layouts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SpareCount {
    /// None, or as many as a pool of this size reasonably keeps.
    #[default]
    Any,
    /// Exactly this many.
    Exactly(u32),
}

/// Returns the distinct layouts of drives of these sizes, in the order of [`Layout`].
///
/// `sizes` holds one size per drive, in any order; all drives belong to one kind of media. The largest drives of every
/// size cut are tried as well as all of them.
#[must_use]
pub fn layouts(sizes: &[Bytes], spares: SpareCount) -> BTreeSet<Layout> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut found = BTreeSet::new();
    for count in size_cuts(&sorted) {
        let Ok(drives) = u32::try_from(count) else {
            continue;
        };
        for spare_count in spare_counts(drives, spares) {
            let members = drives - spare_count;
            mirrors(members, spare_count, spares, &mut found);
            raidz(members, spare_count, spares, &mut found);
            draid(members, spare_count, &mut found);
        }
    }
    found
}

/// Numbers of drives that the largest drives down to each size make, among them all of them.
fn size_cuts(sorted: &[Bytes]) -> Vec<usize> {
    (1..=sorted.len())
        .filter(|&count| sorted.get(count).is_none_or(|next| *next < sorted[count - 1]))
        .collect()
}

fn spare_counts(drives: u32, spares: SpareCount) -> Vec<u32> {
    match spares {
        SpareCount::Exactly(count) if count < drives => vec![count],
        SpareCount::Exactly(_) => Vec::new(),
        SpareCount::Any => (0..=usual_most_spares(drives)).collect(),
    }
}

/// Most spares that are enumerated for a pool of so many drives: one from 5 drives on, two from 16, one more per 30.
fn usual_most_spares(drives: u32) -> u32 {
    match drives {
        0..5 => 0,
        5..16 => 1,
        _ => 2 + drives / 30,
    }
}

/// Whether drives left over stay so: not when they could be spares of an otherwise equal layout.
fn leftover_is_sensible(leftover: u32, spare_count: u32, drives: u32, spares: SpareCount) -> bool {
    match spares {
        SpareCount::Exactly(_) => true,
        SpareCount::Any => leftover == 0 || spare_count == usual_most_spares(drives),
    }
}

fn mirrors(members: u32, spare_count: u32, spares: SpareCount, found: &mut BTreeSet<Layout>) {
    for width in 2..=MAX_MIRROR_WIDTH.min(members) {
        let count = members / width;
        if leftover_is_sensible(members % width, spare_count, members + spare_count, spares) {
            found.insert(layout(count, VdevType::Mirror, width, spare_count));
        }
    }
}

fn raidz(members: u32, spare_count: u32, spares: SpareCount, found: &mut BTreeSet<Layout>) {
    for parity in 1..=3 {
        // Narrower than this a mirror gives the same for less.
        let narrowest = parity + 2;
        for count in 1..=members / narrowest {
            let width = members / count;
            let leftover = members % count;
            if width <= MAX_RAIDZ_WIDTH
                && leftover_is_sensible(leftover, spare_count, members + spare_count, spares)
            {
                found.insert(layout(count, VdevType::Raidz { parity }, width, spare_count));
            }
        }
    }
}

fn draid(members: u32, spare_count: u32, found: &mut BTreeSet<Layout>) {
    if spare_count > 0 {
        return; // its spares are inside
    }
    for count in 1..=members / MIN_DRAID_CHILDREN {
        let children = members / count;
        if !members.is_multiple_of(count) || children > MAX_DRAID_CHILDREN {
            continue;
        }
        for parity in 1..=3 {
            for spares in 1..=MAX_DRAID_SPARES {
                for data in DRAID_DATA {
                    if data + parity + spares <= children && data > parity {
                        found.insert(layout(
                            count,
                            VdevType::Draid { parity, data, spares },
                            children,
                            0,
                        ));
                    }
                }
            }
        }
    }
}

fn layout(count: u32, kind: VdevType, width: u32, spares: u32) -> Layout {
    Layout {
        groups: vec![VdevGroup {
            class: AllocationClass::Data,
            count,
            kind,
            width,
        }],
        spares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_equal(count: usize) -> BTreeSet<Layout> {
        layouts(&vec![Bytes::new(18_000_207_937_536); count], SpareCount::Any)
    }

    fn contains(found: &BTreeSet<Layout>, count: u32, kind: VdevType, width: u32, spares: u32) -> bool {
        found.contains(&layout(count, kind, width, spares))
    }

    #[test]
    fn twelve_drives_have_the_layouts_that_people_compare() {
        let found = of_equal(12);
        assert!(contains(&found, 2, VdevType::Raidz { parity: 2 }, 6, 0));
        assert!(contains(&found, 1, VdevType::Raidz { parity: 3 }, 12, 0));
        assert!(contains(&found, 1, VdevType::Raidz { parity: 2 }, 11, 1));
        assert!(contains(&found, 6, VdevType::Mirror, 2, 0));
        assert!(contains(&found, 4, VdevType::Mirror, 3, 0));
    }

    #[test]
    fn no_layout_uses_more_drives_than_there_are() {
        for count in 0..70 {
            for found in of_equal(count) {
                let used: u32 = found.groups.iter().map(|group| group.count * group.width).sum();
                assert!(
                    usize::try_from(used + found.spares).unwrap() <= count,
                    "{found:?} of {count}"
                );
            }
        }
    }

    #[test]
    fn the_largest_drives_alone_are_tried_where_sizes_differ() {
        let mut sizes = vec![Bytes::new(8_001_563_222_016); 4];
        sizes.extend([Bytes::new(4_000_787_030_016); 2]);
        let found = layouts(&sizes, SpareCount::Any);
        assert!(contains(&found, 1, VdevType::Raidz { parity: 1 }, 4, 0));
        assert!(contains(&found, 1, VdevType::Raidz { parity: 2 }, 6, 0));
    }

    #[test]
    fn an_exact_number_of_spares_is_kept() {
        let found = layouts(&[Bytes::new(1 << 40); 12], SpareCount::Exactly(2));
        assert!(!found.is_empty());
        assert!(found.iter().all(|layout| layout.spares == 2));
    }

    #[test]
    fn sixty_drives_stay_a_few_hundred_layouts() {
        let count = of_equal(60).len();
        assert!((100..1000).contains(&count), "{count}");
    }
}
