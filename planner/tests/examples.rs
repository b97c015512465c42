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

  zpool create -o ashift=12 tank \
    raidz2 ata-ST18000NM000J_ZR5K2T0 ata-ST18000NM000J_ZR5K2Q1 ata-ST18000NM000J_ZR5M7T0 ata-ST18000NM000J_ZR5M7Q1 ata-ST18000NM000J_ZR5R8T0 ata-ST18000NM000J_ZR5R8Q1 \
    raidz2 ata-ST18000NM000J_ZR5K2X2 ata-ST18000NM000J_ZR5K2A3 ata-ST18000NM000J_ZR5M7X2 ata-ST18000NM000J_ZR5M7A3 ata-ST18000NM000J_ZR5R8X2 ata-ST18000NM000J_ZR5R8A3

usable: USED + AVAIL of the empty pool in zfs list -p, OpenZFS 2.3; loss: birth-death chain, first
order in batches and mixed rates; Drive failure counts: Backblaze Drive Stats
"#);
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
    insta::assert_snapshot!(text, @r#"
2xraidz2:6

Build two RAID-Z2 vdevs of six drives. You can store 143.7 TB (130.7 TiB). The chance of losing any
data in 5 years is about 1 in 24,000.

Where the bytes go
zpool list shows 215,985,315,381,248 bytes (216.0 TB, 196.4 TiB), parity included; zfs list shows
USED + AVAIL 143,712,155,860,992 bytes.
In records of 128 KiB 143,852,636,733,440 bytes of data truly fit (143.9 TB, 130.8 TiB), without
compression.
  step                                bytes       TB      TiB  rule
  = drives              216,002,495,250,432  216.002  196.453  12 drives in 2 vdevs
    partitions                 −125,829,120   −0.000   −0.000  per drive 2048 sectors before
                                                               partition 1, 16384 in partition 9,
                                                               alignment to 2048
    labels                      −56,623,104   −0.000   −0.000  per drive 4 labels of 256 KiB, 3.5
                                                               MiB boot area, and what fills no 256
                                                               KiB
    mixed sizes                           0    0.000    0.000  every drive of a vdev counts as its
                                                               smallest
    asize rounding                        0    0.000    0.000  whole sectors are used
  = asize               216,002,312,798,208  216.002  196.453  what the configuration records for
                                                               the data vdevs
    metaslab remainder      −16,997,416,960   −0.017   −0.015  space is used in whole metaslabs:
                                                               6286 of 2^34 bytes
  = metaslabs           215,985,315,381,248  215.985  196.438  SIZE in `zpool list -p`, parity
                                                               included
    embedded log            −34,359,738,368   −0.034   −0.031  a vdev of more than 64 metaslabs
                                                               keeps the first for the intent log
    parity              −71,983,651,880,960  −71.984  −65.469  of the 48 sectors of a 128 KiB block
                                                               16 hold parity
    padding                               0    0.000    0.000  of the 48 sectors of a 128 KiB block
                                                               0 stay empty to fill the stripe
    deflate truncation     −140,593,070,080   −0.141   −0.128  `zfs list` counts 341/512 of the raw
                                                               space, cut down
  = dspace              143,826,710,691,840  143.827  130.810  what datasets share before slop space
    slop                   −114,554,830,848   −0.115   −0.104  1/32 of the space, at most 128 GiB,
                                                               less the embedded log up to half of
                                                               it
  = usable              143,712,155,860,992  143.712  130.705  USED + AVAIL of the root dataset in
                                                               `zfs list -p`, whatever the
                                                               recordsize

Which drive goes where
Worst batch: A, with 2 of its drives in one vdev; the pool outlives its loss.
  vdev  role         drives
     1  data raidz2  ZR5K2T0 ZR5K2Q1 ZR5M7T0 ZR5M7Q1 ZR5R8T0 ZR5R8Q1
     2  data raidz2  ZR5K2X2 ZR5K2A3 ZR5M7X2 ZR5M7A3 ZR5R8X2 ZR5R8A3

What can be lost
Any loss in 43,800 h: 1 in 24,000 (4.23e-5); loss of the pool: 1 in 160,000 (6.38e-6).
Method: birth-death chain, first order in batches and mixed rates.
Beside it, the exact chain for independent drives of the mean rate: 1 in 27,000 (3.77e-5).
Mean time to the first loss: 1.03e9 h. It is a mean over many pools, not a promise for one.
Share of drives: 15.1 %.
Share of unreadable sectors: 84.9 %.
Expected loss: 7.34e8 bytes in the mission. An unreadable sector without redundancy costs the file
it belongs to, not the pool.

Loss over the years
  years  chance of any loss
    0.5  1 in 240,000        4.15e-6
    1.0  1 in 120,000        8.38e-6
    1.5  1 in 79,000         1.26e-5
    2.0  1 in 59,000         1.69e-5
    2.5  1 in 47,000         2.11e-5
    3.0  1 in 39,000         2.53e-5
    3.5  1 in 34,000         2.96e-5
    4.0  1 in 30,000         3.38e-5
    4.5  1 in 26,000         3.80e-5
    5.0  1 in 24,000         4.23e-5

Speed and hours
Time at risk after a failure, detection 0.17 h, delivery and resilver, by vdev: 74.9, 74.9 h.
Streaming reads are limited by: drives; writes by: drives.
                           low  typical     high  unit
  streaming read         474.6    958.4  1,935.4  MB/s
  streaming write        549.1  1,108.8  2,239.0  MB/s
  rewrite in place        73.0    147.4    297.6  MB/s
  read, a drive missing  474.6    958.4  1,935.4  MB/s
  random read            133.4    184.3    254.7  IOPS
  random write           133.4    184.3    254.7  IOPS
  synchronous write       57.8     79.9    110.4  IOPS
  resilver of a drive     15.8     25.6     41.4  h
  scrub                   15.8     25.6     41.4  h

How the speeds follow
  figure                    value  unit  from
  drive read rate             213  MB/s  slowest drive of the vdev at 80 % full; assumed from class,
                                         rpm and capacity
  bytes allocated per byte   1.50        records of 131072 bytes on 6 drives with sectors of 2^12
                                         bytes: parity, padding, copies
  vdev media read             541  MB/s  drive rate over 6 drives, as far as measured pools reach it
  vdev media write            681  MB/s  the same, divided by the bytes allocated per byte
  pool media read           1,082  MB/s  sum over 2 vdevs
  pool media write          1,362  MB/s  sum over 2 vdevs
  read ceiling              1,912  MB/s  host ceiling of an unknown host, assumed
  write ceiling             1,716  MB/s  host ceiling of an unknown host, assumed, less the work of
                                         parity
  streaming read              958  MB/s  soft minimum of media and ceiling; limited by drives
  streaming write           1,109  MB/s  soft minimum of media and ceiling; limited by drives
  rewrite in place            147  MB/s  each record is read, waited for and written
  degraded read               958  MB/s  one drive missing in the vdev where it costs most; an
                                         assumption, no measurement is published
  degraded write            1,109  MB/s  as healthy: missing drives are left out of the stripes
  random read                 184  IOPS  vdevs at work with 4.0 requests waiting; a RAID-Z vdev
                                         counts as one disk
  random write                184  IOPS  writes that ZFS cannot gather: one disk per vdev
  synchronous write         79.90  IOPS  one writer waiting for the slowest drive each time, without
                                         a separate log

How the resilver hours follow
  figure                                   value  unit               from
  allocated on the drive      14,400,154,186,547  bytes              only allocated bytes are
                                                                     rebuilt; the drive is 80 % full
  mean rate over the surface                0.80  of the outer rate  hard disks are slower on inner
                                                                     tracks; SSDs are not
  share reached                             0.73  of the mean rate   fitted on published rebuilds
  left by other work                        1.00  of the rate        1 on an idle pool
  rebuild rate                               156  MB/s               limited by writes to the new
                                                                     drive
  resilver, low                            15.84  h                  nine of ten measured rebuilds
                                                                     lie between low and high
  resilver                                 25.61  h                  bytes over rate
  resilver, high                           41.42  h                  as the low end, upwards

What a change would buy
By the exact chain: 1 in 24,000 (4.23e-5); from 1 in 350,000 to 1 in 4,200 over what is known of the
failure rates.
A wait for the new drive of 751.9 h, now 48.0 h, gives 1 in 1,000.
A rebuild of 730.7 h, now 26.7 h, gives 1 in 1,000.
  change                                                loss     usable  cost
  2xraidz3:6 of the same drives              1 in 20 million  −42.61 TB  0.00
  3xraidz2:4 of the same drives                  1 in 80,000  −39.25 TB  0.00
  one more hot spare, bought: 18 TB              1 in 74,000   the same  +289.00
  a scrub every week                             1 in 65,000   the same  0.00
  a new drive in after 24 h instead of 48 h      1 in 37,000   the same  0.00
  raidz2:12 of the same drives                    1 in 4,100  +20.67 TB  0.00

Attaching drives to the first RAID-Z vdev
Bytes of the pool after each `zpool attach`. AVAIL goes on counting parity as for the width that the
vdev was made with, so that more fits than it says; records written before keep their old width.
  drives    zfs list will say           truly fits  made new
       6  143,712,155,860,992  143,852,636,733,440  143,712,155,860,992
       7  155,703,436,115,968  155,855,638,757,376  155,703,436,115,968
       8  167,683,274,309,632  174,241,366,016,000  174,151,327,285,248
       9  179,674,554,564,608  195,266,246,868,992  195,177,406,791,680

What this rests on
OpenZFS 2.3, 80 % full, records of 128 KiB, scrub every 28 days, batch factor variance 0.3.
ashift 12 is planned; OpenZFS would take 12 by itself for these drives.
Failure rate of ST18000NM000J: 2.99 % a year (Backblaze Drive Stats, shrunk to the class, 3 failures
in 21,630 drive-days).
Source: Drive failure counts: Backblaze Drive Stats.
Source: OpenZFS space accounting, releases 2.1.11, 2.3.9 and 2.4.4 as measured.
Source: hdd_nearline: AFR: Backblaze Drive Stats fleet 2022-2025 (1.36-1.70 %); shape: median of its
models (1.38); latent errors: Bairavasundaram et al. 2007.
Source: hdd_nearline: data sheets of current models, recalled; medium confidence.
Price: 3,468.00 USD in all, 24.13 USD per usable TB.

Command
zpool create -o ashift=12 tank \
  raidz2 ata-ST18000NM000J_ZR5K2T0 ata-ST18000NM000J_ZR5K2Q1 ata-ST18000NM000J_ZR5M7T0 ata-ST18000NM000J_ZR5M7Q1 ata-ST18000NM000J_ZR5R8T0 ata-ST18000NM000J_ZR5R8Q1 \
  raidz2 ata-ST18000NM000J_ZR5K2X2 ata-ST18000NM000J_ZR5K2A3 ata-ST18000NM000J_ZR5M7X2 ata-ST18000NM000J_ZR5M7A3 ata-ST18000NM000J_ZR5R8X2 ata-ST18000NM000J_ZR5R8A3
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
