//! One layout in full: the way of every byte beside everything that a plan says of a candidate.

use std::sync::Arc;

use mttdl::simulation::Progress;
use serde::Serialize;

use super::assumed::assumptions;
use super::evaluate::Evaluator;
use super::failure_window::{FailureWindow, failure_window};
use super::options::{Assumptions, PlanOptions};
use super::planning::{LayoutProgress, PlanWork, PlanningProgress, not_under_way};
use super::result::{Candidate, InventoryShown, SCHEMA};
use super::simulating::Simulating;
use super::what_if::{WhatIf, what_if};
use super::{curve_years, media_for, with_left_out};
use crate::capacity::Step;
use crate::drive::{Drive, Media};
use crate::error::Error;
use crate::layout::Layout;
use crate::ready::ready;
use crate::reliability::{PoolBlocks, Watch};

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

/// An explanation under way, which owns all that it needs.
#[derive(Debug)]
pub struct Explaining {
    inventory: Vec<Drive>,
    shown: InventoryShown,
    evaluator: Evaluator,
    layout: Layout,
    media: Media,
    candidate: Candidate,
    /// The simulation, until it is settled.
    open: Option<Simulating>,
    trials: u64,
    /// The explanation as it was asked for last; only its candidate changes while trials run.
    known: Option<Explanation>,
}

impl Explaining {
    /// Works out `layout` and opens its simulation; no trial is run.
    ///
    /// # Errors
    /// [`Error`] if the drives cannot be planned with or cannot form the layout.
    pub fn new(
        inventory: &[Drive],
        shown: InventoryShown,
        layout: &Layout,
        options: &PlanOptions,
    ) -> Result<Self, Error> {
        let ready = ready(inventory, options.as_of)?;
        let media = media_for(&ready, layout);
        let mut evaluator = Evaluator::new(inventory, &ready, options)?;
        let mut candidate = evaluator.evaluate(layout, media)?;
        candidate.reliability.curve = evaluator.curve(layout, media, &curve_years(options.mission))?;
        let open = match options.simulation {
            Some(simulation) if candidate.reliability.p_loss.point > 0.0 => {
                Some(evaluator.simulating(0, &candidate, media, simulation)?)
            }
            _ => None,
        };
        Ok(Self {
            inventory: inventory.to_vec(),
            shown: with_left_out(shown, &ready),
            evaluator,
            layout: layout.clone(),
            media,
            candidate,
            open,
            trials: 0,
            known: None,
        })
    }

    /// Returns the drives, as they were given.
    #[must_use]
    pub fn inventory(&self) -> &[Drive] {
        &self.inventory
    }

    /// Returns the options of the explanation.
    #[must_use]
    pub fn options(&self) -> &PlanOptions {
        &self.evaluator.options
    }

    /// Hands out a piece of work, as [`Planning::next_work`](super::Planning::next_work).
    pub fn next_work(&mut self, pieces: u32) -> Option<PlanWork> {
        let work = self.open.as_mut()?.simulation.next_work(pieces)?;
        Some(PlanWork { model: 0, work })
    }

    /// Returns the model as text for [`super::Trials::from_json`]; its number is 0.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where the simulation is not under way, or the number is another.
    pub fn model(&self, model: u32) -> Result<String, Error> {
        self.opened(model)?.trials.to_json()
    }

    /// Runs a piece of work here.
    ///
    /// # Errors
    /// As [`Self::model`].
    pub fn run(&self, work: &PlanWork) -> Result<PoolBlocks, Error> {
        Ok(self.opened(work.model)?.simulation.run(work.work))
    }

    fn opened(&self, model: u32) -> Result<&Simulating, Error> {
        let open = self.open.as_ref().filter(|_| model == 0);
        open.ok_or_else(|| not_under_way(model))
    }

    /// Counts the results of a piece, in any order of pieces; returns what is known by it.
    pub fn absorb(&mut self, model: u32, blocks: PoolBlocks) -> Option<Progress> {
        let open = self.open.as_mut().filter(|_| model == 0)?;
        open.simulation.absorb(blocks);
        let progress = open.simulation.progress();
        if open.simulation.settled() {
            self.settle();
        }
        Some(progress)
    }

    /// Returns whether the layout is simulated, or the explanation was stopped.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.open.is_none()
    }

    /// Ends the simulation: what it knows counts, marked as not converged; without trials the solved chances stay.
    pub fn stop(&mut self) {
        if self.open.as_mut().is_some_and(|open| open.simulation.stop()) {
            self.settle();
        }
        self.open = None;
    }

    fn settle(&mut self) {
        if let Some(open) = self.open.take() {
            self.trials = open.simulation.progress().trials;
            self.evaluator.show_simulated(&mut self.candidate, &open);
        }
    }

    /// Returns where the simulation stands.
    #[must_use]
    pub fn progress(&self) -> PlanningProgress {
        let known = self.open.as_ref().map(|open| open.simulation.progress());
        let loss = self.candidate.reliability.p_loss;
        let reached = loss.std_error / loss.point.max(f64::MIN_POSITIVE);
        let wanted = self.evaluator.options.simulation;
        PlanningProgress {
            settled: usize::from(known.is_none()),
            of: 1,
            trials: known.map_or(self.trials, |known| known.trials),
            relative_error: known.map_or(0.0, |known| known.relative_error),
            wanted: wanted.map_or(0.0, |simulation| simulation.relative_error),
            layouts: vec![LayoutProgress {
                layout: self.layout.to_string(),
                relative_error: known.map_or(reached, |known| known.relative_error),
                settled: known.is_none(),
            }],
        }
    }

    /// Returns the layout with its figures, as known so far.
    #[must_use]
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// Returns the explanation of what is known so far.
    ///
    /// # Errors
    /// [`Error`] where another choice of the layout cannot be worked out.
    pub fn explanation(&mut self) -> Result<&Explanation, Error> {
        let mut explanation = match self.known.take() {
            Some(known) => known,
            None => self.explained()?,
        };
        explanation.candidate.clone_from(&self.candidate);
        Ok(self.known.insert(explanation))
    }

    /// Returns the explanation of what is known, for good.
    ///
    /// # Errors
    /// As [`Self::explanation`].
    pub fn into_explanation(mut self) -> Result<Explanation, Error> {
        self.explained()
    }

    fn explained(&mut self) -> Result<Explanation, Error> {
        let (layout, media) = (&self.layout, self.media);
        let evaluator = &mut self.evaluator;
        let ready = Arc::clone(&evaluator.ready);
        let (speed_steps, resilver_steps) = evaluator.speed_steps(layout, media)?;
        let built = evaluator.build(layout, media)?;
        let failure_window = failure_window(evaluator, &built, layout.spares)?;
        let what_if = what_if(&self.inventory, &ready, evaluator, layout, media)?;
        Ok(Explanation {
            schema: SCHEMA,
            zplan_version: env!("CARGO_PKG_VERSION"),
            inventory: self.shown.clone(),
            assumptions: assumptions(&self.inventory, &ready, &evaluator.options)?,
            candidate: self.candidate.clone(),
            steps: evaluator.steps(layout, media)?,
            speed_steps,
            resilver_steps,
            failure_window,
            what_if,
        })
    }
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
    let mut explaining = Explaining::new(inventory, shown, layout, options)?;
    while let Some(work) = explaining.next_work(1) {
        let blocks = explaining.run(&work)?;
        let progress = explaining.absorb(work.model, blocks);
        if progress.is_some_and(|progress| watch(&progress).is_break()) {
            explaining.stop();
        }
    }
    explaining.into_explanation()
}
