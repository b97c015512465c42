//! Fits the constants of the throughput and resilver laws on the measured rows and stores them with their errors.
//!
//! `cargo run --release -p planner --example calibrate` writes `data/calibration/constants.csv` and `errors.csv`;
//! with the argument `leave-out` it writes `left_out.csv`: errors on hosts and layout families of which the fit saw
//! nothing. With `residuals` it lists the error of every row, with `markdown` it prints the tables of the documentation. Run it in the root of the repository.

#[path = "../tests/calibration/mod.rs"]
mod calibration;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{Write as _, stdout};

use calibration::errors::{error_table, residual, uncompressed_controls};
use calibration::parameters::Parameters;
use calibration::predict::{Host, predict};
use calibration::rows::{Rows, Target, fold};
use calibration::tables::{calibrate, errors_markdown, leave_out, left_out_markdown};

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
        Some("markdown") => {
            let parameters =
                |column: &str| Parameters::from_table(planner::throughput::CONSTANTS_TABLE, column);
            let folds: Vec<Parameters> = (0..5)
                .map(|number| parameters(&format!("fold_{number}")))
                .collect();
            let errors = errors_markdown(&error_table(&rows, &parameters("all"), &folds));
            let left_out = left_out_markdown(&fs::read_to_string("data/calibration/left_out.csv")?);
            stdout().write_all(format!("{errors}\n{left_out}").as_bytes())?;
            return Ok(());
        }
        Some("leave-out") => ("data/calibration/left_out.csv", leave_out(&rows)),
        Some(other) => {
            return Err(format!("`{other}` is none of `leave-out`, `residuals`, `markdown`").into());
        }
    };
    fs::write(path, &text)?;
    stdout().write_all(text.as_bytes())?;
    Ok(())
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
    let folds: Vec<Parameters> = (0..5)
        .map(|number| Parameters::from_table(table, &format!("fold_{number}")))
        .collect();
    for target in [Target::CompressedWrite, Target::CompressedRead] {
        for residual in uncompressed_controls(rows, target, &folds) {
            let _ = writeln!(
                text,
                "\"{}, not scored\",uncompressed,,,,,{residual:.3}",
                target.name()
            );
        }
    }
    text
}
