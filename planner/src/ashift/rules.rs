//! What OpenZFS 2.4 itself decides.

use std::fmt;

use serde::Serialize;

use crate::drive::SectorSize;

use super::Ashift;

/// The largest physical sector that OpenZFS follows by itself, 2^14 bytes.
///
/// # Source
///
/// OpenZFS module parameter `zfs_vdev_max_auto_ashift`.
const AUTOMATIC_MAXIMUM: u32 = 14;

/// The sector sizes that a drive reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Sectors {
    /// The unit in which the drive is addressed.
    pub logical: SectorSize,
    /// The unit in which the drive says it writes.
    pub physical: SectorSize,
}

impl Sectors {
    /// Returns the binary logarithms of the logical and the physical size, the latter at least the former.
    ///
    /// # Errors
    ///
    /// Returns a refusal for logical sectors of 520 or 528 bytes and for those above 64 KiB.
    pub(super) fn shifts(self) -> Result<(u32, u32), Refusal> {
        let logical = self
            .logical
            .shift()
            .filter(|shift| *shift <= Ashift::MAXIMUM.as_u32())
            .ok_or(Refusal::UnusableSectors {
                logical: self.logical,
            })?;
        // What is no power of two says nothing that could be followed.
        let physical = self.physical.shift().unwrap_or(logical);
        Ok((logical, physical.max(logical)))
    }
}

/// Why drives cannot form or join a vdev.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The logical sectors are no power of two, or larger than any ashift.
    UnusableSectors {
        /// The logical sector size.
        logical: SectorSize,
    },
    /// No drives were given.
    NoDrives,
    /// The new vdev would get another ashift than those of the pool, and the addition is not forced.
    DifferentAshift {
        /// The ashift of the pool's vdevs.
        pool: Ashift,
        /// The ashift of the new vdev.
        new: Ashift,
    },
    /// The drive cannot be addressed in sectors as small as the vdev's.
    SectorsTooLarge {
        /// The ashift of the vdev.
        vdev: Ashift,
        /// The logical sector size of the drive.
        logical: SectorSize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnusableSectors { logical } => write!(
                formatter,
                "logical sectors of {logical} bytes cannot be used by ZFS until the drive is reformatted to 512 or 4096"
            ),
            Self::NoDrives => write!(formatter, "a vdev needs at least one drive"),
            Self::DifferentAshift { pool, new } => write!(
                formatter,
                "the new vdev would have ashift {new} beside ashift {pool}; `zpool add` refuses that without -f"
            ),
            Self::SectorsTooLarge { vdev, logical } => write!(
                formatter,
                "a drive of {logical}-byte logical sectors can never join a vdev of ashift {vdev}, which writes {} bytes",
                vdev.sector_bytes()
            ),
        }
    }
}

/// What OpenZFS answers to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does it, and the vdev has this ashift.
    Accepted {
        /// The ashift of the vdev.
        ashift: Ashift,
    },
    /// It does it, and `zpool status` says that the vdev has a non-native block size: smaller writes than the drive's
    /// own sectors make the drive read, change and write again.
    NonNative {
        /// The ashift of the vdev.
        ashift: Ashift,
        /// The largest physical sector size among the drives.
        native: SectorSize,
    },
    /// It does not do it.
    Refused(Refusal),
}

impl Verdict {
    /// Returns the ashift of the vdev, where the command succeeds.
    #[must_use]
    pub const fn ashift(self) -> Option<Ashift> {
        match self {
            Self::Accepted { ashift } | Self::NonNative { ashift, .. } => Some(ashift),
            Self::Refused(_) => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted { ashift } => write!(formatter, "works at ashift {ashift}"),
            Self::NonNative { ashift, native } => write!(
                formatter,
                "works at ashift {ashift}, but writes of less than {native} bytes are slow: \
                 the drive reads, changes and writes a whole sector"
            ),
            Self::Refused(refusal) => refusal.fmt(formatter),
        }
    }
}

/// Whether `zpool add` is run with `-f`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddMode {
    /// Without.
    Checked,
    /// With; vdevs of unlike ashift are allowed.
    Forced,
}

/// Returns the ashift that OpenZFS gives a new vdev of these drives when none is asked for.
///
/// A vdev of several drives follows the largest logical sector, and the largest physical sector up to 2^14 bytes; a
/// larger physical sector is not followed at all.
///
/// # Errors
///
/// Returns a refusal for logical sectors that ZFS cannot use.
///
/// # Source
///
/// OpenZFS `vdev_ashift_optimize` and `vdev_best_ashift`, `module/zfs/vdev.c`.
pub fn automatic(members: &[Sectors]) -> Result<Ashift, Refusal> {
    let (logical, physical) = combined(members)?;
    let followed = if physical <= AUTOMATIC_MAXIMUM {
        physical
    } else {
        logical
    };
    Ok(at_least(Ashift::MINIMUM, followed.max(logical)))
}

/// Returns what `zpool create` answers for one vdev, `asked` being the value of `-o ashift=`.
///
/// An ashift below what the logical sectors need is raised without a word. Each vdev is judged alone, so a stripe of
/// unlike drives has vdevs of unlike ashift.
#[must_use]
pub fn created(asked: Option<Ashift>, members: &[Sectors]) -> Verdict {
    let ashift = match asked {
        None => automatic(members),
        Some(asked) => combined(members).map(|(logical, _)| at_least(asked, logical)),
    };
    match ashift {
        Ok(ashift) => with_native(ashift, members),
        Err(refusal) => Verdict::Refused(refusal),
    }
}

/// Returns what `zpool add` answers for one new vdev beside vdevs of the ashifts `pool`.
///
/// # Source
///
/// OpenZFS `spa_vdev_add`, `module/zfs/spa.c`: checked only while all vdevs of the pool are alike.
#[must_use]
pub fn added(pool: &[Ashift], asked: Option<Ashift>, members: &[Sectors], mode: AddMode) -> Verdict {
    let verdict = created(asked, members);
    let alike = pool
        .first()
        .filter(|first| pool.iter().all(|other| other == *first));
    match (verdict.ashift(), alike, mode) {
        (Some(new), Some(pool), AddMode::Checked) if new != *pool => {
            Verdict::Refused(Refusal::DifferentAshift { pool: *pool, new })
        }
        _ => verdict,
    }
}

/// Returns what `zpool attach` and `zpool replace` answer for a drive that joins a vdev of ashift `vdev`; its size is
/// another matter.
///
/// The vdev keeps its ashift. Older releases also refuse a drive of larger physical sectors until `-o ashift=` is
/// given with the vdev's value.
///
/// # Source
///
/// OpenZFS `spa_vdev_attach`, `module/zfs/spa.c`.
#[must_use]
pub fn attached(vdev: Ashift, drive: Sectors) -> Verdict {
    match drive.shifts() {
        Err(refusal) => Verdict::Refused(refusal),
        Ok((logical, _)) if logical > vdev.as_u32() => Verdict::Refused(Refusal::SectorsTooLarge {
            vdev,
            logical: drive.logical,
        }),
        Ok(_) => with_native(vdev, &[drive]),
    }
}

/// Returns the logical and physical shift of a vdev of several drives.
fn combined(members: &[Sectors]) -> Result<(u32, u32), Refusal> {
    let mut together: Option<(u32, u32)> = None;
    for member in members {
        let (logical, physical) = member.shifts()?;
        together = Some(match together {
            None => (logical, physical),
            Some((other_logical, other_physical)) => {
                let logical = logical.max(other_logical);
                (logical, best(logical, other_physical, physical))
            }
        });
    }
    together.ok_or(Refusal::NoDrives)
}

/// Returns the better of two physical shifts: one that can be followed, else the larger.
fn best(logical: u32, left: u32, right: u32) -> u32 {
    let larger = if left > right { left } else { right };
    let can_follow = |shift: u32| -> bool { shift > logical && shift <= AUTOMATIC_MAXIMUM };
    match (can_follow(left), can_follow(right)) {
        (true, false) => left,
        (false, true) => right,
        _ => larger,
    }
}

fn at_least(ashift: Ashift, shift: u32) -> Ashift {
    // Every shift that gets here is a logical one, so at most 16, or at most the automatic maximum.
    Ashift::new(shift).map_or(ashift, |other| other.max(ashift))
}

fn with_native(ashift: Ashift, members: &[Sectors]) -> Verdict {
    let native = members
        .iter()
        .map(|member| member.physical.max(member.logical))
        .max();
    match native {
        Some(native) if native.shift().is_some_and(|shift| shift > ashift.as_u32()) => {
            Verdict::NonNative { ashift, native }
        }
        _ => Verdict::Accepted { ashift },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sectors(logical: u64, physical: u64) -> Sectors {
        Sectors {
            logical: SectorSize::new(logical).unwrap(),
            physical: SectorSize::new(physical).unwrap(),
        }
    }

    #[test]
    fn a_drive_that_cannot_be_followed_does_not_hide_one_that_can() {
        let members = [sectors(512, 65_536), sectors(512, 4096)];
        assert_eq!(automatic(&members), Ok(Ashift::B4096));
        let members = [sectors(512, 4096), sectors(512, 65_536)];
        assert_eq!(automatic(&members), Ok(Ashift::B4096));
    }

    #[test]
    fn sectors_that_zfs_cannot_use_are_refused() {
        for logical in [520, 528, 1 << 17] {
            let refusal = Refusal::UnusableSectors {
                logical: SectorSize::new(logical).unwrap(),
            };
            assert_eq!(automatic(&[sectors(logical, 4096)]), Err(refusal));
            assert_eq!(
                attached(Ashift::B4096, sectors(logical, 4096)),
                Verdict::Refused(refusal)
            );
        }
        assert_eq!(automatic(&[]), Err(Refusal::NoDrives));
    }

    #[test]
    fn forcing_allows_vdevs_of_unlike_ashift() {
        let new = [sectors(4096, 4096)];
        let pool = [Ashift::MINIMUM];
        assert_eq!(
            added(&pool, None, &new, AddMode::Forced).ashift(),
            Some(Ashift::B4096)
        );
        assert_eq!(added(&pool, None, &new, AddMode::Checked).ashift(), None);
        let mixed = [Ashift::MINIMUM, Ashift::B4096];
        assert_eq!(
            added(&mixed, None, &new, AddMode::Checked).ashift(),
            Some(Ashift::B4096)
        );
    }
}
