//! The drives of an inventory as JSON and other programs see them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::verdict;
use crate::drive::{Acceptance, CapacityKind, Drive, Fact, Media, Origin, SectorSize, Shingling, Transport};

/// One drive with the keys of the inventory's JSON; every number has its unit in the key or is a plain count.
#[derive(Debug, Clone, Serialize)]
pub struct DriveRecord<'drive> {
    /// Name of the drive within the inventory.
    pub id: &'drive str,
    /// Maker, where given apart from the model.
    pub vendor: Option<&'drive str>,
    /// Model.
    pub model: Option<&'drive str>,
    /// Serial number.
    pub serial: Option<&'drive str>,
    /// World-wide name.
    pub wwn: Option<&'drive str>,
    /// Firmware revision.
    pub firmware: Option<&'drive str>,
    /// Device path.
    pub path: Option<&'drive str>,
    /// Capacity as written.
    pub capacity_bytes: Option<u64>,
    /// How exact it is.
    pub capacity_kind: Option<CapacityKind>,
    /// What a drive of this nominal size very likely has.
    pub likely_bytes: Option<u64>,
    /// Logical sector size in bytes.
    pub logical_sector: Option<SectorSize>,
    /// Physical sector size in bytes.
    pub physical_sector: Option<SectorSize>,
    /// Revolutions per minute, 0 for solid state.
    pub rpm: Option<u32>,
    /// `HDD` or `SSD`.
    pub class: Option<Media>,
    /// How it is attached.
    pub transport: Option<Transport>,
    /// Shingled recording.
    pub recording: Option<Shingling>,
    /// `2022-11-03`, `2023-W16`, `2023-04`, `2021` or `2013-03-27..2013-04-03`.
    pub manufactured: Option<String>,
    /// Batch.
    pub batch: Option<&'drive str>,
    /// Whole hours powered on.
    pub power_on_hours: Option<u32>,
    /// Atomic write unit at power failure.
    pub nvme_awupf_bytes: Option<u64>,
    /// The same in logical blocks, where their size is not known.
    pub nvme_awupf_blocks: Option<u32>,
    /// Price of one drive.
    pub price: Option<f64>,
    /// Its currency.
    pub currency: Option<String>,
    /// Chance of failure within a year.
    pub annual_failure: Option<f64>,
    /// Sustained read rate.
    pub read_mb_per_s: Option<f64>,
    /// Sustained write rate.
    pub write_mb_per_s: Option<f64>,
    /// Random 4K reads per second.
    pub random_read_iops: Option<f64>,
    /// Power drawn.
    pub watts: Option<f64>,
    /// Slot, bay or shelf.
    pub location: Option<&'drive str>,
    /// What it is used for.
    pub in_use: Option<&'drive str>,
    /// Where it was read.
    pub source: &'drive str,
    /// Verdict.
    pub accept: Acceptance,
    /// Remarks and reasons.
    pub notes: &'drive [String],
    /// Facts that a plan needs and nobody stated.
    pub missing: Vec<&'static str>,
    /// How the facts that are not stated came to be known.
    pub origins: BTreeMap<&'static str, Origin>,
}

/// Returns the facts of a drive by their keys, with their origins.
fn origins(drive: &Drive) -> [(&'static str, Option<Origin>); 9] {
    fn of<T>(fact: Option<&Fact<T>>) -> Option<Origin> {
        fact.map(|fact| fact.origin)
    }
    [
        ("capacity", of(drive.capacity.as_ref())),
        ("logical_sector", of(drive.logical_sector.as_ref())),
        ("physical_sector", of(drive.physical_sector.as_ref())),
        ("rpm", of(drive.rpm.as_ref())),
        ("class", of(drive.media.as_ref())),
        ("transport", of(drive.transport.as_ref())),
        ("recording", of(drive.shingling.as_ref())),
        ("manufactured", of(drive.manufactured.as_ref())),
        ("batch", of(drive.batch.as_ref())),
    ]
}

/// Returns the keys of the facts with this origin.
pub(crate) fn keys_with(drive: &Drive, origin: Origin) -> Vec<&'static str> {
    origins(drive)
        .into_iter()
        .filter(|(_, known)| *known == Some(origin))
        .map(|(key, _)| key)
        .collect()
}

/// Changes how the fact of a key came to be known; nothing where the key or the fact is unknown.
pub(crate) fn set_origin(drive: &mut Drive, key: &str, origin: Origin) {
    fn set<T>(fact: &mut Option<Fact<T>>, origin: Origin) {
        if let Some(fact) = fact {
            fact.origin = origin;
        }
    }
    match key {
        "capacity" => set(&mut drive.capacity, origin),
        "logical_sector" => set(&mut drive.logical_sector, origin),
        "physical_sector" => set(&mut drive.physical_sector, origin),
        "rpm" => set(&mut drive.rpm, origin),
        "class" => set(&mut drive.media, origin),
        "transport" => set(&mut drive.transport, origin),
        "recording" => set(&mut drive.shingling, origin),
        "manufactured" => set(&mut drive.manufactured, origin),
        "batch" => set(&mut drive.batch, origin),
        _ => {}
    }
}

impl<'drive> From<&'drive Drive> for DriveRecord<'drive> {
    fn from(drive: &'drive Drive) -> Self {
        let capacity = drive.capacity.map(|fact| fact.value);
        Self {
            id: &drive.id,
            vendor: drive.vendor.as_deref(),
            model: drive.model.as_deref(),
            serial: drive.serial.as_deref(),
            wwn: drive.wwn.as_deref(),
            firmware: drive.firmware.as_deref(),
            path: drive.path.as_deref(),
            capacity_bytes: capacity.map(|capacity| capacity.bytes.as_u64()),
            capacity_kind: capacity.map(|capacity| capacity.kind),
            likely_bytes: capacity
                .and_then(|capacity| capacity.likely)
                .map(crate::units::Bytes::as_u64),
            logical_sector: drive.logical_sector.map(|fact| fact.value),
            physical_sector: drive.physical_sector.map(|fact| fact.value),
            rpm: drive.rpm.map(|fact| fact.value),
            class: drive.media.map(|fact| fact.value),
            transport: drive.transport.map(|fact| fact.value),
            recording: drive.shingling.map(|fact| fact.value),
            manufactured: drive.manufactured.map(|fact| fact.value.to_string()),
            batch: drive.batch.as_ref().map(|fact| fact.value.as_ref()),
            power_on_hours: drive.power_on_hours,
            nvme_awupf_bytes: drive.nvme_awupf.map(crate::units::Bytes::as_u64),
            nvme_awupf_blocks: drive.nvme_awupf_blocks,
            price: drive.price.map(crate::units::Money::as_f64),
            currency: drive
                .price
                .and_then(crate::units::Money::currency)
                .map(|currency| currency.code().to_owned()),
            annual_failure: drive.annual_failure.map(crate::units::Probability::as_f64),
            read_mb_per_s: drive.read.map(crate::units::Throughput::as_mb_per_s),
            write_mb_per_s: drive.write.map(crate::units::Throughput::as_mb_per_s),
            random_read_iops: drive.random_read.map(crate::units::Iops::as_f64),
            watts: drive.watts,
            location: drive.location.as_deref(),
            in_use: drive.in_use.as_deref(),
            source: &drive.source,
            accept: drive.accept,
            notes: &drive.notes,
            missing: verdict::missing(drive)
                .into_iter()
                .map(verdict::Aspect::key)
                .collect(),
            origins: origins(drive)
                .into_iter()
                .filter_map(|(key, origin)| Some((key, origin.filter(|origin| *origin != Origin::Stated)?)))
                .collect(),
        }
    }
}
