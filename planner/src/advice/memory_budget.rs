//! Do the ARC, the databases and the rest fit into the memory together?

use super::answer::Answer;
use super::fields::Fields;
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// Autovacuum workers of PostgreSQL by default.
pub const AUTOVACUUM_WORKERS: u64 = 3;

/// Everything that takes memory on a database host. Sizes in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemoryBudget {
    /// Greatest size of the ARC.
    pub arc_max: u64,
    /// PostgreSQL `shared_buffers`.
    pub shared_buffers: u64,
    /// MySQL `innodb_buffer_pool_size`.
    pub innodb_buffer_pool: u64,
    /// PostgreSQL `maintenance_work_mem`, taken by each autovacuum worker.
    pub maintenance_work_mem: u64,
    /// PostgreSQL `autovacuum_max_workers`.
    pub autovacuum_max_workers: u64,
    /// PostgreSQL `work_mem`, counted once a session.
    pub work_mem: u64,
    /// Sessions at once.
    pub sessions: u64,
    /// For the system and everything else.
    pub os_reserve: u64,
}

impl MemoryBudget {
    /// Returns the sum in bytes; saturates.
    ///
    /// # Formula
    /// ```text
    /// arc_max + shared_buffers + innodb_buffer_pool + maintenance_work_mem · workers + work_mem · sessions + reserve
    /// ```
    #[must_use]
    pub fn total(&self) -> u64 {
        [
            self.arc_max,
            self.shared_buffers,
            self.innodb_buffer_pool,
            self.maintenance_work_mem
                .saturating_mul(self.autovacuum_max_workers),
            self.work_mem.saturating_mul(self.sessions),
            self.os_reserve,
        ]
        .into_iter()
        .fold(0, u64::saturating_add)
    }

    /// Returns an upper bound for PostgreSQL's `effective_cache_size`: a page can be in both caches.
    #[must_use]
    pub fn effective_cache_size(&self) -> u64 {
        self.arc_max.saturating_add(self.shared_buffers)
    }
}

/// Returns the `shared_buffers` to start with: a quarter of the memory.
///
/// # Source
/// PostgreSQL manual, Resource Consumption.
#[must_use]
pub const fn shared_buffers_start(ram: u64) -> u64 {
    ram / 4
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let size = |name| fields.count(name).map(|size| size.unwrap_or(0));
    let ram = fields.positive("ram")?;
    let budget = MemoryBudget {
        arc_max: size("arc_max")?,
        shared_buffers: size("shared_buffers")?,
        innodb_buffer_pool: size("innodb_buffer_pool")?,
        maintenance_work_mem: size("maintenance_work_mem")?,
        autovacuum_max_workers: fields
            .count("autovacuum_max_workers")?
            .unwrap_or(AUTOVACUUM_WORKERS),
        work_mem: size("work_mem")?,
        sessions: size("sessions")?,
        os_reserve: size("os_reserve")?,
    };
    let mut answer = Answer::default();
    let asked = TOPIC
        .inputs
        .iter()
        .any(|input| input.name != "ram" && fields.has(input.name));
    if asked {
        answer.put("total_bytes", budget.total());
    }
    if let Some(ram) = ram {
        answer.put("shared_buffers_start_bytes", shared_buffers_start(ram));
        if asked {
            answer.put("fits", budget.total() <= ram);
        }
        if budget.total() > ram {
            answer.warn(
                "memory_overcommitted",
                format!(
                    "the settings add up to {} bytes, the memory has {ram}",
                    budget.total()
                ),
            );
        }
        if u128::from(budget.shared_buffers) * 10 > u128::from(ram) * 4 {
            answer.warn(
                "shared_buffers_above_40_percent",
                "PostgreSQL rarely gains from more than 40 % of the memory: it relies on the cache of the file system too",
            );
        }
    }
    if fields.has("arc_max") && fields.has("shared_buffers") {
        answer.put("effective_cache_size_bytes", budget.effective_cache_size());
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "memory-budget",
    summary: "Whether ARC, databases and system fit into the memory together",
    inputs: &[
        Input::bytes("ram", "memory the kernel sees"),
        Input::bytes("arc_max", "greatest size of the ARC (topic arc-limits)").or("0"),
        Input::bytes("shared_buffers", "PostgreSQL shared_buffers").or("0"),
        Input::bytes("innodb_buffer_pool", "MySQL innodb_buffer_pool_size").or("0"),
        Input::bytes(
            "maintenance_work_mem",
            "PostgreSQL maintenance_work_mem, for each autovacuum worker",
        )
        .or("0"),
        Input::count("autovacuum_max_workers", "", "PostgreSQL autovacuum_max_workers").or("3"),
        Input::bytes("work_mem", "PostgreSQL work_mem, counted once a session").or("0"),
        Input::count("sessions", "", "database sessions at once").or("0"),
        Input::bytes("os_reserve", "for the system and everything else").or("0"),
    ],
    outputs: &[
        Output::new("total_bytes", "bytes", &[], "sum of everything given"),
        Output::new("fits", "bool", &["ram"], "whether the sum is within the memory"),
        Output::new(
            "shared_buffers_start_bytes",
            "bytes",
            &["ram"],
            "shared_buffers to start with, a quarter of the memory",
        ),
        Output::new(
            "effective_cache_size_bytes",
            "bytes",
            &["arc_max", "shared_buffers"],
            "upper bound for effective_cache_size, which allocates nothing",
        ),
    ],
    sources: &["PostgreSQL manual, Resource Consumption; MySQL manual, InnoDB Startup Configuration"],
    rule: answer,
};
