//! Advice on what surrounds the chosen layout: memory, databases, log and cache devices.

use super::options::PlanOptions;
use super::result::{AdviceShown, Candidate};
use crate::advice::{
    AdviceItem, Database, EmitKind, OperatingSystem, PlanContext, ZfsRelease, emit, plan_advice,
    planned_vdevs,
};
use crate::ashift::Ashift;
use crate::drive::Drive;
use crate::error::Error;
use crate::units::Bytes;

/// The host that the pool is built into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    /// Its operating system.
    pub os: OperatingSystem,
    /// Memory that its kernel sees, where known.
    pub ram: Option<Bytes>,
    /// The database that will run on the pool, if any.
    pub database: Option<Database>,
}

impl Default for Surroundings {
    /// Returns a host with Linux of which nothing else is known.
    fn default() -> Self {
        Self {
            os: OperatingSystem::Linux,
            ram: None,
            database: None,
        }
    }
}

/// Returns the advice for a candidate in the host.
///
/// # Errors
/// [`Error`] where the release of OpenZFS is none that the rules know.
pub(super) fn surrounding_advice(
    candidate: &Candidate,
    inventory: &[Drive],
    options: &PlanOptions,
    surroundings: Surroundings,
) -> Result<Vec<AdviceShown>, Error> {
    let context = context(candidate, inventory, options, surroundings)?;
    Ok(plan_advice(&context).into_iter().map(shown).collect())
}

/// Returns the file of a kind that follows from the advice for a candidate in the host.
///
/// # Errors
/// [`Error`] where the release of OpenZFS is none that the rules know.
pub fn emitted(
    kind: EmitKind,
    candidate: &Candidate,
    inventory: &[Drive],
    options: &PlanOptions,
    surroundings: Surroundings,
) -> Result<String, Error> {
    let context = context(candidate, inventory, options, surroundings)?;
    Ok(emit(kind, &context, &plan_advice(&context)))
}

/// Returns the file of a kind, named as on the command line, for a candidate in the host of the options; in a host with
/// Linux where they name none.
///
/// # Errors
/// [`Error`] where the kind is none, or the release of OpenZFS is none that the rules know.
pub fn emitted_for(
    kind: &str,
    candidate: &Candidate,
    inventory: &[Drive],
    options: &PlanOptions,
) -> Result<String, Error> {
    let kind = EmitKind::from_name(kind).ok_or_else(|| Error::OutOfRange {
        quantity: "--emit".to_owned(),
        reason: format!("`{}` is no file of settings", crate::text::excerpt(kind)),
        hint: format!("write one of {}", EmitKind::ALL.map(EmitKind::name).join(", ")),
    })?;
    let surroundings = options.surroundings.unwrap_or_default();
    emitted(kind, candidate, inventory, options, surroundings)
}

fn context(
    candidate: &Candidate,
    inventory: &[Drive],
    options: &PlanOptions,
    surroundings: Surroundings,
) -> Result<PlanContext, Error> {
    let members = candidate.vdevs.iter().map(|vdev| vdev.drives.as_slice());
    let stated = (options.record_size_stated).then(|| Bytes::new(options.record_size.as_u64()));
    Ok(PlanContext {
        pool: "tank".to_owned(),
        zfs: ZfsRelease::parse(options.zfs.name())?,
        os: surroundings.os,
        ram: surroundings.ram,
        workload: options.workload,
        database: surroundings.database,
        recordsize: stated,
        special_small_blocks: None,
        sync_writes: None,
        vdevs: planned_vdevs(
            &candidate.layout,
            members,
            Ashift::new(candidate.ashift)?,
            inventory,
        ),
        usable: candidate.usable(),
    })
}

fn shown(item: AdviceItem) -> AdviceShown {
    AdviceShown {
        level: item.level.word(),
        topic: item.topic.to_owned(),
        message: item.message,
        because: item.because,
        source: item.source.to_owned(),
    }
}
