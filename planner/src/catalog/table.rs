//! Reading the embedded tables.

use serde::de::DeserializeOwned;

/// Returns the rows of an embedded CSV text; a row that does not fit is left out, which the tests of each table exclude.
pub(super) fn rows<T: DeserializeOwned + 'static>(text: &'static str) -> impl Iterator<Item = T> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .filter_map(Result::ok)
}
