//! What the user states of failures and resilvers takes the place of what is known, and the result says so.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::ops::ControlFlow;

use planner::inventory::{Inventory, InventoryRequest};
use planner::plan::{Explanation, InventoryShown, PlanForm, explain, parse_layout};

fn inventory() -> Inventory {
    let mut request = InventoryRequest::on(jiff::civil::date(2026, 12, 1));
    request.drives = vec!["8x18TB:7200:sata".to_owned()];
    request.read(&[]).unwrap()
}

#[track_caller]
fn explained(options: &str) -> Explanation {
    explained_layout("raidz2:8", options)
}

#[track_caller]
fn explained_layout(layout: &str, options: &str) -> Explanation {
    let inventory = inventory();
    let options = PlanForm::from_json(options)
        .and_then(|form| form.options(jiff::civil::date(2026, 12, 1)))
        .unwrap();
    let layout = parse_layout(layout).unwrap();
    let shown = InventoryShown::of(&inventory).unwrap();
    let mut go_on = |_: &mttdl::simulation::Progress| ControlFlow::Continue(());
    explain(&inventory.drives, shown, &layout, &options, &mut go_on).unwrap()
}

#[test]
fn a_stated_failure_rate_is_that_of_every_drive() {
    let stated = explained(r#"{"failure-rate": "1.37%", "no-simulate": true}"#);
    assert_eq!(stated.assumptions.failure_rate_per_year, Some(0.0137));
    let [line] = stated.assumptions.failure_rates.as_slice() else {
        panic!("one model, one line")
    };
    assert_eq!(line.source, "stated with --failure-rate");
    // −ln(1 − 0.0137) by its series: x + x²/2 + x³/3 + x⁴/4.
    let x = 0.0137_f64;
    let series = x + x * x / 2.0 + x * x * x / 3.0 + x * x * x * x / 4.0;
    assert!((line.failures_per_drive_year - series).abs() < 1e-9);
    // A rate that is stated is known: its low and high end are the same.
    let [low, high] = stated.what_if.p_loss_at_low_and_high_failure_rates;
    assert!((low - high).abs() <= 1e-12 * high);
    let twice = explained(r#"{"failure-rate": "2.74%", "no-simulate": true}"#);
    // Three failures lose the pool, two and a sector a file: between the square and the cube of the rate.
    let ratio = twice.candidate.reliability.p_loss.point / stated.candidate.reliability.p_loss.point;
    assert!((4.0..8.2).contains(&ratio), "{ratio}");
}

#[test]
fn a_stated_resilver_rate_sets_the_hours() {
    let stated = explained(r#"{"resilver-rate": "161MB/s", "no-simulate": true}"#);
    assert_eq!(stated.assumptions.resilver_mb_per_s, Some(161.0));
    let step = |name: &str| {
        stated
            .resilver_steps
            .iter()
            .find(|step| step.name == name)
            .unwrap()
            .value
    };
    let hours = step("allocated on the drive") / 161e6 / 3600.0;
    let point = stated.candidate.performance.resilver_hours.point.as_f64();
    assert!((point / hours - 1.0).abs() < 1e-9, "{point} {hours}");
    assert!((step("written to the new drive") - 161.0).abs() < 1e-9);
    let fitted = explained(r#"{"no-simulate": true}"#);
    assert!(
        fitted
            .resilver_steps
            .iter()
            .all(|step| step.name != "written to the new drive")
    );
    let slower = explained(r#"{"resilver-rate": "16.1MB/s", "no-simulate": true}"#);
    assert!(slower.candidate.reliability.p_loss.point > 2.0 * stated.candidate.reliability.p_loss.point);
}

#[test]
fn the_simulation_takes_the_stated_rate() {
    let usual = explained(r#"{"rel-err": "0.02"}"#);
    let stated = explained(r#"{"rel-err": "0.02", "failure-rate": "5%"}"#);
    let (usual, stated) = (usual.candidate.reliability, stated.candidate.reliability);
    assert!(stated.method.starts_with("simulated to ± 2 %") && stated.p_loss.low > usual.p_loss.high);
}

#[test]
fn options_that_cannot_be_are_refused_by_name() {
    let wrong = |text: &str| {
        PlanForm::from_json(text)
            .and_then(|form| form.options(jiff::civil::date(2026, 12, 1)))
            .unwrap_err()
            .to_string()
    };
    for (text, start) in [
        (
            r#"{"failure-rate": "100%"}"#,
            "--failure-rate: `1` is no constant rate",
        ),
        (
            r#"{"resilver-rate": "0"}"#,
            "--resilver-rate: the rate is not between 0.01 MB/s and 10 TB/s",
        ),
        (
            r#"{"mission": "soon"}"#,
            "--mission: `soon` is not a length of time",
        ),
        (r#"{"misson": "5y"}"#, "--misson: is no option of a plan"),
        (
            r#"{"repair": "quickly"}"#,
            "--repair: `quickly` is none of its words",
        ),
        (r#"{"top": 0}"#, "--top: `0` shows nothing"),
        (r#"{"fill": {"share": 1}}"#, "--fill: is an object"),
        (r#"{"layout": ["raidz2:6", "raidz4:6"]}"#, "layout `raidz4:6`"),
        ("[]", "options: invalid type"),
    ] {
        assert!(wrong(text).starts_with(start), "{text}: {}", wrong(text));
    }
}

/// Finding: a host that writes 50 MB/s rebuilt a drive at 156 MB/s.
#[test]
fn what_the_host_writes_limits_rebuilds() {
    let slow = explained(r#"{"host-write": "50MB/s", "no-simulate": true}"#);
    let step = |name: &str| {
        slow.resilver_steps
            .iter()
            .find(|step| step.name == name)
            .unwrap()
            .value
    };
    assert!((step("rebuild rate") - 50.0).abs() < 1e-9);
    let both = explained(r#"{"host-write": "50MB/s", "resilver-rate": "161MB/s", "no-simulate": true}"#);
    let hours = |explanation: &Explanation| explanation.candidate.performance.resilver_hours.point.as_f64();
    assert!((hours(&both) / hours(&slow) - 1.0).abs() < 1e-9);
}

/// Finding: larger drives of a dRAID came in the hours of a distributed spare, which all drives write together.
#[test]
fn a_larger_drive_of_a_draid_is_written_alone() {
    let explanation = explained_layout(
        "draid2:4d:8c:1s",
        r#"{"resilver-rate": "100MB/s", "no-simulate": true}"#,
    );
    let step = |name: &str| {
        explanation
            .resilver_steps
            .iter()
            .find(|step| step.name == name)
            .unwrap()
            .value
    };
    let alone = step("allocated on the drive") / 100e6 / 3600.0;
    let larger = &explanation.what_if.replace_with_larger[0].steps[0];
    let each = larger.resilver_hours / 8.0;
    // The mean of the spread lies a little above the typical hours.
    assert!((1.0..1.2).contains(&(each / alone)), "{each} {alone}");
    assert!(explanation.candidate.performance.resilver_hours.point.as_f64() < 0.8 * alone);
}
