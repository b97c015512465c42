//! `hdparm -I`: the smaller of its two sector counts is an old limit.

use super::FileReading;
use super::device::{Device, grouped_number};
use crate::drive::Transport;

/// Returns whether the text is of hdparm.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("ATA device, with")
        || (text.contains("LBA48  user addressable") && text.contains("Model Number:"))
}

/// Names and values as printed.
type Fields<'text> = Vec<(&'text str, &'text str)>;

/// Reads the drives, each after its path.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut blocks: Vec<(u64, &str, Fields<'_>)> = vec![(1, "", Vec::new())];
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("/dev/") && line.trim_end().ends_with(':') {
            blocks.push((
                index as u64 + 1,
                line.trim_end().trim_end_matches(':'),
                Vec::new(),
            ));
        } else if let (Some((key, value)), Some((_, _, block))) =
            (line.split_once([':', '=']), blocks.last_mut())
        {
            block.push((key.trim(), value.trim()));
        }
    }
    for (line, path, block) in blocks {
        drive(line, path, &block, reading);
    }
}

fn drive(line: u64, path: &str, block: &[(&str, &str)], reading: &mut FileReading) {
    let field = |wanted: &str| {
        block
            .iter()
            .find(|(key, _)| key.split_whitespace().collect::<Vec<_>>().join(" ") == wanted)
            .map(|(_, value)| *value)
    };
    let Some(model) = field("Model Number") else {
        return;
    };
    let mut device = Device::new(&mut reading.messages, line);
    if !path.is_empty() {
        device.name(path);
        device.path(path);
    }
    device.model(model);
    if let Some(serial) = field("Serial Number") {
        device.serial(serial);
    }
    if let Some(firmware) = field("Firmware Revision") {
        device.firmware(firmware);
    }
    if let Some(wwn) = field("Logical Unit WWN Device Identifier") {
        device.wwn(wwn);
    }
    match field("Transport") {
        Some(transport) if transport.starts_with("Serial") => device.transport(Transport::Sata),
        _ => device.transport_derived(Transport::Sata),
    }
    let number = |name: &str| field(name).and_then(grouped_number);
    let both = number("Logical/Physical Sector size");
    let logical = number("Logical Sector size").or(both).unwrap_or(512);
    device.logical("Logical Sector size", logical);
    if let Some(physical) = number("Physical Sector size").or(both) {
        device.physical("Physical Sector size", physical);
    }
    // Without the 48-bit count the drive is smaller than the old limit.
    let sectors = number("LBA48 user addressable sectors").or_else(|| number("LBA user addressable sectors"));
    if let Some(sectors) = sectors {
        let bytes = sectors.checked_mul(logical).unwrap_or(i128::MAX);
        device.exact("LBA48 user addressable sectors", bytes);
    }
    match field("Nominal Media Rotation Rate") {
        Some("Solid State Device") => device.rpm(0),
        Some(speed) => {
            if let Some(speed) = grouped_number(speed) {
                device.rpm(speed);
            }
        }
        None => {}
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
