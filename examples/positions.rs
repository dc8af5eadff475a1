//! Prints where a joint or marker is on each frame, as CSV: `cargo run --example positions -- walk.bvh LeftHand`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(name)) = (arguments.next(), arguments.next()) else {
        return Err("usage: positions TAKE JOINT".into());
    };
    let take = rushes::open(path)?;
    let hand = take.points().position(|point| point.name == name).ok_or("no joint is called so")?;
    println!("frame,x,y,z");
    for (frame, positions) in take.positions(0..take.motion.frame_count())?.iter() {
        let [x, y, z] = positions[hand].to_array();
        println!("{frame},{x},{y},{z}");
    }
    Ok(())
}
