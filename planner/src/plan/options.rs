//! What a plan is asked for, and the defaults.

use jiff::civil::Date;
use mttdl::RepairDiscipline;
use serde::Serialize;

use super::surroundings::Surroundings;
use crate::capacity::{BlockSize, REFERENCE_BLOCK, ZfsVersion};
use crate::enumerate::SpareCount;
use crate::fit::FailureTable;
use crate::layout::Layout;
use crate::partition::Partitioning;
use crate::placement::Priority;
use crate::rank::{Goal, MustHaves, Weights};
use crate::reliability::SimulationOptions;
use crate::units::{Bytes, Hours, Money, Probability, Throughput};
use crate::workload::Workload;

/// How the failed drives of a vdev share the rebuild time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RepairChoice {
    /// Batched for mirrors and RAID-Z, parallel for dRAID, as OpenZFS does it.
    #[default]
    Usual,
    /// One discipline for every vdev.
    Always(RepairDiscipline),
}

/// The column that orders the table, other than the ranking itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SortKey {
    /// Most usable bytes first.
    Usable,
    /// Smallest chance of loss first.
    Loss,
    /// Fastest streaming read first.
    Read,
    /// Most random reads first.
    Iops,
    /// Shortest resilver first.
    Resilver,
    /// Cheapest usable terabyte first; unknown prices last.
    Price,
}

/// Everything that a plan depends on, apart from the drives.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanOptions {
    /// Only these layouts; all sensible ones if empty.
    pub layouts: Vec<Layout>,
    /// Layouts of pools that exist, looked at beside the others where the drives can form them.
    pub present: Vec<Layout>,
    /// What a candidate must reach.
    pub must_haves: MustHaves,
    /// What the pool is used for, which decides the goal.
    pub workload: Workload,
    /// What the figures of a candidate are worth, which then decides instead of the workload's goal.
    pub weights: Option<Weights>,
    /// Length of the mission.
    pub mission: Hours,
    /// Used share of the usable bytes, above 0 and at most 1.
    pub fill: f64,
    /// Record size of the data, for what truly fits and for throughput.
    pub record_size: BlockSize,
    /// Whether the user asked for this record size; advice may name another otherwise.
    pub record_size_stated: bool,
    /// The host, where there shall be advice on it.
    pub surroundings: Option<Surroundings>,
    /// Hot spares.
    pub spares: SpareCount,
    /// What comes first where drives are assigned to vdevs.
    pub place: Priority,
    /// From the detection of a failure until the replacement is in; where absent, 48 hours, or none with a hot spare.
    pub replace_after: Option<Hours>,
    /// Time between scrubs.
    pub scrub_every: Hours,
    /// Annual chance of failure of every drive, which goes before everything else that is known of failures.
    pub failure_rate: Option<Probability>,
    /// What a resilver writes to the new drive, in place of the fitted law.
    pub resilver_rate: Option<Throughput>,
    /// The user's failure counts by model, which go before those of the field data.
    pub failure_rates: Option<FailureTable>,
    /// How rebuilds share the time.
    pub repair: RepairChoice,
    /// Variance of the common factor on the failure rates of one batch.
    pub batch_variance: f64,
    /// The OpenZFS to plan for.
    pub zfs: ZfsVersion,
    /// How drives are partitioned.
    pub partitioning: Partitioning,
    /// Most that the host can write.
    pub host_write: Option<Throughput>,
    /// Most that the host can read.
    pub host_read: Option<Throughput>,
    /// How sharp the simulation of the shortlist shall be; none if absent.
    pub simulation: Option<SimulationOptions>,
    /// How many of the leading candidates are simulated.
    pub shortlist: usize,
    /// Order of the candidates, if not the ranking.
    pub sort: Option<SortKey>,
    /// The day on which ages are counted.
    pub as_of: Date,
}

/// Time until a failed drive is noticed and its replacement starts, without waiting for delivery.
pub const DETECTION_MINUTES: f64 = 10.0;
/// Wait for a replacement where no hot spare is in the pool.
pub const DELIVERY_HOURS: f64 = 48.0;
/// Years of a mission.
pub const MISSION_YEARS: f64 = 5.0;
/// Used share of a pool.
pub const FILL: f64 = 0.8;
/// Days between scrubs.
pub const SCRUB_DAYS: f64 = 28.0;
/// Variance of the common factor within one batch of a model; an assumption, since no public data separate batches.
pub const BATCH_VARIANCE: f64 = 0.3;
/// Seed of all trials.
pub const SEED: u64 = 1;
/// Wanted relative standard error of simulated chances.
pub const RELATIVE_ERROR: f64 = 0.01;
/// Leading candidates that are simulated.
pub const SHORTLIST: usize = 8;
/// Highest chance of any loss over the mission.
pub const MAX_LOSS: f64 = 1e-3;

impl PlanOptions {
    /// Returns the defaults, with ages as of a day.
    #[must_use]
    pub fn new(as_of: Date) -> Self {
        Self {
            layouts: Vec::new(),
            present: Vec::new(),
            must_haves: MustHaves {
                min_usable: None,
                max_loss: Probability::saturating(MAX_LOSS),
                min_read: None,
                max_cost: None,
                outlive_batch: true,
            },
            workload: Workload::Files,
            weights: None,
            mission: hours(MISSION_YEARS * Hours::PER_YEAR),
            fill: FILL,
            record_size: REFERENCE_BLOCK,
            record_size_stated: false,
            surroundings: None,
            spares: SpareCount::Any,
            place: Priority::Safety,
            replace_after: None,
            scrub_every: hours(SCRUB_DAYS * 24.0),
            failure_rate: None,
            resilver_rate: None,
            failure_rates: None,
            repair: RepairChoice::Usual,
            batch_variance: BATCH_VARIANCE,
            zfs: ZfsVersion::default(),
            partitioning: Partitioning::WholeDisk,
            host_write: None,
            host_read: None,
            simulation: Some(SimulationOptions {
                seed: SEED,
                relative_error: RELATIVE_ERROR,
            }),
            shortlist: SHORTLIST,
            sort: None,
            as_of,
        }
    }

    /// Returns what decides among candidates that miss nothing.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        match (self.weights, self.workload) {
            (Some(weights), _) => Goal::Weighted(weights),
            (None, Workload::Files | Workload::Media | Workload::Backup) => Goal::Space,
            (None, Workload::Vm | Workload::Database) => Goal::RandomReads,
        }
    }

    /// Returns the time from a failure until the rebuild starts, in a pool with this many hot or distributed spares.
    #[must_use]
    pub fn delay(&self, spares: u32) -> Hours {
        let delivery = if spares > 0 { Hours::ZERO } else { self.delivery() };
        hours(DETECTION_MINUTES / 60.0) + delivery
    }

    /// Returns the time from a failure until a new drive is in, where no spare is in the pool.
    #[must_use]
    pub fn delivery(&self) -> Hours {
        self.replace_after.unwrap_or_else(|| hours(DELIVERY_HOURS))
    }
}

/// Hours of a number that is known to be finite and not negative.
fn hours(value: f64) -> Hours {
    Hours::new(value).unwrap_or(Hours::ZERO)
}

/// The options and defaults that a result was computed with, as its JSON shows them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Assumptions {
    /// Day on which ages are counted.
    pub as_of: String,
    /// Length of the mission.
    pub mission_hours: f64,
    /// What the pool is used for.
    pub workload: Workload,
    /// Weights of the figures; absent where the workload decides.
    pub weights: Option<Weights>,
    /// Used share of the usable bytes.
    pub fill: f64,
    /// Record size.
    pub recordsize_bytes: u64,
    /// Wait for a replacement without a hot spare.
    pub replace_after_hours: f64,
    /// Time until a failure is noticed.
    pub detection_hours: f64,
    /// Time between scrubs.
    pub scrub_every_hours: f64,
    /// Annual chance of failure of every drive; absent where none was given.
    pub failure_rate_per_year: Option<f64>,
    /// What a resilver writes to the new drive; absent where the fitted law holds.
    pub resilver_mb_per_s: Option<f64>,
    /// How rebuilds share the time.
    pub repair: RepairChoice,
    /// Variance of the common factor on the failure rates of one batch.
    pub batch_variance: f64,
    /// What comes first where drives are assigned to vdevs.
    pub place: Priority,
    /// OpenZFS version.
    pub zfs: ZfsVersion,
    /// How drives are partitioned.
    pub partition: Partitioning,
    /// Most that the host can read; absent where none was given.
    pub host_read_mb_per_s: Option<f64>,
    /// Most that the host can write; absent where none was given.
    pub host_write_mb_per_s: Option<f64>,
    /// Seed of the simulation; absent where nothing was simulated.
    pub seed: Option<u64>,
    /// Wanted relative standard error of the simulation.
    pub relative_error: Option<f64>,
    /// What a candidate must reach.
    pub must_haves: MustHavesShown,
    /// Facts about drives that the inventory does not state.
    pub drives: Vec<crate::ready::Assumption>,
    /// Failure rates that were taken, by model.
    pub failure_rates: Vec<FailureRateShown>,
    /// Where the figures come from.
    pub sources: Vec<String>,
}

/// The failure rate of one model and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FailureRateShown {
    /// The model; absent for drives without one.
    pub model: Option<std::sync::Arc<str>>,
    /// Class whose default it is moved from.
    pub class: crate::catalog::DriveClass,
    /// Failures per drive-year, the mean of the first five years.
    pub failures_per_drive_year: f64,
    /// Failures that were counted; absent where only the class is known or the user states the rate.
    pub counted_failures: Option<u64>,
    /// Drive-days in which they were counted.
    pub counted_drive_days: Option<u64>,
    /// Where it comes from.
    pub source: String,
}

/// [`MustHaves`] as JSON shows them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MustHavesShown {
    /// Least usable bytes.
    pub min_usable_bytes: Option<u64>,
    /// Highest chance of any loss over the mission.
    pub max_loss: f64,
    /// Least streaming read rate.
    pub min_read_mb_per_s: Option<f64>,
    /// Highest price.
    pub max_cost: Option<f64>,
    /// Whether the loss of any one batch must be outlived, where some layout does.
    pub outlive_batch: bool,
}

impl From<&MustHaves> for MustHavesShown {
    fn from(must_haves: &MustHaves) -> Self {
        Self {
            min_usable_bytes: must_haves.min_usable.map(Bytes::as_u64),
            max_loss: must_haves.max_loss.as_f64(),
            min_read_mb_per_s: must_haves.min_read.map(Throughput::as_mb_per_s),
            max_cost: must_haves.max_cost.map(Money::as_f64),
            outlive_batch: must_haves.outlive_batch,
        }
    }
}
