//! Common claims that do not hold: what the rules, or at least the words, say instead. One row for each.

use planner::advice::{advise, claims, topic};
use planner::error::Error;
use serde_json::{Value as Json, json};

/// What answers a claim.
enum Says {
    /// A rule gives another figure.
    Figure(&'static str, Json, &'static str, Json),
    /// A rule warns.
    Warning(&'static str, Json, &'static str),
    /// A rule refuses.
    Refusal(&'static str, Json, &'static str),
    /// No figure can; the text does.
    Text(&'static str),
}

use Says::{Figure, Refusal, Text, Warning};

fn memory_rows() -> Vec<(&'static str, Says)> {
    let host = json!({"os": "linux", "zfs": "2.3", "ram_bytes": "128GiB"});
    let with_min = json!({"os": "linux", "zfs": "2.2", "ram_bytes": "128GiB"});
    let guide = json!({
        "ram": "128GiB", "arc_max": "64GiB", "shared_buffers": "32GiB", "innodb_buffer_pool": "24GiB",
        "maintenance_work_mem": "4GiB", "work_mem": "64MiB", "sessions": 64, "os_reserve": "4GiB",
    });
    let thumb = json!({"rule": "man_1_25GiB_per_TiB"});
    vec![
        (
            "arc-half-of-ram",
            Figure("arc-limits", host, "arc_max_bytes", json!(136_365_211_648_u64)),
        ),
        (
            "arc-min-large",
            Figure("arc-limits", with_min, "arc_min_bytes", json!(4_294_967_296_u64)),
        ),
        ("debian-12-has-2.2", Text("2.1")),
        ("contrib-enabled", Text("contrib")),
        (
            "nvme-is-4k",
            Figure(
                "ashift",
                json!({"drives": [{"logical": 512, "physical": 512}]}),
                "planned_ashift",
                json!(12),
            ),
        ),
        (
            "recordsize-8k-postgresql",
            Figure(
                "recordsize",
                json!({"workload": "postgresql_data"}),
                "recordsize_bytes",
                json!(32_768),
            ),
        ),
        (
            "recordsize-new-blocks",
            Figure(
                "recordsize",
                json!({"change": "recordsize", "existing_files": true}),
                "affects_existing_files",
                json!(false),
            ),
        ),
        ("logbias-latency-tunes", Text("default")),
        (
            "zstd-or-zstd-3",
            Figure(
                "dataset-defaults",
                json!({"property": "compression", "value": "zstd"}),
                "canonical",
                json!("zstd-3"),
            ),
        ),
        (
            "relatime-without-atime",
            Figure(
                "dataset-defaults",
                json!({"atime": "off", "relatime": "on"}),
                "relatime_effective",
                json!(false),
            ),
        ),
        (
            "slog-32-gib",
            Figure(
                "slog-size",
                json!({"zfs": "2.2", "ram_bytes": "128GiB", "sync_write_Bps": 1.25e9}),
                "recommended_bytes",
                json!(8_589_934_592_u64),
            ),
        ),
        (
            "slog-beside-l2arc",
            Warning(
                "slog-size",
                json!({"shared_with_cache": true}),
                "log_shares_device_with_cache",
            ),
        ),
        (
            "noprefetch-helped",
            Figure(
                "l2arc",
                json!({"zfs": "0.8"}),
                "l2arc_noprefetch_default",
                json!(1),
            ),
        ),
        ("arcstats-grep-hits", Text("iohits")),
        ("wal-dir-setting", Text("--waldir")),
        (
            "o-direct-skips-cache",
            Figure(
                "page-cache",
                json!({"op": "O_DIRECT write", "zfs": "2.2", "length": 16384, "recordsize": 16384}),
                "path",
                json!("arc"),
            ),
        ),
        (
            "buffer-pool-beside",
            Warning("memory-budget", guide, "memory_overcommitted"),
        ),
        ("snapshot-data-alone", Text("recursively")),
        ("iowait-shows-compression", Text("system time")),
        (
            "page-images-on-zfs",
            Figure(
                "torn-page",
                json!({"fs": "zfs", "db": "postgresql", "recordsize_bytes": 32768}),
                "protection_required",
                json!(false),
            ),
        ),
        ("tps-tables", Text("nothing here takes")),
        (
            "ddt-times-eight",
            Figure(
                "ddt-ram",
                json!({"ddt_bytes": 62_822_670, "zfs": "2.1"}),
                "arc_min_for_ddt_bytes",
                json!(83_763_560),
            ),
        ),
        (
            "dedup-5-gib-per-tib",
            Figure("ddt-ram", thumb, "implied_block_bytes", json!(262_144)),
        ),
        ("zfs-crashes-on-linux", Text("2011")),
    ]
}

fn page_cache_rows() -> Vec<(&'static str, Says)> {
    let defaults = || json!({"dirtyable_pages": 16_777_216});
    vec![
        (
            "dirty-ratio-of-memory",
            Figure("page-cache", defaults(), "dirty_limit_pages", json!(3_354_624)),
        ),
        (
            "writers-block-at-ratio",
            Figure("page-cache", defaults(), "throttle_start_pages", json!(2_514_944)),
        ),
        ("pdflush", Text("flusher thread")),
        (
            "expired-pages-forced",
            Figure(
                "page-cache",
                json!({"dirty_expire_centisecs": 3000}),
                "oldest_unwritten_seconds",
                json!(35),
            ),
        ),
        ("cache-almost-full", Text("normal use")),
        (
            "200-gb-a-day",
            Figure(
                "page-cache",
                json!({"observed_Bps": 320e6}),
                "bytes_per_day",
                json!(27_648_000_000_000_u64),
            ),
        ),
        (
            "500-fsyncs-50-mb",
            Figure(
                "bench-check",
                json!({"iops": 500, "block_bytes": 4096}),
                "bandwidth_Bps",
                json!(2_048_000),
            ),
        ),
        ("dontneed-before-reading", Text("after reading")),
        ("rsync-drop-cache", Text("not of rsync")),
        ("dd-oflag-direct", Text("iflag=direct")),
        ("force-false-no-metadata", Text("fdatasync")),
        ("o-direct-with-fsync-rare", Text("no durability")),
        ("process-crash-loses-mmap", Text("crash of the system")),
        ("mmap-fastest", Text("sendfile copies from a file")),
        ("innodb-aio-is-io-uring", Text("libaio")),
        ("postgresql-17-io-uring", Text("From 18")),
        ("scheduler-none", Text("default")),
        (
            "alert-at-5-gb-dirty",
            Figure("page-cache", defaults(), "background_pages", json!(1_675_264)),
        ),
    ]
}

fn nvme_rows() -> Vec<(&'static str, Says)> {
    let drive = json!({"lba_bytes": 512, "awun": 127, "awupf": 127});
    let zero = json!({"lba_bytes": 512, "awun": 0, "awupf": 0});
    let on_xfs = json!({"fs": "xfs", "db": "innodb", "nvme_power_fail_bytes": 65536});
    vec![
        (
            "7f-is-127-blocks",
            Figure("nvme-atomic", drive, "power_fail_bytes", json!(65_536)),
        ),
        ("namespace-fields-in-id-ctrl", Text("id-ns")),
        (
            "consumer-awun-7f",
            Figure("nvme-atomic", zero, "normal_bytes", json!(512)),
        ),
        (
            "tune-awun",
            Figure(
                "nvme-atomic",
                json!({"set_feature_0ah_value": "0x3f"}),
                "dn_bit",
                json!(1),
            ),
        ),
        (
            "awupf-at-least-awun",
            Refusal(
                "nvme-atomic",
                json!({"lba_bytes": 512, "awun": 7, "awupf": 15}),
                "awupf_gt_awun",
            ),
        ),
        (
            "unit-for-reads",
            Figure(
                "nvme-atomic",
                json!({"set_feature_0ah_value": "0x7f"}),
                "awun_changed",
                json!(false),
            ),
        ),
        ("atomic-replaces-wal", Text("redo log stays")),
        ("doublewrite-is-wal", Text("not log")),
        (
            "doublewrite-off-on-nvme",
            Warning("torn-page", on_xfs.clone(), "power_fail_unit_is_not_enough"),
        ),
        ("innodb-page-size-later", Text("default")),
        ("flush-neighbors", Text("since 8.0")),
        ("max-sectors-kb", Text("not sufficient")),
        (
            "create-ns-bytes",
            Figure(
                "nvme-namespace",
                json!({"nsze_blocks": 500_000_000, "lba_bytes": 512}),
                "namespace_bytes",
                json!(256_000_000_000_u64),
            ),
        ),
        ("fio-on-raw-device", Text("overwrites")),
        (
            "120000-iops-at-260-us",
            Figure(
                "bench-check",
                json!({"iops": 120_000, "jobs": 4, "iodepth": 32, "claimed_latency_us": 260}),
                "consistent",
                json!(false),
            ),
        ),
        ("plp-and-ups", Text("AWUPF")),
        ("awun-cured-checksums", Text("bit DN")),
        (
            "zfs-uses-atomic-writes",
            Figure(
                "torn-page",
                json!({"fs": "zfs"}),
                "zfs_uses_nvme_atomic_limits",
                json!(false),
            ),
        ),
        (
            "plain-writes-are-atomic",
            Figure("torn-page", on_xfs, "protection_required", json!(true)),
        ),
    ]
}

fn vdev_rows() -> Vec<(&'static str, Says)> {
    let drives = json!({"drives": 6, "mttf_hours": 1e6, "mttr_hours": 24, "parity_a": 1, "parity_b": 2});
    let twice = json!({"drives": 6, "mttf_hours": 1e6, "mttr_hours": 24, "parity": 1});
    let wide = json!({"layout": "raidz2", "width": 12, "block_bytes": 8192});
    vec![
        (
            "8-percent-second-failure",
            Figure(
                "rebuild-risk",
                json!({"afr": 0.02, "surviving_drives": 7, "rebuild_hours": 24}),
                "p_another_failure",
                json!(0.000_387_109_040_9),
            ),
        ),
        (
            "parity-reduces-mttdl",
            Figure("mttdl", drives, "ratio_b_over_a", json!(10_416.666_67)),
        ),
        (
            "reliability-linear",
            Figure("mttdl", twice, "mttdl_hours", json!(1_388_888_889)),
        ),
        (
            "blocks-up-to-1024k",
            Figure(
                "dataset-defaults",
                json!({"property": "recordsize", "zfs": "2.2"}),
                "max_bytes",
                json!(16_777_216),
            ),
        ),
        ("variable-only-compressed", Text("LZ4")),
        (
            "lz4-off",
            Figure(
                "dataset-defaults",
                json!({"property": "compression", "zfs": "2.2"}),
                "value",
                json!("on"),
            ),
        ),
        (
            "lz4-20-percent-cpu",
            Warning(
                "compress-block",
                json!({
                    "zfs": "2.3", "logical_bytes": 16384, "compressed_bytes": 8192, "layout": "raidz2", "width": 6,
                }),
                "parity_and_padding_eat_the_gain",
            ),
        ),
        ("cow-needs-no-trim", Text("autotrim")),
        (
            "commit-every-30-s",
            Figure("zfs-dirty", json!({"zfs": "2.3"}), "txg_timeout_s", json!(5)),
        ),
        (
            "misaligned-10-percent",
            Figure(
                "ashift",
                json!({"partial_sectors": 1, "rpm": 7200}),
                "extra_ms_per_write",
                json!(8.333_333_333),
            ),
        ),
        ("gnop", Text("-o ashift=12")),
        (
            "ssds-are-4k",
            Figure(
                "ashift",
                json!({"drives": [{"logical": 512, "physical": 512}], "zfs": "2.4"}),
                "auto_ashift",
                json!(9),
            ),
        ),
        (
            "7200-is-10-percent-faster",
            Figure(
                "spindle",
                json!({"rpm_a": 7200, "rpm_b": 5400}),
                "latency_saved_fraction",
                json!(0.25),
            ),
        ),
        (
            "wider-loses-less",
            Figure("raidz-block", wide, "efficiency", json!(0.333_333_333_3)),
        ),
        ("power-of-two-plus-parity", Text("16 drives")),
        (
            "sas-or-sata",
            Text("SATA drives do not belong behind SAS expanders"),
        ),
        ("raidz-iops-of-all-drives", Text("one drive")),
    ]
}

fn check(id: &str, says: &Says) -> Result<(), String> {
    match says {
        Figure(name, input, quantity, expected) => {
            let advice = advise(name, input).map_err(|error| error.to_string())?;
            let given = serde_json::to_value(&advice).unwrap()[quantity].clone();
            let alike = given == *expected
                || given
                    .as_f64()
                    .is_some_and(|value| Some(value) == expected.as_f64());
            if alike {
                Ok(())
            } else {
                Err(format!("{quantity} is {given}, not {expected}"))
            }
        }
        Warning(name, input, code) => {
            let advice = advise(name, input).map_err(|error| error.to_string())?;
            if advice.warns(code) {
                Ok(())
            } else {
                Err(format!("no warning {code}"))
            }
        }
        Refusal(name, input, code) => match advise(name, input) {
            Err(Error::Rule { code: given, .. }) if given == *code => Ok(()),
            other => Err(format!("not refused with {code}: {other:?}")),
        },
        Text(words) => {
            let claim = claims()
                .iter()
                .find(|claim| claim.id == id)
                .ok_or("no such claim")?;
            if claim.instead.contains(words) {
                Ok(())
            } else {
                Err(format!("does not say `{words}`: {}", claim.instead))
            }
        }
    }
}

#[test]
fn every_wrong_claim_has_an_answer() {
    let rows: Vec<_> = [memory_rows(), page_cache_rows(), nvme_rows(), vdev_rows()]
        .into_iter()
        .flatten()
        .collect();
    let failures: Vec<_> = rows
        .iter()
        .filter_map(|(id, says)| check(id, says).err().map(|reason| format!("{id}: {reason}")))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));

    let mut tested: Vec<_> = rows.iter().map(|(id, _)| *id).collect();
    let mut listed: Vec<_> = claims().iter().map(|claim| claim.id).collect();
    tested.sort_unstable();
    listed.sort_unstable();
    assert_eq!(tested, listed);
    listed.dedup();
    assert_eq!(tested.len(), listed.len(), "a claim is listed twice");
}

#[test]
fn every_claim_belongs_to_a_topic_and_names_its_source() {
    for claim in claims() {
        assert!(
            topic(claim.topic).is_some(),
            "{} belongs to no topic: {}",
            claim.id,
            claim.topic
        );
        assert!(
            !claim.source.is_empty() && !claim.instead.is_empty(),
            "{}",
            claim.id
        );
    }
}
