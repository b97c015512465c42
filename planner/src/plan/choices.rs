//! What a person chooses for a plan, and the rules that make options of it.
//!
//! The command line and the page fill the same choices; whatever is absent is left to the defaults.

use jiff::civil::Date;
use mttdl::RepairDiscipline;

use super::options::{PlanOptions, RepairChoice, SortKey};
use super::surroundings::Surroundings;
use crate::advice::{Database, OperatingSystem};
use crate::capacity::{BlockSize, ZfsVersion};
use crate::enumerate::SpareCount;
use crate::error::Error;
use crate::fit::FailureTable;
use crate::layout::Layout;
use crate::partition::Partitioning;
use crate::placement::Priority;
use crate::rank::Weights;
use crate::reliability::SimulationOptions;
use crate::units::{Bytes, Hours, Money, Probability, Throughput};
use crate::workload::Workload;

/// Least share of a pool that is used.
const LEAST_FILL: f64 = 0.001;

/// How drives are partitioned, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartitionScheme {
    /// As OpenZFS on Linux does with a whole disk.
    WholeDisk,
    /// GPT, aligned to 1 MiB, with the swap that is chosen.
    FreeBsd,
    /// None.
    None,
}

/// What a person chooses; the defaults of [`PlanOptions`] for all that is absent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// Only these layouts.
    pub layouts: Vec<Layout>,
    /// Least usable bytes.
    pub min_usable: Option<Bytes>,
    /// Highest chance of any loss over the mission.
    pub max_loss: Option<Probability>,
    /// Least streaming read rate.
    pub min_read: Option<Throughput>,
    /// Highest price of all drives used.
    pub max_cost: Option<Money>,
    /// Whether layouts are accepted that the loss of one batch would destroy.
    pub no_outlive_batch: bool,
    /// Exactly this many hot spares.
    pub spares: Option<u32>,
    /// What the pool is used for.
    pub workload: Option<Workload>,
    /// What figures are worth, which then decides instead of the workload.
    pub weights: Option<Weights>,
    /// How long the pool must hold.
    pub mission: Option<Hours>,
    /// Used share of the pool.
    pub fill: Option<f64>,
    /// Record size of the data; by workload if absent.
    pub record_size: Option<BlockSize>,
    /// Time from a failure until a new drive is in.
    pub replace_after: Option<Hours>,
    /// Time between scrubs.
    pub scrub_every: Option<Hours>,
    /// Annual chance of failure of every drive, at a constant rate.
    pub failure_rate: Option<Probability>,
    /// Rate at which a resilver writes to the new drive.
    pub resilver_rate: Option<Throughput>,
    /// Failure counts by model.
    pub failure_rates: Option<FailureTable>,
    /// How rebuilds of one vdev share the time.
    pub repair: Option<RepairDiscipline>,
    /// Variance of the common factor on the failure rates of one batch.
    pub batch_variance: Option<f64>,
    /// OpenZFS version.
    pub zfs: Option<ZfsVersion>,
    /// How drives are partitioned.
    pub partition: Option<PartitionScheme>,
    /// Swap partition per drive on FreeBSD.
    pub swap: Option<Bytes>,
    /// What comes first where drives are assigned to vdevs.
    pub place: Option<Priority>,
    /// Most that the host can read.
    pub host_read: Option<Throughput>,
    /// Most that the host can write.
    pub host_write: Option<Throughput>,
    /// Memory of the host.
    pub ram: Option<Bytes>,
    /// Operating system of the host.
    pub os: Option<OperatingSystem>,
    /// Database on the pool.
    pub database: Option<Database>,
    /// Order of the candidates, if not the ranking.
    pub sort: Option<SortKey>,
    /// Rows of the table, and how many leaders are simulated.
    pub top: Option<u32>,
    /// Seed of the simulation.
    pub seed: Option<u64>,
    /// Wanted relative standard error of simulated chances.
    pub relative_error: Option<f64>,
    /// Whether nothing is simulated.
    pub no_simulate: bool,
}

impl Choices {
    /// Returns the options of a plan, with ages as of a day.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a value makes no plan: a mission of no time, a pool without data, drives that never
    /// stop failing.
    pub fn options(&self, as_of: Date) -> Result<PlanOptions, Error> {
        let mut options = PlanOptions::new(as_of);
        options.layouts.clone_from(&self.layouts);
        self.set_must_haves(&mut options);
        options.workload = self.workload.unwrap_or(options.workload);
        options.weights = self.weights;
        options.mission = sensible("--mission", self.mission.unwrap_or(options.mission), 1.0)?;
        options.fill = filled(self.fill.unwrap_or(options.fill))?;
        options.record_size = match (self.record_size, options.workload) {
            (Some(given), _) => given,
            (None, Workload::Vm | Workload::Database) => {
                BlockSize::from_property(options.workload.record_size().as_u64())?
            }
            (None, _) => options.record_size,
        };
        options.record_size_stated = self.record_size.is_some();
        options.surroundings = self.surroundings();
        options.replace_after = match self.replace_after {
            Some(time) => Some(sensible("--replace-after", time, 0.0)?),
            None => None,
        };
        options.scrub_every = sensible(
            "--scrub-every",
            self.scrub_every.unwrap_or(options.scrub_every),
            1.0,
        )?;
        options.failure_rate = short_of_certain(self.failure_rate)?;
        options.resilver_rate = moving("--resilver-rate", self.resilver_rate)?;
        options.failure_rates.clone_from(&self.failure_rates);
        options.repair = self.repair.map_or(RepairChoice::Usual, RepairChoice::Always);
        options.batch_variance = self.batch_variance.unwrap_or(options.batch_variance);
        options.place = self.place.unwrap_or(options.place);
        options.zfs = self.zfs.unwrap_or(options.zfs);
        options.partitioning = match self.partition {
            Some(PartitionScheme::FreeBsd) => Partitioning::FreeBsd {
                swap: self.swap.unwrap_or(Bytes::ZERO),
            },
            Some(PartitionScheme::None) => Partitioning::None,
            Some(PartitionScheme::WholeDisk) | None => Partitioning::WholeDisk,
        };
        options.host_read = moving("--host-read", self.host_read)?;
        options.host_write = moving("--host-write", self.host_write)?;
        options.simulation =
            options
                .simulation
                .filter(|_| !self.no_simulate)
                .map(|usual| SimulationOptions {
                    seed: self.seed.unwrap_or(usual.seed),
                    relative_error: self.relative_error.unwrap_or(usual.relative_error),
                });
        options.shortlist = self.top.map_or(options.shortlist, |top| top as usize);
        options.sort = self.sort;
        Ok(options)
    }

    fn set_must_haves(&self, options: &mut PlanOptions) {
        let must_haves = &mut options.must_haves;
        must_haves.min_usable = self.min_usable;
        must_haves.max_loss = self.max_loss.unwrap_or(must_haves.max_loss);
        must_haves.min_read = self.min_read;
        must_haves.max_cost = self.max_cost;
        must_haves.outlive_batch = !self.no_outlive_batch;
        options.spares = self.spares.map_or(SpareCount::Any, SpareCount::Exactly);
    }

    /// The host, if anything is said of it.
    fn surroundings(&self) -> Option<Surroundings> {
        let said = self.ram.is_some() || self.os.is_some() || self.database.is_some();
        let usual = Surroundings::default();
        said.then(|| Surroundings {
            os: self.os.unwrap_or(usual.os),
            ram: self.ram,
            database: self.database,
        })
    }
}

/// A length of time of at least `least` hours and at most a thousand years.
fn sensible(option: &str, time: Hours, least: f64) -> Result<Hours, Error> {
    const YEARS: f64 = 1000.0;
    if time.as_f64() >= least && time.as_years() <= YEARS {
        return Ok(time);
    }
    Err(Error::OutOfRange {
        quantity: option.to_owned(),
        reason: format!(
            "`{}` hours are not between {least} h and {YEARS} years",
            time.as_f64()
        ),
        hint: "write a time such as `5y`, `28d` or `48h`".to_owned(),
    })
}

fn filled(fill: f64) -> Result<f64, Error> {
    if fill >= LEAST_FILL {
        return Ok(fill);
    }
    Err(Error::OutOfRange {
        quantity: "--fill".to_owned(),
        reason: format!("`{fill:e}` leaves no data to plan for"),
        hint: "write a share from 0.001 to 1, such as `0.8`".to_owned(),
    })
}

/// An annual chance of failure below 1, where one is given.
fn short_of_certain(chance: Option<Probability>) -> Result<Option<Probability>, Error> {
    if chance.is_none_or(|chance| chance.as_f64() < 1.0) {
        return Ok(chance);
    }
    Err(Error::OutOfRange {
        quantity: "--failure-rate".to_owned(),
        reason: "`1` is no constant rate: every drive fails at once".to_owned(),
        hint: "write the share of drives that fail in a year, such as `1.37%`".to_owned(),
    })
}

/// A rate from 0.01 MB/s to 10 TB/s, where one is given.
fn moving(option: &str, rate: Option<Throughput>) -> Result<Option<Throughput>, Error> {
    /// In MB/s; a year moves 300 GB, and a petabyte takes less than two minutes.
    const SENSIBLE: std::ops::RangeInclusive<f64> = 0.01..=1e7;
    if rate.is_none_or(|rate| SENSIBLE.contains(&rate.as_mb_per_s())) {
        return Ok(rate);
    }
    Err(Error::OutOfRange {
        quantity: option.to_owned(),
        reason: "the rate is not between 0.01 MB/s and 10 TB/s".to_owned(),
        hint: "write a rate such as `1200MB/s`, or leave the option out".to_owned(),
    })
}
