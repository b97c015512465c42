//! Fiscal calendars, by which drive labels up to about 2016 count their weeks.

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use crate::drive::Manufactured;

/// A date code of a label: fiscal year, week of it, and day of the week from Saturday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DateCode {
    fiscal_year: i16,
    week: i8,
    day: i8,
}

impl DateCode {
    /// Returns the code that `digits` are: `YYWWD`, or `YYWD` where the label dropped the week's zero.
    pub(crate) fn from_digits(digits: &str) -> Option<Self> {
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (week, day) = match digits.len() {
            5 => (digits[2..4].parse().ok()?, digits[4..].parse().ok()?),
            4 => (digits[2..3].parse().ok()?, digits[3..].parse().ok()?),
            _ => return None,
        };
        let short: i16 = digits[..2].parse().ok()?;
        let fiscal_year = if short >= 80 { 1900 + short } else { 2000 + short };
        ((1..=53).contains(&week) && (1..=7).contains(&day)).then_some(Self {
            fiscal_year,
            week,
            day,
        })
    }

    /// Returns the fiscal year.
    pub(crate) const fn fiscal_year(self) -> i16 {
        self.fiscal_year
    }

    /// Returns the day by the maker's own calendar and the day by the converters' rule; they agree or differ by a week.
    pub(crate) fn readings(self) -> Option<(Date, Date)> {
        let offset = (i64::from(self.week) - 1) * 7 + i64::from(self.day) - 1;
        let by = |start: Option<Date>| start?.checked_add(offset.days()).ok();
        Some((
            by(start_by_annual_report(self.fiscal_year))?,
            by(start_by_first_saturday(self.fiscal_year))?,
        ))
    }

    /// Returns when the drive was made: a day where both calendars agree, else the days between.
    pub(crate) fn manufactured(self) -> Option<Manufactured> {
        let (report, saturday) = self.readings()?;
        Some(if report == saturday {
            Manufactured::Day(report)
        } else {
            Manufactured::Range(report.min(saturday), report.max(saturday))
        })
    }
}

/// Returns the Saturday after the Friday closest to 30 June of the year before: Seagate's fiscal year.
///
/// # Source
/// Years ended 30 June 2017, 29 June 2018, 28 June 2019 and 3 July 2020: Seagate Technology plc, annual reports on
/// Form 10-K for fiscal 2017 to 2020.
pub(crate) fn start_by_annual_report(fiscal_year: i16) -> Option<Date> {
    let last_of_june = Date::new(fiscal_year.checked_sub(1)?, 6, 30).ok()?;
    let earliest: Span = (-2).days();
    let mut day = last_of_june.checked_add(earliest).ok()?;
    while day.weekday() != Weekday::Saturday {
        day = day.tomorrow().ok()?;
    }
    Some(day)
}

/// Returns the first Saturday of July of the year before: the rule of most published converters, and of Dell.
///
/// # Source
/// Digital Detective, "Deciphering Seagate Date Codes"; Dell, DCIM_PhysicalDiskView profile (ManufacturingYear).
pub(crate) fn start_by_first_saturday(fiscal_year: i16) -> Option<Date> {
    let first_of_july = Date::new(fiscal_year.checked_sub(1)?, 7, 1).ok()?;
    first_of_july.nth_weekday_of_month(1, Weekday::Saturday).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fiscal_years_begin_as_tabled() {
        let same = [
            (2000, "1999-07-03"),
            (2001, "2000-07-01"),
            (2005, "2004-07-03"),
            (2006, "2005-07-02"),
            (2007, "2006-07-01"),
            (2010, "2009-07-04"),
            (2011, "2010-07-03"),
            (2012, "2011-07-02"),
            (2016, "2015-07-04"),
            (2017, "2016-07-02"),
        ];
        for (year, start) in same {
            assert_eq!(start_by_annual_report(year).unwrap().to_string(), start, "{year}");
            assert_eq!(
                start_by_first_saturday(year).unwrap().to_string(),
                start,
                "{year}"
            );
        }
        let differing = [
            (2002, "2001-06-30", "2001-07-07"),
            (2003, "2002-06-29", "2002-07-06"),
            (2004, "2003-06-28", "2003-07-05"),
            (2008, "2007-06-30", "2007-07-07"),
            (2009, "2008-06-28", "2008-07-05"),
            (2013, "2012-06-30", "2012-07-07"),
            (2014, "2013-06-29", "2013-07-06"),
            (2015, "2014-06-28", "2014-07-05"),
        ];
        for (year, report, saturday) in differing {
            assert_eq!(
                start_by_annual_report(year).unwrap().to_string(),
                report,
                "{year}"
            );
            assert_eq!(
                start_by_first_saturday(year).unwrap().to_string(),
                saturday,
                "{year}"
            );
        }
    }

    #[test]
    fn codes_become_the_published_days() {
        let cases = [
            ("07441", "2007-04-28", "2007-04-28"),
            ("2111", "2020-07-04", "2020-07-04"),
            ("21527", "2021-07-02", "2021-07-02"),
            ("13395", "2013-03-27", "2013-04-03"),
            ("12071", "2011-08-13", "2011-08-13"),
            ("15121", "2014-09-13", "2014-09-20"),
            ("09364", "2009-03-03", "2009-03-10"),
            ("06212", "2005-11-20", "2005-11-20"),
        ];
        for (code, report, saturday) in cases {
            let (by_report, by_saturday) = DateCode::from_digits(code).unwrap().readings().unwrap();
            assert_eq!(
                (by_report.to_string().as_str(), by_saturday.to_string().as_str()),
                (report, saturday),
                "{code}"
            );
        }
    }

    #[test]
    fn no_codes() {
        for digits in [
            "13545", "13008", "13000", "1508", "1510", "150", "150001", "1a345",
        ] {
            assert_eq!(DateCode::from_digits(digits), None, "{digits}");
        }
    }
}
