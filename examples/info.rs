//! Prints what a take holds: `cargo run --example info -- walk.bvh`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: info TAKE")?;
    let take = rushes::open(path)?;
    let frames = take.motion.frame_count();
    println!("{}: {}, {frames} frames, {}", take.name, take.format, take.rate_text());
    match take.units.metres_per_unit {
        Some(metres) => {
            println!("lengths in units of {metres} m, up is {}", take.units.up.describe())
        }
        None => println!("lengths in a unit that is not known, up is {}", take.units.up.describe()),
    }
    for (id, node) in take.skeleton.iter() {
        let parent =
            node.parent().map_or("the world", |parent| take.skeleton[parent].name.as_str());
        let channels = (0..node.channels.len()).map(|index| take.channel_name(id, index));
        println!("{} in {parent}: {}", node.name, channels.collect::<Vec<_>>().join(" "));
    }
    for detail in &take.details {
        println!("{}: {}", detail.kind.key, detail.text);
    }
    for warning in &take.warnings {
        println!("{} ({}): {warning}", warning.code.word(), warning.code.severity().word());
    }
    Ok(())
}
