//! Which drives are there, and what is known of each?
//!
//! [`read`] takes the bytes of files that people have and returns the drives in them, with a message for everything
//! that is doubtful or wrong. One file per format turns text into drives; here they are told apart by content, put
//! together, named and judged. [`shorthand`] reads drives named on the command line, [`write_csv`] writes the
//! inventory in a form that reads back to the same drives.
//!
//! What is left out: opening files, and what a plan assumes where nothing is known.

mod batch;
mod cell;
mod csv;
mod device;
mod drive_stats;
mod encoding;
mod freebsd;
mod hash;
mod hdparm;
mod identity;
mod json;
mod lsblk;
mod messages;
mod models;
mod multipath;
mod neighbours;
mod nvme;
pub mod overrides;
mod pools;
mod proxmox;
mod record;
mod redfish;
mod request;
mod sas2ircu;
mod serial;
pub mod shorthand;
mod smartctl;
mod ssacli;
mod storcli;
mod together;
mod truenas;
pub mod verdict;
mod windows;
mod write;
mod zdb;
mod zpool;

use std::borrow::Cow;
use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::drive::Drive;

pub use cell::date::DateOrder;
pub(crate) use cell::size::likely_bytes;
pub use encoding::{Decoders, Decoding};
pub use pools::{PresentPool, PresentVdev};
pub use record::DriveRecord;
pub use request::InventoryRequest;
pub use write::write_csv;

use messages::{Messages, Words};
use together::Together;

/// One inventory holds at most this many drives; a plan takes far fewer.
pub const MOST_DRIVES: usize = 2_000_000;

/// One file to read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'bytes> {
    /// Name of the file as the user gave it; `standard input` for `-`.
    pub name: &'bytes str,
    /// What is in it.
    pub bytes: &'bytes [u8],
}

/// How to read.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The day that counts as today; nothing was made after it.
    pub as_of: Date,
    /// The encoding of files that are neither UTF-8 nor UTF-16.
    pub encoding: Option<String>,
    /// Who decodes files in that encoding.
    pub decoders: Decoders,
    /// The order of dates such as `03/04/2021`, where the file does not prove it.
    pub date_order: Option<DateOrder>,
    /// Facts for all drives of which they are unknown, marked as assumed; see [`overrides::set`].
    pub defaults: Box<Drive>,
}

impl ReadOptions {
    /// Returns the options of a reading on the day `as_of` without anything else named.
    #[must_use]
    pub fn on(as_of: Date) -> Self {
        Self {
            as_of,
            encoding: None,
            decoders: Decoders::default(),
            date_order: None,
            defaults: Box::new(Drive::unknown(Arc::from(""), Arc::from("--set"))),
        }
    }
}

/// Something in the input that is no drive to plan with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its name, such as `loop0`.
    pub name: String,
    /// Why it was skipped.
    pub reason: String,
    /// Where it was read.
    pub source: String,
}

/// What one file turned out to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceSummary {
    /// Name of the file.
    pub file: String,
    /// The format that was recognised, such as ``CSV, `;` ``.
    pub format: String,
    /// Its encoding.
    pub encoding: String,
    /// Drives read from it, before those of several files are put together.
    pub drives: usize,
}

/// The drives of all files.
#[derive(Debug, Clone, PartialEq)]
pub struct Inventory {
    /// The drives, in file order, each with a name of its own.
    pub drives: Vec<Drive>,
    /// Notices and warnings, in the order of files and lines.
    pub warnings: Vec<Diagnostic>,
    /// What is no drive to plan with.
    pub skipped: Vec<Skipped>,
    /// What the files turned out to be, in their order.
    pub sources: Vec<SourceSummary>,
    /// Pools that exist already.
    pub pools: Vec<PresentPool>,
}

/// What one reader makes of one file.
#[derive(Debug)]
pub(crate) struct FileReading {
    /// What the file turned out to be.
    pub(crate) format: String,
    /// The drives, unnamed where the file gives them no name.
    pub(crate) drives: Vec<Drive>,
    /// What is no drive.
    pub(crate) skipped: Vec<Skipped>,
    /// Pools that exist already.
    pub(crate) pools: Vec<PresentPool>,
    /// What is doubtful or wrong.
    pub(crate) messages: Messages,
}

/// Reads the drives of all `sources`.
///
/// # Errors
/// The messages about all files, at least one of which is an error; nothing of any file is then used. The CLI shows
/// the errors among them.
///
/// # Example
/// ```
/// use planner::inventory::{ReadOptions, Source, read};
///
/// let source = Source { name: "shelf.csv", bytes: b"model,capacity\nST18000NM000J,18 TB\n" };
/// let inventory = read(&[source], &ReadOptions::on(jiff::civil::date(2026, 1, 1))).unwrap();
/// assert_eq!(inventory.drives[0].model.as_deref(), Some("ST18000NM000J"));
/// ```
pub fn read(sources: &[Source<'_>], options: &ReadOptions) -> Result<Inventory, Vec<Diagnostic>> {
    read_beside(None, sources, options)
}

/// Reads the drives of all `sources`; those named in short come after them.
fn read_beside(
    named: Option<shorthand::Named>,
    sources: &[Source<'_>],
    options: &ReadOptions,
) -> Result<Inventory, Vec<Diagnostic>> {
    let mut together = Together::default();
    let mut warnings = Vec::new();
    let mut skipped = Vec::new();
    let mut pools = Vec::new();
    let mut summaries = Vec::new();
    let mut failed = false;
    for source in sources {
        let (mut reading, encoding) = read_one(*source, options);
        summaries.push(SourceSummary {
            file: source.name.to_owned(),
            format: reading.format,
            encoding: encoding.into_owned(),
            drives: reading.drives.len(),
        });
        skipped.extend(reading.skipped);
        pools.extend(reading.pools);
        together.add(reading.drives, sources.len() == 1, &mut reading.messages);
        failed |= reading.messages.has_errors();
        warnings.extend(reading.messages.finish());
    }
    if failed {
        warnings.sort_by_key(|message| message.severity != Severity::Error);
        return Err(warnings);
    }
    let mut drives = together.into_drives();
    if let Some(named) = named {
        drives.extend(named.drives);
        warnings.extend(named.warnings);
        summaries.push(named.summary);
    }
    let mut inventory = finish(drives, warnings, skipped, summaries, options);
    inventory.pools = pools;
    Ok(inventory)
}

/// Returns the error for a file that cannot be read at all, as the system words it: a directory, a missing file.
#[must_use]
pub fn unreadable(file: &str, problem: &str) -> Diagnostic {
    let hint = if problem.contains("directory") && !problem.contains("No such") {
        "name the files in it: `DIRECTORY/*`"
    } else {
        "check the name; `-` reads standard input"
    };
    Diagnostic {
        severity: Severity::Error,
        place: Place {
            file: file.to_owned(),
            ..Place::default()
        },
        message: problem.to_owned(),
        hint: Some(hint.to_owned()),
        excerpt: None,
    }
}

fn read_one(source: Source<'_>, options: &ReadOptions) -> (FileReading, Cow<'static, str>) {
    let mut reading = FileReading {
        format: "unknown".to_owned(),
        drives: Vec::new(),
        skipped: Vec::new(),
        pools: Vec::new(),
        messages: Messages::new(source.name),
    };
    match encoding::decode(source.bytes, options.encoding.as_deref(), &options.decoders) {
        Ok(decoded) => {
            read_text(&decoded.text, source.name, options, &mut reading);
            (reading, decoded.encoding)
        }
        Err(error) => {
            let words = Words::new(error.message, error.hint);
            reading.messages.about(Severity::Error, error.line, words);
            (reading, Cow::Borrowed("unknown"))
        }
    }
}

/// A text format: how it is told, its name, its reader.
type TextFormat = (fn(&str) -> bool, &'static str, fn(&str, &mut FileReading));

/// The formats of tools that print text, the most telling first.
const TEXT_FORMATS: [TextFormat; 15] = [
    (smartctl::is_text, "smartctl text", smartctl::read_text),
    (hdparm::is_text, "hdparm -I", hdparm::read_text),
    (sas2ircu::is_text, "sas2ircu DISPLAY", sas2ircu::read_text),
    (ssacli::is_text, "ssacli", ssacli::read_text),
    (storcli::is_text, "storcli text", storcli::read_text),
    (nvme::is_text, "nvme id text", nvme::read_text),
    (freebsd::is_diskinfo, "diskinfo -v", freebsd::read_diskinfo),
    (freebsd::is_geom, "geom list", freebsd::read_geom),
    (
        freebsd::is_camcontrol,
        "camcontrol identify",
        freebsd::read_camcontrol,
    ),
    (zdb::is_text, "zdb -C", zdb::read_text),
    (zpool::is_text, "zpool text", zpool::read_text),
    (windows::is_text, "Get-PhysicalDisk", windows::read_text),
    (multipath::is_text, "multipath -ll", multipath::read_text),
    (drive_stats::is_text, "drive-stats CSV", drive_stats::read_text),
    (is_lsblk_table, "lsblk text", refuse_lsblk_table),
];

fn read_text(text: &str, name: &str, options: &ReadOptions, reading: &mut FileReading) {
    if json::is_json(text) {
        json::read(text, reading);
        return;
    }
    let head = head(text);
    for (is_format, format, read_format) in TEXT_FORMATS {
        if !is_format(head) {
            continue;
        }
        format.clone_into(&mut reading.format);
        read_format(text, reading);
        if reading.drives.is_empty() && reading.skipped.is_empty() && !reading.messages.has_errors() {
            let words = Words::new(
                format!("no drive found in this output ({format})"),
                "copy the whole output of the command",
            );
            reading.messages.about(Severity::Error, 1, words);
        }
        return;
    }
    let table = csv::read(text, name, options);
    *reading = table;
}

/// Returns the part of the text by which its format is told; what marks a format stands early.
fn head(text: &str) -> &str {
    const LONGEST: usize = 1 << 16;
    let end = (0..=LONGEST.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

fn is_lsblk_table(text: &str) -> bool {
    text.lines()
        .take(3)
        .any(|line| line.starts_with("NAME ") && line.contains("SIZE") && !line.contains("ALLOC"))
}

/// The plain table of lsblk rounds sizes and has neither sectors nor serial numbers.
fn refuse_lsblk_table(_: &str, reading: &mut FileReading) {
    let words = Words::new(
        "this is lsblk's table for people; it has no sector sizes",
        "`lsblk -J -b -O` prints everything",
    );
    reading.messages.about(Severity::Error, 1, words);
}

/// Names, completes and judges the drives.
fn finish(
    mut drives: Vec<Drive>,
    mut warnings: Vec<Diagnostic>,
    skipped: Vec<Skipped>,
    sources: Vec<SourceSummary>,
    options: &ReadOptions,
) -> Inventory {
    warnings.extend(overrides::fill(&mut drives, &options.defaults));
    for drive in &mut drives {
        verdict::derive(drive);
        serial::derive_year(drive, options.as_of);
        warnings.extend(verdict::check_age(drive, options.as_of));
    }
    batch::derive(&mut drives);
    identity::name(&mut drives);
    for drive in &mut drives {
        verdict::judge(drive);
        // `; ` stands between notes where they share a cell.
        for note in &mut drive.notes {
            if note.contains("; ") {
                *note = note.replace("; ", ", ");
            }
        }
    }
    Inventory {
        drives,
        warnings,
        skipped,
        sources,
        pools: Vec::new(),
    }
}
