//! The simulation of one candidate, here or by a worker elsewhere that has only texts.

use serde::{Deserialize, Serialize};

use super::evaluate::{Built, Evaluator};
use super::result::Candidate;
use crate::drive::Media;
use crate::error::Error;
use crate::reliability::{PoolBlocks, PoolModel, PoolSimulation, PoolWork, SimulationOptions};

/// The simulation of one candidate under way.
#[derive(Debug)]
pub(super) struct Simulating {
    /// Number of the candidate.
    pub(super) candidate: usize,
    pub(super) built: Built,
    pub(super) trials: TrialModel,
    pub(super) simulation: PoolSimulation,
}

/// All that the trials of a pool depend on.
///
/// As JSON it holds floats to the last bit and whole numbers of 64 bits: a program in JavaScript should pass the text on,
/// not the parsed value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct TrialModel {
    pool: PoolModel,
    pub(super) options: SimulationOptions,
}

/// Runs trials of one candidate of a plan elsewhere than where the plan is: rebuilt from text, with the same digits.
#[derive(Debug)]
pub struct Trials {
    simulation: PoolSimulation,
}

impl TrialModel {
    pub(super) fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| not_readable("model", &error))
    }
}

impl Trials {
    /// Returns the trials of a model that [`super::Planning::model`] or [`super::Explaining::model`] wrote.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where the text is no such model.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let model: TrialModel = serde_json::from_str(text).map_err(|error| not_readable("model", &error))?;
        Ok(Self {
            simulation: PoolSimulation::new(&model.pool, model.options)?,
        })
    }

    /// Runs a piece of work; the result depends on the model alone.
    #[must_use]
    pub fn run(&self, work: PoolWork) -> PoolBlocks {
        self.simulation.run(work)
    }
}

pub(super) fn not_readable(what: &str, error: &serde_json::Error) -> Error {
    Error::OutOfRange {
        quantity: what.to_owned(),
        reason: error.to_string(),
        hint: "pass the text on as it was handed out".to_owned(),
    }
}

impl Evaluator {
    /// Returns the simulation of a candidate that [`Self::evaluate`] returned, with no trial run yet.
    pub(super) fn simulating(
        &self,
        number: usize,
        candidate: &Candidate,
        media: Media,
        options: SimulationOptions,
    ) -> Result<Simulating, Error> {
        let built = self.build(&candidate.layout, media)?;
        let pool = self.pool_model(&built, candidate.layout.spares);
        Ok(Simulating {
            candidate: number,
            simulation: PoolSimulation::new(&pool, options)?,
            trials: TrialModel { pool, options },
            built,
        })
    }
}
