//! Speeds, rebuilds and scrubs of a candidate.

use super::evaluate::{Built, Evaluator};
use super::result::{Performance, PerformanceRange};
use crate::capacity::{PoolCapacity, PoolSpec};
use crate::drive::Media;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::placement::{PlacedVdev, Placement};
use crate::resilver::{self, Rebuild, RebuildOptions, RebuildTarget, VdevRebuildSpec, resilver, scrub_hours};
use crate::throughput::{
    self, Ceilings, DriveSpeed, PerformanceOptions, Step, VdevSpeedSpec, pool_performance,
};
use crate::units::{Bytes, Estimate, Hours};

/// Data vdevs that are alike in everything that speed depends on.
struct AlikeVdevs {
    /// Position of the first of them.
    position: usize,
    count: u32,
    speeds: Vec<DriveSpeed>,
}

impl Evaluator {
    pub(super) fn performance(&self, built: &Built) -> Result<Performance, Error> {
        let alike = self.alike_data_vdevs(built);
        let found = pool_performance(&speed_specs(built, &alike), &self.performance_options())?;
        let mut resilver_hours: Option<Estimate<Hours>> = None;
        let mut scrub: Option<Estimate<Hours>> = None;
        for vdevs in &alike {
            let vdev = &built.placement.vdevs[vdevs.position];
            if vdev.tolerance() > 0 {
                resilver_hours = slower(resilver_hours, built.rebuilds[vdevs.position].hours);
            }
            let spec = rebuild_spec(self.options.fill, built.parts(), vdevs.position, &vdevs.speeds);
            scrub = slower(
                scrub,
                scrub_hours(&spec, &self.rebuild_options(usual_target(vdev)))?,
            );
        }
        let none = Estimate {
            low: Hours::ZERO,
            point: Hours::ZERO,
            high: Hours::ZERO,
        };
        let range = PerformanceRange {
            read_mb_per_s: found.read,
            write_mb_per_s: found.write,
            rewrite_mb_per_s: found.rewrite,
            degraded_read_mb_per_s: found.degraded_read,
            degraded_write_mb_per_s: found.degraded_write,
            random_read_iops: found.random_read,
            random_write_iops: found.random_write,
            sync_write_iops: found.sync_write,
            scrub_hours: scrub.unwrap_or(none),
        };
        Ok(Performance {
            read_mb_per_s: range.read_mb_per_s.point,
            write_mb_per_s: range.write_mb_per_s.point,
            random_read_iops: range.random_read_iops.point,
            random_write_iops: range.random_write_iops.point,
            limited_by: found.read_limited_by.name().to_owned(),
            write_limited_by: found.write_limited_by.name().to_owned(),
            resilver_hours: resilver_hours.unwrap_or(none),
            scrub_hours: range.scrub_hours.point,
            range,
        })
    }

    /// Returns the chain of reasoning behind the speeds and behind the rebuild of the first data vdev.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn speed_steps(&self, layout: &Layout, media: Media) -> Result<(Vec<Step>, Vec<Step>), Error> {
        let built = self.build(layout, media)?;
        let alike = self.alike_data_vdevs(&built);
        let speeds = throughput::explain(&speed_specs(&built, &alike), &self.performance_options())?;
        let hours = match alike
            .first()
            .filter(|first| built.placement.vdevs[first.position].tolerance() > 0)
        {
            Some(first) => {
                let spec = rebuild_spec(self.options.fill, built.parts(), first.position, &first.speeds);
                resilver::explain(
                    &spec,
                    &self.rebuild_options(usual_target(&built.placement.vdevs[first.position])),
                )?
            }
            None => Vec::new(),
        };
        Ok((speeds, hours))
    }

    /// Returns the rebuild of one drive of every vdev.
    pub(super) fn rebuilds(
        &self,
        placement: &Placement,
        spec: &PoolSpec,
        capacity: &PoolCapacity,
    ) -> Result<Vec<Rebuild>, Error> {
        self.rebuilds_onto(placement, spec, capacity, usual_target)
    }

    /// Returns the replacement of one drive of every vdev by a new one, which takes all that the old one held.
    pub(super) fn replacements(&self, built: &Built) -> Result<Vec<Rebuild>, Error> {
        let (placement, spec, capacity) = built.parts();
        self.rebuilds_onto(placement, spec, capacity, |_| RebuildTarget::Replacement)
    }

    fn rebuilds_onto(
        &self,
        placement: &Placement,
        spec: &PoolSpec,
        capacity: &PoolCapacity,
        target: impl Fn(&PlacedVdev) -> RebuildTarget,
    ) -> Result<Vec<Rebuild>, Error> {
        let parts = (placement, spec, capacity);
        let mut rebuilds: Vec<Rebuild> = Vec::with_capacity(placement.vdevs.len());
        let mut last: Option<(usize, Vec<DriveSpeed>)> = None;
        for (position, vdev) in placement.vdevs.iter().enumerate() {
            let speeds = self.speeds_of(vdev);
            let same = last.as_ref().is_some_and(|(before, known)| {
                *known == speeds && capacity.vdevs[*before] == capacity.vdevs[position]
            });
            if same {
                rebuilds.push(rebuilds[position - 1]);
                continue;
            }
            let spec = rebuild_spec(self.options.fill, parts, position, &speeds);
            rebuilds.push(resilver(&spec, &self.rebuild_options(target(vdev)))?);
            last = Some((position, speeds));
        }
        Ok(rebuilds)
    }

    /// Returns the data vdevs, neighbours that are alike together.
    fn alike_data_vdevs(&self, built: &Built) -> Vec<AlikeVdevs> {
        let mut found: Vec<AlikeVdevs> = Vec::new();
        for (position, vdev) in built.placement.vdevs.iter().enumerate() {
            if vdev.class != AllocationClass::Data {
                continue;
            }
            let speeds = self.speeds_of(vdev);
            match found.last_mut() {
                Some(last)
                    if last.speeds == speeds
                        && built.capacity.vdevs[last.position] == built.capacity.vdevs[position] =>
                {
                    last.count += 1;
                }
                _ => found.push(AlikeVdevs {
                    position,
                    count: 1,
                    speeds,
                }),
            }
        }
        found
    }

    fn performance_options(&self) -> PerformanceOptions {
        let mut options = PerformanceOptions::for_workload(self.options.workload);
        options.record_size = Bytes::new(self.options.record_size.as_u64());
        options.fill = self.options.fill;
        options.ceilings = Ceilings {
            host_read: self.options.host_read,
            host_write: self.options.host_write,
            ..options.ceilings
        };
        options
    }

    fn speeds_of(&self, vdev: &PlacedVdev) -> Vec<DriveSpeed> {
        vdev.drives.iter().map(|&drive| self.speeds[drive]).collect()
    }

    fn rebuild_options(&self, target: RebuildTarget) -> RebuildOptions {
        RebuildOptions {
            target,
            host_write: self.options.host_write,
            record_size: Bytes::new(self.options.record_size.as_u64()),
            stated_rate: self.options.resilver_rate,
            ..RebuildOptions::default()
        }
    }
}

/// Where the data of a failed drive go first.
fn usual_target(vdev: &PlacedVdev) -> RebuildTarget {
    match vdev.kind {
        VdevType::Draid { spares: 1.., .. } => RebuildTarget::DistributedSpare,
        _ => RebuildTarget::Replacement,
    }
}

impl Built {
    fn parts(&self) -> (&Placement, &PoolSpec, &PoolCapacity) {
        (&self.placement, &self.spec, &self.capacity)
    }
}

fn speed_specs<'s>(built: &Built, alike: &'s [AlikeVdevs]) -> Vec<VdevSpeedSpec<'s>> {
    alike
        .iter()
        .map(|vdevs| {
            let capacity = &built.capacity.vdevs[vdevs.position];
            VdevSpeedSpec {
                kind: capacity.kind,
                width: capacity.width,
                count: vdevs.count,
                drives: &vdevs.speeds,
                ashift: built.spec.vdevs[vdevs.position].ashift.as_u32(),
                free: Some(capacity.deflated()),
            }
        })
        .collect()
}

/// A vdev at the pool's fill: every drive holds the same share of the vdev's asize.
fn rebuild_spec<'s>(
    fill: f64,
    (placement, spec, capacity): (&Placement, &PoolSpec, &PoolCapacity),
    position: usize,
    speeds: &'s [DriveSpeed],
) -> VdevRebuildSpec<'s> {
    let vdev = &placement.vdevs[position];
    let facts = &capacity.vdevs[position];
    let disks = &spec.vdevs[position].disks;
    let smallest = disks.iter().map(|disk| disk.bytes).min().unwrap_or(Bytes::ZERO);
    let per_drive = match vdev.kind {
        VdevType::Mirror | VdevType::Stripe => facts.asize.as_f64(),
        VdevType::Raidz { .. } => facts.asize.as_f64() / f64::from(facts.width),
        VdevType::Draid { spares, .. } => {
            // Spare space is spread over all children, so each holds a little less than a whole drive.
            let working = f64::from(facts.width.saturating_sub(spares).max(1));
            facts.smallest_leaf.as_f64() * working / f64::from(facts.width)
        }
    };
    VdevRebuildSpec {
        kind: vdev.kind,
        width: facts.width,
        survivors: speeds,
        replacement: None,
        allocated_per_drive: resilver::allocated_at(fill, rounded(per_drive)),
        drive_capacity: smallest,
        ashift: spec.vdevs[position].ashift.as_u32(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a drive's bytes"
)]
fn rounded(bytes: f64) -> Bytes {
    Bytes::new(bytes.max(0.0) as u64)
}

fn slower(known: Option<Estimate<Hours>>, next: Estimate<Hours>) -> Option<Estimate<Hours>> {
    Some(known.filter(|known| known.point >= next.point).unwrap_or(next))
}
