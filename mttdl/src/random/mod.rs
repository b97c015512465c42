//! Random numbers that are addressed, not drawn in turn.

mod philox;
mod stream;

pub use philox::philox4x32_10;
pub(crate) use stream::Stream;
