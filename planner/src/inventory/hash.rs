//! A quick hash for the names in an inventory.
//!
//! An inventory is read by its owner's own command or page, so that nobody gains from making names collide.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds the hasher of maps keyed by names.
pub(crate) type Quick = BuildHasherDefault<QuickHasher>;

/// Mixes eight bytes at a time by a multiplication.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct QuickHasher(u64);

impl QuickHasher {
    const fn mix(&mut self, word: u64) {
        // An odd constant with well-spread bits, 2^64 divided by the golden ratio.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(SPREAD);
    }
}

/// Returns the fingerprint of a text; different texts very rarely share one.
pub(crate) fn fingerprint(text: &str) -> u64 {
    let mut hasher = QuickHasher::default();
    hasher.write(text.as_bytes());
    hasher.mix(text.len() as u64);
    hasher.finish()
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn finish(&self) -> u64 {
        // Maps take the low bits; the high ones are the best mixed.
        self.0 ^ (self.0 >> 32)
    }
}
