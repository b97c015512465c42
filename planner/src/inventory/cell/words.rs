//! Words for classes, transports, recording and world-wide names.

use super::CellError;
use crate::drive::{CapacityKind, Media, Shingling, Transport};

/// What a word says about the kind of drive; a word may say several things at once, as `SATA SSD` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kind {
    /// Spinning or solid state.
    pub(crate) media: Option<Media>,
    /// How it is attached.
    pub(crate) transport: Option<Transport>,
    /// How it records.
    pub(crate) shingling: Option<Shingling>,
}

/// Returns what the words of a cell say about the kind of drive; nothing where none is known.
pub(crate) fn kind(text: &str) -> Kind {
    let lower = text.to_lowercase();
    let mut kind = Kind::default();
    for (part, media) in [
        ("机械", Media::Hdd),
        ("硬盘", Media::Hdd),
        ("hard d", Media::Hdd),
        ("harddisk", Media::Hdd),
        ("festplatte", Media::Hdd),
        ("disque dur", Media::Hdd),
        ("disco duro", Media::Hdd),
        ("rotat", Media::Hdd),
        ("spinning", Media::Hdd),
        ("platter", Media::Hdd),
        ("固态", Media::Ssd),
        ("solid", Media::Ssd),
        ("flash", Media::Ssd),
        ("non-rotat", Media::Ssd),
        ("nonrotat", Media::Ssd),
        ("optane", Media::Ssd),
    ] {
        if lower.contains(part) {
            kind.media = Some(media);
        }
    }
    for word in lower.split(|character: char| !character.is_alphanumeric()) {
        match word {
            "hdd" | "sshd" | "spinner" | "magnetic" => kind.media = Some(Media::Hdd),
            "ssd" => kind.media = Some(Media::Ssd),
            "nvme" | "pcie" => {
                kind.media = Some(Media::Ssd);
                kind.transport = Some(Transport::Nvme);
            }
            "sata" | "sata2" | "sata3" | "ata" | "pata" | "ide" => kind.transport = Some(Transport::Sata),
            "sas" | "sas2" | "sas3" | "nlsas" | "spl" => kind.transport = Some(Transport::Sas),
            "usb" | "uas" => kind.transport = Some(Transport::Usb),
            "virtio" => kind.transport = Some(Transport::Virtio),
            "scsi" | "iscsi" | "fc" => kind.transport = Some(Transport::Scsi),
            "cmr" | "pmr" => kind.shingling = Some(Shingling::None),
            "smr" => kind.shingling = Some(Shingling::DriveManaged),
            _ => {}
        }
    }
    if lower.contains("u.2") || lower.contains("u.3") || lower.contains("m.2 nvme") {
        kind.media = kind.media.or(Some(Media::Ssd));
        kind.transport = kind.transport.or(Some(Transport::Nvme));
    }
    if lower.contains("host-managed") || lower.contains("host managed") || lower.contains("hm-smr") {
        kind.shingling = Some(Shingling::HostManaged);
    }
    kind
}

/// Returns what a recording column says.
pub(crate) fn shingling(text: &str) -> Result<Shingling, CellError> {
    let lower = text.to_lowercase();
    match lower.as_str() {
        "none" | "no" => Ok(Shingling::None),
        "drive-managed" | "drive managed" | "dm-smr" | "yes" | "host-aware" | "host aware" => {
            Ok(Shingling::DriveManaged)
        }
        "host-managed" | "host managed" | "hm-smr" => Ok(Shingling::HostManaged),
        _ => kind(text)
            .shingling
            .ok_or_else(|| CellError::new("is no way of recording", "write `CMR`, `SMR` or `host-managed`")),
    }
}

/// Returns the hexadecimal digits of a world-wide name in lower case, or nothing where it is none.
pub(crate) fn wwn(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let body = ["0x", "naa.", "eui.", "wwn-0x", "wwn-", "nvme-eui.", "uuid."]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower);
    let digits: String = body
        .chars()
        .filter(|character| !matches!(character, ' ' | ':' | '-'))
        .collect();
    let valid = (8..=40).contains(&digits.len())
        && digits.chars().all(|character| character.is_ascii_hexdigit())
        && digits.chars().any(|character| character != '0');
    valid.then_some(digits)
}

/// Returns the kind of capacity that a column of our own format names.
pub(crate) fn capacity_kind(text: &str) -> Result<CapacityKind, CellError> {
    match text.to_lowercase().as_str() {
        "exact" => Ok(CapacityKind::Exact),
        "rounded" => Ok(CapacityKind::Rounded),
        "nominal" => Ok(CapacityKind::Nominal),
        _ => Err(CellError::new(
            "is no kind of capacity",
            "write `exact`, `rounded` or `nominal`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_in_several_languages() {
        assert_eq!(kind("SATA SSD").media, Some(Media::Ssd));
        assert_eq!(kind("SATA SSD").transport, Some(Transport::Sata));
        assert_eq!(kind("机械硬盘").media, Some(Media::Hdd));
        assert_eq!(kind("固态硬盘").media, Some(Media::Ssd));
        assert_eq!(kind("NVMe").transport, Some(Transport::Nvme));
        assert_eq!(kind("Hard Disk Drive").media, Some(Media::Hdd));
        assert_eq!(kind("HM-SMR").shingling, Some(Shingling::HostManaged));
        assert_eq!(kind("data"), Kind::default());
    }

    #[test]
    fn world_wide_names() {
        assert_eq!(wwn("5 000c50 0a1b2c3d4").as_deref(), Some("5000c500a1b2c3d4"));
        assert_eq!(wwn("0x5000C500A1B2C3D4").as_deref(), Some("5000c500a1b2c3d4"));
        assert_eq!(wwn("0000000000000000"), None);
        assert_eq!(wwn("REDACTED"), None);
    }
}
