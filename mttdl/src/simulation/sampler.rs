//! One component made ready for trials.

use super::component::{Component, Member};
use super::first_order::{FirstOrder, first_order};
use super::first_repair::FirstRepair;
use super::frailty::FrailtyLaw;
use super::unit::{Rules, Unit};
use crate::Model;

/// One cause of failure of one initial device, over the whole mission.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) unit: usize,
    /// Position of the device in the unit.
    pub(super) slot: usize,
    /// Position of the cause in the lifetime.
    pub(super) part: usize,
    /// The hazard over the mission without frailty.
    pub(super) hazard: f64,
    pub(super) batch: Option<usize>,
}

/// A component with all that its trials need.
#[derive(Debug, Clone)]
pub(super) struct Sampler {
    pub(super) number: u32,
    pub(super) units: Vec<Unit>,
    pub(super) members: Vec<Member>,
    pub(super) clocks: Vec<Clock>,
    pub(super) frailty: FrailtyLaw,
    /// Per unit and group, the law of an excursion's first repair.
    pub(super) first_repairs: Vec<Vec<Option<FirstRepair>>>,
    /// Expected failures of initial devices without frailty.
    pub(super) expected_failures: f64,
    pub(super) first_order: FirstOrder,
    /// Up to how many deliveries under way paths are split.
    pub(super) split_levels: usize,
}

/// Excursions per trial that are run on average where there are more.
const EXCURSIONS: f64 = 8.0;
/// The most expected failures of a component whose paths are split.
const SPLIT_FAILURES: f64 = 6.0;
/// The most deliveries under way at which paths are split.
const SPLIT_LEVELS: u32 = 6;

impl Sampler {
    fn new(number: u32, component: Component, model: &Model, rules: &Rules) -> Self {
        let frailty = FrailtyLaw::new(model.input().frailty, rules, &component);
        let first_order = frailty
            .first_order()
            .unwrap_or_else(|| first_order(rules, &component, frailty.mean()));
        let mut clocks = Vec::new();
        for (unit, devices) in component.units.iter().map(|unit| &unit.devices).enumerate() {
            for (slot, device) in devices.iter().enumerate() {
                for (part, cause) in rules.lifetimes[device.lifetime].parts().iter().enumerate() {
                    let hazard = cause.increment(device.age, rules.mission);
                    clocks.push(Clock {
                        unit,
                        slot,
                        part,
                        hazard,
                        batch: device.batch,
                    });
                }
            }
        }
        let law = |unit: &Unit| {
            let each = unit.groups.iter();
            each.map(|group| FirstRepair::new(rules, group.tolerance, unit.spares))
                .collect()
        };
        let expected_failures: f64 = clocks.iter().map(|clock| clock.hazard).sum();
        let split_levels = match component.units.as_slice() {
            // Where failures are many, paths see an empty shelf by themselves, and splitting each of them takes long.
            [unit] if !rules.has_stress() && expected_failures <= SPLIT_FAILURES => {
                unit.spares.min(SPLIT_LEVELS) as usize
            }
            _ => 0,
        };
        Self {
            number,
            first_repairs: component.units.iter().map(law).collect(),
            expected_failures,
            units: component.units,
            members: component.members,
            clocks,
            frailty,
            first_order,
            split_levels,
        }
    }

    /// Returns the samplers of all components of `model`.
    pub(super) fn all(model: &Model, rules: &Rules) -> Vec<Self> {
        let components = super::component::components(model, rules);
        (0..)
            .zip(components)
            .map(|(number, component)| Self::new(number, component, model, rules))
            .collect()
    }

    /// Returns how many copies of the component the model has.
    pub(super) fn copies(&self) -> u32 {
        u32::try_from(self.members.len()).unwrap_or(u32::MAX)
    }

    /// Returns the chance that an excursion is run rather than left out, when `expected` failures are expected.
    pub(super) fn kept_share(expected: f64) -> f64 {
        (EXCURSIONS / expected).min(1.0)
    }

    /// Returns the number of devices of one copy.
    pub(super) fn devices(&self) -> usize {
        self.units.iter().map(|unit| unit.devices.len()).sum()
    }

    /// Returns the number of groups of one copy.
    pub(super) fn groups(&self) -> usize {
        self.units.iter().map(|unit| unit.groups.len()).sum()
    }
}
