//! The exact answer to a model, where all its times are exponential or another closed form holds.

use crate::json::ExactAnswer;
use crate::{
    ConstantRepairGroup, Duration, ExponentialDevice, ExponentialGroup, ExponentialSystem, Frailty, Hours,
    LatentErrors, LatentLoss, Lifetime, Model, ModelError, RatePerHour, Supply,
};

/// Returns the exact answer to `model`, if there is one.
#[must_use]
pub fn exact_answer(model: &Model) -> Option<ExactAnswer> {
    if let Some(system) = exponential_system(model) {
        return Some(ExactAnswer {
            p_any: system.loss_within(model.mission()).as_f64(),
            p_cat: system.catastrophe_within(model.mission()).as_f64(),
            mttdl_hours: system.mttdl().map(Hours::as_f64),
        });
    }
    constant_repair(model)
}

/// Returns the chain of `model`: exponential lifetimes and repairs, a delay that is absent or exponential, latent errors absent
/// or of fixed probability, no frailty, no stress.
#[must_use]
pub fn exponential_system(model: &Model) -> Option<ExponentialSystem> {
    let input = model.input();
    let Duration::Exponential(mean_repair) = input.repair else {
        return None;
    };
    if input.frailty != Frailty::None || input.stress.total_cmp(&1.0).is_ne() {
        return None;
    }
    let latent = match input.latent {
        LatentErrors::None => LatentLoss::None,
        LatentErrors::Fixed(probability) => LatentLoss::OnEntry(probability),
        LatentErrors::Process { .. } => return None,
    };
    let failures: Vec<Option<RatePerHour>> = input
        .lifetimes
        .iter()
        .map(|lifetime| {
            lifetime
                .constant_rate()
                .and_then(|rate| RatePerHour::new(rate).ok())
        })
        .collect();
    let mut groups: Vec<(ExponentialGroup, u32)> = Vec::new();
    for group in &input.groups {
        let devices: Option<Vec<ExponentialDevice>> = group
            .devices
            .iter()
            .map(|device| failures[device.lifetime].map(|failure| ExponentialDevice { failure, mean_repair }))
            .collect();
        let group = ExponentialGroup::heterogeneous(&devices?, group.tolerance, input.discipline).ok()?;
        let group = group.with_latent_loss(latent);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, copies)) => *copies += 1,
            None => groups.push((group, 1)),
        }
    }
    let system: Result<ExponentialSystem, ModelError> = match input.delay {
        delay if delay.is_zero() => ExponentialSystem::new(&groups),
        Duration::Exponential(mean_delay) => ExponentialSystem::with_supply(
            &groups,
            Supply {
                spares: input.spares,
                mean_delay,
            },
        ),
        Duration::Fixed(_) | Duration::Weibull { .. } => return None,
    };
    system.ok()
}

/// Returns the answer to groups of alike exponential devices that tolerate one failure, with repairs that start at once or
/// after a fixed delay and take a fixed time, all in parallel.
fn constant_repair(model: &Model) -> Option<ExactAnswer> {
    let input = model.input();
    let (Duration::Fixed(repair), Duration::Fixed(delay)) = (input.repair, input.delay) else {
        return None;
    };
    // With one tolerated failure nothing queues, so that the discipline does not matter.
    let plain = input.frailty == Frailty::None
        && input.latent == LatentErrors::None
        && input.stress.total_cmp(&1.0).is_eq()
        && (input.spares == 0 || delay.as_f64() <= 0.0);
    if !plain {
        return None;
    }
    let rate = |lifetime: &Lifetime| {
        lifetime
            .constant_rate()
            .and_then(|rate| RatePerHour::new(rate).ok())
    };
    let mut log_survival = 0.0;
    let mut hours = None;
    for group in &input.groups {
        let first = group.devices.first()?.lifetime;
        if group.tolerance != 1 || group.devices.iter().any(|device| device.lifetime != first) {
            return None;
        }
        let count = u32::try_from(group.devices.len()).ok()?;
        let exact = ConstantRepairGroup::new(count, rate(&input.lifetimes[first])?, repair + delay).ok()?;
        log_survival += crate::math::ln_1p(-exact.loss_within(model.mission()).as_f64());
        hours = exact.mttdl();
    }
    let loss = -crate::math::exp_m1(log_survival);
    let mttdl_hours = hours.filter(|_| input.groups.len() == 1).map(Hours::as_f64);
    Some(ExactAnswer {
        p_any: loss,
        p_cat: loss,
        mttdl_hours,
    })
}
