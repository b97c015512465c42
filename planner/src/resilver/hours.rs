//! Hours of rebuilds, scrubs and expansions.

use mttdl::math::exp;
use serde::Serialize;

use super::options::{RebuildOptions, VdevRebuildSpec};
use super::rate::{RebuildLimit, rebuild_rate, scan_rate, scan_spread};
use crate::error::Error;
use crate::throughput::Constants;
use crate::units::{Bytes, Estimate, Hours, Throughput};

/// The longest time that is told: a drive that moves nothing is rebuilt in 10^9 hours.
const LONGEST_HOURS: f64 = 1e9;

/// The 90th percentile of the absolute value of a standard normal variable.
const NORMAL_90: f64 = 1.644_853_626_951_472_2;

/// A rebuild as a distribution: log-normal about the typical hours.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rebuild {
    /// Rate at which the lost bytes are restored.
    pub rate: Estimate<Throughput>,
    /// Hours without the scan phase; low and high enclose nine of ten rebuilds like those measured.
    pub hours: Estimate<Hours>,
    /// Standard deviation of the logarithm of the hours.
    pub log_standard_deviation: f64,
    /// What sets the rate.
    pub limited_by: RebuildLimit,
}

impl Rebuild {
    /// Returns the mean hours of the distribution, which long rebuilds put above the typical ones.
    ///
    /// # Formula
    /// ```text
    /// mean = median · exp(σ² / 2)
    /// ```
    #[must_use]
    pub fn mean_hours(&self) -> Hours {
        let sigma = self.log_standard_deviation;
        Hours::new(self.hours.point.as_f64() * exp(sigma * sigma / 2.0)).unwrap_or(self.hours.high)
    }
}

/// Returns how long the rebuild of one drive takes, with the fitted constants.
///
/// # Errors
/// [`Error::Drives`] where the vdev has no drives.
pub fn resilver(spec: &VdevRebuildSpec<'_>, options: &RebuildOptions) -> Result<Rebuild, Error> {
    resilver_with(spec, options, Constants::fitted())
}

/// Returns how long the rebuild of one drive takes with given constants.
///
/// # Errors
/// As [`resilver`].
pub fn resilver_with(
    spec: &VdevRebuildSpec<'_>,
    options: &RebuildOptions,
    constants: &Constants,
) -> Result<Rebuild, Error> {
    let found = rebuild_rate(spec, options, constants).ok_or_else(no_drives)?;
    let spread = found.spread;
    let rate = around(found.rate, spread).filter_map(Throughput::saturating);
    Ok(Rebuild {
        rate: rate.ok_or_else(|| Error::Drives {
            reason: "the rate of a rebuild came out as no number".to_owned(),
            hint: "this is a defect; check the rates of the drives".to_owned(),
        })?,
        hours: hours_at(spec.allocated_per_drive.as_f64(), found.rate, spread),
        log_standard_deviation: spread / NORMAL_90,
        limited_by: found.limited_by,
    })
}

/// Returns how long a scrub takes: every drive is read through at the rate of the slowest; the vdevs of a pool are
/// scrubbed at the same time, so the pool takes as long as its slowest vdev.
///
/// # Errors
/// [`Error::Drives`] where the vdev has no drives.
pub fn scrub_hours(spec: &VdevRebuildSpec<'_>, options: &RebuildOptions) -> Result<Estimate<Hours>, Error> {
    let constants = Constants::fitted();
    let rate = scan_rate(spec, options, constants).ok_or_else(no_drives)?;
    Ok(hours_at(
        spec.allocated_per_drive.as_f64(),
        rate,
        scan_spread(options.load, constants),
    ))
}

/// Returns how long the expansion of a RAID-Z vdev by one drive takes: every allocated byte is read from and written back
/// to the same drives, at half the rate of a scrub.
///
/// `spec` is the vdev before the expansion.
///
/// # Errors
/// [`Error::Drives`] where the vdev has no drives.
pub fn expansion_hours(
    spec: &VdevRebuildSpec<'_>,
    options: &RebuildOptions,
) -> Result<Estimate<Hours>, Error> {
    let constants = Constants::fitted();
    let rate = scan_rate(spec, options, constants).ok_or_else(no_drives)? / 2.0;
    Ok(hours_at(
        spec.allocated_per_drive.as_f64(),
        rate,
        scan_spread(options.load, constants),
    ))
}

/// Returns the time under risk: detection, delay until a replacement is there, rebuild.
#[must_use]
pub fn time_under_risk(detection: Hours, delay: Hours, rebuild: Estimate<Hours>) -> Estimate<Hours> {
    rebuild.map(|hours| detection + delay + hours)
}

fn no_drives() -> Error {
    Error::Drives {
        reason: "the vdev has no drives to rebuild from".to_owned(),
        hint: "give the speed of at least one surviving drive".to_owned(),
    }
}

fn around(point: f64, spread: f64) -> Estimate<f64> {
    Estimate {
        low: point * exp(-spread),
        point,
        high: point * exp(spread),
    }
}

fn hours_at(bytes: f64, rate: f64, spread: f64) -> Estimate<Hours> {
    let hours = if rate > 0.0 {
        (bytes / (rate * 1e6 * 3600.0)).min(LONGEST_HOURS)
    } else if bytes > 0.0 {
        LONGEST_HOURS
    } else {
        0.0
    };
    around(hours, spread).map(|hours| Hours::new(hours).unwrap_or(Hours::ZERO))
}

/// Returns the bytes allocated on each drive of a vdev that is filled to `fill` of the capacity of its drives.
#[must_use]
pub fn allocated_at(fill: f64, capacity: Bytes) -> Bytes {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the capacity"
    )]
    Bytes::new((capacity.as_f64() * fill.clamp(0.0, 1.0)) as u64)
}
