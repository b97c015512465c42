//! `zplan`: plans ZFS pools from a drive inventory.

fn main() {}
