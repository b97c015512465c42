//! An absorbing chain: how long until it ends, and how likely within a time?

use std::collections::BTreeMap;

use super::ladder::Ladder;
use crate::ModelError;
use crate::math;

/// Where a transition leads.
pub(super) enum Next<S> {
    /// To a state from which the chain goes on.
    State(S),
    /// To the end: loss.
    Loss,
}

/// The most states a chain may have; the time of a solution grows with the third power.
pub(super) const STATE_LIMIT: usize = 512;

/// A continuous-time chain that starts in state 0 and ends in loss.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    /// Per state, the other states that follow it and the rates per hour, all positive.
    pub(super) transitions: Vec<Vec<(usize, f64)>>,
    /// Per state, the rate of loss per hour.
    pub(super) loss_rates: Vec<f64>,
    /// The largest number of transitions on a shortest way from the start to a state, plus one.
    pub(super) depth: usize,
}

impl Chain {
    /// Returns the chain of all states that `start` leads to; `successors` lists the transitions of a state, in which a
    /// target may be named more than once.
    ///
    /// # Errors
    /// [`ModelError::TooManyStates`] if there are more than [`STATE_LIMIT`].
    pub(super) fn explore<S: Ord + Clone>(
        start: S,
        mut successors: impl FnMut(&S, &mut Vec<(Next<S>, f64)>),
    ) -> Result<Self, ModelError> {
        let mut index = BTreeMap::from([(start.clone(), 0_usize)]);
        let mut found = vec![(start, 1_usize)];
        let mut chain = Self {
            transitions: Vec::new(),
            loss_rates: Vec::new(),
            depth: 1,
        };
        let mut following = Vec::new();
        while chain.transitions.len() < found.len() {
            let (state, depth) = found[chain.transitions.len()].clone();
            chain.depth = depth;
            successors(&state, &mut following);
            let mut row: Vec<(usize, f64)> = Vec::with_capacity(following.len());
            let mut loss = 0.0;
            for (next, rate) in following.drain(..) {
                if rate <= 0.0 {
                    continue;
                }
                match next {
                    Next::Loss => loss += rate,
                    Next::State(target) => {
                        let position = *index.entry(target).or_insert_with_key(|key| {
                            found.push((key.clone(), depth + 1));
                            found.len() - 1
                        });
                        match row.iter_mut().find(|(known, _)| *known == position) {
                            Some((_, total)) => *total += rate,
                            None => row.push((position, rate)),
                        }
                    }
                }
            }
            if found.len() > STATE_LIMIT {
                return Err(ModelError::TooManyStates { limit: STATE_LIMIT });
            }
            chain.transitions.push(row);
            chain.loss_rates.push(loss);
        }
        Ok(chain)
    }

    /// Returns the number of states before loss.
    pub(super) fn len(&self) -> usize {
        self.loss_rates.len()
    }

    /// Returns a rate above the total rate of leaving any state.
    pub(super) fn uniform_rate(&self) -> f64 {
        let largest = self
            .transitions
            .iter()
            .zip(&self.loss_rates)
            .map(|(row, loss)| row.iter().map(|(_, rate)| rate).sum::<f64>() + loss)
            .fold(0.0, f64::max);
        // Room above the largest rate keeps every diagonal entry of the uniformised chain well above 0.
        largest * 1.0625
    }

    /// Returns the mean hours from the start to loss; infinite if loss cannot happen.
    pub(super) fn mean_hours_to_loss(&self) -> f64 {
        let states = self.len();
        let mut rates = vec![0.0; states * states];
        for (from, row) in self.transitions.iter().enumerate() {
            for &(to, rate) in row {
                rates[from * states + to] = rate;
            }
        }
        let mut loss = self.loss_rates.clone();
        let mut hours = vec![1.0; states];
        for last in (1..states).rev() {
            let (above, row) = rates.split_at_mut(last * states);
            let leaving = row[..last].iter().sum::<f64>() + loss[last];
            if leaving <= 0.0 {
                return f64::INFINITY;
            }
            for from in 0..last {
                let into = above[from * states + last];
                if into > 0.0 {
                    let share = into / leaving;
                    for to in 0..last {
                        above[from * states + to] += share * row[to];
                    }
                    loss[from] += share * loss[last];
                    hours[from] += share * hours[last];
                }
            }
        }
        hours[0] / loss[0]
    }

    /// Returns the probability of loss within `hours`, not negative.
    pub(super) fn loss_within(&self, hours: f64) -> f64 {
        let uniform_rate = self.uniform_rate();
        let steps = uniform_rate * hours;
        if steps <= 0.0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "estimates of work need no precision")]
        let (states, entries) = (
            self.len() as f64,
            self.transitions.iter().map(Vec::len).sum::<usize>() as f64 + self.len() as f64,
        );
        let squarings = math::ln(steps.max(2.0)) / std::f64::consts::LN_2 + 20.0;
        let dense_work = states * states * states * squarings;
        let sparse_work = (steps + 8.0 * math::sqrt(steps) + 40.0) * entries * 2.0;
        if sparse_work < dense_work {
            self.loss_by_steps(uniform_rate, steps)
        } else {
            Ladder::up_to(self, hours).loss_from_start()
        }
    }

    /// Returns the probability of loss after a Poisson number of uniformised steps with mean `steps`.
    fn loss_by_steps(&self, uniform_rate: f64, steps: f64) -> f64 {
        let mode = steps.floor();
        let spread = 9.0 * math::sqrt(steps) + 40.0;
        let (first, last) = ((mode - spread).max(0.0), mode + spread);
        let mut mass = vec![0.0; self.len()];
        mass[0] = 1.0;
        let staying: Vec<f64> = self
            .transitions
            .iter()
            .zip(&self.loss_rates)
            .map(|(row, loss)| 1.0 - (row.iter().map(|(_, rate)| rate).sum::<f64>() + loss) / uniform_rate)
            .collect();
        // Weights relative to that of `first`; they rise by less than e^200 up to the mode, so none overflows.
        let mut weight = 1.0;
        let (mut lost, mut total, mut weights) = (0.0, 0.0, 0.0);
        let mut step = 0.0;
        let mut next = vec![0.0; self.len()];
        while step <= last {
            if step >= first {
                weights += weight;
                total += weight * lost;
                weight *= steps / (step + 1.0);
            }
            next.fill(0.0);
            for (from, row) in self.transitions.iter().enumerate() {
                let here = mass[from];
                lost += here * self.loss_rates[from] / uniform_rate;
                next[from] += here * staying[from];
                for &(to, rate) in row {
                    next[to] += here * rate / uniform_rate;
                }
            }
            std::mem::swap(&mut mass, &mut next);
            step += 1.0;
        }
        (total / weights).min(1.0)
    }
}
