//! The chain of reasoning behind a pool's figures.

use super::constants::Constants;
use super::options::PerformanceOptions;
use super::pool::pool_performance;
use super::vdev::{VdevMedia, VdevSpeedSpec};
use crate::drive::Origin;
use crate::error::Error;

/// One step of a derivation: a value with its unit and the reason for it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Step {
    /// What the value is.
    pub name: &'static str,
    /// The value.
    pub value: f64,
    /// Its unit, as it is printed.
    pub unit: &'static str,
    /// How it follows from the steps before.
    pub why: String,
}

impl Step {
    pub(crate) fn new(name: &'static str, value: f64, unit: &'static str, why: String) -> Self {
        Self {
            name,
            value,
            unit,
            why,
        }
    }
}

/// Returns the steps that lead to the figures of [`pool_performance`], in order.
///
/// # Errors
/// As [`pool_performance`].
pub fn explain(vdevs: &[VdevSpeedSpec<'_>], options: &PerformanceOptions) -> Result<Vec<Step>, Error> {
    let constants = Constants::fitted();
    let figures = pool_performance(vdevs, options)?;
    let mut steps = Vec::new();
    for spec in vdevs {
        let Some(media) = VdevMedia::of(spec, options, constants) else {
            continue;
        };
        let origin = match spec
            .drives
            .iter()
            .all(|drive| drive.read.origin == Origin::Stated)
        {
            true => "stated",
            false => "assumed from class, rpm and capacity",
        };
        steps.push(Step::new(
            "drive read rate",
            media.slowest.read,
            "MB/s",
            format!(
                "slowest drive of the vdev at {:.0} % full; {origin}",
                options.fill * 100.0
            ),
        ));
        steps.push(Step::new(
            "bytes allocated per byte",
            media.geometry.amplification,
            "",
            format!(
                "records of {} on {} drives with sectors of 2^{} bytes: parity, padding, copies",
                options.record_size, spec.width, spec.ashift
            ),
        ));
        steps.push(Step::new(
            "vdev media read",
            media.read,
            "MB/s",
            format!(
                "drive rate over {} drives, as far as measured pools reach it",
                spec.width
            ),
        ));
        steps.push(Step::new(
            "vdev media write",
            media.write,
            "MB/s",
            "the same, divided by the bytes allocated per byte".to_owned(),
        ));
    }
    let count: u32 = vdevs.iter().map(|spec| spec.count.max(1)).sum();
    steps.push(Step::new(
        "pool media read",
        figures.media_read.as_mb_per_s(),
        "MB/s",
        format!("sum over {count} vdevs"),
    ));
    steps.push(Step::new(
        "pool media write",
        figures.media_write.as_mb_per_s(),
        "MB/s",
        format!("sum over {count} vdevs"),
    ));
    let host = |stated: bool| {
        if stated {
            "as stated"
        } else {
            "of an unknown host, assumed"
        }
    };
    let ceilings = &options.ceilings;
    steps.push(Step::new(
        "read ceiling",
        figures.ceiling_read.as_mb_per_s(),
        "MB/s",
        format!(
            "host ceiling {}",
            host(ceilings.host_read.or(ceilings.path_read).is_some())
        ),
    ));
    steps.push(Step::new(
        "write ceiling",
        figures.ceiling_write.as_mb_per_s(),
        "MB/s",
        format!(
            "host ceiling {}, less the work of parity",
            host(ceilings.host_write.or(ceilings.path_write).is_some())
        ),
    ));
    let limited = |by: super::pool::LimitedBy| format!("soft minimum of media and ceiling; limited by {by}");
    steps.push(Step::new(
        "streaming read",
        figures.read.point.as_mb_per_s(),
        "MB/s",
        limited(figures.read_limited_by),
    ));
    steps.push(Step::new(
        "streaming write",
        figures.write.point.as_mb_per_s(),
        "MB/s",
        limited(figures.write_limited_by),
    ));
    steps.push(Step::new(
        "rewrite in place",
        figures.rewrite.point.as_mb_per_s(),
        "MB/s",
        "each record is read, waited for and written".to_owned(),
    ));
    if let (Some(read), Some(write)) = (figures.degraded_read, figures.degraded_write) {
        steps.push(Step::new(
            "degraded read",
            read.point.as_mb_per_s(),
            "MB/s",
            "one drive missing in the vdev where it costs most; an assumption, no measurement is published"
                .to_owned(),
        ));
        steps.push(Step::new(
            "degraded write",
            write.point.as_mb_per_s(),
            "MB/s",
            "as healthy: missing drives are left out of the stripes".to_owned(),
        ));
    }
    steps.push(Step::new(
        "random read",
        figures.random_read.point.as_f64(),
        "IOPS",
        format!(
            "vdevs at work with {:.1} requests waiting; a RAID-Z vdev counts as one disk",
            options.queue_depth
        ),
    ));
    steps.push(Step::new(
        "random write",
        figures.random_write.point.as_f64(),
        "IOPS",
        "writes that ZFS cannot gather: one disk per vdev".to_owned(),
    ));
    steps.push(Step::new(
        "synchronous write",
        figures.sync_write.point.as_f64(),
        "IOPS",
        match options.sync_log {
            Some(log) => format!(
                "one writer waiting {} µs for the separate log each time",
                log.latency_us
            ),
            None => "one writer waiting for the slowest drive each time, without a separate log".to_owned(),
        },
    ));
    Ok(steps)
}
