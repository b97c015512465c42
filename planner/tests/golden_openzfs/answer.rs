//! Every row of `capacity.csv` once more, through the machine-readable answer of a written layout.

use planner::capacity::{CapacityAnswer, CapacityOptions};
use serde_json::Value;

use crate::support::{Row, ashift_of, layout_text, table};

/// What the contents of special vdevs may move dspace by from 2.3 on.
const SPECIAL_CONTENTS: u64 = 300_000;

fn answer(row: &Row) -> Value {
    let options = CapacityOptions {
        ashift: ashift_of(row.required("ashift")),
        version: row.text("openzfs_version").parse().unwrap(),
        ..CapacityOptions::default()
    };
    let answer = CapacityAnswer::of(&layout_text(row), row.text("disk_bytes"), &options).unwrap();
    serde_json::to_value(answer).unwrap()
}

/// Returns what `zplan capacity` prints; the command knows release series only, so the patch level is left off.
fn printed(row: &Row) -> Value {
    let output = assert_cmd::Command::cargo_bin("zplan")
        .unwrap()
        .args(["capacity", &layout_text(row)])
        .args(["--disk-bytes", row.text("disk_bytes")])
        .args(["--ashift", row.text("ashift")])
        .args(["--zfs", &row.text("openzfs_version")[..3]])
        .args(["--format", "json"])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn per_vdev(answer: &Value, key: &str) -> Vec<u64> {
    let vdevs = answer["vdevs"].as_array().unwrap();
    vdevs.iter().map(|vdev| vdev[key].as_u64().unwrap()).collect()
}

#[test]
fn every_pool_is_answered_as_openzfs_reports_it() {
    let rows = table("capacity.csv");
    assert_eq!(rows.len(), 1294);
    for row in &rows {
        check(row, &answer(row));
    }
}

#[test]
fn every_pool_is_printed_as_openzfs_reports_it() {
    let rows = table("capacity.csv");
    assert_eq!(rows.len(), 1294);
    let half = rows.len() / 2;
    std::thread::scope(|scope| {
        for part in [&rows[..half], &rows[half..]] {
            scope.spawn(|| part.iter().for_each(|row| check(row, &printed(row))));
        }
    });
}

#[track_caller]
fn check(row: &Row, answer: &Value) {
    let pairs = [
        ("zpool_size", "zpool_size_bytes"),
        ("normal_space", "normal_bytes"),
        ("special_space", "special_bytes"),
        ("dedup_space", "dedup_bytes"),
        ("log_space", "log_bytes"),
        ("embedded_log_space", "embedded_log_bytes"),
        ("embedded_log_dspace", "embedded_log_dspace_bytes"),
        ("normal_dspace", "dspace_bytes"),
        ("dspace", "dspace_bytes"),
        ("slop", "slop_bytes"),
        ("used_plus_avail", "zfs_usable_bytes"),
    ];
    let capacity = &answer["capacity"];
    let loose = row.text("vdevs").contains("special/") && !row.text("openzfs_version").starts_with("2.1");
    for (column, key) in pairs {
        let Some(expected) = row.number(column) else {
            continue;
        };
        let value = capacity[key].as_u64().unwrap();
        // In the kernel's rows all that is allocated lies on the special vdevs.
        let contents = match column {
            "dspace" | "used_plus_avail" if loose => row.number("zpool_alloc"),
            _ => Some(0),
        };
        match contents {
            Some(contents) => assert_eq!(value + contents, expected, "{key}: {row:?}"),
            None => assert!(
                value.abs_diff(expected) < SPECIAL_CONTENTS,
                "{key} is {value}: {row:?}"
            ),
        }
    }
    assert_eq!(
        per_vdev(answer, "asize_bytes"),
        row.numbers("vdev_asize"),
        "{row:?}"
    );
    assert_eq!(
        per_vdev(answer, "metaslab_shift"),
        row.numbers("metaslab_shift"),
        "{row:?}"
    );
    assert_eq!(
        per_vdev(answer, "metaslab_count"),
        row.numbers("metaslab_count"),
        "{row:?}"
    );
    if row.text("source") == "libzpool" {
        assert_eq!(
            per_vdev(answer, "deflate_ratio_512"),
            row.numbers("deflate_ratio"),
            "{row:?}"
        );
    }
    check_steps(row, answer);
}

/// Every total is the one before less the losses between; the first is raw, the last usable.
fn check_steps(row: &Row, answer: &Value) {
    let capacity = &answer["capacity"];
    let mut remaining = capacity["raw_bytes"].as_u64().unwrap();
    let mut totals = Vec::new();
    for step in answer["steps"].as_array().unwrap() {
        let bytes = step["bytes"].as_u64().unwrap();
        assert!(!step["why"].as_str().unwrap().is_empty());
        match step["effect"].as_str().unwrap() {
            "loss" => remaining -= bytes,
            _ => {
                assert_eq!(bytes, remaining, "{}: {row:?}", step["name"]);
                totals.push(bytes);
            }
        }
    }
    assert_eq!(totals.len(), 5);
    assert_eq!(totals[4], capacity["zfs_usable_bytes"].as_u64().unwrap());
    let lost = capacity["lost_bytes"].as_object().unwrap();
    let sum: u64 = lost.values().map(|bytes| bytes.as_u64().unwrap()).sum();
    assert_eq!(totals[0] - sum, totals[4], "{row:?}");
}
