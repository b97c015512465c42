//! How is foreign text made safe to show and to hand on?
//!
//! Names come from files that anybody wrote. They must not move a terminal's cursor, reverse the reading direction or
//! run as a formula in a spreadsheet. What shells need is the concern of the command that is printed.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns whether a character can change what surrounds it on a screen: control characters, direction overrides and
/// invisible format characters.
#[must_use]
pub fn is_unsafe_on_screen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the text with every character of [`is_unsafe_on_screen`] written as `\u{1b}`.
///
/// # Example
/// ```
/// assert_eq!(planner::text::escape_for_terminal("ST8000\u{202e}VN"), "ST8000\\u{202e}VN");
/// ```
#[must_use]
pub fn escape_for_terminal(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe_on_screen) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_unsafe_on_screen(character) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "{}", character.escape_unicode());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Returns the text safe for a message: escaped, and cut after 60 characters.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(LONGEST).collect();
    let mut shown = escape_for_terminal(&head).into_owned();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

fn starts_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

/// Returns the cell so that no spreadsheet runs it: an apostrophe goes before what would begin a formula.
///
/// [`without_formula_guard`] takes it away again.
#[must_use]
pub fn neutralise_formula(cell: &str) -> Cow<'_, str> {
    if starts_formula(cell.trim_start_matches('\'')) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// Returns the cell without the apostrophe of [`neutralise_formula`].
#[must_use]
pub fn without_formula_guard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if starts_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_moves_the_cursor_or_the_reading_direction() {
        assert_eq!(
            escape_for_terminal("\u{1b}[2JST\u{7}\u{8}"),
            "\\u{1b}[2JST\\u{7}\\u{8}"
        );
        assert_eq!(escape_for_terminal("希捷 ST16000"), "希捷 ST16000");
    }

    #[test]
    fn formula_guard_comes_off_again() {
        for cell in [
            "=1+1", "+1", "-2", "@SUM(1)", "'=1", "''=1", "plain", "'quoted'", "",
        ] {
            let guarded = neutralise_formula(cell);
            assert!(!starts_formula(&guarded));
            assert_eq!(without_formula_guard(&guarded), cell);
        }
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(excerpt(&"x".repeat(70)), format!("{}…", "x".repeat(60)));
    }
}
