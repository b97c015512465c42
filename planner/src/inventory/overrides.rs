//! Facts that the user gives for all drives of which they are unknown: `--set rpm=7200`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::drive::{Drive, Fact, Media, Origin};

use super::cell::date::{self, DateContext, DateError, Heading};
use super::cell::number::DecimalMark;
use super::cell::sector::Side;
use super::cell::{CellError, price, rpm, sector, size, words};
use super::{DateOrder, ReadOptions};

/// The fields that can be set, for hints.
const FIELDS: &str = "capacity, sectors, logical_sector, physical_sector, rpm, class, transport, manufactured, batch, price, power_on_hours, date_order";

/// Returns the options with `FIELD=VALUE` added.
///
/// # Errors
/// A message that names the field or the value that is not understood.
pub fn set(options: ReadOptions, assignment: &str) -> Result<ReadOptions, Box<Diagnostic>> {
    let error = |error: CellError, shown: &str| {
        Box::new(Diagnostic {
            severity: Severity::Error,
            place: Place {
                file: "--set".to_owned(),
                line: 0,
                column: String::new(),
            },
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
        let shown = if problem.reason.starts_with("is no field") {
            &field
        } else {
            value
        };
        error(problem, shown)
    })?;
    Ok(options)
}

fn assign(options: &mut ReadOptions, field: &str, value: &str) -> Result<(), CellError> {
    let as_of = options.as_of;
    let defaults = &mut options.defaults;
    match field {
        "date_order" => {
            options.date_order = Some(match value.to_lowercase().as_str() {
                "day_first" | "day-first" | "dmy" => DateOrder::DayFirst,
                "month_first" | "month-first" | "mdy" => DateOrder::MonthFirst,
                _ => {
                    return Err(CellError::new(
                        "is no order",
                        "write `day-first` or `month-first`",
                    ));
                }
            });
        }
        "capacity" => {
            defaults.capacity = Some(Fact::assumed(size::read(value, DecimalMark::Point, None)?.value));
        }
        "sectors" | "sector" => {
            let pair = sector::general(value)?.value;
            defaults.logical_sector = Some(Fact::assumed(pair.logical));
            defaults.physical_sector = Some(Fact::assumed(pair.physical));
        }
        "logical_sector" => {
            defaults.logical_sector = Some(Fact::assumed(sector::single(value, Side::Logical)?));
        }
        "physical_sector" => {
            defaults.physical_sector = Some(Fact::assumed(sector::single(value, Side::Physical)?));
        }
        "rpm" => defaults.rpm = Some(Fact::assumed(rpm::read(value)?.value)),
        "class" => {
            let media: Option<Media> = words::kind(value).media;
            let media =
                media.ok_or_else(|| CellError::new("is no class of drives", "write `HDD` or `SSD`"))?;
            defaults.media = Some(Fact::assumed(media));
        }
        "transport" => {
            let transport = words::kind(value).transport;
            let transport = transport
                .ok_or_else(|| CellError::new("is no known interface", "write `sata`, `sas` or `nvme`"))?;
            defaults.transport = Some(Fact::assumed(transport));
        }
        "manufactured" => {
            let context = DateContext {
                as_of,
                order: None,
                heading: Heading::Date,
                seagate: false,
            };
            let reading = date::read(value, context).map_err(|problem| match problem {
                DateError::Cell(error) => error,
                DateError::Ambiguous { day_first, .. } => {
                    CellError::new("has two readings", format!("write it as `{day_first}`"))
                }
            })?;
            defaults.manufactured = Some(Fact::assumed(reading.manufactured));
        }
        "batch" => {
            defaults.batch = Some(Fact::assumed(Arc::from(
                crate::text::escape_for_terminal(value).as_ref(),
            )));
        }
        "price" => defaults.price = Some(price::read(value, DecimalMark::Point)?.0),
        "power_on_hours" => {
            let hours = value
                .parse()
                .ok()
                .filter(|hours| *hours <= 876_000)
                .ok_or_else(|| CellError::new("is no number of hours", "write whole hours: `26000`"))?;
            defaults.power_on_hours = Some(hours);
        }
        _ => {
            return Err(CellError::new(
                "is no field that can be set",
                format!("the fields are {FIELDS}"),
            ));
        }
    }
    Ok(())
}

/// Gives the drive every default whose fact is unknown; the facts are marked as assumed.
pub(crate) fn fill(drive: &mut Drive, defaults: &Drive) {
    fn take<T: Clone>(kept: &mut Option<T>, default: Option<&T>) {
        if kept.is_none() {
            *kept = default.cloned();
        }
    }
    take(&mut drive.capacity, defaults.capacity.as_ref());
    take(&mut drive.logical_sector, defaults.logical_sector.as_ref());
    take(&mut drive.physical_sector, defaults.physical_sector.as_ref());
    take(&mut drive.media, defaults.media.as_ref());
    // A speed is nothing for solid state.
    let turns = drive.media.is_none_or(|media| media.value == Media::Hdd);
    if turns || defaults.rpm.is_some_and(|rpm| rpm.value == 0) {
        take(&mut drive.rpm, defaults.rpm.as_ref());
    }
    take(&mut drive.transport, defaults.transport.as_ref());
    take(&mut drive.manufactured, defaults.manufactured.as_ref());
    take(&mut drive.batch, defaults.batch.as_ref());
    take(&mut drive.price, defaults.price.as_ref());
    take(&mut drive.power_on_hours, defaults.power_on_hours.as_ref());
    debug_assert!(
        defaults
            .capacity
            .is_none_or(|fact| fact.origin == Origin::Assumed)
    );
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
        ] {
            assert_eq!(set(options.clone(), assignment).unwrap_err().message, message);
        }
    }
}
