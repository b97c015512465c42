//! `zplan advise` as scripts and people call it.

use assert_cmd::Command;
use planner::advice::topics;
use serde_json::Value as Json;

use crate::golden::{Example, agrees, examples};

fn zplan(arguments: &[&str], standard_input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("zplan").unwrap();
    let output = command
        .arg("advise")
        .args(arguments)
        .write_stdin(standard_input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn check(example: &Example) -> Result<(), String> {
    let (status, output, errors) = zplan(&[&example.capability, "--input", &example.inputs], "");
    let printed: Json =
        serde_json::from_str(&output).map_err(|error| format!("{error}: {output}{errors}"))?;
    if let Some(code) = example.expected.strip_prefix("error:") {
        let as_said = status == Some(2) && printed["error"] == code && !errors.is_empty();
        return if as_said {
            Ok(())
        } else {
            Err(format!("{status:?} {output}"))
        };
    }
    if status != Some(0) {
        return Err(format!("{status:?} {output}"));
    }
    if let Some(code) = example.expected.strip_prefix("warning:") {
        let warned = printed["warnings"]
            .as_array()
            .is_some_and(|codes| codes.iter().any(|given| given == code));
        return if warned && errors.contains(code) {
            Ok(())
        } else {
            Err(output)
        };
    }
    if agrees(&printed[&example.quantity], example) {
        Ok(())
    } else {
        Err(output)
    }
}

#[test]
fn every_example_is_reproduced_on_the_command_line() {
    let failures: Vec<_> = examples()
        .iter()
        .filter_map(|example| {
            check(example)
                .err()
                .map(|reason| format!("{}: {reason}", example.id))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn without_a_topic_all_are_listed() {
    let (status, output, errors) = zplan(&[], "");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let flat = output.split_whitespace().collect::<Vec<_>>().join(" ");
    for topic in topics() {
        assert!(
            flat.contains(&format!("{} {}", topic.name, topic.summary)),
            "{}",
            topic.name
        );
    }
}

#[test]
fn the_help_of_a_topic_explains_inputs_and_outputs_with_their_units() {
    for topic in topics() {
        let (status, output, _) = zplan(&[topic.name, "--help"], "");
        assert_eq!(status, Some(0), "{}", topic.name);
        let flat = output.split_whitespace().collect::<Vec<_>>().join(" ");
        for input in topic.inputs {
            let option = format!("--{}", input.name.replace('_', "-").to_lowercase());
            let meaning = input.meaning.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                flat.contains(&option) && flat.contains(&meaning),
                "{} {}\n{output}",
                topic.name,
                input.name
            );
        }
        for output in topic.outputs {
            assert!(flat.contains(output.name), "{} {}", topic.name, output.name);
        }
    }
}

#[test]
fn options_give_a_readable_answer() {
    let (status, output, errors) = zplan(&["arc-limits", "--zfs", "2.3", "--ram-bytes", "128GiB"], "");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    insta::assert_snapshot!(output, @r"
      arc_max_bytes      136,365,211,648 bytes (127.0 GiB)
      arc_min_bytes      4,294,967,296 bytes (4.0 GiB)
      meta_limit_bytes   none
      dnode_limit_bytes  13,636,521,164 bytes (12.6 GiB)
      hash_table_bytes   134,217,728 bytes (128.0 MiB)
      sys_free_bytes     2,147,483,648 bytes (2.0 GiB)

    source: OpenZFS module/os/*/zfs/arc_os.c arc_default_max; module/zfs/arc.c arc_set_limits, arc_init,
            arc_tuning_update
            man zfs(4)
    ");
    let (status, output, errors) = zplan(
        &[
            "torn-page",
            "--fs",
            "xfs",
            "--db",
            "innodb",
            "--nvme-power-fail-bytes",
            "64K",
        ],
        "",
    );
    assert_eq!(status, Some(0));
    insta::assert_snapshot!(output + &errors, @r"
      protection_required          yes
      zfs_uses_nvme_atomic_limits  no

    source: PostgreSQL manual, Reliability; MySQL manual, Doublewrite Buffer; OpenZFS documentation,
            Workload Tuning
            Linux statx(2), RWF_ATOMIC
    warning: power_fail_unit_is_not_enough: the drive's AWUPF covers a page, but the kernel may split or misalign an ordinary write
    ");
    let (_, output, _) = zplan(
        &[
            "zil-path",
            "--zfs",
            "2.3",
            "--slog",
            "--write-bytes",
            "8K",
            "--format",
            "json",
        ],
        "",
    );
    insta::assert_snapshot!(output, @r#"
    {
      "write_goes_to": "log_device",
      "warnings": [],
      "sources": [
        "OpenZFS module/zfs/zfs_log.c zfs_log_write (to 2.3); module/zfs/zil.c zil_write_state (2.4)",
        "man zfsprops(7) logbias, sync"
      ]
    }
    "#);
}

#[test]
fn a_pasted_text_comes_on_standard_input() {
    let line = "dedup: DDT entries 282985, size 354 on disk, 222 in core\n";
    let (status, output, errors) = zplan(&["ddt-parse", "--zfs", "0.6.5"], line);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(output.contains("62,822,670 bytes (59.9 MiB)"), "{output}");
    let (status, output, errors) = zplan(
        &["ddt-parse"],
        "dedup: DDT entries 28x, size 354 on disk, 222 in core\n",
    );
    assert_eq!((status, output.as_str()), (Some(2), ""));
    insta::assert_snapshot!(errors, @r#"
    error: line 1: `dedup: DDT entries 28x, size 354 on disk, 222 in core` has `28x` where a number is due
    hint: paste the output of `zpool status -D`, `zdb -S` or `zdb -D` as it was printed
    "#);
    let histogram = "128K: 2.00M 248G 250G 2.00M 248G 250G 2.00M 248G 250G\n";
    let (status, output, _) = zplan(
        &[
            "special-vdev",
            "--special-small-blocks",
            "128K",
            "--text",
            "-",
            "--format",
            "json",
        ],
        histogram,
    );
    assert_eq!(status, Some(0));
    assert!(output.contains("\"small_block_bytes_low\": 0"), "{output}");
    let (status, output, _) = zplan(&["spindle", "--input", "-"], "{\"rpm\": 7200}");
    assert_eq!(status, Some(0));
    assert!(output.contains("4.166666667"), "{output}");
}

#[test]
fn wrong_questions_exit_with_2() {
    for arguments in [
        ["l2arc", "--input", "{\"zfs\": \"9.9\"}"],
        ["l2arc", "--input", "{\"zfs\": \"2.3\""],
        ["l2arc", "--input", "[1]"],
        ["l2arc", "--zfs", "9.9"],
        ["no-such-topic", "--input", "{}"],
        ["l2arc", "--no-such-input", "1"],
    ] {
        let (status, _, errors) = zplan(&arguments, "");
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(!errors.is_empty(), "{arguments:?}");
    }
}
