//! Which batch or enclosure would hurt most if it failed as a whole?

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Placeable, Placement};
use crate::layout::AllocationClass;

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

/// The enclosure that would hurt a placement most if it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorstDomain {
    /// Name of the enclosure.
    pub domain: Arc<str>,
    /// Its drives in the vdev that it hits hardest.
    pub drives_in_one_vdev: usize,
    /// Failures that this vdev still tolerates afterwards; negative where it is lost.
    pub tolerance_left: i64,
    /// Enclosures that the drives of the vdevs are in.
    pub domains: usize,
}

impl WorstDomain {
    /// Returns whether the pool outlives the loss of the whole enclosure.
    #[must_use]
    pub const fn survives(&self) -> bool {
        self.tolerance_left >= 0
    }
}

/// Returns the known batch whose loss leaves the least tolerance, or nothing where no batch is known.
///
/// Only vdevs whose loss is loss of data count: log vdevs are left out.
#[must_use]
pub fn worst_batch(placement: &Placement, drives: &[Placeable]) -> Option<WorstBatch> {
    let worst = hardest(placement, drives, |drive| drive.batch.as_ref())?;
    Some(WorstBatch {
        batch: Arc::clone(worst.name),
        drives_in_one_vdev: worst.drives_in_one_vdev,
        tolerance_left: worst.tolerance_left,
    })
}

/// Returns the known enclosure whose loss leaves the least tolerance, or nothing where no enclosure is known.
///
/// Only vdevs whose loss is loss of data count: log vdevs are left out.
#[must_use]
pub fn worst_domain(placement: &Placement, drives: &[Placeable]) -> Option<WorstDomain> {
    let worst = hardest(placement, drives, |drive| drive.domain.as_ref())?;
    Some(WorstDomain {
        domain: Arc::clone(worst.name),
        drives_in_one_vdev: worst.drives_in_one_vdev,
        tolerance_left: worst.tolerance_left,
        domains: worst.names,
    })
}

struct Hardest<'a> {
    name: &'a Arc<str>,
    drives_in_one_vdev: usize,
    tolerance_left: i64,
    names: usize,
}

/// Of the sets of drives that share a name, the one whose loss leaves the least tolerance.
fn hardest<'a>(
    placement: &Placement,
    drives: &'a [Placeable],
    name: impl Fn(&'a Placeable) -> Option<&'a Arc<str>>,
) -> Option<Hardest<'a>> {
    let mut worst: Option<Hardest<'a>> = None;
    let mut names = std::collections::BTreeSet::new();
    for vdev in placement
        .vdevs
        .iter()
        .filter(|vdev| vdev.class != AllocationClass::Log)
    {
        let mut members: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
        for shared in vdev.drives.iter().filter_map(|&drive| name(&drives[drive])) {
            *members.entry(shared).or_default() += 1;
        }
        names.extend(members.keys().copied());
        for (shared, count) in members {
            let tolerance_left = as_i64(vdev.tolerance()) - as_i64(count);
            if worst
                .as_ref()
                .is_none_or(|known| tolerance_left < known.tolerance_left)
            {
                worst = Some(Hardest {
                    name: shared,
                    drives_in_one_vdev: count,
                    tolerance_left,
                    names: 0,
                });
            }
        }
    }
    worst.map(|worst| Hardest {
        names: names.len(),
        ..worst
    })
}

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
