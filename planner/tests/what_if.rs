//! Other choices: every figure is that of the layout worked out by itself.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::ops::ControlFlow;

use planner::drive::Drive;
use planner::inventory::{ReadOptions, Source, read};
use planner::placement::Priority;
use planner::plan::{Explanation, InventoryShown, PlanOptions, explain};
use planner::units::{Hours, Probability};

fn options() -> PlanOptions {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    options.simulation = None;
    options
}

fn drives(name: &str) -> Vec<Drive> {
    let path = format!("{}/../data/examples/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let source = Source { name, bytes: &bytes };
    read(&[source], &ReadOptions::on(options().as_of)).unwrap().drives
}

fn explained(drives: &[Drive], layout: &str, options: &PlanOptions) -> Explanation {
    let shown = InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    };
    explain(drives, shown, &layout.parse().unwrap(), options, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn loss(drives: &[Drive], layout: &str, options: &PlanOptions) -> f64 {
    explained(drives, layout, options)
        .candidate
        .reliability
        .p_loss
        .point
}

fn pool_loss(drives: &[Drive], layout: &str, options: &PlanOptions) -> f64 {
    let reliability = explained(drives, layout, options).candidate.reliability;
    reliability.p_pool_loss.point
}

#[test]
fn each_change_has_the_figures_of_the_layout_it_leads_to() {
    let drives = drives("batches12");
    let what_if = explained(&drives, "2xraidz2:5", &options()).what_if;
    assert!(what_if.changes.is_sorted_by(|a, b| a.p_loss <= b.p_loss));
    for (change, layout) in [
        ("spare", "2xraidz2:5+spare:1"),
        ("more_parity", "2xraidz3:5"),
        ("wider", "raidz2:12"),
        ("narrower", "3xraidz2:4"),
    ] {
        let found = what_if.changes.iter().find(|one| one.change == change).unwrap();
        assert_eq!(found.layout.to_string(), layout);
        let other = explained(&drives, layout, &options()).candidate;
        assert!(
            (found.p_loss / other.reliability.p_loss.point - 1.0).abs() < 1e-12,
            "{change}"
        );
        assert_eq!(found.zfs_usable_bytes, other.usable(), "{change}");
    }
    let spare = what_if.changes.iter().find(|one| one.change == "spare").unwrap();
    assert_eq!(spare.usable_difference_bytes, 0);
    assert_eq!(spare.cost_difference, Some(289.0), "one drive of the list");
}

#[test]
fn a_spare_that_is_not_there_is_bought() {
    let drives = drives("batches12");
    let what_if = explained(&drives, "2xraidz2:6", &options()).what_if;
    let spare = what_if.changes.iter().find(|one| one.change == "spare").unwrap();
    assert_eq!(spare.cost_difference, Some(289.0));
    assert!(spare.p_loss < what_if.p_loss);
}

#[test]
fn the_limit_is_where_the_chance_of_loss_meets_it() {
    let drives = drives("batches12");
    let mut options = options();
    options.must_haves.max_loss = Probability::new(1e-4).unwrap();
    let limit = explained(&drives, "2xraidz2:6", &options).what_if.limit;
    options.replace_after = Some(Hours::new(limit.most_delay_hours.unwrap()).unwrap());
    let reached = loss(&drives, "2xraidz2:6", &options);
    assert!((reached / 1e-4 - 1.0).abs() < 1e-6, "{reached:e}");
    // Far below what any rebuild reaches.
    options.must_haves.max_loss = Probability::new(1e-12).unwrap();
    options.replace_after = None;
    let none = explained(&drives, "2xraidz2:6", &options).what_if.limit;
    assert_eq!((none.most_delay_hours, none.most_rebuild_hours), (None, None));
}

#[test]
fn rates_at_the_ends_of_their_range_bracket_the_chance() {
    let what_if = explained(&drives("ssd24"), "4xraidz2:6", &options()).what_if;
    let [low, high] = what_if.p_loss_at_low_and_high_failure_rates;
    assert!(low < what_if.p_loss && what_if.p_loss < high, "{low:e} {high:e}");
}

#[test]
fn a_swap_is_found_where_batches_lie_together_and_none_where_they_do_not() {
    let mut drives = drives("batches12");
    // Different speeds keep batches together where speed comes first.
    for (index, drive) in drives.iter_mut().enumerate() {
        let rate = if index < 6 { 200.0 } else { 260.0 };
        drive.read = planner::units::Throughput::from_mb_per_s(rate);
    }
    let mut options = options();
    options.place = Priority::Speed;
    let together = explained(&drives, "2xraidz2:6", &options).what_if;
    let swap = together.changes.iter().find(|one| one.change == "swap").unwrap();
    assert!(swap.p_loss < 0.99 * together.p_loss);
    assert!(swap.what.starts_with("swap "));
    options.place = Priority::Safety;
    let apart = explained(&drives, "2xraidz2:6", &options).what_if;
    assert!(apart.changes.iter().all(|one| one.change != "swap"));
    assert!(apart.p_loss < together.p_loss);
}

#[test]
fn attached_drives_add_less_to_avail_than_to_what_fits() {
    let steps = explained(&drives("batches12"), "raidz2:6", &options())
        .what_if
        .growth;
    assert_eq!(
        steps.iter().map(|step| step.width).collect::<Vec<_>>(),
        [6, 7, 8, 9]
    );
    assert_eq!(steps[0].zfs_usable_bytes, steps[0].made_new_bytes);
    for pair in steps.windows(2) {
        assert!(pair[0].zfs_usable_bytes < pair[1].zfs_usable_bytes);
        assert!(pair[0].effective_bytes < pair[1].effective_bytes);
        // Seven drives with two parity sectors count as six do.
        assert!(pair[1].zfs_usable_bytes <= pair[1].made_new_bytes);
    }
    assert!(steps[3].zfs_usable_bytes < steps[3].made_new_bytes);
    assert!(
        explained(&drives("batches12"), "6xmirror:2", &options())
            .what_if
            .growth
            .is_empty()
    );
}

#[test]
fn each_end_of_an_assumption_is_the_layout_with_it() {
    let drives = drives("batches12");
    let plain = options();
    let what_if = explained(&drives, "2xraidz2:6", &plain).what_if;
    assert_eq!(what_if.tornado.len(), 7);
    assert!(what_if.tornado.is_sorted_by(|a, b| a.width() >= b.width()));
    let swing = |name: &str| what_if.tornado.iter().find(|one| one.assumption == name).unwrap();
    let check = |name: &str, change: &dyn Fn(&mut PlanOptions, usize)| {
        for (end, found) in [&swing(name).low, &swing(name).high].into_iter().enumerate() {
            let mut changed = plain.clone();
            change(&mut changed, end);
            let expected = loss(&drives, "2xraidz2:6", &changed);
            assert!(
                (found.p_loss / expected - 1.0).abs() < 1e-9,
                "{name}: {}",
                found.text
            );
        }
    };
    check("time between scrubs", &|options, end| {
        options.scrub_every = Hours::from_days([7.0, 91.0][end]).unwrap();
    });
    check("wait for a new drive", &|options, end| {
        options.replace_after = Some(Hours::new([24.0, 96.0][end]).unwrap());
    });
    check("common batch factor", &|options, end| {
        options.batch_variance = [0.0, 1.0][end];
    });
    check("fill of the pool", &|options, end| {
        options.fill = [0.5, 0.95][end];
    });
    let rates = swing("failure rate");
    let [low, high] = what_if.p_loss_at_low_and_high_failure_rates;
    assert!((rates.low.p_loss / low - 1.0).abs() < 1e-12 && (rates.high.p_loss / high - 1.0).abs() < 1e-12);
    for name in ["hours of a rebuild", "unreadable sectors"] {
        let one = swing(name);
        assert!(
            one.low.p_loss < what_if.p_loss && what_if.p_loss < one.high.p_loss,
            "{name}"
        );
    }
    assert_eq!(swing("wait for a new drive").low.text, "24 h");
    let with_spare = explained(&drives, "2xraidz2:5+spare:1", &plain).what_if;
    assert!(
        with_spare
            .tornado
            .iter()
            .all(|one| one.assumption != "wait for a new drive")
    );
}

#[test]
fn larger_drives_and_more_vdevs_add_up() {
    let what_if = explained(&drives("batches12"), "2xraidz2:6", &options()).what_if;
    let labels: Vec<u64> = what_if
        .replace_with_larger
        .iter()
        .map(|plan| plan.label_bytes.as_u64() / 1_000_000_000_000)
        .collect();
    assert_eq!(labels, [20, 36]);
    let now = explained(&drives("batches12"), "2xraidz2:6", &options()).candidate;
    for plan in &what_if.replace_with_larger {
        let bought: Vec<usize> = plan.steps.iter().map(|step| step.drives_bought).collect();
        assert_eq!(bought, [6, 12]);
        let resilver = now.reliability.repair_hours[0] - 48.0 - 1.0 / 6.0;
        assert!((plan.steps[1].resilver_hours / (12.0 * resilver) - 1.0).abs() < 1e-9);
        assert!(now.usable() < plan.steps[0].zfs_usable_bytes);
        assert!(plan.steps[0].zfs_usable_bytes < plan.steps[1].zfs_usable_bytes);
    }
    let [first, second, third] = what_if.add_vdev[..] else {
        panic!("three steps");
    };
    assert_eq!([first.data_vdevs, second.data_vdevs, third.data_vdevs], [3, 4, 5]);
    assert_eq!(third.drives_bought, 18);
    // A pool of alike vdevs that was made at once has the same space.
    let mut twice = drives("batches12");
    twice.extend(drives("batches12").into_iter().map(|mut drive| {
        drive.id = format!("{}-2", drive.id).into();
        drive
    }));
    let made_at_once = explained(&twice, "4xraidz2:6", &options()).candidate;
    assert_eq!(second.zfs_usable_bytes, made_at_once.usable());
    assert_eq!(second.effective_bytes, made_at_once.capacity.effective_bytes);
}

/// Eight drives of 16 TB, four mirrors or one raidz2 of eight, two batches of four.
#[test]
fn mirrors_within_a_batch_are_worse_than_across_and_raidz2_is_safer_than_both() {
    use planner::inventory::shorthand;
    let mut eight = shorthand::read(
        &["8x16TB:7200:sata".to_owned()],
        &ReadOptions::on(options().as_of),
    )
    .unwrap()
    .drives;
    for (index, drive) in eight.iter_mut().enumerate() {
        let batch: std::sync::Arc<str> = if index < 4 { "R".into() } else { "T".into() };
        drive.batch = Some(planner::drive::Fact::stated(batch));
    }
    let mut options = options();
    options.mission = Hours::from_years(10.0).unwrap();
    let across = pool_loss(&eight, "4xmirror:2", &options);
    let raidz2 = pool_loss(&eight, "raidz2:8", &options);
    for drive in &mut eight {
        drive.batch = Some(planner::drive::Fact::stated("R".into()));
    }
    let within = pool_loss(&eight, "4xmirror:2", &options);
    // Two drives of one batch fail together 1 + θ = 1.3 times as often.
    assert!((within / across - 1.3).abs() < 0.03, "{}", within / across);
    assert!(across / raidz2 > 100.0, "{}", across / raidz2);
    options.batch_variance = 0.0;
    let independent = pool_loss(&eight, "4xmirror:2", &options);
    assert!(
        (independent / across - 1.0).abs() < 1e-9,
        "across batches a common factor does nothing"
    );
}
