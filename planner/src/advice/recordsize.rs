//! Which record size suits a workload, and what does a small write cost in a larger record?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// What a dataset holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetUse {
    /// PostgreSQL tables and indexes.
    PostgresqlData,
    /// PostgreSQL write-ahead log.
    PostgresqlWal,
    /// InnoDB tablespaces.
    InnodbData,
    /// InnoDB redo log.
    InnodbLog,
    /// SQLite files.
    Sqlite,
    /// Files being downloaded in pieces.
    Bittorrent,
    /// Large files read and written from one end to the other.
    Sequential,
}

/// The words for [`DatasetUse`].
const USES: [(&str, DatasetUse); 7] = [
    ("postgresql_data", DatasetUse::PostgresqlData),
    ("postgresql_wal", DatasetUse::PostgresqlWal),
    ("innodb_data", DatasetUse::InnodbData),
    ("innodb_log", DatasetUse::InnodbLog),
    ("sqlite", DatasetUse::Sqlite),
    ("bittorrent", DatasetUse::Bittorrent),
    ("sequential", DatasetUse::Sequential),
];

impl DatasetUse {
    /// Returns the recordsize in bytes.
    ///
    /// # Source
    /// OpenZFS documentation, Workload Tuning.
    #[must_use]
    pub const fn recordsize(self) -> u64 {
        match self {
            Self::PostgresqlData | Self::PostgresqlWal => 32 << 10,
            Self::InnodbData | Self::Bittorrent => 16 << 10,
            Self::Sqlite => 64 << 10,
            Self::InnodbLog => 128 << 10,
            Self::Sequential => 1 << 20,
        }
    }

    /// Returns what to set beside the recordsize, with the reason.
    #[must_use]
    pub const fn further(self) -> &'static str {
        match self {
            Self::PostgresqlData | Self::PostgresqlWal => {
                "compression=lz4; full_page_writes=off if no record is smaller than the 8K page; data and WAL in datasets \
                 of one parent, snapshot together"
            }
            Self::InnodbData => "primarycache=metadata, logbias=throughput, innodb_doublewrite=0",
            Self::InnodbLog => "primarycache=metadata",
            Self::Sqlite => "PRAGMA page_size=65536 before the first table",
            Self::Bittorrent => {
                "a dataset of its own; copy finished files elsewhere to have them in one piece"
            }
            Self::Sequential => "compression=lz4",
        }
    }
}

/// Checks a recordsize of `bytes` bytes.
///
/// # Errors
/// [`Error::Rule`]: `not_power_of_two`, or `out_of_range` outside 512 bytes to 16 MiB.
pub fn check_recordsize(bytes: u64) -> Result<(), Error> {
    if !bytes.is_power_of_two() {
        return Err(refuse(
            "not_power_of_two",
            format!("`{bytes}` bytes is no power of two, which a record must be"),
            "write 16K, 32K, 128K or 1M",
        ));
    }
    if (512..=16 << 20).contains(&bytes) {
        return Ok(());
    }
    Err(refuse(
        "out_of_range",
        format!("`{bytes}` bytes is outside 512 bytes to 16 MiB, the range of record sizes"),
        "write 16K, 32K, 128K or 1M",
    ))
}

/// Whether the rest of a record is at hand when a part of it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordState {
    /// In memory.
    InArc,
    /// To be read from the pool first.
    OnDisk,
}

/// Returns how many bytes move for each byte of a `page` written into a record of `record` bytes, both above 0.
///
/// # Formula
/// ```text
/// 1 if record ≤ page; else record / page, twice that if the record must be read first
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a ratio")]
pub fn rewrite_factor(record: u64, page: u64, state: RecordState) -> f64 {
    if record <= page {
        return 1.0;
    }
    let factor = record as f64 / page as f64;
    match state {
        RecordState::InArc => factor,
        RecordState::OnDisk => 2.0 * factor,
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let page = fields.positive("page_bytes")?;
    let record = fields.positive("recordsize_bytes")?;
    if let Some(dataset) = fields.word("workload", &USES)? {
        answer.put("recordsize_bytes", dataset.recordsize());
        answer.put("further_settings", dataset.further());
        if let Some(page) = page.filter(|page| *page > dataset.recordsize()) {
            answer.warn(
                "record_smaller_than_page",
                format!(
                    "pages of {page} bytes then span several records; take a recordsize of at least that"
                ),
            );
        }
        let postgresql = matches!(dataset, DatasetUse::PostgresqlData | DatasetUse::PostgresqlWal);
        if postgresql && fields.text("compression")?.as_deref() == Some("off") {
            answer.warn(
                "compression_off",
                "records larger than the page pay by compressing: set compression=lz4",
            );
        }
    }
    if let Some(record) = record {
        check_recordsize(record)?;
    }
    if let (Some(record), Some(page)) = (record, page) {
        let state = match fields.flag("record_in_arc")? {
            Some(true) => RecordState::InArc,
            _ => RecordState::OnDisk,
        };
        answer.put("rewrite_io_factor", rewrite_factor(record, page, state));
    }
    let changed = fields.word("change", &[("recordsize", ())])?;
    if changed.is_some() {
        let existing = fields.flag("existing_files")?.unwrap_or(true);
        answer.put("affects_existing_files", !existing);
        if existing {
            answer.warn(
                "existing_files_keep_their_record_size",
                "a new recordsize counts for files created afterwards; rewriting parts of an old file keeps its size. \
                 Copy and rename it, dump and restore, or VACUUM FULL",
            );
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "recordsize",
    summary: "Record size for a workload, and what small writes cost in larger records",
    inputs: &[
        Input::word(
            "workload",
            &[
                "postgresql_data",
                "postgresql_wal",
                "innodb_data",
                "innodb_log",
                "sqlite",
                "bittorrent",
                "sequential",
            ],
            "what the dataset holds",
        ),
        Input::name("compression", "property compression of the dataset").or("lz4"),
        Input::bytes("page_bytes", "size of the application's writes"),
        Input::bytes(
            "recordsize_bytes",
            "property recordsize, for the cost of small writes",
        ),
        Input::flag(
            "record_in_arc",
            "whether the record is in memory when part of it is written",
        )
        .or("false"),
        Input::word("change", &["recordsize"], "property about to be changed"),
        Input::flag("existing_files", "whether files exist already").or("true"),
    ],
    outputs: &[
        Output::new(
            "recordsize_bytes",
            "bytes",
            &["workload"],
            "property recordsize to set",
        ),
        Output::new("further_settings", "word", &["workload"], "what to set beside it"),
        Output::new(
            "rewrite_io_factor",
            "x",
            &["page_bytes", "recordsize_bytes"],
            "bytes moved for each byte that the application writes",
        ),
        Output::new(
            "affects_existing_files",
            "bool",
            &["change"],
            "whether files that exist already change",
        ),
    ],
    sources: &["OpenZFS documentation, Workload Tuning; man zfsprops(7) recordsize"],
    rule: answer,
};
