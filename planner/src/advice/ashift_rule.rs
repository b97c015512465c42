//! Which ashift does OpenZFS take by itself, may a drive join, and what does misalignment cost?

use serde_json::Value as Json;

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use super::version::ZfsRelease;
use crate::ashift::{Ashift, Refusal, Sectors, Verdict, attached, automatic};
use crate::drive::SectorSize;
use crate::error::Error;

/// Greatest ashift that OpenZFS took by itself up to 2.1.5.
const OLD_AUTOMATIC_MAXIMUM: u32 = 16;

/// Returns the ashift that OpenZFS takes for a vdev of `drives` when it may not go below `min_auto`
/// (`zfs_vdev_min_auto_ashift`).
///
/// From 2.1.6 physical sectors are followed up to 2^14, see [`automatic`]; before, up to 2^16.
///
/// # Errors
/// [`Error::Rule`] with `bad_sector_size` without drives or for sectors that OpenZFS cannot use.
///
/// # Source
/// OpenZFS `module/zfs/vdev.c`, `vdev_ashift_optimize` and `vdev_open`, at 2.1.5 and 2.1.6.
pub fn auto_ashift(zfs: ZfsRelease, drives: &[Sectors], min_auto: u32) -> Result<u32, Error> {
    let taken = automatic(drives).map_err(|refusal| refuse("bad_sector_size", refusal.to_string(), ""))?;
    let taken = taken.as_u32().max(min_auto);
    if zfs >= ZfsRelease::V2_1_6 {
        return Ok(taken);
    }
    let physical = drives
        .iter()
        .filter_map(|drive| drive.physical.shift())
        .max()
        .unwrap_or(0);
    Ok(if physical <= OLD_AUTOMATIC_MAXIMUM {
        taken.max(physical)
    } else {
        taken
    })
}

/// Checks that a drive can be attached to a vdev.
///
/// # Errors
/// [`Error::Rule`] with `drive_sector_larger_than_ashift`, or `bad_sector_size` for sectors that OpenZFS cannot use.
///
/// # Source
/// OpenZFS `module/zfs/spa.c`, `spa_vdev_attach`.
pub fn check_attach(vdev: Ashift, drive: Sectors) -> Result<Verdict, Error> {
    match attached(vdev, drive) {
        Verdict::Refused(refusal @ Refusal::SectorsTooLarge { .. }) => Err(refuse(
            "drive_sector_larger_than_ashift",
            refusal.to_string(),
            "take a drive with 512-byte logical sectors, or reformat it if it offers them; the ashift of a vdev is for life",
        )),
        Verdict::Refused(refusal) => Err(refuse("bad_sector_size", refusal.to_string(), "")),
        verdict => Ok(verdict),
    }
}

/// Returns how many physical sectors of `sector` bytes, above 0, a write of `length` bytes, above 0, touches in part.
#[must_use]
pub fn partial_sectors(offset: u64, length: u64, sector: u64) -> u64 {
    let end = offset.saturating_add(length);
    let (start_cut, end_cut) = (!offset.is_multiple_of(sector), !end.is_multiple_of(sector));
    let same = offset / sector == (end - 1) / sector;
    match (start_cut, end_cut) {
        (true, true) if same => 1,
        _ => u64::from(start_cut) + u64::from(end_cut),
    }
}

/// Returns the milliseconds that partial sectors add to a write: a turn each at `rpm`, above 0.
///
/// # Formula
/// ```text
/// 60000 / rpm · sectors
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "at most two sectors for a write")]
pub fn extra_milliseconds(sectors: u64, rpm: f64) -> f64 {
    60_000.0 / rpm * sectors as f64
}

fn read_sectors(drive: &Json, name: &str) -> Result<Sectors, Error> {
    let size = |key: &str| {
        let size = drive.get(key).and_then(Json::as_u64).and_then(SectorSize::new);
        size.filter(|size| size.shift().is_some()).ok_or_else(|| {
            let given = drive
                .get(key)
                .map_or_else(|| "nothing".to_owned(), ToString::to_string);
            refuse(
                "bad_sector_size",
                format!("`{name}`: `{key}` is {given}, which is no sector that OpenZFS can use"),
                "write {\"logical\": 512, \"physical\": 4096}",
            )
        })
    };
    let sectors = Sectors {
        logical: size("logical")?,
        physical: size("physical")?,
    };
    if sectors.physical < sectors.logical {
        return Err(refuse(
            "bad_sector_size",
            format!("`{name}`: a physical sector is not smaller than a logical one, as in {drive}"),
            "write {\"logical\": 512, \"physical\": 4096}",
        ));
    }
    Ok(sectors)
}

fn put_auto(answer: &mut Answer, fields: &Fields<'_>) -> Result<(), Error> {
    let Some(items) = fields.list("drives")? else {
        return Ok(());
    };
    let drives = items.iter().map(|drive| read_sectors(drive, "drives"));
    let drives = drives.collect::<Result<Vec<_>, _>>()?;
    let min_auto = fields.ashift("min_auto_ashift")?.unwrap_or(9);
    let Some(logical) = drives.iter().filter_map(|drive| drive.logical.shift()).max() else {
        return Err(fields.out_of_range("drives", "names no drive"));
    };
    let planned = logical.max(Ashift::B4096.as_u32());
    answer.put("planned_ashift", planned);
    let Some(zfs) = fields.zfs()? else {
        return Ok(());
    };
    let auto = auto_ashift(zfs, &drives, min_auto)?;
    answer.put("auto_ashift", auto);
    if auto < planned {
        answer.warn(
            "ashift_below_12",
            format!("at ashift {auto} no drive with 4096-byte sectors can ever join; create with -o ashift={planned}"),
        );
    }
    Ok(())
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    put_auto(&mut answer, fields)?;
    if let (Some(drive), Some(number)) = (fields.given("new_drive"), fields.ashift("pool_ashift")?) {
        let vdev = Ashift::new(number).map_err(|error| refuse("out_of_range", error.to_string(), ""))?;
        let verdict = check_attach(vdev, read_sectors(drive, "new_drive")?)?;
        answer.put("attach_ok", true);
        if matches!(verdict, Verdict::NonNative { .. }) {
            answer.warn("physical_sector_above_ashift", verdict.to_string());
        }
    }
    let mut partial = fields.count("partial_sectors")?;
    if let (Some(length), Some(sector)) = (
        fields.positive("length_bytes")?,
        fields.positive("physical_sector")?,
    ) {
        let offset = fields.count("offset_bytes")?.unwrap_or(0);
        if offset.checked_add(length).is_none() {
            return Err(fields.out_of_range(
                "offset_bytes",
                "and the length together pass the end of any drive",
            ));
        }
        let counted = partial_sectors(offset, length, sector);
        answer.put("partial_sectors", counted);
        partial = Some(counted);
    }
    if let (Some(partial), Some(rpm)) = (partial, fields.positive_number("rpm")?) {
        answer.put("extra_ms_per_write", extra_milliseconds(partial, rpm));
    }
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "ashift",
    summary: "The ashift that OpenZFS takes by itself, whether a drive may join, and the cost of misalignment",
    inputs: &[
        Input::list(
            "drives",
            "",
            "drives of the vdev, as in [{\"logical\": 512, \"physical\": 4096}]",
        ),
        Input::count("min_auto_ashift", "", "zfs_vdev_min_auto_ashift").or("9"),
        Input::zfs(),
        Input::list(
            "new_drive",
            "",
            "a drive to attach, as in {\"logical\": 4096, \"physical\": 4096}",
        ),
        Input::count("pool_ashift", "", "ashift of the vdev that it would join"),
        Input::bytes("offset_bytes", "where a write starts").or("0"),
        Input::bytes("length_bytes", "length of that write"),
        Input::bytes("physical_sector", "physical sector of the drive"),
        Input::count(
            "partial_sectors",
            "sectors",
            "sectors touched in part, where known",
        ),
        Input::number("rpm", "1/min", "revolutions per minute"),
    ],
    outputs: &[
        Output::new("auto_ashift", "word", &["drives", "zfs"], "what OpenZFS takes"),
        Output::new(
            "planned_ashift",
            "word",
            &["drives"],
            "what zplan proposes: at least 12",
        ),
        Output::new(
            "attach_ok",
            "bool",
            &["new_drive", "pool_ashift"],
            "whether the drive may join",
        ),
        Output::new(
            "partial_sectors",
            "sectors",
            &["length_bytes", "physical_sector"],
            "sectors that the write touches in part",
        ),
        Output::new(
            "extra_ms_per_write",
            "ms",
            &["partial_sectors", "rpm"],
            "time that they add: a turn each",
        ),
    ],
    sources: &[
        "OpenZFS module/zfs/vdev.c vdev_ashift_optimize; module/zfs/spa.c spa_vdev_attach; man zfs(4)",
    ],
    rule: answer,
};
