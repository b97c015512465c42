//! The laws as formulas on plain numbers: MB/s, milliseconds, operations per second.

use mttdl::math::{exp, ln, pow};

/// Gain of a hard disk's random reads per e-fold of its queue: native command queueing.
///
/// Data sheets of nearline disks give 160 to 170 at depth 16 against 75 to 82 at depth 1.
const COMMAND_QUEUE_GAIN: f64 = 0.38;

/// Time that ZFS itself adds to a synchronous write, in microseconds: 192 µs at the device were 4801 per second.
pub(super) const SYNC_OVERHEAD_US: f64 = 15.0;

/// Returns the soft minimum of two rates, never more than either of them.
///
/// # Formula
/// ```text
/// T = (M^−q + C^−q)^(−1/q)        q → ∞ gives the minimum
/// ```
pub(super) fn soft_min(media: f64, ceiling: f64, exponent: f64) -> f64 {
    let (low, high) = if media < ceiling {
        (media, ceiling)
    } else {
        (ceiling, media)
    };
    if low <= 0.0 || !high.is_finite() {
        return low.max(0.0);
    }
    // (low/high)^q cannot overflow, and the result cannot exceed `low`.
    let ratio = exp(exponent * (ln(low) - ln(high)));
    low * pow(1.0 + ratio, -1.0 / exponent)
}

/// Returns the rate of a rewrite in place from those of write and read.
///
/// # Formula
/// ```text
/// 1/T = 1/Tw + 1/Tr + τ / (R u^γ)      τ ms per record, R bytes per record, u disks at work
/// ```
pub(super) fn rewrite(
    write: f64,
    read: f64,
    record_ms: f64,
    record_bytes: f64,
    disks: f64,
    exponent: f64,
) -> f64 {
    if write <= 0.0 || read <= 0.0 {
        return 0.0;
    }
    // ms per byte times 1000 is µs per byte, the inverse of MB/s.
    let wait = record_ms * 1000.0 / (record_bytes.max(1.0) * pow(disks.max(1.0), exponent));
    1.0 / (1.0 / write + 1.0 / read + wait)
}

/// Returns how many of `servers` are at work on average when `depth` requests fall on them at random.
///
/// # Formula
/// ```text
/// k (1 − (1 − 1/k)^Q)
/// ```
pub(super) fn busy_servers(servers: f64, depth: f64) -> f64 {
    if servers <= 1.0 {
        return servers.max(0.0);
    }
    servers * (1.0 - pow(1.0 - 1.0 / servers, depth.max(1.0)))
}

/// Returns how many times faster a hard disk answers random requests with `depth` of them waiting.
pub(super) fn command_queue_gain(depth: f64) -> f64 {
    if depth <= 1.0 {
        1.0
    } else {
        1.0 + COMMAND_QUEUE_GAIN * ln(depth)
    }
}

/// Returns what share of its random writes a drive keeps when ZFS writes blocks smaller than its physical sectors: the
/// disk reads the sector first and waits one more turn.
///
/// # Formula
/// ```text
/// (seek + half turn) / (seek + half turn + turn)
/// ```
pub(super) fn misaligned_share(seek_ms: f64, turn_ms: f64) -> f64 {
    let aligned = seek_ms + turn_ms / 2.0;
    if aligned <= 0.0 {
        return 1.0;
    }
    aligned / (aligned + turn_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_minimum_is_below_both_and_close_to_a_distant_one() {
        assert!((soft_min(100.0, 100.0, 1.0) - 50.0).abs() < 1e-9);
        assert!((soft_min(100.0, 1e9, 2.0) - 100.0).abs() < 1e-6);
        assert!((soft_min(5e-324, f64::MAX, 2.4) - 5e-324).abs() < 1e-300);
        assert!(soft_min(0.0, 100.0, 2.0).abs() < 1e-300);
        assert!((soft_min(100.0, f64::INFINITY, 2.0) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn one_server_is_always_busy_and_many_requests_keep_all_busy() {
        assert!((busy_servers(1.0, 1.0) - 1.0).abs() < 1e-12);
        assert!((busy_servers(12.0, 1.0) - 1.0).abs() < 1e-12);
        assert!((busy_servers(12.0, 1e6) - 12.0).abs() < 1e-9);
    }

    /// 512-byte writes on a 7200 rpm disk with 4 KiB sectors keep 60 %.
    #[test]
    fn misaligned_writes_wait_one_more_turn() {
        assert!((misaligned_share(8.5, 8.333) - 0.603).abs() < 0.001);
        assert!((misaligned_share(0.0, 0.0) - 1.0).abs() < 1e-12);
    }
}
