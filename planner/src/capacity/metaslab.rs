//! Into how many metaslabs does a vdev divide its space, and what does not fit into them?

use crate::ashift::Ashift;
use crate::layout::VdevType;
use crate::units::Bytes;

/// A metaslab is at least 2^24 bytes.
///
/// # Source
///
/// OpenZFS `SPA_MAXBLOCKSHIFT`, `include/sys/fs/zfs.h`, used by `vdev_metaslab_set_size`, `module/zfs/vdev.c`.
const SHIFT_MINIMUM: u32 = 24;
/// The usual metaslab is 2^29 bytes.
///
/// # Source
///
/// OpenZFS `zfs_vdev_default_ms_shift`, `module/zfs/vdev.c`.
const SHIFT_USUAL: u32 = 29;
/// A metaslab is at most 2^34 bytes, unless there would be more than [`COUNT_LIMIT`].
///
/// # Source
///
/// OpenZFS `zfs_vdev_max_ms_shift`, `module/zfs/vdev.c`.
const SHIFT_MAXIMUM: u32 = 34;
/// With fewer usual metaslabs than this, smaller ones are made.
///
/// # Source
///
/// OpenZFS `zfs_vdev_min_ms_count`, `module/zfs/vdev.c`.
const COUNT_MINIMUM: u64 = 16;
/// With more usual metaslabs than this, larger ones are made.
///
/// # Source
///
/// OpenZFS `zfs_vdev_default_ms_count`, `module/zfs/vdev.c`.
const COUNT_USUAL: u64 = 200;
/// No vdev has more metaslabs than this.
///
/// # Source
///
/// OpenZFS `zfs_vdev_ms_count_limit`, `module/zfs/vdev.c`.
const COUNT_LIMIT: u64 = 131_072;
/// A vdev with more metaslabs than this keeps the first for the intent log.
///
/// # Source
///
/// OpenZFS `zfs_embedded_slog_min_ms`, `module/zfs/vdev.c`.
const EMBEDDED_LOG_THRESHOLD: u64 = 64;

/// The equal pieces into which a vdev divides its space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metaslabs {
    /// Binary logarithm of the size of one.
    pub shift: u32,
    /// How many there are.
    pub count: u64,
    /// Bytes of all of them together, as `zpool list` shows for the vdev.
    pub size: Bytes,
    /// Bytes of the first one.
    pub first: Bytes,
}

impl Metaslabs {
    /// Returns the binary logarithm of the metaslab size that a new vdev of `asize` gets.
    ///
    /// # Formula
    ///
    /// ```text
    /// n = asize // 2^29;  bits(x) = number of binary digits of x
    /// shift = bits(asize // 16) for n < 16;  29 for n ≤ 200;  else bits(asize // 200)
    /// at least 24, at most 34;  bits(asize // 131072) where that still makes more than 131072 metaslabs
    /// ```
    ///
    /// # Source
    ///
    /// OpenZFS `vdev_metaslab_set_size`, `module/zfs/vdev.c`.
    #[must_use]
    pub fn shift_for(asize: Bytes) -> u32 {
        let asize = asize.as_u64();
        let usual_count = asize >> SHIFT_USUAL;
        let shift = if usual_count < COUNT_MINIMUM {
            binary_digits(asize / COUNT_MINIMUM)
        } else if usual_count > COUNT_USUAL {
            binary_digits(asize / COUNT_USUAL)
        } else {
            SHIFT_USUAL
        }
        .clamp(SHIFT_MINIMUM, SHIFT_MAXIMUM);
        if asize >> shift > COUNT_LIMIT {
            binary_digits(asize / COUNT_LIMIT)
        } else {
            shift
        }
    }

    /// Returns the metaslabs of size 2^`shift` of a vdev.
    ///
    /// # Formula
    ///
    /// ```text
    /// count = asize // 2^shift
    /// size  = count 2^shift, for dRAID summed over the whole stripes that fit into each metaslab:
    ///         s (n 2^shift // s − (n − ceil(n / q))),  q = s / gcd(s, 2^shift)
    /// ```
    ///
    /// n is the count and s = (D + P) 2^ashift the stripe. A metaslab that does not start on a stripe loses one: only
    /// every q-th does start on one, the others sum as one piece minus one stripe each.
    ///
    /// # Source
    ///
    /// OpenZFS `vdev_metaslab_init`, `module/zfs/vdev.c`; `vdev_draid_metaslab_init`, `module/zfs/vdev_draid.c`.
    #[must_use]
    pub fn of(kind: VdevType, ashift: Ashift, asize: Bytes, shift: u32) -> Self {
        let count = asize.as_u64().checked_shr(shift).unwrap_or(0);
        let whole = count.checked_shl(shift).unwrap_or(0);
        let one = if count == 0 { 0 } else { 1 << shift };
        let (size, first) = match kind {
            VdevType::Draid { parity, data, .. } => {
                let stripe = (u64::from(parity) + u64::from(data)) << ashift.as_u32();
                let common = 1_u64 << stripe.trailing_zeros().min(shift);
                let aligned = count.div_ceil(stripe / common);
                let stripes = (whole / stripe).saturating_sub(count - aligned);
                (stripes * stripe, one / stripe * stripe)
            }
            VdevType::Stripe | VdevType::Mirror | VdevType::Raidz { .. } => (whole, one),
        };
        Self {
            shift,
            count,
            size: Bytes::new(size),
            first: Bytes::new(first),
        }
    }

    /// Tells whether there are enough of them to keep the first for the intent log.
    #[must_use]
    pub const fn embeds_log(self) -> bool {
        self.count > EMBEDDED_LOG_THRESHOLD
    }
}

const fn binary_digits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed form against the sum over single metaslabs that it stands for.
    #[test]
    fn draid_metaslabs_sum_as_one_by_one() {
        for (parity, data) in [(1, 2), (2, 6), (3, 16), (2, 11), (1, 1), (1, 3)] {
            let kind = VdevType::Draid {
                parity,
                data,
                spares: 1,
            };
            for (ashift, count, shift) in [(12, 1000_u64, 24), (9, 77, 29), (13, 5000, 34), (16, 200, 24)] {
                let ashift = Ashift::new(ashift).unwrap();
                let stripe = u64::from(parity + data) << ashift.as_u32();
                let one = 1_u64 << shift;
                let expected: u64 = (0..count)
                    .map(|index| {
                        let start = (index * one).next_multiple_of(stripe);
                        ((index + 1) * one - start) / stripe * stripe
                    })
                    .sum();
                let metaslabs = Metaslabs::of(kind, ashift, Bytes::new(count * one + 7), shift);
                assert_eq!(metaslabs.count, count);
                assert_eq!(
                    metaslabs.size.as_u64(),
                    expected,
                    "{kind:?} {ashift} {count} {shift}"
                );
            }
        }
    }

    #[track_caller]
    fn check_shift(asize: u64, shift: u32) {
        assert_eq!(Metaslabs::shift_for(Bytes::new(asize)), shift);
    }

    #[test]
    fn metaslab_sizes_change_at_their_borders() {
        check_shift(0, 24);
        check_shift(16 << 29, 29);
        check_shift((16 << 29) - 1, 29);
        check_shift(200 << 29, 29);
        check_shift(201 << 29, 30);
        check_shift(8 << 29, 29);
        check_shift((8 << 29) - 1, 28);
        check_shift(131_072 << 34, 34);
        check_shift(131_073 << 34, 35);
        check_shift(u64::MAX, 47);
    }
}
