//! Every assignment of few drives to vdevs is tried, and none is better than what `place` answers.

use planner::drive::Media;
use planner::layout::{AllocationClass, Layout};
use planner::placement::{Optimality, Placeable, Priority, place};
use planner::units::{Bytes, Throughput};
use proptest::prelude::*;

/// A drive of the pools that are tried.
#[derive(Debug, Clone, Copy)]
struct Small {
    bytes: u64,
    batch: Option<u8>,
    domain: Option<u8>,
    read: u32,
    media: Media,
}

/// What is judged: the goals in order and, last, the drives vdev by vdev.
type Judged = (Vec<u64>, Vec<Vec<usize>>);

/// The goals of one assignment, written down from their definition.
fn goals(vdevs: &[(AllocationClass, usize, Vec<usize>)], drives: &[Small], priority: Priority) -> Vec<u64> {
    let largest = drives.iter().map(|drive| drive.bytes).max().unwrap();
    let (mut other_media, mut beyond, mut short, mut idle, mut spread, mut pairs) = (0, 0, 0, 0, 0, 0);
    let (mut domain, mut near) = (0, 0);
    for (class, tolerance, members) in vdevs {
        let all = || members.iter().map(|&member| drives[member]);
        let smallest = all().map(|drive| drive.bytes).min().unwrap();
        for drive in all() {
            short += largest - smallest;
            idle += drive.bytes - smallest;
            let wanted = if *class == AllocationClass::Data {
                Media::Hdd
            } else {
                Media::Ssd
            };
            other_media += u64::from(drive.media != wanted);
        }
        let reads = || all().map(|drive| u64::from(drive.read) * 1_000_000);
        spread += reads().max().unwrap() - reads().min().unwrap();
        if *class == AllocationClass::Log {
            continue;
        }
        for batch in [None, Some(0), Some(1), Some(2)] {
            let count = all().filter(|drive| drive.batch == batch).count();
            beyond += count.saturating_sub(*tolerance) as u64;
            pairs += (count * count.saturating_sub(1) / 2) as u64;
        }
        for enclosure in 0..2 {
            let count = all().filter(|drive| drive.domain == Some(enclosure)).count();
            domain += count.saturating_sub(*tolerance) as u64;
            near += (count * count.saturating_sub(1) / 2) as u64;
        }
    }
    match priority {
        Priority::Safety => vec![other_media, beyond, domain, short, idle, spread, pairs, near],
        Priority::Capacity => vec![other_media, short, idle, beyond, domain, spread, pairs, near],
        Priority::Speed => vec![other_media, spread, beyond, domain, short, idle, pairs, near],
    }
}

/// Tries every way to seat drives and keeps the best.
fn best_of_all(shapes: &[(AllocationClass, usize, usize)], drives: &[Small], priority: Priority) -> Judged {
    let mut best: Option<Judged> = None;
    let mut seated: Vec<Vec<usize>> = vec![Vec::new(); shapes.len()];
    seat_next(shapes, drives, priority, 0, &mut seated, &mut best);
    best.unwrap()
}

fn seat_next(
    shapes: &[(AllocationClass, usize, usize)],
    drives: &[Small],
    priority: Priority,
    drive: usize,
    seated: &mut Vec<Vec<usize>>,
    best: &mut Option<Judged>,
) {
    let open: usize = shapes
        .iter()
        .zip(seated.iter())
        .map(|((_, _, width), members)| width - members.len())
        .sum();
    if open == 0 {
        let vdevs: Vec<_> = shapes
            .iter()
            .zip(seated.iter())
            .map(|((class, tolerance, _), members)| (*class, *tolerance, members.clone()))
            .collect();
        let judged = (goals(&vdevs, drives, priority), seated.clone());
        if best.as_ref().is_none_or(|known| judged < *known) {
            *best = Some(judged);
        }
        return;
    }
    if drives.len() - drive < open {
        return;
    }
    for vdev in 0..shapes.len() {
        if seated[vdev].len() < shapes[vdev].2 {
            seated[vdev].push(drive);
            seat_next(shapes, drives, priority, drive + 1, seated, best);
            seated[vdev].pop();
        }
    }
    seat_next(shapes, drives, priority, drive + 1, seated, best);
}

fn small() -> impl Strategy<Value = Small> {
    (
        prop_oneof![Just(4_000_787_030_016_u64), Just(8_001_563_222_016)],
        prop_oneof![9 => (0_u8..3).prop_map(Some), 1 => Just(None)],
        prop_oneof![2 => Just(None), 1 => (0_u8..2).prop_map(Some)],
        prop_oneof![3 => Just(180_u32), 1 => Just(210_u32)],
        prop_oneof![9 => Just(Media::Hdd), 1 => Just(Media::Ssd)],
    )
        .prop_map(|(bytes, batch, domain, read, media)| Small {
            bytes,
            batch,
            domain,
            read,
            media,
        })
}

const LAYOUTS: [&str; 20] = [
    "mirror:2",
    "2xmirror:2",
    "3xmirror:2",
    "4xmirror:2+spare:1",
    "2xmirror:3",
    "3xmirror:3",
    "2xmirror:4",
    "raidz1:3",
    "2xraidz1:3+spare:1",
    "3xraidz1:3",
    "2xraidz1:4",
    "raidz2:4+spare:2",
    "2xraidz2:4",
    "raidz2:6",
    "raidz3:7",
    "raidz1:5+mirror:3",
    "mirror:2+raidz1:4",
    "2xmirror:2+special/mirror:2",
    "raidz2:5+special/mirror:2+log/mirror:2",
    "stripe:3",
];

fn placeable(drives: &[Small]) -> Vec<Placeable> {
    drives
        .iter()
        .enumerate()
        .map(|(index, drive)| Placeable {
            id: format!("d{index}").into(),
            bytes: Bytes::new(drive.bytes),
            media: drive.media,
            batch: drive.batch.map(|batch| format!("batch {batch}").into()),
            domain: drive.domain.map(|domain| format!("enclosure {domain}").into()),
            read: Throughput::from_mb_per_s(f64::from(drive.read)).unwrap(),
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_assignment_of_up_to_nine_drives_is_better(
        drives in prop::collection::vec(small(), 2..=9),
        name in prop::sample::select(&LAYOUTS[..]),
        priority in prop::sample::select(vec![Priority::Safety, Priority::Capacity, Priority::Speed]),
    ) {
        let layout: Layout = name.parse().unwrap();
        let placed = place(&layout, &placeable(&drives), Media::Hdd, priority);
        if layout.drives() > drives.len() as u64 {
            prop_assert!(placed.is_err());
            return Ok(());
        }
        let placed = placed.unwrap();
        prop_assert_eq!(placed.optimality, Optimality::Exact);
        let shapes: Vec<_> = layout
            .vdevs()
            .map(|group| (group.class, group.kind.tolerance(group.width) as usize, group.width as usize))
            .collect();
        let (best, seats) = best_of_all(&shapes, &drives, priority);
        let answered: Vec<Vec<usize>> = placed.vdevs.iter().map(|vdev| vdev.drives.clone()).collect();
        let judged: Vec<_> = shapes
            .iter()
            .zip(&answered)
            .map(|((class, tolerance, _), members)| (*class, *tolerance, members.clone()))
            .collect();
        prop_assert_eq!(goals(&judged, &drives, priority), best);
        prop_assert_eq!(&answered, &seats, "file order decides among equals");
        every_drive_is_somewhere_once(&placed, drives.len())?;
    }
}

fn every_drive_is_somewhere_once(
    placed: &planner::placement::Placement,
    count: usize,
) -> Result<(), TestCaseError> {
    let seated = placed.vdevs.iter().flat_map(|vdev| &vdev.drives);
    let mut all: Vec<usize> = seated
        .chain(&placed.spares)
        .chain(&placed.unused)
        .copied()
        .collect();
    all.sort_unstable();
    prop_assert_eq!(all, (0..count).collect::<Vec<_>>());
    Ok(())
}
