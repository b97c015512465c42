//! What holds for every pool, whatever the constants.

use planner::catalog::DriveClass;
use planner::drive::Fact;
use planner::layout::VdevType;
use planner::throughput::{
    Ceilings, Compression, CompressionAlgorithm, Conditions, DriveSpeed, ParityCode, Performance,
    PerformanceOptions, SyncLog, VdevSpeedSpec, explain, pool_performance,
};
use planner::units::{Bytes, Iops, Throughput};
use proptest::prelude::*;

/// Rounding in the last bits is no loss of speed.
const ROUNDING: f64 = 1e-9;

#[derive(Debug, Clone)]
struct Vdev {
    kind: VdevType,
    width: u32,
    count: u32,
    drives: Vec<DriveSpeed>,
    free: Option<Bytes>,
}

fn performance(vdevs: &[Vdev], options: &PerformanceOptions) -> Performance {
    let specs: Vec<VdevSpeedSpec<'_>> = vdevs
        .iter()
        .map(|vdev| VdevSpeedSpec {
            kind: vdev.kind,
            width: vdev.width,
            count: vdev.count,
            drives: &vdev.drives,
            ashift: 12,
            free: vdev.free,
        })
        .collect();
    pool_performance(&specs, options).expect("generated pools are valid")
}

fn any_class() -> impl Strategy<Value = DriveClass> {
    prop::sample::select(DriveClass::ALL.to_vec())
}

fn any_drive() -> impl Strategy<Value = DriveSpeed> {
    (any_class(), 1_u64..30, prop::option::of(50.0..6000.0)).prop_map(|(class, terabytes, read)| {
        let drive = DriveSpeed::typical(class, None, Some(Bytes::new(terabytes * 1_000_000_000_000)));
        match read {
            Some(rate) => drive.with_read(Fact::stated(Throughput::saturating(rate).expect("a number"))),
            None => drive,
        }
    })
}

fn any_shape() -> impl Strategy<Value = (VdevType, u32)> {
    prop_oneof![
        Just((VdevType::Stripe, 1)),
        (2_u32..6).prop_map(|width| (VdevType::Mirror, width)),
        (1_u32..4, 1_u32..30).prop_map(|(parity, data)| (VdevType::Raidz { parity }, parity + data)),
        (1_u32..4, 1_u32..9, 0_u32..3, 0_u32..40).prop_map(|(parity, data, spares, more)| (
            VdevType::Draid { parity, data, spares },
            parity + data + spares + more
        )),
    ]
}

fn any_vdev() -> impl Strategy<Value = Vdev> {
    (
        any_shape(),
        1_u32..8,
        prop::collection::vec(any_drive(), 1..4),
        1_u64..40,
    )
        .prop_map(|((kind, width), count, drives, free)| Vdev {
            kind,
            width,
            count,
            drives,
            free: Some(Bytes::new(free * 1_000_000_000_000)),
        })
}

fn any_options() -> impl Strategy<Value = PerformanceOptions> {
    let rate =
        || prop::option::of((100.0..9000.0).prop_map(|rate| Throughput::saturating(rate).expect("a number")));
    (
        12_u32..25,
        1.0..64.0,
        (
            prop::sample::select(vec![
                CompressionAlgorithm::Off,
                CompressionAlgorithm::Lz4,
                CompressionAlgorithm::Zstd,
                CompressionAlgorithm::Gzip,
            ]),
            1.0..4.0,
        ),
        (rate(), rate(), rate(), rate()),
        any::<(bool, bool)>(),
        0.0..1.0,
    )
        .prop_map(
            |(record, queue_depth, (algorithm, ratio), ceilings, (cached, scalar), fill)| {
                PerformanceOptions {
                    record_size: Bytes::new(1 << record),
                    queue_depth,
                    compression: Compression::new(algorithm, ratio),
                    ceilings: Ceilings {
                        host_read: ceilings.0,
                        host_write: ceilings.1,
                        path_read: ceilings.2,
                        path_write: ceilings.3,
                        adapter: None,
                    },
                    conditions: if cached {
                        Conditions::CachedAndFlushed
                    } else {
                        Conditions::Plain
                    },
                    parity_code: if scalar {
                        ParityCode::Scalar
                    } else {
                        ParityCode::Vectorised
                    },
                    sync_log: None,
                    fill,
                    ..PerformanceOptions::default()
                }
            },
        )
}

fn streaming(figures: &Performance) -> Vec<(&'static str, f64)> {
    let mut rates = vec![
        ("read", figures.read.point.as_mb_per_s()),
        ("write", figures.write.point.as_mb_per_s()),
        ("rewrite", figures.rewrite.point.as_mb_per_s()),
        ("media read", figures.media_read.as_mb_per_s()),
        ("media write", figures.media_write.as_mb_per_s()),
    ];
    if let (Some(read), Some(write)) = (figures.degraded_read, figures.degraded_write) {
        rates.push(("degraded read", read.point.as_mb_per_s()));
        rates.push(("degraded write", write.point.as_mb_per_s()));
    }
    rates
}

fn everything(figures: &Performance) -> Vec<(&'static str, f64)> {
    let mut rates = streaming(figures);
    rates.push(("random read", figures.random_read.point.as_f64()));
    rates.push(("random write", figures.random_write.point.as_f64()));
    rates.push(("sync write", figures.sync_write.point.as_f64()));
    rates
}

#[track_caller]
fn assert_none_lower(before: &[(&str, f64)], after: &[(&str, f64)]) {
    for ((name, before), (_, after)) in before.iter().zip(after) {
        assert!(
            *after >= before * (1.0 - ROUNDING),
            "{name}: {before} became {after}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn one_more_vdev_of_a_type_never_lowers_streaming(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        which in any::<prop::sample::Index>(),
        options in any_options(),
    ) {
        let before = streaming(&performance(&vdevs, &options));
        let mut more = vdevs.clone();
        more[which.index(vdevs.len())].count += 1;
        assert_none_lower(&before, &streaming(&performance(&more, &options)));
    }

    #[test]
    fn more_width_never_lowers_streaming(vdev in any_vdev(), options in any_options()) {
        let before = streaming(&performance(std::slice::from_ref(&vdev), &options));
        let wider = match vdev.kind {
            VdevType::Stripe => Vdev { count: vdev.count + 1, ..vdev },
            _ => Vdev { width: vdev.width + 1, ..vdev },
        };
        assert_none_lower(&before, &streaming(&performance(&[wider], &options)));
    }

    #[test]
    fn a_faster_drive_never_lowers_anything(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        which in any::<prop::sample::Index>(),
        gain in 1.0..3.0,
        options in any_options(),
    ) {
        let before = everything(&performance(&vdevs, &options));
        let mut faster = vdevs.clone();
        let drive = &mut faster[which.index(vdevs.len())].drives[0];
        drive.read.value = Throughput::saturating(drive.read.value.as_mb_per_s() * gain).unwrap();
        drive.write.value = Throughput::saturating(drive.write.value.as_mb_per_s() * gain).unwrap();
        drive.random_read.value = Iops::saturating(drive.random_read.value.as_f64() * gain).unwrap();
        drive.deep_random_read = Iops::saturating(drive.deep_random_read.as_f64() * gain).unwrap();
        drive.deep_random_write = Iops::saturating(drive.deep_random_write.as_f64() * gain).unwrap();
        drive.sync_write_us /= gain;
        assert_none_lower(&before, &everything(&performance(&faster, &options)));
    }

    #[test]
    fn the_media_term_is_the_sum_over_vdevs(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        options in any_options(),
    ) {
        let pool = performance(&vdevs, &options);
        let alone = |pick: fn(&Performance) -> Throughput| -> f64 {
            vdevs
                .iter()
                .map(|vdev| {
                    let one = Vdev { count: 1, ..vdev.clone() };
                    pick(&performance(&[one], &options)).as_mb_per_s() * f64::from(vdev.count)
                })
                .sum()
        };
        for (sum, of_pool) in [
            (alone(|figures| figures.media_read), pool.media_read),
            (alone(|figures| figures.media_write), pool.media_write),
        ] {
            prop_assert!((of_pool.as_mb_per_s() / sum - 1.0).abs() < ROUNDING);
        }
    }

    #[test]
    fn no_figure_exceeds_the_stated_ceilings(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        adapter in prop::option::of(100.0..9000.0),
        options in any_options(),
    ) {
        let options = PerformanceOptions {
            ceilings: Ceilings { adapter: adapter.and_then(Throughput::saturating), ..options.ceilings },
            ..options
        };
        let figures = performance(&vdevs, &options);
        let saved = match options.compression.algorithm {
            CompressionAlgorithm::Off => 1.0,
            _ => options.compression.ratio,
        };
        let below = |figure: f64, ceiling: Option<Throughput>, factor: f64| {
            ceiling.is_none_or(|ceiling| figure <= ceiling.as_mb_per_s() * factor * (1.0 + ROUNDING))
        };
        for read in [figures.read, figures.degraded_read.unwrap_or(figures.read), figures.rewrite] {
            prop_assert!(below(read.high.as_mb_per_s(), options.ceilings.host_read, 1.0));
            prop_assert!(below(read.high.as_mb_per_s(), options.ceilings.path_read, saved));
            prop_assert!(below(read.high.as_mb_per_s(), options.ceilings.adapter, saved));
        }
        for write in [figures.write, figures.degraded_write.unwrap_or(figures.write), figures.rewrite] {
            prop_assert!(below(write.high.as_mb_per_s(), options.ceilings.host_write, 1.0));
            prop_assert!(below(write.high.as_mb_per_s(), options.ceilings.path_write, saved));
            prop_assert!(below(write.high.as_mb_per_s(), options.ceilings.adapter, saved));
        }
        prop_assert!(figures.read.point.as_mb_per_s() <= figures.media_read.as_mb_per_s() * saved * (1.0 + ROUNDING));
        prop_assert!(figures.write.point.as_mb_per_s() <= figures.media_write.as_mb_per_s() * saved * (1.0 + ROUNDING));
    }

    #[test]
    fn degraded_pools_are_no_faster_and_ranges_are_in_order(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        options in any_options(),
    ) {
        let figures = performance(&vdevs, &options);
        if let (Some(read), Some(write)) = (figures.degraded_read, figures.degraded_write) {
            prop_assert!(read.point <= figures.read.point && read.high <= figures.read.high);
            prop_assert!(write.point <= figures.write.point);
        } else {
            prop_assert!(vdevs.iter().all(|vdev| matches!(vdev.kind, VdevType::Stripe)));
        }
        for rate in [figures.read, figures.write, figures.rewrite] {
            prop_assert!(rate.low <= rate.point && rate.point <= rate.high);
        }
        for operations in [figures.random_read, figures.random_write, figures.sync_write] {
            prop_assert!(operations.low <= operations.point && operations.point <= operations.high);
        }
    }

    #[test]
    fn a_deeper_queue_never_lowers_random_operations(
        vdevs in prop::collection::vec(any_vdev(), 1..4),
        deeper in 1.0..8.0,
        options in any_options(),
    ) {
        let deep = PerformanceOptions { queue_depth: options.queue_depth * deeper, ..options };
        let (before, after) = (performance(&vdevs, &options), performance(&vdevs, &deep));
        prop_assert!(after.random_read.point.as_f64() >= before.random_read.point.as_f64() * (1.0 - ROUNDING));
        prop_assert!(after.random_write.point.as_f64() >= before.random_write.point.as_f64() * (1.0 - ROUNDING));
    }

    /// Nonsense gives an error or a finite figure, never a panic.
    #[test]
    fn no_input_panics(
        width in any::<u32>(),
        count in any::<u32>(),
        parity in 0_u32..6,
        ashift in any::<u32>(),
        record in any::<u64>(),
        depth in any::<f64>(),
        fill in any::<f64>(),
        rate in any::<f64>(),
        shape in 0_u32..4,
    ) {
        let kind = match shape {
            0 => VdevType::Stripe,
            1 => VdevType::Mirror,
            2 => VdevType::Raidz { parity },
            _ => VdevType::Draid { parity, data: width, spares: count },
        };
        let drive = DriveSpeed::typical(DriveClass::HddNas, None, None)
            .with_read(Fact::stated(Throughput::saturating(rate).expect("a number")));
        let spec = VdevSpeedSpec { kind, width, count, drives: &[drive], ashift, free: Some(Bytes::new(record)) };
        let options = PerformanceOptions {
            record_size: Bytes::new(record),
            queue_depth: depth,
            fill,
            sync_log: Some(SyncLog { latency_us: rate }),
            ..PerformanceOptions::default()
        };
        if let Ok(figures) = pool_performance(&[spec], &options) {
            for (name, rate) in everything(&figures) {
                prop_assert!(rate.is_finite() && rate >= 0.0, "{name} is {rate}");
            }
        }
        let _ = explain(&[spec], &options);
    }
}
