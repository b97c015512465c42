//! The query for warehouses counts what the stream counts, seen on `DuckDB`.
//!
//! Runs where `ZPLAN_DUCKDB_PYTHON` names a Python with the `duckdb` package, as `.ci/run` sets it.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write as _;
use std::process::Command;

use planner::fit::{DriveStats, FailureTable, sql};

const SCRIPT: &str = "
import csv, duckdb, sys
duckdb.sql(f\"CREATE TABLE drive_stats AS SELECT * FROM read_csv('{sys.argv[1]}', header=true)\")
result = duckdb.sql(sys.argv[2])
writer = csv.writer(sys.stdout)
writer.writerow(result.columns)
writer.writerows(result.fetchall())
";

/// Returns days of drives of three models: young, old, and without hours.
fn days() -> String {
    let mut text = "date,serial_number,model,capacity_bytes,failure,smart_9_raw\n".to_owned();
    for day in 1..=28 {
        for drive in 0..40 {
            let model = ["ST8000VN004", "WDC WUH721414ALE6L4", "HGST HMS5C4040BLE640"][drive % 3];
            let hours = match drive % 4 {
                0 => String::new(),
                1 => (8755 + day * 24).to_string(),
                2 => (90_000 + day * 24).to_string(),
                _ => (drive * 1000 + day * 24).to_string(),
            };
            let failed = u8::from(day == 28 && drive % 9 == 0);
            writeln!(
                text,
                "2024-02-{day:02},S{drive},{model},8001563222016,{failed},{hours}"
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn the_query_counts_what_the_stream_counts() {
    let Ok(python) = std::env::var("ZPLAN_DUCKDB_PYTHON") else {
        return;
    };
    let text = days();
    let mut stats = DriveStats::default();
    stats.read(text.as_bytes(), "days.csv", |_| {}).unwrap();
    let streamed = stats.finish();
    let file = tempfile::NamedTempFile::with_suffix(".csv").unwrap();
    std::fs::write(file.path(), &text).unwrap();
    let output = Command::new(python)
        .args(["-c", SCRIPT])
        .arg(file.path())
        .arg(sql("drive_stats"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let queried = FailureTable::read_csv(&String::from_utf8_lossy(&output.stdout), "query").unwrap();
    let sorted = |table: &FailureTable| {
        let mut rows = table.rows().to_vec();
        rows.sort_by(|first, second| (&first.model, first.age).cmp(&(&second.model, second.age)));
        rows
    };
    assert_eq!(sorted(&queried), sorted(&streamed));
}
