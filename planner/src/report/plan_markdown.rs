//! A plan as Markdown, for a ticket.

use std::fmt::Write as _;

use super::answer::{batch_left, chance_in_full, figures, sentence};
use super::candidates::{rows, unbeaten};
use crate::figures::{chance, fixed, tb, tib};
use crate::plan::Plan;
use crate::text::escape_for_terminal;

/// Returns the first `top` candidates, the answer and the command as Markdown.
#[must_use]
pub fn plan_markdown(plan: &Plan, top: usize) -> String {
    let chosen = &plan.candidates[plan.recommended];
    let mut text = format!(
        "# ZFS pool plan: {}\n\n{}\n\n",
        chosen.layout,
        cell(&sentence(chosen))
    );
    for line in figures(plan, chosen, usize::MAX).lines() {
        let (name, value) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
        let _ = writeln!(text, "* **{}** {}", name.trim(), cell(value.trim()));
    }
    let _ = writeln!(
        text,
        "* **Loss** {}\n\n{}\n",
        chance_in_full(chosen),
        cell(&plan.why.text)
    );
    text.push_str("| layout | usable TB | usable TiB | loss in mission | worst batch, left over | read MB/s | 4K IOPS | resilver h | price per TB | misses |\n");
    text.push_str("|---|---:|---:|---|---|---:|---:|---:|---:|---|\n");
    for candidate in rows(plan, top.max(1)) {
        let misses: Vec<&str> = candidate.misses.iter().map(|miss| miss.heading()).collect();
        let price = candidate
            .cost
            .as_ref()
            .map_or_else(|| "–".to_owned(), |cost| fixed(cost.per_usable_tb, 2));
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {price} | {} |",
            candidate.layout,
            tb(candidate.usable()),
            tib(candidate.usable()),
            chance(candidate.loss()),
            cell(&batch_left(candidate)),
            fixed(candidate.performance.read_mb_per_s.as_mb_per_s(), 0),
            fixed(candidate.performance.random_read_iops.as_f64(), 0),
            fixed(candidate.performance.resilver_hours.point.as_f64(), 1),
            misses.join(", ")
        );
    }
    if let Some(line) = unbeaten(plan, top) {
        let _ = writeln!(text, "\nPareto front: {}.", cell(&line));
    }
    if !chosen.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        for warning in &chosen.warnings {
            let _ = writeln!(text, "* {}", cell(warning));
        }
    }
    let _ = write!(
        text,
        "\n## Command\n\n```sh\n{}\n```\n\n## Sources\n\n",
        chosen.zpool_create
    );
    for source in &plan.assumptions.sources {
        let _ = writeln!(text, "* {}", cell(source));
    }
    text
}

/// Returns `text` as words only: nothing in it acts in Markdown or on a terminal.
#[must_use]
pub fn cell(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in escape_for_terminal(text).chars() {
        if matches!(character, '|' | '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '&') {
            shown.push('\\');
        }
        shown.push(character);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn markdown_stays_text() {
        assert_eq!(cell("a|b <script>"), r"a\|b \<script\>");
    }
}
