//! How many failed drives a vdev outlives, from the little that a user writes about it.

use crate::layout::VdevType;

/// A vdev as far as its safety goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redundancy {
    kind: VdevType,
    width: u32,
}

impl Redundancy {
    /// Returns the redundancy of a vdev of `width` drives.
    #[must_use]
    pub const fn new(kind: VdevType, width: u32) -> Self {
        Self { kind, width }
    }

    /// Returns what `mirror`, `mirror:3`, `raidz2`, `raidz2:6`, `draid2:8d` or `stripe` stands for. A mirror without a
    /// number has two drives.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let number = || rest.parse::<u32>().ok();
        match name {
            "stripe" | "disk" => Some(Self::new(VdevType::Stripe, 1)),
            "mirror" if rest.is_empty() => Some(Self::new(VdevType::Mirror, 2)),
            "mirror" => Some(Self::new(VdevType::Mirror, number().filter(|width| *width >= 2)?)),
            _ => {
                let (kind, parity) = if let Some(parity) = name.strip_prefix("raidz") {
                    ("raidz", parity)
                } else {
                    ("draid", name.strip_prefix("draid")?)
                };
                let parity = match parity {
                    "" | "1" => 1,
                    "2" => 2,
                    "3" => 3,
                    _ => return None,
                };
                let kind = if kind == "raidz" {
                    VdevType::Raidz { parity }
                } else {
                    let data = rest
                        .split(':')
                        .find_map(|part| part.strip_suffix('d')?.parse().ok());
                    VdevType::Draid {
                        parity,
                        data: data.unwrap_or(8),
                        spares: 0,
                    }
                };
                Some(Self::new(kind, number().unwrap_or(0)))
            }
        }
    }

    /// Returns how the vdev protects its data.
    #[must_use]
    pub const fn kind(self) -> VdevType {
        self.kind
    }

    /// Returns how many failed drives the vdev outlives.
    #[must_use]
    pub const fn tolerance(self) -> u32 {
        match self.kind {
            VdevType::Stripe => 0,
            VdevType::Mirror => self.width.saturating_sub(1),
            VdevType::Raidz { parity } | VdevType::Draid { parity, .. } => parity,
        }
    }

    /// Returns whether its contents can be moved away, so that the vdev can be removed.
    #[must_use]
    pub const fn can_be_evacuated(self) -> bool {
        matches!(self.kind, VdevType::Stripe | VdevType::Mirror)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vdevs_are_read_as_people_write_them() {
        let tolerance = |text: &str| Redundancy::parse(text).map(Redundancy::tolerance);
        assert_eq!(tolerance("mirror"), Some(1));
        assert_eq!(tolerance("mirror:3"), Some(2));
        assert_eq!(tolerance("raidz"), Some(1));
        assert_eq!(tolerance("raidz3:11"), Some(3));
        assert_eq!(tolerance("draid2:8d:24c:1s"), Some(2));
        assert_eq!(tolerance("stripe"), Some(0));
        assert_eq!(tolerance("raidz4"), None);
        assert_eq!(tolerance("mirror:1"), None);
        assert_eq!(tolerance("raid5"), None);
    }
}
