//! Says where the time of a plan goes, for the examples of 24 and of 60 drives:
//! `cargo run --release --example plan_stages`.
//!
//! Every stage is run five times and the fastest is told; the parts of working out the candidates are run alone.

use std::error::Error;
use std::time::{Duration, Instant};

use planner::capacity::PoolCapacity;
use planner::drive::{Drive, Media};
use planner::inventory::{ReadOptions, Source, read};
use planner::layout::Layout;
use planner::placement::{Placeable, place};
use planner::plan::{Evaluator, InventoryShown, PlanOptions, Planning, pool_spec};
use planner::ready::ready;
use planner::report::json::to_json;
use planner::report::plan_text::{PlanText, plan_text};
use planner::report::style::Style;
use planner::throughput::DriveSpeed;

const RUNS: u32 = 5;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Runs a stage several times; returns its result and the shortest time.
fn timed<T>(mut stage: impl FnMut() -> Outcome<T>) -> Outcome<(T, Duration)> {
    let mut best: Option<(T, Duration)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let result = stage()?;
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(_, known)| time < *known) {
            best = Some((result, time));
        }
    }
    best.ok_or_else(|| "no run".into())
}

fn nothing_shown() -> InventoryShown {
    InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    }
}

/// Placement and capacity of all candidates, and everything about them.
fn parts(drives: &[Drive], layouts: &[Layout], options: &PlanOptions) -> Outcome<[Duration; 3]> {
    let ready = ready(drives, options.as_of)?;
    let media = ready.drives.first().map_or(Media::Hdd, |drive| drive.media);
    let placeable: Vec<Placeable> = ready
        .drives
        .iter()
        .map(|known| known.placeable(DriveSpeed::of(&drives[known.position]).read.value))
        .collect();
    let ((), placement) = timed(|| {
        for layout in layouts {
            place(layout, &placeable, media, options.place)?;
        }
        Ok(())
    })?;
    let specs = layouts
        .iter()
        .map(|layout| pool_spec(drives, layout, options))
        .collect::<Result<Vec<_>, _>>()?;
    let ((), capacity) = timed(|| {
        for spec in &specs {
            PoolCapacity::of(spec)?;
        }
        Ok(())
    })?;
    let ((), everything) = timed(|| {
        let mut evaluator = Evaluator::new(drives, &ready, options)?;
        for layout in layouts {
            evaluator.evaluate(layout, media)?;
        }
        Ok(())
    })?;
    Ok([placement, capacity, everything])
}

#[expect(clippy::print_stdout, reason = "an example speaks to its user")]
fn stages(name: &str) -> Outcome<()> {
    let path = format!("{}/../data/examples/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path)?;
    let options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    let (drives, reading) = timed(|| {
        let source = Source { name, bytes: &bytes };
        let inventory =
            read(&[source], &ReadOptions::on(options.as_of)).map_err(planner::error::Error::Input)?;
        Ok(inventory.drives)
    })?;
    let (mut planning, working_out) = timed(|| Ok(Planning::new(&drives, nothing_shown(), &options)?))?;
    let start = Instant::now();
    while let Some(work) = planning.next_work(1) {
        let blocks = planning.run(&work)?;
        planning.absorb(work.model, blocks)?;
    }
    let simulation = start.elapsed();
    let start = Instant::now();
    let plan = planning.into_plan()?;
    let ranking = start.elapsed();
    let view = PlanText {
        drives: &drives,
        origin: name,
        top: options.shortlist,
        style: Style::PLAIN,
    };
    let (_, report) = timed(|| Ok((plan_text(&plan, &view), to_json(&plan)?)))?;
    let layouts: Vec<Layout> = plan
        .candidates
        .iter()
        .map(|candidate| candidate.layout.clone())
        .collect();
    let [placement, capacity, everything] = parts(&drives, &layouts, &options)?;
    let whole = reading + working_out + simulation + ranking + report;
    println!(
        "{name}: {} drives, {} candidates, {:.1} ms in all",
        drives.len(),
        layouts.len(),
        milliseconds(whole)
    );
    let line = |stage: &str, time: Duration| {
        println!(
            "  {stage:<44} {:>8.1} ms {:>5.1} %",
            milliseconds(time),
            100.0 * time.as_secs_f64() / whole.as_secs_f64()
        );
    };
    line("read", reading);
    line("enumerate and work out candidates", working_out);
    line("  placement", placement);
    line("  capacity", capacity);
    line(
        "  rebuilds, speeds, chain, words",
        everything.saturating_sub(placement + capacity),
    );
    line("simulate the shortlist to 1 %", simulation);
    line("rank, curves, reasons", ranking);
    line("report as text and JSON", report);
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn main() -> Outcome<()> {
    stages("ssd24")?;
    stages("jbod60")
}
