//! Reading the drives that the command line names.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::civil::Date;
use planner::diagnostic::Diagnostic;
use planner::error::Error;
use planner::fit::FailureTable;
use planner::inventory::{
    DriveRecord, Inventory, ReadOptions, Source, encoding_named, overrides, read, shorthand, unreadable,
};
use planner::plan::{InventoryShown, PoolShown, SkippedShown};

use crate::arguments::InputArguments;

/// Largest file that is read.
const LARGEST_FILE: u64 = 2 << 30;

/// Today by the system's clock, in universal time.
pub(crate) fn today() -> Date {
    jiff::tz::TimeZone::UTC.to_datetime(jiff::Timestamp::now()).date()
}

/// Reads the files of `--disks`, or the drives of `--drives`.
///
/// # Errors
/// [`Error::Input`] with every message about the files; the usage error where no drives are named.
pub(crate) fn inventory(input: &InputArguments, as_of: Date) -> Result<Inventory, Error> {
    let mut options = ReadOptions::on(as_of);
    if let Some(name) = &input.encoding {
        options.encoding = Some(encoding_named(name).map_err(one)?);
    }
    for assignment in &input.set {
        options = overrides::set(options, assignment).map_err(one)?;
    }
    if !input.drives.is_empty() {
        return shorthand::read(&input.drives, &options).map_err(Error::Input);
    }
    if input.disks.is_empty() {
        return Err(Error::Drives {
            reason: "no drives are named".to_owned(),
            hint: "name a file with `--disks drives.csv`, or drives with `--drives 12x18TB:7200:sata`"
                .to_owned(),
        });
    }
    each_named_once(&input.disks)?;
    let mut files = Vec::with_capacity(input.disks.len());
    for path in &input.disks {
        files.push(file(path).map_err(|diagnostic| Error::Input(vec![diagnostic]))?);
    }
    let mut inventory = read_files(&files, &options)?;
    if input.include_used {
        for drive in &mut inventory.drives {
            if let Some(used_for) = drive.in_use.take() {
                drive.notes.push(format!("in use: {used_for}"));
            }
        }
    }
    Ok(inventory)
}

fn read_files(files: &[(String, Vec<u8>)], options: &ReadOptions) -> Result<Inventory, Error> {
    let sources: Vec<Source<'_>> = files.iter().map(|(name, bytes)| Source { name, bytes }).collect();
    read(&sources, options).map_err(Error::Input)
}

#[expect(clippy::boxed_local, reason = "the shape that `map_err` asks for")]
fn one(diagnostic: Box<Diagnostic>) -> Error {
    Error::Input(vec![*diagnostic])
}

/// Refuses a file that is named twice: what it holds would count twice.
///
/// # Errors
/// [`Error::Input`] naming the file.
pub(crate) fn each_named_once(paths: &[PathBuf]) -> Result<(), Error> {
    let again = paths
        .iter()
        .enumerate()
        .find(|(index, path)| path.as_os_str() != "-" && paths[..*index].contains(path));
    match again {
        None => Ok(()),
        Some((_, path)) => Err(Error::Input(vec![named_twice(&path.display().to_string())])),
    }
}

fn named_twice(name: &str) -> Diagnostic {
    let mut error = unreadable(name, "named twice; what it holds would count twice");
    error.hint = Some("name every file once".to_owned());
    error
}

/// Whether standard input has been read; it can be read once.
static STANDARD_INPUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// The name and the bytes of a file, or of standard input for `-`.
pub(crate) fn file(path: &Path) -> Result<(String, Vec<u8>), Diagnostic> {
    if path.as_os_str() == "-" {
        let name = "standard input".to_owned();
        if STANDARD_INPUT_TAKEN.swap(true, Ordering::Relaxed) {
            let mut error = unreadable(&name, "`-` is named twice, but standard input can be read once");
            error.hint = Some("name `-` once, and files for the rest".to_owned());
            return Err(error);
        }
        let mut bytes = Vec::new();
        let taken = std::io::stdin()
            .lock()
            .take(LARGEST_FILE + 1)
            .read_to_end(&mut bytes);
        return match taken {
            Ok(_) if bytes.len() as u64 > LARGEST_FILE => Err(unreadable(&name, "larger than 2 GiB")),
            Ok(_) => Ok((name, bytes)),
            Err(error) => Err(unreadable(&name, &problem(&error))),
        };
    }
    let name = path.display().to_string();
    let failed = |error: &std::io::Error| unreadable(&name, &problem(error));
    let metadata = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if metadata.is_dir() {
        return Err(unreadable(&name, "is a directory"));
    }
    if metadata.len() > LARGEST_FILE {
        return Err(unreadable(&name, "larger than 2 GiB"));
    }
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    Ok((name, bytes))
}

/// The system's words for a problem, without its number.
fn problem(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}

/// Reads a table of failure counts.
///
/// # Errors
/// [`Error::Input`] naming file, line and column.
pub(crate) fn failure_rates(path: &Path) -> Result<FailureTable, Error> {
    let (name, bytes) = file(path).map_err(|diagnostic| Error::Input(vec![diagnostic]))?;
    let text = String::from_utf8(bytes).map_err(|_| Error::Input(vec![unreadable(&name, "not UTF-8")]))?;
    FailureTable::read_csv(&text, &name).map_err(Error::Input)
}

/// Returns the inventory as results show it.
///
/// # Errors
/// [`Error::OutOfRange`] if a drive cannot be written as JSON, which would be a defect of ours.
pub(crate) fn shown(inventory: &Inventory) -> Result<InventoryShown, Error> {
    let drives = inventory
        .drives
        .iter()
        .map(|drive| serde_json::to_value(DriveRecord::from(drive)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Error::OutOfRange {
            quantity: "inventory".to_owned(),
            reason: error.to_string(),
            hint: String::new(),
        })?;
    Ok(InventoryShown {
        drives,
        warnings: inventory.warnings.clone(),
        pools: inventory
            .pools
            .iter()
            .map(|pool| PoolShown {
                name: pool.name.clone(),
                layout: pool.layout().to_string(),
                source: pool.source.clone(),
            })
            .collect(),
        skipped: inventory
            .skipped
            .iter()
            .map(|skipped| SkippedShown {
                what: skipped.name.clone(),
                reason: skipped.reason.clone(),
            })
            .collect(),
    })
}

/// Returns where the drives come from, in words: `drives.csv (CSV, ;)`.
pub(crate) fn origin(inventory: &Inventory) -> String {
    let mut parts: Vec<String> = inventory
        .sources
        .iter()
        .take(3)
        .map(|source| format!("{} ({})", source.file, source.format))
        .collect();
    if inventory.sources.len() > 3 {
        parts.push(format!("{} more files", inventory.sources.len() - 3));
    }
    if parts.is_empty() {
        "--drives".to_owned()
    } else {
        parts.join(", ")
    }
}
