//! Reads pasted output of `zpool list`, `zfs list`, `zfs get` and `zdb -C`.

use super::observed::{Observed, ObservedVdev};
use crate::error::Error;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::units::Bytes;

/// Fields of a line of `zpool list -Hp`, with and without the checkpoint column of old versions.
const POOL_FIELDS: std::ops::RangeInclusive<usize> = 10..=11;

/// Reads the texts of one pool, each with the name of its file.
///
/// # Errors
/// [`Error::OutOfRange`] where a text is none of the known outputs, or has sizes that are rounded.
pub fn read_observed(texts: &[(String, String)]) -> Result<Observed, Error> {
    let mut observed = Observed::default();
    for (name, text) in texts {
        let one = if text.contains("vdev_tree") || text.contains("metaslab_shift") {
            configuration(text)
        } else {
            lists(name, text)?
        };
        if one == Observed::default() {
            return Err(Error::OutOfRange {
                quantity: crate::text::escape_for_terminal(name).into_owned(),
                reason: "is no output of `zpool list -Hp`, `zfs list -Hp` or `zdb -C`".to_owned(),
                hint: "paste `zpool list -vHp POOL`, `zfs list -Hp POOL` or `zdb -C POOL`".to_owned(),
            });
        }
        observed.merge(one);
    }
    Ok(observed)
}

/// The lines of `zpool list -Hp`, with or without `-v`, of `zfs list -Hp` and of `zfs get -Hp`.
fn lists(name: &str, text: &str) -> Result<Observed, Error> {
    let mut observed = Observed::default();
    let mut class = Some(AllocationClass::Data);
    // `zpool list` shows the drives of a vdev below it, with no ALLOC of their own.
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = if line.contains('\t') {
            line.trim().split('\t').map(str::trim).collect()
        } else {
            line.split_whitespace().collect()
        };
        let [first, ..] = fields[..] else { continue };
        if let Some(next) = section(&fields) {
            (class, open) = (next, false);
            continue;
        }
        let size = |position: usize| {
            let field = fields.get(position).copied().unwrap_or_default();
            exact(name, number + 1, field)
        };
        let inside = line.starts_with([' ', '\t']) || observed.size.is_some();
        if POOL_FIELDS.contains(&fields.len()) && first != "NAME" {
            if !inside {
                observed.size = Some(size(1)?);
                observed.dedup_hundredths = fields
                    .iter()
                    .rev()
                    .skip(2)
                    .find_map(|field| hundredths(field.trim_end_matches('x')));
                continue;
            }
            let Some(class) = class else { continue };
            match vdev_name(first) {
                Some(kind) => {
                    observed.vdevs.push(vdev(class, kind, 0, size(1)?, size(2)?));
                    open = true;
                }
                None if fields[2] == "-" && open => {
                    if let Some(last) = observed.vdevs.last_mut() {
                        last.width += 1;
                    }
                }
                None if fields[2] != "-" => {
                    observed
                        .vdevs
                        .push(vdev(class, VdevType::Stripe, 1, size(1)?, size(2)?));
                    open = false;
                }
                None => {}
            }
        } else if fields.len() == 4 && !first.contains(['/', '@']) {
            match fields[1] {
                "used" => observed.used = observed.used.or(Some(size(2)?)),
                "available" => observed.available = observed.available.or(Some(size(2)?)),
                _ => {}
            }
        } else if fields.len() >= 5
            && first != "NAME"
            && !first.contains(['/', '@'])
            && observed.used.is_none()
        {
            observed.used = Some(size(1)?);
            observed.available = Some(size(2)?);
        }
    }
    Ok(observed)
}

/// The class that a heading of `zpool list -v` opens; no class for caches and spares.
fn section(fields: &[&str]) -> Option<Option<AllocationClass>> {
    let heading = fields
        .iter()
        .skip(1)
        .all(|field| *field == "-" || field.is_empty());
    match fields.first().copied()? {
        "special" if heading => Some(Some(AllocationClass::Special)),
        "dedup" if heading => Some(Some(AllocationClass::Dedup)),
        "logs" | "log" if heading => Some(Some(AllocationClass::Log)),
        "cache" | "spare" | "spares" if heading => Some(None),
        _ => None,
    }
}

const fn vdev(
    class: AllocationClass,
    kind: VdevType,
    width: u32,
    size: Bytes,
    allocated: Bytes,
) -> ObservedVdev {
    ObservedVdev {
        class,
        kind,
        width,
        size: Some(size),
        allocated: Some(allocated),
        asize: None,
        ashift: None,
        metaslab_shift: None,
    }
}

/// The type in a name such as `raidz2-0` or `draid2:4d:11c:1s-0`.
fn vdev_name(name: &str) -> Option<VdevType> {
    let (kind, number) = name.rsplit_once('-')?;
    number.parse::<u32>().ok()?;
    match kind {
        "mirror" => Some(VdevType::Mirror),
        "raidz1" => Some(VdevType::Raidz { parity: 1 }),
        "raidz2" => Some(VdevType::Raidz { parity: 2 }),
        "raidz3" => Some(VdevType::Raidz { parity: 3 }),
        _ if kind.starts_with("draid") => {
            let layout: Layout = kind.parse().ok()?;
            layout.groups.first().map(|group| group.kind)
        }
        _ => None,
    }
}

/// A size in bytes; an error for the rounded sizes that are printed without `-p`.
fn exact(name: &str, line: usize, field: &str) -> Result<Bytes, Error> {
    field.parse().map(Bytes::new).map_err(|_| Error::OutOfRange {
        quantity: format!("{}, line {line}", crate::text::escape_for_terminal(name)),
        reason: format!(
            "`{}` is no number of bytes",
            crate::text::escape_for_terminal(field)
        ),
        hint: "add `-p` to the command, which prints exact bytes".to_owned(),
    })
}

/// A ratio such as `2.60` in hundredths.
fn hundredths(field: &str) -> Option<u64> {
    let (whole, part) = field.split_once('.')?;
    if part.len() != 2 {
        return None;
    }
    Some(whole.parse::<u64>().ok()?.checked_mul(100)? + part.parse::<u64>().ok()?)
}

/// One top-level vdev of `zdb -C`, while its lines are read.
#[derive(Default)]
struct Tree {
    kind: String,
    parity: u32,
    data: u32,
    spares: u32,
    children: u32,
    is_log: bool,
    bias: String,
    asize: Option<u64>,
    ashift: Option<u32>,
    metaslab_shift: Option<u32>,
}

/// The vdev tree of `zdb -C`: top-level vdevs are the `children[N]` with the least indentation.
fn configuration(text: &str) -> Observed {
    let mut observed = Observed::default();
    let mut top_indentation = None;
    let mut current: Option<Tree> = None;
    for line in text.lines() {
        let indentation = line.len() - line.trim_start().len();
        let Some((key, value)) = line.trim().split_once(':') else {
            continue;
        };
        let value = value.trim().trim_matches('\'');
        if key.starts_with("children[") {
            let top = *top_indentation.get_or_insert(indentation);
            if indentation == top {
                observed.vdevs.extend(current.take().and_then(Tree::vdev));
                current = Some(Tree::default());
            } else if indentation > top
                && let Some(tree) = &mut current
            {
                tree.children += 1;
            }
            continue;
        }
        let Some(top) = top_indentation else { continue };
        if indentation <= top {
            // The tree has ended; a cached and a stored configuration may follow one another.
            if let Some(vdev) = current.take().and_then(Tree::vdev) {
                observed.vdevs.push(vdev);
                break;
            }
            continue;
        }
        // Facts of the vdev itself stand before its own children.
        if let Some(tree) = current.as_mut().filter(|tree| tree.children == 0) {
            tree.take(key, value);
        }
    }
    observed.vdevs.extend(current.take().and_then(Tree::vdev));
    observed.vdevs.sort_by_key(|vdev| vdev.class);
    observed
}

impl Tree {
    fn take(&mut self, key: &str, value: &str) {
        let number = || value.parse::<u32>().unwrap_or(0);
        match key {
            "type" => value.clone_into(&mut self.kind),
            "nparity" | "draid_nparity" => self.parity = number(),
            "draid_ndata" => self.data = number(),
            "draid_nspares" => self.spares = number(),
            "is_log" => self.is_log = value == "1",
            "alloc_bias" => value.clone_into(&mut self.bias),
            "asize" => self.asize = value.parse().ok(),
            "ashift" => self.ashift = value.parse().ok(),
            "metaslab_shift" => self.metaslab_shift = value.parse().ok(),
            _ => {}
        }
    }

    fn vdev(self) -> Option<ObservedVdev> {
        let kind = match self.kind.as_str() {
            "mirror" => VdevType::Mirror,
            "raidz" => VdevType::Raidz { parity: self.parity },
            "draid" => VdevType::Draid {
                parity: self.parity,
                data: self.data,
                spares: self.spares,
            },
            "disk" | "file" => VdevType::Stripe,
            _ => return None,
        };
        let class = match (self.is_log, self.bias.as_str()) {
            (true, _) | (_, "log") => AllocationClass::Log,
            (_, "special") => AllocationClass::Special,
            (_, "dedup") => AllocationClass::Dedup,
            _ => AllocationClass::Data,
        };
        Some(ObservedVdev {
            class,
            kind,
            width: self.children.max(1),
            size: None,
            allocated: None,
            asize: self.asize.map(Bytes::new),
            ashift: self.ashift,
            metaslab_shift: self.metaslab_shift,
        })
    }
}
