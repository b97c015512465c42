//! Seconds to one per cent on one core for the reference models, beside their budgets, and the speed of the exact chain:
//! `cargo bench -p mttdl`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for developers that prints what it measured"
)]

use std::path::Path;
use std::time::Instant;

use mttdl::json::JsonModel;
use mttdl::simulation::{Road, Simulation, Target};
use mttdl::{ExponentialGroup, ExponentialSystem, Hours, RatePerHour, RepairDiscipline};

/// The reference models and the seconds that they may take.
const BUDGETS: [(&str, f64); 6] = [
    ("z2_8_aged", 0.030),
    ("z2_8_exp_repair", 0.100),
    ("z3_11_rare", 0.100),
    ("z3_11_weib_repair", 0.300),
    ("pool_240_batches", 0.500),
    ("z3_two_spares_slow", 5.0),
];

/// Runs of which the median is shown.
const RUNS: u64 = 5;

fn main() {
    // `cargo test --all-targets` builds this and starts it without the flag.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        reference_models();
        plain_trials();
    });
    exact_chains();
}

fn reference_models() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/golden/reliability/bench_models.json");
    let models: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    println!(
        "{:<20} {:>9} {:>8} {:>9} {:>11} {:>7} {:>7} {:>6}",
        "model", "median s", "budget", "trials", "p_any", "rse", "cat rse", "z"
    );
    for (name, budget) in BUDGETS {
        let model = JsonModel::from_json(&models[name]["model"].to_string())
            .unwrap()
            .model;
        let mut runs: Vec<_> = (1..=RUNS)
            .map(|seed| {
                let start = Instant::now();
                let estimate = Simulation::new(&model, seed, Target::default()).run();
                (start.elapsed().as_secs_f64(), estimate)
            })
            .collect();
        runs.sort_by(|left, right| left.0.total_cmp(&right.0));
        let (seconds, estimate) = &runs[runs.len() / 2];
        let (any, catastrophe) = (estimate.p_any, estimate.p_cat);
        let table = models[name]["p_any"].as_f64().unwrap();
        let table_error = table * models[name]["rel_std_error"].as_f64().unwrap();
        println!(
            "{name:<20} {seconds:>9.4} {budget:>8.3} {:>9} {:>11.4e} {:>7.4} {:>7.4} {:>6.2}",
            estimate.trials,
            any.point,
            any.std_error / any.point,
            catastrophe.std_error / catastrophe.point,
            (any.point - table) / table_error.hypot(any.std_error),
        );
    }
}

/// Seconds to 1 % at p = 1e-4, forced and plain; the plain ones are extrapolated from a million trials.
fn plain_trials() {
    let text = r#"{"vdevs": [{"n": 8, "k": 1, "age_h": 10000}], "classes": [[[330000, 1.3]]], "mission_h": 26280,
        "rebuild": ["det", 24]}"#;
    let model = JsonModel::from_json(text).unwrap().model;
    let seconds = |road: Road| {
        let target = Target::default()
            .with_road(road)
            .with_max_trials(1_000_000)
            .unwrap();
        let start = Instant::now();
        let estimate = Simulation::new(&model, 1, target).run();
        let error = estimate.p_any.std_error / estimate.p_any.point / 0.01;
        (
            estimate.p_any.point,
            start.elapsed().as_secs_f64() * error * error,
        )
    };
    let ((rare, quick), (plain, slow)) = (seconds(Road::RareEvent), seconds(Road::Direct));
    println!(
        "p {rare:.3e} in {quick:.4} s, by plain trials {plain:.3e} in {slow:.1} s: {:.0} times",
        slow / quick
    );
}

fn exact_chains() {
    let (mission, start) = (Hours::from_years(5.0).unwrap(), Instant::now());
    let mut nines = 0.0;
    for candidate in 0..1000_u32 {
        let failure = RatePerHour::from_mean(Hours::new(600_000.0 + f64::from(candidate)).unwrap()).unwrap();
        let (tolerance, repair) = (
            1 + candidate % 3,
            Hours::new(10.0 + f64::from(candidate % 50)).unwrap(),
        );
        let devices = tolerance + 2 + candidate % 9;
        let group =
            ExponentialGroup::homogeneous(devices, tolerance, failure, repair, RepairDiscipline::Batched)
                .unwrap();
        let system = ExponentialSystem::new(&[(group, 1 + candidate % 12)]).unwrap();
        nines += system.loss_within(mission).nines() + system.mttdl().map_or(0.0, Hours::as_years) * 1e-30;
    }
    println!(
        "1000 exact systems, loss and mean time: {:.4} s ({nines:.0} nines)",
        start.elapsed().as_secs_f64()
    );
}
