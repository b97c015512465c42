//! Writing a result to a file: whole or not at all.

use std::io::Write as _;
use std::path::Path;

use planner::diagnostic::{Diagnostic, Place, Severity};
use planner::error::Error;

/// Writes `text` to `path` by way of a file beside it, so that no half-written file is left. What is no ordinary file, a
/// device, a pipe or a link, is written to and stays what it is; `-` is standard output.
///
/// # Errors
/// [`Error::Input`] naming the file and what the system says.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let written = if path.as_os_str() == "-" {
        crate::terminal::print(text)
    } else if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        std::fs::File::options()
            .write(true)
            .truncate(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
    } else {
        replace(path, text)
    };
    written.map_err(|error| {
        Error::Input(vec![Diagnostic {
            severity: Severity::Error,
            place: Place {
                file: path.display().to_string(),
                ..Place::default()
            },
            message: format!("cannot be written: {error}"),
            hint: Some("name a file in a folder that you may write to".to_owned()),
            excerpt: None,
        }])
    })
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = Path::new(&beside);
    let written = std::fs::File::create(beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(beside, path));
    if written.is_err() {
        // Nothing more can be done if this fails too; the first error is the one to tell.
        let _ = std::fs::remove_file(beside);
    }
    written
}
