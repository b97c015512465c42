//! Intervals hold the truth as often as they say.

use mttdl::exact_road::exact_answer;
use mttdl::json::JsonModel;
use mttdl::simulation::Simulation;

/// Ten models with exact answers between 1e-2 and 1e-18.
const MODELS: [&str; 10] = [
    r#""vdevs": [{"n": 6, "k": 1}], "classes": [[[200000, 1]]], "mission_h": 43800, "rebuild": ["exp", 100]"#,
    r#""vdevs": [{"n": 8, "k": 1}], "classes": [[[900000, 1]]], "mission_h": 8760, "rebuild": ["det", 12]"#,
    r#""vdevs": [{"n": 4, "k": 1}], "classes": [[[400000, 1]]], "mission_h": 26280, "rebuild": ["exp", 40], "lse": ["fixed", 0.01]"#,
    r#""vdevs": [{"n": 8, "k": 2}], "classes": [[[500000, 1]]], "mission_h": 43800, "rebuild": ["exp", 24]"#,
    r#""vdevs": [{"n": 8, "k": 2}], "classes": [[[500000, 1]]], "mission_h": 43800, "rebuild": ["exp", 24], "serial": true"#,
    r#""vdevs": [{"n": 6, "k": 2}], "classes": [[[1000000, 1]]], "mission_h": 43800, "rebuild": ["exp", 24], "repair": "batched""#,
    r#""vdevs": [{"n": 5, "k": 2, "cls": [0, 1, 0, 1, 1]}], "classes": [[[300000, 1]], [[2000000, 1]]], "mission_h": 8760, "rebuild": ["exp", 9]"#,
    r#""vdevs": [{"n": 8, "k": 3}], "classes": [[[1500000, 1]]], "mission_h": 8760, "rebuild": ["exp", 5]"#,
    r#""vdevs": [{"n": 11, "k": 3}], "classes": [[[1000000, 1]]], "mission_h": 43800, "rebuild": ["exp", 24], "repair": "batched""#,
    r#""vdevs": [{"n": 6, "k": 2}], "classes": [[[1000000, 1]]], "mission_h": 43800, "rebuild": ["exp", 24], "delay": ["exp", 48]"#,
];
const SEEDS: u64 = 200;

/// Of 2,000 intervals of confidence 0.95 made at 5 % relative error, between 93 and 97 % hold the exact value; a right program
/// misses these bounds once in 25,000 such sets, and the seeds are fixed.
#[test]
fn intervals_hold_the_truth() {
    let mut held = 0_u32;
    for text in MODELS {
        let JsonModel { model, target, .. } =
            JsonModel::from_json(&format!("{{{text}, \"rel_err\": 0.05}}")).unwrap();
        let truth = exact_answer(&model).unwrap().p_any;
        let mut here = 0_u32;
        for seed in 0..SEEDS {
            let interval = Simulation::new(&model, seed, target).run().p_any;
            here += u32::from(interval.low <= truth && truth <= interval.high);
        }
        println!("{truth:.2e}: {here} of {SEEDS}");
        held += here;
    }
    let share = f64::from(held) / f64::from(u32::try_from(SEEDS).unwrap() * 10);
    println!("coverage {share:.4}");
    assert!((0.93..=0.97).contains(&share), "coverage {share}");
}
