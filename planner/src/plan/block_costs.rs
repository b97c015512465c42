//! What blocks cost on a layout, where the use of the pool or its special vdev makes that matter.

use crate::advice::{cost_factor, default_volblocksize};
use crate::ashift::Ashift;
use crate::capacity::{BlockGeometry, BlockSize, REFERENCE_BLOCK};
use crate::figures::label_size;
use crate::layout::{AllocationClass, Layout, VdevType};
use crate::units::Bytes;
use crate::workload::Workload;

use super::options::PlanOptions;

/// Small volume blocks, as many guides advise for virtual machines.
const SMALL_VOLUME_BLOCK: u64 = 8 << 10;
/// Large volume blocks, which cost little on any layout.
const LARGE_VOLUME_BLOCK: u64 = 64 << 10;
/// Share of a special vdev that small blocks may fill, in quarters; the rest stays for metadata.
///
/// # Source
/// OpenZFS `module/zfs/metaslab.c`, `zfs_special_class_metadata_reserve_pct` = 25.
const QUARTERS_FOR_SMALL_BLOCKS: u64 = 3;
/// Bytes of metadata that every record needs at least: a block pointer of 128 bytes, in two copies.
///
/// # Source
/// OpenZFS `include/sys/spa.h`, `SPA_BLKPTRSHIFT` = 7; indirect blocks have two copies.
const BLOCK_POINTER_BYTES: u64 = 2 * 128;

/// Returns what zvols cost on the data vdevs, for pools that are to hold virtual machines.
///
/// A small block of a zvol pays for parity and padding in whole sectors, and a thick zvol reserves them at once.
pub(super) fn about_volumes(layout: &Layout, ashift: Ashift, options: &PlanOptions) -> Option<String> {
    if options.workload != Workload::Vm {
        return None;
    }
    let (group, geometry) = layout
        .groups
        .iter()
        .filter(|group| group.class == AllocationClass::Data)
        .filter(|group| matches!(group.kind, VdevType::Raidz { .. } | VdevType::Draid { .. }))
        .find_map(|group| Some((group, BlockGeometry::new(group.kind, group.width, ashift).ok()?)))?;
    let usual = default_volblocksize(options.zfs.into(), group.kind, ashift);
    let cost = |bytes: u64| {
        BlockSize::new(bytes)
            .ok()
            .map(|block| cost_factor(geometry, block))
    };
    let (default, small, large) = (cost(usual)?, cost(SMALL_VOLUME_BLOCK)?, cost(LARGE_VOLUME_BLOCK)?);
    let name = match group.kind {
        VdevType::Raidz { .. } => format!("{}:{}", group.kind.name(group.width), group.width),
        _ => group.kind.name(group.width),
    };
    let smaller = if usual > SMALL_VOLUME_BLOCK {
        format!(" and of 8K {small:.2} times")
    } else {
        String::new()
    };
    Some(format!(
        "zvols on {name}: blocks of {}K, the default, take {default:.2} times their size{smaller}, records of 128K {:.2} \
         times; a thick zvol reserves that much at once: prefer mirrors, or -b 64K ({large:.2} times)",
        usual / 1024,
        cost_factor(geometry, REFERENCE_BLOCK)
    ))
}

/// Returns how far the special vdevs reach: what small blocks may fill, and what the metadata of a full pool needs.
///
/// `special` is the space of the special vdevs, `effective` that of the data.
pub(super) fn about_special(special: Bytes, effective: Bytes, options: &PlanOptions) -> Option<String> {
    if special == Bytes::ZERO {
        return None;
    }
    let record = options.record_size.as_u64();
    let records = effective.as_u64().div_ceil(record);
    let pointers = Bytes::new(records.saturating_mul(BLOCK_POINTER_BYTES));
    let small = Bytes::new(special.as_u64() / 4 * QUARTERS_FOR_SMALL_BLOCKS);
    let verdict = if pointers > special {
        "too small: the rest goes to the data vdevs"
    } else {
        "more with dnodes and small files"
    };
    Some(format!(
        "special vdev: small blocks fill at most {} of its {}, metadata alone the rest; the block pointers of a full pool \
         in records of {}K take {}, {verdict}",
        label_size(small),
        label_size(special),
        record / 1024,
        label_size(pointers)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> PlanOptions {
        let mut options = PlanOptions::new(jiff::civil::date(2026, 12, 1));
        options.workload = Workload::Vm;
        options
    }

    /// Small blocks take three quarters of a special vdev, and 100 TiB in records of 128K need 200 GiB of block pointers
    /// (openzfs/zfs issue 11421).
    #[test]
    fn special_vdevs_are_told_how_far_they_reach() {
        let mut options = options();
        options.record_size = REFERENCE_BLOCK;
        let pool = Bytes::new(100 << 40);
        assert_eq!(
            about_special(Bytes::new(400_000_000_000), pool, &options).unwrap(),
            "special vdev: small blocks fill at most 300 GB of its 400 GB, metadata alone the rest; the block pointers of a \
             full pool in records of 128K take 214.75 GB, more with dnodes and small files"
        );
        let small = about_special(Bytes::new(100_000_000_000), pool, &options).unwrap();
        assert!(
            small.ends_with("too small: the rest goes to the data vdevs"),
            "{small}"
        );
        assert_eq!(about_special(Bytes::ZERO, pool, &options), None);
    }

    /// A zvol of 8K blocks on a raidz2 of six takes three times its size, one of 16K on a raidz1 of five one and a half
    /// (openzfs/zfs issues 1807 and 11640).
    #[test]
    fn zvols_on_parity_are_told_with_their_cost() {
        let about = |layout: &str| about_volumes(&layout.parse().unwrap(), Ashift::B4096, &options());
        assert_eq!(
            about("2xraidz2:6").unwrap(),
            "zvols on raidz2:6: blocks of 16K, the default, take 1.50 times their size and of 8K 3.00 times, records of 128K \
             1.50 times; a thick zvol reserves that much at once: prefer mirrors, or -b 64K (1.50 times)"
        );
        assert!(
            about("raidz1:5")
                .unwrap()
                .contains("blocks of 16K, the default, take 1.50 times")
        );
        assert_eq!(about("3xmirror:2"), None);
        let mut files = options();
        files.workload = Workload::Files;
        assert_eq!(
            about_volumes(&"raidz1:5".parse().unwrap(), Ashift::B4096, &files),
            None
        );
    }
}
