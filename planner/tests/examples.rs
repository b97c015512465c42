//! Every example inventory is planned from end to end: each candidate is valid, the JSON holds against its schema.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

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
        let plan = json_of(&path, &["--rel-err", "0.2", "--top", "2"]);
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
        let plan = json_of(&path, &["--no-simulate"]);
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
        &["--partition", "none", "--no-simulate"],
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
    insta::assert_snapshot!(text, @r#"
12 drives from data/examples/batches12.csv (CSV, `;`): 12 × ST18000NM000J 18 TB, 7200 rpm SATA, 512e
batches A 2021-W31 ×4, B 2022-W47 ×4, C 2024-W09 ×4

Build two RAID-Z2 vdevs of six drives: 2xraidz2:6
You can store 143.7 TB (130.7 TiB). The chance of losing any data in 5 years is about 1 in 24,000.

  Outlives   any 2 drives of a vdev, or any one batch
  Raw        216.0 TB (196.4 TiB), as zpool list shows it with parity
  Resilver   25.6 h (15.8 to 41.4 h) at 80 % full, after 48 h until a new drive is in
  Read       958 MB/s   Write 1,109 MB/s   4K random read 184 IOPS
  Price      24.13 USD per TB, 3,468.00 USD in all, about 113 W

Of the 9 layouts that outlive the loss of any one batch and meet the other must-haves it stores the
most. raidz2:12 would store 20.7 TB more, but four drives of batch A would share its only vdev: if
that batch dies, so does the pool.

  layout              usable        loss in          worst batch      read    4K  resilver    price
                          TB   TiB  5 years          left over        MB/s  IOPS         h   USD/TB
  Meet every must-have
* 2xraidz2:6           143.7 130.7  1 in 24,000      no parity left    958   184      25.6    24.13
  2xraidz2:5+spare:1   106.4  96.7  1 in 140,000     no parity left    749   183      25.6    29.89
  3xraidz2:4           104.5  95.0  1 in 80,000      no parity left    737   205      25.6    33.20
  2xraidz3:6           101.1  92.0  1 in 20 million  1 parity left     718   183      25.6    34.30
  4xmirror:3            71.8  65.3  1 in 270,000     2 copies left   1,265   232      25.6    48.29
  Lost if one batch dies
  raidz2:12            164.4 149.5  1 in 4,100       4 in one vdev   1,059   120      25.6    21.10
6 of 39 layouts shown; --top 39 for all, zplan explain 2xraidz2:6 for every byte
no other layout beats any of these in every figure

  zpool create -o ashift=12 tank \
    raidz2 ata-ST18000NM000J_ZR5K2T0 ata-ST18000NM000J_ZR5K2Q1 ata-ST18000NM000J_ZR5M7T0 ata-ST18000NM000J_ZR5M7Q1 ata-ST18000NM000J_ZR5R8T0 ata-ST18000NM000J_ZR5R8Q1 \
    raidz2 ata-ST18000NM000J_ZR5K2X2 ata-ST18000NM000J_ZR5K2A3 ata-ST18000NM000J_ZR5M7X2 ata-ST18000NM000J_ZR5M7A3 ata-ST18000NM000J_ZR5R8X2 ata-ST18000NM000J_ZR5R8A3

usable: USED + AVAIL of the empty pool in zfs list -p, OpenZFS 2.3; loss: birth-death chain, first
order in batches and mixed rates; Drive failure counts: Backblaze Drive Stats
"#);
}

#[test]
fn an_inventory_reads_as_documented() {
    insta::assert_snapshot!(run(&["inventory", "data/examples/homelab6.csv", "--as-of", "2026-11-30"], &[0]), @r"
     drive      model                       capacity  sectors  rpm class made      hours batch    in USD
     WCC7K0HL01 WD40EFRX-68N32N0   4,000,787,030,016 512/4096 5400 HDD   2018-06  51,230 2018-06   60.00
     WCC7K0HL02 WD40EFRX-68N32N0   4,000,787,030,016 512/4096 5400 HDD   2018-06  51,228 2018-06   60.00
     WSD0HL03   ST8000VN004-2M2101 8,001,563,222,016 512/4096 7200 HDD   2021-W07 30,112 2021-W07 145.00
     WSD0HL04   ST8000VN004-2M2101 8,001,563,222,016 512/4096 7200 HDD   2021-W07 30,105 2021-W07 145.00
     Y1L0HL05   TOSHIBA HDWG480    8,001,563,222,016 512/4096 7200 HDD   2022-W41 19,877 2022-W41 150.00
     Y1L0HL06   TOSHIBA HDWG480    8,001,563,222,016 512/4096 7200 HDD   2022-W41 19,870 2022-W41 150.00
    read: data/examples/homelab6.csv (CSV, `,`, UTF-8), 6 drives
    ");
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
    insta::assert_snapshot!(parts.join("\n"), @r#"
part,quantity,role,capacity_bytes,capacity,unit_price,currency,total_price,unit_watts,total_watts,spares_to_stock,notes
ST16000NM001G,18,data,16000900661248,16 TB,219.00,EUR,3942.00,9.4,169.2,3,"layout 6xraidz2:9+spare:2; spares: 1.02 failures expected in 5 years, enough with 95 % chance, hot spares included"
ST18000NM000J,10,data,18000207937536,18 TB,289.00,EUR,2890.00,9.4,94.0,6,"layout 6xraidz2:9+spare:2; spares: 2.29 failures expected in 5 years, enough with 95 % chance, hot spares included"
TOSHIBA MG08ACA16TE,4,data,16000900661248,16 TB,224.00,EUR,896.00,9.4,37.6,1,"layout 6xraidz2:9+spare:2; spares: 0.34 failures expected in 5 years, enough with 95 % chance, hot spares included"
WUH721816ALE6L4,18,data,16000900661248,16 TB,229.00,EUR,4122.00,9.4,169.2,2,"layout 6xraidz2:9+spare:2; spares: 0.55 failures expected in 5 years, enough with 95 % chance, hot spares included"
WUH721818ALE6L4,4,data,18000207937536,18 TB,295.00,EUR,1180.00,9.4,37.6,2,"layout 6xraidz2:9+spare:2; spares: 0.32 failures expected in 5 years, enough with 95 % chance, hot spares included"
ST18000NM000J,2,hot spare,18000207937536,18 TB,289.00,EUR,578.00,9.4,18.8,,layout 6xraidz2:9+spare:2; spares as above
"#);
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
