//! Sizes in texts that `zpool list -vHp`, `zpool list -v`, `zdb -C` and `zfs get -p` of OpenZFS 2.4 printed for four
//! pools of drives of 4000787030016 and 480103981056 bytes.

use planner::capacity::{BlockSize, Disk, PoolCapacity, PoolSpec, VdevSpec, ZfsVersion};
use planner::partition::Partitioning;
use planner::units::Bytes;

use crate::support::vdev;

fn pool(vdevs: Vec<VdevSpec>) -> PoolCapacity {
    let spec = PoolSpec {
        vdevs,
        version: ZfsVersion::V2_4,
        ..PoolSpec::default()
    };
    PoolCapacity::of(&spec).unwrap()
}

/// Returns asize, metaslab shift and size of every vdev.
fn vdevs(pool: &PoolCapacity) -> Vec<(u64, u32, u64)> {
    let facts = pool.vdevs.iter();
    facts
        .map(|vdev| {
            (
                vdev.asize.as_u64(),
                vdev.metaslabs.shift,
                vdev.metaslabs.size.as_u64(),
            )
        })
        .collect()
}

fn tib_in_hundredths(bytes: Bytes) -> u64 {
    bytes.as_u64() / ((1 << 40) / 100)
}

#[test]
fn two_mirrors() {
    let mirror = || vdev("mirror", 2, 12, "2*4000787030016");
    let pool = pool(vec![mirror(), mirror()]);
    assert_eq!(vdevs(&pool), [(4_000_782_221_312, 34, 3_985_729_650_688); 2]);
    assert_eq!(pool.vdevs[0].metaslabs.count, 232);
    // 7.25T and 3.62T in `zpool list -v`.
    assert_eq!(tib_in_hundredths(pool.zpool_size), 725);
    assert_eq!(tib_in_hundredths(pool.vdevs[0].metaslabs.size), 362);
}

#[test]
fn draid_with_a_distributed_spare() {
    let pool = pool(vec![vdev("draid2:4d:11c:1s", 11, 12, "11*4000787030016")]);
    let (asize, shift, _) = vdevs(&pool)[0];
    assert_eq!((asize, shift), (40_007_419_035_648, 34));
    assert_eq!(pool.vdevs[0].metaslabs.count, 2328);
    // 36.4T in `zpool list -v`.
    assert_eq!(format!("{:.1}T", pool.zpool_size.as_tib()), "36.4T");
}

#[test]
fn raidz1_with_special_and_log_mirrors() {
    let pool = pool(vec![
        vdev("raidz1", 3, 12, "3*4000787030016"),
        vdev("special/mirror", 2, 12, "2*480103981056"),
        vdev("log/mirror", 2, 12, "2*480103981056"),
    ]);
    let mirror = (480_099_172_352, 32, 476_741_369_856);
    assert_eq!(
        vdevs(&pool),
        [(12_002_346_663_936, 34, 11_991_548_690_432), mirror, mirror]
    );
    assert_eq!(pool.zpool_size.as_u64(), 12_468_290_060_288);
    // `used` and `available` of `zfs get`; 499712 bytes are allocated on the special vdev.
    let usable = pool.zfs_usable_with_special(Bytes::new(499_712), ZfsVersion::V2_4);
    assert_eq!(usable.as_u64(), 5_039_104 + 7_853_410_270_208);
}

#[test]
fn raidz2_with_dedup() {
    let pool = pool(vec![vdev("raidz2", 6, 12, "6*4000787030016")]);
    assert_eq!(vdevs(&pool), [(24_004_693_327_872, 34, 24_000_277_250_048)]);
    assert_eq!(pool.zpool_size.as_u64(), 24_000_277_250_048);
    // 260 references to 100 blocks of 128 KiB: 160 are saved, and each of them is added to USED + AVAIL.
    let saved = 160
        * pool.vdevs[0]
            .deflated_block(BlockSize::from_property(131_072).unwrap())
            .as_u64();
    assert_eq!(saved, 20_951_040);
    assert_eq!(pool.zfs_usable.as_u64() + saved, 35_223_936 + 15_847_106_426_496);
}

/// `zpool list -vHp` shows a drive as its whole labels, which is what a replacement is compared with.
#[test]
fn sizes_of_drives() {
    let drive = Disk::with_512_byte_sectors(Bytes::new(4_000_787_030_016));
    let pool = pool(vec![vdev("raidz2", 6, 12, "6*4000787030016")]);
    let labels = (4 << 20) + (512 << 10);
    assert_eq!(pool.vdevs[0].smallest_leaf.as_u64() + labels, 4_000_786_939_904);
    assert_eq!(
        pool.vdevs[0].can_be_replaced_by(drive, Partitioning::None),
        Ok(true)
    );
}
