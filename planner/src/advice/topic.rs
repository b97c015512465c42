//! What a topic is: its inputs, its outputs and its rule, described so that a command line, a page or a manual can be
//! made from the description.

use serde::Serialize;

use super::answer::Answer;
use super::fields::Fields;
use crate::error::Error;

/// How an input is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    /// A number of bytes, or a text with a unit such as `128GiB` or `8K`.
    Bytes,
    /// A whole number, at least 0.
    Count,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// One of the listed words.
    Word(&'static [&'static str]),
    /// An OpenZFS release such as `2.3` or `2.1.5`.
    Version,
    /// A short text in the form that the meaning states.
    Name,
    /// Several lines of pasted text.
    Text,
    /// A list or an object, in JSON.
    List,
}

/// One input of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The key.
    pub name: &'static str,
    /// How it is written.
    pub kind: InputKind,
    /// The unit of a number; empty where there is none.
    pub unit: &'static str,
    /// What is taken where it is not given; none where it must be given for the outputs that need it.
    pub default: Option<&'static str>,
    /// What it is.
    pub meaning: &'static str,
}

impl Input {
    const fn of(name: &'static str, kind: InputKind, unit: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind,
            unit,
            default: None,
            meaning,
        }
    }

    pub(super) const fn bytes(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Bytes, "bytes", meaning)
    }

    pub(super) const fn count(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Count, unit, meaning)
    }

    pub(super) const fn number(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Number, unit, meaning)
    }

    pub(super) const fn flag(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Flag, "", meaning)
    }

    pub(super) const fn word(
        name: &'static str,
        words: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self::of(name, InputKind::Word(words), "", meaning)
    }

    pub(super) const fn name(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Name, "", meaning)
    }

    pub(super) const fn text(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::Text, "", meaning)
    }

    pub(super) const fn list(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self::of(name, InputKind::List, unit, meaning)
    }

    /// Returns the input `zfs`, which every rule that changed between releases takes.
    pub(super) const fn zfs() -> Self {
        Self::of(
            "zfs",
            InputKind::Version,
            "",
            "OpenZFS release: 2.3 is the last point release of that branch, 2.1.5 that very release",
        )
    }

    /// Returns the input with `default` in its place where it is not given.
    pub(super) const fn or(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }
}

/// One output of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Output {
    /// The key.
    pub name: &'static str,
    /// The unit; `bool`, `word` or `fraction` where there is no dimension.
    pub unit: &'static str,
    /// The inputs without a default that it needs.
    pub needs: &'static [&'static str],
    /// What it is.
    pub meaning: &'static str,
}

impl Output {
    pub(super) const fn new(
        name: &'static str,
        unit: &'static str,
        needs: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            unit,
            needs,
            meaning,
        }
    }
}

/// A rule that can be asked on its own.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Topic {
    /// The name, as in `zplan advise NAME`.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    /// The inputs, in the order in which they are best asked for.
    pub inputs: &'static [Input],
    /// The outputs; those whose needs are met are given.
    pub outputs: &'static [Output],
    /// Where the rule comes from.
    pub sources: &'static [&'static str],
    /// The rule.
    #[serde(skip)]
    pub(super) rule: fn(&Fields<'_>) -> Result<Answer, Error>,
}

impl Topic {
    /// Returns the input of that name, if the topic has it.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&'static Input> {
        self.inputs.iter().find(|input| input.name == name)
    }

    /// Returns the output of that name, if the topic has it.
    #[must_use]
    pub fn output(&self, name: &str) -> Option<&'static Output> {
        self.outputs.iter().find(|output| output.name == name)
    }
}
