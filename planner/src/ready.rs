//! Which drives of an inventory can be planned with, and what is taken for the facts that it does not state?
//!
//! Every assumption is kept beside the drive, so that a report can show it. Refused drives and drives in use are left out
//! and listed; a drive without a capacity stops the plan, since no default would be honest.

use std::sync::Arc;

use serde::Serialize;

use crate::catalog::{ClassDefaults, DriveClass, class_defaults, class_of};
use crate::drive::{Acceptance, CapacityKind, Drive, Fact, Media, Origin, SectorSize, enclosure_of};
use crate::error::Error;
use crate::placement::Placeable;
use crate::units::{Bytes, Hours, Money, Throughput};

/// Most drives that a plan takes; an inventory may be larger.
pub const MOST_DRIVES: usize = 1024;

/// A drive with a value for everything that a plan needs.
#[derive(Debug, Clone)]
pub struct ReadyDrive {
    /// Name of the drive in the inventory.
    pub id: Arc<str>,
    /// Position in the inventory.
    pub position: usize,
    /// Capacity that the plan counts with.
    pub bytes: Bytes,
    /// Logical sector size.
    pub logical_sector: SectorSize,
    /// Physical sector size.
    pub physical_sector: SectorSize,
    /// Spinning or solid state.
    pub media: Media,
    /// Class for default figures, and how it is known.
    pub class: Fact<DriveClass>,
    /// Batch, if known.
    pub batch: Option<Arc<str>>,
    /// Enclosure that it is in, if known.
    pub enclosure: Option<Arc<str>>,
    /// Age at the start of the mission.
    pub age: Hours,
    /// How the age is known.
    pub age_origin: Origin,
    /// Price, if known.
    pub price: Option<Money>,
}

impl ReadyDrive {
    /// Returns the default figures of its class.
    #[must_use]
    pub fn defaults(&self) -> &'static ClassDefaults {
        class_defaults(self.class.value)
    }

    /// Returns what placement needs to know of it, `read` being its streaming read rate.
    #[must_use]
    pub fn placeable(&self, read: Throughput) -> Placeable {
        Placeable {
            id: Arc::clone(&self.id),
            bytes: self.bytes,
            media: self.media,
            batch: self.batch.clone(),
            domain: self.enclosure.clone(),
            read,
        }
    }
}

/// A fact that was taken because the inventory does not state it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// Drives concerned, by name.
    pub drives: Vec<Arc<str>>,
    /// The fact.
    pub fact: &'static str,
    /// What was taken for it.
    pub value: String,
    /// Why.
    pub because: String,
}

/// A drive that the plan leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Name of the drive.
    pub id: Arc<str>,
    /// Why.
    pub reason: String,
}

/// The drives to plan with.
#[derive(Debug, Clone, Default)]
pub struct Ready {
    /// Drives in the order of the inventory.
    pub drives: Vec<ReadyDrive>,
    /// What was assumed, equal assumptions of several drives together.
    pub assumptions: Vec<Assumption>,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
}

/// Fills in what a plan needs to know of each drive as of a day, and leaves out what ZFS cannot use.
///
/// # Errors
/// [`Error::Drives`] if a drive has no capacity, if no drive remains, or if more than [`MOST_DRIVES`] do.
pub fn ready(inventory: &[Drive], as_of: jiff::civil::Date) -> Result<Ready, Error> {
    let mut result = Ready::default();
    for (position, drive) in inventory.iter().enumerate() {
        if let Some(reason) = reason_to_leave_out(drive) {
            result.left_out.push(LeftOut {
                id: Arc::clone(&drive.id),
                reason,
            });
            continue;
        }
        if result.drives.len() == MOST_DRIVES {
            return Err(Error::Drives {
                reason: format!("{} drives, and a plan takes at most 1,024", inventory.len()),
                hint: "plan the drives of one shelf or one model at a time: give a file with those rows only"
                    .to_owned(),
            });
        }
        let one = ready_drive(drive, position, as_of, &mut result.assumptions)?;
        result.drives.push(one);
    }
    if result.drives.is_empty() {
        let because = result.left_out.first().map_or_else(
            || "the inventory has no drives".to_owned(),
            |first| format!("no drive can be planned with; `{}`: {}", first.id, first.reason),
        );
        return Err(Error::Drives {
            reason: because,
            hint: "zplan inventory shows what was understood".to_owned(),
        });
    }
    Ok(result)
}

fn reason_to_leave_out(drive: &Drive) -> Option<String> {
    if drive.accept == Acceptance::Refuse {
        let reason = drive
            .notes
            .first()
            .map_or("ZFS cannot use it as it is", String::as_str);
        return Some(reason.to_owned());
    }
    drive
        .in_use
        .as_ref()
        .map(|used_for| format!("in use: {used_for}"))
}

fn ready_drive(
    drive: &Drive,
    position: usize,
    as_of: jiff::civil::Date,
    assumptions: &mut Vec<Assumption>,
) -> Result<ReadyDrive, Error> {
    let Some(capacity) = drive.capacity else {
        return Err(Error::Drives {
            reason: format!(
                "the capacity of drive `{}` ({}) is unknown",
                drive.id, drive.source
            ),
            hint: "`lsblk -b -d -o NAME,SIZE` prints it in bytes; or leave the drive out".to_owned(),
        });
    };
    let mut assume = |fact: &'static str, value: String, because: &str| {
        let same = assumptions
            .iter_mut()
            .find(|known| known.fact == fact && known.value == value && known.because == because);
        match same {
            Some(known) => known.drives.push(Arc::clone(&drive.id)),
            None => assumptions.push(Assumption {
                drives: vec![Arc::clone(&drive.id)],
                fact,
                value,
                because: because.to_owned(),
            }),
        }
    };
    if capacity.value.kind == CapacityKind::Nominal {
        let likely = capacity.value.likely.map_or_else(String::new, |likely| {
            format!(
                "; a drive of this size very likely has {}",
                crate::figures::grouped(likely.as_u64())
            )
        });
        assume(
            "capacity_bytes",
            format!("{}{likely}", capacity.value.bytes),
            "the size on the label, as written",
        );
    }
    let class = class_of(drive);
    let media = drive.media.map_or_else(
        || {
            let media = class.value.media();
            let word = if media == Media::Hdd { "HDD" } else { "SSD" };
            assume("class", word.to_owned(), "what its model, rpm or size points to");
            media
        },
        |fact| fact.value,
    );
    if class.origin == Origin::Assumed {
        assume(
            "drive_class",
            class.value.to_string(),
            "from media, rpm, transport and size",
        );
    }
    let logical_sector = drive.logical_sector.map_or_else(
        || {
            assume("logical_sector", "512".to_owned(), "usual; no input states it");
            SectorSize::B512
        },
        |fact| fact.value,
    );
    let physical_sector = drive.physical_sector.map_or_else(
        || {
            let usual = logical_sector.max(SectorSize::B4096);
            assume("physical_sector", usual.to_string(), "usual; no input states it");
            usual
        },
        |fact| fact.value,
    );
    if media == Media::Hdd && drive.rpm.is_none_or(|fact| fact.value == 0) {
        assume(
            "rpm",
            class_defaults(class.value).rpm.to_string(),
            "default of its class",
        );
    }
    let (age, age_origin) = age(drive, as_of);
    if age_origin == Origin::Assumed {
        assume(
            "age",
            "0 h".to_owned(),
            "neither power-on hours nor a manufacture date is known",
        );
    }
    Ok(ReadyDrive {
        id: Arc::clone(&drive.id),
        position,
        bytes: capacity.value.bytes,
        logical_sector,
        physical_sector,
        media,
        class,
        batch: drive.batch.as_ref().map(|fact| Arc::clone(&fact.value)),
        enclosure: drive.location.as_deref().and_then(enclosure_of).map(Arc::from),
        age,
        age_origin,
        price: drive.price,
    })
}

/// Power-on hours, else the time since it was made, else none.
fn age(drive: &Drive, as_of: jiff::civil::Date) -> (Hours, Origin) {
    if let Some(hours) = drive.power_on_hours {
        return (
            Hours::new(f64::from(hours)).unwrap_or(Hours::ZERO),
            Origin::Stated,
        );
    }
    let Some(made) = drive.manufactured else {
        return (Hours::ZERO, Origin::Assumed);
    };
    let days = made
        .value
        .midpoint()
        .until(as_of)
        .map_or(0, |span| span.get_days());
    (
        Hours::from_days(f64::from(days.max(0))).unwrap_or(Hours::ZERO),
        Origin::Derived,
    )
}
