//! Why the leader leads, in words and numbers.

use super::options::PlanOptions;
use super::result::{Candidate, Relax, RelaxedTo, RivalFigures, Why};
use crate::figures::{chance, count_word, duration, fixed, tb, tb_and_tib};
use crate::rank::{Goal, Miss, Ranking};
use crate::text::excerpt;
use crate::units::{Bytes, Money, Throughput};

/// Returns the reason for the first of `candidates`, which are in the order of `ranking`.
#[must_use]
pub(super) fn why(candidates: &[Candidate], ranking: &Ranking, options: &PlanOptions) -> Why {
    let leader = &candidates[0];
    let fitting = ranking.fitting();
    let mut sentences = Vec::new();
    let mut rival = None;
    let mut relaxed = Vec::new();
    if fitting == 0 {
        relaxed = relax(leader);
        sentences.push(nothing_fits(leader, &relaxed, options));
    } else {
        sentences.push(decided(leader, candidates, ranking, options));
        if let Some((candidate, sentence)) = strongest_rival(leader, candidates, options) {
            rival = Some(candidate);
            sentences.push(sentence);
        } else if let Some(next) = candidates.get(1).filter(|next| next.misses.is_empty()) {
            rival = Some(next);
            sentences.push(match options.goal() {
                Goal::Weighted(_) => next_by_score(leader, next),
                Goal::Space | Goal::RandomReads => next_best(leader, next),
            });
        }
    }
    Why {
        text: sentences.join(" "),
        fitting,
        of: candidates.len(),
        rival: rival.map(|rival| rival.layout.to_string()),
        rival_figures: rival.map(|rival| against(leader, rival)),
        relax: relaxed,
    }
}

fn decided(leader: &Candidate, candidates: &[Candidate], ranking: &Ranking, options: &PlanOptions) -> String {
    let fitting = ranking.fitting();
    let among = if fitting == candidates.len() {
        format!("Of the {fitting} layouts looked at")
    } else if ranking.batch_decides {
        format!(
            "Of the {fitting} layouts that outlive the loss of any one batch and meet the other must-haves"
        )
    } else {
        format!("Of the {fitting} layouts that meet every must-have")
    };
    if fitting == 1 {
        return "It is the only layout that meets every must-have.".to_owned();
    }
    match options.goal() {
        Goal::Space => {
            let equals = candidates
                .iter()
                .filter(|other| other.misses.is_empty() && other.usable() == leader.usable())
                .count();
            let tie = if equals > 1 {
                ", and of those that store as much it is the safest"
            } else {
                ""
            };
            format!("{among} it stores the most{tie}.")
        }
        Goal::RandomReads => {
            format!("{among} and store at least half of the most, it does the most random reads.")
        }
        Goal::Weighted(weights) => format!("{among} it scores best by the weights {weights}."),
    }
}

/// The candidate that would have led but for one must-have, with what it misses.
fn strongest_rival<'a>(
    leader: &Candidate,
    candidates: &'a [Candidate],
    options: &PlanOptions,
) -> Option<(&'a Candidate, String)> {
    let rival = candidates
        .iter()
        .filter(|candidate| candidate.misses.len() == 1 && gain(leader, candidate, options) > 0.0)
        .max_by(|a, b| {
            gain(leader, a, options)
                .total_cmp(&gain(leader, b, options))
                .then_with(|| b.loss().as_f64().total_cmp(&a.loss().as_f64()))
        })?;
    let more = match options.goal() {
        Goal::Space => {
            format!(
                "would store {} TB more",
                tb(rival.usable().saturating_sub(leader.usable()))
            )
        }
        Goal::Weighted(_) => format!("would score {} more", fixed(gain(leader, rival, options), 2)),
        Goal::RandomReads => format!(
            "would do {} random reads more per second",
            fixed(gain(leader, rival, options), 0)
        ),
    };
    let but = match rival.misses[0] {
        Miss::OutliveBatch => batch_clause(rival),
        Miss::MaxLoss => format!(
            "the chance of losing any data in {} would be {}",
            duration(options.mission),
            chance(rival.loss())
        ),
        Miss::MinUsable => format!("it stores only {}", tb_and_tib(rival.usable())),
        Miss::MinRead => format!(
            "it reads only {} MB/s",
            fixed(rival.performance.read_mb_per_s.as_mb_per_s(), 0)
        ),
        Miss::MaxCost => rival.cost.as_ref().map_or_else(
            || "not all of its prices are known".to_owned(),
            |cost| format!("it costs {} {}", fixed(cost.purchase, 2), currency(cost)),
        ),
    };
    Some((rival, format!("{} {more}, but {but}.", rival.layout)))
}

fn currency(cost: &super::result::Cost) -> String {
    cost.currency.map_or_else(
        || "in the price list's currency".to_owned(),
        |currency| currency.to_string(),
    )
}

fn gain(leader: &Candidate, other: &Candidate, options: &PlanOptions) -> f64 {
    match options.goal() {
        Goal::Space => other.usable().as_f64() - leader.usable().as_f64(),
        Goal::Weighted(_) => score(other) - score(leader),
        Goal::RandomReads => {
            other.performance.random_read_iops.as_f64() - leader.performance.random_read_iops.as_f64()
        }
    }
}

fn score(candidate: &Candidate) -> f64 {
    candidate.score.as_ref().map_or(0.0, |score| score.total)
}

fn batch_clause(candidate: &Candidate) -> String {
    let Some(worst) = &candidate.worst_batch else {
        return "a batch could take a vdev down".to_owned();
    };
    let vdevs = candidate.vdevs.len();
    let place = if vdevs == 1 { "its only vdev" } else { "one vdev" };
    let share = if worst.drives_in_one_vdev == 1 {
        "is alone in"
    } else {
        "would share"
    };
    let drives = count_word(worst.drives_in_one_vdev as u64);
    let noun = if worst.drives_in_one_vdev == 1 {
        "drive"
    } else {
        "drives"
    };
    format!(
        "{drives} {noun} of batch {} {share} {place}: if that batch dies, so does the pool",
        excerpt(&worst.batch)
    )
}

fn next_best(leader: &Candidate, next: &Candidate) -> String {
    let difference = leader.usable().as_f64() - next.usable().as_f64();
    let loss = format!("a chance of loss of {}", chance(next.loss()));
    if difference > 0.0 {
        let less = tb(leader.usable().saturating_sub(next.usable()));
        format!("The next, {}, stores {less} TB less, with {loss}.", next.layout)
    } else if difference < 0.0 {
        let more = tb(next.usable().saturating_sub(leader.usable()));
        format!("The next, {}, stores {more} TB more, with {loss}.", next.layout)
    } else {
        format!("The next, {}, stores as much, with {loss}.", next.layout)
    }
}

/// What the leader gains on the next and what it pays, figure by figure.
fn next_by_score(leader: &Candidate, next: &Candidate) -> String {
    let (Some(first), Some(second)) = (&leader.score, &next.score) else {
        return next_best(leader, next);
    };
    let mut ahead = Vec::new();
    let mut behind = Vec::new();
    for (figure, share) in &first.by_figure {
        let difference = share - second.by_figure.get(figure).copied().unwrap_or(0.0);
        let text = format!("{figure} {}", fixed(difference.abs(), 2));
        match difference.partial_cmp(&0.0) {
            Some(std::cmp::Ordering::Greater) => ahead.push(text),
            Some(std::cmp::Ordering::Less) => behind.push(text),
            _ => {}
        }
    }
    let name = &next.layout;
    match (ahead.is_empty(), behind.is_empty()) {
        (false, false) => format!(
            "It beats the next, {name}, by {}, at the price of {}.",
            ahead.join(", "),
            behind.join(", ")
        ),
        (false, true) => format!("It beats the next, {name}, by {}.", ahead.join(", ")),
        _ => format!("The next, {name}, scores the same."),
    }
}

/// The rival's figures, and how far they are from the leader's.
fn against(leader: &Candidate, rival: &Candidate) -> RivalFigures {
    let bytes = |candidate: &Candidate| i64::try_from(candidate.usable().as_u64()).unwrap_or(i64::MAX);
    let scores = leader.score.as_ref().zip(rival.score.as_ref());
    RivalFigures {
        layout: rival.layout.to_string(),
        usable_difference_bytes: bytes(rival) - bytes(leader),
        random_read_iops_difference: rival.performance.random_read_iops.as_f64()
            - leader.performance.random_read_iops.as_f64(),
        score_difference: scores.map(|(leader, rival)| rival.total - leader.total),
        score_difference_by_figure: scores.map(|(leader, rival)| {
            let share = |figure: &str| leader.by_figure.get(figure).copied().unwrap_or(0.0);
            let difference = |(figure, score): (&&'static str, &f64)| (*figure, score - share(figure));
            rival.by_figure.iter().map(difference).collect()
        }),
        zfs_usable_bytes: rival.usable(),
        p_loss: rival.reliability.p_loss.point,
        read_mb_per_s: rival.performance.read_mb_per_s,
        purchase: rival.cost.as_ref().map(|cost| cost.purchase),
        drives_of_worst_batch: rival.worst_batch.as_ref().map(|worst| worst.drives_in_one_vdev),
    }
}

/// A chance of loss is asked for with a little room.
const ROOM: f64 = 1.05;

/// What would let the nearest candidate fit.
fn relax(nearest: &Candidate) -> Vec<Relax> {
    let value = |miss: Miss| match miss {
        Miss::OutliveBatch => None,
        Miss::MaxLoss => Some(RelaxedTo::Number(nearest.reliability.p_loss.point * ROOM)),
        Miss::MinUsable => Some(RelaxedTo::Bytes(nearest.usable())),
        Miss::MinRead => Some(RelaxedTo::Number(
            nearest.performance.read_mb_per_s.as_mb_per_s().floor(),
        )),
        Miss::MaxCost => nearest.cost.as_ref().map(|cost| RelaxedTo::Number(cost.purchase)),
    };
    nearest
        .misses
        .iter()
        .map(|&miss| Relax {
            option: miss.option(),
            value: value(miss),
        })
        .collect()
}

fn nothing_fits(nearest: &Candidate, relaxed: &[Relax], options: &PlanOptions) -> String {
    let words = |(miss, relax): (&Miss, &Relax)| match (miss, relax.value) {
        (_, Some(RelaxedTo::Bytes(bytes))) => format!("`{} {}`", relax.option, bytes.as_u64()),
        (Miss::MaxLoss, Some(RelaxedTo::Number(value))) => format!("`{} {value:.1e}`", relax.option),
        (Miss::MaxCost, Some(RelaxedTo::Number(value))) => format!("`{} {value:.2}`", relax.option),
        (Miss::MaxCost, None) => "a price for every drive".to_owned(),
        (_, Some(RelaxedTo::Number(value))) => format!("`{} {value}`", relax.option),
        (_, None) => format!("`{}`", relax.option),
    };
    let relax: Vec<String> = nearest.misses.iter().zip(relaxed).map(words).collect();
    let wanted = wanted(options);
    format!(
        "No layout of these drives meets every must-have ({wanted}). The nearest, {}, stores {}, with a chance of \
         loss of {}; it fits with {}.",
        nearest.layout,
        tb_and_tib(nearest.usable()),
        chance(nearest.loss()),
        relax.join(" and ")
    )
}

fn wanted(options: &PlanOptions) -> String {
    let must = &options.must_haves;
    let mut parts = vec![format!("a chance of loss of at most {}", chance(must.max_loss))];
    parts.extend(
        must.min_usable
            .map(|least: Bytes| format!("at least {}", tb_and_tib(least))),
    );
    parts.extend(
        must.min_read
            .map(|least: Throughput| format!("at least {} MB/s read", fixed(least.as_mb_per_s(), 0))),
    );
    parts.extend(must.max_cost.map(|most: Money| {
        let currency = most
            .currency()
            .map_or_else(String::new, |currency| format!(" {currency}"));
        format!("at most {}{currency}", fixed(most.as_f64(), 2))
    }));
    parts.join(", ")
}
