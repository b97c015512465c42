//! Spindle speeds, and the words that stand in their column for solid state.

use super::number::{DecimalMark, leading_number};
use super::{CellError, Reading};

/// Returns the revolutions per minute that a cell names, 0 for solid state.
pub(crate) fn read(text: &str) -> Result<Reading<u32>, CellError> {
    let error = || {
        CellError::new(
            "is not a spindle speed",
            "write `7200`, `7.2K` or `SSD`; leave the cell empty where it is unknown",
        )
    };
    let lower = text.to_lowercase();
    let solid = [
        "ssd", "solid", "nvme", "flash", "non-rot", "nonrot", "not rot", "固态", "no spin",
    ];
    if solid.iter().any(|word| lower.starts_with(word)) {
        return Ok(Reading::certain(0));
    }
    // Speeds have thousands marks, never more than one decimal: 7.200 and 7,200 are both 7200.
    let (point, comma) = (DecimalMark::Point, DecimalMark::Comma);
    let mark = if lower.contains('.') { comma } else { point };
    let (number, rest) = leading_number(&lower, mark).map_err(|_| error())?;
    if number.negative {
        return Err(error());
    }
    let compact: String = rest
        .chars()
        .filter(|character| !matches!(character, ' ' | '.' | '/' | '-' | '_'))
        .collect();
    let (thousands, unit) = match compact.strip_prefix('k') {
        Some(unit) => (true, unit),
        None => (false, compact.as_str()),
    };
    let is_class = unit.ends_with("class");
    let unit = unit.strip_suffix("class").unwrap_or(unit);
    let known_unit = matches!(
        unit,
        "" | "rpm"
            | "umin"
            | "upm"
            | "trmin"
            | "trm"
            | "rev"
            | "min"
            | "revmin"
            | "revsmin"
            | "转"
            | "转分"
            | "rpmnominal"
            | "obmin"
    );
    if !known_unit {
        return Err(error());
    }
    let (mut speed, _) = number
        .times(if thousands { 1000 } else { 1 })
        .map_err(|_| error())?;
    // `7.2` and `10` in a column of speeds are thousands.
    if !thousands && (3..=20).contains(&speed) {
        speed = number.times(1000).map_err(|_| error())?.0;
    }
    match u32::try_from(speed) {
        Ok(0) => Ok(Reading::certain(0)),
        Ok(speed @ 3000..=22_000) if is_class => Ok(Reading::doubtful(
            speed,
            "is a class, not a speed: such drives may turn faster",
            "write the speed of the data sheet",
        )),
        Ok(speed @ 3000..=22_000) => Ok(Reading::certain(speed)),
        _ => Err(error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_speeds() {
        let cases = [
            ("7200 RPM", 7200),
            ("7.2K", 7200),
            ("7.2k rpm", 7200),
            ("10K", 10_000),
            ("15k", 15_000),
            ("SSD", 0),
            ("0", 0),
            ("5,400", 5400),
            ("5.400", 5400),
            ("7 200", 7200),
            ("5400-class", 5400),
            ("Solid State Device", 0),
            ("7200 U/min", 7200),
            ("7200转", 7200),
            ("7200 tr/min", 7200),
            ("7.2", 7200),
            ("10500", 10_500),
        ];
        for (text, speed) in cases {
            assert_eq!(read(text).unwrap().value, speed, "{text}");
        }
        assert!(read("5400-class").unwrap().warning.is_some());
    }

    #[test]
    fn no_speeds() {
        for text in ["fast", "-7200", "72000", "7200 MB", "IntelliPower", "1e400"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
