//! Pools that grow, as tables: drives attached to a RAID-Z vdev, larger drives, more vdevs.

use super::sections::{Section, Table};
use crate::figures::{duration, grouped, label_size};
use crate::plan::{AddedVdev, GrowthStep, LargerDrives, WhatIf};
use crate::units::Hours;

/// Returns the sections on growth that apply to the layout.
pub(super) fn sections(what_if: &WhatIf) -> Vec<Section> {
    [
        attached(&what_if.growth),
        larger(&what_if.replace_with_larger),
        added(&what_if.add_vdev),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn attached(steps: &[GrowthStep]) -> Option<Section> {
    (!steps.is_empty()).then(|| Section {
        heading: "Attaching drives to the first RAID-Z vdev",
        lines: vec![
            "Bytes of the pool after each `zpool attach`. AVAIL goes on counting parity as for the width that the vdev \
             was made with, so that more fits than it says; records written before keep their old width."
                .to_owned(),
        ],
        table: Some(Table {
            header: vec!["drives", "zfs list will say", "truly fits", "made new"],
            right: vec![true; 4],
            rows: steps
                .iter()
                .map(|step| {
                    vec![
                        step.width.to_string(),
                        grouped(step.zfs_usable_bytes.as_u64()),
                        grouped(step.effective_bytes.as_u64()),
                        grouped(step.made_new_bytes.as_u64()),
                    ]
                })
                .collect(),
        }),
    })
}

fn larger(plans: &[LargerDrives]) -> Option<Section> {
    let row = |plan: &LargerDrives, step: &crate::plan::LargerStep| {
        vec![
            label_size(plan.label_bytes),
            (step.vdev + 1).to_string(),
            step.drives_bought.to_string(),
            duration(Hours::new(step.resilver_hours).unwrap_or(Hours::ZERO)),
            grouped(step.zpool_size_bytes.as_u64()),
            grouped(step.zfs_usable_bytes.as_u64()),
            grouped(step.effective_bytes.as_u64()),
        ]
    };
    (!plans.is_empty()).then(|| Section {
        heading: "Replacing drives by larger ones, vdev by vdev",
        lines: vec![
            "Bytes of the pool after the last drive of each vdev is replaced, with `zpool set autoexpand=on`; drives \
             and time add up. The metaslabs keep the size of the day the vdev was made."
                .to_owned(),
        ],
        table: Some(Table {
            header: vec![
                "size",
                "vdev",
                "drives",
                "resilvers",
                "zpool list SIZE",
                "zfs list will say",
                "truly fits",
            ],
            right: vec![false, true, true, true, true, true, true],
            rows: plans
                .iter()
                .flat_map(|plan| plan.steps.iter().map(move |step| row(plan, step)))
                .collect(),
        }),
    })
}

fn added(steps: &[AddedVdev]) -> Option<Section> {
    (!steps.is_empty()).then(|| Section {
        heading: "Adding vdevs like the last",
        lines: vec![
            "Bytes of the pool after each `zpool add`; what is there is not spread over them.".to_owned(),
        ],
        table: Some(Table {
            header: vec![
                "data vdevs",
                "drives",
                "zpool list SIZE",
                "zfs list will say",
                "truly fits",
            ],
            right: vec![true; 5],
            rows: steps
                .iter()
                .map(|step| {
                    vec![
                        step.data_vdevs.to_string(),
                        step.drives_bought.to_string(),
                        grouped(step.zpool_size_bytes.as_u64()),
                        grouped(step.zfs_usable_bytes.as_u64()),
                        grouped(step.effective_bytes.as_u64()),
                    ]
                })
                .collect(),
        }),
    })
}
