//! Sections of a long text: headings, sentences, tables with aligned columns.

use unicode_width::UnicodeWidthStr;

use super::style::{hanging, wrapped};

/// Columns that the last column of a table needs before its words stand one to a line.
const LEAST_ROOM: usize = 24;

/// A section: its heading, its words, and a table of rows under a header.
pub(super) struct Section {
    pub(super) heading: &'static str,
    pub(super) lines: Vec<String>,
    pub(super) table: Option<Table>,
}

pub(super) struct Table {
    pub(super) header: Vec<&'static str>,
    /// Columns aligned to the right.
    pub(super) right: Vec<bool>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Columns aligned with blanks; the last column is wrapped into what room is left. Where there is too little, every
/// row becomes a paragraph.
pub(super) fn aligned(table: &Table, width: usize) -> String {
    let last = table.header.len().saturating_sub(1);
    let widths: Vec<usize> = (0..last)
        .map(|column| {
            let cells = table.rows.iter().map(|row| row[column].width());
            cells.max().unwrap_or(0).max(table.header[column].width())
        })
        .collect();
    let before: usize = widths.iter().map(|width| width + 2).sum::<usize>() + 2;
    let last_width = table.rows.iter().map(|row| row[last].width()).max().unwrap_or(0);
    if width < before + last_width.min(LEAST_ROOM) {
        return paragraphs(&table.header, &table.rows, width);
    }
    let room = width.saturating_sub(before);
    let mut text = String::new();
    let header: Vec<String> = table.header.iter().map(|cell| (*cell).to_owned()).collect();
    for row in std::iter::once(&header).chain(&table.rows) {
        let mut line = String::from("  ");
        for (column, &width) in widths.iter().enumerate() {
            let padding = " ".repeat(width.saturating_sub(row[column].width()));
            if table.right[column] {
                line.push_str(&padding);
                line.push_str(&row[column]);
            } else {
                line.push_str(&row[column]);
                line.push_str(&padding);
            }
            line.push_str("  ");
        }
        let rest = wrapped(&row[last], room).replace('\n', &format!("\n{}", " ".repeat(before)));
        line.push_str(&rest);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Rows as paragraphs for narrow screens: the first cell on a line of its own, under it the others with their headers.
pub(super) fn paragraphs(header: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let mut text = String::new();
    for row in rows {
        let mut cells = header.iter().zip(row);
        let first = cells.next().map_or("", |(_, cell)| cell.as_str());
        let lead = if first.starts_with(' ') { "  " } else { "" };
        text.push_str("  ");
        text.push_str(lead);
        text.push_str(&hanging(
            first.trim_start(),
            4 + lead.len(),
            width.saturating_sub(4),
        ));
        text.push('\n');
        let told: Vec<String> = cells
            .filter(|(_, cell)| !cell.is_empty())
            .map(|(name, cell)| {
                if name.is_empty() {
                    cell.clone()
                } else {
                    format!("{name} {cell}")
                }
            })
            .collect();
        if !told.is_empty() {
            let pad = " ".repeat(6);
            let lines = wrapped(&told.join("; "), width.saturating_sub(6).max(1));
            text.push_str(&format!("{pad}{}\n", lines.replace('\n', &format!("\n{pad}"))));
        }
    }
    text
}
