//! Claims about the page cache, dirty pages, fsync and direct I/O.

use super::{Claim, claim};

const VM: &str = "Linux Documentation/admin-guide/sysctl/vm.rst; mm/page-writeback.c";

pub(super) const CLAIMS: [Claim; 18] = [
    claim(
        "dirty-ratio-of-memory",
        "page-cache",
        "vm.dirty_ratio is a share of the memory.",
        "Of the dirtyable memory: free pages less reserves plus file pages.",
        VM,
    ),
    claim(
        "writers-block-at-ratio",
        "page-cache",
        "Writers block at 20 % dirty pages.",
        "They are paced from halfway between background and limit, 15 % by default, and stopped at the limit.",
        VM,
    ),
    claim(
        "pdflush",
        "page-cache",
        "pdflush wakes every 5 seconds.",
        "Each device has its own flusher thread for many years now; the interval is right.",
        VM,
    ),
    claim(
        "expired-pages-forced",
        "page-cache",
        "Dirty pages older than 30 s are forced out.",
        "They become eligible then and are written at the next wake-up: 35 s at worst, 15 s with an expiry of 10 s.",
        VM,
    ),
    claim(
        "cache-almost-full",
        "page-cache",
        "A page cache that fills the memory is a symptom.",
        "It is the normal use of memory that is free otherwise.",
        VM,
    ),
    claim(
        "200-gb-a-day",
        "page-cache",
        "200 GB a day need 320 MB/s.",
        "200 GB a day are 2.31 MB/s on average; 320 MB/s are 27.6 TB a day.",
        "arithmetic",
    ),
    claim(
        "500-fsyncs-50-mb",
        "bench-check",
        "500 synchronous writes of 4K a second are 50 MB/s.",
        "500 times 4 KiB are 2 MB/s.",
        "arithmetic",
    ),
    claim(
        "dontneed-before-reading",
        "page-cache",
        "Call fadvise DONTNEED before reading a large file.",
        "It drops what is cached at the call: call it after reading, in steps, and fsync dirty pages first.",
        "man posix_fadvise(2)",
    ),
    claim(
        "rsync-drop-cache",
        "page-cache",
        "rsync --drop-cache keeps the cache clean.",
        "That option is a patch of some distributions, not of rsync.",
        "rsync manual",
    ),
    claim(
        "dd-oflag-direct",
        "page-cache",
        "dd oflag=direct goes past the cache.",
        "Only its output does; the input is cached unless iflag=direct is given too.",
        "GNU coreutils manual, dd",
    ),
    claim(
        "force-false-no-metadata",
        "page-cache",
        "force(false) writes no metadata.",
        "Like fdatasync it writes the metadata that is needed to read the data, the size above all.",
        "man fdatasync(2)",
    ),
    claim(
        "o-direct-with-fsync-rare",
        "page-cache",
        "O_DIRECT with fsync is rarely used.",
        "O_DIRECT promises no durability; InnoDB's O_DIRECT mode calls fsync as well.",
        "MySQL manual, innodb_flush_method",
    ),
    claim(
        "process-crash-loses-mmap",
        "page-cache",
        "A crash of the process loses mapped data that was not forced.",
        "Only a crash of the system does: the pages stay with the kernel.",
        "man msync(2)",
    ),
    claim(
        "mmap-fastest",
        "page-cache",
        "mmap is always fastest for sequential writes, sendfile for writing.",
        "Each new page costs a fault; sendfile copies from a file, not to the disk.",
        "man sendfile(2)",
    ),
    claim(
        "innodb-aio-is-io-uring",
        "page-cache",
        "innodb_use_native_aio is io_uring since 8.0.30.",
        "It is years older and is libaio.",
        "MySQL manual, Using Asynchronous I/O on Linux",
    ),
    claim(
        "postgresql-17-io-uring",
        "page-cache",
        "PostgreSQL 17 uses io_uring.",
        "From 18 on, by io_method; its default is worker.",
        "PostgreSQL manual, Resource Consumption",
    ),
    claim(
        "scheduler-none",
        "page-cache",
        "Set the scheduler of NVMe drives to none.",
        "That is the usual default already.",
        "Linux block layer",
    ),
    claim(
        "alert-at-5-gb-dirty",
        "page-cache",
        "Alert at 5 GB of dirty pages.",
        "A fixed figure says little; relate it to the computed limit of the host.",
        VM,
    ),
];
