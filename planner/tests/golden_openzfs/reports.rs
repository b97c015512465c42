//! Cases from public reports about ZFS capacity and sectors, each of the kind that the report shows.

use std::sync::Arc;

use planner::ashift::{Ashift, AshiftNoteKind, PlannedAshift, Refusal, Sectors, Verdict, attached};
use planner::capacity::{BlockSize, Disk, FileBlocks, PoolCapacity, PoolSpec, SlopShift, Volume, ZfsVersion};
use planner::drive::{Capacity, CapacityKind, Drive, Fact, Media, SectorSize};
use planner::partition::Partitioning;
use planner::units::Bytes;

use crate::support::{disks, vdev};

const TIB: u64 = 1 << 40;

fn pool(token: &str, width: u64, ashift: u64, runs: &str) -> PoolCapacity {
    let spec = PoolSpec {
        vdevs: vec![vdev(token, width, ashift, runs)],
        ..PoolSpec::default()
    };
    PoolCapacity::of(&spec).unwrap()
}

fn block(bytes: u64) -> BlockSize {
    BlockSize::from_property(bytes).unwrap()
}

/// openzfs/zfs#15467: dRAID shows less than data / (data + parity), since 128 KiB fill no whole number of rows.
#[test]
fn draid_of_6_data_drives_counts_at_341_of_512() {
    let pool = pool("draid2:6d:24c:0s", 24, 12, "24*1000000000000");
    let vdev = &pool.vdevs[0];
    assert_eq!((vdev.metaslabs.count, vdev.metaslabs.shift), (1396, 34));
    let sectors = vdev.geometry.sectors(block(131_072));
    assert_eq!((sectors.data, sectors.parity, sectors.padding), (32, 12, 4));
    assert_eq!(vdev.deflate_ratio.per_512(), 341);
    // The report's pool had no embedded log. That only moves bytes from dspace to slop, but for what the cut to whole
    // stripes takes of the first metaslab.
    let shown = 15_835_678_638_080;
    assert!(
        pool.zfs_usable.as_u64().abs_diff(shown) < 1 << 30,
        "{}",
        pool.zfs_usable
    );
}

/// openzfs/zfs#3197: what `zpool list` shows includes parity, what `zfs list` shows does not.
#[test]
fn a_24_wide_raidz2_has_two_sizes() {
    let in_tib = |bytes: Bytes| (bytes.as_tib() * 10.0).round() / 10.0;
    let at_12 = pool("raidz2", 24, 12, "24*3000592982016");
    let at_9 = pool("raidz2", 24, 9, "24*3000592982016");
    assert_eq!(in_tib(at_12.zpool_size).to_string(), "65.5");
    assert_eq!(in_tib(at_12.zfs_usable).to_string(), "58.1");
    assert_eq!(in_tib(at_9.zfs_usable).to_string(), "59.2");
}

/// openzfs/zfs#8106 and others: slop is 1/32, but half of a tiny pool, and today less the embedded log.
#[test]
fn slop_of_small_pools() {
    let slop = |size: u64| {
        let pool = pool("stripe", 1, 12, &format!("1*{size}"));
        (
            pool.dspace.as_u64(),
            pool.slop.as_u64(),
            pool.embedded_log_dspace.as_u64(),
        )
    };
    let (dspace, share, _) = slop(200 << 20);
    assert_eq!(share, dspace / 2);
    for size in [512 << 20, 4 << 30] {
        assert_eq!(slop(size).1, 128 << 20);
    }
    let (dspace, share, embedded_log) = slop(10 << 30);
    assert_eq!((share, embedded_log), (dspace / 32, 0));
    let (dspace, share, embedded_log) = slop(TIB);
    assert_eq!(share, dspace / 32 - embedded_log);
    assert!(embedded_log > 0 && embedded_log < dspace / 64);
}

/// openzfs/zfs#17201: a 1 GiB file of 256 KiB records on raidz1 of 4 shows less than its length; the recordsize
/// changes what fits, never what `zfs list` shows.
#[test]
fn recordsize_changes_what_fits_and_not_what_is_shown() {
    let pool = pool("raidz1", 4, 12, "4*4000787030016");
    let vdev = &pool.vdevs[0];
    assert_eq!(vdev.geometry.asize(block(262_144)).as_u64(), 688 * 512);
    let file = FileBlocks {
        data_count: 4096,
        data_size: block(262_144),
        indirect_count: 0,
        indirect_size: block(4096),
    };
    assert_eq!(file.referenced(vdev).unwrap(), Bytes::from_kib(1_023_744));

    let fits: Vec<u64> = [4096, 16_384, 131_072, 262_144, 1 << 20]
        .into_iter()
        .map(|bytes| pool.effective(block(bytes)).as_u64())
        .collect();
    assert!(
        fits.is_sorted() && fits[0] < fits[1] && fits[3] < fits[4],
        "{fits:?}"
    );
    // 128 KiB count as 130944 bytes or fewer, so a little more fits than is shown; 4 KiB take two sectors for one.
    let usable = pool.zfs_usable.as_u64();
    assert!(
        fits[2] >= usable && fits[2] - usable < usable / 400,
        "{fits:?} of {usable}"
    );
    let per_4k = vdev.deflated_block(block(4096)).as_u64();
    assert_eq!(fits[0], usable / per_4k * 4096);
    // The other way round, from raw space: three quarters of what fits would be the naive answer.
    let naive = pool.normal.as_u64() / 4 * 3;
    assert!(fits[4] < naive);
}

/// openzfs/zfs#1807: 10 GiB in blocks of 8 KiB take 30 GiB of raidz2 of 6, and count as 20 GiB.
#[test]
fn small_volume_blocks_on_raidz2_take_three_times_their_size() {
    let pool = pool("raidz2", 6, 12, "6*4000787030016");
    let vdev = &pool.vdevs[0];
    let blocks = (10 << 30) / 8192;
    assert_eq!(vdev.geometry.asize(block(8192)).as_u64() * blocks, 32_212_254_720);
    let counted = vdev.deflated_block(block(8192)).as_u64() * blocks;
    assert_eq!((counted + (1 << 29)) >> 30, 20);
    let raw = |bytes: u64| vdev.geometry.asize(block(bytes)).as_u64() * 2 / 3;
    assert_eq!((raw(16_384), raw(65_536)), (16_384, 65_536));
}

/// openzfs/zfs#11640: a volume of 24 TiB does not fit on 26 TiB of raidz1 of 5 unless its blocks are large.
#[test]
fn a_large_volume_needs_large_blocks_on_raidz1() {
    let drive = 67 * TIB / 10;
    let pool = pool("raidz1", 5, 12, &format!("5*{drive}"));
    // The report's 25.9 T are what the slop of its day left, 1/32 without the limit of 128 GiB.
    let dspace = pool.dspace.saturating_add(pool.embedded_log_dspace).as_tib();
    assert_eq!(
        format!("{:.1} {:.1}", dspace * 31.0 / 32.0, pool.zfs_usable.as_tib()),
        "25.9 26.6"
    );
    let reserves = |tib: u64, volblocksize: u64| {
        let volume = Volume {
            size: Bytes::new(tib * TIB),
            block: block(volblocksize),
        };
        volume.refreservation(&pool).unwrap()
    };
    let times = |volblocksize: u64| reserves(24, volblocksize).as_tib() / 24.0;
    assert!((1.6..1.65).contains(&times(8192)), "{}", times(8192));
    assert!((1.2..1.25).contains(&times(16_384)), "{}", times(16_384));
    assert!(reserves(15, 8192) < pool.zfs_usable);
    assert!(reserves(24, 8192) > pool.zfs_usable);
    assert!(reserves(24, 16_384) > pool.zfs_usable);
    assert!(reserves(24, 32_768) < pool.zfs_usable);
}

/// openzfs/zfs#7832 and #18380: drives of one model differ, and the smallest counts.
#[test]
fn drives_of_the_same_model_are_not_of_the_same_size() {
    let (large, small) = (16_000_890_175_488_u64, 16_000_816_775_168_u64);
    let all_large = pool("raidz2", 6, 12, &format!("6*{large}"));
    let one_small = pool("raidz2", 6, 12, &format!("5*{large}+1*{small}"));
    let all_small = pool("raidz2", 6, 12, &format!("6*{small}"));
    assert_eq!(one_small.zfs_usable, all_small.zfs_usable);
    let disk = Disk::with_512_byte_sectors(Bytes::new(small));
    let replaces = |pool: &PoolCapacity| pool.vdevs[0].can_be_replaced_by(disk, Partitioning::None);
    assert_eq!(replaces(&all_large), Ok(false));
    assert_eq!(replaces(&one_small), Ok(true));
    // 512 bytes less are no loss where neither size is a whole number of labels, and a whole label where one is.
    let odd = pool("mirror", 2, 12, &format!("2*{large}"));
    let shorter = Disk::with_512_byte_sectors(Bytes::new(large - 512));
    assert_eq!(
        odd.vdevs[0].can_be_replaced_by(shorter, Partitioning::None),
        Ok(large % (256 << 10) >= 512)
    );
}

/// openzfs/zfs#2562: a spare serves only vdevs whose members are not larger.
#[test]
fn a_small_spare_serves_small_vdevs_only() {
    let large = pool("raidz1", 3, 12, "3*3000592982016");
    let small = pool("raidz1", 9, 12, "9*1500301910016");
    let spare = disks("1*1500301910016")[0];
    assert_eq!(
        large.vdevs[0].can_be_replaced_by(spare, Partitioning::WholeDisk),
        Ok(false)
    );
    let spec = PoolSpec {
        vdevs: vec![vdev("raidz1", 9, 12, "9*1500301910016")],
        partitioning: Partitioning::WholeDisk,
        ..PoolSpec::default()
    };
    let partitioned = PoolCapacity::of(&spec).unwrap();
    assert_eq!(
        partitioned.vdevs[0].can_be_replaced_by(spare, Partitioning::WholeDisk),
        Ok(true)
    );
    // The same drive as a file is larger than as a whole disk.
    assert_eq!(
        small.vdevs[0].can_be_replaced_by(spare, Partitioning::WholeDisk),
        Ok(false)
    );
}

/// openzfs/zfs#1381 and others: a 4Kn drive never joins a vdev of ashift 9, a 512e drive joins it and is slow. At the
/// same size the 4Kn drive would also lose more to partitions.
#[test]
fn drives_of_4096_byte_sectors_and_vdevs_of_ashift_9() {
    let native = Sectors {
        logical: SectorSize::B4096,
        physical: SectorSize::B4096,
    };
    let emulated = Sectors {
        logical: SectorSize::B512,
        physical: SectorSize::B4096,
    };
    let refusal = Refusal::SectorsTooLarge {
        vdev: Ashift::MINIMUM,
        logical: SectorSize::B4096,
    };
    assert_eq!(attached(Ashift::MINIMUM, native), Verdict::Refused(refusal));
    let slow = Verdict::NonNative {
        ashift: Ashift::MINIMUM,
        native: SectorSize::B4096,
    };
    assert_eq!(attached(Ashift::MINIMUM, emulated), slow);
    let at_12 = Verdict::Accepted {
        ashift: Ashift::B4096,
    };
    assert_eq!(attached(Ashift::B4096, native), at_12);
    assert_eq!(attached(Ashift::B4096, emulated), at_12);

    let bytes = Bytes::new(4_000_787_030_016);
    let spec = PoolSpec {
        vdevs: vec![vdev("mirror", 2, 9, "2*4000787030016")],
        partitioning: Partitioning::WholeDisk,
        version: ZfsVersion::V2_4,
        slop_shift: SlopShift::default(),
    };
    let of_512 = PoolCapacity::of(&spec).unwrap();
    let disk = Disk {
        bytes,
        logical_sector: SectorSize::B4096,
    };
    assert_eq!(
        of_512.vdevs[0].can_be_replaced_by(disk, Partitioning::WholeDisk),
        Ok(false)
    );
}

fn drive(id: &str, logical: u64, physical: u64, media: Media, bytes: u64) -> Drive {
    let mut drive = Drive::unknown(Arc::from(id), Arc::from("test"));
    drive.logical_sector = SectorSize::new(logical).map(Fact::stated);
    drive.physical_sector = SectorSize::new(physical).map(Fact::stated);
    drive.media = Some(Fact::stated(media));
    drive.capacity = Some(Fact::stated(Capacity {
        bytes: Bytes::new(bytes),
        kind: CapacityKind::Exact,
        likely: None,
    }));
    drive
}

/// openzfs/zfs#1818 and others: flash pages of 8 or 16 KiB are noted and not followed.
#[test]
fn flash_pages_are_noted_and_not_followed() {
    let drives = [
        drive("s0", 512, 8192, Media::Ssd, 960_197_124_096),
        drive("s1", 512, 16_384, Media::Ssd, 960_197_124_096),
        drive("s2", 512, 4096, Media::Ssd, 960_197_124_096),
    ];
    let planned = PlannedAshift::of(&drives).unwrap();
    assert_eq!((planned.ashift.as_u32(), planned.automatic.as_u32()), (12, 14));
    assert_eq!(planned.notes.len(), 1);
    assert_eq!(planned.notes[0].kind, AshiftNoteKind::LargePhysical);
    assert_eq!(planned.notes[0].drives, ["s0", "s1"]);
}

/// Sectors that cannot be true: the stripe of an array, and a large hard disk that hides its sectors.
#[test]
fn doubtful_sectors_are_noted() {
    let drives = [
        drive("d0", 512, 512, Media::Hdd, 4_000_787_030_016),
        drive("d1", 512, 65_536, Media::Hdd, 4_000_787_030_016),
        drive("d2", 512, 512, Media::Hdd, 1_000_204_886_016),
        drive("d3", 512, 512, Media::Ssd, 4_000_787_030_016),
    ];
    let planned = PlannedAshift::of(&drives).unwrap();
    assert_eq!((planned.ashift.as_u32(), planned.automatic.as_u32()), (12, 9));
    let notes: Vec<_> = planned
        .notes
        .iter()
        .map(|note| (note.kind, note.drives.join(" ")))
        .collect();
    let expected = [
        (AshiftNoteKind::DoubtfulPhysical, "d1".to_owned()),
        (AshiftNoteKind::Doubtful512Native, "d0".to_owned()),
    ];
    assert_eq!(notes, expected);
}

/// Drives of array sectors are refused by name until they are reformatted.
#[test]
fn drives_of_520_and_528_bytes_are_refused() {
    let drives = [
        drive("a0", 512, 4096, Media::Hdd, 4_000_787_030_016),
        drive("a1", 520, 4160, Media::Hdd, 4_000_787_030_016),
        drive("a2", 528, 4224, Media::Hdd, 4_000_787_030_016),
    ];
    let error = PlannedAshift::of(&drives).unwrap_err();
    insta::assert_snapshot!(
        format!("{error}\n{}", error.hint().unwrap()),
        @r"
    a1, a2: logical sectors of 520 bytes cannot be used by ZFS until the drive is reformatted to 512 or 4096
    run `sg_format --format --size=4096` on each, which takes hours, and read its capacity again
    "
    );
}
