//! HTR against the paper's own program.

use super::{expected_beside, worst};
use crate::support;

#[test]
fn htr_agrees_with_the_papers_program() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("htr"), &["htr"]) {
        let expected = expected_beside(&path).expect("what the paper's program computed");
        let take = support::take(&path);
        assert_eq!(take.warnings, []);
        assert_eq!(expected["frame_count"], take.motion.frame_count());
        let joints = expected["joints"].as_object().expect("positions");
        assert_eq!(joints.len(), take.skeleton.nodes().len());
        let off = worst(&take, &expected, "joints");
        let name = support::name(&path);
        assert!(off < 1e-5, "{name}: {off:e} of the figure's size off");
        compared += 1;
    }
    assert!(compared >= 1, "no take was compared");
}
