//! The way from the drives' bytes to what `zfs list` shows, step by step, for an explanation.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::layout::{AllocationClass, VdevType};
use crate::partition::Partitioning;
use crate::units::Bytes;

use super::block::{BlockSectors, REFERENCE_BLOCK};
use super::loss::Loss;
use super::pool::{PoolCapacity, PoolSpec, SlopShift};
use super::vdev::VdevCapacity;

/// What a step of the way says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepEffect {
    /// The bytes are what there is at this point.
    Total,
    /// The bytes are taken off the total before.
    Loss,
}

/// One step of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Short name.
    pub name: &'static str,
    /// Bytes there are or that go, exact.
    pub bytes: Bytes,
    /// Whether there are or go so many.
    pub effect: StepEffect,
    /// The rule, with the figures of this pool.
    pub why: String,
}

impl PoolCapacity {
    /// Returns the way from the drives' bytes to [`PoolCapacity::zfs_usable`]: each total is the one before less the
    /// losses between them.
    ///
    /// `spec` is what the capacity was computed from. Losses that cannot occur in such a pool are left out; those that
    /// could but are none stay, so that a reader sees that nothing was forgotten.
    #[must_use]
    pub fn steps(&self, spec: &PoolSpec) -> Vec<Step> {
        let mut remaining = self.raw;
        let mut steps = vec![total_step("drives", remaining, self.drives_text())];
        for loss in Loss::ALL {
            let bytes = self.losses.of(loss);
            if self.can_occur(loss) || bytes > Bytes::ZERO {
                steps.push(Step {
                    name: loss.name(),
                    bytes,
                    effect: StepEffect::Loss,
                    why: self.why(loss, spec),
                });
            }
            remaining = remaining.saturating_sub(bytes);
            match loss {
                Loss::MirrorCopies => steps.push(total_step(
                    "asize",
                    remaining,
                    "what the configuration records for the data vdevs".to_owned(),
                )),
                Loss::MetaslabRemainder => {
                    steps.push(total_step("metaslabs", remaining, self.size_text(remaining)));
                }
                Loss::DeflateTruncation => steps.push(total_step(
                    "dspace",
                    remaining,
                    "what datasets share before slop space".to_owned(),
                )),
                _ => {}
            }
        }
        steps.push(total_step(
            "usable",
            remaining,
            "USED + AVAIL of the root dataset in `zfs list -p`, whatever the recordsize".to_owned(),
        ));
        steps
    }

    fn drives_text(&self) -> String {
        let counted = |count: u64, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let drives = self.vdevs.iter().map(|vdev| u64::from(vdev.width)).sum();
        format!(
            "{} in {}",
            counted(drives, "drive"),
            counted(self.vdevs.len() as u64, "vdev")
        )
    }

    fn size_text(&self, remaining: Bytes) -> String {
        if remaining == self.zpool_size {
            "SIZE in `zpool list -p`, parity included".to_owned()
        } else {
            format!(
                "with special and dedup vdevs `zpool list -p` shows SIZE {}",
                self.zpool_size.as_u64()
            )
        }
    }

    fn can_occur(&self, loss: Loss) -> bool {
        let kinds = |test: fn(VdevType) -> bool| self.data_vdevs().any(|vdev| test(vdev.kind));
        let class = |class| self.vdevs.iter().any(|vdev| vdev.class == class);
        match loss {
            Loss::SpecialVdevs => class(AllocationClass::Special),
            Loss::DedupVdevs => class(AllocationClass::Dedup),
            Loss::LogVdevs => class(AllocationClass::Log),
            Loss::DraidReserve | Loss::DraidSpares => kinds(|kind| matches!(kind, VdevType::Draid { .. })),
            Loss::AsizeRounding | Loss::Parity | Loss::Padding | Loss::DeflateTruncation => {
                kinds(|kind| matches!(kind, VdevType::Raidz { .. } | VdevType::Draid { .. }))
            }
            Loss::MirrorCopies => kinds(|kind| kind == VdevType::Mirror),
            Loss::MixedSizes => kinds(|kind| kind != VdevType::Stripe),
            Loss::Partition | Loss::Labels | Loss::MetaslabRemainder | Loss::EmbeddedLog | Loss::Slop => true,
        }
    }

    fn why(&self, loss: Loss, spec: &PoolSpec) -> String {
        let rule = loss.why();
        match loss {
            Loss::Partition => match spec.partitioning {
                Partitioning::None => "no partitions: ZFS gets the devices as they are".to_owned(),
                Partitioning::WholeDisk => {
                    "per drive 2048 sectors before partition 1, 16384 in partition 9, alignment to 2048"
                        .to_owned()
                }
                Partitioning::FreeBsd { swap } if swap == Bytes::ZERO => "GPT aligned to 1 MiB".to_owned(),
                Partitioning::FreeBsd { swap } => {
                    format!(
                        "GPT aligned to 1 MiB, with {} bytes of swap per drive",
                        swap.as_u64()
                    )
                }
            },
            Loss::AsizeRounding => self.distinct(|vdev| match vdev.kind {
                VdevType::Draid { .. } => {
                    "dRAID uses whole rows of 16 MiB and whole groups of them".to_owned()
                }
                _ => "whole sectors are used".to_owned(),
            }),
            Loss::MetaslabRemainder => {
                let metaslabs = |vdev: &VdevCapacity| {
                    let stripes = match vdev.kind {
                        VdevType::Draid { .. } => ", cut to whole stripes",
                        _ => "",
                    };
                    format!(
                        "{} of 2^{} bytes{stripes}",
                        vdev.metaslabs.count, vdev.metaslabs.shift
                    )
                };
                format!("{rule}: {}", self.distinct(metaslabs))
            }
            Loss::Parity => self.of_a_block(|sectors| format!("{} hold parity", sectors.parity)),
            Loss::Padding => {
                self.of_a_block(|sectors| format!("{} stay empty to fill the stripe", sectors.padding))
            }
            Loss::DeflateTruncation => {
                let ratio = |vdev: &VdevCapacity| format!("{}/512", vdev.deflate_ratio.per_512());
                format!(
                    "`zfs list` counts {} of the raw space, cut down",
                    self.distinct(ratio)
                )
            }
            Loss::Slop if spec.slop_shift != SlopShift::default() => format!(
                "1/{} of the space (spa_slop_shift {}), at most 128 GiB, less the embedded log up to half of it",
                1_u64 << spec.slop_shift.as_u32(),
                spec.slop_shift.as_u32()
            ),
            _ => rule.to_owned(),
        }
    }

    /// Says what part of the sectors of a 128 KiB block something is, for the data vdevs that differ.
    fn of_a_block(&self, part: impl Fn(BlockSectors) -> String) -> String {
        self.distinct(|vdev| {
            let sectors = vdev.counted_geometry.sectors(REFERENCE_BLOCK);
            format!(
                "of the {} sectors of a 128 KiB block {}",
                sectors.total(),
                part(sectors)
            )
        })
    }

    /// Joins what is said of the data vdevs, equal texts once.
    fn distinct(&self, text: impl Fn(&VdevCapacity) -> String) -> String {
        let texts: BTreeSet<String> = self.data_vdevs().map(text).collect();
        texts.into_iter().collect::<Vec<_>>().join("; ")
    }
}

fn total_step(name: &'static str, bytes: Bytes, why: String) -> Step {
    Step {
        name,
        bytes,
        effect: StepEffect::Total,
        why,
    }
}
