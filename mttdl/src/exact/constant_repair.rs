//! A group that tolerates one failure and whose repairs take a constant time.

use crate::{Hours, ModelError, Probability, RatePerHour, math};

/// Alike devices with exponential lifetimes, one tolerated failure, and repairs that always take the same time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstantRepairGroup {
    devices: u32,
    failure: f64,
    repair: f64,
}

impl ConstantRepairGroup {
    /// Returns a group of `devices` devices.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless there are 2 to 2^20 devices, the failure rate is above 0 and at most 1e6 per
    /// hour, and the repair at least 1e-6 and at most 1e10 hours.
    pub fn new(devices: u32, failure: RatePerHour, repair: Hours) -> Result<Self, ModelError> {
        if !(2..=1 << 20).contains(&devices) {
            return Err(ModelError::out_of_range(
                "devices",
                f64::from(devices),
                "between 2 and 1048576",
            ));
        }
        let (failure, repair) = (failure.as_f64(), repair.as_f64());
        if !(failure > 0.0 && failure <= 1e6) {
            return Err(ModelError::out_of_range(
                "failure",
                failure,
                "above 0 and at most 1e6 per hour",
            ));
        }
        if !(1e-6..=1e10).contains(&repair) {
            return Err(ModelError::out_of_range(
                "repair",
                repair,
                "between 1e-6 and 1e10 hours",
            ));
        }
        Ok(Self {
            devices,
            failure,
            repair,
        })
    }

    /// Returns the mean hours to the first loss.
    ///
    /// # Formula
    /// ```text
    /// MTTDL = 1 / (n λ q) + 1 / ((n − 1) λ),   q = 1 − e^(−(n−1) λ R)
    /// n devices, λ failures per hour and device, R hours of repair
    /// ```
    #[must_use]
    pub fn mttdl(&self) -> Option<Hours> {
        let (healthy, degraded) = self.group_rates();
        let lost_in_repair = -math::exp_m1(-degraded * self.repair);
        Hours::new(1.0 / (healthy * lost_in_repair) + 1.0 / degraded).ok()
    }

    /// Returns the probability of a loss within `mission`; a repair that is still running at its end is none.
    ///
    /// # Formula
    /// The (j+1)-th failure of a healthy group comes at time u with density
    /// e^(−j b R) g_j(u − j R), where g_j is the density of a sum of j + 1 healthy times; the second failure follows within
    /// the repair or within what is left of the mission:
    ///
    /// ```text
    /// p(T) = Σ_j e^(−j b R) ∫_0^(s) g_j(v) [1 − e^(−b min(R, s − v))] dv,   s = T − j R > 0
    /// g_j(v) = a^(j+1) v^j / j! · e^(−a v),   a = n λ,  b = (n − 1) λ
    /// ```
    /// No term is negative. For v up to s − R the bracket is constant and the integral of g_j is a Poisson tail; the rest is
    /// integrated by Gauss and Legendre with 24 points. At most five million repairs are followed.
    #[must_use]
    pub fn loss_within(&self, mission: Hours) -> Probability {
        let (healthy, degraded) = self.group_rates();
        let lost_in_repair = -math::exp_m1(-degraded * self.repair);
        let failures = healthy * mission.as_f64();
        let last = (failures + 12.0 * math::sqrt(failures) + 60.0).min(5e6);
        let (mut loss, mut repairs) = (0.0, 0.0);
        while repairs <= last {
            let left = mission.as_f64() - repairs * self.repair;
            let survived = math::exp(-repairs * degraded * self.repair);
            if left <= 0.0 || survived < 1e-18 {
                break;
            }
            let whole = (left - self.repair).max(0.0);
            let cut_short = crate::quadrature::integrate(whole, left, |time| {
                let density = math::exp(
                    repairs * math::ln(healthy * time) - healthy * time - libm::lgamma(repairs + 1.0),
                );
                -healthy * density * math::exp_m1(-degraded * (left - time))
            });
            loss += survived * (lost_in_repair * poisson_above(healthy * whole, repairs) + cut_short);
            repairs += 1.0;
        }
        Probability::saturating(loss)
    }

    /// Returns the failures per hour of the whole group when healthy and when degraded.
    fn group_rates(&self) -> (f64, f64) {
        let devices = f64::from(self.devices);
        (devices * self.failure, (devices - 1.0) * self.failure)
    }
}

/// Returns the probability that a Poisson count of mean `mean` is above `count`.
fn poisson_above(mean: f64, count: f64) -> f64 {
    let next = count + 1.0;
    if mean <= 0.0 {
        return 0.0;
    }
    if next < mean - 12.0 * math::sqrt(mean) - 40.0 {
        return 1.0;
    }
    let first = math::exp(next * math::ln(mean) - mean - libm::lgamma(next + 1.0));
    let (mut term, mut sum, mut step) = (1.0, 0.0, next);
    while term > sum * 1e-17 {
        sum += term;
        step += 1.0;
        term *= mean / step;
    }
    (first * sum).min(1.0)
}
