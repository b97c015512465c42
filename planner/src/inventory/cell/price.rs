//! Prices with the currency that stands beside them.

use super::CellError;
use super::number::{DecimalMark, NumberError, leading_number};
use crate::units::{Currency, Money};

/// What a text says about the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CurrencyWord {
    /// One currency.
    Known(Currency),
    /// `¥`, which is the sign of two.
    YenOrYuan,
    /// A sign that several currencies share, such as `kr`.
    Shared,
}

/// Signs and words of currencies beside their codes.
const SIGNS: [(&str, &str); 27] = [
    ("€", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("us$", "USD"),
    ("a$", "AUD"),
    ("c$", "CAD"),
    ("r$", "BRL"),
    ("hk$", "HKD"),
    ("nt$", "TWD"),
    ("$", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("£", "GBP"),
    ("元", "CNY"),
    ("rmb", "CNY"),
    ("人民币", "CNY"),
    ("人民币元", "CNY"),
    ("円", "JPY"),
    ("yen", "JPY"),
    ("₹", "INR"),
    ("rs", "INR"),
    ("₩", "KRW"),
    ("zł", "PLN"),
    ("zl", "PLN"),
    ("₽", "RUB"),
    ("fr", "CHF"),
    ("kč", "CZK"),
];

/// Codes that are taken for currencies in headers and cells.
const CODES: [&str; 29] = [
    "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "INR", "KRW", "TWD", "HKD", "SGD", "BRL", "MXN", "ZAR", "RUB", "TRY", "ILS", "UAH", "RON", "THB",
];

/// Returns the currency that a word or sign names.
pub(crate) fn currency(word: &str) -> Option<CurrencyWord> {
    let lower = word
        .trim()
        .trim_end_matches(['.', '-', '–'])
        .trim()
        .to_lowercase();
    if lower == "¥" || lower == "￥" {
        return Some(CurrencyWord::YenOrYuan);
    }
    if lower == "kr" {
        return Some(CurrencyWord::Shared);
    }
    let upper = lower.to_uppercase();
    let code = SIGNS
        .iter()
        .find(|(sign, _)| *sign == lower)
        .map(|(_, code)| *code)
        .or_else(|| CODES.into_iter().find(|code| *code == upper))?;
    Currency::from_code(code).map(CurrencyWord::Known)
}

/// Returns the price that a cell states, and what it says about the currency.
pub(crate) fn read(text: &str, mark: DecimalMark) -> Result<(Money, Option<CurrencyWord>), CellError> {
    let error = || CellError::new("is not a price", "write `289.00` or `289.00 EUR`");
    let start = text
        .find(|character: char| character.is_ascii_digit() || matches!(character, '-' | '−'))
        .ok_or_else(error)?;
    let before = text[..start].trim();
    // `289,-` and `289.–` are round prices.
    let body = text[start..].trim().trim_end_matches(['-', '–', '—']);
    let (number, after) = leading_number(body, mark).map_err(|problem| match problem {
        NumberError::TooLarge => CellError::new("is too large for a price", "write `289.00`"),
        NumberError::NotANumber => error(),
    })?;
    if number.negative && number.mantissa > 0 {
        return Err(CellError::new("is negative", "a drive's price cannot be below 0"));
    }
    let after = after.trim_start_matches(['.', ',']).trim();
    let word = match (before, after) {
        ("", "") => None,
        (word, "") | ("", word) => Some(currency(word).ok_or_else(error)?),
        (first, second) => match (currency(first), currency(second)) {
            (Some(_), Some(word @ CurrencyWord::Known(_))) => Some(word),
            _ => return Err(error()),
        },
    };
    let (amount, _) = number
        .times(10_000)
        .map_err(|_| CellError::new("is too large for a price", "write `289.00`"))?;
    let amount = i64::try_from(amount)
        .ok()
        .filter(|amount| *amount <= 1_000_000_000 * 10_000)
        .ok_or_else(|| CellError::new("is too large for a price", "write `289.00`"))?;
    let known = match word {
        Some(CurrencyWord::Known(currency)) => Some(currency),
        _ => None,
    };
    Ok((Money::from_ten_thousandths(amount, known), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, mark: DecimalMark, amount: i64, code: Option<&str>) {
        let (money, _) = read(text, mark).unwrap();
        assert_eq!(money.as_ten_thousandths(), amount, "{text}");
        assert_eq!(money.currency(), code.and_then(Currency::from_code), "{text}");
    }

    #[test]
    fn prices_with_their_currency() {
        use DecimalMark::{Comma, Point};
        reads("289.00", Point, 2890000, None);
        reads("1.249,90", Comma, 12499000, None);
        reads("$1,249.90", Point, 12499000, Some("USD"));
        reads("289,00 €", Comma, 2890000, Some("EUR"));
        reads("EUR 289", Point, 2890000, Some("EUR"));
        reads("1899元", Point, 18990000, Some("CNY"));
        reads("289,-", Comma, 2890000, None);
        reads("US$ 310", Point, 3100000, Some("USD"));
        assert_eq!(read("¥1899", Point).unwrap().1, Some(CurrencyWord::YenOrYuan));
    }

    #[test]
    fn no_prices() {
        for text in ["free", "-5", "12 apples", "1e300", "NaN", "5 6 7"] {
            assert!(read(text, DecimalMark::Point).is_err(), "{text}");
        }
    }
}
