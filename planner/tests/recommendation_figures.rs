//! Every figure of the recommendation, its reason and the lines under it is a number of the JSON, rounded as the text rounds.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use planner::figures::{chance, duration, fixed, tb, tib};
use planner::inventory::{ReadOptions, Source, read};
use planner::plan::{InventoryShown, Plan, PlanOptions, plan};
use planner::report::answer::{figures, sentence};
use planner::report::json::to_json;
use planner::units::{Bytes, Hours, Probability};
use planner::workload::Workload;
use serde_json::Value;

const EXAMPLES: [&str; 5] = ["batches12", "homelab6", "jbod60", "ssd24", "nvme8"];
const COUNTS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const WEIGHED: [&str; 9] = [
    "usable", "loss", "read", "write", "iops", "resilver", "cost", "watts", "bays",
];

fn options() -> PlanOptions {
    let mut options = PlanOptions::new(jiff::civil::date(2026, 11, 30));
    options.simulation = None;
    options
}

fn planned(name: &str, options: &PlanOptions) -> Plan {
    let path = format!("{}/../data/examples/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let source = Source { name, bytes: &bytes };
    let drives = read(&[source], &ReadOptions::on(options.as_of)).unwrap().drives;
    let shown = InventoryShown {
        drives: Vec::new(),
        warnings: Vec::new(),
        pools: Vec::new(),
        skipped: Vec::new(),
    };
    plan(&drives, shown, options, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The numbers of a result by their path, such as `candidate.capacity.zfs_usable_bytes`.
struct Known {
    numbers: Vec<(String, f64)>,
    /// Numbers of drives, vdevs, spares and layouts.
    counts: BTreeSet<u64>,
    /// Types of the vdevs: `raidz2`.
    types: BTreeSet<String>,
    /// Layouts and batches, longest first: names, not figures.
    names: Vec<String>,
}

impl Known {
    fn of(json: &Value) -> Self {
        let chosen = &json["candidates"][0];
        let mut numbers = Vec::new();
        for (name, part) in [
            ("candidate", chosen),
            ("why", &json["why"]),
            ("assumptions", &json["assumptions"]),
        ] {
            collect(name, part, &mut numbers);
        }
        let vdevs = chosen["vdevs"].as_array().unwrap();
        let length = |list: &Value| list.as_array().unwrap().len() as u64;
        let mut counts = BTreeSet::from([length(&chosen["spares"]), length(&chosen["unused"])]);
        for key in [
            "/why/fitting",
            "/why/of",
            "/why/rival_figures/drives_of_worst_batch",
        ] {
            counts.extend(json.pointer(key).and_then(Value::as_u64));
        }
        let shape = |vdev: &Value| (vdev["class"].clone(), vdev["type"].clone(), vdev["width"].clone());
        for vdev in vdevs {
            counts.insert(vdevs.iter().filter(|other| shape(other) == shape(vdev)).count() as u64);
            counts.insert(vdev["width"].as_u64().unwrap());
            counts.insert(vdev["tolerance"].as_u64().unwrap());
            let kind = vdev["type"].as_str().unwrap();
            counts.extend(
                kind.split(|sign: char| !sign.is_ascii_digit())
                    .filter_map(|part| part.parse::<u64>().ok()),
            );
        }
        let mut names: Vec<String> = Vec::new();
        for candidate in json["candidates"].as_array().unwrap() {
            names.push(candidate["layout"].as_str().unwrap().to_owned());
            names.extend(
                candidate["worst_batch"]["batch"]
                    .as_str()
                    .map(|batch| format!("batch {batch}")),
            );
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self {
            numbers,
            counts,
            types: vdevs
                .iter()
                .map(|vdev| vdev["type"].as_str().unwrap().to_owned())
                .collect(),
            names,
        }
    }

    /// Whether a number whose path holds `part` satisfies `rounds`.
    fn has(&self, part: &str, rounds: impl Fn(f64) -> bool) -> bool {
        self.numbers
            .iter()
            .any(|(path, number)| path.contains(part) && rounds(*number))
    }

    fn bytes(&self, rounds: impl Fn(Bytes) -> bool) -> bool {
        self.has("_bytes", |number| rounds(Bytes::new(whole(number.abs()))))
    }
}

/// The nearest whole number of one that is not negative.
fn whole(number: f64) -> u64 {
    format!("{number:.0}").parse().unwrap()
}

fn collect(path: &str, value: &Value, numbers: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => numbers.push((path.to_owned(), number.as_f64().unwrap())),
        Value::Array(items) => items.iter().for_each(|item| collect(path, item, numbers)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(key, field)| collect(&format!("{path}.{key}"), field, numbers)),
        _ => {}
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|sign: char| ".,;:()`".contains(sign))
}

fn is_figure(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_ascii_digit() || sign == '−')
        && word
            .chars()
            .all(|sign| sign.is_ascii_digit() || ".,−-e^".contains(sign))
}

/// Looks every figure of a text up; returns how many there are, or the first that no number backs.
fn walk(text: &str, known: &Known) -> Result<usize, String> {
    let mut text = text.to_owned();
    for name in &known.names {
        text = text.replace(name.as_str(), "§");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = |position: usize| words.get(position).map_or("", |word| bare(word));
    let mut found = 0;
    let mut position = 0;
    while position < words.len() {
        let word = at(position);
        let next = at(position + 1);
        let looked_up = if let Some((name, rest)) = word.split_once('=').filter(|_| word.contains('=')) {
            Some((1, weights(&format!("{name}={rest}"), known)))
        } else if word == "1" && next == "in" {
            let unit = at(position + 3);
            let (length, shown) = if unit.ends_with("illion") {
                (4, format!("1 in {} {unit}", at(position + 2)))
            } else {
                (3, format!("1 in {}", at(position + 2)))
            };
            Some((length, chances(&shown, known)))
        } else if is_figure(word) {
            Some(figure(
                word,
                &[next, at(position + 2), at(position.wrapping_sub(1))],
                known,
            ))
        } else if let Some(parity) = word.strip_prefix("RAID-Z") {
            Some((1, known.types.contains(&format!("raidz{parity}"))))
        } else {
            counted(word, next).map(|count| (1, known.counts.contains(&count)))
        };
        match looked_up {
            Some((length, true)) => {
                found += 1;
                position += length;
            }
            Some((_, false)) => return Err(format!("`{word} {next}` in: {text}")),
            None => position += 1,
        }
    }
    Ok(found)
}

/// A count in words before what it counts; elsewhere "one" is no figure.
fn counted(word: &str, next: &str) -> Option<u64> {
    let nouns = [
        "RAID-Z",
        "dRAID",
        "mirror",
        "drive",
        "single-drive",
        "distributed",
        "special",
        "dedup",
        "log",
        "as",
    ];
    let count = COUNTS.iter().position(|count| *count == word.to_lowercase())? as u64;
    (count > 0 && nouns.iter().any(|noun| next.starts_with(noun))).then_some(count)
}

fn weights(text: &str, known: &Known) -> bool {
    text.split(',').all(|part| {
        let (name, value) = part.split_once('=').unwrap();
        let value: f64 = value.parse().unwrap();
        known.has(&format!("weights.{name}"), |number| {
            number.to_bits() == value.to_bits()
        })
    })
}

fn chances(shown: &str, known: &Known) -> bool {
    let rounds = |number: f64| chance(Probability::saturating(number)) == shown;
    if shown == "1 in 10^15" {
        return known.has("p_loss", |number| number < 1e-15);
    }
    known.has("p_loss", rounds) || known.has("max_loss", rounds)
}

/// Looks one figure up by the words beside it: the next two and the one before.
fn figure(word: &str, [next, second, before]: &[&str; 3], known: &Known) -> (usize, bool) {
    let money = next.len() == 3 && next.chars().all(|sign| sign.is_ascii_uppercase());
    let hours = |number: f64| {
        let text = fixed(number, 1);
        text == word || text.strip_suffix(".0") == Some(word)
    };
    match *next {
        "TB" => (1, known.bytes(|bytes| tb(bytes) == word)),
        "TiB" => (1, known.bytes(|bytes| tib(bytes) == word)),
        "years" | "days" => (
            2,
            known.has("mission_hours", |number| {
                duration(Hours::new(number).unwrap()) == format!("{word} {next}")
            }),
        ),
        "h" | "to" => (1, known.has("_hours", hours)),
        "%" => {
            let percent = |number: f64| fixed(number * 100.0, 0) == word;
            let shown = format!("{word} %");
            (1, known.has("fill", percent) || chances(&shown, known))
        }
        "MB/s" => (1, known.has("mb_per_s", |number| fixed(number, 0) == word)),
        "IOPS" => (1, known.has("iops", |number| fixed(number, 0) == word)),
        "random" => (1, known.has("iops_difference", |number| fixed(number, 0) == word)),
        "W" => (1, known.has("watts", |number| fixed(number, 0) == word)),
        "more" => (
            1,
            known.has("score_difference", |number| fixed(number, 2) == word),
        ),
        _ if money || (*next == "per" && *second == "TB") || (*next == "in" && *second == "all") => {
            let rounds = |number: f64| fixed(number, 2) == word;
            (
                1,
                ["purchase", "per_usable_tb", "max_cost"]
                    .iter()
                    .any(|part| known.has(part, rounds)),
            )
        }
        _ if before.starts_with("--") => (
            1,
            known.has("relax.value", |number| {
                [
                    format!("{number:.1e}"),
                    format!("{number:.2}"),
                    format!("{number}"),
                ]
                .iter()
                .any(|text| text == word)
            }),
        ),
        _ if WEIGHED.contains(before) => {
            let part = format!("by_figure.{before}");
            (1, known.has(&part, |number| fixed(number.abs(), 2) == word))
        }
        _ => {
            let count = word.replace(',', "").parse::<u64>();
            (1, count.is_ok_and(|count| known.counts.contains(&count)))
        }
    }
}

/// The sentence, the figures under it and the reason, apart.
fn texts(plan: &Plan) -> [String; 3] {
    let chosen = &plan.candidates[0];
    [sentence(chosen), figures(plan, chosen, 100), plan.why.text.clone()]
}

fn json(plan: &Plan) -> Value {
    serde_json::from_str(&to_json(plan).unwrap()).unwrap()
}

#[track_caller]
fn backed(plan: &Plan) -> usize {
    let known = Known::of(&json(plan));
    texts(plan).iter().map(|text| walk(text, &known).unwrap()).sum()
}

fn variants() -> Vec<PlanOptions> {
    let mut nothing_fits = options();
    nothing_fits.must_haves.max_loss = Probability::new(1e-13).unwrap();
    nothing_fits.must_haves.min_usable = Some(Bytes::new(900_000_000_000_000));
    nothing_fits.must_haves.min_read = planner::units::Throughput::from_mb_per_s(50_000.0);
    let mut weighted = options();
    weighted.weights = Some("usable=1,loss=0.05,iops=0.25,cost=0.5".parse().unwrap());
    let random_reads = PlanOptions {
        workload: Workload::Vm,
        ..options()
    };
    let loose = {
        let mut loose = options();
        loose.must_haves.outlive_batch = false;
        loose.must_haves.max_loss = Probability::new(0.9).unwrap();
        loose
    };
    let loosely_weighted = PlanOptions {
        weights: weighted.weights,
        ..loose.clone()
    };
    vec![
        options(),
        nothing_fits,
        weighted,
        random_reads,
        loose,
        loosely_weighted,
    ]
}

#[test]
fn every_figure_of_every_recommendation_is_in_the_json() {
    for name in EXAMPLES {
        for options in variants() {
            let figures = backed(&planned(name, &options));
            assert!(figures >= 12, "{name}: only {figures} figures found");
        }
    }
}

#[test]
fn the_leader_by_weights_says_what_it_gains_and_what_it_pays() {
    let options = variants().pop().unwrap();
    let plan = planned("batches12", &options);
    let text = &plan.why.text;
    assert!(
        text.contains("scores best by the weights usable=1,loss=0.05,iops=0.25,cost=0.5"),
        "{text}"
    );
    assert!(
        text.contains("It beats the next, ") && text.contains(", at the price of "),
        "{text}"
    );
    let figures = plan.why.rival_figures.unwrap();
    let [leader, next] = [0, 1].map(|index| plan.candidates[index].score.clone().unwrap());
    assert!((figures.score_difference.unwrap() - (next.total - leader.total)).abs() < 1e-12);
    assert!(leader.total >= next.total);
}

#[test]
fn layouts_of_every_type_say_what_the_json_says() {
    let mut options = options();
    for layout in [
        "3xmirror:3+spare:2",
        "raidz1:5+mirror:3",
        "2xraidz2:6+special/mirror:3+log/mirror:2",
        "stripe:4",
        "draid2:4d:11c:1s",
        "raidz3:24",
    ] {
        options.layouts = vec![layout.parse().unwrap()];
        backed(&planned("ssd24", &options));
    }
}

/// What is not in the JSON is found out: a figure changed there, or one that the text makes up.
#[test]
fn a_figure_that_differs_is_noticed() {
    let plan = planned("batches12", &options());
    let unchanged = json(&plan);
    for (pointer, factor, text) in [
        ("/candidates/0/capacity/zfs_usable_bytes", 1.1, 0),
        ("/candidates/0/reliability/p_loss/point", 3.0, 0),
        ("/candidates/0/reliability/mission_hours", 2.0, 0),
        ("/candidates/0/performance/resilver_hours/point", 1.1, 1),
        ("/candidates/0/performance/write_mb_per_s", 1.1, 1),
        ("/candidates/0/cost/per_usable_tb", 1.1, 1),
        ("/why/rival_figures/usable_difference_bytes", 1.1, 2),
        ("/why/rival_figures/drives_of_worst_batch", 2.0, 2),
        ("/why/fitting", 3.0, 2),
    ] {
        let mut changed = unchanged.clone();
        // Figures that are the same elsewhere do not hide the change.
        for twin in [
            "/candidates/0/performance/range/write_mb_per_s",
            "/candidates/0/performance/range/degraded_write_mb_per_s",
            "/candidates/0/performance/scrub_hours",
            "/candidates/0/performance/range/scrub_hours",
            "/candidates/0/reliability/exact",
            "/candidates/0/reliability/p_loss/low",
            "/candidates/0/reliability/p_loss/high",
            "/assumptions/mission_hours",
        ] {
            *changed.pointer_mut(twin).unwrap() = Value::Null;
        }
        let number = changed.pointer_mut(pointer).unwrap();
        *number = match number.as_u64() {
            Some(bytes) => Value::from(whole(bytes as f64 * factor)),
            None => Value::from(number.as_f64().unwrap() * factor),
        };
        let known = Known::of(&changed);
        assert!(walk(&texts(&plan)[text], &known).is_err(), "{pointer}");
    }
    let known = Known::of(&unchanged);
    for made_up in [
        "You can store 150.3 TB.",
        "about 1 in 31,001",
        "It reads 12,345 MB/s.",
        "Build three RAID-Z2 vdevs of six drives.",
        "Of the 77 layouts",
        "Build two RAID-Z3 vdevs.",
    ] {
        assert!(walk(made_up, &known).is_err(), "{made_up}");
    }
}
