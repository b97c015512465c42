//! Drives written as sizes: one size for all, or runs per vdev.

use crate::error::Error;
use crate::layout::Layout;
use crate::units::Bytes;

/// Returns the bytes of the drives of every vdev, in the order of the layout's vdevs.
///
/// `text` is one size for all drives (`4000787030016`, `18TB`), or one entry per vdev with blanks between them, each of
/// runs `COUNT*SIZE` joined by `+` (`5*4000787030016+1*8001563222016 6*8001563222016`). A single entry stands for every
/// vdev. Sizes are whole bytes, or a number with a decimal (`TB`) or binary (`TiB`) unit, cut to whole bytes.
///
/// # Errors
///
/// Returns [`Error::OutOfRange`] where a size cannot be read, and [`Error::Drives`] where the number of entries or of
/// drives does not agree with the layout.
pub fn parse_disk_bytes(text: &str, layout: &Layout) -> Result<Vec<Vec<Bytes>>, Error> {
    let entries: Vec<&str> = text.split_whitespace().collect();
    let vdev_count = layout.vdev_count();
    match entries.as_slice() {
        [] => Err(not_a_size(text)),
        [size] if !size.contains('*') => {
            let bytes = parse_size(size)?;
            Ok(layout
                .vdevs()
                .map(|vdev| vec![bytes; vdev.width as usize])
                .collect())
        }
        [runs] => layout.vdevs().map(|vdev| parse_runs(runs, vdev.width)).collect(),
        entries if entries.len() as u64 == vdev_count => layout
            .vdevs()
            .zip(entries)
            .map(|(vdev, runs)| parse_runs(runs, vdev.width))
            .collect(),
        entries => Err(Error::Drives {
            reason: format!(
                "sizes are given for {} vdevs, but `{layout}` has {vdev_count}",
                entries.len()
            ),
            hint: "write one entry such as `6*4000787030016` per vdev, in the layout's order".to_owned(),
        }),
    }
}

fn parse_runs(runs: &str, width: u32) -> Result<Vec<Bytes>, Error> {
    let mut disks = Vec::new();
    for run in runs.split('+') {
        let (count, size) = match run.split_once('*') {
            Some((count, size)) => (count.parse::<u32>().map_err(|_| not_a_size(run))?, size),
            None => (1, run),
        };
        let size = parse_size(size)?;
        // One more than fits is enough to know that there are too many.
        let room = u64::from(width) + 1 - disks.len() as u64;
        let taken = usize::try_from(u64::from(count).min(room)).unwrap_or(0);
        disks.extend(std::iter::repeat_n(size, taken));
        if disks.len() as u64 > u64::from(width) {
            break;
        }
    }
    if disks.len() as u64 == u64::from(width) {
        Ok(disks)
    } else {
        let given = if disks.len() as u64 > u64::from(width) {
            "more"
        } else {
            "fewer"
        };
        Err(Error::Drives {
            reason: format!("`{runs}` has {given} drives than the {width} of its vdev"),
            hint: "write as many drives as the vdev is wide, such as `6*4000787030016`".to_owned(),
        })
    }
}

/// Reads a size such as `4000787030016`, `18TB` or `16.37TiB`.
///
/// # Errors
///
/// Returns [`Error::OutOfRange`] for what is no size or exceeds 64 bits.
pub(super) fn parse_size(text: &str) -> Result<Bytes, Error> {
    let split = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.' && letter != '_')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = unit_bytes(unit).ok_or_else(|| not_a_size(text))?;
    let number = number.replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    if fraction.len() > 12 || (unit == 1 && number.contains('.')) {
        return Err(not_a_size(text));
    }
    let scale = u32::try_from(fraction.len()).map_or(1, |digits| 10_u128.pow(digits));
    format!("{whole}{fraction}")
        .parse::<u128>()
        .ok()
        .and_then(|digits| digits.checked_mul(unit))
        .and_then(|scaled| u64::try_from(scaled / scale).ok())
        .map(Bytes::new)
        .ok_or_else(|| not_a_size(text))
}

fn unit_bytes(unit: &str) -> Option<u128> {
    Some(match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "pb" => 1_000_000_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        "pib" => 1 << 50,
        _ => return None,
    })
}

fn not_a_size(text: &str) -> Error {
    Error::OutOfRange {
        quantity: "disk bytes".to_owned(),
        reason: format!("`{text}` is not a size"),
        hint: "write `18000207937536`, `18TB`, `16.37TiB` or runs such as `5*4TB+1*8TB`".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_size(text: &str, bytes: u64) {
        assert_eq!(parse_size(text), Ok(Bytes::new(bytes)));
    }

    #[test]
    fn sizes_are_exact_to_the_byte() {
        check_size("4000787030016", 4_000_787_030_016);
        check_size("18TB", 18_000_000_000_000);
        check_size("3.5TiB", 3_848_290_697_216);
        check_size("16.37tib", 17_999_007_671_746);
        check_size("18446744073709551615", u64::MAX);
        check_size("1_000", 1000);
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "",
            "TB",
            "18TBB",
            "1.5",
            "-1",
            "1e12",
            "18446744073709551616",
            "99999999PB",
            "1.2.3TB",
            ".",
        ] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn runs_must_agree_with_the_layout() {
        let layout: Layout = "2xraidz1:3+stripe:2".parse().unwrap();
        let lengths =
            |text: &str| parse_disk_bytes(text, &layout).map(|vdevs| vdevs.iter().map(Vec::len).collect());
        assert_eq!(lengths("4TB"), Ok(vec![3, 3, 1, 1]));
        assert_eq!(lengths("2*4TB+8TB 3*8TB 4TB 1*8TB"), Ok(vec![3, 3, 1, 1]));
        assert!(lengths("3*4TB").is_err());
        assert!(lengths("3*4TB 3*4TB").is_err());
        assert!(lengths("4294967295*4TB 3*8TB 4TB 1*8TB").is_err());
        assert!(lengths("").is_err());
    }
}
