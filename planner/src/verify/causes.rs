//! Under which other circumstances would all sizes agree?

use serde::Serialize;

use super::compare::{Check, checks};
use super::observed::Observed;
use crate::ashift::Ashift;
use crate::capacity::{PoolSpec, VdevSpec, ZfsVersion};
use crate::layout::VdevType;
use crate::partition::Partitioning;

/// A circumstance that would explain a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What is otherwise, in words.
    pub what: String,
    /// Whether every size agrees to the byte then.
    pub explains_all: bool,
}

/// Returns what explains all sizes, or else more of them than the prediction does, the best first.
pub(super) fn causes(spec: &PoolSpec, observed: &Observed, before: &[Check]) -> Vec<Cause> {
    let agreeing = |checks: &[Check]| checks.iter().filter(|check| check.agrees()).count();
    let mut found: Vec<(usize, bool, String)> = Vec::new();
    for (what, changed) in circumstances(spec) {
        if let Ok(after) = checks(&changed, observed)
            && after.len() == before.len()
            && agreeing(&after) > agreeing(before)
        {
            found.push((agreeing(&after), agreeing(&after) == after.len(), what));
        }
    }
    let best = found.iter().map(|(count, ..)| *count).max();
    let mut causes: Vec<Cause> = found
        .into_iter()
        .filter(|(count, ..)| Some(*count) == best)
        .map(|(_, explains_all, what)| Cause { what, explains_all })
        .collect();
    if causes.iter().all(|cause| !cause.explains_all) {
        causes.extend(contents(observed, before));
    }
    causes
}

/// The same pool otherwise partitioned, of another version, with another ashift, or expanded.
fn circumstances(spec: &PoolSpec) -> Vec<(String, PoolSpec)> {
    let mut found = Vec::new();
    let mut push = |what: String, changed: PoolSpec| {
        if changed != *spec {
            found.push((what, changed));
        }
    };
    let partitionings = [
        (
            Partitioning::None,
            "the drives were given whole, without partitions, or as files",
        ),
        (Partitioning::WholeDisk, "OpenZFS on Linux partitioned the drives"),
        (
            Partitioning::FreeBsd {
                swap: crate::units::Bytes::ZERO,
            },
            "the drives have GPT partitions aligned to 1 MiB",
        ),
        (
            Partitioning::FreeBsd {
                swap: crate::units::Bytes::from_gib(2),
            },
            "the drives have a swap partition of 2 GiB",
        ),
    ];
    for version in ZfsVersion::ALL {
        for (partitioning, how) in partitionings {
            let what = if version == spec.version {
                how.to_owned()
            } else if partitioning == spec.partitioning {
                format!("the pool is counted by OpenZFS {version}")
            } else {
                format!("{how}, and the pool is counted by OpenZFS {version}")
            };
            let changed = PoolSpec {
                version,
                partitioning,
                ..spec.clone()
            };
            push(what, changed);
        }
    }
    for ashift in [Ashift::MINIMUM, Ashift::B4096] {
        let mut changed = spec.clone();
        for vdev in &mut changed.vdevs {
            vdev.ashift = ashift;
        }
        push(format!("the vdevs have ashift {}", ashift.as_u32()), changed);
    }
    for narrower in 1..=4 {
        if let Some(changed) = expanded(spec, narrower) {
            push(
                format!("the RAID-Z vdevs were made {narrower} narrower and expanded since"),
                changed,
            );
        }
    }
    found
}

/// The pool whose RAID-Z vdevs had `attached` drives fewer when they were made.
fn expanded(spec: &PoolSpec, attached: usize) -> Option<PoolSpec> {
    let mut changed = spec.clone();
    let mut any = false;
    for vdev in &mut changed.vdevs {
        let VdevType::Raidz { parity } = vdev.kind else {
            continue;
        };
        let before = vdev.disks.len().checked_sub(attached)?;
        if before <= parity as usize {
            return None;
        }
        let disks = vdev.disks.clone();
        *vdev = VdevSpec {
            disks: disks[..before].to_vec(),
            ..vdev.clone()
        }
        .grown_to(disks);
        any = true;
    }
    any.then_some(changed)
}

/// What the contents of the pool do to USED + AVAIL.
fn contents(observed: &Observed, before: &[Check]) -> Option<Cause> {
    let differing: Vec<&Check> = before.iter().filter(|check| !check.agrees()).collect();
    let [only] = differing[..] else { return None };
    if only.quantity != "USED + AVAIL" {
        return None;
    }
    let what = if only.found > only.predicted && observed.dedup_hundredths.is_some_and(|ratio| ratio > 100) {
        "blocks are deduplicated: what they save is added to AVAIL"
    } else if only.found > only.predicted {
        "blocks are cloned, or special vdevs hold data: both are added to AVAIL"
    } else {
        "a quota or a reservation on the root dataset, or a changed spa_slop_shift, lowers AVAIL"
    };
    Some(Cause {
        what: what.to_owned(),
        explains_all: false,
    })
}
