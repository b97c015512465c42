//! Manufacture dates in every form that labels, tools and spreadsheets give them.

mod digits;
mod tokens;

use jiff::ToSpan;
use jiff::civil::{Date, ISOWeekDate, Weekday};

use super::CellError;
use crate::drive::Manufactured;

use digits::digits_alone;
use tokens::{Token, lex};

/// Which of two numbers before the year is the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `25/12/2020`
    DayFirst,
    /// `12/25/2020`
    MonthFirst,
}

/// What the cell alone does not tell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DateContext {
    /// The day on which the inventory is read; nothing was made after it.
    pub(crate) as_of: Date,
    /// The order of slash dates, where it is known.
    pub(crate) order: Option<DateOrder>,
    /// Whether the column is headed as the codes of labels are.
    pub(crate) heading: Heading,
    /// Whether the drive is a Seagate.
    pub(crate) seagate: bool,
}

/// What the column's header promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    /// A date in clear.
    Date,
    /// The code on a label.
    DateCode,
}

/// A date as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DateReading {
    /// When the drive was made.
    pub(crate) manufactured: Manufactured,
    /// Whether [`DateContext::order`] decided.
    pub(crate) order_used: bool,
    /// Whether it was a code in fiscal weeks with two readings.
    pub(crate) fiscal: bool,
    /// What to warn of.
    pub(crate) warning: Option<CellError>,
}

/// Why a cell is no date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DateError {
    /// Both orders give a date.
    Ambiguous {
        /// The date if the day comes first.
        day_first: Date,
        /// The date if the month comes first.
        month_first: Date,
    },
    /// It is no date, or none on which a drive can have been made.
    Cell(CellError),
}

const HINT: &str = "write `2023-04-12`, `2023-04` or `2023-W15`";

/// Returns the order that a slash date proves: a number above 12 can only be the day.
pub(crate) fn proven_order(text: &str) -> Option<DateOrder> {
    let (tokens, separator) = lex(without_time(text))?;
    match tokens.as_slice() {
        [
            Token::Number(first, 1..=2),
            Token::Number(second, 1..=2),
            Token::Number(_, 4),
        ] if separator != '.' => match (*first > 12, *second > 12) {
            (true, false) if *first <= 31 => Some(DateOrder::DayFirst),
            (false, true) if *second <= 31 => Some(DateOrder::MonthFirst),
            _ => None,
        },
        _ => None,
    }
}

/// Returns when the drive was made, as the cell says it.
pub(crate) fn read(text: &str, context: DateContext) -> Result<DateReading, DateError> {
    let no_date = || DateError::Cell(CellError::new("is not a date", HINT));
    if text.len() > 64 {
        return Err(no_date());
    }
    let reading = if let Some((first, last)) = text.split_once("..") {
        let first: Date = first.trim().parse().map_err(|_| no_date())?;
        let last: Date = last.trim().parse().map_err(|_| no_date())?;
        if first > last {
            return Err(no_date());
        }
        plain(Manufactured::Range(first, last))
    } else {
        let (tokens, separator) = lex(without_time(text)).ok_or_else(no_date)?;
        from_tokens(&tokens, separator, context)?.ok_or_else(no_date)?
    };
    check(&reading, context.as_of)?;
    Ok(reading)
}

fn check(reading: &DateReading, as_of: Date) -> Result<(), DateError> {
    let (first, last) = reading.manufactured.bounds();
    if first > as_of {
        return Err(DateError::Cell(CellError::new(
            format!("lies in the future (today is {as_of})"),
            "write the manufacture date; the day that counts as today can be given with `--as-of`",
        )));
    }
    if last.year() < 1990 {
        return Err(DateError::Cell(CellError::new(
            format!(
                "reads as {}, before any drive that ZFS could use",
                reading.manufactured
            ),
            HINT,
        )));
    }
    Ok(())
}

fn plain(manufactured: Manufactured) -> DateReading {
    DateReading {
        manufactured,
        order_used: false,
        fiscal: false,
        warning: None,
    }
}

/// Cuts off a time of day: `2021-05-12 00:00:00`, `2021-05-12T00:00`.
fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else {
        return text;
    };
    let hours = text[..colon].trim_end_matches(|character: char| character.is_ascii_digit());
    let has_hours = hours.len() < colon && text[colon + 1..].starts_with(|next: char| next.is_ascii_digit());
    if has_hours && hours.ends_with([' ', 'T']) {
        hours.trim_end_matches([' ', 'T'])
    } else {
        text
    }
}

fn day(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    )
    .ok()
}

fn month(year: u32, month: u32) -> Option<DateReading> {
    day(year, month, 1).map(|first| plain(Manufactured::Month(first)))
}

/// Returns the ISO week; a 53 in a year of 52 weeks is a maker's own count and stands for the last week.
pub(crate) fn week(year: u32, week: u32) -> Option<Manufactured> {
    if !(1..=53).contains(&week) {
        return None;
    }
    let year = i16::try_from(year).ok()?;
    let number = i8::try_from(week).ok()?;
    let date = ISOWeekDate::new(year, number, Weekday::Monday)
        .or_else(|_| ISOWeekDate::new(year, 52, Weekday::Monday))
        .ok()?;
    Some(Manufactured::Week(date.date()))
}

fn full_year(short: u32, as_of: Date) -> u32 {
    let current = u32::try_from(as_of.year()).unwrap_or(2000) % 100;
    if short > current {
        1900 + short
    } else {
        2000 + short
    }
}

fn from_tokens(
    tokens: &[Token],
    separator: char,
    context: DateContext,
) -> Result<Option<DateReading>, DateError> {
    use Token::{Month, Number, Week};
    let named = |month: i8| u32::try_from(month).unwrap_or(0);
    let short_year = |reading: Option<DateReading>| {
        reading.map(|reading| DateReading {
            warning: Some(CellError::new(
                format!("taken as {}", reading.manufactured),
                "write the year with four digits",
            )),
            ..reading
        })
    };
    let on = |date: Option<Date>| date.map(|date| plain(Manufactured::Day(date)));
    Ok(match *tokens {
        [Number(y, 4), Number(m, 1..=2), Number(d, 1..=2)] => on(day(y, m, d)),
        [Number(y, 4), Number(m, 1..=2)] => month(y, m),
        [Number(y, 4), Week, Number(w, 1..=2)] | [Week, Number(w, 1..=2), Number(y, 4)] => {
            week(y, w).map(plain)
        }
        [Number(y, 4), Week, Number(w, 1..=2), Number(d @ 1..=7, 1)] => {
            let offset = i64::from(d) - 1;
            week(y, w).map(|week| plain(Manufactured::Day(week.bounds().0.saturating_add(offset.days()))))
        }
        [Number(d, 1..=2), Month(m), Number(y, 4)] | [Month(m), Number(d, 1..=2), Number(y, 4)] => {
            on(day(y, named(m), d))
        }
        [Number(y, 4), Month(m), Number(d, 1..=2)] => on(day(y, named(m), d)),
        [Month(m), Number(y, 4)] | [Number(y, 4), Month(m)] => month(y, named(m)),
        [Month(m), Number(y, 2)] => short_year(month(full_year(y, context.as_of), named(m))),
        [Number(d, 1..=2), Month(m), Number(y, 2)] => {
            short_year(on(day(full_year(y, context.as_of), named(m), d)))
        }
        [Number(first, 1..=2), Number(second, 1..=2), Number(y, 4)] => {
            return numeric(first, second, y, separator, context).map(Some);
        }
        [Number(m, 1..=2), Number(y, 4)] => month(y, m),
        [Number(value, digits)] => return digits_alone(value, digits, context).map(Some),
        _ => None,
    })
}

fn numeric(
    first: u32,
    second: u32,
    year: u32,
    separator: char,
    context: DateContext,
) -> Result<DateReading, DateError> {
    let day_first = day(year, second, first);
    let month_first = day(year, first, second);
    let no_date = || DateError::Cell(CellError::new("is not a date", HINT));
    let on = |date| plain(Manufactured::Day(date));
    if separator == '.' {
        return day_first.map(on).ok_or_else(no_date);
    }
    match (day_first, month_first) {
        (Some(day_first), Some(month_first)) if day_first != month_first => match context.order {
            Some(order) => Ok(DateReading {
                order_used: true,
                ..on(if order == DateOrder::DayFirst {
                    day_first
                } else {
                    month_first
                })
            }),
            None => Err(DateError::Ambiguous {
                day_first,
                month_first,
            }),
        },
        (Some(date), _) | (None, Some(date)) => Ok(on(date)),
        (None, None) => Err(no_date()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEXT: DateContext = DateContext {
        as_of: Date::constant(2026, 11, 30),
        order: None,
        heading: Heading::Date,
        seagate: false,
    };

    #[track_caller]
    fn reads(text: &str, expected: &str) {
        let reading = read(text, CONTEXT).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(reading.manufactured.to_string(), expected, "{text}");
    }

    #[test]
    fn every_form_in_clear() {
        for (text, expected) in [
            ("2023-04-12", "2023-04-12"),
            ("2023-04", "2023-04"),
            ("2023/04", "2023-04"),
            ("2023年4月", "2023-04"),
            ("2023年4月12日", "2023-04-12"),
            ("2023-W15", "2023-W15"),
            ("2023W15", "2023-W15"),
            ("WK12/2023", "2023-W12"),
            ("Week 12 2023", "2023-W12"),
            ("KW 12/2023", "2023-W12"),
            ("week 44 of year 2019", "2019-W44"),
            ("12MAY2019", "2019-05-12"),
            ("12 MAY 2019", "2019-05-12"),
            ("DATE: 09 JUN 2018", "2018-06-09"),
            ("DOM 2019-06", "2019-06"),
            ("JUN-2019", "2019-06"),
            ("Jun 2019", "2019-06"),
            ("12. Mai 2021", "2021-05-12"),
            ("12.05.2021", "2021-05-12"),
            ("04/2023", "2023-04"),
            ("2021-05-12 00:00:00", "2021-05-12"),
            ("2021-05-12T13:00", "2021-05-12"),
            ("20210512", "2021-05-12"),
            ("2021", "2021"),
            ("25/12/2020", "2020-12-25"),
            ("12/25/2020", "2020-12-25"),
            ("05/05/2020", "2020-05-05"),
            ("2013-03-27..2013-04-03", "2013-03-27..2013-04-03"),
            ("2019-W53", "2019-W52"),
            ("2020-W53", "2020-W53"),
        ] {
            reads(text, expected);
        }
    }

    #[test]
    fn weeks_are_iso_weeks() {
        for (year, number, first, last) in [
            (2024, 17, "2024-04-22", "2024-04-28"),
            (2013, 5, "2013-01-28", "2013-02-03"),
            (2019, 44, "2019-10-28", "2019-11-03"),
            (2023, 12, "2023-03-20", "2023-03-26"),
            (2008, 48, "2008-11-24", "2008-11-30"),
            (2016, 44, "2016-10-31", "2016-11-06"),
        ] {
            let (from, to) = week(year, number).unwrap().bounds();
            assert_eq!(
                (from.to_string().as_str(), to.to_string().as_str()),
                (first, last)
            );
        }
        assert_eq!(week(2020, 0), None);
        assert_eq!(week(2020, 54), None);
    }

    #[test]
    fn doubtful_forms_warn() {
        for (text, expected) in [
            ("Apr-23", "2023-04"),
            ("45000", "2023-03-15"),
            ("Jun-98", "1998-06"),
        ] {
            let reading = read(text, CONTEXT).unwrap();
            assert_eq!(reading.manufactured.to_string(), expected);
            assert!(reading.warning.is_some(), "{text}");
        }
    }

    #[test]
    fn slash_dates_need_an_order() {
        assert!(matches!(
            read("03/04/2021", CONTEXT),
            Err(DateError::Ambiguous { .. })
        ));
        let day_first = DateContext {
            order: Some(DateOrder::DayFirst),
            ..CONTEXT
        };
        let reading = read("03/04/2021", day_first).unwrap();
        assert_eq!(reading.manufactured.to_string(), "2021-04-03");
        assert!(reading.order_used);
        assert_eq!(proven_order("25/12/2020"), Some(DateOrder::DayFirst));
        assert_eq!(proven_order("12/25/2020"), Some(DateOrder::MonthFirst));
        assert_eq!(proven_order("03/04/2021"), None);
    }

    #[test]
    fn codes_of_labels() {
        let codes = DateContext {
            heading: Heading::DateCode,
            seagate: true,
            ..CONTEXT
        };
        for (text, expected) in [
            ("13395", "2013-03-27..2013-04-03"),
            ("07441", "2007-04-28"),
            ("7441", "2007-04-28"),
            ("1512", "2014-06-29..2014-07-06"),
        ] {
            assert_eq!(
                read(text, codes).unwrap().manufactured.to_string(),
                expected,
                "{text}"
            );
        }
        let other_maker = DateContext {
            seagate: false,
            ..codes
        };
        assert!(read("1512", other_maker).is_err());
        assert!(read("13395", CONTEXT).is_err());
    }

    #[test]
    fn no_dates() {
        for text in [
            "",
            "soon",
            "2023-13",
            "31.02.2021",
            "2030-01",
            "1985-06",
            "week  of year 20",
            "202104",
            "12/11/10",
            "2023-W00",
            "2023-W54",
            "99",
            "1e9",
        ] {
            assert!(read(text, CONTEXT).is_err(), "{text}");
        }
    }
}
