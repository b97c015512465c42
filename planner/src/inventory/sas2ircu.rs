//! `sas2ircu` and `sas3ircu DISPLAY`: what is called sectors is the last address, one short, and models are cut to 16
//! characters.

use super::FileReading;
use super::device::{Device, Label, grouped_number};
use crate::drive::{Fact, SectorSize};

/// Returns whether the text is of these tools.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("Device is a Hard disk") || text.contains("Size (in MB)/(in sectors)")
}

/// Reads the drives.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut block: Vec<(&str, &str)> = Vec::new();
    let mut line = 0;
    for (index, found) in text.lines().enumerate() {
        if found.trim_start().starts_with("Device is a") || found.starts_with("---") {
            drive(&block, line, reading);
            block.clear();
            line = index as u64 + 1;
        } else if let Some((key, value)) = found.split_once(':') {
            block.push((key.trim(), value.trim()));
        }
    }
    drive(&block, line, reading);
}

fn drive(block: &[(&str, &str)], line: u64, reading: &mut FileReading) {
    let field = |wanted: &str| {
        block
            .iter()
            .find(|(key, _)| *key == wanted)
            .map(|(_, value)| *value)
    };
    let Some(size) = field("Size (in MB)/(in sectors)") else {
        return;
    };
    let mut device = Device::new(&mut reading.messages, line);
    let slot = match (field("Enclosure #"), field("Slot #")) {
        (Some(enclosure), Some(slot)) => format!("{enclosure}:{slot}"),
        _ => String::new(),
    };
    device.name(&slot);
    device.location(&slot);
    for (key, set) in [
        ("Manufacturer", Label::Vendor),
        ("Model Number", Label::Model),
        ("Firmware Revision", Label::Firmware),
        ("Serial No", Label::Serial),
        ("GUID", Label::WorldWideName),
    ] {
        if let Some(value) = field(key) {
            device.label(set, value);
        }
    }
    if let Some(kind) = field("Drive Type") {
        device.class(&kind.replace('_', " "));
    }
    if let Some(protocol) = field("Protocol") {
        device.transport_words(protocol);
    }
    let (megabytes, last) = size.split_once('/').unwrap_or((size, ""));
    if let (Some(megabytes), Some(last)) = (grouped_number(megabytes), grouped_number(last)) {
        // The whole megabytes tell which sector size the addresses count.
        let fits = |sector: i128| ((last + 1).saturating_mul(sector) >> 20).abs_diff(megabytes) <= 1;
        let sector = [512i128, 4096, 520, 528].into_iter().find(|sector| fits(*sector));
        if let Some(sector) = sector {
            device.exact(
                "Size (in MB)/(in sectors)",
                last.saturating_add(1).saturating_mul(sector),
            );
            let size = u64::try_from(sector).ok().and_then(SectorSize::new);
            device.drive.logical_sector = size.map(Fact::derived);
        } else {
            device.refuse(
                "Size (in MB)/(in sectors)",
                &format!(
                    "`{}`: the two figures do not fit together",
                    crate::text::excerpt(size)
                ),
                "`smartctl -i` behind the adapter tells the bytes",
            );
        }
    }
    if let Some(state) = field("State") {
        if state.contains("OPT") || state.contains("RBLD") {
            device.in_use("RAID volume of the adapter");
        } else if state.contains("HSP") {
            device.in_use("hot spare of the adapter");
        } else if state.contains("FLD") {
            device.warn("State", "the adapter calls the drive failed", "replace the drive");
        }
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
