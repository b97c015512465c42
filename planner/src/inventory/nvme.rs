//! `nvme list`, `nvme id-ctrl` and `nvme id-ns`, as JSON and as text.
//!
//! The controller knows the whole capacity but no sector size, the namespace knows both sizes but no name; printed one
//! after the other they are one drive.

use serde_json::Value;

use super::FileReading;
use super::device::{Device, Label, grouped_number};
use super::json::{number, text};
use crate::drive::{Drive, Fact, Media, Transport};

/// Returns whether a name is that of a path such as `nvme0c1n1`, which multipathing adds beside the drive.
pub(crate) fn is_path_device(name: &str) -> bool {
    let name = name.trim_start_matches("/dev/");
    let Some(rest) = name.strip_prefix("nvme") else {
        return false;
    };
    let rest = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.starts_with('c')
}

fn solid(device: &mut Device<'_>) {
    device.transport(Transport::Nvme);
    device.drive.media = Some(Fact::stated(Media::Ssd));
}

/// Reads `nvme list -o json`, flat as before version 2.11 or nested as since.
pub(crate) fn read_list(value: &Value, reading: &mut FileReading) {
    for entry in value
        .get("Devices")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        if entry.get("Subsystems").is_none() {
            listed(entry, entry, reading);
            continue;
        }
        for subsystem in entry
            .get("Subsystems")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let list = |value: &'_ Value, key: &str| {
                value
                    .get(key)
                    .and_then(Value::as_array)
                    .cloned()
                    .unwrap_or_default()
            };
            let controllers = list(subsystem, "Controllers");
            let shared = list(subsystem, "Namespaces");
            for (index, controller) in controllers.iter().enumerate() {
                // With several controllers the namespaces are listed once below the subsystem.
                let own = list(controller, "Namespaces");
                let namespaces = if own.is_empty() && index == 0 {
                    &shared
                } else {
                    &own
                };
                for namespace in namespaces {
                    listed(controller, namespace, reading);
                }
            }
        }
    }
}

fn listed(controller: &Value, namespace: &Value, reading: &mut FileReading) {
    let name = ["DevicePath", "NameSpace", "Namespace", "Generic"]
        .iter()
        .find_map(|key| text(namespace, key))
        .unwrap_or("");
    let sector = number(namespace, "SectorSize");
    if is_path_device(name) || sector == Some(1) {
        return;
    }
    let mut device = Device::new(&mut reading.messages, 0);
    if !name.is_empty() {
        device.name(name);
        device.path(name);
    }
    solid(&mut device);
    if let Some(model) = text(controller, "ModelNumber") {
        device.model(model);
    }
    if let Some(serial) = text(controller, "SerialNumber") {
        device.serial(serial);
    }
    if let Some(firmware) = text(controller, "Firmware") {
        device.firmware(firmware);
    }
    if let Some(bytes) = number(namespace, "PhysicalSize") {
        device.exact("PhysicalSize", bytes);
    }
    if let Some(bytes) = sector {
        device.logical("SectorSize", bytes);
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Reads `nvme id-ctrl -o json`.
pub(crate) fn read_controller(value: &Value, reading: &mut FileReading) {
    let field = |key: &str| match value.get(key) {
        Some(Value::String(text)) => Some(text.trim().to_owned()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    controller(field, 0, reading);
}

fn controller(field: impl Fn(&str) -> Option<String>, line: u64, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, line);
    solid(&mut device);
    for (key, set) in [
        ("mn", Label::Model),
        ("sn", Label::Serial),
        ("fr", Label::Firmware),
    ] {
        if let Some(text) = field(key) {
            device.label(set, &text);
        }
    }
    let whole = |text: String| match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => grouped_number(&text),
    };
    if let Some(bytes) = field("tnvmcap").and_then(whole) {
        device.exact("tnvmcap", bytes);
    }
    if let Some(blocks) = field("awupf").and_then(whole) {
        device.drive.nvme_awupf_blocks = u32::try_from(blocks)
            .ok()
            .and_then(|blocks| blocks.checked_add(1));
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

/// One namespace as printed.
#[derive(Debug, Default)]
struct Namespace {
    blocks: Option<i128>,
    in_use: Option<Format>,
    formats: Vec<Format>,
    protection: i128,
    atomic_blocks: Option<i128>,
    name: Option<String>,
    line: u64,
}

/// An LBA format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Format {
    data: i128,
    metadata: i128,
}

/// Reads `nvme id-ns -o json`.
pub(crate) fn read_namespace(value: &Value, reading: &mut FileReading) {
    let formats: Vec<Format> = value
        .get("lbafs")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|format| Format {
            data: number(format, "ds").map_or(0, power_of_two),
            metadata: number(format, "ms").unwrap_or(0),
        })
        .collect();
    let chosen = number(value, "flbas").map(|flbas| (flbas & 0xf) | ((flbas >> 1) & 0x30));
    let in_use = chosen
        .and_then(|index| usize::try_from(index).ok())
        .and_then(|index| formats.get(index).copied());
    // NAWUPF counts only where bit 1 of NSFEAT says so.
    let own_atomics = number(value, "nsfeat").is_some_and(|features| features & 2 != 0);
    let named = |key: &str| text(value, key).map(str::to_owned);
    namespace(
        &Namespace {
            blocks: number(value, "nsze"),
            in_use,
            formats,
            protection: number(value, "dps").unwrap_or(0) & 7,
            atomic_blocks: number(value, "nawupf").filter(|_| own_atomics),
            name: named("eui64").or_else(|| named("nguid")),
            line: 0,
        },
        reading,
    );
}

fn power_of_two(exponent: i128) -> i128 {
    match u32::try_from(exponent) {
        Ok(exponent @ 9..=24) => 1 << exponent,
        _ => exponent,
    }
}

/// Adds the namespace: to the controller printed just before it, else as a device of its own.
fn namespace(found: &Namespace, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, found.line);
    solid(&mut device);
    if let Some(format) = found.in_use {
        device.logical("lbaf", format.data);
        if let Some(blocks) = found.blocks {
            let bytes = blocks.checked_mul(format.data).unwrap_or(i128::MAX);
            device.exact("nsze", bytes);
        }
        if format.metadata > 0 {
            let clean = found
                .formats
                .iter()
                .position(|other| other.data == 4096 && other.metadata == 0);
            let hint = match clean {
                Some(index) => format!(
                    "`nvme format --lbaf={index} DEVICE` gives 4096 bytes without metadata and erases the drive"
                ),
                None => "format it without metadata before use; that erases the drive".to_owned(),
            };
            let message = format!(
                "formatted with {} + {} metadata bytes per block",
                format.data, format.metadata
            );
            device.warn("lbaf", &message, &hint);
        }
    }
    if found.protection > 0 {
        device.protected(found.protection);
    }
    if let Some(blocks) = found.atomic_blocks {
        device.drive.nvme_awupf_blocks = u32::try_from(blocks)
            .ok()
            .and_then(|blocks| blocks.checked_add(1));
    }
    if let Some(name) = &found.name {
        device.wwn(name);
    }
    let drive = device.finish();
    match reading.drives.last_mut() {
        Some(controller) if is_bare_controller(controller) => {
            // The namespace's size is what can be used.
            if drive.capacity.is_some() {
                controller.capacity = drive.capacity;
            }
            if drive.nvme_awupf_blocks.is_some() {
                controller.nvme_awupf_blocks = drive.nvme_awupf_blocks;
            }
            // What is left unknown on both sides stays so; nothing can contradict.
            let _ = super::identity::merge(controller, &drive);
        }
        _ => reading.drives.push(drive),
    }
}

fn is_bare_controller(drive: &Drive) -> bool {
    drive.logical_sector.is_none()
        && drive.model.is_some()
        && drive.transport.is_some_and(|fact| fact.value == Transport::Nvme)
}

/// Returns whether the text is of `nvme id-ctrl` or `nvme id-ns`.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("NVME Identify")
        || text.contains("LBA Format  0 : Metadata Size")
        || (text.contains("lbaf  0 : ms:") && text.contains("lbads:"))
}

/// Reads `nvme id-ctrl` and `nvme id-ns` as text, one after the other.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut found = Namespace::default();
    let mut own_atomics = false;
    let mut line_number = 0;
    let flush = |fields: &mut Vec<(String, String)>, found: &mut Namespace, reading: &mut FileReading| {
        if fields.iter().any(|(key, _)| key == "mn") {
            let field = |key: &str| {
                fields
                    .iter()
                    .find(|(name, _)| name == key)
                    .map(|(_, value)| value.clone())
            };
            controller(field, found.line, reading);
        } else if found.in_use.is_some() || found.blocks.is_some() {
            namespace(found, reading);
        }
        fields.clear();
        *found = Namespace::default();
    };
    for line in text.lines() {
        line_number += 1;
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if key.starts_with("NVME Identify") || (key == "vid" && fields.iter().any(|(name, _)| name == "vid"))
        {
            flush(&mut fields, &mut found, reading);
            own_atomics = false;
        }
        if found.line == 0 {
            found.line = line_number;
        }
        let whole = |text: &str| match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16).ok(),
            None => grouped_number(text),
        };
        if key.starts_with("LBA Format") || key.starts_with("lbaf") {
            let format = format_of(value);
            if line.contains("(in use)") {
                found.in_use = Some(format);
            }
            found.formats.push(format);
            continue;
        }
        match key {
            "nsze" => found.blocks = whole(value),
            "dps" => found.protection = whole(value).unwrap_or(0) & 7,
            "nsfeat" => own_atomics = whole(value).is_some_and(|features| features & 2 != 0),
            "nawupf" if own_atomics => found.atomic_blocks = whole(value),
            "eui64" => found.name = Some(value.to_owned()),
            "nguid" if found.name.is_none() => found.name = Some(value.to_owned()),
            _ => fields.push((key.to_owned(), value.to_owned())),
        }
    }
    flush(&mut fields, &mut found, reading);
}

/// Reads `Metadata Size: 8 bytes - Data Size: 512 bytes` or `ms:8 lbads:9`.
fn format_of(value: &str) -> Format {
    let after = |mark: &str| {
        let rest = value.split_once(mark)?.1.trim_start();
        let end = rest
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(rest.len());
        rest[..end].parse::<i128>().ok()
    };
    Format {
        data: after("Data Size:")
            .or_else(|| after("lbads:").map(power_of_two))
            .unwrap_or(0),
        metadata: after("Metadata Size:").or_else(|| after("ms:")).unwrap_or(0),
    }
}
