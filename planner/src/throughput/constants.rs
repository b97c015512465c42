//! The fitted constants of the laws, read from the table that the calibration writes.

use std::sync::LazyLock;

/// The table: a row per constant with its unit, the value fitted on all rows, the values with one fold of the rows left
/// out, and what it means.
pub const CONSTANTS_TABLE: &str = include_str!("../../../data/calibration/constants.csv");

/// The constants of the laws, without unit unless the field says otherwise.
///
/// Each stands with its meaning in `data/calibration/constants.csv`; `cargo run --release -p planner --example calibrate`
/// fits them anew.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constants {
    /// Share of its media rate that a hard disk writes with when each write is flushed.
    pub write_media_hdd: f64,
    /// Share of its media rate that an SSD writes with.
    pub write_media_ssd: f64,
    /// Share of its media rate that a hard disk writes with otherwise.
    pub write_media_plain: f64,
    /// Share of its media rate that a drive reads with while memory holds part of the file.
    pub read_media_cached: f64,
    /// Share of its media rate that a hard disk reads with when nothing is in memory.
    pub read_media_plain: f64,
    /// Host work of a RAID-Z write with scalar parity beyond that of a plain one, in terms of the plain one.
    pub raidz_work: f64,
    /// Host work per parity sector beyond that.
    pub raidz_work_per_parity: f64,
    /// Exponent of the soft minimum for writes.
    pub write_blend: f64,
    /// Exponent of the soft minimum for reads.
    pub read_blend: f64,
    /// What an unknown host writes at most, in MB/s.
    pub host_write: f64,
    /// What an unknown host reads at most, in MB/s.
    pub host_read: f64,
    /// Time per record rewritten in place on hard disks beyond reading and writing it, in ms.
    pub rewrite_hdd: f64,
    /// Exponent with which that time falls as disks are added.
    pub rewrite_exponent: f64,
    /// Share of a further mirror copy that serves random reads at the measured depth.
    pub mirror_balance: f64,
    /// Random requests that waited at once in the measurements.
    pub measured_depth: f64,
    /// Share of its mean media rate at which a disk is rebuilt.
    pub resilver_share: f64,
    /// Share of the pieces that cost a seek when blocks are rebuilt in the order of block pointers.
    pub legacy_seeks: f64,
    /// Share of the rate left to a rebuild under production load.
    pub production_share: f64,
    /// Share of the rate that a drive-managed shingled disk keeps while it is rebuilt.
    pub shingled_share: f64,
    /// Half width of the range around streaming figures where the host's ceilings are stated, in e-folds.
    pub known_host_spread: f64,
    /// The same where they are not.
    pub unknown_host_spread: f64,
    /// Half width of the range around rewrites, in e-folds.
    pub rewrite_spread: f64,
    /// Half width of the range around random operations, in e-folds.
    pub random_spread: f64,
    /// Half width of the range around rebuild rates, in e-folds.
    pub resilver_spread: f64,
}

impl Constants {
    /// Returns the constants that `value` finds by name, or nothing where one is missing.
    #[must_use]
    pub fn from_values(value: impl Fn(&str) -> Option<f64>) -> Option<Self> {
        Some(Self {
            write_media_hdd: value("write_media_hdd")?,
            write_media_ssd: value("write_media_ssd")?,
            write_media_plain: value("write_media_plain")?,
            read_media_cached: value("read_media_cached")?,
            read_media_plain: value("read_media_plain")?,
            raidz_work: value("raidz_work")?,
            raidz_work_per_parity: value("raidz_work_per_parity")?,
            write_blend: value("write_blend")?,
            read_blend: value("read_blend")?,
            host_write: value("host_write")?,
            host_read: value("host_read")?,
            rewrite_hdd: value("rewrite_hdd")?,
            rewrite_exponent: value("rewrite_exponent")?,
            mirror_balance: value("mirror_balance")?,
            measured_depth: value("measured_depth")?,
            resilver_share: value("resilver_share")?,
            legacy_seeks: value("legacy_seeks")?,
            production_share: value("production_share")?,
            shingled_share: value("shingled_share")?,
            known_host_spread: value("known_host_spread")?,
            unknown_host_spread: value("unknown_host_spread")?,
            rewrite_spread: value("rewrite_spread")?,
            random_spread: value("random_spread")?,
            resilver_spread: value("resilver_spread")?,
        })
    }

    /// Returns the constants fitted on all rows.
    #[must_use]
    pub fn fitted() -> &'static Self {
        &FITTED
    }
}

static FITTED: LazyLock<Constants> = LazyLock::new(|| {
    Constants::from_values(|name| table_value(CONSTANTS_TABLE, name, "all"))
        .expect("the embedded table names every constant, as a test checks")
});

/// Returns the value in `column` of the row `name` of a table of constants.
#[must_use]
pub fn table_value(table: &str, name: &str, column: &str) -> Option<f64> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let headers = reader.headers().ok()?.clone();
    let position = headers.iter().position(|header| header == column)?;
    reader
        .records()
        .filter_map(Result::ok)
        .find(|row| row.get(0) == Some(name))?
        .get(position)?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_every_constant_in_every_column() {
        for column in ["all", "fold_0", "fold_1", "fold_2", "fold_3", "fold_4"] {
            let constants = Constants::from_values(|name| table_value(CONSTANTS_TABLE, name, column));
            assert!(constants.is_some(), "{column}");
        }
        assert_eq!(table_value(CONSTANTS_TABLE, "nothing", "all"), None);
    }
}
