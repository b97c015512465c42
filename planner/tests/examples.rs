//! Every example inventory is planned from end to end: each candidate is valid, the JSON holds against its schema.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn examples() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(root().join("data/examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    assert!(found.len() >= 5, "examples are missing");
    found
}

/// Runs the program and returns its standard output; the exit status must be one of `statuses`.
#[track_caller]
fn run(arguments: &[&str], statuses: &[i32]) -> String {
    let output = Command::cargo_bin("zplan")
        .unwrap()
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    let code = output.status.code().unwrap();
    assert!(
        statuses.contains(&code),
        "{arguments:?}: status {code}, {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(path: &Path, more: &[&str]) -> Value {
    let mut arguments = vec![
        "--disks",
        path.to_str().unwrap(),
        "--format",
        "json",
        "--as-of",
        "2026-11-30",
        "--quiet",
    ];
    arguments.extend(more);
    serde_json::from_str(&run(&arguments, &[0, 1])).unwrap()
}

#[test]
fn the_json_of_every_example_holds_against_the_schema() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("data/schema/plan.schema.json")).unwrap())
            .unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for path in examples() {
        let plan = json_of(&path, &[]);
        let errors: Vec<String> = validator
            .iter_errors(&plan)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn every_candidate_of_every_example_is_valid() {
    for path in examples() {
        let plan = json_of(&path, &[]);
        let drives: BTreeSet<&str> = plan["inventory"]["drives"]
            .as_array()
            .unwrap()
            .iter()
            .map(|drive| drive["id"].as_str().unwrap())
            .collect();
        for candidate in plan["candidates"].as_array().unwrap() {
            check_candidate(candidate, &drives);
        }
        let names: BTreeSet<&str> = plan["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|candidate| candidate["layout"].as_str().unwrap())
            .collect();
        assert_eq!(
            names.len(),
            plan["candidates"].as_array().unwrap().len(),
            "layouts are distinct"
        );
    }
}

/// Every drive has one seat, the bytes sum, intervals are in order, chances are chances.
fn check_candidate(candidate: &Value, drives: &BTreeSet<&str>) {
    let layout = candidate["layout"].as_str().unwrap();
    let mut seats: Vec<&str> = Vec::new();
    for vdev in candidate["vdevs"].as_array().unwrap() {
        let members = vdev["drives"].as_array().unwrap();
        assert_eq!(members.len() as u64, vdev["width"].as_u64().unwrap(), "{layout}");
        seats.extend(members.iter().map(|drive| drive.as_str().unwrap()));
    }
    for list in ["spares", "unused"] {
        seats.extend(
            candidate[list]
                .as_array()
                .unwrap()
                .iter()
                .map(|drive| drive.as_str().unwrap()),
        );
    }
    assert_eq!(seats.len(), drives.len(), "{layout}: every drive has a place");
    assert_eq!(
        seats.iter().copied().collect::<BTreeSet<_>>(),
        *drives,
        "{layout}: each once"
    );

    let capacity = &candidate["capacity"];
    let lost: u64 = capacity["lost_bytes"]
        .as_object()
        .unwrap()
        .values()
        .map(|bytes| bytes.as_u64().unwrap())
        .sum();
    let (raw, usable) = (
        capacity["raw_bytes"].as_u64().unwrap(),
        capacity["zfs_usable_bytes"].as_u64().unwrap(),
    );
    assert_eq!(raw - lost, usable, "{layout}: the bytes sum");

    let (any, pool) = (
        &candidate["reliability"]["p_loss"],
        &candidate["reliability"]["p_pool_loss"],
    );
    assert!(
        pool["point"].as_f64().unwrap() <= any["point"].as_f64().unwrap() * (1.0 + 1e-9),
        "{layout}"
    );
    let resilver = &candidate["performance"]["resilver_hours"];
    let hours = ["low", "point", "high"].map(|end| resilver[end].as_f64().unwrap());
    assert!(hours[0] <= hours[1] && hours[1] <= hours[2], "{layout}");
}

#[test]
fn the_bytes_of_a_plan_are_those_of_the_capacity_command() {
    let plan = json_of(
        &root().join("data/examples/batches12.csv"),
        &["--partition", "none"],
    );
    for candidate in plan["candidates"].as_array().unwrap() {
        let layout = candidate["layout"].as_str().unwrap();
        let answer: Value = serde_json::from_str(&run(
            &[
                "capacity",
                layout,
                "--disk-bytes",
                "18000207937536",
                "--format",
                "json",
            ],
            &[0],
        ))
        .unwrap();
        assert_eq!(
            candidate["capacity"]["zfs_usable_bytes"], answer["capacity"]["zfs_usable_bytes"],
            "{layout}"
        );
    }
}

#[test]
fn an_example_plan_reads_as_documented() {
    let text = run(
        &[
            "--disks",
            "data/examples/batches12.csv",
            "--as-of",
            "2026-11-30",
            "--top",
            "6",
            "--no-simulate",
        ],
        &[0],
    );
    insta::assert_snapshot!(text, @"");
}

#[test]
fn an_explanation_reads_as_documented() {
    let text = run(
        &[
            "explain",
            "2xraidz2:6",
            "--disks",
            "data/examples/batches12.csv",
            "--as-of",
            "2026-11-30",
            "--no-simulate",
        ],
        &[0],
    );
    insta::assert_snapshot!(text, @"");
}

#[test]
fn an_inventory_reads_as_documented() {
    insta::assert_snapshot!(run(&["inventory", "data/examples/homelab6.csv", "--as-of", "2026-11-30"], &[0]), @"");
}

#[test]
fn the_parts_list_names_every_part_and_its_price() {
    let text = run(
        &[
            "--disks",
            "data/examples/jbod60.csv",
            "--as-of",
            "2026-11-30",
            "--quiet",
            "--no-simulate",
            "--export",
            "-",
            "--format",
            "csv",
            "--layout",
            "6xraidz2:9+spare:2",
        ],
        &[0, 1],
    );
    let parts: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("layout,"))
        .collect();
    insta::assert_snapshot!(parts.join("\n"), @"");
}

#[test]
fn all_forms_of_a_plan_name_the_recommended_layout() {
    for form in ["table", "json", "csv", "markdown"] {
        let text = run(
            &[
                "--disks",
                "data/examples/nvme8.csv",
                "--as-of",
                "2026-11-30",
                "--format",
                form,
                "--quiet",
            ],
            &[0],
        );
        assert!(text.contains("raidz"), "{form}");
        assert!(!text.contains('\u{1b}'), "{form}: no escape sequence in a pipe");
    }
}
