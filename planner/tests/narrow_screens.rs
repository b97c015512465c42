//! Texts fit the screens that they are shown on, and names of any length fit the texts.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write as _;
use std::ops::ControlFlow;

use planner::inventory::{Inventory, ReadOptions, Source, read};
use planner::plan::{Explanation, InventoryShown, Plan, PlanOptions, explain, plan};
use planner::report::explain::explain_text;
use planner::report::inventory_table::inventory_text;
use planner::report::plan_csv::plan_csv;
use planner::report::plan_text::{PlanText, plan_text};
use planner::report::style::Style;
use unicode_width::UnicodeWidthStr as _;

const WIDTHS: [usize; 4] = [50, 60, 80, 100];

fn options() -> PlanOptions {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 12, 1));
    options.simulation = None;
    options
}

fn inventory(text: &str) -> Inventory {
    let source = Source {
        name: "shelf.csv",
        bytes: text.as_bytes(),
    };
    read(&[source], &ReadOptions::on(jiff::civil::date(2026, 12, 1))).unwrap()
}

fn example(name: &str) -> Inventory {
    let path = format!("{}/../data/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    inventory(&std::fs::read_to_string(path).unwrap())
}

fn shown() -> InventoryShown {
    InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    }
}

fn planned(inventory: &Inventory) -> Plan {
    plan(&inventory.drives, shown(), &options(), &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn explained(inventory: &Inventory, layout: &str) -> Explanation {
    let layout = layout.parse().unwrap();
    explain(&inventory.drives, shown(), &layout, &options(), &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn at(width: usize) -> Style {
    Style {
        width,
        ..Style::PLAIN
    }
}

/// Lines wider than the screen; commands are for copying and stay whole.
#[track_caller]
fn fits(text: &str, width: usize) {
    let wide: Vec<&str> = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with("zpool create"))
        .filter(|line| line.width() > width)
        .collect();
    assert!(wide.is_empty(), "wider than {width}:\n{}", wide.join("\n"));
}

/// Finding: `explain` and `inventory` took 100 columns and more whatever the terminal had.
#[test]
fn every_text_fits_the_screen() {
    let batches = example("batches12.csv");
    let (plan, explanation) = (planned(&batches), explained(&batches, "2xraidz2:6"));
    for width in WIDTHS {
        let view = PlanText {
            drives: &batches.drives,
            origin: "shelf.csv",
            top: 8,
            style: at(width),
        };
        fits(&plan_text(&plan, &view), width);
        fits(&explain_text(&explanation, at(width)), width);
        for name in [
            "batches12.csv",
            "homelab6.csv",
            "jbod60.csv",
            "nvme8.csv",
            "ssd24.csv",
        ] {
            fits(&inventory_text(&example(name), at(width)), width);
        }
    }
}

/// What a narrow screen leaves out is named; a screen of the usual width shows all columns.
#[test]
fn columns_that_are_left_out_are_named() {
    let batches = example("batches12.csv");
    let wide = inventory_text(&batches, Style::PLAIN);
    assert!(wide.lines().next().unwrap().ends_with("batch  in USD"), "{wide}");
    assert!(!wide.contains("not shown"));
    let narrow = inventory_text(&batches, at(60));
    assert!(
        narrow.contains("not shown for lack of room: in USD, sectors"),
        "{narrow}"
    );
}

/// Finding: at 60 columns the header of the plan's table had an empty line in it.
#[test]
fn the_header_of_a_narrow_table_has_no_empty_line() {
    let batches = example("batches12.csv");
    let view = PlanText {
        drives: &batches.drives,
        origin: "shelf.csv",
        top: 8,
        style: at(60),
    };
    let text = plan_text(&planned(&batches), &view);
    let table: Vec<&str> = text
        .lines()
        .skip_while(|line| *line != "  layout")
        .take(4)
        .collect();
    assert_eq!(
        table,
        [
            "  layout",
            "     usable  loss in           worst batch",
            "         TB  5 years           left over",
            "  Meet every must-have",
        ]
    );
}

/// Finding: a name of 5,000 letters was printed whole in every table.
#[test]
fn endless_names_are_cut_in_texts_and_whole_in_data() {
    let mut text = "id,model,serial,capacity,batch\n".to_owned();
    for drive in 0..4 {
        writeln!(
            text,
            "{drive}{0},{0},S{drive},18 TB,{1}",
            "M".repeat(5000),
            "B".repeat(5000)
        )
        .unwrap();
    }
    let long = inventory(&text);
    let plan = planned(&long);
    let view = PlanText {
        drives: &long.drives,
        origin: "shelf.csv",
        top: 8,
        style: Style::PLAIN,
    };
    fits(&plan_text(&plan, &view), 100);
    fits(&explain_text(&explained(&long, "raidz1:4"), Style::PLAIN), 100);
    fits(&inventory_text(&long, Style::PLAIN), 100);
    let whole = "M".repeat(5000);
    assert!(planner::inventory::write_csv(&long.drives).contains(&whole));
    assert!(plan.candidates[0].zpool_create.contains(&whole));
    assert!(plan_csv(&plan).unwrap().contains(&"B".repeat(5000)));
}
