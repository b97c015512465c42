//! The bytes of one layout: its vdevs, the way to the usable bytes, what is shown and what fits.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table};

use super::plan_markdown::cell;
use super::sections::paragraphs;
use super::style::{Style, wrapped};
use crate::capacity::{CapacityAnswer, Step, StepEffect, VdevFacts};
use crate::figures::{fixed, grouped, tb_and_tib};
use crate::units::Bytes;

/// Columns of the widest table.
const WIDTH: u16 = 100;
/// Columns that tables take at least; narrower, the rules would stand one word to a line.
const NARROWEST: u16 = 90;
const VDEV_HEADER: [&str; 7] = ["vdevs", "class", "type", "drives", "asize", "metaslabs", "ratio"];
const STEP_HEADER: [&str; 5] = ["step", "bytes", "TB", "TiB", "rule"];

/// Returns the answer as text for a terminal.
#[must_use]
pub fn capacity_text(answer: &CapacityAnswer, style: Style) -> String {
    let mut text = format!("{}\n\n", style.bold(&title(answer)));
    text.push_str(&table(&VDEV_HEADER, &vdev_rows(answer), &[0, 3, 4, 5, 6], style));
    text.push('\n');
    text.push_str(&table(&STEP_HEADER, &step_rows(answer), &[1, 2, 3], style));
    text.push('\n');
    for line in sentences(answer) {
        let _ = writeln!(text, "{}", wrapped(&line, style.width.min(usize::from(WIDTH))));
    }
    text
}

/// Returns the answer as Markdown.
#[must_use]
pub fn capacity_markdown(answer: &CapacityAnswer) -> String {
    let mut text = format!("# {}\n\n", cell(&title(answer)));
    text.push_str(&markdown_table(&VDEV_HEADER, &vdev_rows(answer)));
    text.push('\n');
    text.push_str(&markdown_table(&STEP_HEADER, &step_rows(answer)));
    text.push('\n');
    for line in sentences(answer) {
        let _ = writeln!(text, "* {}", cell(&line));
    }
    text
}

fn title(answer: &CapacityAnswer) -> String {
    format!(
        "{} at ashift {}, as OpenZFS {} counts",
        answer.layout, answer.ashift, answer.zfs
    )
}

/// One row for neighbours that are alike.
fn vdev_rows(answer: &CapacityAnswer) -> Vec<Vec<String>> {
    answer
        .vdevs
        .chunk_by(|left, right| left == right)
        .filter_map(|alike| alike.first().map(|vdev| vdev_row(alike.len(), vdev)))
        .collect()
}

fn vdev_row(count: usize, vdev: &VdevFacts) -> Vec<String> {
    vec![
        count.to_string(),
        vdev.class.name().to_owned(),
        vdev.kind.clone(),
        vdev.width.to_string(),
        grouped(vdev.asize_bytes.as_u64()),
        format!("{} × 2^{}", grouped(vdev.metaslab_count), vdev.metaslab_shift),
        format!("{}/512", vdev.deflate_ratio_512),
    ]
}

fn step_rows(answer: &CapacityAnswer) -> Vec<Vec<String>> {
    answer.steps.iter().map(step_row).collect()
}

fn step_row(step: &Step) -> Vec<String> {
    let (mark, sign) = match step.effect {
        StepEffect::Total => ("=", ""),
        StepEffect::Loss if step.bytes == Bytes::ZERO => (" ", ""),
        StepEffect::Loss => (" ", "−"),
    };
    vec![
        format!("{mark} {}", step.name),
        format!("{sign}{}", grouped(step.bytes.as_u64())),
        format!("{sign}{}", fixed(step.bytes.as_tb(), 3)),
        format!("{sign}{}", fixed(step.bytes.as_tib(), 3)),
        step.why.clone(),
    ]
}

fn sentences(answer: &CapacityAnswer) -> Vec<String> {
    let capacity = &answer.capacity;
    let figure = |bytes: Bytes| format!("{} bytes, {}", grouped(bytes.as_u64()), tb_and_tib(bytes));
    let mut lines = vec![
        format!(
            "zpool list shows SIZE {}, parity included.",
            figure(capacity.zpool_size_bytes)
        ),
        format!(
            "zfs list shows USED + AVAIL {}, whatever the recordsize.",
            figure(capacity.zfs_usable_bytes)
        ),
        format!(
            "Data that fit in blocks of {}, without compression: {}.",
            capacity.effective_block_bytes,
            figure(capacity.effective_bytes)
        ),
    ];
    if let Some(volume) = &answer.volume {
        let verdict = if volume.fits {
            "which an empty pool has"
        } else {
            "which is more than the pool has: use larger blocks or a sparse volume"
        };
        lines.push(format!(
            "A volume of {} in blocks of {} reserves {}, {verdict}.",
            tb_and_tib(volume.size_bytes),
            volume.volblocksize_bytes,
            figure(volume.refreservation_bytes)
        ));
    }
    lines
}

fn table(header: &[&str], rows: &[Vec<String>], right: &[usize], style: Style) -> String {
    if style.width < usize::from(NARROWEST) {
        return paragraphs(header, rows, style.width);
    }
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(style.width).unwrap_or(WIDTH).min(WIDTH));
    table.set_header(header.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for index in 0..header.len() {
        let Some(column) = table.column_mut(index) else {
            continue;
        };
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        // Only the last column, the rule, may be broken into lines.
        if index + 1 < header.len() {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn markdown_table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|value| cell(value.trim())).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
