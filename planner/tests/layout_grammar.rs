//! Layouts as they are written: what is read, what is refused and why.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use planner::error::Error;
use planner::layout::{AllocationClass, Layout, VdevGroup, VdevType};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, canonical: &str, drives: u64, vdevs: u64) {
    let layout: Layout = text.parse().unwrap();
    assert_eq!(layout.to_string(), canonical);
    assert_eq!((layout.drives(), layout.vdev_count()), (drives, vdevs));
    assert_eq!(layout.vdevs().count() as u64, vdevs);
    assert_eq!(canonical.parse(), Ok(layout));
}

#[test]
fn layouts_are_read_and_written_in_one_form() {
    check("2xraidz2:8+spare:1", "2xraidz2:8+spare:1", 17, 2);
    check("6xmirror:2", "6xmirror:2", 12, 6);
    check("mirror", "mirror:2", 2, 1);
    check("raidz:5", "raidz1:5", 5, 1);
    check("draid2:6d:24c:1s", "draid2:6d:24c:1s", 24, 1);
    check("2xdraid2:24c:6d", "2xdraid2:6d:24c:0s", 48, 2);
    check("draid:4d:8c:1s", "draid1:4d:8c:1s", 8, 1);
    check(
        "2xraidz2:6+special/mirror:2",
        "2xraidz2:6+special/mirror:2",
        14,
        3,
    );
    check("stripe:4", "stripe:4", 4, 4);
    check("stripe", "stripe:1", 1, 1);
    check("2xstripe:3", "stripe:6", 6, 6);
    check("mirror+mirror+mirror:3", "2xmirror:2+mirror:3", 7, 3);
    check(
        " RAIDZ2:6 + log/stripe + dedup/raidz1:3 ",
        "raidz2:6+log/stripe:1+dedup/raidz1:3",
        10,
        3,
    );
    check("raidz1:2", "raidz1:2", 2, 1);
    check("raidz3:255", "raidz3:255", 255, 1);
    check("mirror:2+spare:0", "mirror:2", 2, 1);
}

fn refusal(text: &str) -> String {
    match text.parse::<Layout>() {
        Err(error @ Error::Layout { .. }) => format!("{error}; hint: {}", error.hint().unwrap()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn refusals_say_what_to_write_instead() {
    let texts = [
        "",
        "raidz2",
        "raidz2:2",
        "raidz4:8",
        "mirror:1",
        "mirror:256",
        "0xmirror:2",
        "raidz2:-8",
        "raidz2:8x2",
        "2raidz2:8",
        "cache/stripe:1",
        "log/raidz1:3",
        "special/mirror:2",
        "mirror:2+spare:1+mirror:2",
        "spare:2",
        "draid2:6d:24c:17s",
        "draid2:6d:300c:1s",
        "draid2:24c",
        "draid2:6d:24c:6d",
        "draid4:6d:24c",
        "draid2:0d:24c",
        "draid1:1d:255c:101s",
        "4294967295xraidz2:8",
        "2xstripe:4294967295",
    ];
    let refusals: Vec<String> = texts.into_iter().map(refusal).collect();
    insta::assert_snapshot!(refusals.join("\n"), @r"
    layout ``: `` is not a type of vdev; hint: write stripe, mirror, raidz1, raidz2, raidz3 or draid2:6d:24c:1s
    layout `raidz2`: `raidz2` needs the number of drives; hint: write it after a colon, as in `raidz2:8`
    layout `raidz2:2`: raidz2 needs more than 2 drives, not 2; hint: write `raidz2:3` or wider
    layout `raidz4:8`: `raidz4` is not a type of vdev; hint: write stripe, mirror, raidz1, raidz2, raidz3 or draid2:6d:24c:1s
    layout `mirror:1`: a mirror of 1 is no mirror; hint: write `mirror:2`
    layout `mirror:256`: a vdev has at most 255 drives, not 256; hint: write several vdevs, such as `2xraidz2:8`
    layout `0xmirror:2`: a group needs at least one vdev; hint: leave the group out
    layout `raidz2:-8`: `-8` is not a number of drives; hint: write a number such as 2
    layout `raidz2:8x2`: `8x2` is not a number of drives; hint: write a number such as 2
    layout `2raidz2:8`: `2raidz2` is not a type of vdev; hint: write stripe, mirror, raidz1, raidz2, raidz3 or draid2:6d:24c:1s
    layout `cache/stripe:1`: `cache` is not a class of vdevs; hint: write `special/`, `dedup/` or `log/`, or nothing for data
    layout `log/raidz1:3`: a log vdev is one drive or a mirror; hint: write `log/mirror:2`
    layout `special/mirror:2`: no vdev holds data; hint: add a group without a class, such as `mirror:2`
    layout `mirror:2+spare:1+mirror:2`: `mirror:2` follows the spares; hint: write the spares last, as in `raidz2:8+spare:1`
    layout `+spare:2`: no vdev holds data; hint: add a group without a class, such as `mirror:2`
    layout `draid2:6d:24c:17s`: 6 data + 2 parity + 17 spare drives are more than 24 children; hint: make the group (`d`) smaller or the vdev (`c`) larger
    layout `draid2:6d:300c:1s`: a vdev has at most 255 drives, not 300; hint: write several vdevs, such as `2xraidz2:8`
    layout `draid2:24c`: dRAID needs its data drives and its children; hint: write parity, data drives of a group, children and spares as in `draid2:6d:24c:1s`
    layout `draid2:6d:24c:6d`: the data drives are given twice; hint: write parity, data drives of a group, children and spares as in `draid2:6d:24c:1s`
    layout `draid4:6d:24c:0s`: dRAID has parity 1, 2 or 3, not 4; hint: write `draid1`, `draid2` or `draid3`
    layout `draid2:0d:24c:0s`: a dRAID group needs at least one data drive; hint: write the data drives of a group as `8d`
    layout `draid1:1d:255c:101s`: dRAID has at most 100 distributed spares, not 101; hint: write fewer spares, such as `2s`
    layout `4294967295xraidz2:8`: 34359738360 drives are more than 65536; hint: write fewer or smaller vdevs
    layout `2xstripe:4294967295`: 2 times 4294967295 drives are too many; hint: write fewer vdevs
    ");
}

fn kind() -> impl Strategy<Value = (VdevType, u32)> {
    prop_oneof![
        Just((VdevType::Stripe, 1)),
        (2_u32..=20).prop_map(|width| (VdevType::Mirror, width)),
        (1_u32..=3, 1_u32..=30).prop_map(|(parity, data)| (VdevType::Raidz { parity }, parity + data)),
        (1_u32..=3, 1_u32..=20, 0_u32..=5, 0_u32..=40).prop_map(|(parity, data, spares, more)| {
            let kind = VdevType::Draid { parity, data, spares };
            (kind, parity + data + spares + more)
        }),
    ]
}

fn group() -> impl Strategy<Value = VdevGroup> {
    let class = prop_oneof![
        Just(AllocationClass::Data),
        Just(AllocationClass::Special),
        Just(AllocationClass::Dedup),
        Just(AllocationClass::Log),
    ];
    (class, 1_u32..=9, kind()).prop_map(|(class, count, (kind, width))| {
        let has_parity = matches!(kind, VdevType::Raidz { .. } | VdevType::Draid { .. });
        let class = if has_parity && class == AllocationClass::Log {
            AllocationClass::Data
        } else {
            class
        };
        VdevGroup {
            class,
            count,
            kind,
            width,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What is written is read back, once neighbours that are alike have become one group.
    #[test]
    fn every_valid_layout_survives_writing_and_reading(
        groups in prop::collection::vec(group(), 1..6),
        spares in 0_u32..5,
    ) {
        let layout = Layout { groups, spares };
        let has_data = layout.groups.iter().any(|group| group.class == AllocationClass::Data);
        prop_assert_eq!(layout.check().is_ok(), has_data);
        if has_data {
            let read: Layout = layout.to_string().parse().unwrap();
            prop_assert_eq!(read.drives(), layout.drives());
            prop_assert!(read.vdevs().eq(layout.vdevs()));
            prop_assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    /// Whatever is typed gives a layout or a refusal, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9:+/x. ]{0,40}|\\PC{0,20}") {
        if let Ok(layout) = text.parse::<Layout>() {
            prop_assert_eq!(layout.to_string().parse(), Ok(layout));
        }
    }

    /// The same with pieces of the grammar, so that more of them are nearly right.
    #[test]
    fn any_mixture_of_pieces_is_read_or_refused(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "2x", "65537x", "raidz2", "draid2", "mirror", "stripe", ":", "8", "6d", "24c", "1s", "+", "spare:",
                "special/", "log/", "4294967296", "0",
            ]),
            0..12,
        )
    ) {
        if let Ok(layout) = pieces.concat().parse::<Layout>() {
            prop_assert_eq!(layout.to_string().parse(), Ok(layout));
        }
    }
}
