//! The description of the topics agrees with what the rules do, whatever they are given.

use planner::advice::{InputKind, Quantity, advise, topics};
use planner::error::Error;
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

#[test]
fn names_are_unique_and_needs_are_inputs() {
    let mut names: Vec<_> = topics().iter().map(|topic| topic.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), topics().len());
    for topic in topics() {
        assert!(!topic.sources.is_empty(), "{}", topic.name);
        for output in topic.outputs {
            for need in output.needs {
                assert!(
                    topic.input(need).is_some(),
                    "{} {} needs {need}",
                    topic.name,
                    output.name
                );
            }
        }
    }
}

fn code(name: &str, input: &Json) -> &'static str {
    match advise(name, input) {
        Err(Error::Rule { code, .. }) => code,
        other => panic!("{name} {input} is not refused: {other:?}"),
    }
}

#[test]
fn wrong_questions_say_what_is_wrong() {
    assert_eq!(code("arc", &json!({})), "unknown_topic");
    assert_eq!(code("l2arc", &json!({"zfs": "2.3", "ram": 1})), "unknown_input");
    assert_eq!(code("l2arc", &json!({"zfs": "3.0"})), "unknown_zfs_version");
    assert_eq!(code("l2arc", &json!([])), "bad_input");
    assert_eq!(code("l2arc", &json!({})), "missing_input");
    assert_eq!(
        code("arc-limits", &json!({"zfs": "2.3", "ram_bytes": 0})),
        "out_of_range"
    );
    assert_eq!(
        code("arc-limits", &json!({"zfs": "1.9", "ram_bytes": 1 << 30})),
        "unknown_zfs_version"
    );
    assert_eq!(
        code(
            "arc-limits",
            &json!({"os": "freebsd", "zfs": "0.8", "ram_bytes": 1 << 30})
        ),
        "unknown_zfs_version"
    );
    assert_eq!(
        code("arc-limits", &json!({"zfs": "2.3", "ram_bytes": -5})),
        "bad_input"
    );
    assert_eq!(
        code(
            "l2arc",
            &json!({"zfs": "2.3", "l2arc_bytes": 1, "avg_block_bytes": 0})
        ),
        "out_of_range"
    );
    assert_eq!(
        code("slog-size", &json!({"slog_bytes": "63MiB"})),
        "slog_below_64MiB"
    );
    assert_eq!(
        code(
            "zfs-dirty",
            &json!({"dirty_bytes": 10, "dirty_data_max_bytes": 10})
        ),
        "out_of_range"
    );
    assert_eq!(
        code(
            "raidz-block",
            &json!({"layout": "raidz2", "width": 2, "block_bytes": 8192})
        ),
        "width_too_small"
    );
    assert_eq!(
        code(
            "dataset-defaults",
            &json!({"property": "compression", "value": "zstd-25"})
        ),
        "bad_compression_level"
    );
    assert_eq!(
        code(
            "dataset-defaults",
            &json!({"property": "recordsize", "value": 12288})
        ),
        "not_power_of_two"
    );
    assert_eq!(
        code(
            "special-vdev",
            &json!({"zfs": "2.3", "special_small_blocks": 24576})
        ),
        "not_power_of_two"
    );
    assert_eq!(
        code(
            "zvol",
            &json!({"layout": "mirror", "volblocksize": 8192, "volsize_bytes": 10_000})
        ),
        "volsize_not_a_multiple"
    );
    let mam = json!({"lba_bytes": 4096, "nsfeat": 66, "nabsn": 31, "nawun": 15, "nabspf": 31, "nawupf": 15});
    assert_eq!(code("nvme-atomic", &mam), "mam_sizes_differ");
    let low = json!({"lba_bytes": 512, "nsfeat": 2, "awun": 15, "awupf": 15, "nawun": 15, "nawupf": 7});
    assert_eq!(code("nvme-atomic", &low), "nawupf_lt_awupf");
    let cut = json!({"lba_bytes": 512, "nsfeat": 2, "nawun": 31, "nawupf": 31, "nabsn": 63, "nabspf": 15});
    assert_eq!(code("nvme-atomic", &cut), "nabspf_lt_nawupf");
    assert_eq!(
        code("nvme-atomic", &json!({"lba_bytes": 520, "awun": 7})),
        "bad_lba_size"
    );
    let large = json!({"new_drive": {"logical": 4096, "physical": 4096}, "pool_ashift": 9});
    assert_eq!(code("ashift", &large), "drive_sector_larger_than_ashift");
    assert_eq!(code("spindle", &json!({"rpm": 0})), "out_of_range");
    assert_eq!(
        code(
            "mttdl",
            &json!({"drives": 3, "parity": 3, "mttf_hours": 1e6, "mttr_hours": 1})
        ),
        "out_of_range"
    );
    assert_eq!(
        code(
            "mttdl",
            &json!({"drives": 200, "parity": 100, "mttf_hours": 1e300, "mttr_hours": 1})
        ),
        "out_of_range"
    );
}

#[test]
fn versions_change_what_they_should() {
    let whole =
        |name: &str, input: Json, quantity: &str| match advise(name, &input).unwrap().quantity(quantity) {
            Some(Quantity::Whole(value)) => *value,
            other => panic!("{quantity} is {other:?}"),
        };
    let ram = 1_u64 << 36;
    let arc = |zfs: &str| {
        whole(
            "arc-limits",
            json!({"zfs": zfs, "ram_bytes": ram}),
            "arc_max_bytes",
        )
    };
    assert_eq!((arc("2.2"), arc("2.3")), (ram / 2, ram - (1 << 30)));
    let zvol = |zfs: &str| {
        whole(
            "zvol",
            json!({"zfs": zfs, "layout": "raidz2"}),
            "default_volblocksize",
        )
    };
    assert_eq!((zvol("2.0"), zvol("2.1"), zvol("2.2")), (8192, 16384, 16384));
    let special = |zfs: &str| {
        advise(
            "special-vdev",
            &json!({"zfs": zfs, "special_small_blocks": 24576}),
        )
    };
    assert!(special("2.3").is_err() && special("2.4").is_ok());
    let rate = |zfs: &str| json!({"zfs": zfs, "l2arc_bytes": 1_u64 << 30});
    let seconds = |zfs| {
        serde_json::to_value(advise("l2arc", &rate(zfs)).unwrap()).unwrap()["steady_fill_seconds"].clone()
    };
    assert_eq!(
        (seconds("2.2"), seconds("2.4"), seconds("master")),
        (json!(128), json!(32), json!(16))
    );
}

/// Any JSON that a user or a page could send for an input of that kind, right or wrong.
fn any_value(kind: InputKind) -> BoxedStrategy<Json> {
    let odd = prop_oneof![
        Just(Json::Null),
        Just(json!("")),
        Just(json!([])),
        Just(json!({"logical": 512, "physical": 1e300})),
        Just(json!([[0, 1], [1, 2]])),
        Just(json!([{"logical": 512, "physical": 4096}])),
        Just(json!(["raidz2", "mirror"])),
        Just(json!([u64::MAX, 1, 0])),
        "[0-9.,KMGTPE]{0,8}".prop_map(Json::String),
    ];
    let numbers = prop_oneof![
        Just(json!(0)),
        Just(json!(1)),
        Just(json!(u64::MAX)),
        Just(json!(1e308)),
        Just(json!(5e-324)),
        (0_u32..64).prop_map(|shift| json!(1_u64 << shift)),
        any::<u64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
    ];
    match kind {
        InputKind::Word(words) => prop_oneof![4 => prop::sample::select(words).prop_map(|word| json!(word)), 1 => odd].boxed(),
        InputKind::Version => prop_oneof![
            4 => prop::sample::select(vec!["0.6.5", "0.8", "2.1.5", "2.1", "2.3", "2.4", "master", "zfs-fuse 0.6.9"])
                .prop_map(|version| json!(version)),
            1 => odd
        ]
        .boxed(),
        InputKind::Flag => prop_oneof![4 => any::<bool>().prop_map(|flag| json!(flag)), 1 => odd].boxed(),
        InputKind::Name => prop_oneof![
            4 => prop::sample::select(vec!["raidz1", "raidz2", "mirror", "draid2:8d", "draid3:0d", "stripe", "lz4", "zstd-7", "auto"])
                .prop_map(|text| json!(text)),
            1 => numbers,
            1 => odd
        ]
        .boxed(),
        InputKind::Text => prop_oneof![".{0,80}".prop_map(Json::String), odd].boxed(),
        InputKind::Bytes | InputKind::Count | InputKind::Number => prop_oneof![6 => numbers, 1 => odd].boxed(),
        InputKind::List => prop_oneof![1 => numbers, 3 => odd].boxed(),
    }
}

fn any_question() -> impl Strategy<Value = (&'static str, Json)> {
    let indices = 0..topics().len();
    indices.prop_flat_map(|index| {
        let topic = &topics()[index];
        let fields: Vec<_> = topic
            .inputs
            .iter()
            .map(|input| {
                prop::option::weighted(0.7, any_value(input.kind)).prop_map(move |value| (input.name, value))
            })
            .collect();
        fields.prop_map(move |fields| {
            let map: Map<String, Json> = fields
                .into_iter()
                .filter_map(|(name, value)| Some((name.to_owned(), value?)))
                .collect();
            (topic.name, Json::Object(map))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// No input panics; every answer is declared, finite and printable; every error has a code and a message.
    #[test]
    fn no_question_breaks_a_rule((name, input) in any_question()) {
        match advise(name, &input) {
            Ok(advice) => {
                for (quantity, value) in &advice.quantities {
                    prop_assert!(advice.topic.output(quantity).is_some(), "{name}: {quantity} is not declared");
                    if let Quantity::Number(value) = value {
                        prop_assert!(value.is_finite(), "{name}: {quantity}");
                    }
                }
                serde_json::to_string(&advice).unwrap();
            }
            Err(Error::Rule { code, message, .. }) => prop_assert!(!code.is_empty() && !message.is_empty()),
            Err(other) => prop_assert!(false, "{name}: {other:?}"),
        }
    }
}
