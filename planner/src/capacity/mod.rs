//! How many bytes does a pool of these drives give, and where do the others go?
//!
//! The way is that of OpenZFS itself: device, partition, labels, asize, metaslabs, embedded log, deflate ratio, slop.
//! Every number is an integer and rounds where OpenZFS rounds, so that it equals what `zpool list -p` and
//! `zfs list -p` print for a new pool. What `zfs list` says counts in blocks of 128 KiB; what fits depends on the
//! recordsize or volblocksize, see [`PoolCapacity::effective`].
//!
//! Left out: gang blocks, compression, and what the metadata of a new pool takes.

mod answer;
mod block;
mod disk_bytes;
mod file;
mod loss;
mod metaslab;
mod pool;
mod steps;
mod vdev;
mod version;
mod zvol;

pub use answer::{CapacityAnswer, CapacityFacts, CapacityOptions, VdevFacts, VolumeFacts};
pub use block::{BlockGeometry, BlockSectors, BlockSize, DeflateRatio, RATIO_SHIFT, REFERENCE_BLOCK};
pub use disk_bytes::parse_disk_bytes;
pub use file::FileBlocks;
pub use loss::{Loss, Losses};
pub use metaslab::Metaslabs;
pub use pool::{PoolCapacity, PoolSpec, SlopShift};
pub use steps::{Step, StepEffect};
pub use vdev::{Disk, VdevCapacity, VdevSpec};
pub use version::ZfsVersion;
pub use zvol::Volume;
