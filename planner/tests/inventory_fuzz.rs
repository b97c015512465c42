//! Fuzzing: every reader on inputs that are almost right, and all of them on mixtures.
//!
//! Each target mutates its own examples for `ZPLAN_FUZZ_SECONDS` (0.1 if not set) and fails on a panic, on more drives
//! than an input can name, and on an input that takes longer than two seconds. A failure prints the input; the seed is
//! fixed, `ZPLAN_FUZZ_SEED` changes it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use planner::diagnostic::Severity;
use planner::fit::{DriveStats, FailureTable, read_log};
use planner::inventory::{ReadOptions, Source, overrides, read, shorthand, write_csv};

/// A small generator (`SplitMix64`), enough to choose mutations.
struct Choices(u64);

impl Choices {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap()
    }
}

/// Pieces that break readers: numbers at the ends of ranges, marks, escapes, words.
const PIECES: [&str; 40] = [
    "-1",
    "0",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e400",
    "NaN",
    "inf",
    "520",
    "4.00079E+12",
    "\"",
    "\"\"",
    "'",
    ",",
    ";",
    "\t",
    "\r",
    "\n\n",
    "\0",
    "\u{202e}",
    "\u{1b}[2J",
    "{",
    "}",
    "[",
    "]",
    "null",
    "true",
    ":",
    "=cmd|' /C calc'!A0",
    "９９",
    "\u{a0}",
    "ÿ",
    "希捷",
    "2023-W53",
    "99/99/9999",
    "1,2,3.4.5",
    "999999999 x",
    "TOTAL",
    "mirror-0",
    "children[0]:",
];

fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], choices: &mut Choices) {
    for _ in 0..=choices.below(4) {
        let length = input.len();
        let at = choices.below(length + 1);
        match choices.below(9) {
            0 if length > 0 => input[at.min(length - 1)] ^= 1 << choices.below(8),
            1 => input.truncate(at),
            2 => {
                let end = (at + choices.below(40)).min(length);
                input.drain(at..end);
            }
            3 => {
                let end = (at + choices.below(80)).min(length);
                let piece = input[at..end].to_vec();
                input.splice(at..at, piece);
            }
            4 => {
                let other = &others[choices.below(others.len())];
                let start = choices.below(other.len() + 1);
                let end = (start + choices.below(200)).min(other.len());
                input.splice(at..at, other[start..end].iter().copied());
            }
            // A number or word is replaced by a piece.
            5 | 6 => {
                let word = |byte: &u8| byte.is_ascii_alphanumeric();
                let start = input[..at]
                    .iter()
                    .rposition(|byte| !word(byte))
                    .map_or(0, |end| end + 1);
                let end = input[at..]
                    .iter()
                    .position(|byte| !word(byte))
                    .map_or(length, |offset| at + offset);
                input.splice(start..end, PIECES[choices.below(PIECES.len())].bytes());
            }
            _ => {
                input.splice(at..at, PIECES[choices.below(PIECES.len())].bytes());
            }
        }
    }
    input.truncate(1 << 16);
}

fn examples(belongs: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data");
    let mut examples = Vec::new();
    for folder in ["fixtures/inventories", "golden/inventories/csv"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap().to_string_lossy();
            if belongs(&name) {
                examples.push(std::fs::read(&path).unwrap());
            }
        }
    }
    assert!(!examples.is_empty(), "no examples for the target");
    examples
}

fn number_from(name: &str, default: f64) -> f64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

fn fuzz(examples: &[Vec<u8>], check: fn(&[u8])) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a seed may be any number"
    )]
    let mut choices = Choices(number_from("ZPLAN_FUZZ_SEED", 1.0) as u64);
    let until = Instant::now() + Duration::from_secs_f64(number_from("ZPLAN_FUZZ_SECONDS", 0.1));
    let mut runs = 0u64;
    while Instant::now() < until || runs < 20 {
        let mut input = examples[choices.below(examples.len())].clone();
        mutate(&mut input, examples, &mut choices);
        let start = Instant::now();
        if catch_unwind(|| check(&input)).is_err() {
            panic!("run {runs} fails on {:?}", String::from_utf8_lossy(&input));
        }
        let taken = start.elapsed();
        assert!(
            taken < Duration::from_secs(2),
            "run {runs} took {taken:?}: {:?}",
            String::from_utf8_lossy(&input)
        );
        runs += 1;
    }
}

fn options() -> ReadOptions {
    ReadOptions::on(jiff::civil::date(2026, 1, 1))
}

fn inventory(bytes: &[u8]) {
    match read(&[Source { name: "fuzz", bytes }], &options()) {
        Ok(inventory) => {
            // A quantity stands for many drives in few bytes; everything else names each.
            let most = 1_000_000 * (1 + bytes.len() / 1000);
            assert!(inventory.drives.len() <= most);
            let unsafe_text = |text: &str| text.chars().any(planner::text::is_unsafe_on_screen);
            for drive in inventory.drives.iter().take(100) {
                for text in [
                    Some(&drive.id),
                    drive.model.as_ref(),
                    drive.serial.as_ref(),
                    drive.location.as_ref(),
                ] {
                    assert!(
                        !text.is_some_and(|text| unsafe_text(text)),
                        "{text:?} would reach the terminal"
                    );
                }
            }
            let some = &inventory.drives[..inventory.drives.len().min(100)];
            for line in write_csv(some).lines().take(3) {
                assert!(!line.starts_with(['=', '+', '@']), "{line}");
            }
        }
        Err(messages) => {
            let errors: Vec<_> = messages
                .iter()
                .filter(|message| message.severity == Severity::Error)
                .collect();
            assert!(!errors.is_empty());
            for error in errors {
                assert!(error.hint.is_some(), "no hint: {error}");
            }
        }
    }
}

macro_rules! targets {
    ($($name:ident: $prefix:literal,)*) => {
        $(
            #[test]
            fn $name() {
                fuzz(&examples(|file| file.starts_with($prefix)), inventory);
            }
        )*
    };
}

targets! {
    camcontrol: "camcontrol",
    csv_as_people_make_it: "c",
    csv_hostile: "h",
    diskinfo: "diskinfo",
    drive_stats: "drive-stats",
    geom: "geom",
    hdparm: "hdparm",
    lsblk: "lsblk",
    multipath: "multipath",
    nvme_identify: "nvme-id",
    nvme_list: "nvme-list",
    proxmox: "proxmox",
    redfish: "redfish",
    sas_adapters: "sas3ircu",
    smartctl_json: "smartctl-several",
    smartctl_text: "smartctl-two",
    smart_array: "ssacli",
    storcli: "storcli",
    truenas: "truenas",
    windows: "get-physicaldisk",
    zdb: "zdb",
    zpool: "zpool",
}

#[test]
fn all_readers_with_detection() {
    fuzz(&examples(|_| true), inventory);
}

#[test]
fn shorthand_and_overrides() {
    let words = [
        "12x18TB:7200:sata:512e:289.00€",
        "24x3.84TB:ssd",
        "8x7.68TB:nvme:4Kn",
        "rpm=7200",
        "sectors=512e",
        "manufactured=2023-W12",
        "price=1.249,90",
        "date_order=dmy",
    ];
    let examples: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    fuzz(&examples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let _ = shorthand::read(&[text.as_ref()], &options());
        let _ = overrides::set(options(), &text);
    });
}

#[test]
fn failure_tables_and_records() {
    let texts = [
        "model,age_years,drives,drive_days,failures\nA,all,1,365,0\nA,10+,1,365,0\n",
        "model,installed,failed,removed\nA,2022-01-01,2023-01-01,\nB,2022-01-01,,\n",
        "date,serial_number,model,capacity_bytes,failure,smart_9_raw\n2024-01-01,S,M,1,0,100\n2024-01-02,S,M,1,1,124\n",
    ];
    let examples: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    fuzz(&examples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(table) = FailureTable::read_csv(&text, "fuzz") {
            let _ = table.write_csv();
        }
        let _ = read_log(&text, "fuzz", jiff::civil::date(2026, 1, 1));
        let mut stats = DriveStats::default();
        let _ = stats.read(bytes, "fuzz", |_| {});
        let _ = stats.finish().write_csv();
    });
}
