//! All facts about one layout of given drives.

use std::collections::BTreeMap;
use std::sync::Arc;

use mttdl::RepairDiscipline;

use super::options::{DETECTION_MINUTES, PlanOptions, RepairChoice};
use super::result::{
    Candidate, CandidateVdev, Chance, Cost, ExactShown, Performance, PerformanceRange, Reliability,
    WorstBatchShown,
};
use super::warnings;
use crate::ashift::{Ashift, PlannedAshift};
use crate::capacity::{CapacityFacts, Disk, PoolCapacity, PoolSpec, SlopShift, VdevFacts, VdevSpec};
use crate::drive::{Drive, Media};
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::placement::{Placeable, PlacedVdev, Placement, place, worst_batch};
use crate::ready::{Ready, ReadyDrive};
use crate::reliability::{
    DriveRisk, METHOD, ModelVdev, PoolModel, PoolRisk, RiskOptions, RiskSolver, SimulatedChance,
    SimulatedRisk, SimulationOptions, VdevRisk, Watch, WearLaw, mean_weibull_rate, simulate,
};
use crate::resilver::{RebuildOptions, RebuildTarget, VdevRebuildSpec, resilver, scrub_hours};
use crate::throughput::{Ceilings, DriveSpeed, PerformanceOptions, VdevSpeedSpec, pool_performance};
use crate::units::{Bytes, Estimate, Hours, Money, RatePerHour};
use crate::zpool::{Force, create_command};

/// Works out candidates of one inventory; what candidates share is worked out once.
#[derive(Debug)]
pub struct Evaluator<'a> {
    options: &'a PlanOptions,
    ready: &'a Ready,
    inventory: Vec<&'a Drive>,
    placeable: Vec<Placeable>,
    speeds: Vec<DriveSpeed>,
    risks: Vec<DriveRisk>,
    wear: Vec<WearLaw>,
    watts: Vec<f64>,
    ashifts: Vec<Ashift>,
    solver: RiskSolver,
}

/// What is worked out of the bytes and the seats of a candidate before anything else.
struct Built {
    placement: Placement,
    spec: PoolSpec,
    capacity: PoolCapacity,
}

impl<'a> Evaluator<'a> {
    /// Returns an evaluator of the drives that are ready to be planned with.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a failure rate cannot be used.
    pub fn new(inventory: &'a [Drive], ready: &'a Ready, options: &'a PlanOptions) -> Result<Self, Error> {
        let drives: Vec<&Drive> = ready
            .drives
            .iter()
            .map(|drive| &inventory[drive.position])
            .collect();
        let risks = ready
            .drives
            .iter()
            .zip(&drives)
            .map(|(ready, drive)| drive_risk(ready, drive, options))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Self {
            options,
            ready,
            placeable: ready.drives.iter().map(ReadyDrive::placeable).collect(),
            speeds: drives.iter().map(|drive| DriveSpeed::of(drive)).collect(),
            risks,
            wear: ready
                .drives
                .iter()
                .zip(&drives)
                .map(|(ready, drive)| wear_law(ready, drive))
                .collect::<Result<Vec<_>, Error>>()?,
            watts: ready
                .drives
                .iter()
                .zip(&drives)
                .map(|(ready, drive)| drive.watts.unwrap_or(ready.defaults().watts_active))
                .collect(),
            ashifts: drives
                .iter()
                .map(|drive| PlannedAshift::of([*drive]).map(|planned| planned.ashift))
                .collect::<Result<Vec<_>, Error>>()?,
            inventory: drives,
            solver: RiskSolver::new(RiskOptions {
                mission: options.mission,
                scrub_every: options.scrub_every,
                batch_variance: options.batch_variance,
            }),
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
        let repair_hours = self.repair_hours(&built, layout.spares)?;
        let vdevs = self.vdev_risks(&built.placement, &repair_hours);
        let risk = self.solver.solve(&vdevs)?;
        let reliability = self.reliability(&built, &risk, &repair_hours);
        let worst = worst_batch(&built.placement, &self.placeable);
        let ashift = built
            .spec
            .vdevs
            .iter()
            .map(|vdev| vdev.ashift)
            .max()
            .unwrap_or(Ashift::B4096);
        let force = force_needed(&built.placement, &self.placeable);
        Ok(Candidate {
            layout: layout.clone(),
            ashift: ashift.as_u32(),
            vdevs: self.vdevs_shown(&built),
            spares: self.names(&built.placement.spares),
            unused: self.names(&built.placement.unused),
            capacity: CapacityFacts::of(&built.capacity, self.options.record_size),
            reliability,
            performance: speed,
            cost: self.cost(&built),
            worst_batch: worst.as_ref().map(|worst| WorstBatchShown {
                batch: Arc::clone(&worst.batch),
                drives_in_one_vdev: worst.drives_in_one_vdev,
                tolerance_left: worst.tolerance_left,
                survives: worst.survives(),
            }),
            misses: Vec::new(),
            warnings: warnings::of(layout, &built.placement, &self.ready.drives, &self.speeds, force),
            zpool_create: create_command(&built.placement, &self.inventory, ashift, force),
        })
    }

    /// Returns the chance of any loss up to each of `years`, for a candidate that [`Self::evaluate`] returned.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn curve(&mut self, layout: &Layout, media: Media, years: &[f64]) -> Result<Vec<[f64; 2]>, Error> {
        let built = self.build(layout, media)?;
        let repair_hours = self.repair_hours(&built, layout.spares)?;
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

    /// Simulates a candidate that [`Self::evaluate`] returned, and puts the answer in its place.
    ///
    /// # Errors
    /// As [`simulate`]; the candidate then keeps the solved figures.
    pub fn simulate(
        &self,
        candidate: &mut Candidate,
        media: Media,
        options: SimulationOptions,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        let built = self.build(&candidate.layout, media)?;
        let pool = self.pool_model(&built, candidate.layout.spares)?;
        let risk = simulate(&pool, options, watch)?;
        self.show_simulated(candidate, &built, &risk, options);
        Ok(())
    }

    fn pool_model(&self, built: &Built, hot_spares: u32) -> Result<PoolModel, Error> {
        let mut vdevs = Vec::new();
        let mut spares = hot_spares;
        for (position, vdev) in built.placement.vdevs.iter().enumerate() {
            if vdev.class == AllocationClass::Log {
                continue;
            }
            if let VdevType::Draid {
                spares: distributed, ..
            } = vdev.kind
            {
                spares += distributed;
            }
            let speeds = self.speeds_of(vdev);
            let rebuild = resilver(
                &self.rebuild_spec(built, position, &speeds),
                &self.rebuild_options(vdev),
            )?;
            let latent: f64 = vdev
                .drives
                .iter()
                .map(|&drive| self.risks[drive].latent.as_f64())
                .sum();
            vdevs.push(ModelVdev {
                tolerance: u32::try_from(vdev.tolerance()).unwrap_or(u32::MAX),
                drives: vdev
                    .drives
                    .iter()
                    .map(|&drive| (self.wear[drive], Arc::clone(&self.risks[drive].batch)))
                    .collect(),
                resilver: rebuild.hours.point,
                log_deviation: rebuild.log_standard_deviation,
                discipline: self.discipline(vdev),
                latent: rate_of(latent / f64::from(width(vdev))),
            });
        }
        Ok(PoolModel {
            vdevs,
            spares,
            detection: super::detection(),
            delivery: self.options.delivery(),
            mission: self.options.mission,
            scrub_every: self.options.scrub_every,
            batch_variance: self.options.batch_variance,
        })
    }

    fn show_simulated(
        &self,
        candidate: &mut Candidate,
        built: &Built,
        risk: &SimulatedRisk,
        options: SimulationOptions,
    ) {
        let chance = |found: SimulatedChance| Chance {
            low: found.low,
            point: found.point,
            high: found.high,
            confidence: risk.confidence,
            std_error: found.std_error,
        };
        let stored = built.capacity.zfs_usable.as_f64() * self.options.fill;
        #[expect(clippy::cast_precision_loss, reason = "block sizes are far below 2^53")]
        let block = self.options.record_size.as_u64() as f64;
        let reliability = &mut candidate.reliability;
        reliability.p_loss = chance(risk.any);
        reliability.p_pool_loss = chance(risk.pool);
        reliability.mttdl_hours = risk.mttdl;
        reliability.nines = (risk.any.point > 0.0).then(|| -mttdl::math::log10(risk.any.point));
        reliability.expected_bytes_lost = risk.pool.point * stored + risk.latent_events * block;
        reliability.method = format!(
            "simulated to ± {} %: {} trials, seed {}",
            crate::figures::fixed(options.relative_error * 100.0, 1).trim_end_matches(".0"),
            crate::figures::grouped(risk.trials),
            options.seed
        );
        reliability.converged = risk.converged;
        reliability.by_cause = BTreeMap::from([
            ("drives", risk.drive_share),
            ("unreadable_sectors", 1.0 - risk.drive_share),
        ]);
        reliability.by_vdev.clone_from(&risk.by_vdev);
        reliability.curve = risk
            .curve
            .iter()
            .filter(|(time, _)| *time > Hours::ZERO)
            .map(|(time, loss)| [time.as_years(), loss.as_f64()])
            .collect();
    }

    /// Returns the byte chain of a layout, step by step.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn steps(&self, layout: &Layout, media: Media) -> Result<Vec<crate::capacity::Step>, Error> {
        let built = self.build(layout, media)?;
        Ok(built.capacity.steps(&built.spec))
    }

    fn build(&self, layout: &Layout, media: Media) -> Result<Built, Error> {
        let placement = place(layout, &self.placeable, media)?;
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
        Ok(Built {
            placement,
            spec,
            capacity,
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
                facts: VdevFacts::from(capacity),
            })
            .collect()
    }

    fn names(&self, drives: &[usize]) -> Vec<Arc<str>> {
        drives
            .iter()
            .map(|&drive| Arc::clone(&self.placeable[drive].id))
            .collect()
    }

    fn performance(&self, built: &Built) -> Result<Performance, Error> {
        let data: Vec<(&PlacedVdev, Vec<DriveSpeed>, Ashift, Bytes)> = built
            .placement
            .vdevs
            .iter()
            .zip(&built.spec.vdevs)
            .zip(&built.capacity.vdevs)
            .filter(|((placed, _), _)| placed.class == AllocationClass::Data)
            .map(|((placed, spec), capacity)| {
                (placed, self.speeds_of(placed), spec.ashift, capacity.deflated())
            })
            .collect();
        let specs: Vec<VdevSpeedSpec<'_>> = data
            .iter()
            .map(|(placed, speeds, ashift, free)| VdevSpeedSpec {
                kind: placed.kind,
                width: width(placed),
                count: 1,
                drives: speeds,
                ashift: ashift.as_u32(),
                free: Some(*free),
            })
            .collect();
        let mut options = PerformanceOptions::for_workload(self.options.workload);
        options.record_size = Bytes::new(self.options.record_size.as_u64());
        options.fill = self.options.fill;
        options.ceilings = Ceilings {
            host_read: self.options.host_read,
            host_write: self.options.host_write,
            ..options.ceilings
        };
        let found = pool_performance(&specs, &options)?;
        let mut resilver_hours: Option<Estimate<Hours>> = None;
        let mut scrub: Option<Estimate<Hours>> = None;
        for (position, vdev) in built.placement.vdevs.iter().enumerate() {
            if vdev.class != AllocationClass::Data {
                continue;
            }
            let speeds = self.speeds_of(vdev);
            let spec = self.rebuild_spec(built, position, &speeds);
            if vdev.tolerance() > 0 {
                resilver_hours = slower(
                    resilver_hours,
                    resilver(&spec, &self.rebuild_options(vdev))?.hours,
                );
            }
            scrub = slower(scrub, scrub_hours(&spec, &self.rebuild_options(vdev))?);
        }
        let none = Estimate {
            low: Hours::ZERO,
            point: Hours::ZERO,
            high: Hours::ZERO,
        };
        let range = PerformanceRange {
            read_mb_per_s: found.read,
            write_mb_per_s: found.write,
            random_read_iops: found.random_read,
            random_write_iops: found.random_write,
            scrub_hours: scrub.unwrap_or(none),
        };
        Ok(Performance {
            read_mb_per_s: range.read_mb_per_s.point,
            write_mb_per_s: range.write_mb_per_s.point,
            random_read_iops: range.random_read_iops.point,
            random_write_iops: range.random_write_iops.point,
            limited_by: found.read_limited_by.name().to_owned(),
            resilver_hours: resilver_hours.unwrap_or(none),
            scrub_hours: range.scrub_hours.point,
            range,
        })
    }

    fn speeds_of(&self, vdev: &PlacedVdev) -> Vec<DriveSpeed> {
        vdev.drives.iter().map(|&drive| self.speeds[drive]).collect()
    }

    /// A vdev at the pool's fill: every drive holds the same share of the vdev's asize.
    fn rebuild_spec<'s>(
        &self,
        built: &Built,
        position: usize,
        speeds: &'s [DriveSpeed],
    ) -> VdevRebuildSpec<'s> {
        let vdev = &built.placement.vdevs[position];
        let capacity = &built.capacity.vdevs[position];
        let smallest = vdev
            .drives
            .iter()
            .map(|&drive| self.placeable[drive].bytes)
            .min()
            .unwrap_or(Bytes::ZERO);
        let per_drive = match vdev.kind {
            VdevType::Mirror | VdevType::Stripe => capacity.asize.as_f64(),
            VdevType::Raidz { .. } => capacity.asize.as_f64() / f64::from(capacity.width),
            VdevType::Draid { spares, .. } => {
                // Spare space is spread over all children, so each holds a little less than a whole drive.
                let working = f64::from(capacity.width.saturating_sub(spares).max(1));
                capacity.smallest_leaf.as_f64() * working / f64::from(capacity.width)
            }
        };
        VdevRebuildSpec {
            kind: vdev.kind,
            width: capacity.width,
            survivors: speeds,
            replacement: None,
            allocated_per_drive: crate::resilver::allocated_at(self.options.fill, rounded(per_drive)),
            drive_capacity: smallest,
            ashift: built.spec.vdevs[position].ashift.as_u32(),
        }
    }

    fn rebuild_options(&self, vdev: &PlacedVdev) -> RebuildOptions {
        let target = match vdev.kind {
            VdevType::Draid { spares: 1.., .. } => RebuildTarget::DistributedSpare,
            _ => RebuildTarget::Replacement,
        };
        RebuildOptions {
            target,
            record_size: Bytes::new(self.options.record_size.as_u64()),
            ..RebuildOptions::default()
        }
    }

    /// Mean hours from a failure until the redundancy is back, by vdev.
    fn repair_hours(&self, built: &Built, spares: u32) -> Result<Vec<Hours>, Error> {
        let mut hours = Vec::with_capacity(built.placement.vdevs.len());
        for (position, vdev) in built.placement.vdevs.iter().enumerate() {
            let distributed = match vdev.kind {
                VdevType::Draid { spares, .. } => spares,
                _ => 0,
            };
            let speeds = self.speeds_of(vdev);
            let spec = self.rebuild_spec(built, position, &speeds);
            let rebuild = resilver(&spec, &self.rebuild_options(vdev))?;
            hours.push(self.options.delay(spares + distributed) + rebuild.hours.point);
        }
        Ok(hours)
    }

    fn vdev_risks(&self, placement: &Placement, repair_hours: &[Hours]) -> Vec<VdevRisk> {
        placement
            .vdevs
            .iter()
            .zip(repair_hours)
            .filter(|(vdev, _)| vdev.class != AllocationClass::Log)
            .map(|(vdev, &repair)| VdevRisk {
                tolerance: u32::try_from(vdev.tolerance()).unwrap_or(u32::MAX),
                drives: vdev
                    .drives
                    .iter()
                    .map(|&drive| self.risks[drive].clone())
                    .collect(),
                repair,
                discipline: self.discipline(vdev),
            })
            .collect()
    }

    fn discipline(&self, vdev: &PlacedVdev) -> RepairDiscipline {
        match (self.options.repair, vdev.kind) {
            (RepairChoice::Always(discipline), _) => discipline,
            (RepairChoice::Usual, VdevType::Draid { .. }) => RepairDiscipline::Parallel,
            (RepairChoice::Usual, _) => RepairDiscipline::Batched,
        }
    }

    fn reliability(&self, built: &Built, risk: &PoolRisk, repair_hours: &[Hours]) -> Reliability {
        let (any, pool) = (risk.any.as_f64(), risk.pool.as_f64());
        let stored = built.capacity.zfs_usable.as_f64() * self.options.fill;
        #[expect(clippy::cast_precision_loss, reason = "block sizes are far below 2^53")]
        let block = self.options.record_size.as_u64() as f64;
        let sectors = (any - pool).max(0.0);
        let share = |part: f64| if any > 0.0 { part / any } else { 0.0 };
        Reliability {
            mission_hours: self.options.mission,
            p_loss: Chance::solved(risk.any),
            p_pool_loss: Chance::solved(risk.pool),
            mttdl_hours: risk.mttdl,
            nines: Some(risk.any.nines()).filter(|nines| nines.is_finite()),
            expected_bytes_lost: pool * stored + sectors * block,
            method: METHOD.to_owned(),
            converged: true,
            curve: Vec::new(),
            exact: Some(ExactShown {
                p_loss: risk.independent.any.as_f64(),
                p_pool_loss: risk.independent.pool.as_f64(),
                mttdl_hours: risk.independent.mttdl,
            }),
            by_cause: BTreeMap::from([("drives", share(pool)), ("unreadable_sectors", share(sectors))]),
            by_vdev: risk.by_vdev.iter().map(|loss| loss.as_f64()).collect(),
            repair_hours: repair_hours.iter().map(|hours| hours.as_f64()).collect(),
        }
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
            watts: bought.iter().map(|&drive| self.watts[drive]).sum(),
        })
    }
}

fn width(vdev: &PlacedVdev) -> u32 {
    u32::try_from(vdev.drives.len()).unwrap_or(u32::MAX)
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

/// The failure rate that the user states, else the class's at the drive's age.
fn drive_risk(ready: &ReadyDrive, drive: &Drive, options: &PlanOptions) -> Result<DriveRisk, Error> {
    let defaults = ready.defaults();
    let failure = match drive.annual_failure {
        Some(probability) => {
            RatePerHour::from_annual_probability(probability).map_err(|error| Error::OutOfRange {
                quantity: format!("afr of drive `{}`", ready.id),
                reason: error.to_string(),
                hint: "give an annual failure rate below 100 %".to_owned(),
            })?
        }
        None => mean_weibull_rate(
            ready.age,
            options.mission,
            defaults.weibull_scale,
            defaults.weibull_shape,
        )?,
    };
    let together = ready.batch.clone().or_else(|| drive.model.clone());
    Ok(DriveRisk {
        failure,
        latent: defaults.latent_error_rate.point,
        batch: together.unwrap_or_else(|| "unknown".into()),
    })
}

/// The user's failure rate as a constant one, else the wear of the class from the drive's age on.
fn wear_law(ready: &ReadyDrive, drive: &Drive) -> Result<WearLaw, Error> {
    let defaults = ready.defaults();
    let Some(probability) = drive.annual_failure else {
        return Ok(WearLaw {
            scale: defaults.weibull_scale,
            shape: defaults.weibull_shape,
            age: ready.age,
        });
    };
    let stated =
        RatePerHour::from_annual_probability(probability).map_err(|error| unusable_rate(ready, &error))?;
    // A drive that never fails fails once in a thousand million years.
    let scale = Hours::new(1.0 / stated.as_f64().max(1e-13)).map_err(|error| unusable_rate(ready, &error))?;
    Ok(WearLaw {
        scale,
        shape: 1.0,
        age: ready.age,
    })
}

fn unusable_rate(ready: &ReadyDrive, error: &mttdl::TimeError) -> Error {
    Error::OutOfRange {
        quantity: format!("afr of drive `{}`", ready.id),
        reason: error.to_string(),
        hint: "give an annual failure rate below 100 %".to_owned(),
    }
}

fn rate_of(value: f64) -> RatePerHour {
    RatePerHour::new(value).unwrap_or(RatePerHour::ZERO)
}

/// Returns the time from a failure until it is noticed.
#[must_use]
pub fn detection() -> Hours {
    Hours::new(DETECTION_MINUTES / 60.0).unwrap_or(Hours::ZERO)
}
