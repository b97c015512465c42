//! What does the speed of rotation give?

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// Returns the milliseconds of half a turn at `rpm`, above 0.
///
/// # Formula
/// ```text
/// 30000 / rpm
/// ```
#[must_use]
pub fn rotational_latency_ms(rpm: f64) -> f64 {
    30_000.0 / rpm
}

/// Returns the random operations per second at `rpm`, above 0, with a mean seek of `seek_ms` milliseconds.
///
/// # Formula
/// ```text
/// 1000 / (seek + 30000 / rpm)
/// ```
#[must_use]
pub fn random_iops(rpm: f64, seek_ms: f64) -> f64 {
    1000.0 / (seek_ms + rotational_latency_ms(rpm))
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let rpm = fields.positive_number("rpm")?;
    let seek = fields.number("avg_seek_ms")?;
    let mut answer = Answer::default();
    if let Some(rpm) = rpm {
        answer.put("avg_rotational_latency_ms", rotational_latency_ms(rpm));
        answer.put_some("random_iops", seek.map(|seek| random_iops(rpm, seek)));
    }
    if let (Some(a), Some(b)) = (fields.positive_number("rpm_a")?, fields.positive_number("rpm_b")?) {
        answer.put("sequential_ratio_same_density", a / b);
        answer.put("latency_saved_fraction", 1.0 - b / a);
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "spindle",
    summary: "Latency and operations per second of a spinning drive, and what a faster one gains",
    inputs: &[
        Input::number("rpm", "1/min", "revolutions per minute"),
        Input::number("avg_seek_ms", "ms", "mean seek time from the data sheet"),
        Input::number("rpm_a", "1/min", "revolutions per minute of one drive"),
        Input::number(
            "rpm_b",
            "1/min",
            "revolutions per minute of the drive to compare it with",
        ),
    ],
    outputs: &[
        Output::new("avg_rotational_latency_ms", "ms", &["rpm"], "half a turn"),
        Output::new(
            "random_iops",
            "io/s",
            &["rpm", "avg_seek_ms"],
            "random operations per second, one at a time",
        ),
        Output::new(
            "sequential_ratio_same_density",
            "x",
            &["rpm_a", "rpm_b"],
            "sequential rate of a over that of b at equal density",
        ),
        Output::new(
            "latency_saved_fraction",
            "fraction",
            &["rpm_a", "rpm_b"],
            "rotational latency that a saves against b",
        ),
    ],
    sources: &["half a turn of the platter; sequential rate is proportional to rotation at equal density"],
    rule: answer,
};
