//! What the figures of a plan rest on, as its JSON shows it.

use super::evaluate::detection;
use super::options::{Assumptions, DELIVERY_HOURS, FailureRateShown, PlanOptions};
use super::risk;
use crate::catalog::FIELD_FAILURES_ATTRIBUTION;
use crate::drive::Drive;
use crate::error::Error;
use crate::ready::Ready;
use crate::reliability::annual_rate;
use crate::units::{Hours, Throughput};

/// The failure rates taken, one line per model, class and source.
fn failure_rates(
    inventory: &[Drive],
    ready: &Ready,
    options: &PlanOptions,
) -> Result<Vec<FailureRateShown>, Error> {
    let mut shown: Vec<FailureRateShown> = Vec::new();
    for known in &ready.drives {
        let drive = &inventory[known.position];
        let stated = risk::stated(drive, options);
        let counted = risk::counted(drive, options).filter(|_| stated.is_none());
        let (rate, source) = match (stated, counted) {
            (Some((stated, source)), _) => (-mttdl::math::ln_1p(-stated.as_f64()), source.to_owned()),
            (None, Some((count, source))) => (
                annual_rate(known.defaults(), Some(count))?,
                format!("{source}, shrunk to the class"),
            ),
            (None, None) => (
                annual_rate(known.defaults(), None)?,
                "default of the class".to_owned(),
            ),
        };
        let line = FailureRateShown {
            model: drive.model.clone(),
            class: known.class.value,
            failures_per_drive_year: rate,
            counted_failures: counted.map(|(count, _)| count.failures),
            counted_drive_days: counted.map(|(count, _)| count.drive_days),
            source,
        };
        if !shown.contains(&line) {
            shown.push(line);
        }
    }
    Ok(shown)
}

/// Returns the options, defaults and sources of a plan.
pub(super) fn assumptions(
    inventory: &[Drive],
    ready: &Ready,
    options: &PlanOptions,
) -> Result<Assumptions, Error> {
    let mut sources = vec![
        FIELD_FAILURES_ATTRIBUTION.to_owned(),
        "OpenZFS space accounting, releases 2.1.11, 2.3.9 and 2.4.4 as measured".to_owned(),
    ];
    for drive in &ready.drives {
        let defaults = drive.defaults();
        for source in [&defaults.reliability_source, &defaults.speed_source] {
            let line = format!("{}: {source}", defaults.class);
            if !sources.contains(&line) {
                sources.push(line);
            }
        }
    }
    Ok(Assumptions {
        as_of: options.as_of.to_string(),
        mission_hours: options.mission.as_f64(),
        workload: options.workload,
        weights: options.weights,
        fill: options.fill,
        recordsize_bytes: options.record_size.as_u64(),
        replace_after_hours: options.replace_after.map_or(DELIVERY_HOURS, Hours::as_f64),
        detection_hours: detection().as_f64(),
        scrub_every_hours: options.scrub_every.as_f64(),
        failure_rate_per_year: options.failure_rate.map(crate::units::Probability::as_f64),
        resilver_mb_per_s: options.resilver_rate.map(Throughput::as_mb_per_s),
        repair: options.repair,
        batch_variance: options.batch_variance,
        place: options.place,
        zfs: options.zfs,
        partition: options.partitioning,
        host_read_mb_per_s: options.host_read.map(Throughput::as_mb_per_s),
        host_write_mb_per_s: options.host_write.map(Throughput::as_mb_per_s),
        seed: options.simulation.map(|simulation| simulation.seed),
        relative_error: options.simulation.map(|simulation| simulation.relative_error),
        must_haves: (&options.must_haves).into(),
        drives: ready.assumptions.clone(),
        failure_rates: failure_rates(inventory, ready, options)?,
        sources,
    })
}
