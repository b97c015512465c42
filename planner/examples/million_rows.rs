//! Reads and checks an inventory of a million rows and says how long it took: `cargo run --release --example million_rows`.

use std::fmt::Write as _;
use std::time::Instant;

use planner::inventory::{ReadOptions, Source, read};

#[expect(clippy::print_stdout, reason = "an example speaks to its user")]
fn main() {
    const ROWS: usize = 1_000_000;
    let mut text = "model,serial,capacity\n".to_owned();
    for number in 0..ROWS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "ST8000VN004,Z{number:07},8TB");
    }
    let source = Source {
        name: "million.csv",
        bytes: text.as_bytes(),
    };
    let options = ReadOptions::on(jiff::civil::date(2026, 1, 1));
    let start = Instant::now();
    let drives = read(&[source], &options).map_or(0, |inventory| inventory.drives.len());
    println!("{drives} drives in {:.2} s", start.elapsed().as_secs_f64());
}
