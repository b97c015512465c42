//! The independent parts of a model, each kind of them once.
//!
//! Groups depend on each other if they share batches with a frailty, or replacements: spares, or deliveries that may arrive
//! in another order than they were ordered in. Parts that differ in nothing but the names of their devices are estimated
//! once.

use std::collections::BTreeMap;

use super::unit::{Rules, Unit, UnitDevice, UnitGroup};
use crate::{Frailty, Model, ModelInput};

/// Where the devices, groups and batches of one copy of a component stand in the model.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) devices: Vec<usize>,
    pub(super) groups: Vec<usize>,
    pub(super) batches: Vec<u32>,
}

/// A part of the model that is independent of the rest.
#[derive(Debug, Clone)]
pub(super) struct Component {
    pub(super) units: Vec<Unit>,
    pub(super) batches: usize,
    pub(super) members: Vec<Member>,
}

/// A device as it is compared: lifetime, bits of its age, batch.
type DeviceKey = (usize, u64, Option<u32>);

/// A component as it is compared: tolerance and devices of each group.
type ComponentKey = Vec<(u32, Vec<DeviceKey>)>;

/// A group as it is compared, and where it and its devices stand in the model.
struct Placed {
    tolerance: u32,
    keys: Vec<DeviceKey>,
    devices: Vec<usize>,
    group: usize,
}

/// Returns the components of `model`, in an order that does not depend on that of its groups.
pub(super) fn components(model: &Model, rules: &Rules) -> Vec<Component> {
    let input = model.input();
    let shares_supply = !rules.no_delay && (input.spares > 0 || !input.delay.is_fixed());
    let placed = placed_groups(input);
    let mut parts: BTreeMap<usize, Vec<Placed>> = BTreeMap::new();
    let roots = if shares_supply {
        vec![0; placed.len()]
    } else {
        batch_roots(&placed)
    };
    for (group, root) in placed.into_iter().zip(roots) {
        parts.entry(root).or_default().push(group);
    }
    let mut found: Vec<(ComponentKey, Component)> = Vec::new();
    for mut part in parts.into_values() {
        part.sort_by(|left, right| (left.tolerance, &left.keys).cmp(&(right.tolerance, &right.keys)));
        let batches = relabel(&mut part);
        let member = Member {
            devices: part
                .iter()
                .flat_map(|group| group.devices.iter().copied())
                .collect(),
            groups: part.iter().map(|group| group.group).collect(),
            batches,
        };
        let key: Vec<_> = part
            .iter()
            .map(|group| (group.tolerance, group.keys.clone()))
            .collect();
        if let Some((_, known)) = found.iter_mut().find(|(other, _)| *other == key) {
            known.members.push(member);
        } else {
            let spares = if shares_supply { input.spares } else { 0 };
            let component = Component {
                units: units(&part, shares_supply, spares),
                batches: member.batches.len(),
                members: vec![member],
            };
            found.push((key, component));
        }
    }
    // Their numbers address random numbers, so that they must not depend on the order in which groups were told.
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found.into_iter().map(|(_, component)| component).collect()
}

/// Returns the groups with their devices sorted, so that alike devices stand side by side and the order in which they were
/// told does not matter.
fn placed_groups(input: &ModelInput) -> Vec<Placed> {
    let mut first = 0;
    let has_frailty = input.frailty != Frailty::None;
    let place = |(position, group): (usize, &crate::Group)| {
        let mut devices: Vec<(DeviceKey, usize)> = group
            .devices
            .iter()
            .enumerate()
            .map(|(place, device)| {
                let batch = device.batch.filter(|_| has_frailty);
                (
                    (device.lifetime, device.age.as_f64().to_bits(), batch),
                    first + place,
                )
            })
            .collect();
        first += devices.len();
        devices.sort_unstable();
        let (keys, devices) = devices.into_iter().unzip();
        Placed {
            tolerance: group.tolerance,
            keys,
            devices,
            group: position,
        }
    };
    input.groups.iter().enumerate().map(place).collect()
}

/// Returns, per group, the first group that it is connected with through batches.
fn batch_roots(groups: &[Placed]) -> Vec<usize> {
    let mut roots: Vec<usize> = (0..groups.len()).collect();
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    fn find(roots: &mut [usize], mut group: usize) -> usize {
        while roots[group] != group {
            roots[group] = roots[roots[group]];
            group = roots[group];
        }
        group
    }
    for (position, group) in groups.iter().enumerate() {
        for batch in group.keys.iter().filter_map(|key| key.2) {
            let other = *seen.entry(batch).or_insert(position);
            let (left, right) = (find(&mut roots, other), find(&mut roots, position));
            roots[left.max(right)] = left.min(right);
        }
    }
    (0..groups.len())
        .map(|position| find(&mut roots, position))
        .collect()
}

/// Numbers the batches in the order in which they appear and returns their names.
fn relabel(part: &mut [Placed]) -> Vec<u32> {
    let mut names: Vec<u32> = Vec::new();
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    for group in part {
        for (_, _, batch) in &mut group.keys {
            if let Some(name) = *batch {
                let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
                let number = *numbers.entry(name).or_insert_with(|| {
                    names.push(name);
                    next
                });
                *batch = Some(number);
            }
        }
    }
    names
}

/// Returns the units of a component: all its groups together if they share a supply, else each alone.
fn units(part: &[Placed], together: bool, spares: u32) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut first_device = 0;
    for (position, group) in part.iter().enumerate() {
        if units.is_empty() || !together {
            let (devices, groups) = (Vec::new(), Vec::new());
            units.push(Unit {
                devices,
                groups,
                spares,
                first_device,
                first_group: position,
            });
        }
        first_device += group.keys.len();
        let Some(unit) = units.last_mut() else { continue };
        let number = unit.groups.len();
        unit.groups.push(UnitGroup {
            first: unit.devices.len(),
            devices: group.keys.len(),
            tolerance: group.tolerance as usize,
        });
        unit.devices
            .extend(group.keys.iter().map(|&(lifetime, age, batch)| UnitDevice {
                lifetime,
                age: f64::from_bits(age),
                batch: batch.map(|batch| batch as usize),
                group: number,
            }));
    }
    units
}
