//! What is handed out can be used: `zpool create` lines that a shell and `zpool` accept, parts lists that add up.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use planner::drive::Drive;
use planner::inventory::{ReadOptions, Source, read};
use planner::layout::Layout;
use planner::plan::{Candidate, InventoryShown, Plan, PlanOptions, parts, plan};
use planner::report::plan_csv::plan_csv;
use planner::report::procurement::procurement_csv;

const EXAMPLES: [&str; 5] = ["batches12", "homelab6", "jbod60", "ssd24", "nvme8"];

fn options() -> PlanOptions {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    options.simulation = None;
    options
}

fn drives(bytes: &[u8]) -> Vec<Drive> {
    let source = Source {
        name: "drives.csv",
        bytes,
    };
    read(&[source], &ReadOptions::on(options().as_of)).unwrap().drives
}

fn example(name: &str) -> Vec<Drive> {
    let path = format!("{}/../data/examples/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    drives(&std::fs::read(path).unwrap())
}

fn planned(drives: &[Drive], options: &PlanOptions) -> Plan {
    let shown = InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    };
    plan(drives, shown, options, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Names that try to leave their place in a command or a spreadsheet.
fn hostile() -> Vec<Drive> {
    let names = [
        "mirror",
        "spare",
        "-f",
        "raidz2",
        "$(reboot)",
        "`id`",
        "a;b",
        "it's",
        "a b",
        "draid2:4d:8c:1s",
        "log",
        "*",
        "~root",
        "#x",
        "special",
        "=1+1",
    ];
    let mut drives = example("jbod60");
    drives.truncate(24);
    for (drive, name) in drives.iter_mut().zip(names) {
        drive.path = Some(name.into());
    }
    for drive in &mut drives[names.len()..] {
        drive.path = None;
        drive.serial = Some("\u{202e}x'; rm -rf / #\n".into());
        drive.model = Some("=cmd|' /C calc'!A0".into());
        drive.id = format!("-{}\n", drive.id).into();
    }
    drives
}

const SHAPES: [&str; 16] = [
    "stripe:4",
    "mirror:2",
    "3xmirror:3+spare:2",
    "mirror:2+stripe:1",
    "raidz1:3",
    "2xraidz2:6",
    "raidz3:8+spare:1",
    "raidz1:5+mirror:3",
    "special/mirror:2+raidz2:6",
    "raidz2:6+special/mirror:3+log/mirror:2",
    "2xmirror:2+log/stripe:1",
    "log/stripe:2+log/mirror:2+mirror:4",
    "raidz1:4+dedup/mirror:2+special/mirror:2+spare:1",
    "draid2:4d:8c:1s",
    "2xdraid1:2d:6c:1s",
    "draid3:4d:12c:2s+special/mirror:3",
];

#[test]
fn every_command_follows_the_grammar_of_zpool_create() {
    let mut commands = 0;
    let mut kinds = BTreeSet::new();
    for name in EXAMPLES {
        let drives = example(name);
        for candidate in planned(&drives, &options()).candidates {
            kinds.insert(check(&candidate).kind);
            commands += 1;
        }
    }
    let mut asked = options();
    asked.layouts = SHAPES
        .iter()
        .map(|shape| shape.parse::<Layout>().unwrap())
        .collect();
    for drives in [hostile(), example("ssd24")] {
        for candidate in planned(&drives, &asked).candidates {
            check(&candidate);
            commands += 1;
        }
    }
    assert!(commands >= 60, "{commands}");
    let types = ["mirror", "raidz1", "raidz2", "raidz3", "draid"];
    for kind in types {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
}

/// What a command says, to be compared with its candidate.
#[derive(Debug, Default)]
struct Said {
    /// Class, type and number of devices, in a canonical order.
    vdevs: Vec<(String, String, usize)>,
    spares: usize,
    devices: Vec<String>,
    kind: &'static str,
}

#[track_caller]
fn check(candidate: &Candidate) -> Said {
    let command = &candidate.zpool_create;
    let words = shell_words(command).unwrap_or_else(|problem| panic!("{problem}: {command}"));
    let mut said = zpool_create(&words).unwrap_or_else(|problem| panic!("{problem}: {command}"));
    let mut expected: Vec<(String, String, usize)> = candidate
        .vdevs
        .iter()
        .map(|vdev| {
            (
                vdev.facts.class.name().to_owned(),
                vdev.facts.kind.clone(),
                vdev.drives.len(),
            )
        })
        .collect();
    expected.sort();
    said.vdevs.sort();
    assert_eq!(said.vdevs, expected, "{command}");
    assert_eq!(said.spares, candidate.spares.len(), "{command}");
    said.kind = match said.vdevs.first().map(|(_, kind, _)| kind.as_str()) {
        Some("mirror") => "mirror",
        Some("raidz1") => "raidz1",
        Some("raidz2") => "raidz2",
        Some("raidz3") => "raidz3",
        Some("stripe") => "stripe",
        _ => "draid",
    };
    said
}

/// The words that a POSIX shell would make of the command; an error for anything that it would interpret.
fn shell_words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            ' ' => words.extend(word.take()),
            '\\' => match characters.next() {
                Some('\n') => words.extend(word.take()),
                Some('\'') => word.get_or_insert_default().push('\''),
                other => return Err(format!("backslash before {other:?}")),
            },
            '\'' => {
                let quoted = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('\'') => break,
                        Some(control) if control.is_control() => return Err("control character".to_owned()),
                        Some(inside) => quoted.push(inside),
                        None => return Err("quote without end".to_owned()),
                    }
                }
            }
            plain if plain.is_ascii_alphanumeric() || "_./:@%+=,-".contains(plain) => {
                word.get_or_insert_default().push(plain);
            }
            other => return Err(format!("{other:?} outside quotes")),
        }
    }
    words.extend(word);
    Ok(words)
}

/// How many devices a type needs at least, and exactly for dRAID; nothing where the word is no type.
fn vdev_type(word: &str) -> Option<(usize, Option<usize>)> {
    match word {
        "mirror" => return Some((2, None)),
        "raidz" | "raidz1" => return Some((2, None)),
        "raidz2" => return Some((3, None)),
        "raidz3" => return Some((4, None)),
        _ => {}
    }
    let rest = word.strip_prefix("draid")?;
    let mut parts = rest.split(':');
    let parity: usize = match parts.next()? {
        "" => 1,
        digits => digits.parse().ok()?,
    };
    let mut numbers = [None; 3];
    for part in parts {
        let (digits, unit) = part.split_at(part.len().checked_sub(1)?);
        let position = ["d", "c", "s"].iter().position(|known| *known == unit)?;
        numbers[position] = Some(digits.parse::<usize>().ok()?);
    }
    let [data, children, spares] = numbers;
    let (data, children, spares) = (data?, children?, spares.unwrap_or(0));
    let fits =
        (1..=3).contains(&parity) && data >= 1 && data + parity + spares <= children && children <= 255;
    fits.then_some((children, Some(children)))
}

/// Reads `zpool create [-f] [-o property=value] pool vdev…` as the manual describes it.
fn zpool_create(words: &[String]) -> Result<Said, String> {
    let mut rest = words.iter().map(String::as_str).peekable();
    if (rest.next(), rest.next()) != (Some("zpool"), Some("create")) {
        return Err("not zpool create".to_owned());
    }
    let mut options = BTreeSet::new();
    while let Some(option) = rest.next_if(|word| word.starts_with('-')) {
        if !options.insert(option) {
            return Err(format!("{option} twice"));
        }
        match option {
            "-f" => {}
            "-o" => {
                let (property, value) = rest
                    .next()
                    .and_then(|word| word.split_once('='))
                    .ok_or("-o without property=value")?;
                let shift: u32 = value.parse().map_err(|_| "ashift is no number")?;
                if property != "ashift" || !(9..=16).contains(&shift) {
                    return Err(format!("-o {property}={value}"));
                }
            }
            other => return Err(format!("option {other}")),
        }
    }
    let pool = rest.next().ok_or("no pool name")?;
    let reserved = ["mirror", "raidz", "draid", "spare", "log"]
        .iter()
        .any(|word| pool.starts_with(word));
    if reserved || !pool.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(format!("pool name {pool}"));
    }
    let mut said = Said::default();
    let mut class = "data";
    while let Some(word) = rest.next() {
        if let "special" | "dedup" | "log" | "spare" | "cache" = word {
            if rest.peek().is_none() {
                return Err(format!("{word} without devices"));
            }
            class = word;
            continue;
        }
        let Some((least, exactly)) = vdev_type(word) else {
            said.devices.push(device(word)?);
            if class == "spare" {
                said.spares += 1;
            } else {
                said.vdevs.push((class.to_owned(), "stripe".to_owned(), 1));
            }
            continue;
        };
        if class == "spare" {
            return Err(format!("{word} as a spare"));
        }
        let mut members = 0;
        while let Some(name) = rest.next_if(|next| !is_keyword(next)) {
            said.devices.push(device(name)?);
            members += 1;
        }
        if members < least || exactly.is_some_and(|exactly| members != exactly) {
            return Err(format!("{word} of {members} devices"));
        }
        said.vdevs.push((class.to_owned(), word.to_owned(), members));
    }
    if said.vdevs.iter().all(|(class, ..)| class != "data") {
        return Err("no data vdev".to_owned());
    }
    Ok(said)
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "special" | "dedup" | "log" | "spare" | "cache") || vdev_type(word).is_some()
}

fn device(word: &str) -> Result<String, String> {
    let bad = word.is_empty() || word.starts_with('-') || word.chars().any(char::is_control);
    if bad {
        Err(format!("device {word:?}"))
    } else {
        Ok(word.to_owned())
    }
}

#[test]
fn the_grammar_refuses_what_zpool_would() {
    for wrong in [
        "zpool create tank",
        "zpool create tank mirror a",
        "zpool create tank raidz2 a b",
        "zpool create tank draid2:4d:8c:1s a b c",
        "zpool create tank a spare mirror b c",
        "zpool create -o ashift=99 tank a",
        "zpool create mirror a b",
        "zpool create tank $(id)",
        "zpool create tank a; reboot",
        "zpool create tank 'a",
        "zpool create tank a log",
        "zpool create tank -n",
        "zpool create tank special a",
    ] {
        let refused = shell_words(wrong).and_then(|words| zpool_create(&words));
        assert!(refused.is_err(), "{wrong}: {refused:?}");
    }
    let words =
        shell_words("zpool create -f -o ashift=12 tank x mirror 'a b' c \\\n  log d spare e").unwrap();
    let said = zpool_create(&words).unwrap();
    assert_eq!((said.vdevs.len(), said.spares, said.devices.len()), (3, 1, 5));
}

/// A strict reader: quotes only around whole cells, doubled within, CR LF or LF, as many cells as the header has.
fn strict_csv(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// Prices, watts and numbers of a parts list, as a strict reader finds them, are those of the candidate.
#[track_caller]
fn adds_up(candidate: &Candidate, drives: &[Drive], options: &PlanOptions) {
    let list = parts(candidate, drives, options).unwrap();
    let text = procurement_csv(&candidate.layout, &list).unwrap();
    let rows = strict_csv(&text);
    let column = |title: &str| rows[0].iter().position(|cell| cell == title).unwrap();
    let cells = |title: &str| -> Vec<f64> {
        let at = column(title);
        rows[1..].iter().map(|row| row[at].parse().unwrap()).collect()
    };
    let sum = |title: &str| cells(title).iter().sum::<f64>();
    let cost = candidate.cost.as_ref().unwrap();
    let layout = &candidate.layout;
    assert!((sum("total_price") - cost.purchase).abs() < 0.005, "{layout}");
    assert!(
        (sum("total_watts") - cost.watts).abs() < 0.06 * rows.len() as f64,
        "{layout}"
    );
    let seats: usize = candidate.vdevs.iter().map(|vdev| vdev.drives.len()).sum();
    let bought = (seats + candidate.spares.len()) as f64;
    assert!((sum("quantity") - bought).abs() < 0.5, "{layout}");
    for ((price, quantity), total) in cells("unit_price")
        .iter()
        .zip(cells("quantity"))
        .zip(cells("total_price"))
    {
        assert!((price * quantity - total).abs() < 0.005, "{layout}");
    }
    // What was read is what was written: a writer that quotes where it must gives the same bytes back.
    let mut again = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    rows.iter().for_each(|row| again.write_record(row).unwrap());
    let again = String::from_utf8(again.into_inner().unwrap()).unwrap();
    assert_eq!(
        text.replace("\r\n", "\n"),
        again.replace("\r\n", "\n"),
        "{layout}"
    );
    for cell in rows.iter().flatten() {
        is_text(cell);
    }
}

/// Nothing that a spreadsheet takes for a formula, and nothing that leaves its cell.
#[track_caller]
fn is_text(cell: &str) {
    assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?}");
    assert!(!cell.chars().any(char::is_control), "{cell:?}");
}

/// Finding: the plan's CSV had no interval of the chance, no method and no column for the loss of a batch.
#[test]
fn the_table_of_candidates_has_every_figure_with_its_certainty() {
    let plan = planned(&example("batches12"), &options());
    let rows = strict_csv(&plan_csv(&plan).unwrap());
    let column = |name: &str| rows[0].iter().position(|header| header == name).unwrap();
    assert_eq!(rows.len(), plan.candidates.len() + 1);
    for (row, candidate) in rows[1..].iter().zip(&plan.candidates) {
        let figure = |name: &str| row[column(name)].parse::<f64>().unwrap();
        let loss = candidate.reliability.p_loss;
        for (name, value) in [
            ("p_loss_low", loss.low),
            ("p_loss", loss.point),
            ("p_loss_high", loss.high),
            ("p_loss_confidence", loss.confidence),
        ] {
            assert!((figure(name) - value).abs() <= 1e-9 * value, "{name}");
        }
        assert_eq!(row[column("method")], candidate.reliability.method);
        assert_eq!(
            row[column("converged")],
            candidate.reliability.converged.to_string()
        );
        let survives = candidate.worst_batch.as_ref().unwrap().survives;
        assert_eq!(row[column("survives_batch")], survives.to_string());
    }
    let survive: BTreeSet<&String> = rows[1..]
        .iter()
        .map(|row| &row[column("survives_batch")])
        .collect();
    assert_eq!(survive.len(), 2);
}

#[test]
fn the_parts_list_adds_up_to_the_cost_of_the_plan() {
    for name in EXAMPLES {
        let drives = example(name);
        let options = options();
        for candidate in planned(&drives, &options).candidates.iter().take(40) {
            adds_up(candidate, &drives, &options);
        }
    }
}

#[test]
fn the_parts_list_of_every_type_of_layout_adds_up() {
    let mut asked = options();
    asked.layouts = SHAPES
        .iter()
        .map(|shape| shape.parse::<Layout>().unwrap())
        .collect();
    for drives in [hostile(), example("ssd24"), example("jbod60")] {
        let candidates = planned(&drives, &asked).candidates;
        assert_eq!(candidates.len(), SHAPES.len());
        for candidate in &candidates {
            adds_up(candidate, &drives, &asked);
        }
    }
}

/// More than a thousand watts are still a number to a spreadsheet.
#[test]
fn the_parts_list_of_many_drives_has_no_separators() {
    let mut drives = example("jbod60");
    for copy in 1..4 {
        drives.extend(example("jbod60").into_iter().map(|mut drive| {
            drive.id = format!("{}-{copy}", drive.id).into();
            drive
        }));
    }
    let mut asked = options();
    asked.layouts = vec!["24xraidz2:10".parse().unwrap()];
    let candidate = planned(&drives, &asked).candidates.remove(0);
    assert!(candidate.cost.as_ref().unwrap().watts > 1000.0);
    adds_up(&candidate, &drives, &asked);
}

#[test]
fn spares_to_stock_follow_from_the_expected_failures() {
    let mut drives = example("batches12");
    for drive in &mut drives {
        drive.annual_failure = Some(planner::units::Probability::new(0.02).unwrap());
    }
    let mut options = options();
    options.layouts = vec!["2xraidz2:6".parse().unwrap()];
    let plan = planned(&drives, &options);
    let list = parts(&plan.candidates[0], &drives, &options).unwrap();
    let stock = list[0].stock.unwrap();
    // 12 drives, five years, −ln(1 − 0.02) a year.
    assert!(
        (stock.expected_failures - 1.2122).abs() < 1e-3,
        "{}",
        stock.expected_failures
    );
    // Poisson of that mean: P(N ≤ 2) = 0.877, P(N ≤ 3) = 0.965.
    assert_eq!(stock.spares, 3);
    for drive in &mut drives {
        drive.annual_failure = None;
    }
    let uncertain = parts(&plan.candidates[0], &drives, &options).unwrap()[0]
        .stock
        .unwrap();
    let known = mttdl::statistics::spares_at_known_rate(
        uncertain.expected_failures,
        planner::units::Probability::new(0.95).unwrap(),
    )
    .unwrap();
    assert!(uncertain.spares >= known, "an uncertain rate never needs fewer");
}

#[test]
fn no_cell_of_the_parts_list_runs_in_a_spreadsheet() {
    let drives = hostile();
    let mut options = options();
    options.layouts = vec!["2xraidz2:12".parse().unwrap()];
    let plan = planned(&drives, &options);
    let list = parts(&plan.candidates[0], &drives, &options).unwrap();
    let text = procurement_csv(&plan.candidates[0].layout, &list).unwrap();
    for row in strict_csv(&text) {
        row.iter().for_each(|cell| is_text(cell));
    }
}
