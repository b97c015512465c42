//! What was made together and when, where the file does not say it outright.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use planner::diagnostic::Severity;
use planner::drive::{Acceptance, Origin};
use planner::inventory::{Inventory, ReadOptions, Source, read};

fn inventory(name: &str, text: &str) -> Inventory {
    let source = Source {
        name,
        bytes: text.as_bytes(),
    };
    read(&[source], &ReadOptions::on(jiff::civil::date(2026, 12, 1))).unwrap()
}

fn batches(inventory: &Inventory) -> Vec<Option<(&str, Origin)>> {
    inventory
        .drives
        .iter()
        .map(|drive| {
            drive
                .batch
                .as_ref()
                .map(|batch| (batch.value.as_ref(), batch.origin))
        })
        .collect()
}

/// Finding: drives without dates had no batch, though their serial numbers stood side by side.
#[test]
fn neighbouring_serial_numbers_are_a_guessed_batch_and_say_so() {
    let shelf = inventory(
        "shelf.csv",
        "model,serial,capacity,batch,made\nST18000NM000J,ZR5K2TAA,18 TB,,\nST18000NM000J,ZR5K2TAB,18 TB,,\n\
         ST18000NM000J,ZR7777AA,18 TB,,\nST18000NM000J,ZR5K2TAC,18 TB,L7,\nST18000NM000J,ZR5K2TAD,18 TB,,2023-W16\n",
    );
    let guessed = Some(("ST18000NM000J near ZR5K2TAA", Origin::Assumed));
    assert_eq!(
        batches(&shelf),
        [
            guessed,
            guessed,
            None,
            Some(("L7", Origin::Stated)),
            Some(("ST18000NM000J 2023-W16", Origin::Derived)),
        ]
    );
    assert!(
        shelf.drives[0].notes[0].starts_with("batch guessed"),
        "{:?}",
        shelf.drives[0].notes
    );
    assert!(shelf.drives[4].notes.is_empty());
}

/// Samsung's year is derived and told; a drive that ran for longer has another date, so none is taken.
#[test]
fn years_in_serial_numbers_are_derived_and_never_contradict_the_hours() {
    let shelf = inventory(
        "shelf.csv",
        "model,serial,capacity,hours,made\nSamsung SSD 870 EVO 4TB,S6P4NF0R512345,4 TB,,\n\
         Samsung SSD 870 EVO 4TB,S6P4NF0R612345,4 TB,60000,\nSamsung SSD 870 EVO 4TB,S6P4NF0R512399,4 TB,,2022-03\n",
    );
    let made: Vec<Option<(String, Origin)>> = shelf
        .drives
        .iter()
        .map(|drive| {
            drive
                .manufactured
                .map(|made| (made.value.to_string(), made.origin))
        })
        .collect();
    assert_eq!(
        made,
        [
            Some(("2021".to_owned(), Origin::Derived)),
            None,
            Some(("2022-03".to_owned(), Origin::Stated)),
        ]
    );
    assert!(shelf.drives[0].notes[0].contains("a rule that the maker does not state"));
    assert_eq!(
        batches(&shelf)[..2],
        [
            Some(("Samsung SSD 870 EVO 4TB serial code R5", Origin::Derived)),
            Some(("Samsung SSD 870 EVO 4TB serial code R6", Origin::Derived)),
        ]
    );
}

/// Finding: a stated manufacture week was believed against the hours beside it.
#[test]
fn no_drive_has_run_for_longer_than_it_exists() {
    let smartctl = |week: u32, year: u32| {
        format!(
            "smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.1.0] (local build)\n\
             === START OF INFORMATION SECTION ===\nVendor:               SEAGATE\nProduct:              ST1800MM0129\n\
             Revision:             CN02\nUser Capacity:        1,800,360,124,416 bytes [1.80 TB]\n\
             Logical block size:   512 bytes\nPhysical block size:  4096 bytes\nRotation Rate:        10500 rpm\n\
             Logical Unit id:      0x5000c500a1b2c3d4\nSerial number:        WBN1ABCD\n\
             Device type:          disk\nTransport protocol:   SAS (SPL-4)\n\
             === START OF READ SMART DATA SECTION ===\nManufactured in week {week:02} of year {year}\n\
             Accumulated power on time, hours:minutes 26280:30\n"
        )
    };
    let young = inventory("smart.txt", &smartctl(44, 2025));
    let drive = &young.drives[0];
    assert_eq!(
        (drive.power_on_hours, drive.accept),
        (Some(26_280), Acceptance::Warn)
    );
    let warnings: Vec<String> = young
        .warnings
        .iter()
        .filter(|message| message.severity == Severity::Warning)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        warnings,
        [format!(
            "{}: made 2025-W44, yet 26280 hours powered on by 2026-12-01",
            drive.source
        )]
    );
    let old = inventory("smart.txt", &smartctl(44, 2019));
    assert_eq!(old.drives[0].accept, Acceptance::Yes);
    assert!(
        old.warnings
            .iter()
            .all(|message| message.severity == Severity::Notice)
    );
}
