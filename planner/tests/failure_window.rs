//! The window of a failed drive by two other roads: the exact chain without repair, and the simulation of a mission.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::ops::ControlFlow;
use std::sync::Arc;

use mttdl::{ExponentialGroup, ExponentialSystem, RepairDiscipline};
use planner::inventory::{ReadOptions, shorthand};
use planner::plan::{FailureWindow, InventoryShown, PlanOptions, explain};
use planner::reliability::{
    DriveRisk, ModelVdev, PoolModel, SimulationOptions, VdevRisk, WearLaw, failure_window, simulate,
};
use planner::units::{Hours, RatePerHour};

const LIFE_HOURS: f64 = 600_000.0;

fn hours(value: f64) -> Hours {
    Hours::new(value).unwrap()
}

fn vdev(batches: &[&str], tolerance: u32, life: f64) -> VdevRisk {
    VdevRisk {
        tolerance,
        drives: batches
            .iter()
            .map(|batch| DriveRisk {
                failure: RatePerHour::new(1.0 / life).unwrap(),
                latent: RatePerHour::new(6e-6).unwrap(),
                batch: (*batch).into(),
            })
            .collect(),
        repair: hours(72.0),
        discipline: RepairDiscipline::Batched,
    }
}

/// Among n − 1 drives that nobody repairs, the chain says how likely m fail within a time.
#[test]
fn more_failures_are_those_of_the_chain_of_the_survivors() {
    for (life, window) in [(LIFE_HOURS, 72.0), (5_000.0, 400.0), (300.0, 200.0)] {
        for (width, tolerance) in [(2, 1), (6, 2), (11, 3), (4, 3)] {
            let vdev = vdev(&vec!["A"; width], tolerance, life);
            let found = failure_window(&vdev, hours(window), hours(672.0), 0.0);
            for (position, chance) in found.more_failures.iter().enumerate() {
                let survivors = u32::try_from(width - 1).unwrap();
                let group = ExponentialGroup::homogeneous(
                    survivors,
                    u32::try_from(position).unwrap(),
                    RatePerHour::new(1.0 / life).unwrap(),
                    hours(1e9),
                    RepairDiscipline::Serial,
                )
                .unwrap();
                let chain = ExponentialSystem::of_group(group)
                    .unwrap()
                    .catastrophe_within(hours(window));
                let ratio = chance.as_f64() / chain.as_f64();
                assert!(
                    (ratio - 1.0).abs() < 1e-5,
                    "{width} {tolerance} {position}: {ratio}"
                );
            }
        }
    }
}

/// Each failure of the mission opens a window, and the pool is lost in as many of them as the window says.
///
/// To first order in the failures of the mission, n · T / life = 4 %, and less the windows that its end cuts short. Four
/// standard errors of 1 % and 4 % for the next order: a false alarm in 16,000 runs of other seeds.
#[test]
fn windows_of_a_mission_lose_the_pool_as_often_as_the_simulation() {
    for (batches, tolerance, variance) in [
        (["A", "A", "A", "A", "A", "A"], 2, 0.0),
        (["A", "A", "A", "A", "A", "A"], 2, 0.5),
        (["A", "A", "B", "B", "C", "C"], 2, 0.5),
        (["A", "A", "A", "B", "B", "B"], 1, 1.0),
    ] {
        let (window, mission) = (72.0, 4_380.0);
        let found = failure_window(
            &vdev(&batches, tolerance, LIFE_HOURS),
            hours(window),
            hours(672.0),
            variance,
        );
        let each = found.more_failures.last().unwrap().as_f64();
        let cut = 1.0 - window / mission * f64::from(tolerance) / f64::from(tolerance + 1);
        let expected = 6.0 * mission / LIFE_HOURS * each * cut;
        let wear = WearLaw {
            scale: hours(LIFE_HOURS),
            shape: 1.0,
            age: Hours::ZERO,
        };
        let pool = PoolModel {
            vdevs: vec![ModelVdev {
                tolerance,
                drives: batches.iter().map(|batch| (wear, Arc::from(*batch))).collect(),
                resilver: hours(window),
                log_deviation: 0.0,
                discipline: RepairDiscipline::Batched,
                latent: RatePerHour::ZERO,
            }],
            spares: 0,
            detection: Hours::ZERO,
            delivery: Hours::ZERO,
            mission: hours(mission),
            scrub_every: hours(672.0),
            batch_variance: variance,
        };
        let options = SimulationOptions {
            seed: 7,
            relative_error: 0.01,
        };
        let simulated = simulate(&pool, options, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(simulated.converged);
        let ratio = simulated.pool.point / expected;
        assert!((ratio - 1.0).abs() < 0.08, "{batches:?} {variance}: {ratio}");
    }
}

fn window_of(layout: &str, options: &PlanOptions) -> (Option<FailureWindow>, Vec<f64>) {
    let drives = shorthand::read(&["12x16TB:7200:sata".to_owned()], &ReadOptions::on(options.as_of))
        .unwrap()
        .drives;
    let shown = InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    };
    let explained = explain(&drives, shown, &layout.parse().unwrap(), options, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    (
        explained.failure_window,
        explained.candidate.reliability.repair_hours,
    )
}

#[test]
fn the_window_is_that_of_the_most_exposed_vdev() {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    options.simulation = None;
    let (window, repair_hours) = window_of("raidz2:4+raidz2:6", &options);
    let window = window.unwrap();
    assert_eq!(
        (window.vdev, window.name.as_str()),
        (1, "raidz2-1"),
        "six drives fail more often than four"
    );
    assert!((window.wait_hours + window.resilver_hours - repair_hours[1]).abs() < 1e-9);
    assert!((window.wait_hours - 48.0 - 1.0 / 6.0).abs() < 1e-9);
    let chances: Vec<f64> = window.events.iter().map(|event| event.chance).collect();
    assert_eq!(chances.len(), 4);
    assert!(
        chances[1] > chances[2] && chances[2] > chances[3] && chances[3] > 0.0,
        "{chances:?}"
    );
    assert_eq!(window.events[3].costs, "the pool");

    let (window, _) = window_of("draid2:4d:11c:1s", &options);
    let window = window.unwrap();
    assert_eq!(window.name, "draid2:4d:11c:1s-0");
    assert!(window.wait_hours < 1.0, "a distributed spare is there at once");

    assert_eq!(window_of("stripe:4", &options).0, None);
    let (mixed, _) = window_of("stripe:1+mirror:2", &options);
    assert_eq!(mixed.unwrap().name, "mirror-1");
}
