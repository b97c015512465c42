//! Results as JSON: every float rounded to ten significant digits, so that the same result is the same text everywhere.

use serde::Serialize;
use serde_json::{Number, Value};

use crate::error::Error;

/// Significant digits of floats.
const DIGITS: usize = 10;

/// Returns a result as indented JSON with a line end.
///
/// # Errors
/// [`Error::OutOfRange`] if the result holds a float that is not finite, which would be a defect of ours.
pub fn to_json<T: Serialize>(result: &T) -> Result<String, Error> {
    let mut value = serde_json::to_value(result).map_err(|error| unprintable(&error.to_string()))?;
    round_floats(&mut value);
    let mut text = serde_json::to_string_pretty(&value).map_err(|error| unprintable(&error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn unprintable(reason: &str) -> Error {
    Error::OutOfRange {
        quantity: "result".to_owned(),
        reason: reason.to_owned(),
        hint: String::new(),
    }
}

/// Rounds every float within `value` to ten significant digits.
pub fn round_floats(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(rounded) = number.as_f64().and_then(|float| Number::from_f64(rounded(float))) {
                *number = rounded;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(round_floats),
        Value::Object(fields) => fields.values_mut().for_each(round_floats),
        _ => {}
    }
}

fn rounded(value: f64) -> f64 {
    let text = format!("{value:.*e}", DIGITS - 1);
    text.parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_ten_digits_and_integers_stay() {
        let mut value =
            serde_json::json!({"a": 1.234_567_890_123_456, "b": [18_000_207_937_536_u64, 1e-17 / 3.0]});
        round_floats(&mut value);
        assert_eq!(
            value.to_string(),
            r#"{"a":1.23456789,"b":[18000207937536,3.333333333e-18]}"#
        );
    }
}
