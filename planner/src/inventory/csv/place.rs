//! Which column counts where several are about the same fact, and what the place columns say together.

use std::sync::Arc;

use super::dialect::Header;
use super::header::{Column, Field};
use crate::diagnostic::Severity;
use crate::inventory::messages::{Messages, Words};

/// The columns of a table, one per fact, and those that are about a fact again.
#[derive(Debug)]
pub(super) struct Settled {
    /// The columns that count, those for dates last.
    pub(super) columns: Vec<Column>,
    /// The columns that are left out, since another one is about the same fact.
    pub(super) left_out: Vec<Column>,
}

/// Returns one column per fact; what is left out is named in a warning.
///
/// Places and remarks may fill several columns. Of several capacities the one in bytes counts, else the first.
pub(super) fn settle_columns(header: &Header, messages: &mut Messages) -> Settled {
    let mut settled: Vec<Column> = Vec::new();
    let mut all_left_out: Vec<Column> = Vec::new();
    for column in header.columns() {
        let field = column.recognised.field;
        let repeats = matches!(field, Field::Place | Field::Location | Field::Notes);
        let earlier = settled
            .iter()
            .position(|other| other.recognised.field == field)
            .filter(|_| !repeats);
        let Some(position) = earlier else {
            settled.push(column);
            continue;
        };
        let in_bytes = |column: &Column| column.recognised.unit.is_some_and(|unit| unit.bytes == 1);
        let left_out = if in_bytes(&column) && !in_bytes(&settled[position]) {
            std::mem::replace(&mut settled[position], column)
        } else {
            column
        };
        let used = Arc::clone(&settled[position].header);
        messages.push(
            Severity::Warning,
            (header.line, &left_out.header),
            Words::new(format!("column not used: `{used}` is about the same"), ""),
            || None,
        );
        all_left_out.push(left_out);
    }
    settled.sort_by_key(|column| match column.recognised.field {
        // A date may need the maker and the hours, an atomic write or a price what stands beside it.
        Field::Manufactured | Field::DateCode => 2,
        Field::Currency | Field::Class | Field::CapacityKind => 1,
        _ => 0,
    });
    Settled {
        columns: settled,
        left_out: all_left_out,
    }
}
