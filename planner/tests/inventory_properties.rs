//! What holds for any input: no panic, and our own format reads back to the same drives.

use std::sync::Arc;

use planner::drive::{
    Capacity, CapacityKind, Drive, Fact, Manufactured, Media, SectorSize, Shingling, Transport,
};
use planner::inventory::{Inventory, ReadOptions, Source, read, write_csv};
use planner::units::{Bytes, Currency, Money, Probability, Throughput};
use proptest::prelude::*;

fn read_bytes(bytes: &[u8]) -> Result<Inventory, Vec<planner::diagnostic::Diagnostic>> {
    let options = ReadOptions::on(jiff::civil::date(2026, 1, 1));
    read(&[Source { name: "any", bytes }], &options)
}

/// Cells that tables have in them, right and wrong.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "model",
            "serial",
            "capacity",
            "Größe (TB)",
            "rpm",
            "mfg date",
            "date code",
            "price",
            "qty",
            "sectors",
            "class",
            "hours",
            "location",
            "notes",
            "wwn",
            "18TB",
            "18 TB",
            "18000207937536",
            "0",
            "-1",
            "NaN",
            "1e400 TB",
            "4.00079E+12",
            "7.3T",
            "512e",
            "4Kn",
            "4096",
            "520",
            "7200",
            "SSD",
            "5,400",
            "13395",
            "03/04/2021",
            "25/12/2020",
            "2023-W53",
            "45000",
            "1.249,90 €",
            "¥1899",
            "12 x",
            "TOTAL",
            "REDACTED",
            "\"",
            "\"a\"\"b\"",
            "=1+1",
            "#",
            "sep=;",
            "９９ＴＢ",
            "\u{202e}",
            "\u{0}",
            "希捷 ST16000NM000J",
            "99999999999 x",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
        "[0-9.,eE+ -]{0,14}( ?[kKmMgGtT]i?[bB]?)?",
    ]
}

fn table() -> impl Strategy<Value = String> {
    let row = prop::collection::vec(cell(), 0..8);
    (
        prop::collection::vec(row, 0..12),
        prop::sample::select(vec![",", ";", "\t", "|"]),
        prop::sample::select(vec!["\n", "\r\n", "\r"]),
    )
        .prop_map(|(rows, delimiter, end)| {
            let lines: Vec<String> = rows.iter().map(|row| row.join(delimiter)).collect();
            lines.join(end)
        })
}

fn name() -> impl Strategy<Value = Option<Arc<str>>> {
    prop::option::of(
        "[=+@'-]{0,2}[A-Z][0-9][A-Za-z0-9 ,;\"_-]{0,10}[A-Z]{3}".prop_map(|text| Arc::from(text.as_str())),
    )
}

fn fact<T: std::fmt::Debug + Clone + 'static>(
    values: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<Fact<T>>> {
    let made: Vec<fn(T) -> Fact<T>> = vec![Fact::stated, Fact::derived, Fact::assumed];
    prop::option::of((values, prop::sample::select(made)).prop_map(|(value, make)| make(value)))
}

fn date() -> impl Strategy<Value = jiff::civil::Date> {
    (1995i16..2020, 1i8..=12, 1i8..=28).prop_map(|(year, month, day)| jiff::civil::date(year, month, day))
}

fn manufactured() -> impl Strategy<Value = Manufactured> {
    prop_oneof![
        date().prop_map(Manufactured::Day),
        date().prop_map(|day| {
            let back = i64::from(day.weekday().to_monday_zero_offset());
            Manufactured::Week(day.saturating_sub(jiff::Span::new().days(back)))
        }),
        date().prop_map(|day| Manufactured::Month(day.first_of_month())),
        date().prop_map(|day| Manufactured::Year(day.first_of_year())),
        date().prop_map(|day| Manufactured::Range(day, day.saturating_add(jiff::Span::new().days(7)))),
    ]
}

fn capacity() -> impl Strategy<Value = Capacity> {
    let kinds = vec![CapacityKind::Exact, CapacityKind::Rounded, CapacityKind::Nominal];
    (200_000u64..200_000_000, prop::sample::select(kinds)).prop_map(|(blocks, kind)| Capacity {
        bytes: Bytes::new(blocks * 4096),
        kind,
        likely: None,
    })
}

fn sectors() -> impl Strategy<Value = SectorSize> {
    prop::sample::select(vec![SectorSize::B512, SectorSize::B4096])
}

type Names = (
    Option<Arc<str>>,
    Option<Arc<str>>,
    Option<Arc<str>>,
    Option<Arc<str>>,
    Option<Arc<str>>,
);

fn drive() -> impl Strategy<Value = Drive> {
    let names = (name(), name(), name(), name(), name());
    let facts = (
        fact(capacity()),
        fact(prop::bool::ANY),
        fact(prop::sample::select(vec![
            Transport::Sata,
            Transport::Sas,
            Transport::Nvme,
            Transport::Usb,
        ])),
        fact(manufactured()),
        fact(prop::sample::select(vec![
            Shingling::None,
            Shingling::DriveManaged,
            Shingling::HostManaged,
        ])),
        fact(sectors()),
        fact(sectors()),
    );
    let numbers = (
        // Nothing made before 2020 can have run for longer on the day of the reading.
        prop::option::of(0u32..50_000),
        prop::option::of((
            0i64..100_000_000,
            prop::option::of(prop::sample::select(vec!["EUR", "USD", "CNY", "CHF"])),
        )),
        prop::option::of(0.0f64..1.0),
        prop::option::of(0.0f64..9000.0),
        prop::option::of(1u64..1 << 20),
    );
    (
        names,
        facts,
        numbers,
        prop::collection::vec("[a-z]{1,8}( [a-z]{1,8})?", 0..3),
    )
        .prop_map(|(names, facts, numbers, notes)| {
            let mut drive = Drive::unknown(Arc::from(""), Arc::from("somewhere, line 1"));
            let (vendor, model, firmware, location, in_use): Names = names;
            (drive.vendor, drive.model, drive.firmware) = (vendor, model, firmware);
            (drive.location, drive.in_use) = (location, in_use);
            drive.capacity = facts.0;
            drive.media = facts.1.map(|fact| Fact {
                value: if fact.value { Media::Hdd } else { Media::Ssd },
                origin: fact.origin,
            });
            drive.transport = facts.2;
            drive.manufactured = facts.3;
            drive.shingling = facts.4;
            drive.logical_sector = facts.5;
            drive.physical_sector = facts.6.filter(|physical| {
                drive
                    .logical_sector
                    .is_none_or(|logical| logical.value <= physical.value)
            });
            drive.power_on_hours = numbers.0;
            drive.price = numbers.1.map(|(amount, code)| {
                Money::from_ten_thousandths(amount, code.and_then(Currency::from_code))
            });
            drive.annual_failure = numbers.2.and_then(|share| Probability::new(share).ok());
            drive.write = numbers.3.and_then(Throughput::from_mb_per_s);
            drive.nvme_awupf = numbers.4.map(Bytes::new);
            drive.notes = notes;
            drive
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_bytes(&bytes);
    }

    #[test]
    fn random_text_never_panics(text in "\\PC{0,200}") {
        let _ = read_bytes(text.as_bytes());
    }

    #[test]
    fn random_tables_never_panic(text in table()) {
        if let Ok(inventory) = read_bytes(text.as_bytes()) {
            prop_assert!(!inventory.drives.is_empty());
        }
    }

    #[test]
    fn our_own_format_reads_back_to_the_same_drives(drives in prop::collection::vec(drive(), 1..6)) {
        let written = write_csv(&drives);
        let first = read_bytes(written.as_bytes()).map_err(|messages| {
            TestCaseError::fail(format!("{written}\n{messages:?}"))
        })?;
        prop_assert_eq!(first.drives.len(), drives.len());
        for (read, original) in first.drives.iter().zip(&drives) {
            prop_assert_eq!(&read.model, &original.model);
            prop_assert_eq!(read.capacity.map(|fact| (fact.value.bytes, fact.value.kind)),
                original.capacity.map(|fact| (fact.value.bytes, fact.value.kind)));
            prop_assert_eq!(read.manufactured, original.manufactured);
            prop_assert_eq!(read.price, original.price);
            prop_assert_eq!(read.annual_failure, original.annual_failure);
        }
        // What was understood once is understood the same again, to the last fact and note.
        let second = read_bytes(write_csv(&first.drives).as_bytes()).unwrap();
        prop_assert_eq!(second.drives, first.drives);
    }
}
