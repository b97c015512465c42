//! What one drive does by itself.

use crate::catalog::{ClassDefaults, DriveClass, class_defaults, class_of, hdd_outer_rate, matching_pattern};
use crate::drive::{Drive, Fact, Media, Shingling, Transport};
use crate::units::{Bytes, Iops, Throughput};

/// Inner tracks are never slower than this share of the outer ones; guards a wrong row of the class table.
const LEAST_INNER_RATIO: f64 = 0.05;

/// The speed of one drive, each figure with its origin where an inventory can state it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriveSpeed {
    /// The class that the defaults were taken from.
    pub class: DriveClass,
    /// Spinning or solid state.
    pub media: Media,
    /// Drive-managed shingled recording.
    pub shingling: Shingling,
    /// Sequential read rate, of the outer tracks for a hard disk.
    pub read: Fact<Throughput>,
    /// Sustained sequential write rate, of the outer tracks for a hard disk.
    pub write: Fact<Throughput>,
    /// Rate of the inner tracks in terms of the outer ones, above 0 and at most 1.
    pub inner_ratio: f64,
    /// Revolutions per minute; 0 for solid state.
    pub rpm: Fact<u32>,
    /// Mean seek time of a hard disk, or access time of an SSD, in milliseconds.
    pub seek_ms: f64,
    /// Random 4K reads per second, one at a time.
    pub random_read: Fact<Iops>,
    /// Random 4K reads per second with a deep queue.
    pub deep_random_read: Iops,
    /// Random 4K writes per second with a deep queue.
    pub deep_random_write: Iops,
    /// Time of one synchronous 4K write in microseconds.
    pub sync_write_us: f64,
    /// Physical sector size in bytes.
    pub physical_sector: u32,
    /// What the link to the drive carries.
    pub link: Throughput,
}

impl DriveSpeed {
    /// Returns the speed of a drive: what the inventory states, else the default of its class, rpm and capacity.
    ///
    /// Rates are cut at what the link carries.
    #[must_use]
    pub fn of(drive: &Drive) -> Self {
        let class = class_of(drive).value;
        let pattern = drive.model.as_deref().and_then(matching_pattern);
        let transport = drive.transport.map(|fact| fact.value);
        let capacity = drive.capacity.map(|fact| fact.value.bytes);
        let rpm = drive
            .rpm
            .or_else(|| pattern.and_then(|row| row.rpm).map(Fact::derived));
        let mut speed = Self::typical(class, rpm, capacity);
        speed.link = link_rate(transport, class);
        if let Some(read) = drive.read {
            speed = speed.with_read(Fact::stated(read));
        }
        if let Some(write) = drive.write {
            speed.write = Fact::stated(write);
        }
        if let Some(operations) = drive.random_read {
            speed = speed.with_random_read(Fact::stated(operations));
        }
        if let Some(shingling) = drive
            .shingling
            .map(|fact| fact.value)
            .or_else(|| pattern.and_then(|row| row.shingling))
        {
            speed.shingling = shingling;
        }
        if let Some(sector) = drive.physical_sector {
            speed.physical_sector = sector.value.as_u32();
        }
        speed.read.value = speed.read.value.min(speed.link);
        speed.write.value = speed.write.value.min(speed.link);
        speed
    }

    /// Returns the typical speed of a class, with the rpm and the capacity where they are known; all of it assumed.
    #[must_use]
    pub fn typical(class: DriveClass, rpm: Option<Fact<u32>>, capacity: Option<Bytes>) -> Self {
        let defaults = class_defaults(class);
        let rpm = rpm.unwrap_or(Fact::assumed(defaults.rpm));
        let spinning = class.media() == Media::Hdd && rpm.value > 0;
        let (read, write) = match capacity {
            Some(capacity) if spinning => {
                let outer = hdd_outer_rate(rpm.value, capacity);
                (outer, outer)
            }
            _ => (defaults.read, defaults.write),
        };
        Self {
            class,
            media: class.media(),
            shingling: Shingling::None,
            read: Fact::assumed(read),
            write: Fact::assumed(write),
            inner_ratio: inner_ratio(defaults),
            rpm,
            seek_ms: defaults.seek_ms,
            random_read: Fact::assumed(if spinning && rpm.value != defaults.rpm {
                seek_limited(defaults.seek_ms, rpm.value)
            } else {
                defaults.random_read
            }),
            deep_random_read: defaults.deep_random_read,
            deep_random_write: defaults.deep_random_write,
            sync_write_us: if spinning {
                1.5 * turn_ms(rpm.value) * 1000.0
            } else {
                defaults.sync_write_us
            },
            physical_sector: 4096,
            link: link_rate(None, class),
        }
    }

    /// Returns the drive with another read rate; a hard disk then writes at that rate too, an SSD no faster.
    #[must_use]
    pub fn with_read(mut self, read: Fact<Throughput>) -> Self {
        self.read = read;
        self.write = match self.media {
            Media::Hdd => Fact {
                origin: self.write.origin,
                ..read
            },
            Media::Ssd => Fact {
                value: self.write.value.min(read.value),
                ..self.write
            },
        };
        self
    }

    /// Returns the drive with another number of random reads per second: one at a time for a hard disk, with a deep
    /// queue for an SSD, as data sheets give them.
    #[must_use]
    pub fn with_random_read(mut self, operations: Fact<Iops>) -> Self {
        match self.media {
            Media::Hdd => self.random_read = operations,
            Media::Ssd => {
                self.deep_random_read = operations.value;
                self.random_read = Fact {
                    value: self.random_read.value.min(operations.value),
                    origin: operations.origin,
                };
            }
        }
        self
    }

    /// Returns the time of one revolution in milliseconds; 0 for solid state.
    #[must_use]
    pub fn turn_ms(&self) -> f64 {
        turn_ms(self.rpm.value)
    }

    /// Returns the mean rate over the first `fill` of the capacity in terms of the outer rate.
    ///
    /// # Formula
    /// Constant areal density from radius r to R:
    /// ```text
    /// rate(x) = B √(1 − x (1 − ρ²))        x  share of the capacity from the outside, ρ = inner/outer
    /// mean    = B (1 + √(1 − f (1 − ρ²))) / 2      by bytes per unit of time over the first f
    /// ```
    #[must_use]
    pub fn zone_share(&self, fill: f64) -> f64 {
        match self.media {
            Media::Ssd => 1.0,
            Media::Hdd => {
                let rest = 1.0 - fill.clamp(0.0, 1.0) * (1.0 - self.inner_ratio * self.inner_ratio);
                f64::midpoint(1.0, mttdl::math::sqrt(rest.max(0.0)))
            }
        }
    }
}

fn inner_ratio(defaults: &ClassDefaults) -> f64 {
    (defaults.inner.as_mb_per_s() / defaults.outer.as_mb_per_s()).clamp(LEAST_INNER_RATIO, 1.0)
}

fn turn_ms(rpm: u32) -> f64 {
    match rpm {
        0 => 0.0,
        _ => 60_000.0 / f64::from(rpm),
    }
}

fn seek_limited(seek_ms: f64, rpm: u32) -> Iops {
    Iops::saturating(1000.0 / (seek_ms + turn_ms(rpm) / 2.0))
        .expect("a positive number over a sum of times of at least 0 is a number")
}

/// What a link carries: SATA 6 Gb/s 550 MB/s, a 12 Gb/s SAS lane 1150 MB/s, four PCIe 4 lanes 7000 MB/s, USB 3 at
/// 5 Gb/s 450 MB/s; virtual and other disks are not limited by a link that is known.
fn link_rate(transport: Option<Transport>, class: DriveClass) -> Throughput {
    Throughput::from_mb_per_s(match (transport, class) {
        (Some(Transport::Usb), _) => 450.0,
        (Some(Transport::Nvme), _) | (None, DriveClass::NvmeConsumer | DriveClass::NvmeEnterprise) => 7000.0,
        (Some(Transport::Sas), _)
        | (None, DriveClass::SsdSasEnterprise | DriveClass::HddSas10k | DriveClass::HddSas15k) => 1150.0,
        (Some(Transport::Sata) | None, _) => 550.0,
        (Some(Transport::Virtio | Transport::Scsi), _) => 7000.0,
    })
    .expect("every rate above is finite and positive")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::Origin;

    fn rate(megabytes: f64) -> Throughput {
        Throughput::from_mb_per_s(megabytes).expect("a rate of a test")
    }

    #[test]
    fn stated_figures_win_and_keep_their_origin() {
        let mut drive = Drive::unknown("d1".into(), "test".into());
        drive.model = Some("ST18000NM000J".into());
        drive.read = Some(rate(250.0));
        let speed = DriveSpeed::of(&drive);
        assert_eq!(speed.read, Fact::stated(rate(250.0)));
        assert_eq!(speed.write.origin, Origin::Assumed);
        assert_eq!(speed.write.value, rate(250.0));
        assert_eq!(speed.rpm, Fact::derived(7200));
        drive.write = Some(rate(240.0));
        assert_eq!(DriveSpeed::of(&drive).write, Fact::stated(rate(240.0)));
    }

    #[test]
    fn a_slow_link_caps_the_rate() {
        let mut drive = Drive::unknown("d1".into(), "test".into());
        drive.media = Some(Fact::stated(Media::Ssd));
        drive.transport = Some(Fact::stated(Transport::Sata));
        drive.read = Some(rate(3000.0));
        assert_eq!(DriveSpeed::of(&drive).read.value, rate(550.0));
    }

    #[test]
    fn shingling_is_known_from_the_model_name() {
        let mut drive = Drive::unknown("d1".into(), "test".into());
        drive.model = Some("WDC WD40EFAX-68JH4N1".into());
        assert_eq!(DriveSpeed::of(&drive).shingling, Shingling::DriveManaged);
    }

    /// Half the inner rate: three quarters of the outer rate over the whole disk.
    #[test]
    fn zones_average_to_the_mean_of_outer_and_inner_over_the_whole_disk() {
        let mut speed = DriveSpeed::typical(DriveClass::HddNearline, None, None);
        speed.inner_ratio = 0.5;
        assert!((speed.zone_share(1.0) - 0.75).abs() < 1e-12);
        assert!((speed.zone_share(0.0) - 1.0).abs() < 1e-12);
        assert!(speed.zone_share(0.7) > speed.zone_share(0.8));
    }
}
