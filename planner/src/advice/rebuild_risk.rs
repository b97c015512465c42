//! How likely is another failure, or a sector that cannot be read, during one rebuild?

use mttdl::math;

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use crate::error::Error;
use crate::units::Probability;

/// Hours of a year in this rule: 365.25 days, as the published figures of this kind use.
const HOURS_PER_YEAR: f64 = 8766.0;

/// Returns the chance that one of `drives` drives fails within `hours`, each with the annual failure chance `afr`.
///
/// # Formula
/// ```text
/// 1 − exp(−n λ T),   λ = −ln(1 − AFR) / 8766 h
/// ```
#[must_use]
pub fn another_failure(afr: Probability, drives: f64, hours: f64) -> Probability {
    let exponent = drives * hours * math::ln_1p(-afr.as_f64()) / HOURS_PER_YEAR;
    Probability::saturating(-math::exp_m1(exponent))
}

/// Returns the chance that reading `bytes` bytes meets a sector that cannot be read, with `ure` errors for each bit.
///
/// # Formula
/// ```text
/// 1 − (1 − u)^bits
/// ```
#[must_use]
pub fn unreadable_sector(ure: Probability, bytes: f64) -> Probability {
    Probability::saturating(-math::exp_m1(bytes * 8.0 * math::ln_1p(-ure.as_f64())))
}

/// Returns the bytes after which the chance of an unreadable sector is `target`; not finite where it never is.
#[must_use]
pub fn bytes_for_chance(ure: Probability, target: Probability) -> f64 {
    math::ln_1p(-target.as_f64()) / math::ln_1p(-ure.as_f64()) / 8.0
}

fn probability(fields: &Fields<'_>, name: &'static str) -> Result<Option<Probability>, Error> {
    let Some(value) = fields.number(name)? else {
        return Ok(None);
    };
    match Probability::new(value) {
        Ok(value) if value < Probability::ONE => Ok(Some(value)),
        _ => Err(fields.out_of_range(name, "must be at least 0 and less than 1")),
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let afr = probability(fields, "afr")?;
    let ure = probability(fields, "ure_per_bit")?;
    let target = probability(fields, "p_target")?;
    let drives = fields.number("surviving_drives")?;
    let given_hours = fields.number("rebuild_hours")?;
    let mut answer = Answer::default();
    let computed = match (
        fields.number("drive_bytes")?,
        fields.positive_number("rebuild_Bps")?,
    ) {
        (Some(bytes), Some(rate)) => Some(bytes / rate / 3600.0),
        _ => None,
    };
    answer.put_some("rebuild_hours", computed);
    if let (Some(afr), Some(drives), Some(hours)) = (afr, drives, given_hours.or(computed)) {
        answer.put("p_another_failure", another_failure(afr, drives, hours).as_f64());
    }
    if let (Some(ure), Some(drives), Some(bytes)) = (ure, drives, fields.number("bytes_per_drive")?) {
        answer.put(
            "p_unreadable_sector",
            unreadable_sector(ure, drives * bytes).as_f64(),
        );
    }
    if let (Some(ure), Some(target)) = (ure, target) {
        if ure == Probability::ZERO {
            return Err(fields.out_of_range("ure_per_bit", "never leads to an unreadable sector"));
        }
        answer.put("bytes_read_for_target", bytes_for_chance(ure, target));
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "rebuild-risk",
    summary: "Chance of another failure or of an unreadable sector during one rebuild",
    inputs: &[
        Input::number("afr", "probability", "chance that a drive fails within a year"),
        Input::number(
            "surviving_drives",
            "drives",
            "drives that are left, all of which are read",
        ),
        Input::number("rebuild_hours", "h", "length of the rebuild"),
        Input::number("drive_bytes", "bytes", "bytes to rebuild, for its length"),
        Input::number("rebuild_Bps", "B/s", "rate of the rebuild"),
        Input::number("bytes_per_drive", "bytes", "bytes read from each surviving drive"),
        Input::number(
            "ure_per_bit",
            "1/bit",
            "unreadable sectors for each bit read, such as 1e-15",
        ),
        Input::number(
            "p_target",
            "probability",
            "a chance, for the bytes after which it is reached",
        ),
    ],
    outputs: &[
        Output::new(
            "p_another_failure",
            "probability",
            &["afr", "surviving_drives", "rebuild_hours"],
            "chance that one of them fails before the end",
        ),
        Output::new(
            "p_unreadable_sector",
            "probability",
            &["ure_per_bit", "surviving_drives", "bytes_per_drive"],
            "chance that a sector cannot be read",
        ),
        Output::new(
            "bytes_read_for_target",
            "bytes",
            &["ure_per_bit", "p_target"],
            "bytes after which that chance is reached",
        ),
        Output::new(
            "rebuild_hours",
            "h",
            &["drive_bytes", "rebuild_Bps"],
            "length of the rebuild",
        ),
    ],
    sources: &[
        "exponential lifetimes, independent drives; the plan's own figures carry age, batches and repair as well",
    ],
    rule: answer,
};
