//! What the planner is, and its rules around a pool.

use planner::advice::topics;
use planner::capacity::ZfsVersion;
use planner::plan::{OptionForm, SCHEMA, option_forms};
use planner::report::advice_text::{advice_json, readable_advice};
use planner::report::style::Style;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{passed_on, text, thrown};

#[derive(Serialize)]
struct About {
    zplan: &'static str,
    schema: u32,
    zfs_versions: Vec<&'static str>,
    options: &'static [OptionForm],
}

/// Returns the versions, and every option of a plan: `{"zplan", "schema", "zfs_versions", "options"}`.
///
/// # Errors
/// A text, if that cannot be written.
#[wasm_bindgen]
pub fn about() -> Result<String, JsValue> {
    let about = About {
        zplan: env!("CARGO_PKG_VERSION"),
        schema: SCHEMA,
        zfs_versions: ZfsVersion::ALL.into_iter().map(ZfsVersion::name).collect(),
        options: option_forms(),
    };
    text("about", &about)
}

/// Returns the answer of one rule as `zplan advise TOPIC --input JSON` prints it.
///
/// # Errors
/// A text, where the question cannot be answered.
#[wasm_bindgen]
pub fn advise(topic: &str, input: &str) -> Result<String, JsValue> {
    Ok(advice_json(&answer(topic, input)?))
}

/// Returns the answer of one rule as lines of text, then each warning in a line of its own, as the command line prints it.
///
/// # Errors
/// As [`advise`].
#[wasm_bindgen]
pub fn advise_text(topic: &str, input: &str) -> Result<String, JsValue> {
    let advice = answer(topic, input)?;
    let mut text = readable_advice(&advice, Style::PLAIN.width);
    for warning in &advice.warnings {
        text.push_str(&format!("warning: {}: {}\n", warning.code, warning.message));
    }
    Ok(text)
}

/// Returns all rules with their inputs and outputs.
///
/// # Errors
/// A text, if that cannot be written.
#[wasm_bindgen]
pub fn advise_topics() -> Result<String, JsValue> {
    text("topics", &topics())
}

fn answer(topic: &str, input: &str) -> Result<planner::advice::Advice, JsValue> {
    let input = passed_on("input", input)?;
    planner::advice::advise(topic, &input).map_err(thrown)
}
