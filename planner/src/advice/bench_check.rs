//! Do the figures of a benchmark agree with each other?

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// How far a claimed latency may be from the implied one, as a fraction of the latter.
const TOLERATED: f64 = 0.1;

/// Returns the mean latency in microseconds that `jobs · depth` requests in flight imply at `iops`, above 0.
///
/// # Formula
/// ```text
/// jobs · depth / iops        (Little's law)
/// ```
#[must_use]
pub fn implied_latency_us(iops: f64, jobs: f64, depth: f64) -> f64 {
    jobs * depth / iops * 1e6
}

/// Returns whether a claimed latency is within 10 % of the implied one, both in the same unit.
#[must_use]
pub fn is_consistent(claimed: f64, implied: f64) -> bool {
    (claimed - implied).abs() <= TOLERATED * implied
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let iops = fields
        .positive_number("iops")?
        .ok_or_else(|| fields.missing("iops"))?;
    let jobs = fields.positive_number("jobs")?.unwrap_or(1.0);
    let depth = fields.positive_number("iodepth")?;
    let mut answer = Answer::default();
    if let Some(depth) = depth {
        let implied = implied_latency_us(iops, jobs, depth);
        answer.put("mean_latency_us", implied);
        if let Some(claimed) = fields.number("claimed_latency_us")? {
            let consistent = is_consistent(claimed, implied);
            answer.put("consistent", consistent);
            if !consistent {
                answer.warn(
                    "benchmark_inconsistent",
                    format!("{iops} operations per second at that depth take {implied:.0} µs on average, not {claimed}"),
                );
            }
        }
    }
    answer.put_some(
        "bandwidth_Bps",
        fields.positive_number("block_bytes")?.map(|block| block * iops),
    );
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "bench-check",
    summary: "Whether operations per second, queue depth and latency of a benchmark agree",
    inputs: &[
        Input::number("iops", "io/s", "operations per second"),
        Input::number("jobs", "", "jobs at once").or("1"),
        Input::number("iodepth", "", "requests in flight for each job"),
        Input::number("block_bytes", "bytes", "size of a request"),
        Input::number("claimed_latency_us", "us", "mean latency that the report claims"),
    ],
    outputs: &[
        Output::new(
            "mean_latency_us",
            "us",
            &["iops", "iodepth"],
            "mean latency that the other figures imply",
        ),
        Output::new(
            "bandwidth_Bps",
            "B/s",
            &["iops", "block_bytes"],
            "bandwidth that they imply",
        ),
        Output::new(
            "consistent",
            "bool",
            &["iops", "iodepth", "claimed_latency_us"],
            "whether the claimed latency is within 10 %",
        ),
    ],
    sources: &["Little's law: requests in flight = rate times latency"],
    rule: answer,
};
