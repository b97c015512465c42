//! How much memory does a dedup table take that is not there yet, and when does OpenZFS stop adding to it?

use super::answer::Answer;
use super::fields::{Fields, refuse, share};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

const GIB: u64 = 1 << 30;
/// Memory for an entry where none was measured, in bytes.
///
/// # Source
/// OpenZFS documentation, Workload Tuning, Deduplication: slightly more than 320 bytes.
pub const PLANNED_ENTRY_BYTES: u64 = 320;
/// The key of an entry on disk and in memory.
const KEY_BYTES: u64 = 40;

/// The form of a dedup table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableForm {
    /// Before 2.3, or without the feature `fast_dedup`.
    Legacy,
    /// With the feature `fast_dedup`, from 2.3.
    Fast,
}

impl TableForm {
    /// Returns the bytes of one entry in the table object, before its compression.
    ///
    /// # Source
    /// OpenZFS `include/sys/ddt.h`: 40 bytes of key with four variants of 64 bytes, or with one flat of 72.
    #[must_use]
    pub const fn payload_bytes(self) -> u64 {
        match self {
            Self::Legacy => KEY_BYTES + 4 * 64,
            Self::Fast => KEY_BYTES + 72,
        }
    }

    /// Returns the bytes of one entry of the log in memory.
    ///
    /// # Source
    /// OpenZFS `include/sys/ddt_impl.h`, `ddt_log_entry_t` and its phys part.
    #[must_use]
    pub const fn log_entry_bytes(self) -> u64 {
        match self {
            Self::Legacy => 72 + 4 * 64,
            Self::Fast => 72 + 72,
        }
    }
}

/// Returns the greatest number of entries for `data` bytes in blocks of `block` bytes; a partial last block counts.
///
/// # Errors
/// [`Error::Rule`] with `out_of_range` if `block` is 0.
pub fn entries_at_most(data: u64, block: u64) -> Result<u64, Error> {
    if block == 0 {
        return Err(refuse(
            "out_of_range",
            "`block_bytes`: a block has at least one byte",
            "",
        ));
    }
    Ok(data.div_ceil(block))
}

/// Returns the smallest ARC in bytes that can hold a table of `table` bytes.
///
/// # Formula
/// ```text
/// 4 · table          where metadata may take a quarter: zfs-fuse, ZFS on Linux to 0.6.2
/// 4 · table / 3      where it may take three quarters: 0.6.3 to 2.1
/// table              where no cap is left: 2.2 and later; the working set comes on top
/// ```
#[must_use]
pub fn arc_for_table(table: u64, zfs: ZfsRelease) -> u64 {
    if zfs < ZfsRelease::V0_6_3 {
        table.saturating_mul(4)
    } else if zfs < ZfsRelease::V2_2 {
        share(table, 4, 3)
    } else {
        table
    }
}

/// Returns the greatest size in bytes of a dedup table on a dedup vdev of `vdev` bytes with `dedup_table_quota=auto`.
///
/// # Source
/// OpenZFS `module/zfs/ddt.c`, `ddt_special_over_quota`.
#[must_use]
pub fn auto_quota(vdev: u64) -> u64 {
    let part = share(vdev, 85, 100);
    if vdev > 8 * GIB {
        part.max(vdev - 8 * GIB)
    } else {
        part
    }
}

/// Returns the memory that the log of a fast dedup table may take: 1 % of all, at least 1 MiB.
///
/// # Source
/// OpenZFS `module/zfs/ddt_log.c`, `zfs_dedup_log_mem_max_percent`.
#[must_use]
pub fn log_memory_max(ram: u64) -> u64 {
    (ram / 100).max(1 << 20)
}

/// Returns the memory that the manual's rule of thumb gives: 1.25 GiB for each TiB stored.
#[must_use]
pub fn manual_rule(stored: u64) -> u64 {
    share(stored, 5, 4096)
}

fn need_fast_dedup(zfs: Option<ZfsRelease>) -> Result<(), Error> {
    match zfs {
        Some(zfs) if zfs < ZfsRelease::V2_3 => Err(refuse(
            "feature_not_in_version",
            format!("OpenZFS {zfs} has neither fast dedup nor a quota for the table; both came with 2.3"),
            "",
        )),
        _ => Ok(()),
    }
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    #[derive(Clone, Copy, PartialEq)]
    enum Rule {
        ManualThumb,
        GuideEightfold,
    }
    let zfs = fields.zfs()?;
    let entry_bytes = fields.positive("bytes_per_entry")?;
    let entry = entry_bytes.unwrap_or(PLANNED_ENTRY_BYTES);
    let rules = [
        ("man_1_25GiB_per_TiB", Rule::ManualThumb),
        ("guide_x8", Rule::GuideEightfold),
    ];
    let rule = fields.word("rule", &rules)?;
    let data = fields.count("unique_data_bytes")?;
    let block = fields.positive("block_bytes")?;
    let stored = fields.count("stored_bytes")?;
    let table_bytes = fields.count("ddt_bytes")?;
    let quarter = fields.word("meta_share", &[("1/4", ())])?;
    let form = fields.word(
        "table",
        &[("legacy", TableForm::Legacy), ("fast", TableForm::Fast)],
    )?;
    let mut answer = Answer::default();

    if let (Some(data), Some(block)) = (data, block) {
        answer.put("ram_bytes", entries_at_most(data, block)?.saturating_mul(entry));
        answer.put("rule_of_thumb_bytes", manual_rule(data));
    } else if let (Some(Rule::ManualThumb), Some(stored)) = (rule, stored) {
        answer.put("ram_bytes", manual_rule(stored));
    }
    if rule == Some(Rule::ManualThumb) {
        // 1.25 GiB per TiB is one byte in 819.2, so an entry covers 819.2 times its own size.
        answer.put("implied_block_bytes", share(entry, 8192, 10));
    }
    if let Some(table) = table_bytes {
        let bytes = match (rule, quarter, zfs) {
            (Some(Rule::GuideEightfold), ..) => {
                answer.warn(
                    "rule_of_old_releases",
                    "eight times the table was measured where metadata had a quarter of the ARC; no current release needs it",
                );
                Some(table.saturating_mul(8))
            }
            (_, Some(()), _) => Some(table.saturating_mul(4)),
            (.., Some(zfs)) => Some(arc_for_table(table, zfs)),
            _ => None,
        };
        answer.put_some("arc_min_for_ddt_bytes", bytes);
    }
    if let Some(form) = form {
        if form == TableForm::Fast {
            need_fast_dedup(zfs)?;
        }
        answer.put("zap_payload_bytes_per_entry", form.payload_bytes());
        answer.put("log_entry_bytes", form.log_entry_bytes());
    }
    if let Some(ram) = fields.positive("ram_bytes")? {
        need_fast_dedup(zfs)?;
        answer.put("dedup_log_mem_max_bytes", log_memory_max(ram));
    }
    if let Some(vdev) = fields.positive("dedup_vdev_bytes")? {
        need_fast_dedup(zfs)?;
        let quota = fields.text("dedup_table_quota")?.unwrap_or("auto".into());
        match quota.as_ref() {
            "auto" => answer.put("auto_quota_bytes", auto_quota(vdev)),
            "none" => {}
            other if super::fields::parse_size(other).is_some() => {}
            _ => return Err(fields.out_of_range("dedup_table_quota", "must be auto, none or a size")),
        }
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "ddt-ram",
    summary: "Memory for a planned dedup table, and the quota that stops its growth",
    inputs: &[
        Input::bytes("unique_data_bytes", "distinct data that the table will describe"),
        Input::bytes(
            "block_bytes",
            "mean block size: recordsize or volblocksize, smaller for small files",
        ),
        Input::bytes(
            "bytes_per_entry",
            "memory for one entry, where measured (topic ddt-parse)",
        )
        .or("320"),
        Input::word(
            "rule",
            &["man_1_25GiB_per_TiB", "guide_x8"],
            "a rule of thumb to compare with",
        ),
        Input::bytes("stored_bytes", "stored data, for the rule of thumb"),
        Input::bytes("ddt_bytes", "size of a table in memory"),
        Input::word(
            "meta_share",
            &["1/4"],
            "share of the ARC that metadata may take, where the release is not given",
        ),
        Input::zfs(),
        Input::word(
            "table",
            &["legacy", "fast"],
            "form of the table; fast from 2.3 with the feature fast_dedup",
        ),
        Input::bytes("ram_bytes", "memory the kernel sees, for the limit of the log"),
        Input::name(
            "dedup_table_quota",
            "pool property dedup_table_quota: auto, none or a size",
        )
        .or("auto"),
        Input::bytes(
            "dedup_vdev_bytes",
            "size of the dedup vdev, or of the special vdev that holds the table",
        ),
    ],
    outputs: &[
        Output::new(
            "ram_bytes",
            "bytes",
            &["unique_data_bytes", "block_bytes"],
            "memory for the whole table",
        ),
        Output::new(
            "rule_of_thumb_bytes",
            "bytes",
            &["unique_data_bytes", "block_bytes"],
            "1.25 GiB for each TiB, right only for blocks of 256 KiB",
        ),
        Output::new(
            "implied_block_bytes",
            "bytes",
            &["rule"],
            "mean block for which the rule of thumb is right",
        ),
        Output::new(
            "arc_min_for_ddt_bytes",
            "bytes",
            &["ddt_bytes", "zfs"],
            "smallest ARC that can hold the table",
        ),
        Output::new(
            "zap_payload_bytes_per_entry",
            "bytes",
            &["table"],
            "one entry on disk before compression",
        ),
        Output::new(
            "log_entry_bytes",
            "bytes",
            &["table"],
            "one entry of the log in memory",
        ),
        Output::new(
            "dedup_log_mem_max_bytes",
            "bytes",
            &["ram_bytes", "zfs"],
            "memory that the log may take, from 2.3",
        ),
        Output::new(
            "auto_quota_bytes",
            "bytes",
            &["dedup_vdev_bytes", "zfs"],
            "size at which the table stops growing",
        ),
    ],
    sources: &[
        "OpenZFS include/sys/ddt.h, ddt_impl.h; module/zfs/ddt.c, ddt_log.c",
        "OpenZFS documentation, Workload Tuning, Deduplication; man zpoolprops(7) dedup_table_quota",
    ],
    rule: answer,
};
