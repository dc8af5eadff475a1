//! What Windows reads in the program itself: icon, version and manifest. Nothing on other systems.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets/windows");
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
