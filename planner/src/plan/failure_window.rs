//! One drive fails: what may happen until its replacement is rebuilt, and what would each of it cost?
//!
//! Told of the vdev that is likeliest to lose data. Every chance counts from the first failure, so that the last is the
//! chance that the failure of one drive ends in the loss of the pool. Left out: failures after the window of drives that
//! failed within it, which the chain of the whole mission has.

use serde::Serialize;

use super::evaluate::{Built, Evaluator};
use crate::error::Error;
use crate::layout::{AllocationClass, VdevType};
use crate::reliability::failure_window as window_risk;
use crate::units::{Hours, Probability};

/// What may happen while one drive of the most exposed vdev is being replaced.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FailureWindow {
    /// Position of the vdev in the candidate.
    pub vdev: usize,
    /// Its name in `zpool status`.
    pub name: String,
    /// Failed drives that it outlives.
    pub tolerance: u32,
    /// Hours from the failure until the rebuild starts: detection and delivery.
    pub wait_hours: f64,
    /// Mean hours of the rebuild.
    pub resilver_hours: f64,
    /// What may happen, in the order in which it gets worse.
    pub events: Vec<WindowEvent>,
}

/// One thing that may happen in the window.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WindowEvent {
    /// What happens, in words.
    pub what: String,
    /// Its chance, counted from the first failure, all that comes before it included.
    pub chance: f64,
    /// What it costs, in words.
    pub costs: &'static str,
}

/// Returns the window of the vdev whose chance of any loss is the highest among those that outlive a failure; nothing
/// where none does.
pub(super) fn failure_window(
    evaluator: &mut Evaluator,
    built: &Built,
    hot_spares: u32,
) -> Result<Option<FailureWindow>, Error> {
    let options = std::sync::Arc::clone(&evaluator.options);
    let hours = evaluator.repair_hours(built, hot_spares);
    let risks = evaluator.vdev_risks(&built.placement, &hours);
    let losses = evaluator.solver.solve(&risks)?.by_vdev;
    let counted = built
        .placement
        .vdevs
        .iter()
        .enumerate()
        .filter(|(_, vdev)| vdev.class != AllocationClass::Log);
    let exposed = counted
        .zip(risks.iter().zip(&losses))
        .filter(|(_, (risk, _))| risk.tolerance > 0)
        .reduce(|most, other| if other.1.1 > most.1.1 { other } else { most });
    let Some(((position, vdev), (risk, _))) = exposed else {
        return Ok(None);
    };
    let found = window_risk(risk, risk.repair, options.scrub_every, options.batch_variance);
    let rebuild = built.rebuilds[position].mean_hours();
    let width = u32::try_from(vdev.drives.len()).unwrap_or(u32::MAX);
    Ok(Some(FailureWindow {
        vdev: position,
        name: format!("{}-{position}", vdev.kind.name(width)),
        tolerance: risk.tolerance,
        wait_hours: wait(risk.repair, rebuild),
        resilver_hours: rebuild.as_f64(),
        events: events(vdev.kind, &found.more_failures, &found.unreadable),
    }))
}

fn wait(repair: Hours, rebuild: Hours) -> f64 {
    (repair.as_f64() - rebuild.as_f64()).max(0.0)
}

/// For each number of failed drives an unreadable sector among the rest, then the failure of one more.
fn events(kind: VdevType, more_failures: &[Probability], unreadable: &[Probability]) -> Vec<WindowEvent> {
    let tolerance = more_failures.len();
    let mut events = Vec::with_capacity(2 * tolerance);
    let mut so_far = 1.0;
    for (position, (more, sector)) in more_failures.iter().zip(unreadable).enumerate() {
        let failed = position + 1;
        let then = if failed == 1 { "" } else { "then " };
        events.push(WindowEvent {
            what: match failed {
                1 => "unreadable sector".to_owned(),
                _ => "then a sector".to_owned(),
            },
            chance: so_far * sector.as_f64(),
            costs: match kind {
                _ if failed == tolerance => "the file it belongs to",
                VdevType::Mirror => "nothing, another copy repairs it",
                _ => "nothing, parity repairs it",
            },
        });
        so_far = more.as_f64();
        events.push(WindowEvent {
            what: format!("{then}a {} drive", ordinal(failed + 1)),
            chance: so_far,
            costs: match (tolerance - failed, kind) {
                (0, _) => "the pool",
                (1, VdevType::Mirror) => "the last copy to spare",
                (1, _) => "the last parity",
                (_, VdevType::Mirror) => "one more copy",
                _ => "one more parity",
            },
        });
    }
    events
}

fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        6 => "sixth".to_owned(),
        _ => {
            let ending = match (number % 100, number % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            format!("{number}{ending}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(kind: VdevType, tolerance: usize) -> Vec<(String, &'static str)> {
        let chances = vec![Probability::saturating(0.5); tolerance];
        events(kind, &chances, &chances)
            .into_iter()
            .map(|event| (event.what, event.costs))
            .collect()
    }

    fn expected(rows: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
        rows.iter()
            .map(|(what, costs)| ((*what).to_owned(), *costs))
            .collect()
    }

    #[test]
    fn what_is_lost_depends_on_the_parity() {
        assert_eq!(
            words(VdevType::Raidz { parity: 1 }, 1),
            expected(&[
                ("unreadable sector", "the file it belongs to"),
                ("a second drive", "the pool"),
            ])
        );
        assert_eq!(
            words(VdevType::Raidz { parity: 3 }, 3),
            expected(&[
                ("unreadable sector", "nothing, parity repairs it"),
                ("a second drive", "one more parity"),
                ("then a sector", "nothing, parity repairs it"),
                ("then a third drive", "the last parity"),
                ("then a sector", "the file it belongs to"),
                ("then a fourth drive", "the pool"),
            ])
        );
        assert_eq!(
            words(VdevType::Mirror, 2),
            expected(&[
                ("unreadable sector", "nothing, another copy repairs it"),
                ("a second drive", "the last copy to spare"),
                ("then a sector", "the file it belongs to"),
                ("then a third drive", "the pool"),
            ])
        );
    }

    #[test]
    fn numbers_have_their_endings() {
        let found: Vec<String> = [2, 7, 11, 12, 21, 22, 113].map(ordinal).into();
        assert_eq!(found, ["second", "7th", "11th", "12th", "21st", "22nd", "113th"]);
    }
}
