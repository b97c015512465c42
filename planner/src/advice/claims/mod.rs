//! Which common statements about ZFS, its caches and databases on it do not hold, and what holds instead?
//!
//! Each claim belongs to a topic, so that the help of the topic and the page can show it beside the rule. Right claims
//! are not listed.

mod memory;
mod nvme;
mod page_cache;
mod vdevs;

use serde::Serialize;

/// A statement that is often read and does not hold as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// A short name, unique.
    pub id: &'static str,
    /// The topic whose rule says otherwise.
    pub topic: &'static str,
    /// The statement.
    pub claim: &'static str,
    /// What holds instead.
    pub instead: &'static str,
    /// Where that comes from.
    pub source: &'static str,
}

/// The tables of the modules, one after the other.
const TABLES: [&[Claim]; 4] = [
    &memory::CLAIMS,
    &page_cache::CLAIMS,
    &nvme::CLAIMS,
    &vdevs::CLAIMS,
];

const COUNT: usize =
    memory::CLAIMS.len() + page_cache::CLAIMS.len() + nvme::CLAIMS.len() + vdevs::CLAIMS.len();

const fn all() -> [Claim; COUNT] {
    let mut claims = [memory::CLAIMS[0]; COUNT];
    let (mut table, mut next) = (0, 0);
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            claims[next] = TABLES[table][row];
            next += 1;
            row += 1;
        }
        table += 1;
    }
    claims
}

static CLAIMS: [Claim; COUNT] = all();

/// Returns all claims, those of one topic not necessarily together.
#[must_use]
pub fn claims() -> &'static [Claim] {
    &CLAIMS
}

const fn claim(
    id: &'static str,
    topic: &'static str,
    claim: &'static str,
    instead: &'static str,
    source: &'static str,
) -> Claim {
    Claim {
        id,
        topic,
        claim,
        instead,
        source,
    }
}
