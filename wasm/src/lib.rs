//! The planner for the page.
//!
//! Everything comes and goes as JSON text, the same that the command line prints. Nothing is decided here: each function
//! hands its texts to the library. What fails is thrown as a text, too, see [`planner::report::problem`].
//!
//! Left out: files and the clock, which the page has, and threads: whoever has time runs pieces of a simulation, as
//! [`Trials`] in a worker does.

mod advice;
mod explaining;
mod inventory;
mod planning;
mod trials;

pub use advice::{about, advise, advise_text, advise_topics};
pub use explaining::Explaining;
pub use inventory::Inventory;
pub use planning::Planning;
pub use trials::Trials;

use planner::error::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Returns an error as it is thrown.
#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` asks for")]
fn thrown(error: Error) -> JsValue {
    JsValue::from_str(&planner::report::problem::problem_json(&error))
}

/// Reads one of our own texts, which JavaScript passes on.
fn passed_on<Value: DeserializeOwned>(what: &str, text: &str) -> Result<Value, JsValue> {
    serde_json::from_str(text).map_err(|error| thrown(unreadable(what, &error)))
}

/// Writes a text for JavaScript to pass on or to look at; floats to the last bit.
fn text<Value: Serialize>(what: &str, value: &Value) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| thrown(unreadable(what, &error)))
}

fn unreadable(what: &str, error: &serde_json::Error) -> Error {
    Error::OutOfRange {
        quantity: what.to_owned(),
        reason: error.to_string(),
        hint: "pass the text on as it was handed out".to_owned(),
    }
}
