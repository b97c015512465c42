//! Every format that is read, on files made for the project: the whole understanding of each is compared.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::fmt::Write as _;
use std::path::PathBuf;

use planner::drive::Drive;
use planner::inventory::{Inventory, ReadOptions, Source, read};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/fixtures/inventories")
}

fn options() -> ReadOptions {
    ReadOptions::on(jiff::civil::date(2026, 1, 1))
}

fn read_fixtures(names: &[&str]) -> Inventory {
    let contents: Vec<Vec<u8>> = names
        .iter()
        .map(|name| std::fs::read(folder().join(name)).unwrap())
        .collect();
    let sources: Vec<Source<'_>> = names
        .iter()
        .zip(&contents)
        .map(|(name, bytes)| Source { name, bytes })
        .collect();
    read(&sources, &options()).unwrap_or_else(|errors| panic!("{names:?}: {errors:?}"))
}

fn or_unknown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

fn line(drive: &Drive) -> String {
    let capacity = drive.capacity.map(|fact| {
        let kind = format!("{:?}", fact.value.kind).to_lowercase();
        format!("{} {kind}", fact.value.bytes.as_u64())
    });
    let mut line = format!(
        "{} | {} | {} | {} | {}/{} | {} rpm | {} | {} | made {} | {} h | {:?}",
        drive.id,
        or_unknown(drive.model.as_deref()),
        or_unknown(drive.serial.as_deref()),
        or_unknown(capacity),
        or_unknown(drive.logical_sector.map(|fact| fact.value)),
        or_unknown(drive.physical_sector.map(|fact| fact.value)),
        or_unknown(drive.rpm.map(|fact| fact.value)),
        or_unknown(drive.media.map(|fact| format!("{:?}", fact.value))),
        or_unknown(drive.transport.map(|fact| format!("{:?}", fact.value))),
        or_unknown(drive.manufactured.map(|fact| fact.value)),
        or_unknown(drive.power_on_hours),
        drive.accept,
    );
    for (name, value) in [
        ("wwn", drive.wwn.as_deref()),
        ("at", drive.location.as_deref()),
        ("batch", drive.batch.as_ref().map(|batch| batch.value.as_ref())),
    ] {
        if let Some(value) = value {
            write!(line, " | {name} {value}").unwrap();
        }
    }
    if let Some(bytes) = drive.nvme_awupf {
        write!(line, " | atomic {}", bytes.as_u64()).unwrap();
    }
    for note in &drive.notes {
        write!(line, "\n      - {note}").unwrap();
    }
    line
}

fn describe(name: &str) -> String {
    let inventory = read_fixtures(&[name]);
    let mut text = format!("{name}: {}\n", inventory.sources[0].format);
    for drive in &inventory.drives {
        writeln!(text, "  {}", line(drive)).unwrap();
    }
    for skipped in &inventory.skipped {
        writeln!(text, "  skipped {}: {}", skipped.name, skipped.reason).unwrap();
    }
    for pool in &inventory.pools {
        writeln!(
            text,
            "  pool {}: {}, ashift {:?}",
            pool.name,
            pool.layout(),
            pool.vdevs[0].ashift
        )
        .unwrap();
    }
    text
}

/// The formats that are read; each has a fixture, so that the project's own tests cover all of them wherever it is cloned.
const FORMATS: [&str; 26] = [
    "CSV",
    "TSV",
    "smartctl text",
    "smartctl JSON",
    "lsblk JSON",
    "nvme list JSON",
    "nvme id-ctrl JSON",
    "nvme id-ns JSON",
    "nvme id text",
    "diskinfo -v",
    "geom list",
    "camcontrol identify",
    "multipath -ll",
    "TrueNAS disk.query",
    "Proxmox disk list",
    "Redfish",
    "storcli JSON",
    "storcli text",
    "sas2ircu DISPLAY",
    "ssacli",
    "hdparm -I",
    "Get-PhysicalDisk",
    "Get-PhysicalDisk JSON",
    "zpool text",
    "zpool JSON",
    "zdb -C",
];

/// Finding: formats whose only samples stand outside the repository were not tested where it is cloned alone.
#[test]
fn every_format_has_a_fixture_of_our_own() {
    let expected = std::fs::read_to_string(folder().join("expected.txt")).unwrap();
    let found: std::collections::BTreeSet<String> = expected
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| Some(line.split_once(": ")?.1.to_owned()))
        .flat_map(|formats| formats.split(" and ").map(str::to_owned).collect::<Vec<_>>())
        .map(|format| format.split(',').next().unwrap().to_owned())
        .collect();
    for format in FORMATS {
        assert!(found.contains(format), "no fixture of {format}");
    }
    // Drive statistics are the one format besides.
    assert_eq!(found.len(), FORMATS.len() + 1, "{found:?}");
}

#[test]
fn every_format_is_understood_as_recorded() {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "expected.txt")
        .collect();
    names.sort();
    let understood: String = names.iter().map(|name| describe(name)).collect();
    let expected = std::fs::read_to_string(folder().join("expected.txt")).unwrap_or_default();
    for (found, wanted) in understood.lines().zip(expected.lines()) {
        assert_eq!(found, wanted);
    }
    assert_eq!(understood, expected, "the end differs:\n{understood}");
}
