//! Which drives were made together?
//!
//! Drives of one batch fail together, so that a plan spreads them. The batch column decides; else model, firmware and
//! week of manufacture; else model and month; else the code in the serial number; else close numbers. A drive of which
//! none is known has no batch, which is not the same as a batch of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::{neighbours, serial};
use crate::drive::{Drive, Fact, Manufactured};

/// Drives whose fiscal codes lie this many days apart are still of one batch: the calendars differ by a week.
const FISCAL_SLACK_DAYS: i32 = 7;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Family {
    model: Arc<str>,
    firmware: Option<Arc<str>>,
    fiscal: bool,
}

/// Gives every drive without a stated batch the one that follows from model, firmware and date, or from its numbers.
pub(crate) fn derive(drives: &mut [Drive]) {
    let mut families: BTreeMap<Family, Vec<(Date, usize)>> = BTreeMap::new();
    for (index, drive) in drives.iter_mut().enumerate() {
        if drive.batch.is_some() {
            continue;
        }
        let (Some(model), Some(date)) = (&drive.model, drive.manufactured) else {
            continue;
        };
        match date.value {
            Manufactured::Day(day) | Manufactured::Week(day) => {
                let week = Manufactured::Week(monday(day));
                drive.batch = Some(Fact::derived(key(model, drive.firmware.as_deref(), week)));
            }
            Manufactured::Month(_) => {
                drive.batch = Some(Fact::derived(key(model, None, date.value)));
            }
            Manufactured::Range(first, _) => {
                let family = Family {
                    model: Arc::clone(model),
                    firmware: drive.firmware.clone(),
                    fiscal: true,
                };
                families.entry(family).or_default().push((first, index));
            }
            // A year is too long to have been one batch.
            Manufactured::Year(_) => {}
        }
    }
    for (family, mut members) in families {
        members.sort_unstable();
        let mut batch: Option<(Date, Arc<str>)> = None;
        for (date, index) in members {
            let near = batch
                .as_ref()
                .filter(|(start, _)| {
                    start
                        .until(date)
                        .is_ok_and(|span| span.get_days() <= FISCAL_SLACK_DAYS)
                })
                .map(|(_, name)| Arc::clone(name));
            let name = near.unwrap_or_else(|| {
                key(
                    &family.model,
                    family.firmware.as_deref(),
                    Manufactured::Week(monday(date)),
                )
            });
            batch = Some((
                batch.map_or(date, |(start, known)| if known == name { start } else { date }),
                Arc::clone(&name),
            ));
            drives[index].batch = Some(Fact::derived(name));
        }
    }
    for drive in drives.iter_mut().filter(|drive| drive.batch.is_none()) {
        let (Some(model), Some(serial)) = (&drive.model, &drive.serial) else {
            continue;
        };
        if let Some(code) = serial::code(model, serial) {
            let name = format!("{model} serial code {}", code.letters);
            drive.batch = Some(Fact::derived(Arc::from(name)));
        }
    }
    neighbours::derive(drives);
}

fn monday(day: Date) -> Date {
    let back = i64::from(day.weekday().to_monday_zero_offset());
    day.saturating_sub(jiff::Span::new().days(back))
}

fn key(model: &str, firmware: Option<&str>, date: Manufactured) -> Arc<str> {
    Arc::from(match firmware {
        Some(firmware) => format!("{model} {firmware} {date}"),
        None => format!("{model} {date}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(model: &str, date: Manufactured) -> Drive {
        let mut drive = Drive::unknown(Arc::from(""), Arc::from("a"));
        drive.model = Some(Arc::from(model));
        drive.manufactured = Some(Fact::stated(date));
        drive
    }

    #[test]
    fn same_week_or_month_of_one_model() {
        let day = |day| Manufactured::Day(Date::constant(2023, 4, day));
        let month = Manufactured::Month(Date::constant(2023, 4, 1));
        let range = |first: i8, last: i8| {
            Manufactured::Range(Date::constant(2013, 3, first), Date::constant(2013, 3, last))
        };
        let mut drives = vec![
            made("A", day(10)),
            made("A", day(16)),
            made("A", day(17)),
            made("B", month),
            made("C", range(13, 20)),
            made("C", range(20, 27)),
            made("C", range(28, 30)),
            Drive::unknown(Arc::from(""), Arc::from("a")),
        ];
        derive(&mut drives);
        let batches: Vec<Option<&str>> = drives
            .iter()
            .map(|drive| drive.batch.as_ref().map(|batch| batch.value.as_ref()))
            .collect();
        assert_eq!(
            batches,
            [
                Some("A 2023-W15"),
                Some("A 2023-W15"),
                Some("A 2023-W16"),
                Some("B 2023-04"),
                Some("C 2013-W11"),
                Some("C 2013-W11"),
                Some("C 2013-W13"),
                None
            ]
        );
    }
}
