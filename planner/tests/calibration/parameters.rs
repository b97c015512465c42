//! Named parameters: the constants of the laws and the facts about the measured hosts that are fitted with them.

use std::collections::BTreeMap;

use mttdl::math::sqrt;
use planner::throughput::Constants;

/// Name, unit, neutral starting value, meaning.
type Description = (&'static str, &'static str, f64, &'static str);

/// What is fitted, in the order of the table. Starting values are round: shares of media rates 1, exponents 2, all ceilings
/// 1500 MB/s.
pub(crate) const FITTED: [Description; 26] = [
    (
        "write_media_hdd",
        "1",
        1.0,
        "share of its media rate that a hard disk writes with when each write is flushed",
    ),
    (
        "write_media_ssd",
        "1",
        1.0,
        "share of its media rate that an SSD writes with",
    ),
    (
        "write_media_plain",
        "1",
        1.0,
        "share of its media rate that a hard disk writes with otherwise",
    ),
    (
        "read_media_cached",
        "1",
        1.0,
        "share of its media rate that a drive reads with while memory holds part of the file",
    ),
    (
        "read_media_plain",
        "1",
        1.0,
        "share of its media rate that a hard disk reads with when nothing is in memory",
    ),
    (
        "raidz_work",
        "1",
        0.3,
        "host work of a RAID-Z write with scalar parity beyond that of a plain one",
    ),
    (
        "raidz_work_per_parity",
        "1",
        0.3,
        "host work per parity sector beyond that",
    ),
    (
        "write_blend",
        "1",
        2.0,
        "exponent of the soft minimum of media and host for writes",
    ),
    ("read_blend", "1", 2.0, "the same for reads"),
    (
        "host_write",
        "MB/s",
        1500.0,
        "what an unknown host writes at most",
    ),
    (
        "rewrite_hdd",
        "ms",
        1.0,
        "further time per record rewritten on a hard disk",
    ),
    (
        "rewrite_exponent",
        "1",
        0.5,
        "exponent with which that time falls as disks are added",
    ),
    (
        "mirror_balance",
        "1",
        0.3,
        "share of a further copy that serves random reads at the measured depth",
    ),
    (
        "measured_depth",
        "1",
        4.0,
        "random requests that waited at once in the measurements",
    ),
    (
        "resilver_share",
        "1",
        1.0,
        "share of its mean media rate at which a disk is rebuilt",
    ),
    (
        "production_share",
        "1",
        0.3,
        "share of the rate left to a rebuild under production load",
    ),
    (
        "shingled_share",
        "1",
        0.3,
        "share of the rate that a drive-managed shingled disk keeps while it is rebuilt",
    ),
    (
        "host_write_calomel_hdd",
        "MB/s",
        1500.0,
        "what the host of table hdd4tb writes at most",
    ),
    ("host_read_calomel_hdd", "MB/s", 1500.0, "what it reads at most"),
    (
        "host_write_calomel_ssd",
        "MB/s",
        1500.0,
        "what the host of table ssd256 writes at most",
    ),
    ("host_read_calomel_ssd", "MB/s", 1500.0, "what it reads at most"),
    (
        "benchmark_ratio",
        "1",
        10.0,
        "how far the benchmark's data shrink",
    ),
    (
        "lz4_write_calomel",
        "MB/s",
        1500.0,
        "what the host of the compression table compresses at most with lz4",
    ),
    (
        "lz4_read_calomel",
        "MB/s",
        1500.0,
        "what it decompresses at most with lz4",
    ),
    (
        "lzjb_write_calomel",
        "MB/s",
        1500.0,
        "what it compresses at most with lzjb",
    ),
    (
        "lzjb_read_calomel",
        "MB/s",
        1500.0,
        "what it decompresses at most with lzjb",
    ),
];

/// What is set by argument and never fitted.
pub(crate) const ASSUMED: [Description; 1] = [(
    "legacy_seeks",
    "1",
    1.0 / 32.0,
    "share of pieces that cost a seek when blocks are rebuilt in the order of block pointers: geometric mean of one per \
     indirect block of 1024 pointers and one per piece",
)];

/// What the cross-validated errors set.
pub(crate) const SPREADS: [Description; 5] = [
    (
        "known_host_spread",
        "1",
        0.3,
        "90th percentile of the error of streaming on rows left out; host known",
    ),
    (
        "unknown_host_spread",
        "1",
        0.85,
        "the same on hosts left out of the fit",
    ),
    ("rewrite_spread", "1", 0.62, "the same of rewrites"),
    ("random_spread", "1", 0.4, "the same of random operations"),
    ("resilver_spread", "1", 0.65, "the same of rebuild rates"),
];

/// Returns whether a parameter's starting value means something: pure numbers have a natural size, and an unknown host
/// starts as the known ones are.
pub(crate) fn has_natural_start(name: &str) -> bool {
    name == "host_write"
        || FITTED
            .iter()
            .any(|&(known, unit, ..)| known == name && unit == "1")
}

/// Values by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameters(BTreeMap<&'static str, f64>);

impl Parameters {
    /// The neutral starting values.
    pub(crate) fn start() -> Self {
        let mut parameters = Self(
            FITTED
                .iter()
                .chain(&ASSUMED)
                .chain(&SPREADS)
                .map(|&(name, _, value, _)| (name, value))
                .collect(),
        );
        parameters.derive();
        parameters
    }

    /// The values of a column of a table of constants.
    pub(crate) fn from_table(table: &str, column: &str) -> Self {
        let mut parameters = Self::start();
        for (name, value) in &mut parameters.0 {
            *value = planner::throughput::table_value(table, name, column)
                .expect("the table has every parameter in every column");
        }
        parameters
    }

    pub(crate) fn value(&self, name: &str) -> f64 {
        self.0[name]
    }

    pub(crate) fn set(&mut self, name: &'static str, value: f64) {
        self.0.insert(name, value);
        self.derive();
    }

    /// Rounds every value to what the table stores.
    pub(crate) fn rounded(mut self) -> Self {
        for value in self.0.values_mut() {
            *value = format!("{value:.5e}")
                .parse()
                .expect("a number that was just written");
        }
        self
    }

    /// Lets an unknown host write what the known ones write on average.
    pub(crate) fn start_unknown_host(&mut self) {
        let known = sqrt(self.value("host_write_calomel_hdd") * self.value("host_write_calomel_ssd"));
        self.set("host_write", known);
    }

    /// An unknown host reads by as much faster than it writes as the two known ones do on average.
    fn derive(&mut self) {
        let ratio = sqrt(
            self.value("host_read_calomel_hdd") / self.value("host_write_calomel_hdd")
                * self.value("host_read_calomel_ssd")
                / self.value("host_write_calomel_ssd"),
        );
        let host_read = self.value("host_write") * ratio;
        self.0.insert("host_read", host_read);
    }

    pub(crate) fn constants(&self) -> Constants {
        Constants::from_values(|name| self.0.get(name).copied()).expect("every constant has a parameter")
    }
}
