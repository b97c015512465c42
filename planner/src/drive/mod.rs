//! What is known of one drive, and how it is known.
//!
//! Every fact is optional, since unknown is not zero, and says where it comes from. What the facts mean for a plan is
//! decided elsewhere.

mod date;
mod enclosure;
mod sector;

use std::sync::Arc;

use serde::Serialize;

pub use date::Manufactured;
pub use enclosure::enclosure_of;
pub use sector::SectorSize;

use crate::units::{Bytes, Iops, Money, Probability, Throughput};

/// How a fact about a drive came to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The input says so.
    Stated,
    /// It follows from something that the input says.
    Derived,
    /// It is a default, taken because the input does not say.
    Assumed,
}

/// A known value and its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<T> {
    /// The value.
    pub value: T,
    /// How it is known.
    pub origin: Origin,
}

impl<T> Fact<T> {
    /// Returns a value that the input states.
    pub const fn stated(value: T) -> Self {
        Self {
            value,
            origin: Origin::Stated,
        }
    }

    /// Returns a value that follows from the input.
    pub const fn derived(value: T) -> Self {
        Self {
            value,
            origin: Origin::Derived,
        }
    }

    /// Returns a default.
    pub const fn assumed(value: T) -> Self {
        Self {
            value,
            origin: Origin::Assumed,
        }
    }
}

/// How exact a capacity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CapacityKind {
    /// Bytes as the drive reports them.
    Exact,
    /// A binary figure that a tool rounded, such as 3.637 TiB.
    Rounded,
    /// The decimal size on the label, such as 18 TB.
    Nominal,
}

/// The capacity of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// The bytes as written; what a plan counts with.
    pub bytes: Bytes,
    /// How exact they are.
    pub kind: CapacityKind,
    /// What a drive of this nominal size very likely has; only for [`CapacityKind::Nominal`].
    pub likely: Option<Bytes>,
}

/// What a drive stores on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Media {
    /// Spinning disks.
    #[serde(rename = "HDD")]
    Hdd,
    /// Flash or other solid state memory.
    #[serde(rename = "SSD")]
    Ssd,
}

/// How a drive is attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Serial ATA.
    Sata,
    /// Serial-attached SCSI.
    Sas,
    /// NVM Express.
    Nvme,
    /// USB.
    Usb,
    /// A virtual disk.
    Virtio,
    /// SCSI of another kind.
    Scsi,
}

/// How tracks overlap on a shingled drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shingling {
    /// Conventional recording; no overlap.
    None,
    /// The drive hides its zones; rebuilds are slow.
    DriveManaged,
    /// The host must write zones in order; ZFS cannot use the drive.
    HostManaged,
}

/// Whether a drive can be part of a plan; the worst reason counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Acceptance {
    /// Nothing speaks against it.
    Yes,
    /// It can be planned with; a note says what to watch.
    Warn,
    /// Capacity, class or a sector size is unknown.
    Incomplete,
    /// ZFS cannot use it as it is.
    Refuse,
}

/// One drive of an inventory.
///
/// Texts are shared, since inventories repeat models and batches by the thousand.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    /// Name of the drive within the inventory, unique: device name, serial, or `d1`, `d2` … in file order.
    pub id: Arc<str>,
    /// Maker, where the input gives it apart from the model.
    pub vendor: Option<Arc<str>>,
    /// Model name.
    pub model: Option<Arc<str>>,
    /// Serial number; placeholders such as `N/A` are absent.
    pub serial: Option<Arc<str>>,
    /// World-wide name in lower-case hexadecimal digits.
    pub wwn: Option<Arc<str>>,
    /// Firmware revision.
    pub firmware: Option<Arc<str>>,
    /// Device path for commands, `/dev/disk/by-id/…` where known.
    pub path: Option<Arc<str>>,
    /// Capacity.
    pub capacity: Option<Fact<Capacity>>,
    /// Logical sector size.
    pub logical_sector: Option<Fact<SectorSize>>,
    /// Physical sector size.
    pub physical_sector: Option<Fact<SectorSize>>,
    /// Revolutions per minute; 0 for solid state.
    pub rpm: Option<Fact<u32>>,
    /// Spinning or solid state.
    pub media: Option<Fact<Media>>,
    /// How it is attached.
    pub transport: Option<Fact<Transport>>,
    /// Shingled recording.
    pub shingling: Option<Fact<Shingling>>,
    /// When it was made.
    pub manufactured: Option<Fact<Manufactured>>,
    /// Which drives were made together; equal texts are one batch.
    pub batch: Option<Fact<Arc<str>>>,
    /// Whole hours powered on.
    pub power_on_hours: Option<u32>,
    /// Atomic write unit at power failure in bytes (NVMe AWUPF or NAWUPF).
    pub nvme_awupf: Option<Bytes>,
    /// The same in logical blocks, where the source gives it without their size.
    pub nvme_awupf_blocks: Option<u32>,
    /// Price of one drive.
    pub price: Option<Money>,
    /// Chance that the drive fails within a year, as the user states it.
    pub annual_failure: Option<Probability>,
    /// Sustained read rate, as the user states it.
    pub read: Option<Throughput>,
    /// Sustained write rate, as the user states it.
    pub write: Option<Throughput>,
    /// Random 4K reads per second, as the user states them.
    pub random_read: Option<Iops>,
    /// Power drawn in watts, as the user states it.
    pub watts: Option<f64>,
    /// Slot, bay or shelf.
    pub location: Option<Arc<str>>,
    /// What the drive is already used for, such as a mount point; absent for a free drive.
    pub in_use: Option<Arc<str>>,
    /// File and line where the drive was read.
    pub source: Arc<str>,
    /// Whether it can be part of a plan.
    pub accept: Acceptance,
    /// Why it is not simply accepted, and whatever else is worth knowing.
    pub notes: Vec<String>,
}

impl Drive {
    /// Returns a drive of which nothing is known but its name and where it was read.
    #[must_use]
    pub fn unknown(id: Arc<str>, source: Arc<str>) -> Self {
        Self {
            id,
            vendor: None,
            model: None,
            serial: None,
            wwn: None,
            firmware: None,
            path: None,
            capacity: None,
            logical_sector: None,
            physical_sector: None,
            rpm: None,
            media: None,
            transport: None,
            shingling: None,
            manufactured: None,
            batch: None,
            power_on_hours: None,
            nvme_awupf: None,
            nvme_awupf_blocks: None,
            price: None,
            annual_failure: None,
            read: None,
            write: None,
            random_read: None,
            watts: None,
            location: None,
            in_use: None,
            source,
            accept: Acceptance::Yes,
            notes: Vec::new(),
        }
    }
}
