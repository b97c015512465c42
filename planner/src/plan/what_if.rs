//! Which single change of a layout would buy most, and what would it take to reach the limit?
//!
//! All figures are those of the fast chain, before and after, so that they compare. Prices are those of the inventory; a
//! drive that is not there costs what its like does. Left out: changes of two things at once, and work and postage.

use std::sync::Arc;

use serde::Serialize;

use super::evaluate::{Built, Evaluator, detection};
use super::expansion::{AddedVdev, LargerDrives, added_vdevs, larger_drives};
use super::growth::{GrowthStep, growth};
use super::options::{DELIVERY_HOURS, PlanOptions};
use super::risk::{counted, stated};
use super::tornado::{Exposed, Swing, tornado};
use crate::drive::{Drive, Media};
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::ready::{Ready, ready};
use crate::reliability::{VdevRisk, rate_knowledge};
use crate::units::{Bytes, Hours, Probability, RatePerHour};

/// Scrubs of the change that scrubs more often.
const WEEKLY_HOURS: f64 = 168.0;
/// Swaps of two drives that are tried.
const MOST_SWAPS: usize = 2_000;
/// Steps of a bisection; a factor of 2^40.
const BISECTIONS: u32 = 40;
/// Confidence of the range of failure rates.
const RATE_CONFIDENCE: f64 = 0.95;
/// Longest delay that is looked at.
const LONGEST_DELAY_HOURS: f64 = 8760.0;

/// What other choices would give.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WhatIf {
    /// Chance of any loss as it is, by the fast chain that the changes are compared by.
    pub p_loss: f64,
    /// The same at the low and at the high end of what is known of the failure rates; rates that the user states stay.
    pub p_loss_at_low_and_high_failure_rates: [f64; 2],
    /// Single changes, the safest first.
    pub changes: Vec<Change>,
    /// What would just reach the highest chance of loss that is allowed.
    pub limit: Limit,
    /// Assumptions at the ends of their ranges, the one that moves the chance of loss most first.
    pub tornado: Vec<Swing>,
    /// The first RAID-Z vdev widened drive by drive; empty where OpenZFS cannot.
    pub growth: Vec<GrowthStep>,
    /// The drives of the data vdevs replaced by larger ones, vdev by vdev: the next common size, and twice the size.
    pub replace_with_larger: Vec<LargerDrives>,
    /// One more data vdev like the last, and another.
    pub add_vdev: Vec<AddedVdev>,
}

/// One change and what it gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Name for scripts: `spare`, `replace_sooner`, `scrub_weekly`, `swap`, `more_parity`, `wider` or `narrower`.
    pub change: &'static str,
    /// What is done, in words.
    pub what: String,
    /// The layout afterwards.
    #[serde(serialize_with = "super::result::as_text")]
    pub layout: Layout,
    /// Chance of any loss afterwards.
    pub p_loss: f64,
    /// Usable bytes afterwards.
    pub zfs_usable_bytes: Bytes,
    /// Usable bytes that it adds; negative where it costs space.
    pub usable_difference_bytes: i64,
    /// Money that it costs; absent where a price is unknown.
    pub cost_difference: Option<f64>,
}

/// What would just reach the highest chance of loss that is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Limit {
    /// The highest chance of loss.
    pub max_loss: f64,
    /// Hours from a failure's notice until the rebuild starts, now.
    pub delay_hours: f64,
    /// The most that they may be; absent where none is short enough, or a year is not too long.
    pub most_delay_hours: Option<f64>,
    /// Hours of the longest rebuild, now.
    pub rebuild_hours: f64,
    /// The most that they may be with the delay as it is; absent likewise.
    pub most_rebuild_hours: Option<f64>,
}

struct Figures {
    loss: f64,
    usable: Bytes,
    cost: Option<f64>,
}

/// Returns what other choices than `layout` as it is would give.
pub(super) fn what_if(
    inventory: &[Drive],
    ready: &Ready,
    evaluator: &mut Evaluator,
    layout: &Layout,
    media: Media,
) -> Result<WhatIf, Error> {
    let options = &*Arc::clone(&evaluator.options);
    let base = figures(evaluator, layout, media)?;
    let mut changes = Vec::new();
    let mut add = |change, what: String, layout: &Layout, after: Figures| {
        changes.push(Change {
            change,
            what,
            layout: layout.clone(),
            p_loss: after.loss,
            zfs_usable_bytes: after.usable,
            usable_difference_bytes: signed(after.usable) - signed(base.usable),
            cost_difference: after.cost.zip(base.cost).map(|(after, before)| after - before),
        });
    };
    if let Ok((after, what, with_spare)) = one_more_spare(inventory, ready, layout, media, options) {
        add("spare", what, &with_spare, after);
    }
    for (change, what, changed) in changed_options(layout, options) {
        let mut other = Evaluator::new(inventory, ready, &changed)?;
        let after = figures(&mut other, layout, media)?;
        add(change, what, layout, after);
    }
    for (change, what, changed) in changed_shapes(layout, ready.drives.len()) {
        // Shapes that OpenZFS or the drives do not allow are no choice.
        if let Ok(after) = figures(evaluator, &changed, media) {
            add(change, what, &changed, after);
        }
    }
    let built = evaluator.build(layout, media)?;
    let hours = evaluator.repair_hours(&built, layout.spares);
    let risks = evaluator.vdev_risks(&built.placement, &hours);
    if let Some((what, loss)) = best_swap(evaluator, &built, &hours, base.loss)? {
        let after = Figures { loss, ..base };
        add("swap", what, layout, after);
    }
    changes.sort_by(|a, b| a.p_loss.total_cmp(&b.p_loss).then_with(|| a.what.cmp(&b.what)));
    let exposed = Exposed {
        inventory,
        ready,
        layout,
        media,
        built: &built,
        risks: &risks,
    };
    Ok(WhatIf {
        p_loss: base.loss,
        p_loss_at_low_and_high_failure_rates: [
            evaluator.loss_at(&built, &risks, RangeEnd::Low)?,
            evaluator.loss_at(&built, &risks, RangeEnd::High)?,
        ],
        changes,
        limit: limit(evaluator, &built, layout, &risks)?,
        tornado: tornado(evaluator, &exposed)?,
        growth: growth(&built.spec, options.record_size, options.zfs),
        replace_with_larger: larger_drives(
            &built,
            &evaluator.replacements(&built)?,
            media,
            options.record_size,
        ),
        add_vdev: added_vdevs(&built, options.record_size),
    })
}

fn figures(evaluator: &mut Evaluator, layout: &Layout, media: Media) -> Result<Figures, Error> {
    let candidate = evaluator.evaluate(layout, media)?;
    Ok(Figures {
        loss: candidate.reliability.p_loss.point,
        usable: candidate.usable(),
        cost: candidate.cost.map(|cost| cost.purchase),
    })
}

fn signed(bytes: Bytes) -> i64 {
    i64::try_from(bytes.as_u64()).unwrap_or(i64::MAX)
}

/// A hot spare more: a drive left over where there is one, else a new one like the largest.
fn one_more_spare(
    inventory: &[Drive],
    ready_drives: &Ready,
    layout: &Layout,
    media: Media,
    options: &PlanOptions,
) -> Result<(Figures, String, Layout), Error> {
    let with_spare = Layout {
        spares: layout.spares + 1,
        ..layout.clone()
    };
    let mut drives = inventory.to_vec();
    let mut what = "one more hot spare, of the drives left over".to_owned();
    if ready_drives.drives.len() as u64 <= layout.drives() {
        let largest = ready_drives
            .drives
            .iter()
            .filter(|drive| drive.media == media)
            .max_by_key(|drive| drive.bytes)
            .ok_or_else(|| Error::Drives {
                reason: "no drive to take as a pattern".to_owned(),
                hint: String::new(),
            })?;
        let mut bought = inventory[largest.position].clone();
        bought.id = Arc::from("new spare");
        bought.batch = None;
        what = format!(
            "one more hot spare, bought: {}",
            crate::figures::label_size(largest.bytes)
        );
        drives.push(bought);
    }
    let all = ready(&drives, options.as_of)?;
    let after = figures(&mut Evaluator::new(&drives, &all, options)?, &with_spare, media)?;
    Ok((after, what, with_spare))
}

fn changed_options(layout: &Layout, options: &PlanOptions) -> Vec<(&'static str, String, PlanOptions)> {
    let mut changed = Vec::new();
    let distributed = layout
        .groups
        .iter()
        .any(|group| matches!(group.kind, VdevType::Draid { spares: 1.., .. }));
    let wait = options.delivery();
    if layout.spares == 0 && !distributed && wait > Hours::ZERO {
        let half = Hours::new(wait.as_f64() / 2.0).unwrap_or(wait);
        let what = format!(
            "a new drive in after {} instead of {}",
            hours_text(half),
            hours_text(wait)
        );
        let sooner = PlanOptions {
            replace_after: Some(half),
            ..options.clone()
        };
        changed.push(("replace_sooner", what, sooner));
    }
    if options.scrub_every.as_f64() > WEEKLY_HOURS {
        let weekly = PlanOptions {
            scrub_every: Hours::new(WEEKLY_HOURS).unwrap_or(options.scrub_every),
            ..options.clone()
        };
        changed.push(("scrub_weekly", "a scrub every week".to_owned(), weekly));
    }
    changed
}

fn hours_text(hours: Hours) -> String {
    format!(
        "{} h",
        crate::figures::fixed(hours.as_f64(), 1).trim_end_matches(".0")
    )
}

/// The neighbours of a layout with one group of data vdevs, of no more drives than there are.
fn changed_shapes(layout: &Layout, drives: usize) -> Vec<(&'static str, String, Layout)> {
    let data: Vec<usize> = (0..layout.groups.len())
        .filter(|&position| layout.groups[position].class == AllocationClass::Data)
        .collect();
    let [position] = data[..] else {
        return Vec::new();
    };
    let group = layout.groups[position];
    let elsewhere = layout.drives() - u64::from(group.count) * u64::from(group.width);
    let free = u64::try_from(drives)
        .unwrap_or(u64::MAX)
        .saturating_sub(elsewhere);
    let free = u32::try_from(free).unwrap_or(u32::MAX);
    let mut shapes: Vec<(&'static str, VdevType, u32, u32)> = Vec::new();
    match group.kind {
        VdevType::Stripe => {}
        VdevType::Mirror => {
            shapes.push((
                "more_parity",
                group.kind,
                free / (group.width + 1),
                group.width + 1,
            ));
            if group.width > 2 {
                shapes.push(("narrower", group.kind, free / (group.width - 1), group.width - 1));
            }
        }
        VdevType::Raidz { parity } => {
            let more = VdevType::Raidz { parity: parity + 1 };
            shapes.push(("more_parity", more, group.count, group.width));
            if group.count > 1 {
                shapes.push(("wider", group.kind, group.count - 1, free / (group.count - 1)));
            }
            shapes.push(("narrower", group.kind, group.count + 1, free / (group.count + 1)));
        }
        VdevType::Draid { parity, data, spares } => {
            let more = VdevType::Draid {
                parity: parity + 1,
                data,
                spares,
            };
            shapes.push(("more_parity", more, group.count, group.width));
            if data > 1 {
                let narrow = VdevType::Draid {
                    parity,
                    data: data / 2,
                    spares,
                };
                shapes.push(("narrower", narrow, group.count, group.width));
            }
        }
    }
    shapes
        .into_iter()
        .filter(|&(_, _, count, width)| count > 0 && width > 0)
        .map(|(change, kind, count, width)| {
            let mut changed = layout.clone();
            let group = &mut changed.groups[position];
            (group.kind, group.count, group.width) = (kind, count, width);
            (change, format!("{changed} of the same drives"), changed)
        })
        .filter(|(_, _, changed)| changed.check().is_ok())
        .collect()
}

/// The swap of two drives of equal size between vdevs that lowers the chance of loss most; nothing below 1 %.
fn best_swap(
    evaluator: &mut Evaluator,
    built: &Built,
    hours: &[Hours],
    now: f64,
) -> Result<Option<(String, f64)>, Error> {
    let mut best: Option<(String, f64)> = None;
    let mut tried = 0;
    let vdevs = &built.placement.vdevs;
    for first in 0..vdevs.len() {
        for second in first + 1..vdevs.len() {
            let mut seen = std::collections::BTreeSet::new();
            for (left, &a) in vdevs[first].drives.iter().enumerate() {
                for (right, &b) in vdevs[second].drives.iter().enumerate() {
                    let batches = (evaluator.risks[a].batch.clone(), evaluator.risks[b].batch.clone());
                    let unequal = evaluator.placeable[a].bytes != evaluator.placeable[b].bytes;
                    if unequal || batches.0 == batches.1 || !seen.insert(batches) {
                        continue;
                    }
                    if tried == MOST_SWAPS {
                        return Ok(best);
                    }
                    tried += 1;
                    let mut swapped = built.placement.clone();
                    swapped.vdevs[first].drives[left] = b;
                    swapped.vdevs[second].drives[right] = a;
                    let loss = evaluator.loss_of(&evaluator.vdev_risks(&swapped, hours))?;
                    if loss < best.as_ref().map_or(now * 0.99, |(_, known)| *known) {
                        let name = |drive: usize| crate::text::excerpt(&evaluator.placeable[drive].id);
                        let what = format!(
                            "swap {} of vdev {} with {} of vdev {}",
                            name(a),
                            first + 1,
                            name(b),
                            second + 1
                        );
                        best = Some((what, loss));
                    }
                }
            }
        }
    }
    Ok(best)
}

impl Evaluator {
    pub(super) fn loss_of(&mut self, risks: &[VdevRisk]) -> Result<f64, Error> {
        Ok(self.solver.solve(risks)?.any.as_f64())
    }

    /// The chance of loss where the failure rates are at one end of what is known of them.
    fn loss_at(&mut self, built: &Built, risks: &[VdevRisk], end: RangeEnd) -> Result<f64, Error> {
        let changed = self.risks_at(built, risks, end)?;
        self.loss_of(&changed)
    }

    /// The vdevs with failure rates at one end of what is known of them; rates that the user states stay.
    pub(super) fn risks_at(
        &self,
        built: &Built,
        risks: &[VdevRisk],
        end: RangeEnd,
    ) -> Result<Vec<VdevRisk>, Error> {
        let mut changed = risks.to_vec();
        let seated = built
            .placement
            .vdevs
            .iter()
            .filter(|vdev| vdev.class != AllocationClass::Log);
        for (risk, vdev) in changed.iter_mut().zip(seated) {
            for (drive, &index) in risk.drives.iter_mut().zip(&vdev.drives) {
                let factor = self.rate_factor(index, end)?;
                drive.failure = RatePerHour::new(drive.failure.as_f64() * factor).unwrap_or(drive.failure);
            }
        }
        Ok(changed)
    }

    /// How far the failure rate of a drive may be from its mean; 1 where the user states it.
    fn rate_factor(&self, index: usize, end: RangeEnd) -> Result<f64, Error> {
        let drive = self.drive(index);
        if stated(drive, &self.options).is_some() {
            return Ok(1.0);
        }
        let count = counted(drive, &self.options).map(|(count, _)| count);
        let known = rate_knowledge(self.ready.drives[index].defaults(), count)?;
        let (low, high) = known.interval_per_year(Probability::saturating(RATE_CONFIDENCE));
        let rate = match end {
            RangeEnd::Low => low,
            RangeEnd::High => high,
        };
        Ok(Some(rate / known.mean_per_year())
            .filter(|factor| factor.is_finite())
            .unwrap_or(1.0))
    }
}

/// An end of a range.
#[derive(Debug, Clone, Copy)]
pub(super) enum RangeEnd {
    Low,
    High,
}

/// Looks for the delay and for the rebuild at which the chance of loss is just the highest allowed.
fn limit(
    evaluator: &mut Evaluator,
    built: &Built,
    layout: &Layout,
    risks: &[VdevRisk],
) -> Result<Limit, Error> {
    let options = &*Arc::clone(&evaluator.options);
    let max_loss = options.must_haves.max_loss.as_f64();
    let rebuilds: Vec<f64> = built
        .placement
        .vdevs
        .iter()
        .zip(&built.rebuilds)
        .filter(|(vdev, _)| vdev.class != AllocationClass::Log)
        .map(|(_, rebuild)| rebuild.mean_hours().as_f64())
        .collect();
    let waits: Vec<f64> = risks
        .iter()
        .zip(&rebuilds)
        .map(|(risk, rebuild)| (risk.repair.as_f64() - rebuild).max(0.0))
        .collect();
    let mut with_hours = |hours: &dyn Fn(usize) -> f64| {
        let mut changed = risks.to_vec();
        for (position, risk) in changed.iter_mut().enumerate() {
            risk.repair = Hours::new(hours(position)).unwrap_or(risk.repair);
        }
        evaluator.loss_of(&changed)
    };
    let noticed = detection().as_f64();
    let most_delay_hours = largest(LONGEST_DELAY_HOURS, |delay| {
        Ok(with_hours(&|position| noticed + delay + rebuilds[position])? <= max_loss)
    })?;
    let longest = rebuilds.iter().copied().fold(0.0, f64::max);
    let factor = largest(LONGEST_DELAY_HOURS / longest.max(1e-3), |factor| {
        Ok(with_hours(&|position| waits[position] + factor * rebuilds[position])? <= max_loss)
    })?;
    let delay = if layout.spares > 0 {
        0.0
    } else {
        waits.iter().copied().fold(0.0, f64::max) - noticed
    };
    Ok(Limit {
        max_loss,
        delay_hours: delay.clamp(0.0, options.replace_after.map_or(DELIVERY_HOURS, Hours::as_f64)),
        most_delay_hours,
        rebuild_hours: longest,
        most_rebuild_hours: factor.map(|factor| factor * longest),
    })
}

/// The largest value up to `most` at which `holds`; nothing where it holds nowhere or everywhere.
fn largest(most: f64, mut holds: impl FnMut(f64) -> Result<bool, Error>) -> Result<Option<f64>, Error> {
    if !holds(0.0)? || holds(most)? {
        return Ok(None);
    }
    let (mut low, mut high) = (0.0, most);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if holds(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(Some(low))
}
