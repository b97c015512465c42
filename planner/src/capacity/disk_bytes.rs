//! Drives written as sizes: one size for all, or runs per vdev.

use crate::error::Error;
use crate::layout::Layout;
use crate::units::{Bytes, parse_bytes};

/// Returns the bytes of the drives of every vdev, in the order of the layout's vdevs.
///
/// `text` is one size for all drives (`4000787030016`, `18TB`), or one entry per vdev with blanks between them, each of
/// runs `COUNT*SIZE` joined by `+` (`5*4000787030016+1*8001563222016 6*8001563222016`). A single entry stands for every
/// vdev. Sizes are written as [`parse_bytes`] reads them.
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

fn parse_size(text: &str) -> Result<Bytes, Error> {
    parse_bytes("disk bytes", text)
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
