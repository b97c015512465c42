//! When does the page cache of Linux slow writers down, and does it matter on ZFS?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

/// Precision with which the kernel holds a ratio: 4096 parts.
const RATIO_PARTS: u64 = 4096;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// A limit on dirty pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirtyLimit {
    /// Percent of the dirtyable pages.
    Percent(u64),
    /// Bytes, rounded up to pages; wins over a ratio.
    Bytes(u64),
}

impl DirtyLimit {
    fn pages(self, dirtyable: u64, page: u64) -> u64 {
        match self {
            Self::Percent(percent) => {
                let parts = u128::from(percent * RATIO_PARTS / 100);
                u64::try_from(parts * u128::from(dirtyable) / u128::from(RATIO_PARTS)).unwrap_or(u64::MAX)
            }
            Self::Bytes(bytes) => bytes.div_ceil(page),
        }
    }
}

/// The limits of the page cache, in pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCacheLimits {
    /// Most dirty pages.
    pub limit: u64,
    /// Dirty pages from which flusher threads write.
    pub background: u64,
    /// Dirty pages from which writers are slowed down.
    pub throttle: u64,
}

/// Returns the limits for `dirtyable` pages of `page` bytes, at least 1.
///
/// # Formula
/// ```text
/// limit      = floor(floor(percent · 4096 / 100) · dirtyable / 4096)
/// background = likewise; limit / 2 if it is not below the limit
/// throttle   = (limit + background) / 2
/// ```
///
/// # Source
/// Linux `mm/page-writeback.c`, `domain_dirty_limits` and `dirty_freerun_ceiling`.
#[must_use]
pub fn page_cache_limits(
    dirtyable: u64,
    page: u64,
    dirty: DirtyLimit,
    background: DirtyLimit,
) -> PageCacheLimits {
    let limit = dirty.pages(dirtyable, page.max(1));
    let mut background = background.pages(dirtyable, page.max(1));
    if background >= limit {
        background = limit / 2;
    }
    let throttle = u64::midpoint(limit, background);
    PageCacheLimits {
        limit,
        background,
        throttle,
    }
}

impl PageCacheLimits {
    /// Returns the seconds until writers are slowed down, starting with nothing dirty; `ingest` and `drain` in bytes per
    /// second, `page` in bytes; none if never.
    ///
    /// # Formula
    /// ```text
    /// background / in + (throttle − background) / (in − out)
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "seconds do not need the last page")]
    pub fn seconds_until_throttle(&self, page: u64, ingest: f64, drain: f64) -> Option<f64> {
        let bytes = |pages: u64| pages as f64 * page as f64;
        (ingest > drain).then(|| {
            let background = bytes(self.background);
            background / ingest + (bytes(self.throttle) - background) / (ingest - drain)
        })
    }
}

/// Returns the age in seconds of the oldest data that a crash can take: expiry plus the interval of the flusher threads,
/// both in hundredths of a second.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "settings are small")]
pub fn oldest_unwritten(expire: u64, interval: u64) -> f64 {
    (expire as f64 + interval as f64) / 100.0
}

/// The property `direct` of a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectProperty {
    /// `O_DIRECT` is accepted and ignored.
    Disabled,
    /// `O_DIRECT` is honoured where the request is aligned.
    Standard,
    /// Every aligned request goes past the ARC.
    Always,
}

/// Returns whether a write with `O_DIRECT` goes past the ARC. Sizes in bytes; `recordsize` above 0.
///
/// # Source
/// OpenZFS man page zfsprops(7), `direct`, from 2.3; ignored before.
#[must_use]
pub fn goes_direct(
    zfs: ZfsRelease,
    property: DirectProperty,
    offset: u64,
    length: u64,
    recordsize: u64,
) -> bool {
    zfs >= ZfsRelease::V2_3
        && property != DirectProperty::Disabled
        && length > 0
        && offset.is_multiple_of(recordsize)
        && length.is_multiple_of(recordsize)
}

fn percent(fields: &Fields<'_>, name: &'static str, default: u64) -> Result<u64, Error> {
    match fields.count(name)? {
        Some(percent) if percent > 100 => Err(fields.out_of_range(name, "is a percentage, at most 100")),
        other => Ok(other.unwrap_or(default)),
    }
}

fn put_limits(answer: &mut Answer, fields: &Fields<'_>) -> Result<(), Error> {
    let dirty = percent(fields, "dirty_ratio", 20)?;
    let background = percent(fields, "dirty_background_ratio", 10)?;
    let page = fields.positive("page_bytes")?.unwrap_or(4096);
    let dirty_bytes = fields.positive("dirty_bytes")?;
    let background_bytes = fields.positive("dirty_background_bytes")?;
    let dirtyable = match (fields.positive("dirtyable_pages")?, dirty_bytes, background_bytes) {
        (Some(dirtyable), ..) => dirtyable,
        // Without a ratio the dirtyable memory does not matter.
        (None, Some(_), Some(_)) => 0,
        (None, Some(bytes), None) => {
            answer.put("dirty_limit_pages", DirtyLimit::Bytes(bytes).pages(0, page));
            return Ok(());
        }
        (None, None, _) => return Ok(()),
    };
    let limit = |bytes: Option<u64>, percent| bytes.map_or(DirtyLimit::Percent(percent), DirtyLimit::Bytes);
    let limits = page_cache_limits(
        dirtyable,
        page,
        limit(dirty_bytes, dirty),
        limit(background_bytes, background),
    );
    answer.put("dirty_limit_pages", limits.limit);
    answer.put("background_pages", limits.background);
    answer.put("throttle_start_pages", limits.throttle);
    if let (Some(ingest), Some(drain)) = (fields.number("ingest_Bps")?, fields.number("drain_Bps")?) {
        match limits.seconds_until_throttle(page, ingest, drain) {
            Some(seconds) => answer.put("seconds_until_throttle", seconds),
            None => answer.put("seconds_until_throttle", "never"),
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum FileSystem {
    Zfs,
    Other,
}

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Write,
    Mapped,
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    put_limits(&mut answer, fields)?;
    let (expire, interval) = (
        fields.count("dirty_expire_centisecs")?,
        fields.count("dirty_writeback_centisecs")?,
    );
    if expire.is_some() || interval.is_some() {
        let seconds = oldest_unwritten(expire.unwrap_or(3000), interval.unwrap_or(500));
        answer.put("oldest_unwritten_seconds", seconds);
    }
    answer.put_some(
        "average_Bps",
        fields
            .number("bytes_per_day")?
            .map(|bytes| bytes / SECONDS_PER_DAY),
    );
    answer.put_some(
        "bytes_per_day",
        fields.number("observed_Bps")?.map(|rate| rate * SECONDS_PER_DAY),
    );
    let systems = [
        ("zfs", FileSystem::Zfs),
        ("ext4", FileSystem::Other),
        ("xfs", FileSystem::Other),
    ];
    if let Some(fs) = fields.word("fs", &systems)? {
        let access = fields.word("io", &[("write", Access::Write), ("mmap", Access::Mapped)])?;
        let access = access.unwrap_or(Access::Write);
        answer.put("vm_dirty_ratio_applies", fs == FileSystem::Other);
        answer.put(
            "uses_page_cache",
            fs == FileSystem::Other || access == Access::Mapped,
        );
    }
    let op = fields.word("op", &[("O_DIRECT write", ())])?;
    if op.is_some() {
        let properties = [
            ("disabled", DirectProperty::Disabled),
            ("standard", DirectProperty::Standard),
            ("always", DirectProperty::Always),
        ];
        let zfs = fields.required_zfs()?;
        let property = fields
            .word("direct_property", &properties)?
            .unwrap_or(DirectProperty::Standard);
        let record = fields.positive("recordsize")?.unwrap_or(128 << 10);
        super::recordsize::check_recordsize(record)?;
        let length = fields
            .positive("length")?
            .ok_or_else(|| fields.missing("length"))?;
        let offset = fields.count("offset")?.unwrap_or(0);
        if offset.checked_add(length).is_none() {
            return Err(refuse(
                "out_of_range",
                "`offset` and `length` together pass the end of any file",
                "",
            ));
        }
        let direct = goes_direct(zfs, property, offset, length, record);
        answer.put("path", if direct { "direct" } else { "arc" });
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "page-cache",
    summary: "When the page cache of Linux slows writers down, and what of it holds for ZFS",
    inputs: &[
        Input::count(
            "dirtyable_pages",
            "pages",
            "free pages less reserves plus file pages; not the whole memory",
        ),
        Input::bytes("page_bytes", "size of a page").or("4096"),
        Input::count("dirty_ratio", "%", "vm.dirty_ratio").or("20"),
        Input::count("dirty_background_ratio", "%", "vm.dirty_background_ratio").or("10"),
        Input::bytes("dirty_bytes", "vm.dirty_bytes, in place of the ratio"),
        Input::bytes(
            "dirty_background_bytes",
            "vm.dirty_background_bytes, in place of the ratio",
        ),
        Input::number("ingest_Bps", "B/s", "rate at which applications write"),
        Input::number("drain_Bps", "B/s", "rate at which the drive writes"),
        Input::count("dirty_expire_centisecs", "1/100 s", "vm.dirty_expire_centisecs").or("3000"),
        Input::count(
            "dirty_writeback_centisecs",
            "1/100 s",
            "vm.dirty_writeback_centisecs",
        )
        .or("500"),
        Input::number("bytes_per_day", "bytes", "volume of a day, for the average rate"),
        Input::number("observed_Bps", "B/s", "a rate, for the volume of a day"),
        Input::word("fs", &["zfs", "ext4", "xfs"], "file system"),
        Input::word("io", &["write", "mmap"], "how the application writes").or("write"),
        Input::word("op", &["O_DIRECT write"], "the request, for its path on ZFS"),
        Input::zfs(),
        Input::word(
            "direct_property",
            &["disabled", "standard", "always"],
            "property direct, from 2.3",
        )
        .or("standard"),
        Input::bytes("recordsize", "record size of the file").or("131072"),
        Input::bytes("offset", "where the request starts").or("0"),
        Input::bytes("length", "its length"),
    ],
    outputs: &[
        Output::new(
            "dirty_limit_pages",
            "pages",
            &["dirtyable_pages"],
            "most dirty pages",
        ),
        Output::new(
            "background_pages",
            "pages",
            &["dirtyable_pages"],
            "dirty pages from which flusher threads write",
        ),
        Output::new(
            "throttle_start_pages",
            "pages",
            &["dirtyable_pages"],
            "dirty pages from which writers are slowed down",
        ),
        Output::new(
            "seconds_until_throttle",
            "s",
            &["dirtyable_pages", "ingest_Bps", "drain_Bps"],
            "how long a burst runs at full speed; never if the drive keeps up",
        ),
        Output::new(
            "oldest_unwritten_seconds",
            "s",
            &["dirty_expire_centisecs"],
            "age of the oldest data that a crash can take",
        ),
        Output::new(
            "average_Bps",
            "B/s",
            &["bytes_per_day"],
            "average rate of that volume",
        ),
        Output::new(
            "bytes_per_day",
            "bytes",
            &["observed_Bps"],
            "volume of a day at that rate",
        ),
        Output::new(
            "vm_dirty_ratio_applies",
            "bool",
            &["fs"],
            "whether vm.dirty_* limits writes to the file system",
        ),
        Output::new(
            "uses_page_cache",
            "bool",
            &["fs"],
            "whether the data is in the page cache",
        ),
        Output::new(
            "path",
            "word",
            &["op", "zfs", "length"],
            "direct or arc: the way of a request with O_DIRECT on ZFS",
        ),
    ],
    sources: &[
        "Linux Documentation/admin-guide/sysctl/vm.rst; mm/page-writeback.c domain_dirty_limits",
        "man zfsprops(7) direct",
    ],
    rule: answer,
};
