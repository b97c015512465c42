//! How large does a namespace of a number of blocks become?

use super::answer::Answer;
use super::fields::{Fields, refuse};
use super::topic::{Input, Output, Topic};
use crate::error::Error;

/// Returns the bytes of a namespace of `blocks` blocks of `lba` bytes.
///
/// # Errors
/// [`Error::Rule`]: `bad_lba_size` unless the block is a power of two from 512 bytes, `out_of_range` on overflow.
pub fn namespace_bytes(blocks: u64, lba: u64) -> Result<u64, Error> {
    if !(lba.is_power_of_two() && (512..=1 << 24).contains(&lba)) {
        return Err(refuse(
            "bad_lba_size",
            format!("`lba_bytes`: no namespace has blocks of {lba} bytes"),
            "",
        ));
    }
    blocks.checked_mul(lba).ok_or_else(|| {
        refuse(
            "out_of_range",
            "no drive has that many bytes",
            "`nvme create-ns -s` counts blocks",
        )
    })
}

fn answer(fields: &Fields<'_>) -> Result<Answer, Error> {
    let blocks = fields
        .count("nsze_blocks")?
        .ok_or_else(|| fields.missing("nsze_blocks"))?;
    let lba = fields
        .count("lba_bytes")?
        .ok_or_else(|| fields.missing("lba_bytes"))?;
    let mut answer = Answer::default();
    answer.put("namespace_bytes", namespace_bytes(blocks, lba)?);
    Ok(answer)
}

pub(super) const TOPIC: Topic = Topic {
    name: "nvme-namespace",
    summary: "Size of a namespace made with nvme create-ns, which counts blocks",
    inputs: &[
        Input::count("nsze_blocks", "blocks", "size given to `nvme create-ns -s`"),
        Input::bytes("lba_bytes", "size of a logical block as formatted"),
    ],
    outputs: &[Output::new(
        "namespace_bytes",
        "bytes",
        &["nsze_blocks", "lba_bytes"],
        "size of the namespace",
    )],
    sources: &["NVM Express NVM Command Set Specification, Identify Namespace NSZE; nvme-cli create-ns"],
    rule: answer,
};
