//! Writes the man pages and the shells' completions into a folder, from the pages of `--help`.
//!
//! `cargo run --example make-pages -- assets/linux/pages`, or `make pages`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| "assets/linux/pages".into());
    for (name, text) in rushes::cli::shipped_pages() {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
