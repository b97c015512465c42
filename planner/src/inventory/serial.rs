//! What do serial numbers tell of when and with which others a drive was made?
//!
//! Few makers put a date into the serial number, and none says so. Rules that were published and checked give a year,
//! marked as derived; the rest of such a code is good for one thing only: drives of a model with equal codes were made
//! together. Serial numbers of WD, HGST, Micron and of Seagate's present drives hold no date.

use jiff::civil::Date;

use super::identity::plain_serial;
use crate::drive::{Drive, Fact, Manufactured};

/// The part of a serial number that tells when a drive was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SerialCode {
    /// The letters, which drives that were made together share.
    pub(crate) letters: String,
    /// The year, where a published rule gives it.
    pub(crate) year: Option<i16>,
}

/// Letters of the year in the serial numbers of Samsung's solid-state drives, as published.
///
/// # Source
/// chiphell.com thread 2443478, "三星 0E 门序列号批次汇总", and its copy at csdn: the eighth character of the serial number.
const SAMSUNG_YEARS: [(u8, i16); 4] = [(b'N', 2020), (b'R', 2021), (b'T', 2022), (b'W', 2023)];

/// Returns the code in the serial number of a drive, if drives of its model have one.
pub(crate) fn code(model: &str, serial: &str) -> Option<SerialCode> {
    let model = model.to_uppercase();
    let serial = plain_serial(serial);
    if !serial.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    samsung(&model, serial.as_bytes())
        .or_else(|| intel(&model, serial.as_bytes()))
        .or_else(|| toshiba(&model, serial.as_bytes()))
}

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Solid-state drives of Samsung: the eighth character is the year, the ninth very likely the month.
fn samsung(model: &str, serial: &[u8]) -> Option<SerialCode> {
    let named = |word: &str| word.starts_with("MZ") && word.len() >= 8;
    let solid = model.contains("SAMSUNG SSD") || model.split_whitespace().any(named);
    let (b'S', 14 | 15) = (serial.first()?, serial.len()) else {
        return None;
    };
    let [year, month] = [*serial.get(7)?, *serial.get(8)?];
    let coded = year.is_ascii_uppercase() && matches!(month, b'1'..=b'9' | b'A'..=b'C');
    (solid && coded).then(|| SerialCode {
        letters: letters(&[year, month]),
        year: SAMSUNG_YEARS
            .iter()
            .find(|(letter, _)| *letter == year)
            .map(|(_, year)| *year),
    })
}

/// Solid-state drives of Intel and Solidigm: characters five to seven fit the last digit of a year and a week, which
/// nobody has confirmed, so that they only tell what was made together.
fn intel(model: &str, serial: &[u8]) -> Option<SerialCode> {
    let named =
        |word: &str| word.starts_with("SSDSC") || word.starts_with("SSDPE") || word.starts_with("SSDPF");
    let solid = model.starts_with("INTEL SSD")
        || model.starts_with("SOLIDIGM")
        || model.split_whitespace().any(named);
    let maker = serial.get(..4)?.iter().all(u8::is_ascii_uppercase);
    let date = serial.get(4..7)?;
    let week = u32::from(date[1].wrapping_sub(b'0')) * 10 + u32::from(date[2].wrapping_sub(b'0'));
    let coded = maker && date.iter().all(u8::is_ascii_digit) && (1..=53).contains(&week);
    (solid && coded).then(|| SerialCode {
        letters: letters(date),
        year: None,
    })
}

/// Hard disks of Toshiba for 2.5 inch bays: month, last digit of the year and day. The decade is open, so that no date
/// follows, but one day of one model is one batch.
fn toshiba(model: &str, serial: &[u8]) -> Option<SerialCode> {
    let small = |word: &str| {
        let laptop = word.strip_prefix("MQ").or_else(|| word.strip_prefix("MK"));
        laptop.is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let date = serial.get(..3)?;
    let coded = matches!(date[0], b'1'..=b'9' | b'X'..=b'Z')
        && date[1].is_ascii_digit()
        && matches!(date[2], b'1'..=b'9' | b'A'..=b'V');
    (coded && model.split_whitespace().any(small)).then(|| SerialCode {
        letters: letters(date),
        year: None,
    })
}

/// Gives a drive whose date of manufacture is unknown the year in its serial number, unless it would be older than its
/// hours allow.
pub(crate) fn derive_year(drive: &mut Drive, as_of: Date) {
    if drive.manufactured.is_some() {
        return;
    }
    let (Some(model), Some(serial)) = (&drive.model, &drive.serial) else {
        return;
    };
    let Some(year) = code(model, serial).and_then(|code| code.year) else {
        return;
    };
    let Ok(first) = Date::new(year, 1, 1) else {
        return;
    };
    let made = Manufactured::Year(first);
    if first > as_of || super::verdict::is_too_late(made, drive.power_on_hours, as_of) {
        return;
    }
    drive.manufactured = Some(Fact::derived(made));
    drive.notes.push(format!(
        "made in {year} by the eighth character of its serial number, a rule that the maker does not state"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(model: &str, serial: &str, letters: &str, year: Option<i16>) {
        let found = code(model, serial).map(|code| (code.letters, code.year));
        assert_eq!(found, Some((letters.to_owned(), year)), "{model} {serial}");
    }

    #[test]
    fn codes_of_the_makers_that_have_them() {
        reads("Samsung SSD 870 EVO 4TB", "S6P4NF0R512345", "R5", Some(2021));
        reads("SAMSUNG MZ7LH960HAJR-00005", "S45NNC0W812345", "W8", Some(2023));
        reads("Samsung SSD 860 EVO 1TB", "S3Z8NB0K812345", "K8", None);
        reads("INTEL SSDSC2KB960G8", "BTYF937001AB960CGN", "937", None);
        reads("TOSHIBA MQ01ABD100", "Y48PT1ABC", "Y48", None);
    }

    #[test]
    fn no_code_where_the_model_has_none_or_the_letters_are_no_date() {
        for (model, serial) in [
            ("WDC WD10JPVX-22JC3T0", "WX11A123456"),
            ("ST18000NM000J", "ZR5K2TAA"),
            ("SAMSUNG HD204UI", "S2H7J90R512345"),
            ("INTEL SSDSC2KB960G8", "BTYF999001AB960CGN"),
            ("TOSHIBA MG08ACA16TE", "Y48PT1ABC"),
            ("Samsung SSD 870 EVO 4TB", "S6P4"),
            ("", ""),
        ] {
            assert_eq!(code(model, serial), None, "{model} {serial}");
        }
    }
}
