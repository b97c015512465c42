//! `smartctl -j`; keys changed between versions.

use serde_json::Value;

use super::set_week;
use crate::drive::{Media, Shingling, Transport};
use crate::inventory::device::Device;
use crate::inventory::json::{number, text};
use crate::inventory::{FileReading, Skipped};

/// Reads one drive, or one per namespace where an NVMe drive has several.
pub(crate) fn read_json(value: &Value, reading: &mut FileReading) {
    let name = value.pointer("/device/info_name").and_then(Value::as_str);
    let path = value.pointer("/device/name").and_then(Value::as_str);
    let nothing = text(value, "model_name").is_none()
        && text(value, "scsi_model_name").is_none()
        && text(value, "scsi_product").is_none()
        && value.get("user_capacity").is_none()
        && value.get("nvme_total_capacity").is_none();
    if nothing {
        let reason = value
            .pointer("/smartctl/messages/0/string")
            .and_then(Value::as_str)
            .unwrap_or("smartctl says nothing about this device");
        reading.skipped.push(Skipped {
            name: crate::text::excerpt(name.or(path).unwrap_or("?")),
            reason: crate::text::excerpt(reason),
            source: reading.messages.file().to_string(),
        });
        return;
    }
    let namespaces = value.get("nvme_namespaces").and_then(Value::as_array);
    match namespaces {
        Some(namespaces) if namespaces.len() > 1 => {
            for namespace in namespaces {
                let suffix = number(namespace, "id").map_or_else(String::new, |id| format!("n{id}"));
                one(value, Some(namespace), &suffix, reading);
            }
        }
        Some(namespaces) => one(value, namespaces.first(), "", reading),
        None => one(value, None, "", reading),
    }
}

/// Reads one drive, or one namespace of it, which the path tells from the others by `suffix`.
fn one(value: &Value, namespace: Option<&Value>, suffix: &str, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, 0);
    let path = value.pointer("/device/name").and_then(Value::as_str);
    let info = value.pointer("/device/info_name").and_then(Value::as_str);
    if let Some(path) = path {
        device.path(&format!("{path}{suffix}"));
        // Behind a controller many drives share one path; the info name tells them apart.
        let behind = info
            .and_then(|info| info.split_once('['))
            .and_then(|(_, rest)| rest.split(']').next())
            .filter(|name| name.contains("disk") || name.contains(['=', ',', '/']));
        match behind {
            Some(drive) => device.name(drive),
            None => device.name(&format!("{path}{suffix}")),
        }
    }
    identity(value, &mut device);
    let capacity = namespace
        .and_then(|namespace| namespace.pointer("/size/bytes"))
        .or_else(|| value.pointer("/user_capacity/bytes"))
        .or_else(|| value.pointer("/user_capacity/bytes_s"))
        .or_else(|| value.get("nvme_total_capacity"));
    if let Some(bytes) = capacity.and_then(crate::inventory::json::whole) {
        device.exact("user_capacity", bytes);
    }
    let formatted = namespace.and_then(|namespace| number(namespace, "formatted_lba_size"));
    if let Some(bytes) = number(value, "logical_block_size").or(formatted) {
        device.logical("logical_block_size", bytes);
    }
    let physical = number(value, "physical_block_size");
    if let Some(bytes) = physical {
        device.physical("physical_block_size", bytes);
    }
    let protocol = value
        .pointer("/device/protocol")
        .and_then(Value::as_str)
        .unwrap_or("");
    if protocol == "SCSI" && physical.is_none() {
        // SAS drives print the physical size only where it differs.
        device.drive.physical_sector = device
            .drive
            .logical_sector
            .map(|fact| crate::drive::Fact::derived(fact.value));
    }
    transport(value, protocol, &mut device);
    if let Some(speed) = number(value, "rotation_rate") {
        device.rpm(speed);
    }
    if let Some(hours) = value
        .pointer("/power_on_time/hours")
        .and_then(crate::inventory::json::whole)
    {
        device.hours(hours);
    }
    let counter = value
        .get("scsi_start_stop_cycle_counter")
        .or_else(|| value.get("start_stop_cycle_counter"));
    if let Some(counter) = counter {
        let part = |key: &str| match counter.get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        set_week(
            &mut device,
            &part("year_of_manufacture"),
            &part("week_of_manufacture"),
        );
    }
    oddities(value, &mut device);
    let drive = device.finish();
    reading.drives.push(drive);
}

fn identity(value: &Value, device: &mut Device<'_>) {
    let vendor = text(value, "scsi_vendor").or_else(|| text(value, "vendor"));
    if let Some(vendor) = vendor {
        device.vendor(vendor);
    }
    let product = text(value, "scsi_product").or_else(|| text(value, "product"));
    let model = text(value, "model_name")
        .or_else(|| text(value, "scsi_model_name"))
        .or(product);
    if let Some(model) = model {
        device.model(model);
    }
    if let Some(serial) = text(value, "serial_number") {
        device.serial(serial);
    }
    let firmware = ["firmware_version", "scsi_revision", "revision"];
    if let Some(firmware) = firmware.iter().find_map(|key| text(value, key)) {
        device.firmware(firmware);
    }
    if let Some(unit) = text(value, "logical_unit_id") {
        device.wwn(unit);
    } else if let Some(wwn) = value.get("wwn") {
        let part = |key: &str| number(wwn, key).and_then(|part| u64::try_from(part).ok());
        if let (Some(naa), Some(oui), Some(id)) = (part("naa"), part("oui"), part("id")) {
            device.wwn(&format!("{naa:x}{oui:06x}{id:09x}"));
        }
    }
}

fn transport(value: &Value, protocol: &str, device: &mut Device<'_>) {
    let stated = value
        .pointer("/scsi_transport_protocol/name")
        .or_else(|| value.pointer("/transport_protocol/name"))
        .and_then(Value::as_str);
    if let Some(name) = stated {
        device.transport_words(name);
    }
    match protocol {
        "NVMe" => {
            device.transport(Transport::Nvme);
            device.drive.media = Some(crate::drive::Fact::stated(Media::Ssd));
        }
        "ATA" if value.get("sata_version").is_some() => device.transport(Transport::Sata),
        "ATA" => device.transport_derived(Transport::Sata),
        _ => {}
    }
}

fn oddities(value: &Value, device: &mut Device<'_>) {
    if let Some(kind) = number(value, "scsi_protection_type").filter(|kind| *kind > 0) {
        device.protected(kind);
    }
    let defects = number(value, "scsi_grown_defect_list").filter(|defects| *defects > 0);
    if let Some(defects) = defects {
        device.warn(
            "grown defects",
            &format!("{defects} grown defects: the drive has begun to replace sectors"),
            "watch whether the number grows",
        );
    }
    if value.pointer("/smart_status/passed").and_then(Value::as_bool) == Some(false) {
        device.warn(
            "smart status",
            "the drive reports that it is failing",
            "replace the drive",
        );
    }
    let zoned = text(value, "zoned_device").or_else(|| value.pointer("/zoned_device/capabilities")?.as_str());
    match zoned {
        Some(zoned) if zoned.to_lowercase().contains("host") && zoned.to_lowercase().contains("managed") => {
            device.recording(Shingling::HostManaged);
        }
        Some(zoned) if zoned.to_lowercase().contains("device") => device.recording(Shingling::DriveManaged),
        _ => {}
    }
}
