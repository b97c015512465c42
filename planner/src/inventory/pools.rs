//! Pools that exist already: their drives are in use, and their layout can be compared with what could be.

use serde::Serialize;

use super::device::Device;
use super::{FileReading, models};
use crate::drive::{Capacity, CapacityKind, Fact, Transport};
use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::units::Bytes;

/// One vdev of an existing pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PresentVdev {
    /// What its space is used for.
    pub class: AllocationClass,
    /// Its type as in a layout, such as `raidz2` or `draid2:4d:11c:1s`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Drives in it.
    pub width: u32,
    /// Binary logarithm of its smallest block, where the source tells.
    pub ashift: Option<u32>,
    /// Its own size, where the source tells it in bytes.
    pub asize_bytes: Option<u64>,
    /// Names of its drives as the source has them.
    pub drives: Vec<String>,
    #[serde(skip)]
    vdev_type: VdevType,
}

/// A pool that exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PresentPool {
    /// Its name.
    pub name: String,
    /// Its vdevs in their order; cache devices are left out.
    pub vdevs: Vec<PresentVdev>,
    /// Names of its hot spares.
    pub spares: Vec<String>,
    /// Names of its cache devices.
    pub cache: Vec<String>,
    /// File in which it was read.
    pub source: String,
}

impl PresentPool {
    /// Returns the pool's shape: neighbouring equal vdevs as one group, and its spares.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let mut groups: Vec<VdevGroup> = Vec::new();
        for vdev in &self.vdevs {
            match groups.last_mut() {
                Some(group)
                    if group.class == vdev.class
                        && group.kind == vdev.vdev_type
                        && group.width == vdev.width =>
                {
                    group.count += 1;
                }
                _ => groups.push(VdevGroup {
                    class: vdev.class,
                    count: 1,
                    kind: vdev.vdev_type,
                    width: vdev.width,
                }),
            }
        }
        Layout {
            groups,
            spares: u32::try_from(self.spares.len()).unwrap_or(u32::MAX),
        }
    }
}

/// A pool in the making, as its lines or nodes come.
#[derive(Debug)]
pub(crate) struct PoolBuilder {
    pool: PresentPool,
    /// Where the next leaves belong.
    pub(crate) section: Section,
}

/// The part of a pool that leaves belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Vdevs of this class.
    Vdevs(AllocationClass),
    /// Cache devices.
    Cache,
    /// Hot spares.
    Spares,
}

impl Section {
    /// Returns the section that a heading of `zpool` begins.
    pub(crate) fn named(heading: &str) -> Option<Self> {
        Some(match heading {
            "special" => Self::Vdevs(AllocationClass::Special),
            "dedup" => Self::Vdevs(AllocationClass::Dedup),
            "log" | "logs" => Self::Vdevs(AllocationClass::Log),
            "cache" | "l2cache" => Self::Cache,
            "spare" | "spares" => Self::Spares,
            _ => return None,
        })
    }
}

/// Returns the type of a vdev that `zpool` names `raidz2-0`, `mirror-1` or `draid2:4d:11c:1s-0`; nothing for a leaf.
pub(crate) fn vdev_type(name: &str) -> Option<VdevType> {
    let (kind, number) = name.rsplit_once('-')?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if kind == "mirror" {
        return Some(VdevType::Mirror);
    }
    if let Some(parity) = kind.strip_prefix("raidz") {
        return Some(VdevType::Raidz {
            parity: parity.parse().ok().filter(|parity| (1..=3).contains(parity))?,
        });
    }
    let mut parts = kind.strip_prefix("draid")?.split(':');
    let parity = parts
        .next()?
        .parse()
        .ok()
        .filter(|parity| (1..=3).contains(parity))?;
    let mut draid = (0, 0);
    for part in parts {
        if let Some(data) = part.strip_suffix('d') {
            draid.0 = data.parse().ok()?;
        } else if let Some(spares) = part.strip_suffix('s') {
            draid.1 = spares.parse().ok()?;
        }
    }
    Some(VdevType::Draid {
        parity,
        data: draid.0,
        spares: draid.1,
    })
}

impl PoolBuilder {
    /// Returns an empty pool.
    pub(crate) fn new(name: &str, source: &str) -> Self {
        Self {
            pool: PresentPool {
                name: crate::text::excerpt(name),
                vdevs: Vec::new(),
                spares: Vec::new(),
                cache: Vec::new(),
                source: source.to_owned(),
            },
            section: Section::Vdevs(AllocationClass::Data),
        }
    }

    /// Returns the pool's name.
    pub(crate) fn name(&self) -> &str {
        &self.pool.name
    }

    /// Begins a vdev with several drives.
    pub(crate) fn vdev(&mut self, kind: VdevType, ashift: Option<u32>, asize: Option<u64>) {
        if let Section::Vdevs(class) = self.section {
            self.pool.vdevs.push(PresentVdev {
                class,
                kind: String::new(),
                width: 0,
                ashift,
                asize_bytes: asize,
                drives: Vec::new(),
                vdev_type: kind,
            });
        }
    }

    /// Adds a drive to the vdev that was begun last, or to the spares or cache devices.
    pub(crate) fn leaf(&mut self, name: &str) {
        let name = crate::text::excerpt(name);
        match self.section {
            Section::Cache => self.pool.cache.push(name),
            Section::Spares => self.pool.spares.push(name),
            Section::Vdevs(_) => {
                if let Some(vdev) = self.pool.vdevs.last_mut() {
                    vdev.drives.push(name);
                    vdev.width += 1;
                }
            }
        }
    }

    /// Adds a vdev of a single drive.
    pub(crate) fn single(&mut self, name: &str, ashift: Option<u32>, asize: Option<u64>) {
        self.vdev(VdevType::Stripe, ashift, asize);
        self.leaf(name);
    }

    /// Hands the pool over.
    pub(crate) fn finish(mut self, reading: &mut FileReading) {
        for vdev in &mut self.pool.vdevs {
            vdev.kind = vdev.vdev_type.name(vdev.width);
        }
        if !self.pool.vdevs.is_empty() {
            reading.pools.push(self.pool);
        }
    }
}

/// Adds a drive that is part of `pool`; `bytes` is its size as far as the pool shows it, 256 KiB at most too small.
pub(crate) fn member(name: &str, pool: &str, line: u64, bytes: Option<u64>, reading: &mut FileReading) {
    let mut device = Device::new(&mut reading.messages, line);
    let name = whole_disk(name);
    let short = name.rsplit('/').next().unwrap_or(name);
    device.name(short);
    if name.starts_with('/') {
        device.path(name);
    } else if is_by_id(short) {
        device.path(&format!("/dev/disk/by-id/{short}"));
    } else {
        device.path(name);
    }
    by_id(short, &mut device);
    if let Some(bytes) = bytes.filter(|bytes| *bytes > 0) {
        device.drive.capacity = Some(Fact::derived(Capacity {
            bytes: Bytes::new(bytes),
            kind: CapacityKind::Rounded,
            likely: None,
        }));
    }
    device.in_use(&format!("pool {pool}"));
    let drive = device.finish();
    reading.drives.push(drive);
}

/// Returns the disk of a partition: `sda1` is on `sda`, `nvme0n1p1` on `nvme0n1`, `ata-…-part1` on `ata-…`.
fn whole_disk(name: &str) -> &str {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((disk, part)) = name.rsplit_once("-part")
        && digits(part)
    {
        return disk;
    }
    let short = name.rsplit('/').next().unwrap_or(name);
    let bare = name.trim_end_matches(|character: char| character.is_ascii_digit());
    if short.starts_with("nvme") {
        return match name.rsplit_once('p') {
            Some((disk, part))
                if digits(part) && disk.ends_with(|character: char| character.is_ascii_digit()) =>
            {
                disk
            }
            _ => name,
        };
    }
    let letters = short
        .strip_prefix("sd")
        .or_else(|| short.strip_prefix("vd"))
        .is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_lowercase()));
    if letters { bare } else { name }
}

fn is_by_id(name: &str) -> bool {
    ["ata-", "scsi-", "nvme-", "wwn-", "usb-", "sas-"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Takes model, serial number, world-wide name and interface from a name below `/dev/disk/by-id`.
fn by_id(name: &str, device: &mut Device<'_>) {
    if let Some(wwn) = name.strip_prefix("wwn-") {
        device.wwn(wwn);
    } else if let Some(unit) = name.strip_prefix("scsi-3") {
        device.wwn(unit);
    } else if let Some(eui) = name.strip_prefix("nvme-eui.") {
        device.wwn(eui);
        device.transport_derived(Transport::Nvme);
    } else if let Some((model, serial)) = name
        .strip_prefix("ata-")
        .or_else(|| name.strip_prefix("nvme-"))
        .and_then(|rest| rest.rsplit_once('_'))
    {
        let transport = if name.starts_with("ata-") {
            Transport::Sata
        } else {
            Transport::Nvme
        };
        device.transport_derived(transport);
        device.model(models::bare(&model.replace('_', " ")));
        device.serial(serial);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_on_disks() {
        for (partition, disk) in [
            ("/dev/sdz1", "/dev/sdz"),
            ("nvme0n1p3", "nvme0n1"),
            ("nvme0n1", "nvme0n1"),
            ("ata-X_Y-part1", "ata-X_Y"),
            ("d0", "d0"),
            ("da12", "da12"),
        ] {
            assert_eq!(whole_disk(partition), disk);
        }
    }

    #[test]
    fn names_of_vdevs() {
        assert_eq!(vdev_type("raidz2-0"), Some(VdevType::Raidz { parity: 2 }));
        assert_eq!(vdev_type("mirror-11"), Some(VdevType::Mirror));
        assert_eq!(
            vdev_type("draid2:4d:11c:1s-0"),
            Some(VdevType::Draid {
                parity: 2,
                data: 4,
                spares: 1
            })
        );
        for leaf in [
            "sda",
            "ata-ST18000NM000J-2TV103_ZR5K2TA0",
            "d0",
            "raidz9-0",
            "replacing-0",
        ] {
            assert_eq!(vdev_type(leaf), None, "{leaf}");
        }
    }
}
