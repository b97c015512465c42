//! Two results side by side, and the command that verifies a pool.

#![cfg(feature = "cli")]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::path::Path;

use assert_cmd::Command;

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::cargo_bin("zplan")
        .unwrap()
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
        .args(arguments)
        .output()
        .unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

#[test]
fn two_plans_are_put_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, more: &[&str]| {
        let mut arguments = vec!["--disks", "data/examples/batches12.csv", "--as-of", "2026-11-30"];
        arguments.extend(["--no-simulate", "--format", "json", "--quiet"]);
        arguments.extend(more);
        let path = folder.path().join(name);
        std::fs::write(&path, run(&arguments).0).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let first = save("a.json", &["--layout", "2xraidz2:6"]);
    let second = save("b.json", &["--layout", "6xmirror:2", "--mission", "10y"]);
    let (text, _, status) = run(&["compare", &first, &second]);
    assert_eq!(status, 0, "{text}");
    for part in [
        "2xraidz2:6",
        "6xmirror:2",
        "zfs_usable_bytes",
        "mission_hours",
        "87,600",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (text, _, _) = run(&["compare", &first, &second, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let usable = json["figures"]
        .as_array()
        .unwrap()
        .iter()
        .find(|figure| figure["figure"] == "zfs_usable_bytes")
        .unwrap();
    let expected = usable["second"].as_f64().unwrap() / usable["first"].as_f64().unwrap();
    assert!((usable["ratio"].as_f64().unwrap() / expected - 1.0).abs() < 1e-9);
    let (_, problem, status) = run(&["compare", &first, "data/examples/batches12.csv"]);
    assert_eq!(status, 2, "{problem}");
}

#[test]
fn a_pool_is_verified_against_its_drives() {
    let folder = tempfile::tempdir().unwrap();
    let (capacity, _, _) = run(&[
        "capacity",
        "2xraidz2:6",
        "--disk-bytes",
        "18000207937536",
        "--partition",
        "whole-disk",
        "--format",
        "json",
    ]);
    let capacity: serde_json::Value = serde_json::from_str(&capacity).unwrap();
    let size = &capacity["capacity"]["zpool_size_bytes"];
    let usable = capacity["capacity"]["zfs_usable_bytes"].as_u64().unwrap();
    let path = folder.path().join("pool.txt");
    let verify = |size: &str, usable: u64| {
        let text = format!(
            "tank\t{size}\t0\t0\t-\t-\t0\t0\t1.00\tONLINE\t-\ntank\t100000\t{}\t98304\t/tank\n",
            usable - 100_000
        );
        std::fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap();
        run(&[
            "verify",
            file,
            "--disks",
            "data/examples/batches12.csv",
            "--as-of",
            "2026-11-30",
            "--layout",
            "2xraidz2:6",
            "--quiet",
        ])
    };
    let (text, problem, status) = verify(&size.to_string(), usable);
    assert_eq!(status, 0, "{text}{problem}");
    assert!(text.contains("every size agrees to the byte"), "{text}");
    let (text, _, status) = verify(&size.to_string(), usable - 4096);
    assert_eq!(status, 1, "{text}");
    assert!(
        text.contains("The first step that differs is USED + AVAIL"),
        "{text}"
    );
    assert!(text.contains("quota"), "{text}");
}
