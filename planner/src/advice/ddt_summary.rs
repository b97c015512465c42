//! Reads the lines in which OpenZFS counts the entries of a dedup table.

use super::fields::refuse;
use super::nicenum::{NiceNumber, parse_nice_number};
use super::version::ZfsRelease;
use crate::error::Error;

/// The key of an entry in bytes. It does not shrink, so an average below it is none.
const KEY_BYTES: f64 = 40.0;

/// What the lines say about the dedup table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DedupTableSize {
    /// Number of entries.
    pub entries: u64,
    /// Bytes on disk, all entries together.
    pub on_disk: f64,
    /// Bytes in memory if all of the table is cached.
    pub in_core: f64,
    /// Bytes in memory now; printed from 2.3.
    pub cached: Option<f64>,
    /// Share of the table in memory now, in percent; printed from 2.3.
    pub cached_percent: Option<f64>,
}

/// Returns the error for line `number` of the text, counted from 1.
pub(super) fn malformed(number: usize, line: &str, reason: &str) -> Error {
    refuse(
        "ddt_line_malformed",
        format!("line {number}: `{}` {reason}", line.trim()),
        "paste the output of `zpool status -D`, `zdb -S` or `zdb -D` as it was printed",
    )
}

/// Returns whether the two sizes are totals rather than averages per entry.
///
/// The kernel divided by the number of entries up to 2.2 and does not from 2.3. Where the release is not known, a size
/// of 40 bytes or more for every entry is a total: the key alone takes that much.
#[expect(clippy::cast_precision_loss, reason = "compared with a factor to spare")]
fn sizes_are_totals(zfs: Option<ZfsRelease>, entries: u64, in_core: f64) -> bool {
    match zfs {
        Some(zfs) => zfs >= ZfsRelease::V2_3,
        None => in_core >= KEY_BYTES * entries as f64,
    }
}

fn number_at(number: usize, line: &str, text: &str) -> Result<NiceNumber, Error> {
    parse_nice_number(text)
        .map_err(|_| malformed(number, line, &format!("has `{text}` where a number is due")))
}

/// Returns the table described by a line such as `dedup: DDT entries 282985, size 354 on disk, 222 in core`, or nothing
/// where the line is about something else.
///
/// # Errors
/// [`Error::Rule`] with `ddt_line_malformed`, naming the line, where it is such a line but not a whole one.
#[expect(
    clippy::cast_precision_loss,
    reason = "sizes of a table are planned with, not paid by the byte"
)]
pub(super) fn summary_line(
    number: usize,
    line: &str,
    zfs: Option<ZfsRelease>,
) -> Result<Option<DedupTableSize>, Error> {
    let text = line.trim();
    let text = text.strip_prefix("dedup:").map_or(text, str::trim);
    if text.starts_with("no DDT entries") {
        return Ok(Some(DedupTableSize {
            entries: 0,
            on_disk: 0.0,
            in_core: 0.0,
            cached: None,
            cached_percent: None,
        }));
    }
    let Some(rest) = text.strip_prefix("DDT entries") else {
        return Ok(None);
    };
    // A comma inside a number is a decimal mark; between the parts a blank follows.
    let parts: Vec<&str> = rest.trim().split(", ").map(str::trim).collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let on_disk = part(1)
        .strip_prefix("size ")
        .and_then(|rest| rest.strip_suffix(" on disk"));
    let in_core = part(2).strip_suffix(" in core");
    let (Some(on_disk), Some(in_core)) = (on_disk, in_core) else {
        return Err(malformed(
            number,
            line,
            "is not `entries N, size A on disk, B in core`",
        ));
    };
    let entries = number_at(number, line, part(0))?.rounded();
    let on_disk = number_at(number, line, on_disk.trim())?.value;
    let in_core = number_at(number, line, in_core.trim())?.value;
    let factor = if sizes_are_totals(zfs, entries, in_core) {
        1.0
    } else {
        entries as f64
    };
    let (cached, cached_percent) = match parts.get(3) {
        None => (None, None),
        Some(text) => {
            let (size, percent) = text
                .split_once(" cached (")
                .and_then(|(size, rest)| Some((size, rest.strip_suffix("%)")?)))
                .ok_or_else(|| malformed(number, line, "does not end in `C cached (P%)`"))?;
            let cached = number_at(number, line, size.trim())?.value;
            (Some(cached), Some(number_at(number, line, percent.trim())?.value))
        }
    };
    Ok(Some(DedupTableSize {
        entries,
        on_disk: on_disk * factor,
        in_core: in_core * factor,
        cached,
        cached_percent,
    }))
}

/// Returns the table described by a line of `zdb -D`, one for each object of the table, or nothing where the line is
/// about something else:
/// `DDT-sha256-zap-unique: 566 entries, size 1343 on disk, 217 in core` to 2.2,
/// `DDT-sha256-zap-unique: dspace=760320; mspace=122822; entries=566` from 2.3.
///
/// # Errors
/// [`Error::Rule`] with `ddt_line_malformed`, naming the line, where it is such a line but not a whole one.
#[expect(
    clippy::cast_precision_loss,
    reason = "sizes of a table are planned with, not paid by the byte"
)]
pub(super) fn object_line(
    number: usize,
    line: &str,
    zfs: Option<ZfsRelease>,
) -> Result<Option<DedupTableSize>, Error> {
    let text = line.trim();
    let Some((name, rest)) = text.split_once(": ") else {
        return Ok(None);
    };
    if !name.starts_with("DDT-") || name.starts_with("DDT-log") {
        return Ok(None);
    }
    let whole_line = || malformed(number, line, "is not a whole line of `zdb -D`");
    if let Some(rest) = rest.strip_prefix("dspace=") {
        let (on_disk, rest) = rest.split_once("; mspace=").ok_or_else(whole_line)?;
        let (in_core, entries) = rest.split_once("; entries=").ok_or_else(whole_line)?;
        return Ok(Some(DedupTableSize {
            entries: number_at(number, line, entries.trim())?.rounded(),
            on_disk: number_at(number, line, on_disk.trim())?.value,
            in_core: number_at(number, line, in_core.trim())?.value,
            cached: None,
            cached_percent: None,
        }));
    }
    let Some((entries, rest)) = rest.split_once(" entries, size ") else {
        return Ok(None);
    };
    let (on_disk, in_core) = rest.split_once(" on disk, ").ok_or_else(whole_line)?;
    let in_core = in_core.strip_suffix(" in core").ok_or_else(whole_line)?;
    let entries = number_at(number, line, entries.trim())?.rounded();
    let in_core = number_at(number, line, in_core.trim())?.value;
    let on_disk = number_at(number, line, on_disk.trim())?.value;
    let factor = if sizes_are_totals(zfs, entries, in_core) {
        1.0
    } else {
        entries as f64
    };
    Ok(Some(DedupTableSize {
        entries,
        on_disk: on_disk * factor,
        in_core: in_core * factor,
        cached: None,
        cached_percent: None,
    }))
}
