//! Real tool outputs read as their table says, where the folder with them stands beside the repository; where it does
//! not, the test says so, and `inventory_formats` has fixtures of the project's own for every format.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use planner::drive::{Acceptance, CapacityKind, Drive, Media};
use planner::inventory::{Inventory, ReadOptions, Source, read};

type Row = BTreeMap<String, String>;

/// Returns the folder, which is not part of the repository.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/golden/inventories/raw");
    folder.is_dir().then_some(folder)
}

fn read_file(folder: &std::path::Path, name: &str) -> Inventory {
    let bytes = std::fs::read(folder.join(name)).unwrap();
    let options = ReadOptions::on(jiff::civil::date(2026, 11, 30));
    read(&[Source { name, bytes: &bytes }], &options).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The alternatives that a row's notes allow.
fn allows(row: &Row, words: &str) -> bool {
    row["notes"]
        .split("either:")
        .nth(1)
        .is_some_and(|rest| rest.contains(words))
}

fn blank_or<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn compare(row: &Row, drive: &Drive, faults: &mut String) {
    let name = format!("{} drive {}", row["file"], row["drive"]);
    let mut check = |what: &str, found: String, alternatives: &[String]| {
        let wanted = &row[what];
        if found != *wanted && !alternatives.contains(&found) {
            writeln!(faults, "{name}: {what} is `{found}`, not `{wanted}`").unwrap();
        }
    };
    let capacity = drive.capacity.map(|fact| fact.value);
    let kind = match capacity.map(|capacity| capacity.kind) {
        Some(CapacityKind::Exact) => "exact",
        Some(CapacityKind::Rounded) => "rounded",
        Some(CapacityKind::Nominal) => "nominal",
        None => "absent",
    };
    check("capacity_kind", kind.to_owned(), &[]);
    let bytes = capacity.map(|capacity| capacity.bytes.as_u64());
    // The table cuts what the reader rounds.
    let cut = bytes.filter(|_| kind == "rounded").map(|bytes| bytes - 1);
    let found = if blank_or(cut) == row["capacity_bytes"] {
        cut
    } else {
        bytes
    };
    check("capacity_bytes", blank_or(found), &[]);
    let either = |words: &str, value: &str| {
        if allows(row, words) {
            vec![value.to_owned()]
        } else {
            Vec::new()
        }
    };
    check(
        "logical_sector",
        blank_or(drive.logical_sector.map(|fact| fact.value)),
        &either("logical 512", "512"),
    );
    check(
        "physical_sector",
        blank_or(drive.physical_sector.map(|fact| fact.value)),
        &either("physical 512", "512"),
    );
    check("rpm", blank_or(drive.rpm.map(|fact| fact.value)), &[]);
    let class = match drive.media.map(|fact| fact.value) {
        Some(Media::Hdd) => "HDD",
        Some(Media::Ssd) => "SSD",
        None => "unknown",
    };
    check("class", class.to_owned(), &[]);
    let transport = drive
        .transport
        .map(|fact| format!("{:?}", fact.value).to_lowercase());
    check("transport", blank_or(transport), &either("transport blank", ""));
    // The maker may stand apart.
    let model = blank_or(drive.model.as_deref());
    let whole = format!("{} {model}", blank_or(drive.vendor.as_deref()));
    check("model", if whole == row["model"] { whole } else { model }, &[]);
    check(
        "manufactured",
        blank_or(drive.manufactured.map(|fact| fact.value)),
        &[],
    );
    check("power_on_hours", blank_or(drive.power_on_hours), &[]);
    let atomic = match (drive.nvme_awupf, drive.nvme_awupf_blocks) {
        (Some(bytes), _) => bytes.as_u64().to_string(),
        (None, Some(blocks)) => format!("{blocks} LBA"),
        (None, None) => String::new(),
    };
    check("nvme_awupf_bytes", atomic, &[]);
    let accept = match drive.accept {
        Acceptance::Yes => "yes",
        Acceptance::Warn => "warn",
        Acceptance::Incomplete => "incomplete",
        Acceptance::Refuse => "refuse",
    };
    let alternatives: Vec<String> = ["yes", "warn", "refuse"]
        .into_iter()
        .filter(|word| allows(row, &format!("accept {word}")))
        .map(str::to_owned)
        .collect();
    check("accept", accept.to_owned(), &alternatives);
    if drive.accept > Acceptance::Yes && drive.accept != Acceptance::Incomplete && drive.notes.is_empty() {
        writeln!(faults, "{name}: no note says why it is {accept}").unwrap();
    }
}

#[test]
fn every_tool_output_reads_as_its_table_says() {
    let Some(folder) = folder() else {
        // Past the harness, which keeps to itself what a test that passes prints.
        writeln!(
            std::io::stderr(),
            "NOT COMPARED: ../shared/golden/inventories/raw is not beside the repository; \
             inventory_formats compares every format on the project's own fixtures"
        )
        .unwrap();
        return;
    };
    let mut table = csv::Reader::from_path(folder.join("expected.csv")).unwrap();
    let rows: Vec<Row> = table.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 39);
    let mut faults = String::new();
    let mut inventories: BTreeMap<String, Inventory> = BTreeMap::new();
    for row in &rows {
        let inventory = inventories
            .entry(row["file"].clone())
            .or_insert_with(|| read_file(&folder, &row["file"]));
        let number: usize = row["drive"].parse().unwrap();
        match inventory.drives.get(number - 1) {
            Some(drive) => compare(row, drive, &mut faults),
            None => writeln!(faults, "{}: no drive {number}", row["file"]).unwrap(),
        }
    }
    for (file, inventory) in &inventories {
        let wanted = rows.iter().filter(|row| row["file"] == *file).count();
        if inventory.drives.len() != wanted {
            writeln!(faults, "{file}: {} drives, not {wanted}", inventory.drives.len()).unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
