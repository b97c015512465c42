//! Failure statistics against published counts and their published intervals.

use mttdl::statistics::{FailureCount, RateKnowledge, spares_at_known_rate};
use mttdl::{Hours, Probability};

use crate::tables::{self, Row};

fn counts(row: &Row) -> Option<FailureCount> {
    let failures = row.text("failures").parse().ok()?;
    FailureCount::from_device_days(failures, row.text("drive_days").parse().ok()?).ok()
}

fn confidence(value: f64) -> Probability {
    Probability::new(value).unwrap()
}

/// The rates and 95 % intervals that were published with the counts, to the digits printed.
#[test]
fn published_rates_and_intervals() {
    let mut compared = 0;
    for row in &tables::rows_of("drives/field_failures.csv") {
        let (Some(count), Ok(low), Ok(high)) = (
            counts(row),
            row.text("afr_lo95_pct").parse::<f64>(),
            row.text("afr_hi95_pct").parse::<f64>(),
        ) else {
            continue;
        };
        let (ours_low, ours_high) = count.interval_per_year(confidence(0.95));
        let pairs = [
            (count.rate_per_year(), row.number("afr_pct")),
            (ours_low, low),
            (ours_high, high),
        ];
        for (ours, published) in pairs {
            assert!(
                (100.0 * ours - published).abs() <= 0.0101,
                "{}: {ours} {published}",
                row.text("model")
            );
        }
        compared += 1;
    }
    assert!(compared >= 60, "{compared}");
}

/// A model's rate lies between its class and its own counts, the nearer to the counts the more of them there are, and its
/// interval narrows.
#[test]
fn models_shrink_to_their_class() {
    let rows = tables::rows_of("drives/field_failures.csv");
    let models: Vec<FailureCount> = rows
        .iter()
        .filter(|row| row.text("scope") == "model" && row.text("class") == "hdd_nearline")
        .filter_map(counts)
        .collect();
    let class = RateKnowledge::of_models(&models).unwrap();
    let pooled = class.mean_per_year();
    assert!((0.008..0.02).contains(&pooled), "{pooled}");
    for model in &models {
        let known = class.after(*model);
        let (own, mean) = (model.rate_per_year(), known.mean_per_year());
        assert!(
            (own.min(pooled)..=own.max(pooled)).contains(&mean),
            "{own} {mean} {pooled}"
        );
        let (low, high) = known.interval_per_year(confidence(0.95));
        let (class_low, class_high) = class.interval_per_year(confidence(0.95));
        let (width, class_width) = ((high - low) / mean, (class_high - class_low) / pooled);
        assert!(low < mean && mean < high, "{low} {mean} {high}");
        // A model without failures moves the rate and leaves the relative width.
        assert!(width <= class_width * (1.0 + 1e-6), "{width} {class_width}");
        assert!((known.mean().unwrap().as_f64() * Hours::PER_YEAR / mean - 1.0).abs() < 1e-12);
    }
    let few = FailureCount::from_device_days(3, 20_000.0).unwrap();
    let many = FailureCount::from_device_days(3000, 20_000_000.0).unwrap();
    let distance = |count: FailureCount| (class.after(count).mean_per_year() - count.rate_per_year()).abs();
    assert!(distance(many) < 0.05 * distance(few));
}

/// The class table's means are kept, and its ranges hold about 95 %.
#[test]
fn classes_of_the_table() {
    let rows = tables::rows_of("drives/class_defaults.csv");
    assert!(rows.len() >= 8);
    for row in &rows {
        let [mean, low, high] =
            ["afr_default_pct", "afr_low_pct", "afr_high_pct"].map(|column| row.number(column) / 100.0);
        let class = RateKnowledge::of_class(mean, low, high).unwrap();
        assert!((class.mean_per_year() / mean - 1.0).abs() < 1e-12);
        let (ours_low, ours_high) = class.interval_per_year(confidence(0.95));
        assert!(ours_low < mean && mean < ours_high && (ours_high - ours_low) < 1.2 * (high - low));
    }
}

/// Quantiles are the least counts that suffice, by the sums of the chances themselves.
#[test]
fn spares_that_suffice() {
    for expected in [0.0, 0.1, 1.0, 2.0, 7.5, 40.0] {
        for level in [0.5, 0.9, 0.99, 0.999] {
            let spares = spares_at_known_rate(expected, confidence(level)).unwrap();
            let (mut chance, mut below, mut count) = (mttdl::math::exp(-expected), 0.0, 0_u64);
            loop {
                below += chance;
                if below >= level {
                    break;
                }
                count += 1;
                chance *= expected / f64::from(u32::try_from(count).unwrap());
            }
            assert_eq!(spares, count, "{expected} {level}");
        }
    }
    // What is not known of the rate costs spares, the more of them the less is known.
    let year = Hours::from_years(100.0).unwrap();
    let vague = RateKnowledge::of_class(0.015, 0.003, 0.06).unwrap();
    let sharp = vague.after(FailureCount::from_device_days(15_000, 365_000_000.0).unwrap());
    let [vague, sharp] = [vague, sharp].map(|known| known.spares(year, confidence(0.99)).unwrap());
    let known = spares_at_known_rate(1.5, confidence(0.99)).unwrap();
    assert_eq!(sharp, known);
    assert!(vague > sharp, "{vague} {sharp}");
    assert!(spares_at_known_rate(f64::NAN, confidence(0.9)).is_err());
    assert!(spares_at_known_rate(1.0, Probability::ONE).is_err());
}
