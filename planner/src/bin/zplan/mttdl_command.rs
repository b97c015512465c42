//! `zplan mttdl --model FILE.json`: a reliability model alone.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mttdl::ModelError;
use mttdl::json::JsonModel;
use planner::diagnostic::{Diagnostic, Place, Severity};
use planner::error::Error;
use planner::report::json::to_json;

use crate::input;
use crate::progress::Simulating;

/// Options of `mttdl`.
#[derive(Debug, Args)]
#[command(after_long_help = MODEL_HELP)]
pub(crate) struct MttdlArguments {
    /// File with a model as JSON; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    /// Threads of the simulation; all cores if absent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// No progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

const MODEL_HELP: &str = "\
A model, with all times in hours:
  {\"vdevs\": [{\"n\": 6, \"k\": 2, \"cls\": 0, \"age_h\": 8760, \"batch\": [0,0,1,1,2,2]}],
   \"classes\": [[[292687, 1.4]]], \"mission_h\": 43800, \"rebuild\": [\"weib\", 6, 24, 2],
   \"repair\": \"batched\", \"delay\": [\"det\", 48], \"spares\": 0,
   \"frailty\": [\"gamma\", 0.3], \"lse\": [\"phys\", 6e-6, 672, 0], \"rel_err\": 0.01}
The documentation of the crate mttdl, module json, says what every key means.";

/// Answers the model as JSON.
///
/// # Errors
/// [`Error::Input`] with line and column where the model cannot be read or a value is out of range.
pub(crate) fn run(arguments: &MttdlArguments) -> Result<ExitCode, Error> {
    let (name, bytes) = input::file(&arguments.model).map_err(|diagnostic| Error::Input(vec![diagnostic]))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        wrong(
            &name,
            1,
            format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to() + 1),
        )
    })?;
    let model = JsonModel::from_json(&text).map_err(|error| match error {
        ModelError::Json {
            line,
            column,
            message,
        } => wrong(&name, line as u64, format!("column {column}: {message}")),
        other => wrong(&name, 0, other.to_string()),
    })?;
    let simulation = Simulating::of(arguments.threads, arguments.quiet);
    let answer = model.answer_with(|progress| simulation.one(progress));
    simulation.finish();
    crate::print_result(&to_json(&answer)?)?;
    Ok(ExitCode::SUCCESS)
}

fn wrong(file: &str, line: u64, message: String) -> Error {
    Error::Input(vec![Diagnostic {
        severity: Severity::Error,
        place: Place {
            file: file.to_owned(),
            line,
            column: String::new(),
        },
        message,
        hint: Some("zplan mttdl --help shows a model".to_owned()),
        excerpt: None,
    }])
}
