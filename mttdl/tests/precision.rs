//! One per cent is reached wherever losses lie, and by how much faster than plain trials.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use std::time::Instant;

use mttdl::simulation::{Road, Simulation, Target};
use mttdl::{Device, Duration, Group, Hours, Lifetime, Model, ModelInput, WeibullPart};

fn hours(value: f64) -> Hours {
    Hours::new(value).unwrap()
}

/// A group of eight worn devices of this scale.
fn model(tolerance: u32, scale: f64, repair: Duration) -> Model {
    let wear = Lifetime::new(vec![WeibullPart::new(hours(scale), 1.3).unwrap()]).unwrap();
    let device = Device {
        lifetime: 0,
        age: hours(10_000.0),
        batch: None,
    };
    let group = Group {
        devices: vec![device; 8],
        tolerance,
    };
    let mut input = ModelInput::new(vec![wear], vec![group], hours(26_280.0), hours(24.0));
    input.repair = repair;
    Model::new(input).unwrap()
}

/// Tolerances 1 to 3, three laws of repair, probabilities from above 1e-2 to below 1e-18.
#[test]
fn one_per_cent_from_one_in_a_hundred_to_one_in_ten_to_the_eighteenth() {
    let laws = [
        Duration::Fixed(hours(24.0)),
        Duration::Exponential(hours(24.0)),
        Duration::Weibull {
            location: hours(6.0),
            scale: hours(20.0),
            shape: 1.5,
        },
    ];
    let (mut smallest, mut largest) = (1.0_f64, 0.0_f64);
    for law in laws {
        for (tolerance, scales) in [(1, [3e4, 3e6, 3e9]), (2, [1.2e4, 1e6, 3e8]), (3, [7e3, 2e5, 5e6])] {
            for scale in scales {
                let estimate = Simulation::new(&model(tolerance, scale, law), 3, Target::default()).run();
                let p = estimate.p_any;
                assert!(
                    estimate.converged && p.std_error <= 0.01 * p.point,
                    "{tolerance} {scale} {law:?} {estimate:?}"
                );
                smallest = smallest.min(p.point);
                largest = largest.max(p.point);
            }
        }
    }
    println!("from {largest:.1e} to {smallest:.1e}");
    assert!(largest > 1e-2 && smallest < 1e-18, "{largest:e} {smallest:e}");
}

/// At p = 1e-4 the estimator is at least a hundred times as quick as plain trials: seconds to the same error, side by side.
#[test]
fn a_hundred_times_quicker_than_plain_trials() {
    let model = model(1, 2.6e5, Duration::Fixed(hours(24.0)));
    let seconds_to_one_per_cent = |road: Road, max_trials: u64| {
        let target = Target::default()
            .with_road(road)
            .with_max_trials(max_trials)
            .unwrap();
        let start = Instant::now();
        let estimate = Simulation::new(&model, 9, target).run();
        let error = estimate.p_any.std_error / estimate.p_any.point;
        let seconds = start.elapsed().as_secs_f64();
        // The error falls with the root of the trials, so that the time to 1 % follows.
        (estimate.p_any.point, seconds * (error / 0.01) * (error / 0.01))
    };
    let (rare, quick) = seconds_to_one_per_cent(Road::RareEvent, 1_000_000);
    let (plain, slow) = seconds_to_one_per_cent(Road::Direct, 1_000_000);
    println!(
        "p {rare:.2e} and {plain:.2e}; {quick:.4} s and {slow:.1} s, {:.0} times",
        slow / quick
    );
    assert!((5e-5..2e-4).contains(&rare), "{rare:e}");
    assert!((plain / rare - 1.0).abs() < 0.5, "{plain:e} {rare:e}");
    assert!(slow > 100.0 * quick, "{quick} {slow}");
}
