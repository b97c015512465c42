//! The chain of reasoning behind a pool's figures.

use super::constants::Constants;
use super::drive_speed::DriveSpeed;
use super::options::PerformanceOptions;
use super::performance::{LimitedBy, Performance};
use super::pool::pool_performance;
use super::vdev::{VdevMedia, VdevSpeedSpec};
use crate::drive::Origin;
use crate::error::Error;
use crate::units::{Iops, Throughput};

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
        if let Some(media) = VdevMedia::of(spec, options, constants) {
            steps.extend(vdev_steps(spec, &media, options));
        }
    }
    let count: u32 = vdevs.iter().map(|spec| spec.count.max(1)).sum();
    for (name, sum) in [
        ("pool media read", figures.media_read),
        ("pool media write", figures.media_write),
    ] {
        steps.push(rate(name, sum, format!("sum over {count} vdevs")));
    }
    steps.extend(ceiling_steps(&figures, options));
    steps.extend(streaming_steps(&figures));
    steps.extend(operation_steps(&figures, options));
    Ok(steps)
}

fn rate(name: &'static str, value: Throughput, why: impl Into<String>) -> Step {
    Step::new(name, value.as_mb_per_s(), "MB/s", why.into())
}

fn operations(name: &'static str, value: Iops, why: impl Into<String>) -> Step {
    Step::new(name, value.as_f64(), "IOPS", why.into())
}

/// From the drives of a vdev to what it can stream.
fn vdev_steps(spec: &VdevSpeedSpec<'_>, media: &VdevMedia, options: &PerformanceOptions) -> [Step; 4] {
    let stated = |drive: &DriveSpeed| drive.read.origin == Origin::Stated;
    let origin = if spec.drives.iter().all(stated) {
        "stated"
    } else {
        "assumed from class, rpm and capacity"
    };
    [
        Step::new(
            "drive read rate",
            media.slowest.read,
            "MB/s",
            format!(
                "slowest drive of the vdev at {:.0} % full; {origin}",
                options.fill * 100.0
            ),
        ),
        Step::new(
            "bytes allocated per byte",
            media.geometry.amplification,
            "",
            format!(
                "records of {} on {} drives with sectors of 2^{} bytes: parity, padding, copies",
                options.record_size, spec.width, spec.ashift
            ),
        ),
        Step::new(
            "vdev media read",
            media.read,
            "MB/s",
            format!(
                "drive rate over {} drives, as far as measured pools reach it",
                spec.width
            ),
        ),
        Step::new(
            "vdev media write",
            media.write,
            "MB/s",
            "the same, divided by the bytes allocated per byte".to_owned(),
        ),
    ]
}

/// What the host carries.
fn ceiling_steps(figures: &Performance, options: &PerformanceOptions) -> [Step; 2] {
    let ceilings = &options.ceilings;
    let host = |stated: Option<Throughput>| match stated {
        Some(_) => "as stated",
        None => "of an unknown host, assumed",
    };
    let read = host(ceilings.host_read.or(ceilings.path_read));
    let write = host(ceilings.host_write.or(ceilings.path_write));
    [
        rate(
            "read ceiling",
            figures.ceiling_read,
            format!("host ceiling {read}"),
        ),
        rate(
            "write ceiling",
            figures.ceiling_write,
            format!("host ceiling {write}, less the work of parity"),
        ),
    ]
}

/// What the pool streams, whole and with a drive missing.
fn streaming_steps(figures: &Performance) -> Vec<Step> {
    let limited = |by: LimitedBy| format!("soft minimum of media and ceiling; limited by {by}");
    let mut steps = vec![
        rate(
            "streaming read",
            figures.read.point,
            limited(figures.read_limited_by),
        ),
        rate(
            "streaming write",
            figures.write.point,
            limited(figures.write_limited_by),
        ),
        rate(
            "rewrite in place",
            figures.rewrite.point,
            "each record is read, waited for and written",
        ),
    ];
    if let (Some(read), Some(write)) = (figures.degraded_read, figures.degraded_write) {
        steps.push(rate(
            "degraded read",
            read.point,
            "one drive missing in the vdev where it costs most; an assumption, no measurement is published",
        ));
        steps.push(rate(
            "degraded write",
            write.point,
            "as healthy: missing drives are left out of the stripes",
        ));
    }
    steps
}

/// How many operations a second the pool does.
fn operation_steps(figures: &Performance, options: &PerformanceOptions) -> [Step; 3] {
    let waits = match options.sync_log {
        Some(log) => format!(
            "one writer waiting {} µs for the separate log each time",
            log.latency_us
        ),
        None => "one writer waiting for the slowest drive each time, without a separate log".to_owned(),
    };
    [
        operations(
            "random read",
            figures.random_read.point,
            format!(
                "vdevs at work with {:.1} requests waiting; a RAID-Z vdev counts as one disk",
                options.queue_depth
            ),
        ),
        operations(
            "random write",
            figures.random_write.point,
            "writes that ZFS cannot gather: one disk per vdev",
        ),
        operations("synchronous write", figures.sync_write.point, waits),
    ]
}
