//! Redfish, as management controllers answer: capacities may lack the last sector, the block size is the logical one.

use jiff::ToSpan;
use serde_json::Value;

use super::FileReading;
use super::cell::{date, fiscal};
use super::device::{Device, Label};
use super::json::{number, text};
use crate::drive::{Manufactured, Media, Transport};

fn is_drive(value: &Value) -> bool {
    let typed = text(value, "@odata.type").is_some_and(|kind| kind.starts_with("#Drive."));
    value.get("CapacityBytes").is_some()
        && (typed || value.get("MediaType").is_some() || value.get("SerialNumber").is_some())
}

/// Returns whether there is a drive anywhere in the value.
pub(crate) fn has_drives(value: &Value) -> bool {
    is_drive(value)
        || match value {
            Value::Array(items) => items.iter().any(has_drives),
            Value::Object(entries) => entries.values().any(has_drives),
            _ => false,
        }
}

/// Reads every drive anywhere in the value.
pub(crate) fn read(value: &Value, reading: &mut FileReading) {
    if is_drive(value) {
        drive(value, reading);
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| read(item, reading)),
        Value::Object(entries) => entries.values().for_each(|entry| read(entry, reading)),
        _ => {}
    }
}

fn drive(value: &Value, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, 0);
    if let Some(name) = text(value, "Id") {
        device.name(name);
    }
    for (key, set) in [
        ("Manufacturer", Label::Vendor),
        ("Model", Label::Model),
        ("SerialNumber", Label::Serial),
        ("Revision", Label::Firmware),
        ("Name", Label::Location),
    ] {
        if let Some(text) = text(value, key) {
            device.label(set, text);
        }
    }
    let identifiers = value.get("Identifiers").and_then(Value::as_array);
    for identifier in identifiers.into_iter().flatten() {
        if let Some(name) = text(identifier, "DurableName") {
            device.wwn(name);
        }
    }
    let label = value
        .pointer("/PhysicalLocation/PartLocation/ServiceLabel")
        .and_then(Value::as_str);
    if let Some(label) = label {
        device.location(label);
    }
    if let Some(bytes) = number(value, "CapacityBytes") {
        device.exact("CapacityBytes", bytes);
    }
    if let Some(bytes) = number(value, "BlockSizeBytes") {
        device.logical("BlockSizeBytes", bytes);
    }
    match text(value, "MediaType") {
        Some("HDD") => device.media(Media::Hdd),
        Some("SSD") => device.media(Media::Ssd),
        _ => {}
    }
    if let Some(speed) = number(value, "RotationSpeedRPM").filter(|speed| *speed > 0) {
        device.rpm(speed);
    }
    match text(value, "Protocol") {
        Some("SAS") => device.transport(Transport::Sas),
        Some("SATA") => device.transport(Transport::Sata),
        Some("NVMe" | "PCIe" | "NVMeOverFabrics") => device.transport(Transport::Nvme),
        Some("USB") => device.transport(Transport::Usb),
        _ => {}
    }
    for pointer in ["/Oem/Dell/DellPhysicalDisk", "/Oem/Dell/DellPCIeSSD"] {
        if let Some(dell) = value.pointer(pointer) {
            dell_week(dell, &mut device);
        }
    }
    if value.get("FailurePredicted").and_then(Value::as_bool) == Some(true) {
        device.warn(
            "FailurePredicted",
            "the drive reports that it is failing",
            "replace the drive",
        );
    }
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Dell's year and week are documented as fiscal, but may be the calendar week of the drive's own log: both are kept.
fn dell_week(dell: &Value, device: &mut Device<'_>) {
    let (Some(year), Some(week)) = (
        number(dell, "ManufacturingYear"),
        number(dell, "ManufacturingWeek"),
    ) else {
        return;
    };
    let (Ok(year), Ok(week)) = (u32::try_from(year), u32::try_from(week)) else {
        return;
    };
    let calendar = date::week(year, week).filter(|_| (1990..=2100).contains(&year));
    let fiscal_start = i16::try_from(year).ok().and_then(fiscal::start_by_first_saturday);
    if let (Some(calendar), Some(start)) = (calendar, fiscal_start) {
        let fiscal = start.saturating_add((i64::from(week) * 7 - 7).days());
        let (first, last) = calendar.bounds();
        device.manufactured(Manufactured::Range(
            fiscal.min(first),
            last.max(fiscal.saturating_add(6.days())),
        ));
        device.note("manufacture week may be fiscal or calendar; equal weeks count as one batch");
    }
}
