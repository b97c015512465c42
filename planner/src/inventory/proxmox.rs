//! Proxmox's list of disks, as an object by name or as an array: no sector sizes, wear as a string.

use serde_json::Value;

use super::FileReading;
use super::device::{Device, Label};
use super::json::{number, text};
use crate::drive::{Fact, Media, Transport};

/// Returns whether the value is one disk of the list.
pub(crate) fn is_disk(value: &Value) -> bool {
    value.get("devpath").is_some() && value.get("size").is_some()
}

/// Reads one disk; `name` is its key where the list is an object.
pub(crate) fn read(value: &Value, name: Option<&str>, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, 0);
    let path = text(value, "devpath");
    if let Some(name) = name.or(path) {
        device.name(name);
    }
    if let Some(path) = text(value, "by_id_link").or(path) {
        device.path(path);
    }
    for (key, set) in [
        ("vendor", Label::Vendor),
        ("model", Label::Model),
        ("serial", Label::Serial),
        ("wwn", Label::WorldWideName),
    ] {
        if let Some(text) = text(value, key) {
            device.label(set, text);
        }
    }
    if let Some(bytes) = number(value, "size") {
        device.exact("size", bytes);
    }
    let speed = number(value, "rpm");
    match text(value, "type") {
        Some("ssd") => {
            device.drive.media = Some(Fact::stated(Media::Ssd));
            device.drive.rpm = Some(Fact::stated(0));
        }
        Some("nvme") => {
            device.transport(Transport::Nvme);
            device.drive.media = Some(Fact::stated(Media::Ssd));
        }
        Some("hdd") => {
            device.media(Media::Hdd);
            // -1 is "unknown"; 0 cannot be true for a hard disk.
            if let Some(speed) = speed.filter(|speed| *speed > 0) {
                device.rpm(speed);
            }
        }
        Some("usb") => device.transport(Transport::Usb),
        _ => {
            if let Some(speed) = speed.filter(|speed| *speed > 0) {
                device.rpm(speed);
            }
        }
    }
    if let Some(used) = text(value, "used") {
        device.in_use(used);
    }
    if let Some(daemon) = number(value, "osdid").filter(|daemon| *daemon >= 0) {
        device.in_use(&format!("Ceph OSD {daemon}"));
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
