//! Facts that the user gives for all drives of which they are unknown: `--set rpm=7200`.
//!
//! What a file states counts, also against `--set`; how many drives took the value and how many state another one is
//! told. Fields have the names of columns, in all the words that people use.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::drive::{Capacity, Drive, Fact, Media, Origin};

use super::cell::CellError;
use super::cell::date::{self, DateContext, DateError, Heading};
use super::cell::number::DecimalMark;
use super::csv::fields::{Around, Aside, Interner, Language, LastCapacity, apply, says_nothing};
use super::csv::header::{Column, Field, recognise};
use super::{DateOrder, ReadOptions, record};

/// The fields that can be set, for hints; other names of the same columns are understood, too.
const FIELDS: &str = "capacity, sectors, logical_sector, physical_sector, rpm, class, transport, recording, model, made, \
     batch, hours, price, afr, read_mb_s, write_mb_s, iops, watts, date_order";

/// Returns the options with `FIELD=VALUE` added.
///
/// # Errors
/// A message that names the field or the value that is not understood.
pub fn set(options: ReadOptions, assignment: &str) -> Result<ReadOptions, Box<Diagnostic>> {
    let error = |error: CellError, shown: &str| {
        Box::new(Diagnostic {
            severity: Severity::Error,
            place: place(""),
            message: format!("`{}` {}", crate::text::excerpt(shown), error.reason),
            hint: Some(error.hint),
            excerpt: None,
        })
    };
    let Some((field, value)) = assignment.split_once('=') else {
        return Err(error(
            CellError::new(
                "sets nothing",
                "write `--set field=value`, as in `--set rpm=7200`",
            ),
            assignment,
        ));
    };
    let (field, value) = (field.trim().to_lowercase().replace('-', "_"), value.trim());
    let mut options = options;
    assign(&mut options, &field, value).map_err(|problem| {
        let shown = if problem.reason.starts_with("is no field") || value.is_empty() {
            &field
        } else {
            value
        };
        error(problem, shown)
    })?;
    Ok(options)
}

fn place(field: &str) -> Place {
    Place {
        file: "--set".to_owned(),
        line: 0,
        column: field.to_owned(),
    }
}

fn assign(options: &mut ReadOptions, field: &str, value: &str) -> Result<(), CellError> {
    if field == "date_order" {
        options.date_order = Some(date_order(value)?);
        return Ok(());
    }
    let recognised = recognise(field).filter(|known| can_be_set(known.field));
    let Some(recognised) = recognised else {
        return Err(CellError::new(
            "is no field that can be set",
            format!("the fields are {FIELDS}"),
        ));
    };
    if says_nothing(value, recognised.field) {
        return Err(CellError::new(
            "says nothing",
            "leave out what is unknown, or write a value: `--set rpm=7200`",
        ));
    }
    let mut said = Drive::unknown(Arc::from(""), Arc::from("--set"));
    if recognised.field == Field::Manufactured {
        said.manufactured = Some(Fact::stated(manufactured(value, options)?));
    } else {
        let column = Column {
            index: 0,
            recognised,
            header: Arc::from(field),
        };
        let around = Around {
            mark: DecimalMark::Point,
            order: None,
            language: Language::Other,
            options,
        };
        let shared = (&mut Interner::default(), &mut LastCapacity::default());
        let aside = &mut Aside::default();
        let warning = apply(value, &column, &around, shared, (&mut said, aside))?;
        let nothing = Drive::unknown(Arc::from(""), Arc::from("--set"));
        if let (Some(warning), true) = (warning, said == nothing) {
            let reason = warning.reason.trim_end_matches("; left unknown").to_owned();
            return Err(CellError::new(reason, warning.hint));
        }
    }
    for key in record::keys_with(&said, Origin::Stated) {
        record::set_origin(&mut said, key, Origin::Assumed);
    }
    for setting in &SETTINGS {
        (setting.replace)(&mut options.defaults, &said);
    }
    Ok(())
}

const fn can_be_set(field: Field) -> bool {
    matches!(
        field,
        Field::Capacity
            | Field::Sectors
            | Field::LogicalSector
            | Field::PhysicalSector
            | Field::Rpm
            | Field::Class
            | Field::Transport
            | Field::Recording
            | Field::Model
            | Field::Manufactured
            | Field::Batch
            | Field::Hours
            | Field::Price
            | Field::AnnualFailure
            | Field::ReadRate
            | Field::WriteRate
            | Field::RandomRead
            | Field::Watts
    )
}

fn date_order(value: &str) -> Result<DateOrder, CellError> {
    match value.to_lowercase().as_str() {
        "day_first" | "day-first" | "dmy" => Ok(DateOrder::DayFirst),
        "month_first" | "month-first" | "mdy" => Ok(DateOrder::MonthFirst),
        _ => Err(CellError::new(
            "is no order",
            "write `day-first` or `month-first`",
        )),
    }
}

fn manufactured(value: &str, options: &ReadOptions) -> Result<crate::drive::Manufactured, CellError> {
    let context = DateContext {
        as_of: options.as_of,
        order: options.date_order,
        heading: Heading::Date,
        seagate: false,
    };
    match date::read(value, context) {
        Ok(reading) => Ok(reading.manufactured),
        Err(DateError::Cell(error)) => Err(error),
        Err(DateError::Ambiguous { day_first, .. }) => Err(CellError::new(
            "has two readings",
            format!("write it as `{day_first}`"),
        )),
    }
}

/// What a value for all drives means for one drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// No value is set.
    Unset,
    /// The drive took the value.
    Taken,
    /// The drive states the same, or the value means nothing for it.
    Idle,
    /// The drive states another value.
    Contradicts,
}

/// One fact that can be set.
struct Setting {
    key: &'static str,
    /// Gives the second drive's value to the first where the first knows none.
    settle: fn(&mut Drive, &Drive) -> Outcome,
    /// Gives the second drive's value, if any, to the first.
    replace: fn(&mut Drive, &Drive),
}

/// A [`Setting`] of a fact with an origin, or of a plain value whose origin goes to the notes.
macro_rules! setting {
    ($key:literal, $field:ident, $settle:expr) => {
        Setting {
            key: $key,
            settle: $settle,
            replace: |defaults, said| {
                if said.$field.is_some() {
                    defaults.$field.clone_from(&said.$field);
                }
            },
        }
    };
    (fact $key:literal, $field:ident) => {
        setting!($key, $field, |drive, defaults| settle_fact(
            &mut drive.$field,
            defaults.$field.as_ref()
        ))
    };
    (plain $key:literal, $field:ident) => {
        setting!($key, $field, |drive, defaults| {
            let outcome = settle_plain(&mut drive.$field, defaults.$field.as_ref());
            if outcome == Outcome::Taken {
                drive.notes.push(concat!($key, " as given by --set").to_owned());
            }
            outcome
        })
    };
}

/// The facts, those first on which others depend.
static SETTINGS: [Setting; 17] = [
    setting!("capacity", capacity, settle_capacity),
    setting!(fact "logical_sector", logical_sector),
    setting!(fact "physical_sector", physical_sector),
    setting!(fact "class", media),
    setting!("rpm", rpm, settle_rpm),
    setting!(fact "transport", transport),
    setting!(fact "recording", shingling),
    setting!(plain "model", model),
    setting!(fact "made", manufactured),
    setting!(fact "batch", batch),
    setting!(plain "hours", power_on_hours),
    setting!(plain "price", price),
    setting!(plain "afr", annual_failure),
    setting!(plain "read_mb_s", read),
    setting!(plain "write_mb_s", write),
    setting!(plain "iops", random_read),
    setting!(plain "watts", watts),
];

fn settle_fact<T: Clone + PartialEq>(kept: &mut Option<Fact<T>>, default: Option<&Fact<T>>) -> Outcome {
    match (&kept, default) {
        (_, None) => Outcome::Unset,
        (Some(known), Some(default)) if known.value == default.value => Outcome::Idle,
        (Some(known), _) if known.origin != Origin::Assumed => Outcome::Contradicts,
        (_, Some(default)) => {
            *kept = Some(default.clone());
            Outcome::Taken
        }
    }
}

fn settle_plain<T: Clone + PartialEq>(kept: &mut Option<T>, default: Option<&T>) -> Outcome {
    match (&kept, default) {
        (_, None) => Outcome::Unset,
        (Some(known), Some(default)) if known == default => Outcome::Idle,
        (Some(_), Some(_)) => Outcome::Contradicts,
        (None, Some(default)) => {
            *kept = Some(default.clone());
            Outcome::Taken
        }
    }
}

/// The bytes of a tool and the size on the label differ by up to a fortieth and are the same size.
fn settle_capacity(drive: &mut Drive, defaults: &Drive) -> Outcome {
    let bytes = |fact: Fact<Capacity>| fact.value.bytes.as_u64();
    let outcome = settle_fact(&mut drive.capacity, defaults.capacity.as_ref());
    match (drive.capacity.map(bytes), defaults.capacity.map(bytes)) {
        (Some(kept), Some(set)) if kept.abs_diff(set) <= kept / 40 && outcome == Outcome::Contradicts => {
            Outcome::Idle
        }
        _ => outcome,
    }
}

/// A speed is nothing for solid state.
fn settle_rpm(drive: &mut Drive, defaults: &Drive) -> Outcome {
    let solid = drive.media.is_some_and(|media| media.value == Media::Ssd);
    let turning = defaults.rpm.is_some_and(|rpm| rpm.value > 0);
    if solid && turning && drive.rpm.is_none_or(|rpm| rpm.value == 0) {
        return Outcome::Idle;
    }
    settle_fact(&mut drive.rpm, defaults.rpm.as_ref())
}

/// Gives every drive the values of `defaults` whose facts it does not state, marked as assumed; returns for each value
/// how many drives took it, and a warning where drives state another one.
pub(crate) fn fill(drives: &mut [Drive], defaults: &Drive) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    let total = drives.len();
    for setting in &SETTINGS {
        let mut taken = 0usize;
        let mut stated = 0usize;
        let mut first: Option<Arc<str>> = None;
        for drive in drives.iter_mut() {
            match (setting.settle)(drive, defaults) {
                // Nothing is set for any drive.
                Outcome::Unset => break,
                Outcome::Idle => {}
                Outcome::Taken => taken += 1,
                Outcome::Contradicts => {
                    stated += 1;
                    first.get_or_insert_with(|| Arc::clone(&drive.source));
                }
            }
        }
        let (severity, message, hint) = match &first {
            Some(first) => (
                Severity::Warning,
                format!(
                    "{stated} of {total} drives state another value, which counts; the first is {}",
                    crate::text::excerpt(first)
                ),
                "`--set` is for what the files do not say: correct the file, or leave out the option",
            ),
            None if taken > 0 => (
                Severity::Notice,
                format!("assumed for {taken} of {total} drives, which do not say"),
                "",
            ),
            None => continue,
        };
        told.push(Diagnostic {
            severity,
            place: place(setting.key),
            message,
            hint: Some(hint.to_owned()).filter(|hint| !hint.is_empty()),
            excerpt: None,
        });
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_values() {
        let options = ReadOptions::on(jiff::civil::date(2026, 1, 1));
        let options = set(options, "rpm=7.2K").unwrap();
        let options = set(options, "sectors=512e").unwrap();
        assert_eq!(options.defaults.rpm, Some(Fact::assumed(7200)));
        for (assignment, message) in [
            ("rpm", "`rpm` sets nothing"),
            ("colour=red", "`colour` is no field that can be set"),
            ("rpm=fast", "`fast` is not a spindle speed"),
            ("class=tape", "`tape` is no class of drives"),
            ("batch=", "`batch` says nothing"),
            ("serial=ZR5K2TAA", "`serial` is no field that can be set"),
            ("afr=100%", "`100%` is no chance of failure within a year"),
        ] {
            assert_eq!(set(options.clone(), assignment).unwrap_err().message, message);
        }
    }
}
