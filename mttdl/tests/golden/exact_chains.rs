//! Exact chains against tables of exact answers: every row of `ctmc.csv` and `batched.csv`, to 1e-9 relative.

use crate::tables::{self, Row};
use mttdl::{
    ConstantRepairGroup, ExponentialDevice, ExponentialGroup, ExponentialSystem, Hours, LatentLoss,
    Probability, RatePerHour, RepairDiscipline, Supply,
};

const TOLERANCE: f64 = 1e-9;

#[track_caller]
fn assert_close(case: &str, what: &str, ours: f64, table: f64) {
    let error = (ours / table - 1.0).abs();
    assert!(
        error <= TOLERANCE,
        "{case} {what}: {ours:e} instead of {table:e}, off by {error:.1e}"
    );
}

fn discipline(text: &str) -> RepairDiscipline {
    match text {
        "parallel" => RepairDiscipline::Parallel,
        "serial" => RepairDiscipline::Serial,
        "batched" => RepairDiscipline::Batched,
        other => panic!("repair `{other}` is new"),
    }
}

fn rate(mean: f64) -> RatePerHour {
    RatePerHour::from_mean(Hours::new(mean).unwrap()).unwrap()
}

fn latent(row: &Row) -> LatentLoss {
    let probability = Probability::new(row.number("lse_prob")).unwrap();
    match row.text("lse_mode") {
        "none" => LatentLoss::None,
        "entry" => LatentLoss::OnEntry(probability),
        "completion" => LatentLoss::OnCompletion(probability),
        other => panic!("latent mode `{other}` is new"),
    }
}

/// The groups of a row with their copies, whatever its model.
fn groups(row: &Row) -> Vec<(ExponentialGroup, u32)> {
    let (devices, tolerances, copies) = (row.counts("n"), row.counts("k"), row.counts("vdevs"));
    let (failures, repairs) = (row.numbers("mttf_h"), row.numbers("mttr_h"));
    let discipline = discipline(row.text("repair"));
    if row.has("model") && row.text("model") == "hetero" {
        let devices: Vec<ExponentialDevice> = failures
            .iter()
            .zip(&repairs)
            .map(|(&failure, &repair)| ExponentialDevice {
                failure: rate(failure),
                mean_repair: Hours::new(repair).unwrap(),
            })
            .collect();
        let group = ExponentialGroup::heterogeneous(&devices, tolerances[0], discipline).unwrap();
        return vec![(group.with_latent_loss(latent(row)), copies[0])];
    }
    (0..devices.len())
        .map(|kind| {
            let group = ExponentialGroup::homogeneous(
                devices[kind],
                tolerances[kind],
                rate(failures[kind]),
                Hours::new(repairs[kind]).unwrap(),
                discipline,
            )
            .unwrap();
            (group.with_latent_loss(latent(row)), copies[kind])
        })
        .collect()
}

fn check(row: &Row) {
    let case = row.text("case_id");
    let mission = Hours::new(row.number("mission_h")).unwrap();
    if row.has("model") && row.text("model") == "det_rebuild" {
        let group = ConstantRepairGroup::new(
            row.counts("n")[0],
            rate(row.number("mttf_h")),
            Hours::new(row.number("mttr_h")).unwrap(),
        )
        .unwrap();
        let loss = group.loss_within(mission).any_of(row.counts("vdevs")[0]);
        assert_close(case, "p_loss", loss.as_f64(), row.number("p_loss"));
        if !row.text("mttdl_h").is_empty() {
            assert_close(
                case,
                "mttdl_h",
                group.mttdl().unwrap().as_f64(),
                row.number("mttdl_h"),
            );
        }
        return;
    }
    let groups = groups(row);
    let supplied = row.has("model") && row.text("model").ends_with("spares");
    let system = if supplied {
        let supply = Supply {
            spares: row.counts("spares")[0],
            mean_delay: Hours::new(row.number("delay_mean_h")).unwrap(),
        };
        ExponentialSystem::with_supply(&groups, supply).unwrap()
    } else {
        ExponentialSystem::new(&groups).unwrap()
    };
    assert_close(
        case,
        "p_loss",
        system.loss_within(mission).as_f64(),
        row.number("p_loss"),
    );
    assert_close(
        case,
        "p_cat",
        system.catastrophe_within(mission).as_f64(),
        row.number("p_cat"),
    );
    assert_close(
        case,
        "survival",
        system.survival(&[mission])[0].as_f64(),
        1.0 - row.number("p_loss"),
    );
    if !row.text("mttdl_h").is_empty() {
        assert_close(
            case,
            "mttdl_h",
            system.mttdl().unwrap().as_f64(),
            row.number("mttdl_h"),
        );
    }
}

#[test]
fn every_row_of_the_chain_table() {
    let rows = tables::rows("ctmc.csv");
    assert_eq!(rows.len(), 152);
    rows.iter().for_each(check);
}

#[test]
fn every_row_of_the_batched_table() {
    let rows = tables::rows("batched.csv");
    assert_eq!(rows.len(), 23);
    rows.iter().for_each(check);
}

/// A group whose devices are told one by one is the group that is told as a whole, whatever the discipline.
#[test]
fn devices_told_one_by_one() {
    let device = ExponentialDevice {
        failure: rate(120_000.0),
        mean_repair: Hours::new(80.0).unwrap(),
    };
    let other = ExponentialDevice {
        failure: rate(120_000.000_001),
        ..device
    };
    let mission = Hours::from_years(5.0).unwrap();
    for discipline in [
        RepairDiscipline::Parallel,
        RepairDiscipline::Serial,
        RepairDiscipline::Batched,
    ] {
        let alike =
            ExponentialGroup::homogeneous(8, 2, device.failure, device.mean_repair, discipline).unwrap();
        let mut devices = vec![device; 4];
        devices.extend([other; 4]);
        let told = ExponentialGroup::heterogeneous(&devices, 2, discipline).unwrap();
        assert!(alike.is_homogeneous() && !told.is_homogeneous());
        let [alike, told] = [alike, told].map(|group| ExponentialSystem::of_group(group).unwrap());
        assert_close(
            &format!("{discipline:?}"),
            "loss",
            told.loss_within(mission).as_f64(),
            alike.loss_within(mission).as_f64(),
        );
    }
}
