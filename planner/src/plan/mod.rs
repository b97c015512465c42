//! From drives to a ranked plan: the pipeline.
//!
//! Drives are made ready, layouts enumerated, each is given its drives and worked out, all are ranked, and the leader is
//! explained. Every step is a module of its own; this one only puts them in order.

mod assumed;
mod block_costs;
mod choices;
mod evaluate;
mod expansion;
mod explain;
mod failure_window;
mod form;
mod growth;
mod leaders;
mod option_list;
mod option_texts;
mod options;
mod parts;
mod planning;
mod result;
mod risk;
mod simulating;
mod speed;
mod surroundings;
mod tornado;
mod warnings;
mod what_if;
mod why;

pub use choices::{Choices, PartitionScheme};
pub use evaluate::{Evaluator, detection, pool_spec};
pub use expansion::{AddedVdev, LargerDrives, LargerStep};
pub use explain::{Explaining, Explanation, explain};
pub use failure_window::{FailureWindow, WindowEvent};
pub use form::{PlanForm, option_forms};
pub use growth::GrowthStep;
pub use leaders::sort_by_key;
pub use option_list::{OptionForm, OptionKind};
pub use option_texts::{
    parse_batch_variance, parse_layout, parse_record_size, parse_relative_error, parse_workload,
};
pub use options::{
    Assumptions, BATCH_VARIANCE, DELIVERY_HOURS, DETECTION_MINUTES, FILL, FailureRateShown, MAX_LOSS,
    MISSION_YEARS, MustHavesShown, PlanOptions, RELATIVE_ERROR, RepairChoice, SCRUB_DAYS, SEED, SHORTLIST,
    SortKey,
};
pub use parts::{Part, STOCK_CONFIDENCE, Stock, parts};
pub use planning::{LayoutProgress, PlanWork, Planning, PlanningProgress};
pub use result::{
    AdviceShown, Candidate, CandidateVdev, Chance, Cost, ExactShown, InventoryShown, Performance,
    PerformanceRange, PlacementShown, Plan, PoolShown, Relax, RelaxedTo, Reliability, RivalFigures, SCHEMA,
    SkippedShown, Why, WorstBatchShown, WorstDomainShown,
};

pub use simulating::Trials;
pub use surroundings::{Surroundings, emitted, emitted_for};
pub use tornado::{Swing, SwingEnd};
pub use what_if::{Change, Limit, WhatIf};

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::drive::{Drive, Media};
use crate::enumerate::layouts;
use crate::error::Error;
use crate::layout::{AllocationClass, Layout};
use crate::rank::Figure;
use crate::ready::Ready;
use crate::units::{Bytes, Hours};

/// Points of the curve of loss over the mission.
const CURVE_POINTS: u32 = 10;

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
    let mut planning = Planning::new(inventory, shown, options)?;
    while let Some(work) = planning.next_work(1) {
        let blocks = planning.run(&work)?;
        let progress = planning.absorb(work.model, blocks)?;
        if progress.is_some_and(|progress| watch(&progress).is_break()) {
            planning.stop();
        }
    }
    planning.into_plan()
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
    evaluator: &mut Evaluator,
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

/// Prices can be weighed only where every drive has one, all in one currency.
fn priced_alike(ready: &Ready, options: &PlanOptions) -> Result<(), Error> {
    if options
        .weights
        .is_none_or(|weights| weights.of(Figure::Cost) <= 0.0)
    {
        return Ok(());
    }
    let refuse = |reason: String| {
        Err(Error::OutOfRange {
            quantity: "--weights".to_owned(),
            reason,
            hint: "give every drive a price in one currency, or no weight to `cost`".to_owned(),
        })
    };
    let mut first = None;
    for drive in &ready.drives {
        let Some(price) = drive.price else {
            return refuse(format!("the price of drive `{}` is unknown", drive.id));
        };
        let (known, currency) = *first.get_or_insert((&drive.id, price.currency()));
        if currency != price.currency() {
            return refuse(format!(
                "drives `{known}` and `{}` have prices in two currencies",
                drive.id
            ));
        }
    }
    Ok(())
}

/// A price limit compares only with prices in its own currency.
fn one_currency(ready: &Ready, options: &PlanOptions) -> Result<(), Error> {
    priced_alike(ready, options)?;
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
