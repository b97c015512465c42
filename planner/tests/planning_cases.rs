//! Cases of planning that people reported, and what every plan must hold.

#![cfg(feature = "cli")]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn json(arguments: &[&str], input: &str) -> Value {
    let output = Command::cargo_bin("zplan")
        .unwrap()
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A special vdev of 400 GB takes small blocks up to 300 GB and metadata beyond: a quarter is kept for metadata.
#[test]
fn small_files_land_on_hard_disks_while_a_quarter_of_the_special_vdev_is_free() {
    let class = |block: &str, used: u64| {
        let input = format!(
            r#"{{"block":"{block}","physical_bytes":4096,"special_alloc_bytes":{used},"special_capacity_bytes":400000000000,"special_small_blocks":4096}}"#
        );
        json(&["advise", "special-vdev", "--input", &input], "")["allocation_class"].clone()
    };
    assert_eq!(class("data", 299_999_999_999), "special");
    assert_eq!(class("data", 300_000_000_000), "normal");
    assert_eq!(class("metadata", 399_000_000_000), "special");
}

/// Six drives of a batch that fails together and six of another, raidz2 of six.
#[test]
fn a_batch_beyond_parity_is_said_and_not_recommended() {
    let mut list = "serial,capacity,batch,class,rpm\n".to_owned();
    for index in 0..12 {
        let batch = if index % 2 == 0 { "R" } else { "T" };
        list += &format!("S{index},8001563222016,{batch},HDD,7200\n");
    }
    let arguments = [
        "--disks",
        "-",
        "--as-of",
        "2026-11-30",
        "--no-simulate",
        "--format",
        "json",
    ];
    let plan = json(&arguments, &list);
    let candidates = plan["candidates"].as_array().unwrap();
    let of = |layout: &str| {
        candidates
            .iter()
            .find(|candidate| candidate["layout"] == layout)
            .unwrap()
    };
    let raidz2 = of("2xraidz2:6");
    assert_eq!(raidz2["worst_batch"]["drives_in_one_vdev"], 3);
    assert_eq!(raidz2["worst_batch"]["survives"], false);
    assert_eq!(raidz2["placement"]["beyond_parity"], 4);
    assert_eq!(
        of("6xmirror:2")["worst_batch"]["survives"],
        true,
        "one drive of each batch"
    );
    assert_eq!(of("2xraidz3:6")["worst_batch"]["survives"], true);
    let recommended = &candidates[usize::try_from(plan["recommended"].as_u64().unwrap()).unwrap()];
    assert_eq!(recommended["worst_batch"]["survives"], true);
}

#[test]
fn the_pareto_front_holds_the_best_of_every_figure_and_nothing_beaten() {
    let plan = json(
        &[
            "--disks",
            "data/examples/ssd24.csv",
            "--as-of",
            "2026-11-30",
            "--no-simulate",
            "--format",
            "json",
        ],
        "",
    );
    let candidates = plan["candidates"].as_array().unwrap();
    let figures = |candidate: &Value| -> Vec<f64> {
        [
            ("/capacity/zfs_usable_bytes", -1.0),
            ("/reliability/p_loss/point", 1.0),
            ("/performance/read_mb_per_s", -1.0),
            ("/performance/write_mb_per_s", -1.0),
            ("/performance/random_read_iops", -1.0),
            ("/performance/resilver_hours/point", 1.0),
            ("/cost/purchase", 1.0),
            ("/cost/watts", 1.0),
        ]
        .iter()
        .map(|(pointer, sign)| sign * candidate.pointer(pointer).unwrap().as_f64().unwrap())
        .collect()
    };
    let front: Vec<Vec<f64>> = candidates
        .iter()
        .filter(|candidate| candidate["on_pareto_front"] == true)
        .map(figures)
        .collect();
    assert!(
        front.len() > 3 && front.len() < candidates.len(),
        "{}",
        front.len()
    );
    for figure in 0..8 {
        let best = |all: &mut dyn Iterator<Item = f64>| all.fold(f64::INFINITY, f64::min);
        let of_front = best(&mut front.iter().map(|one| one[figure]));
        let of_all = best(&mut candidates.iter().map(|one| figures(one)[figure]));
        assert!(of_front <= of_all, "figure {figure}");
    }
    for candidate in candidates {
        let own = figures(candidate);
        let beaten = candidates.iter().map(figures).any(|other| {
            other.iter().zip(&own).all(|(a, b)| a <= b) && other.iter().zip(&own).any(|(a, b)| a < b)
        });
        assert_eq!(candidate["on_pareto_front"], !beaten, "{}", candidate["layout"]);
    }
}
