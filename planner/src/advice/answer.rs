//! What a rule answers: quantities in order, and warnings.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::topic::Topic;
use crate::error::Error;

/// The value of one output.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// A whole number: bytes, sectors, entries.
    Whole(u64),
    /// Any other number, finite.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A word of the topic's vocabulary.
    Word(Cow<'static, str>),
}

impl From<u64> for Quantity {
    fn from(value: u64) -> Self {
        Self::Whole(value)
    }
}

impl From<u32> for Quantity {
    fn from(value: u32) -> Self {
        Self::Whole(u64::from(value))
    }
}

impl From<f64> for Quantity {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<bool> for Quantity {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

impl From<&'static str> for Quantity {
    fn from(value: &'static str) -> Self {
        Self::Word(Cow::Borrowed(value))
    }
}

impl From<String> for Quantity {
    fn from(value: String) -> Self {
        Self::Word(Cow::Owned(value))
    }
}

/// Greatest float below which every whole number is exact: 2^53.
const EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

/// Returns `value` as a whole number, or nothing where it has a fraction, is negative or too large to be exact.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked on the same line"
)]
pub(super) fn whole(value: f64) -> Option<u64> {
    ((0.0..=EXACT_FLOAT).contains(&value) && value.fract() == 0.0).then_some(value as u64)
}

/// Returns `value` rounded to 10 significant digits, the precision of every non-integer that leaves the program.
fn rounded(value: f64) -> f64 {
    format!("{value:.9e}").parse().unwrap_or(value)
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(value) => serializer.serialize_u64(*value),
            Self::Number(value) => match whole(*value) {
                Some(value) => serializer.serialize_u64(value),
                None => serializer.serialize_f64(rounded(*value)),
            },
            Self::Flag(value) => serializer.serialize_bool(*value),
            Self::Word(value) => serializer.serialize_str(value),
        }
    }
}

/// Something the reader must know beside the figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The name that scripts compare.
    pub code: &'static str,
    /// The explanation, in a sentence without a final period.
    pub message: String,
}

/// What a rule hands back to [`super::advise`].
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Answer {
    pub(super) quantities: Vec<(&'static str, Quantity)>,
    pub(super) warnings: Vec<Warning>,
}

impl Answer {
    pub(super) fn put(&mut self, name: &'static str, value: impl Into<Quantity>) {
        self.quantities.push((name, value.into()));
    }

    pub(super) fn put_some(&mut self, name: &'static str, value: Option<impl Into<Quantity>>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    pub(super) fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.warnings.push(Warning {
            code,
            message: message.into(),
        });
    }
}

/// The answer to one question.
#[derive(Debug, Clone)]
pub struct Advice {
    /// The topic asked about.
    pub topic: &'static Topic,
    /// The quantities that the inputs allow, in the topic's order.
    pub quantities: Vec<(&'static str, Quantity)>,
    /// What the reader must know beside them.
    pub warnings: Vec<Warning>,
}

impl Advice {
    /// Returns the quantity of that name, if the inputs allowed it.
    #[must_use]
    pub fn quantity(&self, name: &str) -> Option<&Quantity> {
        self.quantities
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, quantity)| quantity)
    }

    /// Returns whether the warning of that code was given.
    #[must_use]
    pub fn warns(&self, code: &str) -> bool {
        self.warnings.iter().any(|warning| warning.code == code)
    }

    /// Puts the answer of a rule into the topic's order and refuses numbers that are none.
    pub(super) fn new(topic: &'static Topic, answer: Answer) -> Result<Self, Error> {
        let Answer {
            mut quantities,
            warnings,
        } = answer;
        for (name, quantity) in &quantities {
            if matches!(quantity, Quantity::Number(value) if !value.is_finite()) {
                return Err(Error::Rule {
                    code: "out_of_range",
                    message: format!("`{name}` is too large to be a number with these inputs"),
                    hint: String::new(),
                });
            }
        }
        let position = |name: &str| topic.outputs.iter().position(|output| output.name == name);
        quantities.sort_by_key(|(name, _)| position(name));
        Ok(Self {
            topic,
            quantities,
            warnings,
        })
    }
}

impl Serialize for Advice {
    /// Writes one object: the quantities, the codes of the warnings, the sources.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.quantities.len() + 2))?;
        for (name, quantity) in &self.quantities {
            map.serialize_entry(name, quantity)?;
        }
        let codes: Vec<_> = self.warnings.iter().map(|warning| warning.code).collect();
        map.serialize_entry("warnings", &codes)?;
        map.serialize_entry("sources", self.topic.sources)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_floats_print_as_integers_and_others_with_ten_digits() {
        let print = |quantity: Quantity| serde_json::to_string(&quantity).unwrap();
        assert_eq!(print(2000.0.into()), "2000");
        assert_eq!(print((1.0 / 3.0).into()), "0.3333333333");
        assert_eq!(
            print(4.305_831_128_747_795e16.into()).parse(),
            Ok(4.305_831_129e16)
        );
        assert_eq!(print(u64::MAX.into()), "18446744073709551615");
        assert_eq!(print((-0.5).into()), "-0.5");
    }
}
