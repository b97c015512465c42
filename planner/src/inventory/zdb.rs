//! `zdb -C`: the configuration of a pool, with the ashift and exact size of every vdev.

use super::FileReading;
use super::pools::{PoolBuilder, Section, member};
use crate::layout::{AllocationClass, VdevType};

/// What a device loses to labels and boot area: `VDEV_LABEL_START_SIZE + VDEV_LABEL_END_SIZE` (include/sys/vdev_impl.h).
const LABELS: u64 = (4 << 20) + (512 << 10);

/// Returns whether the text is of `zdb -C`.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("vdev_tree:") && text.contains("pool_guid:")
}

/// One node of the tree.
#[derive(Debug, Default)]
struct Node<'text> {
    indent: usize,
    line: u64,
    fields: Vec<(&'text str, &'text str)>,
    children: Vec<Node<'text>>,
}

impl<'text> Node<'text> {
    fn text(&self, key: &str) -> Option<&'text str> {
        self.fields
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value.trim_matches('\''))
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.text(key)?.parse().ok()
    }
}

/// Reads the configurations of all pools.
pub(crate) fn read_text(text: &str, reading: &mut FileReading) {
    let mut pool_name = "";
    let mut lines = text.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix("name:") {
            pool_name = name.trim().trim_matches('\'');
        }
        if trimmed == "vdev_tree:" {
            let mut stack = vec![Node {
                indent: indent(line),
                line: index as u64 + 1,
                ..Node::default()
            }];
            while let Some((index, line)) = lines.peek().copied() {
                let own = indent(line);
                if !line.trim().is_empty() && own <= stack[0].indent {
                    break;
                }
                lines.next();
                add(&mut stack, line.trim(), own, index as u64 + 1);
            }
            close(&mut stack, 0);
            if let Some(root) = stack.pop() {
                pool(pool_name, &root, reading);
            }
        }
    }
}

fn indent(line: &str) -> usize {
    line.chars()
        .take_while(|character| character.is_whitespace())
        .count()
}

/// Closes the nodes that stand as deep as `indent` or deeper, but for the root.
fn close(stack: &mut Vec<Node<'_>>, indent: usize) {
    while stack.len() > 1 && stack.last().is_some_and(|node| node.indent >= indent) {
        if let (Some(node), Some(parent)) = (stack.pop(), stack.last_mut()) {
            parent.children.push(node);
        }
    }
}

fn add<'text>(stack: &mut Vec<Node<'text>>, trimmed: &'text str, indent: usize, line: u64) {
    /// No pool is nested deeper: root, vdev, replacement, drive.
    const DEEPEST: usize = 8;
    let Some((key, value)) = trimmed.split_once(':') else {
        return;
    };
    if key.starts_with("children[") && value.trim().is_empty() {
        close(stack, indent);
        if stack.len() < DEEPEST {
            stack.push(Node {
                indent,
                line,
                ..Node::default()
            });
        }
    } else if let Some(node) = stack.last_mut() {
        node.fields.push((key.trim(), value.trim()));
    }
}

fn pool(name: &str, root: &Node<'_>, reading: &mut FileReading) {
    let mut builder = PoolBuilder::new(name, reading.messages.file());
    for vdev in &root.children {
        let class = match (vdev.text("is_log"), vdev.text("alloc_bias")) {
            (Some("1"), _) => AllocationClass::Log,
            (_, Some("special")) => AllocationClass::Special,
            (_, Some("dedup")) => AllocationClass::Dedup,
            _ => AllocationClass::Data,
        };
        builder.section = Section::Vdevs(class);
        let ashift = vdev
            .number("ashift")
            .and_then(|ashift| u32::try_from(ashift).ok());
        let asize = vdev.number("asize");
        let parity = vdev
            .number("nparity")
            .and_then(|parity| u32::try_from(parity).ok());
        let small = |key: &str| vdev.number(key).and_then(|number| u32::try_from(number).ok());
        let kind = match vdev.text("type") {
            Some("mirror") => Some(VdevType::Mirror),
            Some("raidz") => Some(VdevType::Raidz {
                parity: parity.unwrap_or(1),
            }),
            Some("draid") => Some(VdevType::Draid {
                parity: parity.unwrap_or(1),
                data: small("draid_ndata").unwrap_or(0),
                spares: small("draid_nspares").unwrap_or(0),
            }),
            Some("indirect" | "hole" | "missing") => continue,
            _ => None,
        };
        let Some(kind) = kind else {
            let path = vdev.text("path").unwrap_or("?");
            builder.single(path, ashift, asize);
            let bytes = asize.map(|asize| asize.saturating_add(LABELS));
            member(path, builder.name(), vdev.line, bytes, reading);
            continue;
        };
        builder.vdev(kind, ashift, asize);
        let width = vdev.children.len() as u64;
        let bytes = match kind {
            VdevType::Mirror | VdevType::Stripe => asize.map(|asize| asize.saturating_add(LABELS)),
            VdevType::Raidz { .. } => asize.map(|asize| (asize / width.max(1)).saturating_add(LABELS)),
            // Groups and distributed spares hide what one drive holds.
            VdevType::Draid { .. } => None,
        };
        for child in &vdev.children {
            builder.leaf(leaf(child).first().copied().unwrap_or("?"));
            for path in leaf(child) {
                member(path, builder.name(), child.line, bytes, reading);
            }
        }
    }
    builder.finish(reading);
}

/// Returns the paths of a place in a vdev: one, or two while a drive is replaced.
fn leaf<'text>(node: &Node<'text>) -> Vec<&'text str> {
    match node.text("path") {
        Some(path) => vec![path],
        None => node
            .children
            .iter()
            .filter_map(|child| child.text("path"))
            .collect(),
    }
}
