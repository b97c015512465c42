//! One layout explained: bytes, drives, risks, hours, speeds, assumptions.

use std::fmt::Write as _;

use super::answer::{chance_in_full, sentence};
use super::plan_markdown::cell;
use super::sections::{Section, Table, aligned};
use super::style::{NAME_WIDTH, Style, cut, wrapped};
use super::{expansion_text, what_if_text, window_text};
use crate::capacity::{Step, StepEffect};
use crate::figures::{chance, fixed, grouped, scientific, tb, tib};
use crate::placement::Optimality;
use crate::plan::{Candidate, Explanation};
use crate::units::{Bytes, Estimate, Hours, Iops, Probability, Throughput};

/// Returns the explanation as text for a terminal.
#[must_use]
pub fn explain_text(explanation: &Explanation, style: Style) -> String {
    let width = style.width.min(100);
    let candidate = &explanation.candidate;
    let mut text = format!("{}\n\n", style.bold(&candidate.layout.to_string()));
    let _ = writeln!(text, "{}", wrapped(&sentence(candidate), width));
    for section in sections(explanation) {
        let _ = writeln!(text, "\n{}", style.bold(section.heading));
        for line in &section.lines {
            let _ = writeln!(text, "{}", wrapped(line, width));
        }
        if let Some(table) = &section.table {
            text.push_str(&aligned(table, width));
        }
    }
    for warning in &candidate.warnings {
        let _ = write!(
            text,
            "\n{}",
            style.warning(&wrapped(&format!("! {warning}"), width))
        );
    }
    if !candidate.warnings.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "\n{}\n{}", style.bold("Command"), candidate.zpool_create);
    text
}

/// Returns the explanation as Markdown.
#[must_use]
pub fn explain_markdown(explanation: &Explanation) -> String {
    let candidate = &explanation.candidate;
    let mut text = format!("# {}\n\n{}\n", candidate.layout, cell(&sentence(candidate)));
    for section in sections(explanation) {
        let _ = write!(text, "\n## {}\n\n", section.heading);
        for line in &section.lines {
            let _ = writeln!(text, "* {}", cell(line));
        }
        if let Some(table) = &section.table {
            let _ = writeln!(text, "\n| {} |", table.header.join(" | "));
            let rules: Vec<&str> = table
                .right
                .iter()
                .map(|right| if *right { "---:" } else { "---" })
                .collect();
            let _ = writeln!(text, "|{}|", rules.join("|"));
            for row in &table.rows {
                let cells: Vec<String> = row.iter().map(|value| cell(value)).collect();
                let _ = writeln!(text, "| {} |", cells.join(" | "));
            }
        }
    }
    if !candidate.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        for warning in &candidate.warnings {
            let _ = writeln!(text, "* {}", cell(warning));
        }
    }
    let _ = write!(text, "\n## Command\n\n```sh\n{}\n```\n", candidate.zpool_create);
    text
}

fn sections(explanation: &Explanation) -> Vec<Section> {
    let mut sections = vec![
        bytes(explanation),
        drives(&explanation.candidate),
        risk(explanation),
    ];
    sections.extend(explanation.failure_window.as_ref().map(window_text::section));
    sections.extend([
        curve(&explanation.candidate),
        speed(explanation),
        reasoning("How the speeds follow", &explanation.speed_steps),
        reasoning("How the resilver hours follow", &explanation.resilver_steps),
    ]);
    sections.extend(what_if_text::sections(&explanation.what_if));
    sections.extend(expansion_text::sections(&explanation.what_if));
    sections.push(assumptions(explanation));
    sections
}

fn bytes(explanation: &Explanation) -> Section {
    let capacity = &explanation.candidate.capacity;
    Section {
        heading: "Where the bytes go",
        lines: vec![
            format!(
                "zpool list shows {} bytes ({} TB, {} TiB), parity included; zfs list shows USED + AVAIL {} bytes.",
                grouped(capacity.zpool_size_bytes.as_u64()),
                tb(capacity.zpool_size_bytes),
                tib(capacity.zpool_size_bytes),
                grouped(capacity.zfs_usable_bytes.as_u64())
            ),
            format!(
                "In records of {} KiB {} bytes of data truly fit ({} TB, {} TiB), without compression.",
                capacity.effective_block_bytes.as_u64() / 1024,
                grouped(capacity.effective_bytes.as_u64()),
                tb(capacity.effective_bytes),
                tib(capacity.effective_bytes)
            ),
        ],
        table: Some(Table {
            header: vec!["step", "bytes", "TB", "TiB", "rule"],
            right: vec![false, true, true, true, false],
            rows: explanation.steps.iter().map(step_row).collect(),
        }),
    }
}

fn step_row(step: &Step) -> Vec<String> {
    let (sign, name) = match step.effect {
        StepEffect::Total => ("", format!("= {}", step.name)),
        StepEffect::Loss => ("−", format!("  {}", step.name)),
    };
    let sign = if step.bytes == Bytes::ZERO { "" } else { sign };
    vec![
        name,
        format!("{sign}{}", grouped(step.bytes.as_u64())),
        format!("{sign}{}", fixed(step.bytes.as_tb(), 3)),
        format!("{sign}{}", fixed(step.bytes.as_tib(), 3)),
        step.why.clone(),
    ]
}

fn drives(candidate: &Candidate) -> Section {
    let names = |drives: &[std::sync::Arc<str>]| -> String {
        let shown: Vec<String> = drives.iter().map(|name| cut(name, NAME_WIDTH)).collect();
        shown.join(" ")
    };
    let mut rows: Vec<Vec<String>> = candidate
        .vdevs
        .iter()
        .enumerate()
        .map(|(position, vdev)| {
            vec![
                (position + 1).to_string(),
                format!("{} {}", vdev.facts.class.name(), vdev.facts.kind),
                names(&vdev.drives),
            ]
        })
        .collect();
    for (label, list) in [("spare", &candidate.spares), ("left over", &candidate.unused)] {
        if !list.is_empty() {
            rows.push(vec!["–".to_owned(), label.to_owned(), names(list)]);
        }
    }
    let batch = candidate.worst_batch.as_ref().map_or_else(
        || "No batch is known; drives of one model are taken to be of one batch where failures are concerned.".to_owned(),
        |worst| {
            let end = if worst.survives { "the pool outlives its loss" } else { "its loss is the loss of the pool" };
            format!(
                "Worst batch: {}, with {} of its drives in one vdev; {end}.",
                cut(&worst.batch, NAME_WIDTH),
                worst.drives_in_one_vdev
            )
        },
    );
    let mut lines = vec![batch];
    lines.extend(candidate.worst_domain.as_ref().map(|worst| {
        let end = if worst.survives {
            "the pool outlives its loss"
        } else {
            "its loss is the loss of the pool"
        };
        format!(
            "Worst enclosure: {}, with {} of its drives in one vdev; {end}.",
            cut(&worst.domain, NAME_WIDTH),
            worst.drives_in_one_vdev
        )
    }));
    lines.push(how_near(candidate));
    Section {
        heading: "Which drive goes where",
        lines,
        table: Some(Table {
            header: vec!["vdev", "role", "drives"],
            right: vec![true, false, false],
            rows,
        }),
    }
}

/// How near to the best the placement is known to be.
fn how_near(candidate: &Candidate) -> String {
    let goals = &candidate.placement.goals;
    match candidate.placement.optimality {
        Optimality::Exact => {
            "No other placement is better by the goals in their order: every one was considered.".to_owned()
        }
        Optimality::Searched {
            beyond_parity_at_least,
            short_bytes_at_least,
        } => format!(
            "Placed by a search: {} drives of one batch beyond parity, where no placement has fewer than {}; {} bytes \
             less than if all drives were the largest, where no placement has fewer than {}.",
            grouped(goals.beyond_parity),
            grouped(beyond_parity_at_least),
            grouped(goals.short_bytes),
            grouped(short_bytes_at_least)
        ),
    }
}

fn risk(explanation: &Explanation) -> Section {
    let candidate = &explanation.candidate;
    let reliability = &candidate.reliability;
    let assumptions = &explanation.assumptions;
    let mut lines = vec![
        format!(
            "Any loss in {} h: {}; loss of the pool: {} ({}).",
            grouped(whole(assumptions.mission_hours)),
            chance_in_full(candidate),
            chance(Probability::saturating(reliability.p_pool_loss.point)),
            scientific(reliability.p_pool_loss.point)
        ),
        format!("Method: {}.", reliability.method),
    ];
    if let Some(exact) = &reliability.exact {
        lines.push(format!(
            "Beside it, the exact chain for independent drives of the mean rate: {} ({}).",
            chance(Probability::saturating(exact.p_loss)),
            scientific(exact.p_loss)
        ));
    }
    if let Some(hours) = reliability.mttdl_hours {
        lines.push(format!(
            "Mean time to the first loss: {} h. It is a mean over many pools, not a promise for one.",
            scientific(hours.as_f64())
        ));
    }
    for (cause, share) in &reliability.by_cause {
        lines.push(format!(
            "Share of {}: {} %.",
            cause.replace('_', " "),
            fixed(share * 100.0, 1)
        ));
    }
    lines.push(format!(
        "Expected loss: {} bytes in the mission. An unreadable sector without redundancy costs the file it belongs to, not the pool.",
        scientific(reliability.expected_bytes_lost)
    ));
    Section {
        heading: "What can be lost",
        lines,
        table: None,
    }
}

/// About ten points of a curve, the last among them.
fn yearly(curve: &[[f64; 2]]) -> impl Iterator<Item = &[f64; 2]> {
    let step = (curve.len() / 10).max(1);
    let first = (curve.len() % step).min(curve.len());
    curve.iter().skip(first).skip(step - 1).step_by(step)
}

fn curve(candidate: &Candidate) -> Section {
    Section {
        heading: "Loss over the years",
        lines: Vec::new(),
        table: Some(Table {
            header: vec!["years", "chance of any loss", ""],
            right: vec![true, false, true],
            rows: yearly(&candidate.reliability.curve)
                .map(|[years, loss]| {
                    vec![
                        fixed(*years, 1),
                        chance(Probability::saturating(*loss)),
                        scientific(*loss),
                    ]
                })
                .collect(),
        }),
    }
}

fn speed(explanation: &Explanation) -> Section {
    let candidate = &explanation.candidate;
    let performance = &candidate.performance;
    let mut lines: Vec<String> = Vec::new();
    let hours: Vec<String> = candidate
        .reliability
        .repair_hours
        .iter()
        .map(|hours| fixed(*hours, 1))
        .collect();
    lines.push(format!(
        "Time at risk after a failure, detection {} h, delivery and resilver, by vdev: {} h.",
        fixed(explanation.assumptions.detection_hours, 2),
        hours.join(", ")
    ));
    lines.push(format!(
        "Streaming reads are limited by: {}; writes by: {}.",
        performance.limited_by, performance.write_limited_by
    ));
    let row = |name: &str, estimate: Estimate<f64>, unit: &str| {
        let [low, point, high] = [estimate.low, estimate.point, estimate.high].map(|value| fixed(value, 1));
        vec![name.to_owned(), low, point, high, unit.to_owned()]
    };
    let range = &performance.range;
    let read = performance.range.read_mb_per_s.map(Throughput::as_mb_per_s);
    let write = performance.range.write_mb_per_s.map(Throughput::as_mb_per_s);
    let random_read = performance.range.random_read_iops.map(Iops::as_f64);
    let random_write = performance.range.random_write_iops.map(Iops::as_f64);
    let resilver = performance.resilver_hours.map(Hours::as_f64);
    let scrub = performance.range.scrub_hours.map(Hours::as_f64);
    let mut rows = vec![
        row("streaming read", read, "MB/s"),
        row("streaming write", write, "MB/s"),
        row(
            "rewrite in place",
            range.rewrite_mb_per_s.map(Throughput::as_mb_per_s),
            "MB/s",
        ),
    ];
    if let Some(degraded) = range.degraded_read_mb_per_s {
        rows.push(row(
            "read, a drive missing",
            degraded.map(Throughput::as_mb_per_s),
            "MB/s",
        ));
    }
    rows.extend([
        row("random read", random_read, "IOPS"),
        row("random write", random_write, "IOPS"),
        row(
            "synchronous write",
            range.sync_write_iops.map(Iops::as_f64),
            "IOPS",
        ),
        row("resilver of a drive", resilver, "h"),
        row("scrub", scrub, "h"),
    ]);
    Section {
        heading: "Speed and hours",
        lines,
        table: Some(Table {
            header: vec!["", "low", "typical", "high", "unit"],
            right: vec![false, true, true, true, false],
            rows,
        }),
    }
}

/// A chain of reasoning, value by value.
fn reasoning(heading: &'static str, steps: &[crate::throughput::Step]) -> Section {
    let figure = |value: f64| {
        let decimals = if value.abs() >= 100.0 { 0 } else { 2 };
        fixed(value, decimals)
    };
    let row = |step: &crate::throughput::Step| {
        vec![
            step.name.to_owned(),
            figure(step.value),
            step.unit.to_owned(),
            step.why.clone(),
        ]
    };
    Section {
        heading,
        lines: Vec::new(),
        table: Some(Table {
            header: vec!["figure", "value", "unit", "from"],
            right: vec![false, true, false, false],
            rows: steps.iter().map(row).collect(),
        }),
    }
}

fn assumptions(explanation: &Explanation) -> Section {
    let assumed = &explanation.assumptions;
    let mut lines = vec![format!(
        "OpenZFS {}, {} % full, records of {} KiB, scrub every {} days, batch factor variance {}.",
        assumed.zfs,
        fixed(assumed.fill * 100.0, 0),
        assumed.recordsize_bytes / 1024,
        fixed(assumed.scrub_every_hours / 24.0, 0),
        assumed.batch_variance
    )];
    lines.push(format!(
        "ashift {} is planned; OpenZFS would take {} by itself for these drives.",
        explanation.candidate.ashift, explanation.candidate.automatic_ashift
    ));
    for fact in &assumed.drives {
        let shown: Vec<String> = fact
            .drives
            .iter()
            .take(4)
            .map(|name| cut(name, NAME_WIDTH))
            .collect();
        let more = if fact.drives.len() > 4 {
            format!(" and {} more", fact.drives.len() - 4)
        } else {
            String::new()
        };
        lines.push(format!(
            "Assumed for {}{more}: {} = {} ({}).",
            shown.join(", "),
            fact.fact,
            cut(&fact.value, NAME_WIDTH),
            fact.because
        ));
    }
    for rate in &assumed.failure_rates {
        let counted = match (rate.counted_failures, rate.counted_drive_days) {
            (Some(failures), Some(days)) => {
                format!(", {} failures in {} drive-days", grouped(failures), grouped(days))
            }
            _ => String::new(),
        };
        lines.push(format!(
            "Failure rate of {}: {} % a year ({}{counted}).",
            rate.model.as_deref().map_or_else(
                || "drives without a model".to_owned(),
                |model| cut(model, NAME_WIDTH)
            ),
            // What was stated is a chance, which is printed as it was stated.
            fixed(
                assumed
                    .failure_rate_per_year
                    .unwrap_or(rate.failures_per_drive_year)
                    * 100.0,
                2
            ),
            rate.source
        ));
    }
    lines.extend(assumed.sources.iter().map(|source| format!("Source: {source}.")));
    let first = figures_line(explanation);
    lines.extend(first);
    Section {
        heading: "What this rests on",
        lines,
        table: None,
    }
}

/// What the drives cost, where it is known.
fn figures_line(explanation: &Explanation) -> Option<String> {
    let cost = explanation.candidate.cost.as_ref()?;
    let currency = cost
        .currency
        .map_or_else(String::new, |currency| format!(" {currency}"));
    Some(format!(
        "Price: {}{currency} in all, {}{currency} per usable TB.",
        fixed(cost.purchase, 2),
        fixed(cost.per_usable_tb, 2)
    ))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "hours of a mission, far below 2^64"
)]
fn whole(hours: f64) -> u64 {
    hours.round().max(0.0) as u64
}
