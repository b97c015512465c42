//! `zplan capacity`: the bytes of one layout alone.

use std::process::ExitCode;

use clap::Args;
use planner::ashift::Ashift;
use planner::capacity::{BlockSize, CapacityAnswer, CapacityOptions, SlopShift, ZfsVersion};
use planner::drive::SectorSize;
use planner::error::Error;
use planner::partition::Partitioning;
use planner::report::capacity_text::{capacity_markdown, capacity_text};
use planner::report::json::to_json;
use planner::report::plan_csv::steps_csv;
use planner::units::parse_bytes;

use crate::arguments::{ColourArgument, Format, PartitionArgument};
use crate::terminal;

/// Options of `capacity`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  zplan capacity 2xraidz2:6 --disk-bytes 18000207937536\n  \
                        zplan capacity raidz2:6 --disk-bytes 5*4000787030016+1*8001563222016 --recordsize 1M\n  \
                        zplan capacity raidz1:5 --disk-bytes 7TB --zvol-size 20TiB --volblocksize 16K"
)]
pub(crate) struct CapacityArgs {
    /// The layout, such as 2xraidz2:6+special/mirror:2
    pub(crate) layout: String,
    /// One size for all drives, or runs per vdev in the layout's order: `5*4TB+1*8TB 6*8TB`
    #[arg(long, value_name = "SIZES")]
    pub(crate) disk_bytes: String,
    /// Sectors of every vdev as a power of two: 9 to 16
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) ashift: u32,
    /// OpenZFS version: 2.1, 2.2, 2.3, 2.4
    #[arg(long, value_name = "VERSION", default_value_t = ZfsVersion::default())]
    pub(crate) zfs: ZfsVersion,
    /// How drives are partitioned
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) partition: PartitionArgument,
    /// Swap partition per drive with --partition freebsd
    #[arg(long, value_name = "SIZE", default_value = "0")]
    pub(crate) swap: String,
    /// Logical sector size of the drives, in which they are partitioned
    #[arg(long, value_name = "BYTES", default_value_t = 512)]
    pub(crate) logical_sector: u64,
    /// The module parameter spa_slop_shift
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) slop_shift: u32,
    /// Record size of the data that shall fit
    #[arg(long, value_name = "SIZE", default_value = "128K")]
    pub(crate) recordsize: String,
    /// Block size of volumes that shall fit
    #[arg(long, value_name = "SIZE", conflicts_with = "recordsize")]
    pub(crate) volblocksize: Option<String>,
    /// Size of a volume whose reservation is asked for; its blocks are those of --volblocksize, else 16K
    #[arg(long, value_name = "SIZE", conflicts_with = "recordsize")]
    pub(crate) zvol_size: Option<String>,
    /// Form of the result
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) format: Format,
    /// Colour on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColourArgument,
}

/// Computes and prints.
///
/// # Errors
/// [`Error`] where layout and sizes cannot be read or do not agree, or OpenZFS would refuse the pool.
pub(crate) fn run(arguments: &CapacityArgs) -> Result<ExitCode, Error> {
    let answer = CapacityAnswer::of(&arguments.layout, &arguments.disk_bytes, &options(arguments)?)?;
    let text = match arguments.format {
        Format::Json => to_json(&answer)?,
        Format::Csv => steps_csv(&answer.steps)?,
        Format::Markdown => capacity_markdown(&answer),
        Format::Table => capacity_text(&answer, terminal::output_style(arguments.color)),
    };
    crate::print_result(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn options(arguments: &CapacityArgs) -> Result<CapacityOptions, Error> {
    let block = match (&arguments.volblocksize, &arguments.zvol_size) {
        (Some(volblocksize), _) => volblocksize.as_str(),
        // The default of `zfs create -V` from 2.2 on.
        (None, Some(_)) => "16K",
        (None, None) => arguments.recordsize.as_str(),
    };
    let logical_sector = SectorSize::new(arguments.logical_sector).ok_or_else(|| Error::OutOfRange {
        quantity: "--logical-sector".to_owned(),
        reason: format!("`{}` is no sector size", arguments.logical_sector),
        hint: "write 512 or 4096".to_owned(),
    })?;
    let volume_size = arguments.zvol_size.as_ref();
    Ok(CapacityOptions {
        ashift: Ashift::new(arguments.ashift)?,
        version: arguments.zfs,
        partitioning: match arguments.partition {
            PartitionArgument::WholeDisk => Partitioning::WholeDisk,
            PartitionArgument::Freebsd => Partitioning::FreeBsd {
                swap: parse_bytes("--swap", &arguments.swap)?,
            },
            PartitionArgument::None => Partitioning::None,
        },
        logical_sector,
        slop_shift: SlopShift::new(arguments.slop_shift)?,
        block: block.parse::<BlockSize>()?,
        volume_size: volume_size
            .map(|size| parse_bytes("--zvol-size", size))
            .transpose()?,
    })
}
