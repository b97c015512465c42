//! The simulation against brute force made elsewhere, against exact chains, and against reference values of rare losses.
//!
//! Every comparison allows four standard errors of the difference: a right program fails once in 16,000 comparisons, and the
//! seeds are fixed. Rows have seeds of their own, so that their errors are independent.

use mttdl::json::JsonModel;
use mttdl::simulation::{Estimate, Road, Simulation, Target};
use mttdl::{
    Device, Duration, Group, Hours, LatentErrors, Lifetime, Model, ModelInput, Probability, RepairDiscipline,
};

use crate::tables::{self, Row};

fn seed(row: &Row) -> u64 {
    row.text("case_id")[2..].parse::<u64>().unwrap() + 100
}

/// Asserts that the mean of the standardised differences of all rows is within 4/√rows.
#[track_caller]
fn assert_unbiased(differences: &[f64]) {
    let rows = f64::from(u32::try_from(differences.len()).unwrap());
    let mean = differences.iter().sum::<f64>() / rows;
    println!("{rows} rows, mean z {mean:.3}");
    assert!(
        mean.abs() <= 4.0 / rows.sqrt(),
        "mean of {rows} differences: {mean:.3}"
    );
}

/// Every row of the brute-force table: the probability of any loss and of a catastrophe, latent losses and failures.
#[test]
fn every_row_of_the_brute_force_table() {
    let rows = tables::rows("mc.csv");
    assert_eq!(rows.len(), 31);
    let target = Target::default()
        .with_relative_error(0.02)
        .unwrap()
        .with_max_trials(30_000)
        .unwrap();
    let mut differences = Vec::new();
    for row in &rows {
        let case = row.text("case_id");
        let model = JsonModel::from_json(row.text("spec_json")).unwrap().model;
        let estimate = Simulation::new(&model, seed(row), target).run();
        let trials = row.number("trials");
        let table = row.number("p_any");
        let table_error = (table * (1.0 - table) / trials).sqrt();
        let z = (estimate.p_any.point - table) / table_error.hypot(estimate.p_any.std_error);
        assert!(
            z.abs() <= 4.0,
            "{case}: {:e} instead of {table:e}, z {z:.2}",
            estimate.p_any.point
        );
        differences.push(z);
        // The table's interval of p_cat is 95 %; twice its half is about four standard errors.
        let (low, high) = (row.number("p_cat_lo95"), row.number("p_cat_hi95"));
        let (middle, error) = ((low + high) / 2.0, (high - low) / 3.92);
        let z = (estimate.p_cat.point - middle) / error.hypot(estimate.p_cat.std_error);
        assert!(
            z.abs() <= 4.0,
            "{case} p_cat: {:e}, z {z:.2}",
            estimate.p_cat.point
        );
        let events = row.number("mean_sector_events");
        let error = row
            .number("sector_events_se")
            .hypot(estimate.latent_events.std_error);
        let difference = (estimate.latent_events.mean - events).abs();
        assert!(
            difference <= 4.0 * error,
            "{case} latent events: {} {events}",
            estimate.latent_events.mean
        );
        let failures = row.number("mean_drive_failures");
        let error = (failures / trials)
            .sqrt()
            .max(failures * 5e-6)
            .hypot(estimate.device_failures.std_error);
        let difference = (estimate.device_failures.mean - failures).abs();
        // Failures of a batch come together, so that the table's own error is larger than that of a Poisson count.
        let error = error.hypot(2e-3 * failures);
        assert!(
            difference <= 4.0 * error,
            "{case} failures: {} {failures}",
            estimate.device_failures.mean
        );
    }
    assert_unbiased(&differences);
}

/// Plain trials against the same table: the third road.
#[test]
fn plain_trials_against_the_brute_force_table() {
    let target = Target::default()
        .with_road(Road::Direct)
        .with_relative_error(0.05)
        .unwrap();
    let target = target.with_max_trials(60_000).unwrap();
    let mut differences = Vec::new();
    for row in &tables::rows("mc.csv") {
        let model = JsonModel::from_json(row.text("spec_json")).unwrap().model;
        let estimate = Simulation::new(&model, seed(row), target).run();
        assert_eq!(estimate.road, Road::Direct);
        let table = row.number("p_any");
        let trials = f64::from(u32::try_from(estimate.trials).unwrap());
        let error = (table * (1.0 - table) * (1.0 / row.number("trials") + 1.0 / trials)).sqrt();
        let z = (estimate.p_any.point - table) / error;
        assert!(
            z.abs() <= 4.0,
            "{}: {:e} {table:e} z {z:.2}",
            row.text("case_id"),
            estimate.p_any.point
        );
        differences.push(z);
    }
    assert_unbiased(&differences);
}

/// The model of a row of the chain tables, if it has one repair law for all devices and latent losses at entry only.
fn model(row: &Row) -> Option<Model> {
    let hours = |value: f64| Hours::new(value).unwrap();
    let repairs = row.numbers("mttr_h");
    if repairs.iter().any(|repair| repair.total_cmp(&repairs[0]).is_ne())
        || row.text("lse_mode") == "completion"
    {
        return None;
    }
    let failures = row.numbers("mttf_h");
    let lifetimes = failures
        .iter()
        .map(|mean| Lifetime::exponential(hours(*mean)).unwrap())
        .collect();
    let device = |lifetime| Device {
        lifetime,
        age: Hours::ZERO,
        batch: None,
    };
    let kind = if row.has("model") {
        row.text("model")
    } else {
        "batched"
    };
    let mut groups = Vec::new();
    for (position, &copies) in row.counts("vdevs").iter().enumerate() {
        let count = row.counts("n")[position] as usize;
        let devices = match kind {
            "hetero" => (0..count).map(device).collect(),
            _ => vec![device(position); count],
        };
        let group = Group {
            devices,
            tolerance: row.counts("k")[position],
        };
        groups.extend(std::iter::repeat_n(group, copies as usize));
    }
    let mut input = ModelInput::new(
        lifetimes,
        groups,
        hours(row.number("mission_h")),
        hours(repairs[0]),
    );
    if kind != "det_rebuild" {
        input.repair = Duration::Exponential(hours(repairs[0]));
    }
    input.discipline = match row.text("repair") {
        "parallel" | "constant" => RepairDiscipline::Parallel,
        "serial" => RepairDiscipline::Serial,
        _ => RepairDiscipline::Batched,
    };
    if row.text("lse_mode") == "entry" {
        input.latent = LatentErrors::Fixed(Probability::new(row.number("lse_prob")).unwrap());
    }
    if kind.ends_with("spares") {
        input.spares = row.counts("spares")[0];
        input.delay = Duration::Exponential(hours(row.number("delay_mean_h")));
    }
    Some(Model::new(input).unwrap())
}

/// The simulation gives what the exact chains give, wherever it can say the model: about 1e-1 to 1e-20.
#[test]
fn every_chain_that_the_simulation_can_say() {
    let target = Target::default()
        .with_relative_error(0.03)
        .unwrap()
        .with_max_trials(16_384)
        .unwrap();
    let mut differences = Vec::new();
    let mut catastrophes = Vec::new();
    for row in tables::rows("ctmc.csv")
        .iter()
        .chain(&tables::rows("batched.csv"))
    {
        let Some(model) = model(row) else { continue };
        let estimate: Estimate = Simulation::new(&model, seed(row), target).run();
        let check = |what: &str, interval: mttdl::simulation::Interval, table: f64, list: &mut Vec<f64>| {
            // A standard error of 0 is an answer without chance, as that of a single device.
            let z = (interval.point - table) / interval.std_error.max(1e-9 * table);
            assert!(
                z.abs() <= 4.0,
                "{} {what}: {:e} {table:e}, z {z:.2}",
                row.text("case_id"),
                interval.point
            );
            list.push(z);
        };
        check("p_loss", estimate.p_any, row.number("p_loss"), &mut differences);
        if estimate.p_cat.std_error < 0.1 * estimate.p_cat.point {
            check("p_cat", estimate.p_cat, row.number("p_cat"), &mut catastrophes);
        }
    }
    assert!(differences.len() > 130, "{}", differences.len());
    assert_unbiased(&differences);
    assert_unbiased(&catastrophes);
}

/// One per cent on the reference models of rare losses, none of which is exponential, and agreement with their values.
#[test]
fn reference_models_of_rare_losses() {
    let text = std::fs::read_to_string(tables::path("reliability/bench_models.json")).unwrap();
    let models: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (name, entry) in models.as_object().unwrap() {
        let model = JsonModel::from_json(&entry["model"].to_string()).unwrap().model;
        let target = Target::default();
        let estimate = Simulation::new(&model, 1, target).run();
        assert!(estimate.converged, "{name}: {:?}", estimate.doubts);
        assert!(estimate.p_cat.std_error <= 0.01 * estimate.p_cat.point, "{name}");
        let table = entry["p_any"].as_f64().unwrap();
        let error = (table * entry["rel_std_error"].as_f64().unwrap()).hypot(estimate.p_any.std_error);
        let z = (estimate.p_any.point - table) / error;
        assert!(
            z.abs() <= 4.0,
            "{name}: {:e} instead of {table:e}, z {z:.2}",
            estimate.p_any.point
        );
    }
}
