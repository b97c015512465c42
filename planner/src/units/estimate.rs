//! Figures that are not known exactly.

use serde::Serialize;

/// A figure with the ends of the range in which it is expected; `low` ≤ `point` ≤ `high`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate<T> {
    /// The low end.
    pub low: T,
    /// The typical value.
    pub point: T,
    /// The high end.
    pub high: T,
}

impl<T> Estimate<T> {
    /// Returns the estimate with `convert` applied to its three values, if it gives something for each.
    pub(crate) fn filter_map<U>(self, convert: impl Fn(T) -> Option<U>) -> Option<Estimate<U>> {
        Some(Estimate {
            low: convert(self.low)?,
            point: convert(self.point)?,
            high: convert(self.high)?,
        })
    }

    /// Returns the estimate with `convert` applied to its three values; it must not change their order.
    #[must_use]
    pub fn map<U>(self, convert: impl Fn(T) -> U) -> Estimate<U> {
        Estimate {
            low: convert(self.low),
            point: convert(self.point),
            high: convert(self.high),
        }
    }
}
