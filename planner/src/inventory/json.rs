//! JSON from any tool: which one wrote it is told by its keys.
//!
//! A file may hold several values one after the other, as `smartctl -j` in a loop prints them.

use serde_json::Value;

use super::FileReading;
use super::messages::{Words, excerpt};
use super::{lsblk, nvme, proxmox, redfish, smartctl, storcli, truenas, windows, zpool};
use crate::diagnostic::Severity;

/// Returns whether the text begins as JSON does.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Reads all values of the text.
pub(crate) fn read(text: &str, reading: &mut FileReading) {
    let stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut formats: Vec<&'static str> = Vec::new();
    for value in stream {
        match value {
            Ok(value) => dispatch(&value, reading, &mut formats),
            Err(error) => {
                report(text, &error, reading);
                break;
            }
        }
    }
    reading.format = if formats.is_empty() {
        "JSON".to_owned()
    } else {
        formats.join(" and ")
    };
    let nothing = formats.is_empty() && !reading.messages.has_errors();
    if nothing {
        reading.messages.about(
            Severity::Error,
            1,
            Words::new(
                "no drives in this JSON: its keys are those of no known tool",
                "known are `smartctl -xj`, `lsblk -J -b -O`, `nvme list -o json`, `nvme id-ctrl`/`id-ns -o json`, Redfish, \
                 storcli, TrueNAS, Proxmox, `Get-PhysicalDisk` and `zpool list -j`",
            ),
        );
    }
}

fn report(text: &str, error: &serde_json::Error, reading: &mut FileReading) {
    let line = error.line() as u64;
    let column = error.column();
    let start = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum::<usize>()
        + column.saturating_sub(1);
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or("not JSON");
    let rest = text.get(start..).unwrap_or("");
    let around = text.get(start.saturating_sub(3)..).unwrap_or(rest);
    let (message, hint) = if reason.contains("recursion limit") {
        (
            "nested too deeply for any tool's output".to_owned(),
            "check where the file comes from".to_owned(),
        )
    } else if around.trim_start().starts_with("NaN")
        || rest.starts_with("NaN")
        || rest.starts_with("Infinity")
    {
        (
            format!("NaN and Infinity are not JSON (column {column})"),
            "write `null` where a figure is unknown".to_owned(),
        )
    } else if reason.contains("invalid escape") {
        (
            format!(
                "invalid escape in JSON at column {column}; some versions of lsblk write `\\x20` for a blank"
            ),
            "replace `\\x20` by a blank, or use a newer lsblk".to_owned(),
        )
    } else if reason.contains("EOF") {
        (
            "the JSON ends too early".to_owned(),
            "the file was cut off; copy it again".to_owned(),
        )
    } else {
        (
            format!("not JSON: {reason} (column {column})"),
            "copy the tool's output unchanged".to_owned(),
        )
    };
    reading
        .messages
        .push(Severity::Error, (line, ""), Words::new(message, hint), || {
            excerpt(text, start, start + 1)
        });
}

/// Hands one value to the reader of its tool.
fn dispatch(value: &Value, reading: &mut FileReading, formats: &mut Vec<&'static str>) {
    let has = |key: &str| value.get(key).is_some();
    let format = if has("smartctl") || (has("device") && has("json_format_version")) {
        smartctl::read_json(value, reading);
        "smartctl JSON"
    } else if has("blockdevices") {
        lsblk::read(value, reading);
        "lsblk JSON"
    } else if value.get("Devices").is_some_and(Value::is_array) {
        nvme::read_list(value, reading);
        "nvme list JSON"
    } else if has("mn") && has("sn") {
        nvme::read_controller(value, reading);
        "nvme id-ctrl JSON"
    } else if has("nsze") || has("lbafs") {
        nvme::read_namespace(value, reading);
        "nvme id-ns JSON"
    } else if has("Controllers") && storcli::read_json(value, reading) {
        "storcli JSON"
    } else if zpool::is_json(value) {
        zpool::read_json(value, reading);
        "zpool JSON"
    } else if windows::is_json(value) {
        windows::read_json(value, reading);
        "Get-PhysicalDisk JSON"
    } else if truenas::is_disk(value) {
        truenas::read(value, reading);
        "TrueNAS disk.query"
    } else if proxmox::is_disk(value) {
        proxmox::read(value, None, reading);
        "Proxmox disk list"
    } else if redfish::has_drives(value) {
        redfish::read(value, reading);
        "Redfish"
    } else {
        match value {
            Value::Array(items) => items.iter().for_each(|item| dispatch(item, reading, formats)),
            Value::Object(entries) => {
                for (name, entry) in entries {
                    if proxmox::is_disk(entry) {
                        proxmox::read(entry, Some(name), reading);
                        remember(formats, "Proxmox disk list");
                    } else if matches!(
                        name.as_str(),
                        "result" | "data" | "smartctl_output" | "devices" | "output"
                    ) {
                        dispatch(entry, reading, formats);
                    }
                }
            }
            _ => {}
        }
        return;
    };
    remember(formats, format);
}

fn remember(formats: &mut Vec<&'static str>, format: &'static str) {
    if !formats.contains(&format) {
        formats.push(format);
    }
}

/// Returns the text of a key; empty and absent are the same.
pub(crate) fn text<'value>(value: &'value Value, key: &str) -> Option<&'value str> {
    value
        .get(key)?
        .as_str()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// Returns the whole number of a key, be it written as a number or as a string.
pub(crate) fn number(value: &Value, key: &str) -> Option<i128> {
    whole(value.get(key)?)
}

/// Returns the whole number that a value is, be it written as a number or as a string.
pub(crate) fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => number
            .as_i64()
            .map(i128::from)
            .or_else(|| number.as_u64().map(i128::from))
            .or_else(|| {
                let decimal = super::cell::number::whole_number(
                    &number.to_string(),
                    super::cell::number::DecimalMark::Point,
                );
                match decimal {
                    Ok(decimal) => decimal.times(1).ok().map(|(whole, _)| i128::from(whole)),
                    Err(_) => None,
                }
                // A number beyond every range is too large, not unknown.
                .or(Some(i128::MAX))
            }),
        Value::String(text) => {
            let text = text.trim();
            match text.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            }
        }
        _ => None,
    }
}

/// Returns the truth of a key, be it written as a boolean, a number or a string.
pub(crate) fn truth(value: &Value, key: &str) -> Option<bool> {
    match value.get(key)? {
        Value::Bool(truth) => Some(*truth),
        Value::Number(number) => number.as_i64().map(|number| number != 0),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "1" | "true" | "yes" => Some(true),
            "0" | "false" | "no" => Some(false),
            _ => None,
        },
        _ => None,
    }
}
