//! An error as JSON, for programs that show it beside the input: message, hint, and every place that it is about.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Excerpt, Place, Severity};
use crate::error::Error;

#[derive(Serialize)]
struct Problem<'error> {
    message: String,
    hint: Option<&'error str>,
    diagnostics: Vec<Placed<'error>>,
}

#[derive(Serialize)]
struct Placed<'error> {
    severity: Severity,
    place: &'error Place,
    message: &'error str,
    hint: Option<&'error str>,
    excerpt: Option<&'error Excerpt>,
}

impl<'error> From<&'error Diagnostic> for Placed<'error> {
    fn from(diagnostic: &'error Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity,
            place: &diagnostic.place,
            message: &diagnostic.message,
            hint: diagnostic.hint.as_deref(),
            excerpt: diagnostic.excerpt.as_deref(),
        }
    }
}

/// Returns an error as one line of JSON: `{"message", "hint", "diagnostics"}`, the excerpts of the input included.
#[must_use]
pub fn problem_json(error: &Error) -> String {
    let diagnostics = match error {
        Error::Input(diagnostics) => diagnostics.iter().map(Placed::from).collect(),
        _ => Vec::new(),
    };
    let problem = Problem {
        message: error.to_string(),
        hint: error.hint(),
        diagnostics,
    };
    // Texts and whole numbers always print.
    serde_json::to_string(&problem).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::{ReadOptions, Source, read};

    #[test]
    fn the_line_of_the_input_comes_with_the_message() {
        let source = Source {
            name: "shelf.csv",
            bytes: b"model,capacity\nX,18 TBB\n",
        };
        let options = ReadOptions::on(jiff::civil::date(2026, 12, 1));
        let error = Error::Input(read(&[source], &options).unwrap_err());
        let json: serde_json::Value = serde_json::from_str(&problem_json(&error)).unwrap();
        let first = &json["diagnostics"][0];
        assert_eq!(first["place"]["line"], 2);
        assert_eq!(first["excerpt"]["line_text"], "X,18 TBB");
        assert_eq!(json["message"], first["message"]);
    }
}
