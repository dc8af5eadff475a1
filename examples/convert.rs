//! Converts a take to the format of another extension: `cargo run --example convert -- walk.bvh walk.htr`

use std::error::Error;
use std::fs;
use std::path::Path;

use rushes::export::Export;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("usage: convert TAKE FILE".into());
    };
    let export = Export::of_file(&to).ok_or("no format is written with this extension")?;
    let take = rushes::open(from)?;
    if let Some(why) = export.refusal(&take) {
        return Err(why.into());
    }
    let (mut bytes, mut beside) = (Vec::new(), Vec::new());
    for warning in export.write(&take, &mut bytes)? {
        eprintln!("{warning}");
    }
    fs::write(&to, bytes)?;
    // Acclaim's motion comes with its skeleton.
    if let Some(second) = &export.second {
        (second.write)(&take, &mut beside)?;
        fs::write(Path::new(&to).with_extension(second.extension), beside)?;
    }
    Ok(())
}
