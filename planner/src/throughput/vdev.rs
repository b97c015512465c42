//! What one vdev does before host and pool are looked at.

use super::constants::Constants;
use super::drive_speed::DriveSpeed;
use super::geometry::Geometry;
use super::law::{command_queue_gain, misaligned_share};
use super::options::{Conditions, PerformanceOptions};
use crate::drive::Media;
use crate::layout::VdevType;
use crate::units::Bytes;

/// A number of equal vdevs with their drives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VdevSpeedSpec<'a> {
    /// How each vdev protects its data.
    pub kind: VdevType,
    /// Drives per vdev: 1 for a stripe, the number of children for dRAID.
    pub width: u32,
    /// How many such vdevs, at least 1.
    pub count: u32,
    /// The drives: one that stands for all, or each; at least one. The slowest counts.
    pub drives: &'a [DriveSpeed],
    /// Sector size of the vdev as a power of two.
    pub ashift: u32,
    /// Free space of one vdev, by which ZFS spreads what is written; absent counts as equal.
    pub free: Option<Bytes>,
}

/// The slowest figures among the drives of a vdev.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SlowestDrive {
    pub(super) media: Media,
    pub(super) read: f64,
    pub(super) write: f64,
    pub(super) random_read: f64,
    pub(super) deep_random_read: f64,
    pub(super) deep_random_write: f64,
    pub(super) sync_write_us: f64,
    pub(super) misaligned_share: f64,
}

impl SlowestDrive {
    /// Returns the slowest figures among `drives` at a fill; nothing for no drives.
    fn among(drives: &[DriveSpeed], ashift: u32, fill: f64) -> Option<Self> {
        drives
            .iter()
            .map(|drive| {
                let zone = drive.zone_share(fill);
                let small_sectors = u64::from(drive.physical_sector) > 1 << ashift.min(24);
                Self {
                    media: drive.media,
                    read: drive.read.value.as_mb_per_s() * zone,
                    write: drive.write.value.as_mb_per_s() * zone,
                    random_read: drive.random_read.value.as_f64(),
                    deep_random_read: drive.deep_random_read.as_f64(),
                    deep_random_write: drive.deep_random_write.as_f64(),
                    sync_write_us: drive.sync_write_us,
                    misaligned_share: if small_sectors {
                        misaligned_share(drive.seek_ms, drive.turn_ms())
                    } else {
                        1.0
                    },
                }
            })
            .reduce(|one, other| Self {
                media: one.media.min(other.media),
                read: one.read.min(other.read),
                write: one.write.min(other.write),
                random_read: one.random_read.min(other.random_read),
                deep_random_read: one.deep_random_read.min(other.deep_random_read),
                deep_random_write: one.deep_random_write.min(other.deep_random_write),
                sync_write_us: one.sync_write_us.max(other.sync_write_us),
                misaligned_share: one.misaligned_share.min(other.misaligned_share),
            })
    }

    /// Returns random reads per second with `depth` requests waiting at this drive, `bytes` read for each.
    pub(super) fn random_reads(&self, depth: f64, bytes: f64) -> f64 {
        let small = match self.media {
            Media::Hdd => self.random_read * command_queue_gain(depth),
            Media::Ssd => {
                (self.random_read * depth.max(1.0)).min(self.deep_random_read.max(self.random_read))
            }
        };
        with_transfer(small, bytes, self.read)
    }

    /// Returns random writes per second with `depth` requests waiting at this drive, `bytes` written for each.
    pub(super) fn random_writes(&self, depth: f64, bytes: f64) -> f64 {
        let small = match self.media {
            Media::Hdd => self.random_read * command_queue_gain(depth),
            Media::Ssd => (self.random_read * depth.max(1.0)).min(self.deep_random_write),
        };
        with_transfer(small * self.misaligned_share, bytes, self.write)
    }
}

/// Returns the operations per second left when each also moves `bytes` at `rate` MB/s.
fn with_transfer(operations: f64, bytes: f64, rate: f64) -> f64 {
    if operations <= 0.0 || rate <= 0.0 {
        return 0.0;
    }
    1.0 / (1.0 / operations + bytes / (rate * 1e6))
}

/// Returns the shares of the media rate that reads and writes reach.
///
/// Plain reads of SSDs were measured on pools that the host limits only; they are taken to reach what writes do.
fn media_shares(media: Media, conditions: Conditions, constants: &Constants) -> (f64, f64) {
    match (conditions, media) {
        (Conditions::Plain, Media::Hdd) => (constants.read_media_plain, constants.write_media_plain),
        (Conditions::Plain, Media::Ssd) => (constants.write_media_ssd, constants.write_media_ssd),
        (Conditions::CachedAndFlushed, Media::Hdd) => {
            (constants.read_media_cached, constants.write_media_hdd)
        }
        (Conditions::CachedAndFlushed, Media::Ssd) => {
            (constants.read_media_cached, constants.write_media_ssd)
        }
    }
}

/// The media terms of one vdev and what else the pool needs of it; MB/s of data without parity and copies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct VdevMedia {
    pub(super) kind: VdevType,
    pub(super) width: f64,
    pub(super) count: f64,
    pub(super) slowest: SlowestDrive,
    pub(super) geometry: Geometry,
    pub(super) read: f64,
    pub(super) write: f64,
    pub(super) degraded_read: f64,
    pub(super) free: Option<f64>,
}

impl VdevMedia {
    /// Returns the media terms of one vdev of `spec`, or nothing where it has no drives.
    pub(super) fn of(
        spec: &VdevSpeedSpec<'_>,
        options: &PerformanceOptions,
        constants: &Constants,
    ) -> Option<Self> {
        let slowest = SlowestDrive::among(spec.drives, spec.ashift, options.fill)?;
        let geometry = Geometry::new(spec.kind, spec.width, options.record_size.as_u64(), spec.ashift);
        let width = f64::from(spec.width.max(1));
        let (read_share, write_share) = media_shares(slowest.media, options.conditions, constants);
        let active = match spec.kind {
            VdevType::Draid { spares, .. } => f64::from(spec.width.saturating_sub(spares).max(1)),
            VdevType::Stripe => 1.0,
            VdevType::Mirror | VdevType::Raidz { .. } => width,
        };
        let write = write_share * slowest.write * active / geometry.amplification;
        // Heads pass over the parity between the data; flash does not.
        let parity_skipped = slowest.media == Media::Ssd;
        let (read, degraded_read) = match spec.kind {
            VdevType::Stripe => (slowest.read, 0.0),
            VdevType::Mirror => (slowest.read * width, slowest.read * (width - 1.0)),
            VdevType::Raidz { .. } | VdevType::Draid { .. } if parity_skipped => {
                (slowest.read * active, slowest.read * (active - 1.0))
            }
            VdevType::Raidz { .. } | VdevType::Draid { .. } => {
                let healthy = slowest.read * active / geometry.amplification;
                (healthy, healthy)
            }
        };
        Some(Self {
            kind: spec.kind,
            width,
            count: f64::from(spec.count.max(1)),
            slowest,
            geometry,
            read: read_share * read,
            write,
            degraded_read: read_share * degraded_read,
            free: spec.free.map(Bytes::as_f64),
        })
    }

    /// Returns the parity sectors per stripe, if there are stripes with parity.
    pub(super) fn parity(&self) -> Option<u32> {
        match self.kind {
            VdevType::Stripe | VdevType::Mirror => None,
            VdevType::Raidz { parity } | VdevType::Draid { parity, .. } => Some(parity),
        }
    }

    /// Returns how many disks' worth of random reads one vdev serves.
    ///
    /// A record of RAID-Z occupies all data disks, so the vdev counts as one; a mirror balances over its copies the
    /// better the deeper the queue, from the share measured at a small depth to all copies at a large one; dRAID has
    /// one server per redundancy group.
    pub(super) fn read_servers(&self, depth: f64, constants: &Constants) -> f64 {
        match self.kind {
            VdevType::Stripe | VdevType::Raidz { .. } => 1.0,
            VdevType::Mirror => {
                let shallow = (constants.measured_depth / depth.max(1.0)).min(1.0);
                let balance = 1.0 - (1.0 - constants.mirror_balance) * shallow;
                1.0 + balance * (self.width - 1.0)
            }
            VdevType::Draid { parity, data, spares } => {
                ((self.width - f64::from(spares)) / f64::from(data + parity)).max(1.0)
            }
        }
    }
}
