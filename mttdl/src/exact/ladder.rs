//! Transition probabilities over doubling times.

use super::chain::Chain;

/// What a chain does within a length of time that can be doubled: transition probabilities between the states before
/// loss, and the loss probability from each of them.
#[derive(Debug, Clone)]
pub(super) struct Ladder {
    states: usize,
    /// Probability of being in state j, having started in i, at `i · states + j`.
    transitions: Vec<f64>,
    /// Probability of loss, having started in i.
    losses: Vec<f64>,
    scratch: Vec<f64>,
}

impl Ladder {
    /// Returns the probabilities over the short time of `uniform_steps` uniformised steps, at most 1.
    ///
    /// # Formula
    /// ```text
    /// e^(Qh) = e^(−x) Σ_n x^n / n! · U^n,   x = Λh ≤ 1
    /// ```
    /// The series has as many terms as the longest way to a state, and 16 more: the last term then is below 1e-16 of
    /// the first one that reaches the loss.
    pub(super) fn short(chain: &Chain, uniform_rate: f64, uniform_steps: f64) -> Self {
        let states = chain.len();
        let mut uniform = vec![0.0; states * states];
        let mut loss_step = vec![0.0; states];
        for (from, row) in chain.transitions.iter().enumerate() {
            let mut leaving = chain.loss_rates[from];
            loss_step[from] = chain.loss_rates[from] / uniform_rate;
            for &(to, rate) in row {
                uniform[from * states + to] = rate / uniform_rate;
                leaving += rate;
            }
            uniform[from * states + from] = 1.0 - leaving / uniform_rate;
        }
        let mut ladder = Self {
            states,
            transitions: identity(states),
            losses: vec![0.0; states],
            scratch: vec![0.0; states * states],
        };
        // Horner's scheme from the last term: E ← 1 + (x/n) U E, and the same for the loss column.
        let terms = u32::try_from(chain.depth).unwrap_or(u32::MAX - 16) + 16;
        // The same series for the state of loss alone.
        let mut ended = 1.0;
        let mut loss = vec![0.0; states];
        for term in (1..=terms).rev() {
            let factor = uniform_steps / f64::from(term);
            multiply(states, &uniform, &ladder.transitions, &mut ladder.scratch);
            for (to, from) in ladder.transitions.iter_mut().zip(&ladder.scratch) {
                *to = from * factor;
            }
            for from in 0..states {
                let onward: f64 = (0..states)
                    .map(|to| uniform[from * states + to] * ladder.losses[to])
                    .sum::<f64>();
                loss[from] = (onward + loss_step[from] * ended) * factor;
            }
            ended = 1.0 + factor * ended;
            std::mem::swap(&mut loss, &mut ladder.losses);
            for state in 0..states {
                ladder.transitions[state * states + state] += 1.0;
            }
        }
        ladder.normalise();
        ladder
    }

    /// Returns the probabilities over `hours`.
    pub(super) fn up_to(chain: &Chain, hours: f64) -> Self {
        let uniform_rate = chain.uniform_rate();
        let mut uniform_steps = (uniform_rate * hours).min(f64::MAX);
        let mut doublings = 0;
        while uniform_steps > 0.5 {
            uniform_steps *= 0.5;
            doublings += 1;
        }
        let mut ladder = Self::short(chain, uniform_rate, uniform_steps);
        for _ in 0..doublings {
            ladder.double();
        }
        ladder
    }

    /// Doubles the length of time.
    pub(super) fn double(&mut self) {
        let states = self.states;
        for from in 0..states {
            let row = &self.transitions[from * states..(from + 1) * states];
            let onward: f64 = row
                .iter()
                .zip(&self.losses)
                .map(|(chance, loss)| chance * loss)
                .sum();
            self.scratch[from] = self.losses[from] + onward;
        }
        self.losses.copy_from_slice(&self.scratch[..states]);
        multiply(states, &self.transitions, &self.transitions, &mut self.scratch);
        std::mem::swap(&mut self.transitions, &mut self.scratch);
        self.normalise();
    }

    /// Divides every row by its sum, which is 1 but for rounding: without it the errors double with the time.
    fn normalise(&mut self) {
        for (row, loss) in self
            .transitions
            .chunks_exact_mut(self.states)
            .zip(&mut self.losses)
        {
            let total = row.iter().sum::<f64>() + *loss;
            if total > 0.0 && total.is_finite() {
                for entry in row {
                    *entry /= total;
                }
                *loss /= total;
            }
        }
    }

    /// Returns the loss probability from the start.
    pub(super) fn loss_from_start(&self) -> f64 {
        self.losses[0].min(1.0)
    }

    /// Returns the probabilities of the states, having started in state 0.
    pub(super) fn mass_from_start(&self) -> &[f64] {
        &self.transitions[..self.states]
    }

    /// Returns the probability of no loss when the chain is in each state with the probability of `mass`.
    pub(super) fn survival_from(&self, mass: &[f64]) -> f64 {
        mass.iter()
            .zip(self.transitions.chunks_exact(self.states))
            .map(|(chance, row)| chance * row.iter().sum::<f64>())
            .sum()
    }
}

fn identity(states: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; states * states];
    for state in 0..states {
        matrix[state * states + state] = 1.0;
    }
    matrix
}

/// Writes the product of two square matrices to `product`.
fn multiply(states: usize, left: &[f64], right: &[f64], product: &mut [f64]) {
    product.fill(0.0);
    for (row, out) in left.chunks_exact(states).zip(product.chunks_exact_mut(states)) {
        for (factor, column) in row.iter().zip(right.chunks_exact(states)) {
            if *factor != 0.0 {
                for (sum, entry) in out.iter_mut().zip(column) {
                    *sum += factor * entry;
                }
            }
        }
    }
}
