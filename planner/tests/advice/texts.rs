//! Pasted outputs: locales, truncated tables, mangled lines.

use planner::advice::{advise, parse_block_histogram};
use planner::error::Error;
use serde_json::{Value as Json, json};

/// A status with its dedup table as a French locale prints it, no-break spaces and all.
const FRENCH: &str = "\
  pool: coffre
 state: ONLINE
  scan: scrub repaired 0B in 02:11:09 with 0 errors on Sun Nov  8 02:35:10 2026
config:

\tNAME                     STATE     READ WRITE CKSUM
\tcoffre                   ONLINE       0     0     0
\t  mirror-0               ONLINE       0     0     0
\t    7713942130519811244  UNAVAIL      0     0     0  was /dev/sda1
\t    sdb                  ONLINE       0     0     0

errors: No known data errors

 dedup: DDT entries 2100000, size 1,13G on disk, 476M in core, 238M cached (50,0%)

bucket              allocated                       referenced
______   ______________________________   ______________________________
refcnt   blocks   LSIZE   PSIZE   DSIZE   blocks   LSIZE   PSIZE   DSIZE
------   ------   -----   -----   -----   ------   -----   -----   -----
     1    1,50M    192G    128G    128G    1,50M    192G    128G    128G
     2     512K   64,0G   40,0G   40,0G    1,25M    160G    100G    100G
\u{a0}Total    2,00M    256G    168G    168G    2,75M    352G    228G    228G

";

fn ask(name: &str, input: &Json) -> Json {
    serde_json::to_value(advise(name, input).unwrap()).unwrap()
}

#[track_caller]
fn refusal(name: &str, input: &Json) -> String {
    match advise(name, input) {
        Err(Error::Rule { code, message, .. }) => format!("{code}: {message}"),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_whole_status_in_a_french_locale_is_read() {
    let answer = ask("ddt-parse", &json!({"text": FRENCH, "zfs": "2.3"}));
    assert_eq!(answer["entries"], json!(2_100_000));
    assert_eq!(answer["in_core_total_bytes"], json!(499_122_176));
    assert_eq!(answer["cached_percent"], json!(50));
    assert_eq!(answer["histogram_rows"], json!(2));
    assert_eq!(answer["dedup_ratio"], json!(1.357_142_857));
    assert_eq!(answer["worth_it"], json!(false));
    assert_eq!(answer["largest_refcnt_bucket"], json!("2"));
    assert_eq!(answer["warnings"], json!([]));
}

#[test]
fn carriage_returns_change_nothing() {
    let windows = FRENCH.replace('\n', "\r\n");
    let ask = |text: &str| ask("ddt-parse", &json!({"text": text, "zfs": "2.3"}));
    assert_eq!(ask(&windows), ask(FRENCH));
}

#[test]
fn a_table_without_its_total_is_summed_and_marked() {
    let cut = &FRENCH[..FRENCH.find("\u{a0}Total").unwrap()];
    let answer = ask("ddt-parse", &json!({"text": cut, "zfs": "2.3"}));
    assert_eq!(answer["dedup_ratio"], json!(1.357_142_857));
    assert_eq!(answer["warnings"], json!(["table_without_total"]));
}

#[test]
fn a_row_that_is_cut_or_mangled_names_its_line() {
    let cut = &FRENCH[..FRENCH.find("40,0G    1,25M").unwrap()];
    insta::assert_snapshot!(refusal("ddt-parse", &json!({"text": cut})), @"ddt_line_malformed: line 21: `2     512K   64,0G   40,0G` has 4 columns where a row of the histogram has 9");
    let mangled = FRENCH.replace("64,0G", "64,0,1G");
    insta::assert_snapshot!(refusal("ddt-parse", &json!({"text": mangled})), @"ddt_line_malformed: line 21: `2     512K   64,0,1G   40,0G   40,0G    1,25M    160G    100G    100G` has `64,0,1G` where a number is due");
    let summary = FRENCH.replace("2100000", "21x0000");
    insta::assert_snapshot!(refusal("ddt-parse", &json!({"text": summary})), @"ddt_line_malformed: line 14: `dedup: DDT entries 21x0000, size 1,13G on disk, 476M in core, 238M cached (50,0%)` has `21x0000` where a number is due");
    insta::assert_snapshot!(refusal("ddt-parse", &json!({"text": "hello\nworld"})), @"ddt_line_malformed: none of the 2 lines is about a dedup table");
}

#[test]
fn the_summary_means_averages_before_2_3_and_totals_from_there() {
    let text = "dedup: DDT entries 1000, size 412B on disk, 133B in core";
    let total =
        |zfs: &str| ask("ddt-parse", &json!({"text": text, "zfs": zfs}))["in_core_total_bytes"].clone();
    assert_eq!((total("2.2"), total("2.3")), (json!(133_000), json!(133)));
    let unknown = ask("ddt-parse", &json!({"text": text}));
    assert_eq!(unknown["in_core_total_bytes"], json!(133_000));
    let none = ask(
        "ddt-parse",
        &json!({"text": " dedup: no DDT entries", "zfs": "2.3"}),
    );
    assert_eq!(none["entries"], json!(0));
}

#[test]
fn the_objects_that_zdb_lists_are_added_up() {
    let old = "\
DDT-sha256-zap-duplicate: 500 entries, size 400 on disk, 200 in core
DDT-sha256-zap-unique: 1500 entries, size 300 on disk, 160 in core

dedup = 1.33, compress = 1.50, copies = 1.00, dedup * compress / copies = 2.00
";
    let answer = ask(
        "ddt-parse",
        &json!({"text": old, "zfs": "2.2", "source": "zdb -D"}),
    );
    assert_eq!(
        (&answer["entries"], &answer["in_core_total_bytes"]),
        (&json!(2000), &json!(340_000))
    );
    assert_eq!(answer["worth_it"], json!(false));
    let new = "DDT-sha256-zap-unique: dspace=450000; mspace=240000; entries=1500\n";
    let answer = ask("ddt-parse", &json!({"text": new, "zfs": "2.3"}));
    assert_eq!(answer["in_core_bytes_per_entry"], json!(160));
    insta::assert_snapshot!(
        refusal("ddt-parse", &json!({"text": "DDT-sha256-zap-unique: dspace=450000; mspace=24"})),
        @"ddt_line_malformed: line 1: `DDT-sha256-zap-unique: dspace=450000; mspace=24` is not a whole line of `zdb -D`"
    );
}

#[test]
fn a_verdict_within_the_rounding_says_so() {
    let text =
        "refcnt blocks LSIZE PSIZE DSIZE blocks LSIZE PSIZE DSIZE\n Total 8M 1T 101G 101G 16M 2T 202G 202G\n";
    let answer = ask("ddt-parse", &json!({"text": text}));
    assert_eq!(answer["dedup_ratio"], json!(2));
    assert_eq!(answer["worth_it"], json!(false));
    assert_eq!(answer["warnings"], json!(["verdict_within_rounding"]));
}

/// Block statistics as `zdb -bbb` prints them.
const BLOCKS: &str = "\
Blocks\tLSIZE\tPSIZE\tASIZE\t  avg\t comp\t%Total\tType
 12.0K\t1.50G\t 256M\t 768M\t64.0K\t 6.00\t  0.30\tMetadata Total
 2.10M\t 262G\t 250G\t 250G\t 119K\t 1.05\t100.00\tTotal

Block Size Histogram

  block   psize                lsize                asize
   size   Count   Size   Cum.  Count   Size   Cum.  Count   Size   Cum.
    512:      0      0      0      0      0      0      0      0      0
     4K:   100K   400M   400M   100K   400M   400M   100K   512M   512M
     8K:    50K   400M   800M    50K   400M   800M    50K   512M  1.00G
    16K:    64K  1.00G  1.78G    64K  1.00G  1.78G    64K  1.00G  2.00G
   128K:  2.00M   248G   250G  2.00M   248G   250G  2.00M   248G   250G
";

#[test]
fn a_special_vdev_is_sized_from_the_histogram_of_block_sizes() {
    let answer = ask(
        "special-vdev",
        &json!({"text": BLOCKS, "special_small_blocks": 16384, "zfs": "2.3"}),
    );
    let mib = |count: u64| json!(count << 20);
    assert_eq!(answer["small_block_bytes_low"], mib(1024));
    assert_eq!(answer["small_block_bytes_high"], mib(2048));
    assert_eq!(answer["metadata_bytes"], mib(768));
    // (2048 + 768) MiB are 75 % of the class.
    assert_eq!(answer["recommended_special_bytes"], json!(3_937_053_355_u64));
    assert_eq!(answer["warnings"], json!([]));
    let without = BLOCKS.replace("Metadata Total", "Other");
    let answer = ask(
        "special-vdev",
        &json!({"text": without, "special_small_blocks": 16384, "zfs": "2.3"}),
    );
    assert_eq!(answer["warnings"], json!(["metadata_size_unknown"]));
}

#[test]
fn a_histogram_row_that_is_cut_names_its_line() {
    let cut = &BLOCKS[..BLOCKS.len() - 8];
    insta::assert_snapshot!(refusal("special-vdev", &json!({"text": cut})), @"histogram_line_malformed: line 13: `128K:  2.00M   248G   250G  2.00M   248G   250G  2.00M   248G` has 8 numbers after the size where a row has 9");
    let comma = BLOCKS.replace("1.00G", "1,00G");
    assert_eq!(parse_block_histogram(&comma), parse_block_histogram(BLOCKS));
    assert!(parse_block_histogram("nothing here").is_err());
}
