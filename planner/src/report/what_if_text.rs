//! Other choices in words and rows, for the explanation of a layout.

use super::sections::{Section, Table};
use crate::figures::{chance, fixed, label_size, scientific};
use crate::plan::WhatIf;
use crate::units::{Bytes, Probability};

/// Returns the sections on single changes and on what the chance of loss hangs on.
pub(super) fn sections(what_if: &WhatIf) -> [Section; 2] {
    let changes = Section {
        heading: "What a change would buy",
        lines: lines(what_if),
        table: Some(Table {
            header: vec!["change", "loss", "usable", "cost"],
            right: vec![false, true, true, true],
            rows: change_rows(what_if),
        }),
    };
    let tornado = Section {
        heading: "What the chance of loss hangs on",
        lines: vec![
            "One assumption at a time at the ends of its range, the others as they are; by the fast chain."
                .to_owned(),
        ],
        table: Some(Table {
            header: vec!["assumption", "low", "loss", "high", "loss"],
            right: vec![false, true, true, true, true],
            rows: tornado_rows(what_if),
        }),
    };
    [changes, tornado]
}

/// Returns what the limit allows and how sure the failure rates are.
fn lines(what_if: &WhatIf) -> Vec<String> {
    let [low, high] = what_if.p_loss_at_low_and_high_failure_rates;
    let limit = &what_if.limit;
    let words = |value: f64| chance(Probability::saturating(value));
    let mut lines = vec![format!(
        "By the fast chain, as all figures below: {} ({}); from {} to {} over what is known of the failure rates.",
        words(what_if.p_loss),
        scientific(what_if.p_loss),
        words(low),
        words(high)
    )];
    let over = what_if.p_loss > limit.max_loss;
    let target = words(limit.max_loss);
    let mut say = |subject: &str, now: f64, most: Option<f64>| {
        lines.push(match most {
            Some(most) => format!(
                "{subject} {} h, now {} h, gives {target}.",
                fixed(most, 1),
                fixed(now, 1)
            ),
            None if over => format!("{subject} 0 h would not reach {target} either."),
            None => format!("{subject} a year would still be within {target}."),
        });
    };
    say(
        "A wait for the new drive of",
        limit.delay_hours,
        limit.most_delay_hours,
    );
    say("A rebuild of", limit.rebuild_hours, limit.most_rebuild_hours);
    lines
}

/// Returns one row per change, the safest first.
fn change_rows(what_if: &WhatIf) -> Vec<Vec<String>> {
    what_if
        .changes
        .iter()
        .map(|change| {
            vec![
                change.what.clone(),
                chance(Probability::saturating(change.p_loss)),
                with_sign(change.usable_difference_bytes),
                change.cost_difference.map_or_else(
                    || "unknown".to_owned(),
                    |cost| {
                        let sign = if cost > 0.0 { "+" } else { "" };
                        format!("{sign}{}", fixed(cost, 2))
                    },
                ),
            ]
        })
        .collect()
}

fn with_sign(difference: i64) -> String {
    let size = label_size(Bytes::new(difference.unsigned_abs()));
    match difference {
        0 => "the same".to_owned(),
        1.. => format!("+{size}"),
        _ => format!("−{size}"),
    }
}

/// Returns one row per assumption, the one that moves the chance of loss most first.
fn tornado_rows(what_if: &WhatIf) -> Vec<Vec<String>> {
    what_if
        .tornado
        .iter()
        .map(|swing| {
            let loss = |value: f64| chance(Probability::saturating(value));
            vec![
                swing.assumption.to_owned(),
                swing.low.text.clone(),
                loss(swing.low.p_loss),
                swing.high.text.clone(),
                loss(swing.high.p_loss),
            ]
        })
        .collect()
}
