//! Several sources about the same drives become one inventory; contradictions are told.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::PathBuf;

use planner::diagnostic::{Diagnostic, Severity};
use planner::drive::{CapacityKind, Media};
use planner::inventory::{Inventory, ReadOptions, Source, read};

fn together(sources: &[(&str, &str)]) -> Result<Inventory, Vec<Diagnostic>> {
    let sources: Vec<Source<'_>> = sources
        .iter()
        .map(|(name, text)| Source {
            name,
            bytes: text.as_bytes(),
        })
        .collect();
    read(&sources, &ReadOptions::on(jiff::civil::date(2026, 1, 1)))
}

fn fixture(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/fixtures/inventories");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn smartctl_lsblk_and_a_price_list_are_one_inventory() {
    let prices = "serial;price (EUR);batch;slot\nZLEXAM01;289,00;B7;3\nNOTHERE1;1,00;B8;4\n";
    let inventory = together(&[
        ("smart.txt", &fixture("smartctl-two-drives.txt")),
        ("lsblk.json", &fixture("lsblk.json")),
        ("prices.csv", prices),
    ])
    .unwrap();
    let drive = inventory
        .drives
        .iter()
        .find(|drive| drive.serial.as_deref() == Some("ZLEXAM01"))
        .unwrap();
    assert_eq!(drive.id.as_ref(), "sda");
    assert_eq!(drive.rpm.unwrap().value, 7200);
    assert_eq!(drive.price.unwrap().as_ten_thousandths(), 2_890_000);
    assert_eq!(drive.batch.as_ref().unwrap().value.as_ref(), "B7");
    assert_eq!(drive.location.as_deref(), Some("3"));
    assert_eq!(
        drive.source.as_ref(),
        "smart.txt, line 2 + lsblk.json + prices.csv, line 2"
    );
    // A price without a drive stays visible.
    assert!(
        inventory
            .drives
            .iter()
            .any(|drive| drive.serial.as_deref() == Some("NOTHERE1"))
    );
}

#[test]
fn a_pool_marks_its_drives_as_in_use() {
    let lsblk = r#"{"blockdevices":[
        {"name":"sdz","path":"/dev/sdz","size":480103981056,"log-sec":512,"phy-sec":4096,"rota":false,"type":"disk"},
        {"name":"sdy","path":"/dev/sdy","size":4000787030016,"log-sec":512,"phy-sec":4096,"rota":true,"type":"disk","serial":"EXZD01","model":"EXAMPLE4T"}]}"#;
    let inventory = together(&[("lsblk.json", lsblk), ("zdb.txt", &fixture("zdb-C.txt"))]).unwrap();
    assert_eq!(inventory.pools.len(), 1);
    assert_eq!(inventory.pools[0].layout().to_string(), "raidz1:3+log/stripe:1");
    assert_eq!(inventory.drives.len(), 4);
    for drive in &inventory.drives[..2] {
        assert_eq!(drive.in_use.as_deref(), Some("pool pond"), "{}", drive.id);
        assert_eq!(drive.capacity.unwrap().value.kind, CapacityKind::Exact);
    }
}

#[test]
fn bytes_win_over_labels_with_a_word() {
    // Bought as 2 TB, is 5 TB.
    let smart =
        "Device Model: EXAMPLE5T\nSerial Number: EXB45\nUser Capacity: 5,000,981,078,016 bytes [5.00 TB]\n";
    let list = "serial,capacity\nEXB45,2 TB\n";
    let inventory = together(&[("list.csv", list), ("smart.txt", smart)]).unwrap();
    assert_eq!(inventory.drives.len(), 1);
    assert_eq!(
        inventory.drives[0].capacity.unwrap().value.bytes.as_u64(),
        5_000_981_078_016
    );
    let warned = inventory.warnings.iter().any(|warning| {
        warning.severity == Severity::Warning
            && warning.place.column == "size"
            && warning.message.contains("EXB45")
    });
    assert!(warned, "{:?}", inventory.warnings);
}

#[test]
fn two_exact_sizes_of_one_serial_number_are_an_error() {
    let drive =
        |bytes: &str| format!("Device Model: EXAMPLE\nSerial Number: EX1\nUser Capacity: {bytes} bytes\n");
    let errors = together(&[
        ("a.txt", &drive("4000787030016")),
        ("b.txt", &drive("8001563222016")),
    ])
    .unwrap_err();
    assert_eq!(errors[0].severity, Severity::Error);
    assert_eq!(errors[0].place.file, "b.txt");
    assert!(errors[0].message.contains("4000787030016"), "{}", errors[0]);
}

#[test]
fn four_paths_are_one_drive_and_two_namespaces_are_two() {
    let inventory = together(&[("geom.txt", &fixture("geom-four-paths.txt"))]).unwrap();
    assert_eq!(inventory.drives.len(), 1);
    let inventory = together(&[("smart.json", &fixture("smartctl-several.json"))]).unwrap();
    let batches: Vec<_> = inventory
        .drives
        .iter()
        .filter(|drive| drive.serial.as_deref() == Some("EXNV000002"))
        .map(|drive| drive.batch.as_ref().unwrap().value.to_string())
        .collect();
    assert_eq!(batches, ["NVMe drive EXNV000002", "NVMe drive EXNV000002"]);
}

#[test]
fn flat_and_nested_nvme_lists_say_the_same() {
    let flat = together(&[("flat.json", &fixture("nvme-list-flat.json"))]).unwrap();
    let nested = together(&[("nested.json", &fixture("nvme-list-nested.json"))]).unwrap();
    assert_eq!(flat.drives.len(), 1);
    assert_eq!(flat.drives[0].capacity, nested.drives[0].capacity);
    assert_eq!(flat.drives[0].serial, nested.drives[0].serial);
    let both = together(&[
        ("flat.json", &fixture("nvme-list-flat.json")),
        ("nested.json", &fixture("nvme-list-nested.json")),
    ])
    .unwrap();
    assert_eq!(both.drives.len(), 1);
}

#[test]
fn a_controller_without_capacity_waits_for_its_namespace() {
    let alone = together(&[("id.json", r#"{"mn":"EXAMPLE","sn":"EX1","tnvmcap":0,"awupf":0}"#)]).unwrap();
    assert!(alone.drives[0].capacity.is_none());
    assert_eq!(
        planner::inventory::verdict::command_for(&alone.drives[0]),
        "nvme id-ns -H DEVICE"
    );
}

#[test]
fn a_negative_size_refuses_its_drive_and_names_the_field() {
    let list = r#"{"Devices":[{"DevicePath":"/dev/nvme0n1","ModelNumber":"EXAMPLE","SerialNumber":"EX1","PhysicalSize":-2147483648,"SectorSize":512}]}"#;
    let inventory = together(&[("list.json", list)]).unwrap();
    assert_eq!(inventory.drives[0].accept, planner::drive::Acceptance::Refuse);
    assert!(inventory.drives[0].capacity.is_none());
    assert_eq!(inventory.warnings[0].place.column, "PhysicalSize");
    assert!(
        inventory.warnings[0]
            .message
            .contains("`-2147483648` is negative")
    );
}

#[test]
fn numbers_may_be_strings_and_flags_may_lie() {
    let lsblk = r#"{"blockdevices":[
        {"name":"sda","size":"8001563222016","log-sec":"512","phy-sec":"4096","rota":"1","type":"disk","tran":"sata"},
        {"name":"sdb","size":"1,8T","log-sec":512,"phy-sec":512,"rota":true,"type":"disk","tran":"usb"}]}"#;
    let inventory = together(&[("lsblk.json", lsblk)]).unwrap();
    let first = &inventory.drives[0];
    assert_eq!(first.capacity.unwrap().value.bytes.as_u64(), 8_001_563_222_016);
    assert_eq!(first.media.unwrap().value, Media::Hdd);
    assert!(first.rpm.is_none(), "a flag is no speed");
    let second = &inventory.drives[1];
    assert_eq!(second.capacity.unwrap().value.kind, CapacityKind::Rounded);
    assert_eq!(second.media.unwrap().origin, planner::drive::Origin::Derived);
    let truenas = r#"[{"identifier":"{serial}X","name":"da0","subsystem":"da","serial":"X","size":4000787030016,"rotationrate":0,"type":"HDD","devname":"da0"}]"#;
    let inventory = together(&[("disks.json", truenas)]).unwrap();
    assert_eq!(inventory.drives[0].accept, planner::drive::Acceptance::Incomplete);
    assert!(
        !inventory.drives[0].notes.is_empty(),
        "the contradiction is shown"
    );
}

#[test]
fn figures_of_tools_are_binary_whatever_their_unit() {
    // A 4 TB drive in three tools.
    let windows = "FriendlyName SerialNumber MediaType CanPool Size\n------------ ------------ --------- ------- ----\nEXAMPLE      EX1          SSD       True    3.64 TB\n";
    let inventory = together(&[("windows.txt", windows)]).unwrap();
    let bytes = inventory.drives[0].capacity.unwrap().value.bytes.as_u64();
    assert!(
        bytes.abs_diff(4_000_787_030_016) < 4_000_787_030_016 / 500,
        "{bytes}"
    );
}

#[test]
fn a_quantity_is_not_merged_into_one_drive() {
    let inventory = together(&[(
        "list.csv",
        "qty,model,capacity,wwn\n3,EXAMPLE,8TB,5000c500a1b2c3d4\n",
    )])
    .unwrap();
    assert_eq!(inventory.drives.len(), 3);
}
