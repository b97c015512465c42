//! Can ZFS use this drive, and what should its owner know?
//!
//! The reasons follow from the facts of one drive alone; the worst one is the verdict. Unknown facts are no reasons
//! but make a drive incomplete: [`missing`] names them.

use jiff::civil::Date;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::drive::{Acceptance, CapacityKind, Drive, Manufactured, Media, Origin, Shingling, Transport};

use super::cell::size::SMALLEST_DEVICE;

/// A fact that a verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// The capacity.
    Capacity,
    /// Spinning or solid state.
    Class,
    /// The logical sector size.
    LogicalSector,
    /// The physical sector size.
    PhysicalSector,
    /// Shingled recording.
    Recording,
    /// What the drive is used for.
    Use,
}

impl Aspect {
    /// Returns the key of the fact in the inventory's JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Capacity => "capacity",
            Self::Class => "class",
            Self::LogicalSector => "logical_sector",
            Self::PhysicalSector => "physical_sector",
            Self::Recording => "recording",
            Self::Use => "in_use",
        }
    }
}

/// Why a drive is not simply accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The fact concerned.
    pub aspect: Aspect,
    /// What it does to the verdict: a warning or a refusal.
    pub verdict: Acceptance,
    /// What is the matter, in one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// From this size on, 512-byte physical sectors are rare and often claimed wrongly by bridges and controllers.
const DOUBTFUL_512: u64 = 2_000_000_000_000;

/// Physical sizes above this are no sector sizes but hints about pages or zones.
const LARGEST_PLAUSIBLE_PHYSICAL: u32 = 16_384;

/// Returns why the drive is warned of or refused, in no order; empty for most drives.
#[must_use]
pub fn reasons(drive: &Drive) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut add = |aspect, verdict, message: String, hint: &str| {
        reasons.push(Reason {
            aspect,
            verdict,
            message,
            hint: hint.to_owned(),
        });
    };
    if let Some(sector) = drive.logical_sector
        && sector.value.shift().is_none()
    {
        add(
            Aspect::LogicalSector,
            Acceptance::Refuse,
            format!(
                "sectors of {} bytes cannot hold ZFS until the drive is formatted anew",
                sector.value
            ),
            "`sg_format --format --size=512 DEVICE` takes hours per drive; read the capacity again afterwards",
        );
    }
    if let Some(capacity) = drive.capacity
        && capacity.value.bytes.as_u64() < SMALLEST_DEVICE
    {
        add(
            Aspect::Capacity,
            Acceptance::Refuse,
            format!(
                "{} are less than the 64 MiB that a vdev needs",
                capacity.value.bytes
            ),
            "check the figure with `lsblk -b`",
        );
    }
    sector_doubts(drive, &mut add);
    if let (Some(media), Some(rpm)) = (drive.media, drive.rpm)
        && (media.value == Media::Hdd) != (rpm.value > 0)
    {
        let message = match media.value {
            Media::Hdd => "called a hard disk, yet turns at 0 revolutions".to_owned(),
            Media::Ssd => format!("called solid state, yet turns at {} revolutions", rpm.value),
        };
        add(
            Aspect::Class,
            Acceptance::Warn,
            message,
            "`smartctl -i DEVICE` tells",
        );
    }
    match drive.shingling {
        Some(fact) if fact.value == Shingling::HostManaged => {
            let (verdict, message) = if fact.origin == Origin::Stated {
                (
                    Acceptance::Refuse,
                    "host-managed shingled recording: ZFS cannot write to it",
                )
            } else {
                (
                    Acceptance::Warn,
                    "the model name is that of a host-managed shingled drive, which ZFS cannot write to",
                )
            };
            add(
                Aspect::Recording,
                verdict,
                message.to_owned(),
                "`lsblk -o NAME,ZONED` tells",
            );
        }
        Some(fact) if fact.value == Shingling::DriveManaged => add(
            Aspect::Recording,
            Acceptance::Warn,
            "shingled recording: resilvers take days and may fail".to_owned(),
            "prefer drives with conventional recording (CMR)",
        ),
        _ => {}
    }
    if let Some(user) = &drive.in_use {
        add(
            Aspect::Use,
            Acceptance::Warn,
            format!("in use: {}", crate::text::excerpt(user).replace("; ", ", ")),
            "a plan leaves it out unless asked to take it; whatever is on it would be lost",
        );
    }
    reasons
}

fn sector_doubts(drive: &Drive, add: &mut impl FnMut(Aspect, Acceptance, String, &str)) {
    let (Some(logical), Some(physical)) = (drive.logical_sector, drive.physical_sector) else {
        return;
    };
    let (logical, physical) = (logical.value.as_u32(), physical.value.as_u32());
    let solid = drive.media.is_some_and(|media| media.value == Media::Ssd);
    let large = drive
        .capacity
        .is_some_and(|capacity| capacity.value.bytes.as_u64() >= DOUBTFUL_512);
    if logical == 512 && physical == 512 && large && !solid {
        add(
            Aspect::PhysicalSector,
            Acceptance::Warn,
            "a hard disk of 2 TB or more with plain 512-byte sectors is rare: planned with 4096 (ashift 12)"
                .to_owned(),
            "`smartctl -i DEVICE` tells unless a controller hides the drive",
        );
    }
    if physical > LARGEST_PLAUSIBLE_PHYSICAL {
        add(
            Aspect::PhysicalSector,
            Acceptance::Warn,
            format!(
                "a physical sector of {physical} bytes is a hint about pages, not a sector: planned with ashift 12"
            ),
            "nothing to do",
        );
    }
}

/// Returns whether a drive made then cannot have run for so many hours by the day `as_of`.
pub(crate) fn is_too_late(made: Manufactured, power_on_hours: Option<u32>, as_of: Date) -> bool {
    let Some(hours) = power_on_hours else {
        return false;
    };
    let days = jiff::Span::new().days(i64::from(hours / 24).min(100_000));
    made.bounds().0 > as_of.saturating_sub(days)
}

/// Returns a warning for a drive that has run for longer than it has existed, and notes it.
pub(crate) fn check_age(drive: &mut Drive, as_of: Date) -> Option<Diagnostic> {
    let made = drive.manufactured?;
    if !is_too_late(made.value, drive.power_on_hours, as_of) {
        return None;
    }
    let hours = drive.power_on_hours.unwrap_or(0);
    let message = format!("made {}, yet {hours} hours powered on by {as_of}", made.value);
    drive.accept = drive.accept.max(Acceptance::Warn);
    drive.notes.push(message.clone());
    Some(Diagnostic {
        severity: Severity::Warning,
        place: Place {
            file: drive.source.to_string(),
            ..Place::default()
        },
        message,
        hint: Some("one of the two is wrong, or the day that counts as today: `--as-of`".to_owned()),
        excerpt: None,
    })
}

/// Returns the facts that a plan needs, and whether they are known: capacity, class, logical sector, and physical
/// sector unless the drive is NVMe.
fn needed(drive: &Drive) -> [(Aspect, bool); 4] {
    let known = |origin: Option<Origin>| origin.is_some_and(|origin| origin != Origin::Assumed);
    let nvme = drive
        .transport
        .is_some_and(|transport| transport.value == Transport::Nvme);
    [
        (Aspect::Capacity, known(drive.capacity.map(|fact| fact.origin))),
        (Aspect::Class, known(drive.media.map(|fact| fact.origin))),
        (
            Aspect::LogicalSector,
            known(drive.logical_sector.map(|fact| fact.origin)),
        ),
        (
            Aspect::PhysicalSector,
            nvme || known(drive.physical_sector.map(|fact| fact.origin)),
        ),
    ]
}

/// Returns which of the facts that a plan needs are unknown or only assumed.
#[must_use]
pub fn missing(drive: &Drive) -> Vec<Aspect> {
    let needed = needed(drive).into_iter();
    needed
        .filter(|(_, known)| !known)
        .map(|(aspect, _)| aspect)
        .collect()
}

/// Returns the command that would tell the missing facts of a drive, on Linux.
#[must_use]
pub fn command_for(drive: &Drive) -> String {
    let device = drive.path.as_deref().unwrap_or("DEVICE");
    let nvme = drive
        .transport
        .is_some_and(|transport| transport.value == Transport::Nvme);
    if nvme {
        format!("nvme id-ns -H {device}")
    } else {
        format!("smartctl -x {device}")
    }
}

/// Sets the verdict of a drive from its facts, and adds the reasons to its notes; what its reader found stays.
pub(crate) fn judge(drive: &mut Drive) {
    for reason in reasons(drive) {
        drive.accept = drive.accept.max(reason.verdict);
        if !drive.notes.contains(&reason.message) {
            drive.notes.push(reason.message);
        }
    }
    if drive.accept < Acceptance::Incomplete && needed(drive).iter().any(|(_, known)| !known) {
        drive.accept = Acceptance::Incomplete;
    }
}

/// Derives what follows from other facts: the class from the speed or transport, solid state from speed 0, recording
/// from the model name, and the likely bytes of a nominal size.
pub(crate) fn derive(drive: &mut Drive) {
    use crate::drive::Fact;
    if drive.media.is_none() {
        let nvme = drive.transport.is_some_and(|fact| fact.value == Transport::Nvme);
        drive.media = match drive.rpm {
            Some(rpm) if rpm.value == 0 => Some(Fact::derived(Media::Ssd)),
            Some(_) => Some(Fact::derived(Media::Hdd)),
            None if nvme => Some(Fact::derived(Media::Ssd)),
            None => None,
        };
    }
    if drive.rpm.is_none() && drive.media.is_some_and(|media| media.value == Media::Ssd) {
        drive.rpm = Some(Fact::derived(0));
    }
    if drive.shingling.is_none()
        && let Some(model) = &drive.model
    {
        drive.shingling = super::models::shingling(model).map(Fact::derived);
    }
    if drive.nvme_awupf.is_none()
        && let (Some(blocks), Some(sector)) = (drive.nvme_awupf_blocks, drive.logical_sector)
    {
        let bytes = u64::from(blocks).saturating_mul(u64::from(sector.value.as_u32()));
        drive.nvme_awupf = Some(crate::units::Bytes::new(bytes));
    }
    let media = drive.media.map(|fact| fact.value);
    if let Some(capacity) = &mut drive.capacity
        && capacity.value.kind == CapacityKind::Nominal
    {
        capacity.value.likely = super::cell::size::likely_bytes(capacity.value.bytes, media);
    }
}
