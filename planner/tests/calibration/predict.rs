//! What the laws and the naive formulas say about a row.

use planner::catalog::DriveClass;
use planner::drive::{Fact, Shingling};
use planner::layout::VdevType;
use planner::resilver::{Load, RebuildMethod, RebuildOptions, VdevRebuildSpec, resilver_with};
use planner::throughput::{
    Ceilings, Compression, CompressionAlgorithm, Conditions, Constants, DriveSpeed, ParityCode, Performance,
    PerformanceOptions, VdevSpeedSpec, pool_performance_with,
};
use planner::units::{Bytes, Throughput};

use super::parameters::Parameters;
use super::rows::{Row, Rows, Target, number};

/// Whether the fitted ceilings of a row's host may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    Known,
    Unknown,
}

/// What the laws predict for a row of a target.
pub(crate) fn predict(
    target: Target,
    row: &Row,
    parameters: &Parameters,
    constants: &Constants,
    host: Host,
) -> f64 {
    match target {
        Target::Resilver => rebuild_rate(row, constants),
        Target::Streaming => {
            let figures = performance(row, &benchmark_options(row), constants);
            if row["metric"] == "seq_read" {
                figures.read.point.as_mb_per_s()
            } else {
                figures.write.point.as_mb_per_s()
            }
        }
        Target::Write | Target::CompressedWrite => {
            let figures = performance(row, &calomel_options(row, parameters, host), constants);
            figures.write.point.as_mb_per_s()
        }
        Target::Read | Target::CompressedRead => {
            let figures = performance(row, &calomel_options(row, parameters, host), constants);
            figures.read.point.as_mb_per_s()
        }
        Target::Rewrite => {
            let figures = performance(row, &calomel_options(row, parameters, host), constants);
            figures.rewrite.point.as_mb_per_s()
        }
        Target::Seeks => {
            let mut options = calomel_options(row, parameters, host);
            options.queue_depth = constants.measured_depth;
            let shape_of = |shape| {
                performance_of(shape, row, &options, constants)
                    .random_read
                    .point
                    .as_f64()
            };
            SINGLE_DISK_SEEKS * shape_of(shape(row)) / shape_of((VdevType::Stripe, 1, 1))
        }
    }
}

/// Seeks per second of the single disk of table hdd4tb (row C001), the input that the naive formula multiplies too. It is
/// several times what the disk does: memory answers the rest, for every layout alike.
const SINGLE_DISK_SEEKS: f64 = 393.0;

fn performance(row: &Row, options: &PerformanceOptions, constants: &Constants) -> Performance {
    performance_of(shape(row), row, options, constants)
}

fn performance_of(
    (kind, width, count): (VdevType, u32, u32),
    row: &Row,
    options: &PerformanceOptions,
    constants: &Constants,
) -> Performance {
    let spec = VdevSpeedSpec {
        kind,
        width,
        count,
        drives: &[drive(row, "spec_r_mbps", "spec_w_mbps")],
        ashift: 12,
        free: None,
    };
    pool_performance_with(&[spec], options, constants).expect("golden layouts are valid")
}

fn drive(row: &Row, read: &str, write: &str) -> DriveSpeed {
    let class = match row["drive_class"].as_str() {
        "nvme" => DriveClass::NvmeEnterprise,
        "sata_ssd" => DriveClass::SsdSataConsumer,
        _ => DriveClass::HddConsumer,
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rpm are small and whole"
    )]
    let rpm = number(row, "rpm")
        .filter(|&rpm| rpm > 0.0)
        .map(|rpm| Fact::stated(rpm as u32));
    let rate = |column| {
        Throughput::saturating(number(row, column).expect("scored rows state the media rate"))
            .expect("a number")
    };
    let mut drive = DriveSpeed::typical(class, rpm, None).with_read(Fact::stated(rate(read)));
    drive.write = Fact::stated(rate(write));
    drive
}

fn shape(row: &Row) -> (VdevType, u32, u32) {
    let whole = |column| {
        row[column]
            .parse::<u32>()
            .expect("golden widths and counts are whole")
    };
    let (width, count) = (whole("width"), whole("vdevs"));
    match row["layout"].as_str() {
        "single" | "stripe" => (VdevType::Stripe, 1, width * count),
        "mirror" => (VdevType::Mirror, width, count),
        raidz => {
            let parity = raidz
                .strip_prefix("raidz")
                .and_then(|digit| digit.parse().ok())
                .expect("scored layouts are stripes, mirrors and raidz");
            (VdevType::Raidz { parity }, width, count)
        }
    }
}

/// FreeBSD 10, bonnie++ -b with a file as large as memory.
fn calomel_options(row: &Row, parameters: &Parameters, host: Host) -> PerformanceOptions {
    let rate = |name: &str| Throughput::saturating(parameters.value(name));
    let ceilings = match (host, row["host"].as_str()) {
        (Host::Known, "calomel_hdd") => Ceilings {
            path_read: rate("host_read_calomel_hdd"),
            path_write: rate("host_write_calomel_hdd"),
            ..Ceilings::default()
        },
        (Host::Known, "calomel_ssd") => Ceilings {
            path_read: rate("host_read_calomel_ssd"),
            path_write: rate("host_write_calomel_ssd"),
            ..Ceilings::default()
        },
        _ => Ceilings::default(),
    };
    let compression = |write: &str, read: &str| Compression {
        write_ceiling: rate(write),
        read_ceiling: rate(read),
        ..Compression::new(CompressionAlgorithm::Lz4, parameters.value("benchmark_ratio"))
    };
    PerformanceOptions {
        conditions: Conditions::CachedAndFlushed,
        parity_code: ParityCode::Scalar,
        ceilings,
        compression: match row["compression"].as_str() {
            "lz4" => compression("lz4_write_calomel", "lz4_read_calomel"),
            "lzjb" => compression("lzjb_write_calomel", "lzjb_read_calomel"),
            _ => Compression::OFF,
        },
        ..PerformanceOptions::default()
    }
}

/// Large files without flushes; the sources to 2014 ran ZFS with scalar parity.
fn benchmark_options(row: &Row) -> PerformanceOptions {
    let old = ["ZFSguru pastebin", "djbon2112", "louwrentius"].contains(&row["source"].as_str());
    PerformanceOptions {
        record_size: match row["recordsize"].as_str() {
            "1M" => Bytes::from_mib(1),
            _ => Bytes::from_kib(128),
        },
        parity_code: if old {
            ParityCode::Scalar
        } else {
            ParityCode::Vectorised
        },
        ..PerformanceOptions::default()
    }
}

fn rebuild_rate(row: &Row, constants: &Constants) -> f64 {
    let mut drive = drive(row, "spec_mbps", "spec_mbps");
    let media = drive.read.value;
    let behind_usb = row["drive_model"].contains("USB2");
    if behind_usb {
        // The table gives the link's rate; the disk behind it has that of its size.
        drive = DriveSpeed::typical(
            DriveClass::HddConsumer,
            Some(drive.rpm),
            Some(terabytes(row, "drive_tb", 1e12)),
        );
    }
    if row["smr"] == "1" {
        drive.shingling = Shingling::DriveManaged;
    }
    let (kind, width, _) = shape(row);
    let spec = VdevRebuildSpec {
        kind,
        width,
        survivors: &[drive],
        replacement: None,
        allocated_per_drive: terabytes(row, "bytes_tib", 1_099_511_627_776.0),
        drive_capacity: terabytes(row, "drive_tb", 1e12),
        ashift: 12,
    };
    let options = RebuildOptions {
        method: match row["era"].as_str() {
            "legacy" => RebuildMethod::BlockPointerOrder,
            _ => RebuildMethod::SortedScan,
        },
        load: match row["load"].as_str() {
            "production" => Load::Production,
            _ => Load::Idle,
        },
        link: behind_usb.then_some(media),
        ..RebuildOptions::default()
    };
    let rebuild = resilver_with(&spec, &options, constants).expect("golden vdevs have drives");
    rebuild.rate.point.as_mb_per_s()
}

fn terabytes(row: &Row, column: &str, unit: f64) -> Bytes {
    let count = number(row, column).expect("scored rows state sizes");
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes are positive"
    )]
    Bytes::new((count * unit) as u64)
}

/// What the usual formulas say: data drives times the single drive. Raidz n − p per vdev, mirrors all disks to read and
/// one per vdev to write, stripes all; seeks all disks but one per raidz vdev; a rebuild at the media rate.
pub(crate) fn naive(target: Target, row: &Row, rows: &Rows) -> f64 {
    if target == Target::Resilver {
        return number(row, "spec_mbps").expect("scored rows state the media rate");
    }
    let reads = match target {
        Target::Streaming => row["metric"] == "seq_read",
        Target::Read | Target::CompressedRead | Target::Seeks => true,
        Target::Write | Target::Rewrite | Target::CompressedWrite | Target::Resilver => false,
    };
    let single = match target {
        Target::Streaming => number(row, if reads { "spec_r_mbps" } else { "spec_w_mbps" }),
        _ => rows
            .single_like(row)
            .and_then(|single| number(single, target.column())),
    };
    let (kind, width, count) = shape(row);
    let drives = match kind {
        VdevType::Raidz { .. } if target == Target::Seeks => 1,
        VdevType::Raidz { parity } => width - parity,
        VdevType::Mirror if reads => width,
        _ => 1,
    };
    single.expect("every measured host has a single drive") * f64::from(drives * count)
}
