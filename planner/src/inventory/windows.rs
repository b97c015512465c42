//! `Get-PhysicalDisk` of Windows, as table, list or JSON: rounded sizes are binary, exact ones in bytes.

use serde_json::Value;

use super::FileReading;
use super::device::Device;

/// Returns whether the value is a disk, or a list of disks, of `Get-PhysicalDisk | ConvertTo-Json`.
pub(crate) fn is_json(value: &Value) -> bool {
    let one = |value: &Value| value.get("FriendlyName").is_some() && value.get("Size").is_some();
    one(value)
        || value
            .as_array()
            .is_some_and(|items| items.first().is_some_and(one))
}

/// Reads the disks.
pub(crate) fn read_json(value: &Value, reading: &mut FileReading) {
    let items = value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    for item in items {
        let fields: Vec<(String, String)> = item
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(key, value)| match value {
                Value::String(text) => Some((key.clone(), text.clone())),
                Value::Number(number) => Some((key.clone(), number.to_string())),
                _ => None,
            })
            .collect();
        disk(&fields, 0, reading);
    }
}

/// Returns whether the text is a table or list of `Get-PhysicalDisk`.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("FriendlyName") && (text.contains("MediaType") || text.contains("CanPool"))
}

/// Reads the table, or the list of `Format-List`.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let lines: Vec<&str> = text.lines().collect();
    let dashes = lines.iter().position(|line| {
        let line = line.trim();
        line.contains("--- ") && line.chars().all(|character| matches!(character, '-' | ' '))
    });
    match dashes {
        Some(rule) if rule > 0 => table(&lines, rule, reading),
        _ => list(&lines, reading),
    }
}

fn list(lines: &[&str], reading: &mut FileReading) {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut start = 1;
    for (index, line) in lines.iter().enumerate() {
        match line.split_once(" : ") {
            Some((key, value)) => {
                let key = key.trim();
                if fields.iter().any(|(known, _)| known == key) {
                    disk(&fields, start, reading);
                    fields.clear();
                }
                if fields.is_empty() {
                    start = index as u64 + 1;
                }
                fields.push((key.to_owned(), value.trim().to_owned()));
            }
            None if line.trim().is_empty() && !fields.is_empty() => {
                disk(&fields, start, reading);
                fields.clear();
            }
            None => {}
        }
    }
    disk(&fields, start, reading);
}

/// The dashes below the header tell where columns begin; figures stand to the right of theirs.
fn table(lines: &[&str], rule: usize, reading: &mut FileReading) {
    let dashes: Vec<char> = lines[rule].chars().collect();
    let starts: Vec<usize> = (0..dashes.len())
        .filter(|index| dashes[*index] == '-' && (*index == 0 || dashes[*index - 1] == ' '))
        .collect();
    let header: Vec<char> = lines[rule - 1].chars().collect();
    let slice = |line: &[char], column: usize| -> String {
        let from = starts[column].min(line.len());
        let to = starts
            .get(column + 1)
            .copied()
            .unwrap_or(line.len())
            .min(line.len());
        line[from..to].iter().collect::<String>().trim().to_owned()
    };
    let names: Vec<String> = (0..starts.len()).map(|column| slice(&header, column)).collect();
    for (index, line) in lines.iter().enumerate().skip(rule + 1) {
        if line.trim().is_empty() {
            continue;
        }
        let characters: Vec<char> = line.chars().collect();
        let mut fields: Vec<(String, String)> = names
            .iter()
            .enumerate()
            .map(|(column, name)| (name.clone(), slice(&characters, column)))
            .collect();
        if let Some(size) = trailing_size(line)
            && let Some(field) = fields.iter_mut().find(|(name, _)| name == "Size")
        {
            field.1 = size;
        }
        disk(&fields, index as u64 + 1, reading);
    }
}

/// Returns the last number with its unit, such as `978.09 GB`.
fn trailing_size(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [.., figure, unit] = words.as_slice() else {
        return None;
    };
    let is_size = matches!(*unit, "B" | "KB" | "MB" | "GB" | "TB" | "PB")
        && figure.starts_with(|character: char| character.is_ascii_digit());
    is_size.then(|| format!("{figure} {unit}"))
}

fn disk(fields: &[(String, String)], line: u64, reading: &mut FileReading) {
    let field = |wanted: &str| {
        fields
            .iter()
            .find(|(key, _)| key == wanted)
            .map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
    };
    if field("FriendlyName").is_none() && field("Model").is_none() {
        return;
    }
    let mut device = Device::new(&mut reading.messages, line);
    if let Some(model) = field("Model").or_else(|| field("FriendlyName")) {
        device.model(model);
    }
    if let Some(serial) = field("SerialNumber") {
        device.serial(serial.trim_end_matches('.'));
    }
    if let Some(wwn) = field("UniqueId") {
        device.wwn(wwn);
    }
    if let Some(firmware) = field("FirmwareVersion") {
        device.firmware(firmware);
    }
    if let Some(size) = field("Size") {
        match size.parse::<i128>() {
            Ok(bytes) => device.exact("Size", bytes),
            Err(_) => device.rounded("Size", size),
        }
    }
    let number = |name: &str| field(name).and_then(|value| value.parse::<i128>().ok());
    if let Some(bytes) = number("LogicalSectorSize") {
        device.logical("LogicalSectorSize", bytes);
    }
    if let Some(bytes) = number("PhysicalSectorSize") {
        device.physical("PhysicalSectorSize", bytes);
    }
    // The codes of the classes and interfaces are those of MSFT_PhysicalDisk.
    match field("MediaType") {
        Some("3") => device.class("HDD"),
        Some("4") => device.class("SSD"),
        Some(words) => device.class(words),
        None => {}
    }
    if let Some(speed) = number("SpindleSpeed").filter(|speed| *speed > 0) {
        device.rpm(speed);
    }
    match field("BusType") {
        Some("11") => device.transport_words("SATA"),
        Some("10") => device.transport_words("SAS"),
        Some("17") => device.transport_words("NVMe"),
        Some("7") => device.transport_words("USB"),
        Some(words) => device.transport_words(words),
        None => {}
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
