//! How a record is laid out on the drives of a vdev.

use crate::layout::VdevType;

/// What becomes of one record on one vdev.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Geometry {
    /// Bytes allocated per byte of the record: parity and padding, or copies.
    pub(crate) amplification: f64,
    /// Bytes of each record on one drive.
    pub(crate) piece_bytes: f64,
}

impl Geometry {
    /// Returns the layout of a record of `record_bytes` on a vdev of `width` drives with sectors of 2^`ashift` bytes.
    ///
    /// # Formula
    /// ```text
    /// D = ⌈R/s⌉            data sectors
    /// A = D + p ⌈D/d⌉      rounded up to a multiple of p + 1 for RAID-Z; d = n − p
    /// A = ⌈D/d⌉ (d + p)    for dRAID, whose groups are filled up
    /// a = A / D            c = s ⌈D/d⌉
    /// ```
    ///
    /// # Source
    /// OpenZFS `vdev_raidz.c`, `vdev_raidz_psize_to_asize`; `vdev_draid.c`, `vdev_draid_psize_to_asize`.
    pub(crate) fn new(kind: VdevType, width: u32, record_bytes: u64, ashift: u32) -> Self {
        let sector = 1_u64 << ashift.clamp(9, 16);
        let sectors = record_bytes.min(1 << 32).div_ceil(sector).max(1);
        let (allocated, rows) = match kind {
            VdevType::Stripe => (sectors, sectors),
            VdevType::Mirror => (sectors.saturating_mul(u64::from(width.max(1))), sectors),
            VdevType::Raidz { parity } => {
                let data = u64::from(width.saturating_sub(parity).max(1));
                let rows = sectors.div_ceil(data);
                let unit = u64::from(parity) + 1;
                let allocated = (sectors + rows * u64::from(parity)).div_ceil(unit) * unit;
                (allocated, rows)
            }
            VdevType::Draid { parity, data, .. } => {
                let data = u64::from(data.max(1));
                let rows = sectors.div_ceil(data);
                (rows * (data + u64::from(parity)), rows)
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "sectors of one record are few")]
        let (sectors, allocated, piece) = (
            sectors as f64,
            allocated as f64,
            rows.saturating_mul(sector) as f64,
        );
        Self {
            amplification: allocated / sectors,
            piece_bytes: piece,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: u64 = 128 << 10;

    /// Records of 128 KiB on RAID-Z2 of 5 and of 8 drives with 4 KiB sectors: 44 KiB and 24 KiB per drive.
    #[test]
    fn pieces_are_whole_sectors() {
        for (width, kibibytes) in [(5, 44.0), (8, 24.0)] {
            let geometry = Geometry::new(VdevType::Raidz { parity: 2 }, width, RECORD, 12);
            assert!((geometry.piece_bytes - kibibytes * 1024.0).abs() < 1e-9);
        }
    }

    #[test]
    fn padding_and_copies_are_counted() {
        let raidz = Geometry::new(VdevType::Raidz { parity: 1 }, 5, 4096, 12);
        assert!((raidz.amplification - 2.0).abs() < 1e-12);
        let mirror = Geometry::new(VdevType::Mirror, 3, RECORD, 12);
        assert!((mirror.amplification - 3.0).abs() < 1e-12);
        let draid = Geometry::new(
            VdevType::Draid {
                parity: 2,
                data: 8,
                spares: 1,
            },
            24,
            4096,
            12,
        );
        assert!((draid.amplification - 10.0).abs() < 1e-12);
    }

    #[test]
    fn wide_vdevs_never_allocate_more_per_byte() {
        for parity in 1..=3 {
            for record in [4096, 16 << 10, RECORD, 1 << 20] {
                let share = |width| {
                    Geometry::new(VdevType::Raidz { parity }, width, record, 12).amplification
                        / f64::from(width)
                };
                for width in parity + 2..60 {
                    assert!(share(width + 1) < share(width), "raidz{parity}:{width} {record}");
                }
            }
        }
    }
}
