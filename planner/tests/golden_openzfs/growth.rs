//! Every row of `expansion.csv`, `grow.csv` and `whole_disk.csv`: pools that grow, and what partitions take.

use crate::support::{Row, ashift_of, disks, table, vdev, vdev_type};
use planner::capacity::{BlockSize, Disk, FileBlocks, PoolCapacity, PoolSpec, VdevSpec, Volume, ZfsVersion};
use planner::drive::SectorSize;
use planner::error::Error;
use planner::inventory::{ReadOptions, Source, read};
use planner::layout::AllocationClass;
use planner::partition::Partitioning;
use planner::plan::{InventoryShown, PlanOptions, explain};
use planner::units::Bytes;

fn pool_of(vdev: VdevSpec) -> PoolCapacity {
    let spec = PoolSpec {
        vdevs: vec![vdev],
        version: ZfsVersion::V2_4,
        ..PoolSpec::default()
    };
    PoolCapacity::of(&spec).unwrap()
}

/// Compares where the cell is not empty; returns how many were compared.
#[track_caller]
fn check(row: &Row, column: &str, value: u64) -> usize {
    row.number(column).map_or(0, |expected| {
        assert_eq!(value, expected, "{column} of {row:?}");
        1
    })
}

#[test]
fn every_expanded_raidz_has_the_space_that_openzfs_reports() {
    let rows = table("expansion.csv");
    assert_eq!(rows.len(), 168);
    let mut compared = 0;
    let mut files = 0;
    for row in &rows {
        let disk = Disk::with_512_byte_sectors(Bytes::new(row.required("disk_bytes")));
        let (original_width, width) = (row.required("original_width"), row.required("width"));
        let runs = |width: u64| vec![disk; usize::try_from(width).unwrap()];
        let runs_text = format!("{original_width}*{}", row.required("disk_bytes"));
        let created = vdev(
            row.text("kind"),
            original_width,
            row.required("ashift"),
            &runs_text,
        );
        // A second disk is added to what a first one has grown already, as on a real pool.
        let grown = (original_width..=width).fold(created.clone(), |vdev, width| vdev.grown_to(runs(width)));
        let pool = pool_of(grown);
        let vdev = &pool.vdevs[0];
        compared += check(row, "zpool_size", pool.zpool_size.as_u64());
        compared += check(row, "dspace", pool.dspace.as_u64());
        compared += check(row, "slop", pool.slop.as_u64());
        compared += check(row, "used_plus_avail", pool.zfs_usable.as_u64());
        compared += check(row, "vdev_asize", vdev.asize.as_u64());
        compared += check(row, "metaslab_shift", u64::from(vdev.metaslabs.shift));
        compared += check(row, "metaslab_count", vdev.metaslabs.count);
        compared += check(row, "deflate_ratio", u64::from(vdev.deflate_ratio.per_512()));
        compared += check(row, "embedded_log_space", pool.embedded_log.as_u64());
        compared += check(row, "embedded_log_dspace", pool.embedded_log_dspace.as_u64());
        assert_eq!(
            pool.raw.saturating_sub(pool.losses.total()),
            pool.zfs_usable,
            "{row:?}"
        );
        for pair in row.text("new_block_asize").split_whitespace() {
            let (psize, asize) = pair.split_once(':').unwrap();
            let psize = BlockSize::new(psize.parse().unwrap()).unwrap();
            assert_eq!(
                vdev.geometry.asize(psize).as_u64(),
                asize.parse::<u64>().unwrap(),
                "{row:?}"
            );
            compared += 1;
        }
        let volume = Volume {
            size: Bytes::from_gib(10),
            block: BlockSize::from_property(16_384).unwrap(),
        };
        let reservation = volume.refreservation(&pool).unwrap().as_u64();
        compared += check(row, "refreservation_10GiB_16KiB", reservation);
        if !row.text("file").is_empty() {
            files += 1;
            check_file(row, &created, original_width);
        }
    }
    let cells = |column: &str| rows.iter().filter(|row| !row.text(column).is_empty()).count();
    let expected: usize = [
        "zpool_size",
        "dspace",
        "slop",
        "used_plus_avail",
        "vdev_asize",
        "metaslab_shift",
        "metaslab_count",
        "deflate_ratio",
        "embedded_log_space",
        "embedded_log_dspace",
        "refreservation_10GiB_16KiB",
    ]
    .into_iter()
    .map(cells)
    .sum::<usize>()
        + rows
            .iter()
            .map(|row| row.text("new_block_asize").split_whitespace().count())
            .sum::<usize>();
    assert_eq!(compared, expected);
    assert_eq!(files, cells("file"));
    assert!(files > 15);
}

/// A file keeps the shape it was written in: `f0` that of the original width, `f1` one drive more, `f2` two more.
fn check_file(row: &Row, created: &VdevSpec, original_width: u64) {
    let written_after: u64 = row.text("file").strip_prefix('f').unwrap().parse().unwrap();
    let disk = created.disks[0];
    let width = usize::try_from(original_width + written_after).unwrap();
    let pool = pool_of(created.clone().grown_to(vec![disk; width]));
    let vdev = &pool.vdevs[0];
    let record = BlockSize::from_property(131_072).unwrap();
    assert_eq!(
        vdev.geometry.asize(record).as_u64(),
        row.required("file_l0_asize"),
        "{row:?}"
    );
    // The table does not say how far the indirect block compressed: to one sector or to two.
    let fits = [4096, 8192].into_iter().any(|indirect| {
        let length = Bytes::new(row.required("file_bytes"));
        let file = FileBlocks::of(length, record, BlockSize::new(indirect).unwrap());
        file.stat_blocks(vdev).unwrap() * 512 == row.required("file_stat_bytes")
    });
    assert!(fits, "{row:?}");
}

#[test]
fn every_grown_vdev_keeps_its_metaslabs() {
    let rows = table("grow.csv");
    assert_eq!(rows.len(), 7);
    for row in &rows {
        let width = row.required("width");
        let runs = |column| format!("{width}*{}", row.required(column));
        let created = vdev(
            row.text("kind"),
            width,
            row.required("ashift"),
            &runs("original_disk_bytes"),
        );
        let pool = pool_of(created.grown_to(disks(&runs("disk_bytes"))));
        assert_eq!(pool.zpool_size.as_u64(), row.required("zpool_size"), "{row:?}");
        let used_plus_avail = row.required("zfs_used") + row.required("zfs_avail");
        assert_eq!(pool.zfs_usable.as_u64(), used_plus_avail, "{row:?}");
        assert_eq!(
            pool.vdevs[0].asize.as_u64(),
            row.required("vdev_asize"),
            "{row:?}"
        );
        let shift = u64::from(pool.vdevs[0].metaslabs.shift);
        assert_eq!(shift, row.required("metaslab_shift"), "{row:?}");
    }
}

#[test]
fn every_whole_disk_loses_what_openzfs_partitions_off() {
    let rows = table("whole_disk.csv");
    assert_eq!(rows.len(), 16);
    let (mut partitioned, mut refused) = (0, 0);
    for row in &rows {
        // Loop devices are used as they are.
        let partitioning = match row.text("transport") {
            "loop" => Partitioning::None,
            _ => Partitioning::WholeDisk,
        };
        let disk = Disk {
            bytes: Bytes::new(row.required("disk_bytes")),
            logical_sector: SectorSize::new(row.required("logical_sector")).unwrap(),
        };
        let partition = partitioning.zfs_partition(disk.bytes, disk.logical_sector);
        if !row.text("error").is_empty() {
            assert!(matches!(partition, Err(Error::Drives { .. })), "{row:?}");
            refused += 1;
            continue;
        }
        let partition = partition.unwrap();
        if partitioning == Partitioning::WholeDisk {
            let start_of_9 = partition.start.as_u64() + partition.length.as_u64();
            let cells = check(row, "part1_start", partition.start.as_u64())
                + check(row, "part1_bytes", partition.length.as_u64())
                + check(row, "part9_start", start_of_9)
                + check(row, "part9_bytes", partition.reserve.as_u64())
                + check(row, "tail_after_part9", partition.tail.as_u64());
            assert_eq!(cells, 5, "{row:?}");
            partitioned += 1;
        }
        let width = row.required("width");
        let (class, kind) = vdev_type(row.text("layout"), width);
        assert_eq!(class, AllocationClass::Data);
        let disks = vec![disk; usize::try_from(width).unwrap()];
        let spec = PoolSpec {
            vdevs: vec![VdevSpec::new(
                class,
                kind,
                ashift_of(row.required("ashift")),
                disks,
            )],
            partitioning,
            version: ZfsVersion::V2_4,
            ..PoolSpec::default()
        };
        let pool = PoolCapacity::of(&spec).unwrap();
        assert_eq!(
            pool.vdevs[0].asize.as_u64(),
            row.required("vdev_asize"),
            "{row:?}"
        );
        assert_eq!(pool.zpool_size.as_u64(), row.required("zpool_size"), "{row:?}");
        let shift = u64::from(pool.vdevs[0].metaslabs.shift);
        assert_eq!(shift, row.required("metaslab_shift"), "{row:?}");
        let used_plus_avail = row.required("zfs_used") + row.required("zfs_avail");
        assert_eq!(pool.zfs_usable.as_u64(), used_plus_avail, "{row:?}");
        assert_eq!(
            pool.raw.saturating_sub(pool.losses.total()),
            pool.zfs_usable,
            "{row:?}"
        );
    }
    assert_eq!((partitioned, refused), (11, 1));
}

/// The plan with drives of twice the size says of a vdev what OpenZFS did.
#[test]
fn larger_drives_give_what_openzfs_gave() {
    let mut compared = 0;
    for row in &table("grow.csv") {
        let (before, after) = (row.required("original_disk_bytes"), row.required("disk_bytes"));
        let width = row.required("width");
        if before == after || before < 100_000_000_000 {
            continue;
        }
        let class = if before < 1_000_000_000_000 { "SSD" } else { "HDD" };
        let lines: Vec<String> = (0..width)
            .map(|drive| format!("d{drive},{before},{class}"))
            .collect();
        let list = format!("name,capacity,class\n{}\n", lines.join("\n"));
        let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
        options.simulation = None;
        options.partitioning = Partitioning::None;
        options.zfs = ZfsVersion::V2_4;
        let source = Source {
            name: "list.csv",
            bytes: list.as_bytes(),
        };
        let drives = read(&[source], &ReadOptions::on(options.as_of)).unwrap().drives;
        let shown = InventoryShown {
            drives: Vec::new(),
            warnings: Vec::new(),
            pools: Vec::new(),
            skipped: Vec::new(),
        };
        let layout = format!("{}:{width}", row.text("kind")).parse().unwrap();
        let explained = explain(&drives, shown, &layout, &options, &mut |_| {
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        let plans = explained.what_if.replace_with_larger;
        let plan = plans
            .iter()
            .find(|plan| plan.drive_bytes.as_u64() == after)
            .unwrap();
        let step = plan.steps[0];
        assert_eq!(
            step.zpool_size_bytes.as_u64(),
            row.required("zpool_size"),
            "{row:?}"
        );
        let used_plus_avail = row.required("zfs_used") + row.required("zfs_avail");
        assert_eq!(step.zfs_usable_bytes.as_u64(), used_plus_avail, "{row:?}");
        compared += 1;
    }
    assert_eq!(compared, 2);
}
