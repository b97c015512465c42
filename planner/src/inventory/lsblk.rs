//! `lsblk -J`, best with `-b -O`: block devices of Linux, of which only whole disks are drives.
//!
//! Numbers are strings or numbers and truths words or numbers, by version and column. Units are binary.

use serde_json::Value;

use super::device::{Device, Label};
use super::json::{number, text, truth};
use super::{FileReading, Skipped};
use crate::drive::{Fact, Media, Shingling, Transport};

/// Reads all disks.
pub(crate) fn read(value: &Value, reading: &mut FileReading) {
    let Some(devices) = value.get("blockdevices").and_then(Value::as_array) else {
        return;
    };
    for device in devices {
        let name = text(device, "kname")
            .or_else(|| text(device, "name"))
            .unwrap_or("?");
        let name = name.trim_start_matches("/dev/");
        match no_drive(device, name) {
            Some(reason) => reading.skipped.push(Skipped {
                name: crate::text::excerpt(name),
                reason: reason.to_owned(),
                source: reading.messages.file().to_string(),
            }),
            None => disk(device, name, devices, reading),
        }
    }
}

fn no_drive(device: &Value, name: &str) -> Option<&'static str> {
    let kind = text(device, "type");
    let starts = |prefix: &str| name.starts_with(prefix);
    if super::nvme::is_path_device(name) {
        return Some("a path to an NVMe drive, not a drive");
    }
    match kind {
        Some("disk") | None => {}
        Some("part") => return Some("a partition"),
        Some("rom") => return Some("an optical drive"),
        Some("loop") => return Some("a loop device"),
        Some("lvm" | "crypt" | "dm" | "mpath") => return Some("a mapped device, not a drive"),
        Some(_) => return Some("a RAID or other virtual device"),
    }
    for (prefix, reason) in [
        ("loop", "a loop device"),
        ("ram", "a memory disk"),
        ("zram", "a memory disk"),
        ("sr", "an optical drive"),
        ("md", "a RAID device"),
        ("dm-", "a mapped device, not a drive"),
        ("zd", "a ZFS volume"),
        ("nbd", "a network block device"),
        ("fd", "a floppy drive"),
        ("mtdblock", "flash of the board"),
    ] {
        if starts(prefix) {
            return Some(reason);
        }
    }
    let last_digit = name.ends_with(|character: char| character.is_ascii_digit());
    let partition = kind.is_none()
        && last_digit
        && (name.starts_with("sd") || name.starts_with("vd") || name.starts_with("hd") || name.contains('p'));
    if partition {
        return Some("a partition");
    }
    (number(device, "size") == Some(0) || text(device, "size") == Some("0B")).then_some("no medium in it")
}

fn disk(value: &Value, name: &str, all: &[Value], reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, 0);
    device.name(name);
    device.path(text(value, "path").unwrap_or(name));
    for (key, set) in [
        ("vendor", Label::Vendor),
        ("model", Label::Model),
        ("serial", Label::Serial),
        ("wwn", Label::WorldWideName),
        ("rev", Label::Firmware),
        ("tran", Label::Transport),
    ] {
        if let Some(text) = text(value, key) {
            device.label(set, text);
        }
    }
    match number(value, "size") {
        Some(bytes) => device.exact("size", bytes),
        None => {
            if let Some(size) = text(value, "size") {
                device.rounded("size", size);
                let message = format!("the size `{}` is rounded", crate::text::excerpt(size));
                device.warn("size", &message, "`lsblk -J -b -O` prints the bytes");
            }
        }
    }
    if let Some(bytes) = number(value, "log-sec") {
        device.logical("log-sec", bytes);
    }
    if let Some(bytes) = number(value, "phy-sec") {
        device.physical("phy-sec", bytes);
    }
    if name.starts_with("vd") {
        device.transport_derived(Transport::Virtio);
    } else if name.starts_with("nvme") {
        device.transport_derived(Transport::Nvme);
    }
    if let Some(rotating) = truth(value, "rota") {
        let media = if rotating { Media::Hdd } else { Media::Ssd };
        // Bridges and virtual disks set the flag at will.
        let transport = device.drive.transport.map(|fact| fact.value);
        let (bridge, virtual_disk) = (
            transport == Some(Transport::Usb),
            transport == Some(Transport::Virtio),
        );
        if virtual_disk {
            device.note("a virtual disk: what it says of its rotation means nothing");
        } else {
            device.drive.media = Some(if bridge {
                Fact::derived(media)
            } else {
                Fact::stated(media)
            });
        }
    }
    match text(value, "zoned") {
        Some("host-managed") => device.recording(Shingling::HostManaged),
        Some("host-aware") => device.recording(Shingling::DriveManaged),
        _ => {}
    }
    usage(value, name, all, &mut device);
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Tells what the disk and everything below it is used for.
fn usage(value: &Value, name: &str, all: &[Value], device: &mut Device<'_>) {
    let mut filesystem = None;
    let mut pending: Vec<&Value> = vec![value];
    // Flat listings name the parent instead of nesting.
    pending.extend(all.iter().filter(|other| {
        text(other, "pkname").is_some_and(|parent| parent.trim_start_matches("/dev/") == name)
    }));
    while let Some(part) = pending.pop() {
        let mount = text(part, "mountpoint").or_else(|| {
            let points = part.get("mountpoints")?.as_array()?;
            points.iter().find_map(Value::as_str)
        });
        if let Some(mount) = mount {
            let words = if mount == "[SWAP]" {
                "swap".to_owned()
            } else {
                format!("mounted at {mount}")
            };
            device.in_use(&words);
        }
        match text(part, "fstype") {
            Some("linux_raid_member") => device.in_use("member of a Linux RAID"),
            Some("LVM2_member") => device.in_use("LVM"),
            Some("zfs_member") => device.in_use("member of a ZFS pool"),
            Some("crypto_LUKS") => device.in_use("encrypted volume"),
            Some("swap") => device.in_use("swap"),
            Some(other) => filesystem = filesystem.or(Some(other)),
            None => {}
        }
        if let Some(children) = part.get("children").and_then(Value::as_array) {
            pending.extend(children);
        }
    }
    if let Some(filesystem) = filesystem.filter(|_| device.drive.in_use.is_none()) {
        let message = format!(
            "holds a file system ({}) that is not mounted",
            crate::text::excerpt(filesystem)
        );
        device.warn("fstype", &message, "whatever is on the drive would be lost");
    }
}
