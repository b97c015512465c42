//! Which candidates lead, by what they are compared, and in which order a person may ask for them.

use super::Evaluated;
use super::options::{PlanOptions, SortKey};
use super::result::{Candidate, Plan};
use crate::rank::{Ranking, Standing, rank};
use crate::units::Money;

/// What candidates are compared by, each the smaller the better; NaN where it is unknown.
pub(super) fn figures(candidate: &Candidate) -> Vec<f64> {
    let (speed, cost) = (&candidate.performance, candidate.cost.as_ref());
    let seats: usize = candidate.vdevs.iter().map(|vdev| vdev.drives.len()).sum();
    let drives = u32::try_from(seats + candidate.spares.len()).map_or(f64::INFINITY, f64::from);
    vec![
        -candidate.usable().as_f64(),
        candidate.reliability.p_loss.point,
        -speed.read_mb_per_s.as_mb_per_s(),
        -speed.write_mb_per_s.as_mb_per_s(),
        -speed.random_read_iops.as_f64(),
        speed.resilver_hours.point.as_f64(),
        drives,
        cost.map_or(f64::NAN, |cost| cost.purchase),
        candidate.watts,
    ]
}

/// Returns the ranking of candidates by what is known of them.
pub(super) fn rank_all(candidates: &[Evaluated], options: &PlanOptions) -> Ranking {
    let standings: Vec<Standing> = candidates
        .iter()
        .map(|(candidate, _)| standing(candidate))
        .collect();
    rank(&standings, &options.must_haves, options.goal())
}

/// The candidates that a person looks at, the rows of the table: of those that miss nothing the first, and a quarter
/// for the first of the others.
pub(super) fn shortlist(candidates: &[Evaluated], ranking: &Ranking, count: usize) -> Vec<usize> {
    let (fitting, missing): (Vec<usize>, Vec<usize>) = ranking
        .order
        .iter()
        .copied()
        .partition(|&index| ranking.misses[index].is_empty());
    let others = (count / 4)
        .max(count.saturating_sub(fitting.len()))
        .min(missing.len());
    let chosen = fitting
        .into_iter()
        .take(count - others)
        .chain(missing.into_iter().take(others));
    chosen
        .filter(|&index| candidates[index].0.reliability.p_loss.point > 0.0)
        .collect()
}

fn standing(candidate: &Candidate) -> Standing {
    Standing {
        name: candidate.layout.to_string(),
        usable: candidate.usable(),
        loss: candidate.loss(),
        random_read: candidate.performance.random_read_iops,
        read: candidate.performance.read_mb_per_s,
        write: candidate.performance.write_mb_per_s,
        resilver: candidate.performance.resilver_hours.point,
        drives: candidate
            .vdevs
            .iter()
            .map(|vdev| vdev.drives.len())
            .sum::<usize>()
            + candidate.spares.len(),
        cost: candidate.cost.as_ref().map(|cost| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a sum of prices, far below 2^63 ten-thousandths"
            )]
            let ten_thousandths = (cost.purchase * 1e4).round() as i64;
            Money::from_ten_thousandths(ten_thousandths, cost.currency)
        }),
        watts: candidate.watts,
        outlives_batch: candidate.worst_batch.as_ref().is_none_or(|worst| worst.survives),
    }
}

impl Plan {
    /// Puts the candidates in the order that `key` asks for; those that miss no must-have stay before the others, and the
    /// recommended one stays recommended.
    pub fn sort(&mut self, key: SortKey) {
        let recommended = self.candidates[self.recommended].layout.clone();
        sort_by_key(&mut self.candidates, key);
        self.recommended = self
            .candidates
            .iter()
            .position(|candidate| candidate.layout == recommended)
            .unwrap_or(0);
    }
}

/// Puts the candidates in the order that `key` asks for; those that miss no must-have stay before the others.
pub fn sort_by_key(candidates: &mut [Candidate], key: SortKey) {
    let by = |a: &Candidate, b: &Candidate| match key {
        SortKey::Usable => b.usable().cmp(&a.usable()),
        SortKey::Loss => a.reliability.p_loss.point.total_cmp(&b.reliability.p_loss.point),
        SortKey::Read => speed(b).total_cmp(&speed(a)),
        SortKey::Iops => operations(b).total_cmp(&operations(a)),
        SortKey::Resilver => resilver(a).total_cmp(&resilver(b)),
        SortKey::Price => price(a).total_cmp(&price(b)),
    };
    candidates.sort_by(|a, b| {
        a.misses
            .len()
            .min(1)
            .cmp(&b.misses.len().min(1))
            .then_with(|| by(a, b))
    });
}

fn speed(candidate: &Candidate) -> f64 {
    candidate.performance.read_mb_per_s.as_mb_per_s()
}

fn operations(candidate: &Candidate) -> f64 {
    candidate.performance.random_read_iops.as_f64()
}

fn resilver(candidate: &Candidate) -> f64 {
    candidate.performance.resilver_hours.point.as_f64()
}

fn price(candidate: &Candidate) -> f64 {
    candidate
        .cost
        .as_ref()
        .map_or(f64::INFINITY, |cost| cost.per_usable_tb)
}
