//! Which OpenZFS release is meant, since most defaults changed at some release.

use std::fmt;

use crate::error::Error;

/// The point release that stands for the last one of its branch.
const BRANCH_END: u16 = 98;
/// The point release that the development tree calls itself.
const DEVELOPMENT: u16 = 99;

/// An OpenZFS release, a release of ZFS on Linux before it, or zfs-fuse.
///
/// Ordered by age; zfs-fuse is older than everything else. Two parts such as `2.1` mean the last point release of that
/// branch, three parts that very release, `master` the development tree after 2.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZfsRelease {
    major: u16,
    minor: u16,
    patch: u16,
}

/// Branches with the last point release that is known of each; none where the branch still gets releases.
const BRANCHES: [(u16, u16, Option<u16>); 8] = [
    (0, 6, Some(5)),
    (0, 7, Some(13)),
    (0, 8, Some(6)),
    (2, 0, Some(7)),
    (2, 1, None),
    (2, 2, None),
    (2, 3, None),
    (2, 4, Some(4)),
];

impl ZfsRelease {
    /// ZFS on Linux 0.6.3, which raised the metadata cap of the ARC.
    pub(super) const V0_6_3: Self = Self::exact(0, 6, 3);
    /// ZFS on Linux 0.6.5, the oldest release whose ARC defaults are known here.
    pub(super) const V0_6_5: Self = Self::exact(0, 6, 5);
    /// ZFS on Linux 0.7.0.
    pub(super) const V0_7: Self = Self::exact(0, 7, 0);
    /// ZFS on Linux 0.8.0.
    pub(super) const V0_8: Self = Self::exact(0, 8, 0);
    /// OpenZFS 2.0.0.
    pub(super) const V2_0: Self = Self::exact(2, 0, 0);
    /// OpenZFS 2.1.0.
    pub(super) const V2_1: Self = Self::exact(2, 1, 0);
    /// OpenZFS 2.1.6, which brought `zfs_wrlog_data_max` and lowered the greatest automatic ashift.
    pub(super) const V2_1_6: Self = Self::exact(2, 1, 6);
    /// OpenZFS 2.2.0.
    pub(super) const V2_2: Self = Self::exact(2, 2, 0);
    /// OpenZFS 2.3.0.
    pub(super) const V2_3: Self = Self::exact(2, 3, 0);
    /// OpenZFS 2.4.0.
    pub(super) const V2_4: Self = Self::exact(2, 4, 0);
    /// The development tree after 2.4.
    pub(super) const MASTER: Self = Self::exact(2, 4, DEVELOPMENT);

    const fn exact(major: u16, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch }
    }

    /// Returns the release named by `text`: `2.3`, `2.1.5`, `zfs-2.2.6-1`, `0.8`, `0.6.5.11`, `master`, `zfs-fuse 0.6.9`.
    ///
    /// # Errors
    /// [`Error::Rule`] with `unknown_zfs_version` for anything else, also for releases that are not out yet: their
    /// defaults cannot be known.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text.trim()).ok_or_else(|| Error::Rule {
            code: "unknown_zfs_version",
            message: format!("`{text}` is no OpenZFS release known here"),
            hint: "write a branch such as `2.3`, a release such as `2.1.5`, or `master`; `zfs version` prints it"
                .to_owned(),
        })
    }

    fn read(text: &str) -> Option<Self> {
        if text == "master" || text == "2.4.99" {
            return Some(Self::MASTER);
        }
        if let Some(fuse) = text.strip_prefix("zfs-fuse") {
            let digits = fuse.chars().all(|character| " 0123456789.".contains(character));
            return digits.then_some(Self::exact(0, 0, 0));
        }
        let text = text.strip_prefix("zfs-").unwrap_or(text);
        let text = match text.split_once('-') {
            // A packaging revision as in 2.1.11-1; release candidates are not the release.
            Some((release, package)) if package.starts_with(|first: char| first.is_ascii_digit()) => release,
            Some(_) => return None,
            None => text,
        };
        let mut parts = text.split('.');
        let mut number = || -> Option<Option<u16>> {
            match parts.next() {
                None => Some(None),
                Some(part) => {
                    let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
                    if plain { part.parse().ok().map(Some) } else { None }
                }
            }
        };
        let (major, minor, patch, build) = (number()??, number()??, number()?, number()?);
        if number()?.is_some() || (build.is_some() && (major, minor) != (0, 6)) {
            return None;
        }
        let (.., last) = BRANCHES
            .iter()
            .find(|(known_major, known_minor, _)| (*known_major, *known_minor) == (major, minor))?;
        let patch = match (patch, last) {
            (None, _) if (major, minor) == (0, 6) => 5,
            (None, _) => BRANCH_END,
            (Some(patch), Some(last)) if patch > *last => return None,
            (Some(patch), None) if patch >= BRANCH_END => return None,
            (Some(patch), _) => patch,
        };
        Some(Self { major, minor, patch })
    }

    /// Returns whether this is zfs-fuse, whose numbers are its own.
    #[must_use]
    pub const fn is_zfs_fuse(self) -> bool {
        self.major == 0 && self.minor == 0
    }

    /// Returns the release unless it is older than `oldest`, before which `what` is not known here.
    ///
    /// # Errors
    /// [`Error::Rule`] with `unknown_zfs_version`.
    pub(super) fn at_least(self, oldest: Self, what: &str) -> Result<Self, Error> {
        if self >= oldest {
            return Ok(self);
        }
        Err(Error::Rule {
            code: "unknown_zfs_version",
            message: format!("{what} of `{self}` is not known here"),
            hint: format!("the oldest release with a rule is {oldest}"),
        })
    }
}

impl From<crate::capacity::ZfsVersion> for ZfsRelease {
    /// Returns the last point release of the series.
    fn from(series: crate::capacity::ZfsVersion) -> Self {
        use crate::capacity::ZfsVersion;
        let minor = match series {
            ZfsVersion::V2_1 => 1,
            ZfsVersion::V2_2 => 2,
            ZfsVersion::V2_3 => 3,
            ZfsVersion::V2_4 => 4,
        };
        Self::exact(2, minor, BRANCH_END)
    }
}

impl fmt::Display for ZfsRelease {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zfs_fuse() {
            return formatter.write_str("zfs-fuse");
        }
        if *self == Self::MASTER {
            return formatter.write_str("master");
        }
        write!(formatter, "{}.{}", self.major, self.minor)?;
        if self.patch == BRANCH_END {
            Ok(())
        } else {
            write!(formatter, ".{}", self.patch)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_order_by_age_and_two_parts_mean_the_last_of_the_branch() {
        let names = [
            "zfs-fuse 0.6.9",
            "0.6.2",
            "0.6.5.11",
            "0.7",
            "0.8",
            "2.0",
            "2.1.5",
            "2.1.6",
            "2.1",
            "2.2",
            "2.3",
            "2.4",
            "master",
        ];
        let versions: Vec<_> = names
            .iter()
            .map(|name| ZfsRelease::parse(name).unwrap())
            .collect();
        assert!(versions.is_sorted(), "{versions:?}");
        assert_eq!(ZfsRelease::parse("zfs-2.2.6-1").unwrap().to_string(), "2.2.6");
        assert_eq!(ZfsRelease::parse("2.3").unwrap().to_string(), "2.3");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "", "2", "1.9", "2.5", "2.4.5", "2.1.x", "0.9", "2.3-rc1", "v28", "2.2.2.2", "2.1.", "0.6.7",
            "-1.2",
        ] {
            let error = ZfsRelease::parse(text).expect_err(text);
            assert!(
                matches!(
                    error,
                    Error::Rule {
                        code: "unknown_zfs_version",
                        ..
                    }
                ),
                "{text}"
            );
        }
    }
}
