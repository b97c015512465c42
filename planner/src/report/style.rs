//! How a text report may look: colour and width.

/// What a medium allows. Colour never says anything that the words do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether escape sequences for bold and colour are understood.
    pub colour: bool,
    /// Whether the chosen row is marked with `▸`; `*` otherwise.
    pub symbols: bool,
    /// Columns of the medium.
    pub width: usize,
}

impl Style {
    /// A pipe or a file: no escape sequences, full width.
    pub const PLAIN: Self = Self {
        colour: false,
        symbols: false,
        width: 100,
    };

    /// Returns the mark of the chosen row.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        if self.symbols { "▸" } else { "*" }
    }

    /// Returns `text` in bold.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.escape("1", text)
    }

    /// Returns `text` in the colour of warnings.
    #[must_use]
    pub fn warning(self, text: &str) -> String {
        self.escape("33", text)
    }

    fn escape(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Returns `text` broken into lines of at most `width` columns at blanks; a longer word keeps a line of its own.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    use unicode_width::UnicodeWidthStr;
    let mut lines = String::with_capacity(text.len() + 16);
    let mut used = 0;
    for word in text.split(' ') {
        let word_width = word.width();
        if used > 0 && used + 1 + word_width > width {
            lines.push('\n');
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += word_width;
    }
    lines
}

/// Returns `text` broken like [`wrapped`], every line after the first indented by `indent` blanks within `width`.
#[must_use]
pub fn hanging(text: &str, indent: usize, width: usize) -> String {
    // The first line has no indent of its own, so that it is broken for its own width.
    let lines = wrapped(text, width);
    let Some((first, _)) = lines.split_once('\n') else {
        return lines;
    };
    let rest = text.get(first.len()..).unwrap_or("").trim_start_matches(' ');
    let pad = " ".repeat(indent);
    let rest = wrapped(rest, width.saturating_sub(indent).max(1));
    format!("{first}\n{pad}{}", rest.replace('\n', &format!("\n{pad}")))
}

/// Returns `text` safe for a screen and cut to `width` columns, the last of them `…` where something is left out.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
    // Letters that take no room on the screen may follow each other without end.
    const LETTERS_PER_COLUMN: usize = 4;
    let head: String = text.chars().take(LETTERS_PER_COLUMN * width + 1).collect();
    let whole = head.len() == text.len();
    let safe = crate::text::escape_for_terminal(&head);
    if whole && safe.width() <= width {
        return safe.into_owned();
    }
    let mut shown = String::new();
    let mut used = 0;
    for letter in safe.chars() {
        used += letter.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        shown.push(letter);
    }
    shown.push('…');
    shown
}

/// Columns of a name in a table: the longest names of real drives fit.
pub const NAME_WIDTH: usize = 40;

/// Returns names with what is to say of each beside them, or under them where the screen is narrow.
#[must_use]
pub fn listed(lines: &[(&str, String)], width: usize) -> String {
    /// Columns that words need beside the names.
    const LEAST_ROOM: usize = 30;
    let names = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let beside = names + 4;
    let mut text = String::new();
    for (name, words) in lines {
        if width >= beside + LEAST_ROOM {
            let entry = format!("{name:names$}  {words}");
            let first = hanging(&entry, beside - 2, width - 2);
            text.push_str(&format!("  {}\n", first.replace('\n', "\n  ")));
        } else {
            let under = wrapped(words, width.saturating_sub(4).max(1));
            text.push_str(&format!("  {name}\n    {}\n", under.replace('\n', "\n    ")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_to_columns_not_letters() {
        assert_eq!(cut("ST18000NM000J", 13), "ST18000NM000J");
        assert_eq!(cut("ST18000NM000J", 12), "ST18000NM00…");
        assert_eq!(cut("希捷希捷", 8), "希捷希捷");
        assert_eq!(cut("希捷希捷", 7), "希捷希…");
        assert_eq!(cut(&"M".repeat(5000), 40).chars().count(), 40);
        assert_eq!(
            cut(&"e\u{301}".repeat(5000), 10)
                .chars()
                .filter(|letter| *letter == 'e')
                .count(),
            9
        );
        assert_eq!(cut("a\u{7}b", 40), "a\\u{7}b");
    }

    #[test]
    fn hanging_lines_stay_within_the_width() {
        let text = hanging("one two three four five six", 4, 12);
        assert_eq!(text, "one two\n    three\n    four\n    five six");
    }
}
