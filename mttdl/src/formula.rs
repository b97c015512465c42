//! What do the textbook formulas say?
//!
//! Closed forms that others publish, to compare with. They hold for exponential lifetimes and small loss probabilities; none
//! of them is used where this crate has the exact chain or the simulation.
//!
//! Left out: formulas for lifetimes that are not exponential.

use crate::{Hours, ModelError, Probability, math};

fn hours(value: f64) -> Result<Hours, ModelError> {
    Hours::new(value).map_err(|_| ModelError::out_of_range("result", value, "a finite number of hours"))
}

/// Returns the mean time to loss by the textbook product formula, which is the limit of *serial* repair for repairs much
/// shorter than lifetimes; with parallel repair the truth is about k! times as long.
///
/// # Formula
/// ```text
/// MTTDL = M^(k+1) / (n (n−1) … (n−k) R^k)
/// n devices, k tolerated failures, M mean hours to failure, R mean hours of repair
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless `devices` is above `tolerance` and the result finite.
///
/// # Source
/// Patterson, Gibson, Katz: A case for redundant arrays of inexpensive disks, SIGMOD 1988; Angus: On computing MTBF for a
/// k-out-of-n:G repairable system, IEEE Transactions on Reliability 37 (1988), for its limits.
///
/// # Example
/// ```
/// use mttdl::{Hours, formula};
/// let hours = formula::product(8, 1, Hours::new(461_386.0)?, Hours::new(12.0)?)?;
/// assert_eq!(hours.as_years().round(), 36_162.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product(
    devices: u32,
    tolerance: u32,
    mean_lifetime: Hours,
    mean_repair: Hours,
) -> Result<Hours, ModelError> {
    let lifetimes = vec![mean_lifetime; tolerance as usize + 1];
    successive(f64::from(devices), devices, &lifetimes, mean_repair)
}

/// Returns the mean time to the loss of any group when lifetimes shorten with every failure: the product formula with a mean
/// lifetime for the first failure, the second, and so on.
///
/// # Formula
/// ```text
/// MTTDL = M₁ M₂ … M_(k+1) / (N (G−1) … (G−k) R^k)
/// N devices in all, groups of G, M_i mean hours to the i-th failure
/// ```
///
/// # Errors
/// [`ModelError`] unless there are 1 to 64 lifetimes, fewer than `group` + 1, and the result is finite.
///
/// # Source
/// Chen, Lee, Gibson, Katz, Patterson: RAID: high-performance, reliable secondary storage, ACM Computing Surveys 26 (1994),
/// section 3.4.
pub fn successive(
    all_devices: f64,
    group: u32,
    mean_lifetimes: &[Hours],
    mean_repair: Hours,
) -> Result<Hours, ModelError> {
    let Some((first, later)) = mean_lifetimes.split_first() else {
        return Err(ModelError::count("mean_lifetimes", 0, "1 to 64"));
    };
    if later.len() > 63 || later.len() >= group as usize {
        return Err(ModelError::count(
            "mean_lifetimes",
            mean_lifetimes.len(),
            "at most 64 and as many as devices",
        ));
    }
    let mut result = first.as_f64() / all_devices;
    for (survivors, lifetime) in (1..group).rev().zip(later) {
        result *= lifetime.as_f64() / (f64::from(survivors) * mean_repair.as_f64());
    }
    hours(result)
}

/// Returns the mean time to a crash of the system together with a failed device.
///
/// # Formula
/// ```text
/// MTTDL = M_system M / (N R_system)
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless the result is finite.
///
/// # Source
/// Chen and others 1994, section 3.4.2.
pub fn crash_with_failure(
    all_devices: f64,
    mean_lifetime: Hours,
    mean_to_crash: Hours,
    mean_crash: Hours,
) -> Result<Hours, ModelError> {
    hours(mean_to_crash.as_f64() * mean_lifetime.as_f64() / (all_devices * mean_crash.as_f64()))
}

/// Returns the mean time to an unreadable place on one of `survivors` read in full whenever a group has just lost its
/// redundancy, which it does every `mean_to_critical` on average.
///
/// # Formula
/// ```text
/// MTTDL = T_critical / (1 − p^m),   p the chance that one survivor can be read in full, m survivors
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless the result is finite.
///
/// # Source
/// Chen and others 1994, section 3.4.3; Elling, MTTDL\[2\] (2007).
pub fn unreadable_survivor(
    mean_to_critical: Hours,
    survivors: u32,
    readable: Probability,
) -> Result<Hours, ModelError> {
    let unreadable = -math::exp_m1(f64::from(survivors) * math::ln(readable.as_f64()));
    hours(mean_to_critical.as_f64() / unreadable)
}

/// Returns the mean time to the first of several kinds of loss that come at constant rates.
///
/// # Formula
/// ```text
/// 1 / MTTDL = Σ 1 / MTTDL_i
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless the result is finite.
pub fn first_of(times: &[Hours]) -> Result<Hours, ModelError> {
    hours(1.0 / times.iter().map(|time| 1.0 / time.as_f64()).sum::<f64>())
}

/// Returns the probability of a loss within `mission` at the constant rate of one loss per `mttdl`.
///
/// # Formula
/// ```text
/// 1 − e^(−T / MTTDL)
/// ```
#[must_use]
pub fn loss_at_constant_rate(mttdl: Hours, mission: Hours) -> Probability {
    Probability::saturating(-math::exp_m1(-mission.as_f64() / mttdl.as_f64()))
}

/// Returns the mean time to loss of a group whose repairs all run in parallel, to leading order, by the moments of the time of
/// the first repair.
///
/// # Formula
/// ```text
/// MTTDL = M/n · (M/R)^k / C(n−1, k) · E[X]^k / E[X^k];   spread = E[X^k] / E[X]^k
/// ```
///
/// # Errors
/// [`ModelError::OutOfRange`] unless `devices` is above `tolerance` and the result finite.
///
/// # Source
/// Iliadis, Venkatesan: Reliability evaluation of erasure coded systems, International Journal on Advances in
/// Telecommunications 10 (2017), equation 68.
pub fn clustered(
    devices: u32,
    tolerance: u32,
    mean_lifetime: Hours,
    mean_repair: Hours,
    spread: f64,
) -> Result<Hours, ModelError> {
    if tolerance >= devices {
        return Err(ModelError::out_of_range(
            "tolerance",
            f64::from(tolerance),
            "below the number of devices",
        ));
    }
    let ratio = mean_lifetime.as_f64() / mean_repair.as_f64();
    let ways = crate::model::binomial(devices - 1, tolerance);
    let window = crate::model::whole_power(ratio, tolerance) / (ways * spread);
    hours(mean_lifetime.as_f64() / f64::from(devices) * window)
}

/// Returns the mean time to loss of a group of different devices, all repaired in parallel, from the stationary flow of repairs
/// out of the level of `tolerance` + 1 failed devices.
///
/// # Formula
/// ```text
/// flow = P(k+1 failed) · (k+1)/R,   P from independent devices with unavailability u_i = R / (M_i + R);   MTTDL ≈ 1 / flow
/// ```
///
/// # Errors
/// [`ModelError`] unless there are more lifetimes than `tolerance` and the result is finite.
///
/// # Source
/// The idea of a Poisson-binomial count of failed devices is published with the heterogeneous MTTDL programs of the Thesys
/// laboratory.
pub fn stationary_flow(
    mean_lifetimes: &[Hours],
    tolerance: u32,
    mean_repair: Hours,
) -> Result<Hours, ModelError> {
    let lost = tolerance as usize + 1;
    if mean_lifetimes.len() < lost || lost > 65 {
        return Err(ModelError::count(
            "mean_lifetimes",
            mean_lifetimes.len(),
            "more than the tolerance, at most 64",
        ));
    }
    let mut chances = vec![0.0; lost + 1];
    chances[0] = 1.0;
    for lifetime in mean_lifetimes {
        let failed = mean_repair.as_f64() / (lifetime.as_f64() + mean_repair.as_f64());
        for count in (0..=lost).rev() {
            let below = if count > 0 { chances[count - 1] } else { 0.0 };
            chances[count] = chances[count] * (1.0 - failed) + below * failed;
        }
    }
    hours(mean_repair.as_f64() / (f64::from(tolerance + 1) * chances[lost]))
}
