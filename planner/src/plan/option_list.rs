//! Every option of a plan that is a text: its name on the command line, its default, its help and how its text is read.

use mttdl::RepairDiscipline;
use serde::Serialize;

use super::choices::{Choices, PartitionScheme};
use super::option_texts::{
    one_of, parse_batch_variance, parse_count, parse_failures, parse_flag, parse_layout, parse_record_size,
    parse_relative_error, parse_rows, parse_seed, parse_workload,
};
use super::options::SortKey;
use crate::advice::{Database, OperatingSystem};
use crate::error::Error;
use crate::placement::Priority;
use crate::units::{
    parse_bytes, parse_fraction, parse_hours, parse_money, parse_probability, parse_throughput,
};

/// What the text of an option stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// A layout; the option may be repeated.
    Layout,
    /// Bytes.
    Size,
    /// A chance.
    Chance,
    /// Bytes per second.
    Rate,
    /// Money.
    Money,
    /// A length of time.
    Time,
    /// A share from 0 to 1.
    Share,
    /// A whole number.
    Count,
    /// A number.
    Number,
    /// One of [`OptionForm::choices`].
    Word,
    /// Names of figures with their weights.
    Weights,
    /// Given or not.
    Flag,
    /// A table of failure counts; on the command line the name of its file, elsewhere its text.
    Table,
}

/// An option and how it is read.
#[derive(Debug, Clone, Serialize)]
pub struct OptionForm {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The heading under which help shows it.
    pub group: &'static str,
    /// The text that stands for its default; absent where none does.
    pub default: Option<&'static str>,
    /// What its text stands for.
    pub kind: OptionKind,
    /// The words that it takes; empty where it takes other texts, too.
    pub choices: &'static [&'static str],
    /// What it is for.
    pub help: &'static str,
    /// Reads its text.
    #[serde(skip)]
    pub(super) set: fn(&mut Choices, &str) -> Result<(), Error>,
}

const MUST_HAVES: &str = "Must-haves";
const ASSUMPTIONS: &str = "Assumptions";
const SURROUNDINGS: &str = "Surroundings (advice on memory, databases, log and cache devices)";
const SIMULATION: &str = "Simulation";
const OUTPUT: &str = "Output";

const WORKLOADS: &[&str] = &["files", "media", "vm", "database", "backup"];
const REPAIRS: &[(&str, RepairDiscipline)] = &[
    ("batched", RepairDiscipline::Batched),
    ("serial", RepairDiscipline::Serial),
    ("parallel", RepairDiscipline::Parallel),
];
const PARTITIONS: &[(&str, PartitionScheme)] = &[
    ("whole-disk", PartitionScheme::WholeDisk),
    ("freebsd", PartitionScheme::FreeBsd),
    ("none", PartitionScheme::None),
];
const PLACES: &[(&str, Priority)] = &[
    ("safety", Priority::Safety),
    ("capacity", Priority::Capacity),
    ("speed", Priority::Speed),
];
const SYSTEMS: &[(&str, OperatingSystem)] = &[
    ("linux", OperatingSystem::Linux),
    ("freebsd", OperatingSystem::FreeBsd),
];
const DATABASES: &[(&str, Database)] = &[("postgres", Database::Postgresql), ("mysql", Database::Innodb)];
const SORTS: &[(&str, SortKey)] = &[
    ("usable", SortKey::Usable),
    ("loss", SortKey::Loss),
    ("read", SortKey::Read),
    ("iops", SortKey::Iops),
    ("resilver", SortKey::Resilver),
    ("price", SortKey::Price),
];

type Set = fn(&mut Choices, &str) -> Result<(), Error>;

const fn form(
    (group, name): (&'static str, &'static str),
    kind: OptionKind,
    default: Option<&'static str>,
    help: &'static str,
    set: Set,
) -> OptionForm {
    OptionForm {
        name,
        group,
        default,
        kind,
        choices: &[],
        help,
        set,
    }
}

const fn word(
    (group, name): (&'static str, &'static str),
    choices: &'static [&'static str],
    default: Option<&'static str>,
    help: &'static str,
    set: Set,
) -> OptionForm {
    OptionForm {
        name,
        group,
        default,
        kind: OptionKind::Word,
        choices,
        help,
        set,
    }
}

/// The options, in the order of the help.
pub(super) static OPTIONS: [OptionForm; 33] = [
    form(
        (MUST_HAVES, "layout"),
        OptionKind::Layout,
        None,
        "Only this layout, repeatable: 2xraidz2:6+spare:1, 6xmirror:2, draid2:6d:24c:1s",
        |choices, text| {
            choices.layouts.push(parse_layout(text)?);
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "min-usable"),
        OptionKind::Size,
        None,
        "Least usable space: 100TB, 90TiB",
        |choices, text| {
            choices.min_usable = Some(parse_bytes("--min-usable", text)?);
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "max-loss"),
        OptionKind::Chance,
        Some("1/1000"),
        "Highest chance of losing any data in the mission: 0.001, 0.1%, 1/1000",
        |choices, text| {
            choices.max_loss = Some(parse_probability("--max-loss", text)?);
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "min-read"),
        OptionKind::Rate,
        None,
        "Least streaming read rate: 1200MB/s",
        |choices, text| {
            choices.min_read = Some(parse_throughput("--min-read", text)?);
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "max-cost"),
        OptionKind::Money,
        None,
        "Highest price of all drives used: 3500, 3500EUR",
        |choices, text| {
            choices.max_cost = Some(parse_money("--max-cost", text)?);
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "no-outlive-batch"),
        OptionKind::Flag,
        None,
        "Accept layouts that the loss of one batch of drives would destroy",
        |choices, text| {
            choices.no_outlive_batch = parse_flag("--no-outlive-batch", text)?;
            Ok(())
        },
    ),
    form(
        (MUST_HAVES, "spares"),
        OptionKind::Count,
        None,
        "Exactly this many hot spares",
        |choices, text| {
            choices.spares = Some(parse_count("--spares", text)?);
            Ok(())
        },
    ),
    word(
        (ASSUMPTIONS, "workload"),
        WORKLOADS,
        Some("files"),
        "What the pool is used for; vm and database ask for random reads, the others for space",
        |choices, text| {
            choices.workload = Some(parse_workload(text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "weights"),
        OptionKind::Weights,
        None,
        "What figures are worth, instead of the use: usable=1,loss=0.2,read=…,write=…,iops=…,resilver=…,cost=…,watts=…,bays=…",
        |choices, text| {
            choices.weights = Some(text.parse()?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "mission"),
        OptionKind::Time,
        Some("5y"),
        "How long the pool must hold",
        |choices, text| {
            choices.mission = Some(parse_hours("--mission", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "fill"),
        OptionKind::Share,
        Some("0.8"),
        "Used share of the pool: 0.8, 80%",
        |choices, text| {
            choices.fill = Some(parse_fraction("--fill", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "recordsize"),
        OptionKind::Size,
        None,
        "Record size of the data; 128K, for vm and database 16K if absent",
        |choices, text| {
            choices.record_size = Some(parse_record_size(text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "replace-after"),
        OptionKind::Time,
        None,
        "Time from a failure until a new drive is in; 48h without a hot spare, none with one",
        |choices, text| {
            choices.replace_after = Some(parse_hours("--replace-after", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "scrub-every"),
        OptionKind::Time,
        Some("28d"),
        "Time between scrubs",
        |choices, text| {
            choices.scrub_every = Some(parse_hours("--scrub-every", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "failure-rate"),
        OptionKind::Chance,
        None,
        "Share of all drives that fails in a year, at a constant rate, in place of what is known of models: 1.37%",
        |choices, text| {
            choices.failure_rate = Some(parse_probability("--failure-rate", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "failure-rates"),
        OptionKind::Table,
        None,
        "Table of failure counts by model, as zplan fit prints it; it goes before the field data",
        |choices, text| {
            choices.failure_rates = Some(parse_failures(text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "resilver-rate"),
        OptionKind::Rate,
        None,
        "What a resilver writes to the new drive, in place of the law fitted on published rebuilds: 161MB/s",
        |choices, text| {
            choices.resilver_rate = Some(parse_throughput("--resilver-rate", text)?);
            Ok(())
        },
    ),
    word(
        (ASSUMPTIONS, "repair"),
        &["batched", "serial", "parallel"],
        None,
        "How rebuilds of one vdev share the time; batched, but parallel for dRAID, if absent",
        |choices, text| {
            choices.repair = Some(one_of("--repair", REPAIRS, text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "batch-variance"),
        OptionKind::Number,
        Some("0.3"),
        "Variance of the common failure factor of drives of one batch; 0 for independent drives",
        |choices, text| {
            choices.batch_variance = Some(parse_batch_variance(text)?);
            Ok(())
        },
    ),
    word(
        (ASSUMPTIONS, "zfs"),
        &["2.1", "2.2", "2.3", "2.4"],
        Some("2.3"),
        "OpenZFS version: 2.1, 2.2, 2.3, 2.4",
        |choices, text| {
            choices.zfs = Some(text.parse()?);
            Ok(())
        },
    ),
    word(
        (ASSUMPTIONS, "partition"),
        &["whole-disk", "freebsd", "none"],
        Some("whole-disk"),
        "How drives are partitioned",
        |choices, text| {
            choices.partition = Some(one_of("--partition", PARTITIONS, text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "swap"),
        OptionKind::Size,
        Some("0"),
        "Swap partition per drive with --partition freebsd",
        |choices, text| {
            choices.swap = Some(parse_bytes("--swap", text)?);
            Ok(())
        },
    ),
    word(
        (ASSUMPTIONS, "place"),
        &["safety", "capacity", "speed"],
        Some("safety"),
        "What comes first where drives are assigned to vdevs: batches apart, little wasted, or equal speeds together",
        |choices, text| {
            choices.place = Some(one_of("--place", PLACES, text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "host-read"),
        OptionKind::Rate,
        None,
        "Most that the host can read, in MB/s",
        |choices, text| {
            choices.host_read = Some(parse_throughput("--host-read", text)?);
            Ok(())
        },
    ),
    form(
        (ASSUMPTIONS, "host-write"),
        OptionKind::Rate,
        None,
        "Most that the host can write, in MB/s",
        |choices, text| {
            choices.host_write = Some(parse_throughput("--host-write", text)?);
            Ok(())
        },
    ),
    form(
        (SURROUNDINGS, "ram"),
        OptionKind::Size,
        None,
        "Memory of the host: 128GiB",
        |choices, text| {
            choices.ram = Some(parse_bytes("--ram", text)?);
            Ok(())
        },
    ),
    word(
        (SURROUNDINGS, "os"),
        &["linux", "freebsd"],
        None,
        "Operating system of the host; linux if any of these is given",
        |choices, text| {
            choices.os = Some(one_of("--os", SYSTEMS, text)?);
            Ok(())
        },
    ),
    word(
        (SURROUNDINGS, "db"),
        &["postgres", "mysql"],
        None,
        "Database that will run on the pool",
        |choices, text| {
            choices.database = Some(one_of("--db", DATABASES, text)?);
            Ok(())
        },
    ),
    word(
        (OUTPUT, "sort"),
        &["usable", "loss", "read", "iops", "resilver", "price"],
        None,
        "Order of the table, if not the ranking",
        |choices, text| {
            choices.sort = Some(one_of("--sort", SORTS, text)?);
            Ok(())
        },
    ),
    form(
        (OUTPUT, "top"),
        OptionKind::Count,
        Some("8"),
        "Rows of the table",
        |choices, text| {
            choices.top = Some(parse_rows(text)?);
            Ok(())
        },
    ),
    form(
        (SIMULATION, "seed"),
        OptionKind::Count,
        Some("1"),
        "Seed of the simulation",
        |choices, text| {
            choices.seed = Some(parse_seed(text)?);
            Ok(())
        },
    ),
    form(
        (SIMULATION, "rel-err"),
        OptionKind::Share,
        Some("0.01"),
        "Wanted relative standard error of simulated chances",
        |choices, text| {
            choices.relative_error = Some(parse_relative_error(text)?);
            Ok(())
        },
    ),
    form(
        (SIMULATION, "no-simulate"),
        OptionKind::Flag,
        None,
        "Only the exact and first-order figures, no simulation",
        |choices, text| {
            choices.no_simulate = parse_flag("--no-simulate", text)?;
            Ok(())
        },
    ),
];
