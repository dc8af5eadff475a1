//! BVH against Blender and other programs.

use rushes::loader::{Options, PositionReading, Source};

use super::{expected_beside, worst};
use crate::support;

#[test]
fn bvh_agrees_with_other_programs_in_the_reading_that_the_file_needs() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("bvh"), &["bvh"]) {
        let name = support::name(&path);
        let Some(expected) = expected_beside(&path) else {
            support::take(&path);
            continue;
        };
        let needed = expected["reading_of_position_channels"].as_str().unwrap();
        let auto = if needed == "either" { "replace" } else { needed };
        let off = worst(&support::take(&path), &expected, auto);
        assert!(off < 1e-5, "{name}: auto is {off:e} of the figure's size off");
        let bytes = support::read(&path);
        for (reading, asked) in
            [("replace", PositionReading::Replace), ("add", PositionReading::Add)]
        {
            if expected.get(reading).is_none() {
                continue;
            }
            let mut source = Source::new(&name, &bytes);
            source.options = Options { bvh_positions: asked, ..Options::default() };
            let take = rushes::read_with(&source).unwrap_or_else(|e| panic!("{e}"));
            let off = worst(&take, &expected, reading);
            assert!(off < 1e-5, "{name}: {reading} is {off:e} of the figure's size off");
        }
        compared += 1;
    }
    assert!(compared >= 50, "only {compared} takes were compared");
}
