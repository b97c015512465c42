//! Running trials until the answer is as sharp as wanted.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::direct::DirectMemory;
use super::estimate::{Ending, Estimate, Road};
use super::sampler::Sampler;
use super::tally::{Moments, Tally};
use super::totals::Totals;
use super::trial::TrialMemory;
use super::unit::Rules;
use crate::{Model, ModelError, Probability};

/// Trials of one block.
const BLOCK: u32 = 256;
/// Blocks of a component before the first check.
const FIRST_BLOCKS: u32 = 8;
/// Blocks by which a component grows at least, and whose multiples the checks come at.
const STEP: u32 = 4;
/// Expected losses from which on plain trials are quicker.
const FREQUENT: f64 = 0.2;

/// How sharp the answer shall be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    relative_error: f64,
    negligible: f64,
    confidence: f64,
    max_trials: u64,
    road: Option<Road>,
}

impl Default for Target {
    /// One per cent relative standard error, confidence 0.95, at most two million trials, the road chosen by the model.
    fn default() -> Self {
        Self {
            relative_error: 0.01,
            negligible: 0.0,
            confidence: 0.95,
            max_trials: 2_000_000,
            road: None,
        }
    }
}

impl Target {
    /// Returns the same target with another relative standard error of the loss probabilities.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless it lies between 1e-4 and 1.
    pub fn with_relative_error(mut self, relative_error: f64) -> Result<Self, ModelError> {
        if !(1e-4..=1.0).contains(&relative_error) {
            return Err(ModelError::out_of_range(
                "rel_err",
                relative_error,
                "between 0.0001 and 1",
            ));
        }
        self.relative_error = relative_error;
        Ok(self)
    }

    /// Returns the same target with probabilities up to `negligible` taken as they are: a figure that small is not
    /// sharpened, since nobody would tell it from another one as small.
    #[must_use]
    pub fn with_negligible(mut self, negligible: Probability) -> Self {
        self.negligible = negligible.as_f64();
        self
    }

    /// Returns the probability up to which figures are not sharpened.
    #[must_use]
    pub fn negligible(&self) -> f64 {
        self.negligible
    }

    /// Returns the same target with another confidence of the intervals.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless it lies between 0.5 and 0.999999.
    pub fn with_confidence(mut self, confidence: Probability) -> Result<Self, ModelError> {
        let confidence = confidence.as_f64();
        if !(0.5..=0.999_999).contains(&confidence) {
            return Err(ModelError::out_of_range(
                "confidence",
                confidence,
                "between 0.5 and 0.999999",
            ));
        }
        self.confidence = confidence;
        Ok(self)
    }

    /// Returns the same target with another limit on the trials of all components together.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless it lies between 1024 and 10^9.
    pub fn with_max_trials(mut self, max_trials: u64) -> Result<Self, ModelError> {
        if !(1024..=1_000_000_000).contains(&max_trials) {
            #[expect(clippy::cast_precision_loss, reason = "shown in an error")]
            let value = max_trials as f64;
            return Err(ModelError::out_of_range(
                "max_trials",
                value,
                "between 1024 and 1000000000",
            ));
        }
        self.max_trials = max_trials;
        Ok(self)
    }

    /// Returns the same target with the road prescribed.
    #[must_use]
    pub fn with_road(mut self, road: Road) -> Self {
        self.road = Some(road);
        self
    }

    /// Returns the confidence of the intervals.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// Returns the wanted relative standard error.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        self.relative_error
    }
}

/// Blocks that are to be run next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The component whose trials they are.
    pub component: u32,
    /// The first of them.
    pub first_block: u32,
    /// How many there are.
    pub blocks: u32,
}

impl Work {
    /// Returns the same work cut into at most `pieces` pieces of whole blocks, in order.
    #[must_use]
    pub fn split(self, pieces: u32) -> Vec<Self> {
        let pieces = pieces.clamp(1, self.blocks.max(1));
        let (size, longer) = (self.blocks / pieces, self.blocks % pieces);
        let mut first_block = self.first_block;
        (0..pieces)
            .map(|piece| {
                let blocks = size + u32::from(piece < longer);
                let work = Self {
                    component: self.component,
                    first_block,
                    blocks,
                };
                first_block += blocks;
                work
            })
            .filter(|work| work.blocks > 0)
            .collect()
    }
}

/// The sums of one block of trials, to be handed to [`Simulation::absorb`].
///
/// As JSON it holds whole numbers of 64 bits: a program in JavaScript should pass the text on, not the parsed value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    component: u32,
    number: u32,
    tally: Tally,
}

/// What is known while trials run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Trials so far.
    pub trials: u64,
    /// The estimate of any loss so far.
    pub p_any: f64,
    /// The relative standard error so far of the figure that is the least sharp.
    pub relative_error: f64,
    /// The relative standard error that is wanted.
    pub wanted: f64,
}

/// A simulation under way.
///
/// # Example
/// ```
/// use mttdl::simulation::{Simulation, Target};
/// use mttdl::{Device, Group, Hours, Lifetime, Model, ModelInput, WeibullPart};
///
/// let wear = Lifetime::new(vec![WeibullPart::new(Hours::new(292_687.0)?, 1.4)?])?;
/// let group = Group { devices: vec![Device { lifetime: 0, age: Hours::ZERO, batch: None }; 11], tolerance: 3 };
/// let model = Model::new(ModelInput::new(vec![wear], vec![group], Hours::from_years(1.0)?, Hours::new(4.0)?))?;
/// let estimate = Simulation::new(&model, 1, Target::default().with_relative_error(0.05)?).run();
/// assert!((estimate.p_any.point / 5.37e-16 - 1.0).abs() < 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Simulation {
    model: Model,
    rules: Rules,
    samplers: Vec<Sampler>,
    roads: Vec<Road>,
    seed: u64,
    target: Target,
    tallies: Vec<Tally>,
    blocks: Vec<u32>,
    halves: Vec<[(f64, Moments); 2]>,
    interrupted: bool,
}

impl Simulation {
    /// Returns a simulation of `model` with no trial run yet.
    #[must_use]
    pub fn new(model: &Model, seed: u64, target: Target) -> Self {
        let rules = Rules::new(model.input());
        let samplers = Sampler::all(model, &rules);
        let road = |sampler: &Sampler| {
            let expected = sampler.first_order.catastrophe + sampler.first_order.latent;
            let frequent = expected > FREQUENT || !expected.is_finite();
            target
                .road
                .unwrap_or(if frequent { Road::Direct } else { Road::RareEvent })
        };
        let mission = rules.mission;
        let tally = |sampler: &Sampler| {
            let batches = sampler.members.first().map_or(0, |member| member.batches.len());
            Tally::new(mission, sampler.groups(), sampler.devices(), batches)
        };
        Self {
            roads: samplers.iter().map(road).collect(),
            tallies: samplers.iter().map(tally).collect(),
            blocks: vec![0; samplers.len()],
            halves: vec![[(0.0, Moments::default()); 2]; samplers.len()],
            model: model.clone(),
            rules,
            samplers,
            seed,
            target,
            interrupted: false,
        }
    }

    /// Runs until the target is met or the trials are used up, and returns the answer.
    #[must_use]
    pub fn run(self) -> Estimate {
        self.run_with(|_| ControlFlow::Continue(()))
    }

    /// Runs like [`run`](Self::run) and tells `progress` between the blocks what is known; it can stop the run, whose answer
    /// then is that of the trials so far, marked so.
    #[must_use]
    pub fn run_with(mut self, mut progress: impl FnMut(&Progress) -> ControlFlow<()>) -> Estimate {
        while let Some(work) = self.next_work() {
            let blocks = self.run_blocks(work);
            self.absorb(blocks);
            if progress(&self.progress()).is_break() {
                self.stop();
                break;
            }
        }
        self.estimate()
    }

    /// Marks the simulation as stopped: unless its target is met already, the answer says that it was not.
    pub fn stop(&mut self) {
        self.interrupted = self.next_work().is_some();
    }

    /// Returns whether every component has been tried, without which an answer leaves out a part of the risk.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.blocks.contains(&0)
    }

    /// Returns the blocks to be run next, or nothing if the target is met or the trials are used up.
    ///
    /// They depend on the blocks absorbed so far alone, not on who ran them.
    #[must_use]
    pub fn next_work(&self) -> Option<Work> {
        let first_blocks = (FIRST_BLOCKS / u32::try_from(self.samplers.len()).unwrap_or(u32::MAX)).max(STEP);
        if let Some(component) = self.blocks.iter().position(|blocks| *blocks < first_blocks) {
            return Some(self.work(component, first_blocks - self.blocks[component]));
        }
        let totals = Totals::new(&self.samplers, &self.tallies);
        let trials: u64 = self.tallies.iter().map(|tally| tally.trials).sum();
        if trials >= self.target.max_trials {
            return None;
        }
        let component = totals.component_to_sharpen(self.target.relative_error, self.target.negligible)?;
        let done = self.blocks[component];
        let step = (done / 4 / STEP * STEP).max(STEP);
        let left = self.target.max_trials - trials;
        let affordable = u32::try_from(left.div_ceil(u64::from(BLOCK))).unwrap_or(u32::MAX);
        Some(self.work(component, step.min(affordable)))
    }

    fn work(&self, component: usize, blocks: u32) -> Work {
        let number = self.samplers[component].number;
        Work {
            component: number,
            first_block: self.blocks[component],
            blocks,
        }
    }

    /// Runs blocks of trials; the result depends on model, seed and road alone, so that anyone can run any of them.
    #[must_use]
    pub fn run_blocks(&self, work: Work) -> Vec<Block> {
        if work.component as usize >= self.samplers.len() {
            return Vec::new();
        }
        let range = work.first_block..work.first_block.saturating_add(work.blocks).min(u32::MAX / BLOCK);
        #[cfg(feature = "parallel")]
        {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            range
                .into_par_iter()
                .map(|number| self.run_block(work.component, number))
                .collect()
        }
        #[cfg(not(feature = "parallel"))]
        {
            range
                .map(|number| self.run_block(work.component, number))
                .collect()
        }
    }

    fn run_block(&self, component: u32, number: u32) -> Block {
        let place = component as usize;
        let sampler = &self.samplers[place];
        let batches = sampler.members.first().map_or(0, |member| member.batches.len());
        let mut tally = Tally::new(self.rules.mission, sampler.groups(), sampler.devices(), batches);
        let trials = number * BLOCK..(number + 1) * BLOCK;
        match self.roads[place] {
            Road::RareEvent => {
                let mut memory = TrialMemory::new(sampler);
                trials.for_each(|trial| memory.run(sampler, &self.rules, self.seed, trial, &mut tally));
            }
            Road::Direct => {
                let mut memory = DirectMemory::new(sampler);
                trials.for_each(|trial| memory.run(sampler, &self.rules, self.seed, trial, &mut tally));
            }
        }
        Block {
            component,
            number,
            tally,
        }
    }

    /// Adds blocks, which must be the next ones of their components in any order; others are left out.
    pub fn absorb(&mut self, mut blocks: Vec<Block>) {
        blocks.sort_by_key(|block| (block.component, block.number));
        for block in blocks {
            let place = block.component as usize;
            let next = self.blocks.get(place).is_some_and(|next| *next == block.number);
            if next && block.tally.fits(&self.tallies[place]) {
                self.tallies[place].merge(&block.tally);
                self.blocks[place] += 1;
                let half = &mut self.halves[place][(block.number % 2) as usize];
                half.0 += f64::from(BLOCK);
                half.1.merge(&block.tally.any);
            }
        }
    }

    /// Returns what is known so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let totals = Totals::new(&self.samplers, &self.tallies);
        Progress {
            trials: self.tallies.iter().map(|tally| tally.trials).sum(),
            p_any: totals.p_any(),
            relative_error: totals.relative_error(self.target.negligible),
            wanted: self.target.relative_error,
        }
    }

    /// Returns the answer of the trials so far.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate::new(
            &self.model,
            &self.samplers,
            &self.roads,
            &self.tallies,
            &self.halves,
            &self.target,
            if self.interrupted || self.blocks.contains(&0) {
                Ending::Interrupted
            } else {
                Ending::Complete
            },
        )
    }
}
