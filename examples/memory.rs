//! Reads a take from standard input and writes it as glTF: `cargo run --example memory < walk.bvh > walk.glb`

use std::error::Error;
use std::io::{self, Read, Write};

use rushes::export::Export;

fn main() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    // The name is for errors, and for contents that fit several formats.
    let mut take = rushes::read("standard input", &bytes)?;
    // glTF is in metres. Most files that do not say their unit are in centimetres.
    take.units.metres_per_unit.get_or_insert(0.01);
    let gltf = Export::of_extension("glb").ok_or("glTF is not written")?;
    let mut out = io::stdout().lock();
    for warning in gltf.write(&take, &mut out)? {
        eprintln!("{warning}");
    }
    Ok(out.flush()?)
}
