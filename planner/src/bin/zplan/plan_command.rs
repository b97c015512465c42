//! `zplan --disks …`: the ranked plan.

use std::process::ExitCode;

use planner::error::Error;
use planner::plan::{InventoryShown, Plan, emitted, parts, plan};
use planner::report::json::to_json;
use planner::report::plan_csv::plan_csv;
use planner::report::plan_markdown::plan_markdown;
use planner::report::plan_text::{PlanText, plan_text};
use planner::report::procurement::procurement_csv;

use crate::arguments::{Format, PlanArguments};
use crate::progress::Simulating;
use crate::{input, output_file, terminal};

/// Exit status where no layout meets every must-have.
const NOTHING_FITS: u8 = 1;

/// Plans and prints; exit status 1 where nothing meets the must-haves.
///
/// # Errors
/// [`Error`] where the input or the options are wrong.
pub(crate) fn run(arguments: &PlanArguments) -> Result<ExitCode, Error> {
    let mut options = arguments.options(input::today())?;
    let inventory = input::inventory(&arguments.input, options.as_of)?;
    options.present = inventory.present_layouts();
    terminal::report_diagnostics(&inventory.warnings, arguments.output.quiet);
    let simulation = Simulating::start(&arguments.output);
    let plan = plan(
        &inventory.drives,
        InventoryShown::of(&inventory)?,
        &options,
        &mut |progress| simulation.plan(progress),
    )?;
    simulation.finish();
    if let Some(path) = &arguments.output.export {
        let chosen = &plan.candidates[plan.recommended];
        let parts = parts(chosen, &inventory.drives, &options)?;
        output_file::write(path, &procurement_csv(&chosen.layout, &parts)?)?;
        if path.as_os_str() == "-" {
            return Ok(status(&plan));
        }
    }
    if let (Some(kind), Some(surroundings)) = (arguments.surroundings.emit, options.surroundings) {
        let chosen = &plan.candidates[plan.recommended];
        crate::print_result(&emitted(
            kind.into(),
            chosen,
            &inventory.drives,
            &options,
            surroundings,
        )?)?;
        return Ok(status(&plan));
    }
    let top = arguments.output.top as usize;
    let text = match arguments.output.format {
        Format::Json => to_json(&plan)?,
        Format::Csv => plan_csv(&plan)?,
        Format::Markdown => plan_markdown(&plan, top),
        Format::Table => plan_text(
            &plan,
            &PlanText {
                drives: &inventory.drives,
                origin: &inventory.origin(),
                top,
                style: terminal::output_style(arguments.output.color),
            },
        ),
    };
    crate::print_result(&text)?;
    Ok(status(&plan))
}

fn status(plan: &Plan) -> ExitCode {
    if plan.fits {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOTHING_FITS)
    }
}
