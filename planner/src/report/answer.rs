//! The answer in a sentence, the figures under it, and why.

use std::fmt::Write as _;

use super::style::{NAME_WIDTH, Style, cut, wrapped};
use crate::figures::{chance, count_word, counted, duration, fixed, tb_and_tib};
use crate::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use crate::plan::{Candidate, Plan};
use crate::units::{Hours, Probability};

/// Returns the sentence that a buyer understands: what to build, what it stores, what the risk is.
#[must_use]
pub fn sentence(candidate: &Candidate) -> String {
    let mission = Hours::new(candidate.reliability.mission_hours.as_f64()).unwrap_or(Hours::ZERO);
    format!(
        "Build {}. You can store {}. The chance of losing any data in {} is about {}.{}",
        in_words(&candidate.layout),
        tb_and_tib(candidate.usable()),
        duration(mission),
        chance(candidate.loss()),
        left_over(candidate)
    )
}

/// Returns a layout in words: `two RAID-Z2 vdevs of six drives and keep one as a spare`.
#[must_use]
pub fn in_words(layout: &Layout) -> String {
    let mut parts: Vec<String> = layout.groups.iter().map(group_in_words).collect();
    let last = parts.pop().unwrap_or_default();
    let mut text = if parts.is_empty() {
        last
    } else {
        format!("{} and {last}", parts.join(", "))
    };
    if layout.spares > 0 {
        let _ = write!(
            text,
            " and keep {} as {}",
            count_word(u64::from(layout.spares)),
            plural(layout.spares)
        );
    }
    text
}

const fn plural(spares: u32) -> &'static str {
    if spares == 1 { "a spare" } else { "spares" }
}

fn group_in_words(group: &VdevGroup) -> String {
    let class = match group.class {
        AllocationClass::Data => "",
        AllocationClass::Special => "special ",
        AllocationClass::Dedup => "dedup ",
        AllocationClass::Log => "log ",
    };
    let name = match group.kind {
        VdevType::Stripe => return counted(u64::from(group.count), &format!("single-drive {class}vdev")),
        VdevType::Mirror => "mirror".to_owned(),
        VdevType::Raidz { parity } => format!("RAID-Z{parity} {class}vdev"),
        VdevType::Draid { parity, data, spares } => {
            let spare = counted(u64::from(spares), "distributed spare");
            return format!(
                "{} of {} ({data} data and {parity} parity per stripe, {spare})",
                counted(u64::from(group.count), &format!("dRAID{parity} {class}vdev")),
                counted(u64::from(group.width), "drive")
            );
        }
    };
    let name = if group.kind == VdevType::Mirror {
        format!("{class}{name}")
    } else {
        name
    };
    format!(
        "{} of {}",
        counted(u64::from(group.count), &name),
        counted(u64::from(group.width), "drive")
    )
}

fn left_over(candidate: &Candidate) -> String {
    match candidate.unused.len() as u64 {
        0 => String::new(),
        1 => " One drive is left over.".to_owned(),
        count => {
            let mut words = counted(count, "drive");
            if let Some(first) = words.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            format!(" {words} are left over.")
        }
    }
}

/// Columns of the name of a figure, with the blanks around it.
const FIGURE_INDENT: usize = 13;

/// Adds the line of an aspect: its name and what is to say of it, broken between the parts where they do not fit.
fn push_figure(text: &mut String, name: &str, parts: &[String], width: usize) {
    use unicode_width::UnicodeWidthStr;
    let mut line = format!("  {name:<11}");
    let mut used = FIGURE_INDENT;
    for (position, part) in parts.iter().enumerate() {
        if position > 0 && used + 3 + part.width() <= width {
            line.push_str("   ");
            used += 3;
        } else if position > 0 {
            let _ = write!(line, "\n{:FIGURE_INDENT$}", "");
            used = FIGURE_INDENT;
        }
        let room = width.saturating_sub(FIGURE_INDENT).max(FIGURE_INDENT);
        line.push_str(&wrapped(part, room).replace('\n', &format!("\n{:FIGURE_INDENT$}", "")));
        used += part.width();
    }
    text.push_str(&line);
    text.push('\n');
}

/// Returns the figures under the sentence, an aspect each, in lines of at most `width` columns.
#[must_use]
pub fn figures(plan: &Plan, candidate: &Candidate, width: usize) -> String {
    let mut text = String::new();
    push_figure(&mut text, "Outlives", &[outlives(candidate)], width);
    let raw = format!(
        "{}, as zpool list shows it with parity",
        tb_and_tib(candidate.capacity.zpool_size_bytes)
    );
    push_figure(&mut text, "Raw", &[raw], width);
    let performance = &candidate.performance;
    if candidate
        .vdevs
        .iter()
        .any(|vdev| vdev.facts.class == AllocationClass::Data && redundant(vdev))
    {
        let wait = if candidate.spares.is_empty()
            && plan.assumptions.replace_after_hours > 0.0
            && !distributed(candidate)
        {
            let hours = Hours::new(plan.assumptions.replace_after_hours).unwrap_or(Hours::ZERO);
            format!(", after {} until a new drive is in", hours_word(hours))
        } else {
            ", starts by itself on a spare".to_owned()
        };
        let resilver = performance.resilver_hours;
        let resilver = format!(
            "{} h ({} to {} h) at {} % full{wait}",
            fixed(resilver.point.as_f64(), 1),
            fixed(resilver.low.as_f64(), 1),
            fixed(resilver.high.as_f64(), 1),
            fixed(plan.assumptions.fill * 100.0, 0),
        );
        push_figure(&mut text, "Resilver", &[resilver], width);
    }
    let speeds = [
        format!("{} MB/s", fixed(performance.read_mb_per_s.as_mb_per_s(), 0)),
        format!(
            "Write {} MB/s",
            fixed(performance.write_mb_per_s.as_mb_per_s(), 0)
        ),
        format!(
            "4K random read {} IOPS",
            fixed(performance.random_read_iops.as_f64(), 0)
        ),
    ];
    push_figure(&mut text, "Read", &speeds, width);
    if let Some(cost) = &candidate.cost {
        let currency = cost
            .currency
            .map_or_else(String::new, |currency| format!(" {currency}"));
        let price = format!(
            "{}{currency} per TB, {}{currency} in all, about {} W",
            fixed(cost.per_usable_tb, 2),
            fixed(cost.purchase, 2),
            fixed(cost.watts, 0)
        );
        push_figure(&mut text, "Price", &[price], width);
    }
    text
}

fn redundant(vdev: &crate::plan::CandidateVdev) -> bool {
    vdev.facts.kind != "stripe"
}

fn distributed(candidate: &Candidate) -> bool {
    candidate
        .layout
        .groups
        .iter()
        .any(|group| matches!(group.kind, VdevType::Draid { spares: 1.., .. }))
}

fn hours_word(hours: Hours) -> String {
    let text = fixed(hours.as_f64(), 1);
    format!("{} h", text.strip_suffix(".0").unwrap_or(&text))
}

/// Returns what a layout outlives: `any 2 drives of a vdev, or any one batch`.
#[must_use]
pub fn outlives(candidate: &Candidate) -> String {
    let least = candidate
        .layout
        .groups
        .iter()
        .filter(|group| group.class != AllocationClass::Log)
        .map(|group| group.kind.tolerance(group.width))
        .min()
        .unwrap_or(0);
    let several = candidate.layout.vdev_count() > 1;
    let of = if several { " of a vdev" } else { "" };
    let drives = match least {
        0 => "no failed drive".to_owned(),
        1 => format!("any 1 drive{of}"),
        count => format!("any {count} drives{of}"),
    };
    match &candidate.worst_batch {
        Some(worst) if worst.survives => format!("{drives}, or any one batch"),
        Some(worst) => format!(
            "{drives}, but not the loss of batch {}",
            cut(&worst.batch, NAME_WIDTH)
        ),
        None => format!("{drives}; batches are unknown"),
    }
}

/// Returns what is left of the vdev that the worst batch hits, as in the table.
#[must_use]
pub fn batch_left(candidate: &Candidate) -> String {
    let Some(worst) = &candidate.worst_batch else {
        return "unknown".to_owned();
    };
    if !worst.survives {
        return format!("{} in one vdev", worst.drives_in_one_vdev);
    }
    let mirrored = candidate
        .layout
        .groups
        .iter()
        .all(|group| group.class != AllocationClass::Data || group.kind == VdevType::Mirror);
    match (worst.tolerance_left, mirrored) {
        (0, true) => "1 copy left".to_owned(),
        (left, true) => format!("{} copies left", left + 1),
        (0, false) => "no parity left".to_owned(),
        (left, false) => format!("{left} parity left"),
    }
}

/// Returns the answer: sentence, figures, reason.
#[must_use]
pub fn answer(plan: &Plan, style: Style) -> String {
    let candidate = &plan.candidates[plan.recommended];
    let width = style.width.min(100);
    let mut text = String::new();
    let sentence = sentence(candidate);
    let (build, rest) = sentence.split_once(". ").unwrap_or((&sentence, ""));
    let build = format!("{build}: {}", candidate.layout);
    let _ = writeln!(text, "{}", style.bold(&wrapped(&build, width)));
    let _ = writeln!(text, "{}\n", wrapped(rest, width));
    text.push_str(&figures(plan, candidate, width));
    let _ = writeln!(text, "\n{}", wrapped(&plan.why.text, width));
    text
}

/// Returns a chance in words and, for the exact reader, in scientific notation with its error.
#[must_use]
pub fn chance_in_full(candidate: &Candidate) -> String {
    let loss = candidate.reliability.p_loss;
    let words = chance(Probability::saturating(loss.point));
    let error = if loss.std_error > 0.0 && loss.point > 0.0 {
        format!(" ± {} %", fixed(loss.std_error / loss.point * 100.0, 1))
    } else {
        String::new()
    };
    format!("{words} ({}{error})", crate::figures::scientific(loss.point))
}
