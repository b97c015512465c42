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
use planner::error::Error;
use planner::layout::Layout;
use planner::plan::{
    Choices, PlanOptions, SortKey, parse_batch_variance, parse_layout, parse_record_size,
    parse_relative_error, parse_workload,
};
use planner::rank::Weights;
use planner::units::{
    Bytes, Hours, Money, Probability, Throughput, parse_bytes, parse_day, parse_fraction, parse_hours,
    parse_money, parse_probability, parse_throughput,
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
    #[arg(long, value_name = "DRIVES")]
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
    #[arg(long, value_name = "LAYOUT", value_parser = |text: &str| parse_layout(text).map_err(shown))]
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
    #[arg(long, value_name = "USE", default_value = "files", value_parser = |text: &str| parse_workload(text).map_err(shown))]
    pub(crate) workload: Workload,
    /// What figures are worth, instead of the use: usable=1,loss=0.2,read=…,write=…,iops=…,resilver=…,cost=…,watts=…,bays=…
    #[arg(long, value_name = "FIGURE=WEIGHT,…", value_parser = |text: &str| text.parse::<Weights>().map_err(shown))]
    pub(crate) weights: Option<Weights>,
    /// How long the pool must hold
    #[arg(long, value_name = "TIME", default_value = "5y", value_parser = |text: &str| parse_hours("--mission", text).map_err(shown))]
    pub(crate) mission: Hours,
    /// Used share of the pool: 0.8, 80%
    #[arg(long, value_name = "SHARE", default_value = "0.8", value_parser = |text: &str| parse_fraction("--fill", text).map_err(shown))]
    pub(crate) fill: f64,
    /// Record size of the data; 128K, for vm and database 16K if absent
    #[arg(long, value_name = "SIZE", value_parser = |text: &str| parse_record_size(text).map_err(shown))]
    pub(crate) recordsize: Option<BlockSize>,
    /// Time from a failure until a new drive is in; 48h without a hot spare, none with one
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_hours("--replace-after", text).map_err(shown))]
    pub(crate) replace_after: Option<Hours>,
    /// Time between scrubs
    #[arg(long, value_name = "TIME", default_value = "28d", value_parser = |text: &str| parse_hours("--scrub-every", text).map_err(shown))]
    pub(crate) scrub_every: Hours,
    /// Share of all drives that fails in a year, at a constant rate, in place of what is known of models: 1.37%
    #[arg(long, value_name = "CHANCE", value_parser = |text: &str| parse_probability("--failure-rate", text).map_err(shown))]
    pub(crate) failure_rate: Option<Probability>,
    /// Table of failure counts by model, as zplan fit prints it; it goes before the field data
    #[arg(long, value_name = "FILE")]
    pub(crate) failure_rates: Option<PathBuf>,
    /// What a resilver writes to the new drive, in place of the law fitted on published rebuilds: 161MB/s
    #[arg(long, value_name = "RATE", value_parser = |text: &str| parse_throughput("--resilver-rate", text).map_err(shown))]
    pub(crate) resilver_rate: Option<Throughput>,
    /// How rebuilds of one vdev share the time; batched, but parallel for dRAID, if absent
    #[arg(long, value_name = "HOW")]
    pub(crate) repair: Option<RepairArgument>,
    /// Variance of the common failure factor of drives of one batch; 0 for independent drives
    #[arg(long, value_name = "THETA", default_value_t = planner::plan::BATCH_VARIANCE, value_parser = |text: &str| parse_batch_variance(text).map_err(shown))]
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
    #[arg(long, value_name = "SHARE", default_value_t = planner::plan::RELATIVE_ERROR, value_parser = |text: &str| parse_relative_error(text).map_err(shown), help_heading = "Simulation")]
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
    #[arg(value_parser = |text: &str| parse_layout(text).map_err(shown))]
    pub(crate) explained: Layout,
    /// Options of a plan.
    #[command(flatten)]
    pub(crate) plan: PlanArguments,
}

/// Options of `inventory`.
#[derive(Debug, Args)]
pub(crate) struct InventoryArguments {
    /// Files with drives; `-` reads standard input
    #[arg(value_name = "FILE")]
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
        let mut options = self.choices()?.options(self.input.as_of.unwrap_or(today))?;
        if self.surroundings.emit.is_some() {
            options.surroundings.get_or_insert_default();
        }
        Ok(options)
    }

    fn choices(&self) -> Result<Choices, Error> {
        let (must_haves, assumptions) = (&self.must_haves, &self.assumptions);
        let failure_rates = match &assumptions.failure_rates {
            Some(path) => Some(crate::input::failure_rates(path)?),
            None => None,
        };
        Ok(Choices {
            layouts: must_haves.layout.clone(),
            min_usable: must_haves.min_usable,
            max_loss: Some(must_haves.max_loss),
            min_read: must_haves.min_read,
            max_cost: must_haves.max_cost,
            no_outlive_batch: must_haves.no_outlive_batch,
            spares: must_haves.spares,
            workload: Some(assumptions.workload),
            weights: assumptions.weights,
            mission: Some(assumptions.mission),
            fill: Some(assumptions.fill),
            record_size: assumptions.recordsize,
            replace_after: assumptions.replace_after,
            scrub_every: Some(assumptions.scrub_every),
            failure_rate: assumptions.failure_rate,
            resilver_rate: assumptions.resilver_rate,
            failure_rates,
            repair: assumptions.repair.map(RepairDiscipline::from),
            batch_variance: Some(assumptions.batch_variance),
            zfs: Some(assumptions.zfs),
            partition: Some(assumptions.partition.into()),
            swap: Some(assumptions.swap),
            place: Some(assumptions.place.into()),
            host_read: assumptions.host_read,
            host_write: assumptions.host_write,
            ram: self.surroundings.ram,
            os: self.surroundings.os.map(OperatingSystem::from),
            database: self.surroundings.db.map(Database::from),
            sort: self.output.sort.map(SortKey::from),
            top: Some(self.output.top),
            seed: Some(self.output.seed),
            relative_error: Some(self.output.rel_err),
            no_simulate: self.output.no_simulate,
        })
    }
}

/// The message of an error with its hint, for an option's value.
#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` asks for")]
pub(crate) fn shown(error: Error) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use planner::plan::{OptionKind, option_forms};

    use super::*;

    /// The page shows the library's list of options, the terminal shows clap's.
    #[test]
    fn options_as_texts_are_those_of_the_command_line() {
        let command = Arguments::command();
        for form in option_forms() {
            let argument = command
                .get_arguments()
                .find(|argument| argument.get_long() == Some(form.name))
                .unwrap_or_else(|| panic!("--{} is no option", form.name));
            let text = |found: Option<String>| found.unwrap_or_default();
            assert_eq!(
                text(argument.get_help().map(ToString::to_string)),
                form.help,
                "--{}",
                form.name
            );
            assert_eq!(
                text(argument.get_help_heading().map(str::to_owned)),
                form.group,
                "--{}",
                form.name
            );
            let defaults: Vec<String> = argument
                .get_default_values()
                .iter()
                .map(|value| value.to_string_lossy().into_owned())
                .collect();
            if form.kind != OptionKind::Flag {
                assert_eq!(
                    defaults.join(","),
                    form.default.unwrap_or_default(),
                    "--{}",
                    form.name
                );
            }
            let words: Vec<String> = argument
                .get_possible_values()
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect();
            if form.kind != OptionKind::Flag && !words.is_empty() {
                assert_eq!(words, form.choices, "--{}", form.name);
            }
        }
        // What concerns files, the terminal or other commands has no text for the page.
        let elsewhere = [
            "disks",
            "drives",
            "encoding",
            "set",
            "include-used",
            "as-of",
            "config",
            "emit",
            "format",
            "export",
            "threads",
            "color",
            "quiet",
            "help",
            "version",
        ];
        for long in command.get_arguments().filter_map(clap::Arg::get_long) {
            let listed = option_forms().iter().any(|form| form.name == long);
            assert!(
                listed != elsewhere.contains(&long),
                "--{long} is in one of the lists"
            );
        }
    }

    /// Both roads lead to the same options, the defaults included.
    #[test]
    fn texts_make_the_options_that_the_command_line_makes() {
        let day = jiff::civil::date(2026, 12, 1);
        let both = |words: &[&str], json: &str| {
            let arguments = Arguments::try_parse_from([&["zplan", "--drives", "6x4TB"], words].concat());
            let form = planner::plan::PlanForm::from_json(json).unwrap();
            assert_eq!(
                arguments.unwrap().plan.options(day).unwrap(),
                form.options(day).unwrap(),
                "{json}"
            );
        };
        both(&[], "{}");
        both(
            &[
                "--workload=vm",
                "--mission=10y",
                "--layout=raidz1:5",
                "--layout=raidz2:6",
                "--no-simulate",
            ],
            r#"{"workload": "vm", "mission": "10y", "layout": ["raidz1:5", "raidz2:6"], "no-simulate": true}"#,
        );
        both(
            &[
                "--partition=freebsd",
                "--swap=2GiB",
                "--failure-rate=1.37%",
                "--resilver-rate=161MB/s",
                "--top=3",
            ],
            r#"{"partition": "freebsd", "swap": "2GiB", "failure-rate": "1.37%", "resilver-rate": "161MB/s", "top": 3}"#,
        );
        both(
            &[
                "--ram=64GiB",
                "--db=postgres",
                "--sort=price",
                "--seed=7",
                "--rel-err=5%",
                "--repair=serial",
            ],
            r#"{"ram": "64GiB", "db": "postgres", "sort": "price", "seed": "7", "rel-err": "5%", "repair": "serial"}"#,
        );
    }
}
