//! Fits the constants of the throughput and resilver laws on the measured rows and stores them with their errors.
//!
//! `cargo run --release -p planner --example calibrate` writes `data/calibration/constants.csv` and `errors.csv`;
//! with the argument `leave-out` it writes `left_out.csv`: errors on hosts and layout families of which the fit saw
//! nothing. With `residuals` it lists the error of every row. Run it in the root of the repository.

#[path = "../tests/calibration/mod.rs"]
mod calibration;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{Write as _, stdout};

use calibration::errors::{error_table, errors_csv, median_and_p90, residual};
use calibration::fit::fit;
use calibration::parameters::{ASSUMED, FITTED, Parameters, SPREADS};
use calibration::predict::{Host, predict};
use calibration::rows::{Row, Rows, Target, family, fold, host};

fn main() -> Result<(), Box<dyn Error>> {
    let rows = Rows::read();
    let (path, text) = match std::env::args().nth(1).as_deref() {
        None => {
            let (constants, errors) = calibrate(&rows);
            fs::write("data/calibration/constants.csv", constants)?;
            ("data/calibration/errors.csv", errors)
        }
        Some("residuals") => {
            stdout().write_all(residuals(&rows).as_bytes())?;
            return Ok(());
        }
        Some("leave-out") => ("data/calibration/left_out.csv", leave_out(&rows)),
        Some(other) => return Err(format!("`{other}` is neither `residuals` nor `leave-out`").into()),
    };
    fs::write(path, &text)?;
    stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Fits on all rows and without each fold; returns the tables of constants and of errors.
fn calibrate(rows: &Rows) -> (String, String) {
    let mut all = fit(rows, |_| true);
    let mut folds: Vec<Parameters> = (0..5)
        .map(|left_out| fit(rows, |row| fold(row) != left_out))
        .collect();
    let table = error_table(rows, &all, &folds);
    let p90 = |wanted: &[Target]| {
        table
            .iter()
            .filter(|line| wanted.contains(&line.target))
            .map(|line| line.cross_validated.1)
            .fold(0.0, f64::max)
    };
    for (name, targets) in [
        ("known_host_spread", &[Target::Write, Target::Read][..]),
        ("unknown_host_spread", &[Target::Streaming]),
        ("rewrite_spread", &[Target::Rewrite]),
        ("random_spread", &[Target::Seeks]),
        ("resilver_spread", &[Target::Resilver]),
    ] {
        for parameters in folds.iter_mut().chain([&mut all]) {
            parameters.set(name, p90(targets));
        }
    }
    let all = all.rounded();
    let folds: Vec<Parameters> = folds.into_iter().map(Parameters::rounded).collect();
    (constants_csv(&all, &folds), errors_csv(&table))
}

fn constants_csv(all: &Parameters, folds: &[Parameters]) -> String {
    let mut text = String::from("name,unit,scope,all,fold_0,fold_1,fold_2,fold_3,fold_4,meaning\n");
    let derived = [(
        "host_read",
        "MB/s",
        0.0,
        "what an unknown host reads at most: in proportion to the known hosts",
    )];
    for (scope, rows) in [
        ("fitted", &FITTED[..]),
        ("derived", &derived),
        ("assumed", &ASSUMED),
        ("spread", &SPREADS),
    ] {
        for (name, unit, _, meaning) in rows {
            let _ = write!(text, "{name},{unit},{scope},{}", all.value(name));
            for parameters in folds {
                let _ = write!(text, ",{}", parameters.value(name));
            }
            let _ = writeln!(text, ",\"{meaning}\"");
        }
    }
    text
}

/// Lists ln(predicted / measured) of every scored row under the stored constants of its fold.
fn residuals(rows: &Rows) -> String {
    let table = planner::throughput::CONSTANTS_TABLE;
    let mut text = String::from("target,id,layout,width,vdevs,fold,residual\n");
    for target in Target::ALL {
        for row in rows.scored(target) {
            let parameters = Parameters::from_table(table, &format!("fold_{}", fold(row)));
            let predicted = predict(target, row, &parameters, &parameters.constants(), Host::Known);
            let _ = writeln!(
                text,
                "\"{}\",{},{},{},{},{},{:.3}",
                target.name(),
                row["id"],
                row["layout"],
                row["width"],
                row["vdevs"],
                fold(row),
                residual(target, row, predicted)
            );
        }
    }
    text
}

/// Fits without each host, then without each family of layouts, and scores what was left out.
fn leave_out(rows: &Rows) -> String {
    let mut text = String::from("left_out,name,target,rows,median,p90\n");
    let groupings: [(&str, fn(&Row) -> String, Host); 2] =
        [("host", host, Host::Unknown), ("family", family, Host::Known)];
    for (kind, group_of, ceilings) in groupings {
        let mut pooled: Vec<(Target, Vec<f64>)> =
            Target::ALL.iter().map(|&target| (target, Vec::new())).collect();
        let mut groups: Vec<String> = Target::ALL
            .iter()
            .flat_map(|&target| rows.scored(target))
            .map(group_of)
            .collect();
        groups.sort();
        groups.dedup();
        for group in groups {
            let parameters = fit(rows, |row| group_of(row) != group);
            let constants = parameters.constants();
            for (target, residuals) in &mut pooled {
                let found: Vec<f64> = rows
                    .scored(*target)
                    .into_iter()
                    .filter(|row| group_of(row) == group)
                    .map(|row| {
                        residual(
                            *target,
                            row,
                            predict(*target, row, &parameters, &constants, ceilings),
                        )
                    })
                    .collect();
                line(&mut text, kind, &group, *target, &found);
                residuals.extend(found);
            }
        }
        for (target, residuals) in &pooled {
            line(&mut text, kind, "all", *target, residuals);
        }
    }
    text
}

fn line(text: &mut String, kind: &str, group: &str, target: Target, residuals: &[f64]) {
    if residuals.is_empty() {
        return;
    }
    let (median, p90) = median_and_p90(residuals);
    let _ = writeln!(
        text,
        "{kind},\"{group}\",\"{}\",{},{median:.3},{p90:.3}",
        target.name(),
        residuals.len()
    );
}
