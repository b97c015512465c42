//! The table of candidates.

use unicode_width::UnicodeWidthStr;

use super::answer::batch_left;
use super::style::Style;
use crate::figures::{chance, fixed, tb, tib};
use crate::plan::{Candidate, Plan};

/// A column: two header lines, the cells, and when it is dropped for lack of room: the highest goes first, 0 never.
struct Column {
    header: [&'static str; 2],
    gap: usize,
    left: bool,
    drop_rank: u8,
    cell: fn(&Candidate) -> String,
}

const COLUMNS: [Column; 9] = [
    Column {
        header: ["layout", ""],
        gap: 2,
        left: true,
        drop_rank: 0,
        cell: |candidate| candidate.layout.to_string(),
    },
    Column {
        header: ["usable", "TB"],
        gap: 2,
        left: false,
        drop_rank: 0,
        cell: |candidate| tb(candidate.usable()),
    },
    Column {
        header: ["", "TiB"],
        gap: 1,
        left: false,
        drop_rank: 1,
        cell: |candidate| tib(candidate.usable()),
    },
    Column {
        header: ["loss in", "mission"],
        gap: 2,
        left: true,
        drop_rank: 0,
        cell: loss,
    },
    Column {
        header: ["worst batch", "left over"],
        gap: 2,
        left: true,
        drop_rank: 0,
        cell: batch_left,
    },
    Column {
        header: ["read", "MB/s"],
        gap: 2,
        left: false,
        drop_rank: 2,
        cell: |candidate| fixed(candidate.performance.read_mb_per_s.as_mb_per_s(), 0),
    },
    Column {
        header: ["4K", "IOPS"],
        gap: 2,
        left: false,
        drop_rank: 4,
        cell: |candidate| fixed(candidate.performance.random_read_iops.as_f64(), 0),
    },
    Column {
        header: ["resilver", "h"],
        gap: 2,
        left: false,
        drop_rank: 3,
        cell: |candidate| fixed(candidate.performance.resilver_hours.point.as_f64(), 1),
    },
    Column {
        header: ["price", "per TB"],
        gap: 2,
        left: false,
        drop_rank: 5,
        cell: price,
    },
];

/// The chance of loss, with its error where a simulation did not get as far as it should.
fn loss(candidate: &Candidate) -> String {
    let words = chance(candidate.loss());
    let found = candidate.reliability.p_loss;
    let bound = found.point < crate::figures::SMALLEST_CHANCE;
    if candidate.reliability.converged || found.std_error <= 0.0 || bound {
        return words;
    }
    format!("{words} ± {} %", fixed(found.std_error / found.point * 100.0, 0))
}

fn price(candidate: &Candidate) -> String {
    candidate
        .cost
        .as_ref()
        .map_or_else(|| "–".to_owned(), |cost| fixed(cost.per_usable_tb, 2))
}

/// Returns the table of the first `top` candidates, those that meet every must-have before the others.
#[must_use]
pub fn table(plan: &Plan, top: usize, style: Style) -> String {
    let shown = rows(plan, top.max(1));
    let columns = fitting_columns(&shown, style.width);
    let grid = Grid {
        widths: columns.iter().map(|column| width_of(column, &shown)).collect(),
        two_lines: total_width(&columns, &shown) > style.width,
        columns,
    };
    let mut text = String::new();
    for line in 0..2 {
        let cells: Vec<String> = grid
            .columns
            .iter()
            .map(|column| header(column, line, plan))
            .collect();
        grid.push_row(&mut text, "  ", &cells, str::to_owned);
    }
    let mut heading = None;
    let recommended = &plan.candidates[plan.recommended].layout;
    for candidate in &shown {
        let next = candidate
            .misses
            .first()
            .map_or("Meet every must-have", |miss| miss.heading());
        if heading != Some(next) {
            heading = Some(next);
            text.push_str(&format!("  {next}\n"));
        }
        let chosen = candidate.layout == *recommended;
        let mark = if chosen {
            format!("{} ", style.mark())
        } else {
            "  ".to_owned()
        };
        let cells: Vec<String> = grid
            .columns
            .iter()
            .map(|column| (column.cell)(candidate))
            .collect();
        grid.push_row(&mut text, &mark, &cells, |row| {
            if chosen { style.bold(row) } else { row.to_owned() }
        });
    }
    text
}

/// Returns which of the candidates shown no other beats in every figure; nothing where that was not compared.
#[must_use]
pub fn unbeaten(plan: &Plan, top: usize) -> Option<String> {
    let shown = rows(plan, top.max(1));
    let names: Vec<String> = shown
        .iter()
        .filter(|candidate| candidate.on_pareto_front == Some(true))
        .map(|candidate| candidate.layout.to_string())
        .collect();
    match names.len() {
        0 => None,
        count if count == shown.len() => {
            Some("no other layout beats any of these in every figure".to_owned())
        }
        _ => Some(format!(
            "no other layout beats these in every figure: {}",
            names.join(", ")
        )),
    }
}

/// Returns the candidates to show: the first `top`, but a quarter of the rows is kept for those that miss a must-have,
/// among them the rival that the reason names.
#[must_use]
pub fn rows(plan: &Plan, top: usize) -> Vec<&Candidate> {
    let (fitting, missing): (Vec<&Candidate>, Vec<&Candidate>) = plan
        .candidates
        .iter()
        .partition(|candidate| candidate.misses.is_empty());
    let kept = (top / 4)
        .max(top.saturating_sub(fitting.len()))
        .min(missing.len());
    let mut others: Vec<&Candidate> = missing.iter().copied().take(kept).collect();
    let is_rival = |candidate: &&Candidate| plan.why.rival.as_ref() == Some(&candidate.layout.to_string());
    if let Some(rival) = missing.iter().copied().skip(kept).find(is_rival)
        && let Some(last) = others.last_mut()
    {
        *last = rival;
    }
    fitting
        .into_iter()
        .take(top - others.len())
        .chain(others)
        .collect()
}

fn header(column: &Column, line: usize, plan: &Plan) -> String {
    match column.header[line] {
        "mission" => crate::figures::duration(
            crate::units::Hours::new(plan.assumptions.mission_hours).unwrap_or(crate::units::Hours::ZERO),
        ),
        "per TB" => {
            let cost = plan
                .candidates
                .iter()
                .find_map(|candidate| candidate.cost.as_ref());
            let currency = cost.and_then(|cost| cost.currency);
            currency.map_or_else(|| "per TB".to_owned(), |currency| format!("{currency}/TB"))
        }
        fixed => fixed.to_owned(),
    }
}

/// All columns, without those that have nothing to say, and without as many as the width asks for.
fn fitting_columns(shown: &[&Candidate], width: usize) -> Vec<&'static Column> {
    let mut columns: Vec<&Column> = COLUMNS.iter().collect();
    if shown.iter().all(|candidate| candidate.cost.is_none()) {
        columns.retain(|column| column.drop_rank != 5);
    }
    if shown.iter().all(|candidate| candidate.worst_batch.is_none()) {
        columns.retain(|column| column.header[0] != "worst batch");
    }
    while total_width(&columns, shown) > width {
        let Some(highest) = columns
            .iter()
            .map(|column| column.drop_rank)
            .max()
            .filter(|&rank| rank > 0)
        else {
            break;
        };
        columns.retain(|column| column.drop_rank != highest);
    }
    columns
}

fn total_width(columns: &[&Column], shown: &[&Candidate]) -> usize {
    2 + columns
        .iter()
        .map(|column| width_of(column, shown) + 2)
        .sum::<usize>()
        - 2
}

fn width_of(column: &Column, shown: &[&Candidate]) -> usize {
    let header = column.header.iter().map(|line| line.width()).max().unwrap_or(0);
    // The header of two columns is longer than its text: `5 years`, `USD/TB`.
    let header = if column.drop_rank == 5 {
        header.max(7)
    } else {
        header
    };
    shown
        .iter()
        .map(|candidate| (column.cell)(candidate).width())
        .max()
        .unwrap_or(0)
        .max(header)
}

/// Columns with their widths; in a narrow terminal a row takes two lines, the layout alone on the first.
struct Grid<'a> {
    columns: Vec<&'a Column>,
    widths: Vec<usize>,
    two_lines: bool,
}

impl Grid<'_> {
    fn push_row(&self, text: &mut String, mark: &str, cells: &[String], dress: impl Fn(&str) -> String) {
        let mut row = String::new();
        for (position, ((column, cell), &width)) in
            self.columns.iter().zip(cells).zip(&self.widths).enumerate()
        {
            if self.two_lines && position == 0 {
                row.push_str(cell);
                // The second line of the header names no layout and needs no line for it.
                row.push_str(if cell.is_empty() { " " } else { "\n   " });
                continue;
            }
            if position > 0 {
                row.push_str(&" ".repeat(column.gap));
            }
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            if column.left {
                row.push_str(cell);
                row.push_str(&padding);
            } else {
                row.push_str(&padding);
                row.push_str(cell);
            }
        }
        text.push_str(&dress(&format!("{mark}{}", row.trim_end())));
        text.push('\n');
    }
}
