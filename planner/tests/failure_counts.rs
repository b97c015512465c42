//! Exact intervals of failure rates agree with every published row that states counts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use planner::fit::{Age, DriveStats, FailureCounts, FailureTable, sql};

#[test]
fn intervals_agree_with_the_published_ones() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/golden/drives/field_failures.csv");
    let mut table = csv::Reader::from_path(path).unwrap();
    let mut compared = 0;
    for row in table.deserialize() {
        let row: BTreeMap<String, String> = row.unwrap();
        let (Ok(drive_days), Ok(failures)) = (row["drive_days"].parse(), row["failures"].parse()) else {
            continue;
        };
        let counts = FailureCounts {
            model: row["model"].clone(),
            age: Age::All,
            drives: 0,
            drive_days,
            failures,
        };
        let (low, high) = counts.annual_rate_interval(0.95).unwrap();
        for (column, value) in [("afr_lo95_pct", low), ("afr_hi95_pct", high)] {
            let Ok(published) = row[column].parse::<f64>() else {
                continue;
            };
            // The table has two decimals.
            let found = value * 100.0;
            assert!(
                (found - published).abs() < 0.006,
                "{} {column}: {found} against {published}",
                row["model"]
            );
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} compared");
}

#[test]
fn a_table_of_days_becomes_rates() {
    let mut stats = DriveStats::default();
    let mut text = "date,serial_number,model,capacity_bytes,failure,smart_9_raw\n".to_owned();
    for day in 1..=28 {
        for drive in 0..50 {
            let failed = u8::from(day == 28 && drive < 2);
            text += &format!(
                "2024-02-{day:02},S{drive},ST8000VN004,8001563222016,{failed},{}\n",
                day * 24 + drive * 1000
            );
        }
    }
    let mut heard = 0;
    stats
        .read(text.as_bytes(), "day.csv", |bytes| heard += bytes)
        .unwrap();
    assert_eq!(heard, text.len() as u64);
    let table = stats.finish();
    let counts = table.of_model("ST8000VN004").unwrap();
    assert_eq!((counts.drives, counts.drive_days, counts.failures), (50, 1400, 2));
    let read_again = FailureTable::read_csv(&table.write_csv().unwrap(), "table.csv").unwrap();
    assert_eq!(read_again, table);
    assert_eq!(
        table
            .by_age("ST8000VN004")
            .iter()
            .map(|row| row.drive_days)
            .sum::<u64>(),
        1400
    );
}

#[test]
fn the_query_names_its_table() {
    assert!(sql("drive_stats").contains("FROM drive_stats\n"));
}
