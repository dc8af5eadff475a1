//! What a window and commands make of a take: it is drawn in every style and colour, checked, and compared.

use rushes::review::checks::{Limits, check};
use rushes::review::compare::Matching;
use rushes::scene::{
    Camera, DisplayStyle, DrawList, Figure, FigureStyle, Scheme, Stage, StagedTake, ThemeColours,
};
use rushes::take::Take;

/// How many places of nodes are checked: all frames are looked through several times.
const MAX_CHECKED: usize = 2_000;

/// Figures of more nodes are not drawn here: those that are made to cost much are timed without it.
const MAX_NODES: usize = 500;

/// Draws a take on its first and its last frame, checks it, and compares it with itself.
pub fn assert_shown(take: &Take) {
    if take.skeleton.nodes().len() > MAX_NODES {
        return;
    }
    let stage = Stage::new(take);
    let palette = ThemeColours::DARK;
    let mut staged = StagedTake::new(take, stage.clone(), &palette);
    for scheme in Scheme::ALL {
        let colours = scheme.colours(&staged.parts, &palette, &[]);
        assert_eq!(colours.len(), staged.parts.len());
    }
    let camera = Camera::default();
    let mut list = DrawList::new(palette);
    for frame in [0, take.motion.frame_count().saturating_sub(1)] {
        list.begin(&camera, 1.0, palette);
        let figure = staged.figure(frame);
        for display in DisplayStyle::ALL {
            let figure = Figure { display, ..figure };
            figure.draw(&camera, FigureStyle::for_view(720.0, 1.0), 720.0, &mut list);
        }
        list.finish();
    }
    let matching = Matching::by_names([&take.skeleton; 2], &[]);
    assert!(matching.pairs.len() <= take.skeleton.nodes().len());
    if take.skeleton.nodes().len() * take.motion.frame_count() <= MAX_CHECKED {
        check(take, &stage, &Limits::default(), &|| false);
    }
}
