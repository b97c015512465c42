//! ARCHITECTURE.md names every source file, and none that is gone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Source files as `folder/name`, without those that only stand for their folder.
fn files_below(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            if name != "mod" && name != "lib" {
                let folder = folder.strip_prefix(root()).unwrap().to_str().unwrap();
                found.insert(format!("{folder}/{name}"));
            }
        }
    }
}

#[test]
fn the_list_of_files_is_the_tree() {
    let mut tree = BTreeSet::new();
    for folder in ["mttdl/src", "planner/src", "wasm/src", "xtask/src"] {
        files_below(&root().join(folder), &mut tree);
    }
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut named = BTreeSet::new();
    for line in page
        .lines()
        .filter(|line| line.starts_with("| `") && line.contains("/src"))
    {
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [folder, _, files] = columns[..] else { continue };
        let folder = folder.trim_matches('`');
        named.extend(
            files
                .split_whitespace()
                .map(|file| format!("{folder}/{}", file.trim_matches('`'))),
        );
    }
    assert_eq!(
        named.difference(&tree).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "named but gone"
    );
    assert_eq!(
        tree.difference(&named).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "not named"
    );
}

/// The crates under the page, by name; the page gets neither threads nor a terminal nor the system's randomness.
#[test]
fn the_page_carries_nothing_that_only_the_command_line_needs() {
    let output = std::process::Command::new(env!("CARGO"))
        .current_dir(root())
        .args([
            "tree",
            "--locked",
            "--package",
            "wasm",
            "--target",
            "wasm32-unknown-unknown",
        ])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{lib}"])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let listed = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<&str> = listed.lines().map(str::trim).collect();
    for needed in ["planner", "mttdl", "wasm_bindgen"] {
        assert!(crates.contains(needed), "{needed} is not listed: {crates:?}");
    }
    for unwanted in [
        "clap",
        "rayon",
        "getrandom",
        "indicatif",
        "ctrlc",
        "console",
        "encoding_rs",
        "rand",
        "toml",
    ] {
        assert!(!crates.contains(unwanted), "{unwanted} is in the page");
    }
}
