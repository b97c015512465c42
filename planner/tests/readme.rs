//! The commands that README.md shows with their output print just that.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;

#[test]
fn every_shown_command_prints_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut shown = 0;
    for block in page.split("```text\n$ zplan ").skip(1) {
        let (arguments, rest) = block.split_once('\n').unwrap();
        let expected = rest.split("```").next().unwrap();
        let output = Command::cargo_bin("zplan")
            .unwrap()
            .args(arguments.split_whitespace())
            .current_dir(root)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "zplan {arguments}"
        );
        shown += 1;
    }
    assert!(shown > 0, "no command is shown");
}
