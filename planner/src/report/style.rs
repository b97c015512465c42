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
