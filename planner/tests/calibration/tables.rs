//! The stored tables: constants, errors, errors on what was left out.

use std::fmt::Write as _;

use super::errors::{ErrorLine, error_table, errors_csv, median_and_p90, residual};
use super::fit::fit;
use super::parameters::{ASSUMED, FITTED, Parameters, SPREADS};
use super::predict::{Host, predict};
use super::rows::{Row, Rows, Target, family, fold, host};

/// Fits on all rows and without each fold; returns the tables of constants and of errors.
pub(crate) fn calibrate(rows: &Rows) -> (String, String) {
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
    let new_host = median_and_p90(&on_new_hosts(rows, Target::Streaming)).1;
    for (name, spread) in [
        ("known_host_spread", p90(&[Target::Write, Target::Read])),
        ("unknown_host_spread", new_host),
        ("rewrite_spread", p90(&[Target::Rewrite])),
        ("random_spread", p90(&[Target::Seeks])),
        ("resilver_spread", p90(&[Target::Resilver])),
    ] {
        for parameters in folds.iter_mut().chain([&mut all]) {
            parameters.set(name, spread);
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

/// Residuals of a target on hosts that the fit saw nothing of.
fn on_new_hosts(rows: &Rows, target: Target) -> Vec<f64> {
    let mut hosts: Vec<String> = rows.scored(target).into_iter().map(host).collect();
    hosts.sort();
    hosts.dedup();
    hosts
        .iter()
        .flat_map(|left_out| {
            let parameters = fit(rows, |row| host(row) != *left_out);
            let constants = parameters.constants();
            rows.scored(target)
                .into_iter()
                .filter(|row| host(row) == *left_out)
                .map(|row| {
                    residual(
                        target,
                        row,
                        predict(target, row, &parameters, &constants, Host::Unknown),
                    )
                })
                .collect::<Vec<f64>>()
        })
        .collect()
}

/// The table of errors in Markdown, as the documentation shows it.
pub(crate) fn errors_markdown(lines: &[ErrorLine]) -> String {
    let mut text = String::from(
        "| target | rows | rows left out of the fit | limit | naive formula |\n| --- | ---: | --- | --- | --- |\n",
    );
    for line in lines {
        let limits = line.target.limits();
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} / {:.2} | {:.2} / {:.2} | {:.2} / {:.2} |",
            line.target.name(),
            line.rows,
            line.cross_validated.0,
            line.cross_validated.1,
            limits.0,
            limits.1,
            line.naive.0,
            line.naive.1
        );
    }
    text
}

/// The pooled errors on left-out hosts and families in Markdown, from their table.
pub(crate) fn left_out_markdown(table: &str) -> String {
    let pooled = |kind: &str, target: Target| {
        let start = format!("{kind},\"all\",\"{}\",", target.name());
        let figures = table.lines().find_map(|line| line.strip_prefix(&start));
        let mut parts = figures.unwrap_or_default().split(',').skip(1);
        format!(
            "{} / {}",
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default()
        )
    };
    let mut text =
        String::from("| target | host left out | family of layouts left out |\n| --- | --- | --- |\n");
    for target in Target::ALL {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            target.name(),
            pooled("host", target),
            pooled("family", target)
        );
    }
    text
}

/// The group that a row belongs to.
type GroupOf = fn(&Row) -> String;

/// Fits without each host, then without each family of layouts, and scores what was left out.
pub(crate) fn leave_out(rows: &Rows) -> String {
    let mut text = String::from("left_out,name,target,rows,median,p90\n");
    let groupings: [(&str, GroupOf, Host); 2] =
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
