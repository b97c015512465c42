//! The product's tables of drives against the golden ones.

use planner::catalog::{DriveClass, class_defaults, field_failures};

type Row = std::collections::HashMap<String, String>;

fn rows(text: &'static str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .map(|row| row.expect("golden tables are well-formed"))
        .collect()
}

fn number(row: &Row, column: &str) -> Option<f64> {
    row[column].parse().ok()
}

#[test]
fn class_defaults_are_those_of_the_golden_table() {
    let golden = rows(include_str!("../../data/golden/drives/class_defaults.csv"));
    assert_eq!(golden.len(), 9);
    for row in golden {
        let class = DriveClass::from_name(&row["class"]).expect("every golden class is known");
        let ours = class_defaults(class);
        let per_year = |rate: planner::units::RatePerHour| rate.as_f64() * 8760.0 * 100.0;
        let pairs = [
            ("afr_default_pct", per_year(ours.failure_rate.point)),
            ("afr_low_pct", per_year(ours.failure_rate.low)),
            ("afr_high_pct", per_year(ours.failure_rate.high)),
            ("weibull_shape", ours.weibull_shape),
            ("weibull_scale_h", ours.weibull_scale.as_f64()),
            ("ure_spec_per_bit", ours.read_errors_per_bit),
            ("lse_rate_per_drive_hour", ours.latent_error_rate.point.as_f64()),
            ("lse_low", ours.latent_error_rate.low.as_f64()),
            ("lse_high", ours.latent_error_rate.high.as_f64()),
            ("outer_mb_s", ours.outer.as_mb_per_s()),
            ("inner_mb_s", ours.inner.as_mb_per_s()),
        ];
        for (column, value) in pairs {
            let expected = number(&row, column).expect("every class states it");
            assert!(
                (value / expected - 1.0).abs() < 1e-9,
                "{class}, {column}: {value}, not {expected}"
            );
        }
        assert_eq!(
            ours.sheet_mttf.map(planner::units::Hours::as_f64),
            number(&row, "mttf_spec_h")
        );
    }
}

#[test]
fn every_golden_count_is_within_the_counts_of_its_model() {
    let golden = rows(include_str!("../../data/golden/drives/field_failures.csv"));
    let mut seen = 0;
    for row in golden.iter().filter(|row| row["scope"] == "model") {
        let (Some(days), Some(failures)) = (number(row, "drive_days"), number(row, "failures")) else {
            continue;
        };
        if row["note"].contains("firmware programme") {
            continue;
        }
        let model = row["model"].split_whitespace().last().expect("rows name a model");
        let ours = field_failures(model).expect("every golden model is known");
        assert!(
            ours.drive_years() * 365.0 + 0.5 >= days,
            "{model} {}",
            row["period"]
        );
        assert!(f64::from(ours.failures) >= failures, "{model} {}", row["period"]);
        assert_eq!(ours.class.name(), row["class"], "{model}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} rows");
}
