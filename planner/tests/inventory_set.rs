//! `--set`: facts for all drives that do not state them, told openly.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use planner::diagnostic::{Diagnostic, Severity};
use planner::drive::Drive;
use planner::inventory::{Inventory, ReadOptions, Source, overrides, read};
use planner::units::{Iops, Probability, Throughput};

fn inventory(csv: &str, assignments: &[&str]) -> Inventory {
    let mut options = ReadOptions::on(jiff::civil::date(2026, 12, 1));
    for assignment in assignments {
        options = overrides::set(options, assignment).unwrap();
    }
    let source = Source {
        name: "shelf.csv",
        bytes: csv.as_bytes(),
    };
    read(&[source], &options).unwrap()
}

fn about_set(inventory: &Inventory) -> Vec<&Diagnostic> {
    let warnings = inventory.warnings.iter();
    warnings.filter(|message| message.place.file == "--set").collect()
}

/// Finding: `--set` knew no `afr`, `read_mb_s`, `write_mb_s`, `iops`, `watts`, `hours` and `made`.
#[test]
fn every_fact_of_a_drive_can_be_set_by_the_names_of_columns() {
    let inventory = inventory(
        "model,capacity\nA,18 TB\nA,18 TB\n",
        &[
            "afr=1.5%",
            "read_mb_s=250",
            "write-mb-s=240",
            "iops=180",
            "watts=7.5",
            "POH=26000",
            "made=2023-W16",
            "Size=18 TB",
            "interface=sas",
            "price=289 EUR",
            "recording=cmr",
        ],
    );
    let drive: &Drive = &inventory.drives[1];
    assert_eq!(drive.annual_failure, Probability::new(0.015).ok());
    assert_eq!(drive.read, Throughput::from_mb_per_s(250.0));
    assert_eq!(drive.write, Throughput::from_mb_per_s(240.0));
    assert_eq!(drive.random_read, Iops::new(180.0));
    assert_eq!(drive.watts, Some(7.5));
    assert_eq!(drive.power_on_hours, Some(26_000));
    assert_eq!(drive.manufactured.unwrap().value.to_string(), "2023-W16");
    assert_eq!(drive.price.unwrap().currency().unwrap().code(), "EUR");
    assert!(drive.shingling.is_some());
    // What has no origin of its own is told in the notes.
    assert!(drive.notes.contains(&"afr as given by --set".to_owned()));
    let told = about_set(&inventory);
    assert!(told.iter().all(|message| message.severity == Severity::Notice));
    assert_eq!(
        told.iter()
            .find(|message| message.place.column == "afr")
            .unwrap()
            .message,
        "assumed for 2 of 2 drives, which do not say"
    );
}

/// Finding: where drives state another value, `--set` lost in silence.
#[test]
fn stated_facts_win_with_a_warning_that_counts_them() {
    let inventory = inventory(
        "model,capacity,rpm,hours\nA,18 TB,7200,100\nA,18 TB,5400,\nA,18 TB,,300\n",
        &["rpm=7200", "hours=200", "capacity=18.0002 TB"],
    );
    let speeds: Vec<u32> = inventory
        .drives
        .iter()
        .map(|drive| drive.rpm.unwrap().value)
        .collect();
    assert_eq!(speeds, [7200, 5400, 7200]);
    let hours: Vec<Option<u32>> = inventory
        .drives
        .iter()
        .map(|drive| drive.power_on_hours)
        .collect();
    assert_eq!(hours, [Some(100), Some(200), Some(300)]);
    let told: Vec<String> = about_set(&inventory).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "--set, column `rpm`: 1 of 3 drives state another value, which counts; the first is shelf.csv, line 3",
            "--set, column `hours`: 2 of 3 drives state another value, which counts; the first is shelf.csv, line 2",
        ]
    );
    assert!(
        about_set(&inventory)
            .iter()
            .all(|message| message.severity == Severity::Warning)
    );
}

/// A fact that an earlier reading only assumed is unknown, so that `--set` may change it.
#[test]
fn assumed_facts_of_our_own_format_give_way() {
    let inventory = inventory(
        "model,capacity,rpm,assumed_facts\nA,18 TB,5400,rpm\nA,18 TB,5400,\n",
        &["rpm=7200"],
    );
    let speeds: Vec<u32> = inventory
        .drives
        .iter()
        .map(|drive| drive.rpm.unwrap().value)
        .collect();
    assert_eq!(speeds, [7200, 5400]);
}

/// Finding: unknown names must list the known ones.
#[test]
fn unknown_names_list_the_known_ones() {
    let options = ReadOptions::on(jiff::civil::date(2026, 12, 1));
    let error = overrides::set(options, "colour=red").unwrap_err();
    assert_eq!(error.message, "`colour` is no field that can be set");
    let hint = error.hint.unwrap();
    let options = ReadOptions::on(jiff::civil::date(2026, 12, 1));
    for name in hint.strip_prefix("the fields are ").unwrap().split(", ") {
        let assignment = format!("{name}=?!");
        let refused = overrides::set(options.clone(), &assignment)
            .map_or_else(|error| error.message, |_| String::new());
        assert!(!refused.contains("is no field"), "{name}");
    }
}

/// Finding: an annual failure rate of 100 % stopped the plan without naming file and line.
#[test]
fn certain_failure_is_refused_where_it_stands() {
    for (cell, shown) in [("1", "1"), ("100 %", "100 %"), ("250%", "250%")] {
        let csv = format!("model,capacity,afr\nA,18 TB,0.01\nA,18 TB,{cell}\n");
        let source = Source {
            name: "shelf.csv",
            bytes: csv.as_bytes(),
        };
        let errors = read(&[source], &ReadOptions::on(jiff::civil::date(2026, 12, 1))).unwrap_err();
        assert_eq!(
            errors[0].to_string(),
            format!("shelf.csv, line 3, column `afr`: `{shown}` is no chance of failure within a year")
        );
        assert!(errors[0].hint.as_ref().unwrap().contains("below 100 %"));
    }
}
