//! Quantities as people type them into options: `16.4TiB`, `48h`, `1 in 1000`, `2.5%`, `1200MB/s`, `3500EUR`.

use jiff::civil::Date;

use super::{Bytes, Currency, Hours, Money, Probability, Throughput};
use crate::error::Error;

/// Units of size with their bytes; the first letter alone is decimal, as on a drive's label.
const SIZES: [(&str, u64); 17] = [
    ("", 1),
    ("b", 1),
    ("k", 1_000),
    ("kb", 1_000),
    ("m", 1_000_000),
    ("mb", 1_000_000),
    ("g", 1_000_000_000),
    ("gb", 1_000_000_000),
    ("t", 1_000_000_000_000),
    ("tb", 1_000_000_000_000),
    ("p", 1_000_000_000_000_000),
    ("pb", 1_000_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("pib", 1 << 50),
];

fn out_of_range(quantity: &str, text: &str, kind: &str, hint: &str) -> Error {
    Error::OutOfRange {
        quantity: quantity.to_owned(),
        reason: format!("`{}` is not {kind}", text.trim()),
        hint: hint.to_owned(),
    }
}

/// Splits a number from what follows it.
fn number_and_unit(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text
        .char_indices()
        .find(|(index, character)| {
            let exponent = matches!(character, 'e' | 'E')
                && text[index + 1..]
                    .starts_with(|next: char| next.is_ascii_digit() || matches!(next, '-' | '+'));
            let sign =
                matches!(character, '-' | '+') && (*index == 0 || text[..*index].ends_with(['e', 'E']));
            !(character.is_ascii_digit() || *character == '.' || exponent || sign)
        })
        .map_or(text.len(), |(index, _)| index);
    let number: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim().to_lowercase();
    (number.is_finite() && number >= 0.0).then_some((number, unit))
}

/// Returns the size that `text` names, exact where the number has at most 15 digits.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a number of at least 0 with a unit of size or none (bytes).
pub fn parse_bytes(quantity: &str, text: &str) -> Result<Bytes, Error> {
    let wrong = || {
        out_of_range(
            quantity,
            text,
            "a size",
            "write `18TB`, `16.4TiB` or a number of bytes",
        )
    };
    if let Ok(bytes) = text.trim().parse::<u64>() {
        return Ok(Bytes::new(bytes));
    }
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let (_, factor) = SIZES
        .into_iter()
        .find(|(name, _)| *name == unit)
        .ok_or_else(wrong)?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "factors are powers of ten or two, all exact"
    )]
    let bytes = (number * factor as f64).round();
    if bytes >= 18_446_744_073_709_551_615.0 {
        return Err(wrong());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked: 0 ≤ bytes < 2^64"
    )]
    Ok(Bytes::new(bytes as u64))
}

/// Returns the recordsize or volblocksize that `text` names, where `K` and `M` are binary as in OpenZFS: `128K`.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a size.
pub fn parse_block_size(quantity: &str, text: &str) -> Result<Bytes, Error> {
    let lower = text.trim().to_lowercase();
    let binary = match lower.strip_suffix('b').unwrap_or(&lower) {
        kib if kib.ends_with('k') => format!("{kib}ib"),
        mib if mib.ends_with('m') => format!("{mib}ib"),
        _ => lower,
    };
    parse_bytes(quantity, &binary)
        .map_err(|_| out_of_range(quantity, text, "a block size", "write `128K` or `1M`"))
}

/// Returns the length of time that `text` names: `5y`, `18mo`, `28d`, `48h`, `10min`; a bare number is hours.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a number of at least 0 with a unit of time or none.
pub fn parse_hours(quantity: &str, text: &str) -> Result<Hours, Error> {
    let wrong = || out_of_range(quantity, text, "a length of time", "write `48h`, `28d` or `5y`");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let hours = match unit.as_str() {
        "" | "h" | "hour" | "hours" => 1.0,
        "min" | "minutes" => 1.0 / 60.0,
        "d" | "day" | "days" => 24.0,
        "w" | "week" | "weeks" => 168.0,
        "mo" | "month" | "months" => 730.0,
        "y" | "a" | "year" | "years" => Hours::PER_YEAR,
        _ => return Err(wrong()),
    };
    Hours::new(number * hours).map_err(|_| wrong())
}

/// Returns the day that `text` names as `2026-12-01`.
///
/// Drives of before 2000 hold no pool, and no figure here means anything after 2100.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a day of the years 2000 to 2100.
pub fn parse_day(quantity: &str, text: &str) -> Result<Date, Error> {
    let hint = "write a day of the years 2000 to 2100: `2026-12-01`";
    let day: Date = text
        .trim()
        .parse()
        .map_err(|_| out_of_range(quantity, text, "a day", hint))?;
    if (2000..=2100).contains(&day.year()) {
        return Ok(day);
    }
    Err(out_of_range(
        quantity,
        text,
        "a day on which a pool could be planned",
        hint,
    ))
}

/// Returns the probability that `text` names: `0.001`, `1e-6`, `0.1%`, `1/1000`, `1 in 1000`.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a number from 0 to 1 in one of these forms.
pub fn parse_probability(quantity: &str, text: &str) -> Result<Probability, Error> {
    let wrong = || out_of_range(quantity, text, "a chance", "write `0.001`, `0.1%` or `1/1000`");
    let plain = |text: &str| number_and_unit(&text.replace(',', "")).filter(|(_, unit)| unit.is_empty());
    let value = if let Some((events, of)) = text.split_once('/').or_else(|| text.split_once(" in ")) {
        plain(events).ok_or_else(wrong)?.0 / plain(of).ok_or_else(wrong)?.0
    } else {
        match number_and_unit(text).ok_or_else(wrong)? {
            (number, unit) if unit.is_empty() => number,
            (number, unit) if unit == "%" => number / 100.0,
            _ => return Err(wrong()),
        }
    };
    Probability::new(value).map_err(|_| wrong())
}

/// Returns a fraction from 0 to 1 that `text` names: `0.8` or `80%`.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is such a number.
pub fn parse_fraction(quantity: &str, text: &str) -> Result<f64, Error> {
    parse_probability(quantity, text)
        .map(Probability::as_f64)
        .map_err(|_| out_of_range(quantity, text, "a fraction", "write `0.8` or `80%`"))
}

/// Returns the transfer rate that `text` names: `1200`, `1200MB/s`, `1.2GB/s`; a bare number is MB/s.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a number of at least 0 with such a unit or none.
pub fn parse_throughput(quantity: &str, text: &str) -> Result<Throughput, Error> {
    let wrong = || out_of_range(quantity, text, "a transfer rate", "write `1200MB/s` or `1.2GB/s`");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let megabytes = match unit.as_str() {
        "" | "mb/s" | "mb" => number,
        "gb/s" | "gb" => number * 1e3,
        "mib/s" => number * 1.048_576,
        "gib/s" => number * 1_073.741_824,
        _ => return Err(wrong()),
    };
    Throughput::from_mb_per_s(megabytes).ok_or_else(wrong)
}

/// Returns the amount that `text` names: `3500`, `3500.50 EUR`, `USD 3500`.
///
/// # Errors
/// [`Error::OutOfRange`] naming `quantity` unless `text` is a number of at least 0 with a currency code or none.
pub fn parse_money(quantity: &str, text: &str) -> Result<Money, Error> {
    let wrong = || out_of_range(quantity, text, "an amount of money", "write `3500` or `3500 EUR`");
    let text = text.trim();
    let leading = text.get(..3).and_then(Currency::from_code);
    let rest = if leading.is_some() {
        text[3..].trim_start()
    } else {
        text
    };
    let (number, unit) = number_and_unit(&rest.replace(',', "")).ok_or_else(wrong)?;
    let trailing = if unit.is_empty() {
        None
    } else {
        Some(Currency::from_code(&unit).ok_or_else(wrong)?)
    };
    if number > 9e14 || (leading.is_some() && trailing.is_some()) {
        return Err(wrong());
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked: below 9·10^18")]
    Ok(Money::from_ten_thousandths(
        (number * 1e4).round() as i64,
        leading.or(trailing),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal_unless_they_say_binary() {
        let bytes = |text| parse_bytes("--min-usable", text).unwrap().as_u64();
        assert_eq!(bytes("18TB"), 18_000_000_000_000);
        assert_eq!(bytes("16.4 TiB"), 18_031_990_695_526);
        assert_eq!(bytes("18000207937536"), 18_000_207_937_536);
        assert_eq!(bytes("1e12"), 1_000_000_000_000);
        assert_eq!(
            parse_block_size("--recordsize", "128K").unwrap(),
            Bytes::from_kib(128)
        );
        assert_eq!(
            parse_block_size("--recordsize", "1MB").unwrap(),
            Bytes::from_mib(1)
        );
    }

    #[test]
    fn wrong_text_is_an_error_that_names_the_option() {
        let error = parse_bytes("--min-usable", "18TBB").unwrap_err();
        assert_eq!(error.to_string(), "--min-usable: `18TBB` is not a size");
        for text in ["", "-1", "NaN", "inf", "1e400", "99999999999 TB", "TB", "1 2"] {
            assert!(parse_bytes("x", text).is_err(), "{text}");
            assert!(
                parse_money("x", text).is_err() || text == "99999999999 TB",
                "{text}"
            );
        }
        assert!(parse_probability("x", "1/0").is_err());
        assert!(parse_probability("x", "1.5").is_err());
        assert!(parse_hours("x", "5 parsecs").is_err());
    }

    #[test]
    fn chances_times_rates_and_money_have_their_forms() {
        let chance = |text| parse_probability("--max-loss", text).unwrap().as_f64();
        assert!((chance("1 in 1,000") - 0.001).abs() < 1e-15);
        assert!((chance("0.1%") - 0.001).abs() < 1e-15);
        assert!((chance("1e-3") - 0.001).abs() < 1e-15);
        assert_eq!(
            parse_hours("--mission", "5y").unwrap(),
            Hours::from_years(5.0).unwrap()
        );
        assert_eq!(
            parse_hours("--replace-after", "48h").unwrap(),
            Hours::new(48.0).unwrap()
        );
        let rate = parse_throughput("--min-read", "1.2GB/s").unwrap();
        assert!((rate.as_mb_per_s() - 1200.0).abs() < 1e-9);
        let money = parse_money("--max-cost", "3500.50 eur").unwrap();
        assert_eq!(
            (money.as_ten_thousandths(), money.currency()),
            (35_005_000, Currency::from_code("EUR"))
        );
    }
}
