//! Writing a result to a file: whole or not at all.

use std::io::Write as _;
use std::path::Path;

use planner::diagnostic::Diagnostic;
use planner::error::Error;
use planner::inventory::unreadable;

/// Writes `text` to `path` by way of a file beside it, so that no half-written file is left; `-` is standard output.
///
/// # Errors
/// [`Error::Input`] naming the file and what the system says.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let name = path.display().to_string();
    let failed = |error: &std::io::Error| -> Error {
        let diagnostic: Diagnostic = unreadable(&name, &format!("cannot be written: {error}"));
        Error::Input(vec![diagnostic])
    };
    if path.as_os_str() == "-" {
        return crate::terminal::print(text).map_err(|error| failed(&error));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = Path::new(&beside);
    let written = std::fs::File::create(beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(beside, path));
    if let Err(error) = written {
        // Nothing more can be done if this fails too; the first error is the one to tell.
        let _ = std::fs::remove_file(beside);
        return Err(failed(&error));
    }
    Ok(())
}
