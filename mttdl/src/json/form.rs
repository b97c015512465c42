//! The keys of a model's text and how they are read.

use serde::Deserialize;

use super::JsonModel;
use crate::simulation::{Road, Target};
use crate::{
    Device, Duration, Frailty, Group, Hours, LatentErrors, Lifetime, Model, ModelError, ModelInput,
    Probability, RatePerHour, RepairDiscipline, WeibullPart,
};

/// The keys of the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the keys of a model")]
pub(super) struct Raw {
    #[serde(rename = "vdevs", alias = "groups")]
    groups: Vec<RawGroup>,
    classes: Vec<Vec<(f64, f64)>>,
    mission_h: f64,
    rebuild: RawDuration,
    repair: Option<RepairDiscipline>,
    serial: Option<bool>,
    #[serde(default = "RawDuration::zero")]
    delay: RawDuration,
    #[serde(default)]
    spares: u32,
    #[serde(default)]
    frailty: RawFrailty,
    #[serde(default)]
    lse: RawLatent,
    #[serde(default = "one")]
    stress: f64,
    #[serde(default)]
    common_cause_per_h: f64,
    confidence: Option<f64>,
    rel_err: Option<f64>,
    max_trials: Option<u64>,
    seed: Option<u64>,
    #[serde(default)]
    method: RawMethod,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"n\": 6, \"k\": 2}")]
struct RawGroup {
    n: usize,
    k: u32,
    #[serde(default)]
    cls: Each<usize>,
    #[serde(default)]
    age_h: Each<f64>,
    #[serde(default = "Each::no_batch")]
    batch: Each<i64>,
}

/// One value for all devices, or one per device.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected one number for all devices, or a list with one per device"
)]
enum Each<T> {
    Same(T),
    Listed(Vec<T>),
}

impl<T: Default> Default for Each<T> {
    fn default() -> Self {
        Self::Same(T::default())
    }
}

impl Each<i64> {
    fn no_batch() -> Self {
        Self::Same(-1)
    }
}

impl<T: Copy> Each<T> {
    /// Returns the value of each of `count` devices.
    fn expand(&self, count: usize, field: impl FnOnce() -> String) -> Result<Vec<T>, ModelError> {
        match self {
            Self::Same(value) => Ok(vec![*value; count]),
            Self::Listed(values) if values.len() == count => Ok(values.clone()),
            Self::Listed(values) => Err(ModelError::count(field(), values.len(), "as many as `n` says")),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum DurationTag {
    Det,
    Exp,
    Weib,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected [\"det\", R], [\"exp\", mean] or [\"weib\", location, scale, shape]"
)]
enum RawDuration {
    One(DurationTag, f64),
    Three(DurationTag, f64, f64, f64),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrailtyTag {
    None,
    Gamma,
    Two,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected [\"none\"], [\"gamma\", variance] or [\"two\", probability, multiplier]"
)]
enum RawFrailty {
    Bare((FrailtyTag,)),
    One(FrailtyTag, f64),
    Two(FrailtyTag, f64, f64),
}

impl Default for RawFrailty {
    fn default() -> Self {
        Self::Bare((FrailtyTag::None,))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum LatentTag {
    None,
    Fixed,
    Phys,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected [\"none\"], [\"fixed\", h] or [\"phys\", rate, scrub, c]"
)]
enum RawLatent {
    Bare((LatentTag,)),
    One(LatentTag, f64),
    Three(LatentTag, f64, f64, f64),
}

impl Default for RawLatent {
    fn default() -> Self {
        Self::Bare((LatentTag::None,))
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum RawMethod {
    #[default]
    Auto,
    RareEvent,
    Direct,
}

fn one() -> f64 {
    1.0
}

/// Returns hours, or the error that names `field`.
fn hours(field: &str, value: f64) -> Result<Hours, ModelError> {
    Hours::new(value).map_err(|_| ModelError::out_of_range(field, value, "finite and at least 0 hours"))
}

fn probability(field: &str, value: f64) -> Result<Probability, ModelError> {
    Probability::new(value).map_err(|_| ModelError::out_of_range(field, value, "between 0 and 1"))
}

fn rate(field: &str, value: f64) -> Result<RatePerHour, ModelError> {
    RatePerHour::new(value)
        .map_err(|_| ModelError::out_of_range(field, value, "finite and at least 0 per hour"))
}

impl RawDuration {
    fn zero() -> Self {
        Self::One(DurationTag::Det, 0.0)
    }

    fn build(&self, field: &'static str) -> Result<Duration, ModelError> {
        match *self {
            Self::One(DurationTag::Det, value) => Ok(Duration::Fixed(hours(field, value)?)),
            Self::One(DurationTag::Exp, mean) => Ok(Duration::Exponential(hours(field, mean)?)),
            Self::Three(DurationTag::Weib, location, scale, shape) => Ok(Duration::Weibull {
                location: hours(&format!("{field}.location"), location)?,
                scale: hours(&format!("{field}.scale"), scale)?,
                shape,
            }),
            Self::One(..) | Self::Three(..) => Err(ModelError::conflict(
                field,
                "must be [\"det\", R], [\"exp\", mean] or [\"weib\", location, scale, shape]",
            )),
        }
    }
}

impl RawFrailty {
    fn build(&self) -> Result<Frailty, ModelError> {
        match *self {
            Self::Bare((FrailtyTag::None,)) => Ok(Frailty::None),
            Self::One(FrailtyTag::Gamma, variance) => Ok(Frailty::Gamma { variance }),
            Self::Two(FrailtyTag::Two, chance, multiplier) => Ok(Frailty::TwoPoint {
                probability: probability("frailty.probability", chance)?,
                multiplier,
            }),
            Self::Bare(_) | Self::One(..) | Self::Two(..) => {
                let conflict =
                    "must be [\"none\"], [\"gamma\", variance] or [\"two\", probability, multiplier]";
                Err(ModelError::conflict("frailty", conflict))
            }
        }
    }
}

impl RawLatent {
    fn build(&self) -> Result<LatentErrors, ModelError> {
        match *self {
            Self::Bare((LatentTag::None,)) => Ok(LatentErrors::None),
            Self::One(LatentTag::Fixed, chance) => Ok(LatentErrors::Fixed(probability("lse", chance)?)),
            Self::Three(LatentTag::Phys, per_hour, interval, read_errors) => Ok(LatentErrors::Process {
                rate: rate("lse.rate", per_hour)?,
                scrub_interval: if interval == 0.0 {
                    None
                } else {
                    Some(hours("lse.scrub_interval", interval)?)
                },
                read_errors,
            }),
            Self::Bare(_) | Self::One(..) | Self::Three(..) => {
                let conflict = "must be [\"none\"], [\"fixed\", h] or [\"phys\", rate, scrub, c]";
                Err(ModelError::conflict("lse", conflict))
            }
        }
    }
}

impl RawGroup {
    fn build(&self, position: usize) -> Result<Group, ModelError> {
        let field = |name: &str| format!("vdevs[{position}].{name}");
        if self.n > 1 << 20 {
            #[expect(clippy::cast_precision_loss, reason = "shown in an error")]
            let value = self.n as f64;
            return Err(ModelError::out_of_range(
                field("n"),
                value,
                "at most 16384 devices in all",
            ));
        }
        let classes = self.cls.expand(self.n, || field("cls"))?;
        let ages = self.age_h.expand(self.n, || field("age_h"))?;
        let batches = self.batch.expand(self.n, || field("batch"))?;
        let mut devices = Vec::with_capacity(self.n);
        for (place, ((lifetime, age), batch)) in classes.into_iter().zip(ages).zip(batches).enumerate() {
            let age = hours(&format!("vdevs[{position}].age_h[{place}]"), age)?;
            devices.push(Device {
                lifetime,
                age,
                batch: u32::try_from(batch).ok(),
            });
        }
        Ok(Group {
            devices,
            tolerance: self.k,
        })
    }
}

impl Raw {
    /// Returns what the keys say, checked.
    pub(super) fn build(&self) -> Result<JsonModel, ModelError> {
        let mut lifetimes = Vec::with_capacity(self.classes.len());
        for (position, parts) in self.classes.iter().enumerate() {
            let mut causes = Vec::with_capacity(parts.len());
            for (place, &(scale, shape)) in parts.iter().enumerate() {
                let field = format!("classes[{position}][{place}]");
                causes.push(
                    WeibullPart::new(hours(&field, scale)?, shape).map_err(|error| error.inside(&field))?,
                );
            }
            lifetimes
                .push(Lifetime::new(causes).map_err(|error| error.inside(&format!("classes[{position}]")))?);
        }
        let serial = if self.serial == Some(true) {
            RepairDiscipline::Serial
        } else {
            RepairDiscipline::Parallel
        };
        if self.serial == Some(true)
            && self
                .repair
                .is_some_and(|repair| repair != RepairDiscipline::Serial)
        {
            return Err(ModelError::conflict("repair", "contradicts `serial`: true"));
        }
        let groups: Result<_, ModelError> = self
            .groups
            .iter()
            .enumerate()
            .map(|(position, group)| group.build(position))
            .collect();
        let model = Model::new(ModelInput {
            lifetimes,
            groups: groups?,
            mission: hours("mission_h", self.mission_h)?,
            discipline: self.repair.unwrap_or(serial),
            repair: self.rebuild.build("rebuild")?,
            delay: self.delay.build("delay")?,
            spares: self.spares,
            frailty: self.frailty.build()?,
            latent: self.lse.build()?,
            stress: self.stress,
            common_cause: rate("common_cause_per_h", self.common_cause_per_h)?,
        })
        .map_err(|error| error.renamed(key_of))?;
        let mut target = Target::default();
        if let Some(relative_error) = self.rel_err {
            target = target.with_relative_error(relative_error)?;
        }
        if let Some(confidence) = self.confidence {
            target = target.with_confidence(probability("confidence", confidence)?)?;
        }
        if let Some(max_trials) = self.max_trials {
            target = target.with_max_trials(max_trials)?;
        }
        target = match self.method {
            RawMethod::Auto => target,
            RawMethod::RareEvent => target.with_road(Road::RareEvent),
            RawMethod::Direct => target.with_road(Road::Direct),
        };
        Ok(JsonModel {
            model,
            seed: self.seed.unwrap_or(1),
            target,
        })
    }
}

/// Returns the key of the text that a field of the model comes from.
fn key_of(field: &str) -> String {
    let whole = [
        ("repair", "rebuild"),
        ("mission", "mission_h"),
        ("lifetimes", "classes"),
        ("latent.", "lse."),
        ("common_cause", "common_cause_per_h"),
    ];
    if let Some((name, key)) = whole.iter().find(|(name, _)| field.starts_with(name)) {
        return field.replacen(name, key, 1);
    }
    let field = field.replacen("groups", "vdevs", 1).replace(".tolerance", ".k");
    match field.split_once(".devices") {
        Some((group, device)) => {
            let (place, name) = device.split_once('.').unwrap_or((device, ""));
            let key = if name == "age" { "age_h" } else { "cls" };
            format!("{group}.{key}{place}")
        }
        None => field,
    }
}
