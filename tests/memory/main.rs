//! What counts memory: a program of its own, since its allocator counts. It does so for each thread, and each test is on
//! one, so that tests run side by side all the same.

mod damage;
mod hostile;
mod limits;
#[cfg(all(feature = "app", target_os = "linux"))]
mod notes;
#[cfg(feature = "app")]
mod steady;
#[path = "../support/mod.rs"]
mod support;

use support::memory::Counting;

#[global_allocator]
static MEMORY: Counting = Counting;
