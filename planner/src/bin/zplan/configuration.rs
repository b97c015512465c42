//! Options from a file: `--config zplan.toml`.
//!
//! Every key is an option without its dashes. The options of the file come before those of the command line, which
//! therefore win; an option given as a list is repeated.

use std::ffi::OsString;

use planner::diagnostic::{Diagnostic, Place, Severity};
use planner::error::Error;

/// Returns the command line with the options of the file that `--config` names put in front of its own.
///
/// # Errors
/// [`Error::Input`] with file and line where the file cannot be read or is no TOML of options.
pub(crate) fn with_configuration(words: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let Some(path) = named_file(&words) else {
        return Ok(words);
    };
    let name = path.to_string_lossy().into_owned();
    let wrong = |line: u64, column: &str, message: String, hint: &str| {
        Error::Input(vec![Diagnostic {
            severity: Severity::Error,
            place: Place {
                file: name.clone(),
                line,
                column: column.to_owned(),
            },
            message,
            hint: Some(hint.to_owned()),
            excerpt: None,
        }])
    };
    let text = std::fs::read_to_string(&path).map_err(|error| {
        wrong(
            0,
            "",
            error.to_string(),
            "name a file with lines such as `mission = \"5y\"`",
        )
    })?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(0, |span| {
            1 + text[..span.start.min(text.len())].matches('\n').count()
        });
        wrong(
            line as u64,
            "",
            error.message().to_owned(),
            "write lines such as `mission = \"5y\"`",
        )
    })?;
    let given = given_options(&words);
    let mut options: Vec<OsString> = Vec::new();
    for (key, value) in &table {
        let key = key.replace('_', "-");
        if given.contains(&key) {
            continue;
        }
        push_option(&mut options, &key, value).ok_or_else(|| {
            let line = 1 + text
                .lines()
                .take_while(|line| !line.trim_start().starts_with(key.as_str()))
                .count();
            wrong(
                line as u64,
                &key,
                "is neither text, number, true nor a list of these".to_owned(),
                "write one option a line",
            )
        })?;
    }
    let mut result = words;
    let at = subcommand_position(&result);
    result.splice(at..at, options);
    Ok(result)
}

/// Commands that take the options of a plan; their options come after their name.
const COMMANDS: [&str; 2] = ["explain", "inventory"];

fn subcommand_position(words: &[OsString]) -> usize {
    match words.get(1).and_then(|word| word.to_str()) {
        Some(word) if COMMANDS.contains(&word) => 2,
        _ => 1,
    }
}

fn named_file(words: &[OsString]) -> Option<OsString> {
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        if text == "--config" {
            return rest.next().cloned();
        }
        if let Some(path) = text.strip_prefix("--config=") {
            return Some(path.into());
        }
    }
    None
}

fn given_options(words: &[OsString]) -> Vec<String> {
    words
        .iter()
        .filter_map(|word| {
            word.to_str()?
                .strip_prefix("--")
                .map(|option| option.split('=').next().unwrap_or("").to_owned())
        })
        .collect()
}

fn push_option(options: &mut Vec<OsString>, key: &str, value: &toml::Value) -> Option<()> {
    let text = match value {
        toml::Value::Boolean(true) => {
            options.push(format!("--{key}").into());
            return Some(());
        }
        toml::Value::Boolean(false) => return Some(()),
        toml::Value::Array(items) => {
            return items.iter().try_for_each(|item| push_option(options, key, item));
        }
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Datetime(date) => date.to_string(),
        toml::Value::Table(_) => return None,
    };
    options.push(format!("--{key}={text}").into());
    Some(())
}
