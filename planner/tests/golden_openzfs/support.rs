//! Reading the golden tables: one map per row, and the notation of drives and vdevs that they share.

use std::collections::HashMap;
use std::path::PathBuf;

use planner::ashift::Ashift;
use planner::capacity::{Disk, VdevSpec};
use planner::layout::{AllocationClass, Layout, VdevType};
use planner::units::Bytes;

/// One row of a golden table by column name.
#[derive(Debug)]
pub(crate) struct Row(HashMap<String, String>);

impl Row {
    /// Returns a cell as text; a column that the table lacks is a mistake of the test.
    #[track_caller]
    pub(crate) fn text(&self, column: &str) -> &str {
        self.0
            .get(column)
            .unwrap_or_else(|| panic!("no column `{column}`"))
    }

    /// Returns a cell as a number, or nothing where it is empty.
    #[track_caller]
    pub(crate) fn number(&self, column: &str) -> Option<u64> {
        let text = self.text(column);
        (!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| panic!("`{text}` in `{column}`")))
    }

    /// Returns a cell that must hold a number.
    #[track_caller]
    pub(crate) fn required(&self, column: &str) -> u64 {
        self.number(column)
            .unwrap_or_else(|| panic!("`{column}` is empty: {self:?}"))
    }

    /// Returns a cell of numbers with blanks between them.
    #[track_caller]
    pub(crate) fn numbers(&self, column: &str) -> Vec<u64> {
        self.text(column)
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect()
    }
}

/// Reads a table of `data/golden/openzfs/`.
pub(crate) fn table(name: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../data/golden/openzfs")
        .join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(|row| Row(row.unwrap())).collect()
}

/// Reads drives written as runs, such as `5*4000787030016+1*8001563222016`.
pub(crate) fn disks(runs: &str) -> Vec<Disk> {
    runs.split('+')
        .flat_map(|run| {
            let (count, bytes) = run.split_once('*').unwrap();
            let disk = Disk::with_512_byte_sectors(Bytes::new(bytes.parse().unwrap()));
            std::iter::repeat_n(disk, count.parse().unwrap())
        })
        .collect()
}

/// Returns class and type of a vdev token of the tables, such as `special/mirror` or `draid2:6d:24c:1s`.
pub(crate) fn vdev_type(token: &str, width: u64) -> (AllocationClass, VdevType) {
    let (prefix, kind) = match token.split_once('/') {
        Some((class, kind)) => (format!("{class}/"), kind),
        None => (String::new(), token),
    };
    // A layout needs a data vdev; what is asked for comes first.
    let text = if kind.starts_with("draid") {
        format!("{prefix}{kind}+mirror:77")
    } else {
        format!("{prefix}{kind}:{width}+mirror:77")
    };
    let layout: Layout = text.parse().unwrap();
    (layout.groups[0].class, layout.groups[0].kind)
}

/// Returns a vdev of drives written as runs.
pub(crate) fn vdev(token: &str, width: u64, ashift: u64, runs: &str) -> VdevSpec {
    let (class, kind) = vdev_type(token, width);
    VdevSpec::new(class, kind, ashift_of(ashift), disks(runs))
}

/// Returns the ashift of a cell.
pub(crate) fn ashift_of(value: u64) -> Ashift {
    Ashift::new(u32::try_from(value).unwrap()).unwrap()
}

/// Returns a row of `capacity.csv` as a layout that can be typed.
pub(crate) fn layout_text(row: &Row) -> String {
    let widths = row.numbers("width");
    let tokens = row.text("vdevs").split_whitespace().enumerate();
    let groups: Vec<String> = tokens
        .map(|(index, token)| {
            let width = widths.get(index).copied().unwrap_or(widths[0]);
            if token.contains("draid") {
                token.to_owned()
            } else {
                format!("{token}:{width}")
            }
        })
        .collect();
    groups.join("+")
}
