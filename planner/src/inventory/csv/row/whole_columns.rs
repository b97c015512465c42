//! What concerns a whole column is told once, when all rows are read.

use super::RowReader;
use crate::diagnostic::Severity;
use crate::drive::Drive;
use crate::inventory::csv::header::Field;
use crate::inventory::messages::{Messages, Words};

impl RowReader<'_> {
    /// Returns the drives, after telling what concerns whole columns.
    pub(in crate::inventory::csv) fn finish(self, messages: &mut Messages) -> Vec<Drive> {
        if let Some(column) = self.column(Field::Serial) {
            let placeholders = &self.placeholder_serials;
            let all = self.serials.is_empty() && placeholders.count > 0;
            let (severity, message) = if all {
                (
                    Severity::Warning,
                    "no usable serial numbers: drives that stand twice in the list cannot be told".to_owned(),
                )
            } else {
                (
                    Severity::Notice,
                    format!(
                        "a placeholder instead of a serial number, {} in all",
                        placeholders.count
                    ),
                )
            };
            if placeholders.count > 0 {
                let place = (placeholders.first_line, column.header.as_ref());
                messages.push(severity, place, Words::new(message, ""), || None);
            }
        }
        let told = self.columns.iter().zip(&self.silences);
        for (column, silence) in told.flat_map(|(column, both)| both.iter().map(move |one| (column, one))) {
            let optional = matches!(
                column.recognised.field,
                Field::Notes
                    | Field::InUse
                    | Field::Quantity
                    | Field::Place
                    | Field::Location
                    | Field::Accept
                    | Field::Derived
                    | Field::Assumed
                    | Field::Serial
            );
            if silence.count > 0 && !optional && !self.drives.is_empty() {
                let words = Words::new(silence_message(silence.count), "");
                let place = (silence.first_line, column.header.as_ref());
                messages.push(Severity::Notice, place, words, || None);
            }
        }
        if let (Some(shared), Some(column)) = (&self.shared_location, self.column(Field::Location)) {
            let words = Words::new(
                format!(
                    "column not used to tell slots apart: several drives are at `{}`",
                    crate::text::excerpt(shared)
                ),
                "name a column `slot` or `bay` for the place within the shelf",
            );
            messages.push(
                Severity::Warning,
                (self.header_line, &column.header),
                words,
                || None,
            );
        }
        self.drives
    }
}

fn silence_message(count: usize) -> String {
    match count {
        1 => "nothing is said here: unknown, not 0".to_owned(),
        2 => "nothing is said here and in another row: unknown, not 0".to_owned(),
        _ => format!(
            "nothing is said here and in {} more rows: unknown, not 0",
            count - 1
        ),
    }
}
