//! Models that nobody should write give errors that name the field, quickly and without a panic.
#![expect(clippy::panic, reason = "helpers of tests fail the test")]

use mttdl::json::{JsonModel, answer};
use mttdl::{ExponentialGroup, Hours, ModelError, RatePerHour, RepairDiscipline};

const GOOD: &str = r#"{"vdevs": [{"n": 4, "k": 1, "cls": 0, "age_h": 0, "batch": -1}], "classes": [[[200000, 1.2]]],
    "mission_h": 43800, "rebuild": ["exp", 24], "delay": ["det", 0], "spares": 0, "frailty": ["none"], "lse": ["none"],
    "stress": 1, "common_cause_per_h": 0, "rel_err": 0.1, "max_trials": 2048}"#;

#[track_caller]
fn error_of(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "`{from}` is not in the good model");
    match JsonModel::from_json(&GOOD.replacen(from, to, 1)) {
        Ok(model) => panic!("`{to}` was taken: {model:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_name_field_value_and_range() {
    let cases = [
        (
            r#""age_h": 0"#,
            r#""age_h": -1"#,
            "`vdevs[0].age_h[0]` is `-1`: it must be finite and at least 0 hours",
        ),
        (r#""age_h": 0"#, r#""age_h": 1e308"#, "`vdevs[0].age_h[0]` is `1"),
        (
            r#""age_h": 0"#,
            r#""age_h": [0, 0]"#,
            "`vdevs[0].age_h` has 2 entries: it must have as many as `n` says",
        ),
        (
            r#""k": 1"#,
            r#""k": 4"#,
            "`vdevs[0].k` is `4`: it must be below the number of devices and at most 15",
        ),
        (r#""n": 4"#, r#""n": 0"#, "`vdevs[0].k` is `1`"),
        (
            r#""n": 4"#,
            r#""n": 1000000"#,
            "`vdevs` has 1000000 entries: it must have at most 16384 devices in all",
        ),
        (r#""n": 4"#, r#""n": 4000000000"#, "`vdevs[0].n` is `4000000000`"),
        (
            r#""cls": 0"#,
            r#""cls": 7"#,
            "`vdevs[0].cls[0]` is `7`: it must be the position of a lifetime, counted from 0",
        ),
        (
            "200000",
            "0",
            "`classes[0][0].scale` is `0`: it must be between 1e-3 and 1e15 hours",
        ),
        ("200000", "1e308", "`classes[0][0].scale` is `1"),
        (
            "1.2",
            "-3",
            "`classes[0][0].shape` is `-3`: it must be between 0.05 and 50",
        ),
        (
            "[[[200000, 1.2]]]",
            "[[]]",
            "`classes[0].parts` has 0 entries: it must have 1 to 16",
        ),
        (
            "[[[200000, 1.2]]]",
            "[]",
            "`classes` has 0 entries: it must have 1 to 64",
        ),
        ("43800", "1e308", "`mission_h` is `1"),
        ("43800", "-43800", "`mission_h` is `-43800`"),
        (
            r#"["exp", 24]"#,
            r#"["exp", 0]"#,
            "`rebuild` is `0`: it must be between 1e-6 and 1e9 hours",
        ),
        (r#"["exp", 24]"#, r#"["weib", 24]"#, "`rebuild` must be"),
        (r#"["exp", 24]"#, r#"["weib", 1, 2, 0]"#, "`rebuild.shape` is `0`"),
        (r#"["det", 0]"#, r#"["det", 1e300]"#, "`delay` is `1"),
        (
            r#""spares": 0"#,
            r#""spares": 4294967295"#,
            "`spares` is `4294967295`: it must be at most 1000000",
        ),
        (
            r#""frailty": ["none"]"#,
            r#""frailty": ["gamma", 0]"#,
            "`frailty` is `0`: it must be between 1e-9 and 100",
        ),
        (
            r#""frailty": ["none"]"#,
            r#""frailty": ["two", 2, 3]"#,
            "`frailty.probability` is `2`",
        ),
        (
            r#""lse": ["none"]"#,
            r#""lse": ["fixed", 1.5]"#,
            "`lse` is `1.5`: it must be between 0 and 1",
        ),
        (
            r#""lse": ["none"]"#,
            r#""lse": ["phys", 1e9, 0, 0]"#,
            "`lse.rate` is `1000000000`",
        ),
        (
            r#""stress": 1"#,
            r#""stress": 0"#,
            "`stress` is `0`: it must be between 1e-3 and 1e6",
        ),
        (
            r#""rel_err": 0.1"#,
            r#""rel_err": 0"#,
            "`rel_err` is `0`: it must be between 0.0001 and 1",
        ),
        (
            r#""max_trials": 2048"#,
            r#""max_trials": 1"#,
            "`max_trials` is `1`",
        ),
        (
            "200000, 1.2",
            "0.001, 50",
            "such that a device fails at most 1e4 times in the mission",
        ),
    ];
    for (from, to, message) in cases {
        let text = error_of(from, to);
        assert!(text.contains(message), "{to}: {text}");
    }
}

#[test]
fn texts_that_are_no_models() {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "1e999",
        r#"{"vdevs": []}"#,
        &GOOD.replace("stress", "strain"),
        &GOOD.replace("24", "NaN"),
    ] {
        assert!(matches!(answer(text), Err(ModelError::Json { .. })), "{text}");
    }
    // What the reader of JSON says is put into the words of who wrote the text.
    for (text, message) in [
        (
            "[]",
            "found a list of another length, expected an object with the keys of a model",
        ),
        (
            "3",
            "found the number `3`, expected an object with the keys of a model",
        ),
        ("{}", "missing field `vdevs`"),
        (r#"{"vdevs": 3}"#, "found the number `3`, expected a list"),
        (
            r#"{"vdevs": ["f64"]}"#,
            "found string \"f64\", expected an object such as {\"n\": 6, \"k\": 2}",
        ),
        (
            r#"{"vdevs": [{"n": 6.5}]}"#,
            "found the number `6.5`, expected a whole number from 0",
        ),
        (r#"{"mission_h": "x"}"#, "found string \"x\", expected a number"),
        (
            r#"{"classes": [[3]]}"#,
            "found the number `3`, expected a list of two numbers",
        ),
        (
            r#"{"rebuild": ["weib"]}"#,
            "expected [\"det\", R], [\"exp\", mean] or [\"weib\", location, scale, shape]",
        ),
    ] {
        let error = JsonModel::from_json(text).unwrap_err().to_string();
        assert!(error.ends_with(message), "{text}: {error}");
    }
    let error = JsonModel::from_json("{\n \"vdevs\": 3}").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column "), "{error}");
    assert!(error.hint().is_some());
    assert!(
        JsonModel::from_json(&GOOD.replace(r#"{"n": 4, "k": 1, "cls": 0, "age_h": 0, "batch": -1}"#, ""))
            .is_err()
    );
}

/// The corners of what is allowed give answers in a moment: probabilities within 0 and 1, no NaN.
#[test]
fn the_corners_of_the_ranges() {
    let corners = [
        ("200000, 1.2", "1e15, 50"),
        ("200000, 1.2", "1e15, 0.05"),
        ("200000, 1.2", "5, 1"),
        ("200000, 1.2", "43800, 0.05"),
        (r#""age_h": 0"#, r#""age_h": 1e7"#),
        (r#""age_h": 0"#, r#""age_h": 1e-300"#),
        ("43800", "0.001"),
        (r#"["exp", 24]"#, r#"["exp", 1e9]"#),
        (r#"["exp", 24]"#, r#"["det", 1e-6]"#),
        (r#"["exp", 24]"#, r#"["weib", 0, 1e-6, 0.2]"#),
        (r#"["exp", 24]"#, r#"["weib", 0, 1e9, 50]"#),
        (r#"["det", 0]"#, r#"["exp", 1e9]"#),
        (r#""spares": 0"#, r#""spares": 1000000"#),
        (r#""frailty": ["none"]"#, r#""frailty": ["gamma", 100]"#),
        (r#""lse": ["none"]"#, r#""lse": ["fixed", 1]"#),
        (r#""lse": ["none"]"#, r#""lse": ["phys", 1e6, 0.001, 1e6]"#),
        (r#""stress": 1"#, r#""stress": 1000"#),
        (r#""k": 1"#, r#""k": 0"#),
        (r#""k": 1"#, r#""k": 3"#),
    ];
    for (from, to) in corners {
        assert!(GOOD.contains(from), "`{from}` is not in the good model");
        let with_batch = GOOD
            .replacen(from, to, 1)
            .replace(r#""batch": -1"#, r#""batch": 0"#);
        for text in [with_batch.replace("max_trials\": 2048", "max_trials\": 1024")] {
            let answer = answer(&text).unwrap_or_else(|error| panic!("{to}: {error}"));
            for interval in [answer.p_any, answer.p_cat] {
                let ordered =
                    0.0 <= interval.low && interval.low <= interval.point && interval.point <= interval.high;
                assert!(ordered && interval.high <= 1.0, "{to}: {interval:?}");
            }
            assert!(
                answer.mean_drive_failures.is_finite() && answer.mean_sector_events.is_finite(),
                "{to}"
            );
        }
    }
}

/// The exact road refuses what it cannot take, too.
#[test]
fn exponential_groups_out_of_range() {
    let (rate, hours) = (RatePerHour::new(1e-6).unwrap(), Hours::new(10.0).unwrap());
    let group = |devices, tolerance, rate, hours| {
        ExponentialGroup::homogeneous(devices, tolerance, rate, hours, RepairDiscipline::Serial)
    };
    assert!(group(0, 0, rate, hours).is_err());
    assert!(group(3, 3, rate, hours).is_err());
    assert!(group(u32::MAX, 1, rate, hours).is_err());
    assert!(group(100, 65, rate, hours).is_err());
    assert!(group(3, 1, RatePerHour::new(1e300).unwrap(), hours).is_err());
    assert!(group(3, 1, rate, Hours::new(1e308).unwrap()).is_err());
    assert!(group(3, 1, rate, Hours::ZERO).is_err());
    let error = ExponentialGroup::heterogeneous(&[], 0, RepairDiscipline::Parallel).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`devices` is `0`: it must be more than the tolerance and at most 1048576"
    );
    let never = group(3, 1, RatePerHour::ZERO, hours).unwrap();
    let system = mttdl::ExponentialSystem::of_group(never).unwrap();
    assert!(system.mttdl().is_none() && system.loss_within(Hours::new(1e308).unwrap()).as_f64() == 0.0);
}
