//! The golden rows that the issue names, by target.

use std::collections::HashMap;

/// A row of a golden table: column name to text.
pub(crate) type Row = HashMap<String, String>;

/// What is predicted and scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Target {
    Write,
    Read,
    Rewrite,
    Seeks,
    CompressedWrite,
    CompressedRead,
    Streaming,
    Resilver,
}

impl Target {
    pub(crate) const ALL: [Self; 8] = [
        Self::Write,
        Self::Read,
        Self::Rewrite,
        Self::Seeks,
        Self::CompressedWrite,
        Self::CompressedRead,
        Self::Streaming,
        Self::Resilver,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Write => "streaming write",
            Self::Read => "streaming read",
            Self::Rewrite => "rewrite",
            Self::Seeks => "random seeks",
            Self::CompressedWrite => "compressed write",
            Self::CompressedRead => "compressed read",
            Self::Streaming => "other hosts, streaming",
            Self::Resilver => "resilver rate",
        }
    }

    /// Median and 90th percentile that the cross-validated errors must not exceed.
    pub(crate) fn limits(self) -> (f64, f64) {
        match self {
            Self::Write => (0.12, 0.30),
            Self::Read => (0.13, 0.35),
            Self::Rewrite => (0.12, 0.62),
            Self::Seeks => (0.14, 0.40),
            Self::CompressedWrite => (0.04, 0.20),
            Self::CompressedRead => (0.07, 0.30),
            Self::Streaming => (0.20, 0.85),
            Self::Resilver => (0.16, 0.65),
        }
    }

    /// The column that holds the measured value.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Write | Self::CompressedWrite => "w_mbps",
            Self::Read | Self::CompressedRead => "r_mbps",
            Self::Rewrite => "rw_mbps",
            Self::Seeks => "seeks_ps",
            Self::Streaming => "value",
            Self::Resilver => "rate_mbps",
        }
    }
}

/// All rows, read once.
pub(crate) struct Rows {
    pub(crate) calomel: Vec<Row>,
    benchmarks: Vec<Row>,
    resilver: Vec<Row>,
}

fn table(text: &'static str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .map(|row| row.expect("golden tables are well-formed"))
        .collect()
}

impl Rows {
    pub(crate) fn read() -> Self {
        Self {
            calomel: table(include_str!("../../../data/golden/throughput/calomel.csv")),
            benchmarks: table(include_str!("../../../data/golden/throughput/benchmarks.csv")),
            resilver: table(include_str!("../../../data/golden/throughput/resilver.csv")),
        }
    }

    /// The rows that are scored for a target, in the order of the table.
    pub(crate) fn scored(&self, target: Target) -> Vec<&Row> {
        match target {
            Target::Write | Target::Read | Target::Rewrite | Target::Seeks => self
                .calomel
                .iter()
                .filter(|row| is_one_of(row, "table", &["hdd4tb", "ssd256"]))
                .filter(|row| row["layout"] != "single" && !row[target.column()].is_empty())
                .collect(),
            Target::CompressedWrite | Target::CompressedRead => self
                .compression_of_hard_disks()
                .filter(|row| row["compression"] != "off" && !is_one_of(row, "layout", &["single", "stripe"]))
                .collect(),
            Target::Streaming => self
                .benchmarks
                .iter()
                .filter(|row| row["use"] == "stream")
                .collect(),
            Target::Resilver => self
                .resilver
                .iter()
                .filter(|row| row["event"] == "resilver" && row["use"] == "yes")
                .collect(),
        }
    }

    /// The uncompressed rows of the compression table, the control of that experiment.
    pub(crate) fn uncompressed_controls(&self) -> Vec<&Row> {
        self.compression_of_hard_disks()
            .filter(|row| row["compression"] == "off" && !is_one_of(row, "layout", &["single", "stripe"]))
            .collect()
    }

    /// Single drives of the hosts of a target: never scored, but part of every fit.
    pub(crate) fn anchors(&self, target: Target) -> Vec<&Row> {
        match target {
            Target::Write | Target::Read => self
                .calomel
                .iter()
                .filter(|row| is_one_of(row, "table", &["hdd4tb", "ssd256"]) && row["layout"] == "single")
                .collect(),
            Target::Rewrite
            | Target::Seeks
            | Target::CompressedWrite
            | Target::CompressedRead
            | Target::Streaming
            | Target::Resilver => Vec::new(),
        }
    }

    fn compression_of_hard_disks(&self) -> impl Iterator<Item = &Row> {
        self.calomel
            .iter()
            .filter(|row| row["table"] == "compression" && row["drive_class"] == "sata_hdd")
    }

    /// The row of the single drive that the naive formulas multiply.
    pub(crate) fn single_like(&self, row: &Row) -> Option<&Row> {
        self.calomel.iter().find(|single| {
            single["layout"] == "single"
                && single["host"] == row["host"]
                && single["compression"] == "off"
                && single["drive_model"] == row["drive_model"]
        })
    }
}

pub(crate) fn is_one_of(row: &Row, column: &str, values: &[&str]) -> bool {
    values.contains(&row[column].as_str())
}

/// Returns the number in a column, if there is one.
pub(crate) fn number(row: &Row, column: &str) -> Option<f64> {
    row.get(column)?.parse().ok()
}

/// The fold that a row belongs to: the number in its id modulo 5, whatever the target.
pub(crate) fn fold(row: &Row) -> usize {
    let digits: String = row["id"].chars().filter(char::is_ascii_digit).collect();
    digits.parse::<usize>().expect("ids end in a number") % 5
}

/// The host that a row was measured on, for leaving hosts out.
pub(crate) fn host(row: &Row) -> String {
    row.get("host")
        .or_else(|| row.get("source"))
        .cloned()
        .unwrap_or_default()
}

/// The family of layouts that a row belongs to, for leaving families out.
pub(crate) fn family(row: &Row) -> String {
    row["layout"].clone()
}
