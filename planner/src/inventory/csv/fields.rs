//! What one cell adds to the drive of its row.

use std::collections::HashSet;
use std::sync::Arc;

use super::ProvenOrder;
use super::header::{Column, Field};
use crate::drive::{Acceptance, Capacity, Drive, Fact};
use crate::inventory::ReadOptions;
use crate::inventory::cell::date::{self, DateContext, DateError, DateReading, Heading};
use crate::inventory::cell::number::{DecimalMark, whole_number};
use crate::inventory::cell::price::{self, CurrencyWord};
use crate::inventory::cell::sector::{self, Side};
use crate::inventory::cell::{CellError, Reading, quantity, rpm, size, text, words};
use crate::inventory::{models, verdict};
use crate::units::{Bytes, Currency, Iops, Money, Probability, Throughput};

/// Texts that repeat from row to row, kept once.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    last: Option<Arc<str>>,
    all: HashSet<Arc<str>>,
}

impl Interner {
    /// Returns the shared text.
    pub(crate) fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(last) = &self.last
            && last.as_ref() == text
        {
            return Arc::clone(last);
        }
        let shared = match self.all.get(text) {
            Some(known) => Arc::clone(known),
            None => {
                let new: Arc<str> = Arc::from(text);
                self.all.insert(Arc::clone(&new));
                new
            }
        };
        self.last = Some(Arc::clone(&shared));
        shared
    }
}

/// What the row says beside the facts of the drive.
#[derive(Debug, Default)]
pub(crate) struct Aside {
    /// Number of drives.
    pub(crate) quantity: Option<u32>,
    /// Parts of the place, in the order of their columns.
    pub(crate) place: Vec<String>,
    /// Whether a slash date was read by the order of another row.
    pub(crate) order_used: bool,
    /// Whether a date code has two readings.
    pub(crate) fiscal: bool,
    /// Facts that our own format marks as derived.
    derived: Vec<String>,
    /// Facts that our own format marks as assumed.
    assumed: Vec<String>,
}

impl Aside {
    /// Gives the facts the origins that our own format names.
    pub(crate) fn mark_origins(&self, drive: &mut Drive) {
        use crate::drive::Origin;
        for (names, origin) in [(&self.derived, Origin::Derived), (&self.assumed, Origin::Assumed)] {
            for name in names {
                crate::inventory::record::set_origin(drive, name, origin);
            }
        }
    }
}

/// The language of the headers, as far as it decides what a cell means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Headers in Chinese: the sign of yen and yuan is the yuan.
    Chinese,
    /// Any other.
    Other,
}

/// What a cell needs to know of the table around it.
#[derive(Debug)]
pub(crate) struct Around<'options> {
    pub(crate) mark: DecimalMark,
    pub(crate) order: Option<ProvenOrder>,
    pub(crate) language: Language,
    pub(crate) options: &'options ReadOptions,
}

/// The outcome of one cell: a warning perhaps, or why it cannot be read.
pub(crate) type Outcome = Result<Option<CellError>, CellError>;

/// The last capacity that was read; price lists repeat it from row to row.
#[derive(Debug, Default)]
pub(crate) struct LastCapacity(Option<(String, Reading<Capacity>)>);

impl LastCapacity {
    fn read(
        &mut self,
        cell: &str,
        mark: DecimalMark,
        column: &Column,
    ) -> Result<Reading<Capacity>, CellError> {
        if let Some((text, reading)) = &self.0
            && text == cell
        {
            return Ok(reading.clone());
        }
        let reading = size::read(cell, mark, column.recognised.unit)?;
        self.0 = Some((cell.to_owned(), reading.clone()));
        Ok(reading)
    }
}

/// Adds what `cell` says to `drive`.
pub(crate) fn apply(
    cell: &str,
    column: &Column,
    around: &Around<'_>,
    (interner, capacity): (&mut Interner, &mut LastCapacity),
    (drive, aside): (&mut Drive, &mut Aside),
) -> Outcome {
    match column.recognised.field {
        Field::Id
        | Field::Vendor
        | Field::Model
        | Field::Firmware
        | Field::Path
        | Field::Batch
        | Field::InUse
        | Field::Serial
        | Field::Source => return Ok(names(cell, column.recognised.field, interner, drive)),
        Field::Wwn => match words::wwn(cell) {
            Some(wwn) => drive.wwn = Some(Arc::from(wwn)),
            None => {
                let reason = "is no world-wide name; left out";
                return Ok(Some(CellError::new(reason, "write its 16 hexadecimal digits")));
            }
        },
        Field::Capacity => {
            let reading = capacity.read(cell, around.mark, column)?;
            drive.capacity = Some(Fact::stated(reading.value));
            return Ok(reading.warning);
        }
        Field::CapacityKind => {
            let kind = words::capacity_kind(cell)?;
            if let Some(capacity) = &mut drive.capacity {
                capacity.value.kind = kind;
            }
        }
        Field::Sectors => {
            let reading = sector::general(cell)?;
            drive.logical_sector = drive.logical_sector.or(Some(Fact::stated(reading.value.logical)));
            drive.physical_sector = drive
                .physical_sector
                .or(Some(Fact::stated(reading.value.physical)));
            return Ok(note_warning(reading.warning, drive, "sector size", cell));
        }
        Field::LogicalSector => {
            drive.logical_sector = Some(Fact::stated(sector::single(cell, Side::Logical)?));
        }
        Field::PhysicalSector => {
            drive.physical_sector = Some(Fact::stated(sector::single(cell, Side::Physical)?));
        }
        Field::Rpm => {
            let reading = rpm::read(cell)?;
            drive.rpm = Some(Fact::stated(reading.value));
            return Ok(reading.warning);
        }
        Field::Class | Field::Transport => return Ok(kind(cell, column.recognised.field, drive)),
        Field::Recording => drive.shingling = Some(Fact::stated(words::shingling(cell)?)),
        Field::Manufactured => return manufactured(cell, Heading::Date, around, drive, aside),
        Field::DateCode => return manufactured(cell, Heading::DateCode, around, drive, aside),
        Field::Price | Field::Currency => return money(cell, column, around, drive),
        Field::Place | Field::Location => aside
            .place
            .push(crate::text::escape_for_terminal(cell).into_owned()),
        Field::Notes => {
            let notes = crate::text::escape_for_terminal(cell);
            let parts = notes.split("; ").map(str::trim).filter(|note| !note.is_empty());
            drive.notes.extend(parts.map(str::to_owned));
        }
        Field::Quantity => aside.quantity = Some(quantity::read(cell)?),
        Field::Accept => match cell.to_lowercase().as_str() {
            "warn" => drive.accept = drive.accept.max(Acceptance::Warn),
            "refuse" | "no" => drive.accept = Acceptance::Refuse,
            _ => {}
        },
        Field::Derived => aside.derived = cell.split(' ').map(str::to_owned).collect(),
        Field::Assumed => aside.assumed = cell.split(' ').map(str::to_owned).collect(),
        Field::Hours
        | Field::AtomicWrite
        | Field::AnnualFailure
        | Field::ReadRate
        | Field::WriteRate
        | Field::RandomRead
        | Field::Watts => numbers(cell, column, around.mark, drive)?,
    }
    Ok(None)
}

fn note_warning(
    warning: Option<CellError>,
    drive: &mut Drive,
    subject: &str,
    cell: &str,
) -> Option<CellError> {
    if let Some(warning) = &warning {
        drive.accept = drive.accept.max(Acceptance::Warn);
        drive.notes.push(format!(
            "{subject} `{}` {}",
            crate::text::excerpt(cell),
            warning.reason
        ));
    }
    warning
}

fn names(cell: &str, field: Field, interner: &mut Interner, drive: &mut Drive) -> Option<CellError> {
    let safe = crate::text::escape_for_terminal(cell);
    let escaped = safe.chars().any(|character| character == '\\') && safe != cell;
    let mut shared = || interner.share(&safe);
    match field {
        Field::Vendor => drive.vendor = Some(shared()),
        Field::Model => drive.model = Some(shared()),
        Field::Firmware => drive.firmware = Some(shared()),
        Field::Batch => drive.batch = Some(Fact::stated(shared())),
        Field::InUse => {
            let free = matches!(
                cell.to_lowercase().as_str(),
                "no" | "false" | "0" | "free" | "nein"
            );
            drive.in_use = (!free).then(shared);
        }
        // Each of these is another one on every row.
        Field::Path => drive.path = Some(Arc::from(safe.as_ref())),
        Field::Id => drive.id = Arc::from(safe.as_ref()),
        Field::Source => drive.source = Arc::from(safe.as_ref()),
        _ => drive.serial = Some(Arc::from(safe.as_ref())),
    }
    escaped.then(|| {
        CellError::new(
            "holds control or direction characters; they are shown escaped",
            "type the cell anew",
        )
    })
}

fn kind(cell: &str, field: Field, drive: &mut Drive) -> Option<CellError> {
    let kind = words::kind(cell);
    drive.media = drive.media.or(kind.media.map(Fact::stated));
    drive.transport = drive.transport.or(kind.transport.map(Fact::stated));
    drive.shingling = drive.shingling.or(kind.shingling.map(Fact::stated));
    let (known, reason, hint) = if field == Field::Class {
        let reason = "is no class of drives; left unknown";
        (
            kind.media.is_some() || kind.transport.is_some(),
            reason,
            "write `HDD` or `SSD`",
        )
    } else {
        let reason = "is no known interface; left unknown";
        (kind.transport.is_some(), reason, "write `sata`, `sas` or `nvme`")
    };
    (!known).then(|| CellError::new(reason, hint))
}

fn manufactured(
    cell: &str,
    heading: Heading,
    around: &Around<'_>,
    drive: &mut Drive,
    aside: &mut Aside,
) -> Outcome {
    let context = DateContext {
        as_of: around.options.as_of,
        order: around.order.map(|proven| proven.order),
        heading,
        seagate: models::is_seagate(drive.vendor.as_deref(), drive.model.as_deref()),
    };
    match date::read(cell, context) {
        Ok(reading) => {
            later_than_hours(&reading, drive, around.options)?;
            drive.manufactured = Some(Fact::stated(reading.manufactured));
            aside.order_used = reading.order_used;
            aside.fiscal = reading.fiscal;
            Ok(reading.warning)
        }
        Err(DateError::Ambiguous {
            day_first,
            month_first,
        }) => Err(CellError::new(
            format!("is {day_first} or {month_first}; no other row of the column tells which"),
            format!(
                "write `{day_first}` or `{month_first}`, or name the order: `--set date_order=day-first`"
            ),
        )),
        Err(DateError::Cell(error)) => Err(error),
    }
}

/// A drive cannot have run for longer than it has existed.
fn later_than_hours(reading: &DateReading, drive: &Drive, options: &ReadOptions) -> Result<(), CellError> {
    let Some(hours) = drive.power_on_hours else {
        return Ok(());
    };
    if verdict::is_too_late(reading.manufactured, drive.power_on_hours, options.as_of) {
        let days = jiff::Span::new().days(i64::from(hours / 24).min(100_000));
        let latest = options.as_of.saturating_sub(days);
        return Err(CellError::new(
            format!("is too late: {hours} hours powered on mean made by {latest}"),
            "check the date and the hours; the day that counts as today can be given with `--as-of`",
        ));
    }
    Ok(())
}

fn money(cell: &str, column: &Column, around: &Around<'_>, drive: &mut Drive) -> Outcome {
    let (amount, word) = if column.recognised.field == Field::Price {
        let (money, word) = price::read(cell, around.mark)?;
        (money, word.or(column.recognised.currency))
    } else {
        let Some(price) = drive.price else { return Ok(None) };
        let word = price::currency(cell)
            .or_else(|| Currency::from_code(cell).map(CurrencyWord::Known))
            .ok_or_else(|| CellError::new("is not a currency", "write its code: `EUR`"))?;
        (price, Some(word))
    };
    let (currency, warning) = match word {
        None => (amount.currency(), None),
        Some(CurrencyWord::Known(currency)) => (Some(currency), None),
        Some(CurrencyWord::YenOrYuan) if around.language == Language::Chinese => {
            (Currency::from_code("CNY"), None)
        }
        Some(CurrencyWord::YenOrYuan) => (
            None,
            Some(CellError::new(
                "is in yen or in yuan; the currency is left open",
                "write `JPY` or `CNY`",
            )),
        ),
        Some(CurrencyWord::Shared) => (
            None,
            Some(CellError::new(
                "has a sign that several currencies share; the currency is left open",
                "write its code: `SEK`, `NOK` or `DKK`",
            )),
        ),
    };
    drive.price = Some(Money::from_ten_thousandths(amount.as_ten_thousandths(), currency));
    Ok(warning)
}

fn numbers(cell: &str, column: &Column, mark: DecimalMark, drive: &mut Drive) -> Result<(), CellError> {
    let field = column.recognised.field;
    let error = || CellError::new("is not a number", "write digits, and a unit only in the header");
    let lower = cell.to_lowercase();
    let bare = ["hours", "hrs", "iops", "mb/s", "watts", "%", "h", "w"]
        .iter()
        .find_map(|unit| lower.strip_suffix(unit))
        .unwrap_or(&lower)
        .trim();
    let number = whole_number(bare, mark).map_err(|_| error())?;
    if number.negative && number.mantissa > 0 {
        return Err(CellError::new("is negative", "write a number from 0 on"));
    }
    let value = number.as_f64();
    let too_large = |most: &str| CellError::new(format!("is too large: at most {most}"), "check the unit");
    match field {
        Field::Hours => {
            // 100 years; drives have not been made for longer.
            const MOST_HOURS: f64 = 876_000.0;
            if value > MOST_HOURS {
                return Err(too_large("876,000 hours, which are 100 years"));
            }
            let unscaled = 10u128
                .checked_pow(number.exponent.unsigned_abs())
                .unwrap_or(u128::MAX);
            let whole = if number.exponent < 0 {
                number.mantissa / unscaled
            } else {
                number.mantissa * unscaled
            };
            drive.power_on_hours = u32::try_from(whole).ok();
        }
        Field::AtomicWrite => {
            let (bytes, exact) = number.times(1).map_err(|_| error())?;
            if !exact {
                return Err(error());
            }
            drive.nvme_awupf = Some(Bytes::new(bytes));
        }
        Field::AnnualFailure => {
            let percent = lower.ends_with('%') || column.header.contains('%');
            let share = if percent { value / 100.0 } else { value };
            // A drive that fails within the year for certain has no rate of failure.
            let probability = Probability::new(share)
                .ok()
                .filter(|chance| chance.as_f64() < 1.0);
            drive.annual_failure = Some(probability.ok_or_else(|| {
                CellError::new(
                    "is no chance of failure within a year",
                    "write a share below 100 %: `0.9 %` or `0.009`",
                )
            })?);
        }
        Field::ReadRate => drive.read = rate(value).ok_or_else(|| too_large("100,000 MB/s"))?,
        Field::WriteRate => drive.write = rate(value).ok_or_else(|| too_large("100,000 MB/s"))?,
        Field::RandomRead => {
            if value > 1e9 {
                return Err(too_large("1,000,000,000 per second"));
            }
            drive.random_read = Iops::new(value);
        }
        _ => {
            if value > 1000.0 {
                return Err(too_large("1,000 watts"));
            }
            drive.watts = Some(value);
        }
    }
    Ok(())
}

fn rate(megabytes: f64) -> Option<Option<Throughput>> {
    (megabytes <= 100_000.0).then(|| Throughput::from_mb_per_s(megabytes))
}

/// Returns whether a cell of this field says nothing.
pub(crate) fn says_nothing(cell: &str, field: Field) -> bool {
    match field {
        Field::Serial => text::is_placeholder_serial(cell),
        // `none` in a recording column is a statement.
        Field::Recording | Field::Notes => cell.is_empty(),
        _ => text::is_placeholder(cell),
    }
}
