//! How good is it to put these drives into one vdev?
//!
//! A score is a list of figures, the most important first, each the smaller the better. The score of a pool is the sum of
//! its vdevs' scores, figure by figure.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::{Placeable, PlacedVdev};
use crate::drive::Media;
use crate::layout::{AllocationClass, VdevGroup};

/// What comes first where placement goals conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Fewest drives of one batch beyond parity, then of one enclosure where they are known, then fewest wasted bytes,
    /// then the smallest speed spread.
    #[default]
    Safety,
    /// Fewest wasted bytes, then fewest drives of one batch beyond parity, then the smallest speed spread.
    Capacity,
    /// Smallest speed spread, then fewest drives of one batch beyond parity, then fewest wasted bytes.
    Speed,
}

/// The figures that a placement is judged by, of one vdev or summed over a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Goals {
    /// Drives of the other media than the vdev's class asks for.
    pub other_media: u64,
    /// Drives of one batch beyond the vdev's tolerance, over all batches; drives of unknown batch count as one batch.
    pub beyond_parity: u64,
    /// Bytes that the vdev stores less than if all its members were as large as the largest drive of all.
    pub short_bytes: u64,
    /// Bytes of members that lie idle, because a vdev uses as much of each member as of its smallest.
    pub idle_bytes: u64,
    /// Difference between the fastest and the slowest member in bytes per second.
    #[serde(rename = "speed_spread_bytes_per_s")]
    pub speed_spread: u64,
    /// Pairs of drives of one batch within a vdev: the fewer, the more evenly batches are spread.
    pub batch_pairs: u64,
    /// Drives of one enclosure beyond the vdev's tolerance, over all enclosures; drives of unknown enclosure do not count.
    pub domain_beyond_parity: u64,
    /// Pairs of drives of one enclosure within a vdev.
    pub domain_pairs: u64,
}

const FIGURES: usize = 8;

/// Figures in the order of their importance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score([u64; FIGURES]);

impl Score {
    pub(super) const ZERO: Self = Self([0; FIGURES]);

    pub(super) fn plus(self, other: Self) -> Self {
        let mut sum = self.0;
        for (figure, more) in sum.iter_mut().zip(other.0) {
            *figure = figure.saturating_add(more);
        }
        Self(sum)
    }
}

impl Goals {
    /// Returns the sum, figure by figure.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            other_media: self.other_media.saturating_add(other.other_media),
            beyond_parity: self.beyond_parity.saturating_add(other.beyond_parity),
            short_bytes: self.short_bytes.saturating_add(other.short_bytes),
            idle_bytes: self.idle_bytes.saturating_add(other.idle_bytes),
            speed_spread: self.speed_spread.saturating_add(other.speed_spread),
            batch_pairs: self.batch_pairs.saturating_add(other.batch_pairs),
            domain_beyond_parity: self
                .domain_beyond_parity
                .saturating_add(other.domain_beyond_parity),
            domain_pairs: self.domain_pairs.saturating_add(other.domain_pairs),
        }
    }

    pub(super) const fn score(self, priority: Priority) -> Score {
        let (media, batch) = (self.other_media, self.beyond_parity);
        let (short, idle) = (self.short_bytes, self.idle_bytes);
        let (spread, pairs) = (self.speed_spread, self.batch_pairs);
        let (domain, near) = (self.domain_beyond_parity, self.domain_pairs);
        Score(match priority {
            Priority::Safety => [media, batch, domain, short, idle, spread, pairs, near],
            Priority::Capacity => [media, short, idle, batch, domain, spread, pairs, near],
            Priority::Speed => [media, spread, batch, domain, short, idle, pairs, near],
        })
    }
}

/// A vdev to be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seat {
    pub(super) group: VdevGroup,
    /// Drives that may fail before it loses data.
    pub(super) tolerance: usize,
    /// What its drives should store on.
    pub(super) media: Media,
}

impl Seat {
    pub(super) const fn width(&self) -> usize {
        self.group.width as usize
    }
}

/// Drives that placement cannot tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub(super) media: Media,
    pub(super) bytes: u64,
    pub(super) speed: u64,
    /// Number of the batch; drives of unknown batch share one.
    pub(super) batch: usize,
    /// Number of the enclosure, if known.
    pub(super) domain: Option<usize>,
}

/// The drives by kind, with what scores are relative to.
#[derive(Debug)]
pub(super) struct Kinds {
    pub(super) kinds: Vec<Kind>,
    /// The drives of each kind, in the order of the list that is placed.
    pub(super) members: Vec<Vec<usize>>,
    /// Kind of each drive.
    pub(super) of: Vec<usize>,
    pub(super) batches: usize,
    domains: usize,
    largest: u64,
}

impl Kinds {
    pub(super) fn new(drives: &[Placeable]) -> Self {
        let mut batch_numbers: BTreeMap<Option<&Arc<str>>, usize> = BTreeMap::new();
        for drive in drives {
            let next = batch_numbers.len();
            batch_numbers.entry(drive.batch.as_ref()).or_insert(next);
        }
        let mut domain_numbers: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
        for domain in drives.iter().filter_map(|drive| drive.domain.as_ref()) {
            let next = domain_numbers.len();
            domain_numbers.entry(domain).or_insert(next);
        }
        let kind_of = |drive: &Placeable| Kind {
            media: drive.media,
            bytes: drive.bytes.as_u64(),
            speed: bytes_per_second(drive),
            batch: batch_numbers[&drive.batch.as_ref()],
            domain: drive.domain.as_ref().map(|domain| domain_numbers[domain]),
        };
        let mut members: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
        for (index, drive) in drives.iter().enumerate() {
            members.entry(kind_of(drive)).or_default().push(index);
        }
        let mut of = vec![0; drives.len()];
        for (kind, list) in members.values().enumerate() {
            for &drive in list {
                of[drive] = kind;
            }
        }
        Self {
            kinds: members.keys().copied().collect(),
            members: members.into_values().collect(),
            of,
            batches: batch_numbers.len(),
            domains: domain_numbers.len(),
            largest: drives.iter().map(|drive| drive.bytes.as_u64()).max().unwrap_or(0),
        }
    }

    /// Returns one zero per batch and per enclosure.
    pub(super) fn scratch(&self) -> Vec<u64> {
        vec![0; self.batches + self.domains]
    }

    /// Returns the figures of a vdev whose drives are of these kinds; `counts` is what [`Self::scratch`] returns.
    pub(super) fn goals(
        &self,
        seat: &Seat,
        kinds: impl Iterator<Item = usize> + Clone,
        counts: &mut [u64],
    ) -> Goals {
        let (mut smallest, mut slowest) = (u64::MAX, u64::MAX);
        let (mut fastest, mut total, mut width) = (0, 0_u64, 0_u64);
        let mut goals = Goals::default();
        let unsafe_to_lose = seat.group.class != AllocationClass::Log;
        let tolerance = seat.tolerance as u64;
        for kind in kinds.clone().map(|kind| &self.kinds[kind]) {
            smallest = smallest.min(kind.bytes);
            slowest = slowest.min(kind.speed);
            fastest = fastest.max(kind.speed);
            total = total.saturating_add(kind.bytes);
            width += 1;
            goals.other_media += u64::from(kind.media != seat.media);
            if unsafe_to_lose {
                let count = &mut counts[kind.batch];
                goals.batch_pairs += *count;
                goals.beyond_parity += u64::from(*count >= tolerance);
                *count += 1;
                if let Some(domain) = kind.domain {
                    let count = &mut counts[self.batches + domain];
                    goals.domain_pairs += *count;
                    goals.domain_beyond_parity += u64::from(*count >= tolerance);
                    *count += 1;
                }
            }
        }
        for kind in kinds.map(|kind| &self.kinds[kind]) {
            counts[kind.batch] = 0;
            if let Some(domain) = kind.domain {
                counts[self.batches + domain] = 0;
            }
        }
        if width > 0 {
            goals.short_bytes = width.saturating_mul(self.largest - smallest);
            goals.idle_bytes = total.saturating_sub(width.saturating_mul(smallest));
            goals.speed_spread = fastest - slowest;
        }
        goals
    }
}

/// Returns the figures of a placed vdev, summed over those given.
#[must_use]
pub fn goals_of<'a>(
    vdevs: impl IntoIterator<Item = &'a PlacedVdev>,
    drives: &[Placeable],
    data_media: Media,
) -> Goals {
    let kinds = Kinds::new(drives);
    let mut counts = kinds.scratch();
    vdevs
        .into_iter()
        .map(|vdev| {
            let seat = vdev.seat(data_media);
            kinds.goals(
                &seat,
                vdev.drives.iter().map(|&drive| kinds.of[drive]),
                &mut counts,
            )
        })
        .fold(Goals::default(), Goals::plus)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is not negative; the cast saturates"
)]
fn bytes_per_second(drive: &Placeable) -> u64 {
    (drive.read.as_mb_per_s() * 1e6) as u64
}
