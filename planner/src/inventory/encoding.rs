//! Which characters do the bytes of a file stand for?
//!
//! UTF-8 and UTF-16 are recognised, with or without byte order mark. Anything else must be named; the message offers
//! the encoding under which the file makes the most sense.

use std::borrow::Cow;

use super::csv::header;
use crate::diagnostic::{Diagnostic, Place, Severity};

/// Decoders of texts that are neither UTF-8 nor UTF-16, by the names that the web has for encodings.
///
/// Where the program runs in a browser they are the browser's own, else those of the feature `encodings`.
#[derive(Debug, Clone, Copy)]
pub struct Decoders {
    /// Returns the usual name of an encoding for one of its names; nothing for a name that is none.
    pub name: fn(&str) -> Option<String>,
    /// Returns the text of bytes in the encoding of a usual name, with U+FFFD where the bytes stand for no character,
    /// and whether they do so anywhere.
    pub decode: fn(&str, &[u8]) -> (String, Decoding),
}

/// Whether bytes are text in an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decoding {
    /// Some bytes stand for no character.
    Broken,
    /// All bytes are text.
    Whole,
}

#[cfg(feature = "encodings")]
impl Default for Decoders {
    /// Returns the decoders of all encodings of the web.
    fn default() -> Self {
        Self {
            name: |label| {
                let encoding = encoding_rs::Encoding::for_label(label.trim().as_bytes())?;
                Some(encoding.name().to_owned())
            },
            decode: |name, bytes| {
                let encoding =
                    encoding_rs::Encoding::for_label(name.as_bytes()).unwrap_or(encoding_rs::UTF_8);
                let (text, failed) = encoding.decode_without_bom_handling(bytes);
                let decoding = if failed { Decoding::Broken } else { Decoding::Whole };
                (text.into_owned(), decoding)
            },
        }
    }
}

#[cfg(not(feature = "encodings"))]
impl Default for Decoders {
    /// Returns decoders that know no encoding.
    fn default() -> Self {
        Self {
            name: |_| None,
            decode: |_, bytes| (String::from_utf8_lossy(bytes).into_owned(), Decoding::Broken),
        }
    }
}

impl Decoders {
    /// Returns the usual name of the encoding that a person names.
    ///
    /// # Errors
    /// A message for a name that is none of the web's encodings.
    pub fn named(&self, name: &str) -> Result<String, Box<Diagnostic>> {
        (self.name)(name.trim()).ok_or_else(|| {
            Box::new(Diagnostic {
                severity: Severity::Error,
                place: Place {
                    file: "--encoding".to_owned(),
                    ..Place::default()
                },
                message: format!("`{}` is no known encoding", crate::text::excerpt(name)),
                hint: Some(
                    "known are `utf-8`, `windows-1252`, `gb18030`, `shift_jis`, `big5`, `euc-kr` and others"
                        .to_owned(),
                ),
                excerpt: None,
            })
        })
    }
}

/// The text of a file and how it was encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded<'bytes> {
    /// The text without byte order mark.
    pub(crate) text: Cow<'bytes, str>,
    /// Name of the encoding: `UTF-8`, `UTF-16LE`, or the one that was named.
    pub(crate) encoding: Cow<'static, str>,
}

/// Why bytes are no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DecodeError {
    /// Physical line, from 1.
    pub(crate) line: u64,
    /// What was found.
    pub(crate) message: String,
    /// What to do.
    pub(crate) hint: String,
}

/// Starts of files that are no text at all, what they are, and what to do instead.
const BINARY_FORMATS: [(&[u8], &str, &str); 7] = [
    (
        b"PK\x03\x04",
        "this is a ZIP or XLSX file, not CSV",
        "open it in the spreadsheet and save the sheet as `CSV UTF-8`",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "this is an old Excel workbook, not CSV",
        "open it in the spreadsheet and save the sheet as `CSV UTF-8`",
    ),
    (
        b"\x1f\x8b",
        "this is a gzip archive",
        "unpack it first: `gunzip FILE`",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "this is a zstd archive",
        "unpack it first: `unzstd FILE`",
    ),
    (
        b"\xfd7zXZ",
        "this is an xz archive",
        "unpack it first: `unxz FILE`",
    ),
    (
        b"%PDF",
        "this is a PDF document",
        "copy the table into a CSV file",
    ),
    (
        b"SQLite format 3",
        "this is a SQLite database",
        "export the table as CSV",
    ),
];

/// Returns the text of `bytes`, decoded as the named encoding or as what is recognised.
pub(crate) fn decode<'bytes>(
    bytes: &'bytes [u8],
    named: Option<&str>,
    decoders: &Decoders,
) -> Result<Decoded<'bytes>, DecodeError> {
    for (magic, message, hint) in BINARY_FORMATS {
        if bytes.starts_with(magic) {
            return Err(DecodeError {
                line: 1,
                message: message.to_owned(),
                hint: hint.to_owned(),
            });
        }
    }
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return utf_8(rest, decoders);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return utf_16(rest, u16::from_le_bytes, "UTF-16LE");
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return utf_16(rest, u16::from_be_bytes, "UTF-16BE");
    }
    if let Some(encoding) = named {
        return named_encoding(bytes, encoding, decoders);
    }
    match unmarked_utf_16(bytes) {
        Some("UTF-16LE") => utf_16(bytes, u16::from_le_bytes, "UTF-16LE"),
        Some(_) => utf_16(bytes, u16::from_be_bytes, "UTF-16BE"),
        None => utf_8(bytes, decoders),
    }
}

fn line_of(bytes: &[u8], offset: usize) -> (u64, usize) {
    let mut line = 1;
    let mut start = 0;
    let before = &bytes[..offset.min(bytes.len())];
    for (index, byte) in before.iter().enumerate() {
        let ends_line = *byte == b'\n' || (*byte == b'\r' && bytes.get(index + 1) != Some(&b'\n'));
        if ends_line {
            line += 1;
            start = index + 1;
        }
    }
    (line, offset - start + 1)
}

fn utf_8<'bytes>(bytes: &'bytes [u8], decoders: &Decoders) -> Result<Decoded<'bytes>, DecodeError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Decoded {
            text: Cow::Borrowed(text),
            encoding: Cow::Borrowed("UTF-8"),
        }),
        Err(error) => {
            let (line, byte) = line_of(bytes, error.valid_up_to());
            if error.error_len().is_none() && error.valid_up_to() > 0 && bytes.len() - error.valid_up_to() < 4
            {
                let whole = &bytes[..error.valid_up_to()];
                if !whole.is_ascii() {
                    return Err(DecodeError {
                        line,
                        message: "the file ends inside a character".to_owned(),
                        hint: "the file was cut off; copy it again".to_owned(),
                    });
                }
            }
            Err(DecodeError {
                line,
                message: format!("not UTF-8 at byte {byte} of line {line}"),
                hint: format!(
                    "save the file as `CSV UTF-8`, or name its encoding: `--encoding {}`",
                    guess(bytes, decoders)
                ),
            })
        }
    }
}

fn utf_16(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
    encoding: &'static str,
) -> Result<Decoded<'static>, DecodeError> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len() / 2 + 1);
    let cut = |text: &str, message: &str, hint: &str| DecodeError {
        line: line_of(text.as_bytes(), text.len()).0,
        message: message.to_owned(),
        hint: hint.to_owned(),
    };
    for character in char::decode_utf16(units) {
        match character {
            Ok(character) => text.push(character),
            Err(_) => {
                return Err(cut(
                    &text,
                    "half a character (unpaired surrogate) in UTF-16 text",
                    "save the file as `CSV UTF-8`",
                ));
            }
        }
    }
    if bytes.len() % 2 == 1 {
        return Err(cut(
            &text,
            "the file ends inside a character (UTF-16 with an odd number of bytes)",
            "the file was cut off; copy it again or save it as `CSV UTF-8`",
        ));
    }
    Ok(Decoded {
        text: Cow::Owned(text),
        encoding: Cow::Borrowed(encoding),
    })
}

/// Tells UTF-16 without byte order mark by the zero bytes of its Latin letters, digits and commas.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(512)];
    if head.len() < 4 {
        return None;
    }
    let zeros_at = |odd: usize| {
        head.iter()
            .skip(odd)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let pairs = head.len() / 2;
    match (zeros_at(0), zeros_at(1)) {
        (even, odd) if odd * 10 >= pairs * 7 && even == 0 => Some("UTF-16LE"),
        (even, odd) if even * 10 >= pairs * 7 && odd == 0 => Some("UTF-16BE"),
        _ => None,
    }
}

fn named_encoding(
    bytes: &[u8],
    encoding: &str,
    decoders: &Decoders,
) -> Result<Decoded<'static>, DecodeError> {
    let (text, decoding) = (decoders.decode)(encoding, bytes);
    if decoding == Decoding::Whole {
        return Ok(Decoded {
            text: Cow::Owned(text),
            encoding: Cow::Owned(encoding.to_owned()),
        });
    }
    let offset = text.find('\u{fffd}').unwrap_or(0);
    let (line, column) = line_of(text.as_bytes(), offset);
    Err(DecodeError {
        line,
        message: format!("not {encoding} at byte {column} of line {line}"),
        hint: format!(
            "another encoding may fit: `--encoding {}`",
            guess(bytes, decoders)
        ),
    })
}

/// Returns the encoding under which the first lines hold the most known headers, or the fewest errors.
fn guess(bytes: &[u8], decoders: &Decoders) -> &'static str {
    const CANDIDATES: [&str; 8] = [
        "windows-1252",
        "gb18030",
        "big5",
        "shift_jis",
        "euc-kr",
        "windows-1250",
        "windows-1251",
        "macintosh",
    ];
    let head = &bytes[..bytes.len().min(4096)];
    let score = |encoding: &str| {
        let (text, decoding) = (decoders.decode)(encoding, head);
        let known = text
            .lines()
            .take(10)
            .map(|line| {
                line.split([',', ';', '\t'])
                    .filter(|cell| header::recognise(cell).is_some())
                    .count()
            })
            .max()
            .unwrap_or(0);
        (known, decoding)
    };
    let mut best = CANDIDATES[0];
    let mut best_score = score(best);
    for candidate in &CANDIDATES[1..] {
        let candidate_score = score(candidate);
        if candidate_score > best_score {
            best = candidate;
            best_score = candidate_score;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(bytes: &[u8]) -> String {
        decode(bytes, None, &Decoders::default())
            .unwrap()
            .text
            .into_owned()
    }

    #[test]
    fn recognises_utf_8_and_utf_16_with_and_without_mark() {
        let little: Vec<u8> = "model,Größe\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = "model,Größe\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        let marked = [b"\xff\xfe".as_slice(), &little].concat();
        for bytes in ["model,Größe\n".as_bytes(), &little, &big, &marked] {
            assert_eq!(text_of(bytes), "model,Größe\n");
        }
    }

    #[test]
    fn names_the_encoding_that_fits() {
        let german = decode(
            b"Gr\xf6\xdfe,Modell\n8 TB,M\xfcller\n",
            None,
            &Decoders::default(),
        )
        .unwrap_err();
        assert_eq!(german.message, "not UTF-8 at byte 3 of line 1");
        assert!(german.hint.ends_with("`--encoding windows-1252`"), "{german:?}");
        let chinese = decode(b"\xd0\xcd\xba\xc5,\xc8\xdd\xc1\xbf\n", None, &Decoders::default()).unwrap_err();
        assert!(chinese.hint.ends_with("`--encoding gb18030`"), "{chinese:?}");
    }

    #[test]
    fn a_named_encoding_is_used() {
        let decoded = decode(b"Gr\xf6\xdfe", Some("windows-1252"), &Decoders::default()).unwrap();
        assert_eq!(decoded.text, "Größe");
    }
}
