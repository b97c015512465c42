//! TrueNAS `disk.query`: no sector sizes, and anything unknown is called HDD.

use serde_json::Value;

use super::FileReading;
use super::device::Device;
use super::json::{number, text};
use crate::drive::{Fact, Media, Transport};

/// Returns whether the value is one entry of `disk.query`.
pub(crate) fn is_disk(value: &Value) -> bool {
    value.get("identifier").is_some() && (value.get("devname").is_some() || value.get("subsystem").is_some())
}

/// Reads one disk.
pub(crate) fn read(value: &Value, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, 0);
    if let Some(name) = text(value, "name").or_else(|| text(value, "devname")) {
        device.name(name);
        device.path(name);
    }
    if let Some(model) = text(value, "model") {
        device.model(model);
    }
    if let Some(serial) = text(value, "serial") {
        device.serial(serial);
    }
    if let Some(unit) = text(value, "lunid") {
        device.wwn(unit);
    }
    if let Some(bytes) = number(value, "size") {
        device.exact("size", bytes);
    }
    let speed = number(value, "rotationrate");
    if let Some(speed) = speed {
        device.rpm(speed);
    }
    match text(value, "type") {
        Some("SSD") => device.drive.media = Some(Fact::stated(Media::Ssd)),
        // HDD without a speed only means that nobody knows.
        Some("HDD") if speed.is_some_and(|speed| speed != 1) => device.media(Media::Hdd),
        _ => {}
    }
    match (text(value, "subsystem"), text(value, "bus")) {
        (_, Some("ATA" | "SATA")) => device.transport(Transport::Sata),
        (_, Some("SAS")) => device.transport(Transport::Sas),
        (Some("nvme" | "nvd" | "nda"), _) | (_, Some("NVME")) => device.transport(Transport::Nvme),
        (Some("virtio"), _) => device.transport(Transport::Virtio),
        (_, Some("USB")) => device.transport(Transport::Usb),
        // The SCSI layer carries SATA drives too.
        (Some("scsi"), _) => device.transport_derived(Transport::Scsi),
        _ => {}
    }
    if let Some(enclosure) = value.get("enclosure").filter(|enclosure| enclosure.is_object()) {
        let part = |key: &str| number(enclosure, key).map(|part| part.to_string());
        let place: Vec<String> = ["number", "slot"].into_iter().filter_map(part).collect();
        device.location(&place.join("/"));
    }
    if let Some(pool) = text(value, "pool") {
        device.in_use(&format!("pool {pool}"));
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
