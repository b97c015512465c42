//! The explanation of an example, whole.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;

/// Runs the program in the repository's folder and returns its standard output.
fn run(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("zplan")
        .unwrap()
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_explanation_reads_as_documented() {
    let text = run(&[
        "explain",
        "2xraidz2:6",
        "--disks",
        "data/examples/batches12.csv",
        "--as-of",
        "2026-11-30",
        "--no-simulate",
    ]);
    insta::assert_snapshot!(text, @r#"
2xraidz2:6

Build two RAID-Z2 vdevs of six drives. You can store 143.7 TB (130.7 TiB). The chance of losing any
data in 5 years is about 1 in 24,000.

Where the bytes go
zpool list shows 215,985,315,381,248 bytes (216.0 TB, 196.4 TiB), parity included; zfs list shows
USED + AVAIL 143,712,155,860,992 bytes.
In records of 128 KiB 143,852,636,733,440 bytes of data truly fit (143.9 TB, 130.8 TiB), without
compression.
  step                                bytes       TB      TiB  rule
  = drives              216,002,495,250,432  216.002  196.453  12 drives in 2 vdevs
    partitions                 −125,829,120   −0.000   −0.000  per drive 2048 sectors before
                                                               partition 1, 16384 in partition 9,
                                                               alignment to 2048
    labels                      −56,623,104   −0.000   −0.000  per drive 4 labels of 256 KiB, 3.5
                                                               MiB boot area, and what fills no 256
                                                               KiB
    mixed sizes                           0    0.000    0.000  every drive of a vdev counts as its
                                                               smallest
    asize rounding                        0    0.000    0.000  whole sectors are used
  = asize               216,002,312,798,208  216.002  196.453  what the configuration records for
                                                               the data vdevs
    metaslab remainder      −16,997,416,960   −0.017   −0.015  space is used in whole metaslabs:
                                                               6286 of 2^34 bytes
  = metaslabs           215,985,315,381,248  215.985  196.438  SIZE in `zpool list -p`, parity
                                                               included
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

Which drive goes where
Worst batch: A, with 2 of its drives in one vdev; the pool outlives its loss.
No other placement is better by the goals in their order: every one was considered.
  vdev  role         drives
     1  data raidz2  ZR5K2T0 ZR5K2Q1 ZR5M7T0 ZR5M7Q1 ZR5R8T0 ZR5R8Q1
     2  data raidz2  ZR5K2X2 ZR5K2A3 ZR5M7X2 ZR5M7A3 ZR5R8X2 ZR5R8A3

What can be lost
Any loss in 43,800 h: 1 in 24,000 (4.23e-5); loss of the pool: 1 in 160,000 (6.38e-6).
Method: birth-death chain, first order in batches and mixed rates.
Beside it, the exact chain for independent drives of the mean rate: 1 in 27,000 (3.77e-5).
Mean time to the first loss: 1.03e9 h. It is a mean over many pools, not a promise for one.
Share of drives: 15.1 %.
Share of unreadable sectors: 84.9 %.
Expected loss: 7.34e8 bytes in the mission. An unreadable sector without redundancy costs the file
it belongs to, not the pool.

When a drive fails
The most exposed vdev is raidz2-0, which outlives 2 failed drives. After a failure its redundancy is
back in 74.9 h: 48.2 h until the rebuild starts and 26.7 h of rebuild. Each chance counts from the
failure of one drive.
  what may happen meanwhile        chance           costs
  unreadable sector              1 in 100  1.00e-2  nothing, parity repairs it
  a second drive                 1 in 560  1.79e-3  the last parity
  then a sector               1 in 69,000  1.44e-5  the file it belongs to
  then a third drive         1 in 740,000  1.35e-6  the pool

Loss over the years
  years  chance of any loss
    0.5  1 in 240,000        4.15e-6
    1.0  1 in 120,000        8.38e-6
    1.5  1 in 79,000         1.26e-5
    2.0  1 in 59,000         1.69e-5
    2.5  1 in 47,000         2.11e-5
    3.0  1 in 39,000         2.53e-5
    3.5  1 in 34,000         2.96e-5
    4.0  1 in 30,000         3.38e-5
    4.5  1 in 26,000         3.80e-5
    5.0  1 in 24,000         4.23e-5

Speed and hours
Time at risk after a failure, detection 0.17 h, delivery and resilver, by vdev: 74.9, 74.9 h.
Streaming reads are limited by: drives; writes by: drives.
                           low  typical     high  unit
  streaming read         474.6    958.4  1,935.4  MB/s
  streaming write        549.1  1,108.8  2,239.0  MB/s
  rewrite in place        73.0    147.4    297.6  MB/s
  read, a drive missing  474.6    958.4  1,935.4  MB/s
  random read            133.4    184.3    254.7  IOPS
  random write           133.4    184.3    254.7  IOPS
  synchronous write       57.8     79.9    110.4  IOPS
  resilver of a drive     15.8     25.6     41.4  h
  scrub                   15.8     25.6     41.4  h

How the speeds follow
  figure                    value  unit  from
  drive read rate             213  MB/s  slowest drive of the vdev at 80 % full; assumed from class,
                                         rpm and capacity
  bytes allocated per byte   1.50        records of 131072 bytes on 6 drives with sectors of 2^12
                                         bytes: parity, padding, copies
  vdev media read             541  MB/s  drive rate over 6 drives, as far as measured pools reach it
  vdev media write            681  MB/s  the same, divided by the bytes allocated per byte
  pool media read           1,082  MB/s  sum over 2 vdevs
  pool media write          1,362  MB/s  sum over 2 vdevs
  read ceiling              1,912  MB/s  host ceiling of an unknown host, assumed
  write ceiling             1,716  MB/s  host ceiling of an unknown host, assumed, less the work of
                                         parity
  streaming read              958  MB/s  soft minimum of media and ceiling; limited by drives
  streaming write           1,109  MB/s  soft minimum of media and ceiling; limited by drives
  rewrite in place            147  MB/s  each record is read, waited for and written
  degraded read               958  MB/s  one drive missing in the vdev where it costs most; an
                                         assumption, no measurement is published
  degraded write            1,109  MB/s  as healthy: missing drives are left out of the stripes
  random read                 184  IOPS  vdevs at work with 4.0 requests waiting; a RAID-Z vdev
                                         counts as one disk
  random write                184  IOPS  writes that ZFS cannot gather: one disk per vdev
  synchronous write         79.90  IOPS  one writer waiting for the slowest drive each time, without
                                         a separate log

How the resilver hours follow
  figure                                   value  unit               from
  allocated on the drive      14,400,154,186,547  bytes              only allocated bytes are
                                                                     rebuilt; the drive is 80 % full
  mean rate over the surface                0.80  of the outer rate  hard disks are slower on inner
                                                                     tracks; SSDs are not
  share reached                             0.73  of the mean rate   fitted on published rebuilds
  left by other work                        1.00  of the rate        1 on an idle pool
  rebuild rate                               156  MB/s               limited by writes to the new
                                                                     drive
  resilver, low                            15.84  h                  nine of ten measured rebuilds
                                                                     lie between low and high
  resilver                                 25.61  h                  bytes over rate
  resilver, high                           41.42  h                  as the low end, upwards

What a change would buy
By the fast chain, as all figures below: 1 in 24,000 (4.23e-5); from 1 in 350,000 to 1 in 4,200 over
what is known of the failure rates.
A wait for the new drive of 751.9 h, now 48.0 h, gives 1 in 1,000.
A rebuild of 730.7 h, now 26.7 h, gives 1 in 1,000.
  change                                                loss     usable  cost
  2xraidz3:6 of the same drives              1 in 20 million  −42.61 TB  0.00
  3xraidz2:4 of the same drives                  1 in 80,000  −39.25 TB  0.00
  one more hot spare, bought: 18 TB              1 in 74,000   the same  +289.00
  a scrub every week                             1 in 65,000   the same  0.00
  a new drive in after 24 h instead of 48 h      1 in 37,000   the same  0.00
  raidz2:12 of the same drives                    1 in 4,100  +20.67 TB  0.00

What the chance of loss hangs on
One assumption at a time at the ends of its range, the others as they are; by the fast chain.
  assumption                               low          loss                    high  loss
  failure rate                   1.10 % a year  1 in 350,000           8.65 % a year  1 in 4,200
  time between scrubs             every 7 days   1 in 65,000           every 91 days  1 in 8,200
  unreadable sectors    0.025 a drive and year   1 in 42,000  0.114 a drive and year  1 in 12,000
  wait for a new drive                    24 h   1 in 37,000                    96 h  1 in 13,000
  hours of a rebuild                    15.8 h   1 in 28,000                  41.4 h  1 in 19,000
  common batch factor               variance 0   1 in 27,000              variance 1  1 in 19,000
  fill of the pool                   50 % full   1 in 29,000               95 % full  1 in 21,000

Attaching drives to the first RAID-Z vdev
Bytes of the pool after each `zpool attach`. AVAIL goes on counting parity as for the width that the
vdev was made with, so that more fits than it says; records written before keep their old width.
  drives    zfs list will say           truly fits  made new
       6  143,712,155,860,992  143,852,636,733,440  143,712,155,860,992
       7  155,703,436,115,968  155,855,638,757,376  155,703,436,115,968
       8  167,683,274,309,632  174,241,366,016,000  174,151,327,285,248
       9  179,674,554,564,608  195,266,246,868,992  195,177,406,791,680

Replacing drives by larger ones, vdev by vdev
Bytes of the pool after the last drive of each vdev is replaced, with `zpool set autoexpand=on`;
drives and time add up. The metaslabs keep the size of the day the vdev was made.
  size   vdev  drives  resilvers      zpool list SIZE    zfs list will say  truly fits
  20 TB     1       6    160.4 h  227,994,043,940,864  151,710,156,718,080  151,858,455,773,184
  20 TB     2      12    13 days  240,002,772,500,480  159,708,157,575,168  159,864,274,812,928
  36 TB     1       6    160.4 h  323,977,973,071,872  215,636,953,268,224  215,847,741,947,904
  36 TB     2      12    13 days  431,970,630,762,496  287,561,750,675,456  287,842,847,162,368

Adding vdevs like the last
Bytes of the pool after each `zpool add`; what is there is not spread over them.
  data vdevs  drives      zpool list SIZE    zfs list will say  truly fits
           3       6  323,977,973,071,872  215,636,953,268,224  215,847,741,947,904
           4      12  431,970,630,762,496  287,561,750,675,456  287,842,847,162,368
           5      18  539,963,288,453,120  359,486,548,082,688  359,837,952,245,760

What this rests on
OpenZFS 2.3, 80 % full, records of 128 KiB, scrub every 28 days, batch factor variance 0.3.
ashift 12 is planned; OpenZFS would take 12 by itself for these drives.
Failure rate of ST18000NM000J: 2.99 % a year (Backblaze Drive Stats, shrunk to the class, 3 failures
in 21,630 drive-days).
Source: Drive failure counts: Backblaze Drive Stats.
Source: OpenZFS space accounting, releases 2.1.11, 2.3.9 and 2.4.4 as measured.
Source: hdd_nearline: AFR: Backblaze Drive Stats fleet 2022-2025 (1.36-1.70 %); shape: median of its
models (1.38); latent errors: Bairavasundaram et al. 2007.
Source: hdd_nearline: data sheets of current models, recalled; medium confidence.
Price: 3,468.00 USD in all, 24.13 USD per usable TB.

Command
zpool create -o ashift=12 tank \
  raidz2 ata-ST18000NM000J_ZR5K2T0 ata-ST18000NM000J_ZR5K2Q1 ata-ST18000NM000J_ZR5M7T0 ata-ST18000NM000J_ZR5M7Q1 ata-ST18000NM000J_ZR5R8T0 ata-ST18000NM000J_ZR5R8Q1 \
  raidz2 ata-ST18000NM000J_ZR5K2X2 ata-ST18000NM000J_ZR5K2A3 ata-ST18000NM000J_ZR5M7X2 ata-ST18000NM000J_ZR5M7A3 ata-ST18000NM000J_ZR5R8X2 ata-ST18000NM000J_ZR5R8A3
"#);
}
