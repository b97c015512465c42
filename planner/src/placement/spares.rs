//! Which vdevs can a hot spare serve?

use super::{Placeable, PlacedVdev, Placement};
use crate::units::Bytes;

/// A hot spare and the vdevs that it can and cannot serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpareService {
    /// The spare: an index into the list that was placed.
    pub spare: usize,
    /// Vdevs that it can serve: indices into the placement's vdevs.
    pub serves: Vec<usize>,
    /// Vdevs for which it is too small, each with the bytes that it lacks.
    pub too_small_for: Vec<(usize, Bytes)>,
}

/// Returns for each spare the vdevs that it can serve: those whose smallest member is not larger than the spare.
///
/// Shape: one entry per spare, in the order of `placement.spares`.
#[must_use]
pub fn vdevs_served_by_spares(placement: &Placement, drives: &[Placeable]) -> Vec<SpareService> {
    let smallest = |vdev: &PlacedVdev| vdev.drives.iter().map(|&drive| drives[drive].bytes).min();
    placement
        .spares
        .iter()
        .map(|&spare| {
            let mut service = SpareService {
                spare,
                serves: Vec::new(),
                too_small_for: Vec::new(),
            };
            for (position, vdev) in placement.vdevs.iter().enumerate() {
                let lacking = smallest(vdev)
                    .unwrap_or(Bytes::ZERO)
                    .saturating_sub(drives[spare].bytes);
                if lacking == Bytes::ZERO {
                    service.serves.push(position);
                } else {
                    service.too_small_for.push((position, lacking));
                }
            }
            service
        })
        .collect()
}
