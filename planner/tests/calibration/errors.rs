//! Errors |ln(predicted / measured)| and their statistics.

use mttdl::math::ln;

use super::parameters::Parameters;
use super::predict::{Host, naive, predict};
use super::rows::{Row, Rows, Target, fold, number};

/// ln(predicted / measured) of a row.
pub(crate) fn residual(target: Target, row: &Row, predicted: f64) -> f64 {
    let measured = number(row, target.column()).expect("scored rows state the measured value");
    ln(predicted / measured)
}

/// Median and nearest-rank 90th percentile of the absolute values; of an even number the mean of the middle two is the
/// median.
pub(crate) fn median_and_p90(residuals: &[f64]) -> (f64, f64) {
    let mut errors: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
    errors.sort_by(f64::total_cmp);
    let count = errors.len();
    let median = f64::midpoint(errors[(count - 1) / 2], errors[count / 2]);
    (median, errors[(count * 9).div_ceil(10) - 1])
}

/// Residuals of the scored rows of a target under one set of parameters.
pub(crate) fn in_sample(rows: &Rows, target: Target, parameters: &Parameters) -> Vec<f64> {
    let constants = parameters.constants();
    rows.scored(target)
        .into_iter()
        .map(|row| {
            residual(
                target,
                row,
                predict(target, row, parameters, &constants, Host::Known),
            )
        })
        .collect()
}

/// Residuals of the scored rows of a target, each under the parameters fitted without its fold.
pub(crate) fn cross_validated(rows: &Rows, target: Target, folds: &[Parameters]) -> Vec<f64> {
    rows.scored(target)
        .into_iter()
        .map(|row| {
            let parameters = &folds[fold(row)];
            residual(
                target,
                row,
                predict(target, row, parameters, &parameters.constants(), Host::Known),
            )
        })
        .collect()
}

/// Residuals of the compressed targets' laws on the uncompressed rows of the same table, which are not scored: what the
/// host moves uncompressed is known from no other row.
pub(crate) fn uncompressed_controls(rows: &Rows, target: Target, folds: &[Parameters]) -> Vec<f64> {
    rows.uncompressed_controls()
        .into_iter()
        .map(|row| {
            let parameters = &folds[fold(row)];
            residual(
                target,
                row,
                predict(target, row, parameters, &parameters.constants(), Host::Known),
            )
        })
        .collect()
}

/// Residuals of the naive formulas on the scored rows of a target.
pub(crate) fn naive_residuals(rows: &Rows, target: Target) -> Vec<f64> {
    rows.scored(target)
        .into_iter()
        .map(|row| residual(target, row, naive(target, row, rows)))
        .collect()
}

/// One line of the table of errors.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ErrorLine {
    pub(crate) target: Target,
    pub(crate) rows: usize,
    pub(crate) cross_validated: (f64, f64),
    pub(crate) in_sample: (f64, f64),
    pub(crate) naive: (f64, f64),
}

/// The table of errors, a line per target.
pub(crate) fn error_table(rows: &Rows, all: &Parameters, folds: &[Parameters]) -> Vec<ErrorLine> {
    Target::ALL
        .into_iter()
        .map(|target| ErrorLine {
            target,
            rows: rows.scored(target).len(),
            cross_validated: median_and_p90(&cross_validated(rows, target, folds)),
            in_sample: median_and_p90(&in_sample(rows, target, all)),
            naive: median_and_p90(&naive_residuals(rows, target)),
        })
        .collect()
}

/// The table of errors as CSV, rounded to three decimals.
pub(crate) fn errors_csv(lines: &[ErrorLine]) -> String {
    let mut text = String::from(
        "target,rows,median,p90,limit_median,limit_p90,in_sample_median,in_sample_p90,naive_median,naive_p90\n",
    );
    for line in lines {
        let limits = line.target.limits();
        text.push_str(&format!(
            "\"{}\",{},{:.3},{:.3},{},{},{:.3},{:.3},{:.3},{:.3}\n",
            line.target.name(),
            line.rows,
            line.cross_validated.0,
            line.cross_validated.1,
            limits.0,
            limits.1,
            line.in_sample.0,
            line.in_sample.1,
            line.naive.0,
            line.naive.1
        ));
    }
    text
}
