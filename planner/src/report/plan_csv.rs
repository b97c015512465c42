//! A plan as CSV, one candidate a row. Numbers have no separators; absent values are empty.

use super::csv_text::csv_text;
use crate::capacity::{Step, StepEffect};
use crate::error::Error;
use crate::plan::{Candidate, Plan};
use crate::units::Hours;

/// A column: its header and its cell.
type Column = (&'static str, fn(&Candidate) -> String);

const COLUMNS: [Column; 29] = [
    ("layout", |candidate| candidate.layout.to_string()),
    ("ashift", |candidate| candidate.ashift.to_string()),
    ("drives", |candidate| {
        let members: usize = candidate.vdevs.iter().map(|vdev| vdev.drives.len()).sum();
        members.to_string()
    }),
    ("spares", |candidate| candidate.spares.len().to_string()),
    ("unused", |candidate| candidate.unused.len().to_string()),
    ("raw_bytes", |candidate| {
        candidate.capacity.raw_bytes.as_u64().to_string()
    }),
    ("zpool_size_bytes", |candidate| {
        candidate.capacity.zpool_size_bytes.as_u64().to_string()
    }),
    ("zfs_usable_bytes", |candidate| {
        candidate.capacity.zfs_usable_bytes.as_u64().to_string()
    }),
    ("effective_bytes", |candidate| {
        candidate.capacity.effective_bytes.as_u64().to_string()
    }),
    ("p_loss", |candidate| float(candidate.reliability.p_loss.point)),
    ("p_loss_low", |candidate| float(candidate.reliability.p_loss.low)),
    ("p_loss_high", |candidate| {
        float(candidate.reliability.p_loss.high)
    }),
    ("p_loss_confidence", |candidate| {
        float(candidate.reliability.p_loss.confidence)
    }),
    ("p_pool_loss", |candidate| {
        float(candidate.reliability.p_pool_loss.point)
    }),
    ("mttdl_hours", |candidate| {
        optional(candidate.reliability.mttdl_hours.map(Hours::as_f64))
    }),
    ("method", |candidate| candidate.reliability.method.clone()),
    ("converged", |candidate| {
        candidate.reliability.converged.to_string()
    }),
    ("read_mb_per_s", |candidate| {
        float(candidate.performance.read_mb_per_s.as_mb_per_s())
    }),
    ("write_mb_per_s", |candidate| {
        float(candidate.performance.write_mb_per_s.as_mb_per_s())
    }),
    ("random_read_iops", |candidate| {
        float(candidate.performance.random_read_iops.as_f64())
    }),
    ("random_write_iops", |candidate| {
        float(candidate.performance.random_write_iops.as_f64())
    }),
    ("resilver_hours", |candidate| {
        float(candidate.performance.resilver_hours.point.as_f64())
    }),
    ("scrub_hours", |candidate| {
        float(candidate.performance.scrub_hours.as_f64())
    }),
    ("purchase", |candidate| {
        optional(candidate.cost.as_ref().map(|cost| cost.purchase))
    }),
    ("currency", |candidate| {
        let currency = candidate.cost.as_ref().and_then(|cost| cost.currency);
        currency.map_or_else(String::new, |currency| currency.to_string())
    }),
    ("per_usable_tb", |candidate| {
        optional(candidate.cost.as_ref().map(|cost| cost.per_usable_tb))
    }),
    ("worst_batch", |candidate| {
        candidate
            .worst_batch
            .as_ref()
            .map_or_else(String::new, |worst| worst.batch.to_string())
    }),
    // Unknown batches are neither survived nor not.
    ("survives_batch", |candidate| {
        candidate
            .worst_batch
            .as_ref()
            .map_or_else(String::new, |worst| worst.survives.to_string())
    }),
    ("misses", |candidate| {
        let options: Vec<&str> = candidate.misses.iter().map(|miss| miss.option()).collect();
        options.join(" ")
    }),
];

/// Returns the plan as CSV with a header.
///
/// # Errors
/// [`Error::OutOfRange`] if the text cannot be written, which would be a defect of ours.
pub fn plan_csv(plan: &Plan) -> Result<String, Error> {
    let header = COLUMNS.iter().map(|(header, _)| (*header).to_owned()).collect();
    let row = |candidate: &Candidate| COLUMNS.iter().map(|(_, cell)| cell(candidate)).collect();
    csv_text(std::iter::once(header).chain(plan.candidates.iter().map(row)))
}

/// Returns the way of the bytes as CSV with a header.
///
/// # Errors
/// As [`plan_csv`].
pub fn steps_csv(steps: &[Step]) -> Result<String, Error> {
    let header = ["name", "effect", "bytes", "why"].map(str::to_owned).to_vec();
    let row = |step: &Step| {
        let effect = match step.effect {
            StepEffect::Total => "total",
            StepEffect::Loss => "loss",
        };
        vec![
            step.name.to_owned(),
            effect.to_owned(),
            step.bytes.as_u64().to_string(),
            step.why.clone(),
        ]
    };
    csv_text(std::iter::once(header).chain(steps.iter().map(row)))
}

fn float(value: f64) -> String {
    let mut number = serde_json::json!(value);
    super::json::round_floats(&mut number);
    number.to_string()
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, float)
}
