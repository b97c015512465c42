//! `smartctl -x`, `-a` and `-i`, as text and as JSON, one drive after the other.
//!
//! What smartctl does not tell stays unknown: an NVMe controller has no sector size, a blank week no year.

mod json;
mod text;

pub(crate) use json::read_json;
pub(crate) use text::{is_text, read_text};

use super::cell::date;
use super::device::Device;
use crate::drive::Manufactured;

/// Sets the week that a SAS drive's log names; blanks are unknown, not the year 20.
fn set_week(device: &mut Device<'_>, year: &str, week: &str) {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let (Some(year), Some(week)) = (number(year), number(week)) else {
        return;
    };
    // Drives have been made since 1990; 0000 and 9999 are fillings.
    let known = (1990..=2100).contains(&year);
    match date::week(year, week).filter(|_| known) {
        Some(made @ Manufactured::Week(_)) => device.manufactured(made),
        _ => device.note(format!("manufacture date not understood: week {week} of {year}")),
    }
}
