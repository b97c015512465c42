//! Every worked example of `data/golden/advice/examples.csv`, within its tolerance.

use planner::advice::{advise, topic};
use planner::error::Error;
use serde::Deserialize;
use serde_json::Value as Json;

const EXAMPLES: &str = include_str!("../../../data/golden/advice/examples.csv");

#[derive(Debug, Deserialize)]
pub(crate) struct Example {
    pub(crate) id: String,
    pub(crate) capability: String,
    pub(crate) inputs: String,
    pub(crate) quantity: String,
    pub(crate) expected: String,
    pub(crate) unit: String,
    pub(crate) tolerance: String,
}

pub(crate) fn examples() -> Vec<Example> {
    let mut reader = csv::Reader::from_reader(EXAMPLES.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// Compares a value as JSON prints it with the expected text.
pub(crate) fn agrees(given: &Json, example: &Example) -> bool {
    let Ok(expected) = example.expected.parse::<f64>() else {
        return match given {
            Json::String(word) => *word == example.expected,
            Json::Bool(flag) => example.expected.parse() == Ok(*flag),
            _ => false,
        };
    };
    let Some(given) = given.as_f64() else {
        return false;
    };
    let distance = (given - expected).abs();
    match example.tolerance.split_once(':') {
        None => example.tolerance == "exact" && distance <= 0.0,
        Some(("abs", limit)) => distance <= limit.parse::<f64>().unwrap(),
        Some(("rel", limit)) => distance <= limit.parse::<f64>().unwrap() * expected.abs(),
        Some(_) => false,
    }
}

fn check(example: &Example) -> Result<(), String> {
    let input: Json = serde_json::from_str(&example.inputs).unwrap();
    let advice = match (
        advise(&example.capability, &input),
        example.expected.strip_prefix("error:"),
    ) {
        (Err(Error::Rule { code, .. }), Some(expected)) if code == expected => return Ok(()),
        (Ok(_), Some(expected)) => return Err(format!("no error, expected {expected}")),
        (Err(error), _) => return Err(format!("{error}")),
        (Ok(advice), None) => advice,
    };
    if let Some(code) = example.expected.strip_prefix("warning:") {
        return if advice.warns(code) {
            Ok(())
        } else {
            Err(format!("no warning {code}"))
        };
    }
    let printed = serde_json::to_value(&advice).unwrap();
    let given = &printed[&example.quantity];
    if agrees(given, example) {
        Ok(())
    } else {
        Err(format!(
            "{} is {given}, expected {}",
            example.quantity, example.expected
        ))
    }
}

#[test]
fn every_example_is_reproduced() {
    let examples = examples();
    let failures: Vec<_> = examples
        .iter()
        .filter_map(|example| {
            check(example)
                .err()
                .map(|reason| format!("{}: {reason}", example.id))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        examples.len(),
        failures.join("\n")
    );
    assert_eq!(examples.len(), 309);
}

#[test]
fn every_quantity_is_declared_with_the_unit_of_the_examples() {
    for example in examples() {
        if matches!(example.quantity.as_str(), "error" | "warning") {
            continue;
        }
        let topic = topic(&example.capability).unwrap();
        let output = topic.output(&example.quantity);
        let unit = output.map_or("", |output| output.unit);
        let expected = if example.unit.is_empty() {
            "word"
        } else {
            &example.unit
        };
        assert_eq!(unit, expected, "{} {}", example.id, example.quantity);
    }
}
