//! What may happen while a failed drive is being replaced, as a table.

use super::sections::{Section, Table};
use crate::figures::{chance, fixed, scientific};
use crate::plan::{FailureWindow, WindowEvent};
use crate::units::Probability;

/// Returns the section on the window of the most exposed vdev.
pub(super) fn section(window: &FailureWindow) -> Section {
    let outlives = match window.tolerance {
        1 => "one failed drive".to_owned(),
        several => format!("{several} failed drives"),
    };
    Section {
        heading: "When a drive fails",
        lines: vec![format!(
            "The most exposed vdev is {}, which outlives {outlives}. After a failure its redundancy is back in {} h: {} h \
             until the rebuild starts and {} h of rebuild. Each chance counts from the failure of one drive.",
            window.name,
            fixed(window.wait_hours + window.resilver_hours, 1),
            fixed(window.wait_hours, 1),
            fixed(window.resilver_hours, 1)
        )],
        table: Some(Table {
            header: vec!["what may happen meanwhile", "chance", "", "costs"],
            right: vec![false, true, true, false],
            rows: window.events.iter().map(row).collect(),
        }),
    }
}

fn row(event: &WindowEvent) -> Vec<String> {
    vec![
        event.what.clone(),
        chance(Probability::saturating(event.chance)),
        scientific(event.chance),
        event.costs.to_owned(),
    ]
}
