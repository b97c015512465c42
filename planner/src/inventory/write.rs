//! The inventory as CSV in our own format, which reads back to the same drives.
//!
//! Cells that a spreadsheet would run as formulas get an apostrophe; the reader takes it away again.

use crate::drive::{Acceptance, CapacityKind, Drive, Origin, Shingling, Transport};
use crate::text::neutralise_formula;

use super::record::keys_with;

/// The columns, in order.
const COLUMNS: [&str; 33] = [
    "id",
    "vendor",
    "model",
    "serial",
    "wwn",
    "firmware",
    "path",
    "capacity_bytes",
    "capacity_kind",
    "logical_sector",
    "physical_sector",
    "rpm",
    "class",
    "transport",
    "recording",
    "manufactured",
    "batch",
    "power_on_hours",
    "nvme_awupf_bytes",
    "price",
    "currency",
    "afr",
    "read_mb_s",
    "write_mb_s",
    "iops",
    "watts",
    "location",
    "in_use",
    "source",
    "accept",
    "notes",
    "derived_facts",
    "assumed_facts",
];

/// Returns the drives as CSV with a header, one line per drive, with `\n` as line end.
#[must_use]
pub fn write_csv(drives: &[Drive]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(COLUMNS);
    for drive in drives {
        let _ = writer.write_record(cells(drive));
    }
    writer
        .into_inner()
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_default()
}

fn text(value: Option<&str>) -> String {
    value
        .map(|value| neutralise_formula(value).into_owned())
        .unwrap_or_default()
}

fn number<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn cells(drive: &Drive) -> [String; 33] {
    let capacity = drive.capacity.map(|fact| fact.value);
    let notes: Vec<String> = drive.notes.iter().map(|note| note.replace("; ", ", ")).collect();
    [
        text(Some(&drive.id)),
        text(drive.vendor.as_deref()),
        text(drive.model.as_deref()),
        text(drive.serial.as_deref()),
        text(drive.wwn.as_deref()),
        text(drive.firmware.as_deref()),
        text(drive.path.as_deref()),
        number(capacity.map(|capacity| capacity.bytes.as_u64())),
        number(capacity.map(|capacity| match capacity.kind {
            CapacityKind::Exact => "exact",
            CapacityKind::Rounded => "rounded",
            CapacityKind::Nominal => "nominal",
        })),
        number(drive.logical_sector.map(|fact| fact.value)),
        number(drive.physical_sector.map(|fact| fact.value)),
        number(drive.rpm.map(|fact| fact.value)),
        number(drive.media.map(|fact| match fact.value {
            crate::drive::Media::Hdd => "HDD",
            crate::drive::Media::Ssd => "SSD",
        })),
        number(drive.transport.map(|fact| transport(fact.value))),
        number(drive.shingling.map(|fact| match fact.value {
            Shingling::None => "none",
            Shingling::DriveManaged => "drive-managed",
            Shingling::HostManaged => "host-managed",
        })),
        number(drive.manufactured.map(|fact| fact.value)),
        text(drive.batch.as_ref().map(|fact| fact.value.as_ref())),
        number(drive.power_on_hours),
        number(drive.nvme_awupf.map(crate::units::Bytes::as_u64)),
        drive
            .price
            .map(|price| decimal(price.as_ten_thousandths()))
            .unwrap_or_default(),
        number(drive.price.and_then(crate::units::Money::currency)),
        number(drive.annual_failure.map(crate::units::Probability::as_f64)),
        number(drive.read.map(crate::units::Throughput::as_mb_per_s)),
        number(drive.write.map(crate::units::Throughput::as_mb_per_s)),
        number(drive.random_read.map(crate::units::Iops::as_f64)),
        number(drive.watts),
        text(drive.location.as_deref()),
        text(drive.in_use.as_deref()),
        text(Some(&drive.source)),
        match drive.accept {
            Acceptance::Yes => "yes",
            Acceptance::Warn => "warn",
            Acceptance::Incomplete => "incomplete",
            Acceptance::Refuse => "refuse",
        }
        .to_owned(),
        text(Some(&notes.join("; "))),
        keys_with(drive, Origin::Derived).join(" "),
        keys_with(drive, Origin::Assumed).join(" "),
    ]
}

const fn transport(transport: Transport) -> &'static str {
    match transport {
        Transport::Sata => "sata",
        Transport::Sas => "sas",
        Transport::Nvme => "nvme",
        Transport::Usb => "usb",
        Transport::Virtio => "virtio",
        Transport::Scsi => "scsi",
    }
}

/// Writes ten-thousandths with two decimals, or four where they are needed.
fn decimal(ten_thousandths: i64) -> String {
    let sign = if ten_thousandths < 0 { "-" } else { "" };
    let amount = ten_thousandths.unsigned_abs();
    let (whole, rest) = (amount / 10_000, amount % 10_000);
    if rest % 100 == 0 {
        format!("{sign}{whole}.{:02}", rest / 100)
    } else {
        format!("{sign}{whole}.{rest:04}")
    }
}
