//! Lifetimes of devices: competing Weibull risks.

use crate::{Hours, ModelError, math};

/// One cause of failure with cumulative hazard (age / scale)^shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeibullPart {
    scale: f64,
    shape: f64,
}

/// Spans below this fraction of the age are integrated by the midpoint rule with two corrections.
const SHORT_SPAN: f64 = 0.02;

impl WeibullPart {
    /// Returns the cause with `scale` and `shape`; shape 1 is a constant failure rate, below 1 early, above 1 late
    /// failures.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless `scale` lies between 1e-3 and 1e15 hours and `shape` between 0.05 and 50.
    pub fn new(scale: Hours, shape: f64) -> Result<Self, ModelError> {
        if !(1e-3..=1e15).contains(&scale.as_f64()) {
            return Err(ModelError::out_of_range(
                "scale",
                scale.as_f64(),
                "between 1e-3 and 1e15 hours",
            ));
        }
        if !(0.05..=50.0).contains(&shape) {
            return Err(ModelError::out_of_range("shape", shape, "between 0.05 and 50"));
        }
        Ok(Self {
            scale: scale.as_f64(),
            shape,
        })
    }

    /// Returns whether failures come at a constant rate.
    #[must_use]
    pub fn is_exponential(&self) -> bool {
        self.shape.total_cmp(&1.0).is_eq()
    }

    /// Returns the cumulative hazard up to `age` hours.
    pub(crate) fn cumulative(&self, age: f64) -> f64 {
        if self.is_exponential() {
            age / self.scale
        } else if age <= 0.0 {
            0.0
        } else {
            math::exp(self.shape * math::ln(age / self.scale))
        }
    }

    /// Returns the hazard at `age` hours, above 0.
    pub(crate) fn hazard(&self, age: f64) -> f64 {
        if self.is_exponential() {
            1.0 / self.scale
        } else {
            self.shape / age * self.cumulative(age)
        }
    }

    /// Returns the hazard that accumulates over `span` hours from `age` on.
    ///
    /// # Formula
    /// ```text
    /// H(a + x) − H(a) = (a/η)^β expm1(β log1p(x/a))
    /// ```
    /// and for x < 0.02 a, with the middle m = a + x/2 and r = x/m, to 1e-14 relative:
    ///
    /// ```text
    /// β/m · (m/η)^β · x · [1 + (β−1)(β−2) r²/24 + (β−1)(β−2)(β−3)(β−4) r⁴/1920]
    /// ```
    pub(crate) fn increment(&self, age: f64, span: f64) -> f64 {
        if self.is_exponential() {
            span / self.scale
        } else if span >= age {
            self.cumulative(age + span) - self.cumulative(age)
        } else if span > SHORT_SPAN * age {
            self.cumulative(age) * math::exp_m1(self.shape * math::ln_1p(span / age))
        } else {
            let middle = age + 0.5 * span;
            let square = (span / middle) * (span / middle);
            let second = (self.shape - 1.0) * (self.shape - 2.0);
            let fourth = second * (self.shape - 3.0) * (self.shape - 4.0);
            let correction = 1.0 + square * (second / 24.0 + square * fourth / 1920.0);
            self.hazard(middle) * span * correction
        }
    }

    /// Returns the hours from `age` until the hazard `amount` has accumulated.
    pub(crate) fn span_of(&self, age: f64, amount: f64) -> f64 {
        if self.is_exponential() {
            return amount * self.scale;
        }
        let before = self.cumulative(age);
        if amount > before {
            (self.scale * math::exp(math::ln(before + amount) / self.shape) - age).max(0.0)
        } else {
            age * math::exp_m1(math::ln_1p(amount / before) / self.shape)
        }
    }
}

/// The most causes of one lifetime.
pub(crate) const PART_LIMIT: usize = 16;

/// The lifetime of a class of devices: it ends with the first of its causes.
///
/// # Formula
/// ```text
/// H(a) = Σ_c (a / η_c)^β_c,   P(alive at age a) = e^(−H(a))
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Lifetime {
    parts: Vec<WeibullPart>,
}

impl Lifetime {
    /// Returns the lifetime with these causes of failure.
    ///
    /// # Errors
    /// [`ModelError::Count`] unless there are 1 to 16 causes.
    pub fn new(parts: Vec<WeibullPart>) -> Result<Self, ModelError> {
        if parts.is_empty() || parts.len() > PART_LIMIT {
            return Err(ModelError::count("parts", parts.len(), "1 to 16"));
        }
        Ok(Self { parts })
    }

    /// Returns the lifetime with a constant failure rate of one failure per `mean`.
    ///
    /// # Errors
    /// [`ModelError::OutOfRange`] unless `mean` lies between 1e-3 and 1e15 hours.
    pub fn exponential(mean: Hours) -> Result<Self, ModelError> {
        Self::new(vec![WeibullPart::new(mean, 1.0)?])
    }

    /// Returns the causes.
    #[must_use]
    pub fn parts(&self) -> &[WeibullPart] {
        &self.parts
    }

    /// Returns the constant failure rate per hour, if the rate is constant.
    #[must_use]
    pub fn constant_rate(&self) -> Option<f64> {
        let constant = self.parts.iter().all(WeibullPart::is_exponential);
        constant.then(|| self.parts.iter().map(|part| 1.0 / part.scale).sum())
    }

    /// Returns the cumulative hazard up to `age`.
    #[must_use]
    pub fn cumulative_hazard(&self, age: Hours) -> f64 {
        self.cumulative(age.as_f64())
    }

    pub(crate) fn cumulative(&self, age: f64) -> f64 {
        self.parts.iter().map(|part| part.cumulative(age)).sum()
    }

    pub(crate) fn hazard(&self, age: f64) -> f64 {
        self.parts.iter().map(|part| part.hazard(age)).sum()
    }

    pub(crate) fn increment(&self, age: f64, span: f64) -> f64 {
        self.parts.iter().map(|part| part.increment(age, span)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn part(scale: f64, shape: f64) -> WeibullPart {
        WeibullPart::new(Hours::new(scale).unwrap(), shape).unwrap()
    }

    /// The three forms of the increment meet, and the inverse undoes each of them.
    #[test]
    fn increments_are_one_function() {
        for shape in [0.6, 0.7, 1.0, 1.12, 1.4, 2.0, 3.5, 6.0] {
            let part = part(90_000.0, shape);
            for age in [0.0, 1.0, 500.0, 35_040.0, 200_000.0] {
                for span in [1e-3, 2.0, 48.0, 699.0, 702.0, 35_039.0, 43_800.0] {
                    let amount = part.increment(age, span);
                    let exact = part.cumulative(age) * math::exp_m1(shape * math::ln_1p(span / age));
                    if age > 0.0 {
                        assert!((amount / exact - 1.0).abs() < 1e-11, "{shape} {age} {span}");
                    }
                    let back = part.span_of(age, amount);
                    assert!((back / span - 1.0).abs() < 1e-8, "{shape} {age} {span} {back}");
                }
            }
        }
    }
}
