//! What was understood of the drives, in a few lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::style::{NAME_WIDTH, cut, wrapped};
use crate::drive::{Drive, Media, Transport};
use crate::figures::{counted, grouped, label_size};

/// Most kinds of drive and most batches that are listed before "and more".
const LISTED: usize = 8;

/// Returns the summary: how many drives of which kinds, the batches, how much is assumed.
///
/// `origin` names where they were read, such as `drives.csv (CSV, ';')`.
#[must_use]
pub fn summary(drives: &[Drive], origin: &str, assumptions: usize, width: usize) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for drive in drives {
        let kind = kind(drive);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let listed: Vec<String> = kinds
        .iter()
        .take(LISTED)
        .map(|(kind, count)| format!("{} × {kind}", grouped(*count as u64)))
        .collect();
    let more = if kinds.len() > LISTED {
        format!("; and {} more kinds", kinds.len() - LISTED)
    } else {
        String::new()
    };
    let noun = if drives.len() == 1 { "drive" } else { "drives" };
    let mut text = wrapped(
        &format!(
            "{} {noun} from {origin}: {}{more}",
            grouped(drives.len() as u64),
            listed.join("; ")
        ),
        width,
    );
    text.push('\n');
    let mut second = batches(drives);
    if assumptions > 0 {
        let _ = write!(
            second,
            "; {} assumed (zplan inventory shows which)",
            counted(assumptions as u64, "fact")
        );
    }
    text.push_str(&wrapped(&second, width));
    text.push('\n');
    text
}

/// A drive as a person says it: `ST18000NM000J 18 TB, 7200 rpm SATA, 512e`.
fn kind(drive: &Drive) -> String {
    let mut text = drive
        .model
        .as_deref()
        .map_or_else(|| "unnamed".to_owned(), |model| cut(model, NAME_WIDTH));
    match drive.capacity {
        Some(capacity) => {
            let _ = write!(text, " {}", label_size(capacity.value.bytes));
        }
        None => text.push_str(" of unknown size"),
    }
    let mut details = Vec::new();
    match (
        drive.rpm.map(|fact| fact.value),
        drive.media.map(|fact| fact.value),
    ) {
        (Some(rpm), _) if rpm > 0 => details.push(format!("{rpm} rpm")),
        (_, Some(Media::Ssd)) | (Some(0), _) => details.push("SSD".to_owned()),
        (_, Some(Media::Hdd)) => details.push("HDD".to_owned()),
        _ => {}
    }
    if let Some(transport) = drive.transport {
        details.push(transport_name(transport.value).to_owned());
    }
    let mut parts = Vec::new();
    if !details.is_empty() {
        parts.push(details.join(" "));
    }
    if let (Some(logical), Some(physical)) = (drive.logical_sector, drive.physical_sector) {
        parts.push(match (logical.value.as_u32(), physical.value.as_u32()) {
            (512, 512) => "512n".to_owned(),
            (512, 4096) => "512e".to_owned(),
            (4096, 4096) => "4Kn".to_owned(),
            (logical, physical) => format!("{logical}/{physical}"),
        });
    }
    for part in parts {
        let _ = write!(text, ", {part}");
    }
    text
}

/// Returns the usual spelling of a transport.
#[must_use]
pub const fn transport_name(transport: Transport) -> &'static str {
    match transport {
        Transport::Sata => "SATA",
        Transport::Sas => "SAS",
        Transport::Nvme => "NVMe",
        Transport::Usb => "USB",
        Transport::Virtio => "virtio",
        Transport::Scsi => "SCSI",
    }
}

fn batches(drives: &[Drive]) -> String {
    let mut known: BTreeMap<&str, (usize, Option<String>)> = BTreeMap::new();
    let mut unknown = 0;
    for drive in drives {
        match &drive.batch {
            Some(batch) => {
                let entry = known.entry(batch.value.as_ref()).or_insert((0, None));
                entry.0 += 1;
                if entry.1.is_none() {
                    entry.1 = drive.manufactured.map(|made| made.value.to_string());
                }
            }
            None => unknown += 1,
        }
    }
    if known.is_empty() {
        return "batches unknown: drives of one model may have been made together".to_owned();
    }
    let listed: Vec<String> = known
        .iter()
        .take(LISTED)
        .map(|(batch, (count, made))| {
            let made = made
                .as_ref()
                .filter(|made| !batch.contains(made.as_str()))
                .map_or_else(String::new, |made| format!(" {made}"));
            format!("{}{made} ×{count}", cut(batch, NAME_WIDTH))
        })
        .collect();
    let mut text = format!("batches {}", listed.join(", "));
    if known.len() > LISTED {
        let _ = write!(text, " and {} more", known.len() - LISTED);
    }
    if unknown > 0 {
        let _ = write!(text, "; {} of unknown batch", counted(unknown, "drive"));
    }
    text
}
