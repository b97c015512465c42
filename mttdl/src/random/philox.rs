//! The counter-based generator Philox4x32-10.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const KEY_STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// Returns 128 random bits that are a function of `counter` and `key` alone.
///
/// # Source
/// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, SC 2011; the answers in the tests are those
/// published with the authors' Random123 library.
///
/// # Example
/// ```
/// assert_eq!(mttdl::random::philox4x32_10([0; 4], [0; 2])[0], 0x6627_e8d5);
/// ```
#[must_use]
pub fn philox4x32_10(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut counter, mut key) = (counter, key);
    for _ in 0..10 {
        let products = [
            u64::from(MULTIPLIERS[0]) * u64::from(counter[0]),
            u64::from(MULTIPLIERS[1]) * u64::from(counter[2]),
        ];
        let [(high0, low0), (high1, low1)] = products.map(halves);
        counter = [
            high1 ^ counter[1] ^ key[0],
            low1,
            high0 ^ counter[3] ^ key[1],
            low0,
        ];
        key = [
            key[0].wrapping_add(KEY_STEPS[0]),
            key[1].wrapping_add(KEY_STEPS[1]),
        ];
    }
    counter
}

/// Returns the high and the low 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "each half has 32 bits")]
fn halves(bits: u64) -> (u32, u32) {
    ((bits >> 32) as u32, bits as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_known_answers() {
        assert_eq!(
            philox4x32_10([0; 4], [0; 2]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            philox4x32_10([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox4x32_10(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }
}
