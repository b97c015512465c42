//! The exact chain answers for a thousand candidate systems in well under a second even in a test build.

use std::time::Instant;

use mttdl::{ExponentialGroup, ExponentialSystem, Hours, RatePerHour, RepairDiscipline};

#[test]
fn a_thousand_systems() {
    let mission = Hours::from_years(5.0).unwrap();
    let start = Instant::now();
    let mut nines = 0.0;
    for candidate in 0..1000_u32 {
        let failure = RatePerHour::from_mean(Hours::new(600_000.0 + f64::from(candidate)).unwrap()).unwrap();
        let repair = Hours::new(10.0 + f64::from(candidate % 50)).unwrap();
        let tolerance = 1 + candidate % 3;
        let devices = tolerance + 2 + candidate % 9;
        let group =
            ExponentialGroup::homogeneous(devices, tolerance, failure, repair, RepairDiscipline::Batched)
                .unwrap();
        let system = ExponentialSystem::new(&[(group, 1 + candidate % 12)]).unwrap();
        nines += system.loss_within(mission).nines() + system.mttdl().unwrap().as_years() * 1e-30;
    }
    println!("1000 systems: {:?}, {nines:.3} nines", start.elapsed());
    assert!(start.elapsed().as_secs_f64() < 1.0);
}
