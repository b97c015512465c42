//! One layout in full: the way of every byte beside everything that a plan says of a candidate.

use serde::Serialize;

use super::evaluate::Evaluator;
use super::failure_window::{FailureWindow, failure_window};
use super::options::{Assumptions, PlanOptions};
use super::result::{Candidate, InventoryShown, SCHEMA};
use super::what_if::{WhatIf, what_if};
use super::{assumptions, curve_years, media_for, with_left_out};
use crate::capacity::Step;
use crate::drive::Drive;
use crate::error::Error;
use crate::layout::Layout;
use crate::ready::ready;
use crate::reliability::Watch;

/// One layout of given drives, explained.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// Version of the JSON's shape.
    pub schema: u32,
    /// Version of the program.
    pub zplan_version: &'static str,
    /// The drives as understood.
    pub inventory: InventoryShown,
    /// What the figures rest on.
    pub assumptions: Assumptions,
    /// The layout with its drives and figures.
    pub candidate: Candidate,
    /// The way from the drives' bytes to the usable ones.
    pub steps: Vec<Step>,
    /// How the speeds follow from the drives.
    pub speed_steps: Vec<crate::throughput::Step>,
    /// How the hours of a resilver follow from the drives.
    pub resilver_steps: Vec<crate::throughput::Step>,
    /// What may happen while one drive of the most exposed vdev is being replaced; absent without redundancy.
    pub failure_window: Option<FailureWindow>,
    /// What other choices would give.
    pub what_if: WhatIf,
}

/// Explains `layout`; `watch` is told how the simulation gets on and can stop it.
///
/// # Errors
/// [`Error`] if the drives cannot be planned with or cannot form the layout.
pub fn explain(
    inventory: &[Drive],
    shown: InventoryShown,
    layout: &Layout,
    options: &PlanOptions,
    watch: Watch<'_>,
) -> Result<Explanation, Error> {
    let ready = ready(inventory, options.as_of)?;
    let media = media_for(&ready, layout);
    let mut evaluator = Evaluator::new(inventory, &ready, options)?;
    let mut candidate = evaluator.evaluate(layout, media)?;
    candidate.reliability.curve = evaluator.curve(layout, media, &curve_years(options.mission))?;
    if let Some(simulation) = options
        .simulation
        .filter(|_| candidate.reliability.p_loss.point > 0.0)
    {
        evaluator.simulate(&mut candidate, media, simulation, watch)?;
    }
    let (speed_steps, resilver_steps) = evaluator.speed_steps(layout, media)?;
    let built = evaluator.build(layout, media)?;
    let failure_window = failure_window(&mut evaluator, &built, layout.spares)?;
    let what_if = what_if(inventory, &ready, &mut evaluator, layout, media)?;
    Ok(Explanation {
        schema: SCHEMA,
        zplan_version: env!("CARGO_PKG_VERSION"),
        inventory: with_left_out(shown, &ready),
        assumptions: assumptions(inventory, &ready, options)?,
        candidate,
        steps: evaluator.steps(layout, media)?,
        speed_steps,
        resilver_steps,
        failure_window,
        what_if,
    })
}
