//! May a database switch off its protection against half-written pages?

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Database {
    /// PostgreSQL; its protection is `full_page_writes`.
    Postgresql,
    /// MySQL or MariaDB with InnoDB; its protection is the doublewrite buffer.
    Innodb,
}

impl Database {
    /// Returns the page size in bytes unless configured otherwise.
    #[must_use]
    pub const fn default_page(self) -> u64 {
        match self {
            Self::Postgresql => 8 << 10,
            Self::Innodb => 16 << 10,
        }
    }
}

/// Where the pages are. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageHome {
    /// In a file on ZFS.
    ZfsFile {
        /// Record size of the file.
        recordsize: u64,
    },
    /// In a file system of its own on a zvol.
    Zvol,
    /// In a file on another file system.
    OtherFile,
}

/// Atomic writes that the application asks the kernel for. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomicRequests {
    /// Smallest unit that `statx` reports.
    pub unit_min: u64,
    /// Greatest unit that `statx` reports.
    pub unit_max: u64,
}

/// Returns whether pages of `page` bytes can be torn, so that the database must protect them.
///
/// They cannot where each is within one record of a ZFS file, which is written to free space and becomes visible as a
/// whole, or where each is written by one atomic request that the kernel accepts. What the drive promises does not
/// matter by itself: the kernel may split or misalign an ordinary write.
///
/// # Source
/// PostgreSQL manual, Reliability; OpenZFS documentation, Workload Tuning; Linux statx(2) and RWF_ATOMIC.
#[must_use]
pub fn protection_required(home: PageHome, page: u64, requests: Option<AtomicRequests>) -> bool {
    let in_one_record = matches!(home, PageHome::ZfsFile { recordsize } if page > 0 && recordsize >= page && recordsize % page == 0);
    let in_one_request = !matches!(home, PageHome::ZfsFile { .. } | PageHome::Zvol)
        && requests
            .is_some_and(|unit| page.is_power_of_two() && (unit.unit_min..=unit.unit_max).contains(&page));
    !(in_one_record || in_one_request)
}

#[derive(Clone, Copy, PartialEq)]
enum FileSystem {
    Zfs,
    Other,
}

#[derive(Clone, Copy, PartialEq)]
enum Object {
    File,
    Zvol,
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let systems = [
        ("zfs", FileSystem::Zfs),
        ("ext4", FileSystem::Other),
        ("xfs", FileSystem::Other),
    ];
    let databases = [("postgresql", Database::Postgresql), ("innodb", Database::Innodb)];
    let fs = fields.word("fs", &systems)?.ok_or_else(|| fields.missing("fs"))?;
    let object = fields.word("object", &[("file", Object::File), ("zvol", Object::Zvol)])?;
    let database = fields.word("db", &databases)?;
    let page = fields
        .positive("page_bytes")?
        .or(database.map(Database::default_page));
    let recordsize = fields.positive("recordsize_bytes")?;
    let mut answer = Answer::default();
    answer.put("zfs_uses_nvme_atomic_limits", false);
    let home = match (fs, object) {
        (FileSystem::Zfs, Some(Object::Zvol)) => Some(PageHome::Zvol),
        // A file in a guest lies on a zvol or an image below, whatever the record size.
        (FileSystem::Zfs, _) if fields.has("guest_fs") => Some(PageHome::Zvol),
        (FileSystem::Zfs, _) => recordsize.map(|recordsize| PageHome::ZfsFile { recordsize }),
        (FileSystem::Other, _) => Some(PageHome::OtherFile),
    };
    let (Some(home), Some(page)) = (home, page) else {
        return Ok(answer);
    };
    let requests = if fields.flag("app_uses_rwf_atomic")? == Some(true) {
        fields
            .count("statx_atomic_unit_max_bytes")?
            .map(|unit_max| (unit_max, fields))
    } else {
        None
    };
    let requests = match requests {
        Some((unit_max, fields)) => Some(AtomicRequests {
            unit_min: fields.count("statx_atomic_unit_min_bytes")?.unwrap_or(512),
            unit_max,
        }),
        None => None,
    };
    let required = protection_required(home, page, requests);
    answer.put("protection_required", required);
    if required
        && fields
            .positive("nvme_power_fail_bytes")?
            .is_some_and(|bytes| bytes >= page)
    {
        answer.warn(
            "power_fail_unit_is_not_enough",
            "the drive's AWUPF covers a page, but the kernel may split or misalign an ordinary write",
        );
    }
    if !required && matches!(home, PageHome::ZfsFile { .. }) {
        answer.warn(
            "only_on_zfs",
            "this holds for files on ZFS; never copy the configuration to another file system",
        );
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "torn-page",
    summary: "Whether full_page_writes or the doublewrite buffer may be switched off",
    inputs: &[
        Input::word(
            "fs",
            &["zfs", "ext4", "xfs"],
            "file system that the database writes to",
        ),
        Input::word(
            "db",
            &["postgresql", "innodb"],
            "database, for the size of its pages",
        ),
        Input::word("object", &["file", "zvol"], "what holds the pages").or("file"),
        Input::bytes("page_bytes", "page size of the database").or("8 KiB for postgresql, 16 KiB for innodb"),
        Input::bytes("recordsize_bytes", "record size of the file on ZFS"),
        Input::flag(
            "app_uses_rwf_atomic",
            "whether the database writes each page with RWF_ATOMIC",
        )
        .or("false"),
        Input::bytes(
            "statx_atomic_unit_min_bytes",
            "smallest atomic unit that statx reports",
        )
        .or("512"),
        Input::bytes(
            "statx_atomic_unit_max_bytes",
            "greatest atomic unit that statx reports",
        ),
        Input::bytes(
            "nvme_power_fail_bytes",
            "what the drive promises at power failure (topic nvme-atomic)",
        ),
        Input::word(
            "guest_fs",
            &["ext4", "xfs"],
            "file system inside a virtual machine",
        ),
        Input::bytes(
            "volblocksize",
            "block size of the zvol; does not change the answer",
        ),
    ],
    outputs: &[
        Output::new(
            "protection_required",
            "bool",
            &["fs", "page_bytes", "recordsize_bytes"],
            "whether it must stay on",
        ),
        Output::new(
            "zfs_uses_nvme_atomic_limits",
            "bool",
            &["fs"],
            "whether ZFS uses the atomic writes of the drive: no, and it needs none",
        ),
    ],
    sources: &[
        "PostgreSQL manual, Reliability; MySQL manual, Doublewrite Buffer; OpenZFS documentation, Workload Tuning",
        "Linux statx(2), RWF_ATOMIC",
    ],
    rule: answer,
};
