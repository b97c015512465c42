//! Sums of one kind of loss over the mission, sharp enough to say how sharp they are.

use serde::{Deserialize, Serialize};

/// Intervals of equal length that the loss curve has over the mission.
pub(super) const CURVE_INTERVALS: usize = 40;

/// Loss by interval of the mission, over the trials of one component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct LossCurve {
    /// Loss within each interval.
    sums: Vec<f64>,
    /// Squares of each trial's loss up to the end of each interval.
    squares: Vec<f64>,
    /// Loss of the trial under way within each interval; all 0 between trials.
    #[serde(skip, default = "no_trial")]
    trial: Vec<f64>,
    /// Length of an interval.
    interval: f64,
}

fn no_trial() -> Vec<f64> {
    vec![0.0; CURVE_INTERVALS]
}

impl LossCurve {
    /// Returns the curve of no trial over a mission.
    pub(super) fn new(mission: f64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let interval = mission / CURVE_INTERVALS as f64;
        Self {
            sums: vec![0.0; CURVE_INTERVALS],
            squares: vec![0.0; CURVE_INTERVALS],
            trial: no_trial(),
            interval,
        }
    }

    /// Spreads a loss of the trial under way evenly from one time to another.
    pub(super) fn add(&mut self, from: f64, to: f64, amount: f64) {
        let last = CURVE_INTERVALS - 1;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "times lie within the mission, and the result is cut to the last interval"
        )]
        let interval_of = |time: f64| ((time / self.interval) as usize).min(last);
        let (first, end) = (interval_of(from), interval_of(to));
        if first == end {
            self.trial[first] += amount;
            return;
        }
        let length = to - from;
        for interval in first..=end {
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let start = interval as f64 * self.interval;
            let (start, stop) = (start.max(from), (start + self.interval).min(to));
            self.trial[interval] += amount * ((stop - start) / length).max(0.0);
        }
    }

    /// Counts the trial under way.
    pub(super) fn end_trial(&mut self) {
        let Some(first) = self.trial.iter().position(|loss| *loss > 0.0) else {
            return;
        };
        let mut so_far = 0.0;
        for interval in first..CURVE_INTERVALS {
            let loss = std::mem::take(&mut self.trial[interval]);
            so_far += loss;
            self.sums[interval] += loss;
            self.squares[interval] += so_far * so_far;
        }
    }

    /// Returns whether this is the curve of the same mission as `other`.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.sums.len() == other.sums.len()
            && self.squares.len() == other.squares.len()
            && self.interval.to_bits() == other.interval.to_bits()
    }

    /// Adds the sums of the trials that follow.
    pub(super) fn merge(&mut self, other: &Self) {
        for (sum, other) in self.sums.iter_mut().zip(&other.sums) {
            *sum += other;
        }
        for (square, other) in self.squares.iter_mut().zip(&other.squares) {
            *square += other;
        }
    }

    /// Returns the mean loss of `trials` trials up to the end of each interval, and the variance of that mean.
    pub(super) fn means(&self, trials: f64) -> Vec<(f64, f64)> {
        let mut sum = 0.0;
        self.sums
            .iter()
            .zip(&self.squares)
            .map(|(loss, squares)| {
                sum += loss;
                let mean = if trials > 0.0 { sum / trials } else { 0.0 };
                let variance = if trials > 1.0 {
                    ((squares / trials - mean * mean) / (trials - 1.0)).max(0.0)
                } else {
                    0.0
                };
                (mean.min(1.0), variance)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_spread_evenly_and_its_variance_is_that_of_the_trials() {
        let mut curve = LossCurve::new(40.0);
        // Two trials: one loses half at 10 to 12, the other nothing.
        curve.add(10.0, 12.0, 0.5);
        curve.end_trial();
        curve.end_trial();
        let means = curve.means(2.0);
        assert_eq!(means[9], (0.0, 0.0));
        assert!((means[10].0 - 0.125).abs() < 1e-15);
        assert!((means[39].0 - 0.25).abs() < 1e-15);
        // The mean of 0.5 and 0 has variance 0.125 / 2.
        assert!((means[39].1 - 0.0625).abs() < 1e-15);
    }

    #[test]
    fn merged_trials_are_those_of_one_run() {
        let run = |losses: &[(f64, f64)]| {
            let mut curve = LossCurve::new(8.0);
            for &(time, amount) in losses {
                curve.add(time, time, amount);
                curve.end_trial();
            }
            curve
        };
        let mut first = run(&[(1.0, 0.25), (7.9, 0.5)]);
        first.merge(&run(&[(3.0, 1.0)]));
        assert_eq!(
            first.means(3.0),
            run(&[(1.0, 0.25), (7.9, 0.5), (3.0, 1.0)]).means(3.0)
        );
    }
}
