//! A plan under way: every layout is worked out at once, the leaders are simulated piece by piece by whoever has time.
//!
//! The simulations of a round are open at the same time, so that several workers find something to do. When all of them
//! are settled the candidates are ranked again, which may bring others among the leaders. Digits depend on the drives and
//! the options alone, neither on the order of the pieces nor on who ran them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::assumed::assumptions;
use super::evaluate::Evaluator;
use super::leaders::{figures, rank_all, shortlist};
use super::options::PlanOptions;
use super::result::{InventoryShown, Plan, SCHEMA};
use super::simulating::Simulating;
use super::{
    Evaluated, PlanProgress, advice, curve_years, evaluated, in_order, one_currency, why, with_left_out,
};
use crate::drive::Drive;
use crate::error::Error;
use crate::pareto::pareto_front;
use crate::rank::Ranking;
use crate::ready::ready;
use crate::reliability::{PoolBlocks, PoolWork};

/// Candidates whose curve is worked out: those that a person looks at.
const CURVES: usize = 24;

/// A piece of the trials of one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanWork {
    /// Number of the candidate, for [`Planning::model`] and [`Planning::absorb`].
    pub model: u32,
    /// Which of its trials.
    pub work: PoolWork,
}

/// A plan under way, which owns all that it needs.
#[derive(Debug)]
pub struct Planning {
    inventory: Vec<Drive>,
    shown: InventoryShown,
    evaluator: Evaluator,
    /// In the order of their layouts, by which they are numbered.
    candidates: Vec<Evaluated>,
    /// Simulations of this round, the best candidate first.
    open: Vec<Simulating>,
    /// Candidates whose simulated chances are in place.
    simulated: BTreeSet<usize>,
    /// Candidates to simulate, as far as known.
    of: usize,
    /// Trials of the simulations that are settled.
    trials: u64,
    /// Curves of candidates that are not simulated, as they were asked for.
    curves: BTreeMap<usize, Vec<[f64; 2]>>,
    stopped: bool,
    /// The plan as it was asked for last, until another candidate is simulated.
    known: Option<Plan>,
}

impl Planning {
    /// Works out every candidate and opens the simulations of the leaders; no trial is run.
    ///
    /// `shown` is how the inventory appears in the result.
    ///
    /// # Errors
    /// [`Error`] if the drives cannot be planned with, if a layout that was asked for cannot be built of them, or if
    /// prices cannot be compared with a price limit.
    pub fn new(inventory: &[Drive], shown: InventoryShown, options: &PlanOptions) -> Result<Self, Error> {
        let ready = ready(inventory, options.as_of)?;
        one_currency(&ready, options)?;
        let mut evaluator = Evaluator::new(inventory, &ready, options)?;
        let candidates = evaluated(&mut evaluator, &ready, options)?;
        let mut planning = Self {
            inventory: inventory.to_vec(),
            shown: with_left_out(shown, &ready),
            evaluator,
            candidates,
            open: Vec::new(),
            simulated: BTreeSet::new(),
            of: 0,
            trials: 0,
            curves: BTreeMap::new(),
            stopped: false,
            known: None,
        };
        planning.open_round()?;
        Ok(planning)
    }

    /// Returns the drives that are planned with, as they were given.
    #[must_use]
    pub fn inventory(&self) -> &[Drive] {
        &self.inventory
    }

    /// Returns the options of the plan.
    #[must_use]
    pub fn options(&self) -> &PlanOptions {
        &self.evaluator.options
    }

    /// Hands out a piece of work, the best candidate's first; the trials up to the next decision are cut into at most
    /// `pieces`. Nothing while results are missing, or when the plan is finished.
    pub fn next_work(&mut self, pieces: u32) -> Option<PlanWork> {
        self.open.iter_mut().find_map(|open| {
            let work = open.simulation.next_work(pieces)?;
            Some(PlanWork {
                model: number(open.candidate),
                work,
            })
        })
    }

    /// Returns the model of a candidate whose work is handed out, as text for [`super::Trials::from_json`].
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where no simulation of this number is open.
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
        self.open
            .iter()
            .find(|open| number(open.candidate) == model)
            .ok_or_else(|| not_under_way(model))
    }

    /// Counts the results of a piece, in any order of pieces; returns where its simulation stands. Results of work that
    /// was not handed out, or of a simulation that has ended, are left out.
    ///
    /// # Errors
    /// [`Error`] where a candidate of the next round cannot be simulated.
    pub fn absorb(&mut self, model: u32, blocks: PoolBlocks) -> Result<Option<PlanProgress>, Error> {
        let Some(place) = self.open.iter().position(|open| number(open.candidate) == model) else {
            return Ok(None);
        };
        let open = &mut self.open[place];
        open.simulation.absorb(blocks);
        let known = open.simulation.progress();
        let settled = open.simulation.settled();
        let progress = PlanProgress {
            layout: self.candidates[open.candidate].0.layout.clone(),
            done: self.simulated.len(),
            of: self.of,
            relative_error: known.relative_error,
        };
        if settled {
            let open = self.open.remove(place);
            self.trials += known.trials;
            self.settle(&open);
            if self.open.is_empty() {
                self.open_round()?;
            }
        }
        Ok(Some(progress))
    }

    /// Returns whether every leader is simulated, or the plan was stopped.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.open.is_empty()
    }

    /// Ends the simulations: what they know counts, marked as not converged; candidates without trials keep the solved
    /// chances.
    pub fn stop(&mut self) {
        self.stopped = true;
        for mut open in std::mem::take(&mut self.open) {
            if open.simulation.stop() {
                self.trials += open.simulation.progress().trials;
                self.settle(&open);
            }
        }
    }

    /// Returns where the simulations stand.
    #[must_use]
    pub fn progress(&self) -> PlanningProgress {
        let wanted = self.evaluator.options.simulation;
        let mut progress = PlanningProgress {
            settled: self.simulated.len(),
            of: self.of,
            trials: self.trials,
            relative_error: 0.0,
            wanted: wanted.map_or(0.0, |simulation| simulation.relative_error),
            layouts: Vec::new(),
        };
        for &index in &self.simulated {
            let candidate = &self.candidates[index].0;
            let loss = candidate.reliability.p_loss;
            progress.layouts.push(LayoutProgress {
                layout: candidate.layout.to_string(),
                relative_error: loss.std_error / loss.point.max(f64::MIN_POSITIVE),
                settled: true,
            });
        }
        for open in &self.open {
            let known = open.simulation.progress();
            progress.trials += known.trials;
            progress.relative_error = progress.relative_error.max(known.relative_error);
            progress.layouts.push(LayoutProgress {
                layout: self.candidates[open.candidate].0.layout.to_string(),
                relative_error: known.relative_error,
                settled: false,
            });
        }
        progress
    }

    /// Returns the ranked plan of what is known so far; when [`Self::finished`], the plan.
    ///
    /// # Errors
    /// [`Error`] where a figure of the recommended candidate cannot be worked out.
    pub fn plan(&mut self) -> Result<&Plan, Error> {
        let plan = match self.known.take() {
            Some(plan) => plan,
            None => self.ranked()?,
        };
        Ok(self.known.insert(plan))
    }

    /// Returns the plan of what is known, for good.
    ///
    /// # Errors
    /// As [`Self::plan`].
    pub fn into_plan(mut self) -> Result<Plan, Error> {
        self.ranked()
    }

    fn ranked(&mut self) -> Result<Plan, Error> {
        let ranking = rank_all(&self.candidates, &self.evaluator.options);
        let mut candidates = self.candidates.clone();
        self.add_curves(&mut candidates, &ranking)?;
        for (candidate, misses) in candidates.iter_mut().zip(&ranking.misses) {
            candidate.0.misses.clone_from(misses);
        }
        for (candidate, score) in candidates.iter_mut().zip(&ranking.scores) {
            candidate.0.score = Some(score.clone());
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
        let options = &self.evaluator.options;
        let mut plan = Plan {
            schema: SCHEMA,
            zplan_version: env!("CARGO_PKG_VERSION"),
            inventory: self.shown.clone(),
            assumptions: assumptions(&self.inventory, &self.evaluator.ready, options)?,
            recommended: 0,
            fits: ranking.fitting() > 0,
            advice: advice(&candidates[0], &self.inventory, options)?,
            why: why::why(&candidates, &ranking, options),
            candidates,
        };
        if let Some(key) = options.sort {
            plan.sort(key);
        }
        Ok(plan)
    }

    fn add_curves(&mut self, candidates: &mut [Evaluated], ranking: &Ranking) -> Result<(), Error> {
        let years = curve_years(self.evaluator.options.mission);
        for &index in ranking.order.iter().take(CURVES) {
            if self.simulated.contains(&index) {
                continue;
            }
            let (candidate, media) = &mut candidates[index];
            let curve = match self.curves.get(&index) {
                Some(known) => known.clone(),
                None => {
                    let curve = self.evaluator.curve(&candidate.layout, *media, &years)?;
                    self.curves.insert(index, curve.clone());
                    curve
                }
            };
            candidate.reliability.curve = curve;
        }
        Ok(())
    }

    /// Opens the simulations of leaders that are not simulated; none if all are.
    fn open_round(&mut self) -> Result<(), Error> {
        let Some(simulation) = self.evaluator.options.simulation.filter(|_| !self.stopped) else {
            return Ok(());
        };
        let ranking = rank_all(&self.candidates, &self.evaluator.options);
        let leaders = shortlist(&self.candidates, &ranking, self.evaluator.options.shortlist);
        for index in leaders {
            if !self.simulated.contains(&index) {
                let (candidate, media) = &self.candidates[index];
                self.open
                    .push(self.evaluator.simulating(index, candidate, *media, simulation)?);
            }
        }
        self.of = self.simulated.len() + self.open.len();
        Ok(())
    }

    /// Puts simulated chances in their place.
    fn settle(&mut self, open: &Simulating) {
        self.evaluator
            .show_simulated(&mut self.candidates[open.candidate].0, open);
        self.simulated.insert(open.candidate);
        self.known = None;
    }
}

pub(super) fn not_under_way(model: u32) -> Error {
    Error::OutOfRange {
        quantity: "model".to_owned(),
        reason: format!("no simulation `{model}` is under way"),
        hint: "run only work that was handed out".to_owned(),
    }
}

fn number(candidate: usize) -> u32 {
    u32::try_from(candidate).unwrap_or(u32::MAX)
}

/// Where the simulations of a plan or of an explanation stand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlanningProgress {
    /// Candidates whose simulated chances are in place.
    pub settled: usize,
    /// Candidates to simulate, as far as known.
    pub of: usize,
    /// Trials so far, of all candidates together.
    pub trials: u64,
    /// The largest relative standard error among the simulations under way; 0 when there is none.
    pub relative_error: f64,
    /// The relative standard error that is wanted; 0 where nothing is simulated.
    pub wanted: f64,
    /// The candidates that are, or were, simulated.
    pub layouts: Vec<LayoutProgress>,
}

/// Where the simulation of one layout stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LayoutProgress {
    /// The layout.
    pub layout: String,
    /// Relative standard error of its chance of loss so far.
    pub relative_error: f64,
    /// Whether its simulated chance is in place.
    pub settled: bool,
}
