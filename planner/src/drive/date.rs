//! Manufacture dates with the grain in which they are known.

use std::fmt;

use jiff::civil::{Date, ISOWeekDate};

/// When a drive was made, as exactly as the source tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manufactured {
    /// A calendar day.
    Day(Date),
    /// An ISO week; the date is its Monday.
    Week(Date),
    /// A calendar month; the date is its first day.
    Month(Date),
    /// A calendar year; the date is 1 January.
    Year(Date),
    /// Some day between two, both included, where a code has more than one reading.
    Range(Date, Date),
}

impl Manufactured {
    /// Returns the first and the last day on which the drive can have been made.
    #[must_use]
    pub fn bounds(self) -> (Date, Date) {
        match self {
            Self::Day(day) => (day, day),
            Self::Week(monday) => (monday, monday.saturating_add(jiff::Span::new().days(6))),
            Self::Month(first) => (first, first.last_of_month()),
            Self::Year(first) => (first, first.last_of_year()),
            Self::Range(first, last) => (first, last),
        }
    }

    /// Returns the day in the middle of the possible ones.
    #[must_use]
    pub fn midpoint(self) -> Date {
        let (first, last) = self.bounds();
        let days = first.until(last).map_or(0, |span| span.get_days());
        first.saturating_add(jiff::Span::new().days(days / 2))
    }
}

impl fmt::Display for Manufactured {
    /// Writes `2022-11-03`, `2023-W16`, `2023-04`, `2021` or `2013-03-27..2013-04-03`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => write!(formatter, "{day}"),
            Self::Week(monday) => {
                let week: ISOWeekDate = monday.iso_week_date();
                write!(formatter, "{:04}-W{:02}", week.year(), week.week())
            }
            Self::Month(first) => write!(formatter, "{:04}-{:02}", first.year(), first.month()),
            Self::Year(first) => write!(formatter, "{:04}", first.year()),
            Self::Range(first, last) => write!(formatter, "{first}..{last}"),
        }
    }
}
