//! A plan in steps.

use planner::plan::{InventoryShown, PlanForm, PlanWork, emitted_for, parts};
use planner::report::json::to_json;
use planner::report::plan_csv::plan_csv;
use planner::report::plan_markdown::plan_markdown;
use planner::report::procurement::procurement_csv;
use planner::report::words::Words;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::inventory::Inventory;
use crate::{passed_on, text, thrown};

/// A plan under way.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Planning {
    planning: planner::plan::Planning,
}

#[wasm_bindgen]
impl Planning {
    /// Works out every layout; trials are run by the steps that follow.
    ///
    /// # Errors
    /// A text, where an option cannot be read or the drives cannot be planned with.
    #[wasm_bindgen(constructor)]
    pub fn new(inventory: &Inventory, options: &str) -> Result<Self, JsValue> {
        let form = PlanForm::from_json(options).map_err(thrown)?;
        let mut options = form.options(inventory.request.as_of).map_err(thrown)?;
        options.present = inventory.read.present_layouts();
        let shown = InventoryShown::of(&inventory.read).map_err(thrown)?;
        let planning =
            planner::plan::Planning::new(&inventory.read.drives, shown, &options).map_err(thrown)?;
        Ok(Self { planning })
    }

    /// Hands out a piece of work, `{"model", "work"}`; nothing while results are missing, or at the end.
    ///
    /// # Errors
    /// A text, if the work cannot be written.
    pub fn next_work(&mut self, pieces: u32) -> Result<Option<String>, JsValue> {
        let work = self.planning.next_work(pieces);
        work.map(|work| text("work", &work)).transpose()
    }

    /// Returns the model of a piece of work, for `Trials`.
    ///
    /// # Errors
    /// A text, where no such model is under way.
    pub fn model(&self, model: u32) -> Result<String, JsValue> {
        self.planning.model(model).map_err(thrown)
    }

    /// Runs a piece of work, as `next_work` handed it out, here.
    ///
    /// # Errors
    /// A text, where the work is none or no longer wanted.
    pub fn run(&self, work: &str) -> Result<String, JsValue> {
        let work: PlanWork = passed_on("work", work)?;
        text("results", &self.planning.run(&work).map_err(thrown)?)
    }

    /// Counts the results of a piece of work.
    ///
    /// # Errors
    /// A text, where the results cannot be read or the next leaders cannot be simulated.
    pub fn absorb(&mut self, model: u32, blocks: &str) -> Result<(), JsValue> {
        let blocks = passed_on("results", blocks)?;
        self.planning.absorb(model, blocks).map_err(thrown)?;
        Ok(())
    }

    /// Returns whether no more work will be handed out.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.planning.finished()
    }

    /// Ends the simulations with what they know.
    pub fn stop(&mut self) {
        self.planning.stop();
    }

    /// Returns where the simulations stand.
    ///
    /// # Errors
    /// A text, if that cannot be written.
    pub fn progress(&self) -> Result<String, JsValue> {
        text("progress", &self.planning.progress())
    }

    /// Returns what `zplan --format json` prints, of what is known so far.
    ///
    /// # Errors
    /// A text, where a figure cannot be worked out.
    pub fn json(&mut self) -> Result<String, JsValue> {
        to_json(self.planning.plan().map_err(thrown)?).map_err(thrown)
    }

    /// Returns the answer in words: `{"sentence", "why", "outlives"}`.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn words(&mut self) -> Result<String, JsValue> {
        text("words", &Words::of_plan(self.planning.plan().map_err(thrown)?))
    }

    /// Returns the plan as Markdown.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn markdown(&mut self) -> Result<String, JsValue> {
        let top = self.planning.options().shortlist;
        Ok(plan_markdown(self.planning.plan().map_err(thrown)?, top))
    }

    /// Returns the table of candidates as CSV.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn csv(&mut self) -> Result<String, JsValue> {
        plan_csv(self.planning.plan().map_err(thrown)?).map_err(thrown)
    }

    /// Returns the parts list of the recommended layout as CSV.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn procurement(&mut self) -> Result<String, JsValue> {
        let chosen = self.planning.plan().map_err(thrown)?.chosen().clone();
        let parts = parts(&chosen, self.planning.inventory(), self.planning.options()).map_err(thrown)?;
        procurement_csv(&chosen.layout, &parts).map_err(thrown)
    }

    /// Returns the file of settings of a kind: `modprobe`, `datasets`, `postgresql` or `mysql`.
    ///
    /// # Errors
    /// As [`Self::json`], and where the kind is none.
    pub fn emit(&mut self, kind: &str) -> Result<String, JsValue> {
        let chosen = self.planning.plan().map_err(thrown)?.chosen().clone();
        emitted_for(kind, &chosen, self.planning.inventory(), self.planning.options()).map_err(thrown)
    }
}
