//! `smartctl` as people paste it.

use super::set_week;
use crate::drive::{Fact, Media, Shingling, Transport};
use crate::inventory::cell::date;
use crate::inventory::device::{Device, grouped_number};
use crate::inventory::{FileReading, Skipped};

/// Returns whether the text holds what only smartctl prints.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("=== START OF INFORMATION SECTION ===")
        || text.contains("www.smartmontools.org")
        || (text.contains("User Capacity:") && (text.contains("Device Model:") || text.contains("Product:")))
}

/// What was printed about one drive, before it is known whether it is one.
#[derive(Debug, Default)]
struct Section<'text> {
    line: u64,
    path: Option<&'text str>,
    lines: Vec<&'text str>,
}

/// Reads all drives of the text.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut section = Section::default();
    let mut begun = false;
    let mut path = None;
    for (index, line) in text.lines().enumerate() {
        let banner = line.starts_with("smartctl ") && line.contains('[');
        let start = line.contains("START OF INFORMATION SECTION");
        // A new drive begins with the banner, or where there is none with the section or a second model.
        let again = begun
            && matches!(line.split_once(':'), Some((key, _)) if matches!(key.trim(), "Device Model" | "Vendor" | "Model Number"))
            && section
                .lines
                .iter()
                .any(|seen| seen.split(':').next() == line.split(':').next());
        if banner || (start && begun) || again {
            finish(&section, reading);
            // A path that was named before anything else was printed is that of the drive that follows.
            let carried = section.path.filter(|_| !begun);
            section = Section {
                line: index as u64 + 1,
                path: path.take().or(carried),
                ..Section::default()
            };
            begun = again;
        }
        begun |= start || line.contains("User Capacity");
        if let Some(found) = device_path(line) {
            path = Some(found);
        }
        if section.path.is_none() && !begun {
            section.path = path.take();
        }
        if let Some((_, device)) = line.split_once("open device: ") {
            let (name, reason) = device
                .split_once(" failed: ")
                .unwrap_or((device, "cannot be opened"));
            reading.skipped.push(Skipped {
                name: crate::text::excerpt(name),
                reason: crate::text::excerpt(reason),
                source: reading.messages.file().to_string(),
            });
        }
        if section.lines.is_empty() {
            section.line = index as u64 + 1;
        }
        section.lines.push(line);
    }
    finish(&section, reading);
}

/// Returns the device that a heading or a prompt before the output names: `# smartctl -a /dev/sda`, `== /dev/sda ==`.
fn device_path(line: &str) -> Option<&str> {
    let heading = line.starts_with(['#', '$', '=', '-', '/', '>']) || line.contains("smartctl -");
    let path = line
        .split([' ', ':', '"', '\''])
        .find(|word| word.starts_with("/dev/"))?;
    heading.then_some(path)
}

fn finish(section: &Section<'_>, reading: &mut FileReading) {
    let known = section.lines.iter().any(|line| {
        matches!(
            line.split(':').next().map(str::trim),
            Some("User Capacity" | "Device Model" | "Product" | "Model Number" | "Total NVM Capacity")
        )
    });
    if !known {
        return;
    }
    let mut device = Device::new(&mut reading.messages, section.line);
    if let Some(path) = section.path {
        device.name(path);
        device.path(path);
    }
    let mut scsi = false;
    for line in &section.lines {
        match line.split_once(':') {
            Some((key, value)) => {
                scsi |= matches!(key.trim(), "Product" | "Vendor" | "Revision");
                pair(key.trim(), value.trim(), &mut device);
            }
            None => bare(line.trim(), &mut device),
        }
    }
    if scsi && device.drive.physical_sector.is_none() {
        // SAS drives print the physical size only where it differs.
        device.drive.physical_sector = device.drive.logical_sector.map(|fact| Fact::derived(fact.value));
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

fn pair(key: &str, value: &str, device: &mut Device<'_>) {
    match key {
        "Device Model" | "Model Number" => device.model(value),
        "Product" => device.model(value),
        "Vendor" => device.vendor(value),
        "Serial Number" | "Serial number" => device.serial(value),
        "LU WWN Device Id" | "Logical Unit id" => device.wwn(value),
        "Namespace 1 IEEE EUI-64" => device.wwn(value),
        "Firmware Version" | "Revision" => device.firmware(value),
        "User Capacity" => {
            if let Some(bytes) = grouped_number(value) {
                device.exact("User Capacity", bytes);
            }
        }
        "Total NVM Capacity" | "Namespace 1 Size/Capacity" => {
            if let Some(bytes) = grouped_number(value) {
                device.exact(key, bytes);
            }
        }
        "Sector Size" | "Sector Sizes" => sectors(value, device),
        "Logical block size" | "Namespace 1 Formatted LBA Size" => {
            if let Some(bytes) = grouped_number(value) {
                device.logical(key, bytes);
            }
        }
        "Physical block size" => {
            if let Some(bytes) = grouped_number(value) {
                device.physical(key, bytes);
            }
        }
        "Rotation Rate" => {
            if value.to_lowercase().starts_with("solid") {
                device.rpm(0);
            } else if let Some(speed) = grouped_number(value) {
                device.rpm(speed);
            }
        }
        "Transport protocol" => device.transport_words(value),
        "SATA Version is" => device.transport(Transport::Sata),
        "ATA Version is" => device.transport_derived(Transport::Sata),
        "NVMe Version" => {
            device.transport(Transport::Nvme);
            device.drive.media = Some(Fact::stated(Media::Ssd));
        }
        "Power On Hours" => {
            if let Some(hours) = grouped_number(value) {
                device.hours(hours);
            }
        }
        "Accumulated power on time, hours" => {
            // "hours:minutes 69502:43" was split at its first colon.
            if let Some(hours) = value
                .split_whitespace()
                .last()
                .and_then(|time| time.split(':').next())
            {
                device.hours(hours.parse().unwrap_or(-1));
            }
        }
        "Elements in grown defect list" => {
            if let Some(defects) = grouped_number(value).filter(|defects| *defects > 0) {
                device.warn(
                    "grown defects",
                    &format!("{defects} grown defects: the drive has begun to replace sectors"),
                    "watch whether the number grows",
                );
            }
        }
        "Zoned Device" => {
            let lower = value.to_lowercase();
            if lower.contains("host managed") {
                device.recording(Shingling::HostManaged);
            } else if lower.contains("device managed") || lower.contains("host aware") {
                device.recording(Shingling::DriveManaged);
            }
        }
        "Assembly Date (YYWW)" => assembly_week(value, device),
        "SMART overall-health self-assessment test result" if !value.starts_with("PASSED") => {
            device.warn(
                "smart status",
                "the drive reports that it is failing",
                "replace the drive",
            );
        }
        _ => bare(key, device),
    }
}

fn sectors(value: &str, device: &mut Device<'_>) {
    let mut sizes = value
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|digits| digits.parse::<i128>().ok());
    if let Some(logical) = sizes.next() {
        device.logical("Sector Size", logical);
        device.physical("Sector Size", sizes.next().unwrap_or(logical));
    }
}

/// The assembly date of Seagate's field logs: year and week, `1944`.
fn assembly_week(value: &str, device: &mut Device<'_>) {
    let digits = value.trim();
    if let (4, Ok(code)) = (digits.len(), digits.parse::<u32>())
        && let Some(week) = date::week(2000 + code / 100, code % 100)
    {
        device.manufactured(week);
    }
}

fn bare(line: &str, device: &mut Device<'_>) {
    if let Some(rest) = line.strip_prefix("Manufactured in week ") {
        let (week, year) = rest.split_once("of year").unwrap_or((rest, ""));
        set_week(device, year, week);
    } else if let Some(rest) = line.strip_prefix("number of hours powered up = ") {
        device.hours(
            rest.split('.')
                .next()
                .and_then(|hours| hours.parse().ok())
                .unwrap_or(-1),
        );
    } else if let Some(rest) = line.strip_prefix("Formatted with type ") {
        let kind = rest
            .split(' ')
            .next()
            .and_then(|kind| kind.parse().ok())
            .unwrap_or(0);
        if kind > 0 {
            device.protected(kind);
        }
    } else if line.contains("Power_On_Hours") {
        // The raw value is the tenth column; some drives add minutes after it.
        let raw = line.split_whitespace().nth(9).unwrap_or("");
        let end = raw
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(raw.len());
        device.hours(raw[..end].parse().unwrap_or(-1));
    }
}
