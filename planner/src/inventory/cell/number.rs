//! Numbers as people write them, exact.

/// Which mark stands before the fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecimalMark {
    /// `1,249.90`
    Point,
    /// `1.249,90`
    Comma,
}

/// An exact decimal number: `mantissa × 10^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decimal {
    /// Whether a minus sign stood before it.
    pub(crate) negative: bool,
    /// The digits without the mark.
    pub(crate) mantissa: u128,
    /// Power of ten.
    pub(crate) exponent: i32,
    /// Digits written after the mark.
    pub(crate) decimals: u32,
    /// Whether it was written as `4.00079E+12`.
    pub(crate) scientific: bool,
}

/// Why text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberError {
    /// There is no number in front.
    NotANumber,
    /// More digits or a larger exponent than any quantity has.
    TooLarge,
}

impl Decimal {
    /// Returns the number times `unit`, rounded to a whole, and whether nothing was rounded off; an error above 2^64.
    pub(crate) fn times(self, unit: u64) -> Result<(u64, bool), NumberError> {
        let product = self
            .mantissa
            .checked_mul(u128::from(unit))
            .ok_or(NumberError::TooLarge)?;
        let power = 10u128.checked_pow(self.exponent.unsigned_abs());
        let (whole, exact) = if product == 0 {
            (0, true)
        } else if self.exponent >= 0 {
            let whole = power
                .and_then(|power| product.checked_mul(power))
                .ok_or(NumberError::TooLarge)?;
            (whole, true)
        } else {
            match power {
                Some(power) => ((product + power / 2) / power, product % power == 0),
                None => (0, false),
            }
        };
        u64::try_from(whole)
            .map(|whole| (whole, exact))
            .map_err(|_| NumberError::TooLarge)
    }

    /// Returns the number as a float.
    pub(crate) fn as_f64(self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.mantissa, self.exponent)
            .parse()
            .unwrap_or(f64::NAN)
    }
}

/// Returns the number at the start of `text` and what follows it, trimmed.
///
/// Thousands marks may be points, commas, blanks, apostrophes and underscores. A single point or comma before exactly
/// three digits is a thousands mark unless `mark` says otherwise.
pub(crate) fn leading_number(text: &str, mark: DecimalMark) -> Result<(Decimal, &str), NumberError> {
    let (negative, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = number_end(unsigned);
    let (digits, rest) = unsigned.split_at(end);
    let digits = digits.trim_end();
    if !digits.starts_with(|character: char| character.is_ascii_digit() || matches!(character, '.' | ',')) {
        return Err(NumberError::NotANumber);
    }
    let fraction_mark = fraction_mark(digits, mark)?;
    let mut mantissa = 0u128;
    let mut decimals = 0u32;
    let mut significant = 0u32;
    let mut any = false;
    let mut in_fraction = false;
    for (index, character) in digits.char_indices() {
        if Some(index) == fraction_mark {
            in_fraction = true;
        } else if let Some(digit) = character.to_digit(10) {
            any = true;
            significant += u32::from(mantissa > 0 || digit > 0);
            if significant > 30 || decimals > 60 {
                return Err(NumberError::TooLarge);
            }
            mantissa = mantissa * 10 + u128::from(digit);
            decimals += u32::from(in_fraction);
        }
    }
    if !any {
        return Err(NumberError::NotANumber);
    }
    let (power, rest) = exponent(rest)?;
    let decimals_signed = i32::try_from(decimals).map_err(|_| NumberError::TooLarge)?;
    Ok((
        Decimal {
            negative,
            mantissa,
            exponent: power.unwrap_or(0) - decimals_signed,
            decimals,
            scientific: power.is_some(),
        },
        rest.trim_start(),
    ))
}

/// Returns the number that the whole of `text` is.
pub(crate) fn whole_number(text: &str, mark: DecimalMark) -> Result<Decimal, NumberError> {
    match leading_number(text, mark)? {
        (number, "") => Ok(number),
        _ => Err(NumberError::NotANumber),
    }
}

fn number_end(text: &str) -> usize {
    let mut end = 0;
    for (index, character) in text.char_indices() {
        if character.is_ascii_digit() {
            end = index + 1;
        } else {
            let marks = ['.', ',', ' ', '\'', '’', '_'];
            let rest = text[index..].trim_start_matches(marks);
            if !marks.contains(&character) || !rest.starts_with(|next: char| next.is_ascii_digit()) {
                break;
            }
        }
    }
    end
}

/// Returns where the decimal mark stands, if there is one; an error where the marks make no number.
fn fraction_mark(digits: &str, mark: DecimalMark) -> Result<Option<usize>, NumberError> {
    let count = |wanted: char| digits.matches(wanted).count();
    let (points, commas) = (count('.'), count(','));
    let decimal = match (points, commas) {
        (0, 0) => None,
        (1, 0) => single(digits, '.', mark == DecimalMark::Point),
        (0, 1) => single(digits, ',', mark == DecimalMark::Comma),
        (_, 0) | (0, _) => None,
        _ => {
            let last_point = digits.rfind('.').unwrap_or(0);
            let last_comma = digits.rfind(',').unwrap_or(0);
            let last = last_point.max(last_comma);
            let repeated = if last == last_point { points } else { commas };
            if repeated > 1 {
                return Err(NumberError::NotANumber);
            }
            Some(last)
        }
    };
    let whole = &digits[..decimal.unwrap_or(digits.len())];
    let groups: Vec<&str> = whole.split(['.', ',', ' ', '\'', '’', '_']).collect();
    let well_grouped = groups.len() == 1
        || (groups[1..].iter().all(|group| group.len() == 3) && (1..=3).contains(&groups[0].len()))
        // Indian grouping: 18,00,000.
        || (groups.len() > 2
            && groups.last().is_some_and(|group| group.len() == 3)
            && groups[1..groups.len() - 1].iter().all(|group| group.len() == 2));
    if well_grouped {
        Ok(decimal)
    } else {
        Err(NumberError::NotANumber)
    }
}

fn single(digits: &str, mark: char, is_decimal_mark: bool) -> Option<usize> {
    let position = digits.find(mark)?;
    let after = digits.len() - position - 1;
    let before = digits[..position].trim_start_matches('0');
    let thousands = after == 3 && !is_decimal_mark && !before.is_empty();
    (!thousands).then_some(position)
}

fn exponent(rest: &str) -> Result<(Option<i32>, &str), NumberError> {
    let Some(after) = rest.strip_prefix(['e', 'E']) else {
        return Ok((None, rest));
    };
    let (negative, digits) = match after.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, after.strip_prefix('+').unwrap_or(after)),
    };
    let end = digits
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(digits.len());
    if end == 0 {
        return Ok((None, rest));
    }
    let value: i32 = digits[..end].parse().map_err(|_| NumberError::TooLarge)?;
    if value > 60 && !negative {
        return Err(NumberError::TooLarge);
    }
    let value = value.min(60);
    Ok((Some(if negative { -value } else { value }), &digits[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, mark: DecimalMark, value: f64, rest: &str) {
        let (number, after) = leading_number(text, mark).unwrap();
        assert_eq!((number.as_f64(), after), (value, rest), "{text}");
    }

    #[test]
    fn marks_of_thousands_and_fractions() {
        use DecimalMark::{Comma, Point};
        reads("1.249,90", Comma, 1249.9, "");
        reads("1,249.90", Point, 1249.9, "");
        reads("1,92 TB", Comma, 1.92, "TB");
        reads("1,92 TB", Point, 1.92, "TB");
        reads("3.637 TB", Point, 3.637, "TB");
        reads("3,637 TB", Point, 3637.0, "TB");
        reads("0,005", Point, 0.005, "");
        reads("5.000.981.078.016", Comma, 5_000_981_078_016.0, "");
        reads("18 000 207 937 536", Point, 18_000_207_937_536.0, "");
        reads("1'249.50", Point, 1249.5, "");
        reads("4.00079E+12", Point, 4.000_79e12, "");
        reads("12 x", Point, 12.0, "x");
        reads("17 EiB", Point, 17.0, "EiB");
    }

    #[test]
    fn no_numbers() {
        use DecimalMark::Point;
        for text in ["NaN", "inf TB", "-Infinity", "", ".", "1.2.3", "1,2,3.4.5"] {
            assert_eq!(
                leading_number(text, Point),
                Err(NumberError::NotANumber),
                "{text}"
            );
        }
        assert_eq!(leading_number("1e400 TB", Point), Err(NumberError::TooLarge));
    }

    #[test]
    fn products_are_exact() {
        let number = whole_number("1.92", DecimalMark::Point).unwrap();
        assert_eq!(number.times(1_000_000_000_000), Ok((1_920_000_000_000, true)));
        let number = whole_number("99999999999", DecimalMark::Point).unwrap();
        assert_eq!(number.times(1_000_000_000_000), Err(NumberError::TooLarge));
    }
}
