//! `multipath -ll` of Linux: one drive per map, however many paths lead to it; its size is rounded.

use super::FileReading;
use super::device::Device;

/// Returns whether the text is of `multipath -ll`.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains(" dm-") && text.contains("size=") && text.contains("policy=")
}

/// Reads the maps.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut head: Option<(u64, &str)> = None;
    let mut size = "";
    let mut paths: Vec<&str> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.contains(" dm-") && !line.starts_with([' ', '|', '`']) {
            map(head, size, &paths, reading);
            head = Some((index as u64 + 1, line));
            size = "";
            paths.clear();
        } else if let Some(rest) = line.strip_prefix("size=") {
            size = rest.split(' ').next().unwrap_or("");
        } else if let Some(path) = line
            .split_whitespace()
            .skip_while(|word| word.split(':').count() != 4)
            .nth(1)
        {
            paths.push(path);
        }
    }
    map(head, size, &paths, reading);
}

fn map(head: Option<(u64, &str)>, size: &str, paths: &[&str], reading: &mut FileReading) {
    let Some((line, head)) = head else { return };
    let mut device = Device::new(&mut reading.messages, line);
    let (before, product) = head.split_once(" dm-").unwrap_or((head, ""));
    let (name, unit) = before.split_once(' ').unwrap_or((before, before));
    device.name(name);
    device.path(&format!("mapper/{name}"));
    // The number before the name says of which kind it is: 3 for NAA.
    let unit = unit
        .trim()
        .trim_matches(|character| matches!(character, '(' | ')'));
    device.wwn(unit.strip_prefix('3').unwrap_or(unit));
    if let Some((vendor, model)) = product
        .split_once(' ')
        .and_then(|(_, product)| product.split_once(','))
    {
        device.vendor(vendor);
        device.model(model);
    }
    device.rounded("size", size);
    device.note(format!(
        "one drive on {} paths: {}",
        paths.len(),
        paths.join(", ")
    ));
    let drive = device.finish();
    reading.drives.push(drive);
}
