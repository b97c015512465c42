//! Quantities that carry their unit: bytes, transfer rates, operations per second, money.
//!
//! Hours, rates and probabilities are those of the `mttdl` crate.

mod bytes;
mod estimate;
mod money;
mod speed;
mod text;

pub use bytes::Bytes;
pub use estimate::Estimate;
pub use money::{Currency, Money};
pub use mttdl::{Hours, Probability, RatePerHour};
pub use speed::{Iops, Throughput};
pub use text::{
    parse_block_size, parse_bytes, parse_day, parse_fraction, parse_hours, parse_money, parse_probability,
    parse_throughput,
};
