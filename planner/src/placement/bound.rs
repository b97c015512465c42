//! How far can a placement be from the best?
//!
//! Bounds on the first two goals of safety and capacity that no placement can beat, from simple counting.

use super::score::{Kinds, Seat};
use crate::layout::AllocationClass;

/// Returns the drives of one batch beyond parity that no placement avoids.
///
/// # Formula
/// ```text
/// max( Σ_b max(0, n_b − Σ_v t_v) − u ,  Σ_v max(0, w_v − Σ_b min(n_b, t_v)) )
/// ```
/// n_b drives of batch b, vdevs v of width w_v and tolerance t_v, u drives in no such vdev: a vdev takes at most t_v drives
/// of each batch for free.
pub(super) fn beyond_parity(seats: &[Seat], kinds: &Kinds) -> u64 {
    let counted: Vec<&Seat> = seats
        .iter()
        .filter(|seat| seat.group.class != AllocationClass::Log)
        .collect();
    let mut sizes = vec![0_usize; kinds.batches];
    for (kind, members) in kinds.kinds.iter().zip(&kinds.members) {
        sizes[kind.batch] += members.len();
    }
    let tolerances: usize = counted.iter().map(|seat| seat.tolerance).sum();
    let seated: usize = counted.iter().map(|seat| seat.width()).sum();
    let elsewhere = kinds.of.len().saturating_sub(seated);
    let by_batch: usize = sizes.iter().map(|&size| size.saturating_sub(tolerances)).sum();
    let by_vdev: usize = counted
        .iter()
        .map(|seat| {
            let free: usize = sizes.iter().map(|&size| size.min(seat.tolerance)).sum();
            seat.width().saturating_sub(free)
        })
        .sum();
    by_batch.saturating_sub(elsewhere).max(by_vdev) as u64
}

/// Returns the bytes that the vdevs of any placement store less than if all drives were as large as the largest.
///
/// Each vdev needs its width of drives; drives counted one by one, the largest first, never store less than in vdevs.
pub(super) fn short_bytes(seats: &[Seat], kinds: &Kinds) -> u64 {
    let mut sizes: Vec<u64> = kinds
        .kinds
        .iter()
        .zip(&kinds.members)
        .flat_map(|(kind, members)| std::iter::repeat_n(kind.bytes, members.len()))
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let largest = sizes.first().copied().unwrap_or(0);
    let mut widths: Vec<usize> = seats.iter().map(Seat::width).collect();
    let equal = widths.windows(2).all(|pair| pair[0] == pair[1]);
    if equal {
        // Among vdevs of one width, the k-th best smallest member is at most the size of drive k · width.
        return widths
            .iter()
            .enumerate()
            .map(|(position, &width)| {
                let smallest = sizes.get((position + 1) * width - 1).copied().unwrap_or(0);
                (width as u64).saturating_mul(largest - smallest)
            })
            .fold(0, u64::saturating_add);
    }
    let seated: usize = widths.drain(..).sum();
    sizes
        .iter()
        .take(seated)
        .map(|size| largest - size)
        .fold(0, u64::saturating_add)
}
