//! Models as JSON texts, and their answers.
//!
//! # The form of a model
//! ```json
//! {
//!   "vdevs": [{"n": 4, "k": 1, "cls": [0, 0, 0, 0], "age_h": [0, 0, 8760, 8760], "batch": [0, 0, 1, 1]}],
//!   "classes": [[[292687, 1.4], [2000000, 0.7]]],
//!   "mission_h": 43800,
//!   "rebuild": ["weib", 6, 24, 2],
//!   "repair": "batched",
//!   "delay": ["exp", 48],
//!   "spares": 1,
//!   "frailty": ["gamma", 0.3],
//!   "lse": ["phys", 6e-6, 672, 0.05],
//!   "rel_err": 0.01
//! }
//! ```
//!
//! | key | meaning | if left out |
//! |---|---|---|
//! | `vdevs` (or `groups`) | groups of `n` devices with tolerance `k`: per device its class, age in hours and batch, −1 for none | needed |
//! | `classes` | per class a list of causes `[scale in hours, shape]` | needed |
//! | `mission_h` | hours of the mission | needed |
//! | `rebuild` | `["det", R]`, `["exp", mean]` or `["weib", location, scale, shape]`, hours | needed |
//! | `repair` | `"parallel"`, `"serial"` or `"batched"` | as `serial` says |
//! | `serial` | `true` for serial, `false` for parallel repair | `false` |
//! | `delay` | `["det", D]`, `["exp", mean]` or `["weib", …]`, hours | `["det", 0]` |
//! | `spares` | devices on the shelf | 0 |
//! | `frailty` | `["none"]`, `["gamma", variance]` or `["two", probability, multiplier]` | `["none"]` |
//! | `lse` | `["none"]`, `["fixed", h]` or `["phys", errors per hour, hours between scrubs or 0, read errors]` | `["none"]` |
//! | `stress` | what multiplies hazards while a group is under repair | 1 |
//! | `common_cause_per_h` | losses of the whole system per hour from other causes | 0 |
//! | `confidence`, `rel_err`, `max_trials`, `seed` | how the simulation is run | 0.95, 0.01, 2000000, 1 |
//! | `method` | `"auto"`, `"rare_event"` or `"direct"` | `"auto"` |
//!
//! In a group, `cls`, `age_h` and `batch` may be left out, which means class 0, age 0 and no batch; a single number stands for all
//! devices. A key that is not in the table is an error.

use std::ops::ControlFlow;

use serde::Serialize;

mod form;

use crate::simulation::{Doubt, Estimate, Interval, Progress, Road, Simulation, Target};
use crate::{Hours, Model, ModelError, exact_road};

/// A model with the way it is to be simulated, as a JSON text says it.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonModel {
    /// The model.
    pub model: Model,
    /// The seed of the simulation.
    pub seed: u64,
    /// How sharp the answer shall be.
    pub target: Target,
}

/// The exact answer, where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ExactAnswer {
    /// Probability of at least one loss of either kind within the mission.
    pub p_any: f64,
    /// Probability of a catastrophe within the mission.
    pub p_cat: f64,
    /// Mean hours to the first loss; absent if there is none, or no closed form for it.
    pub mttdl_hours: Option<f64>,
}

/// The answer to a model, in the keys that are printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JsonAnswer {
    /// Probability of at least one loss of either kind within the mission.
    pub p_any: Interval,
    /// Probability of a catastrophe within the mission.
    pub p_cat: Interval,
    /// Mean hours to the first loss: exact where there is an exact answer, else those of a constant rate with this p_any.
    pub mttdl_hours: Option<f64>,
    /// Expected number of latent losses.
    pub mean_sector_events: f64,
    /// Expected number of device failures.
    pub mean_drive_failures: f64,
    /// How the figures were found: `rare_event` or `direct`.
    pub method: Road,
    /// Trials that were run.
    pub trials: u64,
    /// The number of equal trials that would be as good.
    pub ess: f64,
    /// Whether the figures are as sharp as wanted and nothing raises doubt.
    pub converged: bool,
    /// What raises doubt.
    pub doubts: Vec<Doubt>,
    /// The first-order figure for any loss.
    pub first_order: f64,
    /// The chance that a cause outside the devices ends the system within the mission, a floor to the figures above.
    pub common_cause: f64,
    /// The seed of the simulation.
    pub seed: u64,
    /// The probability of any loss over the mission, in years and probabilities.
    pub curve: Vec<(f64, f64)>,
    /// Lower and upper ends of the intervals of `curve`, point by point.
    pub curve_interval: Vec<(f64, f64)>,
    /// The probability of a catastrophe over the mission, in years and probabilities.
    pub cat_curve: Vec<(f64, f64)>,
    /// Shares of the loss.
    pub by_cause: Causes,
    /// One share per group.
    pub by_vdev: Vec<f64>,
    /// One share per device, groups one after the other.
    pub by_drive: Vec<f64>,
    /// Batches with their shares.
    pub by_batch: Vec<(u32, f64)>,
    /// The exact answer, where there is one.
    pub exact: Option<ExactAnswer>,
}

/// Shares of the loss by cause, adding up to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Causes {
    /// More failed devices than tolerated.
    pub failed_devices: f64,
    /// Unreadable data on survivors.
    pub latent_errors: f64,
}

/// Returns the answer to the model that `text` says.
///
/// # Errors
/// [`ModelError`] if the text is no model or one out of range.
///
/// # Example
/// ```
/// let text = r#"{"vdevs": [{"n": 2, "k": 1}], "classes": [[[250000, 1]]], "mission_h": 43800,
///                "rebuild": ["exp", 48], "rel_err": 0.02}"#;
/// let answer = mttdl::json::answer(text)?;
/// let exact = answer.exact.ok_or("a chain")?;
/// assert!((answer.p_any.point / exact.p_any - 1.0).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(text: &str) -> Result<JsonAnswer, ModelError> {
    Ok(JsonModel::from_json(text)?.answer_with(|_| ControlFlow::Continue(())))
}

impl JsonModel {
    /// Reads a model.
    ///
    /// # Errors
    /// [`ModelError::Json`] with line and column if the text is not of the form that the module's page shows, and any other
    /// [`ModelError`] if a value is out of range.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let raw: form::Raw = serde_json::from_str(text).map_err(|error| ModelError::Json {
            line: error.line(),
            column: error.column(),
            message: in_plain_words(&error),
        })?;
        raw.build()
    }

    /// Runs the simulation and the exact road, telling `progress` what is known in between; it can stop the run.
    #[must_use]
    pub fn answer_with(&self, progress: impl FnMut(&Progress) -> ControlFlow<()>) -> JsonAnswer {
        let estimate = Simulation::new(&self.model, self.seed, self.target).run_with(progress);
        self.answer_of(estimate)
    }

    /// Returns the answer that goes with an estimate of this model, for callers that run the blocks themselves.
    #[must_use]
    pub fn answer_of(&self, estimate: Estimate) -> JsonAnswer {
        let exact = exact_road::exact_answer(&self.model);
        let attribution = estimate.attribution;
        let exact_hours = exact.and_then(|exact| exact.mttdl_hours);
        JsonAnswer {
            p_any: estimate.p_any,
            p_cat: estimate.p_cat,
            mttdl_hours: exact_hours.or(estimate.equivalent_mttdl.map(Hours::as_f64)),
            mean_sector_events: estimate.latent_events.mean,
            mean_drive_failures: estimate.device_failures.mean,
            method: estimate.road,
            trials: estimate.trials,
            ess: estimate.effective_trials,
            converged: estimate.converged,
            doubts: estimate.doubts,
            first_order: estimate.first_order,
            common_cause: self.model.common_cause_loss().as_f64(),
            seed: self.seed,
            curve: estimate
                .curve
                .iter()
                .map(|point| (point.time.as_years(), point.any.point))
                .collect(),
            curve_interval: estimate
                .curve
                .iter()
                .map(|point| (point.any.low, point.any.high))
                .collect(),
            cat_curve: estimate
                .curve
                .iter()
                .map(|point| (point.time.as_years(), point.catastrophe.point))
                .collect(),
            by_cause: Causes {
                failed_devices: attribution.failed_devices,
                latent_errors: attribution.latent_errors,
            },
            by_vdev: attribution.groups,
            by_drive: attribution.devices,
            by_batch: attribution.batches,
            exact,
        }
    }
}

/// What the reader calls the kinds of JSON values, and what their writer calls them.
const KINDS: [(&str, &str); 9] = [
    ("a tuple of size 2", "a list of two numbers"),
    ("floating point", "the number"),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("integer", "the number"),
    ("f64", "a number"),
    ("usize", "a whole number from 0"),
    ("u32", "a whole number from 0"),
    ("u64", "a whole number from 0"),
];

/// Returns what a JSON error says in the words of who wrote the text: no position, which stands beside it already, and
/// no types of this program.
fn in_plain_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let said = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
    // `invalid type: integer `3`, expected f64`: what was read may hold any word and stays as it is.
    let Some((read, expected)) = said.rsplit_once(", expected ") else {
        return said.to_owned();
    };
    let plain = |words: &str| {
        KINDS
            .iter()
            .find(|(theirs, _)| words.starts_with(theirs))
            .map_or_else(
                || words.to_owned(),
                |(theirs, ours)| words.replacen(theirs, ours, 1),
            )
    };
    for kind in ["invalid type: ", "invalid value: "] {
        if let Some(found) = read.strip_prefix(kind) {
            return format!("found {}, expected {}", plain(found), plain(expected));
        }
    }
    if read.starts_with("invalid length") {
        return format!("found a list of another length, expected {}", plain(expected));
    }
    format!("{read}, expected {expected}")
}
