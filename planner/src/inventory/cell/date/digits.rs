//! Dates that are digits without any mark.

use jiff::ToSpan;
use jiff::civil::Date;

use super::{DateContext, DateError, DateReading, HINT, Heading, day, plain, week};
use crate::drive::Manufactured;
use crate::inventory::cell::CellError;
use crate::inventory::cell::fiscal::DateCode;

/// Reads digits without any mark: a day as `YYYYMMDD`, a year, a spreadsheet's serial number, or a label's code.
pub(super) fn digits_alone(
    value: u32,
    digits: usize,
    context: DateContext,
) -> Result<DateReading, DateError> {
    /// Serial numbers of 2000-01-01 and 2050-12-31 in spreadsheets.
    const SERIALS: std::ops::RangeInclusive<u32> = 36_526..=55_153;
    /// The last fiscal year whose labels carry codes.
    const LAST_CODED_YEAR: i16 = 2017;
    let refuse = |reason: &str| DateError::Cell(CellError::new(reason, HINT));
    let code_of = |text: &str| {
        DateCode::from_digits(text)
            .filter(|code| code.fiscal_year() <= LAST_CODED_YEAR)
            .and_then(|code| {
                code.manufactured()
                    .map(|manufactured| from_code(text, manufactured))
            })
    };
    match digits {
        8 => day(value / 10_000, value / 100 % 100, value % 100)
            .map(|date| plain(Manufactured::Day(date)))
            .ok_or_else(|| refuse("is not a date")),
        6 if value % 100 > 12 => week(value / 100, value % 100)
            .map(plain)
            .ok_or_else(|| refuse("is not a date")),
        6 => Err(refuse("is a year with a month or a year with a week")),
        5 if SERIALS.contains(&value) => {
            let epoch = Date::constant(1899, 12, 30);
            let date = epoch.saturating_add(i64::from(value).days());
            Ok(DateReading {
                warning: Some(CellError::new(
                    format!("taken as a spreadsheet's serial number: {date}"),
                    "format the column as a date and export it again",
                )),
                ..plain(Manufactured::Day(date))
            })
        }
        5 if context.heading == Heading::DateCode || context.seagate => {
            code_of(&format!("{value:05}")).ok_or_else(|| refuse("is no date code of a label (YYWWD)"))
        }
        4 if context.heading == Heading::DateCode => four_digit_code(value, context, code_of),
        4 => {
            // A label's code that lost its leading zero to a spreadsheet cannot be a year.
            if (1990..=2100).contains(&value) {
                day(value, 1, 1)
                    .map(|first| plain(Manufactured::Year(first)))
                    .ok_or_else(|| refuse("is not a date"))
            } else if context.seagate {
                four_digit_code(value, context, code_of)
            } else {
                Err(refuse("is not a date"))
            }
        }
        _ => Err(refuse("is not a date")),
    }
}

fn four_digit_code(
    value: u32,
    context: DateContext,
    code_of: impl Fn(&str) -> Option<DateReading>,
) -> Result<DateReading, DateError> {
    let current = u32::try_from(context.as_of.year()).unwrap_or(2000) % 100;
    let short = value / 100;
    let lost_zero = short > current && short < 80;
    let reading = if lost_zero {
        code_of(&format!("0{value}"))
    } else if context.seagate {
        code_of(&format!("{value:04}"))
    } else {
        None
    };
    reading.ok_or_else(|| {
        DateError::Cell(CellError::new(
            "is a year, week and day, or a year and week",
            "write the date that the code stands for: `2015-W12`",
        ))
    })
}

fn from_code(code: &str, manufactured: Manufactured) -> DateReading {
    let fiscal = matches!(manufactured, Manufactured::Range(..));
    let reason = if fiscal {
        let (first, last) = manufactured.bounds();
        format!("is a date code in fiscal weeks: {first}, or {last} by the other published rule")
    } else {
        format!("is a date code in fiscal weeks: about {manufactured}")
    };
    DateReading {
        manufactured,
        order_used: false,
        fiscal,
        warning: Some(CellError::new(
            reason,
            format!("equal codes count as one batch; write a date instead of `{code}` if you know it"),
        )),
    }
}
