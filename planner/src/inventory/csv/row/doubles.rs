//! Two columns about one fact must say the same; the first row on which they do not is told.

use super::RowReader;
use crate::diagnostic::Severity;
use crate::drive::Drive;
use crate::inventory::cell::text::tidy;
use crate::inventory::csv::fields::{Aside, Interner, LastCapacity, apply, says_nothing};
use crate::inventory::csv::header::{Column, Field};
use crate::inventory::csv::records::{Cell, Record};
use crate::inventory::messages::{Messages, Words};

impl<'text> RowReader<'text> {
    /// Compares the columns that are left out with those that count; each is told once.
    pub(super) fn compare_doubles(
        &mut self,
        record: &Record<'text>,
        (drive, aside): (&Drive, &Aside),
        messages: &mut Messages,
    ) {
        if self.doubles.is_empty() {
            return;
        }
        let mut alike = Vec::with_capacity(self.doubles.len());
        for column in std::mem::take(&mut self.doubles) {
            match self.difference(&column, record, (drive, aside)) {
                Some(message) => {
                    let words = Words::new(
                        message,
                        "correct the row, or delete the column that is wrong; later rows may differ, too",
                    );
                    self.complain(Severity::Warning, record, Some(&column), words, messages);
                }
                None => alike.push(column),
            }
        }
        self.doubles = alike;
    }

    /// Returns in words how a column that is left out contradicts the one that counts.
    fn difference(
        &self,
        column: &Column,
        record: &Record<'text>,
        (drive, aside): (&Drive, &Aside),
    ) -> Option<String> {
        let field = column.recognised.field;
        let raw = record.cells.get(column.index).map(Cell::text)?;
        let text = tidy(&raw);
        let text = crate::text::without_formula_guard(&text);
        if says_nothing(text, field) {
            return None;
        }
        let mut other = Drive::unknown(drive.id.clone(), drive.source.clone());
        other.vendor.clone_from(&drive.vendor);
        other.price = drive.price.filter(|_| field == Field::Currency);
        let mut other_aside = Aside::default();
        let shared = (&mut Interner::default(), &mut LastCapacity::default());
        // What cannot be read says something else for certain.
        let read = apply(text, column, &self.around, shared, (&mut other, &mut other_aside));
        let left_out = said(field, &other, &other_aside).filter(|_| read.is_ok());
        let counts = said(field, drive, aside);
        if left_out.is_some() && (left_out == counts || is_near(field, &other, drive)) {
            return None;
        }
        let used = self.column(field).map_or("", |used| used.header.as_ref());
        let shown = crate::text::excerpt(text);
        Some(match counts {
            Some(counts) => format!("`{shown}` is left out: `{used}` says {counts}, which counts"),
            None => format!("`{shown}` is left out, though `{used}` says nothing here"),
        })
    }
}

/// The bytes of a drive and the size on its label differ by up to a fortieth.
fn is_near(field: Field, first: &Drive, second: &Drive) -> bool {
    let bytes = |drive: &Drive| drive.capacity.map(|fact| fact.value.bytes.as_u64());
    match (field, bytes(first), bytes(second)) {
        (Field::Capacity, Some(first), Some(second)) => first.abs_diff(second) <= first.max(second) / 40,
        _ => false,
    }
}

/// Returns what is known of a field, written so that equal values have equal texts.
fn said(field: Field, drive: &Drive, aside: &Aside) -> Option<String> {
    let text = |text: Option<&std::sync::Arc<str>>| text.map(ToString::to_string);
    match field {
        Field::Id => Some(drive.id.to_string()),
        Field::Vendor => text(drive.vendor.as_ref()),
        Field::Model => text(drive.model.as_ref()),
        Field::Serial => text(drive.serial.as_ref()),
        Field::Wwn => text(drive.wwn.as_ref()),
        Field::Firmware => text(drive.firmware.as_ref()),
        Field::Path => text(drive.path.as_ref()),
        Field::InUse => text(drive.in_use.as_ref()),
        Field::Batch => drive.batch.as_ref().map(|fact| fact.value.to_string()),
        Field::Source => Some(drive.source.to_string()),
        Field::Capacity => drive.capacity.map(|fact| fact.value.bytes.to_string()),
        Field::CapacityKind => drive
            .capacity
            .map(|fact| format!("{:?}", fact.value.kind).to_lowercase()),
        Field::Sectors => match (drive.logical_sector, drive.physical_sector) {
            (Some(logical), Some(physical)) => Some(format!("{}/{}", logical.value, physical.value)),
            (one, other) => one.or(other).map(|fact| fact.value.to_string()),
        },
        Field::LogicalSector => drive.logical_sector.map(|fact| fact.value.to_string()),
        Field::PhysicalSector => drive.physical_sector.map(|fact| fact.value.to_string()),
        Field::Rpm => drive.rpm.map(|fact| fact.value.to_string()),
        Field::Class => drive.media.map(|fact| format!("{:?}", fact.value).to_uppercase()),
        Field::Transport => drive
            .transport
            .map(|fact| format!("{:?}", fact.value).to_lowercase()),
        Field::Recording => drive
            .shingling
            .map(|fact| format!("{:?}", fact.value).to_lowercase()),
        Field::Manufactured | Field::DateCode => drive.manufactured.map(|fact| fact.value.to_string()),
        Field::Hours => drive.power_on_hours.map(|hours| format!("{hours} h")),
        Field::AtomicWrite => drive.nvme_awupf.map(|bytes| bytes.to_string()),
        Field::Price => drive.price.map(|price| price.as_f64().to_string()),
        Field::Currency => drive
            .price
            .and_then(crate::units::Money::currency)
            .map(|known| known.code().to_owned()),
        Field::AnnualFailure => drive
            .annual_failure
            .map(|chance| format!("{} %", 100.0 * chance.as_f64())),
        Field::ReadRate => drive.read.map(|rate| format!("{} MB/s", rate.as_mb_per_s())),
        Field::WriteRate => drive.write.map(|rate| format!("{} MB/s", rate.as_mb_per_s())),
        Field::RandomRead => drive.random_read.map(|rate| format!("{} IOPS", rate.as_f64())),
        Field::Watts => drive.watts.map(|watts| format!("{watts} W")),
        Field::Quantity => aside.quantity.map(|quantity| quantity.to_string()),
        Field::Accept => Some(format!("{:?}", drive.accept).to_lowercase()),
        Field::Place | Field::Location | Field::Notes | Field::Derived | Field::Assumed => None,
    }
}
