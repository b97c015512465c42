//! Rows become drives.

mod doubles;
mod repeats;
mod whole_columns;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use super::ProvenOrder;
use super::dialect::Dialect;
use super::fields::{Around, Aside, Interner, Language, LastCapacity, apply, says_nothing};
use super::header::{Column, Field};
use super::place::Settled;
use super::records::{Cell, Record};
use crate::diagnostic::Severity;
use crate::drive::{CapacityKind, Drive};
use crate::inventory::cell::CellError;
use crate::inventory::cell::text::tidy;
use crate::inventory::hash::Quick;
use crate::inventory::messages::{Messages, Words, excerpt};
use crate::inventory::verdict::{self, Aspect};
use crate::inventory::{MOST_DRIVES, ReadOptions};

/// Words that begin a row of totals.
const TOTALS: [&str; 20] = [
    "total",
    "totals",
    "subtotal",
    "grand total",
    "sum",
    "sums",
    "summe",
    "gesamt",
    "gesamtsumme",
    "zwischensumme",
    "somme",
    "total général",
    "suma",
    "totale",
    "合计",
    "总计",
    "小计",
    "合計",
    "总数",
    "итого",
];

/// What happened in one column over all rows, told once.
#[derive(Debug, Clone, Default)]
struct Silence {
    first_line: u64,
    count: usize,
}

/// Where a serial number or world-wide name was seen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    drive: u32,
    line: u32,
}

/// Turns the rows of one table into drives.
#[derive(Debug)]
pub(super) struct RowReader<'text> {
    text: &'text str,
    columns: Vec<Column>,
    /// Columns about a fact that another column tells, until they say something else.
    doubles: Vec<Column>,
    around: Around<'text>,
    header_line: u64,
    interner: Interner,
    capacity: LastCapacity,
    nothing: Arc<str>,
    /// `FILE, line N`, written anew for every row behind its stem.
    source: String,
    source_stem: usize,
    has_nul: bool,
    drives: Vec<Drive>,
    /// Drives by the fingerprint of their serial number.
    serials: HashMap<u64, Seen, Quick>,
    /// Drives by serial number, for the rare ones that share a fingerprint.
    crowded: HashMap<Arc<str>, Seen>,
    /// Drives by world-wide name and by path.
    names: HashMap<Arc<str>, Seen, Quick>,
    /// Blank cells and placeholders, per column.
    silences: Vec<[Silence; 2]>,
    placeholder_serials: Silence,
    blank_serials: usize,
    locations: HashSet<String>,
    shared_location: Option<String>,
    order_told: bool,
    fiscal_told: bool,
    too_many: bool,
}

impl<'text> RowReader<'text> {
    pub(super) fn new(
        text: &'text str,
        dialect: &Dialect,
        (file, header_line, settled): (&str, u64, Settled),
        options: &'text ReadOptions,
        order: Option<ProvenOrder>,
        language: Language,
    ) -> Self {
        let source = format!("{file}, line ");
        let silences = vec![Default::default(); settled.columns.len()];
        Self {
            text,
            columns: settled.columns,
            doubles: settled.left_out,
            around: Around {
                mark: dialect.mark,
                order,
                language,
                options,
            },
            header_line,
            interner: Interner::default(),
            capacity: LastCapacity::default(),
            nothing: Arc::from(""),
            source_stem: source.len(),
            source,
            has_nul: text.as_bytes().contains(&0),
            drives: Vec::new(),
            serials: HashMap::default(),
            crowded: HashMap::new(),
            names: HashMap::default(),
            silences,
            placeholder_serials: Silence::default(),
            blank_serials: 0,
            locations: HashSet::new(),
            shared_location: None,
            order_told: false,
            fiscal_told: false,
            too_many: false,
        }
    }

    /// Makes room for the drives of a table of `lines` lines.
    pub(super) fn reserve(&mut self, lines: usize) {
        self.drives.reserve_exact(lines.min(MOST_DRIVES));
        if self.column(Field::Serial).is_some() {
            self.serials.reserve(lines.min(MOST_DRIVES));
        }
    }

    fn column(&self, field: Field) -> Option<&Column> {
        self.columns
            .iter()
            .find(|column| column.recognised.field == field)
    }

    /// Reads one row.
    pub(super) fn row(&mut self, record: &Record<'text>, messages: &mut Messages) {
        if let Some((name, cell)) = self.totals_row(record) {
            let words = Words::new(
                format!("`{}`: totals row skipped", crate::text::excerpt(&cell)),
                "",
            );
            messages.push(Severity::Warning, (record.line, &name), words, || None);
            return;
        }
        let mut drive = Drive::unknown(Arc::clone(&self.nothing), Arc::clone(&self.nothing));
        let mut aside = Aside::default();
        let mut failed = false;
        for index in 0..self.columns.len() {
            failed |= !self.cell(index, record, (&mut drive, &mut aside), messages);
        }
        if failed {
            return;
        }
        if drive.source.is_empty() {
            self.source.truncate(self.source_stem);
            // Writing to a string cannot fail.
            let _ = write!(self.source, "{}", record.line);
            drive.source = Arc::from(self.source.as_str());
        }
        if !aside.place.is_empty() {
            let place = aside.place.join("/");
            drive.location = Some(self.interner.share(&place));
        }
        verdict::derive(&mut drive);
        aside.mark_origins(&mut drive);
        if !self.consistent(record, &drive, messages) {
            return;
        }
        self.compare_doubles(record, (&drive, &aside), messages);
        for reason in verdict::reasons(&drive) {
            let words = Words::new(reason.message, reason.hint);
            self.complain(
                Severity::Warning,
                record,
                self.aspect_column(reason.aspect),
                words,
                messages,
            );
        }
        self.tell_once(record, &aside, messages);
        self.keep(drive, aside.quantity.unwrap_or(1), record, messages);
    }

    /// Reads one cell into the drive; returns whether it could be read.
    fn cell(
        &mut self,
        index: usize,
        record: &Record<'text>,
        (drive, aside): (&mut Drive, &mut Aside),
        messages: &mut Messages,
    ) -> bool {
        let column = &self.columns[index];
        let field = column.recognised.field;
        let cell = record.cells.get(column.index);
        let raw = cell.map(Cell::text).unwrap_or_default();
        if self.has_nul && raw.contains('\0') {
            let words = Words::new(
                "a NUL byte inside the cell (a UTF-16 file?)",
                "save the file as `CSV UTF-8`",
            );
            self.complain(Severity::Error, record, Some(column), words, messages);
            return false;
        }
        let text = tidy(&raw);
        let text = crate::text::without_formula_guard(&text);
        if says_nothing(text, field) {
            self.silent(index, field, text, record.line);
            return true;
        }
        let shared = (&mut self.interner, &mut self.capacity);
        match apply(text, column, &self.around, shared, (drive, aside)) {
            Ok(None) => true,
            Ok(Some(warning)) => {
                let repeated = matches!(field, Field::Manufactured | Field::DateCode)
                    && aside.fiscal
                    && self.fiscal_told;
                if !repeated {
                    let words = cell_words(text, warning);
                    self.complain(Severity::Warning, record, Some(column), words, messages);
                }
                true
            }
            Err(error) => {
                self.complain(
                    Severity::Error,
                    record,
                    Some(column),
                    cell_words(text, error),
                    messages,
                );
                false
            }
        }
    }

    fn silent(&mut self, index: usize, field: Field, text: &str, line: u64) {
        let silence = if field == Field::Serial && !text.is_empty() {
            &mut self.placeholder_serials
        } else {
            if field == Field::Serial {
                self.blank_serials += 1;
            }
            &mut self.silences[index][usize::from(!text.is_empty())]
        };
        if silence.count == 0 {
            silence.first_line = line;
        }
        silence.count += 1;
    }

    fn complain(
        &self,
        severity: Severity,
        record: &Record<'text>,
        column: Option<&Column>,
        words: Words,
        messages: &mut Messages,
    ) {
        let cell = column.and_then(|column| record.cells.get(column.index));
        let name = column.map_or("", |column| column.header.as_ref());
        messages.push(severity, (record.line, name), words, || {
            cell.and_then(|cell| excerpt(self.text, cell.start, cell.end))
        });
    }

    fn aspect_column(&self, aspect: Aspect) -> Option<&Column> {
        let fields: &[Field] = match aspect {
            Aspect::Capacity => &[Field::Capacity],
            Aspect::Class => &[Field::Rpm, Field::Class],
            Aspect::LogicalSector => &[Field::LogicalSector, Field::Sectors],
            Aspect::PhysicalSector => &[Field::PhysicalSector, Field::Sectors],
            Aspect::Recording => &[Field::Recording, Field::Class, Field::Model],
            Aspect::Use => &[Field::InUse],
        };
        fields.iter().find_map(|field| self.column(*field))
    }

    /// Checks what two cells say together; returns whether they agree.
    fn consistent(&self, record: &Record<'text>, drive: &Drive, messages: &mut Messages) -> bool {
        let mut agree = true;
        let logical = drive.logical_sector.map(|fact| fact.value.as_u32());
        let physical = drive.physical_sector.map(|fact| fact.value.as_u32());
        if let (Some(logical), Some(physical)) = (logical, physical)
            && physical < logical
        {
            let words = Words::new(
                format!("`{physical}` is smaller than the logical sector size {logical}"),
                "the two columns may be swapped",
            );
            self.complain(
                Severity::Error,
                record,
                self.aspect_column(Aspect::PhysicalSector),
                words,
                messages,
            );
            agree = false;
        }
        if let Some(capacity) = drive.capacity
            && capacity.value.kind == CapacityKind::Exact
        {
            let bytes = capacity.value.bytes.as_u64();
            let sizes = logical.map_or(vec![512, 520, 528], |logical| vec![logical]);
            if sizes.iter().all(|size| bytes % u64::from(*size) != 0) {
                let words = Words::new(
                    format!("`{bytes}` is not a multiple of the sector size {}", sizes[0]),
                    "copy the bytes exactly, or write the label's size: `8 TB`",
                );
                self.complain(
                    Severity::Error,
                    record,
                    self.column(Field::Capacity),
                    words,
                    messages,
                );
                agree = false;
            }
        }
        agree
    }

    fn tell_once(&mut self, record: &Record<'text>, aside: &Aside, messages: &mut Messages) {
        if aside.order_used && !self.order_told {
            self.order_told = true;
            let proof = match self.around.order {
                Some(ProvenOrder { line, .. }) if line > 0 => format!("as line {line} proves"),
                _ => "as told".to_owned(),
            };
            let order = self.around.order.map(|proven| proven.order);
            let order = match order {
                Some(crate::inventory::DateOrder::MonthFirst) => "month first",
                _ => "day first",
            };
            let column = self
                .column(Field::Manufactured)
                .or_else(|| self.column(Field::DateCode));
            let words = Words::new(format!("dates with slashes are read {order}, {proof}"), "");
            self.complain(Severity::Warning, record, column, words, messages);
        }
        self.fiscal_told |= aside.fiscal;
    }

    fn totals_row(&self, record: &Record<'text>) -> Option<(Arc<str>, String)> {
        let (index, cell) = record
            .cells
            .iter()
            .enumerate()
            .find(|(_, cell)| !cell.is_blank())?;
        let text = cell.text();
        if text.len() > 32 {
            return None;
        }
        let word = tidy(&text);
        let word = word.trim_end_matches([':', ' ']);
        let is_total = TOTALS.iter().any(|total| {
            total.eq_ignore_ascii_case(word) || (!word.is_ascii() && word.to_lowercase() == *total)
        });
        if !is_total {
            return None;
        }
        let serial = self.column(Field::Serial).filter(|column| column.index != index);
        let has_serial = serial
            .and_then(|column| record.cells.get(column.index))
            .is_some_and(|cell| !cell.is_blank());
        let name = self
            .columns
            .iter()
            .find(|column| column.index == index)
            .map_or_else(|| Arc::from(""), |column| Arc::clone(&column.header));
        (!has_serial).then(|| (name, word.to_owned()))
    }
}

fn cell_words(cell: &str, error: CellError) -> Words {
    let shown = crate::text::excerpt(cell);
    Words::new(format!("`{shown}` {}", error.reason), error.hint)
}
