//! What the pool does: media of all vdevs against the ceilings of the host.

use mttdl::math::exp;

use super::constants::Constants;
use super::law::{SYNC_OVERHEAD_US, busy_servers, rewrite, soft_min};
use super::options::{CompressionAlgorithm, ParityCode, PerformanceOptions};
use super::performance::{LimitedBy, Performance};
use super::vdev::{VdevMedia, VdevSpeedSpec};
use crate::drive::Media;
use crate::error::Error;
use crate::units::{Estimate, Iops, Throughput};

/// Returns the speed of a pool of the data vdevs `vdevs` with the fitted constants.
///
/// # Formula
/// ```text
/// T = (M^−q + C^−q)^(−1/q)
/// M   min over vdevs of (media rate / share of the free space); the sum over equal vdevs
/// C   ceiling of host, parity computation and adapter
/// ```
///
/// # Errors
/// [`Error::Drives`] where there is no vdev, a vdev has no drives, or its width does not exceed its parity.
pub fn pool_performance(
    vdevs: &[VdevSpeedSpec<'_>],
    options: &PerformanceOptions,
) -> Result<Performance, Error> {
    pool_performance_with(vdevs, options, Constants::fitted())
}

/// Returns the speed of a pool with given constants; [`pool_performance`] otherwise.
///
/// # Errors
/// As [`pool_performance`].
pub fn pool_performance_with(
    vdevs: &[VdevSpeedSpec<'_>],
    options: &PerformanceOptions,
    constants: &Constants,
) -> Result<Performance, Error> {
    let media = vdev_media(vdevs, options, constants)?;
    let shares = shares(&media);
    let read_terms = Streaming::read(&media, &shares, options, constants);
    let write_terms = Streaming::write(&media, &shares, options, constants);
    let streaming_spread = |stated: Option<Throughput>| match stated {
        Some(_) => constants.known_host_spread,
        None => constants.unknown_host_spread,
    };
    let ceilings = &options.ceilings;
    let read_spread = streaming_spread(ceilings.host_read.or(ceilings.path_read));
    let write_spread = streaming_spread(ceilings.host_write.or(ceilings.path_write));
    let (read, read_limited_by) = read_terms.finish(options.compression.ratio);
    let (write, write_limited_by) = write_terms.finish(options.compression.ratio);
    let rewritten = rewritten(&media, read, write, options, constants);
    let degraded = degraded_read(&media, &shares, &read_terms, options, constants);
    let depth = options.queue_depth.max(1.0);
    let random_reads = random_reads(&media, &shares, depth, constants);
    #[expect(clippy::cast_precision_loss, reason = "record sizes are far below 2^53")]
    let record_mb = options.record_size.as_u64().max(1) as f64 / 1e6;
    let random_writes = random_writes(&media, &shares, depth).min(write_terms.physical() / record_mb);
    let rate = |megabytes: f64| Throughput::saturating(megabytes).ok_or_else(no_number);
    let rates = |point: f64, spread: f64, hard: f64| {
        let range = spread_around(point, spread, hard);
        range.filter_map(Throughput::saturating).ok_or_else(no_number)
    };
    let operations = |point: f64| {
        let range = spread_around(point, constants.random_spread, f64::INFINITY);
        range.filter_map(Iops::saturating).ok_or_else(no_number)
    };
    Ok(Performance {
        read: rates(read, read_spread, read_terms.hard)?,
        write: rates(write, write_spread, write_terms.hard)?,
        rewrite: rates(
            rewritten,
            constants.rewrite_spread.max(write_spread),
            write_terms.hard.min(read_terms.hard),
        )?,
        degraded_read: match degraded {
            Some(point) => Some(rates(point.min(read), read_spread, read_terms.hard)?),
            None => None,
        },
        degraded_write: match degraded {
            Some(_) => Some(rates(write, write_spread, write_terms.hard)?),
            None => None,
        },
        random_read: operations(random_reads)?,
        random_write: operations(random_writes)?,
        sync_write: operations(sync_writes(&media, options))?,
        read_limited_by,
        write_limited_by,
        media_read: rate(read_terms.media_sum)?,
        media_write: rate(write_terms.media_sum)?,
        ceiling_read: rate(read_terms.ceiling)?,
        ceiling_write: rate(write_terms.ceiling)?,
    })
}

/// The error for a speed that came out as no number, which no valid drive and option gives.
fn no_number() -> Error {
    Error::OutOfRange {
        quantity: "speed of the pool".to_owned(),
        reason: "came out as no number".to_owned(),
        hint: "this is a defect; check the rates of the drives and of the host".to_owned(),
    }
}

fn vdev_media(
    vdevs: &[VdevSpeedSpec<'_>],
    options: &PerformanceOptions,
    constants: &Constants,
) -> Result<Vec<VdevMedia>, Error> {
    let refused = |reason: &str, hint: &str| Error::Drives {
        reason: reason.to_owned(),
        hint: hint.to_owned(),
    };
    if vdevs.is_empty() {
        return Err(refused(
            "the pool has no data vdev",
            "name at least one, such as `mirror:2`",
        ));
    }
    vdevs
        .iter()
        .map(|spec| {
            let media = VdevMedia::of(spec, options, constants).ok_or_else(|| {
                refused(
                    "a vdev has no drives",
                    "give the speed of at least one drive per vdev",
                )
            })?;
            if media.parity().is_some_and(|parity| spec.width <= parity) {
                return Err(refused(
                    &format!("a vdev of {} drives cannot have that parity", spec.width),
                    "a RAID-Z vdev is wider than its parity",
                ));
            }
            Ok(media)
        })
        .collect()
}

/// Returns the share of what is written that goes to one vdev of each entry: by free space where all state it.
fn shares(media: &[VdevMedia]) -> Vec<f64> {
    let free = |vdev: &VdevMedia| vdev.free.unwrap_or(0.0);
    let stated = media.iter().all(|vdev| free(vdev) > 0.0);
    let weight = |vdev: &VdevMedia| if stated { free(vdev) } else { 1.0 };
    let total: f64 = media.iter().map(|vdev| weight(vdev) * vdev.count).sum();
    media.iter().map(|vdev| weight(vdev) / total).collect()
}

/// Returns what all vdevs together do when each gets its share: the first that is full time sets the pace.
fn balanced(media: &[VdevMedia], shares: &[f64], rate: impl Fn(&VdevMedia) -> f64) -> f64 {
    media
        .iter()
        .zip(shares)
        .map(|(vdev, share)| rate(vdev) / share)
        .fold(f64::INFINITY, f64::min)
}

/// One direction of streaming: the media against the ceilings.
pub(super) struct Streaming {
    /// Sum over the vdevs.
    pub(super) media_sum: f64,
    /// What the vdevs do when each gets its share.
    pub(super) media: f64,
    /// What the host lets through.
    pub(super) ceiling: f64,
    /// Which part of the host that is.
    ceiling_is: LimitedBy,
    /// What the processor compresses or decompresses, if it does.
    pub(super) codec: Option<f64>,
    /// What no figure may exceed, in the application's bytes.
    hard: f64,
    blend: f64,
}

impl Streaming {
    pub(super) fn read(
        media: &[VdevMedia],
        shares: &[f64],
        options: &PerformanceOptions,
        constants: &Constants,
    ) -> Self {
        let ceilings = &options.ceilings;
        let (ceiling, ceiling_is) = ceiling(
            ceilings.host_read,
            ceilings.path_read,
            constants.host_read,
            1.0,
            ceilings.adapter,
            1.0,
        );
        Self {
            media_sum: media.iter().map(|vdev| vdev.read * vdev.count).sum(),
            media: balanced(media, shares, |vdev| vdev.read),
            ceiling,
            ceiling_is,
            codec: codec_ceiling(options, options.compression.read_ceiling, |(_, read)| read),
            hard: hard_ceiling(ceilings.host_read, ceilings.path_read, options, 1.0),
            blend: constants.read_blend,
        }
    }

    pub(super) fn write(
        media: &[VdevMedia],
        shares: &[f64],
        options: &PerformanceOptions,
        constants: &Constants,
    ) -> Self {
        let ceilings = &options.ceilings;
        let amplification = media
            .iter()
            .map(|vdev| vdev.geometry.amplification)
            .fold(1.0, f64::max);
        let (ceiling, ceiling_is) = ceiling(
            ceilings.host_write,
            ceilings.path_write,
            constants.host_write,
            parity_work(media, options, constants),
            ceilings.adapter,
            amplification,
        );
        Self {
            media_sum: media.iter().map(|vdev| vdev.write * vdev.count).sum(),
            media: balanced(media, shares, |vdev| vdev.write),
            ceiling,
            ceiling_is,
            codec: codec_ceiling(options, options.compression.write_ceiling, |(write, _)| write),
            hard: hard_ceiling(ceilings.host_write, ceilings.path_write, options, amplification),
            blend: constants.write_blend,
        }
    }

    /// Returns the rate of bytes stored.
    pub(super) fn physical(&self) -> f64 {
        soft_min(self.media, self.ceiling, self.blend)
    }

    /// Returns the rate of the application's bytes and what limits it.
    fn finish(&self, ratio: f64) -> (f64, LimitedBy) {
        let physical = self.physical();
        let by = if self.media < self.ceiling {
            LimitedBy::Media
        } else {
            self.ceiling_is
        };
        let (rate, by) = match self.codec {
            None => (physical, by),
            Some(codec) => {
                let unlimited = physical * ratio;
                let by = if codec < unlimited {
                    LimitedBy::Compression
                } else {
                    by
                };
                (soft_min(unlimited, codec, self.blend), by)
            }
        };
        if rate > self.hard {
            (self.hard, self.ceiling_is)
        } else {
            (rate, by)
        }
    }
}

/// Returns the host's work per byte that `vdev` writes or restores in terms of a plain write.
///
/// # Formula
/// ```text
/// 1 + k0 + k1 p with scalar parity code, else 1
/// ```
fn parity_work_of(vdev: &VdevMedia, options: &PerformanceOptions, constants: &Constants) -> f64 {
    match (options.parity_code, vdev.parity()) {
        (ParityCode::Scalar, Some(parity)) => {
            1.0 + constants.raidz_work + constants.raidz_work_per_parity * f64::from(parity)
        }
        (ParityCode::Vectorised, _) | (ParityCode::Scalar, None) => 1.0,
    }
}

/// Returns the most work of any vdev.
fn parity_work(media: &[VdevMedia], options: &PerformanceOptions, constants: &Constants) -> f64 {
    media
        .iter()
        .map(|vdev| parity_work_of(vdev, options, constants))
        .fold(1.0, f64::max)
}

/// Returns what host and adapter let through, and which of them it is.
fn ceiling(
    host: Option<Throughput>,
    path: Option<Throughput>,
    unknown: f64,
    work: f64,
    adapter: Option<Throughput>,
    amplification: f64,
) -> (f64, LimitedBy) {
    let stated = match (host, path) {
        (Some(host), Some(path)) => host.min(path).as_mb_per_s(),
        (Some(only), None) | (None, Some(only)) => only.as_mb_per_s(),
        (None, None) => unknown,
    };
    let by_host = stated / work;
    let by_adapter = adapter.map_or(f64::INFINITY, |rate| rate.as_mb_per_s() / amplification);
    if by_adapter < by_host {
        (by_adapter, LimitedBy::Adapter)
    } else if work > 1.0 {
        (by_host, LimitedBy::Parity)
    } else {
        (by_host, LimitedBy::Host)
    }
}

/// Returns what no figure may exceed: the stated ceiling of the host, and those of ZFS's path and of the adapter times
/// what compression saves them.
fn hard_ceiling(
    host: Option<Throughput>,
    path: Option<Throughput>,
    options: &PerformanceOptions,
    amplification: f64,
) -> f64 {
    let saved = match options.compression.algorithm {
        CompressionAlgorithm::Off => 1.0,
        _ => options.compression.ratio.max(1.0),
    };
    let stated = |ceiling: Option<Throughput>, factor: f64| {
        ceiling.map_or(f64::INFINITY, |rate| rate.as_mb_per_s() * factor)
    };
    stated(host, 1.0)
        .min(stated(path, saved))
        .min(stated(options.ceilings.adapter, saved / amplification))
}

fn codec_ceiling(
    options: &PerformanceOptions,
    stated: Option<Throughput>,
    pick: impl Fn((f64, f64)) -> f64,
) -> Option<f64> {
    let per_core = options.compression.algorithm.mb_per_s_per_core_gigahertz()?;
    let processor = &options.processor;
    Some(stated.map_or_else(
        || pick(per_core) * f64::from(processor.cores.max(1)) * processor.gigahertz.max(0.1),
        Throughput::as_mb_per_s,
    ))
}

fn rewritten(
    media: &[VdevMedia],
    read: f64,
    write: f64,
    options: &PerformanceOptions,
    constants: &Constants,
) -> f64 {
    let disks: f64 = media
        .iter()
        .map(|vdev| match vdev.kind {
            crate::layout::VdevType::Mirror => vdev.count,
            _ => vdev.count * vdev.width,
        })
        .sum();
    let record_ms = media
        .iter()
        .map(|vdev| match vdev.slowest.media {
            Media::Hdd => constants.rewrite_hdd,
            Media::Ssd => 0.0,
        })
        .fold(0.0, f64::max);
    rewrite(
        write,
        read,
        record_ms,
        options.record_size.as_f64(),
        disks,
        constants.rewrite_exponent,
    )
}

/// Returns the read rate with one drive missing from the vdev where that costs most; nothing where none can miss one.
fn degraded_read(
    media: &[VdevMedia],
    shares: &[f64],
    healthy: &Streaming,
    options: &PerformanceOptions,
    constants: &Constants,
) -> Option<f64> {
    let redundant: Vec<(f64, f64)> = media
        .iter()
        .zip(shares)
        .filter(|(vdev, _)| vdev.degraded_read > 0.0)
        .map(|(vdev, share)| {
            let work = parity_work_of(vdev, options, constants);
            (vdev.degraded_read / share, work)
        })
        .collect();
    let media_rate = redundant.iter().map(|&(rate, _)| rate).reduce(f64::min)?;
    let work = redundant.iter().map(|&(_, work)| work).fold(1.0, f64::max);
    let degraded = Streaming {
        media: healthy.media.min(media_rate),
        ceiling: healthy.ceiling / work,
        ..*healthy
    };
    Some(degraded.finish(options.compression.ratio).0)
}

fn random_reads(media: &[VdevMedia], shares: &[f64], depth: f64, constants: &Constants) -> f64 {
    let servers: f64 = media
        .iter()
        .map(|vdev| vdev.count * vdev.read_servers(depth, constants))
        .sum();
    let each = (depth / servers).max(1.0);
    let all_busy = balanced(media, shares, |vdev| {
        vdev.read_servers(depth, constants) * vdev.slowest.random_reads(each, vdev.geometry.piece_bytes)
    });
    all_busy * busy_servers(servers, depth) / servers
}

fn random_writes(media: &[VdevMedia], shares: &[f64], depth: f64) -> f64 {
    let servers: f64 = media.iter().map(|vdev| vdev.count).sum();
    let each = (depth / servers).max(1.0);
    let all_busy = balanced(media, shares, |vdev| {
        vdev.slowest.random_writes(each, vdev.geometry.piece_bytes)
    });
    all_busy * busy_servers(servers, depth) / servers
}

/// Returns the synchronous writes per second of one writer: the log's latency, else that of the slowest vdev.
fn sync_writes(media: &[VdevMedia], options: &PerformanceOptions) -> f64 {
    let latency = options.sync_log.map_or_else(
        || {
            media
                .iter()
                .map(|vdev| vdev.slowest.sync_write_us)
                .fold(0.0, f64::max)
        },
        |log| log.latency_us.max(0.0),
    );
    1e6 / (latency + SYNC_OVERHEAD_US)
}

fn spread_around(point: f64, spread: f64, hard: f64) -> Estimate<f64> {
    Estimate {
        low: point * exp(-spread),
        point,
        high: (point * exp(spread)).min(hard).max(point),
    }
}
