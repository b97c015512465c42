//! Fits the parameters stage by stage: each stage a few parameters on the rows that tell about them.
//!
//! The loss is Huber's on ln(predicted / measured), so that unexplained outliers pull little, with a pull towards the
//! neutral starting values that weighs less than one row. Bend and pull were chosen among a dozen pairs by the
//! cross-validated errors, to which they therefore flatter a little. The search is Nelder and Mead's on the
//! logarithms of the parameters, restarted; it is deterministic.

use mttdl::math::exp;

use super::errors::residual;
use super::parameters::{Parameters, has_natural_start};
use super::predict::{Host, predict};
use super::rows::{Row, Rows, Target};

/// Errors up to this many e-folds count squared, larger ones in proportion.
const HUBER_BEND: f64 = 0.2;
/// Weight of the squared logarithmic distance from a starting value that means something.
const PULL: f64 = 0.3;
/// The same for one that does not; decides only where no row does.
const PULL_WITH_UNIT: f64 = 1e-3;

struct Stage {
    targets: &'static [Target],
    names: &'static [&'static str],
}

/// Later stages use what earlier ones found.
const STAGES: [Stage; 7] = [
    Stage {
        targets: &[Target::Write],
        names: &[
            "write_media_hdd",
            "write_media_ssd",
            "raidz_work",
            "raidz_work_per_parity",
            "write_blend",
            "host_write_calomel_hdd",
            "host_write_calomel_ssd",
        ],
    },
    Stage {
        targets: &[Target::Read],
        names: &[
            "read_media_cached",
            "read_blend",
            "host_read_calomel_hdd",
            "host_read_calomel_ssd",
        ],
    },
    Stage {
        targets: &[Target::Rewrite],
        names: &["rewrite_hdd", "rewrite_exponent"],
    },
    Stage {
        targets: &[Target::Seeks],
        names: &["measured_depth", "mirror_balance"],
    },
    Stage {
        targets: &[Target::Streaming],
        names: &["write_media_plain", "read_media_plain", "host_write"],
    },
    Stage {
        targets: &[Target::CompressedWrite, Target::CompressedRead],
        names: &[
            "benchmark_ratio",
            "lz4_write_calomel",
            "lzjb_write_calomel",
            "lz4_read_calomel",
            "lzjb_read_calomel",
        ],
    },
    Stage {
        targets: &[Target::Resilver],
        names: &["resilver_share", "production_share", "shingled_share"],
    },
];

/// Fits all parameters on the scored and anchoring rows that `keep` keeps.
pub(crate) fn fit(rows: &Rows, keep: impl Fn(&Row) -> bool) -> Parameters {
    let mut parameters = Parameters::start();
    for stage in &STAGES {
        let kept: Vec<(Target, &Row)> = stage
            .targets
            .iter()
            .flat_map(|&target| {
                let scored = rows.scored(target).into_iter();
                let anchors = rows.anchors(target).into_iter();
                scored.chain(anchors).map(move |row| (target, row))
            })
            .filter(|(_, row)| keep(row))
            .collect();
        if kept.is_empty() {
            continue;
        }
        if stage.names.contains(&"host_write") {
            parameters.start_unknown_host();
        }
        let start = parameters.clone();
        let at = |shift: &[f64]| {
            let mut trial = start.clone();
            for (&name, &step) in stage.names.iter().zip(shift) {
                trial.set(name, start.value(name) * exp(step));
            }
            trial
        };
        let best = search(stage.names.len(), |shift| {
            let trial = at(shift);
            let constants = trial.constants();
            let misfit: f64 = kept
                .iter()
                .map(|&(target, row)| {
                    huber(residual(
                        target,
                        row,
                        predict(target, row, &trial, &constants, Host::Known),
                    ))
                })
                .sum();
            let distance: f64 = stage
                .names
                .iter()
                .zip(shift)
                .map(|(name, step)| {
                    step * step
                        * if has_natural_start(name) {
                            PULL
                        } else {
                            PULL_WITH_UNIT
                        }
                })
                .sum();
            misfit + distance
        });
        parameters = at(&best);
    }
    parameters.rounded()
}

fn huber(residual: f64) -> f64 {
    let size = residual.abs();
    if size.is_nan() {
        f64::INFINITY
    } else if size < HUBER_BEND {
        size * size / (2.0 * HUBER_BEND)
    } else {
        size - HUBER_BEND / 2.0
    }
}

/// Minimises `loss` from 0 with restarts from the point found, until one gains nothing.
fn search(dimensions: usize, loss: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let mut best = vec![0.0; dimensions];
    let mut value = loss(&best);
    for restart in 0..8 {
        let size = if restart % 2 == 0 { 0.3 } else { -0.1 };
        let (point, found) = nelder_mead(&best, size, &loss);
        let gain = value - found;
        if found < value {
            (best, value) = (point, found);
        }
        if restart > 1 && gain < 1e-9 {
            break;
        }
    }
    best
}

/// One descent of Nelder and Mead's simplex with the usual coefficients.
fn nelder_mead(start: &[f64], size: f64, loss: &impl Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
    let dimensions = start.len();
    let mut simplex: Vec<(Vec<f64>, f64)> = (0..=dimensions)
        .map(|corner| {
            let mut point = start.to_vec();
            if corner > 0 {
                point[corner - 1] += size;
            }
            let value = loss(&point);
            (point, value)
        })
        .collect();
    for _ in 0..400 * dimensions {
        simplex.sort_by(|one, other| one.1.total_cmp(&other.1));
        if simplex[dimensions].1 - simplex[0].1 < 1e-10 {
            break;
        }
        let centre: Vec<f64> = (0..dimensions)
            .map(|axis| {
                simplex[..dimensions]
                    .iter()
                    .map(|(point, _)| point[axis])
                    .sum::<f64>()
                    / corners(dimensions)
            })
            .collect();
        let along = |step: f64| -> (Vec<f64>, f64) {
            let point: Vec<f64> = centre
                .iter()
                .zip(&simplex[dimensions].0)
                .map(|(middle, worst)| middle + step * (middle - worst))
                .collect();
            let value = loss(&point);
            (point, value)
        };
        let reflected = along(1.0);
        let next = if reflected.1 < simplex[0].1 {
            let expanded = along(2.0);
            if expanded.1 < reflected.1 {
                expanded
            } else {
                reflected
            }
        } else if reflected.1 < simplex[dimensions - 1].1 {
            reflected
        } else {
            let contracted = if reflected.1 < simplex[dimensions].1 {
                along(0.5)
            } else {
                along(-0.5)
            };
            if contracted.1 < simplex[dimensions].1.min(reflected.1) {
                contracted
            } else {
                let best = simplex[0].0.clone();
                for (point, value) in simplex.iter_mut().skip(1) {
                    for (coordinate, target) in point.iter_mut().zip(&best) {
                        *coordinate = f64::midpoint(*coordinate, *target);
                    }
                    *value = loss(point);
                }
                continue;
            }
        };
        simplex[dimensions] = next;
    }
    simplex.sort_by(|one, other| one.1.total_cmp(&other.1));
    simplex.swap_remove(0)
}

#[expect(clippy::cast_precision_loss, reason = "a stage has few parameters")]
fn corners(count: usize) -> f64 {
    count as f64
}
