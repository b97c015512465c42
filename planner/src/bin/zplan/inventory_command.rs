//! `zplan inventory`: the drives as understood.

use std::process::ExitCode;

use planner::error::Error;
use planner::inventory::write_csv;
use planner::plan::InventoryShown;
use planner::report::inventory_table::{inventory_markdown, inventory_text};
use planner::report::json::to_json;

use crate::arguments::{Format, InventoryArguments};
use crate::{input, terminal};

/// Reads and prints the drives.
///
/// # Errors
/// [`Error`] where the input is wrong.
pub(crate) fn run(arguments: &InventoryArguments) -> Result<ExitCode, Error> {
    let mut named = arguments.input.clone();
    named.disks.extend(arguments.files.iter().cloned());
    let inventory = input::inventory(&named, named.as_of.unwrap_or_else(input::today))?;
    terminal::report_diagnostics(&inventory.warnings, arguments.quiet);
    let text = match arguments.format {
        Format::Json => to_json(&InventoryShown::of(&inventory)?)?,
        Format::Csv => write_csv(&inventory.drives),
        Format::Markdown => inventory_markdown(&inventory),
        Format::Table => inventory_text(&inventory, terminal::output_style(arguments.color)),
    };
    crate::print_result(&text)?;
    Ok(ExitCode::SUCCESS)
}
