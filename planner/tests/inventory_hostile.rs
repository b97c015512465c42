//! Files that mean harm or were spoilt on the way end in an error that a person can act on, or in a refused drive.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use planner::diagnostic::{Diagnostic, Severity};
use planner::drive::Acceptance;
use planner::inventory::{Inventory, ReadOptions, Source, read};

fn read_bytes(bytes: &[u8]) -> Result<Inventory, Vec<Diagnostic>> {
    let options = ReadOptions::on(jiff::civil::date(2026, 1, 1));
    read(&[Source { name: "f", bytes }], &options)
}

/// The first error of the input is at `place`, says `words` and hints at something.
#[track_caller]
fn fails(bytes: &[u8], place: &str, words: &str) {
    let errors = read_bytes(bytes).expect_err("must not be read");
    let error = errors.first().unwrap();
    assert_eq!(error.severity, Severity::Error);
    assert_eq!(error.place.to_string(), place, "{error}");
    assert!(error.message.contains(words), "{error}");
    assert!(error.hint.is_some(), "{error}");
}

/// The only drive of the input is refused, and a note says `words`.
#[track_caller]
fn refuses(text: &str, words: &str) {
    let inventory = read_bytes(text.as_bytes()).unwrap();
    let drive = &inventory.drives[0];
    assert_eq!(drive.accept, Acceptance::Refuse, "{drive:?}");
    assert!(
        drive.notes.iter().any(|note| note.contains(words)),
        "{:?}",
        drive.notes
    );
    assert!(
        !inventory.warnings.is_empty() || words.contains("64 MiB"),
        "told only in the notes"
    );
}

#[test]
fn files_that_are_no_text() {
    fails(b"\x1f\x8b\x08\x00", "f, line 1", "gzip");
    fails(b"\xd0\xcf\x11\xe0\xa1\xb1", "f, line 1", "old Excel workbook");
    fails(b"%PDF-1.7\n", "f, line 1", "PDF");
    fails(b"SQLite format 3\0", "f, line 1", "SQLite");
    fails(b"\xfd7zXZ\0", "f, line 1", "xz archive");
    fails(b"\x28\xb5\x2f\xfd\x04", "f, line 1", "zstd");
    fails(b"\xff\xfem\0o\0\0\xd8,\0", "f, line 1", "surrogate");
    fails(
        "model,capacity\nGrö".as_bytes().strip_suffix(b"\xb6").unwrap(),
        "f, line 2",
        "not UTF-8",
    );
}

#[test]
fn tables_that_cannot_be_meant() {
    fails(b"ST8000VN004,ZR1,8TB\n", "f, line 1", "no header");
    fails(
        b"serial,capacity\nS1,8TB\nS1,16TB\nS1,4000787030016\nS1,8001563222016\n",
        "f, line 5, column `serial`",
        "capacity",
    );
    fails(
        b"capacity,qty\n8TB,99999999999\n",
        "f, line 2, column `qty`",
        "too many drives",
    );
    fails(
        b"capacity,qty\n8TB,-4\n",
        "f, line 2, column `qty`",
        "not a number of drives",
    );
    fails(
        b"capacity,price\n8TB,-5\n",
        "f, line 2, column `price`",
        "negative",
    );
    fails(
        b"capacity,hours\n8TB,99999999\n",
        "f, line 2, column `hours`",
        "too large",
    );
    fails(b"capacity,afr\n8TB,7\n", "f, line 2, column `afr`", "no chance");
    fails(
        b"capacity,rpm\n8TB,999999\n",
        "f, line 2, column `rpm`",
        "not a spindle speed",
    );
    fails(
        b"capacity,mfg date\n8TB,2031-05\n",
        "f, line 2, column `mfg date`",
        "future",
    );
    fails(
        b"capacity,mfg date\n8TB,1899-05\n",
        "f, line 2, column `mfg date`",
        "before any drive",
    );
    fails(
        b"capacity,mfg date,hours\n8TB,2025-12,50000\n",
        "f, line 2, column `mfg date`",
        "too late",
    );
    fails(
        b"capacity,mfg date\n8TB,25/12/2020\n8TB,12/25/2020\n",
        "f, line 3, column `mfg date`",
        "another order",
    );
    fails(
        b"model,capacity\n\"a\"b,8TB\n",
        "f, line 2, column `model`",
        "after the closing quote",
    );
    fails(
        b"capacity,sectors\n8TB,4096/512\n",
        "f, line 2, column `sectors`",
        "smaller than the logical",
    );
    fails(b"capacity\n18\n", "f, line 2, column `capacity`", "no unit");
    fails(
        b"capacity (TB)\n1e30\n",
        "f, line 2, column `capacity (TB)`",
        "too large",
    );
}

#[test]
fn json_that_is_none() {
    fails(b"{\"blockdevices\":[", "f, line 1", "ends too early");
    fails(b"{\"a\":1}\n", "f, line 1", "no known tool");
    fails(b"[1,2,3]", "f, line 1", "no known tool");
    fails(b"{\"smartctl\":{}} trailing", "f, line 1", "not JSON");
    fails(
        b"{\"Devices\":[]}{\"Devices\":Infinity}",
        "f, line 1",
        "NaN and Infinity",
    );
}

#[test]
fn outputs_that_were_cut() {
    fails(
        b"=== START OF INFORMATION SECTION ===\n",
        "f, line 1",
        "no drive found",
    );
    fails(
        b"NAME   MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT\nsda      8:0    0   7.3T  0 disk\n",
        "f, line 1",
        "no sector sizes",
    );
    fails(b"FriendlyName MediaType\n", "f, line 1", "no drive found");
}

#[test]
fn figures_that_no_drive_has() {
    let lsblk = |size: &str, log: &str, phy: &str| {
        format!(
            r#"{{"blockdevices":[{{"name":"sda","type":"disk","rota":true,"size":{size},"log-sec":{log},"phy-sec":{phy}}}]}}"#
        )
    };
    refuses(&lsblk("-2147483648", "512", "512"), "is negative");
    refuses(&lsblk("18446744073709551615", "512", "512"), "too large");
    refuses(&lsblk("1e300", "512", "512"), "too large");
    refuses(&lsblk("8001563222017", "512", "4096"), "no multiple");
    refuses(&lsblk("8001563222016", "513", "4096"), "not a sector size");
    refuses(&lsblk("512000", "512", "512"), "64 MiB");
    refuses(
        "Device Model: X\nUser Capacity: 99,999,999,999,999,999,999 bytes\n",
        "too large",
    );
    refuses(
        "Device is a Hard disk\n  Size (in MB)/(in sectors) : 100/99999999\n  Model Number : X\n",
        "do not fit together",
    );
}

#[test]
fn long_lines_and_many_errors_stay_bounded() {
    let wide = format!("model,capacity\n{},18TBB\n", "x".repeat(1 << 20));
    let errors = read_bytes(wide.as_bytes()).unwrap_err();
    let excerpt = errors[0].excerpt.as_ref().unwrap();
    assert!(excerpt.line_text.len() < 400, "{}", excerpt.line_text.len());
    let many = format!("model,capacity\n{}", "A,nothing\n".repeat(50_000));
    let errors = read_bytes(many.as_bytes()).unwrap_err();
    assert!(errors.len() < 1100);
    assert!(
        errors
            .iter()
            .any(|error| error.message.contains("49000 more errors"))
    );
}
