//! Does a pool that exists have the sizes that are predicted, and if not, which step differs and why?
//!
//! What `zpool list -Hp`, `zfs list -Hp` and `zdb -C` print is read and compared with the byte chain, step by step in the
//! order in which sizes arise. Where they differ, the chain is worked out again under other circumstances, and those
//! under which all sizes agree are named. What a pool holds is left out, except where it shows in the sums.

mod causes;
mod compare;
mod observed;
mod read;

pub use causes::Cause;
pub use compare::{Check, Verdict, verify};
pub use observed::{Observed, ObservedVdev};
pub use read::read_observed;
