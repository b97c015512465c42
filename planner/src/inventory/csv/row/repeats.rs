//! Rows that name the same drive, and rows that stand for many.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::{RowReader, Seen};
use crate::diagnostic::Severity;
use crate::drive::Drive;
use crate::inventory::csv::header::Field;
use crate::inventory::csv::records::Record;
use crate::inventory::hash::fingerprint;
use crate::inventory::identity::{Conflict, Key, is_same, merge, plain_serial, serials_agree};
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
        if self.is_repeated(&drive, record, messages) {
            return;
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

    /// Returns whether an earlier row has the serial number or the world-wide name of the drive; else remembers them.
    fn is_repeated(&mut self, drive: &Drive, record: &Record<'text>, messages: &mut Messages) -> bool {
        let seen = Seen {
            drive: u32::try_from(self.drives.len()).unwrap_or(u32::MAX),
            line: u32::try_from(record.line).unwrap_or(u32::MAX),
        };
        if let Some(serial) = &drive.serial {
            let plain = plain_serial(serial);
            if let Some(earlier) = self.seen(&plain) {
                self.repeated((Field::Serial, serial, earlier), drive, record, messages);
                return true;
            }
            match self.serials.entry(fingerprint(&plain)) {
                Entry::Vacant(free) => {
                    free.insert(seen);
                }
                Entry::Occupied(_) => {
                    self.crowded.insert(Arc::from(plain), seen);
                }
            }
        }
        if let Some(wwn) = &drive.wwn {
            match self.names.get(wwn).copied() {
                None => {
                    self.names.insert(Arc::clone(wwn), seen);
                }
                Some(earlier)
                    if self
                        .first(earlier)
                        .is_some_and(|first| serials_agree(first, drive)) =>
                {
                    self.repeated((Field::Wwn, wwn, earlier), drive, record, messages);
                    return true;
                }
                Some(earlier) => self.shares_name(wwn, earlier, record, messages),
            }
        }
        if let Some(path) = &drive.path {
            let earlier = *self.names.entry(Arc::clone(path)).or_insert(seen);
            let key = Key::Path(Arc::clone(path));
            if earlier != seen
                && self
                    .first(earlier)
                    .is_some_and(|first| is_same(&key, first, drive))
            {
                self.repeated((Field::Path, path, earlier), drive, record, messages);
                return true;
            }
        }
        false
    }

    fn first(&self, seen: Seen) -> Option<&Drive> {
        self.drives.get(seen.drive as usize)
    }

    fn shares_name(&self, wwn: &str, earlier: Seen, record: &Record<'text>, messages: &mut Messages) {
        let words = Words::new(
            format!(
                "`{wwn}` is also on line {}, with another serial number: taken as two drives",
                earlier.line
            ),
            "correct one of the two rows; no two drives share a world-wide name",
        );
        self.complain(
            Severity::Warning,
            record,
            self.column(Field::Wwn),
            words,
            messages,
        );
    }

    /// Returns where a serial number was seen first.
    fn seen(&self, serial: &str) -> Option<Seen> {
        let seen = self.serials.get(&fingerprint(serial)).copied()?;
        let same = self.drives.get(seen.drive as usize).is_some_and(|drive| {
            let known = drive.serial.as_deref().map(plain_serial);
            known.as_deref() == Some(serial)
        });
        if same {
            Some(seen)
        } else {
            self.crowded.get(serial).copied()
        }
    }

    /// The name, a serial number or world-wide name, was on an earlier row: the same drive again, or a contradiction.
    fn repeated(
        &mut self,
        (field, name, earlier): (Field, &str, Seen),
        drive: &Drive,
        record: &Record<'text>,
        messages: &mut Messages,
    ) {
        let kind = match field {
            Field::Wwn => "wwn",
            Field::Path => "path",
            _ => "serial",
        };
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
                    "{kind} `{name}` was given to another model on line {}",
                    earlier.line
                ),
                "correct one of the two rows",
            );
            self.complain(Severity::Error, record, self.column(field), words, messages);
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
                    "{kind} `{name}` is also on line {}, with {conflict}",
                    earlier.line
                ),
                "correct one of the two rows",
            );
            self.complain(Severity::Error, record, self.column(field), words, messages);
            return;
        }
        let message = match conflicts.first() {
            None => format!(
                "`{name}`: the same drive as on line {}, counted once",
                earlier.line
            ),
            Some(conflict) => format!(
                "`{name}`: the same drive as on line {}, counted once, though with {conflict}; the first row counts",
                earlier.line
            ),
        };
        let words = Words::new(message, "delete the repeated row");
        self.complain(Severity::Warning, record, self.column(field), words, messages);
    }
}
