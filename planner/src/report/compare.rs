//! Two results side by side: what the recommended layouts give, and what was assumed otherwise.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::style::Style;
use crate::error::Error;
use crate::text::escape_for_terminal;

/// The figures that are compared: what they are called, and where they are in a candidate.
const FIGURES: [(&str, &str); 19] = [
    ("layout", "/layout"),
    ("zfs_usable_bytes", "/capacity/zfs_usable_bytes"),
    ("effective_bytes", "/capacity/effective_bytes"),
    ("zpool_size_bytes", "/capacity/zpool_size_bytes"),
    ("p_loss", "/reliability/p_loss/point"),
    ("p_pool_loss", "/reliability/p_pool_loss/point"),
    ("mttdl_hours", "/reliability/mttdl_hours"),
    ("expected_bytes_lost", "/reliability/expected_bytes_lost"),
    ("read_mb_per_s", "/performance/read_mb_per_s"),
    ("write_mb_per_s", "/performance/write_mb_per_s"),
    ("random_read_iops", "/performance/random_read_iops"),
    ("random_write_iops", "/performance/random_write_iops"),
    ("resilver_hours", "/performance/resilver_hours/point"),
    ("scrub_hours", "/performance/scrub_hours"),
    ("purchase", "/cost/purchase"),
    ("per_usable_tb", "/cost/per_usable_tb"),
    ("watts", "/cost/watts"),
    ("worst_batch_in_one_vdev", "/worst_batch/drives_in_one_vdev"),
    ("worst_batch_tolerance_left", "/worst_batch/tolerance_left"),
];

/// One line of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedFigure {
    /// What is compared: a key of the result.
    pub figure: String,
    /// The first result's value.
    pub first: Value,
    /// The second result's value.
    pub second: Value,
    /// Second over first, where both are numbers and the first is not 0.
    pub ratio: Option<f64>,
}

/// Two results side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Figures of the recommended, or the only, candidates.
    pub figures: Vec<ComparedFigure>,
    /// Assumptions that differ.
    pub assumptions: Vec<ComparedFigure>,
    /// Drives in the first and in the second inventory.
    pub drives: [usize; 2],
    /// Layouts that only the first result has.
    pub only_in_first: Vec<String>,
    /// Layouts that only the second result has.
    pub only_in_second: Vec<String>,
}

/// Compares two results, each a plan or an explanation as JSON, with the name of its file.
///
/// # Errors
/// [`Error::OutOfRange`] where a text is no such result.
pub fn compare(first: (&str, &str), second: (&str, &str)) -> Result<Comparison, Error> {
    let (a, b) = (parsed(first)?, parsed(second)?);
    let (left, right) = (candidate(first.0, &a)?, candidate(second.0, &b)?);
    let figures = FIGURES
        .iter()
        .filter_map(|(name, pointer)| compared(name, left.pointer(pointer), right.pointer(pointer)))
        .collect();
    let mut names: BTreeSet<&String> = BTreeSet::new();
    for result in [&a, &b] {
        names.extend(
            result
                .get("assumptions")
                .and_then(Value::as_object)
                .into_iter()
                .flat_map(serde_json::Map::keys),
        );
    }
    let of = |result: &'_ Value, name: &str| result.get("assumptions").and_then(|all| all.get(name)).cloned();
    let assumptions = names
        .into_iter()
        .filter(|name| !matches!(name.as_str(), "sources" | "drives"))
        .filter(|name| of(&a, name) != of(&b, name))
        .filter_map(|name| compared(name, of(&a, name).as_ref(), of(&b, name).as_ref()))
        .collect();
    let (layouts_a, layouts_b) = (layouts(&a), layouts(&b));
    Ok(Comparison {
        figures,
        assumptions,
        drives: [&a, &b].map(|result| {
            result
                .pointer("/inventory/drives")
                .and_then(Value::as_array)
                .map_or(0, Vec::len)
        }),
        only_in_first: layouts_a.difference(&layouts_b).cloned().collect(),
        only_in_second: layouts_b.difference(&layouts_a).cloned().collect(),
    })
}

fn parsed((name, text): (&str, &str)) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| no_result(name, &error.to_string()))
}

fn no_result(name: &str, reason: &str) -> Error {
    Error::OutOfRange {
        quantity: escape_for_terminal(name).into_owned(),
        reason: escape_for_terminal(reason).into_owned(),
        hint: "write results with `--format json`".to_owned(),
    }
}

/// The recommended candidate of a plan, or the one of an explanation.
fn candidate<'a>(name: &str, result: &'a Value) -> Result<&'a Value, Error> {
    let recommended = result
        .get("recommended")
        .and_then(Value::as_u64)
        .and_then(|index| usize::try_from(index).ok());
    result
        .get("candidate")
        .or_else(|| result.get("candidates")?.get(recommended?))
        .filter(|candidate| candidate.get("layout").is_some())
        .ok_or_else(|| no_result(name, "is no plan and no explanation of zplan"))
}

fn layouts(result: &Value) -> BTreeSet<String> {
    result
        .get("candidates")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|candidate| candidate.get("layout")?.as_str())
        .map(str::to_owned)
        .collect()
}

fn compared(name: &str, first: Option<&Value>, second: Option<&Value>) -> Option<ComparedFigure> {
    if first.is_none() && second.is_none() {
        return None;
    }
    let number = |value: Option<&Value>| value.and_then(Value::as_f64);
    let ratio = number(second)
        .zip(number(first))
        .filter(|(_, first)| *first != 0.0)
        .map(|(second, first)| second / first)
        .filter(|ratio| ratio.is_finite());
    Some(ComparedFigure {
        figure: name.to_owned(),
        first: first.cloned().unwrap_or(Value::Null),
        second: second.cloned().unwrap_or(Value::Null),
        ratio,
    })
}

/// Returns the comparison as text for a terminal.
#[must_use]
pub fn compare_text(comparison: &Comparison, names: [&str; 2], style: Style) -> String {
    let mut text = String::new();
    let mut rows = vec![[
        "recommended".to_owned(),
        shown_name(names[0]),
        shown_name(names[1]),
        "ratio".to_owned(),
    ]];
    rows.push([
        "drives".to_owned(),
        comparison.drives[0].to_string(),
        comparison.drives[1].to_string(),
        String::new(),
    ]);
    rows.extend(comparison.figures.iter().map(row));
    push_table(&mut text, &rows, style);
    if comparison.assumptions.is_empty() {
        text.push_str("\nAll assumptions are the same.\n");
    } else {
        text.push('\n');
        let mut rows = vec![["assumed otherwise", "", "", ""].map(str::to_owned)];
        rows.extend(comparison.assumptions.iter().map(row));
        push_table(&mut text, &rows, style);
    }
    for (name, only) in names
        .iter()
        .zip([&comparison.only_in_first, &comparison.only_in_second])
    {
        if !only.is_empty() {
            let _ = writeln!(text, "\n{} layouts only in {}", only.len(), shown_name(name));
        }
    }
    text
}

fn shown_name(name: &str) -> String {
    escape_for_terminal(name).into_owned()
}

fn row(figure: &ComparedFigure) -> [String; 4] {
    [
        escape_for_terminal(&figure.figure).into_owned(),
        value(&figure.first),
        value(&figure.second),
        match figure.ratio {
            Some(ratio) if figure.first != figure.second => format!("{ratio:.4}"),
            Some(_) => "same".to_owned(),
            None => String::new(),
        },
    ]
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) => escape_for_terminal(text).into_owned(),
        Value::Number(number) => number.as_u64().map_or_else(
            || {
                let float = number.as_f64().unwrap_or(f64::NAN);
                if float != 0.0 && (float.abs() < 0.01 || float.abs() >= 1e9) {
                    crate::figures::scientific(float)
                } else {
                    crate::figures::fixed(float, 2)
                }
            },
            crate::figures::grouped,
        ),
        other => escape_for_terminal(&other.to_string()).into_owned(),
    }
}

fn push_table(text: &mut String, rows: &[[String; 4]], style: Style) {
    let width = |column: usize| {
        rows.iter()
            .map(|row| unicode_width::UnicodeWidthStr::width(row[column].as_str()))
            .max()
            .unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    for (position, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - unicode_width::UnicodeWidthStr::width(cell.as_str()));
            if column == 0 {
                let _ = write!(line, "{cell}{padding}");
            } else {
                let _ = write!(line, "  {padding}{cell}");
            }
        }
        let line = line.trim_end();
        let line = if position == 0 {
            style.bold(line)
        } else {
            line.to_owned()
        };
        let _ = writeln!(text, "{line}");
    }
}
