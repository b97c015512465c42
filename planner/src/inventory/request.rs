//! Which drives a person names, and how they are to be read.

use jiff::civil::Date;
use serde::Deserialize;

use super::{Decoders, Inventory, PresentPool, ReadOptions, Source, overrides, read_beside, shorthand};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::layout::Layout;

/// The drives that a person names beside files, and what holds for the reading of all.
#[derive(Debug, Clone)]
pub struct InventoryRequest {
    /// The day that counts as today.
    pub as_of: Date,
    /// Drives in short: `12x18TB:7200:sata`.
    pub drives: Vec<String>,
    /// Facts for all drives: `rpm=7200`.
    pub set: Vec<String>,
    /// Name of the encoding of the files.
    pub encoding: Option<String>,
    /// Who decodes files in that encoding.
    pub decoders: Decoders,
    /// Whether drives that are in use are planned with, too.
    pub include_used: bool,
    /// Names of the files, where their bytes come apart from them.
    pub files: Vec<String>,
}

/// The same as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestText {
    as_of: String,
    #[serde(default)]
    drives: Vec<String>,
    #[serde(default)]
    set: Vec<String>,
    encoding: Option<String>,
    #[serde(default)]
    include_used: bool,
    #[serde(default)]
    files: Vec<String>,
}

impl InventoryRequest {
    /// Returns a request on a day that names no drives yet.
    #[must_use]
    pub fn on(as_of: Date) -> Self {
        Self {
            as_of,
            drives: Vec::new(),
            set: Vec::new(),
            encoding: None,
            decoders: Decoders::default(),
            include_used: false,
            files: Vec::new(),
        }
    }

    /// Reads a request from JSON: `{"as_of": "2026-12-01", "drives": ["12x18TB:7200:sata"], "files": ["shelf.csv"]}`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where the text is no such object, or the day is none.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let wrong = |reason: String, hint: &str| Error::OutOfRange {
            quantity: "request".to_owned(),
            reason,
            hint: hint.to_owned(),
        };
        let request: RequestText = serde_json::from_str(text).map_err(|error| {
            wrong(
                error.to_string(),
                "write an object such as {\"as_of\": \"2026-12-01\", \"drives\": [\"12x18TB:7200:sata\"]}",
            )
        })?;
        let as_of = request.as_of.parse().map_err(|_| {
            let day = crate::text::excerpt(&request.as_of);
            wrong(format!("`{day}` is no day"), "write YYYY-MM-DD")
        })?;
        Ok(Self {
            as_of,
            drives: request.drives,
            set: request.set,
            encoding: request.encoding.filter(|name| !name.is_empty()),
            decoders: Decoders::default(),
            include_used: request.include_used,
            files: request.files,
        })
    }

    /// Reads the files, and the drives in short after them.
    ///
    /// # Errors
    /// [`Error::Input`] with every message about the input; [`Error::Drives`] where no drives are named.
    pub fn read(&self, files: &[Source<'_>]) -> Result<Inventory, Error> {
        let mut options = ReadOptions::on(self.as_of);
        options.decoders = self.decoders;
        if let Some(name) = &self.encoding {
            options.encoding = Some(self.decoders.named(name).map_err(one)?);
        }
        for assignment in &self.set {
            options = overrides::set(options, assignment).map_err(one)?;
        }
        if files.is_empty() && self.drives.is_empty() {
            return Err(Error::Drives {
                reason: "no drives are named".to_owned(),
                hint: "name a file with `--disks drives.csv`, or drives with `--drives 12x18TB:7200:sata`"
                    .to_owned(),
            });
        }
        let named = match self.drives.as_slice() {
            [] => None,
            words => Some(shorthand::named(words).map_err(Error::Input)?),
        };
        let mut inventory = read_beside(named, files, &options).map_err(Error::Input)?;
        if self.include_used {
            inventory.free_used_drives();
        }
        Ok(inventory)
    }
}

#[expect(clippy::boxed_local, reason = "the shape that `map_err` asks for")]
fn one(diagnostic: Box<Diagnostic>) -> Error {
    Error::Input(vec![*diagnostic])
}

impl Inventory {
    /// Plans with drives in use, too: a note says what they are used for.
    pub fn free_used_drives(&mut self) {
        for drive in &mut self.drives {
            if let Some(used_for) = drive.in_use.take() {
                drive.notes.push(format!("in use: {used_for}"));
            }
        }
    }

    /// Returns the layouts of the pools that exist.
    #[must_use]
    pub fn present_layouts(&self) -> Vec<Layout> {
        self.pools.iter().map(PresentPool::layout).collect()
    }

    /// Returns where the drives come from, in words: `drives.csv (CSV, ;)`.
    #[must_use]
    pub fn origin(&self) -> String {
        let mut parts: Vec<String> = self
            .sources
            .iter()
            .take(3)
            .map(|source| format!("{} ({})", source.file, source.format))
            .collect();
        if self.sources.len() > 3 {
            parts.push(format!("{} more files", self.sources.len() - 3));
        }
        if parts.is_empty() {
            "--drives".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_in_short_come_after_those_of_files() {
        let text = r#"{"as_of": "2026-12-01", "drives": ["2x4TB:5400"], "files": ["shelf.csv"]}"#;
        let request = InventoryRequest::from_json(text).unwrap();
        let file = Source {
            name: &request.files[0],
            bytes: b"serial,capacity,rpm\nA,18 TB,7200\n",
        };
        let inventory = request.read(&[file]).unwrap();
        let serials: Vec<_> = inventory
            .drives
            .iter()
            .map(|drive| drive.serial.as_deref())
            .collect();
        assert_eq!(serials, [Some("A"), None, None]);
        assert_eq!(inventory.origin(), "shelf.csv (CSV, `,`), --drives (shorthand)");
    }

    #[test]
    fn a_request_that_is_none_says_what_is_wrong() {
        let wrong = |text: &str| InventoryRequest::from_json(text).unwrap_err().to_string();
        assert_eq!(
            wrong(r#"{"as_of": "yesterday"}"#),
            "request: `yesterday` is no day"
        );
        assert!(wrong(r#"{"as_of": "2026-12-01", "disks": []}"#).contains("unknown field `disks`"));
    }
}
