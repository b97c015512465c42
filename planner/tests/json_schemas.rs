//! The JSON of every command holds against its schema in `data/schema`, for every example inventory.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use jsonschema::Validator;
use serde_json::Value;

const EXAMPLES: [&str; 5] = ["batches12", "homelab6", "jbod60", "nvme8", "ssd24"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn file(name: &str) -> Value {
    let path = root().join("data/schema").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The schema of a command; what a result shares with a plan is defined once, in the plan's.
fn validator(command: &str) -> Validator {
    let plan = jsonschema::Registry::new()
        .add("json-schema:///plan.schema.json", file("plan.schema.json"))
        .unwrap()
        .prepare()
        .unwrap();
    jsonschema::options()
        .with_registry(&plan)
        .build(&file(&format!("{command}.schema.json")))
        .unwrap()
}

fn run(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("zplan")
        .unwrap()
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{arguments:?}: {error}: {}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

#[track_caller]
fn holds(validator: &Validator, document: &Value, what: &str) {
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new(), "{what}");
}

fn plan_arguments<'a>(path: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = more.to_vec();
    arguments.extend([
        "--disks",
        path,
        "--as-of",
        "2026-11-30",
        "--no-simulate",
        "--quiet",
    ]);
    arguments.extend(["--format", "json"]);
    arguments
}

#[test]
fn every_example_gives_documents_that_hold() {
    let folder = tempfile::tempdir().unwrap();
    let [inventory, explain, verify, compare, capacity] =
        ["inventory", "explain", "verify", "compare", "capacity"].map(validator);
    let mut results: Vec<PathBuf> = Vec::new();
    for name in EXAMPLES {
        let path = format!("data/examples/{name}.csv");
        let read = run(&["inventory", &path, "--as-of", "2026-11-30", "--format", "json"]);
        holds(&inventory, &read, name);

        let plan = run(&plan_arguments(&path, &[]));
        let chosen = &plan["candidates"][0];
        let layout = chosen["layout"].as_str().unwrap();
        let explained = run(&plan_arguments(&path, &["explain", layout]));
        holds(&explain, &explained, name);

        let usable = chosen["capacity"]["zfs_usable_bytes"].as_u64().unwrap();
        let listed = folder.path().join("zfs.txt");
        for (used, agrees) in [(1_000_000, true), (1_000_512, false)] {
            let line = format!("tank\t{used}\t{}\t98304\t/tank\n", usable - 1_000_000);
            std::fs::write(&listed, line).unwrap();
            let verdict = run(&plan_arguments(
                &path,
                &["verify", listed.to_str().unwrap(), "--layout", layout],
            ));
            holds(&verify, &verdict, name);
            assert_eq!(verdict["agrees"], agrees, "{name}");
        }

        let bytes = run(&["capacity", layout, "--disk-bytes", "18TB", "--format", "json"]);
        holds(&capacity, &bytes, name);

        for (kind, document) in [("plan", plan), ("explain", explained)] {
            let result = folder.path().join(format!("{name}-{kind}.json"));
            std::fs::write(&result, document.to_string()).unwrap();
            results.push(result);
        }
    }
    for other in &results[1..] {
        let pair = [&results[0], other].map(|path| path.to_str().unwrap());
        let compared = run(&["compare", pair[0], pair[1], "--format", "json"]);
        holds(&compare, &compared, pair[1]);
    }
    let volume = [
        "capacity",
        "raidz1:5",
        "--disk-bytes",
        "7TB",
        "--zvol-size",
        "20TiB",
    ];
    let mut arguments = volume.to_vec();
    arguments.extend(["--volblocksize", "16K", "--format", "json"]);
    let document = run(&arguments);
    assert!(document["volume"].is_object());
    holds(&capacity, &document, "a volume");
}

#[test]
fn models_of_every_kind_give_answers_that_hold() {
    let folder = tempfile::tempdir().unwrap();
    let schema = validator("mttdl");
    for (name, model) in [
        (
            "exact",
            r#"{"vdevs": [{"n": 6, "k": 2}], "classes": [[[292687, 1]]], "mission_h": 43800, "rebuild": ["exp", 6], "rel_err": 0.2}"#,
        ),
        (
            "batches",
            r#"{"vdevs": [{"n": 6, "k": 1, "batch": [0, 0, 1, 1, 2, 2]}], "classes": [[[292687, 1.4]]], "mission_h": 43800,
                "rebuild": ["weib", 6, 24, 2], "frailty": ["gamma", 0.3], "lse": ["phys", 6e-6, 672, 0], "rel_err": 0.2}"#,
        ),
        (
            "stopped",
            r#"{"vdevs": [{"n": 8, "k": 3}], "classes": [[[292687, 1.2]]], "mission_h": 43800, "rebuild": ["det", 6], "max_trials": 1024}"#,
        ),
        (
            "safe",
            r#"{"vdevs": [{"n": 3, "k": 2}], "classes": [[[1e14, 1]]], "mission_h": 43800, "rebuild": ["det", 6]}"#,
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, model).unwrap();
        let answer = run(&["mttdl", "--model", path.to_str().unwrap(), "--quiet"]);
        holds(&schema, &answer, name);
    }
}

/// A schema that forbids nothing would hold for anything.
#[test]
fn schemas_refuse_what_is_no_result() {
    for command in ["inventory", "explain", "verify", "compare", "capacity", "mttdl"] {
        let schema = validator(command);
        for wrong in [
            serde_json::json!({}),
            serde_json::json!([]),
            serde_json::json!({"drives": 3}),
        ] {
            assert!(!schema.is_valid(&wrong), "{command}: {wrong}");
        }
    }
}
