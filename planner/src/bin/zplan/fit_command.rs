//! `zplan fit FILE…`: failure rates from drive statistics or an own record.

use std::fs::File;
use std::io::{BufReader, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use planner::diagnostic::Diagnostic;
use planner::error::Error;
use planner::fit::{DriveStats, FailureTable, read_log, sql};
use planner::inventory::unreadable;
use planner::units::parse_day;

use crate::arguments::shown;
use crate::input;

/// Bytes read from a file at once.
const BUFFER: usize = 1 << 20;

/// Options of `fit`.
#[derive(Debug, Args)]
pub(crate) struct FitArguments {
    /// Drive-stats CSV files or folders of them, or with --log one own record of drives
    #[arg(value_name = "FILE", required_unless_present = "print_sql")]
    pub(crate) files: Vec<PathBuf>,
    /// The file is an own record with the columns model,installed,failed,removed
    #[arg(long)]
    pub(crate) log: bool,
    /// Day up to which drives without an end have run, with --log; today if absent
    #[arg(long, value_name = "DATE", value_parser = |text: &str| parse_day("--as-of", text).map_err(shown))]
    pub(crate) as_of: Option<jiff::civil::Date>,
    /// Print the query that makes the same table in a data warehouse, for the table of this name
    #[arg(long, value_name = "TABLE", num_args = 0..=1, default_missing_value = "drive_stats")]
    pub(crate) print_sql: Option<String>,
    /// No progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Counts and prints the table as CSV, which `--failure-rates` reads.
///
/// # Errors
/// [`Error::Input`] naming file, line and column of what cannot be read.
pub(crate) fn run(arguments: &FitArguments) -> Result<ExitCode, Error> {
    if let Some(table) = &arguments.print_sql {
        crate::print_result(&sql(table))?;
        return Ok(ExitCode::SUCCESS);
    }
    input::each_named_once(&arguments.files)?;
    let table = if arguments.log {
        from_log(arguments)?
    } else {
        from_statistics(arguments)?
    };
    crate::print_result(&table.write_csv()?)?;
    Ok(ExitCode::SUCCESS)
}

fn from_log(arguments: &FitArguments) -> Result<FailureTable, Error> {
    let mut rows = Vec::new();
    for path in &arguments.files {
        let (name, bytes) = input::file(path).map_err(one)?;
        let text = String::from_utf8(bytes).map_err(|_| one(unreadable(&name, "not UTF-8")))?;
        let as_of = arguments.as_of.unwrap_or_else(input::today);
        rows.extend(
            read_log(&text, &name, as_of)
                .map_err(Error::Input)?
                .rows()
                .iter()
                .cloned(),
        );
    }
    Ok(FailureTable::new(rows))
}

fn from_statistics(arguments: &FitArguments) -> Result<FailureTable, Error> {
    let mut files = Vec::new();
    for path in &arguments.files {
        collect(path, &mut files)?;
    }
    let total = files
        .iter()
        .filter_map(|path| std::fs::metadata(path).ok())
        .map(|found| found.len())
        .sum();
    let shown = std::io::stderr().is_terminal() && !arguments.quiet;
    let line = if shown {
        ProgressBar::new(total)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) =
        ProgressStyle::with_template("reading {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left")
    {
        line.set_style(style);
    }
    let mut statistics = DriveStats::default();
    for path in &files {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| one(unreadable(&name, &error.to_string())))?;
        let read = statistics.read(BufReader::with_capacity(BUFFER, file), &name, |bytes| {
            line.inc(bytes);
        });
        read.map_err(|diagnostic| one(*diagnostic))?;
    }
    line.finish_and_clear();
    Ok(statistics.finish())
}

/// The file, or all CSV files of a folder and the folders in it, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |error: &std::io::Error| one(unreadable(&path.display().to_string(), &error.to_string()));
    if !std::fs::metadata(path).map_err(|error| failed(&error))?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = std::fs::read_dir(path)
        .and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(|error| failed(&error))?;
    entries.sort();
    for entry in entries {
        let is_table = entry
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        if is_table || entry.is_dir() {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

fn one(diagnostic: Diagnostic) -> Error {
    Error::Input(vec![diagnostic])
}
