//! A parts list for the buyer, as CSV: what is needed for the chosen layout, by part and role.

use super::csv_text::csv_text;
use crate::error::Error;
use crate::figures::{duration, fixed, label_size};
use crate::layout::Layout;
use crate::plan::{Part, STOCK_CONFIDENCE};
use crate::units::Money;

const HEADER: [&str; 12] = [
    "part",
    "quantity",
    "role",
    "capacity_bytes",
    "capacity",
    "unit_price",
    "currency",
    "total_price",
    "unit_watts",
    "total_watts",
    "spares_to_stock",
    "notes",
];

/// Returns the parts list of a layout as CSV; unknown prices are empty, never 0.
///
/// # Errors
/// [`Error::OutOfRange`] if the text cannot be written, which would be a defect of ours.
pub fn procurement_csv(layout: &Layout, parts: &[Part]) -> Result<String, Error> {
    let header = HEADER.map(str::to_owned).to_vec();
    csv_text(std::iter::once(header).chain(parts.iter().map(|part| row(layout, part))))
}

fn row(layout: &Layout, part: &Part) -> Vec<String> {
    let price = part.price.map(Money::as_ten_thousandths);
    let total = price.and_then(|price| price.checked_mul(i64::try_from(part.quantity).ok()?));
    #[expect(clippy::cast_precision_loss, reason = "a number of drives is far below 2^53")]
    let watts = part.watts * part.quantity as f64;
    let notes = match part.stock {
        Some(stock) => format!(
            "layout {layout}; spares: {} failures expected in {}, enough with {} % chance, hot spares included",
            fixed(stock.expected_failures, 2),
            duration(stock.mission),
            fixed(STOCK_CONFIDENCE * 100.0, 0),
        ),
        None => format!("layout {layout}; spares as above"),
    };
    vec![
        part.model.as_deref().unwrap_or("unnamed drive").to_owned(),
        part.quantity.to_string(),
        part.role.to_owned(),
        part.bytes.as_u64().to_string(),
        label_size(part.bytes),
        price.map_or_else(String::new, amount),
        part.price
            .and_then(Money::currency)
            .map_or_else(String::new, |currency| currency.to_string()),
        total.map_or_else(String::new, amount),
        format!("{:.1}", part.watts),
        format!("{watts:.1}"),
        part.stock
            .map_or_else(String::new, |stock| stock.spares.to_string()),
        notes,
    ]
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
