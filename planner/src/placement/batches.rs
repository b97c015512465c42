//! Which batch would hurt most if it failed as a whole?

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
