//! `zplan advise TOPIC`: one rule around a pool, asked on its own.
//!
//! The subcommands, their options and their help are made from the registry of topics, so that a new topic or input
//! needs no line here.

use std::io::{self, Read};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use planner::advice::{Advice, Claim, Input, InputKind, Output, Topic, advise, claims, topic, topics};
use planner::error::Error;
use planner::report::advice_text::{advice_json, readable_advice};
use planner::report::style::{listed, wrapped};
use serde_json::{Map, Value as Json, json};

use crate::arguments::ColourArgument;
use crate::terminal;

/// What was asked on the command line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AdviseArguments {
    question: Option<Question>,
}

#[derive(Debug, Clone, PartialEq)]
struct Question {
    topic: String,
    /// JSON as given; `-` for standard input.
    input: Option<String>,
    /// Inputs given as options.
    options: Map<String, Json>,
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Table,
    Json,
}

/// Returns the option for an input: `ram_bytes` is `--ram-bytes`.
fn option_name(input: &Input) -> String {
    input.name.replace('_', "-").to_lowercase()
}

fn option(input: &'static Input) -> Arg {
    let mut help = input.meaning.to_owned();
    if !input.unit.is_empty() {
        help = format!("{help} [unit: {}]", input.unit);
    }
    if let Some(default) = input.default {
        help = format!("{help} [default: {default}]");
    }
    let argument = Arg::new(input.name)
        .long(option_name(input))
        .help(help)
        .action(ArgAction::Set);
    match input.kind {
        InputKind::Word(words) => argument.value_parser(PossibleValuesParser::new(words)),
        InputKind::Flag => argument
            .value_parser(PossibleValuesParser::new(["true", "false"]))
            .num_args(0..=1)
            .default_missing_value("true")
            .require_equals(true),
        InputKind::Bytes => argument.value_name("SIZE"),
        InputKind::Count | InputKind::Number => argument.value_name("NUMBER").allow_negative_numbers(true),
        InputKind::Version => argument.value_name("VERSION"),
        InputKind::Name => argument.value_name("TEXT"),
        InputKind::Text => argument.value_name("TEXT").allow_hyphen_values(true),
        InputKind::List => argument.value_name("JSON"),
    }
}

fn outputs_help(topic: &Topic) -> String {
    let width = topic
        .outputs
        .iter()
        .map(|output| output.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::from("Outputs:\n");
    for output in topic.outputs {
        let needs = if output.needs.is_empty() {
            String::new()
        } else {
            format!("; needs {}", output.needs.join(", "))
        };
        text.push_str(&format!(
            "  {:width$}  [{}] {}{needs}\n",
            output.name, output.unit, output.meaning
        ));
    }
    let claims: Vec<&Claim> = claims()
        .iter()
        .filter(|claim| claim.topic == topic.name)
        .collect();
    if !claims.is_empty() {
        text.push_str("\nOften read, but:\n");
        for claim in claims {
            text.push_str(&format!("  “{}”\n      {}\n", claim.claim, claim.instead));
        }
    }
    text.push_str("\nSources:\n");
    for source in topic.sources {
        text.push_str(&format!("  {source}\n"));
    }
    text
}

fn subcommand(topic: &'static Topic) -> Command {
    let has_text = topic.inputs.iter().any(|input| input.kind == InputKind::Text);
    let input_help = if has_text {
        "The inputs as a JSON object, `-` to read it; the pasted text itself can come on standard input"
    } else {
        "The inputs as a JSON object, `-` to read it from standard input"
    };
    Command::new(topic.name)
        .about(topic.summary)
        .after_long_help(outputs_help(topic))
        .after_help("--help lists the outputs, common errors and the sources")
        .arg(
            Arg::new("input")
                .long("input")
                .value_name("JSON")
                .help(input_help)
                .allow_hyphen_values(true),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(PossibleValuesParser::new(["table", "json"]))
                .help("Form of the answer [default: json with --input, else table]"),
        )
        .args(topic.inputs.iter().map(option))
}

impl Args for AdviseArguments {
    fn augment_args(command: Command) -> Command {
        command
            .subcommand_value_name("TOPIC")
            .subcommand_help_heading("Topics")
            .subcommands(topics().iter().map(subcommand))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for AdviseArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let question = match matches.subcommand() {
            None => None,
            Some((name, given)) => Some(question(name, given)?),
        };
        Ok(Self { question })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn question(name: &str, given: &ArgMatches) -> Result<Question, clap::Error> {
    let input = given.get_one::<String>("input").cloned();
    let mut options = Map::new();
    for known in topic(name).map(|topic| topic.inputs).unwrap_or_default() {
        let Some(text) = given.get_one::<String>(known.name) else {
            continue;
        };
        options.insert(known.name.to_owned(), option_value(known, text)?);
    }
    let format = match given.get_one::<String>("format").map(String::as_str) {
        Some("json") => Format::Json,
        Some(_) => Format::Table,
        None if input.is_some() => Format::Json,
        None => Format::Table,
    };
    Ok(Question {
        topic: name.to_owned(),
        input,
        options,
        format,
    })
}

/// Returns the JSON for the text of an option; sizes, numbers and flags are read by the rule itself.
fn option_value(input: &Input, text: &str) -> Result<Json, clap::Error> {
    match input.kind {
        InputKind::List => serde_json::from_str(text).map_err(|error| {
            let message = format!("--{}: `{text}` is no JSON: {error}\n", option_name(input));
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, message)
        }),
        _ => Ok(Json::String(text.to_owned())),
    }
}

/// Answers on standard output; warnings and errors go to standard error. Exit status 2 for a question that cannot be
/// answered.
///
/// # Errors
/// [`Error::OutOfRange`] where standard input cannot be read or standard output not be written.
pub(crate) fn run(arguments: &AdviseArguments) -> Result<ExitCode, Error> {
    let Some(question) = &arguments.question else {
        print(&topic_list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let answer = gather(question, &mut io::stdin().lock()).and_then(|input| advise(&question.topic, &input));
    match answer {
        Ok(advice) => {
            print(&advice_text(&advice, question.format))?;
            for warning in &advice.warnings {
                terminal::note(&format!("warning: {}: {}", warning.code, warning.message));
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            terminal::report_error(&error);
            if question.format == Format::Json {
                print(&error_json(&error))?;
            }
            Ok(ExitCode::from(crate::BAD_INPUT))
        }
    }
}

fn print(text: &str) -> Result<(), Error> {
    terminal::print(text).map_err(|error| crate::output_error(&error))
}

/// Puts the inputs together: JSON, then options over it, then a text from standard input where one is needed.
fn gather(question: &Question, standard_input: &mut dyn Read) -> Result<Json, Error> {
    let mut read = String::new();
    let mut reader_used = false;
    let mut input = match question.input.as_deref() {
        None => Map::new(),
        Some(given) => {
            let text = if given == "-" {
                reader_used = true;
                read_text(standard_input, &mut read)?;
                read.as_str()
            } else {
                given
            };
            match serde_json::from_str(text) {
                Ok(Json::Object(map)) => map,
                Ok(_) => return Err(no_object("the input is no JSON object".to_owned())),
                Err(error) => return Err(no_object(format!("the input is no JSON: {error}"))),
            }
        }
    };
    for (name, value) in &question.options {
        input.insert(name.clone(), value.clone());
    }
    let text = topic(&question.topic).and_then(|topic| {
        topic.inputs.iter().find(|known| {
            known.kind == InputKind::Text && topic.outputs.iter().all(|output| needs(output, known))
        })
    });
    if let Some(text) = text {
        let wanted = !input.contains_key(text.name) || input[text.name] == "-";
        if wanted && !reader_used {
            let mut pasted = String::new();
            read_text(standard_input, &mut pasted)?;
            input.insert(text.name.to_owned(), Json::String(pasted));
        }
    } else if let Some(Json::String(dash)) = input.get_mut("text")
        && dash == "-"
        && !reader_used
    {
        dash.clear();
        read_text(standard_input, dash)?;
    }
    Ok(Json::Object(input))
}

/// Reads text that may hold bytes of another encoding; digits and letters of the tables are ASCII in all of them.
fn read_text(reader: &mut dyn Read, into: &mut String) -> Result<(), Error> {
    let mut bytes = Vec::new();
    reader
        .read_to_end(&mut bytes)
        .map_err(|error| Error::OutOfRange {
            quantity: "standard input".to_owned(),
            reason: format!("cannot be read: {error}"),
            hint: "pipe the text in".to_owned(),
        })?;
    into.push_str(&String::from_utf8_lossy(&bytes));
    Ok(())
}

fn needs(output: &Output, input: &Input) -> bool {
    output.needs.contains(&input.name)
}

fn no_object(message: String) -> Error {
    Error::Rule {
        code: "bad_input",
        message,
        hint: "write --input '{\"name\": value, …}', or give the inputs as options".to_owned(),
    }
}

/// Columns of the answers on this screen.
fn screen_width() -> usize {
    terminal::output_style(ColourArgument::Never).width.min(100)
}

fn topic_list() -> String {
    let width = screen_width();
    let lines: Vec<(&str, String)> = topics()
        .iter()
        .map(|topic| (topic.name, topic.summary.to_owned()))
        .collect();
    let mut text = listed(&lines, width);
    let more = "zplan advise TOPIC --help explains the inputs with their units and lists the outputs";
    text.push_str(&format!("\n{}\n", wrapped(more, width)));
    text
}

fn advice_text(advice: &Advice, format: Format) -> String {
    match format {
        Format::Json => advice_json(advice),
        Format::Table => readable_advice(advice, screen_width()),
    }
}

fn error_json(error: &Error) -> String {
    let code = match error {
        Error::Rule { code, .. } => code,
        _ => "bad_input",
    };
    format!("{}\n", json!({"error": code, "message": error.to_string()}))
}
