//! What the layout makes of blocks: parity, padding, width, ashift, free space.

use super::super::raidz_block::cost_factor;
use super::super::zvol::default_volblocksize;
use super::databases::Dataset;
use super::{DeviceRole, Iec, Items, Level, PlanContext, PlannedVdev};
use crate::capacity::{BlockSize, REFERENCE_BLOCK};
use crate::layout::VdevType;
use crate::units::Bytes;
use crate::workload::Workload;

/// Widest RAID-Z vdev that OpenZFS's documentation advises.
const WIDEST_RAIDZ: u32 = 16;
/// How much more than a 128K block a block may cost before it is worth a change.
const WASTEFUL: f64 = 1.25;
const BLOCK_SOURCE: &str = "OpenZFS module/zfs/vdev_raidz.c vdev_raidz_psize_to_asize";

/// Returns the data vdev on which a block costs most, with the raw bytes for each byte.
fn dearest(context: &PlanContext, block: BlockSize) -> Option<(&PlannedVdev, f64)> {
    context
        .role(DeviceRole::Data)
        .filter_map(|vdev| Some((vdev, cost_factor(vdev.geometry()?, block))))
        .max_by(|(_, left), (_, right)| left.total_cmp(right))
}

pub(super) fn advise(context: &PlanContext, datasets: &[Dataset], items: &mut Items) {
    let sizes = datasets.iter().map(|dataset| dataset.recordsize);
    let mut sizes: Vec<u64> = sizes.filter(|size| *size < REFERENCE_BLOCK.as_u64()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        record_cost(context, size, items);
    }
    if context.workload == Workload::Vm && context.database.is_none() {
        volumes(context, items);
    }
    width(context, items);
    let reserve = Bytes::new(context.usable.as_u64() / 10);
    items.add(
        Level::Note,
        "raidz-block",
        format!("keep at least {} free", Iec(reserve.as_u64())),
        "a pool over 90 % full searches long for free space and scatters what it writes",
        "OpenZFS documentation, Workload Tuning",
    );
    if let Some(vdev) = context.role(DeviceRole::Data).next() {
        items.add(
            Level::Note,
            "ashift",
            format!("create the pool with ashift={}", vdev.ashift),
            "the ashift of a vdev is for life: with less, no drive with 4096-byte sectors could ever replace one",
            "OpenZFS module/zfs/vdev.c; man zpoolprops(7) ashift",
        );
    }
}

fn record_cost(context: &PlanContext, size: u64, items: &mut Items) {
    let Ok(block) = BlockSize::new(size) else { return };
    let Some((vdev, cost)) = dearest(context, block) else {
        return;
    };
    if matches!(vdev.kind, VdevType::Stripe | VdevType::Mirror) {
        return;
    }
    let Some((_, reference)) = dearest(context, REFERENCE_BLOCK) else {
        return;
    };
    let wasteful = cost > WASTEFUL * reference;
    let advised = [32_u64 << 10, 64 << 10, 128 << 10]
        .into_iter()
        .filter(|larger| *larger > size)
        .find_map(|larger| {
            let (_, cost) = dearest(context, BlockSize::new(larger).ok()?)?;
            (cost <= WASTEFUL * reference).then_some((larger, cost))
        });
    let message = match advised.filter(|_| wasteful) {
        Some((larger, better)) => format!(
            "{} records on {} take {cost:.2} times their size, {} only {better:.2} times",
            Iec(size),
            vdev.name(),
            Iec(larger)
        ),
        None => format!(
            "{} records on {} take {cost:.2} times their size",
            Iec(size),
            vdev.name()
        ),
    };
    items.add(
        if wasteful { Level::Should } else { Level::Note },
        "raidz-block",
        message,
        format!(
            "parity and padding come in whole sectors of {} for each record; 128K records take {reference:.2} times theirs",
            Iec(vdev.ashift.sector_bytes())
        ),
        BLOCK_SOURCE,
    );
}

fn volumes(context: &PlanContext, items: &mut Items) {
    let defaults = context
        .role(DeviceRole::Data)
        .map(|vdev| default_volblocksize(context.zfs, vdev.kind, vdev.ashift));
    let Some(default) = defaults.max() else { return };
    let Ok(block) = BlockSize::new(default) else {
        return;
    };
    let Some((vdev, cost)) = dearest(context, block) else {
        return;
    };
    let Some((_, reference)) = dearest(context, REFERENCE_BLOCK) else {
        return;
    };
    let wasteful = cost > WASTEFUL * reference;
    let message = if wasteful {
        format!(
            "zvols of the default volblocksize, {}, take {cost:.2} times their size on {}: mirrors suit virtual machines \
             better, or take -b 64K where guests read and write in large pieces",
            Iec(default),
            vdev.name()
        )
    } else {
        format!(
            "zvols get a volblocksize of {} and take {cost:.2} times their size on {}",
            Iec(default),
            vdev.name()
        )
    };
    items.add(
        if wasteful { Level::Should } else { Level::Note },
        "zvol",
        message,
        "the block size of a zvol is fixed when it is made; a thick zvol reserves its parity and padding too",
        "OpenZFS cmd/zfs/zfs_main.c default_volblocksize; lib/libzfs/libzfs_dataset.c zvol_volsize_to_reservation",
    );
}

fn width(context: &PlanContext, items: &mut Items) {
    let wide = context
        .role(DeviceRole::Data)
        .find(|vdev| matches!(vdev.kind, VdevType::Raidz { .. }) && vdev.width() > WIDEST_RAIDZ);
    if let Some(wide) = wide {
        items.add(
            Level::Should,
            "raidz-block",
            format!(
                "split {}: keep RAID-Z vdevs at {WIDEST_RAIDZ} drives or fewer",
                wide.name()
            ),
            "a wide vdev rebuilds slowly and still does the random operations of one drive",
            "OpenZFS documentation, RAIDZ",
        );
    }
}
