//! Advice on whole plans: what it says about a layout, that it never contradicts itself, what it writes.

use std::collections::HashMap;
use std::sync::Arc;

use planner::advice::{
    AdviceItem, Database, DeviceRole, EmitKind, Level, Member, OperatingSystem, PlanContext, PlannedVdev,
    SettingTarget, ZfsRelease, emit, plan_advice, planned_vdevs, topic,
};
use planner::ashift::Ashift;
use planner::drive::{Capacity, CapacityKind, Drive, Fact};
use planner::layout::{Layout, VdevType};
use planner::units::{Bytes, Throughput};
use planner::workload::Workload;

const RAIDZ2: VdevType = VdevType::Raidz { parity: 2 };

fn vdev(role: DeviceRole, kind: VdevType, drives: &[&str], gib: u64) -> PlannedVdev {
    let member = |drive: &&str| Member {
        drive: (*drive).into(),
        size: Bytes::from_gib(gib),
        nvme_awupf: drive.starts_with("nvme").then(|| Bytes::from_kib(64)),
    };
    PlannedVdev {
        role,
        kind,
        ashift: Ashift::B4096,
        members: drives.iter().map(member).collect(),
    }
}

/// A host of 128 GiB with one raidz2 of six, OpenZFS 2.3 on Linux.
fn host() -> PlanContext {
    PlanContext {
        pool: "tank".to_owned(),
        zfs: ZfsRelease::parse("2.3").unwrap(),
        os: OperatingSystem::Linux,
        ram: Some(Bytes::from_gib(128)),
        workload: Workload::Files,
        database: None,
        recordsize: None,
        special_small_blocks: None,
        sync_writes: None,
        vdevs: vec![vdev(
            DeviceRole::Data,
            RAIDZ2,
            &["sda", "sdb", "sdc", "sdd", "sde", "sdf"],
            16_000,
        )],
        usable: Bytes::from_gib(64_000),
    }
}

fn postgresql() -> PlanContext {
    PlanContext {
        workload: Workload::Database,
        database: Some(Database::Postgresql),
        ..host()
    }
}

#[track_caller]
fn has(context: &PlanContext, level: Level, words: &str) {
    let items = plan_advice(context);
    let found = items
        .iter()
        .any(|item| item.level == level && item.message.contains(words));
    assert!(found, "no {level:?} with `{words}` in {items:#?}");
}

#[test]
fn small_records_on_this_raidz2_cost_three_times() {
    let context = PlanContext {
        recordsize: Some(Bytes::from_kib(8)),
        ..postgresql()
    };
    has(
        &context,
        Level::Should,
        "8 KiB records on raidz2:6 take 3.00 times their size, 32 KiB only 1.50 times",
    );
    has(
        &postgresql(),
        Level::Note,
        "32 KiB records on raidz2:6 take 1.50 times their size",
    );
    let volumes = PlanContext {
        workload: Workload::Vm,
        zfs: ZfsRelease::parse("2.0").unwrap(),
        ..host()
    };
    has(
        &volumes,
        Level::Should,
        "zvols of the default volblocksize, 8 KiB, take 3.00 times",
    );
}

#[test]
fn support_vdevs_must_be_as_safe_as_the_pool() {
    let mut context = host();
    context.vdevs.push(vdev(
        DeviceRole::Special,
        VdevType::Mirror,
        &["nvme0", "nvme1"],
        400,
    ));
    has(&context, Level::Must, "make the special vdev as redundant");
    has(
        &context,
        Level::Note,
        "the special vdev stays for the life of the pool",
    );
    context.vdevs[1] = vdev(
        DeviceRole::Special,
        VdevType::Mirror,
        &["nvme0", "nvme1", "nvme2"],
        400,
    );
    assert!(
        plan_advice(&context)
            .iter()
            .all(|item| !item.message.contains("as redundant"))
    );
    context.special_small_blocks = Some(Bytes::from_kib(128));
    has(
        &context,
        Level::Must,
        "keep special_small_blocks below the recordsize",
    );
    context.special_small_blocks = Some(Bytes::new(24_576));
    has(&context, Level::Must, "24576 is no power of two");
}

#[test]
fn log_and_cache_on_one_drive_are_seen() {
    let mut context = host();
    context
        .vdevs
        .push(vdev(DeviceRole::Log, VdevType::Stripe, &["optane0"], 64));
    context
        .vdevs
        .push(vdev(DeviceRole::Cache, VdevType::Stripe, &["optane0"], 400));
    has(&context, Level::Should, "log and cache share the drive optane0");
    has(&context, Level::Should, "mirror the log device");
    has(&context, Level::Note, "of the log only 8 GiB will ever be used");
    has(&context, Level::Note, "the full L2ARC takes 300 MiB of the ARC");
    context.sync_writes = Throughput::from_mb_per_s(125.0);
    has(&context, Level::Note, "of the log only 2 GiB will ever be used");
    context.vdevs[2] = vdev(DeviceRole::Cache, VdevType::Stripe, &["optane1"], 400);
    assert!(
        plan_advice(&context)
            .iter()
            .all(|item| !item.message.contains("share the drive"))
    );
    context.database = Some(Database::Innodb);
    has(&context, Level::Should, "leave the cache device out");
}

#[test]
fn nvme_units_do_not_make_doublewrite_safe_elsewhere() {
    let mut context = host();
    context.database = Some(Database::Innodb);
    context.vdevs = vec![vdev(DeviceRole::Data, VdevType::Mirror, &["nvme0", "nvme1"], 800)];
    has(
        &context,
        Level::Must,
        "never switch the doublewrite buffer off outside ZFS because of these NVMe drives",
    );
    has(
        &context,
        Level::Should,
        "switch the doublewrite buffer off for files on this pool, and only there",
    );
    context.recordsize = Some(Bytes::from_kib(8));
    has(&context, Level::Must, "keep the doublewrite buffer on");
}

#[test]
fn a_database_must_limit_the_arc_where_the_default_takes_all() {
    has(&postgresql(), Level::Must, "limit the ARC to 91 GiB");
    let earlier = PlanContext {
        zfs: ZfsRelease::parse("2.2").unwrap(),
        ..postgresql()
    };
    has(&earlier, Level::Note, "the default ARC of 64 GiB leaves room");
    let small = PlanContext {
        ram: Some(Bytes::from_mib(512)),
        ..postgresql()
    };
    has(&small, Level::Must, "too little for this database");
}

#[test]
fn files_carry_the_reason_of_every_line() {
    let context = postgresql();
    let items = plan_advice(&context);
    let written = |kind| emit(kind, &context, &items);
    insta::assert_snapshot!(written(EmitKind::Modprobe), @r#"
    # 91 GiB: what the database and the system leave of 128 GiB
    options zfs zfs_arc_max=97710505984
    "#);
    insta::assert_snapshot!(written(EmitKind::Datasets), @r#"
    # one parent, so that its datasets are snapshot together
    zfs create tank/postgresql
    # recordsize=32K: four pages of 8K: room for compression, few bytes rewritten
    zfs create -o recordsize=32K tank/postgresql/data
    # recordsize=32K: four pages of 8K: room for compression, few bytes rewritten
    zfs create -o recordsize=32K tank/postgresql/log
    "#);
    insta::assert_snapshot!(written(EmitKind::Postgresql), @r#"
    # copy-on-write leaves no page half written; on ZFS only
    full_page_writes = off
    # a quarter of 128 GiB
    shared_buffers = 32GB
    # shared buffers and ARC, an upper bound; allocates nothing
    effective_cache_size = 123GB
    # copy-on-write: a new segment is as good as an old one
    wal_init_zero = off
    # copy-on-write: a new segment is as good as an old one
    wal_recycle = off
    "#);
    insta::assert_snapshot!(written(EmitKind::Mysql), @"# nothing differs from the defaults");
    insta::assert_snapshot!(emit(EmitKind::Modprobe, &PlanContext { os: OperatingSystem::FreeBsd, ..context.clone() }, &items), @r#"
    # 91 GiB: what the database and the system leave of 128 GiB
    vfs.zfs.arc_max="97710505984"
    "#);
    let context = PlanContext {
        zfs: ZfsRelease::parse("2.1").unwrap(),
        database: Some(Database::Innodb),
        ..host()
    };
    let items = plan_advice(&context);
    insta::assert_snapshot!(emit(EmitKind::Datasets, &context, &items), @r#"
    # compression=lz4: off by default before 2.2
    zfs set compression=lz4 tank
    # one parent, so that its datasets are snapshot together
    zfs create tank/mysql
    # recordsize=16K: the page of InnoDB
    # primarycache=metadata: the buffer pool caches the pages
    # logbias=throughput: pages are not written twice
    zfs create -o recordsize=16K -o primarycache=metadata -o logbias=throughput tank/mysql/data
    # primarycache=metadata: the buffer pool caches the pages
    zfs create -o primarycache=metadata tank/mysql/log
    "#);
    insta::assert_snapshot!(emit(EmitKind::Mysql, &context, &items), @r#"
    [mysqld]
    # copy-on-write leaves no page half written; on ZFS only
    innodb_doublewrite = 0
    # half of 128 GiB
    innodb_buffer_pool_size = 64G
    # the dataset of the redo log
    innodb_log_group_home_dir = /tank/mysql/log
    "#);
    let large = PlanContext {
        recordsize: Some(Bytes::from_kib(128)),
        ..postgresql()
    };
    let items = plan_advice(&large);
    insta::assert_snapshot!(emit(EmitKind::Datasets, &large, &items), @r#"
    # one parent, so that its datasets are snapshot together
    zfs create tank/postgresql
    # the defaults fit
    zfs create tank/postgresql/data
    # recordsize=32K: four pages of 8K: room for compression, few bytes rewritten
    zfs create -o recordsize=32K tank/postgresql/log
    "#);
}

#[test]
fn a_layout_and_an_inventory_make_the_vdevs() {
    let layout: Layout = "raidz1:3+special/mirror:2".parse().unwrap();
    let mut nvme = Drive::unknown("nvme0".into(), "list.csv, line 2".into());
    nvme.nvme_awupf = Some(Bytes::from_kib(16));
    nvme.capacity = Some(Fact::stated(Capacity {
        bytes: Bytes::from_gib(400),
        kind: CapacityKind::Exact,
        likely: None,
    }));
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| Arc::from(*name))
            .collect::<Vec<Arc<str>>>()
    };
    let drives = [names(&["a", "b", "c"]), names(&["nvme0", "nvme1"])];
    let vdevs = planned_vdevs(&layout, drives.iter().map(Vec::as_slice), Ashift::B4096, &[nvme]);
    assert_eq!(vdevs.len(), 2);
    assert_eq!((vdevs[0].role, vdevs[0].members.len()), (DeviceRole::Data, 3));
    let member = &vdevs[1].members[0];
    assert_eq!(
        (member.size, member.nvme_awupf),
        (Bytes::from_gib(400), Some(Bytes::from_kib(16)))
    );
}

/// Plans of every shape: releases, systems, memories, databases, workloads, record sizes, devices.
fn all_plans() -> Vec<PlanContext> {
    let mut plans = Vec::new();
    let layouts = [
        vec![vdev(
            DeviceRole::Data,
            RAIDZ2,
            &["a", "b", "c", "d", "e", "f"],
            16_000,
        )],
        vec![vdev(DeviceRole::Data, VdevType::Mirror, &["nvme0", "nvme1"], 800)],
        vec![
            vdev(
                DeviceRole::Data,
                VdevType::Draid {
                    parity: 1,
                    data: 4,
                    spares: 1,
                },
                &["a", "b", "c", "d", "e", "f"],
                16_000,
            ),
            vdev(DeviceRole::Special, VdevType::Mirror, &["nvme0", "nvme1"], 400),
            vdev(DeviceRole::Log, VdevType::Stripe, &["nvme2"], 16),
            vdev(DeviceRole::Cache, VdevType::Stripe, &["nvme2"], 4_000),
            vdev(DeviceRole::Dedup, VdevType::Stripe, &["nvme3"], 100),
        ],
        vec![],
    ];
    let releases = ["0.6.5", "0.8", "2.1", "2.2", "2.3", "2.4", "master"];
    let memories = [
        None,
        Some(1),
        Some(300),
        Some(1 << 10),
        Some(16 << 10),
        Some(128 << 10),
        Some(1 << 20),
    ];
    let records = [None, Some(4), Some(8), Some(16), Some(128), Some(16_384)];
    for (vdevs, release) in layouts
        .iter()
        .flat_map(|vdevs| releases.map(|release| (vdevs, release)))
    {
        for (memory, record) in memories
            .iter()
            .flat_map(|memory| records.map(|record| (memory, record)))
        {
            for database in [None, Some(Database::Postgresql), Some(Database::Innodb)] {
                for (workload, os) in Workload::ALL.into_iter().zip(
                    [OperatingSystem::Linux, OperatingSystem::FreeBsd]
                        .into_iter()
                        .cycle(),
                ) {
                    plans.push(PlanContext {
                        zfs: ZfsRelease::parse(release).unwrap(),
                        os,
                        ram: memory.map(Bytes::from_mib),
                        workload,
                        database,
                        recordsize: record.map(Bytes::from_kib),
                        special_small_blocks: record.map(|kib| Bytes::from_kib(kib / 4)),
                        vdevs: vdevs.clone(),
                        ..host()
                    });
                }
            }
        }
    }
    plans
}

fn defaults(target: &SettingTarget, name: &str, zfs: ZfsRelease) -> &'static str {
    match (target, name) {
        (SettingTarget::Module, "zfs_arc_max") => "0",
        (SettingTarget::Dataset(_), "recordsize") => "128K",
        (SettingTarget::Dataset(_), "compression") if zfs >= ZfsRelease::parse("2.2.0").unwrap() => "lz4",
        (SettingTarget::Dataset(_), "compression") => "off",
        (SettingTarget::Dataset(_), "primarycache") => "all",
        (SettingTarget::Dataset(_), "logbias") => "latency",
        (SettingTarget::Dataset(_), "special_small_blocks") => "0",
        (SettingTarget::Postgresql, "shared_buffers") => "128MB",
        (SettingTarget::Postgresql, "effective_cache_size") => "4GB",
        (SettingTarget::Postgresql, "full_page_writes" | "wal_init_zero" | "wal_recycle") => "on",
        (SettingTarget::Mysql, "innodb_buffer_pool_size") => "128M",
        (SettingTarget::Mysql, "innodb_doublewrite") => "1",
        (SettingTarget::Mysql, "innodb_log_group_home_dir") => "./",
        other => panic!("no default known for {other:?}"),
    }
}

fn check(context: &PlanContext, items: &[AdviceItem]) {
    let mut values: HashMap<(&SettingTarget, &str), &str> = HashMap::new();
    assert!(items.is_sorted_by_key(|item| item.level));
    for item in items {
        assert!(topic(item.topic).is_some(), "{item:?}");
        assert!(
            !item.source.is_empty() && !item.because.is_empty() && !item.message.is_empty(),
            "{item:?}"
        );
        for setting in &item.settings {
            assert!(
                !setting.reason.is_empty() && !setting.value.is_empty(),
                "{setting:?}"
            );
            let before = values.insert((&setting.target, setting.name), &setting.value);
            assert!(before.is_none(), "{setting:?} is set twice in {context:?}");
            assert_ne!(
                setting.value,
                defaults(&setting.target, setting.name, context.zfs),
                "{setting:?}"
            );
        }
    }
}

#[test]
fn no_plan_sets_anything_twice_or_to_its_default() {
    let plans = all_plans();
    assert!(plans.len() > 10_000);
    for context in &plans {
        let items = plan_advice(context);
        check(context, &items);
        for kind in EmitKind::ALL {
            assert!(emit(kind, context, &items).starts_with(['#', '[']), "{context:?}");
        }
    }
}
