//! The pictures of a page: which camera sees a frame, and the view that is drawn of it.

use glam::Vec3;

use super::text::base64;
use crate::evaluate::Pose;
use crate::review::notes::Note;
use crate::scene::{Camera, DrawList, Figure, FigureStyle, Stage, StagedTake, ThemeColours};
use crate::take::{NodeId, Take};

/// What draws a view so many pixels across and down, and gives the bytes of its PNG; nothing where it cannot.
pub type Draw<'a> = dyn FnMut(&DrawList, [u32; 2]) -> Option<Vec<u8>> + 'a;

/// The sizes of pictures in pixels, which are twice those on the page.
pub(super) const STRIP: [u32; 2] = [240, 320];
pub(super) const FINDING: [u32; 2] = [400, 300];
pub(super) const NOTE: [u32; 2] = [480, 270];

/// Colours that are seen on a light page and on a dark one: pictures have no background, so that the page's own
/// is behind them, and they take a tenth of the bytes.
const COLOURS: ThemeColours = ThemeColours {
    middle: [0x8a, 0x83, 0x74, 0xff],
    wire: [0x80, 0x86, 0x90, 0xff],
    halo: [0xff, 0xb0, 0x20, 0xff],
    ..ThemeColours::LIGHT
};

pub(super) struct Pictures<'a, 'd> {
    staged: StagedTake<'a>,
    list: DrawList,
    draw: &'a mut Draw<'d>,
}

impl<'a, 'd> Pictures<'a, 'd> {
    pub fn new(take: &'a Take, stage: Stage, draw: &'a mut Draw<'d>) -> Self {
        Self { staged: StagedTake::new(take, stage, &COLOURS), list: DrawList::new(COLOURS), draw }
    }

    /// The picture of a frame from near, with a joint marked.
    pub fn close(
        &mut self,
        frame: usize,
        size: [u32; 2],
        marked: Option<NodeId>,
    ) -> Option<String> {
        let camera = self.near(frame, size);
        self.picture(frame, &camera, size, marked.as_slice())
    }

    /// The picture of a note's first frame, from where the note was made, if that is known.
    pub fn of_note(&mut self, note: &Note, frame: usize, size: [u32; 2]) -> Option<String> {
        let seen = note.seen.as_ref().and_then(|seen| seen.camera.as_ref());
        let seen = seen.and_then(|seen| Some((seen.saved.camera()?, seen.saved.follows)));
        let camera = match seen {
            Some((mut camera, follows)) => {
                if follows {
                    camera.target += self.place(frame).unwrap_or_default();
                }
                camera
            }
            None => self.near(frame, size),
        };
        let joint = note.joint.as_deref().and_then(|name| self.staged.take.skeleton.find(name));
        self.picture(frame, &camera, size, joint.as_slice())
    }

    /// The camera that has the figure of a frame in view, and no more.
    fn near(&mut self, frame: usize, size: [u32; 2]) -> Camera {
        let bounds = self.staged.bounds_over([frame]);
        Camera::three_quarter_of(&self.staged.stage, bounds, aspect(size))
    }

    fn place(&self, frame: usize) -> Option<Vec3> {
        let take = self.staged.take;
        let pose = Pose::of(&take.skeleton, take.row(frame));
        self.staged.stage.body_position(take, &pose, &mut Vec::new())
    }

    /// The data URI of a picture.
    fn picture(
        &mut self,
        frame: usize,
        camera: &Camera,
        size: [u32; 2],
        marked: &[NodeId],
    ) -> Option<String> {
        let height = size[1] as f32;
        let style = FigureStyle::for_view(height, SCALE);
        self.list.begin(camera, aspect(size), COLOURS);
        self.list.transparent = true;
        let figure = Figure { selected: marked, ..self.staged.figure(frame) };
        figure.draw(camera, style, height, &mut self.list);
        figure.draw_relations(camera, style, height, &mut self.list);
        self.list.finish();
        let png = (self.draw)(&self.list, size)?;
        Some(format!("data:image/png;base64,{}", base64(&png)))
    }
}

/// Pixels of a picture for each of the page, nearly: bones keep their weight in small pictures.
const SCALE: f32 = 1.6;

pub(super) fn aspect([width, height]: [u32; 2]) -> f32 {
    width as f32 / height as f32
}
