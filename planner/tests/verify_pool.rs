//! Pasted sizes of pools against their prediction: agreement to the byte, or the step and its cause.
//!
//! The sizes are those that OpenZFS 2.4 printed for pools of files of 4000787030016 and 480103981056 bytes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use planner::ashift::Ashift;
use planner::capacity::{Disk, PoolCapacity, PoolSpec, VdevSpec, ZfsVersion};
use planner::layout::Layout;
use planner::partition::Partitioning;
use planner::units::Bytes;
use planner::verify::{Observed, Verdict, read_observed, verify};

const RAIDZ2_LIST: &str = "tank\t24000277250048\t21430272\t24000255819776\t-\t-\t0\t0\t1.00\tONLINE\t-\n\
\traidz2-0\t24000277250048\t21430272\t24000255819776\t-\t-\t0\t0\t-\tONLINE\t-\n\
\td0\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td1\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td2\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td3\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td4\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td5\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n";

const SPECIAL_LIST: &str = "tank\t12468290060288\t7315456\t12468282744832\t-\t-\t0\t0\t1.00\tONLINE\t-\n\
\traidz1-0\t11991548690432\t6815744\t11991541874688\t-\t-\t0\t0\t-\tONLINE\t-\n\
\td0\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td1\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td2\t4000786939904\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
special                   -        -               -        -         -      -      -      -         -        -\n\
\tmirror-1\t476741369856\t499712\t476740870144\t-\t-\t0\t0\t-\tONLINE\t-\n\
\td20\t480103890944\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td21\t480103890944\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
logs                      -        -               -        -         -      -      -      -         -        -\n\
\tmirror-2\t476741369856\t0\t476741369856\t-\t-\t0\t0\t-\tONLINE\t-\n\
\td22\t480103890944\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n\
\td23\t480103890944\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n";

const SPECIAL_GET: &str =
    "tank\tused\t5039104\t-\ntank\tavailable\t7853410270208\t-\ntank/home\tused\t1\t-\n";

const RAIDZ2_ZDB: &str = "
MOS Configuration:
        name: 'tank'
        vdev_children: 1
        vdev_tree:
            type: 'root'
            id: 0
            children[0]:
                type: 'raidz'
                id: 0
                nparity: 2
                metaslab_shift: 34
                ashift: 12
                asize: 24004693327872
                is_log: 0
                children[0]:
                    type: 'file'
                    path: 'd0'
                children[1]:
                    type: 'file'
                    path: 'd1'
                children[2]:
                    type: 'file'
                children[3]:
                    type: 'file'
                children[4]:
                    type: 'file'
                children[5]:
                    type: 'file'
        features_for_read:
            com.delphix:hole_birth
";

fn disk(bytes: u64) -> Disk {
    Disk::with_512_byte_sectors(Bytes::new(bytes))
}

/// The pool of a layout: data drives of 4 TB, all others of 480 GB.
fn spec(layout: &str, version: ZfsVersion) -> PoolSpec {
    let layout: Layout = layout.parse().unwrap();
    let vdevs = layout
        .vdevs()
        .map(|group| {
            let data = group.class == planner::layout::AllocationClass::Data;
            let bytes = if data { 4_000_787_030_016 } else { 480_103_981_056 };
            VdevSpec::new(
                group.class,
                group.kind,
                Ashift::B4096,
                vec![disk(bytes); group.width as usize],
            )
        })
        .collect();
    PoolSpec {
        vdevs,
        version,
        ..PoolSpec::default()
    }
}

fn observed(texts: &[&str]) -> Observed {
    let named: Vec<(String, String)> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| (format!("text {index}"), (*text).to_owned()))
        .collect();
    read_observed(&named).unwrap()
}

fn causes(verdict: &Verdict) -> Vec<&str> {
    verdict.causes.iter().map(|cause| cause.what.as_str()).collect()
}

#[test]
fn layouts_are_read_from_lists_and_from_zdb() {
    let layout = |text| observed(&[text]).layout().unwrap().to_string();
    assert_eq!(layout(RAIDZ2_LIST), "raidz2:6");
    assert_eq!(layout(RAIDZ2_ZDB), "raidz2:6");
    assert_eq!(layout(SPECIAL_LIST), "raidz1:3+special/mirror:2+log/mirror:2");
    let stripes = "t\t10\t0\t10\t-\t-\t0\t0\t1.00\tONLINE\t-\n\ta\t5\t0\t5\t-\t-\t0\t0\t-\tONLINE\t-\n\tb\t5\t0\t5\t-\t-\t0\t0\t-\tONLINE\t-\n";
    assert_eq!(layout(stripes), "stripe:2");
}

#[test]
fn a_real_pool_agrees_to_the_byte_at_every_step() {
    let seen = observed(&[RAIDZ2_LIST, RAIDZ2_ZDB]);
    let verdict = verify(&spec("raidz2:6", ZfsVersion::V2_4), &seen).unwrap();
    assert!(verdict.agrees, "{verdict:?}");
    let quantities: Vec<&str> = verdict.checks.iter().map(|check| check.quantity).collect();
    assert_eq!(
        quantities,
        [
            "ashift",
            "asize",
            "metaslab_shift",
            "SIZE of the vdev",
            "SIZE of the pool"
        ]
    );
}

#[test]
fn special_vdevs_count_what_lies_on_them() {
    let seen = observed(&[SPECIAL_LIST, SPECIAL_GET]);
    let verdict = verify(
        &spec("raidz1:3+special/mirror:2+log/mirror:2", ZfsVersion::V2_4),
        &seen,
    )
    .unwrap();
    assert!(verdict.agrees, "{verdict:?}");
    assert_eq!(verdict.checks.last().unwrap().quantity, "USED + AVAIL");
    // 2.1 does not count it, and has no log within special vdevs: the version explains the difference.
    let older = verify(
        &spec("raidz1:3+special/mirror:2+log/mirror:2", ZfsVersion::V2_1),
        &seen,
    )
    .unwrap();
    assert!(!older.agrees);
    assert!(
        causes(&older).contains(&"the pool is counted by OpenZFS 2.4"),
        "{older:?}"
    );
}

#[test]
fn partitions_are_found_out() {
    let mut partitioned = spec("raidz2:6", ZfsVersion::V2_4);
    partitioned.partitioning = Partitioning::WholeDisk;
    let seen = observed(&[RAIDZ2_LIST, RAIDZ2_ZDB]);
    let verdict = verify(&partitioned, &seen).unwrap();
    let first = &verdict.checks[verdict.first_difference.unwrap()];
    assert_eq!((first.quantity, first.vdev), ("asize", Some(1)));
    assert!(verdict.causes[0].explains_all);
    assert!(causes(&verdict)[0].contains("without partitions"), "{verdict:?}");
}

/// A pool as it would be printed, from its own prediction.
fn printed(spec: &PoolSpec) -> String {
    let pool = PoolCapacity::of(spec).unwrap();
    let usable = pool.zfs_usable.as_u64();
    let mut text = format!(
        "t\t{}\t0\t0\t-\t-\t0\t0\t1.00\tONLINE\t-\n",
        pool.zpool_size.as_u64()
    );
    for (position, vdev) in pool.vdevs.iter().enumerate() {
        text += &format!(
            "\t{}-{position}\t{}\t0\t0\t-\t-\t0\t0\t-\tONLINE\t-\n",
            vdev.kind.name(vdev.width),
            vdev.metaslabs.size.as_u64()
        );
        text += &"\td\t1\t-\t-\t-\t-\t-\t-\t-\tONLINE\t-\n".repeat(vdev.width as usize);
    }
    text + &format!("t\t98304\t{}\t98304\t/t\n", usable - 98304)
}

#[test]
fn an_expansion_is_found_out() {
    let mut grown = spec("raidz2:5", ZfsVersion::V2_3);
    let six = vec![disk(4_000_787_030_016); 6];
    grown.vdevs[0] = grown.vdevs[0].clone().grown_to(six);
    let seen = observed(&[&printed(&grown)]);
    let verdict = verify(&spec("raidz2:6", ZfsVersion::V2_3), &seen).unwrap();
    assert!(!verdict.agrees);
    assert!(
        causes(&verdict).contains(&"the RAID-Z vdevs were made 1 narrower and expanded since"),
        "{verdict:?}"
    );
}

#[test]
fn rounded_sizes_and_other_texts_are_refused_with_a_hint() {
    for (text, part) in [
        (
            "tank\t21.8T\t20M\t21.8T\t-\t-\t0\t0\t1.00\tONLINE\t-\n",
            "`21.8T`",
        ),
        ("hello\nworld\n", "is no output of"),
        ("", "is no output of"),
    ] {
        let error = read_observed(&[("pasted".to_owned(), text.to_owned())]).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
        assert!(error.hint().is_some());
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut seed = 7_u64;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..40 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let piece = [
                "\t",
                "\n",
                "raidz2-0",
                "-",
                "12",
                "vdev_tree:",
                "children[0]:",
                " ",
                "tank",
                ":",
                "asize",
                "'",
            ];
            text.push_str(piece[(seed >> 33) as usize % piece.len()]);
        }
        if let Ok(seen) = read_observed(&[("x".to_owned(), text)]) {
            let _ = verify(&spec("raidz2:6", ZfsVersion::V2_3), &seen);
        }
    }
}
