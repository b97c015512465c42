//! Weights where figures are missing, far apart, or in several currencies.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use planner::error::Error;
use planner::inventory::{Inventory, ReadOptions, Source, read, shorthand};
use planner::plan::{InventoryShown, Plan, PlanOptions, plan};

fn planned(inventory: &Inventory, weights: &str) -> Result<Plan, Error> {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 12, 1));
    options.simulation = None;
    options.weights = Some(weights.parse().unwrap());
    let shown = InventoryShown::of(inventory).unwrap();
    plan(&inventory.drives, shown, &options, &mut |_| {
        std::ops::ControlFlow::Continue(())
    })
}

fn table(text: &str) -> Inventory {
    let source = Source {
        name: "priced.csv",
        bytes: text.as_bytes(),
    };
    read(&[source], &ReadOptions::on(jiff::civil::date(2026, 12, 1))).unwrap()
}

fn short(words: &str) -> Inventory {
    shorthand::read(
        &[words.to_owned()],
        &ReadOptions::on(jiff::civil::date(2026, 12, 1)),
    )
    .unwrap()
}

/// Finding: one drive without a price made every layout that uses it a million times as dear.
#[test]
fn prices_are_weighed_only_where_all_are_known_in_one_currency() {
    let rows = |last: &str| {
        let known = "WD180EDGZ,18 TB,300 EUR\n".repeat(5);
        table(&format!("model,capacity,price\n{known}WD180EDGZ,18 TB,{last}\n"))
    };
    let message = |last: &str| planned(&rows(last), "usable=1,cost=0.5").unwrap_err().to_string();
    assert!(message("").contains("the price of drive"), "{}", message(""));
    assert!(
        message("300 USD").contains("two currencies"),
        "{}",
        message("300 USD")
    );
    assert!(planned(&rows("300 EUR"), "usable=1,cost=0.5").is_ok());
    assert!(planned(&rows(""), "usable=1").is_ok());
}

/// Finding: without prices no layout had a score for its watts.
#[test]
fn watts_are_weighed_without_prices() {
    let plan = planned(&short("12x18TB:7200:sata"), "watts=1").unwrap();
    let most = plan
        .candidates
        .iter()
        .map(|candidate| candidate.watts)
        .fold(0.0, f64::max);
    assert!(plan.candidates[0].watts < most);
    let score = |index: usize| plan.candidates[index].score.as_ref().unwrap().total;
    assert!(score(0) > score(plan.candidates.len() - 1));
}

/// Finding: chances of 7e-4 and 2e-7 counted the same beside one of 1e-12, so that the worse one could lead.
#[test]
fn a_safer_layout_has_a_better_share_of_loss_however_safe_the_safest_is() {
    let plan = planned(&short("6x960GB:ssd"), "usable=1,loss=0.03").unwrap();
    let mut by_loss: Vec<(f64, f64)> = plan
        .candidates
        .iter()
        .map(|candidate| {
            let share = candidate.score.as_ref().unwrap().by_figure["loss"];
            (candidate.reliability.p_loss.point.max(1e-15), share)
        })
        .collect();
    by_loss.sort_by(|a, b| a.0.total_cmp(&b.0));
    for pair in by_loss.windows(2) {
        assert!(pair[0].0 >= pair[1].0 || pair[0].1 > pair[1].1, "{pair:?}");
    }
}
