//! `storcli` and `perccli`, as JSON and as text: sizes are rounded binary figures, whatever the unit says, and a little
//! less than the drive's own; the sector size is the logical one.

use serde_json::Value;

use super::FileReading;
use super::device::Device;

/// What one row says, by column.
#[derive(Debug, Default)]
struct Row {
    slot: String,
    state: String,
    group: String,
    size: String,
    interface: String,
    media: String,
    sector: String,
    model: String,
    protection: String,
    details: Vec<(String, String)>,
    line: u64,
}

/// Reads the drives anywhere in the value; returns whether there were any.
pub(crate) fn read_json(value: &Value, reading: &mut FileReading) -> bool {
    let before = reading.drives.len();
    walk(value, value, reading);
    reading.drives.len() > before
}

fn walk(value: &Value, parent: &Value, reading: &mut FileReading) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, parent, reading)),
        Value::Object(entries) if entries.contains_key("EID:Slt") && entries.contains_key("Size") => {
            let field = |key: &str| match value.get(key) {
                Some(Value::String(text)) => text.trim().to_owned(),
                Some(Value::Number(number)) => number.to_string(),
                _ => String::new(),
            };
            let slot = field("EID:Slt");
            let row = Row {
                state: field("State"),
                group: field("DG"),
                size: field("Size"),
                interface: field("Intf"),
                media: field("Med"),
                sector: field("SeSz"),
                model: field("Model"),
                protection: field("PI"),
                details: details(parent, &slot),
                slot,
                line: 0,
            };
            device(&row, reading);
        }
        Value::Object(entries) => entries.values().for_each(|entry| walk(entry, value, reading)),
        _ => {}
    }
}

/// Returns the attributes that `show all` adds for the drive of a slot.
fn details(parent: &Value, slot: &str) -> Vec<(String, String)> {
    let Some((enclosure, slot)) = slot.split_once(':') else {
        return Vec::new();
    };
    let ending = format!("/e{}/s{} - Detailed Information", enclosure.trim(), slot.trim());
    let mut found = Vec::new();
    let sections = parent.as_object().into_iter().flatten();
    for (_, section) in sections.filter(|(name, _)| name.ends_with(&ending)) {
        for attributes in section
            .as_object()
            .into_iter()
            .flat_map(|section| section.values())
        {
            for (key, value) in attributes.as_object().into_iter().flatten() {
                if let Some(value) = value.as_str() {
                    found.push((key.trim().to_owned(), value.trim().to_owned()));
                }
            }
        }
    }
    found
}

fn device(row: &Row, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, row.line);
    device.name(&row.slot);
    device.location(&row.slot);
    device.model(&row.model);
    device.rounded("Size", &row.size);
    device.class(&row.media);
    device.transport_words(&row.interface);
    if let Some(bytes) = super::device::binary_size(&row.sector) {
        device.logical("SeSz", i128::from(bytes));
    }
    if row.protection == "Y" {
        device.protected(2);
    }
    for (key, value) in &row.details {
        match key.as_str() {
            "SN" => device.serial(value),
            "WWN" => device.wwn(value),
            "Firmware Revision" => device.firmware(value),
            "Manufacturer Id" => device.vendor(value),
            "Raw size" => raw_size(value, &mut device),
            "Logical Sector Size" => {
                if let Some(bytes) = super::device::binary_size(value) {
                    device.logical(key, i128::from(bytes));
                }
            }
            "Physical Sector Size" => {
                if let Some(bytes) = super::device::binary_size(value) {
                    device.physical(key, i128::from(bytes));
                }
            }
            _ => {}
        }
    }
    match row.state.as_str() {
        "Onln" | "Conf" => device.in_use(&format!("drive group {} of the controller", row.group)),
        "GHS" | "DHS" => device.in_use("hot spare of the controller"),
        "Rbld" | "Cpybck" => device.in_use("rebuilding in a drive group"),
        "UBad" | "Offln" | "Failed" => {
            device.warn(
                "State",
                "the controller calls the drive bad or offline",
                "replace the drive",
            );
        }
        _ => {}
    }
    if row.group == "F" {
        device.note("carries a foreign configuration");
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Reads `1.091 TB [0x8bba0cb0 Sectors]`, where the sectors are exact.
fn raw_size(value: &str, device: &mut Device<'_>) {
    let sectors = value
        .split_once("[0x")
        .and_then(|(_, rest)| rest.split([' ', ']']).next())
        .and_then(|digits| i128::from_str_radix(digits, 16).ok());
    let sector = device
        .drive
        .logical_sector
        .map_or(512, |fact| i128::from(fact.value.as_u32()));
    if let Some(bytes) = sectors.and_then(|sectors| sectors.checked_mul(sector)) {
        device.exact("Raw size", bytes);
    }
}

/// Returns whether the text is a table of either tool.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("EID:Slt") && text.contains("SeSz")
}

/// Reads the rows of the text tables.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut seen: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(slot) = words.first().filter(|word| is_slot(word)) else {
            continue;
        };
        let Some(row) = row(&words, index as u64 + 1) else {
            continue;
        };
        // The same drive stands in the table of its group and in that of all drives.
        if seen.iter().any(|other| other == slot) {
            continue;
        }
        seen.push((*slot).to_owned());
        device(&row, reading);
    }
}

fn is_slot(word: &str) -> bool {
    word.split_once(':').is_some_and(|(enclosure, slot)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (digits(enclosure) || enclosure.is_empty()) && digits(slot)
    })
}

fn row(words: &[&str], line: u64) -> Option<Row> {
    const UNITS: [&str; 9] = ["MB", "GB", "TB", "PB", "MiB", "GiB", "TiB", "PiB", "KB"];
    let unit = words.iter().position(|word| UNITS.contains(word))?;
    let sector = unit
        + 3
        + words.get(unit + 3..)?.iter().position(|word| {
            super::device::binary_size(word).is_some_and(|bytes| (512..=8192).contains(&bytes))
                && word.ends_with('B')
        })?;
    let model: Vec<&str> = words
        .get(sector + 1..)?
        .iter()
        .take_while(|word| !matches!(**word, "U" | "D" | "-"))
        .copied()
        .collect();
    let before = words.get(2..unit.checked_sub(1)?)?;
    Some(Row {
        slot: (*words.first()?).to_owned(),
        state: before.first().copied().unwrap_or("").to_owned(),
        group: before.last().copied().unwrap_or("").to_owned(),
        size: format!("{} {}", words.get(unit - 1)?, words.get(unit)?),
        interface: (*words.get(unit + 1)?).to_owned(),
        media: (*words.get(unit + 2)?).to_owned(),
        sector: (*words.get(sector)?).to_owned(),
        model: model.join(" "),
        protection: String::new(),
        details: Vec::new(),
        line,
    })
}
