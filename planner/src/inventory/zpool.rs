//! `zpool list -v` with or without `-H` and `-p`, and `zpool status`, as text and as JSON.

use serde_json::Value;

use super::FileReading;
use super::device::binary_size;
use super::pools::{PoolBuilder, Section, member, vdev_type};

/// Returns whether the text lists pools with their vdevs.
pub(crate) fn is_text(text: &str) -> bool {
    let status = text.contains("config:") && text.contains("STATE     READ WRITE CKSUM");
    let spaced = text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(
            words.as_slice(),
            ["NAME", "STATE", "READ", "WRITE", "CKSUM", ..] | ["NAME", "SIZE", "ALLOC", "FREE", ..]
        )
    });
    status || spaced || is_scripted(text)
}

/// Returns whether the text is of `zpool list -vH`: tabs, and a health among the columns.
fn is_scripted(text: &str) -> bool {
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else {
        return false;
    };
    let columns: Vec<&str> = first.split('\t').collect();
    let healthy = columns
        .iter()
        .any(|column| matches!(*column, "ONLINE" | "DEGRADED" | "FAULTED" | "SUSPENDED"));
    columns.len() >= 10 && healthy && text.lines().any(|line| line.starts_with('\t'))
}

/// One line of a tree.
#[derive(Debug)]
struct Entry<'text> {
    depth: usize,
    name: &'text str,
    columns: Vec<&'text str>,
    line: u64,
}

/// Reads the text.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let scripted = is_scripted(text);
    let mut listing = if scripted {
        Listing::Scripted
    } else {
        Listing::Spaced
    };
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut inside = scripted;
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["NAME", "STATE", ..] => {
                inside = true;
                listing = Listing::Status;
                continue;
            }
            ["NAME", "SIZE", ..] => {
                inside = true;
                continue;
            }
            // A status goes on with other matters after a blank line.
            [] => {
                inside &= listing != Listing::Status;
                continue;
            }
            ["errors:", ..] | ["pool:", ..] => {
                inside = false;
                continue;
            }
            _ => {}
        }
        let Some(name) = words.first().filter(|_| inside) else {
            continue;
        };
        let depth = if scripted {
            usize::from(line.starts_with('\t'))
        } else {
            line.trim_start_matches('\t')
                .chars()
                .take_while(|character| *character == ' ')
                .count()
        };
        entries.push(Entry {
            depth,
            name,
            columns: words,
            line: index as u64 + 1,
        });
    }
    trees(&entries, listing, reading);
}

/// Which of the tool's forms a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// `zpool status`: no sizes.
    Status,
    /// `zpool list -v`: depths by blanks.
    Spaced,
    /// `zpool list -vH`: tabs, one depth below the pool.
    Scripted,
}

fn trees(entries: &[Entry<'_>], listing: Listing, reading: &mut FileReading) {
    let file = reading.messages.file().to_string();
    let mut pool: Option<PoolBuilder> = None;
    let mut vdev_depth = None;
    let mut stand_in_depth = None;
    for entry in entries {
        let section = Section::named(entry.name).filter(|_| entry.depth == 0);
        if let (Some(section), Some(pool)) = (section, &mut pool) {
            pool.section = section;
            vdev_depth = None;
            continue;
        }
        if entry.depth == 0 {
            if let Some(finished) = pool.take() {
                finished.finish(reading);
            }
            pool = Some(PoolBuilder::new(entry.name, &file));
            vdev_depth = None;
            continue;
        }
        let Some(pool) = &mut pool else { continue };
        let size = entry
            .columns
            .get(1)
            .filter(|_| listing != Listing::Status)
            .and_then(|size| binary_size(size));
        if let Some(kind) = vdev_type(entry.name) {
            pool.vdev(kind, None, size);
            vdev_depth = Some(entry.depth);
            continue;
        }
        // While a drive is replaced, two stand in one place.
        let stand_in = ["replacing-", "spare-"]
            .iter()
            .any(|prefix| entry.name.starts_with(prefix));
        let nested = stand_in_depth.is_some_and(|depth| entry.depth > depth);
        stand_in_depth = if stand_in {
            Some(entry.depth)
        } else {
            stand_in_depth.filter(|_| nested)
        };
        if entry.name.starts_with("indirect-") || entry.name.starts_with("draid") {
            continue;
        }
        // Of single drives the listing shows what is allocated, of members it does not.
        let below = if listing == Listing::Scripted {
            entry.columns.get(2).is_some_and(|allocated| *allocated == "-")
        } else {
            vdev_depth.is_some_and(|depth| entry.depth > depth)
        };
        if !nested {
            match pool.section {
                Section::Vdevs(_) if !below => pool.single(entry.name, None, size),
                _ => pool.leaf(entry.name),
            }
        }
        if !stand_in {
            let owner = pool.name().to_owned();
            member(entry.name, &owner, entry.line, size, reading);
        }
    }
    if let Some(finished) = pool {
        finished.finish(reading);
    }
}

/// Returns whether the value is of `zpool list -j` or `zpool status -j`.
pub(crate) fn is_json(value: &Value) -> bool {
    value
        .pointer("/output_version/command")
        .and_then(Value::as_str)
        .is_some_and(|command| command.starts_with("zpool"))
}

/// Reads the JSON of either command.
pub(crate) fn read_json(value: &Value, reading: &mut FileReading) {
    let file = reading.messages.file().to_string();
    for (name, pool) in value
        .get("pools")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let mut builder = PoolBuilder::new(name, &file);
        for (key, children) in pool.as_object().into_iter().flatten() {
            let section = Section::named(key);
            if key != "vdevs" && section.is_none() {
                continue;
            }
            builder.section = section.unwrap_or(Section::Vdevs(crate::layout::AllocationClass::Data));
            for (child_name, child) in children.as_object().into_iter().flatten() {
                if child_name == name && child.get("vdevs").is_some() {
                    for (vdev_name, vdev) in child
                        .get("vdevs")
                        .and_then(Value::as_object)
                        .into_iter()
                        .flatten()
                    {
                        node(vdev_name, vdev, &mut builder, reading);
                    }
                } else {
                    node(child_name, child, &mut builder, reading);
                }
            }
        }
        builder.finish(reading);
    }
}

fn node(name: &str, value: &Value, builder: &mut PoolBuilder, reading: &mut FileReading) {
    let size = |value: &Value| {
        ["rep_dev_size", "phys_space", "total_space"]
            .iter()
            .find_map(|key| binary_size(value.get(*key)?.as_str()?))
            .or_else(|| {
                let size = value.pointer("/properties/size/value")?.as_str()?;
                binary_size(size)
            })
    };
    let path = |name: &str, value: &Value| {
        value
            .get("path")
            .and_then(Value::as_str)
            .unwrap_or(name)
            .to_owned()
    };
    let children = value.get("vdevs").and_then(Value::as_object);
    match (vdev_type(name), children) {
        (Some(kind), Some(children)) => {
            builder.vdev(kind, None, None);
            for (child_name, child) in children {
                builder.leaf(child_name);
                leaves(child_name, child, builder.name(), &size, &path, reading);
            }
        }
        _ if name.starts_with("draid") || name.starts_with("indirect-") => {}
        _ => {
            match builder.section {
                Section::Vdevs(_) => builder.single(name, None, None),
                _ => builder.leaf(name),
            }
            leaves(name, value, builder.name(), &size, &path, reading);
        }
    }
}

fn leaves(
    name: &str,
    value: &Value,
    pool: &str,
    size: &impl Fn(&Value) -> Option<u64>,
    path: &impl Fn(&str, &Value) -> String,
    reading: &mut FileReading,
) {
    match value.get("vdevs").and_then(Value::as_object) {
        // While a drive is replaced, two stand in one place.
        Some(children) => children
            .iter()
            .for_each(|(name, child)| leaves(name, child, pool, size, path, reading)),
        None => member(&path(name, value), pool, 0, size(value), reading),
    }
}
