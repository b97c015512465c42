//! The options of `zplan`, grouped as its help shows them.

use std::path::PathBuf;

pub(crate) use crate::argument_values::{
    ColourArgument, DatabaseArgument, EmitArgument, Format, OsArgument, PartitionArgument, PlaceArgument,
    RepairArgument, SortArgument,
};
use clap::{Args, Parser, Subcommand};
use mttdl::RepairDiscipline;
use planner::advice::{Database, OperatingSystem};
use planner::capacity::{BlockSize, ZfsVersion};
use planner::enumerate::SpareCount;
use planner::error::Error;
use planner::layout::Layout;
use planner::partition::Partitioning;
use planner::placement::Priority;
use planner::plan::{PlanOptions, RepairChoice, SortKey, Surroundings};
use planner::reliability::SimulationOptions;
use planner::units::{
    Bytes, Hours, Money, Probability, Throughput, parse_block_size, parse_bytes, parse_day, parse_fraction,
    parse_hours, parse_money, parse_probability, parse_throughput,
};
use planner::workload::Workload;

/// Plans ZFS pools from a list of drives: what fits to the byte, what can be lost, how fast it is.
#[derive(Debug, Parser)]
#[command(
    name = "zplan",
    version,
    about,
    args_conflicts_with_subcommands = true,
    max_term_width = 100
)]
#[command(
    after_help = "Examples:\n  zplan --disks data/examples/batches12.csv\n  zplan --drives 12x18TB:7200:sata --workload vm\n  zplan explain 2xraidz2:6 --disks data/examples/batches12.csv"
)]
pub(crate) struct Arguments {
    /// What to do; a plan if absent.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Options of a plan.
    #[command(flatten)]
    pub(crate) plan: PlanArguments,
}

/// The commands besides the plan.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Explain one layout: every byte, every risk, every assumption
    Explain(Box<ExplainArguments>),
    /// Show what was understood of drive lists
    Inventory(InventoryArguments),
    /// Compute the bytes of one layout alone, as OpenZFS reports them
    Capacity(crate::capacity_command::CapacityArgs),
    /// Ask one rule around a pool: memory, log and cache, dedup, records, torn pages …; alone, list them
    Advise(crate::advise_command::AdviseArguments),
    /// Compare a pool's `zpool list -vHp`, `zfs list -Hp` or `zdb -C` with the prediction, to the byte
    Verify(Box<crate::verify_command::VerifyArguments>),
    /// Put two results of `--format json` side by side
    Compare(crate::compare_command::CompareArguments),
    /// Answer a reliability model alone: chances of loss with their intervals
    Mttdl(crate::mttdl_command::MttdlArguments),
    /// Count failures in drive statistics or an own record: a table for --failure-rates
    Fit(crate::fit_command::FitArguments),
    /// Print a shell's completions
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// Options of a plan.
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    /// Which drives.
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// What a layout must reach.
    #[command(flatten)]
    pub(crate) must_haves: MustHaveArguments,
    /// What is assumed.
    #[command(flatten)]
    pub(crate) assumptions: AssumptionArguments,
    /// The host.
    #[command(flatten)]
    pub(crate) surroundings: SurroundingArguments,
    /// What is printed.
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Which drives.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Inputs")]
pub(crate) struct InputArguments {
    /// File with drives, repeatable; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) disks: Vec<PathBuf>,
    /// Drives in short, repeatable: 12x18TB:7200:sata, 24x3.84TB:ssd:sata:512e, 8x7.68TB:nvme
    #[arg(long, value_name = "DRIVES", conflicts_with = "disks")]
    pub(crate) drives: Vec<String>,
    /// Encoding of the files, if neither UTF-8 nor UTF-16: gb18030, windows-1252 …
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Fact of all drives that do not state it: rpm=7200, sectors=512e, afr=1.2%, made=2023-04 … (repeatable)
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    pub(crate) set: Vec<String>,
    /// Plan with drives that are in use, too: for a pool that is to be built anew
    #[arg(long)]
    pub(crate) include_used: bool,
    /// Day on which ages are counted, YYYY-MM-DD; today if absent
    #[arg(long, value_name = "DATE", value_parser = |text: &str| parse_day("--as-of", text).map_err(shown))]
    pub(crate) as_of: Option<jiff::civil::Date>,
    /// File with options in TOML, one per line: mission = "5y"
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// What a layout must reach.
#[derive(Debug, Args)]
#[command(next_help_heading = "Must-haves")]
pub(crate) struct MustHaveArguments {
    /// Only this layout, repeatable: 2xraidz2:6+spare:1, 6xmirror:2, draid2:6d:24c:1s
    #[arg(long, value_name = "LAYOUT", value_parser = layout)]
    pub(crate) layout: Vec<Layout>,
    /// Least usable space: 100TB, 90TiB
    #[arg(long, value_name = "SIZE", value_parser = |text: &str| parse_bytes("--min-usable", text).map_err(shown))]
    pub(crate) min_usable: Option<Bytes>,
    /// Highest chance of losing any data in the mission: 0.001, 0.1%, 1/1000
    #[arg(long, value_name = "CHANCE", default_value = "1/1000", value_parser = |text: &str| parse_probability("--max-loss", text).map_err(shown))]
    pub(crate) max_loss: Probability,
    /// Least streaming read rate: 1200MB/s
    #[arg(long, value_name = "RATE", value_parser = |text: &str| parse_throughput("--min-read", text).map_err(shown))]
    pub(crate) min_read: Option<Throughput>,
    /// Highest price of all drives used: 3500, 3500EUR
    #[arg(long, value_name = "MONEY", value_parser = |text: &str| parse_money("--max-cost", text).map_err(shown))]
    pub(crate) max_cost: Option<Money>,
    /// Accept layouts that the loss of one batch of drives would destroy
    #[arg(long)]
    pub(crate) no_outlive_batch: bool,
    /// Exactly this many hot spares
    #[arg(long, value_name = "N")]
    pub(crate) spares: Option<u32>,
}

/// What is assumed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Assumptions")]
pub(crate) struct AssumptionArguments {
    /// What the pool is used for; vm and database ask for random reads, the others for space
    #[arg(long, value_name = "USE", default_value = "files", value_parser = workload)]
    pub(crate) workload: Workload,
    /// How long the pool must hold
    #[arg(long, value_name = "TIME", default_value = "5y", value_parser = |text: &str| parse_hours("--mission", text).map_err(shown))]
    pub(crate) mission: Hours,
    /// Used share of the pool: 0.8, 80%
    #[arg(long, value_name = "SHARE", default_value = "0.8", value_parser = |text: &str| parse_fraction("--fill", text).map_err(shown))]
    pub(crate) fill: f64,
    /// Record size of the data; 128K, for vm and database 16K if absent
    #[arg(long, value_name = "SIZE", value_parser = record_size)]
    pub(crate) recordsize: Option<BlockSize>,
    /// Time from a failure until a new drive is in; 48h without a hot spare, none with one
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_hours("--replace-after", text).map_err(shown))]
    pub(crate) replace_after: Option<Hours>,
    /// Time between scrubs
    #[arg(long, value_name = "TIME", default_value = "28d", value_parser = |text: &str| parse_hours("--scrub-every", text).map_err(shown))]
    pub(crate) scrub_every: Hours,
    /// Table of failure counts by model, as zplan fit prints it; it goes before the field data
    #[arg(long, value_name = "FILE")]
    pub(crate) failure_rates: Option<PathBuf>,
    /// How rebuilds of one vdev share the time; batched, but parallel for dRAID, if absent
    #[arg(long, value_name = "HOW")]
    pub(crate) repair: Option<RepairArgument>,
    /// Variance of the common failure factor of drives of one batch; 0 for independent drives
    #[arg(long, value_name = "THETA", default_value_t = planner::plan::BATCH_VARIANCE, value_parser = batch_variance)]
    pub(crate) batch_variance: f64,
    /// OpenZFS version: 2.1, 2.2, 2.3, 2.4
    #[arg(long, value_name = "VERSION", default_value_t = ZfsVersion::default())]
    pub(crate) zfs: ZfsVersion,
    /// How drives are partitioned
    #[arg(long, value_name = "HOW", default_value = "whole-disk")]
    pub(crate) partition: PartitionArgument,
    /// Swap partition per drive with --partition freebsd
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = |text: &str| parse_bytes("--swap", text).map_err(shown))]
    pub(crate) swap: Bytes,
    /// What comes first where drives are assigned to vdevs: batches apart, little wasted, or equal speeds together
    #[arg(long, value_name = "GOAL", default_value = "safety")]
    pub(crate) place: PlaceArgument,
    /// Most that the host can read, in MB/s
    #[arg(long, value_name = "RATE", value_parser = |text: &str| parse_throughput("--host-read", text).map_err(shown))]
    pub(crate) host_read: Option<Throughput>,
    /// Most that the host can write, in MB/s
    #[arg(long, value_name = "RATE", value_parser = |text: &str| parse_throughput("--host-write", text).map_err(shown))]
    pub(crate) host_write: Option<Throughput>,
}

/// The host, for advice on what surrounds the pool.
#[derive(Debug, Args)]
#[command(next_help_heading = "Surroundings (advice on memory, databases, log and cache devices)")]
pub(crate) struct SurroundingArguments {
    /// Memory of the host: 128GiB
    #[arg(long, value_name = "SIZE", value_parser = |text: &str| parse_bytes("--ram", text).map_err(shown))]
    pub(crate) ram: Option<Bytes>,
    /// Operating system of the host; linux if any of these is given
    #[arg(long, value_name = "OS")]
    pub(crate) os: Option<OsArgument>,
    /// Database that will run on the pool
    #[arg(long, value_name = "DATABASE")]
    pub(crate) db: Option<DatabaseArgument>,
    /// Print the settings that follow from the advice as a file, instead of the plan
    #[arg(long, value_name = "FILE-KIND")]
    pub(crate) emit: Option<EmitArgument>,
}

impl SurroundingArguments {
    /// The host, if anything is said of it.
    pub(crate) fn surroundings(&self) -> Option<Surroundings> {
        let said = self.ram.is_some() || self.os.is_some() || self.db.is_some() || self.emit.is_some();
        said.then(|| Surroundings {
            os: match self.os {
                Some(OsArgument::Freebsd) => OperatingSystem::FreeBsd,
                Some(OsArgument::Linux) | None => OperatingSystem::Linux,
            },
            ram: self.ram,
            database: self.db.map(|database| match database {
                DatabaseArgument::Postgres => Database::Postgresql,
                DatabaseArgument::Mysql => Database::Innodb,
            }),
        })
    }
}

/// What is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// Form of the result
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) format: Format,
    /// Write the parts list of the recommended layout to a CSV file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) export: Option<PathBuf>,
    /// Order of the table, if not the ranking
    #[arg(long, value_name = "KEY")]
    pub(crate) sort: Option<SortArgument>,
    /// Rows of the table
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: u32,
    /// Seed of the simulation
    #[arg(long, value_name = "N", default_value_t = planner::plan::SEED, help_heading = "Simulation")]
    pub(crate) seed: u64,
    /// Wanted relative standard error of simulated chances
    #[arg(long, value_name = "SHARE", default_value_t = planner::plan::RELATIVE_ERROR, value_parser = relative_error, help_heading = "Simulation")]
    pub(crate) rel_err: f64,
    /// Threads of the simulation; all cores if absent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256), help_heading = "Simulation")]
    pub(crate) threads: Option<u32>,
    /// Only the exact and first-order figures, no simulation
    #[arg(long, help_heading = "Simulation")]
    pub(crate) no_simulate: bool,
    /// Colour on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColourArgument,
    /// No warnings and no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The layout, such as 2xraidz2:6
    #[arg(value_parser = layout)]
    pub(crate) explained: Layout,
    /// Options of a plan.
    #[command(flatten)]
    pub(crate) plan: PlanArguments,
}

/// Options of `inventory`.
#[derive(Debug, Args)]
pub(crate) struct InventoryArguments {
    /// Files with drives; `-` reads standard input
    #[arg(value_name = "FILE", conflicts_with = "drives")]
    pub(crate) files: Vec<PathBuf>,
    /// Which drives.
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Form of the result
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) format: Format,
    /// Colour on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColourArgument,
    /// No warnings
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl PlanArguments {
    /// Returns the options of the plan, with ages as of `today` unless the user names a day.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] where a value makes no plan: a mission of no time, a pool without data.
    pub(crate) fn options(&self, today: jiff::civil::Date) -> Result<PlanOptions, Error> {
        let mut options = PlanOptions::new(self.input.as_of.unwrap_or(today));
        let (must_haves, assumptions) = (&self.must_haves, &self.assumptions);
        options.layouts.clone_from(&must_haves.layout);
        options.must_haves.min_usable = must_haves.min_usable;
        options.must_haves.max_loss = must_haves.max_loss;
        options.must_haves.min_read = must_haves.min_read;
        options.must_haves.max_cost = must_haves.max_cost;
        options.must_haves.outlive_batch = !must_haves.no_outlive_batch;
        options.spares = must_haves.spares.map_or(SpareCount::Any, SpareCount::Exactly);
        options.workload = assumptions.workload;
        options.mission = sensible("--mission", assumptions.mission, 1.0)?;
        options.fill = assumptions.fill;
        if options.fill < 0.001 {
            return Err(Error::OutOfRange {
                quantity: "--fill".to_owned(),
                reason: format!("`{:e}` leaves no data to plan for", options.fill),
                hint: "write a share from 0.001 to 1, such as `0.8`".to_owned(),
            });
        }
        options.record_size = match (assumptions.recordsize, assumptions.workload) {
            (Some(given), _) => given,
            (None, Workload::Vm | Workload::Database) => {
                BlockSize::from_property(assumptions.workload.record_size().as_u64())?
            }
            (None, _) => options.record_size,
        };
        options.record_size_stated = assumptions.recordsize.is_some();
        options.surroundings = self.surroundings.surroundings();
        options.replace_after = match assumptions.replace_after {
            Some(time) => Some(sensible("--replace-after", time, 0.0)?),
            None => None,
        };
        options.scrub_every = sensible("--scrub-every", assumptions.scrub_every, 1.0)?;
        if let Some(path) = &assumptions.failure_rates {
            options.failure_rates = Some(crate::input::failure_rates(path)?);
        }
        options.repair = assumptions.repair.map_or(RepairChoice::Usual, |repair| {
            RepairChoice::Always(match repair {
                RepairArgument::Batched => RepairDiscipline::Batched,
                RepairArgument::Serial => RepairDiscipline::Serial,
                RepairArgument::Parallel => RepairDiscipline::Parallel,
            })
        });
        options.batch_variance = assumptions.batch_variance;
        options.place = match assumptions.place {
            PlaceArgument::Safety => Priority::Safety,
            PlaceArgument::Capacity => Priority::Capacity,
            PlaceArgument::Speed => Priority::Speed,
        };
        options.zfs = assumptions.zfs;
        options.partitioning = match assumptions.partition {
            PartitionArgument::WholeDisk => Partitioning::WholeDisk,
            PartitionArgument::Freebsd => Partitioning::FreeBsd {
                swap: assumptions.swap,
            },
            PartitionArgument::None => Partitioning::None,
        };
        options.host_read = moving("--host-read", assumptions.host_read)?;
        options.host_write = moving("--host-write", assumptions.host_write)?;
        options.simulation = (!self.output.no_simulate).then_some(SimulationOptions {
            seed: self.output.seed,
            relative_error: self.output.rel_err,
        });
        options.shortlist = self.output.top as usize;
        options.sort = self.output.sort.map(SortKey::from);
        Ok(options)
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

/// A rate above 0, where one is given.
fn moving(option: &str, rate: Option<Throughput>) -> Result<Option<Throughput>, Error> {
    if rate.is_none_or(|rate| rate > Throughput::ZERO) {
        return Ok(rate);
    }
    Err(Error::OutOfRange {
        quantity: option.to_owned(),
        reason: "`0` moves nothing".to_owned(),
        hint: "write a rate above 0, such as `1200MB/s`, or leave the option out".to_owned(),
    })
}

/// The message of an error with its hint, for an option's value.
#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` asks for")]
pub(crate) fn shown(error: Error) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}

fn layout(text: &str) -> Result<Layout, String> {
    let layout: Layout = text.parse().map_err(shown)?;
    layout.check().map_err(shown)?;
    Ok(layout)
}

fn workload(text: &str) -> Result<Workload, String> {
    let names: Vec<&str> = Workload::ALL.into_iter().map(Workload::name).collect();
    Workload::from_name(text).ok_or_else(|| format!("write one of {}", names.join(", ")))
}

fn record_size(text: &str) -> Result<BlockSize, String> {
    let bytes = parse_block_size("--recordsize", text).map_err(shown)?;
    BlockSize::from_property(bytes.as_u64()).map_err(shown)
}

fn relative_error(text: &str) -> Result<f64, String> {
    let value = parse_fraction("--rel-err", text).map_err(shown)?;
    if (1e-4..=0.5).contains(&value) {
        Ok(value)
    } else {
        Err("write a share from 0.0001 to 0.5".to_owned())
    }
}

fn batch_variance(text: &str) -> Result<f64, String> {
    let value: f64 = text
        .parse()
        .map_err(|_| "write a number such as 0.3".to_owned())?;
    if value.abs() < f64::MIN_POSITIVE || (0.001..=100.0).contains(&value) {
        Ok(value)
    } else {
        Err("write 0 or a number from 0.001 to 100".to_owned())
    }
}
