//! Trials of one candidate, run by a worker.

use planner::reliability::PoolWork;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{passed_on, text, thrown};

/// The trials of one model.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Trials {
    trials: planner::plan::Trials,
}

#[wasm_bindgen]
impl Trials {
    /// Takes a model as `Planning.model` or `Explaining.model` wrote it.
    ///
    /// # Errors
    /// A text, where the model cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(model: &str) -> Result<Self, JsValue> {
        let trials = planner::plan::Trials::from_json(model).map_err(thrown)?;
        Ok(Self { trials })
    }

    /// Runs the `work` of a piece, and returns the results for `absorb`.
    ///
    /// # Errors
    /// A text, where the work cannot be read.
    pub fn run(&self, work: &str) -> Result<String, JsValue> {
        let work: PoolWork = passed_on("work", work)?;
        text("results", &self.trials.run(work))
    }
}
