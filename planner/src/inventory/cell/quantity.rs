//! How many drives one row stands for.

use super::CellError;

/// No row stands for more drives than this.
pub(crate) const MOST_PER_ROW: u32 = 1_000_000;

/// Returns the number of drives: `12`, `12 x`, `x2`, `qty 4`, `4 pcs`.
pub(crate) fn read(text: &str) -> Result<u32, CellError> {
    let error = || CellError::new("is not a number of drives", "write a whole number: `12`");
    let lower = text.to_lowercase();
    let start = lower
        .find(|character: char| character.is_ascii_digit())
        .ok_or_else(error)?;
    let digits_end = lower[start..]
        .find(|character: char| !character.is_ascii_digit())
        .map_or(lower.len(), |offset| start + offset);
    let plain = |word: &str| {
        word.chars()
            .filter(|character| !matches!(character, ' ' | '.' | ':'))
            .collect::<String>()
    };
    let before = plain(&lower[..start]);
    let mut after = plain(&lower[digits_end..]);
    // A spreadsheet may add decimals: 12.0 or 12,00.
    if let Some(rest) = lower[digits_end..].strip_prefix(['.', ','])
        && rest.chars().all(|character| character == '0')
        && !rest.is_empty()
    {
        after.clear();
    }
    let known_before = matches!(
        before.as_str(),
        "" | "x" | "×" | "qty" | "quantity" | "anzahl" | "menge" | "n" | "#"
    );
    let known_after = matches!(
        after.as_str(),
        "" | "x"
            | "×"
            | "pcs"
            | "pc"
            | "pieces"
            | "st"
            | "stk"
            | "stück"
            | "ea"
            | "each"
            | "off"
            | "units"
            | "drives"
            | "disks"
            | "台"
            | "块"
            | "个"
            | "個"
            | "只"
            | "piezas"
            | "uds"
            | "pièces"
    );
    if !known_before || !known_after {
        return Err(error());
    }
    match lower[start..digits_end].parse::<u32>() {
        Ok(0) => Err(CellError::new(
            "is no drive at all",
            "delete the row or write the number of drives",
        )),
        Ok(count) if count <= MOST_PER_ROW => Ok(count),
        _ => Err(CellError::new(
            "is too many drives for one row",
            "a row can stand for at most 1,000,000 drives",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_with_words() {
        for (text, count) in [
            ("12", 12),
            ("qty 4", 4),
            ("6x", 6),
            ("x2", 2),
            ("12 x", 12),
            ("4 Stück", 4),
            ("4台", 4),
            ("12.0", 12),
        ] {
            assert_eq!(read(text).unwrap(), count, "{text}");
        }
        for text in ["", "0", "-4", "many", "1.5", "99999999999", "2000000"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
