//! What several sources say about one drive becomes one drive.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::identity::{self, Conflict, Key};
use super::messages::{Messages, Words};
use crate::diagnostic::Severity;
use crate::drive::{Drive, Origin};

/// The drives so far, and how to find them again.
#[derive(Debug, Default)]
pub(crate) struct Together {
    drives: Vec<Drive>,
    known: HashMap<Key, usize>,
}

impl Together {
    /// Adds the drives of a file; `only` says that no other file comes, so that tables, which have told their
    /// repetitions already, need no second look.
    pub(crate) fn add(&mut self, drives: Vec<Drive>, only: bool, messages: &mut Messages) {
        /// Tables beyond this size come alone; looking for paths and names in them would only cost time.
        const LARGE: usize = 100_000;
        if only && self.drives.is_empty() && drives.len() > LARGE {
            self.drives = drives;
            return;
        }
        let mut in_this_file = HashSet::with_capacity(drives.len());
        let mut repeats: Vec<[String; 2]> = Vec::new();
        for drive in drives {
            let name = called(&drive);
            let index = self.add_one(drive, messages);
            let first = called(&self.drives[index]);
            // Several outputs about one device complete each other.
            if !in_this_file.insert(index) && name != first {
                repeats.push([name, first]);
            }
        }
        report_repeats(&repeats, messages);
    }

    /// Returns where the drive is kept.
    fn add_one(&mut self, drive: Drive, messages: &mut Messages) -> usize {
        let found = identity::keys(&drive).find_map(|key| {
            let index = *self.known.get(&key)?;
            identity::is_same(&key, &self.drives[index], &drive).then_some(index)
        });
        let index = match found {
            Some(index) => {
                self.merge(index, &drive, messages);
                index
            }
            None => {
                self.drives.push(drive);
                self.drives.len() - 1
            }
        };
        for key in identity::keys(&self.drives[index]) {
            self.known.entry(key).or_insert(index);
        }
        index
    }

    fn merge(&mut self, index: usize, drive: &Drive, messages: &mut Messages) {
        let first = &mut self.drives[index];
        let conflicts = identity::merge(first, drive);
        if first.source != drive.source {
            first.source = Arc::from(format!("{} + {}", first.source, drive.source));
        }
        let same_path = first.path == drive.path;
        if let (Some(path), false) = (&drive.path, same_path) {
            let note = format!("also seen as {path}");
            if !first.notes.contains(&note) {
                first.notes.push(note);
            }
        }
        for conflict in conflicts {
            report(&self.drives[index], drive, &conflict, messages);
        }
    }

    /// Returns the drives, namespaces of one NVMe drive in one batch, since they fail together.
    pub(crate) fn into_drives(mut self) -> Vec<Drive> {
        let mut by_serial: HashMap<Arc<str>, usize> = HashMap::new();
        let mut shared: Vec<(usize, usize)> = Vec::new();
        for (index, drive) in self.drives.iter().enumerate() {
            let nvme = drive
                .transport
                .is_some_and(|fact| fact.value == crate::drive::Transport::Nvme);
            if let (Some(serial), true) = (&drive.serial, nvme) {
                match by_serial.get(serial) {
                    Some(first) => shared.push((*first, index)),
                    None => {
                        by_serial.insert(Arc::clone(serial), index);
                    }
                }
            }
        }
        for (first, second) in shared {
            let name = self.drives[first]
                .serial
                .clone()
                .unwrap_or_else(|| Arc::from("?"));
            let batch: Arc<str> = Arc::from(format!("NVMe drive {name}"));
            for index in [first, second] {
                let drive = &mut self.drives[index];
                drive.batch = Some(crate::drive::Fact {
                    value: Arc::clone(&batch),
                    origin: Origin::Derived,
                });
                let note = "shares one NVMe drive with another namespace: they fail together".to_owned();
                if !drive.notes.contains(&note) {
                    drive.notes.push(note);
                }
            }
        }
        self.drives
    }
}

/// What a drive is called in messages: its name, path or serial number, else where it was read.
fn called(drive: &Drive) -> String {
    let id = Some(drive.id.as_ref()).filter(|id| !id.is_empty());
    let known = id.or(drive.path.as_deref()).or(drive.serial.as_deref());
    crate::text::excerpt(known.unwrap_or(&drive.source))
}

/// Tells once per file that drives stand in it more than once.
fn report_repeats(repeats: &[[String; 2]], messages: &mut Messages) {
    let Some([again, first]) = repeats.first() else {
        return;
    };
    let more = match repeats.len() {
        1 => String::new(),
        count => format!(" (and {} more such)", count - 1),
    };
    let words = Words::new(
        format!("`{again}` is the same drive as `{first}`, counted once{more}"),
        "several paths to one drive are as they should be; else check the serial numbers",
    );
    messages.about(Severity::Warning, 0, words);
}

fn report(first: &Drive, second: &Drive, conflict: &Conflict, messages: &mut Messages) {
    let severity = if conflict.is_hard() {
        Severity::Error
    } else {
        Severity::Warning
    };
    let name = first.serial.as_deref().or(first.wwn.as_deref()).unwrap_or("?");
    let words = Words::new(
        format!(
            "drive `{}`: {conflict} ({} says otherwise)",
            crate::text::excerpt(name),
            second.source
        ),
        "leave out the source that is wrong",
    );
    messages.push(severity, (0, conflict.fact), words, || None);
}
