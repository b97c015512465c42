//! How figures read: separators, units, chances, counts in words.

use mttdl::math;

use crate::units::{Bytes, Hours, Probability};

/// Smallest chance that is printed as a figure; below it only the bound is, since causes outside the model dominate.
pub const SMALLEST_CHANCE: f64 = 1e-15;
/// From this chance on, percent reads better than "1 in".
pub const PERCENT_FROM: f64 = 0.05;

/// Returns `value` with a comma between groups of three digits: `18,000,207,937,536`.
#[must_use]
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a signed number of bytes, grouped, with a true minus sign.
#[must_use]
pub fn grouped_signed(value: i128) -> String {
    let digits =
        u64::try_from(value.unsigned_abs()).map_or_else(|_| value.unsigned_abs().to_string(), grouped);
    if value < 0 { format!("−{digits}") } else { digits }
}

/// Returns `value` with `decimals` digits after the point and grouped thousands: `1,397.2`.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (sign, unsigned) = text
        .strip_prefix('-')
        .map_or(("", text.as_str()), |rest| ("−", rest));
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), grouped);
    if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    }
}

/// Returns terabytes with one decimal, without the unit.
#[must_use]
pub fn tb(bytes: Bytes) -> String {
    fixed(bytes.as_tb(), decimals_for(bytes.as_tb()))
}

/// Returns tebibytes with one decimal, without the unit.
#[must_use]
pub fn tib(bytes: Bytes) -> String {
    fixed(bytes.as_tib(), decimals_for(bytes.as_tib()))
}

/// One decimal, but three below 1, so that a small pool is not shown as 0.0.
fn decimals_for(value: f64) -> usize {
    if value < 1.0 { 3 } else { 1 }
}

/// Returns both units, never summed: `143.7 TB (130.7 TiB)`.
#[must_use]
pub fn tb_and_tib(bytes: Bytes) -> String {
    format!("{} TB ({} TiB)", tb(bytes), tib(bytes))
}

/// Returns a size as it is sold: `18 TB`, `3.84 TB`, `960 GB`.
#[must_use]
pub fn label_size(bytes: Bytes) -> String {
    let (value, unit) = if bytes.as_u64() >= 1_000_000_000_000 {
        (bytes.as_tb(), "TB")
    } else {
        (bytes.as_f64() / 1e9, "GB")
    };
    let text = format!("{value:.2}");
    format!("{} {unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Returns a chance in words: `1 in 120,000`, `12 %` from 5 % on, `less than 1 in 10^15` below that.
#[must_use]
pub fn chance(probability: Probability) -> String {
    let value = probability.as_f64();
    if value <= 0.0 {
        return "none in this model".to_owned();
    }
    if value < SMALLEST_CHANCE {
        return "less than 1 in 10^15".to_owned();
    }
    if value >= PERCENT_FROM {
        let decimals = usize::from(value > 0.995 && value < 1.0);
        return format!("{:.decimals$} %", value * 100.0);
    }
    let one_in = two_digits(1.0 / value);
    if one_in < 1e6 {
        format!("1 in {}", fixed(one_in, 0))
    } else {
        const NAMES: [(f64, &str); 4] = [
            (1e15, "quadrillion"),
            (1e12, "trillion"),
            (1e9, "billion"),
            (1e6, "million"),
        ];
        let (unit, name) = NAMES
            .into_iter()
            .find(|(unit, _)| one_in >= *unit)
            .unwrap_or((1e6, "million"));
        let count = format!("{:.1}", one_in / unit);
        format!("1 in {} {name}", count.strip_suffix(".0").unwrap_or(&count))
    }
}

/// Returns a positive `value` rounded to two significant digits.
#[must_use]
pub fn two_digits(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return value;
    }
    let unit = math::pow(10.0, math::log10(value).floor() - 1.0);
    (value / unit).round() * unit
}

/// Returns a probability in scientific notation: `8.39e-6`.
#[must_use]
pub fn scientific(value: f64) -> String {
    format!("{value:.2e}")
}

/// Returns a length of time as a person says it: `24.8 h`, `9 days`, `5 years`.
#[must_use]
pub fn duration(time: Hours) -> String {
    let hours = time.as_f64();
    if hours >= 2.0 * Hours::PER_YEAR {
        let text = fixed(time.as_years(), 1);
        format!("{} years", text.strip_suffix(".0").unwrap_or(&text))
    } else if hours > 240.0 {
        format!("{} days", fixed(hours / 24.0, 0))
    } else {
        format!("{} h", fixed(hours, 1))
    }
}

/// Returns small counts in words, larger ones in digits.
#[must_use]
pub fn count_word(count: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    usize::try_from(count)
        .ok()
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| grouped(count), |word| (*word).to_owned())
}

/// Returns `count` and the noun, with an `s` unless it is one: `one drive`, `six drives`.
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count_word(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_chance(probability: f64, expected: &str) {
        assert_eq!(chance(Probability::new(probability).unwrap()), expected);
    }

    #[test]
    fn chances_have_two_digits() {
        assert_chance(8.39e-6, "1 in 120,000");
        assert_chance(1.0 / 449e6, "1 in 450 million");
        assert_chance(1.0 / 26.2e6, "1 in 26 million");
        assert_chance(1.0 / 9.96e6, "1 in 10 million");
        assert_chance(0.123, "12 %");
        assert_chance(0.001, "1 in 1,000");
        assert_chance(1e-17, "less than 1 in 10^15");
        assert_chance(1.0 / 1.23e9, "1 in 1.2 billion");
        assert_chance(0.999, "99.9 %");
        assert_chance(0.0, "none in this model");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(18_000_207_937_536), "18,000,207,937,536");
        assert_eq!(grouped_signed(-1000), "−1,000");
        assert_eq!(fixed(1397.25, 1), "1,397.2");
        assert_eq!(fixed(-0.5, 1), "−0.5");
    }

    #[test]
    fn sizes_name_both_units() {
        assert_eq!(
            tb_and_tib(Bytes::new(143_701_000_000_000)),
            "143.7 TB (130.7 TiB)"
        );
        assert_eq!(label_size(Bytes::new(18_000_207_937_536)), "18 TB");
        assert_eq!(label_size(Bytes::new(3_840_755_982_336)), "3.84 TB");
        assert_eq!(label_size(Bytes::new(480_103_981_056)), "480.1 GB");
    }

    #[test]
    fn durations_and_counts_read_as_people_say_them() {
        assert_eq!(duration(Hours::from_years(5.0).unwrap()), "5 years");
        assert_eq!(duration(Hours::new(24.83).unwrap()), "24.8 h");
        assert_eq!(duration(Hours::from_days(28.0).unwrap()), "28 days");
        assert_eq!(counted(1, "drive"), "one drive");
        assert_eq!(counted(60, "drive"), "60 drives");
    }
}
