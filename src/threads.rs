//! How many threads share a work.

use std::sync::LazyLock;
use std::thread;

/// How many cores this program may use. Asking the system takes as long as some hundred poses.
pub(crate) fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    *CORES
}
