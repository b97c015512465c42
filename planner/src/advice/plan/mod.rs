//! Which of the rules matter to one plan, and which settings follow from them?
//!
//! The caller describes the chosen layout in a [`PlanContext`]; [`plan_advice`] answers with items, the most pressing
//! first. Each says where it comes from, and no two items set the same thing to two values.

mod databases;
mod devices;
mod memory;
mod space;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::arc_limits::OperatingSystem;
use super::redundancy::Redundancy;
use super::torn_page::Database;
use super::version::ZfsRelease;
use crate::ashift::Ashift;
use crate::capacity::BlockGeometry;
use crate::drive::Drive;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::units::{Bytes, Throughput};
use crate::workload::Workload;

/// What a vdev is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceRole {
    /// Data and metadata.
    Data,
    /// Metadata and small blocks.
    Special,
    /// The dedup table.
    Dedup,
    /// The intent log.
    Log,
    /// The second-level cache.
    Cache,
}

impl From<AllocationClass> for DeviceRole {
    fn from(class: AllocationClass) -> Self {
        match class {
            AllocationClass::Data => Self::Data,
            AllocationClass::Special => Self::Special,
            AllocationClass::Dedup => Self::Dedup,
            AllocationClass::Log => Self::Log,
        }
    }
}

/// One device of a vdev.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Name of the physical drive. Two members of one name, partitions of one drive, share its fate and its time.
    pub drive: Arc<str>,
    /// Bytes of the device.
    pub size: Bytes,
    /// What the drive writes whole at power failure (NVMe AWUPF or NAWUPF), where known.
    pub nvme_awupf: Option<Bytes>,
}

/// One vdev of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedVdev {
    /// What it is for.
    pub role: DeviceRole,
    /// How it protects its data.
    pub kind: VdevType,
    /// Its ashift.
    pub ashift: Ashift,
    /// Its devices, at least one.
    pub members: Vec<Member>,
}

impl PlannedVdev {
    fn width(&self) -> u32 {
        u32::try_from(self.members.len()).unwrap_or(u32::MAX)
    }

    fn redundancy(&self) -> Redundancy {
        Redundancy::new(self.kind, self.width())
    }

    fn smallest_member(&self) -> Bytes {
        self.members
            .iter()
            .map(|member| member.size)
            .min()
            .unwrap_or_default()
    }

    fn geometry(&self) -> Option<BlockGeometry> {
        BlockGeometry::new(self.kind, self.width(), self.ashift).ok()
    }

    fn name(&self) -> String {
        match self.kind {
            VdevType::Stripe | VdevType::Draid { .. } => self.kind.name(self.width()),
            VdevType::Mirror | VdevType::Raidz { .. } => {
                format!("{}:{}", self.kind.name(self.width()), self.width())
            }
        }
    }
}

/// Returns the vdevs of a layout with their drives, given by name in the layout's order, as a plan lists them; `inventory`
/// tells sizes and atomic units.
pub fn planned_vdevs<'a>(
    layout: &Layout,
    drives: impl IntoIterator<Item = &'a [Arc<str>]>,
    ashift: Ashift,
    inventory: &[Drive],
) -> Vec<PlannedVdev> {
    let member = |name: &Arc<str>| {
        let known = inventory.iter().find(|drive| drive.id == *name);
        Member {
            drive: Arc::clone(name),
            size: known
                .and_then(|drive| drive.capacity)
                .map(|capacity| capacity.value.bytes)
                .unwrap_or_default(),
            nvme_awupf: known.and_then(|drive| drive.nvme_awupf),
        }
    };
    layout
        .vdevs()
        .zip(drives)
        .map(|(vdev, names)| PlannedVdev {
            role: vdev.class.into(),
            kind: vdev.kind,
            ashift,
            members: names.iter().map(member).collect(),
        })
        .collect()
}

/// The plan that is to be advised on.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanContext {
    /// Name of the pool.
    pub pool: String,
    /// The release.
    pub zfs: ZfsRelease,
    /// The operating system.
    pub os: OperatingSystem,
    /// Memory that the kernel sees; without it nothing is said about memory.
    pub ram: Option<Bytes>,
    /// What the pool is used for.
    pub workload: Workload,
    /// The database that will run on it.
    pub database: Option<Database>,
    /// Record size, where the user asked for one; otherwise that of the workload is advised.
    pub recordsize: Option<Bytes>,
    /// The property `special_small_blocks`, where the user asked for one.
    pub special_small_blocks: Option<Bytes>,
    /// Rate of synchronous writes, where known.
    pub sync_writes: Option<Throughput>,
    /// The vdevs.
    pub vdevs: Vec<PlannedVdev>,
    /// Usable bytes of the empty pool.
    pub usable: Bytes,
}

impl PlanContext {
    fn role(&self, role: DeviceRole) -> impl Iterator<Item = &PlannedVdev> {
        self.vdevs.iter().filter(move |vdev| vdev.role == role)
    }

    fn redundancies(&self, role: DeviceRole) -> Vec<Redundancy> {
        self.role(role).map(PlannedVdev::redundancy).collect()
    }

    fn has_parity(&self) -> bool {
        self.role(DeviceRole::Data)
            .any(|vdev| !vdev.redundancy().can_be_evacuated())
    }
}

/// How much an item matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Data, memory or the whole purpose is at stake.
    Must,
    /// It is better so.
    Should,
    /// Worth knowing.
    Note,
}

impl Level {
    /// Returns the word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Note => "note",
        }
    }
}

/// Where a setting is made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingTarget {
    /// A parameter of the ZFS module.
    Module,
    /// A property of a dataset, named in full.
    Dataset(String),
    /// The configuration of PostgreSQL.
    Postgresql,
    /// The configuration of MySQL or MariaDB.
    Mysql,
}

/// A setting that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Where it is made.
    pub target: SettingTarget,
    /// The parameter or property.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Why, in a clause.
    pub reason: String,
}

impl Setting {
    fn new(
        target: SettingTarget,
        name: &'static str,
        value: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            target,
            name,
            value: value.into(),
            reason: reason.into(),
        }
    }
}

/// One piece of advice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdviceItem {
    /// How much it matters.
    pub level: Level,
    /// The topic that explains it, as [`super::advise`] takes it.
    pub topic: &'static str,
    /// What to do or to know.
    pub message: String,
    /// Why.
    pub because: String,
    /// Where the rule comes from.
    pub source: &'static str,
    /// The settings that follow.
    pub settings: Vec<Setting>,
}

/// The items found so far.
#[derive(Debug, Default)]
struct Items(Vec<AdviceItem>);

impl Items {
    fn add(
        &mut self,
        level: Level,
        topic: &'static str,
        message: impl Into<String>,
        because: impl Into<String>,
        source: &'static str,
    ) -> &mut AdviceItem {
        self.0.push(AdviceItem {
            level,
            topic,
            message: message.into(),
            because: because.into(),
            source,
            settings: Vec::new(),
        });
        let last = self.0.len() - 1;
        &mut self.0[last]
    }
}

/// Returns the advice on a plan, the most pressing first.
#[must_use]
pub fn plan_advice(context: &PlanContext) -> Vec<AdviceItem> {
    let mut items = Items::default();
    let memory = memory::advise(context, &mut items);
    devices::advise(context, memory.as_ref(), &mut items);
    let datasets = databases::datasets(context);
    space::advise(context, &datasets, &mut items);
    databases::advise(context, memory.as_ref(), &datasets, &mut items);
    let mut items = items.0;
    items.sort_by_key(|item| item.level);
    items
}

/// Returns the names of the datasets that the plan is about, the root of the pool first.
pub(super) fn dataset_names(context: &PlanContext) -> Vec<String> {
    databases::datasets(context)
        .into_iter()
        .map(|dataset| dataset.name)
        .collect()
}

/// A size in the largest binary unit that keeps it at 1 or more, with one decimal where it has any.
struct Iec(u64);

impl fmt::Display for Iec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        let Some((shift, unit)) = units.into_iter().find(|(shift, _)| self.0 >> shift > 0) else {
            return write!(formatter, "{} bytes", self.0);
        };
        if self.0.is_multiple_of(1 << shift) {
            return write!(formatter, "{} {unit}", self.0 >> shift);
        }
        #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
        let value = self.0 as f64 / (1_u64 << shift) as f64;
        write!(formatter, "{value:.1} {unit}")
    }
}

/// A size as properties of datasets write it: `32K`, `1M`.
fn property_size(bytes: u64) -> String {
    let shifts = [(30, "G"), (20, "M"), (10, "K")];
    shifts
        .into_iter()
        .find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift))
        .map_or_else(
            || bytes.to_string(),
            |(shift, unit)| format!("{}{unit}", bytes >> shift),
        )
}
