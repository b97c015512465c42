//! Enclosures: spread like batches, after these, and told where one takes the pool down.

use std::ops::ControlFlow;

use planner::drive::Drive;
use planner::inventory::{ReadOptions, Source, read};
use planner::plan::{Candidate, InventoryShown, PlanOptions, plan};

/// Twelve drives of one size, given by batch and location.
fn drives(seats: &[(&str, &str)], options: &PlanOptions) -> Vec<Drive> {
    let mut list = "serial,capacity,class,rpm,batch,location\n".to_owned();
    for (number, (batch, location)) in seats.iter().enumerate() {
        list.push_str(&format!("S{number},18000207937536,HDD,7200,{batch},{location}\n"));
    }
    let source = Source {
        name: "seats.csv",
        bytes: list.as_bytes(),
    };
    read(&[source], &ReadOptions::on(options.as_of)).unwrap().drives
}

fn candidate(seats: &[(&str, &str)], layout: &str) -> Candidate {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    options.simulation = None;
    options.layouts = vec![layout.parse().unwrap()];
    let shown = InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    };
    let drives = drives(seats, &options);
    plan(&drives, shown, &options, &mut |_| ControlFlow::Continue(()))
        .unwrap()
        .candidates
        .remove(0)
}

/// Drives in shelves of four, in the order of the list.
fn shelves(
    form: impl Fn(usize, usize) -> String,
    batch: impl Fn(usize) -> &'static str,
) -> Vec<(&'static str, String)> {
    (0..12)
        .map(|drive| (batch(drive), form(drive / 4 + 1, drive % 4 + 1)))
        .collect()
}

fn borrowed<'a>(seats: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    seats
        .iter()
        .map(|(batch, location)| (*batch, location.as_str()))
        .collect()
}

#[test]
fn each_shelf_gives_every_vdev_as_many_drives_as_it_may_lose() {
    for form in [
        |shelf: usize, slot: usize| format!("enc{shelf}/bay{slot:02}"),
        |shelf: usize, slot: usize| format!("0:{shelf}:{slot}"),
        |shelf: usize, slot: usize| format!("shelf-{shelf} slot {slot}"),
    ] {
        let seats = shelves(form, |_| "");
        let placed = candidate(&borrowed(&seats), "2xraidz2:6");
        let worst = placed.worst_domain.unwrap();
        assert_eq!(
            (worst.drives_in_one_vdev, worst.tolerance_left, worst.survives),
            (2, 0, true)
        );
        assert_eq!(placed.placement.goals.domain_beyond_parity, 0);
        assert!(
            placed
                .warnings
                .iter()
                .all(|warning| !warning.starts_with("enclosure"))
        );
    }
}

#[test]
fn batches_come_before_shelves() {
    // Batch and shelf conflict: mirrors across batches lie within a shelf.
    let seats = [("A", "e1/1"), ("B", "e1/2"), ("A", "e2/1"), ("B", "e2/2")];
    let placed = candidate(&seats, "2xmirror:2");
    assert_eq!(placed.placement.goals.beyond_parity, 0);
    assert_eq!(
        placed.placement.goals.domain_beyond_parity, 0,
        "across batches and shelves"
    );
    let stuck = [("A", "e1/1"), ("B", "e1/2"), ("A", "e1/3"), ("B", "e2/2")];
    let placed = candidate(&stuck, "2xmirror:2");
    assert_eq!(placed.placement.goals.beyond_parity, 0);
    assert_eq!(placed.placement.goals.domain_beyond_parity, 1);
    assert!(!placed.worst_domain.unwrap().survives);
    assert_eq!(
        placed
            .warnings
            .iter()
            .filter(|warning| warning.starts_with("enclosure e1: two drives of one vdev"))
            .count(),
        1
    );
}

#[test]
fn a_single_shelf_is_told_and_not_warned_of() {
    let seats: Vec<(&str, String)> = (1..=6).map(|slot| ("", format!("252:{slot}"))).collect();
    let seats: Vec<(&str, &str)> = seats
        .iter()
        .map(|(batch, place)| (*batch, place.as_str()))
        .collect();
    let placed = candidate(&seats, "raidz2:6");
    let worst = placed.worst_domain.unwrap();
    assert_eq!(
        (&*worst.domain, worst.drives_in_one_vdev, worst.survives),
        ("252", 6, false)
    );
    assert!(
        placed
            .warnings
            .iter()
            .all(|warning| !warning.starts_with("enclosure"))
    );
    let bays: Vec<(&str, &str)> = vec![
        ("", "bay1"),
        ("", "bay2"),
        ("", "bay3"),
        ("", "bay4"),
        ("", ""),
        ("", ""),
    ];
    assert_eq!(candidate(&bays, "raidz2:6").worst_domain, None);
}
