//! The sizes of a pool beside those predicted, in the order in which they arise.

use serde::Serialize;

use super::causes::{Cause, causes};
use super::observed::{Observed, ObservedVdev};
use crate::capacity::{PoolCapacity, PoolSpec, VdevCapacity};
use crate::error::Error;
use crate::layout::AllocationClass;
use crate::units::Bytes;

/// One size, predicted and found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What is compared, as the tool names it.
    pub quantity: &'static str,
    /// Number of the vdev from 1; absent for the pool.
    pub vdev: Option<usize>,
    /// What is predicted.
    pub predicted: u64,
    /// What the text says.
    pub found: u64,
}

impl Check {
    /// Returns whether both are the same, to the byte.
    #[must_use]
    pub const fn agrees(&self) -> bool {
        self.predicted == self.found
    }
}

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Whether every size agrees to the byte.
    pub agrees: bool,
    /// The sizes, in the order in which they arise.
    pub checks: Vec<Check>,
    /// Position of the first size that differs.
    pub first_difference: Option<usize>,
    /// What would explain it; empty where all agrees or nothing does.
    pub causes: Vec<Cause>,
}

/// Compares what was read with the pool that `spec` describes.
///
/// # Errors
/// [`Error`] where the pool cannot be made, or the texts have nothing to compare.
pub fn verify(spec: &PoolSpec, observed: &Observed) -> Result<Verdict, Error> {
    let checks = checks(spec, observed)?;
    if checks.is_empty() {
        return Err(Error::OutOfRange {
            quantity: "pasted text".to_owned(),
            reason: "has no size that can be compared".to_owned(),
            hint: "paste `zpool list -vHp POOL`, `zfs list -Hp POOL` or `zdb -C POOL`".to_owned(),
        });
    }
    let first_difference = checks.iter().position(|check| !check.agrees());
    let causes = match first_difference {
        Some(_) => causes(spec, observed, &checks),
        None => Vec::new(),
    };
    Ok(Verdict {
        agrees: first_difference.is_none(),
        checks,
        first_difference,
        causes,
    })
}

/// Returns every size that both know.
pub(super) fn checks(spec: &PoolSpec, observed: &Observed) -> Result<Vec<Check>, Error> {
    let predicted = PoolCapacity::of(spec)?;
    let mut checks = Vec::new();
    let pairs = paired(&predicted, observed);
    let steps: [(&'static str, VdevFigure, SeenFigure); 4] = [
        (
            "ashift",
            |vdev, spec| u64::from(spec.vdevs[vdev].ashift.as_u32()),
            |seen| seen.ashift.map(u64::from),
        ),
        (
            "asize",
            |vdev, spec| capacity_of(vdev, spec).map_or(0, |vdev| vdev.asize.as_u64()),
            |seen| seen.asize.map(Bytes::as_u64),
        ),
        (
            "metaslab_shift",
            |vdev, spec| capacity_of(vdev, spec).map_or(0, |vdev| u64::from(vdev.metaslabs.shift)),
            |seen| seen.metaslab_shift.map(u64::from),
        ),
        (
            "SIZE of the vdev",
            |vdev, spec| capacity_of(vdev, spec).map_or(0, |vdev| vdev.metaslabs.size.as_u64()),
            |seen| seen.size.map(Bytes::as_u64),
        ),
    ];
    for (quantity, figure, seen) in steps {
        for &(vdev, found) in &pairs {
            if let Some(found) = seen(found) {
                checks.push(Check {
                    quantity,
                    vdev: Some(vdev + 1),
                    predicted: figure(vdev, spec),
                    found,
                });
            }
        }
    }
    let mut pool = |quantity, predicted: Bytes, found: Option<Bytes>| {
        if let Some(found) = found {
            checks.push(Check {
                quantity,
                vdev: None,
                predicted: predicted.as_u64(),
                found: found.as_u64(),
            });
        }
    };
    pool("SIZE of the pool", predicted.zpool_size, observed.size);
    let special: Bytes = observed
        .vdevs
        .iter()
        .filter(|vdev| vdev.class == AllocationClass::Special)
        .filter_map(|vdev| vdev.allocated)
        .sum();
    pool(
        "USED + AVAIL",
        predicted.zfs_usable_with_special(special, spec.version),
        observed.used_and_available(),
    );
    Ok(checks)
}

type VdevFigure = fn(usize, &PoolSpec) -> u64;
type SeenFigure = fn(&ObservedVdev) -> Option<u64>;

fn capacity_of(vdev: usize, spec: &PoolSpec) -> Option<VdevCapacity> {
    PoolCapacity::of(spec).ok().map(|pool| pool.vdevs[vdev])
}

/// Predicted vdevs by position with those read, matched by class, type and width, then by order.
fn paired<'a>(predicted: &PoolCapacity, observed: &'a Observed) -> Vec<(usize, &'a ObservedVdev)> {
    let mut free: Vec<Option<&ObservedVdev>> = observed.vdevs.iter().map(Some).collect();
    let mut pairs = Vec::new();
    for (position, vdev) in predicted.vdevs.iter().enumerate() {
        let same = free.iter_mut().find(|seen| {
            seen.is_some_and(|seen| {
                (seen.class, seen.kind, seen.width) == (vdev.class, vdev.kind, vdev.width)
            })
        });
        if let Some(seen) = same.and_then(Option::take) {
            pairs.push((position, seen));
        }
    }
    pairs
}
