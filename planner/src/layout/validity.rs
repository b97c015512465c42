//! Layouts that OpenZFS would refuse.
//!
//! What it allows though nobody should build it, such as RAID-Z of two drives, is no error here.

use crate::error::Error;

use super::{AllocationClass, Layout, VdevGroup, VdevType};

/// Drives of one RAID-Z or dRAID vdev.
///
/// # Source
///
/// OpenZFS `is_grouping`, `cmd/zpool/zpool_vdev.c`; `VDEV_DRAID_MAX_CHILDREN`, `include/sys/vdev_draid.h`.
const CHILDREN_MAXIMUM: u32 = 255;

/// Distributed spares of one dRAID vdev.
///
/// # Source
///
/// OpenZFS `VDEV_DRAID_MAX_SPARES`, `include/sys/fs/zfs.h`.
const DRAID_SPARES_MAXIMUM: u32 = 100;

/// Drives of a layout; a bound of this program, so that a slip of the pen does not ask for billions of vdevs.
const DRIVES_MAXIMUM: u64 = 65_536;

impl VdevType {
    /// Checks that OpenZFS would make a vdev of this type of `width` drives.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Layout`] with what is wrong and what would do.
    ///
    /// # Source
    ///
    /// OpenZFS `is_grouping` and `draid_config_by_type`, `cmd/zpool/zpool_vdev.c`.
    pub fn check_width(self, width: u32) -> Result<(), Error> {
        let refuse = |reason: String, hint: String| {
            let name = match self {
                Self::Draid { .. } => self.name(width),
                Self::Stripe | Self::Mirror | Self::Raidz { .. } => format!("{}:{width}", self.name(width)),
            };
            Err(Error::Layout {
                layout: name,
                reason,
                hint,
            })
        };
        match self {
            Self::Stripe if width != 1 => refuse(
                format!("a stripe vdev is one drive, not {width}"),
                "write `stripe:N` for N vdevs of one drive each".to_owned(),
            ),
            Self::Mirror if width < 2 => refuse(
                format!("a mirror of {width} is no mirror"),
                "write `mirror:2`".to_owned(),
            ),
            Self::Raidz { parity } if !(1..=3).contains(&parity) => refuse(
                format!("RAID-Z has parity 1, 2 or 3, not {parity}"),
                "write `raidz1`, `raidz2` or `raidz3`".to_owned(),
            ),
            Self::Raidz { parity } if width <= parity => refuse(
                format!("raidz{parity} needs more than {parity} drives, not {width}"),
                format!("write `raidz{parity}:{}` or wider", parity + 1),
            ),
            Self::Mirror | Self::Raidz { .. } | Self::Draid { .. } if width > CHILDREN_MAXIMUM => refuse(
                format!("a vdev has at most {CHILDREN_MAXIMUM} drives, not {width}"),
                "write several vdevs, such as `2xraidz2:8`".to_owned(),
            ),
            Self::Draid { parity, data, spares } => {
                if !(1..=3).contains(&parity) {
                    return refuse(
                        format!("dRAID has parity 1, 2 or 3, not {parity}"),
                        "write `draid1`, `draid2` or `draid3`".to_owned(),
                    );
                }
                if data == 0 {
                    return refuse(
                        "a dRAID group needs at least one data drive".to_owned(),
                        "write the data drives of a group as `8d`".to_owned(),
                    );
                }
                if spares > DRAID_SPARES_MAXIMUM {
                    return refuse(
                        format!("dRAID has at most {DRAID_SPARES_MAXIMUM} distributed spares, not {spares}"),
                        "write fewer spares, such as `2s`".to_owned(),
                    );
                }
                let group = u64::from(data) + u64::from(parity);
                if group + u64::from(spares) > u64::from(width) {
                    return refuse(
                        format!(
                            "{data} data + {parity} parity + {spares} spare drives are more than {width} children"
                        ),
                        "make the group (`d`) smaller or the vdev (`c`) larger".to_owned(),
                    );
                }
                Ok(())
            }
            Self::Stripe | Self::Mirror | Self::Raidz { .. } => Ok(()),
        }
    }
}

impl VdevGroup {
    fn check(&self) -> Result<(), Error> {
        let refuse = |reason: String, hint: &str| {
            Err(Error::Layout {
                layout: self.to_string(),
                reason,
                hint: hint.to_owned(),
            })
        };
        if self.count == 0 {
            return refuse(
                "a group needs at least one vdev".to_owned(),
                "leave the group out",
            );
        }
        self.kind.check_width(self.width)?;
        match (self.class, self.kind) {
            (AllocationClass::Log, VdevType::Raidz { .. } | VdevType::Draid { .. }) => refuse(
                "a log vdev is one drive or a mirror".to_owned(),
                "write `log/mirror:2`",
            ),
            _ => Ok(()),
        }
    }
}

impl Layout {
    /// Checks that OpenZFS would make such a pool.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Layout`] with what is wrong and what would do: a vdev of an impossible width, a log vdev that
    /// is neither a drive nor a mirror, no vdev for data, more than 65,536 drives.
    pub fn check(&self) -> Result<(), Error> {
        self.groups.iter().try_for_each(VdevGroup::check)?;
        let refuse = |reason: String, hint: &str| {
            Err(Error::Layout {
                layout: self.to_string(),
                reason,
                hint: hint.to_owned(),
            })
        };
        if !self
            .groups
            .iter()
            .any(|group| group.class == AllocationClass::Data)
        {
            return refuse(
                "no vdev holds data".to_owned(),
                "add a group without a class, such as `mirror:2`",
            );
        }
        if self.drives() > DRIVES_MAXIMUM {
            return refuse(
                format!("{} drives are more than {DRIVES_MAXIMUM}", self.drives()),
                "write fewer or smaller vdevs",
            );
        }
        Ok(())
    }
}
