//! The tests of the page, in a real browser.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::run;

/// Runs the tests in `site/test` on the page in `site/dist`, which must be built; builds the command line that they
/// compare it with. They find Chromium, or say what to install.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(Command::new(cargo)
        .current_dir(root)
        .args(["build", "--quiet", "--release", "--locked", "--package", "planner"]))?;
    run(Command::new("npm")
        .current_dir(root.join("site"))
        .args(["test", "--silent"]))
}
