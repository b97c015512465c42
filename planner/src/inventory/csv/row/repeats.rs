//! Rows that name the same drive, and rows that stand for many.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::{RowReader, Seen};
use crate::diagnostic::Severity;
use crate::drive::Drive;
use crate::inventory::csv::header::Field;
use crate::inventory::csv::records::Record;
use crate::inventory::hash::fingerprint;
use crate::inventory::identity::{Conflict, merge};
use crate::inventory::messages::{Messages, Words};
use crate::inventory::{MOST_DRIVES, models};

impl<'text> RowReader<'text> {
    pub(super) fn keep(
        &mut self,
        mut drive: Drive,
        quantity: u32,
        record: &Record<'text>,
        messages: &mut Messages,
    ) {
        if quantity > 1
            && let Some(serial) = drive.serial.take()
        {
            let words = Words::new(
                format!("`{serial}` cannot be the serial number of {quantity} drives; left out"),
                "write one row per drive",
            );
            self.complain(
                Severity::Warning,
                record,
                self.column(Field::Serial),
                words,
                messages,
            );
        }
        if quantity > 1 {
            // Names of one drive cannot be those of several.
            (drive.wwn, drive.path) = (None, None);
        }
        if let Some(location) = &drive.location
            && self.shared_location.is_none()
            && self.column(Field::Location).is_some()
            && !self.locations.insert(location.to_string())
        {
            self.shared_location = Some(location.to_string());
        }
        if let Some(serial) = &drive.serial {
            if let Some(earlier) = self.seen(serial) {
                self.repeated(earlier, &drive, record, messages);
                return;
            }
            let seen = Seen {
                drive: u32::try_from(self.drives.len()).unwrap_or(u32::MAX),
                line: u32::try_from(record.line).unwrap_or(u32::MAX),
            };
            match self.serials.entry(fingerprint(serial)) {
                Entry::Vacant(free) => {
                    free.insert(seen);
                }
                Entry::Occupied(_) => {
                    self.crowded.insert(Arc::clone(serial), seen);
                }
            }
        }
        let room = MOST_DRIVES.saturating_sub(self.drives.len());
        let count = quantity as usize;
        if count > room {
            if !self.too_many {
                let words = Words::new(
                    format!("more than {MOST_DRIVES} drives in one file"),
                    "split the file or correct the quantity",
                );
                messages.about(Severity::Error, record.line, words);
            }
            self.too_many = true;
            return;
        }
        for _ in 1..count {
            self.drives.push(drive.clone());
        }
        self.drives.push(drive);
    }

    /// Returns where a serial number was seen first.
    fn seen(&self, serial: &str) -> Option<Seen> {
        let seen = self.serials.get(&fingerprint(serial)).copied()?;
        let same = self
            .drives
            .get(seen.drive as usize)
            .is_some_and(|drive| drive.serial.as_deref() == Some(serial));
        if same {
            Some(seen)
        } else {
            self.crowded.get(serial).copied()
        }
    }

    /// The serial number was on an earlier row: the same drive again, or a contradiction.
    fn repeated(&mut self, earlier: Seen, drive: &Drive, record: &Record<'text>, messages: &mut Messages) {
        let serial = drive.serial.as_deref().unwrap_or("").to_owned();
        let Some(first) = self.drives.get_mut(earlier.drive as usize) else {
            return;
        };
        let other_model = match (&first.model, &drive.model) {
            (Some(first), Some(second)) => !models::same(first, second),
            _ => false,
        };
        if other_model {
            let words = Words::new(
                format!(
                    "serial `{serial}` was given to another model on line {}",
                    earlier.line
                ),
                "correct one of the two rows",
            );
            self.complain(
                Severity::Error,
                record,
                self.column(Field::Serial),
                words,
                messages,
            );
            return;
        }
        let conflicts = merge(first, drive);
        let hard = conflicts
            .iter()
            .find(|conflict| conflict.is_hard())
            .map(Conflict::to_string);
        if let Some(conflict) = hard {
            let words = Words::new(
                format!(
                    "serial `{serial}` is also on line {}, with {conflict}",
                    earlier.line
                ),
                "correct one of the two rows",
            );
            self.complain(
                Severity::Error,
                record,
                self.column(Field::Serial),
                words,
                messages,
            );
            return;
        }
        let message = match conflicts.first() {
            None => format!(
                "`{serial}`: the same drive as on line {}, counted once",
                earlier.line
            ),
            Some(conflict) => format!(
                "`{serial}`: the same drive as on line {}, counted once, though with {conflict}; the first row counts",
                earlier.line
            ),
        };
        let words = Words::new(message, "delete the repeated row");
        self.complain(
            Severity::Warning,
            record,
            self.column(Field::Serial),
            words,
            messages,
        );
    }
}
