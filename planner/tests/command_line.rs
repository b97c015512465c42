//! Exit statuses, errors and options of the program as a user meets them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("zplan").unwrap();
    command
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    command.env_remove("NO_COLOR");
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

#[track_caller]
fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_wrong_cell_is_shown_with_line_column_and_hint() {
    let output = with_input(
        &["--disks", "-"],
        "model;serial;capacity\nST18000NM000J;ZR5R8A0;18TBB\n",
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    insta::assert_snapshot!(stderr(&output), @r#"
error: standard input, line 2, column `capacity`: `18TBB` is not a size
  |
2 | ST18000NM000J;ZR5R8A0;18TBB
  |                       ^^^^^
hint: write `18 TB`, `16.4 TiB` or the exact bytes
"#);
}

#[test]
fn without_arguments_three_commands_are_shown() {
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).matches("\n  zplan ").count(), 3);
}

#[test]
fn help_groups_the_options() {
    let help = stdout(&run(&["--help"]));
    for heading in ["Inputs:", "Must-haves:", "Assumptions:", "Output:"] {
        assert!(help.contains(heading), "{heading}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn what_cannot_be_met_is_status_1_with_the_way_out() {
    let output = run(&[
        "--drives",
        "12x18TB:7200:sata",
        "--min-usable",
        "300TB",
        "--no-simulate",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("No layout of these drives meets every must-have"),
        "{text}"
    );
    assert!(text.contains("--min-usable"), "{text}");
}

#[test]
fn wrong_options_are_status_2_and_name_the_option() {
    for arguments in [
        &["--drives", "12x18TB", "--mission", "soon"][..],
        &["--drives", "12x18TB", "--layout", "raidz4:6"],
        &["--drives", "12x18TB", "--fill", "0"],
        &["--drives", "12x18TB", "--mission", "1e9y"],
        &["--drives", "12x18TB", "--host-write", "0"],
        &["--drives", "12x18TB", "--max-loss", "2"],
        &["--drives", "12x18TB", "--recordsize", "100K"],
        &["--drives", "12x18TBB"],
        &["--disks", "no-such-file.csv"],
        &["--disks", "data"],
        &["--drives", "4x18TB", "--layout", "raidz2:6"],
        &["capacity", "raidz2", "--disk-bytes", "1TB"],
        &["--nonsense"],
    ] {
        let output = run(arguments);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert!(
            stderr(&output).contains("error"),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn weights_decide_from_the_command_line_and_from_a_file() {
    let recommended = |arguments: &[&str]| -> String {
        let mut all = vec![
            "--disks",
            "data/examples/batches12.csv",
            "--no-simulate",
            "--format",
            "json",
            "--as-of",
            "2026-11-30",
        ];
        all.extend(arguments);
        let plan: serde_json::Value = serde_json::from_str(&stdout(&run(&all))).unwrap();
        let chosen = plan
            .pointer(&format!("/candidates/{}", plan["recommended"]))
            .unwrap();
        chosen["layout"].as_str().unwrap().to_owned()
    };
    assert_eq!(recommended(&["--weights", "usable=1"]), "2xraidz2:6");
    assert_eq!(recommended(&["--weights", "iops=2,usable=0.1"]), "4xmirror:3");
    assert_eq!(
        recommended(&["--weights", "loss=1"]),
        recommended(&["--weights", "loss=7.5"])
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zplan.toml");
    std::fs::write(&file, "weights = \"iops=2,usable=0.1\"\n").unwrap();
    assert_eq!(recommended(&["--config", file.to_str().unwrap()]), "4xmirror:3");
    let wrong = run(&["--disks", "data/examples/batches12.csv", "--weights", "space=1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        stderr(&wrong).contains("`space` is no figure"),
        "{}",
        stderr(&wrong)
    );
}

#[test]
fn options_come_from_a_file_and_the_command_line_wins() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zplan.toml");
    std::fs::write(
        &path,
        "drives = [\"12x18TB:7200:sata\"]\nmission = \"3y\"\nno-simulate = true\nformat = \"json\"\n",
    )
    .unwrap();
    let plan = |more: &[&str]| -> serde_json::Value {
        let mut arguments = vec!["--config", path.to_str().unwrap()];
        arguments.extend(more);
        let output = run(&arguments);
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
    };
    assert_eq!(plan(&[])["assumptions"]["mission_hours"], 26280.0);
    assert_eq!(plan(&["--mission", "1y"])["assumptions"]["mission_hours"], 8760.0);
    std::fs::write(&path, "mission = 5y\n").unwrap();
    let output = run(&["--config", path.to_str().unwrap(), "--drives", "4x1TB"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1"), "{}", stderr(&output));
}

#[test]
fn a_failed_export_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/parts.csv");
    let output = run(&[
        "--drives",
        "12x18TB:7200:sata",
        "--no-simulate",
        "--export",
        path.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("parts.csv"), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_export_to_what_is_no_file_leaves_it_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (link, target) = (folder.path().join("link.csv"), folder.path().join("target.csv"));
    std::fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let output = run(&[
        "--drives",
        "12x18TB:7200:sata",
        "--no-simulate",
        "--export",
        link.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().starts_with("part,"));
}

#[test]
fn colour_is_asked_for_or_absent() {
    let plain = stdout(&run(&["--drives", "6x4TB:5400:sata", "--no-simulate"]));
    assert!(!plain.contains('\u{1b}'));
    let coloured = stdout(&run(&[
        "--drives",
        "6x4TB:5400:sata",
        "--no-simulate",
        "--color",
        "always",
    ]));
    assert!(coloured.contains("\u{1b}[1m"));
}

#[test]
fn every_shell_has_completions_and_there_is_a_manual_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert!(
            output.status.success() && stdout(&output).contains("disks"),
            "{shell}"
        );
    }
    assert!(stdout(&run(&["man"])).starts_with(".ie"));
}

#[test]
fn the_same_input_gives_the_same_bytes_on_any_number_of_threads() {
    let plan = |threads: &str| {
        let arguments = [
            "--disks",
            "data/examples/batches12.csv",
            "--as-of",
            "2026-11-30",
            "--format",
            "json",
            "--quiet",
            "--rel-err",
            "0.05",
            "--threads",
            threads,
        ];
        stdout(&run(&arguments))
    };
    let one = plan("1");
    assert!(one.contains("simulated"));
    assert_eq!(one, plan("3"));
}

#[test]
fn rpm_and_fill_move_rebuild_hours_and_loss() {
    let figures = |rpm: &str, fill: &str| -> (f64, f64) {
        let drives = format!("8x18TB:{rpm}:sata");
        let output = run(&[
            "--drives",
            &drives,
            "--layout",
            "raidz2:8",
            "--fill",
            fill,
            "--no-simulate",
            "--format",
            "json",
            "--max-loss",
            "1",
            "--quiet",
        ]);
        let plan: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let candidate = &plan["candidates"][0];
        let hours = candidate["performance"]["resilver_hours"]["point"]
            .as_f64()
            .unwrap();
        (
            hours,
            candidate["reliability"]["p_loss"]["point"].as_f64().unwrap(),
        )
    };
    let (hours, loss) = figures("7200", "0.8");
    let (slower_hours, slower_loss) = figures("5400", "0.8");
    let (fuller_hours, fuller_loss) = figures("7200", "0.95");
    let (emptier_hours, emptier_loss) = figures("7200", "0.3");
    assert!(
        slower_hours > hours && slower_loss > loss,
        "{slower_hours} h, {slower_loss}"
    );
    assert!(
        fuller_hours > hours && fuller_loss > loss,
        "{fuller_hours} h, {fuller_loss}"
    );
    assert!(
        emptier_hours < hours && emptier_loss < loss,
        "{emptier_hours} h, {emptier_loss}"
    );
}

#[test]
fn a_mttdl_model_is_answered_and_a_wrong_one_is_placed() {
    let model = r#"{"vdevs": [{"n": 4, "k": 1}], "classes": [[[500000, 1]]], "mission_h": 43800,
        "rebuild": ["exp", 24], "rel_err": 0.02}"#;
    let output = with_input(&["mttdl", "--model", "-"], model);
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let (simulated, exact) = (
        answer["p_any"]["point"].as_f64().unwrap(),
        answer["exact"]["p_any"].as_f64().unwrap(),
    );
    // 2 % standard error: five of them.
    assert!((simulated / exact - 1.0).abs() < 0.1);
    let output = with_input(&["mttdl", "--model", "-"], "{\n\"vdevs\": 3}");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 2"), "{}", stderr(&output));
}

#[test]
fn advice_on_the_host_stands_under_the_plan_and_comes_as_a_file() {
    let host = [
        "--drives",
        "8x7.68TB:nvme",
        "--ram",
        "128GiB",
        "--os",
        "linux",
        "--db",
        "postgres",
        "--workload",
        "database",
        "--no-simulate",
    ];
    let text = stdout(&run(&host));
    assert!(
        text.contains("Around the pool") && text.contains("Source:"),
        "{text}"
    );
    let mut emit = host.to_vec();
    emit.extend(["--emit", "postgresql"]);
    let file = stdout(&run(&emit));
    assert!(file.contains("shared_buffers"), "{file}");
}

#[test]
fn more_than_a_thousand_drives_are_read_but_not_planned() {
    let mut csv = String::from("model,capacity\n");
    for _ in 0..1025 {
        csv.push_str("ST8000VN004,8TB\n");
    }
    let output = with_input(&["--disks", "-"], &csv);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("a plan takes at most 1,024"),
        "{}",
        stderr(&output)
    );
    assert!(with_input(&["inventory", "-"], &csv).status.success());
}

/// Finding: `--disks - --disks -` read an empty second input and blamed the first.
#[test]
fn inputs_named_twice_are_refused() {
    let csv = "model,serial,capacity\nST18000NM000J,ZR5R8A0,18TB\n";
    let output = with_input(&["--disks", "-", "--disks", "-"], csv);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @r"
    error: standard input: `-` is named twice, but standard input can be read once
    hint: name `-` once, and files for the rest
    ");
    let example = "data/examples/batches12.csv";
    let output = run(&["inventory", example, example]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    insta::assert_snapshot!(stderr(&output), @r"
    error: data/examples/batches12.csv: named twice; what it holds would count twice
    hint: name every file once
    ");
}

/// Finding: `--as-of` took the years 0000 and 9999.
#[test]
fn the_day_of_a_plan_is_one_of_our_time() {
    for day in ["0000-01-01", "9999-12-31", "1999-12-31", "2101-01-01"] {
        let output = run(&["--drives", "12x18TB", "--as-of", day]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        let message = stderr(&output);
        assert!(
            message.contains("is not a day on which a pool could be planned"),
            "{message}"
        );
        assert!(
            message.contains("write a day of the years 2000 to 2100"),
            "{message}"
        );
    }
    let output = run(&["--drives", "12x18TB", "--as-of", "yesterday"]);
    assert!(
        stderr(&output).contains("`yesterday` is not a day"),
        "{}",
        stderr(&output)
    );
    let output = run(&["fit", "--log", "none.csv", "--as-of", "0000-01-01"]);
    assert!(stderr(&output).contains("2000 to 2100"), "{}", stderr(&output));
}
