//! CSV that a spreadsheet opens and does not run.

use crate::error::Error;
use crate::text::{escape_for_terminal, neutralise_formula};

/// Returns rows of cells as CSV; no cell begins a formula, no control character is left as it is.
///
/// # Errors
/// [`Error::OutOfRange`] if rows differ in length, which would be a defect of ours.
pub(super) fn csv_text(rows: impl IntoIterator<Item = Vec<String>>) -> Result<String, Error> {
    let failed = |reason: String| Error::OutOfRange {
        quantity: "CSV".to_owned(),
        reason,
        hint: String::new(),
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    for cells in rows {
        let safe = cells
            .iter()
            .map(|cell| neutralise_formula(&escape_for_terminal(cell)).into_owned());
        writer
            .write_record(safe)
            .map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}
