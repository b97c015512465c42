//! FreeBSD: `diskinfo -v`, `geom disk list`, `geom multipath list` and `camcontrol identify`.
//!
//! A multipath provider is one sector shorter than its drive, and each of its paths shows the same drive once more.

use super::device::{Device, grouped_number};
use super::{FileReading, Skipped};
use crate::drive::{Shingling, Transport};

/// Returns whether the text is of `diskinfo -v`.
pub(crate) fn is_diskinfo(text: &str) -> bool {
    text.contains("# mediasize in bytes")
}

/// Reads `diskinfo -v`.
pub(crate) fn read_diskinfo(text: &str, reading: &mut FileReading) {
    let mut path = "";
    let mut facts: Vec<(&str, &str)> = Vec::new();
    let mut start = 1;
    for (index, line) in text.lines().enumerate() {
        match line.split_once('#') {
            Some((value, key)) if line.starts_with([' ', '\t']) => facts.push((key.trim(), value.trim())),
            _ if !line.trim().is_empty() && !line.starts_with([' ', '\t', '#']) => {
                diskinfo(path, &facts, start, reading);
                facts.clear();
                path = line.trim();
                start = index as u64 + 1;
            }
            _ => {}
        }
    }
    diskinfo(path, &facts, start, reading);
}

fn diskinfo(path: &str, facts: &[(&str, &str)], line: u64, reading: &mut FileReading) {
    let field = |wanted: &str| {
        facts
            .iter()
            .find(|(key, _)| key.starts_with(wanted))
            .map(|(_, value)| *value)
            .filter(|value| !value.is_empty())
    };
    let Some(bytes) = field("mediasize in bytes").and_then(|value| value.parse().ok()) else {
        return;
    };
    let mut device = Device::new(&mut reading.messages, line);
    device.name(path);
    device.path(path);
    device.exact("mediasize in bytes", bytes);
    if let Some(bytes) = field("sectorsize").and_then(|value| value.parse().ok()) {
        device.logical("sectorsize", bytes);
    }
    if let Some(bytes) = field("stripesize").and_then(|value| value.parse().ok()) {
        device.physical("stripesize", bytes);
    }
    if let Some(model) = field("Disk descr") {
        if model.starts_with("ATA ") {
            device.transport_derived(Transport::Sata);
        }
        device.model(model);
    }
    if let Some(serial) = field("Disk ident") {
        device.serial(serial);
    }
    if let Some(speed) = field("Rotation rate in RPM").and_then(|value| value.parse().ok()) {
        device.rpm(speed);
    }
    match field("Zone Mode") {
        Some("Host_Managed") => device.recording(Shingling::HostManaged),
        Some("Host_Aware" | "Drive_Managed") => device.recording(Shingling::DriveManaged),
        _ => {}
    }
    by_name(path, &mut device);
    let drive = device.finish();
    reading.drives.push(drive);
}

/// The names of drivers tell the interface.
fn by_name(path: &str, device: &mut Device<'_>) {
    let name = path.trim_start_matches("/dev/");
    let driver = name.trim_end_matches(|character: char| character.is_ascii_digit());
    match driver {
        "ada" => device.transport_derived(Transport::Sata),
        "nvd" | "nda" => device.transport_derived(Transport::Nvme),
        "vtbd" => device.transport_derived(Transport::Virtio),
        _ => {}
    }
}

/// Returns whether the text is of `geom disk list` or `geom multipath list`.
pub(crate) fn is_geom(text: &str) -> bool {
    text.contains("Geom name:") && text.contains("Mediasize:")
}

/// One geom as printed.
#[derive(Debug, Default)]
struct Geom<'text> {
    name: &'text str,
    line: u64,
    provider: Vec<(&'text str, &'text str)>,
    consumers: Vec<&'text str>,
}

/// Reads `geom disk list` and `geom multipath list`, in one file or several.
pub(crate) fn read_geom(text: &str, reading: &mut FileReading) {
    let mut geoms: Vec<Geom<'_>> = Vec::new();
    let mut in_consumers = false;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let Some((key, value)) = trimmed.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if key == "Geom name" {
            geoms.push(Geom {
                name: value,
                line: index as u64 + 1,
                ..Geom::default()
            });
            in_consumers = false;
        } else if let Some(geom) = geoms.last_mut() {
            match key {
                "Providers" => in_consumers = false,
                "Consumers" => in_consumers = true,
                _ if in_consumers && key.ends_with(". Name") => geom.consumers.push(value),
                _ if !in_consumers => geom.provider.push((key, value)),
                _ => {}
            }
        }
    }
    let paths: Vec<&str> = geoms
        .iter()
        .flat_map(|geom| geom.consumers.iter().copied())
        .collect();
    for geom in &geoms {
        let name = geom
            .provider
            .iter()
            .find(|(key, _)| key.ends_with("Name"))
            .map_or(geom.name, |(_, value)| *value);
        let reason = if paths.contains(&name) {
            Some("a path to a multipath drive")
        } else if name.starts_with("cd") {
            Some("an optical drive")
        } else {
            None
        };
        match reason {
            Some(reason) => reading.skipped.push(Skipped {
                name: crate::text::excerpt(name),
                reason: reason.to_owned(),
                source: reading.messages.file().to_string(),
            }),
            None => geom_drive(geom, name, &geoms, reading),
        }
    }
}

fn geom_drive(geom: &Geom<'_>, name: &str, all: &[Geom<'_>], reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, geom.line);
    device.name(name);
    device.path(name);
    by_name(name, &mut device);
    // What a multipath drive is stands with its paths.
    let paths = all.iter().filter(|other| geom.consumers.contains(&other.name));
    let facts = geom.provider.iter().chain(paths.flat_map(|path| {
        path.provider
            .iter()
            .filter(|(key, _)| matches!(*key, "descr" | "ident" | "lunid" | "rotationrate" | "Stripesize"))
    }));
    for (key, value) in facts {
        match *key {
            "Mediasize" => {
                if let Some(bytes) = grouped_number(value) {
                    device.exact("Mediasize", bytes);
                }
            }
            "Sectorsize" => {
                if let Some(bytes) = grouped_number(value) {
                    device.logical("Sectorsize", bytes);
                }
            }
            "Stripesize" => {
                if let Some(bytes) = grouped_number(value) {
                    device.physical("Stripesize", bytes);
                }
            }
            "descr" => device.model(value),
            "ident" => device.serial(value),
            "lunid" => device.wwn(value),
            "rotationrate" => {
                if let Some(speed) = grouped_number(value) {
                    device.rpm(speed);
                }
            }
            // r1w1e3: opened for reading, for writing, exclusively.
            "Mode" if value.contains('w') && !value.contains("w0") && value.starts_with('r') => {
                device.in_use("open for writing");
            }
            _ => {}
        }
    }
    if !geom.consumers.is_empty() {
        device.note(format!(
            "one drive on {} paths: {}",
            geom.consumers.len(),
            geom.consumers.join(", ")
        ));
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Returns whether the text is of `camcontrol identify`.
pub(crate) fn is_camcontrol(text: &str) -> bool {
    text.contains("device model") && text.contains("LBA48 supported")
}

/// Reads `camcontrol identify`, one drive after the other.
pub(crate) fn read_camcontrol(text: &str, reading: &mut FileReading) {
    let mut block: Vec<&str> = Vec::new();
    let mut start = 1;
    for (index, line) in text.lines().enumerate() {
        let begins = line.starts_with("pass") && line.contains(": <") || line.contains("camcontrol identify");
        if begins && block.iter().any(|line| line.starts_with("device model")) {
            camcontrol(&block, start, reading);
            block.clear();
            start = index as u64 + 1;
        }
        block.push(line);
    }
    camcontrol(&block, start, reading);
}

fn camcontrol(block: &[&str], line: u64, reading: &mut FileReading) {
    // Keys and values stand in columns, at least one blank apart.
    let field = |key: &str| {
        block
            .iter()
            .find_map(|line| line.strip_prefix(key))
            .map(str::trim)
            .filter(|value| !value.is_empty())
    };
    let Some(model) = field("device model") else {
        return;
    };
    let mut device = Device::new(&mut reading.messages, line);
    let prompt = block
        .iter()
        .find_map(|line| line.split_once("camcontrol identify "));
    if let Some((_, name)) = prompt {
        device.name(name);
        device.path(name.trim());
    }
    device.model(model);
    if let Some(serial) = field("serial number") {
        device.serial(serial);
    }
    if let Some(firmware) = field("firmware revision") {
        device.firmware(firmware);
    }
    if let Some(wwn) = field("WWN") {
        device.wwn(wwn);
    }
    let size_after = |mark: &str| {
        let sizes = field("sector size")?;
        grouped_number(sizes.split_once(mark)?.1.split(',').next()?)
    };
    let logical = size_after("logical").unwrap_or(512);
    device.logical("sector size", logical);
    if let Some(physical) = size_after("physical") {
        device.physical("sector size", physical);
    }
    // The first count ends at 137 GB.
    let sectors = field("LBA48 supported")
        .or_else(|| field("LBA supported"))
        .and_then(grouped_number);
    if let Some(sectors) = sectors {
        device.exact(
            "LBA48 supported",
            sectors.checked_mul(logical).unwrap_or(i128::MAX),
        );
    }
    match field("media RPM") {
        Some("non-rotating") => device.rpm(0),
        Some(speed) => {
            if let Some(speed) = grouped_number(speed) {
                device.rpm(speed);
            }
        }
        None => {}
    }
    device.transport(Transport::Sata);
    let drive = device.finish();
    reading.drives.push(drive);
}
