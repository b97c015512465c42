//! `zplan explain LAYOUT`: one layout in full.

use std::process::ExitCode;

use planner::error::Error;
use planner::plan::{InventoryShown, explain, parts};
use planner::report::explain::{explain_markdown, explain_text};
use planner::report::json::to_json;
use planner::report::plan_csv::steps_csv;
use planner::report::procurement::procurement_csv;

use crate::arguments::{ExplainArguments, Format};
use crate::progress::Simulating;
use crate::{input, output_file, terminal};

/// Explains and prints.
///
/// # Errors
/// [`Error`] where the input is wrong or the layout cannot be built of the drives.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<ExitCode, Error> {
    let plan_arguments = &arguments.plan;
    let options = plan_arguments.options(input::today())?;
    let inventory = input::inventory(&plan_arguments.input, options.as_of)?;
    terminal::report_diagnostics(&inventory.warnings, plan_arguments.output.quiet);
    let simulation = Simulating::start(&plan_arguments.output);
    let explanation = explain(
        &inventory.drives,
        InventoryShown::of(&inventory)?,
        &arguments.explained,
        &options,
        &mut |progress| simulation.one(progress),
    )?;
    simulation.finish();
    if let Some(path) = &plan_arguments.output.export {
        let parts = parts(&explanation.candidate, &inventory.drives, &options)?;
        output_file::write(path, &procurement_csv(&explanation.candidate.layout, &parts)?)?;
    }
    let text = match plan_arguments.output.format {
        Format::Json => to_json(&explanation)?,
        Format::Csv => steps_csv(&explanation.steps)?,
        Format::Markdown => explain_markdown(&explanation),
        Format::Table => explain_text(&explanation, terminal::output_style(plan_arguments.output.color)),
    };
    crate::print_result(&text)?;
    Ok(ExitCode::SUCCESS)
}
