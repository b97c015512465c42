//! In which enclosure is a drive, by what its location says?
//!
//! A location names the enclosure and then the seat in it: `enc1/bay03`, `0:1:12`, `shelf-2 slot 4`. Left out: racks and
//! rooms, and the addresses of SCSI and of solid state drives on their bus, which tell no enclosure.

/// Words for the seat of a drive in an enclosure, in the languages that inventories are written in.
const SEAT_WORDS: [&str; 12] = [
    "bay", "slot", "disk", "drive", "seat", "position", "pos", "hdd", "schacht", "einschub", "baie", "槽位",
];

/// Returns the enclosure that a location names, or nothing where it names a seat alone.
#[must_use]
pub fn enclosure_of(location: &str) -> Option<&str> {
    let location = location.trim();
    if is_scsi_address(location) {
        return None;
    }
    let by_word = before_seat_word(location);
    if by_word.is_some() || location.contains('.') {
        return by_word.filter(|name| name.chars().any(|sign| sign.is_ascii_digit()));
    }
    let (before, seat) = location.rsplit_once(['/', ':'])?;
    let numbered = seat.chars().any(|sign| sign.is_ascii_digit()) && seat.chars().all(char::is_alphanumeric);
    named(before).filter(|_| numbered)
}

/// Host, channel, target and unit, which tell the path to a drive and not where it is.
fn is_scsi_address(location: &str) -> bool {
    let numbers = location.trim_matches(['[', ']']).split(':');
    numbers.clone().count() == 4
        && numbers
            .into_iter()
            .all(|number| !number.is_empty() && number.chars().all(|sign| sign.is_ascii_digit()))
}

/// The text before the last word for a seat and its number.
fn before_seat_word(location: &str) -> Option<&str> {
    let without_number = location.trim_end_matches(|sign: char| sign.is_ascii_digit());
    if without_number.len() == location.len() {
        return None;
    }
    let ending = without_number.trim_end_matches(is_separator);
    let word = SEAT_WORDS.iter().find(|word| {
        let at = ending.len().checked_sub(word.len());
        at.and_then(|at| ending.get(at..))
            .is_some_and(|found| found.to_lowercase() == **word)
    })?;
    named(ending.get(..ending.len() - word.len())?)
}

fn named(text: &str) -> Option<&str> {
    Some(text.trim_matches(is_separator)).filter(|name| !name.is_empty())
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '-' | '_' | '/' | ':' | ',' | ';' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn names(location: &str, enclosure: Option<&str>) {
        assert_eq!(enclosure_of(location), enclosure, "{location}");
    }

    #[test]
    fn the_enclosure_comes_before_the_seat() {
        names("enc1/bay03", Some("enc1"));
        names("0:1:12", Some("0:1"));
        names("252:3", Some("252"));
        names("1I:1:5", Some("1I:1"));
        names("shelf-2 slot 4", Some("shelf-2"));
        names("Enclosure 2, Bay 5", Some("Enclosure 2"));
        names("JBOD3-Slot07", Some("JBOD3"));
        names("/c0/e252/s3", Some("c0/e252"));
        names("2/5", Some("2"));
        names(" rack 4 / shelf 1 / disk 12 ", Some("rack 4 / shelf 1"));
    }

    #[test]
    fn a_seat_alone_names_none() {
        for location in [
            "",
            "bay01",
            "Slot 4",
            "12",
            "front",
            "PCIe Slot 3",
            "0:0:1:0",
            "[2:0:14:0]",
            "0000:3b:00.0",
            "Disk.Bay.3:Enclosure.Internal.0-1",
            "Berlin/Keller",
            "/",
            ":3",
            "schacht №7",
            "日本語7",
        ] {
            names(location, None);
        }
    }
}
