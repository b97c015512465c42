//! Prices and their currency.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A currency by its three-letter code (ISO 4217), as `EUR`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// Returns the currency of a code of three ASCII letters, in either case; nothing for any other text.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        letters
            .iter()
            .all(u8::is_ascii_alphabetic)
            .then(|| Self(letters.map(|letter| letter.to_ascii_uppercase())))
    }

    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::from_code(&code)
            .ok_or_else(|| serde::de::Error::custom(format!("`{code}` is not a currency code like `EUR`")))
    }
}

/// An amount of money in ten-thousandths of its currency, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    ten_thousandths: i64,
    currency: Option<Currency>,
}

impl Money {
    /// Returns `ten_thousandths` of a unit of `currency`, which is unknown where the price list names none.
    #[must_use]
    pub const fn from_ten_thousandths(ten_thousandths: i64, currency: Option<Currency>) -> Self {
        Self {
            ten_thousandths,
            currency,
        }
    }

    /// Returns the amount in ten-thousandths of the currency's unit.
    #[must_use]
    pub const fn as_ten_thousandths(self) -> i64 {
        self.ten_thousandths
    }

    /// Returns the amount in the currency's unit, rounded as floats are.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for ratios; sums stay integers")]
    pub const fn as_f64(self) -> f64 {
        self.ten_thousandths as f64 / 1e4
    }

    /// Returns the currency, if it is known.
    #[must_use]
    pub const fn currency(self) -> Option<Currency> {
        self.currency
    }
}
