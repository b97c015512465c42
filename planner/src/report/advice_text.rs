//! The answer of one rule of advice, for scripts and for people.

use super::style::{listed, wrapped};
use crate::advice::{Advice, Quantity};
use crate::figures::grouped;

/// Returns an answer as JSON with a line end.
#[must_use]
pub fn advice_json(advice: &Advice) -> String {
    // Words, finite numbers and flags always print.
    serde_json::to_string_pretty(advice).unwrap_or_default() + "\n"
}

/// Returns an answer as lines of text at most so wide: the quantities with their units, then the sources; warnings are
/// left out.
#[must_use]
pub fn readable_advice(advice: &Advice, width: usize) -> String {
    let lines: Vec<(&str, String)> = advice
        .quantities
        .iter()
        .map(|(name, quantity)| {
            let unit = advice.topic.output(name).map_or("", |output| output.unit);
            (*name, readable(quantity, unit))
        })
        .collect();
    let mut text = listed(&lines, width);
    for (index, source) in advice.topic.sources.iter().enumerate() {
        let lead = if index == 0 { "\nsource: " } else { "        " };
        let lines = wrapped(source, width.saturating_sub(8));
        text.push_str(&format!("{lead}{}\n", lines.replace('\n', "\n        ")));
    }
    text
}

/// Returns a quantity as a person reads it.
fn readable(quantity: &Quantity, unit: &str) -> String {
    let unit = match unit {
        "word" | "bool" | "fraction" | "probability" | "count" => "",
        other => other,
    };
    let printed = match quantity {
        Quantity::Flag(true) => return "yes".to_owned(),
        Quantity::Flag(false) => return "no".to_owned(),
        Quantity::Word(word) => return word.to_string(),
        Quantity::Whole(_) | Quantity::Number(_) => serde_json::to_value(quantity).unwrap_or_default(),
    };
    let whole = printed.as_u64();
    let number = whole.map_or_else(|| printed.to_string(), grouped);
    let iec = match whole {
        Some(bytes) if unit == "bytes" && bytes >= 1024 => format!(" ({})", iec(bytes)),
        _ => String::new(),
    };
    if unit.is_empty() {
        number
    } else {
        format!("{number} {unit}{iec}")
    }
}

/// Returns a size in binary units with one decimal.
fn iec(bytes: u64) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    let (shift, unit) = units
        .into_iter()
        .find(|(shift, _)| bytes >> shift > 0)
        .unwrap_or((0, "bytes"));
    let tenths = (u128::from(bytes) * 10) >> shift;
    format!(
        "{}.{} {unit}",
        grouped(u64::try_from(tenths / 10).unwrap_or(u64::MAX)),
        tenths % 10
    )
}
