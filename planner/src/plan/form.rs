//! Options as texts, by their names on the command line: `{"mission": "5y", "no-simulate": true}`.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::choices::Choices;
use super::option_list::{OPTIONS, OptionForm};
use super::options::PlanOptions;
use crate::error::Error;

/// Returns every option of a plan that is a text, in the order of the help.
#[must_use]
pub fn option_forms() -> &'static [OptionForm] {
    &OPTIONS
}

/// The options of a plan, read from texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlanForm {
    choices: Choices,
}

impl PlanForm {
    /// Reads a JSON object of options by name; a value is a text, a number, `true`, `false`, or a list of these for an
    /// option that may be repeated. `null` and `false` stand for an option that is not given.
    ///
    /// # Errors
    /// [`Error`] naming the option whose text cannot be read, or that does not exist.
    ///
    /// # Example
    /// ```
    /// # use planner::plan::PlanForm;
    /// let form = PlanForm::from_json(r#"{"mission": "10y", "no-simulate": true}"#).unwrap();
    /// let options = form.options(jiff::civil::date(2026, 1, 1)).unwrap();
    /// assert_eq!(options.mission.as_years(), 10.0);
    /// ```
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let values: Map<String, Value> = serde_json::from_str(text).map_err(|error| Error::OutOfRange {
            quantity: "options".to_owned(),
            reason: error.to_string(),
            hint: "write an object such as {\"mission\": \"5y\"}".to_owned(),
        })?;
        let mut form = Self::default();
        for (name, value) in &values {
            form.set_json(name, value)?;
        }
        Ok(form)
    }

    /// Reads the text of one option; an option that may be repeated is added to.
    ///
    /// # Errors
    /// [`Error`] naming the option whose text cannot be read, or that does not exist.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Error> {
        (known(name)?.set)(&mut self.choices, text)
    }

    fn set_json(&mut self, name: &str, value: &Value) -> Result<(), Error> {
        match value {
            Value::Null | Value::Bool(false) => known(name).map(|_| ()),
            Value::Bool(true) => self.set(name, "true"),
            Value::Number(number) => self.set(name, &number.to_string()),
            Value::String(text) => self.set(name, text),
            Value::Array(items) => items.iter().try_for_each(|item| self.set_json(name, item)),
            Value::Object(_) => Err(Error::OutOfRange {
                quantity: format!("--{name}"),
                reason: "is an object".to_owned(),
                hint: "write a text".to_owned(),
            }),
        }
    }

    /// Returns what was chosen.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the options of a plan, with ages as of a day.
    ///
    /// # Errors
    /// As [`Choices::options`].
    pub fn options(&self, as_of: Date) -> Result<PlanOptions, Error> {
        self.choices.options(as_of)
    }
}

fn known(name: &str) -> Result<&'static OptionForm, Error> {
    OPTIONS
        .iter()
        .find(|option| option.name == name)
        .ok_or_else(|| Error::OutOfRange {
            quantity: format!("--{}", crate::text::excerpt(name)),
            reason: "is no option of a plan".to_owned(),
            hint: "zplan --help lists them".to_owned(),
        })
}
