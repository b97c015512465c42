//! Reading the drives that the command line names.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::civil::Date;
use planner::diagnostic::Diagnostic;
use planner::error::Error;
use planner::fit::FailureTable;
use planner::inventory::{Inventory, InventoryRequest, Source, unreadable};

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
    let request = InventoryRequest {
        drives: input.drives.clone(),
        set: input.set.clone(),
        encoding: input.encoding.clone(),
        include_used: input.include_used,
        ..InventoryRequest::on(as_of)
    };
    each_named_once(&input.disks)?;
    let mut files = Vec::with_capacity(input.disks.len());
    for path in &input.disks {
        files.push(file(path).map_err(|diagnostic| Error::Input(vec![diagnostic]))?);
    }
    let sources: Vec<Source<'_>> = files.iter().map(|(name, bytes)| Source { name, bytes }).collect();
    request.read(&sources)
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
