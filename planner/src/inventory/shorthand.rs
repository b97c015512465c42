//! Drives named on the command line: `12x18TB:7200:sata`.
//!
//! One word stands for drives of one kind: how many, their size, and after colons in any order the speed or class, the
//! interface, the sectors, the price of one drive, the batch and the month of manufacture.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Excerpt, Place, Severity};
use crate::drive::{Drive, Fact, Media, Transport};

use super::cell::number::DecimalMark;
use super::cell::{CellError, price, quantity, rpm, sector, size, words};
use super::{Inventory, ReadOptions, SourceSummary, finish};

/// Form of the shorthand, for hints.
const FORM: &str =
    "COUNTxSIZE[:SPEED][:INTERFACE][:SECTORS][:PRICE], as in `12x18TB:7200:sata` or `24x3.84TB:ssd:512e`";

/// Reads the drives that the words stand for, in their order.
///
/// # Errors
/// One error per word that is not understood, each with a hint.
///
/// # Example
/// ```
/// # use planner::inventory::{ReadOptions, shorthand};
/// let options = ReadOptions::on(jiff::civil::date(2026, 1, 1));
/// let inventory = shorthand::read(&["12x18TB:7200:sata"], &options).unwrap();
/// assert_eq!(inventory.drives.len(), 12);
/// ```
pub fn read<Word: AsRef<str>>(
    shorthands: &[Word],
    options: &ReadOptions,
) -> Result<Inventory, Vec<Diagnostic>> {
    let named = named(shorthands)?;
    Ok(finish(
        named.drives,
        named.warnings,
        Vec::new(),
        vec![named.summary],
        options,
    ))
}

/// The drives that words stand for, before they have names.
pub(super) struct Named {
    pub(super) drives: Vec<Drive>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) summary: SourceSummary,
}

/// Returns the drives that the words stand for.
pub(super) fn named<Word: AsRef<str>>(shorthands: &[Word]) -> Result<Named, Vec<Diagnostic>> {
    let mut drives = Vec::new();
    let mut errors = Vec::new();
    let mut warnings = Vec::new();
    for shorthand in shorthands {
        let shorthand = shorthand.as_ref();
        match one(shorthand) {
            Ok((drive, count, warning)) => {
                let message =
                    |warning: CellError| diagnostic(Severity::Warning, shorthand, shorthand, &warning);
                warnings.extend(warning.map(message));
                if drives.len() + count > super::MOST_DRIVES {
                    let error = CellError::new("is too many drives", "a plan takes at most 1,024");
                    errors.push(diagnostic(Severity::Error, shorthand, shorthand, &error));
                    continue;
                }
                drives.extend(std::iter::repeat_n(drive, count));
            }
            Err((part, error)) => errors.push(diagnostic(Severity::Error, shorthand, &part, &error)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let summary = SourceSummary {
        file: "--drives".to_owned(),
        format: "shorthand".to_owned(),
        encoding: "UTF-8".to_owned(),
        drives: drives.len(),
    };
    Ok(Named {
        drives,
        warnings,
        summary,
    })
}

fn diagnostic(severity: Severity, shorthand: &str, part: &str, error: &CellError) -> Diagnostic {
    let start = shorthand.find(part).unwrap_or(0);
    Diagnostic {
        severity,
        place: Place {
            file: "--drives".to_owned(),
            line: 0,
            column: String::new(),
        },
        message: format!("`{}` {}", crate::text::excerpt(part), error.reason),
        hint: Some(error.hint.clone()),
        excerpt: (crate::text::escape_for_terminal(shorthand) == shorthand).then(|| {
            Box::new(Excerpt {
                line_text: shorthand.to_owned(),
                start,
                length: part.len(),
            })
        }),
    }
}

type Problem = (String, CellError);

fn one(shorthand: &str) -> Result<(Drive, usize, Option<CellError>), Problem> {
    let mut parts = shorthand.split(':');
    let head = parts.next().unwrap_or("");
    let (count, size_text) = match head.split_once(['x', 'X', '×', '*']) {
        Some((count, size)) => (count.trim(), size.trim()),
        None => ("1", head.trim()),
    };
    let whole = |error: CellError| (shorthand.to_owned(), error);
    if size_text.is_empty() {
        return Err(whole(CellError::new("names no size", FORM)));
    }
    let count = quantity::read(count).map_err(|error| (count.to_owned(), error))?;
    let reading = size::read(size_text, DecimalMark::Point, None)
        .map_err(|error| (size_text.to_owned(), CellError::new(error.reason, FORM)))?;
    let source: Arc<str> = Arc::from(format!("--drives {}", crate::text::excerpt(shorthand)));
    let mut drive = Drive::unknown(Arc::from(""), source);
    drive.capacity = Some(Fact::stated(reading.value));
    let mut warning = reading.warning;
    for part in parts {
        let part = part.trim();
        let more = attribute(part, &mut drive).map_err(|error| (part.to_owned(), error))?;
        warning = warning.or(more);
    }
    super::verdict::derive(&mut drive);
    let contradiction = drive.media.is_some_and(|media| media.value == Media::Ssd)
        && drive.rpm.is_some_and(|rpm| rpm.value > 0);
    if contradiction {
        return Err(whole(CellError::new(
            "is solid state and turns",
            "leave out the speed or the class",
        )));
    }
    Ok((drive, count as usize, warning))
}

fn attribute(part: &str, drive: &mut Drive) -> Result<Option<CellError>, CellError> {
    let lower = part.to_lowercase();
    match lower.as_str() {
        "ssd" => set_once(&mut drive.media, Media::Ssd)?,
        "hdd" => set_once(&mut drive.media, Media::Hdd)?,
        "nvme" => {
            set_once(&mut drive.transport, Transport::Nvme)?;
            drive.media = drive.media.or(Some(Fact::stated(Media::Ssd)));
        }
        "sata" => set_once(&mut drive.transport, Transport::Sata)?,
        "sas" => set_once(&mut drive.transport, Transport::Sas)?,
        "usb" => set_once(&mut drive.transport, Transport::Usb)?,
        "smr" | "cmr" => drive.shingling = words::kind(part).shingling.map(Fact::stated),
        _ => {
            if let Some(batch) = lower.strip_prefix("batch=") {
                let start = part.len() - batch.len();
                drive.batch = Some(Fact::stated(Arc::from(
                    crate::text::escape_for_terminal(&part[start..]).as_ref(),
                )));
                return Ok(None);
            }
            // 512 and 4096 are sectors; speeds begin at 3000 and have their own words.
            if lower.starts_with("512") || lower.starts_with("4k") || lower.starts_with("4096") {
                let pair = sector::general(part)?;
                set_once(&mut drive.logical_sector, pair.value.logical)?;
                set_once(&mut drive.physical_sector, pair.value.physical)?;
                return Ok(pair.warning);
            }
            if let Ok(speed) = rpm::read(part) {
                set_once(&mut drive.rpm, speed.value)?;
                return Ok(speed.warning);
            }
            if let Ok((money, word)) = price::read(part, DecimalMark::Point)
                && (word.is_some() || part.contains('.'))
            {
                drive.price = Some(money);
                return Ok(None);
            }
            return Err(CellError::new(
                "is no speed, class, interface, sector format or price",
                FORM,
            ));
        }
    }
    Ok(None)
}

fn set_once<T: PartialEq>(fact: &mut Option<Fact<T>>, value: T) -> Result<(), CellError> {
    match fact {
        Some(known) if known.value != value => Err(CellError::new("contradicts what stands before it", FORM)),
        _ => {
            *fact = Some(Fact::stated(value));
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Bytes;

    fn options() -> ReadOptions {
        ReadOptions::on(jiff::civil::date(2026, 1, 1))
    }

    #[test]
    fn counts_sizes_and_attributes() {
        let inventory = read(
            &[
                "12x18TB:7200:sata:512e:289.00€",
                "24x3.84TB:ssd:sata",
                "8x7.68TB:nvme",
            ],
            &options(),
        )
        .unwrap();
        assert_eq!(inventory.drives.len(), 44);
        let first = &inventory.drives[0];
        assert_eq!(
            first.capacity.unwrap().value.likely,
            Some(Bytes::new(18_000_207_937_536))
        );
        assert_eq!(first.rpm.unwrap().value, 7200);
        assert_eq!(first.media.unwrap().value, Media::Hdd);
        assert_eq!(first.price.unwrap().as_ten_thousandths(), 2_890_000);
        let last = &inventory.drives[43];
        assert_eq!(last.media.unwrap().value, Media::Ssd);
        assert_eq!(last.transport.unwrap().value, Transport::Nvme);
        assert_eq!(last.id.as_ref(), "d44");
    }

    #[test]
    fn errors_name_the_part() {
        for (shorthand, message) in [
            ("12x18TBB", "`18TBB` is not a size"),
            ("0x18TB", "`0` is no drive at all"),
            ("12x", "`12x` names no size"),
            (
                "12x18TB:fast",
                "`fast` is no speed, class, interface, sector format or price",
            ),
            ("12x18TB:sata:sas", "`sas` contradicts what stands before it"),
            ("12x18TB:7200:ssd", "`12x18TB:7200:ssd` is solid state and turns"),
        ] {
            let errors = read(&[shorthand], &options()).unwrap_err();
            assert_eq!(errors[0].message, message);
            assert!(errors[0].hint.is_some());
        }
    }
}
