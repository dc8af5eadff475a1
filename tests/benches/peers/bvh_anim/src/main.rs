//! Loads a file with the library bvh_anim and says how many frames it has.

fn main() {
    let path = std::env::args_os().nth(1).expect("a file");
    let file = std::fs::File::open(path).expect("a file");
    let bvh = bvh_anim::from_reader(std::io::BufReader::new(file)).expect("a take");
    println!("{} frames", bvh.frames().count());
}
