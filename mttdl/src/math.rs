//! Elementary functions with the same bits on every target.
//!
//! The standard library's `ln`, `exp` and `powf` call the platform's mathematics library, so their last bits differ
//! between systems and WebAssembly. All results of this crate go through these functions instead, which are the
//! pure-Rust ports of the `libm` crate.

/// Returns the natural logarithm of `x`; NaN below 0, −∞ at 0.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Returns the decimal logarithm of `x`; NaN below 0, −∞ at 0.
#[must_use]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Returns ln(1 + x), exact for small `x`.
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Returns e to the power of `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Returns e^x − 1, exact for small `x`.
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// Returns `base` to the power of `exponent`.
#[must_use]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// Returns the square root of `x`, which IEEE 754 rounds alike everywhere.
#[must_use]
pub fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// Returns the gamma function of `x`.
#[must_use]
pub fn gamma(x: f64) -> f64 {
    libm::tgamma(x)
}

/// Below this amount the two functions that follow are six terms of their series, exact to the last bit or two.
const SMALL: f64 = 0.01;

/// Returns e^−x for x ≥ 0, quickly where x is small.
pub(crate) fn exp_of_negative(x: f64) -> f64 {
    if x < SMALL {
        1.0 - one_minus_exp_of_negative(x)
    } else {
        exp(-x)
    }
}

/// Returns 1 − e^−x for x ≥ 0, quickly where x is small.
pub(crate) fn one_minus_exp_of_negative(x: f64) -> f64 {
    if x < SMALL {
        x * (1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0 * (1.0 - x / 5.0 * (1.0 - x / 6.0)))))
    } else {
        -exp_m1(-x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_forms_are_the_functions() {
        for step in 0..2000_u32 {
            let x = f64::from(step) * 1e-5;
            assert!((exp_of_negative(x) - exp(-x)).abs() < 3e-16, "{x}");
            assert!(
                (one_minus_exp_of_negative(x) + exp_m1(-x)).abs() <= 4e-16 * x,
                "{x}"
            );
        }
    }
}
