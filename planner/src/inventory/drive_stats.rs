//! Backblaze drive-stats CSV as an inventory: the latest row of every drive; its date is that of the reading, not of
//! manufacture.

use std::collections::HashMap;

use super::device::Device;
use super::{FileReading, Skipped};
use crate::diagnostic::Severity;

use super::messages::Words;

/// Returns whether the text is a drive-stats table.
pub(crate) fn is_text(text: &str) -> bool {
    let header = text.lines().next().unwrap_or("");
    header
        .trim_start_matches('\u{feff}')
        .starts_with("date,serial_number,model,capacity_bytes,failure")
}

/// Reads the table.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut table = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let hours_column = table
        .headers()
        .ok()
        .and_then(|headers| headers.iter().position(|header| header == "smart_9_raw"));
    let mut latest: HashMap<String, csv::StringRecord> = HashMap::new();
    let mut order: Vec<String> = Vec::new();
    for record in table.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                reading.messages.about(
                    Severity::Error,
                    line,
                    Words::new("this row is no CSV", "copy the file again"),
                );
                return;
            }
        };
        let serial = record.get(1).unwrap_or("").to_owned();
        let newer = latest
            .get(&serial)
            .is_none_or(|known| known.get(0) <= record.get(0));
        if newer {
            if !latest.contains_key(&serial) {
                order.push(serial.clone());
            }
            latest.insert(serial, record);
        }
    }
    for serial in order {
        if let Some(record) = latest.get(&serial) {
            drive(record, hours_column, reading);
        }
    }
}

fn drive(record: &csv::StringRecord, hours_column: Option<usize>, reading: &mut FileReading) {
    let field = |index: usize| record.get(index).unwrap_or("").trim();
    if field(4) == "1" {
        reading.skipped.push(Skipped {
            name: crate::text::excerpt(field(1)),
            reason: format!("failed on {}", crate::text::excerpt(field(0))),
            source: reading.messages.file().to_string(),
        });
        return;
    }
    let line = record.position().map_or(0, csv::Position::line);
    let mut device = Device::new(&mut reading.messages, line);
    device.serial(field(1));
    device.model(field(2));
    match field(3).parse::<i128>() {
        Ok(bytes) => device.exact("capacity_bytes", bytes),
        Err(_) => {
            let message = format!("`{}` is not a number of bytes", crate::text::excerpt(field(3)));
            device.refuse("capacity_bytes", &message, "copy the row again");
        }
    }
    if let Some(hours) = hours_column.and_then(|column| field(column).parse::<i128>().ok()) {
        device.hours(hours);
    }
    let drive = device.finish();
    reading.drives.push(drive);
}
