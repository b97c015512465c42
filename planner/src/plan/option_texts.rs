//! Reading the texts of options that are no plain quantities.

use crate::capacity::BlockSize;
use crate::error::Error;
use crate::fit::FailureTable;
use crate::layout::Layout;
use crate::units::{parse_block_size, parse_fraction};
use crate::workload::Workload;

fn wrong(option: &str, text: &str, what: &str, hint: &str) -> Error {
    Error::OutOfRange {
        quantity: option.to_owned(),
        reason: format!("`{}` {what}", crate::text::excerpt(text)),
        hint: hint.to_owned(),
    }
}

pub(super) fn one_of<Value: Copy>(option: &str, words: &[(&str, Value)], text: &str) -> Result<Value, Error> {
    let found = words.iter().find(|(word, _)| *word == text.trim());
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        wrong(
            option,
            text,
            "is none of its words",
            &format!("write one of {}", known.join(", ")),
        )
    })
}

/// Reads a layout that OpenZFS accepts.
///
/// # Errors
/// [`Error::Layout`] where the text is none.
pub fn parse_layout(text: &str) -> Result<Layout, Error> {
    let layout: Layout = text.trim().parse()?;
    layout.check()?;
    Ok(layout)
}

/// Reads the name of a workload.
///
/// # Errors
/// [`Error::OutOfRange`] naming all workloads where the text is none.
pub fn parse_workload(text: &str) -> Result<Workload, Error> {
    Workload::from_name(text.trim()).ok_or_else(|| {
        let hint = format!("write one of {}", Workload::ALL.map(Workload::name).join(", "));
        wrong("--workload", text, "is no use of a pool", &hint)
    })
}

/// Reads a record size.
///
/// # Errors
/// [`Error::OutOfRange`] where the text is no power of two from 512 bytes to 16 MiB.
pub fn parse_record_size(text: &str) -> Result<BlockSize, Error> {
    BlockSize::from_property(parse_block_size("--recordsize", text)?.as_u64())
}

/// Reads a relative standard error.
///
/// # Errors
/// [`Error::OutOfRange`] unless it lies between 0.0001 and 0.5.
pub fn parse_relative_error(text: &str) -> Result<f64, Error> {
    let value = parse_fraction("--rel-err", text)?;
    if (1e-4..=0.5).contains(&value) {
        Ok(value)
    } else {
        Err(wrong(
            "--rel-err",
            text,
            "is out of range",
            "write a share from 0.0001 to 0.5",
        ))
    }
}

/// Reads the variance of the common factor of a batch.
///
/// # Errors
/// [`Error::OutOfRange`] unless it is 0 or lies between 0.001 and 100.
pub fn parse_batch_variance(text: &str) -> Result<f64, Error> {
    let value: Option<f64> = text.trim().parse().ok();
    value
        .filter(|value| value.abs() < f64::MIN_POSITIVE || (0.001..=100.0).contains(value))
        .ok_or_else(|| {
            wrong(
                "--batch-variance",
                text,
                "is no variance",
                "write 0 or a number from 0.001 to 100, such as 0.3",
            )
        })
}

pub(super) fn parse_count(option: &str, text: &str) -> Result<u32, Error> {
    text.trim().parse().map_err(|_| {
        wrong(
            option,
            text,
            "is no number of things",
            "write a whole number, such as `2`",
        )
    })
}

pub(super) fn parse_rows(text: &str) -> Result<u32, Error> {
    match parse_count("--top", text)? {
        0 => Err(wrong(
            "--top",
            text,
            "shows nothing",
            "write a whole number from 1",
        )),
        rows => Ok(rows),
    }
}

pub(super) fn parse_seed(text: &str) -> Result<u64, Error> {
    text.trim().parse().map_err(|_| {
        wrong(
            "--seed",
            text,
            "is no seed",
            "write a whole number from 0 to 18446744073709551615",
        )
    })
}

pub(super) fn parse_flag(option: &str, text: &str) -> Result<bool, Error> {
    one_of(option, &[("true", true), ("false", false)], text)
}

pub(super) fn parse_failures(text: &str) -> Result<FailureTable, Error> {
    FailureTable::read_csv(text, "--failure-rates").map_err(Error::Input)
}
