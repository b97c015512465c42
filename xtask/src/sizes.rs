//! How large a file is, and how large a server would send it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::say;

/// Prints the size of a file in KB of 1,000 bytes, raw and compressed.
pub(crate) fn print_size(path: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(failed)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes).map_err(failed)?;
    let compressed = encoder.finish().map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    say(&format!(
        "{name}: {} KB, {} KB gzip",
        bytes.len().div_ceil(1000),
        compressed.len().div_ceil(1000)
    ));
    Ok(())
}
