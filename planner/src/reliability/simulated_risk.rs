//! The answer of a pool's simulation: independent parts of the pool put together.

use mttdl::math;

use crate::units::{Hours, Probability};

/// A chance with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulatedChance {
    /// Lower end.
    pub low: f64,
    /// The chance.
    pub point: f64,
    /// Upper end.
    pub high: f64,
    /// Standard error.
    pub std_error: f64,
}

/// The chances up to a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulatedCurvePoint {
    /// The time.
    pub time: Hours,
    /// Chance of any loss up to it.
    pub any: SimulatedChance,
    /// Chance that the pool is lost up to it.
    pub pool: SimulatedChance,
}

/// The answer of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedRisk {
    /// Chance of any loss.
    pub any: SimulatedChance,
    /// Chance that the pool is lost.
    pub pool: SimulatedChance,
    /// Coverage of the intervals.
    pub confidence: f64,
    /// Expected unreadable sectors without redundancy.
    pub latent_events: f64,
    /// Share of the chance of any loss that comes from drives alone.
    pub drive_share: f64,
    /// Chance of any loss by vdev.
    pub by_vdev: Vec<f64>,
    /// Mean time to a loss that a constant rate with this chance would have.
    pub mttdl: Option<Hours>,
    /// Chances up to a time, from 0 to the mission's end.
    pub curve: Vec<SimulatedCurvePoint>,
    /// Trials that were run.
    pub trials: u64,
    /// Whether the error is as small as wanted and nothing raises doubt.
    pub converged: bool,
}

impl SimulatedRisk {
    /// Returns no risk at all for a pool of this many vdevs, to which the parts of the pool are added.
    pub(super) fn nothing(vdevs: usize) -> Self {
        Self {
            any: SimulatedChance::NONE,
            pool: SimulatedChance::NONE,
            confidence: 0.95,
            latent_events: 0.0,
            drive_share: 0.0,
            by_vdev: vec![0.0; vdevs],
            mttdl: None,
            curve: Vec::new(),
            trials: 0,
            converged: true,
        }
    }

    /// Adds an independent part of the pool.
    pub(super) fn add(&mut self, part: &mttdl::simulation::Estimate, positions: &[usize]) {
        let drives_alone =
            self.drive_share * self.any.point + part.attribution.failed_devices * part.p_any.point;
        let whole = self.any.point + part.p_any.point;
        self.drive_share = if whole > 0.0 { drives_alone / whole } else { 0.0 };
        self.any = self.any.with(&part.p_any);
        self.pool = self.pool.with(&part.p_cat);
        self.confidence = part.p_any.confidence;
        self.latent_events += part.latent_events.mean;
        for (&position, share) in positions.iter().zip(&part.attribution.groups) {
            self.by_vdev[position] = share * part.p_any.point;
        }
        if self.curve.is_empty() {
            let point = |time| SimulatedCurvePoint {
                time,
                any: SimulatedChance::NONE,
                pool: SimulatedChance::NONE,
            };
            self.curve = part.curve.iter().map(|known| point(known.time)).collect();
        }
        for (point, part) in self.curve.iter_mut().zip(&part.curve) {
            point.any = point.any.with(&part.any);
            point.pool = point.pool.with(&part.catastrophe);
        }
        let rate = |mttdl: Option<Hours>| mttdl.map_or(0.0, |hours| 1.0 / hours.as_f64());
        let sum = rate(self.mttdl) + rate(part.equivalent_mttdl);
        self.mttdl = (sum > 0.0).then(|| Hours::new(1.0 / sum).ok()).flatten();
        self.trials += part.trials;
        self.converged &= part.converged;
    }
}

/// The chance of at least one of two independent events.
fn either(first: f64, second: f64) -> Probability {
    Probability::saturating(first + second - first * second)
}

impl SimulatedChance {
    const NONE: Self = Self {
        low: 0.0,
        point: 0.0,
        high: 0.0,
        std_error: 0.0,
    };

    /// This or another independent event; errors add in squares, and so do the arms of the interval.
    fn with(self, other: &mttdl::simulation::Interval) -> Self {
        let point = either(self.point, other.point).as_f64();
        let arm = |first: f64, second: f64| math::sqrt(first * first + second * second);
        Self {
            low: (point - arm(self.point - self.low, other.point - other.low)).max(0.0),
            point,
            high: (point + arm(self.high - self.point, other.high - other.point)).min(1.0),
            std_error: arm(self.std_error, other.std_error),
        }
    }
}
