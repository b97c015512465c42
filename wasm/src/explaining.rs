//! One layout in full, in steps.

use planner::plan::{InventoryShown, PlanForm, PlanWork, emitted_for, parse_layout, parts};
use planner::report::explain::explain_markdown;
use planner::report::json::to_json;
use planner::report::plan_csv::steps_csv;
use planner::report::procurement::procurement_csv;
use planner::report::words::Words;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::inventory::Inventory;
use crate::{passed_on, text, thrown};

/// An explanation under way.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Explaining {
    explaining: planner::plan::Explaining,
}

#[wasm_bindgen]
impl Explaining {
    /// Works out a layout; trials are run by the steps that follow.
    ///
    /// # Errors
    /// A text, where an option cannot be read or the drives cannot form the layout.
    #[wasm_bindgen(constructor)]
    pub fn new(inventory: &Inventory, options: &str, layout: &str) -> Result<Self, JsValue> {
        let form = PlanForm::from_json(options).map_err(thrown)?;
        let options = form.options(inventory.request.as_of).map_err(thrown)?;
        let layout = parse_layout(layout).map_err(thrown)?;
        let shown = InventoryShown::of(&inventory.read).map_err(thrown)?;
        let drives = &inventory.read.drives;
        let explaining = planner::plan::Explaining::new(drives, shown, &layout, &options).map_err(thrown)?;
        Ok(Self { explaining })
    }

    /// Hands out a piece of work, `{"model", "work"}`; nothing while results are missing, or at the end.
    ///
    /// # Errors
    /// A text, if the work cannot be written.
    pub fn next_work(&mut self, pieces: u32) -> Result<Option<String>, JsValue> {
        let work = self.explaining.next_work(pieces);
        work.map(|work| text("work", &work)).transpose()
    }

    /// Returns the model of a piece of work, for `Trials`; its number is always 0.
    ///
    /// # Errors
    /// A text, where no such model is under way.
    pub fn model(&self, model: u32) -> Result<String, JsValue> {
        self.explaining.model(model).map_err(thrown)
    }

    /// Runs a piece of work, as `next_work` handed it out, here.
    ///
    /// # Errors
    /// A text, where the work is none or no longer wanted.
    pub fn run(&self, work: &str) -> Result<String, JsValue> {
        let work: PlanWork = passed_on("work", work)?;
        text("results", &self.explaining.run(&work).map_err(thrown)?)
    }

    /// Counts the results of a piece of work.
    ///
    /// # Errors
    /// A text, where the results cannot be read.
    pub fn absorb(&mut self, model: u32, blocks: &str) -> Result<(), JsValue> {
        self.explaining.absorb(model, passed_on("results", blocks)?);
        Ok(())
    }

    /// Returns whether no more work will be handed out.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.explaining.finished()
    }

    /// Ends the simulation with what it knows.
    pub fn stop(&mut self) {
        self.explaining.stop();
    }

    /// Returns where the simulation stands.
    ///
    /// # Errors
    /// A text, if that cannot be written.
    pub fn progress(&self) -> Result<String, JsValue> {
        text("progress", &self.explaining.progress())
    }

    /// Returns what `zplan explain --format json` prints, of what is known so far.
    ///
    /// # Errors
    /// A text, where a figure cannot be worked out.
    pub fn json(&mut self) -> Result<String, JsValue> {
        to_json(self.explaining.explanation().map_err(thrown)?).map_err(thrown)
    }

    /// Returns the layout with its figures alone, which takes less time than the whole explanation.
    ///
    /// # Errors
    /// A text, if that cannot be written.
    pub fn candidate(&self) -> Result<String, JsValue> {
        to_json(self.explaining.candidate()).map_err(thrown)
    }

    /// Returns the layout in words: `{"sentence", "why", "outlives"}`, `why` being null.
    ///
    /// # Errors
    /// A text, if that cannot be written.
    pub fn words(&self) -> Result<String, JsValue> {
        text("words", &Words::of_candidate(self.explaining.candidate()))
    }

    /// Returns the explanation as Markdown.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn markdown(&mut self) -> Result<String, JsValue> {
        Ok(explain_markdown(self.explaining.explanation().map_err(thrown)?))
    }

    /// Returns the way of the bytes as CSV.
    ///
    /// # Errors
    /// As [`Self::json`].
    pub fn csv(&mut self) -> Result<String, JsValue> {
        let explanation = self.explaining.explanation().map_err(thrown)?;
        steps_csv(&explanation.steps).map_err(thrown)
    }

    /// Returns the parts list of the layout as CSV.
    ///
    /// # Errors
    /// A text, where the drives cannot be planned with.
    pub fn procurement(&self) -> Result<String, JsValue> {
        let chosen = self.explaining.candidate();
        let parts = parts(chosen, self.explaining.inventory(), self.explaining.options()).map_err(thrown)?;
        procurement_csv(&chosen.layout, &parts).map_err(thrown)
    }

    /// Returns the file of settings of a kind: `modprobe`, `datasets`, `postgresql` or `mysql`.
    ///
    /// # Errors
    /// A text, where the kind is none.
    pub fn emit(&self, kind: &str) -> Result<String, JsValue> {
        let chosen = self.explaining.candidate();
        emitted_for(
            kind,
            chosen,
            self.explaining.inventory(),
            self.explaining.options(),
        )
        .map_err(thrown)
    }
}
