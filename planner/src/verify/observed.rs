//! What the texts say of a pool.

use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::units::Bytes;

/// A vdev as the texts show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedVdev {
    /// What its space is used for.
    pub class: AllocationClass,
    /// How it protects its data.
    pub kind: VdevType,
    /// Number of its drives.
    pub width: u32,
    /// SIZE of `zpool list -v`.
    pub size: Option<Bytes>,
    /// ALLOC of `zpool list -v`.
    pub allocated: Option<Bytes>,
    /// `asize` of `zdb -C`.
    pub asize: Option<Bytes>,
    /// `ashift` of `zdb -C`.
    pub ashift: Option<u32>,
    /// `metaslab_shift` of `zdb -C`.
    pub metaslab_shift: Option<u32>,
}

/// What was read of a pool; absent where no text says it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Observed {
    /// SIZE of `zpool list`.
    pub size: Option<Bytes>,
    /// Ratio of deduplication in hundredths.
    pub dedup_hundredths: Option<u64>,
    /// USED of the root dataset.
    pub used: Option<Bytes>,
    /// AVAIL of the root dataset.
    pub available: Option<Bytes>,
    /// The vdevs, by class in the order of the texts; empty where no text lists them.
    pub vdevs: Vec<ObservedVdev>,
}

impl Observed {
    /// Returns USED + AVAIL of the root dataset.
    #[must_use]
    pub fn used_and_available(&self) -> Option<Bytes> {
        Some(self.used?.saturating_add(self.available?))
    }

    /// Returns the layout of the vdevs, without spares, or nothing where no text lists them.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        let mut groups: Vec<VdevGroup> = Vec::new();
        for vdev in &self.vdevs {
            match groups.last_mut() {
                Some(last) if (last.class, last.kind, last.width) == (vdev.class, vdev.kind, vdev.width) => {
                    last.count += 1;
                }
                _ => groups.push(VdevGroup {
                    class: vdev.class,
                    count: 1,
                    kind: vdev.kind,
                    width: vdev.width,
                }),
            }
        }
        (!groups.is_empty()).then_some(Layout { groups, spares: 0 })
    }

    /// Adds what another text of the same pool says; what is known already stays.
    pub(super) fn merge(&mut self, other: Self) {
        self.size = self.size.or(other.size);
        self.dedup_hundredths = self.dedup_hundredths.or(other.dedup_hundredths);
        self.used = self.used.or(other.used);
        self.available = self.available.or(other.available);
        if self.vdevs.is_empty() {
            self.vdevs = other.vdevs;
            return;
        }
        // zdb lists vdevs in the order of their numbers, zpool by class; within a class the order is one.
        let mut free: Vec<Option<ObservedVdev>> = other.vdevs.into_iter().map(Some).collect();
        for vdev in &mut self.vdevs {
            let same = free.iter_mut().find(|candidate| {
                candidate.as_ref().is_some_and(|other| {
                    (other.class, other.kind, other.width) == (vdev.class, vdev.kind, vdev.width)
                })
            });
            let Some(other) = same.and_then(Option::take) else {
                continue;
            };
            vdev.size = vdev.size.or(other.size);
            vdev.allocated = vdev.allocated.or(other.allocated);
            vdev.asize = vdev.asize.or(other.asize);
            vdev.ashift = vdev.ashift.or(other.ashift);
            vdev.metaslab_shift = vdev.metaslab_shift.or(other.metaslab_shift);
        }
    }
}
