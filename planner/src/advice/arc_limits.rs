//! How much memory does the ARC take by default, and which limits does OpenZFS accept?

use super::answer::Answer;
use super::fields::{Fields, refuse, share};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::error::Error;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
/// Smallest `zfs_arc_min` and smallest default minimum: two blocks of the largest size, 32 MiB.
const SMALLEST_MIN: u64 = 32 * MIB;
/// Smallest `zfs_arc_max`, 64 MiB.
const SMALLEST_MAX: u64 = 64 * MIB;

/// The operating system that the pool runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperatingSystem {
    /// Linux.
    Linux,
    /// FreeBSD.
    FreeBsd,
}

/// The words for [`OperatingSystem`].
pub(super) const SYSTEMS: [(&str, OperatingSystem); 2] = [
    ("linux", OperatingSystem::Linux),
    ("freebsd", OperatingSystem::FreeBsd),
];

/// What decides the limits of the ARC. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArcQuestion {
    /// The operating system.
    pub os: OperatingSystem,
    /// The release.
    pub zfs: ZfsRelease,
    /// Memory that the kernel sees.
    pub ram: u64,
    /// The module parameter `zfs_arc_max`; none or 0 for the default.
    pub zfs_arc_max: Option<u64>,
    /// The module parameter `zfs_arc_min`; none or 0 for the default.
    pub zfs_arc_min: Option<u64>,
}

/// The limits of the ARC. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArcLimits {
    /// Greatest size.
    pub max: u64,
    /// Smallest size under memory pressure.
    pub min: u64,
    /// Cap on metadata; none from 2.2, where a balance is steered instead.
    pub metadata: Option<u64>,
    /// Cap on dnodes; none before 0.7.
    pub dnodes: Option<u64>,
    /// Hash table of the ARC, taken once.
    pub hash_table: u64,
    /// Memory that the ARC leaves free; not known before 0.7.
    pub system_free: Option<u64>,
    /// Whether `zfs_arc_max` was refused.
    pub max_ignored: bool,
    /// Whether `zfs_arc_min` was refused.
    pub min_ignored: bool,
}

/// Returns the default greatest size of the ARC.
///
/// # Formula
/// ```text
/// Linux to 2.2:                 ram / 2, from 2.0 not below the default minimum
/// Linux from 2.3, FreeBSD:      max(ram · 5/8, ram − 1 GiB), the minimum instead of the second term under 1 GiB
/// ```
///
/// # Source
/// OpenZFS `module/os/*/zfs/arc_os.c`, `arc_default_max`, at 2.0 to 2.4.
fn default_max(os: OperatingSystem, zfs: ZfsRelease, ram: u64, min: u64) -> u64 {
    if os == OperatingSystem::Linux && zfs < ZfsRelease::V2_3 {
        let half = ram / 2;
        return if zfs >= ZfsRelease::V2_0 {
            half.max(min)
        } else {
            half
        };
    }
    let rest = if ram >= GIB { ram - GIB } else { min };
    share(ram, 5, 8).max(rest)
}

/// Returns the limits of the ARC.
///
/// # Errors
/// [`Error::Rule`]: `unknown_zfs_version` before 0.6.5 on Linux and 2.0 on FreeBSD, `out_of_range` without memory.
///
/// # Source
/// OpenZFS `module/zfs/arc.c`, `arc_set_limits`, `arc_init` and `arc_tuning_update`; man page zfs(4).
pub fn arc_limits(question: &ArcQuestion) -> Result<ArcLimits, Error> {
    let ArcQuestion { os, zfs, ram, .. } = *question;
    let oldest = match os {
        OperatingSystem::Linux => ZfsRelease::V0_6_5,
        OperatingSystem::FreeBsd => ZfsRelease::V2_0,
    };
    zfs.at_least(oldest, "the default size of the ARC")?;
    if ram == 0 {
        return Err(refuse(
            "out_of_range",
            "`ram_bytes`: there is no machine without memory",
            "",
        ));
    }
    let default_min = if zfs >= ZfsRelease::V0_8 {
        (ram / 32).max(SMALLEST_MIN)
    } else {
        SMALLEST_MIN
    };
    let mut min = default_min;
    let mut max = default_max(os, zfs, ram, min);

    let wanted_max = question.zfs_arc_max.filter(|wanted| *wanted != 0);
    let acceptable = wanted_max.filter(|wanted| (SMALLEST_MAX..ram).contains(wanted));
    let accepted = acceptable.filter(|wanted| zfs >= ZfsRelease::V2_2 || *wanted > min);
    if let Some(wanted) = accepted {
        max = wanted;
        if min >= max {
            min = (max / 2).max(SMALLEST_MIN);
        }
    }
    let wanted_min = question.zfs_arc_min.filter(|wanted| *wanted != 0);
    let accepted_min = wanted_min.filter(|wanted| (SMALLEST_MIN..=max).contains(wanted));
    min = accepted_min.unwrap_or(min);

    let metadata = (zfs < ZfsRelease::V2_2).then(|| share(max, 3, 4));
    Ok(ArcLimits {
        max,
        min,
        metadata,
        dnodes: (zfs >= ZfsRelease::V0_7).then(|| metadata.unwrap_or(max) / 10),
        hash_table: hash_table(ram),
        system_free: (zfs >= ZfsRelease::V0_7).then(|| (ram / 64).max(512 << 10)),
        max_ignored: wanted_max != accepted,
        min_ignored: wanted_min != accepted_min,
    })
}

/// Returns the bytes of the hash table: 8 for each of the buckets, as many as 8 KiB blocks fill the memory, rounded up
/// to a power of two and at least 4096.
fn hash_table(ram: u64) -> u64 {
    let mut buckets = 4096_u64;
    while buckets.saturating_mul(8192) < ram {
        buckets <<= 1;
    }
    buckets * 8
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let question = ArcQuestion {
        os: fields.word("os", &SYSTEMS)?.unwrap_or(OperatingSystem::Linux),
        zfs: fields.required_zfs()?,
        ram: fields
            .count("ram_bytes")?
            .ok_or_else(|| fields.missing("ram_bytes"))?,
        zfs_arc_max: fields.count("zfs_arc_max")?,
        zfs_arc_min: fields.count("zfs_arc_min")?,
    };
    let limits = arc_limits(&question)?;
    let mut answer = Answer::default();
    answer.put("arc_max_bytes", limits.max);
    answer.put("arc_min_bytes", limits.min);
    match limits.metadata {
        Some(bytes) => answer.put("meta_limit_bytes", bytes),
        None => answer.put("meta_limit_bytes", "none"),
    }
    match limits.dnodes {
        Some(bytes) => answer.put("dnode_limit_bytes", bytes),
        None => answer.put("dnode_limit_bytes", "none"),
    }
    answer.put("hash_table_bytes", limits.hash_table);
    answer.put_some("sys_free_bytes", limits.system_free);
    if limits.max_ignored {
        answer.warn(
            "zfs_arc_max_ignored",
            "OpenZFS ignores this zfs_arc_max: it must be at least 64 MiB, less than the memory, and before 2.2 more \
             than the minimum",
        );
    }
    if limits.min_ignored {
        answer.warn(
            "zfs_arc_min_ignored",
            "OpenZFS ignores this zfs_arc_min: it must be at least 32 MiB and not above the maximum",
        );
    }
    Ok(answer)
}

const NEEDS: &[&str] = &["zfs", "ram_bytes"];

pub(super) const TOPIC: Topic = Topic {
    name: "arc-limits",
    summary: "Memory the ARC takes: its greatest and smallest size and the caps inside it",
    inputs: &[
        Input::word("os", &["linux", "freebsd"], "operating system").or("linux"),
        Input::zfs(),
        Input::bytes(
            "ram_bytes",
            "memory the kernel sees (MemTotal), not what was sold",
        ),
        Input::bytes("zfs_arc_max", "module parameter zfs_arc_max; 0 for the default").or("0"),
        Input::bytes("zfs_arc_min", "module parameter zfs_arc_min; 0 for the default").or("0"),
    ],
    outputs: &[
        Output::new("arc_max_bytes", "bytes", NEEDS, "greatest size of the ARC"),
        Output::new(
            "arc_min_bytes",
            "bytes",
            NEEDS,
            "size that memory pressure leaves it",
        ),
        Output::new(
            "meta_limit_bytes",
            "bytes",
            NEEDS,
            "cap on metadata; none from 2.2",
        ),
        Output::new(
            "dnode_limit_bytes",
            "bytes",
            NEEDS,
            "cap on dnodes; none before 0.7",
        ),
        Output::new("hash_table_bytes", "bytes", NEEDS, "hash table, beside the ARC"),
        Output::new(
            "sys_free_bytes",
            "bytes",
            NEEDS,
            "memory that the ARC leaves free, from 0.7",
        ),
    ],
    sources: &[
        "OpenZFS module/os/*/zfs/arc_os.c arc_default_max; module/zfs/arc.c arc_set_limits, arc_init, arc_tuning_update",
        "man zfs(4)",
    ],
    rule: answer,
};
