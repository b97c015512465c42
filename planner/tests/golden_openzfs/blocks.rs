//! Every row of `block_sweep.csv`, `blocks.csv` and `zvol.csv`: what blocks, files and volumes take.

use crate::support::{Row, table, vdev};
use planner::capacity::{BlockSize, FileBlocks, PoolCapacity, PoolSpec, VdevCapacity, Volume, ZfsVersion};
use planner::layout::AllocationClass;
use planner::units::Bytes;

/// Returns a pool of one vdev as a row describes it, on drives of 100 GB.
fn pool(row: &Row) -> PoolCapacity {
    let width = row.required("width");
    let runs = format!("{width}*100000000000");
    let spec = PoolSpec {
        vdevs: vec![vdev(row.text("layout"), width, row.required("ashift"), &runs)],
        version: ZfsVersion::V2_4,
        ..PoolSpec::default()
    };
    PoolCapacity::of(&spec).unwrap()
}

fn only_vdev(pool: &PoolCapacity) -> &VdevCapacity {
    assert_eq!(pool.vdevs.len(), 1);
    assert_eq!(pool.vdevs[0].class, AllocationClass::Data);
    &pool.vdevs[0]
}

fn block(row: &Row, column: &str) -> BlockSize {
    BlockSize::new(row.required(column)).unwrap()
}

#[test]
fn every_block_takes_what_openzfs_allocates() {
    let rows = table("block_sweep.csv");
    assert_eq!(rows.len(), 3921);
    let mut with_stat = 0;
    for row in &rows {
        let pool = pool(row);
        let vdev = only_vdev(&pool);
        let psize = block(row, "psize");
        assert_eq!(
            vdev.geometry.asize(psize).as_u64(),
            row.required("asize"),
            "{row:?}"
        );
        if let Some(stat_bytes) = row.number("stat_bytes") {
            with_stat += 1;
            let file = FileBlocks {
                data_count: 1,
                data_size: psize,
                indirect_count: 0,
                indirect_size: psize,
            };
            assert_eq!(file.stat_blocks(vdev).unwrap() * 512, stat_bytes, "{row:?}");
        }
    }
    assert_eq!(
        with_stat,
        rows.iter().filter(|row| row.text("source") == "kernel").count()
    );
    assert!(with_stat > 100);
}

#[test]
fn every_file_takes_what_openzfs_reports() {
    let rows = table("blocks.csv");
    assert_eq!(rows.len(), 49);
    let (mut exact, mut with_directory_block) = (0, 0);
    for row in &rows {
        assert_eq!(row.text("error"), "");
        let pool = pool(row);
        let vdev = only_vdev(&pool);
        let indirect_size = block(row, "l1_psize");
        let file = FileBlocks::of(
            Bytes::new(row.required("file_length")),
            block(row, "recordsize"),
            indirect_size,
        );
        assert_eq!(file.data_count, row.required("l0_count"), "{row:?}");
        assert_eq!(file.data_size.as_u64(), row.required("l0_psize"), "{row:?}");
        assert_eq!(file.indirect_count, row.required("l1_count"), "{row:?}");
        let data_asize = vdev.geometry.asize(file.data_size).as_u64();
        assert_eq!(data_asize, row.required("l0_asize"), "{row:?}");
        let indirect_asize = vdev.geometry.asize(indirect_size).as_u64();
        assert_eq!(indirect_asize, row.required("l1_asize"), "{row:?}");
        assert_eq!(
            file.stat_blocks(vdev).unwrap() * 512,
            row.required("stat_bytes"),
            "{row:?}"
        );
        if let Some(delta) = row.number("referenced_delta") {
            let referenced = file.referenced(vdev).unwrap().as_u64();
            // The directory may have grown by a block of 4 KiB in two copies meanwhile.
            let directory = 2 * vdev.deflated_block(BlockSize::new(4096).unwrap()).as_u64();
            if delta == referenced {
                exact += 1;
            } else {
                assert_eq!(delta, referenced + directory, "{row:?}");
                with_directory_block += 1;
            }
        }
    }
    assert_eq!((exact, with_directory_block), (23, 1));
}

#[test]
fn every_volume_reserves_what_openzfs_computes() {
    let rows = table("zvol.csv");
    assert_eq!(rows.len(), 59);
    for row in &rows {
        let volume = Volume {
            size: Bytes::new(row.required("volsize")),
            block: block(row, "volblocksize"),
        };
        let reservation = volume.refreservation(&pool(row)).unwrap();
        assert_eq!(reservation.as_u64(), row.required("refreservation"), "{row:?}");
    }
}
