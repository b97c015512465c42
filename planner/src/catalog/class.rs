//! Drive classes and how a drive is put into one.

use std::fmt;

use serde::Serialize;

use super::pattern::matching_pattern;
use crate::drive::{Drive, Fact, Media, Transport};

/// A group of drives that share default figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DriveClass {
    /// Desktop hard disk.
    HddConsumer,
    /// Hard disk sold for network storage at home.
    HddNas,
    /// 7200 rpm hard disk for data centres.
    HddNearline,
    /// SAS hard disk of 10000 rpm.
    #[serde(rename = "hdd_sas10k")]
    HddSas10k,
    /// SAS hard disk of 15000 rpm.
    #[serde(rename = "hdd_sas15k")]
    HddSas15k,
    /// SATA SSD without power-loss protection.
    SsdSataConsumer,
    /// SATA SSD with power-loss protection.
    SsdSataEnterprise,
    /// SAS SSD with power-loss protection.
    SsdSasEnterprise,
    /// NVMe SSD with power-loss protection.
    NvmeEnterprise,
    /// NVMe SSD without power-loss protection.
    NvmeConsumer,
}

impl DriveClass {
    /// Every class, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::HddConsumer,
        Self::HddNas,
        Self::HddNearline,
        Self::HddSas10k,
        Self::HddSas15k,
        Self::SsdSataConsumer,
        Self::SsdSataEnterprise,
        Self::SsdSasEnterprise,
        Self::NvmeEnterprise,
        Self::NvmeConsumer,
    ];

    /// Returns the name in tables and JSON, such as `hdd_nearline`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HddConsumer => "hdd_consumer",
            Self::HddNas => "hdd_nas",
            Self::HddNearline => "hdd_nearline",
            Self::HddSas10k => "hdd_sas10k",
            Self::HddSas15k => "hdd_sas15k",
            Self::SsdSataConsumer => "ssd_sata_consumer",
            Self::SsdSataEnterprise => "ssd_sata_enterprise",
            Self::SsdSasEnterprise => "ssd_sas_enterprise",
            Self::NvmeEnterprise => "nvme_enterprise",
            Self::NvmeConsumer => "nvme_consumer",
        }
    }

    /// Returns the class of a name, or nothing for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Returns whether drives of the class spin or not.
    #[must_use]
    pub const fn media(self) -> Media {
        match self {
            Self::HddConsumer | Self::HddNas | Self::HddNearline | Self::HddSas10k | Self::HddSas15k => {
                Media::Hdd
            }
            Self::SsdSataConsumer
            | Self::SsdSataEnterprise
            | Self::SsdSasEnterprise
            | Self::NvmeEnterprise
            | Self::NvmeConsumer => Media::Ssd,
        }
    }
}

impl fmt::Display for DriveClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Returns the class of a drive: derived where the model name tells, assumed where only media, rpm, transport and
/// capacity do.
///
/// Stated media and rpm overrule a model name that says otherwise. A drive of which nothing is known counts as a
/// nearline disk from 10 TB and as a desktop disk below.
#[must_use]
pub fn class_of(drive: &Drive) -> Fact<DriveClass> {
    let media = media_of(drive);
    let named = drive
        .model
        .as_deref()
        .and_then(matching_pattern)
        .map(|pattern| on_transport(pattern.class, drive))
        .filter(|class| media.is_none_or(|media| media == class.media()));
    match named {
        Some(class) => Fact::derived(class),
        None if media == Some(Media::Ssd) => Fact::assumed(ssd_class(drive)),
        None => Fact::assumed(hdd_class(drive)),
    }
}

fn transport_of(drive: &Drive) -> Option<Transport> {
    drive.transport.map(|fact| fact.value)
}

fn media_of(drive: &Drive) -> Option<Media> {
    drive.media.map(|fact| fact.value).or_else(|| {
        if transport_of(drive) == Some(Transport::Nvme) {
            return Some(Media::Ssd);
        }
        drive.rpm.map(|fact| match fact.value {
            0 => Media::Ssd,
            _ => Media::Hdd,
        })
    })
}

/// Some series exist with SATA and with NVMe under one name.
fn on_transport(class: DriveClass, drive: &Drive) -> DriveClass {
    match (class, transport_of(drive)) {
        (DriveClass::SsdSataConsumer, Some(Transport::Nvme)) => DriveClass::NvmeConsumer,
        (DriveClass::SsdSataEnterprise, Some(Transport::Nvme)) => DriveClass::NvmeEnterprise,
        _ => class,
    }
}

/// Consumer SSDs end at 8 TB; larger ones and all SAS ones are made for servers.
fn ssd_class(drive: &Drive) -> DriveClass {
    const LARGEST_CONSUMER_TB: f64 = 8.2;
    let large = capacity_tb(drive).is_some_and(|terabytes| terabytes > LARGEST_CONSUMER_TB);
    match transport_of(drive) {
        Some(Transport::Sas) => DriveClass::SsdSasEnterprise,
        Some(Transport::Nvme) if large => DriveClass::NvmeEnterprise,
        Some(Transport::Nvme) => DriveClass::NvmeConsumer,
        _ if large => DriveClass::SsdSataEnterprise,
        _ => DriveClass::SsdSataConsumer,
    }
}

fn hdd_class(drive: &Drive) -> DriveClass {
    const SMALLEST_NEARLINE_TB: f64 = 9.9;
    let rpm = drive.rpm.map(|fact| fact.value);
    let large = capacity_tb(drive).is_some_and(|terabytes| terabytes >= SMALLEST_NEARLINE_TB);
    match (rpm, transport_of(drive)) {
        (Some(12_000..), _) => DriveClass::HddSas15k,
        (Some(9_000..12_000), _) => DriveClass::HddSas10k,
        (_, Some(Transport::Sas)) => DriveClass::HddNearline,
        (Some(7_000..9_000) | None, _) if large => DriveClass::HddNearline,
        (Some(1..7_000), _) if large => DriveClass::HddNas,
        _ => DriveClass::HddConsumer,
    }
}

/// Returns the capacity in TB, if it is known.
pub(super) fn capacity_tb(drive: &Drive) -> Option<f64> {
    drive.capacity.map(|fact| fact.value.bytes.as_tb())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::{Capacity, CapacityKind, Origin};
    use crate::units::Bytes;

    fn drive(model: &str, terabytes: u64, rpm: Option<u32>, transport: Option<Transport>) -> Drive {
        let mut drive = Drive::unknown("d1".into(), "test".into());
        drive.model = (!model.is_empty()).then(|| model.into());
        drive.capacity = (terabytes > 0).then(|| {
            Fact::stated(Capacity {
                bytes: Bytes::new(terabytes * 1_000_000_000_000),
                kind: CapacityKind::Nominal,
                likely: None,
            })
        });
        drive.rpm = rpm.map(Fact::stated);
        drive.transport = transport.map(Fact::stated);
        drive
    }

    #[test]
    fn model_names_decide_where_they_are_known() {
        let sata = Some(Transport::Sata);
        for (model, expected) in [
            ("ST18000NM000J-2TV103", DriveClass::HddNearline),
            ("ATA ST4000VN008-2DR166", DriveClass::HddNas),
            ("WDC WD80EFAX-68LHPN0", DriveClass::HddNas),
            ("HGST_HUH721212ALE604", DriveClass::HddNearline),
            ("TOSHIBA MG08ACA16TE", DriveClass::HddNearline),
            ("Samsung SSD 870 EVO 4TB", DriveClass::SsdSataConsumer),
            ("INTEL SSDSC2KB960G8", DriveClass::SsdSataEnterprise),
        ] {
            let class = class_of(&drive(model, 4, None, sata));
            assert_eq!(
                (class.value, class.origin),
                (expected, Origin::Derived),
                "{model}"
            );
        }
        let red = class_of(&drive("WDS400T1R0C", 4, None, Some(Transport::Nvme)));
        assert_eq!(red.value, DriveClass::NvmeConsumer);
    }

    #[test]
    fn stated_rpm_overrules_the_model_name() {
        let class = class_of(&drive("ST18000NM000J", 18, Some(0), None));
        assert_eq!(class, Fact::assumed(DriveClass::SsdSataEnterprise));
    }

    #[test]
    fn without_a_model_the_class_follows_rpm_transport_and_size() {
        for (terabytes, rpm, transport, expected) in [
            (18, Some(7200), Some(Transport::Sata), DriveClass::HddNearline),
            (4, Some(7200), Some(Transport::Sata), DriveClass::HddConsumer),
            (4, Some(7200), Some(Transport::Sas), DriveClass::HddNearline),
            (12, Some(5400), Some(Transport::Sata), DriveClass::HddNas),
            (1, Some(10_500), Some(Transport::Sas), DriveClass::HddSas10k),
            (1, Some(15_000), Some(Transport::Sas), DriveClass::HddSas15k),
            (2, Some(0), Some(Transport::Sata), DriveClass::SsdSataConsumer),
            (2, Some(0), Some(Transport::Sas), DriveClass::SsdSasEnterprise),
            (2, None, Some(Transport::Nvme), DriveClass::NvmeConsumer),
            (15, None, Some(Transport::Nvme), DriveClass::NvmeEnterprise),
            (0, None, None, DriveClass::HddConsumer),
        ] {
            let class = class_of(&drive("", terabytes, rpm, transport));
            assert_eq!(
                class,
                Fact::assumed(expected),
                "{terabytes} TB, {rpm:?}, {transport:?}"
            );
        }
    }

    #[test]
    fn names_round_trip() {
        for class in DriveClass::ALL {
            assert_eq!(DriveClass::from_name(class.name()), Some(class));
        }
        assert_eq!(DriveClass::from_name("floppy"), None);
    }
}
