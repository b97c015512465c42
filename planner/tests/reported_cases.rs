//! Cases that users of planners and calculators reported, each with the right answer: whole plans.
//!
//! The byte chain alone has its cases beside the golden tables.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;
use mttdl::{ExponentialGroup, ExponentialSystem, Hours, RatePerHour, RepairDiscipline};
use serde_json::Value;

/// Runs the program on an inventory given on standard input, if any, and returns what it prints; any exit status.
fn run(arguments: &[&str], input: &str) -> (String, String) {
    let mut child = Command::cargo_bin("zplan")
        .unwrap()
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The only candidate of a plan of one layout.
fn candidate(layout: &str, drives: &str, more: &[&str]) -> Value {
    let mut arguments = vec![
        "--drives",
        drives,
        "--layout",
        layout,
        "--no-simulate",
        "--max-loss",
        "1",
        "--format",
        "json",
        "--quiet",
    ];
    arguments.extend(more);
    plan(&arguments, "")
}

fn plan(arguments: &[&str], input: &str) -> Value {
    let (text, errors) = run(arguments, input);
    let plan: Value = serde_json::from_str(&text).unwrap_or(Value::String(errors));
    assert!(plan.is_object(), "{plan}");
    plan["candidates"][0].clone()
}

fn has_warning(candidate: &Value, words: &[&str]) -> bool {
    let warnings = candidate["warnings"].as_array().unwrap();
    warnings
        .iter()
        .any(|warning| words.iter().all(|word| warning.as_str().unwrap().contains(word)))
}

#[test]
fn draid_shows_what_zfs_list_shows() {
    let found = candidate("draid2:6d:24c:0s", "24x1TB:7200:sata", &["--partition", "none"]);
    assert_eq!(found["vdevs"][0]["deflate_ratio_512"], 341);
    let (text, _) = run(
        &[
            "explain",
            "draid2:6d:24c:0s",
            "--drives",
            "24x1TB:7200:sata",
            "--no-simulate",
            "--partition",
            "none",
        ],
        "",
    );
    assert!(text.contains("341/512"), "{text}");
}

#[test]
fn a_wide_vdev_has_both_figures_and_a_word_about_its_width() {
    let layout = [
        "explain",
        "raidz2:24",
        "--drives",
        "24x3TB:7200:sata",
        "--no-simulate",
    ];
    let (text, _) = run(&layout, "");
    assert!(
        text.contains("zpool list shows") && text.contains("zfs list shows"),
        "{text}"
    );
    assert!(text.contains("wider than"), "{text}");
    // Raw 65.5 TiB and about 58.1 TiB at ashift 12: the public report's figures.
    let found = candidate("raidz2:24", "24x3TB:7200:sata", &[]);
    let tib = |key: &str| found["capacity"][key].as_u64().unwrap() as f64 / (1_u64 << 40) as f64;
    assert!((tib("raw_bytes") - 65.5).abs() < 0.05, "{}", tib("raw_bytes"));
    assert!(
        (tib("zfs_usable_bytes") - 58.1).abs() < 0.1,
        "{}",
        tib("zfs_usable_bytes")
    );
}

#[test]
fn every_size_names_its_unit() {
    let (text, _) = run(
        &[
            "--drives",
            "12x18TB:7200:sata",
            "--layout",
            "raidz2:12",
            "--no-simulate",
            "--max-loss",
            "1",
        ],
        "",
    );
    assert!(
        text.contains("164.3 TB (149.5 TiB)") || text.contains("164.4 TB (149.5 TiB)"),
        "{text}"
    );
}

#[test]
fn drives_of_one_name_differ_and_the_smallest_counts() {
    let input = "model,capacity\nX,16000890175488\nX,16000816775168\nX,16000890175488\nX,16000890175488\n";
    let found = plan(
        &[
            "--disks",
            "-",
            "--layout",
            "raidz1:4",
            "--no-simulate",
            "--max-loss",
            "1",
            "--format",
            "json",
            "--quiet",
        ],
        input,
    );
    assert!(has_warning(
        &found,
        &[
            "73,400,320 bytes",
            "a replacement needs at least 16,000,816,775,168 bytes"
        ]
    ));
}

#[test]
fn a_spare_that_is_too_small_says_for_which_vdevs() {
    let mut input = String::from("model,capacity\n");
    input.push_str(&"A,3000592982016\n".repeat(3));
    input.push_str(&"B,1500301910016\n".repeat(11));
    let found = plan(
        &[
            "--disks",
            "-",
            "--layout",
            "raidz1:3+3xraidz1:3+spare:2",
            "--no-simulate",
            "--max-loss",
            "1",
            "--format",
            "json",
            "--quiet",
        ],
        &input,
    );
    assert!(
        has_warning(
            &found,
            &["serves 3 of 4 vdevs", "1,500,291,072,000 bytes too small"]
        ),
        "{}",
        found["warnings"]
    );
}

#[test]
fn flash_pages_do_not_raise_the_planned_ashift() {
    for physical in ["8192", "16384"] {
        let input = format!(
            "model,capacity,logical_sector,physical_sector,class\n{}",
            format!("S,960197124096,512,{physical},SSD\n").repeat(4)
        );
        let found = plan(
            &[
                "--disks",
                "-",
                "--layout",
                "raidz1:4",
                "--no-simulate",
                "--max-loss",
                "1",
                "--format",
                "json",
                "--quiet",
            ],
            &input,
        );
        assert_eq!(found["ashift"], 12);
        assert!(found["automatic_ashift"].as_u64().unwrap() > 12);
        assert!(
            has_warning(&found, &[physical, "12 is planned"]),
            "{}",
            found["warnings"]
        );
    }
}

#[test]
fn array_drives_of_520_bytes_are_left_out_with_the_way_to_mend_them() {
    let input = "model,capacity,sector format\nJ,600GB,520\nJ,600GB,520\n";
    let (text, errors) = run(&["--disks", "-"], input);
    assert_eq!(text, "");
    assert!(errors.contains("520") && errors.contains("sg_format"), "{errors}");
}

#[test]
fn a_mean_time_of_sixty_thousand_years_is_a_chance() {
    let rate = RatePerHour::from_mean(Hours::new(1_200_000.0).unwrap()).unwrap();
    let repair = Hours::new(48.0).unwrap();
    let group = ExponentialGroup::homogeneous(8, 1, rate, repair, RepairDiscipline::Serial).unwrap();
    let system = ExponentialSystem::of_group(group).unwrap();
    // The textbook figure is 535,714,286 h; the chain is within 0.1 % of it at these rates.
    assert!((system.mttdl().unwrap().as_f64() / 535_714_286.0 - 1.0).abs() < 1e-3);
    let ten_years = system.loss_within(Hours::from_years(10.0).unwrap()).as_f64();
    assert!((ten_years - 0.000_163_5).abs() < 0.000_001, "{ten_years}");
    let (text, _) = run(
        &[
            "explain",
            "raidz1:8",
            "--drives",
            "8x1TB:7200:sata",
            "--mission",
            "10y",
            "--no-simulate",
        ],
        "",
    );
    assert!(text.contains("not a promise"), "{text}");
}

#[test]
fn two_drives_in_raidz1_are_allowed_and_a_mirror_is_named() {
    assert!(has_warning(
        &candidate("raidz1:2", "2x4TB:5400:sata", &[]),
        &["allowed", "mirror"]
    ));
}
