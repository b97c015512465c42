//! The crate speaks of devices and groups only, and touches no file, clock or terminal.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use std::path::{Path, PathBuf};

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_word_of_a_file_system_and_no_access_to_the_machine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30);
    let words = [
        "zfs",
        "zpool",
        "zdb",
        "raidz",
        "draid",
        "vdev",
        "resilver",
        "ashift",
        "recordsize",
    ];
    let access = [
        "std::fs",
        "std::env",
        "std::time",
        "Instant",
        "SystemTime",
        "std::io",
        "println!",
        "eprintln!",
    ];
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for word in access {
            assert!(!text.contains(word), "{word} in {}", file.display());
        }
        // The keys of the JSON form are given from outside.
        let keys = file.parent().is_some_and(|parent| parent.ends_with("json"));
        for word in words.into_iter().filter(|word| !(keys && *word == "vdev")) {
            assert!(
                !text.to_lowercase().contains(word),
                "{word} in {}",
                file.display()
            );
        }
        assert!(text.lines().count() < 500, "{} is too long", file.display());
    }
}
