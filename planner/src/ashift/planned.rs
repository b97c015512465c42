//! What zplan plans, which is not always what OpenZFS would take by itself.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::drive::{Drive, Media, SectorSize};
use crate::error::Error;
use crate::units::Bytes;

use super::Ashift;
use super::rules::{Refusal, Sectors, automatic};

/// Physical sectors from this size on are doubted: an array or a bridge reports its stripe, not a sector.
const DOUBTFUL_PHYSICAL_SHIFT: u32 = 15;

/// Most hard disks from this size on have 4096-byte sectors, whatever they report.
///
/// # Source
///
/// The industry's move to 4096-byte sectors (IDEMA Advanced Format) began in 2010 at about this capacity; 512-byte
/// native drives of up to 4 TB exist for servers, so this is a doubt and no proof.
const DOUBTFUL_512_NATIVE: Bytes = Bytes::new(2_000_000_000_000);

/// What is worth knowing about the sectors of some drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AshiftNoteKind {
    /// Physical sectors of 8 or 16 KiB, which OpenZFS would follow and the plan does not.
    LargePhysical,
    /// Physical sectors of 32 KiB or more.
    DoubtfulPhysical,
    /// A large hard disk that says 512 bytes for both.
    Doubtful512Native,
    /// Logical sectors above 4096 bytes, which the plan has to follow.
    LargeLogical,
}

/// A note about some drives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AshiftNote {
    /// What it is about.
    pub kind: AshiftNoteKind,
    /// Names of the drives, in the order of the inventory.
    pub drives: Vec<String>,
    /// The note: lower case, no final period, without the drives' names.
    pub message: String,
}

/// The ashift of a plan and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedAshift {
    /// The ashift that is planned for every vdev: 12, or more where logical sectors need it.
    pub ashift: Ashift,
    /// What OpenZFS would take for one vdev of all these drives.
    pub automatic: Ashift,
    /// What is worth knowing, one note per kind.
    pub notes: Vec<AshiftNote>,
}

impl PlannedAshift {
    /// Returns the planned ashift of drives; an unknown logical sector counts as 512 bytes, an unknown physical one as
    /// the logical one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Drives`] naming the drives whose logical sectors ZFS cannot use, and for no drives at all.
    pub fn of<'a>(drives: impl IntoIterator<Item = &'a Drive>) -> Result<Self, Error> {
        let mut ashift = Ashift::B4096;
        let mut sectors = Vec::new();
        let mut unusable = Vec::new();
        let mut notes: BTreeMap<AshiftNoteKind, AshiftNote> = BTreeMap::new();
        for drive in drives {
            let logical = drive.logical_sector.map_or(SectorSize::B512, |fact| fact.value);
            let physical = drive.physical_sector.map_or(logical, |fact| fact.value);
            let reported = Sectors { logical, physical };
            match reported.shifts() {
                Ok((logical_shift, _)) => {
                    ashift = ashift.max(Ashift::new(logical_shift)?);
                    sectors.push(reported);
                }
                Err(_) => unusable.push(drive),
            }
            if let Some((kind, message)) = note(drive, reported) {
                notes
                    .entry(kind)
                    .or_insert_with(|| AshiftNote {
                        kind,
                        drives: Vec::new(),
                        message,
                    })
                    .drives
                    .push(drive.id.to_string());
            }
        }
        if let Some(first) = unusable.first() {
            return Err(refused(first, &unusable));
        }
        let automatic = automatic(&sectors).map_err(|refusal| Error::Drives {
            reason: refusal.to_string(),
            hint: "list at least one drive".to_owned(),
        })?;
        Ok(Self {
            ashift,
            automatic,
            notes: notes.into_values().collect(),
        })
    }
}

fn refused(first: &Drive, unusable: &[&Drive]) -> Error {
    let names: Vec<&str> = unusable.iter().map(|drive| drive.id.as_ref()).collect();
    let refusal = Refusal::UnusableSectors {
        logical: first.logical_sector.map_or(SectorSize::B512, |fact| fact.value),
    };
    Error::Drives {
        reason: format!("{}: {refusal}", names.join(", ")),
        hint: "run `sg_format --format --size=4096` on each, which takes hours, and read its capacity again"
            .to_owned(),
    }
}

fn note(drive: &Drive, sectors: Sectors) -> Option<(AshiftNoteKind, String)> {
    let (logical, physical) = sectors.shifts().ok()?;
    if logical > Ashift::B4096.as_u32() {
        let message = format!(
            "logical sectors of {} bytes need ashift {logical}",
            sectors.logical
        );
        return Some((AshiftNoteKind::LargeLogical, message));
    }
    if physical >= DOUBTFUL_PHYSICAL_SHIFT {
        let message = format!(
            "physical sectors of {} bytes are doubtful: OpenZFS does not follow them and takes ashift {logical} by \
             itself; give `-o ashift=12`",
            sectors.physical
        );
        return Some((AshiftNoteKind::DoubtfulPhysical, message));
    }
    if physical > Ashift::B4096.as_u32() {
        let message = format!(
            "physical sectors of {} bytes would give ashift {physical} by themselves; 12 is planned, since a larger \
             one costs space on raidz and the drive's own mapping hides its pages",
            sectors.physical
        );
        return Some((AshiftNoteKind::LargePhysical, message));
    }
    let is_large_hard_disk = drive.media.is_some_and(|media| media.value == Media::Hdd)
        && drive
            .capacity
            .is_some_and(|capacity| capacity.value.bytes >= DOUBTFUL_512_NATIVE);
    if is_large_hard_disk && physical == Ashift::MINIMUM.as_u32() && drive.physical_sector.is_some() {
        let message =
            "physical sectors of 512 bytes are doubtful on a hard disk of this size: a bridge or controller \
                       may hide 4096; give `-o ashift=12`"
                .to_owned();
        return Some((AshiftNoteKind::Doubtful512Native, message));
    }
    None
}
