//! All facts about one layout of given drives.

use std::sync::Arc;

use super::block_costs;
use super::options::{DETECTION_MINUTES, PlanOptions};
use super::result::{Candidate, CandidateVdev, Cost, PlacementShown, WorstBatchShown, WorstDomainShown};
use super::risk::drive_risk;
use super::warnings;
use crate::ashift::{Ashift, PlannedAshift};
use crate::capacity::{CapacityFacts, Disk, PoolCapacity, PoolSpec, SlopShift, VdevFacts, VdevSpec};
use crate::drive::{Drive, Media, Origin};
use crate::error::Error;
use crate::layout::{AllocationClass, Layout};
use crate::placement::{Placeable, Placement, place, worst_batch, worst_domain};
use crate::ready::{Ready, ReadyDrive, ready};
use crate::reliability::{DriveRisk, RiskOptions, RiskSolver, WearLaw};
use crate::resilver::Rebuild;
use crate::throughput::DriveSpeed;
use crate::units::{Hours, Money};
use crate::zpool::{Force, create_command};

/// Works out candidates of one inventory; what candidates share is worked out once.
#[derive(Debug)]
pub struct Evaluator {
    pub(super) options: Arc<PlanOptions>,
    pub(super) ready: Arc<Ready>,
    /// The drives that are ready, as the inventory has them.
    drives: Vec<Drive>,
    pub(super) placeable: Vec<Placeable>,
    /// The same without guessed batches.
    known_batches: Vec<Placeable>,
    pub(super) speeds: Vec<DriveSpeed>,
    pub(super) risks: Vec<DriveRisk>,
    pub(super) wear: Vec<WearLaw>,
    watts: Vec<f64>,
    ashifts: Vec<Ashift>,
    pub(super) solver: RiskSolver,
}

/// What is worked out of the bytes and the seats of a candidate before anything else.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) placement: Placement,
    pub(super) spec: PoolSpec,
    pub(super) capacity: PoolCapacity,
    /// The rebuild of one drive, by vdev.
    pub(super) rebuilds: Vec<Rebuild>,
}

impl Evaluator {
    /// Returns an evaluator of the drives that are ready to be planned with.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a failure rate cannot be used.
    pub fn new(inventory: &[Drive], ready: &Ready, options: &PlanOptions) -> Result<Self, Error> {
        let drives: Vec<Drive> = ready
            .drives
            .iter()
            .map(|drive| inventory[drive.position].clone())
            .collect();
        let known = ready
            .drives
            .iter()
            .zip(&drives)
            .map(|(ready, drive)| drive_risk(ready, drive, options))
            .collect::<Result<Vec<_>, Error>>()?;
        let (risks, wear) = known.into_iter().unzip();
        let speeds: Vec<DriveSpeed> = drives.iter().map(DriveSpeed::of).collect();
        let placeable = |(drive, speed): (&ReadyDrive, &DriveSpeed)| drive.placeable(speed.read.value);
        let placeable: Vec<Placeable> = ready.drives.iter().zip(&speeds).map(placeable).collect();
        Ok(Self {
            known_batches: with_known_batches(&placeable, &drives),
            placeable,
            speeds,
            risks,
            wear,
            watts: ready
                .drives
                .iter()
                .zip(&drives)
                .map(|(ready, drive)| drive.watts.unwrap_or(ready.defaults().watts_active))
                .collect(),
            ashifts: drives
                .iter()
                .map(|drive| PlannedAshift::of([drive]).map(|planned| planned.ashift))
                .collect::<Result<Vec<_>, Error>>()?,
            drives,
            solver: RiskSolver::new(RiskOptions {
                mission: options.mission,
                scrub_every: options.scrub_every,
                batch_variance: options.batch_variance,
            }),
            options: Arc::new(options.clone()),
            ready: Arc::new(ready.clone()),
        })
    }

    /// Returns everything that is said of `layout`, with data vdevs of drives of `media` where possible.
    ///
    /// # Errors
    /// [`Error`] where OpenZFS would refuse the layout or the drives cannot form it.
    pub fn evaluate(&mut self, layout: &Layout, media: Media) -> Result<Candidate, Error> {
        layout.check()?;
        let built = self.build(layout, media)?;
        let speed = self.performance(&built)?;
        let repair_hours = self.repair_hours(&built, layout.spares);
        let vdevs = self.vdev_risks(&built.placement, &repair_hours);
        let risk = self.solver.solve(&vdevs)?;
        let reliability = self.reliability(&built, &risk, &repair_hours);
        let worst = worst_batch(&built.placement, &self.known_batches);
        let enclosure = worst_domain(&built.placement, &self.placeable);
        let ashift = built
            .spec
            .vdevs
            .iter()
            .map(|vdev| vdev.ashift)
            .max()
            .unwrap_or(Ashift::B4096);
        let force = force_needed(&built.placement, &self.placeable);
        let seats = built.placement.vdevs.iter().flat_map(|vdev| &vdev.drives);
        let sectors = PlannedAshift::of(seats.map(|&drive| &self.drives[drive]))?;
        let mut warnings = warnings::of(
            layout,
            &built.placement,
            &self.ready.drives,
            &self.placeable,
            &self.speeds,
            force,
        );
        warnings.extend(warnings::about_sectors(&sectors));
        warnings.extend(warnings::about_guessed_batch(
            worst_batch(&built.placement, &self.placeable).as_ref(),
            worst.as_ref(),
        ));
        warnings.extend(enclosure.as_ref().and_then(warnings::about_enclosure));
        let capacity = CapacityFacts::of(&built.capacity, self.options.record_size);
        warnings.extend(block_costs::about_volumes(layout, ashift, &self.options));
        warnings.extend(block_costs::about_special(
            built.capacity.special,
            capacity.effective_bytes,
            &self.options,
        ));
        Ok(Candidate {
            layout: layout.clone(),
            ashift: ashift.as_u32(),
            automatic_ashift: sectors.automatic.as_u32(),
            vdevs: self.vdevs_shown(&built),
            spares: self.names(&built.placement.spares),
            unused: self.names(&built.placement.unused),
            capacity,
            reliability,
            performance: speed,
            cost: self.cost(&built),
            watts: self.watts(&built),
            worst_batch: worst.as_ref().map(|worst| WorstBatchShown {
                batch: Arc::clone(&worst.batch),
                drives_in_one_vdev: worst.drives_in_one_vdev,
                tolerance_left: worst.tolerance_left,
                survives: worst.survives(),
            }),
            worst_domain: enclosure.map(|worst| WorstDomainShown {
                drives_in_one_vdev: worst.drives_in_one_vdev,
                tolerance_left: worst.tolerance_left,
                survives: worst.survives(),
                domain: worst.domain,
            }),
            placement: PlacementShown {
                goals: built.placement.goals,
                optimality: built.placement.optimality,
            },
            on_pareto_front: None,
            score: None,
            misses: Vec::new(),
            warnings,
            zpool_create: create_command(
                &built.placement,
                &self.drives.iter().collect::<Vec<_>>(),
                ashift,
                force,
            ),
        })
    }

    /// Returns the chance of any loss up to each of `years`, for a candidate that [`Self::evaluate`] returned.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn curve(&mut self, layout: &Layout, media: Media, years: &[f64]) -> Result<Vec<[f64; 2]>, Error> {
        let built = self.build(layout, media)?;
        let repair_hours = self.repair_hours(&built, layout.spares);
        let vdevs = self.vdev_risks(&built.placement, &repair_hours);
        let times: Vec<Hours> = years
            .iter()
            .map(|&years| Hours::from_years(years).unwrap_or(Hours::ZERO))
            .collect();
        let losses = self.solver.curve(&vdevs, &times)?;
        Ok(years
            .iter()
            .zip(losses)
            .map(|(&years, loss)| [years, loss.as_f64()])
            .collect())
    }

    /// Returns the byte chain of a layout, step by step.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn steps(&self, layout: &Layout, media: Media) -> Result<Vec<crate::capacity::Step>, Error> {
        let built = self.build(layout, media)?;
        Ok(built.capacity.steps(&built.spec))
    }

    pub(super) fn build(&self, layout: &Layout, media: Media) -> Result<Built, Error> {
        let placement = place(layout, &self.placeable, media, self.options.place)?;
        // One `-o ashift` holds for every vdev of the command.
        let seats = placement.vdevs.iter().flat_map(|vdev| &vdev.drives);
        let ashift = seats
            .map(|&drive| self.ashifts[drive])
            .max()
            .unwrap_or(Ashift::B4096);
        let vdevs = placement
            .vdevs
            .iter()
            .map(|vdev| {
                let disk = |&drive: &usize| Disk {
                    bytes: self.ready.drives[drive].bytes,
                    logical_sector: self.ready.drives[drive].logical_sector,
                };
                VdevSpec::new(
                    vdev.class,
                    vdev.kind,
                    ashift,
                    vdev.drives.iter().map(disk).collect(),
                )
            })
            .collect();
        let spec = PoolSpec {
            vdevs,
            partitioning: self.options.partitioning,
            version: self.options.zfs,
            slop_shift: SlopShift::default(),
        };
        let capacity = PoolCapacity::of(&spec)?;
        let rebuilds = self.rebuilds(&placement, &spec, &capacity)?;
        Ok(Built {
            placement,
            spec,
            capacity,
            rebuilds,
        })
    }

    fn vdevs_shown(&self, built: &Built) -> Vec<CandidateVdev> {
        built
            .placement
            .vdevs
            .iter()
            .zip(&built.capacity.vdevs)
            .map(|(placed, capacity)| CandidateVdev {
                drives: self.names(&placed.drives),
                tolerance: placed.tolerance(),
                facts: VdevFacts::from(capacity),
            })
            .collect()
    }

    /// The drive as the inventory has it.
    pub(super) fn drive(&self, index: usize) -> &Drive {
        &self.drives[index]
    }

    fn names(&self, drives: &[usize]) -> Vec<Arc<str>> {
        drives
            .iter()
            .map(|&drive| Arc::clone(&self.placeable[drive].id))
            .collect()
    }

    fn watts(&self, built: &Built) -> f64 {
        let bought = bought(&built.placement);
        bought.iter().map(|&drive| self.watts[drive]).sum()
    }

    /// The price, unless one drive's is unknown or currencies differ.
    fn cost(&self, built: &Built) -> Option<Cost> {
        let bought = bought(&built.placement);
        let mut total = 0_i64;
        let mut currency = None;
        for (position, &drive) in bought.iter().enumerate() {
            let price = self.ready.drives[drive].price?;
            if position > 0 && price.currency() != currency {
                return None;
            }
            currency = price.currency();
            total = total.checked_add(price.as_ten_thousandths())?;
        }
        let purchase = Money::from_ten_thousandths(total, currency).as_f64();
        Some(Cost {
            purchase,
            currency,
            per_usable_tb: purchase / built.capacity.zfs_usable.as_tb(),
            per_bay: purchase / u32::try_from(bought.len()).map_or(f64::INFINITY, f64::from),
            watts: self.watts(built),
        })
    }
}

/// The drives without the batches that are only guessed: those are spread, but no must-have hangs on them.
fn with_known_batches(placeable: &[Placeable], drives: &[Drive]) -> Vec<Placeable> {
    let known = |(placeable, drive): (&Placeable, &Drive)| {
        let guessed = drive
            .batch
            .as_ref()
            .is_some_and(|batch| batch.origin == Origin::Assumed);
        let mut known = placeable.clone();
        known.batch = known.batch.filter(|_| !guessed);
        known
    };
    placeable.iter().zip(drives).map(known).collect()
}

/// Returns the pool that `layout` makes of the drives, as the byte chain takes it.
///
/// # Errors
/// [`Error`] if the drives cannot be planned with or cannot form the layout.
pub fn pool_spec(inventory: &[Drive], layout: &Layout, options: &PlanOptions) -> Result<PoolSpec, Error> {
    layout.check()?;
    let ready = ready(inventory, options.as_of)?;
    let evaluator = Evaluator::new(inventory, &ready, options)?;
    Ok(evaluator.build(layout, super::media_for(&ready, layout))?.spec)
}

/// Drives in vdevs and spares.
fn bought(placement: &Placement) -> Vec<usize> {
    let in_vdevs = placement
        .vdevs
        .iter()
        .flat_map(|vdev| vdev.drives.iter().copied());
    in_vdevs.chain(placement.spares.iter().copied()).collect()
}

/// Size difference within a vdev up to which `zpool create` asks for no `-f`.
///
/// # Source
/// OpenZFS `cmd/zpool/zpool_vdev.c`, `ZPOOL_FUZZ`.
const SIZE_TOLERANCE: u64 = 16 << 20;

fn force_needed(placement: &Placement, drives: &[Placeable]) -> Force {
    let mixed = placement.vdevs.iter().any(|vdev| {
        let sizes = || vdev.drives.iter().map(|&drive| drives[drive].bytes.as_u64());
        sizes().max().unwrap_or(0) - sizes().min().unwrap_or(0) > SIZE_TOLERANCE
    });
    let mut data = placement
        .vdevs
        .iter()
        .filter(|vdev| vdev.class == AllocationClass::Data);
    let first = data.next();
    let differs = data.any(|vdev| {
        first.is_some_and(|first| {
            std::mem::discriminant(&first.kind) != std::mem::discriminant(&vdev.kind)
                || first.tolerance() != vdev.tolerance()
        })
    });
    if differs {
        Force::MixedReplication
    } else if mixed {
        Force::MixedSizes
    } else {
        Force::No
    }
}

/// Returns the time from a failure until it is noticed.
#[must_use]
pub fn detection() -> Hours {
    Hours::new(DETECTION_MINUTES / 60.0).unwrap_or(Hours::ZERO)
}
