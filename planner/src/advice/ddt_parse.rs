//! What does the printed state of a dedup table mean, and does dedup pay?

use super::answer::Answer;
use super::ddt_histogram::{Histogram, HistogramReader, HistogramRow};
use super::ddt_summary::{DedupTableSize, malformed, object_line, summary_line};
use super::fields::{Fields, refuse};
use super::nicenum::NiceNumber;
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// Ratio above which dedup is worth its memory and its time.
///
/// # Source
/// OpenZFS documentation, Workload Tuning: comfortably over 2.
pub const WORTHWHILE_RATIO: f64 = 2.0;

/// A pasted text about a dedup table.
#[derive(Debug, Clone, PartialEq)]
pub struct DedupReport {
    /// The summary, or the sum over the objects that `zdb -D` lists; none with `zdb -S` alone.
    pub size: Option<DedupTableSize>,
    /// The histogram, empty where none was pasted.
    pub histogram: Histogram,
    /// The ratio that the last line of `zdb` states.
    pub stated_dedup: Option<f64>,
}

impl DedupReport {
    /// Returns the number of entries: as summed up, else the blocks of the histogram, which is rounded.
    #[must_use]
    pub fn entries(&self) -> Option<u64> {
        let size = self.size.map(|size| size.entries);
        size.or_else(|| Some(self.histogram.total_or_sum()?.allocated_blocks().rounded()))
    }
}

/// Returns what the output of `zpool status -D`, `zdb -S`, `zdb -D` or a part of it says about the dedup table.
///
/// Lines about other things are passed over, whatever the locale; so is a garbled line between heading and table.
///
/// # Errors
/// [`Error::Rule`] with `ddt_line_malformed`, naming the line that is cut or garbled, or where nothing in the text is
/// about a dedup table.
///
/// # Source
/// OpenZFS `cmd/zpool/zpool_main.c`, `print_dedup_stats`; `cmd/zdb/zdb.c`, `dump_dedup_ratio`; `lib/libzfs` and
/// `module/zfs/ddt_stats.c`, `zpool_dump_ddt`.
pub fn parse_dedup_report(text: &str, zfs: Option<ZfsRelease>) -> Result<DedupReport, Error> {
    let mut summary = None;
    let mut objects: Option<DedupTableSize> = None;
    let mut stated_dedup = None;
    let mut reader = HistogramReader::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some(size) = summary_line(number, line, zfs)? {
            summary = Some(size);
        } else if let Some(size) = object_line(number, line, zfs)? {
            objects = Some(match objects {
                None => size,
                Some(sum) => DedupTableSize {
                    entries: sum.entries.saturating_add(size.entries),
                    on_disk: sum.on_disk + size.on_disk,
                    in_core: sum.in_core + size.in_core,
                    ..sum
                },
            });
        } else if let Some(rest) = line.trim().strip_prefix("dedup = ") {
            let ratio = rest.split(", ").next().unwrap_or_default();
            let ratio = super::nicenum::parse_nice_number(ratio)
                .map_err(|_| malformed(number, line, &format!("has `{ratio}` where a number is due")))?;
            stated_dedup = Some(ratio.value);
        } else {
            reader.take(number, line)?;
        }
    }
    let report = DedupReport {
        size: summary.or(objects),
        histogram: reader.finish(),
        stated_dedup,
    };
    if report.size.is_none() && report.histogram.rows.is_empty() && report.histogram.total.is_none() {
        return Err(refuse(
            "ddt_line_malformed",
            format!(
                "none of the {} lines is about a dedup table",
                text.lines().count()
            ),
            "paste the output of `zpool status -D POOL`, `zdb -S POOL` or `zdb -D POOL`",
        ));
    }
    Ok(report)
}

/// Returns the greatest and smallest ratio that the printed digits allow.
fn ratio_range(total: &HistogramRow) -> Option<(f64, f64)> {
    let (referenced, allocated): (NiceNumber, NiceNumber) =
        (total.referenced_bytes(), total.allocated_bytes());
    let least = allocated.value - allocated.uncertainty;
    (least > 0.0).then(|| {
        let low = (referenced.value - referenced.uncertainty) / (allocated.value + allocated.uncertainty);
        (low, (referenced.value + referenced.uncertainty) / least)
    })
}

fn put_size(answer: &mut Answer, size: &DedupTableSize) {
    answer.put("in_core_total_bytes", size.in_core);
    answer.put("on_disk_total_bytes", size.on_disk);
    if size.entries > 0 {
        #[expect(clippy::cast_precision_loss, reason = "an average")]
        let entries = size.entries as f64;
        answer.put("in_core_bytes_per_entry", size.in_core / entries);
    }
    answer.put_some("cached_bytes", size.cached);
    answer.put_some("cached_percent", size.cached_percent);
}

fn put_histogram(answer: &mut Answer, report: &DedupReport) {
    let histogram = &report.histogram;
    let Some(total) = histogram.total_or_sum() else {
        return;
    };
    answer.put(
        "histogram_rows",
        u64::try_from(histogram.rows.len()).unwrap_or(u64::MAX),
    );
    answer.put_some("dedup_ratio", total.dedup_ratio());
    answer.put_some("compress_ratio", total.compress_ratio());
    answer.put_some("copies_ratio", total.copies_ratio());
    if let (Some(dedup), Some(compress), Some(copies)) =
        (total.dedup_ratio(), total.compress_ratio(), total.copies_ratio())
    {
        answer.put("pool_dedupratio", (dedup * 100.0).floor() / 100.0);
        if copies > 0.0 {
            answer.put("overall_ratio", dedup * compress / copies);
        }
        answer.put("worth_it", dedup > WORTHWHILE_RATIO);
        if let Some((low, high)) = ratio_range(&total)
            && low <= WORTHWHILE_RATIO
            && high > WORTHWHILE_RATIO
        {
            answer.warn(
                "verdict_within_rounding",
                format!("the printed digits allow ratios from {low:.2} to {high:.2}, on both sides of 2"),
            );
        }
    }
    let saved = total.referenced_bytes().value - total.allocated_bytes().value;
    answer.put("saved_bytes", saved.max(0.0).round());
    let bucket = |name: &str| histogram.rows.iter().find(|row| row.bucket == name);
    answer.put_some(
        "bucket_4_allocated_blocks",
        bucket("4").map(|row| row.allocated_blocks().rounded()),
    );
    answer.put_some(
        "largest_refcnt_bucket",
        histogram.rows.last().map(|row| row.bucket.clone()),
    );
    if let (Some(unique), Some(entries)) = (bucket("1"), report.entries().filter(|entries| *entries > 0)) {
        #[expect(clippy::cast_precision_loss, reason = "a share of a rounded figure")]
        let share = unique.allocated_blocks().value / entries as f64;
        answer.put("unique_block_share", share.min(1.0));
    }
    if histogram.total.is_none() {
        answer.warn(
            "table_without_total",
            "the histogram ends before its `Total` row; the sums are those of the rows there are",
        );
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let text = fields.text("text")?.ok_or_else(|| fields.missing("text"))?;
    let zfs = fields.zfs()?;
    let source = fields.word(
        "source",
        &[("zpool status -D", ()), ("zdb -S", ()), ("zdb -D", ())],
    )?;
    let report = parse_dedup_report(&text, zfs)?;
    let mut answer = Answer::default();
    answer.put_some("entries", report.entries());
    if let Some(size) = &report.size {
        put_size(&mut answer, size);
    }
    put_histogram(&mut answer, &report);
    if let Some(stated) = report.stated_dedup
        && report.histogram.total.is_none()
    {
        answer.put("worth_it", stated > WORTHWHILE_RATIO);
    }
    if zfs.is_none() && source.is_none() && report.size.is_some_and(|size| (1..100).contains(&size.entries)) {
        answer.warn(
            "size_meaning_unsure",
            "without `zfs` the sizes of so small a table can be totals or averages; for memory either is next to nothing",
        );
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "ddt-parse",
    summary: "What zpool status -D, zdb -S or zdb -D says about a dedup table, and whether dedup pays",
    inputs: &[
        Input::text("text", "the output, pasted; any locale"),
        Input {
            default: Some("unknown"),
            ..Input::zfs()
        },
        Input::word(
            "source",
            &["zpool status -D", "zdb -S", "zdb -D"],
            "which command printed it",
        )
        .or("as the text shows"),
    ],
    outputs: &[
        Output::new(
            "entries",
            "entries",
            &["text"],
            "entries of the table, one for each distinct block",
        ),
        Output::new(
            "in_core_total_bytes",
            "bytes",
            &["text"],
            "memory for the whole table",
        ),
        Output::new(
            "on_disk_total_bytes",
            "bytes",
            &["text"],
            "the whole table on disk",
        ),
        Output::new(
            "in_core_bytes_per_entry",
            "bytes",
            &["text"],
            "memory for one entry, on average",
        ),
        Output::new(
            "cached_bytes",
            "bytes",
            &["text"],
            "part of the table in memory now, from 2.3",
        ),
        Output::new(
            "cached_percent",
            "%",
            &["text"],
            "share of the table in memory now, from 2.3",
        ),
        Output::new("histogram_rows", "rows", &["text"], "buckets of the histogram"),
        Output::new("dedup_ratio", "x", &["text"], "referenced to allocated bytes"),
        Output::new("compress_ratio", "x", &["text"], "logical to physical bytes"),
        Output::new("copies_ratio", "x", &["text"], "allocated to physical bytes"),
        Output::new(
            "overall_ratio",
            "x",
            &["text"],
            "dedup times compression over copies",
        ),
        Output::new(
            "pool_dedupratio",
            "x",
            &["text"],
            "the ratio as the pool property dedupratio shows it",
        ),
        Output::new("saved_bytes", "bytes", &["text"], "space that dedup saves"),
        Output::new(
            "bucket_4_allocated_blocks",
            "blocks",
            &["text"],
            "blocks referenced 4 to 7 times",
        ),
        Output::new(
            "largest_refcnt_bucket",
            "word",
            &["text"],
            "bucket of the most referenced block",
        ),
        Output::new(
            "unique_block_share",
            "fraction",
            &["text"],
            "share of the entries that save nothing",
        ),
        Output::new("worth_it", "bool", &["text"], "whether the ratio is above 2"),
    ],
    sources: &[
        "OpenZFS module/zfs/ddt.c, ddt_stats.c ddt_get_dedup_object_stats; cmd/zpool print_dedup_stats; cmd/zdb",
        "OpenZFS documentation, Workload Tuning, Deduplication",
    ],
    rule: answer,
};
