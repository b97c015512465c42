//! Chores that are no part of the product: `cargo xtask wasm`, `cargo xtask site`, `cargo xtask test-site`.

mod bindings;
mod browser;
mod page;
mod sizes;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask wasm         compile the planner for the page and make its bindings in site/generated
cargo xtask site         the same, then build the page in site/dist
cargo xtask test-site    the same, then test the page in Chromium against the command line
";

fn main() -> ExitCode {
    let chore = std::env::args().nth(1).unwrap_or_default();
    let done = match chore.as_str() {
        "wasm" => bindings::make(&root()),
        "site" => site(),
        "test-site" => site().and_then(|()| browser::test(&root())),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            say(problem.trim_end());
            ExitCode::FAILURE
        }
    }
}

/// Builds the page and all it needs.
fn site() -> Result<(), String> {
    bindings::make(&root()).and_then(|()| page::build(&root()))
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Prints a line for the person who waits.
#[expect(clippy::print_stderr, reason = "a chore talks to the person at the terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}

/// Runs a program to its end.
fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    let status = command
        .status()
        .map_err(|error| format!("{shown} cannot be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{shown} failed: {status}"))
    }
}
