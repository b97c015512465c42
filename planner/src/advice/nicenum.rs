//! What number stands behind `49,6K`, and how exactly?

use super::answer::{Answer, whole};
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// A number as OpenZFS's tools print it, with the half unit of its last digit as uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NiceNumber {
    /// The number.
    pub value: f64,
    /// How far the true number may be from it; 0 where every digit was printed.
    pub uncertainty: f64,
}

impl NiceNumber {
    /// Returns the number rounded to a whole one.
    #[must_use]
    pub fn rounded(self) -> u64 {
        whole(self.value.round()).unwrap_or(u64::MAX)
    }
}

/// Returns the number that `text` stands for.
///
/// Digits, at most one decimal mark (`.` or `,`, as the locale of the tool has it), at most one of the letters B K M G T
/// P E; steps of 1024. Three significant digits are printed, so half a unit of the last one is uncertain wherever a
/// letter above B was needed.
///
/// # Errors
/// [`Error::Rule`] with `bad_number` for anything else: signs, exponents, two marks, other letters.
///
/// # Source
/// OpenZFS `lib/libzutil/zutil_nicenum.c`.
pub fn parse_nice_number(text: &str) -> Result<NiceNumber, Error> {
    let bad = || {
        refuse(
            "bad_number",
            format!("`{text}` is not a number as OpenZFS prints it"),
            "digits, one decimal mark at most, then one of B K M G T P E at most",
        )
    };
    let trimmed = text.trim();
    let (digits, power) = match trimmed.char_indices().next_back() {
        Some((end, letter)) if letter.is_ascii_uppercase() => {
            let power = "BKMGTPE".find(letter).ok_or_else(bad)?;
            (&trimmed[..end], u32::try_from(power).map_err(|_| bad())?)
        }
        _ => (trimmed, 0),
    };
    let (integer, fraction) = match digits.split_once([',', '.']) {
        Some((_, "")) => return Err(bad()),
        Some((integer, fraction)) => (integer, fraction),
        None => (digits, ""),
    };
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if integer.is_empty() || integer.len() > 20 || fraction.len() > 15 || !plain(integer) || !plain(fraction)
    {
        return Err(bad());
    }
    let mantissa: f64 = format!("{integer}.{fraction}0").parse().map_err(|_| bad())?;
    #[expect(clippy::cast_precision_loss, reason = "a power of two below 2^61 is exact")]
    let factor = (1_u64 << (10 * power)) as f64;
    let mut last_digit = if power == 0 && fraction.is_empty() {
        0.0
    } else {
        factor
    };
    for _ in 0..fraction.len() {
        last_digit /= 10.0;
    }
    Ok(NiceNumber {
        value: mantissa * factor,
        uncertainty: last_digit / 2.0,
    })
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let text = fields.text("text")?.ok_or_else(|| fields.missing("text"))?;
    let number = parse_nice_number(&text)?;
    let mut answer = Answer::default();
    answer.put("value", number.value);
    answer.put("uncertainty", number.uncertainty);
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "nicenum",
    summary: "The number behind a shortened one such as 49,6K or 1.13M",
    inputs: &[Input::name(
        "text",
        "the number as a tool of OpenZFS prints it, with either decimal mark",
    )],
    outputs: &[
        Output::new("value", "count", &["text"], "the number"),
        Output::new(
            "uncertainty",
            "count",
            &["text"],
            "half a unit of the last printed digit",
        ),
    ],
    sources: &["OpenZFS lib/libzutil/zutil_nicenum.c"],
    rule: answer,
};
