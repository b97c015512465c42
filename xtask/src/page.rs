//! The page: its packages, its bundle.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::run;
use crate::sizes::print_size;

/// Builds `site/dist/index.html` from the bindings and the sources in `site`.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let site = root.join("site");
    let wanted = changed(&site.join("package-lock.json"))
        .ok_or_else(|| format!("{} has no package-lock.json", site.display()))?;
    // npm writes this file last, after every package is in its place.
    let installed = changed(&site.join("node_modules/.package-lock.json"));
    if installed.is_none_or(|installed| installed < wanted) {
        run(Command::new("npm").current_dir(&site).args([
            "ci",
            "--no-audit",
            "--no-fund",
            "--loglevel",
            "error",
        ]))?;
    }
    run(Command::new("node").current_dir(&site).arg("build.mjs"))?;
    print_size(&site.join("dist/index.html"))
}

/// When a file was last written, if it is there.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
