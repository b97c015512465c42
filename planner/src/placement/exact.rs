//! The best placement of few drives, by dynamic programming over how many drives of each kind are left.
//!
//! Vdevs are filled in order. What the others can still reach depends only on the numbers left of each kind, and these
//! also tell which vdev is next, so every state is solved once.

use super::score::{Kinds, Priority, Score, Seat};

/// Up to this many drives the search is exact whatever they are.
pub(super) const ALWAYS_EXACT: usize = 9;
/// States times ways to fill a vdev, up to which the search is exact for more drives.
const WORTH_IT: usize = 30_000;

/// A way to fill a vdev.
struct Filling {
    /// Drives of each kind.
    counts: Vec<u32>,
    /// The kinds as an index into the states.
    offset: usize,
    score: Score,
}

struct Search<'a> {
    seats: &'a [Seat],
    /// For each seat the ways to fill it, shared by seats that are alike.
    fillings: Vec<Vec<Filling>>,
    filling_of_seat: Vec<usize>,
    strides: Vec<usize>,
    /// Best score of what is still to be filled, by state.
    best: Vec<Option<Score>>,
}

/// Returns the drives of each vdev, the first in the order of the list among the best; nothing if it would take too long.
pub(super) fn fill(seats: &[Seat], kinds: &Kinds, priority: Priority) -> Option<Vec<Vec<usize>>> {
    let drives = kinds.of.len();
    let limit = if drives <= ALWAYS_EXACT {
        usize::MAX
    } else {
        WORTH_IT
    };
    let mut strides = Vec::with_capacity(kinds.members.len());
    let mut states = 1_usize;
    for members in &kinds.members {
        strides.push(states);
        states = states
            .checked_mul(members.len() + 1)
            .filter(|&states| states <= limit)?;
    }
    let mut fillings: Vec<Vec<Filling>> = Vec::new();
    let mut filling_of_seat = Vec::with_capacity(seats.len());
    let mut known: Vec<&Seat> = Vec::new();
    for seat in seats {
        let position = known.iter().position(|other| *other == seat);
        filling_of_seat.push(position.unwrap_or(known.len()));
        if position.is_none() {
            let most = (limit / states).max(1);
            fillings.push(ways(seat, kinds, &strides, priority, most)?);
            known.push(seat);
        }
    }
    let mut search = Search {
        seats,
        fillings,
        filling_of_seat,
        strides,
        best: vec![None; states],
    };
    let mut left: Vec<u32> = kinds
        .members
        .iter()
        .map(|members| u32::try_from(members.len()).unwrap_or(u32::MAX))
        .collect();
    let full = search.index(&left);
    search.solve(0, full, &mut left);
    Some(search.trace(kinds, left))
}

/// Lists the ways to fill a vdev; nothing if there are more than `most`.
fn ways(
    seat: &Seat,
    kinds: &Kinds,
    strides: &[usize],
    priority: Priority,
    most: usize,
) -> Option<Vec<Filling>> {
    let mut found = Vec::new();
    let mut counts = vec![0_u32; kinds.kinds.len()];
    let mut scratch = kinds.scratch();
    let complete = choose(0, seat.width(), kinds, &mut counts, &mut |counts| {
        let seated = counts
            .iter()
            .enumerate()
            .flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize));
        found.push(Filling {
            counts: counts.to_vec(),
            offset: counts
                .iter()
                .zip(strides)
                .map(|(&count, stride)| count as usize * stride)
                .sum(),
            score: kinds.goals(seat, seated, &mut scratch).score(priority),
        });
        found.len() <= most
    });
    complete.then_some(found)
}

/// Calls `visit` with every choice of `open` drives of the kinds from `kind` on, until it says to stop.
fn choose(
    kind: usize,
    open: usize,
    kinds: &Kinds,
    counts: &mut Vec<u32>,
    visit: &mut impl FnMut(&[u32]) -> bool,
) -> bool {
    if open == 0 {
        return visit(counts);
    }
    if kind == counts.len() {
        return true;
    }
    let most = kinds.members[kind].len().min(open);
    let rest: usize = kinds.members[kind + 1..].iter().map(Vec::len).sum();
    for count in open.saturating_sub(rest)..=most {
        counts[kind] = u32::try_from(count).unwrap_or(u32::MAX);
        if !choose(kind + 1, open - count, kinds, counts, visit) {
            return false;
        }
    }
    counts[kind] = 0;
    true
}

impl Search<'_> {
    fn index(&self, left: &[u32]) -> usize {
        left.iter()
            .zip(&self.strides)
            .map(|(&count, stride)| count as usize * stride)
            .sum()
    }

    fn solve(&mut self, seat: usize, state: usize, left: &mut [u32]) -> Score {
        if seat == self.seats.len() {
            return Score::ZERO;
        }
        if let Some(known) = self.best[state] {
            return known;
        }
        let group = self.filling_of_seat[seat];
        let mut best: Option<Score> = None;
        for way in 0..self.fillings[group].len() {
            let filling = &self.fillings[group][way];
            if !fits(filling, left) {
                continue;
            }
            let (score, offset) = (filling.score, filling.offset);
            take(filling, left);
            let total = score.plus(self.solve(seat + 1, state - offset, left));
            give_back(&self.fillings[group][way], left);
            if best.is_none_or(|known| total < known) {
                best = Some(total);
            }
        }
        // The caller has seats for no more drives than there are, so that some way always fits.
        let best = best.unwrap_or(Score::ZERO);
        self.best[state] = Some(best);
        best
    }

    /// Follows the best scores; among equal ones each vdev takes the drives that come first in the list.
    fn trace(&mut self, kinds: &Kinds, mut left: Vec<u32>) -> Vec<Vec<usize>> {
        let mut state = self.index(&left);
        let mut next = vec![0_usize; kinds.members.len()];
        let mut placed = Vec::with_capacity(self.seats.len());
        for seat in 0..self.seats.len() {
            let goal = self.solve(seat, state, &mut left);
            let group = self.filling_of_seat[seat];
            let mut chosen: Option<(Vec<usize>, usize)> = None;
            for way in 0..self.fillings[group].len() {
                let filling = &self.fillings[group][way];
                if !fits(filling, &left) {
                    continue;
                }
                let (score, offset) = (filling.score, filling.offset);
                take(filling, &mut left);
                let total = score.plus(self.solve(seat + 1, state - offset, &mut left));
                give_back(&self.fillings[group][way], &mut left);
                if total != goal {
                    continue;
                }
                let drives = first_drives(&self.fillings[group][way], kinds, &next);
                if chosen.as_ref().is_none_or(|(known, _)| drives < *known) {
                    chosen = Some((drives, way));
                }
            }
            let Some((drives, way)) = chosen else { break };
            let filling = &self.fillings[group][way];
            for (taken, &count) in next.iter_mut().zip(&filling.counts) {
                *taken += count as usize;
            }
            take(filling, &mut left);
            state -= filling.offset;
            placed.push(drives);
        }
        placed
    }
}

fn fits(filling: &Filling, left: &[u32]) -> bool {
    filling
        .counts
        .iter()
        .zip(left)
        .all(|(needed, there)| needed <= there)
}

fn take(filling: &Filling, left: &mut [u32]) {
    for (there, needed) in left.iter_mut().zip(&filling.counts) {
        *there -= needed;
    }
}

fn give_back(filling: &Filling, left: &mut [u32]) {
    for (there, needed) in left.iter_mut().zip(&filling.counts) {
        *there += needed;
    }
}

/// The drives of a filling that come first in the list, in order.
fn first_drives(filling: &Filling, kinds: &Kinds, next: &[usize]) -> Vec<usize> {
    let mut drives: Vec<usize> = filling
        .counts
        .iter()
        .enumerate()
        .flat_map(|(kind, &count)| {
            kinds.members[kind][next[kind]..next[kind] + count as usize]
                .iter()
                .copied()
        })
        .collect();
    drives.sort_unstable();
    drives
}
