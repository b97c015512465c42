//! Every file of `data/golden/inventories/csv` reads as its `expected.json` says.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use planner::diagnostic::{Diagnostic, Severity};
use planner::inventory::{DriveRecord, Inventory, ReadOptions, Source, read, unreadable};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/golden/inventories/csv")
}

fn options() -> ReadOptions {
    ReadOptions::on(jiff::civil::date(2026, 11, 30))
}

fn expected() -> BTreeMap<String, Value> {
    serde_json::from_slice(&std::fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

/// Reads a golden file as the command line would; a directory becomes the message about it.
fn read_file(name: &str) -> Result<Inventory, Vec<Diagnostic>> {
    match std::fs::read(folder().join(name)) {
        Ok(bytes) => read(&[Source { name, bytes: &bytes }], &options()),
        Err(error) => Err(vec![unreadable(name, &error.to_string().to_lowercase())]),
    }
}

fn places<'a>(messages: impl Iterator<Item = &'a Diagnostic>) -> Vec<(u64, String)> {
    messages
        .map(|message| (message.place.line, message.place.column.clone()))
        .collect()
}

fn wanted_places(case: &Value, key: &str) -> Vec<(u64, String)> {
    case[key]
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| {
            (
                entry["line"].as_u64().unwrap(),
                entry["column"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

/// Compares the drives of one file with the expected ones, row by row; a quantity expands to as many drives.
fn compare_drives(name: &str, case: &Value, inventory: &Inventory, faults: &mut String) {
    let records: Vec<Value> = inventory
        .drives
        .iter()
        .map(|drive| serde_json::to_value(DriveRecord::from(drive)).unwrap())
        .collect();
    if let Some(count) = case["drive_count"].as_u64()
        && count != records.len() as u64
    {
        writeln!(faults, "{name}: {} drives instead of {count}", records.len()).unwrap();
    }
    let mut position = 0;
    for wanted in case["drives"].as_array().into_iter().flatten() {
        let count = wanted["count"].as_u64().unwrap_or(1);
        for _ in 0..count {
            let Some(record) = records.get(position) else {
                writeln!(faults, "{name}: drive {position} is missing").unwrap();
                return;
            };
            position += 1;
            compare_drive(name, wanted, record, faults);
        }
    }
}

fn compare_drive(name: &str, wanted: &Value, record: &Value, faults: &mut String) {
    for (key, value) in wanted.as_object().unwrap() {
        let (key, found) = match key.as_str() {
            "count" => continue,
            "line" => ("source", record["source"].clone()),
            "logical" => ("logical_sector", record["logical_sector"].clone()),
            "physical" => ("physical_sector", record["physical_sector"].clone()),
            "slot" => ("location", record["location"].clone()),
            "manufactured_range" => ("manufactured", record["manufactured"].clone()),
            "usable" => ("accept", Value::Bool(record["accept"] != "refuse")),
            other => (other, record[other].clone()),
        };
        let value = match (key, value) {
            ("source", line) => Value::String(format!("{name}, line {line}")),
            ("manufactured", Value::Array(range)) => Value::String(format!(
                "{}..{}",
                range[0].as_str().unwrap(),
                range[1].as_str().unwrap()
            )),
            (_, value) => value.clone(),
        };
        if found != value {
            writeln!(faults, "{name}: {key} is {found} instead of {value} in {record}").unwrap();
        }
    }
}

#[test]
fn every_table_reads_as_expected() {
    let mut faults = String::new();
    let mut compared = 0;
    for (name, case) in expected() {
        if case.get("recipe").is_some() {
            continue;
        }
        compared += 1;
        let result = read_file(&name);
        let must_read = case["result"].as_str().unwrap().starts_with("ok");
        match (&result, must_read) {
            (Ok(inventory), true) => {
                compare_drives(&name, &case, inventory, &mut faults);
                let warned = places(
                    inventory
                        .warnings
                        .iter()
                        .filter(|message| message.severity == Severity::Warning),
                );
                if case["result"] == "ok" && !warned.is_empty() {
                    writeln!(faults, "{name}: warns without need: {:?}", inventory.warnings).unwrap();
                }
                if case["result"] == "ok-with-warnings" && warned.is_empty() {
                    writeln!(faults, "{name}: does not warn").unwrap();
                }
            }
            (Err(_), false) => {}
            (Ok(_), false) => writeln!(faults, "{name}: was read, though it must not be").unwrap(),
            (Err(errors), true) => writeln!(faults, "{name}: was not read: {errors:?}").unwrap(),
        }
        let messages = match &result {
            Ok(inventory) => &inventory.warnings,
            Err(messages) => messages,
        };
        let errors = places(
            messages
                .iter()
                .filter(|message| message.severity == Severity::Error),
        );
        for place in wanted_places(&case, "errors") {
            if !errors.contains(&place) {
                writeln!(faults, "{name}: no error at {place:?}, only {messages:?}").unwrap();
            }
        }
        // A notice counts too: unknown speeds may be marked without a warning.
        let told = places(messages.iter());
        for place in wanted_places(&case, "warnings") {
            if !told.contains(&place) {
                writeln!(faults, "{name}: nothing is said at {place:?}, only {messages:?}").unwrap();
            }
        }
        for error in messages
            .iter()
            .filter(|message| message.severity == Severity::Error)
        {
            if error.hint.is_none() {
                writeln!(faults, "{name}: no hint with `{error}`").unwrap();
            }
        }
    }
    assert_eq!(compared, 41, "tables compared");
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_named_encoding_reads_what_is_not_utf_8() {
    for (name, label, model, serial) in [
        ("c22-gbk.csv", "gb18030", "希捷 ST16000NM000J", Some("ZR7ZP001")),
        ("h26-latin1.csv", "windows-1252", "Müller", None),
    ] {
        let bytes = std::fs::read(folder().join(name)).unwrap();
        let mut options = options();
        options.encoding = Some(options.decoders.named(label).unwrap());
        let inventory = read(&[Source { name, bytes: &bytes }], &options).unwrap();
        assert_eq!(inventory.drives.len(), 1);
        assert_eq!(inventory.drives[0].model.as_deref(), Some(model));
        assert_eq!(inventory.drives[0].serial.as_deref(), serial);
        let errors = read_file(name).unwrap_err();
        let hint = errors[0].hint.as_deref().unwrap();
        assert!(hint.contains(&format!("--encoding {label}")), "{hint}");
    }
}

#[test]
fn equal_date_codes_of_one_model_are_one_batch() {
    let inventory = read_file("c14-seagate-datecode.csv").unwrap();
    let batch = |index: usize| {
        inventory.drives[index]
            .batch
            .as_ref()
            .map(|batch| batch.value.to_string())
    };
    assert!(batch(0).is_some());
    assert_eq!(batch(0), batch(1));
    assert_ne!(batch(0), batch(2));
}

#[test]
fn a_million_rows_are_read() {
    let case = &expected()["h40-million-rows.csv"];
    let recipe = &case["recipe"];
    let rows = recipe["rows"].as_u64().unwrap();
    let row = recipe["row"].as_str().unwrap();
    let (before, after) = row.split_once("%07d").unwrap();
    let mut text = recipe["header"].as_str().unwrap().to_owned() + "\n";
    for number in 0..rows {
        writeln!(text, "{before}{number:07}{after}").unwrap();
    }
    let source = Source {
        name: "h40-million-rows.csv",
        bytes: text.as_bytes(),
    };
    let inventory = read(&[source], &options()).unwrap();
    assert_eq!(inventory.drives.len() as u64, rows);
    assert_eq!(inventory.drives[999_999].serial.as_deref(), Some("Z0999999"));
}
