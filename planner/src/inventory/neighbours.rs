//! Which drives came off the line one after the other?
//!
//! World-wide names and serial numbers are given out in order, so that drives of one model and firmware whose numbers
//! lie close together are a fair sign of one lot: a weak one, used where nothing better is known. What is left out:
//! numbers that people gave themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::identity::plain_serial;
use crate::drive::{Drive, Fact};

/// World-wide names of one lot are at most this far apart: a drive takes up to four, and a lot is some hundreds.
const NAMES_APART: u64 = 4 * 256;
/// Serial numbers that end in digits are at most this far apart within a lot.
const DIGITS_APART: u64 = 1_000;
/// Serial numbers of letters and digits: those that differ in the last two characters.
const LETTERS_APART: u64 = 36 * 36 - 1;
/// Shorter serial numbers are rather given by an owner than by a maker.
const SHORTEST_SERIAL: usize = 7;

/// The numbers of one counter: what stands before them, and how far apart neighbours are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Counter {
    model: Arc<str>,
    firmware: Option<Arc<str>>,
    stem: String,
    apart: u64,
}

/// Gives drives without a batch whose numbers lie close together a common one, marked as assumed.
pub(crate) fn derive(drives: &mut [Drive]) {
    let mut counters: BTreeMap<Counter, Vec<(u64, usize)>> = BTreeMap::new();
    for (index, drive) in drives.iter().enumerate() {
        let (None, Some(model)) = (&drive.batch, &drive.model) else {
            continue;
        };
        if let Some((stem, number, apart)) = numbered(drive) {
            let counter = Counter {
                model: Arc::clone(model),
                firmware: drive.firmware.clone(),
                stem,
                apart,
            };
            counters.entry(counter).or_default().push((number, index));
        }
    }
    for (counter, mut members) in counters {
        members.sort_unstable();
        let lots = members.chunk_by(|first, second| second.0 - first.0 <= counter.apart);
        for lot in lots.filter(|lot| lot.len() > 1) {
            let first = &drives[lot[0].1];
            let number = first.serial.as_ref().or(first.wwn.as_ref());
            let number = number.map_or("", |number| number.as_ref());
            let name: Arc<str> = Arc::from(format!("{} near {number}", counter.model));
            for (_, index) in lot {
                let drive = &mut drives[*index];
                drive.batch = Some(Fact::assumed(Arc::clone(&name)));
                drive.notes.push(
                    "batch guessed, since serial numbers or WWNs of its model lie close together".to_owned(),
                );
            }
        }
    }
}

/// Returns what stands before the running number of a drive, the number, and how far apart neighbours are.
fn numbered(drive: &Drive) -> Option<(String, u64, u64)> {
    if let Some(found) = drive.wwn.as_deref().and_then(name_number) {
        return Some(found);
    }
    let serial = plain_serial(drive.serial.as_deref()?);
    let letters = serial.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = serial.bytes().filter(u8::is_ascii_digit).count();
    let made_by_a_maker = letters >= 2 && digits >= 1 && serial.len() >= SHORTEST_SERIAL;
    if !made_by_a_maker || letters + digits < serial.len() - 1 {
        return None;
    }
    let tail = serial.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (radix, length, apart) = if tail >= 4 {
        (10, tail.min(15), DIGITS_APART)
    } else {
        (36, 5, LETTERS_APART)
    };
    let (stem, number) = serial.split_at_checked(serial.len() - length)?;
    let number = u64::from_str_radix(number, radix).ok()?;
    Some((format!("{stem}{length}"), number, apart))
}

/// Returns the maker's part and the number of a registered name of IEEE: `5`, six digits of the maker, nine of the number.
fn name_number(wwn: &str) -> Option<(String, u64, u64)> {
    let digits = wwn.strip_prefix("0x").unwrap_or(wwn);
    if digits.len() != 16 || !digits.starts_with('5') {
        return None;
    }
    let number = u64::from_str_radix(digits.get(7..)?, 16).ok()?;
    Some((digits.get(..7)?.to_owned(), number, NAMES_APART))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive(model: &str, serial: Option<&str>, wwn: Option<&str>) -> Drive {
        let mut drive = Drive::unknown(Arc::from(""), Arc::from("a"));
        drive.model = Some(Arc::from(model));
        drive.serial = serial.map(Arc::from);
        drive.wwn = wwn.map(Arc::from);
        drive
    }

    #[track_caller]
    fn batches(drives: &[(&str, Option<&str>, Option<&str>)]) -> Vec<Option<String>> {
        let mut drives: Vec<Drive> = drives
            .iter()
            .map(|(model, serial, wwn)| drive(model, *serial, *wwn))
            .collect();
        derive(&mut drives);
        let batch = |drive: &Drive| drive.batch.as_ref().map(|batch| batch.value.to_string());
        drives.iter().map(batch).collect()
    }

    #[test]
    fn close_numbers_of_one_model_are_one_lot() {
        let lot = |name: &str| Some(name.to_owned());
        assert_eq!(
            batches(&[
                ("A", Some("ZR5K2TAA"), None),
                ("A", Some("ZR5K2Q1X"), None),
                ("A", Some("zr5k2tzz"), None),
                ("B", Some("ZR5K2TAB"), None),
                ("A", Some("WD-WCC4E0123456"), None),
                ("A", Some("WD-WCC4E0124000"), None),
                ("A", Some("WD-WCC4E0999999"), None),
            ]),
            [
                lot("A near ZR5K2TAA"),
                None,
                lot("A near ZR5K2TAA"),
                None,
                lot("A near WD-WCC4E0123456"),
                lot("A near WD-WCC4E0123456"),
                None
            ]
        );
        assert_eq!(
            batches(&[
                ("A", None, Some("5000c500a1b2c3d4")),
                ("A", None, Some("5000c500a1b2c3f8")),
                ("A", None, Some("5000c500a1b3c3d4")),
                ("A", None, Some("5000cca0a1b2c3d4")),
            ]),
            [lot("A near "), lot("A near "), None, None]
                .map(|batch| batch.map(|name| format!("{}5000c500a1b2c3d4", name)))
        );
    }

    #[test]
    fn numbers_of_owners_tell_nothing() {
        let own = [("A", Some("S1"), None), ("A", Some("S2"), None)];
        assert_eq!(batches(&own), [None, None]);
        let plain = [("A", Some("10000001"), None), ("A", Some("10000002"), None)];
        assert_eq!(batches(&plain), [None, None]);
    }
}
