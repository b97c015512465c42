//! The `zpool create` line of a placement, safe to paste into a shell.
//!
//! Devices are named by their path where the inventory has one, else by the `/dev/disk/by-id` name that udev gives them.

use std::fmt::Write as _;

use crate::ashift::Ashift;
use crate::drive::{Drive, Transport};
use crate::layout::{AllocationClass, VdevType};
use crate::placement::{PlacedVdev, Placement};

/// Why `zpool create` would refuse the command without `-f`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// Nothing to force.
    No,
    /// A vdev has members of different sizes.
    MixedSizes,
    /// Data vdevs differ in type or parity.
    MixedReplication,
}

impl Force {
    /// Returns the reason in words, or nothing where there is nothing to force.
    #[must_use]
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::No => None,
            Self::MixedSizes => Some("a vdev has drives of different sizes"),
            Self::MixedReplication => Some("the data vdevs do not all have the same redundancy"),
        }
    }
}

/// Returns the command that makes the pool, over several lines with `\` at their ends.
///
/// `drives` are those that the placement's indices mean; `positions` maps each to the inventory.
#[must_use]
pub fn create_command(placement: &Placement, drives: &[&Drive], ashift: Ashift, force: Force) -> String {
    let flag = if force == Force::No { "" } else { "-f " };
    let mut command = format!("zpool create {flag}-o ashift={ashift} tank");
    let mut last_class = AllocationClass::Data;
    // No word leads back to data vdevs, and a drive after a vdev would be one more member of it.
    let mut vdevs: Vec<&PlacedVdev> = placement.vdevs.iter().collect();
    vdevs.sort_by_key(|vdev| (vdev.class, vdev.kind != VdevType::Stripe));
    for vdev in vdevs {
        command.push_str(" \\\n  ");
        if vdev.class != last_class {
            let _ = write!(command, "{} ", vdev.class.name());
            last_class = vdev.class;
        }
        let mut words: Vec<String> = Vec::with_capacity(vdev.drives.len() + 1);
        if vdev.kind != VdevType::Stripe {
            words.push(
                vdev.kind
                    .name(u32::try_from(vdev.drives.len()).unwrap_or(u32::MAX)),
            );
        }
        words.extend(vdev.drives.iter().map(|&drive| device_name(drives[drive])));
        command.push_str(&words.join(" "));
    }
    if !placement.spares.is_empty() {
        command.push_str(" \\\n  spare");
        for &spare in &placement.spares {
            let _ = write!(command, " {}", device_name(drives[spare]));
        }
    }
    command
}

/// Returns whether the name in the command is that of a real device and not a placeholder to be replaced.
#[must_use]
pub fn has_device_name(drive: &Drive) -> bool {
    drive.path.is_some() || by_id_name(drive).is_some()
}

/// Returns the quoted name of a drive in the command.
#[must_use]
pub fn device_name(drive: &Drive) -> String {
    let name = drive
        .path
        .as_deref()
        .map(str::to_owned)
        .or_else(|| by_id_name(drive));
    quoted(&name.unwrap_or_else(|| drive.id.to_string()))
}

/// The name under `/dev/disk/by-id`, which `zpool` finds by itself.
fn by_id_name(drive: &Drive) -> Option<String> {
    if let Some(wwn) = &drive.wwn {
        return Some(format!("wwn-0x{}", udev_safe(wwn)));
    }
    let prefix = match drive.transport?.value {
        Transport::Sata => "ata",
        Transport::Nvme => "nvme",
        _ => return None,
    };
    Some(format!(
        "{prefix}-{}_{}",
        udev_safe(drive.model.as_deref()?),
        udev_safe(drive.serial.as_deref()?)
    ))
}

/// Replaces what udev does not keep in a link name by `_`, one for each run of blanks.
fn udev_safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !safe.is_empty() {
            safe.push('_');
        }
        let kept = |character: char| character.is_ascii_alphanumeric() || "#+-.:=@_".contains(character);
        safe.extend(
            word.chars()
                .map(|character| if kept(character) { character } else { '_' }),
        );
    }
    safe
}

/// Returns `text` so that a shell reads it as one word with no effect: control and direction characters are dropped.
fn quoted(text: &str) -> String {
    let visible: String = text
        .chars()
        .filter(|character| !is_invisible(*character))
        .collect();
    // A name that `zpool` takes for a word of its own needs a path; it is looked for below the device directories.
    let keyword = [
        "mirror", "spare", "log", "cache", "special", "dedup", "disk", "file",
    ]
    .contains(&visible.as_str())
        || visible.starts_with("raidz")
        || visible.starts_with("draid");
    let plain = |character: char| character.is_ascii_alphanumeric() || "_./:@%+=,-".contains(character);
    if !keyword && !visible.is_empty() && visible.chars().all(plain) && !visible.starts_with(['-', '=']) {
        return visible;
    }
    let guard = if keyword || visible.starts_with('-') {
        "./"
    } else {
        ""
    };
    format!("'{guard}{}'", visible.replace('\'', r"'\''"))
}

fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::{Fact, Media};
    use crate::placement::{Placeable, Priority, place};
    use crate::units::{Bytes, Throughput};

    fn drive(model: &str, serial: &str) -> Drive {
        let mut drive = Drive::unknown("d1".into(), "test".into());
        drive.model = Some(model.into());
        drive.serial = Some(serial.into());
        drive.transport = Some(Fact::stated(Transport::Sata));
        drive
    }

    #[test]
    fn a_command_names_every_device_once() {
        let owned: Vec<Drive> = (0..7)
            .map(|index| drive("ST18000NM000J", &format!("ZR5{index}")))
            .collect();
        let drives: Vec<&Drive> = owned.iter().collect();
        let placeable: Vec<Placeable> = owned
            .iter()
            .map(|_| Placeable {
                id: "d".into(),
                bytes: Bytes::new(18),
                media: Media::Hdd,
                batch: None,
                domain: None,
                read: Throughput::ZERO,
            })
            .collect();
        let placement = place(
            &"raidz1:4+special/mirror:2+spare:1".parse().unwrap(),
            &placeable,
            Media::Hdd,
            Priority::Safety,
        )
        .unwrap();
        insta::assert_snapshot!(create_command(&placement, &drives, Ashift::B4096, Force::No), @r#"
zpool create -o ashift=12 tank \
  raidz1 ata-ST18000NM000J_ZR50 ata-ST18000NM000J_ZR51 ata-ST18000NM000J_ZR52 ata-ST18000NM000J_ZR53 \
  special mirror ata-ST18000NM000J_ZR54 ata-ST18000NM000J_ZR55 \
  spare ata-ST18000NM000J_ZR56
"#);
    }

    #[test]
    fn user_text_is_quoted_and_cannot_run() {
        let mut hostile = drive("x", "y");
        for (path, expected) in [
            ("/dev/sda; rm -rf /", "'/dev/sda; rm -rf /'"),
            ("$(reboot)", "'$(reboot)'"),
            ("it's", r"'it'\''s'"),
            ("-f", "'./-f'"),
            ("mirror", "'./mirror'"),
            ("raidz2", "'./raidz2'"),
            ("\u{1b}[2Jsda\u{202e}", "'[2Jsda'"),
            ("/dev/disk/by-id/ata-A_B", "/dev/disk/by-id/ata-A_B"),
            ("", "''"),
        ] {
            hostile.path = Some(path.into());
            assert_eq!(device_name(&hostile), expected);
        }
        let odd = drive("WDC  WD40 $(x)", "a'b");
        assert_eq!(device_name(&odd), "ata-WDC_WD40___x__a_b");
    }

    #[test]
    fn a_drive_without_a_name_of_its_own_keeps_its_placeholder() {
        let unnamed = Drive::unknown("d7".into(), "test".into());
        assert_eq!(device_name(&unnamed), "d7");
        assert!(!has_device_name(&unnamed));
    }
}
