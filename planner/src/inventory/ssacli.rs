//! `ssacli ctrl all show config detail`: sizes are label sizes, decimal.

use super::FileReading;
use super::device::{Device, Label, grouped_number};

/// Returns whether the text lists drives of this tool.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("physicaldrive ") && (text.contains("Interface Type:") || text.contains("Drive Type:"))
}

/// Reads the drives.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut place = "";
    let mut block: Vec<(&str, &str)> = Vec::new();
    let mut line = 0;
    for (index, found) in text.lines().enumerate() {
        let trimmed = found.trim();
        if let Some(name) = trimmed.strip_prefix("physicaldrive ") {
            drive(place, &block, line, reading);
            block.clear();
            // A summary line carries everything in brackets; the details follow elsewhere.
            place = name.split([' ', '(']).next().unwrap_or("");
            line = index as u64 + 1;
        } else if trimmed.is_empty() && !block.is_empty() {
            drive(place, &block, line, reading);
            block.clear();
            place = "";
        } else if let Some((key, value)) = trimmed.split_once(':') {
            block.push((key.trim(), value.trim()));
        }
    }
    drive(place, &block, line, reading);
}

fn drive(place: &str, block: &[(&str, &str)], line: u64, reading: &mut FileReading) {
    let field = |wanted: &str| {
        block
            .iter()
            .find(|(key, _)| *key == wanted)
            .map(|(_, value)| *value)
    };
    let (Some(size), false) = (field("Size"), place.is_empty()) else {
        return;
    };
    let mut device = Device::new(&mut reading.messages, line);
    device.name(place);
    device.location(place);
    device.nominal("Size", size);
    // Maker and model share one field, padded: `HP      EG0600FBDBU`.
    if let Some(model) = field("Model") {
        match model.split_once("  ") {
            Some((vendor, model)) => {
                device.vendor(vendor);
                device.model(model);
            }
            None => device.model(model),
        }
    }
    for (key, set) in [
        ("Serial Number", Label::Serial),
        ("Firmware Revision", Label::Firmware),
        ("WWID", Label::WorldWideName),
    ] {
        if let Some(value) = field(key) {
            device.label(set, value);
        }
    }
    if let Some(interface) = field("Interface Type") {
        device.class(interface);
    }
    if let Some(speed) = field("Rotational Speed").and_then(grouped_number) {
        device.rpm(speed);
    }
    if let Some((logical, physical)) =
        field("Logical/Physical Block Size").and_then(|sizes| sizes.split_once('/'))
    {
        if let Some(bytes) = grouped_number(logical) {
            device.logical("Logical/Physical Block Size", bytes);
        }
        if let Some(bytes) = grouped_number(physical) {
            device.physical("Logical/Physical Block Size", bytes);
        }
    } else if let Some(bytes) = field("Native Block Size").and_then(grouped_number) {
        device.logical("Native Block Size", bytes);
    }
    if let Some(hours) = field("Power On Hours").and_then(grouped_number) {
        device.hours(hours);
    }
    match field("Drive Type") {
        Some("Data Drive") => device.in_use("array of the controller"),
        Some("Spare Drive") => device.in_use("spare of the controller"),
        _ => {}
    }
    if field("Status").is_some_and(|status| status != "OK") {
        device.warn(
            "Status",
            "the controller does not call the drive OK",
            "see the controller's report",
        );
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
