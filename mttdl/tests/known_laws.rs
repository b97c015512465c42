//! Laws that are known in closed form, each against the simulation, which does not know them.
#![expect(clippy::panic, reason = "helpers of tests fail the test")]

use mttdl::simulation::{Estimate, Interval, Simulation, Target, first_order_loss};
use mttdl::{
    Device, Duration, ExponentialGroup, ExponentialSystem, Frailty, Group, Hours, LatentErrors, LatentLoss,
    Lifetime, Model, ModelInput, Probability, RatePerHour, RepairDiscipline, WeibullPart, math,
};

fn hours(value: f64) -> Hours {
    Hours::new(value).unwrap_or(Hours::ZERO)
}

/// A group of devices with one Weibull cause.
fn input(devices: usize, tolerance: u32, scale: f64, shape: f64, age: f64) -> ModelInput {
    let wear = WeibullPart::new(hours(scale), shape).and_then(|part| Lifetime::new(vec![part]));
    let device = Device {
        lifetime: 0,
        age: hours(age),
        batch: None,
    };
    let group = Group {
        devices: vec![device; devices],
        tolerance,
    };
    ModelInput::new(
        wear.into_iter().collect(),
        vec![group],
        hours(43_800.0),
        hours(24.0),
    )
}

#[track_caller]
fn estimate(input: &ModelInput) -> Estimate {
    match Model::new(input.clone()) {
        Ok(model) => Simulation::new(&model, 17, Target::default()).run(),
        Err(error) => panic!("{error}"),
    }
}

/// Asserts that `ratio` is `expected` within `tolerance`.
#[track_caller]
fn assert_ratio(ratio: f64, expected: f64, tolerance: f64) {
    assert!(
        (ratio / expected - 1.0).abs() <= tolerance,
        "{ratio} instead of {expected}"
    );
}

/// One batch multiplies rare losses by Π_(q ≤ k) (1 + q θ); all devices of different batches by nothing. Both estimates are
/// good to 1 %, the law itself to the order of the loss of devices within the mission.
#[test]
fn one_batch_multiplies_the_loss() {
    for (variance, factors) in [(1.0, [2.0, 6.0, 24.0]), (0.5, [1.5, 3.0, 7.5])] {
        for (tolerance, factor) in (1..=3).zip(factors) {
            let mut plain = input(6, tolerance, 5e7, 1.0, 0.0);
            plain.frailty = Frailty::Gamma { variance };
            let mut same = plain.clone();
            same.groups[0]
                .devices
                .iter_mut()
                .for_each(|device| device.batch = Some(7));
            let mut different = plain.clone();
            (0..)
                .zip(&mut different.groups[0].devices)
                .for_each(|(batch, device)| device.batch = Some(batch));
            let [plain, same, different] = [plain, same, different].map(|input| estimate(&input).p_any.point);
            assert_ratio(same / plain, factor, 0.06);
            assert_ratio(different / plain, 1.0, 0.06);
        }
    }
}

/// The first-order figure knows the batches, too.
#[test]
fn first_order_of_batches() {
    for frailty in [
        Frailty::Gamma { variance: 0.8 },
        Frailty::TwoPoint {
            probability: Probability::saturating(0.02),
            multiplier: 6.0,
        },
    ] {
        let mut input = input(8, 2, 3e7, 1.2, 9000.0);
        input.frailty = frailty;
        (0..)
            .zip(&mut input.groups[0].devices)
            .for_each(|(place, device)| device.batch = Some(place % 2));
        let estimate = estimate(&input);
        assert!(estimate.converged, "{estimate:?}");
        assert_ratio(estimate.first_order, estimate.p_any.point, 0.06);
        let first_order = Model::new(input).map(|model| first_order_loss(&model).any.as_f64());
        assert_eq!(
            first_order
                .ok()
                .map(|p| (p / estimate.first_order - 1.0).abs() < 1e-6),
            Some(true)
        );
        let [(0, first), (1, second)] = estimate.attribution.batches[..] else {
            panic!("two batches")
        };
        assert!(
            (first - second).abs() < 0.05 && first + second > 0.9,
            "{first} {second}"
        );
    }
}

/// Rare losses are in proportion to λ^(k+1), R^k and T, and age multiplies the hazard by its ratio to the power of β − 1.
#[test]
fn powers_of_rate_repair_and_mission() {
    for tolerance in 1..=3_u32 {
        let base = input(8, tolerance, 5e7, 1.0, 0.0);
        let p = estimate(&base).p_any.point;
        let power = |base: f64, exponent: u32| (0..exponent).fold(1.0, |product, _| product * base);
        let slower = input(8, tolerance, 1e8, 1.0, 0.0);
        assert_ratio(p / estimate(&slower).p_any.point, power(2.0, tolerance + 1), 0.05);
        let mut longer = base.clone();
        longer.repair = Duration::Fixed(hours(72.0));
        assert_ratio(estimate(&longer).p_any.point / p, power(3.0, tolerance), 0.05);
        let mut mission = base.clone();
        mission.mission = hours(10_950.0);
        assert_ratio(p / estimate(&mission).p_any.point, 4.0, 0.05);
        let [old, older] = [4e5, 8e5].map(|age| {
            let mut input = input(8, tolerance, 1e8, 2.0, age);
            input.mission = hours(1000.0);
            estimate(&input).p_any.point
        });
        assert_ratio(older / old, power(2.0, tolerance + 1), 0.05);
    }
}

/// Exponential repair in a queue loses k! times as often as constant repair, and repair in parallel as often as that.
#[test]
fn spread_of_repairs_counts_in_a_queue_only() {
    for (tolerance, factorial) in [(2, 2.0), (3, 6.0)] {
        let with = |discipline, repair| {
            let mut input = input(8, tolerance, 5e7, 1.0, 0.0);
            (input.discipline, input.repair) = (discipline, repair);
            estimate(&input).p_any.point
        };
        let (fixed, exponential) = (Duration::Fixed(hours(24.0)), Duration::Exponential(hours(24.0)));
        let constant = with(RepairDiscipline::Parallel, fixed);
        assert_ratio(
            with(RepairDiscipline::Parallel, exponential) / constant,
            1.0,
            0.05,
        );
        assert_ratio(with(RepairDiscipline::Serial, fixed) / constant, 1.0, 0.05);
        assert_ratio(
            with(RepairDiscipline::Serial, exponential) / constant,
            factorial,
            0.05,
        );
    }
}

/// A pair under stress: with a = 2 λ, b = c λ and repair rate μ, P(no loss at t) solves s² + (a + b + μ) s + a b = 0.
#[test]
fn stress_on_the_survivor() {
    for stress in [0.5, 1.0, 10.0] {
        let mut input = input(2, 1, 2e5, 1.0, 0.0);
        (input.stress, input.repair) = (stress, Duration::Exponential(hours(100.0)));
        let (a, b, repair) = (2.0 / 2e5, stress / 2e5, 0.01);
        let half = 0.5 * (a + b + repair);
        let root = math::sqrt(half * half - a * b);
        let (slow, fast) = (-a * b / (half + root), -half - root);
        let time = 43_800.0;
        let survival = (slow * math::exp(fast * time) - fast * math::exp(slow * time)) / (slow - fast);
        let estimate = estimate(&input);
        let z = (estimate.p_any.point - (1.0 - survival)) / estimate.p_any.std_error;
        assert!(
            z.abs() < 4.0,
            "{stress}: {:e} {:e} z {z:.2}",
            estimate.p_any.point,
            1.0 - survival
        );
    }
}

/// The floor of common causes stands beside the estimate and does not enter it.
#[test]
fn a_floor_of_common_causes() {
    let mut input = input(4, 2, 1e7, 1.0, 0.0);
    let without = estimate(&input).p_any;
    input.common_cause = RatePerHour::from_events_per_year(0.001).unwrap_or(RatePerHour::ZERO);
    let floor = Model::new(input.clone()).map(|model| model.common_cause_loss().as_f64());
    assert!(floor.is_ok_and(|floor| (floor - 0.004_987_5).abs() < 1e-6));
    assert_eq!(estimate(&input).p_any, without);
}

/// Where nothing is seen, the point is no 0 and the interval reaches to three losses in all trials.
#[test]
fn no_loss_seen_is_not_zero() {
    let input = input(4, 3, 1e9, 1.0, 0.0);
    let target = Target::default()
        .with_road(mttdl::simulation::Road::Direct)
        .with_max_trials(4096);
    let estimate = Model::new(input).and_then(|model| Ok(Simulation::new(&model, 1, target?).run()));
    let Ok(estimate) = estimate else {
        panic!("the model is right")
    };
    let p = estimate.p_any;
    assert!(
        p.low == 0.0 && p.point > 0.0 && !estimate.converged,
        "{estimate:?}"
    );
    assert_ratio(p.high, 3.0 / 4096.0, 0.01);
}

/// At every point of the curve, both losses agree with the exact chain of that time, and the intervals are as wide as the
/// spread of seeds says. 12 points of two curves at 4.5 standard errors: a false alarm once in 6,000 choices of a seed.
#[test]
fn the_curve_is_the_exact_loss_of_every_shorter_mission() {
    let mut told = input(8, 2, 4e5, 1.0, 0.0);
    told.repair = Duration::Exponential(hours(60.0));
    told.latent = LatentErrors::Fixed(Probability::saturating(0.02));
    let model = Model::new(told.clone()).unwrap_or_else(|error| panic!("{error}"));
    let runs: Vec<Estimate> = (1..=40)
        .map(|seed| {
            let target = Target::default().with_relative_error(0.05);
            let target = target.unwrap_or_else(|error| panic!("{error}"));
            Simulation::new(&model, seed, target).run()
        })
        .collect();
    let group = ExponentialGroup::homogeneous(
        8,
        2,
        RatePerHour::from_mean(hours(4e5)).unwrap_or_else(|error| panic!("{error}")),
        hours(60.0),
        RepairDiscipline::Parallel,
    )
    .map(|group| group.with_latent_loss(LatentLoss::OnEntry(Probability::saturating(0.02))))
    .and_then(ExponentialSystem::of_group);
    let system = group.unwrap_or_else(|error| panic!("{error}"));
    for place in [1, 3, 8, 15, 27, 40] {
        let time = runs[0].curve[place].time;
        let (exact_any, exact_lost) = (system.loss_within(time), system.catastrophe_within(time));
        let any: Vec<Interval> = runs.iter().map(|run| run.curve[place].any).collect();
        let lost: Vec<Interval> = runs.iter().map(|run| run.curve[place].catastrophe).collect();
        for (chances, exact) in [(any, exact_any.as_f64()), (lost, exact_lost.as_f64())] {
            let count = 40.0;
            let mean = chances.iter().map(|chance| chance.point).sum::<f64>() / count;
            let told = chances
                .iter()
                .map(|chance| chance.std_error * chance.std_error)
                .sum::<f64>()
                / count;
            assert!(
                (mean - exact).abs() < 4.5 * math::sqrt(told / count),
                "point {place}: {mean} instead of {exact}"
            );
            // A variance of 40 runs lies within a factor of 2.5 of the told one but once in 10^5 cases.
            let seen = chances
                .iter()
                .map(|chance| (chance.point - mean) * (chance.point - mean))
                .sum::<f64>()
                / (count - 1.0);
            assert!(
                (0.4..2.5).contains(&(seen / told)),
                "point {place}: variance {seen}, told {told}"
            );
        }
    }
}
