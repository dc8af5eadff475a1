//! Prints which markers are missing, and how fast each point is at most: `cargo run --example gaps -- walk.c3d`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: gaps TAKE")?;
    let take = rushes::open(path)?;
    for (marker, runs) in &take.gap_index().markers {
        let name = &take.skeleton[*marker].name;
        let runs = runs.as_slice().iter().map(|run| format!("{} to {}", run.start, run.end - 1));
        println!("{name} is missing on frames {}", runs.collect::<Vec<_>>().join(", "));
    }
    let positions = take.positions(0..take.motion.frame_count())?;
    for (index, point) in take.points().enumerate() {
        let places = || positions.iter().map(move |(_, places)| places[index]);
        let steps = places().zip(places().skip(1)).map(|(from, to)| from.distance(to));
        // A step into a gap or out of it is not a number, which max passes over.
        let fastest = f64::from(steps.fold(0.0, f32::max)) / take.motion.frame_time();
        println!("{}: {fastest:.1} units a second at most", point.name);
    }
    Ok(())
}
