//! What the terminal can show, and messages on standard error.

use std::io::{IsTerminal as _, Write as _};

use planner::diagnostic::{Diagnostic, Severity};
use planner::error::Error;
use planner::report::style::Style;
use planner::text::escape_for_terminal;
use unicode_width::UnicodeWidthStr as _;

use crate::arguments::ColourArgument;

/// Errors shown before the rest is only counted.
const ERRORS_SHOWN: usize = 5;
/// Warnings shown before the rest is only counted.
const WARNINGS_SHOWN: usize = 10;
/// Longest part of a line that is shown under an error, in characters.
const LINE_SHOWN: usize = 160;

/// Writes a result to standard output.
///
/// # Errors
/// The error of the system; a closed pipe is none, since the reader has what it wanted.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a line to standard error; a closed one is nobody's loss.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Returns how standard output may be dressed.
pub(crate) fn output_style(colour: ColourArgument) -> Style {
    let terminal = std::io::stdout().is_terminal();
    Style {
        colour: colour_wanted(colour, terminal),
        symbols: terminal,
        width: if terminal {
            terminal_width()
        } else {
            Style::PLAIN.width
        },
    }
}

fn colour_wanted(colour: ColourArgument, terminal: bool) -> bool {
    match colour {
        ColourArgument::Always => true,
        ColourArgument::Never => false,
        ColourArgument::Auto => {
            let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
            terminal && !dumb && !set("NO_COLOR")
        }
    }
}

/// Columns of the terminal: those it says, else 100.
fn terminal_width() -> usize {
    let stated = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let (_, asked) = console_size();
    stated
        .or(asked)
        .filter(|&columns: &usize| columns >= 20)
        .unwrap_or(Style::PLAIN.width)
}

/// Rows and columns as the terminal reports them.
fn console_size() -> (Option<usize>, Option<usize>) {
    let term = console::Term::stdout();
    term.size_checked().map_or((None, None), |(rows, columns)| {
        (Some(rows.into()), Some(columns.into()))
    })
}

/// Prints messages about the input: errors first and in full, then warnings unless `quiet`.
pub(crate) fn report_diagnostics(diagnostics: &[Diagnostic], quiet: bool) {
    let errors: Vec<&Diagnostic> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    for error in errors.iter().take(ERRORS_SHOWN) {
        note(&rendered(error));
    }
    if errors.len() > ERRORS_SHOWN {
        note(&format!("error: {} more errors", errors.len() - ERRORS_SHOWN));
    }
    if quiet || !errors.is_empty() {
        return;
    }
    let warnings: Vec<&Diagnostic> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Warning)
        .collect();
    for warning in warnings.iter().take(WARNINGS_SHOWN) {
        let hint = warning
            .hint
            .as_ref()
            .map_or_else(String::new, |hint| format!(" ({})", escape_for_terminal(hint)));
        note(&format!(
            "warning: {}{hint}",
            escape_for_terminal(&warning.to_string())
        ));
    }
    if warnings.len() > WARNINGS_SHOWN {
        note(&format!(
            "warning: {} more warnings (zplan inventory shows all)",
            warnings.len() - WARNINGS_SHOWN
        ));
    }
}

/// Prints an error of the planner with its hint.
pub(crate) fn report_error(error: &Error) {
    if let Error::Input(diagnostics) = error {
        report_diagnostics(diagnostics, false);
        return;
    }
    note(&format!("error: {}", escape_for_terminal(&error.to_string())));
    if let Some(hint) = error.hint() {
        note(&format!("hint: {}", escape_for_terminal(hint)));
    }
}

/// A message with the line it is about, the part concerned underlined.
fn rendered(diagnostic: &Diagnostic) -> String {
    let mut text = format!("error: {}", escape_for_terminal(&diagnostic.to_string()));
    if let Some(excerpt) = &diagnostic.excerpt {
        let line = &excerpt.line_text;
        let start = floor_boundary(line, excerpt.start);
        let end = floor_boundary(line, start.saturating_add(excerpt.length));
        let (before, cell) = (
            escape_for_terminal(&line[..start]),
            escape_for_terminal(&line[start..end]),
        );
        let shown: String = escape_for_terminal(line).chars().take(LINE_SHOWN).collect();
        let number = diagnostic.place.line.to_string();
        let gutter = " ".repeat(number.len());
        let marks = "^".repeat(cell.width().max(1));
        text.push_str(&format!("\n{gutter} |\n{number} | {shown}"));
        if before.width() < LINE_SHOWN {
            text.push_str(&format!("\n{gutter} | {}{marks}", " ".repeat(before.width())));
        }
    }
    if let Some(hint) = &diagnostic.hint {
        text.push_str(&format!("\nhint: {}", escape_for_terminal(hint)));
    }
    text
}

/// The last character border at or before `index`.
fn floor_boundary(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
