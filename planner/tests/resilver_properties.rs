//! What holds for every rebuild, and hours worked out by hand.

use planner::catalog::DriveClass;
use planner::drive::{Fact, Shingling};
use planner::layout::VdevType;
use planner::resilver::{
    Load, RebuildLimit, RebuildMethod, RebuildOptions, RebuildTarget, VdevRebuildSpec, allocated_at,
    expansion_hours, explain, resilver, scrub_hours, time_under_risk,
};
use planner::throughput::{Constants, DriveSpeed};
use planner::units::{Bytes, Hours, Throughput};
use proptest::prelude::*;

const TB: u64 = 1_000_000_000_000;

fn disk(rpm: u32, terabytes: u64) -> DriveSpeed {
    DriveSpeed::typical(
        DriveClass::HddNearline,
        Some(Fact::stated(rpm)),
        Some(Bytes::new(terabytes * TB)),
    )
}

fn hours(
    kind: VdevType,
    width: u32,
    drive: DriveSpeed,
    terabytes: u64,
    fill: f64,
    options: &RebuildOptions,
) -> f64 {
    let capacity = Bytes::new(terabytes * TB);
    let spec = VdevRebuildSpec {
        kind,
        width,
        survivors: &[drive],
        replacement: None,
        allocated_per_drive: allocated_at(fill, capacity),
        drive_capacity: capacity,
        ashift: 12,
    };
    resilver(&spec, options)
        .expect("there is a drive")
        .hours
        .point
        .as_f64()
}

const RAIDZ2: VdevType = VdevType::Raidz { parity: 2 };

/// 16 TB at 70 % with 260 MB/s at the outside, 120 at the inside: bytes over η times the mean rate.
#[test]
fn hours_are_allocated_bytes_over_the_mean_rate_of_the_surface() {
    let mut drive = disk(7200, 16).with_read(Fact::stated(Throughput::saturating(260.0).unwrap()));
    drive.inner_ratio = 120.0 / 260.0;
    let rest: f64 = 1.0 - 0.7 * (1.0 - drive.inner_ratio * drive.inner_ratio);
    let mean = 260.0 * (1.0 + rest.sqrt()) / 2.0;
    let expected = 0.7 * 16e6 / (Constants::fitted().resilver_share * mean) / 3600.0;
    let found = hours(RAIDZ2, 8, drive, 16, 0.7, &RebuildOptions::default());
    assert!(
        (found / expected - 1.0).abs() < 1e-9,
        "{found} h, not {expected} h"
    );
    assert!((17.0..22.0).contains(&found));
}

/// 90 drives in groups of eight data drives: each rebuilt byte costs nine transfers over 89 drives.
#[test]
fn distributed_spares_shorten_a_rebuild_by_the_drives_per_stripe() {
    let draid = VdevType::Draid {
        parity: 2,
        data: 8,
        spares: 2,
    };
    let to_spares = RebuildOptions {
        method: RebuildMethod::Sequential,
        target: RebuildTarget::DistributedSpare,
        ..RebuildOptions::default()
    };
    let to_drive = RebuildOptions {
        target: RebuildTarget::Replacement,
        ..to_spares
    };
    let ratio = hours(draid, 90, disk(7200, 16), 16, 1.0, &to_drive)
        / hours(draid, 90, disk(7200, 16), 16, 1.0, &to_spares);
    assert!((ratio - 89.0 / 9.0).abs() < 1e-9, "{ratio}");
    let raidz = hours(RAIDZ2, 90, disk(7200, 16), 16, 1.0, &to_spares);
    assert!((raidz - hours(draid, 90, disk(7200, 16), 16, 1.0, &to_drive)).abs() < 1e-9);
}

/// Before 0.8 a wide vdev of fragmented small pieces was rebuilt at some MB/s.
#[test]
fn block_pointer_order_is_slow_on_wide_and_on_fragmented_vdevs() {
    let legacy = |fragmentation| RebuildOptions {
        method: RebuildMethod::BlockPointerOrder,
        fragmentation,
        ..RebuildOptions::default()
    };
    let at = |width, options: &RebuildOptions| hours(RAIDZ2, width, disk(7200, 8), 8, 0.8, options);
    assert!(at(12, &legacy(0.0)) > at(6, &legacy(0.0)));
    assert!(at(6, &legacy(0.0)) > at(6, &RebuildOptions::default()));
    assert!((at(12, &RebuildOptions::default()) - at(6, &RebuildOptions::default())).abs() < 1e-9);
    let fragmented = at(6, &legacy(1.0));
    let rate = 0.8 * 8e6 / fragmented / 3600.0;
    assert!((2.0..3.0).contains(&rate), "{rate} MB/s");
}

#[test]
fn shingling_load_and_links_lengthen_a_rebuild_and_say_so() {
    let capacity = Bytes::new(4 * TB);
    let drive = disk(5400, 4);
    let mut shingled = drive;
    shingled.shingling = Shingling::DriveManaged;
    let spec = VdevRebuildSpec {
        kind: VdevType::Mirror,
        width: 2,
        survivors: &[drive],
        replacement: Some(shingled),
        allocated_per_drive: allocated_at(0.5, capacity),
        drive_capacity: capacity,
        ashift: 12,
    };
    let constants = Constants::fitted();
    let of = |spec: &VdevRebuildSpec<'_>, options: &RebuildOptions| {
        resilver(spec, options).expect("there is a drive")
    };
    let conventional = VdevRebuildSpec {
        replacement: Some(drive),
        ..spec
    };
    let idle = RebuildOptions::default();
    let plain = of(&conventional, &idle);
    let ratio = of(&spec, &idle).hours.point.as_f64() / plain.hours.point.as_f64();
    assert!((ratio * constants.shingled_share - 1.0).abs() < 1e-9);
    assert_eq!(of(&spec, &idle).limited_by, RebuildLimit::Shingling);
    let factor_at_worst = of(&spec, &idle).hours.high.as_f64() / plain.hours.point.as_f64();
    assert!(
        (13.0..14.0).contains(&factor_at_worst),
        "216 h against 16 h: {factor_at_worst}"
    );
    let busy = RebuildOptions {
        load: Load::Production,
        ..idle
    };
    let ratio = of(&conventional, &busy).hours.point.as_f64() / plain.hours.point.as_f64();
    assert!((ratio * constants.production_share - 1.0).abs() < 1e-9);
    let usb = RebuildOptions {
        link: Throughput::saturating(35.0),
        ..idle
    };
    assert_eq!(of(&conventional, &usb).limited_by, RebuildLimit::Link);
    assert!((of(&conventional, &usb).rate.point.as_mb_per_s() - 35.0).abs() < 1e-9);
    let mut slow = drive;
    slow.read.value = Throughput::saturating(50.0).unwrap();
    let pair = [drive, slow];
    let uneven = VdevRebuildSpec {
        survivors: &pair,
        ..conventional
    };
    assert_eq!(of(&uneven, &idle).limited_by, RebuildLimit::Survivors);
}

/// Any drive may fail; the time that is planned with is that of the drive whose like is rebuilt most slowly.
#[test]
fn without_a_replacement_the_slowest_drive_is_rebuilt() {
    let capacity = Bytes::new(4 * TB);
    let mut shingled = disk(5400, 4);
    shingled.shingling = Shingling::DriveManaged;
    let drives = [disk(7200, 4), disk(5400, 4), shingled];
    let spec = VdevRebuildSpec {
        kind: VdevType::Raidz { parity: 1 },
        width: 3,
        survivors: &drives,
        replacement: None,
        allocated_per_drive: allocated_at(0.5, capacity),
        drive_capacity: capacity,
        ashift: 12,
    };
    let rebuild = resilver(&spec, &RebuildOptions::default()).expect("there is a drive");
    assert_eq!(rebuild.limited_by, RebuildLimit::Shingling);
    // The mean of a log-normal is above its median, and here below the end of the range.
    assert!(rebuild.hours.point < rebuild.mean_hours() && rebuild.mean_hours() < rebuild.hours.high);
    let ratio = rebuild.hours.high.as_f64() / rebuild.hours.point.as_f64();
    let expected = mttdl::math::exp(1.645 * rebuild.log_standard_deviation);
    assert!((ratio / expected - 1.0).abs() < 1e-3);
}

#[test]
fn expansion_takes_twice_a_scrub_and_risk_adds_detection_and_delay() {
    let capacity = Bytes::new(18 * TB);
    let spec = VdevRebuildSpec {
        kind: RAIDZ2,
        width: 4,
        survivors: &[disk(7200, 18)],
        replacement: None,
        allocated_per_drive: allocated_at(0.8, capacity),
        drive_capacity: capacity,
        ashift: 12,
    };
    let options = RebuildOptions::default();
    let scrub = scrub_hours(&spec, &options).expect("there is a drive");
    let expansion = expansion_hours(&spec, &options).expect("there is a drive");
    assert!((expansion.point.as_f64() / scrub.point.as_f64() - 2.0).abs() < 1e-9);
    let rebuild = resilver(&spec, &options).expect("there is a drive").hours;
    let detection = Hours::new(1.0 / 6.0).expect("positive");
    let delay = Hours::from_days(2.0).expect("positive");
    let risk = time_under_risk(detection, delay, rebuild);
    assert!((risk.point.as_f64() - rebuild.point.as_f64() - 48.0 - 1.0 / 6.0).abs() < 1e-9);
    assert!(risk.low < risk.point && risk.point < risk.high);
    assert!(
        explain(&spec, &options)
            .expect("there is a drive")
            .iter()
            .any(|step| step.name == "resilver")
    );
}

#[test]
fn a_vdev_without_drives_is_an_error_with_a_hint() {
    let spec = VdevRebuildSpec {
        kind: RAIDZ2,
        width: 4,
        survivors: &[],
        replacement: None,
        allocated_per_drive: Bytes::ZERO,
        drive_capacity: Bytes::ZERO,
        ashift: 12,
    };
    let error = resilver(&spec, &RebuildOptions::default()).expect_err("no drives");
    assert_eq!(error.to_string(), "the vdev has no drives to rebuild from");
    assert_eq!(
        error.hint(),
        Some("give the speed of at least one surviving drive")
    );
}

proptest! {
    #[test]
    fn hours_are_in_order_and_grow_with_fill_and_shrink_with_rpm(
        width in 3_u32..24,
        terabytes in 1_u64..30,
        fill in 0.05..0.95,
        fragmentation in 0.0..1.0,
        legacy in any::<bool>(),
    ) {
        let options = RebuildOptions {
            method: if legacy { RebuildMethod::BlockPointerOrder } else { RebuildMethod::SortedScan },
            fragmentation,
            ..RebuildOptions::default()
        };
        let at = |rpm, fill| hours(RAIDZ2, width, disk(rpm, terabytes), terabytes, fill, &options);
        prop_assert!(at(7200, fill) < at(7200, fill + 0.05));
        prop_assert!(at(7200, fill) < at(5400, fill));
        let capacity = Bytes::new(terabytes * TB);
        let drive = disk(7200, terabytes);
        let spec = VdevRebuildSpec {
            kind: RAIDZ2,
            width,
            survivors: &[drive],
            replacement: None,
            allocated_per_drive: allocated_at(fill, capacity),
            drive_capacity: capacity,
            ashift: 12,
        };
        let rebuild = resilver(&spec, &options).expect("there is a drive");
        prop_assert!(rebuild.hours.low <= rebuild.hours.point && rebuild.hours.point <= rebuild.hours.high);
        prop_assert!(rebuild.rate.low <= rebuild.rate.point && rebuild.rate.point <= rebuild.rate.high);
        let faster = drive.with_read(Fact::stated(Throughput::saturating(drive.read.value.as_mb_per_s() * 1.5).unwrap()));
        let quicker = resilver(&VdevRebuildSpec { survivors: &[faster], ..spec }, &options).expect("there is a drive");
        prop_assert!(quicker.hours.point <= rebuild.hours.point);
    }

    #[test]
    fn no_input_panics(
        width in any::<u32>(),
        allocated in any::<u64>(),
        capacity in any::<u64>(),
        rate in any::<f64>(),
        share in any::<f64>(),
        record in any::<u64>(),
        data in any::<u32>(),
    ) {
        let drive = disk(7200, 4).with_read(Fact::stated(Throughput::saturating(rate).unwrap()));
        let spec = VdevRebuildSpec {
            kind: VdevType::Draid { parity: 1, data, spares: width },
            width,
            survivors: &[drive],
            replacement: None,
            allocated_per_drive: Bytes::new(allocated),
            drive_capacity: Bytes::new(capacity),
            ashift: data,
        };
        let options = RebuildOptions {
            target: RebuildTarget::DistributedSpare,
            load: Load::LeavesShare(share),
            fragmentation: share,
            record_size: Bytes::new(record),
            ..RebuildOptions::default()
        };
        let rebuild = resilver(&spec, &options).expect("there is a drive");
        prop_assert!(rebuild.hours.high.as_f64().is_finite());
        prop_assert!(scrub_hours(&spec, &options).is_ok());
    }
}
