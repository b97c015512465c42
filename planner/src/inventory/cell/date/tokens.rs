//! The parts of a written date.

/// A part of a date that carries meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A number and how many digits it has.
    Number(u32, usize),
    /// A month by its name.
    Month(i8),
    /// A mark before the number of a week.
    Week,
}

/// Names of months; a word is a month if it starts with one of these.
const MONTHS: [(&str, i8); 29] = [
    ("jan", 1),
    ("ene", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("juin", 6),
    ("jul", 7),
    ("juil", 7),
    ("aug", 8),
    ("aoû", 8),
    ("aou", 8),
    ("ago", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
    ("dic", 12),
];

/// Returns the parts and the mark between the first two; nothing where a word is no part of a date.
pub(super) fn lex(text: &str) -> Option<(Vec<Token>, char)> {
    const MOST_TOKENS: usize = 5;
    let mut tokens = Vec::with_capacity(MOST_TOKENS);
    let mut separator = ' ';
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if next.is_ascii_digit() {
            let end = rest
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(rest.len());
            tokens.push(Token::Number(rest[..end].parse().ok()?, end));
            rest = &rest[end..];
        } else if next.is_alphabetic() && !matches!(next, '年' | '月' | '日' | '号') {
            let end = rest
                .find(|character: char| !character.is_alphabetic())
                .unwrap_or(rest.len());
            let word = rest[..end].to_lowercase();
            match word.as_str() {
                "w" | "wk" | "ww" | "week" | "kw" | "cw" | "semaine" | "semana" | "woche" | "周" => {
                    tokens.push(Token::Week);
                }
                "dom" | "date" | "mfg" | "mfr" | "mfd" | "made" | "in" | "of" | "year" | "code"
                | "manufactured" | "d" | "o" | "m" | "de" | "about" => {}
                other => {
                    let month = MONTHS.iter().find(|(name, _)| other.starts_with(name))?;
                    tokens.push(Token::Month(month.1));
                }
            }
            rest = &rest[end..];
        } else if matches!(
            next,
            '-' | '/' | '.' | ' ' | ',' | ':' | '\'' | '年' | '月' | '日' | '号' | '–'
        ) {
            if separator == ' ' && !tokens.is_empty() {
                separator = next;
            }
            rest = &rest[next.len_utf8()..];
        } else {
            return None;
        }
        if tokens.len() > MOST_TOKENS {
            return None;
        }
    }
    Some((tokens, separator))
}
