//! Default figures of the drive classes.

use std::sync::LazyLock;

use super::class::DriveClass;
use super::table::rows;
use crate::units::{Estimate, Hours, Iops, RatePerHour, Throughput};

/// The default figures of one drive class; all of them assumptions wherever they are used.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassDefaults {
    /// The class.
    pub class: DriveClass,
    /// What the class is, in a few words.
    pub description: String,
    /// Failures per drive-hour over the first five years; published tables give them per drive-year.
    pub failure_rate: Estimate<RatePerHour>,
    /// Shape of the Weibull life.
    pub weibull_shape: f64,
    /// Scale of the Weibull life, chosen so that the mean rate over five years is the default failure rate.
    pub weibull_scale: Hours,
    /// Mean time to failure as data sheets print it.
    pub sheet_mttf: Option<Hours>,
    /// Unrecoverable read errors per bit read, as data sheets print them.
    pub read_errors_per_bit: f64,
    /// First latent sector errors per drive-hour, as measured.
    pub latent_error_rate: Estimate<RatePerHour>,
    /// Sequential rate at the outer tracks, or of a rebuild write on an SSD.
    pub outer: Throughput,
    /// Sequential rate at the inner tracks, or of a rebuild write on an SSD.
    pub inner: Throughput,
    /// Sustained sequential read rate; that of the outer tracks for hard disks.
    pub read: Throughput,
    /// Sustained sequential write rate; that of the outer tracks for hard disks.
    pub write: Throughput,
    /// Revolutions per minute; 0 for solid state.
    pub rpm: u32,
    /// Mean seek time of a hard disk, or access time of an SSD, in milliseconds.
    pub seek_ms: f64,
    /// Random 4K reads per second, one at a time.
    pub random_read: Iops,
    /// Random 4K reads per second with a deep queue.
    pub deep_random_read: Iops,
    /// Sustained random 4K writes per second with a deep queue.
    pub deep_random_write: Iops,
    /// Time of one synchronous 4K write including the cache flush, in microseconds.
    pub sync_write_us: f64,
    /// Power drawn spinning or waiting, in watts.
    pub watts_idle: f64,
    /// Power drawn at work, in watts.
    pub watts_active: f64,
    /// Where the reliability figures come from.
    pub reliability_source: String,
    /// Where the speeds come from.
    pub speed_source: String,
    /// Where the power figures come from.
    pub watts_source: String,
}

#[derive(serde::Deserialize)]
struct ClassRow {
    class: String,
    description: String,
    afr_pct: f64,
    afr_low_pct: f64,
    afr_high_pct: f64,
    weibull_shape: f64,
    weibull_scale_h: f64,
    mttf_sheet_h: Option<f64>,
    read_errors_per_bit: f64,
    latent_errors_per_hour: f64,
    latent_low_per_hour: f64,
    latent_high_per_hour: f64,
    outer_mb_s: f64,
    inner_mb_s: f64,
    read_mb_s: f64,
    write_mb_s: f64,
    rpm: u32,
    seek_ms: f64,
    random_read_iops: f64,
    deep_read_iops: f64,
    deep_write_iops: f64,
    sync_write_us: f64,
    watts_idle: f64,
    watts_active: f64,
    reliability_source: String,
    speed_source: String,
    watts_source: String,
}

impl ClassRow {
    /// Returns the typed row, or nothing where a figure is out of its range.
    fn typed(self) -> Option<ClassDefaults> {
        let per_year = |percent: f64| RatePerHour::from_events_per_year(percent / 100.0).ok();
        let per_hour = |rate: f64| RatePerHour::new(rate).ok();
        Some(ClassDefaults {
            class: DriveClass::from_name(&self.class)?,
            failure_rate: Estimate {
                low: per_year(self.afr_low_pct)?,
                point: per_year(self.afr_pct)?,
                high: per_year(self.afr_high_pct)?,
            },
            weibull_shape: self.weibull_shape,
            weibull_scale: Hours::new(self.weibull_scale_h).ok()?,
            sheet_mttf: self.mttf_sheet_h.and_then(|hours| Hours::new(hours).ok()),
            read_errors_per_bit: self.read_errors_per_bit,
            latent_error_rate: Estimate {
                low: per_hour(self.latent_low_per_hour)?,
                point: per_hour(self.latent_errors_per_hour)?,
                high: per_hour(self.latent_high_per_hour)?,
            },
            outer: Throughput::from_mb_per_s(self.outer_mb_s)?,
            inner: Throughput::from_mb_per_s(self.inner_mb_s)?,
            read: Throughput::from_mb_per_s(self.read_mb_s)?,
            write: Throughput::from_mb_per_s(self.write_mb_s)?,
            rpm: self.rpm,
            seek_ms: self.seek_ms,
            random_read: Iops::new(self.random_read_iops)?,
            deep_random_read: Iops::new(self.deep_read_iops)?,
            deep_random_write: Iops::new(self.deep_write_iops)?,
            sync_write_us: self.sync_write_us,
            watts_idle: self.watts_idle,
            watts_active: self.watts_active,
            description: self.description,
            reliability_source: self.reliability_source,
            speed_source: self.speed_source,
            watts_source: self.watts_source,
        })
    }
}

static DEFAULTS: LazyLock<Vec<ClassDefaults>> = LazyLock::new(|| {
    let mut table: Vec<ClassDefaults> = rows::<ClassRow>(include_str!("../../../data/drive_classes.csv"))
        .filter_map(ClassRow::typed)
        .collect();
    table.sort_by_key(|row| row.class);
    table
});

/// Returns the default figures of a class.
#[must_use]
pub fn class_defaults(class: DriveClass) -> &'static ClassDefaults {
    DEFAULTS
        .binary_search_by_key(&class, |row| row.class)
        .ok()
        .and_then(|index| DEFAULTS.get(index))
        .expect("the embedded table has a row for every class, as a test checks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_row() {
        assert_eq!(DEFAULTS.len(), DriveClass::ALL.len());
        for class in DriveClass::ALL {
            let row = class_defaults(class);
            assert_eq!(row.class, class);
            assert!(
                row.failure_rate.low <= row.failure_rate.point
                    && row.failure_rate.point <= row.failure_rate.high
            );
            assert!(row.inner <= row.outer);
            assert!(row.watts_idle < row.watts_active);
            for source in [&row.reliability_source, &row.speed_source, &row.watts_source] {
                assert!(!source.is_empty(), "{class} has a figure without a source");
            }
        }
    }

    /// The scale is a function of rate and shape: η = 43800 h / (5 · AFR)^(1/β).
    #[test]
    fn weibull_scale_gives_the_mean_rate_of_five_years() {
        for class in DriveClass::ALL {
            let row = class_defaults(class);
            let five_years = Hours::PER_YEAR * 5.0;
            let expected = five_years
                / mttdl::math::pow(
                    row.failure_rate.point.as_f64() * five_years,
                    1.0 / row.weibull_shape,
                );
            let ratio = row.weibull_scale.as_f64() / expected;
            assert!((ratio - 1.0).abs() < 1e-5, "{class}: {ratio}");
        }
    }
}
