//! Manufacture dates in every form that labels, tools and spreadsheets give them.

use jiff::ToSpan;
use jiff::civil::{Date, ISOWeekDate, Weekday};

use super::CellError;
use super::fiscal::DateCode;
use crate::drive::Manufactured;

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

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(u32, usize),
    Month(i8),
    Week,
}

/// Names of months; a word is a month if it starts with one of these.
const MONTHS: [(&str, i8); 29] = [
    ("jan", 1),
    ("ene", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("juin", 6),
    ("jul", 7),
    ("juil", 7),
    ("aug", 8),
    ("aoû", 8),
    ("aou", 8),
    ("ago", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
    ("dic", 12),
];

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

fn lex(text: &str) -> Option<(Vec<Token>, char)> {
    const MOST_TOKENS: usize = 5;
    let mut tokens = Vec::with_capacity(MOST_TOKENS);
    let mut separator = ' ';
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if next.is_ascii_digit() {
            let end = rest
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(rest.len());
            tokens.push(Token::Number(rest[..end].parse().ok()?, end));
            rest = &rest[end..];
        } else if next.is_alphabetic() && !matches!(next, '年' | '月' | '日' | '号') {
            let end = rest
                .find(|character: char| !character.is_alphabetic())
                .unwrap_or(rest.len());
            let word = rest[..end].to_lowercase();
            match word.as_str() {
                "w" | "wk" | "ww" | "week" | "kw" | "cw" | "semaine" | "semana" | "woche" | "周" => {
                    tokens.push(Token::Week);
                }
                "dom" | "date" | "mfg" | "mfr" | "mfd" | "made" | "in" | "of" | "year" | "code"
                | "manufactured" | "d" | "o" | "m" | "de" | "about" => {}
                other => {
                    let month = MONTHS.iter().find(|(name, _)| other.starts_with(name))?;
                    tokens.push(Token::Month(month.1));
                }
            }
            rest = &rest[end..];
        } else if matches!(
            next,
            '-' | '/' | '.' | ' ' | ',' | ':' | '\'' | '年' | '月' | '日' | '号' | '–'
        ) {
            if separator == ' ' && !tokens.is_empty() {
                separator = next;
            }
            rest = &rest[next.len_utf8()..];
        } else {
            return None;
        }
        if tokens.len() > MOST_TOKENS {
            return None;
        }
    }
    Some((tokens, separator))
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

/// Reads digits without any mark: a day as `YYYYMMDD`, a year, a spreadsheet's serial number, or a label's code.
fn digits_alone(value: u32, digits: usize, context: DateContext) -> Result<DateReading, DateError> {
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
