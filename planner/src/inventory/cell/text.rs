//! The text of a cell without what typing and copying left in it.

use std::borrow::Cow;

/// Returns the text trimmed, with full-width letters and digits as ASCII, every kind of blank as a plain space, and
/// zero-width characters dropped.
pub(crate) fn tidy(raw: &str) -> Cow<'_, str> {
    if raw.bytes().all(|byte| (b' '..0x7f).contains(&byte)) {
        return Cow::Borrowed(raw.trim_matches(' '));
    }
    let mut tidied = String::with_capacity(raw.len());
    for character in raw.chars() {
        match character {
            '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
            '\u{ff01}'..='\u{ff5e}' => {
                tidied.push(char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character));
            }
            // Blanks; line ends and tabs inside quotes count as blanks too.
            '\t'
            | '\n'
            | '\r'
            | '\u{b}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}' => tidied.push(' '),
            _ => tidied.push(character),
        }
    }
    Cow::Owned(tidied.trim_matches(' ').to_owned())
}

/// Words that say that nothing is known.
const PLACEHOLDERS: [&str; 32] = [
    "n/a",
    "n.a.",
    "na",
    "#n/a",
    "none",
    "null",
    "nil",
    "unknown",
    "unbekannt",
    "inconnu",
    "desconocido",
    "未知",
    "无",
    "不明",
    "tbd",
    "tba",
    "k.a.",
    "k. a.",
    "n/d",
    "not specified",
    "not available",
    "not reported",
    "(null)",
    "undefined",
    "[n/a]",
    "not set",
    "keine",
    "keine angabe",
    "no data",
    "missing",
    "<unknown>",
    "unspecified",
];

/// Serial numbers that many drives share.
const SHARED_SERIALS: [&str; 13] = [
    "redacted",
    "removed",
    "hidden",
    "serial",
    "serialnumber",
    "serial number",
    "<redacted>",
    "[redacted]",
    "same",
    "see label",
    "123456789",
    "1234567890",
    "0123456789",
];

/// Returns whether the text only says that nothing is known: empty, dashes, `N/A`, `unknown` and the like.
pub(crate) fn is_placeholder(text: &str) -> bool {
    text.len() <= 24
        && (text
            .chars()
            .all(|character| matches!(character, '-' | '–' | '—' | '?' | '.' | '_' | '*' | '/'))
            || PLACEHOLDERS.iter().any(|word| word.eq_ignore_ascii_case(text)))
}

/// Returns whether a serial number is one that many drives share: a placeholder, or only zeros, or blanked out.
pub(crate) fn is_placeholder_serial(text: &str) -> bool {
    is_placeholder(text)
        || text
            .chars()
            .all(|character| matches!(character, '0' | 'x' | 'X' | '-' | ' '))
        || SHARED_SERIALS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidies_what_copying_leaves() {
        assert_eq!(tidy("\u{a0}ST18000NM000J\u{200b}"), "ST18000NM000J");
        assert_eq!(tidy("１６ＴＢ"), "16TB");
        assert_eq!(tidy("18\u{202f}000"), "18 000");
        assert_eq!(tidy(" plain "), "plain");
    }

    #[test]
    fn placeholders_say_nothing() {
        for text in ["", "-", "N/A", "unknown", "??", "TBD"] {
            assert!(is_placeholder(text), "{text}");
        }
        for serial in ["000000000000", "REDACTED", "xxxx"] {
            assert!(is_placeholder_serial(serial), "{serial}");
        }
        assert!(!is_placeholder_serial("ZR5ZP001"));
    }
}
