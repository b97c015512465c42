//! Rules that hold for all models.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use mttdl::simulation::{Estimate, Interval, Simulation, Target};
use mttdl::{
    Device, Duration, ExponentialGroup, ExponentialSystem, Frailty, Group, Hours, LatentErrors, Lifetime,
    Model, ModelInput, Probability, RatePerHour, RepairDiscipline, Supply, WeibullPart,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn hours(value: f64) -> Hours {
    Hours::new(value).unwrap()
}

/// Class, age and batch of a device.
type ToldDevice = (usize, f64, Option<u32>);

/// A model with two classes, told in numbers that can be scaled.
#[derive(Debug, Clone)]
struct Told {
    scales: [f64; 2],
    shapes: [f64; 2],
    /// Per group, its tolerance and its devices.
    groups: Vec<(u32, Vec<ToldDevice>)>,
    mission: f64,
    repair: f64,
    exponential: bool,
    discipline: RepairDiscipline,
    delay: f64,
    spares: u32,
    variance: f64,
    latent_rate: f64,
    scrub: f64,
}

impl Told {
    /// Returns the model with all times multiplied by `unit`.
    fn model(&self, unit: f64) -> Model {
        let scaled = |value: f64| hours(value * unit);
        let lifetimes = (0..2)
            .map(|class| {
                let part = WeibullPart::new(scaled(self.scales[class]), self.shapes[class]).unwrap();
                Lifetime::new(vec![part]).unwrap()
            })
            .collect();
        let device = |&(lifetime, age, batch): &ToldDevice| Device {
            lifetime,
            age: scaled(age),
            batch,
        };
        let groups = self
            .groups
            .iter()
            .map(|(tolerance, devices)| Group {
                devices: devices.iter().map(device).collect(),
                tolerance: *tolerance,
            })
            .collect();
        let mut input = ModelInput::new(lifetimes, groups, scaled(self.mission), scaled(self.repair));
        if self.exponential {
            input.repair = Duration::Exponential(scaled(self.repair));
        }
        input.discipline = self.discipline;
        input.delay = Duration::Fixed(scaled(self.delay));
        input.spares = self.spares;
        input.frailty = Frailty::Gamma {
            variance: self.variance,
        };
        input.latent = LatentErrors::Process {
            rate: RatePerHour::new(self.latent_rate / unit).unwrap(),
            scrub_interval: Some(scaled(self.scrub)),
            read_errors: 0.001,
        };
        Model::new(input).unwrap()
    }
}

fn discipline() -> impl Strategy<Value = RepairDiscipline> {
    prop_oneof![
        Just(RepairDiscipline::Parallel),
        Just(RepairDiscipline::Serial),
        Just(RepairDiscipline::Batched)
    ]
}

fn told() -> impl Strategy<Value = Told> {
    let device = (
        0..2_usize,
        0.0..40_000.0,
        prop_oneof![Just(None), (0..3_u32).prop_map(Some)],
    );
    let group = (1..3_u32, proptest::collection::vec(device, 3..7));
    let groups = proptest::collection::vec(group, 1..4);
    let rates = (
        [2e5..8e5, 2e5..8e5],
        [0.8..2.0, 1.0..1.6],
        1e-7..1e-5,
        100.0..2000.0,
    );
    let rest = (
        8760.0..43_800.0,
        5.0..100.0,
        any::<bool>(),
        discipline(),
        0.0..100.0,
        0..2_u32,
        0.1..1.0,
    );
    (groups, rates, rest).prop_map(|(groups, rates, rest)| Told {
        groups,
        scales: rates.0,
        shapes: rates.1,
        latent_rate: rates.2,
        scrub: rates.3,
        mission: rest.0,
        repair: rest.1,
        exponential: rest.2,
        discipline: rest.3,
        delay: rest.4,
        spares: rest.5,
        variance: rest.6,
    })
}

fn quick(model: &Model) -> Estimate {
    let target = Target::default()
        .with_max_trials(2048)
        .unwrap()
        .with_relative_error(0.02)
        .unwrap();
    Simulation::new(model, 5, target).run()
}

#[track_caller]
fn assert_alike(left: f64, right: f64) {
    assert!(
        (left - right).abs() <= 1e-6 * left.abs() + 1e-300,
        "{left:e} {right:e}"
    );
}

/// Exact losses of a system of groups of alike devices.
#[derive(Debug, Clone, Copy)]
struct Alike {
    devices: u32,
    tolerance: u32,
    mean: f64,
    repair: f64,
    mission: f64,
    discipline: RepairDiscipline,
    spares: u32,
    delay: f64,
}

impl Alike {
    fn loss(self) -> f64 {
        let failure = RatePerHour::from_mean(hours(self.mean)).unwrap();
        let group = ExponentialGroup::homogeneous(
            self.devices,
            self.tolerance,
            failure,
            hours(self.repair),
            self.discipline,
        )
        .unwrap();
        let supply = Supply {
            spares: self.spares,
            mean_delay: hours(self.delay),
        };
        let system = ExponentialSystem::with_supply(&[(group, 1)], supply).unwrap();
        system.loss_within(hours(self.mission)).as_f64()
    }
}

fn alike() -> impl Strategy<Value = Alike> {
    (
        5..20_u32,
        1..4_u32,
        1e5..2e6,
        1.0..300.0,
        8760.0..87_600.0,
        discipline(),
        0..3_u32,
        1.0..1000.0,
    )
        .prop_map(
            |(devices, tolerance, mean, repair, mission, discipline, spares, delay)| Alike {
                devices,
                tolerance,
                mean,
                repair,
                mission,
                discipline,
                spares,
                delay,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() })]

    /// The same model told in other units of time has the same probabilities, trial by trial.
    #[test]
    fn the_unit_of_time_does_not_matter(told in told(), exponent in 0..9_usize) {
        let unit = [0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0][exponent];
        let (one, other) = (quick(&told.model(1.0)), quick(&told.model(unit)));
        assert_alike(one.p_any.point, other.p_any.point);
        assert_alike(one.p_cat.point, other.p_cat.point);
        assert_alike(one.latent_events.mean, other.latent_events.mean);
        assert_alike(one.device_failures.mean, other.device_failures.mean);
    }

    /// Neither the order of devices in a group nor that of groups matters; shares go with the devices.
    #[test]
    fn the_order_of_devices_does_not_matter(told in told()) {
        let mut turned = told.clone();
        turned.groups.reverse();
        turned.groups.iter_mut().for_each(|group| group.1.reverse());
        let (one, other) = (quick(&told.model(1.0)), quick(&turned.model(1.0)));
        assert_alike(one.p_any.point, other.p_any.point);
        assert_alike(one.p_cat.point, other.p_cat.point);
        let mut groups = other.attribution.groups.clone();
        groups.reverse();
        for (left, right) in one.attribution.groups.iter().zip(&groups) {
            prop_assert!((left - right).abs() < 1e-9);
        }
        let shares = &one.attribution;
        prop_assert!((shares.failed_devices + shares.latent_errors - 1.0).abs() < 1e-9);
        prop_assert!((shares.groups.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!((shares.devices.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(shares.batches.iter().map(|(_, share)| share).sum::<f64>() <= 1.0 + 1e-9);
    }

    /// The curve rises from 0 to the loss of the whole mission.
    #[test]
    fn the_curve_ends_at_the_loss(told in told()) {
        let estimate = quick(&told.model(1.0));
        let rises = |first: &Interval, second: &Interval| first.point <= second.point && second.low <= second.point && second.point <= second.high;
        prop_assert!(estimate.curve.windows(2).all(|pair| pair[0].time < pair[1].time
            && rises(&pair[0].any, &pair[1].any) && rises(&pair[0].catastrophe, &pair[1].catastrophe)));
        let last = estimate.curve.last().unwrap();
        for (ends, whole) in [(last.any, estimate.p_any), (last.catastrophe, estimate.p_cat)] {
            // A catastrophe that no trial saw has half a one for its point, and 0 in the curve.
            if ends.point > 0.0 {
                prop_assert!((ends.point / whole.point - 1.0).abs() < 1e-9, "{ends:?} {whole:?}");
                prop_assert!((ends.high / whole.high - 1.0).abs() < 1e-6, "{ends:?} {whole:?}");
            }
        }
        prop_assert!((last.time.as_f64() / told.mission - 1.0).abs() < 1e-9);
        prop_assert!(estimate.p_cat.point <= estimate.p_any.point * (1.0 + 1e-9));
    }

    /// The simulated loss rises with repair time, delay and mission and falls with tolerance, beyond chance.
    #[test]
    fn simulated_losses_rise_and_fall(told in told()) {
        let base = quick(&told.model(1.0)).p_any;
        let mut worse = vec![told.clone(), told.clone(), told.clone(), told.clone()];
        worse[0].repair *= 3.0;
        worse[1].mission *= 2.0;
        worse[2].delay = worse[2].delay * 3.0 + 100.0;
        worse[3].scales = worse[3].scales.map(|scale| 0.6 * scale);
        for worse in worse {
            let other = quick(&worse.model(1.0)).p_any;
            let error = base.std_error.hypot(other.std_error);
            prop_assert!(other.point >= base.point - 5.0 * error, "{worse:?}: {other:?} {base:?}");
        }
        let mut better = told.clone();
        better.groups.iter_mut().for_each(|group| group.0 = (group.0 + 1).min(2));
        let other = quick(&better.model(1.0)).p_any;
        let error = base.std_error.hypot(other.std_error);
        prop_assert!(other.point <= base.point + 5.0 * error, "{better:?}: {other:?} {base:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::default() })]

    /// The exact loss rises with failure rate, repair time, mission, delay and width and falls with tolerance and spares.
    #[test]
    fn exact_losses_rise_and_fall(alike in alike()) {
        let loss = alike.loss();
        let slack = 1e-11 * loss;
        let worse = [
            Alike { mean: 0.9 * alike.mean, ..alike },
            Alike { repair: 1.1 * alike.repair, ..alike },
            Alike { mission: 1.1 * alike.mission, ..alike },
            Alike { delay: 1.1 * alike.delay, ..alike },
            Alike { devices: alike.devices + 1, ..alike },
        ];
        for worse in worse {
            prop_assert!(worse.loss() > loss - slack, "{:?}", worse);
        }
        let better =
            [Alike { tolerance: alike.tolerance + 1, ..alike }, Alike { spares: alike.spares + 1, ..alike }];
        for better in better {
            prop_assert!(better.loss() < loss + slack, "{:?}", better);
        }
    }

    /// A system of several copies is lost with 1 − (1 − p)^V, and sooner than one on average.
    #[test]
    fn copies_of_a_group(alike in alike(), copies in 2..20_u32) {
        let failure = RatePerHour::from_mean(hours(alike.mean)).unwrap();
        let group = ExponentialGroup::homogeneous(
            alike.devices, alike.tolerance, failure, hours(alike.repair), alike.discipline).unwrap();
        let one = ExponentialSystem::of_group(group.clone()).unwrap();
        let many = ExponentialSystem::new(&[(group, copies)]).unwrap();
        let mission = hours(alike.mission);
        assert_alike(one.loss_within(mission).any_of(copies).as_f64(), many.loss_within(mission).as_f64());
        let (alone, together) = (one.mttdl().unwrap().as_f64(), many.mttdl().unwrap().as_f64());
        prop_assert!(together < alone && together * f64::from(copies) > alone * (1.0 - 1e-9));
    }

    /// Numbers of any kind make an error or a model, never a panic.
    #[test]
    fn any_numbers_make_a_model_or_an_error(numbers in proptest::collection::vec(any::<f64>(), 12), counts in (0..40_usize, any::<u32>())) {
        let wild = |position: usize| Hours::new(numbers[position]).unwrap_or(Hours::ZERO);
        let part = WeibullPart::new(wild(0), numbers[1]);
        let lifetimes = part.into_iter().filter_map(|part| Lifetime::new(vec![part]).ok()).collect();
        let device = Device { lifetime: counts.0 % 2, age: wild(2), batch: Some(counts.1) };
        let group = Group { devices: vec![device; counts.0], tolerance: counts.1 % 20 };
        let mut input = ModelInput::new(lifetimes, vec![group], wild(3), wild(4));
        input.repair = Duration::Weibull { location: wild(5), scale: wild(6), shape: numbers[7] };
        input.delay = Duration::Exponential(wild(8));
        input.stress = numbers[9];
        input.frailty = Frailty::TwoPoint { probability: Probability::saturating(numbers[10]), multiplier: numbers[11] };
        let _ = Model::new(input);
    }
}
