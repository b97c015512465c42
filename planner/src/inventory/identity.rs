//! Which readings are of one and the same drive?
//!
//! Facts about one drive from several places are put together by world-wide name, then by serial number and model.
//! A contradiction is told and the better source counts: exact bytes before labels, stated before derived.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use crate::drive::{Capacity, CapacityKind, Drive, Fact, Origin, Transport};

use super::hash::{Quick, fingerprint};
use super::models;

/// Two places that say different things about one fact of one drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// The fact.
    pub(crate) fact: &'static str,
    /// What counts.
    pub(crate) kept: String,
    /// What was said elsewhere.
    pub(crate) other: String,
}

impl Conflict {
    /// Returns whether the readings cannot both be of one drive.
    pub(crate) fn is_hard(&self) -> bool {
        matches!(self.fact, "capacity" | "logical sector" | "physical sector")
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} against {}", self.fact, self.kept, self.other)
    }
}

/// Fills what `first` leaves unknown with what `second` says, and returns where they contradict.
pub(crate) fn merge(first: &mut Drive, second: &Drive) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    merge_capacity(first, second, &mut conflicts);
    let mut fact = |name, conflict: Option<(String, String)>| {
        if let Some((kept, other)) = conflict {
            conflicts.push(Conflict {
                fact: name,
                kept,
                other,
            });
        }
    };
    fact(
        "logical sector",
        better(&mut first.logical_sector, second.logical_sector),
    );
    fact(
        "physical sector",
        better(&mut first.physical_sector, second.physical_sector),
    );
    fact("speed", better(&mut first.rpm, second.rpm));
    fact("class", debug_better(&mut first.media, second.media));
    fact("interface", debug_better(&mut first.transport, second.transport));
    fact("recording", debug_better(&mut first.shingling, second.shingling));
    fact(
        "manufacture date",
        better(&mut first.manufactured, second.manufactured),
    );
    fact("batch", better_text(&mut first.batch, second.batch.as_ref()));
    fact("power-on hours", newer_hours(first, second));
    for (kept, other) in [
        (&mut first.vendor, &second.vendor),
        (&mut first.model, &second.model),
        (&mut first.serial, &second.serial),
        (&mut first.wwn, &second.wwn),
        (&mut first.firmware, &second.firmware),
        (&mut first.path, &second.path),
        (&mut first.location, &second.location),
        (&mut first.in_use, &second.in_use),
    ] {
        fill(kept, other.as_ref());
    }
    // The longer name of a model is the whole one; controllers cut it.
    if let (Some(kept), Some(other)) = (&first.model, &second.model)
        && other.len() > kept.len()
        && other.starts_with(kept.as_ref())
    {
        first.model = Some(Arc::clone(other));
    }
    fill(&mut first.nvme_awupf, second.nvme_awupf.as_ref());
    fill(&mut first.nvme_awupf_blocks, second.nvme_awupf_blocks.as_ref());
    fill(&mut first.price, second.price.as_ref());
    fill(&mut first.annual_failure, second.annual_failure.as_ref());
    fill(&mut first.read, second.read.as_ref());
    fill(&mut first.write, second.write.as_ref());
    fill(&mut first.random_read, second.random_read.as_ref());
    fill(&mut first.watts, second.watts.as_ref());
    for note in &second.notes {
        if !first.notes.contains(note) {
            first.notes.push(note.clone());
        }
    }
    if second.accept != crate::drive::Acceptance::Incomplete {
        first.accept = first.accept.max(second.accept);
    }
    conflicts
}

fn fill<T: Clone>(kept: &mut Option<T>, other: Option<&T>) {
    if kept.is_none() {
        *kept = other.cloned();
    }
}

const fn rank(origin: Origin) -> u8 {
    match origin {
        Origin::Stated => 2,
        Origin::Derived => 1,
        Origin::Assumed => 0,
    }
}

/// Keeps the better founded of two facts; returns both where they differ and are equally well founded.
fn better<T: Copy + PartialEq + fmt::Display>(
    kept: &mut Option<Fact<T>>,
    other: Option<Fact<T>>,
) -> Option<(String, String)> {
    let said = settle(kept, other)?;
    Some((said.0.to_string(), said.1.to_string()))
}

fn debug_better<T: Copy + PartialEq + fmt::Debug>(
    kept: &mut Option<Fact<T>>,
    other: Option<Fact<T>>,
) -> Option<(String, String)> {
    let said = settle(kept, other)?;
    let word = |value: T| format!("{value:?}").to_lowercase();
    Some((word(said.0), word(said.1)))
}

fn settle<T: Copy + PartialEq>(kept: &mut Option<Fact<T>>, other: Option<Fact<T>>) -> Option<(T, T)> {
    let other = other?;
    let Some(present) = kept else {
        *kept = Some(other);
        return None;
    };
    if rank(other.origin) > rank(present.origin) {
        *present = other;
        return None;
    }
    let contradict = present.value != other.value && present.origin == other.origin;
    contradict.then_some((present.value, other.value))
}

fn better_text(
    kept: &mut Option<Fact<Arc<str>>>,
    other: Option<&Fact<Arc<str>>>,
) -> Option<(String, String)> {
    let other = other?;
    match kept {
        None => {
            *kept = Some(other.clone());
            None
        }
        Some(present) if rank(other.origin) > rank(present.origin) => {
            *kept = Some(other.clone());
            None
        }
        Some(present) => (present.value != other.value && present.origin == other.origin)
            .then(|| (present.value.to_string(), other.value.to_string())),
    }
}

/// Hours only grow: the larger reading is the newer one.
fn newer_hours(first: &mut Drive, second: &Drive) -> Option<(String, String)> {
    first.power_on_hours = first.power_on_hours.max(second.power_on_hours);
    None
}

fn merge_capacity(first: &mut Drive, second: &Drive, conflicts: &mut Vec<Conflict>) {
    let Some(other) = second.capacity else {
        return;
    };
    let Some(kept) = first.capacity else {
        first.capacity = Some(other);
        return;
    };
    let exact = |fact: &Fact<Capacity>| fact.value.kind == CapacityKind::Exact;
    let (best, rest) = if exact(&other) && !exact(&kept) {
        (other, kept)
    } else {
        (kept, other)
    };
    first.capacity = Some(best);
    let (best_bytes, rest_bytes) = (best.value.bytes.as_u64(), rest.value.bytes.as_u64());
    let both_exact = rest.value.kind == CapacityKind::Exact && best.value.kind == CapacityKind::Exact;
    // Controllers and management cards leave off a sector or two, labels a per cent.
    let tolerated = if both_exact { 1024 } else { best_bytes / 40 };
    if best_bytes.abs_diff(rest_bytes) > tolerated {
        conflicts.push(Conflict {
            fact: if both_exact { "capacity" } else { "size" },
            kept: best.value.bytes.to_string(),
            other: rest.value.bytes.to_string(),
        });
    } else if both_exact {
        // The smaller figure is safe to plan with.
        let smaller = if best_bytes <= rest_bytes { best } else { rest };
        first.capacity = Some(smaller);
    }
}

/// Returns the keys under which one drive is found again, the best first.
pub(crate) fn keys(drive: &Drive) -> impl Iterator<Item = Key> {
    let wwn = drive.wwn.as_ref().map(|wwn| Key::WorldWideName(Arc::clone(wwn)));
    let serial = drive.serial.as_ref().map(|serial| {
        Key::Serial(match plain_serial(serial) {
            Cow::Borrowed(_) => Arc::clone(serial),
            Cow::Owned(plain) => Arc::from(plain),
        })
    });
    let path = drive.path.as_ref().map(|path| Key::Path(Arc::clone(path)));
    wwn.into_iter().chain(serial).chain(path)
}

/// Returns a serial number as all write it: no blanks, capital letters.
pub(crate) fn plain_serial(serial: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| !byte.is_ascii_lowercase() && byte != b' ';
    if serial.bytes().all(is_plain) {
        return Cow::Borrowed(serial);
    }
    let kept = serial.chars().filter(|character| *character != ' ');
    Cow::Owned(kept.map(|character| character.to_ascii_uppercase()).collect())
}

/// Returns whether two readings can have the serial number of one drive: one does not know it, or knows the beginning.
pub(crate) fn serials_agree(first: &Drive, second: &Drive) -> bool {
    match (&first.serial, &second.serial) {
        (Some(first), Some(second)) => {
            let (first, second) = (plain_serial(first), plain_serial(second));
            first.starts_with(second.as_ref()) || second.starts_with(first.as_ref())
        }
        _ => true,
    }
}

/// What tells one drive from another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// The world-wide name.
    WorldWideName(Arc<str>),
    /// The serial number; the models must agree too.
    Serial(Arc<str>),
    /// The device path, where one side knows neither name nor serial number; paths of one host, so other facts must
    /// not contradict.
    Path(Arc<str>),
}

/// Returns whether two readings with an equal key are of one drive.
///
/// Two namespaces of one NVMe drive share a serial number but not a world-wide name, and are two devices.
pub(crate) fn is_same(key: &Key, first: &Drive, second: &Drive) -> bool {
    let models_agree = match (&first.model, &second.model) {
        (Some(first), Some(second)) => models::same(first, second),
        _ => true,
    };
    match key {
        Key::WorldWideName(_) => serials_agree(first, second),
        Key::Path(_) => {
            let anonymous = |drive: &Drive| drive.serial.is_none() && drive.wwn.is_none();
            models_agree && (anonymous(first) || anonymous(second))
        }
        Key::Serial(_) => {
            let nvme = |drive: &Drive| drive.transport.is_some_and(|fact| fact.value == Transport::Nvme);
            let differ = |first: Option<&str>, second: Option<&str>| matches!((first, second), (Some(first), Some(second)) if first != second);
            let other_namespace = nvme(first)
                && nvme(second)
                && (differ(first.wwn.as_deref(), second.wwn.as_deref())
                    || differ(namespace_number(first), namespace_number(second)));
            models_agree && !other_namespace
        }
    }
}

/// Returns the number of the namespace in a path such as `/dev/nvme0n2`.
fn namespace_number(drive: &Drive) -> Option<&str> {
    let name = drive.path.as_deref()?.strip_prefix("/dev/nvme")?;
    let (_, number) = name.split_once('n')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Gives every drive a name of its own: what it is called, else its serial number, else `d1`, `d2` … in file order.
pub(crate) fn name(drives: &mut [Drive]) {
    // A shared fingerprint only costs a longer name; names stay unique.
    let mut taken: HashSet<u64, Quick> = HashSet::with_capacity_and_hasher(drives.len(), Quick::default());
    let mut repeats: HashMap<Arc<str>, usize> = HashMap::new();
    for (index, drive) in drives.iter_mut().enumerate() {
        if drive.id.is_empty() {
            drive.id = match &drive.serial {
                Some(serial) => Arc::clone(serial),
                None => Arc::from(format!("d{}", index + 1)),
            };
        }
        if taken.insert(fingerprint(&drive.id)) {
            continue;
        }
        let wanted = Arc::clone(&drive.id);
        let repeat = repeats.entry(Arc::clone(&wanted)).or_insert(1);
        loop {
            *repeat += 1;
            let candidate: Arc<str> = Arc::from(format!("{wanted}-{repeat}"));
            if taken.insert(fingerprint(&candidate)) {
                drive.id = candidate;
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Bytes;

    fn drive(bytes: u64, kind: CapacityKind) -> Drive {
        let mut drive = Drive::unknown(Arc::from(""), Arc::from("a"));
        drive.capacity = Some(Fact::stated(Capacity {
            bytes: Bytes::new(bytes),
            kind,
            likely: None,
        }));
        drive
    }

    #[test]
    fn exact_bytes_win_over_labels() {
        let mut first = drive(8_000_000_000_000, CapacityKind::Nominal);
        let conflicts = merge(&mut first, &drive(8_001_563_222_016, CapacityKind::Exact));
        assert_eq!(conflicts, []);
        assert_eq!(first.capacity.unwrap().value.bytes, Bytes::new(8_001_563_222_016));
        let conflicts = merge(&mut first, &drive(4_000_787_030_016, CapacityKind::Exact));
        assert!(conflicts[0].is_hard());
    }

    #[test]
    fn one_sector_less_is_the_same_drive() {
        let mut first = drive(1_000_204_886_016, CapacityKind::Exact);
        let conflicts = merge(&mut first, &drive(1_000_204_885_504, CapacityKind::Exact));
        assert_eq!(conflicts, []);
        assert_eq!(first.capacity.unwrap().value.bytes, Bytes::new(1_000_204_885_504));
    }

    #[test]
    fn names_are_unique() {
        let mut drives = vec![drive(1, CapacityKind::Exact); 3];
        drives[0].id = Arc::from("sda");
        drives[1].id = Arc::from("sda");
        name(&mut drives);
        let names: Vec<&str> = drives.iter().map(|drive| drive.id.as_ref()).collect();
        assert_eq!(names, ["sda", "sda-2", "d3"]);
    }
}
