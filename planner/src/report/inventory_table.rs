//! The drives as understood, as a table with what was read, assumed, missing and skipped.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::inventory_summary::transport_name;
use super::plan_markdown::cell;
use super::style::{NAME_WIDTH, Style, cut, hanging};
use crate::drive::{Acceptance, CapacityKind, Drive, Media, Origin, Transport};
use crate::figures::grouped;
use crate::inventory::{Inventory, verdict};
use crate::text::escape_for_terminal;
use crate::units::{Currency, Money};

/// Drives listed one by one; of more, only a part is shown and the rest counted.
const LISTED: usize = 1_000;
/// Notes of one drive that are shown, and the columns of each; CSV and JSON have all of them in full.
const NOTES: usize = 8;
const NOTE_WIDTH: usize = 160;
const HEADER: [&str; 10] = [
    "drive", "model", "capacity", "sectors", "rpm", "class", "made", "hours", "batch", "price",
];
/// Columns of figures, aligned to the right.
const FIGURES: [usize; 5] = [2, 3, 4, 7, 9];
/// Columns of names, which may be cut, with the width that always stays.
const NAMES: [(usize, usize); 3] = [(1, 8), (0, 8), (8, 6)];
/// Columns that a narrow screen goes without, the first to go first.
const DROPPED: [usize; 7] = [9, 3, 4, 5, 7, 6, 8];

/// Returns the inventory as text for a terminal.
#[must_use]
pub fn inventory_text(inventory: &Inventory, style: Style) -> String {
    let width = style.width.min(100);
    let currency = common_currency(&inventory.drives);
    let header = header(currency);
    let mut rows = vec![header.clone()];
    rows.extend(
        inventory
            .drives
            .iter()
            .take(LISTED)
            .map(|drive| row(drive, currency).map(|cell| cut(&cell, NAME_WIDTH))),
    );
    let fit = Fit::of(&rows, width);
    let mut text = fit.table(&rows);
    if inventory.drives.len() > LISTED {
        let _ = writeln!(
            text,
            "… and {} more drives",
            grouped((inventory.drives.len() - LISTED) as u64)
        );
    }
    let mut lines = remarks(inventory);
    let left_out: Vec<&str> = DROPPED
        .iter()
        .filter(|column| fit.widths[**column] == 0)
        .map(|column| header[*column].as_str())
        .collect();
    if !left_out.is_empty() {
        lines.push(format!(
            "not shown for lack of room: {} (a wider terminal or --format csv shows all)",
            left_out.join(", ")
        ));
    }
    for line in lines {
        let _ = writeln!(text, "{}", hanging(&line, 2, width));
    }
    text
}

/// How the columns fit into the width of a screen: 0 for a column that is left out.
struct Fit {
    widths: [usize; 10],
    /// Blanks between columns.
    gap: usize,
}

impl Fit {
    fn of(rows: &[[String; 10]], width: usize) -> Self {
        let mut fit = Self {
            gap: 2,
            widths: std::array::from_fn(|column| {
                let cells = rows.iter().map(|row| row[column].width());
                cells.max().unwrap_or(0)
            }),
        };
        if fit.total() > width {
            fit.gap = 1;
        }
        // A serial number that is cut hides more than a column of prices shows; models and batches repeat.
        for (column, least) in [NAMES[0], NAMES[2]] {
            let over = fit.total().saturating_sub(width);
            let most = fit.widths[column];
            let least = least.max(most * 2 / 3).min(most);
            fit.widths[column] = most.saturating_sub(over).max(least);
        }
        for column in DROPPED {
            if fit.total() > width {
                fit.widths[column] = 0;
            }
        }
        for (column, least) in NAMES {
            let over = fit.total().saturating_sub(width);
            let most = fit.widths[column];
            fit.widths[column] = most.saturating_sub(over).max(least.min(most));
        }
        fit.widen(rows, width);
        fit
    }

    /// Gives names the room that columns which were left out have made.
    fn widen(&mut self, rows: &[[String; 10]], width: usize) {
        for (column, _) in NAMES {
            if self.widths[column] == 0 {
                continue;
            }
            let wanted = rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
            let free = width.saturating_sub(self.total());
            let more = wanted.saturating_sub(self.widths[column]).min(free);
            self.widths[column] += more;
        }
    }

    fn total(&self) -> usize {
        let shown = self.widths.iter().filter(|width| **width > 0);
        // One blank stands before the first column.
        let columns: usize = shown.map(|width| width + self.gap).sum();
        (columns + 1).saturating_sub(self.gap)
    }

    fn table(&self, rows: &[[String; 10]]) -> String {
        let mut text = String::new();
        for row in rows {
            self.push_line(&mut text, row);
        }
        text
    }

    fn push_line(&self, text: &mut String, cells: &[String; 10]) {
        let mut line = String::new();
        for (column, (cell, width)) in cells.iter().zip(self.widths).enumerate() {
            if width == 0 {
                continue;
            }
            line.push_str(&" ".repeat(if line.is_empty() { 1 } else { self.gap }));
            let cell = cut(cell, width);
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            if FIGURES.contains(&column) {
                line.push_str(&padding);
                line.push_str(&cell);
            } else {
                line.push_str(&cell);
                line.push_str(&padding);
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Returns the inventory as Markdown.
#[must_use]
pub fn inventory_markdown(inventory: &Inventory) -> String {
    let currency = common_currency(&inventory.drives);
    let header = header(currency);
    let mut text = format!("| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len()));
    for drive in inventory.drives.iter().take(LISTED) {
        let cells: Vec<String> = row(drive, currency).iter().map(|value| cell(value)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text.push('\n');
    for line in remarks(inventory) {
        let _ = writeln!(text, "* {}", cell(&line));
    }
    text
}

/// The currency of all prices, if it is one.
fn common_currency(drives: &[Drive]) -> Option<Currency> {
    let mut currencies = drives.iter().filter_map(|drive| drive.price).map(Money::currency);
    let first = currencies.next()?;
    currencies.all(|other| other == first).then_some(first).flatten()
}

/// The headers, that of prices with their currency where it is one.
fn header(currency: Option<Currency>) -> [String; 10] {
    let mut header = HEADER.map(str::to_owned);
    if let Some(currency) = currency {
        header[9] = format!("in {currency}");
    }
    header
}

fn row(drive: &Drive, common: Option<Currency>) -> [String; 10] {
    let name = |text: Option<&str>| {
        text.map_or_else(|| "?".to_owned(), |text| escape_for_terminal(text).into_owned())
    };
    let mark = |origin: Origin| if origin == Origin::Assumed { "~" } else { "" };
    [
        escape_for_terminal(&drive.id).into_owned(),
        name(drive.model.as_deref()),
        drive.capacity.map_or_else(
            || "?".to_owned(),
            |capacity| {
                let kind = match capacity.value.kind {
                    CapacityKind::Exact => "",
                    CapacityKind::Rounded => " rounded",
                    CapacityKind::Nominal => " nominal",
                };
                format!("{}{kind}", grouped(capacity.value.bytes.as_u64()))
            },
        ),
        match (drive.logical_sector, drive.physical_sector) {
            (None, None) => "?".to_owned(),
            (logical, physical) => {
                let size = |fact: Option<crate::drive::Fact<crate::drive::SectorSize>>| {
                    fact.map_or_else(
                        || "?".to_owned(),
                        |fact| format!("{}{}", mark(fact.origin), fact.value),
                    )
                };
                format!("{}/{}", size(logical), size(physical))
            }
        },
        drive.rpm.map_or_else(
            || "?".to_owned(),
            |rpm| match rpm.value {
                0 => "–".to_owned(),
                value => format!("{}{value}", mark(rpm.origin)),
            },
        ),
        class(drive),
        drive
            .manufactured
            .map_or_else(|| "unknown".to_owned(), |made| made.value.to_string()),
        drive
            .power_on_hours
            .map_or_else(|| "?".to_owned(), |hours| grouped(u64::from(hours))),
        batch(drive),
        drive.price.map_or_else(
            || "–".to_owned(),
            |price| {
                let currency = price
                    .currency()
                    .filter(|currency| Some(*currency) != common)
                    .map_or_else(String::new, |currency| format!(" {currency}"));
                format!("{:.2}{currency}", price.as_f64())
            },
        ),
    ]
}

/// The batch, without the model that stands beside it already.
fn batch(drive: &Drive) -> String {
    let Some(batch) = &drive.batch else {
        return "?".to_owned();
    };
    let model = drive.model.as_deref().filter(|model| !model.is_empty());
    let rest = model.and_then(|model| batch.value.strip_prefix(model)?.strip_prefix(' '));
    escape_for_terminal(rest.unwrap_or(&batch.value)).into_owned()
}

/// `SATA` for a hard disk whose speed stands beside it, `SSD SATA`, `NVMe`; `?` for what is unknown.
fn class(drive: &Drive) -> String {
    let media = match drive.media.map(|media| media.value) {
        None => "?",
        Some(Media::Hdd) => "HDD",
        Some(Media::Ssd) => "SSD",
    };
    let turns = drive.rpm.is_some_and(|rpm| rpm.value > 0);
    match drive.transport.map(|transport| transport.value) {
        None => media.to_owned(),
        Some(Transport::Nvme) if media == "SSD" => transport_name(Transport::Nvme).to_owned(),
        Some(transport) if media == "HDD" && turns => transport_name(transport).to_owned(),
        Some(transport) => format!("{media} {}", transport_name(transport)),
    }
}

/// What was read, what is not plainly accepted, what is missing and what was skipped, a line each.
fn remarks(inventory: &Inventory) -> Vec<String> {
    let mut lines = Vec::new();
    for source in &inventory.sources {
        lines.push(format!(
            "read: {} ({}, {}), {} drives",
            escape_for_terminal(&source.file),
            source.format,
            source.encoding,
            grouped(source.drives as u64)
        ));
    }
    for pool in &inventory.pools {
        lines.push(format!(
            "pool: {} is {}",
            cut(&pool.name, NAME_WIDTH),
            pool.layout()
        ));
    }
    let groups = [("refused", Acceptance::Refuse), ("warning", Acceptance::Warn)];
    for (word, verdict) in groups {
        let with: Vec<&Drive> = inventory
            .drives
            .iter()
            .filter(|drive| drive.accept == verdict)
            .collect();
        for drive in with.iter().take(20) {
            let notes: Vec<String> = drive
                .notes
                .iter()
                .take(NOTES)
                .map(|note| cut(note, NOTE_WIDTH))
                .collect();
            lines.push(format!(
                "{word}: {}: {}",
                cut(&drive.id, NAME_WIDTH),
                notes.join("; ")
            ));
        }
        if with.len() > 20 {
            lines.push(format!("{word}: {} more drives", with.len() - 20));
        }
    }
    let incomplete: Vec<&Drive> = inventory
        .drives
        .iter()
        .filter(|drive| !verdict::missing(drive).is_empty())
        .collect();
    if let Some(first) = incomplete.first() {
        lines.push(format!(
            "missing: facts of {} drives; for {}: `{}` tells",
            grouped(incomplete.len() as u64),
            cut(&first.id, NAME_WIDTH),
            cut(&verdict::command_for(first), NOTE_WIDTH)
        ));
    }
    for skipped in inventory.skipped.iter().take(20) {
        lines.push(format!(
            "skipped: {}: {}",
            cut(&skipped.name, NAME_WIDTH),
            cut(&skipped.reason, NOTE_WIDTH)
        ));
    }
    if inventory.skipped.len() > 20 {
        lines.push(format!("skipped: {} more", inventory.skipped.len() - 20));
    }
    lines
}
