//! A plan as text for a terminal: what was understood, the answer, the table, the command.

use std::fmt::Write as _;

use super::answer::answer;
use super::candidates::{table, unbeaten};
use super::inventory_summary::summary;
use super::style::{NAME_WIDTH, Style, cut, hanging, wrapped};
use crate::drive::Drive;
use crate::figures::{chance, tb_and_tib};
use crate::plan::Plan;
use crate::text::escape_for_terminal;
use crate::zpool::has_device_name;

/// How much of a plan is shown, and how.
#[derive(Debug, Clone, Copy)]
pub struct PlanText<'a> {
    /// The drives as read.
    pub drives: &'a [Drive],
    /// Where they were read, in words.
    pub origin: &'a str,
    /// Rows of the table.
    pub top: usize,
    /// The medium.
    pub style: Style,
}

/// Returns the whole plan as text.
#[must_use]
pub fn plan_text(plan: &Plan, view: &PlanText<'_>) -> String {
    let style = view.style;
    let width = style.width.min(100);
    let chosen = &plan.candidates[plan.recommended];
    let mut text = summary(view.drives, view.origin, plan.assumptions.drives.len(), width);
    text.push('\n');
    text.push_str(&answer(plan, style));
    text.push('\n');
    text.push_str(&table(plan, view.top, style));
    let shown = plan.candidates.len().min(view.top.max(1));
    if shown < plan.candidates.len() {
        let more = format!(
            "{shown} of {} layouts shown; --top {} for all, zplan explain {} for every byte",
            plan.candidates.len(),
            plan.candidates.len(),
            chosen.layout
        );
        let _ = writeln!(text, "{}", wrapped(&more, width));
    } else {
        let _ = writeln!(text, "zplan explain {} shows every byte", chosen.layout);
    }
    if let Some(line) = unbeaten(plan, view.top) {
        let _ = writeln!(text, "{}", wrapped(&line, width));
    }
    text.push_str(&present(plan, width));
    let warnings = warnings(plan, width);
    if !warnings.is_empty() {
        text.push('\n');
        for warning in warnings {
            let _ = writeln!(text, "{}", style.warning(&warning));
        }
    }
    text.push_str(&surroundings(plan, style));
    let _ = writeln!(text, "\n{}", indented(&chosen.zpool_create));
    if !view.drives.iter().all(has_device_name) {
        let note = "(names that are no device paths stand for your devices)";
        let _ = writeln!(text, "  {}", hanging(note, 2, width.saturating_sub(2)));
    }
    let _ = writeln!(text, "\n{}", wrapped(&footer(plan), width));
    text
}

fn warnings(plan: &Plan, width: usize) -> Vec<String> {
    let chosen = &plan.candidates[plan.recommended];
    chosen
        .warnings
        .iter()
        .map(|warning| wrapped(&format!("! {warning}"), width))
        .collect()
}

/// What exists beside what could be: one line per pool that was read.
fn present(plan: &Plan, width: usize) -> String {
    let chosen = &plan.candidates[plan.recommended];
    let mut text = String::new();
    for pool in &plan.inventory.pools {
        let name = cut(&pool.name, NAME_WIDTH);
        let alike = plan
            .candidates
            .iter()
            .find(|candidate| candidate.layout.to_string() == pool.layout);
        let line = match alike {
            Some(now) => format!(
                "now: {name} is {}; built anew of these drives it would store {}, with a chance of loss of {}; {} \
                 would store {}, with {}",
                pool.layout,
                tb_and_tib(now.usable()),
                chance(now.loss()),
                chosen.layout,
                tb_and_tib(chosen.usable()),
                chance(chosen.loss())
            ),
            None => format!(
                "now: {name} is {}; its drives are in use and left out (--include-used plans with them)",
                pool.layout
            ),
        };
        let _ = writeln!(text, "{}", wrapped(&line, width));
    }
    text
}

/// Advice on the host; the warnings about the layout stand above it already.
fn surroundings(plan: &Plan, style: Style) -> String {
    let chosen = &plan.candidates[plan.recommended];
    let width = style.width.min(100);
    let mut text = String::new();
    for advice in plan.advice.iter().skip(chosen.warnings.len()) {
        if text.is_empty() {
            let _ = writeln!(text, "\n{}", style.bold("Around the pool"));
        }
        let line = format!(
            "{:<6} {}. {}. Source: {}",
            advice.level,
            escape_for_terminal(advice.message.trim_end_matches('.')),
            escape_for_terminal(advice.because.trim_end_matches('.')),
            advice.source
        );
        let _ = writeln!(text, "  {}", hanging(&line, 9, width.saturating_sub(2)));
    }
    text
}

fn indented(command: &str) -> String {
    command
        .lines()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// How the figures came about, and whose they are.
fn footer(plan: &Plan) -> String {
    let chosen = &plan.candidates[plan.recommended];
    let first_source = plan.assumptions.sources.first().map_or("", String::as_str);
    format!(
        "usable: USED + AVAIL of the empty pool in zfs list -p, OpenZFS {}; loss: {}; {first_source}",
        plan.assumptions.zfs, chosen.reliability.method
    )
}
