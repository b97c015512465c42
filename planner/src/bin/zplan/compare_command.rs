//! `zplan compare A.json B.json`: two results side by side.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use planner::error::Error;
use planner::report::compare::{compare, compare_text};
use planner::report::json::to_json;

use crate::arguments::{ColourArgument, Format};
use crate::{input, terminal};

/// Options of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// The first result, of `zplan … --format json`
    #[arg(value_name = "A.json")]
    pub(crate) first: PathBuf,
    /// The second result
    #[arg(value_name = "B.json")]
    pub(crate) second: PathBuf,
    /// Form of the comparison: table or json
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) format: Format,
    /// Colour on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColourArgument,
}

/// Compares and prints.
///
/// # Errors
/// [`Error`] where a file cannot be read or is no result.
pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode, Error> {
    let (first, second) = (text(&arguments.first)?, text(&arguments.second)?);
    let comparison = compare((&first.0, &first.1), (&second.0, &second.1))?;
    let shown = match arguments.format {
        Format::Json => to_json(&comparison)?,
        _ => compare_text(
            &comparison,
            [&first.0, &second.0],
            terminal::output_style(arguments.color),
        ),
    };
    crate::print_result(&shown)?;
    Ok(ExitCode::SUCCESS)
}

fn text(path: &Path) -> Result<(String, String), Error> {
    let (name, bytes) = input::file(path).map_err(|diagnostic| Error::Input(vec![diagnostic]))?;
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}
