//! The program of all targets of fuzzing: `RUSHES_FUZZ` names the one that is run. With `RUSHES_FUZZ_SEEDS`, the seeds and
//! the words of each target are written below that folder instead, and the names of all targets told.

#![no_main]

mod convert;
mod documents;
mod load;
mod parts;
mod seeds;
mod support;
mod target;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::exit;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

use support::memory::Counting;
use target::Target;

#[global_allocator]
static MEMORY: Counting = Counting;

static TARGET: OnceLock<Target> = OnceLock::new();

/// Chooses the target, before the first input.
fn begin() {
    let targets = target::all();
    if let Some(folder) = std::env::var_os("RUSHES_FUZZ_SEEDS") {
        for target in &targets {
            seeds::write(target, Path::new(&folder));
            println!("{}", target.name);
        }
        exit(0);
    }
    let wanted = std::env::var("RUSHES_FUZZ").unwrap_or_default();
    let Some(target) = targets.into_iter().find(|target| target.name == wanted) else {
        eprintln!("RUSHES_FUZZ names no target: {wanted:?}");
        exit(2);
    };
    // A library may panic, which a loader catches: only what reaches the target is a finding.
    std::panic::set_hook(Box::new(|panic| {
        // Told at last of the panic that ends the program.
        *support::LAST_PANIC.lock().unwrap_or_else(|lock| lock.into_inner()) = panic.to_string();
    }));
    assert!(TARGET.set(target).is_ok(), "it begins once");
}

fuzz_target!(init: begin(), |data: &[u8]| {
    let target = TARGET.get().expect("it has begun");
    if catch_unwind(AssertUnwindSafe(|| (target.run)(data))).is_err() {
        let last = support::LAST_PANIC.lock().unwrap_or_else(|lock| lock.into_inner());
        eprintln!("{last}");
        std::process::abort();
    }
});
