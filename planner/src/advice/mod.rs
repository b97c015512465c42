//! What should be set around a pool, and what is true of the memory, the log and the databases beside it?
//!
//! Every rule is a pure function of its own module and a [`Topic`] that can be asked by name with [`advise`]. A topic
//! describes its inputs and outputs, so that a command line or a page can be made from the description. For a whole
//! plan, [`plan_advice`] applies the rules that matter to it and [`emit`] writes the settings as files.
//!
//! Rules changed between releases; what a rule says holds for the release it was asked about, and an unknown release
//! is refused rather than guessed. Left out: measured speeds, which no rule can give.

mod answer;
mod arc_limits;
mod ashift_rule;
mod bench_check;
mod block_histogram;
mod claims;
mod compress_block;
mod dataset_defaults;
mod ddt_histogram;
mod ddt_parse;
mod ddt_ram;
mod ddt_summary;
mod emit;
mod fields;
mod grouping;
mod l2arc;
mod memory_budget;
mod mttdl_rule;
mod nicenum;
mod nvme_atomic;
mod nvme_namespace;
mod page_cache;
mod plan;
mod raidz_block;
mod rebuild_risk;
mod recordsize;
mod redundancy;
mod slog_size;
mod special_vdev;
mod spindle;
mod topic;
mod torn_page;
mod version;
mod zfs_dirty;
mod zil_path;
mod zvol;

use serde_json::Value as Json;

pub use answer::{Advice, Quantity, Warning};
pub use arc_limits::{ArcLimits, ArcQuestion, OperatingSystem, arc_limits};
pub use ashift_rule::{auto_ashift, check_attach, extra_milliseconds, partial_sectors};
pub use bench_check::{implied_latency_us, is_consistent};
pub use block_histogram::{BlockHistogram, SizeRow, parse_block_histogram};
pub use claims::{Claim, claims};
pub use compress_block::{CompressedBlock, CompressionKind, Embedding, physical_bytes};
pub use dataset_defaults::{
    LargeBlocks, Lz4Feature, canonical_compression, compression_default, largest_recordsize,
};
pub use ddt_histogram::{Histogram, HistogramRow};
pub use ddt_parse::{DedupReport, WORTHWHILE_RATIO, parse_dedup_report};
pub use ddt_ram::{
    PLANNED_ENTRY_BYTES, TableForm, arc_for_table, auto_quota, entries_at_most, log_memory_max, manual_rule,
};
pub use ddt_summary::DedupTableSize;
pub use emit::{EmitKind, emit};
pub use fields::parse_size;
pub use grouping::{best_stream, most_of_one_batch, usable_raw, vdev_stream};
pub use l2arc::{fill_rate, header_bytes, header_limit_reached, header_total, largest_useful};
pub use memory_budget::{AUTOVACUUM_WORKERS, MemoryBudget, shared_buffers_start};
pub use mttdl_rule::mttdl_hours;
pub use nicenum::{NiceNumber, parse_nice_number};
pub use nvme_atomic::{AtomicSizes, KernelRule, NvmeFields};
pub use nvme_namespace::namespace_bytes;
pub use page_cache::{
    DirectProperty, DirtyLimit, PageCacheLimits, goes_direct, oldest_unwritten, page_cache_limits,
};
pub use plan::{
    AdviceItem, DeviceRole, Level, Member, PlanContext, PlannedVdev, Setting, SettingTarget, plan_advice,
    planned_vdevs,
};
pub use raidz_block::{cost_factor, efficiency};
pub use rebuild_risk::{another_failure, bytes_for_chance, unreadable_sector};
pub use recordsize::{DatasetUse, RecordState, check_recordsize, rewrite_factor};
pub use redundancy::Redundancy;
pub use slog_size::{SMALLEST_VDEV, check_log_device, log_need, recommended_log};
pub use special_vdev::{BlockUse, check_threshold, goes_to_special, less_redundant, removable};
pub use spindle::{random_iops, rotational_latency_ms};
pub use topic::{Input, InputKind, Output, Topic};
pub use torn_page::{AtomicRequests, Database, PageHome, protection_required};
pub use version::ZfsRelease;
pub use zfs_dirty::{
    TXG_TIMEOUT_SECONDS, WordSize, delay_start, dirty_data_max, seconds_until_delay, sync_trigger,
    write_delay, write_log_max,
};
pub use zil_path::{LogBias, SyncProperty, SyncWrite, WritePath, write_path};
pub use zvol::default_volblocksize;

use crate::error::Error;

/// All topics, in the order in which they are best read.
static TOPICS: [Topic; 25] = [
    arc_limits::TOPIC,
    memory_budget::TOPIC,
    l2arc::TOPIC,
    slog_size::TOPIC,
    zil_path::TOPIC,
    zfs_dirty::TOPIC,
    page_cache::TOPIC,
    ddt_parse::TOPIC,
    nicenum::TOPIC,
    ddt_ram::TOPIC,
    raidz_block::TOPIC,
    compress_block::TOPIC,
    recordsize::TOPIC,
    dataset_defaults::TOPIC,
    zvol::TOPIC,
    special_vdev::TOPIC,
    nvme_atomic::TOPIC,
    nvme_namespace::TOPIC,
    torn_page::TOPIC,
    ashift_rule::TOPIC,
    spindle::TOPIC,
    grouping::TOPIC,
    rebuild_risk::TOPIC,
    mttdl_rule::TOPIC,
    bench_check::TOPIC,
];

/// Returns all topics, in the order in which they are best read.
#[must_use]
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

/// Returns the topic of that name, if there is one.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

/// Answers one question about `topic` with `input`, an object of the topic's inputs.
///
/// Inputs that are not given take their default. Every output whose needs are met is given.
///
/// # Errors
/// [`Error::Rule`] with the code of the reason: `unknown_topic`, `unknown_input`, `bad_input`, `missing_input`,
/// `out_of_range`, or a code of the rule itself.
///
/// # Example
/// ```
/// let input = serde_json::json!({"zfs": "2.3", "ram_bytes": "128GiB"});
/// let advice = planner::advice::advise("arc-limits", &input)?;
/// assert_eq!(advice.quantity("arc_max_bytes"), Some(&planner::advice::Quantity::Whole(136_365_211_648)));
/// # Ok::<(), planner::error::Error>(())
/// ```
pub fn advise(name: &str, input: &Json) -> Result<Advice, Error> {
    let Some(topic) = topic(name) else {
        let names: Vec<_> = TOPICS.iter().map(|topic| topic.name).collect();
        return Err(fields::refuse(
            "unknown_topic",
            format!("there is no topic `{name}`"),
            format!("the topics are {}", names.join(", ")),
        ));
    };
    let fields = fields::Fields::new(topic, input)?;
    let answer = (topic.rule)(&fields)?;
    if answer.quantities.is_empty() && answer.warnings.is_empty() {
        return Err(nothing_to_answer(topic, &fields));
    }
    Advice::new(topic, answer)
}

/// Returns the error for inputs that lead to no output: what each output would need more.
fn nothing_to_answer(topic: &Topic, fields: &fields::Fields<'_>) -> Error {
    let lines = topic.outputs.iter().filter_map(|output| {
        let missing: Vec<_> = output
            .needs
            .iter()
            .filter(|need| !fields.has(need))
            .copied()
            .collect();
        (!missing.is_empty()).then(|| format!("{} for {}", missing.join(", "), output.name))
    });
    fields::refuse(
        "missing_input",
        format!("`{}` cannot answer anything with these inputs", topic.name),
        format!("give {}", lines.collect::<Vec<_>>().join("; or ")),
    )
}
