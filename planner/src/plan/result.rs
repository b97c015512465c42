//! The result of a plan, in the shape of its JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::options::Assumptions;
use crate::capacity::{CapacityFacts, VdevFacts};
use crate::error::Error;
use crate::inventory::{DriveRecord, Inventory};
use crate::layout::Layout;
use crate::placement::{Goals, Optimality};
use crate::rank::{Miss, Score};
use crate::units::{Bytes, Currency, Estimate, Hours, Iops, Probability, Throughput};

/// Version of the JSON's shape; it grows when a key changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// A whole plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of the program.
    pub zplan_version: &'static str,
    /// The drives as understood.
    pub inventory: InventoryShown,
    /// What the figures rest on.
    pub assumptions: Assumptions,
    /// Index of the recommended candidate; always the first of the ranking.
    pub recommended: usize,
    /// Whether the recommended candidate misses no must-have.
    pub fits: bool,
    /// Candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// Why the recommended candidate is the recommended one.
    pub why: Why,
    /// What to know besides; what it is about comes first.
    pub advice: Vec<AdviceShown>,
}

/// The inventory part of a result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InventoryShown {
    /// Every drive that was read.
    pub drives: Vec<serde_json::Value>,
    /// Messages about the input.
    pub warnings: Vec<crate::diagnostic::Diagnostic>,
    /// Pools that exist, as read.
    pub pools: Vec<PoolShown>,
    /// Rows and devices that are no drives to plan with.
    pub skipped: Vec<SkippedShown>,
}

impl InventoryShown {
    /// Returns the inventory as results show it.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a drive cannot be written as JSON, which would be a defect of ours.
    pub fn of(inventory: &Inventory) -> Result<Self, Error> {
        let drives = inventory
            .drives
            .iter()
            .map(|drive| serde_json::to_value(DriveRecord::from(drive)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Error::OutOfRange {
                quantity: "inventory".to_owned(),
                reason: error.to_string(),
                hint: String::new(),
            })?;
        Ok(Self {
            drives,
            warnings: inventory.warnings.clone(),
            pools: inventory
                .pools
                .iter()
                .map(|pool| PoolShown {
                    name: pool.name.clone(),
                    layout: pool.layout().to_string(),
                    source: pool.source.clone(),
                })
                .collect(),
            skipped: inventory
                .skipped
                .iter()
                .map(|skipped| SkippedShown {
                    what: skipped.name.clone(),
                    reason: skipped.reason.clone(),
                })
                .collect(),
        })
    }
}

/// A pool that exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PoolShown {
    /// Its name.
    pub name: String,
    /// Its layout.
    pub layout: String,
    /// File in which it was read.
    pub source: String,
}

/// Something of the input that is not planned with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedShown {
    /// What it is.
    pub what: String,
    /// Why it is skipped.
    pub reason: String,
}

/// A warning or a piece of advice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdviceShown {
    /// `must`, `should` or `note`.
    pub level: &'static str,
    /// What it is about.
    pub topic: String,
    /// What to know or do.
    pub message: String,
    /// Why.
    pub because: String,
    /// Where the rule comes from.
    pub source: String,
}

/// One layout with real drives and everything that is said of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The layout.
    #[serde(serialize_with = "as_text")]
    pub layout: Layout,
    /// Sector size of all vdevs as a power of two; the largest where vdevs differ.
    pub ashift: u32,
    /// What OpenZFS would take by itself for a vdev of all drives used.
    pub automatic_ashift: u32,
    /// The vdevs.
    pub vdevs: Vec<CandidateVdev>,
    /// Names of the hot spares.
    pub spares: Vec<Arc<str>>,
    /// Names of the drives left over.
    pub unused: Vec<Arc<str>>,
    /// Where the bytes go.
    pub capacity: CapacityFacts,
    /// Chances of loss.
    pub reliability: Reliability,
    /// Speeds and hours.
    pub performance: Performance,
    /// Price, where every drive's price is known in one currency.
    pub cost: Option<Cost>,
    /// Power drawn by the drives in vdevs and spares; that of their class where the inventory states none.
    pub watts: f64,
    /// The batch that would hurt most; absent where no batch is known.
    pub worst_batch: Option<WorstBatchShown>,
    /// The enclosure that would hurt most; absent where no enclosure is known.
    pub worst_domain: Option<WorstDomainShown>,
    /// How well the drives could be placed.
    pub placement: PlacementShown,
    /// Whether no other candidate is as good in everything and better in something: usable bytes, loss, speeds, resilver,
    /// drives, price, watts; absent where it was not compared.
    pub on_pareto_front: Option<bool>,
    /// How it scores by the weights that the user gives; absent where the workload decides.
    pub score: Option<Score>,
    /// Must-haves that it misses.
    pub misses: Vec<Miss>,
    /// What an expert would say against it.
    pub warnings: Vec<String>,
    /// The command that makes the pool.
    pub zpool_create: String,
}

/// How well drives could be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlacementShown {
    /// The figures that the placement was chosen by.
    #[serde(flatten)]
    pub goals: Goals,
    /// How near to the best it is known to be.
    pub optimality: Optimality,
}

/// A vdev of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CandidateVdev {
    /// Names of its drives.
    pub drives: Vec<Arc<str>>,
    /// Failed drives that it outlives.
    pub tolerance: usize,
    /// Its space.
    #[serde(flatten)]
    pub facts: VdevFacts,
}

/// A chance with what is known of its error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Chance {
    /// Lower end of the interval.
    pub low: f64,
    /// The chance.
    pub point: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Coverage of the interval.
    pub confidence: f64,
    /// Standard error; 0 for a solved model.
    pub std_error: f64,
}

impl Chance {
    /// Returns a chance that was solved, not simulated.
    #[must_use]
    pub fn solved(probability: Probability) -> Self {
        let point = probability.as_f64();
        Self {
            low: point,
            point,
            high: point,
            confidence: 0.95,
            std_error: 0.0,
        }
    }
}

/// Chances of loss of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reliability {
    /// Length of the mission.
    pub mission_hours: Hours,
    /// Chance of any loss, a single unreadable block included.
    pub p_loss: Chance,
    /// Chance that the pool is lost.
    pub p_pool_loss: Chance,
    /// Mean time to the first loss of any kind; absent where no loss is possible.
    pub mttdl_hours: Option<Hours>,
    /// −log10 of the chance of any loss; absent where that is 0.
    pub nines: Option<f64>,
    /// Expected bytes lost within the mission.
    pub expected_bytes_lost: f64,
    /// How the chances were found.
    pub method: String,
    /// Whether a simulation reached its accuracy; true for a solved model.
    pub converged: bool,
    /// Chance of any loss up to a number of years.
    pub curve: Vec<[f64; 2]>,
    /// Lower and upper ends of the intervals of `curve`, point by point; empty where it was solved, not simulated.
    pub curve_interval: Vec<[f64; 2]>,
    /// Chance that the pool is lost up to a number of years; empty where it was not simulated.
    pub pool_curve: Vec<[f64; 2]>,
    /// The chain with independent drives of the mean rate.
    pub exact: Option<ExactShown>,
    /// Share of the chance by cause.
    pub by_cause: BTreeMap<&'static str, f64>,
    /// Chance of any loss by vdev.
    pub by_vdev: Vec<f64>,
    /// Hours from a failure until the redundancy is back, by vdev.
    pub repair_hours: Vec<f64>,
}

/// The exact chain beside the figure that counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ExactShown {
    /// Chance of any loss.
    pub p_loss: f64,
    /// Chance that the pool is lost.
    pub p_pool_loss: f64,
    /// Mean time to the first loss of any kind.
    pub mttdl_hours: Option<Hours>,
}

/// Speeds and hours of a candidate: typical values, and their ranges beside them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Performance {
    /// Streaming read.
    pub read_mb_per_s: Throughput,
    /// Streaming write.
    pub write_mb_per_s: Throughput,
    /// Random reads.
    pub random_read_iops: Iops,
    /// Random writes.
    pub random_write_iops: Iops,
    /// What limits streaming reads.
    pub limited_by: String,
    /// What limits streaming writes.
    pub write_limited_by: String,
    /// Resilver of one drive of the slowest vdev; no hours where nothing can be rebuilt.
    pub resilver_hours: Estimate<Hours>,
    /// Scrub of the pool.
    pub scrub_hours: Hours,
    /// The ranges in which the typical values are expected.
    pub range: PerformanceRange,
}

/// Ranges of the figures of [`Performance`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PerformanceRange {
    /// Streaming read.
    pub read_mb_per_s: Estimate<Throughput>,
    /// Streaming write.
    pub write_mb_per_s: Estimate<Throughput>,
    /// Rewriting in place: each record is read, changed and written.
    pub rewrite_mb_per_s: Estimate<Throughput>,
    /// Streaming read with one drive missing; absent where none can be.
    pub degraded_read_mb_per_s: Option<Estimate<Throughput>>,
    /// Streaming write with one drive missing; absent where none can be.
    pub degraded_write_mb_per_s: Option<Estimate<Throughput>>,
    /// Random reads.
    pub random_read_iops: Estimate<Iops>,
    /// Random writes.
    pub random_write_iops: Estimate<Iops>,
    /// Synchronous writes of one writer.
    pub sync_write_iops: Estimate<Iops>,
    /// Scrub of the pool.
    pub scrub_hours: Estimate<Hours>,
}

/// Price of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// Price of the drives in vdevs and spares.
    pub purchase: f64,
    /// Its currency; absent where the price list names none.
    pub currency: Option<Currency>,
    /// Price of a usable terabyte of 10^12 bytes.
    pub per_usable_tb: f64,
    /// Price of a bay that is taken: the mean of a drive.
    pub per_bay: f64,
    /// Power drawn by the drives in vdevs and spares.
    pub watts: f64,
}

/// The batch whose loss leaves the least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorstBatchShown {
    /// Its name.
    pub batch: Arc<str>,
    /// Its drives in the vdev that it hits hardest.
    pub drives_in_one_vdev: usize,
    /// Failures that this vdev still tolerates; negative where it is lost.
    pub tolerance_left: i64,
    /// Whether the pool outlives the loss of the batch.
    pub survives: bool,
}

/// The enclosure whose loss leaves the least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorstDomainShown {
    /// Its name.
    pub domain: Arc<str>,
    /// Its drives in the vdev that it hits hardest.
    pub drives_in_one_vdev: usize,
    /// Failures that this vdev still tolerates; negative where it is lost.
    pub tolerance_left: i64,
    /// Whether the pool outlives the loss of the enclosure.
    pub survives: bool,
}

/// Why the recommended candidate leads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// What decided, in one or two sentences.
    pub text: String,
    /// Candidates that miss no must-have.
    pub fitting: usize,
    /// Candidates in all.
    pub of: usize,
    /// The strongest candidate that did not make it.
    pub rival: Option<String>,
    /// What is said of it, in figures.
    pub rival_figures: Option<RivalFigures>,
    /// What would let the recommended candidate fit, where none does.
    pub relax: Vec<Relax>,
}

/// The strongest candidate that did not make it, against the recommended one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RivalFigures {
    /// Its layout.
    pub layout: String,
    /// Usable bytes that it has more; negative where it has less.
    pub usable_difference_bytes: i64,
    /// Random reads per second that it does more; negative where it does less.
    pub random_read_iops_difference: f64,
    /// What it scores more; absent where nothing is weighted.
    pub score_difference: Option<f64>,
    /// What it scores more by figure; absent likewise.
    pub score_difference_by_figure: Option<BTreeMap<&'static str, f64>>,
    /// Its usable bytes.
    pub zfs_usable_bytes: Bytes,
    /// Its chance of any loss.
    pub p_loss: f64,
    /// Its streaming read rate.
    pub read_mb_per_s: Throughput,
    /// What its drives cost; absent where a price is unknown.
    pub purchase: Option<f64>,
    /// Drives of its worst batch in one vdev; absent where no batch is known.
    pub drives_of_worst_batch: Option<usize>,
}

/// An option that would let a candidate fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Relax {
    /// The option.
    pub option: &'static str,
    /// The value that would do; absent where the option takes none or a price is missing.
    pub value: Option<RelaxedTo>,
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RelaxedTo {
    /// Whole bytes.
    Bytes(Bytes),
    /// A chance, MB/s or money.
    Number(f64),
}

pub(super) fn as_text<S: serde::Serializer>(layout: &Layout, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(layout)
}

impl Plan {
    /// Returns the recommended candidate.
    #[must_use]
    pub fn chosen(&self) -> &Candidate {
        &self.candidates[self.recommended]
    }
}

impl Candidate {
    /// Returns USED + AVAIL of the empty pool.
    #[must_use]
    pub const fn usable(&self) -> Bytes {
        self.capacity.zfs_usable_bytes
    }

    /// Returns the chance of any loss.
    #[must_use]
    pub fn loss(&self) -> Probability {
        Probability::saturating(self.reliability.p_loss.point)
    }
}
