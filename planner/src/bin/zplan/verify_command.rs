//! `zplan verify FILE… --disks …`: a pool that exists against its prediction.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use planner::error::Error;
use planner::layout::Layout;
use planner::plan::pool_spec;
use planner::report::json::to_json;
use planner::report::verify_text::verify_text;
use planner::verify::{read_observed, verify};

use crate::arguments::{Format, PlanArguments};
use crate::{input, terminal};

/// Exit status where sizes differ.
const DIFFERS: u8 = 1;

/// Options of `verify`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  zpool list -vHp tank > tank.txt; zfs list -Hp tank >> tank.txt\n  zplan verify tank.txt --disks drives.csv"
)]
pub(crate) struct VerifyArguments {
    /// Output of `zpool list -vHp`, `zfs list -Hp` or `zdb -C`; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Options of a plan; --layout names the pool's layout where the files do not show its vdevs.
    #[command(flatten)]
    pub(crate) plan: PlanArguments,
}

/// Compares and prints; exit status 1 where sizes differ.
///
/// # Errors
/// [`Error`] where the files or the drives cannot be read, or no layout is known.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode, Error> {
    let mut texts = Vec::with_capacity(arguments.files.len());
    for path in &arguments.files {
        let (name, bytes) = input::file(path).map_err(|diagnostic| Error::Input(vec![diagnostic]))?;
        texts.push((name, String::from_utf8_lossy(&bytes).into_owned()));
    }
    let observed = read_observed(&texts)?;
    let options = arguments.plan.options(input::today())?;
    let layout: Layout = options
        .layouts
        .first()
        .cloned()
        .or_else(|| observed.layout())
        .ok_or_else(|| Error::OutOfRange {
            quantity: "layout".to_owned(),
            reason: "the files do not show the vdevs of the pool".to_owned(),
            hint: "name it with `--layout`, or paste `zpool list -vHp` or `zdb -C`".to_owned(),
        })?;
    let inventory = input::inventory(&arguments.plan.input, options.as_of)?;
    terminal::report_diagnostics(&inventory.warnings, arguments.plan.output.quiet);
    let verdict = verify(&pool_spec(&inventory.drives, &layout, &options)?, &observed)?;
    let text = match arguments.plan.output.format {
        Format::Json => to_json(&verdict)?,
        _ => verify_text(
            &layout,
            &verdict,
            terminal::output_style(arguments.plan.output.color),
        ),
    };
    crate::print_result(&text)?;
    Ok(ExitCode::from(if verdict.agrees { 0 } else { DIFFERS }))
}
