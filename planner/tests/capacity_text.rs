//! What `zplan capacity` prints for readers.

use planner::ashift::Ashift;
use planner::capacity::{BlockSize, CapacityAnswer, CapacityOptions, SlopShift, ZfsVersion};
use planner::drive::SectorSize;
use planner::error::Error;
use planner::partition::Partitioning;
use planner::report::capacity_text::{capacity_markdown, capacity_text};
use planner::report::style::Style;
use planner::units::Bytes;

#[test]
fn two_raidz2_vdevs_of_mixed_drives_with_special_and_log_vdevs() -> Result<(), Error> {
    let options = CapacityOptions {
        partitioning: Partitioning::WholeDisk,
        ..CapacityOptions::default()
    };
    let answer = CapacityAnswer::of(
        "2xraidz2:6+special/mirror:2+log/mirror",
        "6*18000207937536 5*18000207937536+1*20000588955648 2*480103981056 2*480103981056",
        &options,
    )?;
    insta::assert_snapshot!(capacity_text(&answer, Style::PLAIN), @r"
    2xraidz2:6+special/mirror:2+log/mirror:2 at ashift 12, as OpenZFS 2.3 counts

     vdevs  class    type    drives                asize     metaslabs    ratio
         1  data     raidz2       6  108,001,156,399,104  6,286 × 2^34  341/512
         1  data     raidz2       6  108,001,156,399,104  6,286 × 2^34  341/512
         1  special  mirror       2      480,088,948,736    111 × 2^32  512/512
         1  log      mirror       2      480,088,948,736    111 × 2^32  512/512

     step                                bytes       TB      TiB  rule
     = drives              219,923,292,192,768  219.923  200.019  16 drives in 4 vdevs
       special vdevs          −960,207,962,112   −0.960   −0.873  special vdevs hold metadata and small
                                                                  blocks; `zfs list` leaves them out
       log vdevs              −960,207,962,112   −0.960   −0.873  log vdevs hold the intent log only
       partitions                 −125,829,120   −0.000   −0.000  per drive 2048 sectors before
                                                                  partition 1, 16384 in partition 9,
                                                                  alignment to 2048
       labels                      −56,623,104   −0.000   −0.000  per drive 4 labels of 256 KiB, 3.5
                                                                  MiB boot area, and what fills no 256
                                                                  KiB
       mixed sizes          −2,000,381,018,112   −2.000   −1.819  every drive of a vdev counts as its
                                                                  smallest
       asize rounding                        0    0.000    0.000  whole sectors are used
     = asize               216,002,312,798,208  216.002  196.453  what the configuration records for
                                                                  the data vdevs
       metaslab remainder      −16,997,416,960   −0.017   −0.015  space is used in whole metaslabs:
                                                                  6286 of 2^34 bytes
     = metaslabs           215,985,315,381,248  215.985  196.438  with special and dedup vdevs `zpool
                                                                  list -p` shows SIZE 216462056751104
       embedded log            −34,359,738,368   −0.034   −0.031  a vdev of more than 64 metaslabs
                                                                  keeps the first for the intent log
       parity              −71,983,651,880,960  −71.984  −65.469  of the 48 sectors of a 128 KiB block
                                                                  16 hold parity
       padding                               0    0.000    0.000  of the 48 sectors of a 128 KiB block
                                                                  0 stay empty to fill the stripe
       deflate truncation     −140,593,070,080   −0.141   −0.128  `zfs list` counts 341/512 of the raw
                                                                  space, cut down
     = dspace              143,826,710,691,840  143.827  130.810  what datasets share before slop space
       slop                   −114,554,830,848   −0.115   −0.104  1/32 of the space, at most 128 GiB,
                                                                  less the embedded log up to half of
                                                                  it
     = usable              143,712,155,860,992  143.712  130.705  USED + AVAIL of the root dataset in
                                                                  `zfs list -p`, whatever the
                                                                  recordsize

    zpool list shows SIZE 216,462,056,751,104 bytes, 216.5 TB (196.9 TiB), parity included.
    zfs list shows USED + AVAIL 143,712,155,860,992 bytes, 143.7 TB (130.7 TiB), whatever the
    recordsize.
    Data that fit in blocks of 128K, without compression: 143,852,636,733,440 bytes, 143.9 TB (130.8
    TiB).
    ");
    Ok(())
}

#[test]
fn a_draid_pool_on_freebsd_with_other_options() -> Result<(), Error> {
    let options = CapacityOptions {
        ashift: Ashift::new(13)?,
        version: ZfsVersion::V2_4,
        partitioning: Partitioning::FreeBsd {
            swap: Bytes::from_gib(2),
        },
        logical_sector: SectorSize::B4096,
        slop_shift: SlopShift::new(6)?,
        block: BlockSize::from_property(1 << 20)?,
        volume_size: None,
    };
    let answer = CapacityAnswer::of("draid2:6d:24c:1s", "18000207937536", &options)?;
    insta::assert_snapshot!(capacity_text(&answer, Style::PLAIN), @r"
    draid2:6d:24c:1s at ashift 13, as OpenZFS 2.4 counts

     vdevs  class  type              drives                asize      metaslabs    ratio
         1  data   draid2:6d:24c:1s      24  413,954,182,479,872  24,095 × 2^34  341/512

     step                                 bytes        TB      TiB  rule
     = drives               432,004,990,500,864   432.005  392.906  24 drives in 1 vdev
       partitions               −51,589,939,200    −0.052   −0.047  GPT aligned to 1 MiB, with
                                                                    2147483648 bytes of swap per drive
       labels                      −113,246,208    −0.000   −0.000  per drive 4 labels of 256 KiB, 3.5
                                                                    MiB boot area, and what fills no
                                                                    256 KiB
       mixed sizes                            0     0.000    0.000  every drive of a vdev counts as its
                                                                    smallest
       dRAID reserve               −805,306,368    −0.001   −0.001  dRAID keeps back 2 rows of 16 MiB
                                                                    on every drive
       dRAID spares         −17,998,010,122,240   −17.998  −16.369  distributed spares are spread over
                                                                    all drives of the vdev
       asize rounding              −289,406,976    −0.000   −0.000  dRAID uses whole rows of 16 MiB and
                                                                    whole groups of them
     = asize                413,954,182,479,872   413.954  376.489  what the configuration records for
                                                                    the data vdevs
       metaslab remainder        −5,234,491,392    −0.005   −0.005  space is used in whole metaslabs:
                                                                    24095 of 2^34 bytes, cut to whole
                                                                    stripes
     = metaslabs            413,948,947,988,480   413.949  376.484  SIZE in `zpool list -p`, parity
                                                                    included
       embedded log             −17,179,869,184    −0.017   −0.016  a vdev of more than 64 metaslabs
                                                                    keeps the first for the intent log
       parity              −103,482,942,029,824  −103.483  −94.117  of the 24 sectors of a 128 KiB
                                                                    block 6 hold parity
       padding              −34,494,314,009,941   −34.494  −31.372  of the 24 sectors of a 128 KiB
                                                                    block 2 stay empty to fill the
                                                                    stripe
       deflate truncation      −269,486,828,203    −0.269   −0.245  `zfs list` counts 341/512 of the
                                                                    raw space, cut down
     = dspace               275,685,025,251,328   275.685  250.734  what datasets share before slop
                                                                    space
       slop                    −125,996,892,160    −0.126   −0.115  1/64 of the space (spa_slop_shift
                                                                    6), at most 128 GiB, less the
                                                                    embedded log up to half of it
     = usable               275,559,028,359,168   275.559  250.619  USED + AVAIL of the root dataset in
                                                                    `zfs list -p`, whatever the
                                                                    recordsize

    zpool list shows SIZE 413,948,947,988,480 bytes, 413.9 TB (376.5 TiB), parity included.
    zfs list shows USED + AVAIL 275,559,028,359,168 bytes, 275.6 TB (250.6 TiB), whatever the
    recordsize.
    Data that fit in blocks of 1M, without compression: 300,903,699,578,880 bytes, 300.9 TB (273.7 TiB).
    ");
    Ok(())
}

#[test]
fn a_volume_that_does_not_fit() -> Result<(), Error> {
    let options = CapacityOptions {
        block: BlockSize::from_property(8192)?,
        volume_size: Some(Bytes::from_gib(24 << 10)),
        ..CapacityOptions::default()
    };
    let answer = CapacityAnswer::of("raidz1:5", "7TB", &options)?;
    insta::assert_snapshot!(capacity_markdown(&answer), @r"
    # raidz1:5 at ashift 12, as OpenZFS 2.3 counts

    | vdevs | class | type | drives | asize | metaslabs | ratio |
    |---|---|---|---|---|---|---|
    | 1 | data | raidz1 | 5 | 34,999,975,280,640 | 2,037 × 2^34 | 409/512 |

    | step | bytes | TB | TiB | rule |
    |---|---|---|---|---|
    | = drives | 35,000,000,000,000 | 35.000 | 31.832 | 5 drives in 1 vdev |
    | partitions | 0 | 0.000 | 0.000 | no partitions: ZFS gets the devices as they are |
    | labels | −24,719,360 | −0.000 | −0.000 | per drive 4 labels of 256 KiB, 3.5 MiB boot area, and what fills no 256 KiB |
    | mixed sizes | 0 | 0.000 | 0.000 | every drive of a vdev counts as its smallest |
    | asize rounding | 0 | 0.000 | 0.000 | whole sectors are used |
    | = asize | 34,999,975,280,640 | 35.000 | 31.832 | what the configuration records for the data vdevs |
    | metaslab remainder | −4,581,752,832 | −0.005 | −0.004 | space is used in whole metaslabs: 2037 of 2^34 bytes |
    | = metaslabs | 34,995,393,527,808 | 34.995 | 31.828 | SIZE in `zpool list -p`, parity included |
    | embedded log | −17,179,869,184 | −0.017 | −0.016 | a vdev of more than 64 metaslabs keeps the first for the intent log |
    | parity | −6,995,642,731,724 | −6.996 | −6.362 | of the 40 sectors of a 128 KiB block 8 hold parity |
    | padding | 0 | 0.000 | 0.000 | of the 40 sectors of a 128 KiB block 0 stay empty to fill the stripe |
    | deflate truncation | −40,990,094,132 | −0.041 | −0.037 | `zfs list` counts 409/512 of the raw space, cut down |
    | = dspace | 27,941,580,832,768 | 27.942 | 25.413 | what datasets share before slop space |
    | slop | −123,715,190,784 | −0.124 | −0.113 | 1/32 of the space, at most 128 GiB, less the embedded log up to half of it |
    | = usable | 27,817,865,641,984 | 27.818 | 25.300 | USED + AVAIL of the root dataset in `zfs list -p`, whatever the recordsize |

    * zpool list shows SIZE 34,995,393,527,808 bytes, 35.0 TB (31.8 TiB), parity included.
    * zfs list shows USED + AVAIL 27,817,865,641,984 bytes, 27.8 TB (25.3 TiB), whatever the recordsize.
    * Data that fit in blocks of 8K, without compression: 17,411,671,400,448 bytes, 17.4 TB (15.8 TiB).
    * A volume of 26.4 TB (24.0 TiB) in blocks of 8K reserves 43,046,688,417,280 bytes, 43.0 TB (39.2 TiB), which is more than the pool has: use larger blocks or a sparse volume.
    ");
    Ok(())
}
