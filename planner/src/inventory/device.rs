//! One device as a tool describes it, with what is odd about the description.
//!
//! Readers hand over what the tool printed; here figures are checked and placeholders dropped, the same for all.

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::drive::{
    Acceptance, Capacity, CapacityKind, Drive, Fact, Manufactured, Media, SectorSize, Shingling, Transport,
};
use crate::units::Bytes;

use super::cell::size::unit;
use super::cell::text::{is_placeholder, is_placeholder_serial, tidy};
use super::cell::words;
use super::messages::{Messages, Words};

/// No drive is as large as 1 EiB.
const TOO_LARGE: i128 = 1 << 60;

/// The facts that are plain texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    /// Maker.
    Vendor,
    /// Model.
    Model,
    /// Serial number.
    Serial,
    /// World-wide name.
    WorldWideName,
    /// Firmware revision.
    Firmware,
    /// Place.
    Location,
    /// Interface, in words.
    Transport,
}

/// A drive in the making.
#[derive(Debug)]
pub(crate) struct Device<'messages> {
    /// What is known so far.
    pub(crate) drive: Drive,
    messages: &'messages mut Messages,
    line: u64,
}

fn clean(text: &str) -> Option<Arc<str>> {
    let tidied = tidy(text);
    let collapsed: Vec<&str> = tidied.split_whitespace().collect();
    let collapsed = collapsed.join(" ");
    (!is_placeholder(&collapsed)).then(|| Arc::from(crate::text::escape_for_terminal(&collapsed).as_ref()))
}

impl<'messages> Device<'messages> {
    /// Returns a device of which only the place in the file is known; line 0 where the format has none.
    pub(crate) fn new(messages: &'messages mut Messages, line: u64) -> Self {
        let file = messages.file();
        let source = if line > 0 {
            Arc::from(format!("{file}, line {line}"))
        } else {
            Arc::clone(file)
        };
        Self {
            drive: Drive::unknown(Arc::from(""), source),
            messages,
            line,
        }
    }

    /// Sets the name within the inventory, such as `sda`; the directory of a path is dropped.
    pub(crate) fn name(&mut self, text: &str) {
        if let Some(name) = clean(text.trim_start_matches("/dev/")) {
            self.drive.id = name;
        }
    }

    /// Sets the device path; a name alone is put below `/dev`.
    pub(crate) fn path(&mut self, text: &str) {
        self.drive.path = clean(text).map(|path| {
            if path.starts_with('/') {
                path
            } else {
                Arc::from(format!("/dev/{path}"))
            }
        });
    }

    /// Sets one of the plain texts.
    pub(crate) fn label(&mut self, label: Label, text: &str) {
        match label {
            Label::Vendor => self.vendor(text),
            Label::Model => self.model(text),
            Label::Serial => self.serial(text),
            Label::WorldWideName => self.wwn(text),
            Label::Firmware => self.firmware(text),
            Label::Location => self.location(text),
            Label::Transport => self.transport_words(text),
        }
    }

    /// Sets the maker; `ATA` stands for any.
    pub(crate) fn vendor(&mut self, text: &str) {
        self.drive.vendor =
            clean(text).filter(|vendor| vendor.as_ref() != "ATA" && !vendor.starts_with("0x"));
    }

    /// Sets the model.
    pub(crate) fn model(&mut self, text: &str) {
        let text = text.trim();
        let text = text.strip_prefix("ATA ").unwrap_or(text);
        self.drive.model = clean(text);
    }

    /// Sets the serial number unless it is a placeholder.
    pub(crate) fn serial(&mut self, text: &str) {
        self.drive.serial =
            clean(text).filter(|serial| !is_placeholder_serial(serial) && !serial.starts_with('<'));
    }

    /// Sets the world-wide name unless it is a placeholder.
    pub(crate) fn wwn(&mut self, text: &str) {
        self.drive.wwn = words::wwn(&tidy(text)).map(Arc::from);
    }

    /// Sets the firmware revision unless it is a placeholder.
    pub(crate) fn firmware(&mut self, text: &str) {
        self.drive.firmware = clean(text).filter(|firmware| !is_placeholder_serial(firmware));
    }

    /// Sets the place, such as enclosure and slot.
    pub(crate) fn location(&mut self, text: &str) {
        self.drive.location = clean(text);
    }

    /// Sets what the drive is used for.
    pub(crate) fn in_use(&mut self, text: &str) {
        if self.drive.in_use.is_none() {
            self.drive.in_use = clean(text);
        }
    }

    /// Sets the capacity in exact bytes as `field` gives it; 0 is unknown, below 0 or beyond any drive is refused.
    pub(crate) fn exact(&mut self, field: &str, bytes: i128) {
        if bytes < 0 {
            let hint = "an old version of the tool counted in 32 bits; take the bytes from `lsblk -b` or `smartctl -i`";
            self.refuse(field, &format!("`{bytes}` is negative"), hint);
        } else if bytes >= TOO_LARGE {
            let hint = "no drive holds 1 EiB; take the bytes from `lsblk -b` or `smartctl -i`";
            self.refuse(field, &format!("`{bytes}` is too large"), hint);
        } else if bytes > 0 {
            self.capacity(u64::try_from(bytes).unwrap_or(0), CapacityKind::Exact);
        }
    }

    /// Sets the capacity from a figure that the tool rounded in binary units, such as `3.637 TB` or `465,8G`.
    pub(crate) fn rounded(&mut self, field: &str, text: &str) {
        match binary_size(text) {
            Some(0) => {}
            Some(bytes) => self.capacity(bytes, CapacityKind::Rounded),
            None if is_placeholder(text.trim()) => {}
            None => {
                let shown = crate::text::excerpt(text);
                self.refuse(
                    field,
                    &format!("`{shown}` is not a size"),
                    "take the bytes from `lsblk -b`",
                );
            }
        }
    }

    /// Sets the capacity of a label, such as `600 GB`.
    pub(crate) fn nominal(&mut self, field: &str, text: &str) {
        match super::cell::size::read(&tidy(text), super::cell::number::DecimalMark::Point, None) {
            Ok(reading) => self.drive.capacity = Some(Fact::stated(reading.value)),
            Err(error) => {
                let shown = crate::text::excerpt(text);
                self.refuse(field, &format!("`{shown}` {}", error.reason), &error.hint);
            }
        }
    }

    fn capacity(&mut self, bytes: u64, kind: CapacityKind) {
        self.drive.capacity = Some(Fact::stated(Capacity {
            bytes: Bytes::new(bytes),
            kind,
            likely: None,
        }));
    }

    /// Sets the logical sector size; 0 is unknown, an impossible size refused.
    pub(crate) fn logical(&mut self, field: &str, bytes: i128) {
        if let Some(size) = self.sector(field, bytes) {
            self.drive.logical_sector = Some(Fact::stated(size));
        }
    }

    /// Sets the physical sector size; 0 is unknown, an impossible size refused.
    pub(crate) fn physical(&mut self, field: &str, bytes: i128) {
        if let Some(size) = self.sector(field, bytes) {
            self.drive.physical_sector = Some(Fact::stated(size));
        }
    }

    fn sector(&mut self, field: &str, bytes: i128) -> Option<SectorSize> {
        if bytes == 0 {
            return None;
        }
        let size = u64::try_from(bytes).ok().and_then(SectorSize::new);
        // Array drives show eight sectors with their extra bytes as one physical sector.
        let array = matches!(bytes, 4160 | 4224);
        if size.is_none() && !array {
            let hint = "sector sizes are powers of two from 512 on";
            self.refuse(field, &format!("`{bytes}` is not a sector size"), hint);
        }
        size
    }

    /// Sets the speed; 0 is solid state.
    pub(crate) fn rpm(&mut self, speed: i128) {
        match u32::try_from(speed) {
            Ok(0) => {
                self.drive.rpm = Some(Fact::stated(0));
                self.drive.media = Some(Fact::stated(Media::Ssd));
            }
            Ok(speed @ 3000..=22_000) => {
                self.drive.rpm = Some(Fact::stated(speed));
                self.drive.media = Some(Fact::stated(Media::Hdd));
            }
            // 1 is "not reported", as is the largest number of 32 bits.
            _ => {}
        }
    }

    /// Sets the class from words.
    pub(crate) fn class(&mut self, text: &str) {
        let kind = words::kind(text);
        if let Some(media) = kind.media {
            self.media(media);
        }
        if let Some(transport) = kind.transport {
            self.transport(transport);
        }
    }

    /// Sets the class.
    pub(crate) fn media(&mut self, media: Media) {
        if let Some(known) = self.drive.media
            && known.value != media
        {
            self.warn(
                "class",
                "the tool calls the drive rotating and solid state at once",
                "`smartctl -i` tells",
            );
        }
        self.drive.media = Some(Fact::stated(media));
    }

    /// Sets the interface from words; unknown words say nothing.
    pub(crate) fn transport_words(&mut self, text: &str) {
        if let Some(transport) = words::kind(text).transport {
            self.transport(transport);
        }
    }

    /// Sets the interface.
    pub(crate) fn transport(&mut self, transport: Transport) {
        self.drive.transport = Some(Fact::stated(transport));
    }

    /// Sets the interface that follows from something else, unless one is stated.
    pub(crate) fn transport_derived(&mut self, transport: Transport) {
        self.drive.transport = self.drive.transport.or(Some(Fact::derived(transport)));
    }

    /// Sets the way of recording.
    pub(crate) fn recording(&mut self, shingling: Shingling) {
        self.drive.shingling = Some(Fact::stated(shingling));
    }

    /// Sets the whole hours powered on; more than a century says nothing.
    pub(crate) fn hours(&mut self, hours: i128) {
        self.drive.power_on_hours = u32::try_from(hours).ok().filter(|hours| *hours <= 876_000);
    }

    /// Sets the manufacture date as the drive's own log gives it.
    pub(crate) fn manufactured(&mut self, date: Manufactured) {
        self.drive.manufactured = Some(Fact::stated(date));
    }

    /// Tells that the blocks carry protection information.
    pub(crate) fn protected(&mut self, kind: i128) {
        self.warn(
            "protection",
            &format!("formatted with protection information of type {kind}: many adapters cannot use it"),
            "`sg_format --format --fmtpinfo=0 DEVICE` takes it away, with everything on the drive",
        );
    }

    /// Adds a remark.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.drive.notes.push(text.into());
    }

    /// Adds a warning to the drive and to the messages.
    pub(crate) fn warn(&mut self, field: &str, message: &str, hint: &str) {
        self.drive.accept = self.drive.accept.max(Acceptance::Warn);
        self.tell(field, message, hint);
    }

    /// Refuses the drive: a figure is impossible and cannot be guessed.
    pub(crate) fn refuse(&mut self, field: &str, message: &str, hint: &str) {
        self.drive.accept = Acceptance::Refuse;
        self.tell(field, &format!("{field}: {message}"), hint);
    }

    fn tell(&mut self, field: &str, message: &str, hint: &str) {
        let name = self.drive.id.as_ref();
        let shown = if name.is_empty() {
            message.to_owned()
        } else {
            format!("{name}: {message}")
        };
        self.drive.notes.push(message.to_owned());
        let place = (self.line, field);
        self.messages
            .push(Severity::Warning, place, Words::new(shown, hint), || None);
    }

    /// Returns the drive after checking what its figures say together.
    pub(crate) fn finish(mut self) -> Drive {
        if let (Some(logical), Some(physical)) = (self.drive.logical_sector, self.drive.physical_sector)
            && physical.value < logical.value
        {
            let message = format!(
                "physical sectors of {} bytes cannot be smaller than logical ones of {}; left open",
                physical.value, logical.value
            );
            self.drive.physical_sector = None;
            self.warn("physical sector", &message, "`smartctl -i` tells");
        }
        if let (Some(capacity), Some(logical)) = (self.drive.capacity, self.drive.logical_sector)
            && capacity.value.kind == CapacityKind::Exact
            && !capacity
                .value
                .bytes
                .as_u64()
                .is_multiple_of(u64::from(logical.value.as_u32()))
        {
            let message = format!(
                "{} are no multiple of the sector size {}",
                capacity.value.bytes, logical.value
            );
            self.refuse("capacity", &message, "take the bytes from `lsblk -b`");
        }
        super::verdict::derive(&mut self.drive);
        self.drive
    }
}

/// Returns the bytes of a figure in binary units, however they are written: `3.637 TB`, `893.75 GiB`, `465,8G`.
pub(crate) fn binary_size(text: &str) -> Option<u64> {
    use super::cell::number::{DecimalMark, leading_number};
    let text = tidy(text);
    let mark = if text.contains(',') && !text.contains('.') {
        DecimalMark::Comma
    } else {
        DecimalMark::Point
    };
    let (number, rest) = leading_number(&text, mark).ok()?;
    if number.negative {
        return None;
    }
    let factor = if rest.is_empty() {
        1
    } else {
        let unit = unit(rest)?;
        let power =
            (0..=6).find(|power| 1000u64.pow(*power) == unit.bytes || 1024u64.pow(*power) == unit.bytes)?;
        1024u64.pow(power)
    };
    number
        .times(factor)
        .ok()
        .map(|(bytes, _)| bytes)
        .filter(|bytes| i128::from(*bytes) < TOO_LARGE)
}

/// Returns the digits of a number with thousands marks of any kind, as `18,000,207,937,536 bytes [18.0 TB]` begins.
pub(crate) fn grouped_number(text: &str) -> Option<i128> {
    let mut digits = String::new();
    for character in text.trim().chars() {
        match character {
            '0'..='9' => digits.push(character),
            ',' | '.' | '\'' | '’' | '\u{a0}' | '\u{202f}' | ' ' => {}
            '-' if digits.is_empty() => digits.push('-'),
            _ => break,
        }
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_count_in_binary_units() {
        assert_eq!(binary_size("1.089 TB"), Some(1_197_368_162_648));
        assert_eq!(binary_size("465,8G"), Some(500_148_941_619));
        assert_eq!(binary_size("893.75 GiB"), Some(959_656_755_200));
        assert_eq!(binary_size("0B"), Some(0));
        assert_eq!(binary_size("many"), None);
    }

    #[test]
    fn thousands_marks_of_any_locale() {
        for text in [
            "5,000,981,078,016 bytes [5.00 TB]",
            "5.000.981.078.016 Bytes",
            "5\u{202f}000\u{202f}981\u{202f}078\u{202f}016 octets",
        ] {
            assert_eq!(grouped_number(text), Some(5_000_981_078_016));
        }
    }
}
