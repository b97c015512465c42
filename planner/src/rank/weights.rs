//! How much is each figure of a candidate worth, and which candidate has the best sum?
//!
//! A figure counts by its ratio to the best that a fitting candidate has, as a logarithm: a factor of two in one figure is
//! worth as much as a factor of two in another of the same weight, whatever their units. Left out: thresholds, which are
//! must-haves.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use mttdl::math;
use serde::{Serialize, Serializer};

use super::Standing;
use crate::error::Error;
use crate::figures::SMALLEST_CHANCE;

/// Greatest weight of a figure.
const MOST: f64 = 1000.0;
/// Ratio at which a figure counts that is 0 or unknown where others know it.
const SMALLEST_RATIO: f64 = 1e-6;
/// Hours below which a rebuild counts as no shorter; a pool without redundancy has none.
const SHORTEST_REBUILD_HOURS: f64 = 1e-3;

/// A figure that can be weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// Usable bytes.
    Usable,
    /// Chance of any loss over the mission.
    Loss,
    /// Streaming read rate.
    Read,
    /// Streaming write rate.
    Write,
    /// Random reads per second.
    Iops,
    /// Hours of a rebuild.
    Resilver,
    /// Price of all drives in vdevs and spares.
    Cost,
    /// Watts of all drives in vdevs and spares.
    Watts,
    /// Drives in vdevs and spares, each of which takes a bay.
    Bays,
}

impl Figure {
    /// All figures, in the order in which they are named.
    pub const ALL: [Self; 9] = [
        Self::Usable,
        Self::Loss,
        Self::Read,
        Self::Write,
        Self::Iops,
        Self::Resilver,
        Self::Cost,
        Self::Watts,
        Self::Bays,
    ];

    /// Returns its name in `--weights` and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usable => "usable",
            Self::Loss => "loss",
            Self::Read => "read",
            Self::Write => "write",
            Self::Iops => "iops",
            Self::Resilver => "resilver",
            Self::Cost => "cost",
            Self::Watts => "watts",
            Self::Bays => "bays",
        }
    }

    const fn more_is_better(self) -> bool {
        matches!(self, Self::Usable | Self::Read | Self::Write | Self::Iops)
    }

    /// The figure of a candidate; nothing where it is unknown.
    fn of(self, candidate: &Standing) -> Option<f64> {
        Some(match self {
            Self::Usable => candidate.usable.as_f64(),
            Self::Loss => candidate.loss.as_f64().max(SMALLEST_CHANCE),
            Self::Read => candidate.read.as_mb_per_s(),
            Self::Write => candidate.write.as_mb_per_s(),
            Self::Iops => candidate.random_read.as_f64(),
            Self::Resilver => candidate.resilver.as_f64().max(SHORTEST_REBUILD_HOURS),
            Self::Cost => candidate.cost?.as_f64(),
            Self::Watts => candidate.watts,
            Self::Bays => u32::try_from(candidate.drives).map_or(f64::INFINITY, f64::from),
        })
    }
}

/// Weights of figures: from 0 to 1000, at least one above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights([f64; Figure::ALL.len()]);

/// How a candidate scores: 0 would be the best in every weighed figure, less is worse.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// Sum over the figures.
    pub total: f64,
    /// Share of each figure that has a weight.
    pub by_figure: BTreeMap<&'static str, f64>,
}

impl Weights {
    /// Returns the weights of some figures; the others have none.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a weight is below 0, above 1000 or no number, where a figure has two, or all are 0.
    pub fn new(given: &[(Figure, f64)]) -> Result<Self, Error> {
        let mut weights = [None; Figure::ALL.len()];
        for &(figure, weight) in given {
            if !(0.0..=MOST).contains(&weight) {
                return Err(wrong(format!(
                    "the weight of `{}` is {weight}, not from 0 to {MOST}",
                    figure.name()
                )));
            }
            if weights[figure as usize].replace(weight).is_some() {
                return Err(wrong(format!("`{}` has two weights", figure.name())));
            }
        }
        let weights = weights.map(|weight| weight.unwrap_or(0.0));
        if weights.iter().all(|weight| *weight <= 0.0) {
            return Err(wrong("no figure has a weight above 0".to_owned()));
        }
        Ok(Self(weights))
    }

    /// Returns the weight of a figure.
    #[must_use]
    pub const fn of(&self, figure: Figure) -> f64 {
        self.0[figure as usize]
    }

    /// Returns the scores of all candidates, in their order.
    ///
    /// # Formula
    /// ```text
    /// score = Σ over figures f of w_f · ln(x_f / best_f)     more is better: usable, read, write, iops
    ///         Σ over figures f of w_f · ln(best_f / x_f)     less is better: the others
    /// ```
    /// x_f the candidate's figure, best_f the best of the candidates that `fits` names, of all where it names none;
    /// 1/1,000,000 stands for the ratio of a figure that is unknown or 0. Chances below 10^−15 count as that.
    /// A candidate that does not fit can score above 0.
    #[must_use]
    pub fn scores(&self, candidates: &[Standing], fits: impl Fn(usize) -> bool) -> Vec<Score> {
        let some_fit = (0..candidates.len()).any(&fits);
        let weighed: Vec<(Figure, f64, Option<f64>)> = Figure::ALL
            .into_iter()
            .filter(|&figure| self.of(figure) > 0.0)
            .map(|figure| {
                let compared = (0..candidates.len()).filter(|&index| !some_fit || fits(index));
                let known = compared.filter_map(|index| figure.of(&candidates[index]));
                let best = if figure.more_is_better() {
                    known.max_by(f64::total_cmp)
                } else {
                    known.min_by(f64::total_cmp)
                };
                (figure, self.of(figure), best)
            })
            .collect();
        let score = |candidate: &Standing| {
            let share = |&(figure, weight, best): &(Figure, f64, Option<f64>)| {
                let gain = best.map_or(0.0, |best| gain(figure, figure.of(candidate), best));
                (figure.name(), weight * gain)
            };
            let by_figure: BTreeMap<&'static str, f64> = weighed.iter().map(share).collect();
            Score {
                total: by_figure.values().sum(),
                by_figure,
            }
        };
        candidates.iter().map(score).collect()
    }
}

/// The logarithm of how much better a figure is than the best; below 0 where it is worse.
fn gain(figure: Figure, value: Option<f64>, best: f64) -> f64 {
    let worst = math::ln(SMALLEST_RATIO);
    let Some(value) = value else { return worst };
    let (more, less) = if figure.more_is_better() {
        (value, best)
    } else {
        (best, value)
    };
    match (more > 0.0, less > 0.0) {
        (false, false) => 0.0,
        (false, true) => worst,
        (true, false) => -worst,
        (true, true) => math::ln(more / less),
    }
}

fn wrong(reason: String) -> Error {
    let names: Vec<&str> = Figure::ALL.into_iter().map(Figure::name).collect();
    Error::OutOfRange {
        quantity: "--weights".to_owned(),
        reason,
        hint: format!(
            "write weights such as `usable=1,loss=0.2`; figures are {}",
            names.join(", ")
        ),
    }
}

impl FromStr for Weights {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut given = Vec::new();
        for part in text.split(',') {
            let Some((name, value)) = part.split_once('=') else {
                return Err(wrong(format!("`{}` is no figure with a weight", part.trim())));
            };
            let (name, value) = (name.trim(), value.trim());
            let figure = Figure::ALL
                .into_iter()
                .find(|figure| figure.name() == name)
                .ok_or_else(|| wrong(format!("`{name}` is no figure")))?;
            let weight = value
                .parse()
                .map_err(|_| wrong(format!("`{value}` is no weight of `{name}`")))?;
            given.push((figure, weight));
        }
        Self::new(&given)
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = Figure::ALL.into_iter().filter(|&figure| self.of(figure) > 0.0);
        for (position, figure) in given.enumerate() {
            let comma = if position > 0 { "," } else { "" };
            write!(formatter, "{comma}{}={}", figure.name(), self.of(figure))?;
        }
        Ok(())
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = Figure::ALL.into_iter().filter(|&figure| self.of(figure) > 0.0);
        serializer.collect_map(given.map(|figure| (figure.name(), self.of(figure))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Goal, MustHaves, rank, tests::standing};
    use super::*;
    use crate::units::{Money, Probability};

    fn weights(text: &str) -> Weights {
        text.parse().unwrap()
    }

    fn three() -> Vec<Standing> {
        vec![
            standing("raidz3:12", 160, 1e-8, 100.0, true),
            standing("2xraidz2:6", 140, 8e-6, 200.0, true),
            standing("6xmirror:2", 80, 1e-4, 600.0, true),
        ]
    }

    fn order(text: &str, candidates: &[Standing]) -> Vec<String> {
        let must_haves = MustHaves {
            min_usable: None,
            max_loss: Probability::new(1e-3).unwrap(),
            min_read: None,
            max_cost: None,
            outlive_batch: false,
        };
        let ranking = rank(candidates, &must_haves, Goal::Weighted(weights(text)));
        ranking
            .order
            .iter()
            .map(|&index| candidates[index].name.clone())
            .collect()
    }

    #[test]
    fn one_weight_orders_by_its_figure() {
        assert_eq!(
            order("usable=1", &three()),
            ["raidz3:12", "2xraidz2:6", "6xmirror:2"]
        );
        assert_eq!(
            order("iops=2", &three()),
            ["6xmirror:2", "2xraidz2:6", "raidz3:12"]
        );
        assert_eq!(order("loss=0.1", &three())[0], "raidz3:12");
    }

    #[test]
    fn a_factor_of_two_is_worth_the_same_everywhere() {
        // Half of the space for six times the reads: as good where space weighs ln 6 / ln 2 times as much.
        let even = math::ln(6.0) / math::ln(2.0);
        let two = vec![three().swap_remove(0), three().swap_remove(2)];
        assert_eq!(
            order(&format!("iops=1,usable={}", even * 0.99), &two)[0],
            "6xmirror:2"
        );
        assert_eq!(
            order(&format!("iops=1,usable={}", even * 1.01), &two)[0],
            "raidz3:12"
        );
    }

    #[test]
    fn scores_sum_and_the_best_has_none() {
        let found = weights("usable=1,iops=0.5").scores(&three(), |_| true);
        assert!(found[0].by_figure["usable"].abs() < 1e-12);
        assert!((found[0].by_figure["iops"] - 0.5 * math::ln(1.0 / 6.0)).abs() < 1e-12);
        for score in found {
            assert!((score.total - score.by_figure.values().sum::<f64>()).abs() < 1e-12);
            assert!(score.total <= 0.0);
        }
    }

    #[test]
    fn an_unknown_price_counts_as_the_worst_where_others_are_known() {
        let mut candidates = three();
        candidates[1].cost = Some(Money::from_ten_thousandths(5_000_000, None));
        let found = weights("cost=1").scores(&candidates, |_| true);
        assert!(found[1].total.abs() < 1e-12);
        assert!((found[0].total - math::ln(1e-6)).abs() < 1e-12);
        let none_known = weights("cost=1").scores(&three(), |_| true);
        assert!(none_known.iter().all(|score| score.total.abs() < 1e-12));
    }

    #[test]
    fn what_is_no_weight_is_refused_with_the_names() {
        for (text, reason) in [
            ("", "`` is no figure with a weight"),
            ("usable", "`usable` is no figure with a weight"),
            ("space=1", "`space` is no figure"),
            ("usable=much", "`much` is no weight of `usable`"),
            ("usable=-1", "the weight of `usable` is -1, not from 0 to 1000"),
            ("usable=NaN", "the weight of `usable` is NaN, not from 0 to 1000"),
            ("usable=1,usable=2", "`usable` has two weights"),
            ("usable=0,loss=0", "no figure has a weight above 0"),
        ] {
            let error = text.parse::<Weights>().unwrap_err();
            assert_eq!(error.to_string(), format!("--weights: {reason}"));
            assert!(error.hint().unwrap().contains("usable, loss, read, write, iops"));
        }
        assert_eq!(weights(" loss=2 , usable=1").to_string(), "usable=1,loss=2");
    }
}
