//! Reads the inputs of a topic from JSON, each error naming the input, what was given and what is allowed.

use serde_json::{Map, Value as Json};

use super::answer::whole;
use super::topic::{InputKind, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// The inputs of one question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a> {
    topic: &'static Topic,
    map: &'a Map<String, Json>,
}

/// Returns an error of a rule.
pub(super) fn refuse(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::Rule {
        code,
        message: message.into(),
        hint: hint.into(),
    }
}

/// Returns `value · numerator / denominator`, rounded down, without overflow on the way; saturates.
pub(super) fn share(value: u64, numerator: u64, denominator: u64) -> u64 {
    let exact = u128::from(value) * u128::from(numerator) / u128::from(denominator);
    u64::try_from(exact).unwrap_or(u64::MAX)
}

/// Returns the number of bytes that `text` names: `4096`, `128GiB`, `8K`, `1.5 TB`.
///
/// A lone letter and `iB` are powers of 1024, as OpenZFS writes them; `kB`, `MB` and so on are powers of 1000. Decimals
/// are computed exactly; a size that is no whole number of bytes is none.
#[must_use]
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let split = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if integer.is_empty() || fraction.len() > 15 || fraction.contains('.') {
        return None;
    }
    let unit = unit.trim().to_ascii_lowercase();
    let (prefix, base) = match unit.as_str() {
        "" | "b" | "bytes" => ("", 1024_u128),
        other if other.ends_with("ib") => (&unit[..unit.len() - 2], 1024),
        other if other.ends_with('b') => (&unit[..unit.len() - 1], 1000),
        _ => (unit.as_str(), 1024),
    };
    let power = match prefix {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        "p" => 5,
        "e" => 6,
        _ => return None,
    };
    let factor = base.pow(power);
    let scale = 10_u128.pow(u32::try_from(fraction.len()).ok()?);
    let mantissa: u128 = format!("{integer}{fraction}").parse().ok()?;
    let scaled = mantissa.checked_mul(factor)?;
    if scaled % scale != 0 {
        return None;
    }
    u64::try_from(scaled / scale).ok()
}

impl<'a> Fields<'a> {
    /// Returns the inputs in `input`, an object whose keys are all inputs of `topic`.
    pub(super) fn new(topic: &'static Topic, input: &'a Json) -> Result<Self, Error> {
        let Json::Object(map) = input else {
            return Err(refuse(
                "bad_input",
                format!("the input of `{}` is not a JSON object", topic.name),
                "write {\"name\": value, …}",
            ));
        };
        for name in map.keys() {
            if topic.input(name).is_none() {
                let known: Vec<_> = topic.inputs.iter().map(|input| input.name).collect();
                return Err(refuse(
                    "unknown_input",
                    format!("`{}` has no input `{name}`", topic.name),
                    format!("its inputs are {}", known.join(", ")),
                ));
            }
        }
        Ok(Self { topic, map })
    }

    fn raw(&self, name: &str) -> Option<&'a Json> {
        debug_assert!(self.topic.input(name).is_some(), "{name} is not declared");
        self.map.get(name).filter(|value| !value.is_null())
    }

    fn bad(&self, name: &str, given: &Json, expected: &str) -> Error {
        let meaning = self.topic.input(name).map_or("", |input| input.meaning);
        refuse(
            "bad_input",
            format!("`{name}`: `{given}` is not {expected}"),
            format!("{name}: {meaning}"),
        )
    }

    /// Returns the error for an input that is not given.
    pub(super) fn missing(&self, name: &str) -> Error {
        let meaning = self.topic.input(name).map_or("", |input| input.meaning);
        refuse(
            "missing_input",
            format!("`{}` needs `{name}`", self.topic.name),
            format!("{name}: {meaning}"),
        )
    }

    /// Returns the error for an input outside its range.
    pub(super) fn out_of_range(&self, name: &str, reason: &str) -> Error {
        let given = self.raw(name).map(ToString::to_string).unwrap_or_default();
        refuse("out_of_range", format!("`{name}`: `{given}` {reason}"), "")
    }

    /// Returns a whole number, or nothing where it is not given.
    pub(super) fn count(&self, name: &'static str) -> Result<Option<u64>, Error> {
        let Some(given) = self.raw(name) else {
            return Ok(None);
        };
        let sizes = matches!(
            self.topic.input(name).map(|input| input.kind),
            Some(InputKind::Bytes)
        );
        let read = match given {
            Json::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
            Json::String(text) if sizes => parse_size(text),
            Json::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let expected = if sizes {
            "a number of bytes, 0 or more"
        } else {
            "a whole number, 0 or more"
        };
        read.map(Some).ok_or_else(|| self.bad(name, given, expected))
    }

    /// Returns a whole number above 0, or nothing where it is not given.
    pub(super) fn positive(&self, name: &'static str) -> Result<Option<u64>, Error> {
        match self.count(name)? {
            Some(0) => Err(self.out_of_range(name, "must be more than 0")),
            other => Ok(other),
        }
    }

    /// Returns a small whole number such as an ashift or a parity, or nothing where it is not given.
    pub(super) fn small(&self, name: &'static str) -> Result<Option<u32>, Error> {
        match self.count(name)? {
            None => Ok(None),
            Some(value) => match u32::try_from(value) {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(self.out_of_range(name, "is too large")),
            },
        }
    }

    /// Returns an ashift between 9 and 16, or nothing where it is not given.
    pub(super) fn ashift(&self, name: &'static str) -> Result<Option<u32>, Error> {
        match self.small(name)? {
            Some(value) if !(9..=16).contains(&value) => {
                Err(self.out_of_range(name, "must lie between 9 and 16, which is what OpenZFS takes"))
            }
            other => Ok(other),
        }
    }

    /// Returns a finite number, at least 0, or nothing where it is not given.
    pub(super) fn number(&self, name: &'static str) -> Result<Option<f64>, Error> {
        let Some(given) = self.raw(name) else {
            return Ok(None);
        };
        let read = match given {
            Json::Number(number) => number.as_f64(),
            Json::String(text) => text.trim().parse().ok().or_else(|| {
                #[expect(clippy::cast_precision_loss, reason = "rates do not need the last byte")]
                parse_size(text).map(|bytes| bytes as f64)
            }),
            _ => None,
        };
        let value = read.ok_or_else(|| self.bad(name, given, "a number"))?;
        if value.is_finite() && value >= 0.0 {
            Ok(Some(value))
        } else {
            Err(self.out_of_range(name, "must be finite and at least 0"))
        }
    }

    /// Returns a number above 0, or nothing where it is not given.
    pub(super) fn positive_number(&self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.number(name)? {
            Some(value) if value <= 0.0 => Err(self.out_of_range(name, "must be more than 0")),
            other => Ok(other),
        }
    }

    /// Returns a yes or no, or nothing where it is not given.
    pub(super) fn flag(&self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.raw(name) {
            None => Ok(None),
            Some(Json::Bool(value)) => Ok(Some(*value)),
            Some(Json::String(text)) if text == "true" => Ok(Some(true)),
            Some(Json::String(text)) if text == "false" => Ok(Some(false)),
            Some(given) => Err(self.bad(name, given, "true or false")),
        }
    }

    /// Returns the meaning of a word in `table`, or nothing where it is not given.
    pub(super) fn word<T: Copy>(&self, name: &'static str, table: &[(&str, T)]) -> Result<Option<T>, Error> {
        let Some(given) = self.raw(name) else {
            return Ok(None);
        };
        let text = given.as_str().unwrap_or_default();
        if let Some((_, value)) = table.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*value));
        }
        let words: Vec<_> = table.iter().map(|(word, _)| *word).collect();
        Err(self.bad(name, given, &format!("one of {}", words.join(", "))))
    }

    /// Returns a text, or nothing where it is not given; a number is taken as it is written.
    pub(super) fn text(&self, name: &'static str) -> Result<Option<std::borrow::Cow<'a, str>>, Error> {
        match self.raw(name) {
            None => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.as_str().into())),
            Some(Json::Number(number)) => Ok(Some(number.to_string().into())),
            Some(given) => Err(self.bad(name, given, "a text")),
        }
    }

    /// Returns the OpenZFS release, or nothing where it is not given.
    pub(super) fn zfs(&self) -> Result<Option<ZfsRelease>, Error> {
        self.text("zfs")?.map(|text| ZfsRelease::parse(&text)).transpose()
    }

    /// Returns the OpenZFS release, which the topic cannot do without.
    pub(super) fn required_zfs(&self) -> Result<ZfsRelease, Error> {
        self.zfs()?.ok_or_else(|| self.missing("zfs"))
    }

    /// Returns the items of a list, or nothing where it is not given.
    pub(super) fn list(&self, name: &'static str) -> Result<Option<&'a [Json]>, Error> {
        match self.raw(name) {
            None => Ok(None),
            Some(Json::Array(items)) => Ok(Some(items)),
            Some(given) => Err(self.bad(name, given, "a list")),
        }
    }

    /// Returns the whole numbers of a list, or nothing where it is not given.
    pub(super) fn counts(&self, name: &'static str) -> Result<Option<Vec<u64>>, Error> {
        let Some(items) = self.list(name)? else {
            return Ok(None);
        };
        let read = |item: &Json| {
            let value = item.as_u64().or_else(|| item.as_f64().and_then(whole));
            let value = value.or_else(|| item.as_str().and_then(parse_size));
            value.ok_or_else(|| self.bad(name, item, "a whole number, 0 or more"))
        };
        items.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// Returns whether an input is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.raw(name).is_some()
    }

    /// Returns what is given for an input that needs reading of its own.
    pub(super) fn given(&self, name: &str) -> Option<&'a Json> {
        self.raw(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_keep_si_and_iec_apart_and_stay_exact() {
        let read = |text| parse_size(text);
        assert_eq!(read("128GiB"), Some(137_438_953_472));
        assert_eq!(read("8K"), Some(8192));
        assert_eq!(read("18 TB"), Some(18_000_000_000_000));
        assert_eq!(read("1.25GB"), Some(1_250_000_000));
        assert_eq!(read("512b"), Some(512));
        assert_eq!(read("0.5"), None);
        for text in ["", "-1", "1.2.3K", "4X", "K", "1e9", "99999999999E", "ib", "5iib"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
