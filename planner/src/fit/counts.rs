//! Counts of failures and what they say about the rate.

use std::fmt;

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Hours of one year of age.
pub(super) const HOURS_PER_YEAR: u64 = 8760;

/// Years of age that are told apart; older drives are put together.
pub(super) const OLDEST_YEAR: u32 = 10;

/// How old the drives were that a count is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Age {
    /// Any age.
    All,
    /// In this year of their life, from 0; 10 stands for all later ones.
    Year(u32),
    /// The hours powered on were not recorded.
    Unknown,
}

impl Age {
    /// Returns the year of life of a drive with so many hours powered on.
    #[must_use]
    pub fn from_hours(hours: u64) -> Self {
        let year = u32::try_from(hours / HOURS_PER_YEAR).unwrap_or(OLDEST_YEAR);
        Self::Year(year.min(OLDEST_YEAR))
    }

    /// Returns the age that a table names `all`, `3`, `10+` or `unknown`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim() {
            "all" | "" => Some(Self::All),
            "unknown" => Some(Self::Unknown),
            "10+" => Some(Self::Year(OLDEST_YEAR)),
            digits => digits
                .parse()
                .ok()
                .filter(|year| *year <= OLDEST_YEAR)
                .map(Self::Year),
        }
    }
}

impl fmt::Display for Age {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => formatter.write_str("all"),
            Self::Year(OLDEST_YEAR) => formatter.write_str("10+"),
            Self::Year(year) => write!(formatter, "{year}"),
            Self::Unknown => formatter.write_str("unknown"),
        }
    }
}

/// What was counted of one model at one age.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureCounts {
    /// Model as the source writes it.
    pub model: String,
    /// Age of the drives.
    pub age: Age,
    /// Different drives; 0 where the source does not tell.
    pub drives: u64,
    /// Days that drives were observed, summed over the drives.
    pub drive_days: u64,
    /// Failures in those days.
    pub failures: u64,
}

impl FailureCounts {
    /// Returns the observed time in drive-years of 365 days.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 drive-days")]
    pub fn drive_years(&self) -> f64 {
        self.drive_days as f64 / 365.0
    }

    /// Returns the failures per drive-year, or nothing where no time was observed.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 failures")]
    pub fn annual_rate(&self) -> Option<f64> {
        (self.drive_days > 0).then(|| self.failures as f64 / self.drive_years())
    }

    /// Returns the ends of the exact interval of the failures per drive-year, or nothing where no time was observed.
    ///
    /// `confidence` lies between 0 and 1, as 0.95.
    ///
    /// # Formula
    /// ```text
    /// low  = χ²(α/2; 2k) / 2T,  0 for k = 0        α = 1 − confidence
    /// high = χ²(1 − α/2; 2k + 2) / 2T              k failures in T drive-years
    /// ```
    ///
    /// # Source
    /// F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28, 1936.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 failures")]
    pub fn annual_rate_interval(&self, confidence: f64) -> Option<(f64, f64)> {
        let in_range = confidence > 0.0 && confidence < 1.0 && self.drive_days > 0;
        if !in_range {
            return None;
        }
        let tail = (1.0 - confidence) / 2.0;
        let failures = self.failures as f64;
        let quantile = |probability: f64, freedom: f64| {
            if self.failures > MOST_EXACT {
                return large_quantile(probability, freedom);
            }
            ChiSquared::new(freedom)
                .ok()
                .map(|distribution| distribution.inverse_cdf(probability))
        };
        let low = if self.failures == 0 {
            0.0
        } else {
            quantile(tail, 2.0 * failures)?
        };
        let high = quantile(1.0 - tail, 2.0 * failures + 2.0)?;
        let twice = 2.0 * self.drive_years();
        Some((low / twice, high / twice))
    }
}

/// From this many failures on, the quantile is taken from [`large_quantile`].
const MOST_EXACT: u64 = 100_000;

/// Returns the quantile of χ² with many degrees of freedom; the relative error is below 10^-7 from 100,000 on.
///
/// # Source
/// E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", PNAS 17, 1931.
fn large_quantile(probability: f64, freedom: f64) -> Option<f64> {
    let normal = Normal::new(0.0, 1.0).ok()?.inverse_cdf(probability);
    let ninth = 2.0 / (9.0 * freedom);
    let root = 1.0 - ninth + normal * ninth.sqrt();
    Some(freedom * root * root * root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(failures: u64, drive_days: u64) -> FailureCounts {
        FailureCounts {
            model: "A".to_owned(),
            age: Age::All,
            drives: 0,
            drive_days,
            failures,
        }
    }

    #[test]
    fn interval_of_no_failure_is_the_rule_of_three_and_more() {
        // −ln(0.025) = 3.6889 for a two-sided 95 % interval.
        let (low, high) = counts(0, 365).annual_rate_interval(0.95).unwrap();
        assert!(low.abs() < 1e-12);
        assert!((high - 3.688_879_454_113_936).abs() < 1e-6, "{high}");
    }

    #[test]
    fn large_counts_have_intervals_too() {
        for failures in [2000, 100_000] {
            let freedom = 2.0 * f64::from(failures);
            let exact = ChiSquared::new(freedom).unwrap().inverse_cdf(0.975);
            let near = large_quantile(0.975, freedom).unwrap();
            assert!(
                (near / exact - 1.0).abs() < 1e-6,
                "{failures}: {near} against {exact}"
            );
        }
        // Found by fuzzing: the exact quantile never came back for counts that no fleet has.
        let (low, high) = counts(u64::MAX, 365).annual_rate_interval(0.95).unwrap();
        assert!(low <= high && high.is_finite());
    }

    #[test]
    fn ages_have_names_both_ways() {
        for age in [Age::All, Age::Unknown, Age::Year(0), Age::Year(10)] {
            assert_eq!(Age::from_name(&age.to_string()), Some(age));
        }
        assert_eq!(Age::from_hours(8759), Age::Year(0));
        assert_eq!(Age::from_hours(8760), Age::Year(1));
        assert_eq!(Age::from_hours(200_000), Age::Year(10));
    }
}
