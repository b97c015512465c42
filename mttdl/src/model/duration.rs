//! Lengths of repairs and of deliveries.

use crate::random::Stream;
use crate::{Hours, ModelError, math};

/// How long a repair takes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Duration {
    /// Always the same time.
    Fixed(Hours),
    /// Exponential with this mean.
    Exponential(Hours),
    /// At least `location`; the time above it is Weibull with `scale` and `shape`.
    Weibull {
        /// The shortest time.
        location: Hours,
        /// The scale of the time above the shortest.
        scale: Hours,
        /// The shape of the time above the shortest.
        shape: f64,
    },
}

impl Duration {
    /// Checks the ranges; `field` names the duration in an error.
    pub(crate) fn check(&self, field: &str, zero_allowed: bool) -> Result<(), ModelError> {
        let in_range = |name: &str, hours: Hours, zero: bool| {
            let value = hours.as_f64();
            if (1e-6..=1e9).contains(&value) || (zero && value <= 0.0) {
                Ok(())
            } else {
                let range = if zero {
                    "0 or between 1e-6 and 1e9 hours"
                } else {
                    "between 1e-6 and 1e9 hours"
                };
                Err(ModelError::out_of_range(format!("{field}{name}"), value, range))
            }
        };
        match *self {
            Self::Fixed(hours) => in_range("", hours, zero_allowed),
            Self::Exponential(mean) => in_range("", mean, zero_allowed),
            Self::Weibull {
                location,
                scale,
                shape,
            } => {
                in_range(".location", location, true)?;
                in_range(".scale", scale, false)?;
                if (0.2..=50.0).contains(&shape) {
                    Ok(())
                } else {
                    Err(ModelError::out_of_range(
                        format!("{field}.shape"),
                        shape,
                        "between 0.2 and 50",
                    ))
                }
            }
        }
    }

    /// Returns whether the duration is always the same.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self, Self::Fixed(_))
    }

    /// Returns whether the duration is always 0.
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Self::Fixed(hours) | Self::Exponential(hours) => hours.as_f64() <= 0.0,
            Self::Weibull { .. } => false,
        }
    }

    /// Returns the mean of the duration to the power of `order`.
    ///
    /// # Formula
    /// ```text
    /// exponential: m! R^m;   Weibull: Σ_j C(m, j) location^(m−j) scale^j Γ(1 + j/shape)
    /// ```
    pub(crate) fn moment(&self, order: u32) -> f64 {
        match *self {
            Self::Fixed(hours) => whole_power(hours.as_f64(), order),
            Self::Exponential(mean) => {
                whole_power(mean.as_f64(), order) * libm::tgamma(f64::from(order) + 1.0)
            }
            Self::Weibull { .. } => (0..=order).map(|above| self.weibull_term(order, above)).sum(),
        }
    }

    /// Returns the part of the moment of `order` in which the time above the location stands to the power of `above`.
    fn weibull_term(&self, order: u32, above: u32) -> f64 {
        let Self::Weibull {
            location,
            scale,
            shape,
        } = *self
        else {
            return 0.0;
        };
        binomial(order, above)
            * whole_power(location.as_f64(), order - above)
            * whole_power(scale.as_f64(), above)
            * libm::tgamma(1.0 + f64::from(above) / shape)
    }

    /// Draws a duration.
    pub(crate) fn draw(&self, stream: &mut Stream) -> f64 {
        self.draw_biased(0, stream)
    }

    /// Draws a duration x from the density x^order f(x) / E[X^order].
    pub(crate) fn draw_biased(&self, order: u32, stream: &mut Stream) -> f64 {
        match *self {
            Self::Fixed(hours) => hours.as_f64(),
            Self::Exponential(mean) => mean.as_f64() * (0..=order).map(|_| stream.exponential()).sum::<f64>(),
            Self::Weibull {
                location,
                scale,
                shape,
            } => {
                let mut above = 0;
                if order > 0 {
                    let mut left = stream.uniform() * self.moment(order);
                    while above < order {
                        left -= self.weibull_term(order, above);
                        if left < 0.0 {
                            break;
                        }
                        above += 1;
                    }
                }
                let energy = if above == 0 {
                    stream.exponential()
                } else {
                    stream.gamma(1.0 + f64::from(above) / shape)
                };
                location.as_f64() + scale.as_f64() * math::exp(math::ln(energy) / shape)
            }
        }
    }
}

/// Returns `base` to a small whole power by multiplication, which rounds alike on every target.
pub(crate) fn whole_power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// Returns the number of ways to choose `chosen` out of `all`.
pub(crate) fn binomial(all: u32, chosen: u32) -> f64 {
    (0..chosen).fold(1.0, |product, step| {
        product * f64::from(all - step) / f64::from(step + 1)
    })
}
