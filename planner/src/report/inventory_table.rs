//! The drives as understood, as a table with what was read, assumed, missing and skipped.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table};

use super::plan_markdown::cell;
use super::style::Style;
use crate::drive::{Acceptance, CapacityKind, Drive, Media, Origin};
use crate::figures::grouped;
use crate::inventory::{Inventory, verdict};
use crate::text::escape_for_terminal;

/// Drives listed one by one; of more, only a part is shown and the rest counted.
const LISTED: usize = 1_000;
const HEADER: [&str; 10] = [
    "drive", "model", "capacity", "sectors", "rpm", "class", "made", "hours", "batch", "price",
];

/// Returns the inventory as text for a terminal.
#[must_use]
pub fn inventory_text(inventory: &Inventory, style: Style) -> String {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(HEADER);
    for drive in inventory.drives.iter().take(LISTED) {
        table.add_row(row(drive));
    }
    for column in [2, 3, 4, 7, 9] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    if inventory.drives.len() > LISTED {
        let _ = writeln!(
            text,
            "… and {} more drives",
            grouped((inventory.drives.len() - LISTED) as u64)
        );
    }
    for line in remarks(inventory) {
        let _ = writeln!(text, "{line}");
    }
    let _ = style;
    text
}

/// Returns the inventory as Markdown.
#[must_use]
pub fn inventory_markdown(inventory: &Inventory) -> String {
    let mut text = format!("| {} |\n|{}\n", HEADER.join(" | "), "---|".repeat(HEADER.len()));
    for drive in inventory.drives.iter().take(LISTED) {
        let cells: Vec<String> = row(drive).iter().map(|value| cell(value)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text.push('\n');
    for line in remarks(inventory) {
        let _ = writeln!(text, "* {}", cell(&line));
    }
    text
}

fn row(drive: &Drive) -> [String; 10] {
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
        drive.batch.as_ref().map_or_else(
            || "?".to_owned(),
            |batch| escape_for_terminal(&batch.value).into_owned(),
        ),
        drive.price.map_or_else(
            || "–".to_owned(),
            |price| {
                let currency = price
                    .currency()
                    .map_or_else(String::new, |currency| format!(" {currency}"));
                format!("{:.2}{currency}", price.as_f64())
            },
        ),
    ]
}

fn class(drive: &Drive) -> String {
    let media = drive.media.map_or("?", |media| match media.value {
        Media::Hdd => "HDD",
        Media::Ssd => "SSD",
    });
    match drive.transport {
        Some(transport) => format!(
            "{media} {}",
            super::inventory_summary::transport_name(transport.value)
        ),
        None => media.to_owned(),
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
            escape_for_terminal(&pool.name),
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
                .map(|note| escape_for_terminal(note).into_owned())
                .collect();
            lines.push(format!(
                "{word}: {}: {}",
                escape_for_terminal(&drive.id),
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
            escape_for_terminal(&first.id),
            escape_for_terminal(&verdict::command_for(first))
        ));
    }
    for skipped in inventory.skipped.iter().take(20) {
        lines.push(format!(
            "skipped: {}: {}",
            escape_for_terminal(&skipped.name),
            escape_for_terminal(&skipped.reason)
        ));
    }
    if inventory.skipped.len() > 20 {
        lines.push(format!("skipped: {} more", inventory.skipped.len() - 20));
    }
    lines
}
