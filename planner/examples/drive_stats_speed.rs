//! Streams two gigabytes of drive-stats rows, made on the way, and says how fast:
//! `cargo run --release --example drive_stats_speed`.

use std::io::{BufReader, Read};
use std::time::Instant;

use planner::fit::DriveStats;

/// Makes rows as wide as the real ones: some 200 columns, most of them empty.
struct Rows {
    row: Vec<u8>,
    position: usize,
    number: u64,
    left: u64,
}

impl Rows {
    fn next_row(&mut self) {
        const DRIVES: u64 = 300_000;
        let (day, drive) = (self.number / DRIVES, self.number % DRIVES);
        self.number += 1;
        let date = format!("2024-{:02}-{:02}", day / 28 % 12 + 1, day % 28 + 1);
        let hours = drive % 70_000 + day * 24;
        let model = drive % 97;
        self.row = format!(
            "{date},ZR{drive:08},ST16000NM{model:03}G,16000900661248,0,,,,,,,100,82,,,,,,,100,{hours},,,,100"
        )
        .into_bytes();
        self.row.extend(std::iter::repeat_n(*b",0,,100", 80).flatten());
        self.row.push(b'\n');
        self.position = 0;
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.position == self.row.len() {
            if self.left < self.row.len() as u64 {
                return Ok(0);
            }
            self.next_row();
        }
        let length = buffer.len().min(self.row.len() - self.position);
        buffer[..length].copy_from_slice(&self.row[self.position..self.position + length]);
        self.position += length;
        self.left -= length as u64;
        Ok(length)
    }
}

#[expect(clippy::print_stdout, reason = "an example speaks to its user")]
fn main() {
    const BYTES: u64 = 2_000_000_000;
    let header =
        "date,serial_number,model,capacity_bytes,failure,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,smart_9_raw,rest\n";
    let rows = Rows {
        row: header.as_bytes().to_vec(),
        position: 0,
        number: 0,
        left: BYTES,
    };
    let mut stats = DriveStats::default();
    let start = Instant::now();
    let outcome = stats.read(BufReader::with_capacity(1 << 20, rows), "made", |_| {});
    let seconds = start.elapsed().as_secs_f64();
    match outcome {
        Ok(()) => println!("{} rows, {:.0} MB/s", stats.rows(), BYTES as f64 / 1e6 / seconds),
        Err(error) => println!("{error}"),
    }
}
