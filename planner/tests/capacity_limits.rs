//! Rules that hold for every pool, and input that no pool has.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use planner::ashift::Ashift;
use planner::capacity::{
    BlockSize, CapacityAnswer, CapacityOptions, Disk, FileBlocks, PoolCapacity, PoolSpec, SlopShift,
    VdevSpec, Volume, ZfsVersion,
};
use planner::drive::SectorSize;
use planner::layout::{AllocationClass, VdevType};
use planner::partition::Partitioning;
use planner::units::Bytes;
use proptest::prelude::*;

fn class() -> impl Strategy<Value = AllocationClass> {
    prop_oneof![
        4 => Just(AllocationClass::Data),
        1 => Just(AllocationClass::Special),
        1 => Just(AllocationClass::Dedup),
        1 => Just(AllocationClass::Log),
    ]
}

/// Types with numbers that need not make sense.
fn any_kind() -> impl Strategy<Value = VdevType> {
    prop_oneof![
        Just(VdevType::Stripe),
        Just(VdevType::Mirror),
        (0_u32..=5).prop_map(|parity| VdevType::Raidz { parity }),
        (0_u32..=4, any::<u32>(), any::<u32>()).prop_map(|(parity, data, spares)| VdevType::Draid {
            parity,
            data,
            spares
        }),
        (1_u32..=3, 1_u32..=6, 0_u32..=3).prop_map(|(parity, data, spares)| VdevType::Draid {
            parity,
            data,
            spares
        }),
    ]
}

fn disk() -> impl Strategy<Value = Disk> {
    let bytes = prop_oneof![
        any::<u64>(),
        0_u64..(1 << 28),
        (1_u64 << 30)..(1 << 45),
        (u64::MAX - 1000)..=u64::MAX,
    ];
    let sector = prop::sample::select(vec![512_u64, 520, 528, 4096, 65_536, 1 << 24]);
    (bytes, sector).prop_map(|(bytes, sector)| Disk {
        bytes: Bytes::new(bytes),
        logical_sector: SectorSize::new(sector).unwrap(),
    })
}

fn vdev() -> impl Strategy<Value = VdevSpec> {
    let disks = prop::collection::vec(disk(), 0..12);
    let alike = (disk(), 0_usize..260).prop_map(|(disk, count)| vec![disk; count]);
    let grown = prop::option::weighted(
        0.2,
        (disk(), 1_usize..14).prop_map(|(disk, count)| vec![disk; count]),
    );
    (class(), any_kind(), 9_u32..=16, prop_oneof![disks, alike], grown).prop_map(
        |(class, kind, ashift, disks, grown)| {
            let vdev = VdevSpec::new(class, kind, Ashift::new(ashift).unwrap(), disks);
            match grown {
                Some(disks) => vdev.grown_to(disks),
                None => vdev,
            }
        },
    )
}

fn partitioning() -> impl Strategy<Value = Partitioning> {
    prop_oneof![
        Just(Partitioning::None),
        Just(Partitioning::WholeDisk),
        any::<u64>().prop_map(|swap| Partitioning::FreeBsd {
            swap: Bytes::new(swap)
        }),
        (0_u64..(1 << 34)).prop_map(|swap| Partitioning::FreeBsd {
            swap: Bytes::new(swap)
        }),
    ]
}

fn spec() -> impl Strategy<Value = PoolSpec> {
    let vdevs = prop::collection::vec(vdev(), 0..4);
    let version = prop::sample::select(ZfsVersion::ALL.to_vec());
    (vdevs, partitioning(), version, 1_u32..=31).prop_map(|(vdevs, partitioning, version, shift)| PoolSpec {
        vdevs,
        partitioning,
        version,
        slop_shift: SlopShift::new(shift).unwrap(),
    })
}

/// Pools that OpenZFS would make, of drives of 1 to 30 TB.
fn sound_spec() -> impl Strategy<Value = PoolSpec> {
    let kind = prop_oneof![
        Just((VdevType::Stripe, 1)),
        (2_usize..=4).prop_map(|width| (VdevType::Mirror, width)),
        (1_u32..=3, 1_usize..=12)
            .prop_map(|(parity, data)| (VdevType::Raidz { parity }, parity as usize + data)),
        (1_u32..=3, 1_u32..=8, 0_u32..=2, 0_usize..=9).prop_map(|(parity, data, spares, more)| {
            let kind = VdevType::Draid { parity, data, spares };
            (kind, (parity + data + spares) as usize + more)
        }),
    ];
    let vdev = (
        kind,
        9_u32..=14,
        1_000_000_000_000_u64..30_000_000_000_000,
        any::<u32>(),
    )
        .prop_map(|((kind, width), ashift, bytes, difference)| {
            let mut disks = vec![Disk::with_512_byte_sectors(Bytes::new(bytes)); width];
            disks[0].bytes = Bytes::new(bytes + u64::from(difference));
            VdevSpec::new(AllocationClass::Data, kind, Ashift::new(ashift).unwrap(), disks)
        });
    (prop::collection::vec(vdev, 1..5), partitioning()).prop_filter_map(
        "swap larger than a drive",
        |(vdevs, partitioning)| {
            let spec = PoolSpec {
                vdevs,
                partitioning,
                ..PoolSpec::default()
            };
            PoolCapacity::of(&spec).is_ok().then_some(spec)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// No drives, however absurd, make it panic or overflow; what succeeds sums.
    #[test]
    fn every_pool_has_a_space_or_an_error(spec in spec(), block in 0_u32..=15, size in any::<u64>()) {
        match PoolCapacity::of(&spec) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(pool) => {
                prop_assert_eq!(pool.raw.as_u64() - pool.losses.total().as_u64(), pool.zfs_usable.as_u64());
                prop_assert!(pool.dspace <= pool.normal);
                prop_assert!(pool.slop <= pool.dspace);
                let block = BlockSize::from_property(512 << block).unwrap();
                prop_assert!(pool.effective(block) <= pool.normal);
                let steps = pool.steps(&spec);
                prop_assert_eq!(steps[steps.len() - 1].bytes, pool.zfs_usable);
                let volume = Volume { size: Bytes::new(size), block };
                if let Ok(reservation) = volume.refreservation(&pool) {
                    prop_assert!(reservation > volume.size);
                }
                for vdev in &pool.vdevs {
                    prop_assert!(vdev.deflate_ratio.per_512() >= 1);
                    let file = FileBlocks::of(Bytes::new(size), block, BlockSize::MAXIMUM);
                    let _ = file.stat_blocks(vdev);
                }
            }
        }
    }

    /// A larger drive never gives less, whatever the layout.
    #[test]
    fn more_bytes_never_give_a_smaller_asize(spec in sound_spec(), more in any::<u32>()) {
        let before = PoolCapacity::of(&spec).unwrap();
        let mut larger = spec;
        for vdev in &mut larger.vdevs {
            for disk in &mut vdev.disks {
                disk.bytes = disk.bytes.saturating_add(Bytes::new(u64::from(more)));
            }
        }
        let after = PoolCapacity::of(&larger).unwrap();
        for (before, after) in before.vdevs.iter().zip(&after.vdevs) {
            prop_assert!(after.asize >= before.asize);
        }
    }

    /// Partitions cost what they say and no more.
    #[test]
    fn the_parts_of_a_drive_sum_to_it(disk in disk(), partitioning in partitioning()) {
        if let Ok(parts) = partitioning.zfs_partition(disk.bytes, disk.logical_sector) {
            let sum = parts.start.as_u64() + parts.length.as_u64() + parts.reserve.as_u64() + parts.tail.as_u64();
            prop_assert_eq!(sum, disk.bytes.as_u64());
            prop_assert!(parts.length >= Bytes::from_mib(64));
        }
    }

    /// Any text for the drives gives an answer or an error.
    #[test]
    fn any_disk_bytes_are_read_or_refused(text in "[0-9*+ TiBk.]{0,30}|\\PC{0,20}") {
        let _ = CapacityAnswer::of("2xraidz1:3+stripe:2", &text, &CapacityOptions::default());
    }
}

/// dRAID on the smallest drives that ZFS takes has just one row.
#[test]
fn draid_fits_on_the_smallest_drives() {
    let answer = CapacityAnswer::of("draid2:6d:8c", "64MiB", &CapacityOptions::default()).unwrap();
    assert_eq!(answer.vdevs[0].asize_bytes, Bytes::from_mib(8 * 16));
}

/// FreeBSD's installer: 2 GiB of swap, then ZFS, both on whole MiB.
#[test]
fn freebsd_partitions_are_aligned_to_mib() {
    let swap = Bytes::from_gib(2);
    let bytes = Bytes::new(4_000_787_030_016);
    for sector in [SectorSize::B512, SectorSize::B4096] {
        let parts = Partitioning::FreeBsd { swap }
            .zfs_partition(bytes, sector)
            .unwrap();
        assert_eq!(parts.start, Bytes::from_mib(2049));
        assert_eq!(parts.length.as_u64() % (1 << 20), 0);
        // Room for the second partition table, and less than a MiB more.
        let table = if sector == SectorSize::B512 {
            33 * 512
        } else {
            5 * 4096
        };
        assert!((table..(1 << 20) + table).contains(&parts.tail.as_u64()));
    }
}

/// What is wrong is said with what would do.
#[test]
fn impossible_pools_are_explained() {
    let answer = |layout: &str, disk_bytes: &str| {
        let error = CapacityAnswer::of(layout, disk_bytes, &CapacityOptions::default()).unwrap_err();
        format!("{error}; hint: {}", error.hint().unwrap())
    };
    let errors = [
        answer("mirror:2", "67108863"),
        answer("raidz1:3", "18446744073709551615"),
        answer("mirror:2+mirror:2", "2*4TB 3*4TB"),
        answer("mirror:2+mirror:2", "2*4TB 2*4TB 2*4TB"),
        answer("mirror:2", "2*4TBB"),
        answer("mirror:2", ""),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r"
    a drive of 67108863 bytes leaves 67108863 bytes for ZFS, which needs at least 67108864 bytes; hint: use larger drives
    pool size: the drives have more than 2^64 bytes together; hint: check the capacities
    `3*4TB` has more drives than the 2 of its vdev; hint: write as many drives as the vdev is wide, such as `6*4000787030016`
    sizes are given for 3 vdevs, but `2xmirror:2` has 2; hint: write one entry such as `6*4000787030016` per vdev, in the layout's order
    disk bytes: `4TBB` is not a size; hint: write `18TB`, `16.4TiB` or a number of bytes
    disk bytes: `` is not a size; hint: write `18000207937536`, `18TB`, `16.37TiB` or runs such as `5*4TB+1*8TB`
    ");
}
