//! Every row of `ashift.csv`: the ashift that OpenZFS 2.4 gives to emulated disks.

use planner::ashift::{AddMode, Ashift, Sectors, Verdict, added, attached, automatic, created};
use planner::drive::SectorSize;

use crate::support::{Row, ashift_of, table};

fn members(row: &Row) -> Vec<Sectors> {
    row.text("logical_physical")
        .split_whitespace()
        .map(|pair| {
            let (logical, physical) = pair.split_once('/').unwrap();
            let size = |text: &str| SectorSize::new(text.parse().unwrap()).unwrap();
            Sectors {
                logical: size(logical),
                physical: size(physical),
            }
        })
        .collect()
}

/// Returns the value of `-o ashift=` in a command.
fn asked(command: &str) -> Option<u32> {
    let (_, rest) = command.split_once("ashift=")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Returns the ashift per vdev after a successful command, or nothing where it fails.
fn outcome(row: &Row) -> Option<Vec<Verdict>> {
    let command = row.text("command");
    let members = members(row);
    let asked = match asked(command).map(Ashift::new) {
        Some(Err(_)) => return None,
        Some(Ok(ashift)) => Some(ashift),
        None => None,
    };
    let verdicts = if command.starts_with("zpool create") && command.contains("mirror DEV") {
        vec![created(asked, &members)]
    } else if command.starts_with("zpool create") {
        members.iter().map(|member| created(asked, &[*member])).collect()
    } else {
        // The first disk made the pool in the step before.
        let pool = automatic(&members[..1]).unwrap();
        let verdict = if command.starts_with("zpool add") {
            added(&[pool], asked, &members[1..], AddMode::Checked)
        } else {
            assert!(command.starts_with("zpool attach -f") || command.starts_with("zpool replace -f"));
            attached(pool, members[1])
        };
        vec![verdict]
    };
    verdicts
        .iter()
        .all(|verdict| verdict.ashift().is_some())
        .then_some(verdicts)
}

#[test]
fn every_disk_gets_the_ashift_that_openzfs_gives() {
    let rows = table("ashift.csv");
    assert_eq!(rows.len(), 34);
    let (mut parameters, mut refused, mut non_native) = (0, 0, 0);
    for row in &rows {
        let expected: Vec<Ashift> = row
            .text("result_ashift_per_vdev")
            .split_whitespace()
            .map(|vdev| ashift_of(vdev.rsplit(':').next().unwrap().parse().unwrap()))
            .collect();
        if row.text("case").starts_with("module parameter") {
            parameters += 1;
            continue;
        }
        match outcome(row) {
            None => {
                refused += 1;
                assert_eq!(row.text("rc"), "1", "{row:?}");
                assert!(!row.text("message").is_empty(), "{row:?}");
            }
            Some(verdicts) => {
                assert_eq!(row.text("rc"), "0", "{row:?}");
                let given: Vec<Ashift> = verdicts.iter().filter_map(|verdict| verdict.ashift()).collect();
                assert_eq!(given, expected, "{row:?}");
                let warned = verdicts
                    .iter()
                    .any(|verdict| matches!(verdict, Verdict::NonNative { .. }));
                // OpenZFS says nothing of it while the replacement is still running.
                if !row.text("command").starts_with("zpool replace") {
                    assert_eq!(warned, row.text("message").contains("non-native"), "{row:?}");
                    non_native += usize::from(warned);
                }
            }
        }
    }
    assert_eq!((parameters, refused, non_native), (2, 2, 4));
    assert_parameters(&rows);
}

/// The two rows that state module parameters: the largest physical sector that is followed, and that files count as
/// having sectors of 512 bytes.
fn assert_parameters(rows: &[Row]) {
    let value = |name: &str| {
        let row = rows.iter().find(|row| row.text("case").ends_with(name)).unwrap();
        u32::try_from(row.required("result_ashift_per_vdev")).unwrap()
    };
    let with_physical = |shift: u32| {
        automatic(&[Sectors {
            logical: SectorSize::B512,
            physical: SectorSize::new(1 << shift).unwrap(),
        }])
    };
    let largest = value("zfs_vdev_max_auto_ashift");
    assert_eq!(with_physical(largest), Ok(Ashift::new(largest).unwrap()));
    assert_eq!(with_physical(largest + 1), Ok(Ashift::MINIMUM));
    let file = value("vdev_file_physical_ashift");
    assert_eq!(with_physical(file), Ok(Ashift::new(file).unwrap()));
}
