//! Outer rates of hard disks by rpm and capacity.

use std::sync::LazyLock;

use super::table::rows;
use crate::units::{Bytes, Throughput};

#[derive(Debug, Clone, Copy, PartialEq, serde::Deserialize)]
struct RateRow {
    rpm: u32,
    capacity_tb: f64,
    outer_mb_s: f64,
}

static RATES: LazyLock<Vec<RateRow>> =
    LazyLock::new(|| rows::<RateRow>(include_str!("../../../data/hdd_rates.csv")).collect());

/// Returns the sequential rate at the outer tracks that hard disks of `rpm` and `capacity` typically have.
///
/// Capacity stands for the year of the design, which sets the linear density. Between two rows of the table the rate is
/// interpolated in capacity, beyond its ends it stays; the speed of rotation nearest to `rpm` is taken.
///
/// # Source
/// `data/hdd_rates.csv`, a source per row; data sheet values, an error of 10 % is likely.
#[must_use]
pub fn hdd_outer_rate(rpm: u32, capacity: Bytes) -> Throughput {
    let capacity_tb = capacity.as_tb();
    let nearest = RATES
        .iter()
        .map(|row| row.rpm)
        .min_by_key(|&known| known.abs_diff(rpm))
        .unwrap_or(0);
    let mut below: Option<&RateRow> = None;
    let mut rate = None;
    for row in RATES.iter().filter(|row| row.rpm == nearest) {
        if row.capacity_tb >= capacity_tb {
            rate = Some(below.map_or(row.outer_mb_s, |below| {
                let share = (capacity_tb - below.capacity_tb) / (row.capacity_tb - below.capacity_tb);
                below.outer_mb_s + share * (row.outer_mb_s - below.outer_mb_s)
            }));
            break;
        }
        below = Some(row);
    }
    rate.or(below.map(|row| row.outer_mb_s))
        .and_then(Throughput::from_mb_per_s)
        .expect("the embedded table has rows with positive rates, as a test checks")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(rpm: u32, terabytes: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "test values"
        )]
        hdd_outer_rate(rpm, Bytes::new((terabytes * 1e12) as u64)).as_mb_per_s()
    }

    #[test]
    fn every_row_of_the_table_is_read_in_order() {
        assert_eq!(
            RATES.len(),
            include_str!("../../../data/hdd_rates.csv").lines().count() - 1
        );
        assert!(RATES.is_sorted_by_key(|row| row.rpm));
        assert!(RATES.iter().all(|row| row.outer_mb_s > 0.0));
    }

    #[test]
    fn rates_rise_with_capacity_and_with_rpm() {
        for rpm in [5400, 5900, 7200, 10_000, 15_000] {
            for step in 0..300 {
                let terabytes = f64::from(step) / 10.0;
                assert!(
                    rate(rpm, terabytes) <= rate(rpm, terabytes + 0.1),
                    "{rpm} rpm, {terabytes} TB"
                );
            }
        }
        assert!(rate(5400, 8.0) < rate(7200, 8.0));
        assert!(rate(7200, 1.0) < rate(10_000, 1.0));
    }

    #[test]
    fn between_rows_the_rate_is_interpolated() {
        assert!((rate(7200, 19.0) - 272.5).abs() < 1e-9);
        assert!((rate(7200, 40.0) - 285.0).abs() < 1e-9);
        assert!((rate(7200, 0.1) - 125.0).abs() < 1e-9);
    }
}
