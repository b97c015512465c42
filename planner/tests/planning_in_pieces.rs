//! A plan that is run in pieces, by anyone and in any order, is the plan that is run at once.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use planner::inventory::{Inventory, InventoryRequest, Source};
use planner::plan::{
    Explaining, InventoryShown, PlanForm, PlanOptions, PlanWork, Planning, Trials, explain, parse_layout,
    plan,
};
use planner::reliability::{PoolBlocks, PoolWork};
use planner::report::json::to_json;

fn inventory() -> Inventory {
    let mut list = "serial,capacity,batch,rpm,power on hours\n".to_owned();
    for index in 0..10 {
        let (batch, size) = if index % 3 == 0 {
            ("R", "8 TB")
        } else {
            ("T", "12 TB")
        };
        list += &format!("S{index},{size},{batch},7200,{}\n", 4000 * index);
    }
    let request = InventoryRequest::on(jiff::civil::date(2026, 12, 1));
    let file = Source {
        name: "list.csv",
        bytes: list.as_bytes(),
    };
    request.read(&[file]).unwrap()
}

fn options(text: &str) -> PlanOptions {
    let form = PlanForm::from_json(text).unwrap();
    form.options(jiff::civil::date(2026, 12, 1)).unwrap()
}

/// Sharp enough for several steps of every simulation, and few enough leaders for a second round.
const OPTIONS: &str = r#"{"rel-err": "0.03", "top": "4"}"#;

fn planned_at_once(inventory: &Inventory) -> String {
    let shown = InventoryShown::of(inventory).unwrap();
    let mut go_on = |_: &planner::plan::PlanProgress| ControlFlow::Continue(());
    to_json(&plan(&inventory.drives, shown, &options(OPTIONS), &mut go_on).unwrap()).unwrap()
}

fn planning(inventory: &Inventory) -> Planning {
    let shown = InventoryShown::of(inventory).unwrap();
    Planning::new(&inventory.drives, shown, &options(OPTIONS)).unwrap()
}

/// Workers that know nothing but texts: models, pieces of work, results.
#[derive(Default)]
struct Crew {
    models: BTreeMap<u32, Trials>,
}

impl Crew {
    fn run(&mut self, planning: &Planning, work: &str) -> (u32, String) {
        let PlanWork { model, work } = serde_json::from_str(work).unwrap();
        let trials = self
            .models
            .entry(model)
            .or_insert_with(|| Trials::from_json(&planning.model(model).unwrap()).unwrap());
        let work: PoolWork = serde_json::from_str(&serde_json::to_string(&work).unwrap()).unwrap();
        (model, serde_json::to_string(&trials.run(work)).unwrap())
    }
}

#[test]
fn pieces_through_texts_last_one_first_give_the_same_plan() {
    let inventory = inventory();
    let mut planning = planning(&inventory);
    let mut crew = Crew::default();
    let mut most = 0;
    while !planning.finished() {
        let mut waiting: Vec<String> = Vec::new();
        while let Some(work) = planning.next_work(3) {
            waiting.push(serde_json::to_string(&work).unwrap());
        }
        most = most.max(waiting.len());
        for work in waiting.iter().rev() {
            let (model, blocks) = crew.run(&planning, work);
            planning
                .absorb(model, serde_json::from_str(&blocks).unwrap())
                .unwrap();
            // Looking at the plan on the way changes nothing.
            planning.plan().unwrap();
        }
    }
    assert!(
        most >= 12,
        "{most} pieces: four candidates in three pieces each are open at once"
    );
    assert_eq!(
        to_json(planning.plan().unwrap()).unwrap(),
        planned_at_once(&inventory)
    );
}

#[test]
fn results_that_come_twice_or_were_not_asked_for_do_not_count() {
    let inventory = inventory();
    let mut planning = planning(&inventory);
    let mut last: Option<(u32, PoolBlocks)> = None;
    while let Some(work) = planning.next_work(2) {
        let blocks = planning.run(&work).unwrap();
        planning.absorb(work.model, blocks.clone()).unwrap();
        planning.absorb(work.model, blocks.clone()).unwrap();
        if let Some((model, old)) = last.replace((work.model, blocks)) {
            planning.absorb(model, old).unwrap();
        }
        planning.absorb(9999, last.clone().unwrap().1).unwrap();
    }
    assert!(planning.finished());
    assert_eq!(
        to_json(planning.plan().unwrap()).unwrap(),
        planned_at_once(&inventory)
    );
}

#[test]
fn what_is_known_when_a_plan_is_stopped_counts_and_says_so() {
    let inventory = inventory();
    let shown = InventoryShown::of(&inventory).unwrap();
    let two = options(r#"{"layout": ["raidz2:10", "raidz3:10"]}"#);
    let mut planning = Planning::new(&inventory.drives, shown, &two).unwrap();
    let solved = planning.plan().unwrap().clone();
    assert!(
        solved
            .candidates
            .iter()
            .all(|candidate| candidate.reliability.converged)
    );
    let first = planning.next_work(1).unwrap();
    let blocks = planning.run(&first).unwrap();
    planning.absorb(first.model, blocks).unwrap();
    planning.stop();
    assert!(planning.finished() && planning.next_work(1).is_none());
    let plan = planning.plan().unwrap();
    let begun: Vec<_> = plan
        .candidates
        .iter()
        .filter(|candidate| !candidate.reliability.converged)
        .collect();
    assert_eq!(begun.len(), 1, "one simulation had trials");
    assert!(begun[0].reliability.method.starts_with("simulated only to ±"));
    for candidate in &plan.candidates {
        let before = solved
            .candidates
            .iter()
            .find(|other| other.layout == candidate.layout)
            .unwrap();
        if candidate.layout != begun[0].layout {
            assert_eq!(
                candidate.reliability.p_loss, before.reliability.p_loss,
                "{}",
                candidate.layout
            );
        }
    }
}

#[test]
fn progress_counts_what_is_settled() {
    let inventory = inventory();
    let mut planning = planning(&inventory);
    let start = planning.progress();
    assert_eq!((start.settled, start.trials, start.wanted), (0, 0, 0.03));
    let mut before = start;
    while let Some(work) = planning.next_work(1) {
        let blocks = planning.run(&work).unwrap();
        planning.absorb(work.model, blocks).unwrap();
        let now = planning.progress();
        assert!(now.settled >= before.settled && now.trials > before.trials && now.of >= now.settled);
        assert_eq!(
            now.layouts.iter().filter(|layout| layout.settled).count(),
            now.settled
        );
        before = now;
    }
    assert_eq!((before.settled, before.relative_error), (before.of, 0.0));
}

#[test]
fn an_explanation_in_pieces_is_the_same_explanation() {
    let inventory = inventory();
    let layout = parse_layout("2xraidz1:5").unwrap();
    let shown = InventoryShown::of(&inventory).unwrap();
    let options = options(OPTIONS);
    let mut go_on = |_: &mttdl::simulation::Progress| ControlFlow::Continue(());
    let at_once = explain(&inventory.drives, shown.clone(), &layout, &options, &mut go_on).unwrap();
    let mut explaining = Explaining::new(&inventory.drives, shown, &layout, &options).unwrap();
    let trials = Trials::from_json(&explaining.model(0).unwrap()).unwrap();
    while let Some(work) = explaining.next_work(2) {
        explaining.explanation().unwrap();
        explaining.absorb(work.model, trials.run(work.work));
    }
    assert!(explaining.finished());
    assert_eq!(*explaining.explanation().unwrap(), at_once);
    assert_eq!(*explaining.candidate(), at_once.candidate);
}
