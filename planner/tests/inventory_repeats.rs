//! Drives and columns that stand twice in one file.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use planner::diagnostic::Severity;
use planner::inventory::{Inventory, ReadOptions, Source, read};

fn inventory(name: &str, text: &str) -> Inventory {
    let source = Source {
        name,
        bytes: text.as_bytes(),
    };
    read(&[source], &ReadOptions::on(jiff::civil::date(2026, 12, 1))).unwrap()
}

fn warnings(inventory: &Inventory) -> Vec<String> {
    let warnings = inventory.warnings.iter();
    warnings
        .filter(|message| message.severity == Severity::Warning)
        .map(ToString::to_string)
        .collect()
}

/// Finding: one serial number four times, as typed by four people, was four drives.
#[test]
fn one_serial_number_is_one_drive_however_it_is_typed() {
    let inventory = inventory(
        "shelf.csv",
        "model,serial,capacity\nST18000NM000J,ZR5K2TAA,18 TB\nST18000NM000J,zr5k2taa,18 TB\n\
         Seagate ST18000NM000J,ZR5K 2TAA,18 TB\nST18000NM000J,\"ZR5K2TAA \",18 TB\n",
    );
    assert_eq!(inventory.drives.len(), 1);
    assert_eq!(
        warnings(&inventory),
        [
            "shelf.csv, line 3, column `serial`: `zr5k2taa`: the same drive as on line 2, counted once",
            "shelf.csv, line 4, column `serial`: `ZR5K 2TAA`: the same drive as on line 2, counted once",
            "shelf.csv, line 5, column `serial`: `ZR5K2TAA`: the same drive as on line 2, counted once",
        ]
    );
}

/// Placeholders are no serial numbers, and a quantity column says how many drives a row is.
#[test]
fn placeholders_and_quantities_stay_as_many_drives_as_they_say() {
    let placeholders = "model,serial,capacity\nA,REDACTED,18 TB\nA,REDACTED,18 TB\nA,0000,18 TB\n";
    assert_eq!(inventory("shelf.csv", placeholders).drives.len(), 3);
    let quantities = "model,serial,capacity,qty\nA,,18 TB,4\nA,,18 TB,2\n";
    assert_eq!(inventory("shelf.csv", quantities).drives.len(), 6);
}

/// World-wide names and paths repeated in a table were put together in silence.
#[test]
fn repeated_names_and_paths_are_told() {
    let names = inventory(
        "shelf.csv",
        "id,model,serial,wwn,capacity\nsda,A,,5000c500a1b2c3d4,18 TB\nsdb,A,,5000c500a1b2c3d4,18 TB\n\
         sdc,A,Z1,5000c500a1b2c3d5,18 TB\nsdd,A,Z2,5000c500a1b2c3d5,18 TB\n",
    );
    assert_eq!(names.drives.len(), 3);
    assert_eq!(
        warnings(&names),
        [
            "shelf.csv, line 3, column `wwn`: `5000c500a1b2c3d4`: the same drive as on line 2, counted once",
            "shelf.csv, line 5, column `wwn`: `5000c500a1b2c3d5` is also on line 4, with another serial number: \
             taken as two drives",
        ]
    );
    let paths = inventory(
        "shelf.csv",
        "path,model,capacity\n/dev/sda,A,18 TB\n/dev/sda,A,18 TB\n",
    );
    assert_eq!(paths.drives.len(), 1);
    assert_eq!(
        warnings(&paths),
        ["shelf.csv, line 3, column `path`: `/dev/sda`: the same drive as on line 2, counted once"]
    );
}

/// A tool that shows one drive under several names says so once.
#[test]
fn repeats_in_the_output_of_a_tool_are_told_once() {
    let disk = |name: &str| {
        format!(
            r#"{{"name":"{name}","size":18000207937536,"type":"disk","model":"ST18000NM000J","serial":"ZR5K2TAA","rota":true,"log-sec":512,"phy-sec":4096}}"#
        )
    };
    let text = format!(
        r#"{{"blockdevices":[{},{},{}]}}"#,
        disk("sda"),
        disk("sdb"),
        disk("sdc")
    );
    let inventory = inventory("lsblk.json", &text);
    assert_eq!(inventory.drives.len(), 1);
    assert_eq!(
        warnings(&inventory),
        ["lsblk.json: `sdb` is the same drive as `sda`, counted once (and 1 more such)"]
    );
}

/// Finding: two columns about one fact with different values were only noted at the header.
#[test]
fn the_first_difference_between_two_columns_about_one_fact_is_told() {
    let inventory = inventory(
        "shelf.csv",
        "model,capacity,size,rpm,speed\nA,18 TB,18000207937536,7200,7200\nA,18 TB,16 TB,7200,7200 rpm\n\
         A,18 TB,14 TB,,5400\nA,18 TB,18 TB,7200,many\n",
    );
    let told = warnings(&inventory);
    let rows: Vec<&String> = told
        .iter()
        .filter(|message| !message.contains("line 1,"))
        .collect();
    assert_eq!(
        rows,
        [
            "shelf.csv, line 3, column `size`: `16 TB` is left out: `capacity` says 18000000000000 bytes, which counts",
            "shelf.csv, line 4, column `speed`: `5400` is left out, though `rpm` says nothing here",
        ]
    );
    assert_eq!(told.len(), 4, "{told:?}");
}
