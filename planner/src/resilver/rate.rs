//! The rate at which one drive is rebuilt or read through.

use std::fmt;

use serde::Serialize;

use super::options::{Load, RebuildMethod, RebuildOptions, RebuildTarget, VdevRebuildSpec};
use crate::drive::Shingling;
use crate::layout::VdevType;
use crate::throughput::{Constants, DriveSpeed, Geometry};
use crate::units::Throughput;

/// No load leaves less than this share of the rate; keeps hours finite.
const LEAST_SHARE: f64 = 1e-3;

/// Half width of the range around rebuilds onto shingled drives, in e-folds.
///
/// Reviewers reported more than nine days for a RAID-Z1 of four against 16 hours with conventional drives (2020), 13.5
/// times as long, where the pair of rebuilds in the fit took four times as long: ln(13.5 / 4).
const SHINGLED_SPREAD: f64 = 1.2;

/// Half width of the range around rebuilds under production load, in e-folds.
///
/// The load of one site is known; with that site left out of the fit its rows are predicted 0.99 off.
const PRODUCTION_SPREAD: f64 = 0.99;

/// What sets the rate of a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RebuildLimit {
    /// Writes to the new drive.
    NewDrive,
    /// Reads of the slowest survivor.
    Survivors,
    /// Shingled recording on the new drive.
    Shingling,
    /// Seeks between blocks.
    Seeks,
    /// The link to the new drive.
    Link,
    /// What the host moves.
    Host,
    /// What the user states.
    Stated,
}

impl RebuildLimit {
    /// Returns what limits, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NewDrive => "writes to the new drive",
            Self::Survivors => "reads of the slowest survivor",
            Self::Shingling => "shingled recording",
            Self::Seeks => "seeks between blocks",
            Self::Link => "link to the new drive",
            Self::Host => "host",
            Self::Stated => "the rate that was given",
        }
    }
}

impl fmt::Display for RebuildLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// How fast the bytes of one drive are worked through, in MB/s, and what sets it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DriveRate {
    /// The rate.
    pub(super) rate: f64,
    /// What sets it.
    pub(super) limited_by: RebuildLimit,
    /// Half width of the range around it, in e-folds.
    pub(super) spread: f64,
}

/// Returns the share of the capacity that is allocated.
pub(super) fn fill(spec: &VdevRebuildSpec<'_>) -> f64 {
    let capacity = spec.drive_capacity.as_f64();
    if capacity <= 0.0 {
        return 1.0;
    }
    (spec.allocated_per_drive.as_f64() / capacity).clamp(0.0, 1.0)
}

/// Returns the drive's mean rate over the part of the surface that is allocated, in MB/s.
fn zone_rate(drive: &DriveSpeed, rate: f64, fill: f64) -> f64 {
    rate * drive.zone_share(fill)
}

/// Returns the slowest mean read rate among the drives that are read, in MB/s; nothing for no drives.
fn slowest_read(spec: &VdevRebuildSpec<'_>) -> Option<f64> {
    let fill = fill(spec);
    spec.survivors
        .iter()
        .map(|drive| zone_rate(drive, drive.read.value.as_mb_per_s(), fill))
        .reduce(f64::min)
}

/// Returns the drive that is written to and its mean write rate in MB/s: the one given, else the survivor that would be
/// rebuilt most slowly; nothing for no drives.
fn replacement<'s>(spec: &'s VdevRebuildSpec<'_>, constants: &Constants) -> Option<(&'s DriveSpeed, f64)> {
    let fill = fill(spec);
    let kept = |drive: &DriveSpeed| match drive.shingling {
        Shingling::None => 1.0,
        Shingling::DriveManaged | Shingling::HostManaged => constants.shingled_share,
    };
    let mean_write = |drive: &DriveSpeed| zone_rate(drive, drive.write.value.as_mb_per_s(), fill);
    spec.replacement
        .as_ref()
        .or_else(|| {
            spec.survivors.iter().min_by(|one, other| {
                (mean_write(one) * kept(one)).total_cmp(&(mean_write(other) * kept(other)))
            })
        })
        .map(|drive| (drive, mean_write(drive)))
}

/// Returns the share of the rate that other work leaves.
pub(super) fn load_share(load: Load, constants: &Constants) -> f64 {
    match load {
        Load::Idle => 1.0,
        Load::Production => constants.production_share,
        Load::LeavesShare(share) if share.is_finite() => share.clamp(LEAST_SHARE, 1.0),
        Load::LeavesShare(_) => LEAST_SHARE,
    }
}

/// Returns the half width of the range around rates under a load, in e-folds.
pub(super) fn scan_spread(load: Load, constants: &Constants) -> f64 {
    match load {
        Load::Idle | Load::LeavesShare(_) => constants.resilver_spread,
        Load::Production => constants.resilver_spread.max(PRODUCTION_SPREAD),
    }
}

/// Returns the rate with the time for seeks between pieces added.
///
/// # Formula
/// ```text
/// 1/r = 1/B + φ (seek + half turn) / c      φ share of the pieces that cost a seek, c bytes per piece
/// ```
fn with_seeks(rate: f64, share: f64, drive: &DriveSpeed, piece_bytes: f64) -> f64 {
    if share <= 0.0 {
        return rate;
    }
    let seconds = share * (drive.seek_ms + drive.turn_ms() / 2.0) / 1000.0;
    1.0 / (1.0 / rate + seconds * 1e6 / piece_bytes)
}

fn seek_share(options: &RebuildOptions, constants: &Constants) -> f64 {
    let fragmentation = if options.fragmentation.is_nan() {
        1.0
    } else {
        options.fragmentation.clamp(0.0, 1.0)
    };
    match options.method {
        RebuildMethod::BlockPointerOrder => {
            constants.legacy_seeks + (1.0 - constants.legacy_seeks) * fragmentation
        }
        // Sorting leaves the gaps between runs; what share of fragmented pieces still costs a seek is an assumption.
        RebuildMethod::SortedScan => constants.legacy_seeks * fragmentation,
        RebuildMethod::Sequential => 0.0,
    }
}

/// Returns the rate at which all drives are read through, as in a scrub; nothing without drives.
pub(super) fn scan_rate(
    spec: &VdevRebuildSpec<'_>,
    options: &RebuildOptions,
    constants: &Constants,
) -> Option<f64> {
    let read = slowest_read(spec)?;
    let piece = Geometry::new(spec.kind, spec.width, options.record_size.as_u64(), spec.ashift).piece_bytes;
    let share = seek_share(options, constants);
    let slowest = spec
        .survivors
        .iter()
        .map(|drive| with_seeks(constants.resilver_share * read, share, drive, piece))
        .reduce(f64::min)?;
    Some(slowest.min(constants.host_read) * load_share(options.load, constants))
}

/// Returns the rate at which the lost drive's bytes are restored; nothing without drives.
///
/// # Formula
/// ```text
/// r = η min(mean write rate of the new drive, mean read rate of the slowest survivor), then seeks, shingling, link, load
/// onto distributed spares: r (C − 1) / (d + 1)      C drives, d data sectors per stripe
/// ```
/// A stated rate takes the place of everything up to shingling.
pub(super) fn rebuild_rate(
    spec: &VdevRebuildSpec<'_>,
    options: &RebuildOptions,
    constants: &Constants,
) -> Option<DriveRate> {
    let read = slowest_read(spec)?;
    let (replacement, write) = replacement(spec, constants)?;
    let (media, mut limited_by) = if read < write {
        (read, RebuildLimit::Survivors)
    } else {
        (write, RebuildLimit::NewDrive)
    };
    let sequential = constants.resilver_share * media;
    let piece = Geometry::new(spec.kind, spec.width, options.record_size.as_u64(), spec.ashift).piece_bytes;
    let share = seek_share(options, constants);
    let mut spread = scan_spread(options.load, constants);
    let mut rate = spec
        .survivors
        .iter()
        .map(|drive| with_seeks(sequential, share, drive, piece))
        .fold(sequential, f64::min);
    if rate < 0.5 * sequential {
        limited_by = RebuildLimit::Seeks;
    }
    if replacement.shingling != Shingling::None {
        rate *= constants.shingled_share;
        spread = spread.max(SHINGLED_SPREAD);
        limited_by = RebuildLimit::Shingling;
    }
    if let Some(stated) = options.stated_rate {
        (rate, limited_by) = (stated.as_mb_per_s(), RebuildLimit::Stated);
        spread = scan_spread(options.load, constants);
    }
    if let (VdevType::Draid { data, .. }, RebuildTarget::DistributedSpare) = (spec.kind, options.target) {
        rate *= (f64::from(spec.width) - 1.0).max(1.0) / (f64::from(data) + 1.0);
    }
    rate *= load_share(options.load, constants);
    if let Some(link) = options
        .link
        .map(Throughput::as_mb_per_s)
        .filter(|&link| link < rate)
    {
        (rate, limited_by) = (link, RebuildLimit::Link);
    }
    // A rate that the user has seen holds on the host as it is, unless its limit is stated, too.
    let host = match (options.host_write, options.stated_rate) {
        (Some(host), _) => host.as_mb_per_s(),
        (None, Some(_)) => f64::INFINITY,
        (None, None) => constants.host_write,
    };
    if host < rate {
        (rate, limited_by) = (host, RebuildLimit::Host);
    }
    Some(DriveRate {
        rate,
        limited_by,
        spread,
    })
}
