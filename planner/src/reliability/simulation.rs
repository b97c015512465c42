//! The second road: drives as they are, simulated with rare-event trials.
//!
//! A simulation can be run in pieces by anyone: it hands out work, and counts results in a fixed order, so that the digits
//! depend on the model and the seed alone.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use mttdl::simulation::{Block, Progress, Simulation, Target, Work};
use serde::{Deserialize, Serialize};

use super::pool_model::{PoolModel, model, model_error};
use super::simulated_risk::SimulatedRisk;
use crate::error::Error;
use crate::units::Probability;

/// Chances up to this one are not sharpened, since causes outside the model dominate; reports print a bound for them.
const NEGLIGIBLE: f64 = 1e-15;

/// Most trials of one pool; a chance that is not sharp by then shows its error.
const MOST_TRIALS: u64 = 200_000;

/// How sharp the answer shall be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SimulationOptions {
    /// Seed of all trials.
    pub seed: u64,
    /// Wanted relative standard error.
    pub relative_error: f64,
}

/// Is told what is known while trials run, and can stop them.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// A piece of the trials of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolWork {
    /// Which of the pool's parts.
    pub part: u32,
    /// Which trials of that part.
    pub work: Work,
}

/// The results of a piece of the trials of a pool, to be handed to [`PoolSimulation::absorb`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PoolBlocks {
    /// The work that was done.
    pub of: PoolWork,
    /// What came out.
    pub blocks: Vec<Block>,
}

/// The simulation of a pool under way. Vdevs whose resilvers take different times are simulated apart and put together
/// as independent, which leaves out what batches shared between them have in common: less than the square of the chance.
#[derive(Debug, Clone)]
pub struct PoolSimulation {
    vdevs: usize,
    parts: Vec<Part>,
}

/// The vdevs of one law of repair.
#[derive(Debug, Clone)]
struct Part {
    positions: Vec<usize>,
    simulation: Simulation,
    step: Step,
}

/// The trials between two decisions whether to go on.
#[derive(Debug, Clone)]
enum Step {
    /// Nothing is under way.
    Decide,
    /// Trials are being run.
    Running {
        /// Pieces that nobody has yet.
        waiting: VecDeque<Work>,
        /// Pieces whose results are missing.
        running: Vec<Work>,
        /// What arrived.
        arrived: Vec<Block>,
    },
    /// No more trials are needed.
    Settled,
}

impl PoolSimulation {
    /// Returns a simulation with no trial run yet.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where the model cannot hold a value: more than 64 kinds of wear, or rates beyond all sense.
    pub fn new(pool: &PoolModel, options: SimulationOptions) -> Result<Self, Error> {
        let target = Target::default()
            .with_relative_error(options.relative_error)
            .and_then(|target| target.with_max_trials(MOST_TRIALS))
            .map_err(model_error)?
            .with_negligible(Probability::saturating(NEGLIGIBLE));
        let part = |positions: Vec<usize>| {
            let model = model(pool, &positions)?;
            Ok(Part {
                simulation: Simulation::new(&model, options.seed, target),
                positions,
                step: Step::Decide,
            })
        };
        Ok(Self {
            vdevs: pool.vdevs.len(),
            parts: pool.kinds().into_iter().map(part).collect::<Result<_, Error>>()?,
        })
    }

    /// Hands out a piece of work, the trials up to the next decision being cut into at most `pieces`; nothing while
    /// results are missing, or if the simulation is settled.
    pub fn next_work(&mut self, pieces: u32) -> Option<PoolWork> {
        // Parts that have no trials yet come first, so that an answer soon covers all of them.
        let fresh = self
            .parts
            .iter()
            .position(|part| matches!(part.step, Step::Decide) && !part.simulation.has_begun());
        let order = fresh.into_iter().chain(0..self.parts.len());
        for place in order {
            if let Some(work) = self.parts[place].next_work(pieces) {
                return Some(PoolWork {
                    part: u32::try_from(place).unwrap_or(u32::MAX),
                    work,
                });
            }
        }
        None
    }

    /// Runs a piece of work; the result depends on the model and the seed alone, whoever runs it.
    #[must_use]
    pub fn run(&self, work: PoolWork) -> PoolBlocks {
        let part = self.parts.get(work.part as usize);
        PoolBlocks {
            of: work,
            blocks: part.map_or_else(Vec::new, |part| part.simulation.run_blocks(work.work)),
        }
    }

    /// Takes the results of a piece that was handed out; others are left out, and so is a piece that comes twice.
    pub fn absorb(&mut self, results: PoolBlocks) {
        if let Some(part) = self.parts.get_mut(results.of.part as usize) {
            part.absorb(results.of.work, results.blocks);
        }
    }

    /// Returns whether no more trials are needed.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.parts.iter().all(|part| matches!(part.step, Step::Settled))
    }

    /// Ends the simulation with the trials so far; returns whether they make an answer. Results that are still missing
    /// no longer count.
    pub fn stop(&mut self) -> bool {
        for part in &mut self.parts {
            if !matches!(part.step, Step::Settled) {
                part.simulation.stop();
                part.step = Step::Settled;
            }
        }
        self.parts.iter().all(|part| part.simulation.has_begun())
    }

    /// Returns what is known so far: the sharpness is that of the part that is the least sharp.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let none = Progress {
            trials: 0,
            p_any: 0.0,
            relative_error: 0.0,
            wanted: 0.0,
        };
        self.parts
            .iter()
            .map(|part| part.simulation.progress())
            .fold(none, |all, part| Progress {
                trials: all.trials + part.trials,
                p_any: all.p_any + part.p_any - all.p_any * part.p_any,
                relative_error: all.relative_error.max(part.relative_error),
                wanted: part.wanted,
            })
    }

    /// Returns the answer of the trials so far.
    #[must_use]
    pub fn risk(&self) -> SimulatedRisk {
        let mut together = SimulatedRisk::nothing(self.vdevs);
        for part in &self.parts {
            together.add(&part.simulation.estimate(), &part.positions);
        }
        together
    }
}

impl Part {
    fn next_work(&mut self, pieces: u32) -> Option<Work> {
        if matches!(self.step, Step::Decide) {
            self.step = self
                .simulation
                .next_work()
                .map_or(Step::Settled, |work| Step::Running {
                    waiting: work.split(pieces).into(),
                    running: Vec::new(),
                    arrived: Vec::new(),
                });
        }
        let Step::Running { waiting, running, .. } = &mut self.step else {
            return None;
        };
        let work = waiting.pop_front()?;
        running.push(work);
        Some(work)
    }

    fn absorb(&mut self, work: Work, blocks: Vec<Block>) {
        let Step::Running {
            waiting,
            running,
            arrived,
        } = &mut self.step
        else {
            return;
        };
        let Some(place) = running.iter().position(|known| *known == work) else {
            return;
        };
        running.swap_remove(place);
        arrived.extend(blocks);
        if waiting.is_empty() && running.is_empty() {
            self.simulation.absorb(std::mem::take(arrived));
            self.step = if self.simulation.next_work().is_some() {
                Step::Decide
            } else {
                Step::Settled
            };
        }
    }
}

/// Simulates the pool from start to end; `watch` is told what is known between the steps and can stop it.
///
/// # Errors
/// As [`PoolSimulation::new`].
pub fn simulate(
    pool: &PoolModel,
    options: SimulationOptions,
    watch: Watch<'_>,
) -> Result<SimulatedRisk, Error> {
    let mut simulation = PoolSimulation::new(pool, options)?;
    while let Some(work) = simulation.next_work(1) {
        let blocks = simulation.run(work);
        simulation.absorb(blocks);
        if watch(&simulation.progress()).is_break() {
            simulation.stop();
        }
    }
    Ok(simulation.risk())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mttdl::RepairDiscipline;

    use super::*;
    use crate::reliability::{DriveRisk, ModelVdev, RiskOptions, RiskSolver, VdevRisk, WearLaw};
    use crate::units::{Hours, RatePerHour};

    fn hours(value: f64) -> Hours {
        Hours::new(value).unwrap()
    }

    fn pool(vdevs: usize, batches: &[&str], batch_variance: f64) -> PoolModel {
        let wear = WearLaw {
            scale: hours(600_000.0),
            shape: 1.0,
            age: Hours::ZERO,
        };
        let vdev = ModelVdev {
            tolerance: 2,
            drives: batches.iter().map(|batch| (wear, Arc::from(*batch))).collect(),
            resilver: hours(24.0),
            log_deviation: 0.3,
            discipline: RepairDiscipline::Batched,
            latent: RatePerHour::new(6e-6).unwrap(),
        };
        PoolModel {
            vdevs: vec![vdev; vdevs],
            spares: 0,
            detection: hours(0.2),
            delivery: hours(48.0),
            mission: Hours::from_years(5.0).unwrap(),
            scrub_every: hours(672.0),
            batch_variance,
        }
    }

    fn run(pool: &PoolModel) -> SimulatedRisk {
        let options = SimulationOptions {
            seed: 7,
            relative_error: 0.02,
        };
        simulate(pool, options, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn the_simulation_agrees_with_the_chain_where_the_chain_is_nearly_right() {
        // Constant rates; delay and resilver are not exponential, which matters little for losses on entering the
        // critical state: their chance goes with the mean time at risk. 10 % covers that and 3 standard errors of 2 %.
        let pool = pool(2, &["A", "B", "C", "D", "E", "F"], 0.0);
        let simulated = run(&pool);
        let drive = DriveRisk {
            failure: RatePerHour::from_mean(hours(600_000.0)).unwrap(),
            latent: RatePerHour::new(6e-6).unwrap(),
            batch: "A".into(),
        };
        let vdev = VdevRisk {
            tolerance: 2,
            drives: vec![drive; 6],
            repair: hours(48.2 + 24.0 * 1.046),
            discipline: RepairDiscipline::Batched,
        };
        let options = RiskOptions {
            mission: pool.mission,
            scrub_every: pool.scrub_every,
            batch_variance: 0.0,
        };
        let chain = RiskSolver::new(options).solve(&[vdev.clone(), vdev]).unwrap();
        let ratio = simulated.any.point / chain.any.as_f64();
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
        assert!(simulated.converged);
    }

    #[test]
    fn one_batch_is_worse_than_six() {
        let same = run(&pool(1, &["A"; 6], 1.0));
        let apart = run(&pool(1, &["A", "B", "C", "D", "E", "F"], 1.0));
        assert!(
            same.any.low > 1.5 * apart.any.high,
            "{} {}",
            same.any.point,
            apart.any.point
        );
    }

    #[test]
    fn vdevs_with_different_rebuilds_add_up() {
        let mut mixed = pool(2, &["A", "B", "C", "D", "E", "F"], 0.0);
        let one = run(&pool(1, &["A", "B", "C", "D", "E", "F"], 0.0));
        mixed.vdevs[1].resilver = hours(24.5);
        let both = run(&mixed);
        assert!((both.any.point / one.any.point / 2.0 - 1.0).abs() < 0.1);
        assert!((both.by_vdev.iter().sum::<f64>() / both.any.point - 1.0).abs() < 0.01);
    }
}
