//! From drives to a ranked plan: the pipeline.
//!
//! Drives are made ready, layouts enumerated, each is given its drives and worked out, all are ranked, and the leader is
//! explained. Every step is a module of its own; this one only puts them in order.

mod assumed;
mod block_costs;
mod evaluate;
mod explain;
mod growth;
mod options;
mod parts;
mod result;
mod risk;
mod speed;
mod surroundings;
mod warnings;
mod what_if;
mod why;

pub use evaluate::{Evaluator, detection, pool_spec};
pub use explain::{Explanation, explain};
pub use growth::GrowthStep;
pub use options::{
    Assumptions, BATCH_VARIANCE, DELIVERY_HOURS, DETECTION_MINUTES, FILL, FailureRateShown, MAX_LOSS,
    MISSION_YEARS, MustHavesShown, PlanOptions, RELATIVE_ERROR, RepairChoice, SCRUB_DAYS, SEED, SHORTLIST,
    SortKey,
};
pub use parts::{Part, STOCK_CONFIDENCE, Stock, parts};
pub use result::{
    AdviceShown, Candidate, CandidateVdev, Chance, Cost, ExactShown, InventoryShown, Performance,
    PerformanceRange, PlacementShown, Plan, PoolShown, Reliability, SCHEMA, SkippedShown, Why,
    WorstBatchShown,
};

pub use surroundings::{Surroundings, emitted};
pub use what_if::{Change, Limit, WhatIf};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use assumed::assumptions;

use crate::drive::{Drive, Media};
use crate::enumerate::layouts;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout};
use crate::pareto::pareto_front;
use crate::rank::{Ranking, Standing, rank};
use crate::ready::{Ready, ready};
use crate::units::{Bytes, Hours, Money};

/// Points of the curve of loss over the mission.
const CURVE_POINTS: u32 = 10;
/// Candidates whose curve is worked out: those that a person looks at.
const CURVES: usize = 24;

/// Returns the ranked plan of an inventory.
///
/// `shown` is how the inventory appears in the result; `watch` is told how the simulation gets on and can stop it, upon
/// which what is known so far is returned, marked as not converged.
///
/// # Errors
/// [`Error`] if the drives cannot be planned with, if a layout that was asked for cannot be built of them, or if prices
/// cannot be compared with a price limit.
pub fn plan(
    inventory: &[Drive],
    shown: InventoryShown,
    options: &PlanOptions,
    watch: PlanWatch<'_>,
) -> Result<Plan, Error> {
    let ready = ready(inventory, options.as_of)?;
    one_currency(&ready, options)?;
    let mut evaluator = Evaluator::new(inventory, &ready, options)?;
    let mut candidates = evaluated(&mut evaluator, &ready, options)?;
    let ranking = ranked_and_simulated(&mut candidates, &mut evaluator, options, watch)?;
    for (candidate, misses) in candidates.iter_mut().zip(&ranking.misses) {
        candidate.0.misses.clone_from(misses);
    }
    let front: Vec<Vec<f64>> = candidates
        .iter()
        .map(|(candidate, _)| figures(candidate))
        .collect();
    for (candidate, on_front) in candidates.iter_mut().zip(pareto_front(&front)) {
        candidate.0.on_pareto_front = Some(on_front);
    }
    let candidates = in_order(
        candidates.into_iter().map(|(candidate, _)| candidate).collect(),
        &ranking.order,
    );
    let why = why::why(&candidates, &ranking, options);
    Ok(Plan {
        schema: SCHEMA,
        zplan_version: env!("CARGO_PKG_VERSION"),
        inventory: with_left_out(shown, &ready),
        assumptions: assumptions(inventory, &ready, options)?,
        recommended: 0,
        fits: ranking.fitting() > 0,
        advice: advice(&candidates[0], inventory, options)?,
        candidates,
        why,
    })
}

/// What candidates are compared by, each the smaller the better; NaN where it is unknown.
fn figures(candidate: &Candidate) -> Vec<f64> {
    let (speed, cost) = (&candidate.performance, candidate.cost.as_ref());
    let seats: usize = candidate.vdevs.iter().map(|vdev| vdev.drives.len()).sum();
    let drives = u32::try_from(seats + candidate.spares.len()).map_or(f64::INFINITY, f64::from);
    vec![
        -candidate.usable().as_f64(),
        candidate.reliability.p_loss.point,
        -speed.read_mb_per_s.as_mb_per_s(),
        -speed.write_mb_per_s.as_mb_per_s(),
        -speed.random_read_iops.as_f64(),
        speed.resilver_hours.point.as_f64(),
        drives,
        cost.map_or(f64::NAN, |cost| cost.purchase),
        cost.map_or(f64::NAN, |cost| cost.watts),
    ]
}

/// Where a plan's simulation stands.
#[derive(Debug, Clone)]
pub struct PlanProgress {
    /// Layout that is simulated.
    pub layout: Layout,
    /// Candidates simulated so far.
    pub done: usize,
    /// Candidates to simulate, as far as known.
    pub of: usize,
    /// Relative standard error of this one so far.
    pub relative_error: f64,
}

/// Is told where the simulation stands, and can stop it.
pub type PlanWatch<'a> = &'a mut dyn FnMut(&PlanProgress) -> ControlFlow<()>;

/// A candidate and the media of its data vdevs.
type Evaluated = (Candidate, Media);

fn evaluated(
    evaluator: &mut Evaluator<'_>,
    ready: &Ready,
    options: &PlanOptions,
) -> Result<Vec<Evaluated>, Error> {
    let mut candidates = Vec::new();
    let mut refusal = None;
    for (layout, media) in layouts_to_try(ready, options) {
        match evaluator.evaluate(&layout, media) {
            Ok(candidate) => candidates.push((candidate, media)),
            Err(error) if !options.layouts.is_empty() => return Err(error),
            // Drives too small for a shape: not a candidate.
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    if candidates.is_empty() {
        Err(refusal.unwrap_or_else(|| nothing_to_build(ready)))
    } else {
        Ok(candidates)
    }
}

/// Ranks, simulates the leaders, and ranks again until every leader is simulated: a simulated chance may put another
/// candidate among them.
fn ranked_and_simulated(
    candidates: &mut [Evaluated],
    evaluator: &mut Evaluator<'_>,
    options: &PlanOptions,
    watch: PlanWatch<'_>,
) -> Result<Ranking, Error> {
    let rank_all = |candidates: &[Evaluated]| {
        let standings: Vec<Standing> = candidates
            .iter()
            .map(|(candidate, _)| standing(candidate))
            .collect();
        rank(&standings, &options.must_haves, options.goal())
    };
    let mut ranking = rank_all(candidates);
    let mut simulated = BTreeSet::new();
    while let Some(simulation) = options.simulation {
        let leaders = shortlist(candidates, &ranking, options.shortlist);
        let open: Vec<usize> = leaders
            .into_iter()
            .filter(|index| !simulated.contains(index))
            .collect();
        if open.is_empty() {
            break;
        }
        let of = simulated.len() + open.len();
        let mut stopped = false;
        for index in open {
            let (candidate, media) = &mut candidates[index];
            let mut progress = PlanProgress {
                layout: candidate.layout.clone(),
                done: simulated.len(),
                of,
                relative_error: 1.0,
            };
            let mut inner = |known: &mttdl::simulation::Progress| {
                progress.relative_error = known.relative_error;
                let flow = watch(&progress);
                stopped |= flow.is_break();
                flow
            };
            evaluator.simulate(candidate, *media, simulation, &mut inner)?;
            simulated.insert(index);
            if stopped {
                break;
            }
        }
        ranking = rank_all(candidates);
        if stopped {
            break;
        }
    }
    let years = curve_years(options.mission);
    for &index in ranking.order.iter().take(CURVES) {
        if !simulated.contains(&index) {
            let (candidate, media) = &mut candidates[index];
            candidate.reliability.curve = evaluator.curve(&candidate.layout, *media, &years)?;
        }
    }
    Ok(ranking)
}

/// The candidates that a person looks at, the rows of the table: of those that miss nothing the first, and a quarter
/// for the first of the others.
fn shortlist(candidates: &[Evaluated], ranking: &Ranking, count: usize) -> Vec<usize> {
    let (fitting, missing): (Vec<usize>, Vec<usize>) = ranking
        .order
        .iter()
        .copied()
        .partition(|&index| ranking.misses[index].is_empty());
    let others = (count / 4)
        .max(count.saturating_sub(fitting.len()))
        .min(missing.len());
    let chosen = fitting
        .into_iter()
        .take(count - others)
        .chain(missing.into_iter().take(others));
    chosen
        .filter(|&index| candidates[index].0.reliability.p_loss.point > 0.0)
        .collect()
}

/// Returns the candidates in the order that `key` asks for; those that miss no must-have stay before the others.
pub fn sort_by_key(candidates: &mut [Candidate], key: SortKey) {
    let by = |a: &Candidate, b: &Candidate| match key {
        SortKey::Usable => b.usable().cmp(&a.usable()),
        SortKey::Loss => a.reliability.p_loss.point.total_cmp(&b.reliability.p_loss.point),
        SortKey::Read => speed(b).total_cmp(&speed(a)),
        SortKey::Iops => operations(b).total_cmp(&operations(a)),
        SortKey::Resilver => resilver(a).total_cmp(&resilver(b)),
        SortKey::Price => price(a).total_cmp(&price(b)),
    };
    candidates.sort_by(|a, b| {
        a.misses
            .len()
            .min(1)
            .cmp(&b.misses.len().min(1))
            .then_with(|| by(a, b))
    });
}

fn speed(candidate: &Candidate) -> f64 {
    candidate.performance.read_mb_per_s.as_mb_per_s()
}

fn operations(candidate: &Candidate) -> f64 {
    candidate.performance.random_read_iops.as_f64()
}

fn resilver(candidate: &Candidate) -> f64 {
    candidate.performance.resilver_hours.point.as_f64()
}

fn price(candidate: &Candidate) -> f64 {
    candidate
        .cost
        .as_ref()
        .map_or(f64::INFINITY, |cost| cost.per_usable_tb)
}

/// The layouts to work out, each with the media of its data vdevs: those asked for, or all sensible ones of the hard
/// disks and of the solid state drives.
fn layouts_to_try(ready: &Ready, options: &PlanOptions) -> Vec<(Layout, Media)> {
    if !options.layouts.is_empty() {
        return options
            .layouts
            .iter()
            .map(|layout| (layout.clone(), media_for(ready, layout)))
            .collect();
    }
    let main = main_media(ready);
    let other = if main == Media::Hdd {
        Media::Ssd
    } else {
        Media::Hdd
    };
    let mut found: BTreeMap<Layout, Media> = BTreeMap::new();
    for media in [main, other] {
        for layout in layouts(&sizes(ready, media), options.spares) {
            found.entry(layout).or_insert(media);
        }
    }
    for layout in &options.present {
        found
            .entry(layout.clone())
            .or_insert_with(|| media_for(ready, layout));
    }
    found.into_iter().collect()
}

fn sizes(ready: &Ready, media: Media) -> Vec<Bytes> {
    ready
        .drives
        .iter()
        .filter(|drive| drive.media == media)
        .map(|drive| drive.bytes)
        .collect()
}

/// The media that has most of the bytes.
fn main_media(ready: &Ready) -> Media {
    let total = |media: Media| sizes(ready, media).into_iter().sum::<Bytes>();
    if total(Media::Hdd) >= total(Media::Ssd) {
        Media::Hdd
    } else {
        Media::Ssd
    }
}

/// The media that the data vdevs of a layout prefer: the main one, unless only the other has drives enough.
fn media_for(ready: &Ready, layout: &Layout) -> Media {
    let data: u64 = layout
        .groups
        .iter()
        .filter(|group| group.class == AllocationClass::Data)
        .map(|group| u64::from(group.count) * u64::from(group.width))
        .sum();
    let main = main_media(ready);
    let other = if main == Media::Hdd {
        Media::Ssd
    } else {
        Media::Hdd
    };
    let enough = |media: Media| sizes(ready, media).len() as u64 >= data;
    if !enough(main) && enough(other) {
        other
    } else {
        main
    }
}

fn nothing_to_build(ready: &Ready) -> Error {
    let count = ready.drives.len();
    Error::Drives {
        reason: if count == 1 {
            "one drive alone makes no redundant pool".to_owned()
        } else {
            format!("no layout can be built of these {count} drives")
        },
        hint: "give fewer spares with `--spares`, or name a layout: `--layout stripe:1` plans a pool without redundancy"
            .to_owned(),
    }
}

/// A price limit compares only with prices in its own currency.
fn one_currency(ready: &Ready, options: &PlanOptions) -> Result<(), Error> {
    let Some(limit) = options.must_haves.max_cost else {
        return Ok(());
    };
    let mut seen: BTreeMap<Option<crate::units::Currency>, &str> = BTreeMap::new();
    for drive in &ready.drives {
        if let Some(price) = drive.price {
            seen.entry(price.currency()).or_insert(&drive.id);
        }
    }
    let matches_limit = |currency: &Option<crate::units::Currency>| {
        limit.currency().is_none() || currency.is_none() || *currency == limit.currency()
    };
    if seen.len() <= 1 && seen.keys().all(matches_limit) {
        return Ok(());
    }
    let found: Vec<String> = seen
        .iter()
        .map(|(currency, drive)| {
            let name = currency.map_or_else(|| "no currency".to_owned(), |currency| currency.to_string());
            format!("{name} (drive `{drive}`)")
        })
        .collect();
    Err(Error::OutOfRange {
        quantity: "--max-cost".to_owned(),
        reason: format!("prices are in {}", found.join(" and ")),
        hint: "give all prices and the limit in one currency".to_owned(),
    })
}

fn standing(candidate: &Candidate) -> Standing {
    Standing {
        name: candidate.layout.to_string(),
        usable: candidate.usable(),
        loss: candidate.loss(),
        random_read: candidate.performance.random_read_iops,
        read: candidate.performance.read_mb_per_s,
        drives: candidate
            .vdevs
            .iter()
            .map(|vdev| vdev.drives.len())
            .sum::<usize>()
            + candidate.spares.len(),
        cost: candidate.cost.as_ref().map(|cost| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a sum of prices, far below 2^63 ten-thousandths"
            )]
            let ten_thousandths = (cost.purchase * 1e4).round() as i64;
            Money::from_ten_thousandths(ten_thousandths, cost.currency)
        }),
        outlives_batch: candidate.worst_batch.as_ref().is_none_or(|worst| worst.survives),
    }
}

fn in_order(candidates: Vec<Candidate>, order: &[usize]) -> Vec<Candidate> {
    let mut slots: Vec<Option<Candidate>> = candidates.into_iter().map(Some).collect();
    order.iter().filter_map(|&index| slots[index].take()).collect()
}

fn curve_years(mission: Hours) -> Vec<f64> {
    let step = mission.as_years() / f64::from(CURVE_POINTS);
    (1..=CURVE_POINTS).map(|point| step * f64::from(point)).collect()
}

fn with_left_out(mut shown: InventoryShown, ready: &Ready) -> InventoryShown {
    shown
        .skipped
        .extend(ready.left_out.iter().map(|left_out| SkippedShown {
            what: left_out.id.to_string(),
            reason: left_out.reason.clone(),
        }));
    shown
}

/// The warnings about the chosen layout, and advice on its surroundings where the user names the host.
fn advice(chosen: &Candidate, inventory: &[Drive], options: &PlanOptions) -> Result<Vec<AdviceShown>, Error> {
    let mut shown: Vec<AdviceShown> = chosen
        .warnings
        .iter()
        .map(|warning| {
            let (topic, message) = warning.split_once(": ").unwrap_or(("layout", warning));
            AdviceShown {
                level: "note",
                topic: topic.to_owned(),
                message: message.to_owned(),
                because: format!("layout {}", chosen.layout),
                source: "the drives and the layout".to_owned(),
            }
        })
        .collect();
    if let Some(surroundings) = options.surroundings {
        shown.extend(surroundings::surrounding_advice(
            chosen,
            inventory,
            options,
            surroundings,
        )?);
    }
    Ok(shown)
}
