//! A take in a picture: on its stage, with its camera, what its bones carry, and what is written on it; and what draws
//! it.

use std::path::Path;
use std::sync::Arc;

use glam::Vec3;

use super::look::{Look, PictureStyle};
use crate::cli::exit::Failure;
use crate::cli::options::Reader;
use crate::files::{Attach, builtin};
use crate::film::{BurnIn, BurnInWord};
use crate::render::{Caption, Face, Offscreen, Picture, TextLine, lay_out};
use crate::review::notes::Review;
use crate::scene::{
    Bounds, Camera, DrawList, Figure, FigureStyle, ObjectPlacement, Stage, StagedTake,
};
use crate::take::{NodeId, Object, Take};

pub(super) struct Source<'a> {
    pub file: &'a Path,
    pub take: Take,
    /// What its bones carry.
    objects: Vec<(NodeId, Object)>,
}

pub(super) struct Pane<'a> {
    pub camera: Camera,
    /// In pixels.
    size: [u32; 2],
    /// The box that the figure is in on all frames.
    pub bounds: Bounds,
    staged: StagedTake<'a>,
    /// Where the figure was when the camera began to go along with it.
    follows: Option<Vec3>,
    /// How far the camera has gone along.
    followed: Vec3,
    objects: Vec<(NodeId, &'a Object, ObjectPlacement)>,
    burn_in: BurnIn<'a>,
}

pub(super) struct Painter<'a> {
    look: &'a Look,
    list: DrawList,
    face: Face,
    watermark: Option<Caption>,
}

impl<'a> Source<'a> {
    /// Reads a take; 'builtin' is the one that Rushes comes with. Fails where the take or an object cannot be read,
    /// which is printed, or the take has no such bone.
    pub fn open(reader: &Reader, file: &'a Path, attach: &[Attach]) -> Result<Self, Failure> {
        let take = if file.as_os_str() == "builtin" { builtin() } else { reader.open(file)? };
        let object = |attach: &Attach| {
            let Some(node) = take.skeleton.find(&attach.bone) else {
                return Err(Failure::invalid(format!("no bone is called '{}'", attach.bone)));
            };
            Ok((node, Attach::read(&attach.file).map_err(Failure::print)?))
        };
        let objects = attach.iter().map(object).collect::<Result<_, _>>()?;
        Ok(Self { file, take, objects })
    }
}

impl<'a> Pane<'a> {
    /// A pane of this size, in which the figure is in view on some frames. What is burned in is what the options say,
    /// else `words`; notes are read where they are part of it.
    pub fn new(
        style: PictureStyle<'a>,
        source: &'a Source<'_>,
        name: &str,
        words: &'a [BurnInWord],
        frames: &[usize],
        size: [u32; 2],
    ) -> Self {
        let Source { file, take, objects } = source;
        let chosen = &style.burn_in.burn_in;
        let words = if chosen.is_empty() { words } else { chosen };
        let has_notes = words.contains(&BurnInWord::Note) && file.is_file();
        let review = if has_notes { style.messages.review(file, take) } else { Review::default() };
        let mut staged = StagedTake::new(take, Stage::new(take), &style.look.palette());
        let bounds = staged.bounds_over(frames.iter().copied());
        let first = frames.first().copied().unwrap_or(0);
        let (camera, follows) = style.camera.camera(&mut staged, first, bounds, aspect(size));
        let height = bounds.size().max_element();
        let objects = objects
            .iter()
            .map(|(node, object)| (*node, object, ObjectPlacement::fitting(object, height)));
        Self {
            camera,
            size,
            bounds,
            staged,
            follows,
            followed: Vec3::ZERO,
            objects: objects.collect(),
            burn_in: BurnIn::new(words, take, name, Arc::new(review)),
        }
    }

    /// The camera that has the figure on one frame in view.
    pub fn fitted_to(&mut self, frame: usize) -> Camera {
        let mut camera = self.camera;
        camera.frame(self.staged.bounds_over([frame]), self.aspect());
        camera
    }

    /// Whether there is something that has a surface, which no SVG shows.
    pub fn has_surfaces(&self) -> bool {
        !(self.objects.is_empty() && self.staged.take.meshes.is_empty())
    }

    pub fn aspect(&self) -> f32 {
        aspect(self.size)
    }

    /// The camera on a frame, so far around the figure.
    fn camera_on(&mut self, frame: usize, turn: f32) -> Camera {
        if let Some(began) = self.follows
            && let Some(place) = self.staged.body_position(frame)
        {
            self.followed = self.staged.stage.follow_offset(place - began);
        }
        let Camera { target, yaw, .. } = self.camera;
        Camera { target: target + self.followed, yaw: yaw + turn, ..self.camera }
    }
}

fn aspect([width, height]: [u32; 2]) -> f32 {
    width as f32 / height as f32
}

impl<'a> Painter<'a> {
    pub fn new(style: PictureStyle<'a>) -> Self {
        let list = DrawList::new(style.look.palette());
        Self {
            look: style.look,
            list,
            face: Face::interface(),
            watermark: style.burn_in.watermark(),
        }
    }

    /// Lists what a pane shows on a frame; `surfaces` says whether meshes and objects are there.
    fn fill(&mut self, pane: &mut Pane<'_>, frame: usize, turn: f32, surfaces: bool) {
        let camera = pane.camera_on(frame, turn);
        let (height, enlarged) = (pane.size[1] as f32, self.look.enlarged() as f32);
        let style = FigureStyle::for_view(height, enlarged);
        let list = &mut self.list;
        list.begin(&camera, pane.aspect(), self.look.palette());
        list.transparent = self.look.transparent;
        if let Some(grid) = &mut list.grid {
            grid.width = enlarged;
            // The ground's axes have the names of the file.
            grid.axes = pane.staged.stage.ground_axes();
        }
        // In a picture there is no ground.
        list.floor = !pane.staged.stage.is_flat;
        list.grid = list.grid.take().filter(|_| list.floor);
        let figure = Figure {
            display: self.look.style,
            boxes: self.look.boxes,
            secondary: !self.look.no_hair,
            meshes: surfaces,
            ..pane.staged.figure(frame)
        };
        figure.draw(&camera, style, height, list);
        figure.draw_relations(&camera, style, height, list);
        for (node, object, placement) in pane.objects.iter().filter(|_| surfaces) {
            figure.draw_object(*node, object, placement, &camera, style, list);
        }
        list.finish();
    }

    fn lines(&self, captions: &[Caption], size: [u32; 2]) -> Vec<TextLine> {
        lay_out(captions, &self.face, size, self.look.enlarged() as f32, self.look.theme)
    }

    /// The picture of a pane on a frame, so far around the figure. Fails where it cannot be drawn.
    pub fn picture(
        &mut self,
        offscreen: &mut Offscreen,
        pane: &mut Pane<'_>,
        frame: usize,
        turn: f32,
    ) -> Result<Picture, Failure> {
        self.fill(pane, frame, turn, true);
        let mut picture = offscreen.draw(&self.list, pane.size).map_err(Failure::prefixed)?;
        picture.write(&self.lines(&pane.burn_in.captions(frame), pane.size), &self.face);
        Ok(picture)
    }

    /// The picture of nothing but words.
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
        let mut picture = offscreen.draw(&self.list, size).map_err(Failure::prefixed)?;
        picture.write(&self.lines(captions, size), &self.face);
        Ok(picture)
    }

    pub fn mark(&self, picture: &mut Picture) {
        let size = [picture.width, picture.height];
        picture.write(&self.lines(self.watermark.as_slice(), size), &self.face);
    }

    pub fn svg(&mut self, pane: &mut Pane<'_>, frame: usize) -> String {
        self.fill(pane, frame, 0.0, false);
        let mut captions = pane.burn_in.captions(frame);
        captions.extend(self.watermark.clone());
        crate::render::svg(&self.list, pane.size, &self.lines(&captions, pane.size))
    }
}
