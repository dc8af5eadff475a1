//! A take in a picture: on its stage, with its camera, what its bones carry, and what is written on it.

use glam::Vec3;

use super::look::Look;
use crate::cli::exit::Failure;
use crate::cli::terminal::print_error;
use crate::film::BurnIn;
use crate::render::{Caption, Face, Offscreen, Picture, RenderError, TextLine, lay_out};
use crate::scene::{Bounds, Camera, DrawList, Figure, ObjectPlacement, StagedTake};
use crate::take::{NodeId, Object};

/// A take in a picture of its own or beside others.
pub(super) struct Pane<'a> {
    pub staged: StagedTake<'a>,
    pub camera: Camera,
    /// Where the figure was when the camera began to go along with it.
    pub follows: Option<Vec3>,
    /// In pixels.
    pub size: [u32; 2],
    pub burn_in: BurnIn<'a>,
    objects: Vec<(NodeId, &'a Object, ObjectPlacement)>,
    /// How far the camera has gone along.
    gone: Vec3,
}

/// Draws takes.
pub(super) struct Painter<'a> {
    look: &'a Look,
    list: DrawList,
    face: Face,
    watermark: Option<Caption>,
}

impl<'a> Pane<'a> {
    pub fn new(
        staged: StagedTake<'a>,
        (camera, follows): (Camera, Option<Vec3>),
        size: [u32; 2],
        burn_in: BurnIn<'a>,
    ) -> Self {
        Self { staged, camera, follows, size, burn_in, objects: Vec::new(), gone: Vec3::ZERO }
    }

    /// Gives bones of a figure in this box objects to carry.
    pub fn attach(&mut self, objects: &'a [(NodeId, Object)], bounds: Bounds) {
        let height = bounds.size().max_element();
        let placed = objects
            .iter()
            .map(|(node, object)| (*node, object, ObjectPlacement::fitting(object, height)));
        self.objects = placed.collect();
    }

    /// Whether there is something that has a surface, which no SVG shows.
    pub fn has_surfaces(&self) -> bool {
        !(self.objects.is_empty() && self.staged.take.meshes.is_empty())
    }

    pub fn aspect(&self) -> f32 {
        let [width, height] = self.size;
        width as f32 / height as f32
    }

    /// The camera on a frame, so far around the figure.
    fn camera_on(&mut self, frame: usize, turn: f32) -> Camera {
        if let Some(began) = self.follows
            && let Some(place) = self.staged.place(frame)
        {
            self.gone = self.staged.stage.gone_along(place - began);
        }
        Camera {
            target: self.camera.target + self.gone,
            yaw: self.camera.yaw + turn,
            ..self.camera
        }
    }
}

impl<'a> Painter<'a> {
    pub fn new(look: &'a Look, watermark: Option<Caption>) -> Self {
        Self { look, list: DrawList::new(look.palette()), face: Face::interface(), watermark }
    }

    /// Lists what a pane shows on a frame; `surfaces` says whether meshes and objects are there.
    fn fill(&mut self, pane: &mut Pane<'_>, frame: usize, turn: f32, surfaces: bool) {
        let camera = pane.camera_on(frame, turn);
        let [_, height] = pane.size;
        let style = self.look.figure_style(height);
        let list = &mut self.list;
        list.begin(&camera, pane.aspect(), self.look.palette());
        list.transparent = self.look.transparent;
        if let Some(grid) = &mut list.grid {
            grid.width = self.look.enlarged() as f32;
            // The ground's axes are called as the file calls them.
            grid.axes = pane.staged.stage.ground_axes();
        }
        let figure = Figure {
            display: self.look.style,
            boxes: self.look.boxes,
            secondary: !self.look.no_hair,
            meshes: surfaces,
            ..pane.staged.figure(frame)
        };
        figure.draw(&camera, style, height as f32, list);
        figure.draw_relations(&camera, style, height as f32, list);
        for (node, object, placement) in pane.objects.iter().filter(|_| surfaces) {
            figure.draw_object((*node, object), placement, &camera, style, list);
        }
        list.finish();
    }

    fn lines(&self, captions: &[Caption], size: [u32; 2]) -> Vec<TextLine> {
        let enlarged = self.look.enlarged() as f32;
        lay_out(captions, &self.face, size, enlarged, self.look.theme)
    }

    /// The picture of a pane on a frame, so far around the figure.
    ///
    /// # Errors
    /// Where it cannot be drawn; why is printed.
    pub fn picture(
        &mut self,
        offscreen: &mut Offscreen,
        pane: &mut Pane<'_>,
        frame: usize,
        turn: f32,
    ) -> Result<Picture, Failure> {
        self.fill(pane, frame, turn, true);
        let mut picture = offscreen.draw(&self.list, pane.size).map_err(failed)?;
        let lines = self.lines(&pane.burn_in.captions(frame), pane.size);
        picture.write(&lines, &self.face);
        Ok(picture)
    }

    /// The picture of nothing but words.
    ///
    /// # Errors
    /// As [`Self::picture`].
    pub fn without_figure(
        &mut self,
        offscreen: &mut Offscreen,
        captions: &[Caption],
        size: [u32; 2],
    ) -> Result<Picture, Failure> {
        self.list.begin(&Camera::default(), 1.0, self.look.palette());
        self.list.transparent = self.look.transparent;
        self.list.grid = None;
        self.list.finish();
        let mut picture = offscreen.draw(&self.list, size).map_err(failed)?;
        picture.write(&self.lines(captions, size), &self.face);
        Ok(picture)
    }

    /// Writes the watermark over a whole picture.
    pub fn mark(&self, picture: &mut Picture) {
        let size = [picture.width, picture.height];
        picture.write(&self.lines(self.watermark.as_slice(), size), &self.face);
    }

    /// The SVG of a pane on a frame.
    pub fn svg(&mut self, pane: &mut Pane<'_>, frame: usize) -> String {
        self.fill(pane, frame, 0.0, false);
        let mut captions = pane.burn_in.captions(frame);
        captions.extend(self.watermark.clone());
        crate::render::svg(&self.list, pane.size, &self.lines(&captions, pane.size))
    }
}

/// A renderer, where there is something to draw with.
///
/// # Errors
/// What to install; it is printed.
pub(super) fn offscreen() -> Result<Offscreen, Failure> {
    Offscreen::new().map_err(failed)
}

fn failed(error: RenderError) -> Failure {
    print_error(&error.to_string());
    Failure::File
}
