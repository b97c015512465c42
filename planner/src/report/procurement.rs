//! A parts list for the buyer, as CSV: what is needed for the chosen layout, by part and role.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::csv_text::csv_text;
use crate::drive::Drive;
use crate::error::Error;
use crate::figures::label_size;
use crate::layout::AllocationClass;
use crate::plan::Candidate;
use crate::units::Money;

const HEADER: [&str; 9] = [
    "part",
    "quantity",
    "role",
    "capacity_bytes",
    "capacity",
    "unit_price",
    "currency",
    "total_price",
    "notes",
];

/// One kind of part in one role.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    role: &'static str,
    part: String,
    bytes: u64,
    price: Option<i64>,
    currency: String,
}

/// Returns the parts list of `candidate` as CSV; unknown prices are empty, never 0.
///
/// # Errors
/// [`Error::OutOfRange`] if the text cannot be written, which would be a defect of ours.
pub fn procurement_csv(candidate: &Candidate, drives: &[Drive]) -> Result<String, Error> {
    let by_name: BTreeMap<&Arc<str>, &Drive> = drives.iter().map(|drive| (&drive.id, drive)).collect();
    let mut parts: BTreeMap<Part, u64> = BTreeMap::new();
    let mut count = |role: &'static str, names: &[Arc<str>]| {
        for drive in names.iter().filter_map(|name| by_name.get(name)) {
            *parts.entry(part(role, drive)).or_default() += 1;
        }
    };
    for vdev in &candidate.vdevs {
        count(role(vdev.facts.class), &vdev.drives);
    }
    count("hot spare", &candidate.spares);
    write(candidate, &parts)
}

const fn role(class: AllocationClass) -> &'static str {
    match class {
        AllocationClass::Data => "data",
        AllocationClass::Special => "special vdev",
        AllocationClass::Dedup => "dedup vdev",
        AllocationClass::Log => "log",
    }
}

fn part(role: &'static str, drive: &Drive) -> Part {
    Part {
        role,
        part: drive.model.as_deref().unwrap_or("unnamed drive").to_owned(),
        bytes: drive.capacity.map_or(0, |capacity| capacity.value.bytes.as_u64()),
        price: drive.price.map(Money::as_ten_thousandths),
        currency: drive
            .price
            .and_then(Money::currency)
            .map_or_else(String::new, |currency| currency.to_string()),
    }
}

fn write(candidate: &Candidate, parts: &BTreeMap<Part, u64>) -> Result<String, Error> {
    let header = HEADER.map(str::to_owned).to_vec();
    let rows = parts.iter().map(|(part, &quantity)| {
        let total = part
            .price
            .and_then(|price| price.checked_mul(i64::try_from(quantity).ok()?));
        vec![
            part.part.clone(),
            quantity.to_string(),
            part.role.to_owned(),
            part.bytes.to_string(),
            label_size(crate::units::Bytes::new(part.bytes)),
            part.price.map_or_else(String::new, amount),
            part.currency.clone(),
            total.map_or_else(String::new, amount),
            format!("layout {}", candidate.layout),
        ]
    });
    csv_text(std::iter::once(header).chain(rows))
}

/// Ten-thousandths as a decimal number with at least two places: `289.00`.
fn amount(ten_thousandths: i64) -> String {
    let text = format!(
        "{}.{:04}",
        ten_thousandths / 10_000,
        (ten_thousandths % 10_000).abs()
    );
    text.strip_suffix("00").unwrap_or(&text).to_owned()
}
