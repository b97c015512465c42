//! The states of groups under repair, and what follows them.

use super::chain::{Chain, Next};
use super::group::{DeviceClass, ExponentialGroup, RepairDiscipline};
use crate::ModelError;

/// Returns the chain of one group whose failed devices go straight into repair.
pub(super) fn group_chain(group: &ExponentialGroup) -> Result<Chain, ModelError> {
    match (group.is_homogeneous(), group.discipline) {
        (true, _) => counted(group),
        (false, RepairDiscipline::Parallel) => {
            Chain::explore(vec![0_u16; group.classes.len()], |state, out| {
                parallel_mixed(group, state, out);
            })
        }
        (false, RepairDiscipline::Serial) => Chain::explore(Vec::<u16>::new(), |state, out| {
            serial_mixed(group, state, out);
        }),
        (false, RepairDiscipline::Batched) => {
            let none = vec![0_u16; group.classes.len()];
            Chain::explore((none.clone(), none), |state, out| {
                batched_mixed(group, state, out);
            })
        }
    }
}

/// Adds a failure that leads to `failed` failed devices, if the group lives on then in `next`.
fn push_failure<S>(group: &ExponentialGroup, failed: u32, rate: f64, next: S, out: &mut Vec<(Next<S>, f64)>) {
    if failed > group.tolerance {
        out.push((Next::Loss, rate));
    } else if failed == group.tolerance {
        let loss = group.loss_on_entry();
        out.push((Next::Loss, rate * loss));
        out.push((Next::State(next), rate * (1.0 - loss)));
    } else {
        out.push((Next::State(next), rate));
    }
}

/// Adds a repair that leads from `before` failed devices to `next`.
fn push_repair<S>(group: &ExponentialGroup, before: u32, rate: f64, next: S, out: &mut Vec<(Next<S>, f64)>) {
    let loss = if before == group.tolerance {
        group.loss_on_completion()
    } else {
        0.0
    };
    out.push((Next::Loss, rate * loss));
    out.push((Next::State(next), rate * (1.0 - loss)));
}

/// Alike devices: only the numbers under repair and in the queue count.
fn counted(group: &ExponentialGroup) -> Result<Chain, ModelError> {
    let class = group.classes[0];
    Chain::explore((0_u32, 0_u32), |&(repairing, queued), out| {
        let failed = repairing + queued;
        let failing = f64::from(group.devices - failed) * class.failure;
        let joins = admitted(group.discipline, repairing);
        let next = (repairing + u32::from(joins), queued + u32::from(!joins));
        push_failure(group, failed + 1, failing, next, out);
        if let Some((rate, next)) = restored(group.discipline, class.repair, repairing, queued) {
            push_repair(group, failed, rate, next, out);
        }
    })
}

/// Returns whether a device that becomes ready for repair while `repairing` are in repair joins them at once.
pub(super) fn admitted(discipline: RepairDiscipline, repairing: u32) -> bool {
    discipline == RepairDiscipline::Parallel || repairing == 0
}

/// Returns the rate of the next repair's end and the numbers in repair and in the queue after it, if any is in repair.
pub(super) fn restored(
    discipline: RepairDiscipline,
    rate: f64,
    repairing: u32,
    queued: u32,
) -> Option<(f64, (u32, u32))> {
    if repairing == 0 {
        return None;
    }
    Some(match discipline {
        RepairDiscipline::Parallel => (f64::from(repairing) * rate, (repairing - 1, queued)),
        RepairDiscipline::Serial => (rate, (queued.min(1), queued.saturating_sub(1))),
        RepairDiscipline::Batched => (rate, (queued, 0)),
    })
}

/// Returns the rate at which a further device of a class fails when `failed` of it are.
fn failing_rate(class: &DeviceClass, failed: u16) -> f64 {
    f64::from(class.count.saturating_sub(u32::from(failed))) * class.failure
}

/// Different devices, all repairs at once: the number of failed devices per class.
fn parallel_mixed(group: &ExponentialGroup, state: &[u16], out: &mut Vec<(Next<Vec<u16>>, f64)>) {
    let failed: u32 = state.iter().map(|&count| u32::from(count)).sum();
    for (position, class) in group.classes.iter().enumerate() {
        let mut next = state.to_vec();
        next[position] += 1;
        push_failure(group, failed + 1, failing_rate(class, state[position]), next, out);
        if state[position] > 0 {
            let mut next = state.to_vec();
            next[position] -= 1;
            push_repair(
                group,
                failed,
                f64::from(state[position]) * class.repair,
                next,
                out,
            );
        }
    }
}

/// Different devices, one repair at a time: the classes of the failed devices in order of failure.
fn serial_mixed(group: &ExponentialGroup, state: &[u16], out: &mut Vec<(Next<Vec<u16>>, f64)>) {
    let failed = u32::try_from(state.len()).unwrap_or(u32::MAX);
    for (name, class) in (0_u16..).zip(&group.classes) {
        let mut already = 0;
        for &queued in state {
            already += u16::from(queued == name);
        }
        let mut next = state.to_vec();
        next.push(name);
        push_failure(group, failed + 1, failing_rate(class, already), next, out);
    }
    if let Some((&head, queue)) = state.split_first() {
        let rate = group.classes[usize::from(head)].repair;
        push_repair(group, failed, rate, queue.to_vec(), out);
    }
}

/// Per class, the failed devices in the running pass and those that wait for the next one.
type Passes = (Vec<u16>, Vec<u16>);

/// Different devices repaired in passes: the failed devices per class in the pass and after it.
fn batched_mixed(group: &ExponentialGroup, (pass, queue): &Passes, out: &mut Vec<(Next<Passes>, f64)>) {
    let count = |list: &[u16]| list.iter().map(|&count| u32::from(count)).sum::<u32>();
    let (repairing, failed) = (count(pass), count(pass) + count(queue));
    for (position, class) in group.classes.iter().enumerate() {
        let mut next = (pass.clone(), queue.clone());
        if repairing == 0 {
            next.0[position] += 1;
        } else {
            next.1[position] += 1;
        }
        push_failure(
            group,
            failed + 1,
            failing_rate(class, pass[position] + queue[position]),
            next,
            out,
        );
    }
    if repairing > 0 {
        let next = (queue.clone(), vec![0; queue.len()]);
        push_repair(group, failed, group.classes[0].repair, next, out);
    }
}

/// A system whose groups take their drives from one shelf.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Supplied {
    /// Per group, devices in repair and ready for it.
    repairing: Vec<(u32, u32)>,
    /// Groups of the devices that wait for a drive, the longest waiting first.
    waiting: Vec<u16>,
    /// Orders placed and not delivered.
    ordered: u32,
}

/// Returns the chain of groups of alike devices that share `spares` drives, with one order per failure that takes an
/// exponential time of rate `delivery`.
pub(super) fn supplied_chain(
    groups: &[&ExponentialGroup],
    spares: u32,
    delivery: f64,
) -> Result<Chain, ModelError> {
    let start = Supplied {
        repairing: vec![(0, 0); groups.len()],
        waiting: Vec::new(),
        ordered: 0,
    };
    Chain::explore(start, |state, out| {
        for (place, group) in groups.iter().enumerate() {
            let class = group.classes[0];
            let name = u16::try_from(place).unwrap_or(u16::MAX);
            let (repairing, queued) = state.repairing[place];
            let mut failed = repairing + queued;
            for &waiting in &state.waiting {
                failed += u32::from(waiting == name);
            }
            let mut next = state.clone();
            next.ordered += 1;
            // Every failed device ordered one drive, so the shelf holds what the orders leave of the spares.
            if state.ordered < spares {
                assign(&mut next, groups, place);
            } else {
                next.waiting.push(name);
            }
            push_failure(
                group,
                failed + 1,
                f64::from(group.devices - failed) * class.failure,
                next,
                out,
            );
            if let Some((rate, after)) = restored(group.discipline, class.repair, repairing, queued) {
                let mut next = state.clone();
                next.repairing[place] = after;
                push_repair(group, failed, rate, next, out);
            }
        }
        if state.ordered > 0 {
            let mut next = state.clone();
            next.ordered -= 1;
            if !next.waiting.is_empty() {
                let place = usize::from(next.waiting.remove(0));
                assign(&mut next, groups, place);
            }
            out.push((Next::State(next), f64::from(state.ordered) * delivery));
        }
    })
}

/// Gives a drive to a failed device of group `place`.
fn assign(state: &mut Supplied, groups: &[&ExponentialGroup], place: usize) {
    let (repairing, queued) = &mut state.repairing[place];
    if admitted(groups[place].discipline, *repairing) {
        *repairing += 1;
    } else {
        *queued += 1;
    }
}
