//! Reading of the tables that tests compare with.

use std::collections::HashMap;
use std::path::PathBuf;

/// One row of a table.
pub(crate) struct Row(HashMap<String, String>);

impl Row {
    pub(crate) fn has(&self, column: &str) -> bool {
        self.0.contains_key(column)
    }

    #[track_caller]
    pub(crate) fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    #[track_caller]
    pub(crate) fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap()
    }

    /// Numbers separated by `|`.
    #[track_caller]
    pub(crate) fn numbers(&self, column: &str) -> Vec<f64> {
        self.text(column)
            .split('|')
            .map(|part| part.parse().unwrap())
            .collect()
    }

    /// Whole numbers separated by `|`.
    #[track_caller]
    pub(crate) fn counts(&self, column: &str) -> Vec<u32> {
        self.text(column)
            .split('|')
            .map(|part| part.parse().unwrap())
            .collect()
    }
}

/// The path of a table in the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../data/golden")
        .join(name)
}

/// All rows of a table of `reliability/`.
pub(crate) fn rows(name: &str) -> Vec<Row> {
    rows_of(&format!("reliability/{name}"))
}

/// All rows of a table.
pub(crate) fn rows_of(name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path(name)).unwrap();
    reader.deserialize().map(|row| Row(row.unwrap())).collect()
}
