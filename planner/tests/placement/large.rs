//! Placement of many drives: batches spread, sizes together, and what that does to the chance of loss.

use std::sync::Arc;

use mttdl::RepairDiscipline;
use planner::drive::Media;
use planner::layout::Layout;
use planner::placement::{
    Optimality, Placeable, PlacedVdev, Placement, Priority, goals_of, place, worst_batch,
};
use planner::reliability::{DriveRisk, RiskOptions, RiskSolver, VdevRisk};
use planner::units::{Bytes, Hours, RatePerHour, Throughput};

const SIZE: u64 = 16_000_900_661_248;

/// Drives of equal size, the batches one after the other.
fn batches(sizes: &[usize]) -> Vec<Placeable> {
    sizes
        .iter()
        .enumerate()
        .flat_map(|(batch, &size)| std::iter::repeat_n(batch, size))
        .enumerate()
        .map(|(index, batch)| Placeable {
            id: format!("bay{index}").into(),
            bytes: Bytes::new(SIZE),
            media: Media::Hdd,
            batch: Some(format!("batch {batch}").into()),
            domain: None,
            read: Throughput::from_mb_per_s(249.0).unwrap(),
        })
        .collect()
}

fn placed(layout: &str, drives: &[Placeable], priority: Priority) -> Placement {
    place(&layout.parse().unwrap(), drives, Media::Hdd, priority).unwrap()
}

const SIXTY_IN_EIGHT: [usize; 8] = [10, 8, 4, 12, 6, 6, 8, 6];

fn in_vdev(vdev: &PlacedVdev, drives: &[Placeable], batch: &str) -> usize {
    vdev.drives
        .iter()
        .filter(|&&drive| drives[drive].batch.as_deref() == Some(batch))
        .count()
}

#[test]
fn sixty_drives_in_eight_batches_are_spread_evenly() {
    let drives = batches(&SIXTY_IN_EIGHT);
    for layout in [
        "2xraidz2:30",
        "3xraidz2:20",
        "4xraidz3:15",
        "5xraidz2:12",
        "6xraidz2:10",
        "6xraidz3:10",
        "10xraidz2:6",
        "12xraidz1:5",
        "12xraidz2:5",
        "15xmirror:4",
        "20xmirror:3",
        "30xmirror:2",
    ] {
        let placement = placed(layout, &drives, Priority::Safety);
        for (batch, &size) in SIXTY_IN_EIGHT.iter().enumerate() {
            for vdev in &placement.vdevs {
                let there = in_vdev(vdev, &drives, &format!("batch {batch}"));
                let most = size.div_ceil(placement.vdevs.len());
                assert!(
                    there <= most,
                    "{layout}: {there} of batch {batch}, at most {most}"
                );
            }
        }
        if let Optimality::Searched {
            beyond_parity_at_least,
            short_bytes_at_least,
        } = placement.optimality
        {
            assert_eq!(placement.goals.beyond_parity, beyond_parity_at_least, "{layout}");
            assert_eq!(placement.goals.short_bytes, short_bytes_at_least, "{layout}");
        }
    }
}

/// Chance of any loss in five years of drives with 1.4 % failures a year, 72 hours until a drive is replaced.
fn loss(vdevs: &[PlacedVdev], drives: &[Placeable], batch_variance: f64) -> f64 {
    let risks: Vec<VdevRisk> = vdevs
        .iter()
        .map(|vdev| VdevRisk {
            tolerance: u32::try_from(vdev.tolerance()).unwrap(),
            drives: vdev
                .drives
                .iter()
                .map(|&drive| DriveRisk {
                    failure: RatePerHour::from_events_per_year(0.014).unwrap(),
                    latent: RatePerHour::ZERO,
                    batch: drives[drive].batch.clone().unwrap(),
                })
                .collect(),
            repair: Hours::new(72.0).unwrap(),
            discipline: RepairDiscipline::Batched,
        })
        .collect();
    let options = RiskOptions {
        mission: Hours::from_years(5.0).unwrap(),
        scrub_every: Hours::from_days(28.0).unwrap(),
        batch_variance,
    };
    RiskSolver::new(options).solve(&risks).unwrap().any.as_f64()
}

fn in_file_order(layout: &str, count: usize) -> Vec<PlacedVdev> {
    let layout: Layout = layout.parse().unwrap();
    let mut next = 0..count;
    layout
        .vdevs()
        .map(|group| PlacedVdev {
            class: group.class,
            kind: group.kind,
            drives: next.by_ref().take(group.width as usize).collect(),
        })
        .collect()
}

/// Mean of E[z^m] over all ways that one drive more than the tolerance fails: the loss to first order, without the rates.
fn frailty_factor(vdev: &PlacedVdev, drives: &[Placeable], variance: f64) -> f64 {
    let degree = vdev.tolerance() + 1;
    let (mut sum, mut ways) = (0.0, 0.0);
    for subset in 0_u32..1 << vdev.drives.len() {
        if subset.count_ones() as usize != degree {
            continue;
        }
        let mut counts = std::collections::BTreeMap::new();
        for (position, &drive) in vdev.drives.iter().enumerate() {
            if subset >> position & 1 == 1 {
                *counts.entry(&drives[drive].batch).or_insert(0_u32) += 1;
            }
        }
        sum += counts
            .values()
            .map(|&count| (0..count).map(|q| 1.0 + f64::from(q) * variance).product::<f64>())
            .product::<f64>();
        ways += 1.0;
    }
    sum / ways
}

#[test]
fn loss_with_batch_frailty_falls_against_file_order() {
    let drives = batches(&SIXTY_IN_EIGHT);
    for (layout, at_least) in [("10xraidz2:6", 1.7), ("30xmirror:2", 1.25), ("12xraidz1:5", 1.15)] {
        let (ours, naive) = (
            placed(layout, &drives, Priority::Safety).vdevs,
            in_file_order(layout, 60),
        );
        let ratio = loss(&naive, &drives, 0.3) / loss(&ours, &drives, 0.3);
        assert!(ratio > at_least, "{layout}: {ratio}");
        let factor = |vdevs: &[PlacedVdev]| {
            vdevs
                .iter()
                .map(|vdev| frailty_factor(vdev, &drives, 0.3))
                .sum::<f64>()
        };
        let first_order = factor(&naive) / factor(&ours);
        // First order in rate times time: within a few per cent here.
        assert!(
            (ratio / first_order - 1.0).abs() < 0.05,
            "{layout}: {ratio} against {first_order}"
        );
        // Without a common factor the placement of equal drives makes no difference.
        let independent = loss(&ours, &drives, 0.0) / loss(&naive, &drives, 0.0);
        assert!((independent - 1.0).abs() < 1e-9);
    }
}

/// Four batches of six: two of 8 TB drives and two of 4 TB drives, one pair of them slow.
fn mixed() -> Vec<Placeable> {
    let mut drives = batches(&[6, 6, 6, 6]);
    for (index, drive) in drives.iter_mut().enumerate() {
        drive.bytes = Bytes::new(if index < 12 {
            8_001_563_222_016
        } else {
            4_000_787_030_016
        });
        let read = if index % 2 == 0 { 150.0 } else { 200.0 };
        drive.read = Throughput::from_mb_per_s(read).unwrap();
    }
    drives
}

#[test]
fn each_priority_is_best_at_its_own_goal() {
    let drives = mixed();
    for layout in [
        "4xraidz1:6",
        "3xraidz2:8",
        "6xraidz2:4",
        "8xmirror:3",
        "2xraidz2:12",
    ] {
        let of = |priority| placed(layout, &drives, priority).goals;
        let (safety, capacity, speed) = (of(Priority::Safety), of(Priority::Capacity), of(Priority::Speed));
        assert!(
            safety.beyond_parity <= capacity.beyond_parity.min(speed.beyond_parity),
            "{layout}"
        );
        assert!(
            capacity.short_bytes <= safety.short_bytes.min(speed.short_bytes),
            "{layout}"
        );
        assert!(
            speed.speed_spread <= safety.speed_spread.min(capacity.speed_spread),
            "{layout}"
        );
    }
}

#[test]
fn the_price_of_safety_is_stated_in_bytes() {
    let drives = mixed();
    let safety = placed("4xraidz1:6", &drives, Priority::Safety).goals;
    let capacity = placed("4xraidz1:6", &drives, Priority::Capacity).goals;
    // Two batches of one size share two vdevs, three of each in one: two beyond parity in each of eight places.
    assert_eq!((capacity.beyond_parity, capacity.idle_bytes), (16, 0));
    // Every vdev then holds a 4 TB drive at least; six drives of four batches leave two beyond parity in each vdev.
    assert_eq!(safety.beyond_parity, 8);
    assert!(safety.idle_bytes > 0);
}

#[test]
fn a_batch_of_drives_without_a_name_is_no_proof_of_independence() {
    let mut drives = batches(&[4, 4]);
    for drive in &mut drives[4..] {
        drive.batch = None;
    }
    let placement = placed("2xmirror:4", &drives, Priority::Safety);
    for vdev in &placement.vdevs {
        let unknown = vdev
            .drives
            .iter()
            .filter(|&&drive| drives[drive].batch.is_none())
            .count();
        assert_eq!(unknown, 2, "drives of unknown batch are spread like a batch");
    }
    let worst = worst_batch(&placement, &drives).unwrap();
    assert_eq!((worst.drives_in_one_vdev, worst.tolerance_left), (2, 1));
}

#[test]
fn the_goals_reported_are_those_of_the_vdevs() {
    let drives = mixed();
    for priority in [Priority::Safety, Priority::Capacity, Priority::Speed] {
        let placement = placed("2xraidz2:6+3xmirror:2+spare:2", &drives, priority);
        assert_eq!(placement.goals, goals_of(&placement.vdevs, &drives, Media::Hdd));
    }
}

#[test]
fn a_thousand_drives_are_placed_in_bounded_work() {
    let drives: Vec<Placeable> = (0..1024_u32)
        .map(|index| Placeable {
            id: Arc::from(format!("d{index}")),
            bytes: Bytes::new(SIZE + u64::from(index % 37) * 512),
            media: Media::Hdd,
            batch: Some(format!("batch {}", index % 61).into()),
            domain: None,
            read: Throughput::from_mb_per_s(f64::from(150 + index % 29)).unwrap(),
        })
        .collect();
    let placement = placed("102xraidz2:10+spare:4", &drives, Priority::Safety);
    assert_eq!(placement.goals.beyond_parity, 0);
    assert_eq!((placement.spares.len(), placement.unused.len()), (4, 0));
}

/// Six drives of a batch that fails and six of another, raidz2 of six: three of one batch share a vdev whatever is done.
#[test]
fn where_stock_does_not_allow_it_the_batch_that_kills_is_named() {
    let drives = batches(&[6, 6]);
    let placement = placed("2xraidz2:6", &drives, Priority::Safety);
    let worst = worst_batch(&placement, &drives).unwrap();
    assert_eq!((worst.drives_in_one_vdev, worst.survives()), (3, false));
    let mirrors = placed("6xmirror:2", &drives, Priority::Safety);
    assert!(
        worst_batch(&mirrors, &drives).unwrap().survives(),
        "each mirror has one drive of each batch"
    );
}

/// Twenty-one drives of 18 TB and forty of 16 TB: four vdevs of equal large drives, and the odd one as the spare.
#[test]
fn one_more_large_drive_costs_no_space() {
    let mut drives = batches(&[8, 6, 6, 10, 8, 4, 12, 6]);
    for drive in &mut drives[..20] {
        drive.bytes = Bytes::new(18_000_207_937_536);
    }
    let before = placed("12xraidz2:5", &drives, Priority::Safety);
    assert_eq!((before.goals.beyond_parity, before.goals.idle_bytes), (0, 0));
    let mut more = drives.clone();
    more.push(Placeable {
        batch: None,
        ..drives[0].clone()
    });
    let after = placed("12xraidz2:5+spare:1", &more, Priority::Safety);
    assert_eq!(after.goals.beyond_parity, 0);
    assert!(after.goals.short_bytes <= before.goals.short_bytes);
    assert_eq!(after.goals.idle_bytes, 0);
}
