//! What has to be bought for a candidate, and how many spares to stock beside it?

use std::collections::BTreeMap;
use std::sync::Arc;

use mttdl::statistics::spares_at_known_rate;

use super::options::PlanOptions;
use super::result::Candidate;
use super::risk::{counted, drive_risk, stated};
use crate::drive::Drive;
use crate::error::Error;
use crate::layout::AllocationClass;
use crate::ready::{ReadyDrive, ready};
use crate::reliability::rate_knowledge;
use crate::units::{Bytes, Hours, Money, Probability};

/// Confidence with which the stocked spares outlast the mission.
pub const STOCK_CONFIDENCE: f64 = 0.95;

/// One kind of drive in one role.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is for: `data`, `special vdev`, `dedup vdev`, `log` or `hot spare`.
    pub role: &'static str,
    /// Model, or nothing where it is unknown.
    pub model: Option<Arc<str>>,
    /// Capacity of one.
    pub bytes: Bytes,
    /// Price of one, if known.
    pub price: Option<Money>,
    /// Watts that one draws at work.
    pub watts: f64,
    /// How many.
    pub quantity: u64,
    /// Spares to stock for all drives of this model and size; absent where another row of the same says it.
    pub stock: Option<Stock>,
}

/// Spares to stock for all drives of one model and size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stock {
    /// Failures expected in the mission.
    pub expected_failures: f64,
    /// Spares that suffice with [`STOCK_CONFIDENCE`]; a hot spare in the pool is one of them.
    pub spares: u64,
    /// How long.
    pub mission: Hours,
}

type ModelKey = (Option<Arc<str>>, u64);

/// What is summed up over the drives of one model.
#[derive(Default)]
struct Fleet<'a> {
    members: Vec<(&'a ReadyDrive, &'a Drive)>,
}

/// Returns the parts of a candidate, by role and model in a fixed order.
///
/// # Errors
/// [`Error`] as the plan that the candidate is of.
pub fn parts(candidate: &Candidate, inventory: &[Drive], options: &PlanOptions) -> Result<Vec<Part>, Error> {
    let ready = ready(inventory, options.as_of)?;
    let by_name: BTreeMap<&Arc<str>, &ReadyDrive> =
        ready.drives.iter().map(|drive| (&drive.id, drive)).collect();
    let mut rows: BTreeMap<RowKey, (Part, u64)> = BTreeMap::new();
    let mut fleets: BTreeMap<ModelKey, Fleet<'_>> = BTreeMap::new();
    let roles = candidate
        .vdevs
        .iter()
        .map(|vdev| (role(vdev.facts.class), &vdev.drives))
        .chain([((4, "hot spare"), &candidate.spares)]);
    for ((position, role), names) in roles {
        for ready in names.iter().filter_map(|name| by_name.get(name)) {
            let drive = &inventory[ready.position];
            let watts = drive.watts.unwrap_or(ready.defaults().watts_active);
            let model = (drive.model.clone(), ready.bytes.as_u64());
            let row = RowKey {
                role: position,
                model: model.clone(),
                price: ready.price.map(Money::as_ten_thousandths),
                currency: ready
                    .price
                    .and_then(Money::currency)
                    .map(|currency| currency.to_string()),
                watts: watts.to_bits(),
            };
            let part = Part {
                role,
                model: drive.model.clone(),
                bytes: ready.bytes,
                price: ready.price,
                watts,
                quantity: 0,
                stock: None,
            };
            rows.entry(row).or_insert((part, 0)).1 += 1;
            fleets.entry(model).or_default().members.push((ready, drive));
        }
    }
    let mut parts = Vec::with_capacity(rows.len());
    for (key, (part, quantity)) in rows {
        let stock = match fleets.remove(&key.model) {
            Some(fleet) => Some(fleet.stock(options)?),
            None => None,
        };
        parts.push(Part {
            quantity,
            stock,
            ..part
        });
    }
    Ok(parts)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RowKey {
    role: u32,
    model: ModelKey,
    price: Option<i64>,
    currency: Option<String>,
    watts: u64,
}

const fn role(class: AllocationClass) -> (u32, &'static str) {
    match class {
        AllocationClass::Data => (0, "data"),
        AllocationClass::Special => (1, "special vdev"),
        AllocationClass::Dedup => (2, "dedup vdev"),
        AllocationClass::Log => (3, "log"),
    }
}

impl Fleet<'_> {
    /// Spares for the mission: the failure rate is as uncertain as what is known of the model, or as the user states it.
    ///
    /// # Formula
    /// ```text
    /// E = T · Σ λ_i;   stated rates: Poisson quantile at E;   else negative binomial quantile of the model's rate, known as
    /// a gamma distribution of mean m, at the device-years E/m that give the same expectation
    /// ```
    /// λ_i mean failure rate of drive i over the mission T at its age.
    fn stock(&self, options: &PlanOptions) -> Result<Stock, Error> {
        let mut expected = 0.0;
        for (ready, drive) in &self.members {
            expected += drive_risk(ready, drive, options)?.0.failure.as_f64() * options.mission.as_f64();
        }
        let confidence = Probability::saturating(STOCK_CONFIDENCE);
        let all_stated = self
            .members
            .iter()
            .all(|(_, drive)| stated(drive, options).is_some());
        let spares = match self.members.first().filter(|_| !all_stated) {
            Some((ready, drive)) => {
                let known =
                    rate_knowledge(ready.defaults(), counted(drive, options).map(|(count, _)| count))?;
                let years = expected / known.mean_per_year();
                let hours = Hours::from_years(years).unwrap_or(Hours::ZERO);
                known.spares(hours, confidence)
            }
            None => spares_at_known_rate(expected, confidence),
        };
        Ok(Stock {
            expected_failures: expected,
            spares: spares.map_err(|error| Error::OutOfRange {
                quantity: "spares to stock".to_owned(),
                reason: error.to_string(),
                hint: "check failure rates and the mission".to_owned(),
            })?,
            mission: options.mission,
        })
    }
}
