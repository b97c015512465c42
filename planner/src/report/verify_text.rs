//! A comparison of a pool with its prediction, for a terminal.

use std::fmt::Write as _;

use super::style::Style;
use crate::figures::{grouped, grouped_signed};
use crate::layout::Layout;
use crate::verify::{Check, Verdict};

/// Returns the verdict as text.
#[must_use]
pub fn verify_text(layout: &Layout, verdict: &Verdict, style: Style) -> String {
    let headline = if verdict.agrees {
        format!("{layout}: every size agrees to the byte")
    } else {
        format!("{layout}: sizes differ")
    };
    let mut text = format!("{}\n\n", style.bold(&headline));
    let rows: Vec<[String; 4]> = verdict.checks.iter().map(row).collect();
    let header = ["size", "predicted", "found", "difference"].map(str::to_owned);
    let width = |column: usize| {
        std::iter::once(&header)
            .chain(&rows)
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    for row in std::iter::once(&header).chain(&rows) {
        let line = format!(
            "  {:<first$}  {:>second$}  {:>third$}  {:>fourth$}",
            row[0],
            row[1],
            row[2],
            row[3],
            first = widths[0],
            second = widths[1],
            third = widths[2],
            fourth = widths[3],
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let Some(first) = verdict
        .first_difference
        .and_then(|position| verdict.checks.get(position))
    else {
        return text;
    };
    let _ = writeln!(text, "\nThe first step that differs is {}.", name(first));
    if verdict.causes.is_empty() {
        text.push_str(
            "No other partitioning, version, ashift or expansion explains it: compare the drives' sizes with\n\
             `zdb -l`, and the layout with `zpool status`.\n",
        );
    }
    for cause in &verdict.causes {
        let how = if cause.explains_all {
            "All sizes agree if"
        } else {
            "Likely:"
        };
        let _ = writeln!(text, "{how} {}.", cause.what);
    }
    text
}

fn name(check: &Check) -> String {
    match check.vdev {
        Some(_) => row(check)[0].clone(),
        None => check.quantity.to_owned(),
    }
}

fn row(check: &Check) -> [String; 4] {
    let difference = i128::from(check.found) - i128::from(check.predicted);
    let label = match (check.vdev, check.quantity) {
        (Some(vdev), "SIZE of the vdev") => format!("SIZE of vdev {vdev}"),
        (Some(vdev), quantity) => format!("{quantity} of vdev {vdev}"),
        (None, quantity) => quantity.to_owned(),
    };
    [
        label,
        grouped(check.predicted),
        grouped(check.found),
        if difference == 0 {
            "same".to_owned()
        } else {
            grouped_signed(difference)
        },
    ]
}
