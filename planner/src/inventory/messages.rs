//! The messages about one file, kept within bounds.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Excerpt, Place, Severity};

/// Messages of one severity kept for one file; what comes after them is counted.
const MOST_KEPT: usize = 1000;

/// The messages about one file.
#[derive(Debug, Clone)]
pub(crate) struct Messages {
    file: Arc<str>,
    kept: Vec<Diagnostic>,
    counts: [usize; 3],
}

/// What a message says, without its place.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    /// What was read and why it matters.
    pub(crate) message: String,
    /// What to do about it; empty where there is nothing to add.
    pub(crate) hint: String,
}

impl Words {
    /// Returns the words of a message.
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
        }
    }
}

impl Messages {
    /// Returns the empty list of messages about `file`.
    pub(crate) fn new(file: &str) -> Self {
        Self {
            file: Arc::from(file),
            kept: Vec::new(),
            counts: [0; 3],
        }
    }

    /// Returns the name of the file.
    pub(crate) const fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Adds a message; the excerpt is only made if the message is kept.
    pub(crate) fn push(
        &mut self,
        severity: Severity,
        (line, column): (u64, &str),
        words: Words,
        excerpt: impl FnOnce() -> Option<Excerpt>,
    ) {
        let count = &mut self.counts[severity as usize];
        *count += 1;
        if *count > MOST_KEPT {
            return;
        }
        self.kept.push(Diagnostic {
            severity,
            place: Place {
                file: self.file.to_string(),
                line,
                column: column.to_owned(),
            },
            message: words.message,
            hint: Some(words.hint).filter(|hint| !hint.is_empty()),
            excerpt: excerpt().map(Box::new),
        });
    }

    /// Adds a message about the file, or about a line of it as a whole.
    pub(crate) fn about(&mut self, severity: Severity, line: u64, words: Words) {
        self.push(severity, (line, ""), words, || None);
    }

    /// Returns whether there is an error.
    pub(crate) const fn has_errors(&self) -> bool {
        self.counts[Severity::Error as usize] > 0
    }

    /// Returns the messages in the order of their lines, and how many were left out.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for (severity, name) in [
            (Severity::Error, "errors"),
            (Severity::Warning, "warnings"),
            (Severity::Notice, "notices"),
        ] {
            let left_out = self.counts[severity as usize].saturating_sub(MOST_KEPT);
            if left_out > 0 {
                self.counts[severity as usize] = 0;
                let words = Words::new(format!("{left_out} more {name} are not shown"), "");
                self.about(severity, 0, words);
            }
        }
        self.kept.sort_by_key(|message| match message.place.line {
            0 => u64::MAX,
            line => line,
        });
        self.kept
    }
}

/// Returns the part of `text` between the byte offsets `start` and `end` with the physical line around it, cut to a
/// width that a screen shows and with unsafe characters escaped.
pub(crate) fn excerpt(text: &str, start: usize, end: usize) -> Option<Excerpt> {
    const AROUND: usize = 70;
    // Lines may be as long as the file; only this much of them is looked at.
    const REACH: usize = 4 * AROUND + 4;
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let bytes = text.as_bytes();
    let reach_start = boundary_at_or_after(text, start.saturating_sub(REACH));
    let line_start = bytes
        .get(reach_start..start)?
        .iter()
        .rposition(is_end)
        .map_or(reach_start, |end| reach_start + end + 1);
    let reach_end = boundary_at_or_after(text, end.max(start).saturating_add(REACH));
    let line_end = bytes
        .get(start..reach_end)?
        .iter()
        .position(is_end)
        .map_or(reach_end, |offset| start + offset);
    let end = end.clamp(start, line_end);
    let before: Vec<char> = text.get(line_start..start)?.chars().collect();
    let cell: String = text.get(start..end)?.chars().take(AROUND).collect();
    let after: Vec<char> = text.get(end..line_end)?.chars().collect();
    let cut_before = before.len().saturating_sub(AROUND);
    let safe = |part: &str| crate::text::escape_for_terminal(&part.replace('\t', " ")).into_owned();
    let mut line_text = String::new();
    if cut_before > 0 {
        line_text.push('…');
    }
    line_text.push_str(&safe(&before[cut_before..].iter().collect::<String>()));
    let shown_start = line_text.len();
    line_text.push_str(&safe(&cell));
    let length = line_text.len() - shown_start;
    line_text.push_str(&safe(&after.iter().take(AROUND).collect::<String>()));
    if after.len() > AROUND {
        line_text.push('…');
    }
    Some(Excerpt {
        line_text,
        start: shown_start,
        length,
    })
}

fn boundary_at_or_after(text: &str, offset: usize) -> usize {
    (offset.min(text.len())..=text.len())
        .find(|position| text.is_char_boundary(*position))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_points_at_the_cell() {
        let text = "model,size\r\nST8\u{7},18TBB\r\n";
        let start = text.find("18TBB").unwrap();
        let excerpt = excerpt(text, start, start + 5).unwrap();
        assert_eq!(excerpt.line_text, "ST8\\u{7},18TBB");
        assert_eq!(
            &excerpt.line_text[excerpt.start..excerpt.start + excerpt.length],
            "18TBB"
        );
    }

    #[test]
    fn messages_beyond_the_limit_are_counted() {
        let mut messages = Messages::new("a.csv");
        for line in 1..=1500 {
            messages.about(Severity::Warning, line, Words::new("odd", ""));
        }
        let finished = messages.finish();
        assert_eq!(finished.len(), 1001);
        assert_eq!(finished[1000].message, "500 more warnings are not shown");
    }
}
