//! Sections of a long text: headings, sentences, tables with aligned columns.

use unicode_width::UnicodeWidthStr;

use super::style::wrapped;

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

/// Columns aligned with blanks; the last column is wrapped into what room is left.
pub(super) fn aligned(table: &Table, width: usize) -> String {
    let last = table.header.len().saturating_sub(1);
    let widths: Vec<usize> = (0..last)
        .map(|column| {
            let cells = table.rows.iter().map(|row| row[column].width());
            cells.max().unwrap_or(0).max(table.header[column].width())
        })
        .collect();
    let before: usize = widths.iter().map(|width| width + 2).sum::<usize>() + 2;
    let room = width.saturating_sub(before).max(24);
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
