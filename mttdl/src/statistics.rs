//! What do failure counts say about a failure rate, and how many spares does it take?
//!
//! Counts are Poisson given the rate. What is known of the rate is a gamma distribution: first that of the device's class, then,
//! with the counts of the model itself, one that lies between the two, the nearer to the counts the more of them there are.
//!
//! The distributions come from the `statrs` crate, whose last digits may differ between targets.
//!
//! Left out: rates that change with age; see [`Lifetime`](crate::Lifetime) for those.

use statrs::distribution::{Continuous, ContinuousCDF, DiscreteCDF, Gamma, NegativeBinomial, Poisson};

use crate::{Hours, ModelError, Probability, RatePerHour};

/// Failures seen in a number of device-hours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FailureCount {
    failures: u64,
    device_hours: f64,
}

impl FailureCount {
    /// Returns `failures` failures within `exposure`, the hours of all devices added up.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless there are at most 10^12 failures and the exposure is above 0.
    pub fn new(failures: u64, exposure: Hours) -> Result<Self, ModelError> {
        if failures > 1_000_000_000_000 {
            return Err(ModelError::out_of_range(
                "failures",
                as_number(failures),
                "at most 10^12",
            ));
        }
        if exposure.as_f64() <= 0.0 {
            return Err(ModelError::out_of_range(
                "exposure",
                exposure.as_f64(),
                "above 0 hours",
            ));
        }
        Ok(Self {
            failures,
            device_hours: exposure.as_f64(),
        })
    }

    /// Returns `failures` failures within `device_days` days of devices, the unit of published statistics.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] as [`new`](Self::new).
    ///
    /// # Example
    /// ```
    /// let fleet = mttdl::statistics::FailureCount::from_device_days(4189, 89_946_975.0)?;
    /// assert_eq!((fleet.rate_per_year() * 1e4).round(), 170.0);
    /// # Ok::<(), mttdl::ModelError>(())
    /// ```
    pub fn from_device_days(failures: u64, device_days: f64) -> Result<Self, ModelError> {
        let exposure = Hours::from_days(device_days)
            .map_err(|_| ModelError::out_of_range("device_days", device_days, "finite and at least 0"))?;
        Self::new(failures, exposure)
    }

    /// Returns the failures per device-year of 8760 hours.
    ///
    /// # Formula
    /// ```text
    /// failures / (device-days / 365)
    /// ```
    #[must_use]
    pub fn rate_per_year(&self) -> f64 {
        as_number(self.failures) / self.device_hours * Hours::PER_YEAR
    }

    /// Returns the exact interval of the failures per device-year at this confidence.
    ///
    /// # Formula
    /// ```text
    /// low = quantile of Gamma(f, 1) at (1 − c)/2, 0 for f = 0;   high = quantile of Gamma(f + 1, 1) at (1 + c)/2; over years
    /// ```
    ///
    /// # Source
    /// Garwood: Fiducial limits for the Poisson distribution, Biometrika 28 (1936).
    #[must_use]
    pub fn interval_per_year(&self, confidence: Probability) -> (f64, f64) {
        let tail = 0.5 * (1.0 - confidence.as_f64());
        let years = self.device_hours / Hours::PER_YEAR;
        let failures = as_number(self.failures);
        let quantile =
            |shape: f64, at: f64| Gamma::new(shape, 1.0).map_or(f64::NAN, |gamma| gamma.inverse_cdf(at));
        let low = if self.failures == 0 {
            0.0
        } else {
            quantile(failures, tail) / years
        };
        (low, quantile(failures + 1.0, 1.0 - tail) / years)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn as_number(count: u64) -> f64 {
    count as f64
}

/// What is known of a failure rate: a gamma distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateKnowledge {
    /// As many failures …
    shape: f64,
    /// … in as many device-hours.
    hours: f64,
}

impl RateKnowledge {
    /// Returns what the table of a device class says: the mean rate and a range, both in failures per device-year.
    ///
    /// # Formula
    /// The gamma distribution with this mean whose standard deviation is a quarter of the range, the width that 95 % of a normal
    /// distribution have.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless 0 < low < high and the mean is above 0, all finite.
    pub fn of_class(mean: f64, low: f64, high: f64) -> Result<Self, ModelError> {
        if !(mean > 0.0 && mean.is_finite()) {
            return Err(ModelError::out_of_range("mean", mean, "above 0 and finite"));
        }
        if !(low > 0.0 && low < high && high.is_finite()) {
            return Err(ModelError::out_of_range("low", low, "above 0 and below `high`"));
        }
        let deviation = 0.25 * (high - low);
        let shape = (mean / deviation) * (mean / deviation);
        Ok(Self {
            shape,
            hours: shape / (mean / Hours::PER_YEAR),
        })
    }

    /// Returns what is known of a class from the counts of its models: the gamma distribution whose mean and variance are those of
    /// the models' rates, the chance of the counts taken off.
    ///
    /// # Formula
    /// ```text
    /// m = Σ f / Σ t;   v = [Σ t (f/t − m)² − (n − 1) m] / (Σ t − Σ t² / Σ t);   shape m²/v, hours m/v
    /// ```
    /// A variance of 0 or less, models no more different than chance makes them, becomes (m/10)².
    ///
    /// # Errors
    /// [`ModelError`] unless there are at least 2 models and at least one failure.
    ///
    /// # Source
    /// The moment estimator of DerSimonian and Laird, Controlled Clinical Trials 7 (1986), for Poisson counts.
    pub fn of_models(counts: &[FailureCount]) -> Result<Self, ModelError> {
        if counts.len() < 2 {
            return Err(ModelError::count("counts", counts.len(), "at least 2"));
        }
        let hours: f64 = counts.iter().map(|count| count.device_hours).sum();
        let mean = counts.iter().map(|count| as_number(count.failures)).sum::<f64>() / hours;
        if mean <= 0.0 {
            return Err(ModelError::out_of_range(
                "failures",
                0.0,
                "at least one in all models",
            ));
        }
        let scatter: f64 = counts
            .iter()
            .map(|count| {
                let difference = as_number(count.failures) / count.device_hours - mean;
                count.device_hours * difference * difference
            })
            .sum();
        let squares: f64 = counts
            .iter()
            .map(|count| count.device_hours * count.device_hours)
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "a number of models")]
        let expected = (counts.len() - 1) as f64 * mean;
        let variance = ((scatter - expected) / (hours - squares / hours)).max(0.01 * mean * mean);
        Ok(Self {
            shape: mean * mean / variance,
            hours: mean / variance,
        })
    }

    /// Returns what is known after `count` failures were seen, too.
    ///
    /// # Formula
    /// ```text
    /// Gamma(a, b) and f failures in t hours give Gamma(a + f, b + t)
    /// ```
    #[must_use]
    pub fn after(self, count: FailureCount) -> Self {
        Self {
            shape: self.shape + as_number(count.failures),
            hours: self.hours + count.device_hours,
        }
    }

    /// Returns the mean rate.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] if it is no finite number of failures per hour.
    pub fn mean(&self) -> Result<RatePerHour, ModelError> {
        let rate = self.shape / self.hours;
        RatePerHour::new(rate).map_err(|_| ModelError::out_of_range("mean", rate, "a finite rate"))
    }

    /// Returns the mean number of failures per device-year.
    #[must_use]
    pub fn mean_per_year(&self) -> f64 {
        self.shape / self.hours * Hours::PER_YEAR
    }

    /// Returns the central interval of the failures per device-year that holds the rate with this confidence.
    #[must_use]
    pub fn interval_per_year(&self, confidence: Probability) -> (f64, f64) {
        let tail = 0.5 * (1.0 - confidence.as_f64());
        let quantile =
            |at: f64| Gamma::new(self.shape, self.hours).map_or(f64::NAN, |gamma| gamma.inverse_cdf(at));
        (
            quantile(tail) * Hours::PER_YEAR,
            quantile(1.0 - tail) * Hours::PER_YEAR,
        )
    }

    /// Returns the density of the rate at `rate`, per failure and hour.
    #[must_use]
    pub fn density(&self, rate: RatePerHour) -> f64 {
        Gamma::new(self.shape, self.hours).map_or(f64::NAN, |gamma| gamma.pdf(rate.as_f64()))
    }

    /// Returns how many spares suffice for `device_hours` of operation with this confidence, the rate being uncertain.
    ///
    /// # Formula
    /// ```text
    /// the least s with P(N ≤ s) ≥ c, N negative binomial with a and b / (b + t)
    /// ```
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] if the confidence is 1 or the number has more than 9 digits.
    pub fn spares(&self, device_hours: Hours, confidence: Probability) -> Result<u64, ModelError> {
        let success = self.hours / (self.hours + device_hours.as_f64());
        let count = NegativeBinomial::new(self.shape, success)
            .map_err(|_| ModelError::out_of_range("device_hours", device_hours.as_f64(), "finite"))?;
        least_count(|spares| count.cdf(spares), confidence)
    }
}

/// Returns how many spares suffice with this confidence where `expected` failures are expected at a known rate.
///
/// # Formula
/// ```text
/// the least s with P(N ≤ s) ≥ c, N Poisson
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless 0 ≤ `expected` ≤ 10^8 and the confidence is below 1.
///
/// # Example
/// ```
/// use mttdl::{Probability, statistics};
/// assert_eq!(statistics::spares_at_known_rate(2.0, Probability::new(0.95)?)?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spares_at_known_rate(expected: f64, confidence: Probability) -> Result<u64, ModelError> {
    if !(0.0..=1e8).contains(&expected) {
        return Err(ModelError::out_of_range(
            "expected",
            expected,
            "between 0 and 10^8",
        ));
    }
    match Poisson::new(expected) {
        Ok(count) => least_count(|spares| count.cdf(spares), confidence),
        // The distribution has no mean of 0, where nothing ever fails.
        Err(_) => Ok(0),
    }
}

/// Returns the least count whose cumulative chance reaches `confidence`.
fn least_count(cumulative: impl Fn(u64) -> f64, confidence: Probability) -> Result<u64, ModelError> {
    let wanted = confidence.as_f64();
    if wanted >= 1.0 {
        return Err(ModelError::out_of_range("confidence", wanted, "below 1"));
    }
    let (mut low, mut high) = (0_u64, 1_u64);
    while cumulative(high) < wanted {
        low = high;
        high *= 2;
        if high > 1_000_000_000 {
            return Err(ModelError::out_of_range(
                "spares",
                as_number(high),
                "at most 10^9",
            ));
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if cumulative(middle) < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// Returns how many times as likely something is under a condition.
///
/// # Formula
/// ```text
/// P(event | condition) / P(event)
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] if the unconditional probability is 0.
pub fn relative_risk(conditional: Probability, unconditional: Probability) -> Result<f64, ModelError> {
    if unconditional.as_f64() <= 0.0 {
        return Err(ModelError::out_of_range("unconditional", 0.0, "above 0"));
    }
    Ok(conditional.as_f64() / unconditional.as_f64())
}
