//! What does the closed form for the mean time to data loss say?

use mttdl::math;

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// Returns the mean time to data loss in hours of `drives` drives of which `parity` may fail.
///
/// It takes constant rates, drives replaced one by one and a repair much shorter than a life, and knows no batches and
/// no read errors: a cross-check, not a forecast.
///
/// # Formula
/// ```text
/// MTTF^(p+1) / (n (n−1) … (n−p) · MTTR^p)
/// ```
///
/// # Errors
/// [`Error::Rule`] with `out_of_range` unless `parity` is less than `drives`.
///
/// # Source
/// Patterson, Gibson and Katz 1988, extended to more than one parity.
pub fn mttdl_hours(drives: u32, parity: u32, mttf: f64, mttr: f64) -> Result<f64, Error> {
    if parity >= drives {
        return Err(refuse(
            "out_of_range",
            format!("`parity`: {parity} of {drives} drives cannot be parity"),
            "parity must be less than the number of drives",
        ));
    }
    let ways: f64 = (0..=parity).map(|failed| f64::from(drives - failed)).product();
    let exponent = f64::from(parity);
    Ok(math::pow(mttf, exponent + 1.0) / (ways * math::pow(mttr, exponent)))
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let drives = fields.small("drives")?.ok_or_else(|| fields.missing("drives"))?;
    let mttf = fields
        .positive_number("mttf_hours")?
        .ok_or_else(|| fields.missing("mttf_hours"))?;
    let mttr = fields
        .positive_number("mttr_hours")?
        .ok_or_else(|| fields.missing("mttr_hours"))?;
    let mut answer = Answer::default();
    let parity = |name: &'static str| match fields.small(name)? {
        // More than a hundred is no vdev; the product of the ways would only overflow.
        Some(parity) if parity > 100 => Err(fields.out_of_range(name, "is more parity than any vdev has")),
        other => Ok(other),
    };
    if let Some(parity) = parity("parity")? {
        answer.put("mttdl_hours", mttdl_hours(drives, parity, mttf, mttr)?);
    }
    if let (Some(a), Some(b)) = (parity("parity_a")?, parity("parity_b")?) {
        let ratio = mttdl_hours(drives, b, mttf, mttr)? / mttdl_hours(drives, a, mttf, mttr)?;
        answer.put("ratio_b_over_a", ratio);
    }
    Ok(answer)
}

const NEEDS: &[&str] = &["drives", "parity", "mttf_hours", "mttr_hours"];

pub(super) const TOPIC: Topic = Topic {
    name: "mttdl",
    summary: "Closed form of the mean time to data loss, as a cross-check",
    inputs: &[
        Input::count("drives", "drives", "drives of the vdev"),
        Input::count("parity", "drives", "drives that may fail"),
        Input::number("mttf_hours", "h", "mean time to failure of a drive"),
        Input::number("mttr_hours", "h", "mean time to repair"),
        Input::count("parity_a", "drives", "a parity to compare"),
        Input::count("parity_b", "drives", "the parity to compare it with"),
    ],
    outputs: &[
        Output::new("mttdl_hours", "h", NEEDS, "mean time to data loss"),
        Output::new(
            "ratio_b_over_a",
            "x",
            &["drives", "parity_a", "parity_b", "mttf_hours", "mttr_hours"],
            "how many times longer it is with parity b",
        ),
    ],
    sources: &["Patterson, Gibson, Katz: A Case for Redundant Arrays of Inexpensive Disks (1988)"],
    rule: answer,
};
