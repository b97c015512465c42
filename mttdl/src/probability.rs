//! Probabilities between 0 and 1.

use serde::{Deserialize, Serialize};

use crate::math;

/// A number that is no probability.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("`{0}` is not a probability: it must lie between 0 and 1")]
pub struct ProbabilityError(pub f64);

/// A probability between 0 and 1, both included.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Probability(f64);

impl Probability {
    /// The impossible.
    pub const ZERO: Self = Self(0.0);
    /// The certain.
    pub const ONE: Self = Self(1.0);

    /// Returns the probability `value`.
    ///
    /// # Errors
    /// [`ProbabilityError`] unless `value` lies between 0 and 1.
    pub fn new(value: f64) -> Result<Self, ProbabilityError> {
        if (0.0..=1.0).contains(&value) {
            Ok(Self(value))
        } else {
            Err(ProbabilityError(value))
        }
    }

    /// Returns `value` cut to the range from 0 to 1, for results whose last bit may round past an end; NaN becomes 1,
    /// the answer that nobody can mistake for safety.
    #[must_use]
    pub fn saturating(value: f64) -> Self {
        if value.is_nan() {
            Self::ONE
        } else {
            Self(value.clamp(0.0, 1.0))
        }
    }

    /// Returns the probability as a number.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0
    }

    /// Returns the probability of the opposite.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(1.0 - self.0)
    }

    /// Returns the number of nines, −log10(p): 3 for one in a thousand, infinite for the impossible.
    #[must_use]
    pub fn nines(self) -> f64 {
        -math::log10(self.0)
    }

    /// Returns the probability that at least one of `count` independent events of this probability happens, without
    /// cancellation for small probabilities.
    ///
    /// # Formula
    /// ```text
    /// 1 − (1 − p)^count = −expm1(count · log1p(−p))
    /// ```
    #[must_use]
    pub fn any_of(self, count: u32) -> Self {
        match count {
            0 => Self::ZERO,
            1 => self,
            _ => Self::saturating(-math::exp_m1(f64::from(count) * math::ln_1p(-self.0))),
        }
    }
}
