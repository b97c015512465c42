//! A good placement of many drives: several beginnings, each improved by swapping drives; the best is kept.

use super::score::{Kinds, Priority, Score, Seat};

/// Swaps tried from one beginning, so that a thousand drives take no longer than they are worth.
const MOST_TRIALS: usize = 30_000;

/// Vdevs by the drives in them, and the drives in none.
#[derive(Clone)]
struct State {
    vdevs: Vec<Vec<usize>>,
    scores: Vec<Score>,
    free: Vec<usize>,
}

/// Returns the drives of each vdev.
pub(super) fn fill(seats: &[Seat], kinds: &Kinds, priority: Priority) -> Vec<Vec<usize>> {
    let mut scratch = kinds.scratch();
    let beginnings = [
        Beginning::BySize,
        Beginning::Dealt,
        Beginning::BySpeed,
        Beginning::DealtBySize,
    ];
    let mut best: Option<(Score, State)> = None;
    for beginning in beginnings {
        let mut state = begin(beginning, seats, kinds);
        if beginning == Beginning::DealtBySize {
            // Spreads batches as far as that wastes nothing; the first swap that comes might waste much for it.
            rescore(&mut state, seats, kinds, Priority::Capacity, &mut scratch);
            improve(&mut state, seats, kinds, Priority::Capacity, &mut scratch);
        }
        rescore(&mut state, seats, kinds, priority, &mut scratch);
        improve(&mut state, seats, kinds, priority, &mut scratch);
        let score = total(&state);
        if best.as_ref().is_none_or(|(known, _)| score < *known) {
            best = Some((score, state));
        }
    }
    best.map(|(_, state)| in_file_order(&state, seats, kinds))
        .unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// The largest drives fill the first vdev, and so on.
    BySize,
    /// As by size, but vdevs of equal drives share their batches out.
    DealtBySize,
    /// The largest drives are used; each batch is dealt out over all vdevs alike.
    Dealt,
    /// The largest drives are used; the fastest fill the first vdev, and so on.
    BySpeed,
}

fn total(state: &State) -> Score {
    state.scores.iter().copied().fold(Score::ZERO, Score::plus)
}

fn begin(beginning: Beginning, seats: &[Seat], kinds: &Kinds) -> State {
    let mut free: Vec<usize> = (0..kinds.of.len()).collect();
    free.sort_by_key(|&drive| std::cmp::Reverse(kinds.kinds[kinds.of[drive]].bytes));
    let mut vdevs = vec![Vec::new(); seats.len()];
    let mut filled: Vec<bool> = vec![false; seats.len()];
    for first in 0..seats.len() {
        if filled[first] {
            continue;
        }
        // Vdevs that are alike are filled together.
        let alike: Vec<usize> = (first..seats.len())
            .filter(|&other| !filled[other] && seats[other] == seats[first])
            .collect();
        let wanted = alike.len() * seats[first].width();
        let (right, other): (Vec<usize>, Vec<usize>) = free
            .iter()
            .partition(|&&drive| kinds.kinds[kinds.of[drive]].media == seats[first].media);
        let mut chosen: Vec<usize> = right.into_iter().chain(other).collect();
        free = chosen.split_off(wanted.min(chosen.len()));
        for (position, drives) in alike
            .iter()
            .zip(shared(beginning, chosen, seats[first].width(), kinds))
        {
            vdevs[*position] = drives;
            filled[*position] = true;
        }
    }
    State {
        vdevs,
        scores: Vec::new(),
        free,
    }
}

fn rescore(state: &mut State, seats: &[Seat], kinds: &Kinds, priority: Priority, scratch: &mut [u64]) {
    state.scores = state
        .vdevs
        .iter()
        .zip(seats)
        .map(|(drives, seat)| score(seat, drives, kinds, priority, scratch))
        .collect();
}

/// Shares drives, the largest first, out among vdevs of `width`.
fn shared(beginning: Beginning, mut drives: Vec<usize>, width: usize, kinds: &Kinds) -> Vec<Vec<usize>> {
    let kind = |drive: usize| &kinds.kinds[kinds.of[drive]];
    let vdevs = drives.len() / width.max(1);
    match beginning {
        Beginning::BySize => {}
        Beginning::BySpeed => drives.sort_by_key(|&drive| std::cmp::Reverse(kind(drive).speed)),
        Beginning::Dealt => return dealt(drives, vdevs, kinds),
        Beginning::DealtBySize => {
            let chunks: Vec<Vec<usize>> = drives.chunks(width).map(<[usize]>::to_vec).collect();
            let size = |chunk: &[usize]| {
                let first = kind(chunk[0]).bytes;
                chunk
                    .iter()
                    .all(|&drive| kind(drive).bytes == first)
                    .then_some(first)
            };
            return chunks
                .chunk_by(|left, right| size(left).is_some() && size(left) == size(right))
                .flat_map(|equal| dealt(equal.concat(), equal.len(), kinds))
                .collect();
        }
    }
    drives.chunks(width).map(<[usize]>::to_vec).collect()
}

/// Deals drives out one by one, batch by batch.
fn dealt(mut drives: Vec<usize>, vdevs: usize, kinds: &Kinds) -> Vec<Vec<usize>> {
    drives.sort_by_key(|&drive| {
        let kind = &kinds.kinds[kinds.of[drive]];
        (kind.batch, kind.domain, kinds.of[drive], drive)
    });
    (0..vdevs)
        .map(|vdev| drives.iter().skip(vdev).step_by(vdevs).copied().collect())
        .collect()
}

fn score(seat: &Seat, drives: &[usize], kinds: &Kinds, priority: Priority, scratch: &mut [u64]) -> Score {
    kinds
        .goals(seat, drives.iter().map(|&drive| kinds.of[drive]), scratch)
        .score(priority)
}

/// Swaps drives between vdevs, and with those in none, as long as that makes the score better.
fn improve(state: &mut State, seats: &[Seat], kinds: &Kinds, priority: Priority, scratch: &mut [u64]) {
    let mut trials = 0;
    loop {
        let mut better = false;
        for first in 0..seats.len() {
            better |= swap_with_free(first, state, seats, kinds, priority, scratch, &mut trials);
            for second in first + 1..seats.len() {
                better |= swap_between(
                    [first, second],
                    state,
                    seats,
                    kinds,
                    priority,
                    scratch,
                    &mut trials,
                );
                if trials > MOST_TRIALS {
                    return;
                }
            }
        }
        if !better {
            return;
        }
    }
}

/// Positions in `drives` of the first drive of each kind.
fn one_of_each_kind(drives: &[usize], kinds: &Kinds) -> Vec<usize> {
    let mut seen = vec![false; kinds.kinds.len()];
    (0..drives.len())
        .filter(|&position| !std::mem::replace(&mut seen[kinds.of[drives[position]]], true))
        .collect()
}

fn swap_between(
    [first, second]: [usize; 2],
    state: &mut State,
    seats: &[Seat],
    kinds: &Kinds,
    priority: Priority,
    scratch: &mut [u64],
    trials: &mut usize,
) -> bool {
    let mut better = false;
    for left in one_of_each_kind(&state.vdevs[first], kinds) {
        for right in one_of_each_kind(&state.vdevs[second], kinds) {
            let (a, b) = (state.vdevs[first][left], state.vdevs[second][right]);
            if kinds.of[a] == kinds.of[b] {
                continue;
            }
            *trials += 1;
            state.vdevs[first][left] = b;
            state.vdevs[second][right] = a;
            let new_first = score(&seats[first], &state.vdevs[first], kinds, priority, scratch);
            let new_second = score(&seats[second], &state.vdevs[second], kinds, priority, scratch);
            if new_first.plus(new_second) < state.scores[first].plus(state.scores[second]) {
                state.scores[first] = new_first;
                state.scores[second] = new_second;
                better = true;
            } else {
                state.vdevs[first][left] = a;
                state.vdevs[second][right] = b;
            }
        }
    }
    better
}

fn swap_with_free(
    vdev: usize,
    state: &mut State,
    seats: &[Seat],
    kinds: &Kinds,
    priority: Priority,
    scratch: &mut [u64],
    trials: &mut usize,
) -> bool {
    let mut better = false;
    for inside in one_of_each_kind(&state.vdevs[vdev], kinds) {
        for outside in one_of_each_kind(&state.free, kinds) {
            let (a, b) = (state.vdevs[vdev][inside], state.free[outside]);
            if kinds.of[a] == kinds.of[b] {
                continue;
            }
            *trials += 1;
            state.vdevs[vdev][inside] = b;
            let new = score(&seats[vdev], &state.vdevs[vdev], kinds, priority, scratch);
            if new < state.scores[vdev] {
                state.scores[vdev] = new;
                state.free[outside] = a;
                better = true;
            } else {
                state.vdevs[vdev][inside] = a;
            }
        }
    }
    better
}

/// Of drives that are alike the first in the list go first, and vdevs that are alike are in the order of their drives.
fn in_file_order(state: &State, seats: &[Seat], kinds: &Kinds) -> Vec<Vec<usize>> {
    let mut next = vec![0; kinds.members.len()];
    let mut placed: Vec<Vec<usize>> = Vec::with_capacity(state.vdevs.len());
    let mut order: Vec<usize> = (0..state.vdevs.len()).collect();
    let smallest = |vdev: &[usize]| vdev.iter().copied().min();
    order.sort_by_key(|&vdev| {
        let alike = (0..=vdev).find(|&other| seats[other] == seats[vdev]);
        (alike, smallest(&state.vdevs[vdev]))
    });
    for &vdev in &order {
        let mut drives: Vec<usize> = state.vdevs[vdev]
            .iter()
            .map(|&drive| {
                let kind = kinds.of[drive];
                next[kind] += 1;
                kinds.members[kind][next[kind] - 1]
            })
            .collect();
        drives.sort_unstable();
        placed.push(drives);
    }
    // The order kept seats that are alike in their places among themselves.
    let mut result = vec![Vec::new(); placed.len()];
    let mut positions = order.clone();
    positions.sort_by_key(|&vdev| ((0..=vdev).find(|&other| seats[other] == seats[vdev]), vdev));
    for (position, drives) in positions.into_iter().zip(placed) {
        result[position] = drives;
    }
    result
}
