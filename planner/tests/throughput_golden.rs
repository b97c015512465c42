//! Single measurements that the calibration does not use.

use planner::catalog::DriveClass;
use planner::layout::VdevType;
use planner::throughput::{
    DriveSpeed, LimitedBy, Performance, PerformanceOptions, SyncLog, VdevSpeedSpec, pool_performance,
};
use planner::units::{Bytes, Throughput};

fn benchmark(id: &str) -> f64 {
    let mut reader =
        csv::Reader::from_reader(include_str!("../../data/golden/throughput/benchmarks.csv").as_bytes());
    let headers = reader.headers().expect("a header").clone();
    let column = headers.iter().position(|name| name == "value").expect("a value");
    reader
        .records()
        .map(|row| row.expect("golden tables are well-formed"))
        .find(|row| &row[0] == id)
        .and_then(|row| row[column].parse().ok())
        .expect("the row is in the table")
}

fn pool(
    kind: VdevType,
    width: u32,
    count: u32,
    drive: DriveSpeed,
    options: &PerformanceOptions,
) -> Performance {
    let spec = VdevSpeedSpec {
        kind,
        width,
        count,
        drives: &[drive],
        ashift: 12,
        free: None,
    };
    pool_performance(&[spec], options).expect("the layout is valid")
}

fn with_log(latency_us: f64) -> f64 {
    let options = PerformanceOptions {
        sync_log: Some(SyncLog { latency_us }),
        ..PerformanceOptions::default()
    };
    let disk = DriveSpeed::typical(DriveClass::HddConsumer, None, None);
    pool(VdevType::Raidz { parity: 2 }, 6, 1, disk, &options)
        .sync_write
        .point
        .as_f64()
}

/// 192 µs at an Optane log (row B170). Without a log a disk needs one to two turns: 60 to 120 per second.
#[test]
fn synchronous_writes_wait_for_the_log_or_for_the_disk() {
    assert!((with_log(192.0) / benchmark("B170") - 1.0).abs() < 0.02);
    let disk = DriveSpeed::typical(DriveClass::HddConsumer, None, None);
    let without = pool(VdevType::Mirror, 2, 3, disk, &PerformanceOptions::default());
    assert!((60.0..=120.0).contains(&without.sync_write.point.as_f64()));
}

/// Small writes on the same eight disks: two RAID-Z2 of four (row B123) against one RAID-Z1 of eight (row B125).
#[test]
fn uncoalesced_writes_scale_with_vdevs_and_not_with_disks() {
    let disk = DriveSpeed::typical(DriveClass::HddSas15k, None, None);
    let options = PerformanceOptions {
        queue_depth: 24.0,
        record_size: Bytes::from_kib(4),
        ..PerformanceOptions::default()
    };
    let two = pool(VdevType::Raidz { parity: 2 }, 4, 2, disk, &options)
        .random_write
        .point
        .as_f64();
    let one = pool(VdevType::Raidz { parity: 1 }, 8, 1, disk, &options)
        .random_write
        .point
        .as_f64();
    let measured = benchmark("B123") / benchmark("B125");
    assert!(
        (two / one / measured - 1.0).abs() < 0.2,
        "{} against {measured}",
        two / one
    );
}

#[test]
fn the_figures_name_what_limits_them() {
    let options = PerformanceOptions::default();
    let disk = DriveSpeed::typical(DriveClass::HddNearline, None, None);
    assert_eq!(
        pool(VdevType::Mirror, 2, 1, disk, &options).read_limited_by,
        LimitedBy::Media
    );
    let flash = DriveSpeed::typical(DriveClass::NvmeEnterprise, None, None);
    assert_eq!(
        pool(VdevType::Mirror, 2, 4, flash, &options).write_limited_by,
        LimitedBy::Host
    );
    let mut narrow = options;
    narrow.ceilings.adapter = Throughput::saturating(500.0);
    assert_eq!(
        pool(VdevType::Mirror, 2, 6, disk, &narrow).write_limited_by,
        LimitedBy::Adapter
    );
    narrow.parity_code = planner::throughput::ParityCode::Scalar;
    narrow.ceilings.adapter = None;
    let raidz = VdevType::Raidz { parity: 3 };
    assert_eq!(
        pool(raidz, 24, 2, disk, &narrow).write_limited_by,
        LimitedBy::Parity
    );
    narrow.compression =
        planner::throughput::Compression::new(planner::throughput::CompressionAlgorithm::Gzip, 2.0);
    assert_eq!(
        pool(raidz, 24, 2, disk, &narrow).write_limited_by,
        LimitedBy::Compression
    );
}

/// The vdev with most free space gets most of the writes, so a slow large one sets the pace.
#[test]
fn unequal_vdevs_are_filled_by_free_space() {
    let fast = [DriveSpeed::typical(
        DriveClass::HddNearline,
        None,
        Some(Bytes::new(18_000_000_000_000)),
    )];
    let slow = [DriveSpeed::typical(
        DriveClass::HddConsumer,
        None,
        Some(Bytes::new(2_000_000_000_000)),
    )];
    let vdev = |drives, free| VdevSpeedSpec {
        kind: VdevType::Mirror,
        width: 2,
        count: 1,
        drives,
        ashift: 12,
        free: Some(Bytes::new(free)),
    };
    let write = |vdevs: &[VdevSpeedSpec<'_>]| {
        pool_performance(vdevs, &PerformanceOptions::default())
            .expect("valid")
            .write
            .point
    };
    let small_slow = write(&[vdev(&fast, 18), vdev(&slow, 2)]);
    let large_slow = write(&[vdev(&fast, 2), vdev(&slow, 18)]);
    assert!(large_slow < small_slow);
    assert!(write(&[vdev(&fast, 18)]) < small_slow);
}

#[test]
fn misaligned_sectors_cost_random_writes_one_more_turn() {
    let disk = DriveSpeed::typical(DriveClass::HddNearline, None, None);
    let options = PerformanceOptions {
        record_size: Bytes::new(4096),
        ..PerformanceOptions::default()
    };
    let at = |ashift| {
        let spec = VdevSpeedSpec {
            kind: VdevType::Mirror,
            width: 2,
            count: 1,
            drives: &[disk],
            ashift,
            free: None,
        };
        pool_performance(&[spec], &options).expect("valid")
    };
    let ratio = at(9).random_write.point.as_f64() / at(12).random_write.point.as_f64();
    assert!((ratio - 0.60).abs() < 0.01, "{ratio}");
    assert_eq!(at(9).random_read, at(12).random_read);
}

#[test]
fn errors_say_what_is_wrong() {
    let error = pool_performance(&[], &PerformanceOptions::default()).expect_err("no vdev");
    assert_eq!(error.to_string(), "the pool has no data vdev");
    let disk = [DriveSpeed::typical(DriveClass::HddNearline, None, None)];
    let narrow = VdevSpeedSpec {
        kind: VdevType::Raidz { parity: 2 },
        width: 2,
        count: 1,
        drives: &disk,
        ashift: 12,
        free: None,
    };
    let error = pool_performance(&[narrow], &PerformanceOptions::default()).expect_err("too narrow");
    assert_eq!(error.to_string(), "a vdev of 2 drives cannot have that parity");
}
