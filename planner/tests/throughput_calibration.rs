//! The laws against published measurements: stored constants, cross-validated errors, naive formulas beside them.

mod calibration;

use calibration::errors::{error_table, errors_csv, median_and_p90, uncompressed_controls};
use calibration::parameters::{FITTED, Parameters};
use calibration::rows::{Rows, Target, family, fold, host};
use calibration::tables::{calibrate, errors_markdown, leave_out, left_out_markdown};
use planner::throughput::CONSTANTS_TABLE;

fn stored() -> (Parameters, Vec<Parameters>) {
    let all = Parameters::from_table(CONSTANTS_TABLE, "all");
    let folds = (0..5)
        .map(|number| Parameters::from_table(CONSTANTS_TABLE, &format!("fold_{number}")))
        .collect();
    (all, folds)
}

#[test]
fn cross_validated_errors_stay_within_their_limits() {
    let rows = Rows::read();
    let (all, folds) = stored();
    let table = error_table(&rows, &all, &folds);
    println!("|ln(predicted / measured)|, median / 90th percentile");
    println!(
        "{:24} {:>4}  left out       limit        in sample      naive",
        "target", "rows"
    );
    for line in &table {
        let (limit_median, limit_p90) = line.target.limits();
        println!(
            "{:24} {:>4}  {:.3} / {:.3}  {:.2} / {:.2}  {:.3} / {:.3}  {:.3} / {:.3}",
            line.target.name(),
            line.rows,
            line.cross_validated.0,
            line.cross_validated.1,
            limit_median,
            limit_p90,
            line.in_sample.0,
            line.in_sample.1,
            line.naive.0,
            line.naive.1
        );
    }
    for target in [Target::CompressedWrite, Target::CompressedRead] {
        let controls = median_and_p90(&uncompressed_controls(&rows, target, &folds));
        println!(
            "{}, the two uncompressed rows of the table (not scored): {:.3} / {:.3}",
            target.name(),
            controls.0,
            controls.1
        );
    }
    for line in &table {
        let (limit_median, limit_p90) = line.target.limits();
        assert!(
            line.cross_validated.0 <= limit_median,
            "median of {}",
            line.target.name()
        );
        assert!(
            line.cross_validated.1 <= limit_p90,
            "90th percentile of {}",
            line.target.name()
        );
        assert!(
            line.cross_validated.0 < line.naive.0 && line.cross_validated.1 < line.naive.1,
            "the naive formula is better for {}",
            line.target.name()
        );
    }
    assert_eq!(
        errors_csv(&table),
        include_str!("../../data/calibration/errors.csv")
    );
}

/// The stored tables are those that the fit gives, to the last digit: nothing was adjusted by hand.
#[test]
fn refitting_gives_the_stored_constants() {
    let (constants, errors) = calibrate(&Rows::read());
    assert_eq!(constants, CONSTANTS_TABLE);
    assert_eq!(errors, include_str!("../../data/calibration/errors.csv"));
}

/// So are the errors on hosts and on families of layouts that the fit saw nothing of.
#[test]
fn refitting_gives_the_stored_errors_on_left_out_hosts_and_families() {
    let table = leave_out(&Rows::read());
    println!("{table}");
    assert_eq!(table, include_str!("../../data/calibration/left_out.csv"));
    for target in Target::ALL {
        for kind in ["host", "family"] {
            let start = format!("{kind},\"all\",\"{}\",", target.name());
            assert!(table.lines().any(|line| line.starts_with(&start)), "{start}");
        }
    }
}

#[test]
fn the_documentation_shows_the_stored_errors() {
    let documentation = include_str!("../../data/calibration/README.md");
    let (all, folds) = stored();
    let errors = errors_markdown(&error_table(&Rows::read(), &all, &folds));
    assert!(documentation.contains(&errors), "the README lacks:\n{errors}");
    let left_out = left_out_markdown(include_str!("../../data/calibration/left_out.csv"));
    assert!(documentation.contains(&left_out), "the README lacks:\n{left_out}");
}

#[test]
fn at_most_thirty_constants_are_fitted_and_none_names_a_row_or_a_width() {
    assert!(FITTED.len() <= 30);
    let in_table = CONSTANTS_TABLE
        .lines()
        .filter(|line| line.contains(",fitted,"))
        .count();
    assert_eq!(in_table, FITTED.len());
    for (name, ..) in FITTED {
        let digits = name.replace("lz4", "");
        assert!(!digits.contains(|letter: char| letter.is_ascii_digit()), "{name}");
    }
}

/// Every scored row belongs to one fold, one host and one family, and all folds are used.
#[test]
fn folds_are_fixed_by_the_number_in_the_id() {
    let rows = Rows::read();
    let counts: Vec<usize> = Target::ALL
        .iter()
        .map(|&target| rows.scored(target).len())
        .collect();
    assert_eq!(counts, [21, 21, 21, 11, 7, 7, 12, 14]);
    for target in Target::ALL {
        for row in rows.scored(target) {
            assert!(fold(row) < 5 && !host(row).is_empty() && !family(row).is_empty());
        }
    }
    let used: std::collections::BTreeSet<usize> = rows.scored(Target::Write).into_iter().map(fold).collect();
    assert_eq!(used.len(), 5);
}

#[test]
fn the_90th_percentile_is_the_nearest_rank() {
    let errors: Vec<f64> = (1..=10).map(f64::from).collect();
    assert_eq!(median_and_p90(&errors), (5.5, 9.0));
    assert_eq!(median_and_p90(&[-3.0, 1.0, 2.0]), (2.0, 3.0));
}
