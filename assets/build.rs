//! What is made while the program is built: the built-in take and the list of licences, packed, and what Windows reads in
//! the program itself (icon, version, manifest).

use std::error::Error;
use std::fs::File;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};

/// What is in the program; packed, that is a third as long and less. Each with its name there.
const PACKED: [(&str, &str); 2] = [
    ("assets/builtin/stroll.bvh", "stroll.bvh.gz"),
    ("assets/licences/licences.txt", "licences.txt.gz"),
];

fn main() -> Result<(), Box<dyn Error>> {
    // `page`: the program as a page in a browser, which has neither files nor threads.
    println!("cargo::rustc-check-cfg=cfg(page)");
    // `fuzzing`: what tests/fuzz calls is public.
    println!("cargo::rustc-check-cfg=cfg(fuzzing)");
    if cfg!(feature = "app") && std::env::var("CARGO_CFG_TARGET_FAMILY")?.contains("wasm") {
        println!("cargo::rustc-cfg=page");
    }
    for (file, packed) in PACKED {
        println!("cargo::rerun-if-changed={file}");
        let packed = Path::new(&std::env::var("OUT_DIR")?).join(packed);
        let mut packed = GzEncoder::new(File::create(packed)?, Compression::best());
        std::io::copy(&mut File::open(file)?, &mut packed)?;
        packed.finish()?;
    }
    println!("cargo::rerun-if-changed=assets/windows/rushes.manifest");
    println!("cargo::rerun-if-changed=assets/icon/rushes.ico");
    // The system that is built for, which may be another one than this.
    #[cfg(feature = "app")]
    if std::env::var("CARGO_CFG_TARGET_OS")? == "windows" {
        // The version comes from Cargo.toml.
        winresource::WindowsResource::new()
            .set("ProductName", "Rushes")
            // What Explorer calls the program.
            .set("FileDescription", "Rushes")
            .set("LegalCopyright", "2026, the Rushes authors")
            // English.
            .set_language(0x0409)
            .set_icon("assets/icon/rushes.ico")
            .set_manifest_file("assets/windows/rushes.manifest")
            .compile()?;
    }
    Ok(())
}
