//! Which of the candidates is the one to build, and why?
//!
//! Must-haves come first: a candidate that misses none beats every one that does. Among those that miss none, the goal of
//! the workload or the weights that the user gives decide; ties go to the safer, then to the one with fewer drives, then to the name.

mod weights;

pub use weights::{Figure, Score, Weights};

use std::cmp::{Ordering, Reverse};

use serde::Serialize;

use crate::units::{Bytes, Hours, Iops, Money, Probability, Throughput};

/// What a candidate must reach.
#[derive(Debug, Clone, PartialEq)]
pub struct MustHaves {
    /// Least usable bytes.
    pub min_usable: Option<Bytes>,
    /// Highest chance of any loss over the mission.
    pub max_loss: Probability,
    /// Least streaming read rate.
    pub min_read: Option<Throughput>,
    /// Highest price of all drives in vdevs and spares.
    pub max_cost: Option<Money>,
    /// Whether the pool must outlive the loss of any one known batch; asked only where some candidate does.
    pub outlive_batch: bool,
}

/// A must-have that a candidate misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// The loss of one batch loses the pool.
    OutliveBatch,
    /// The chance of loss is too high.
    MaxLoss,
    /// It stores too little.
    MinUsable,
    /// It reads too slowly.
    MinRead,
    /// It costs too much, or its price is unknown.
    MaxCost,
}

impl Miss {
    /// Returns the heading of the candidates that miss it.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::OutliveBatch => "Lost if one batch dies",
            Self::MaxLoss => "Chance of loss above the limit",
            Self::MinUsable => "Too little space",
            Self::MinRead => "Reads too slowly",
            Self::MaxCost => "Too expensive, or a price is missing",
        }
    }

    /// Returns the option that relaxes it.
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Self::OutliveBatch => "--no-outlive-batch",
            Self::MaxLoss => "--max-loss",
            Self::MinUsable => "--min-usable",
            Self::MinRead => "--min-read",
            Self::MaxCost => "--max-cost",
        }
    }
}

/// What decides among candidates that miss nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// The most usable bytes: files, media, backup.
    Space,
    /// The most random reads among those with at least half of the most usable bytes: virtual machines, databases.
    RandomReads,
    /// The best sum of weighted figures: what the user states.
    Weighted(Weights),
}

/// The figures of a candidate that ranking looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Name of the layout.
    pub name: String,
    /// What `zfs list` will show as usable.
    pub usable: Bytes,
    /// Chance of any loss over the mission.
    pub loss: Probability,
    /// Random reads per second.
    pub random_read: Iops,
    /// Streaming read rate.
    pub read: Throughput,
    /// Streaming write rate.
    pub write: Throughput,
    /// Typical hours of a rebuild.
    pub resilver: Hours,
    /// Drives in vdevs and spares.
    pub drives: usize,
    /// Price of those drives, where every one is known.
    pub cost: Option<Money>,
    /// Watts of those drives, where they are known.
    pub watts: f64,
    /// Whether the pool outlives the loss of any one known batch; also true where no batch is known.
    pub outlives_batch: bool,
}

/// The candidates in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Indices of all candidates, the best first; those that miss nothing come before the others.
    pub order: Vec<usize>,
    /// What each candidate misses, in the order in which the candidates were given.
    pub misses: Vec<Vec<Miss>>,
    /// Whether outliving a batch was asked for: only where some candidate does and some does not.
    pub batch_decides: bool,
    /// The scores in the order in which the candidates were given; empty where nothing is weighted.
    pub scores: Vec<Score>,
}

impl Ranking {
    /// Returns the number of candidates that miss nothing.
    #[must_use]
    pub fn fitting(&self) -> usize {
        self.misses.iter().filter(|misses| misses.is_empty()).count()
    }
}

/// Ranks candidates by must-haves and goal.
#[must_use]
pub fn rank(candidates: &[Standing], must_haves: &MustHaves, goal: Goal) -> Ranking {
    let batch_asked = must_haves.outlive_batch && candidates.iter().any(|candidate| candidate.outlives_batch);
    let misses: Vec<Vec<Miss>> = candidates
        .iter()
        .map(|candidate| {
            let batch = Some(Miss::OutliveBatch).filter(|_| batch_asked && !candidate.outlives_batch);
            batch
                .into_iter()
                .chain(misses_of(candidate, must_haves))
                .collect()
        })
        .collect();
    let roomy = candidates
        .iter()
        .zip(&misses)
        .filter(|(_, misses)| misses.is_empty())
        .map(|(candidate, _)| candidate.usable.as_u64() / 2)
        .max()
        .unwrap_or(0);
    let scores = match goal {
        Goal::Weighted(weights) => weights.scores(candidates, |index| misses[index].is_empty()),
        Goal::Space | Goal::RandomReads => Vec::new(),
    };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| {
        let (first, second) = (&candidates[a], &candidates[b]);
        misses[a]
            .len()
            .cmp(&misses[b].len())
            .then_with(|| {
                shortfall(first, &misses[a], must_haves).total_cmp(&shortfall(second, &misses[b], must_haves))
            })
            .then_with(|| match goal {
                Goal::Weighted(_) => scores[b].total.total_cmp(&scores[a].total),
                Goal::Space => second.usable.cmp(&first.usable),
                Goal::RandomReads => by_random_reads(first, second, Bytes::new(roomy)),
            })
            .then_with(|| first.loss.as_f64().total_cmp(&second.loss.as_f64()))
            .then_with(|| first.drives.cmp(&second.drives))
            .then_with(|| first.name.cmp(&second.name))
    });
    let batch_decides = batch_asked && candidates.iter().any(|candidate| !candidate.outlives_batch);
    Ranking {
        order,
        misses,
        batch_decides,
        scores,
    }
}

/// The must-haves that a candidate misses by its own figures; whether the loss of a batch counts depends on the others.
fn misses_of(candidate: &Standing, must_haves: &MustHaves) -> Vec<Miss> {
    let mut misses = Vec::new();
    if candidate.loss > must_haves.max_loss {
        misses.push(Miss::MaxLoss);
    }
    if must_haves
        .min_usable
        .is_some_and(|least| candidate.usable < least)
    {
        misses.push(Miss::MinUsable);
    }
    if must_haves.min_read.is_some_and(|least| candidate.read < least) {
        misses.push(Miss::MinRead);
    }
    let within = |most: Money| {
        candidate
            .cost
            .is_some_and(|cost| cost.as_ten_thousandths() <= most.as_ten_thousandths())
    };
    if must_haves.max_cost.is_some_and(|most| !within(most)) {
        misses.push(Miss::MaxCost);
    }
    misses
}

/// How far a candidate is from the must-haves that it misses, as a sum of relative distances; 0 where it misses none.
fn shortfall(candidate: &Standing, misses: &[Miss], must_haves: &MustHaves) -> f64 {
    let relative = |have: f64, want: f64| {
        if want > 0.0 {
            ((want - have) / want).abs()
        } else {
            1.0
        }
    };
    misses
        .iter()
        .map(|miss| match miss {
            Miss::OutliveBatch => 1.0,
            Miss::MaxLoss => {
                let (have, most) = (candidate.loss.as_f64(), must_haves.max_loss.as_f64());
                if most > 0.0 {
                    mttdl::math::ln(have / most)
                } else {
                    have
                }
            }
            Miss::MinUsable => must_haves
                .min_usable
                .map_or(0.0, |least| relative(candidate.usable.as_f64(), least.as_f64())),
            Miss::MinRead => must_haves.min_read.map_or(0.0, |least| {
                relative(candidate.read.as_mb_per_s(), least.as_mb_per_s())
            }),
            Miss::MaxCost => match (candidate.cost, must_haves.max_cost) {
                (Some(cost), Some(most)) => relative(cost.as_f64(), most.as_f64()),
                _ => 1e3,
            },
        })
        .sum()
}

fn by_random_reads(first: &Standing, second: &Standing, roomy: Bytes) -> Ordering {
    let key = |candidate: &Standing| Reverse(candidate.usable >= roomy);
    key(first)
        .cmp(&key(second))
        .then_with(|| second.random_read.as_f64().total_cmp(&first.random_read.as_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn standing(name: &str, usable: u64, loss: f64, iops: f64, outlives_batch: bool) -> Standing {
        Standing {
            name: name.to_owned(),
            usable: Bytes::new(usable),
            loss: Probability::new(loss).unwrap(),
            random_read: Iops::new(iops).unwrap(),
            read: Throughput::from_mb_per_s(usable as f64).unwrap(),
            write: Throughput::from_mb_per_s(usable as f64).unwrap(),
            resilver: Hours::new(10.0).unwrap(),
            drives: 12,
            cost: None,
            watts: 0.0,
            outlives_batch,
        }
    }

    fn must_haves() -> MustHaves {
        MustHaves {
            min_usable: None,
            max_loss: Probability::new(1e-3).unwrap(),
            min_read: None,
            max_cost: None,
            outlive_batch: true,
        }
    }

    fn names(candidates: &[Standing], must_haves: &MustHaves, goal: Goal) -> Vec<String> {
        rank(candidates, must_haves, goal)
            .order
            .iter()
            .map(|&index| candidates[index].name.clone())
            .collect()
    }

    fn three() -> Vec<Standing> {
        vec![
            standing("raidz3:12", 156, 1e-8, 92.0, false),
            standing("2xraidz2:6", 143, 8e-6, 184.0, true),
            standing("6xmirror:2", 107, 1e-4, 552.0, true),
        ]
    }

    #[test]
    fn outliving_a_batch_beats_space_unless_no_layout_does() {
        let mut candidates = three();
        assert_eq!(
            names(&candidates, &must_haves(), Goal::Space),
            ["2xraidz2:6", "6xmirror:2", "raidz3:12"]
        );
        candidates
            .iter_mut()
            .for_each(|candidate| candidate.outlives_batch = false);
        assert_eq!(names(&candidates, &must_haves(), Goal::Space)[0], "raidz3:12");
        assert!(!rank(&candidates, &must_haves(), Goal::Space).batch_decides);
    }

    #[test]
    fn random_reads_win_only_with_half_of_the_space() {
        let mut candidates = three();
        assert_eq!(
            names(&candidates, &must_haves(), Goal::RandomReads)[0],
            "6xmirror:2"
        );
        candidates[2].usable = Bytes::new(70);
        assert_eq!(
            names(&candidates, &must_haves(), Goal::RandomReads)[0],
            "2xraidz2:6"
        );
    }

    #[test]
    fn the_nearest_leads_when_nothing_fits() {
        let hard = MustHaves {
            min_usable: Some(Bytes::new(180)),
            ..must_haves()
        };
        let ranking = rank(&three(), &hard, Goal::Space);
        assert_eq!(ranking.fitting(), 0);
        assert_eq!(ranking.order[0], 1);
        assert_eq!(ranking.misses[1], [Miss::MinUsable]);
    }

    #[test]
    fn an_unknown_price_does_not_pass_a_price_limit() {
        let capped = MustHaves {
            max_cost: Some(Money::from_ten_thousandths(1, None)),
            ..must_haves()
        };
        assert_eq!(rank(&three(), &capped, Goal::Space).misses[1], [Miss::MaxCost]);
    }
}
