//! How the view is drawn into a draw list: figures, ghosts, motion trails, differences.

use crate::app::{Effect, OpenTake, State, TakeId, TakesCommand};
use crate::evaluate::Pose;
use crate::files::guarded;
use crate::loader::{ErrorKind, LoadError};
use crate::options::{CompareMode, OutsideFrames, ViewToggle};
use crate::scene::{
    Bounds, DisplayStyle, DrawList, Figure, FigureStyle, FrameValues, Rgba, Scheme, ScreenLines,
    ThemeColours, Trail, TrailCache, dim_low_confidence, dimmed, draw_dashed, draw_floor_line,
    overlap,
};
use crate::take::NodeId;

/// What a view is drawn from, and the memory that it is worked out in: kept from picture to picture, so
/// that a take that plays asks for none.
#[derive(Debug)]
pub struct SceneBuffers {
    pub list: DrawList,
    colours: Vec<Rgba>,
    values: FrameValues,
    ghost: Pose,
    tracks: TrailCache,
    shown: ScreenLines,
    /// A take that could not be drawn, and what the program failed of.
    pub failed: Option<(TakeId, String)>,
}

impl SceneBuffers {
    pub fn new(palette: ThemeColours) -> Self {
        Self {
            list: DrawList::new(palette),
            colours: Vec::new(),
            values: FrameValues::default(),
            ghost: Pose::default(),
            tracks: TrailCache::default(),
            shown: ScreenLines::default(),
            failed: None,
        }
    }
}

impl State {
    /// Lists what the view shows at the moment that was prepared: `height` pixels high, at `scale`
    /// pixels a point. Of takes side by side, it is the first one.
    pub fn draw(&self, height: f32, scale: f32, buffers: &mut SceneBuffers) {
        self.draw_cell(0, height, scale, buffers);
    }

    /// Lists what one of the [`Self::cells`] of the view shows.
    pub fn draw_cell(&self, cell: usize, height: f32, scale: f32, buffers: &mut SceneBuffers) {
        let camera = self.view.shown;
        // All cells are one picture.
        if cell == 0 {
            buffers.tracks.begin();
        }
        let list = &mut buffers.list;
        list.begin(&camera, self.view.aspect(), *self.theme().palette());
        if let Some(open) = self.take() {
            // The ground's axes are called as the file calls them.
            list.grid.iter_mut().for_each(|grid| grid.axes = open.stage.ground_axes());
        }
        let is_on = |toggle| self.is_on(toggle);
        list.depth_cue = is_on(ViewToggle::DepthCue);
        // The page of an empty window is to be read.
        let is_empty = self.session.takes.is_empty();
        // In a picture there is no ground.
        let is_flat = self.take().is_some_and(|open| open.stage.is_flat);
        list.grid = list.grid.filter(|_| is_on(ViewToggle::Grid) && !is_empty && !is_flat);
        list.floor = is_on(ViewToggle::Floor) && !is_flat;
        if list.floor && !is_empty && !list.transparent {
            draw_floor_line(&camera, self.view.aspect(), height, list);
        }
        let style = FigureStyle::for_view(height, scale);
        let takes = &self.session.takes;
        let active = match self.take().filter(|_| takes.len() > 1) {
            Some(open) => self.body_of(open),
            None => Bounds::EMPTY,
        };
        for open in self.seen_takes(cell) {
            // A mistake of the program with one take ends no other, nor the window.
            if let Err(why) = guarded(|| self.draw_take(open, active, style, height, buffers)) {
                buffers.failed = Some((open.id, why));
            }
        }
        buffers.list.finish();
    }

    /// Lists what the view shows of a take; `active` is the box of the one that the others make room for.
    fn draw_take(
        &self,
        open: &OpenTake,
        active: Bounds,
        style: FigureStyle,
        height: f32,
        buffers: &mut SceneBuffers,
    ) {
        let SceneBuffers { list, colours, values, ghost, tracks, shown, .. } = buffers;
        let camera = &self.view.shown;
        let palette = self.theme().palette();
        let is_on = |toggle| self.is_on(toggle);
        let is_active = self.session.takes.is_active(open.id);
        let shows_difference = self.session.compare_mode() == CompareMode::Difference;
        self.fill_colours(open, values, colours);
        if shows_difference && !is_active {
            if let Some(active) = self.take() {
                let view = (camera, style, height);
                let colour = self.hue_beside(open);
                let active = self.figure(active, &[]);
                self.figure(open, colours).draw_outline(&active, colour, view, shown, list);
            }
            return;
        }
        if self.view.options.display.outside_frames == OutsideFrames::Dim && self.is_outside(open) {
            for colour in colours.iter_mut() {
                *colour = dimmed(palette, *colour);
            }
        }
        let mut figure = self.figure(open, colours);
        let stands_alone = self.cell_count() > 1 || self.session.flicked().is_some();
        figure.hollow =
            if is_active || stands_alone { 0.0 } else { overlap(active, self.body_of(open)) };
        figure.draw(camera, style, height, list);
        figure.draw_links(&open.edits.lines, camera, style, list);
        if is_on(ViewToggle::Meshes) {
            for attached in &open.edits.objects {
                if let Some(object) = &attached.object {
                    let (node, placement) = (attached.node, &attached.placement);
                    figure.draw_object(node, object, placement, camera, style, list);
                }
            }
        }
        if is_on(ViewToggle::Relations) {
            figure.draw_relations(camera, style, height, list);
        }
        self.draw_measures(open, style, height, list);
        if is_on(ViewToggle::Ghosts) {
            self.draw_ghosts(&figure, open, style, height, ghost, list);
        }
        if is_on(ViewToggle::Trails) {
            self.draw_trails(open, &figure, style, height, tracks, list);
        }
        if is_active && is_on(ViewToggle::JointAxes) {
            let nodes: Vec<NodeId> = if open.edits.selected.is_empty() {
                open.take.skeleton.iter().map(|(id, _)| id).collect()
            } else {
                open.edits.selected.clone()
            };
            figure.draw_axes(nodes, camera, style, height, list);
        }
        if shows_difference && let Some(ends) = self.apart() {
            draw_dashed(ends, colour_of_dashes(palette), camera, style, height, list);
        }
    }

    /// Closes a take with which the program made a mistake, so that work on the others goes on; it can be brought back.
    pub fn close_failed(&mut self, id: TakeId, why: String) -> Vec<Effect> {
        let title = self.session.takes.find(id).map(OpenTake::title);
        let error = LoadError::unread(&title.unwrap_or_default(), ErrorKind::Internal(why));
        let effects = self.apply(TakesCommand::Close(id));
        self.interface.notices.push_error(error.to_string());
        effects
    }

    /// The colours that a take's parts show on this frame.
    pub fn colours_of(&self, open: &OpenTake) -> Vec<Rgba> {
        let mut colours = Vec::new();
        self.fill_colours(open, &mut FrameValues::default(), &mut colours);
        colours
    }

    fn fill_colours(&self, open: &OpenTake, values: &mut FrameValues, colours: &mut Vec<Rgba>) {
        let (take, parts) = (&open.take, &open.parts);
        let frame = self.frame_of(open);
        let has_frames = take.motion.frame_count() > 0;
        let scheme = open.edits.colour.is_none().then_some(open.edits.scheme);
        let of_parts = match scheme.filter(|_| has_frames) {
            Some(Scheme::Speed) => values.speeds(take, &open.stage, parts, frame),
            Some(Scheme::Confidence) => values.confidences(take, parts, frame),
            _ => &[],
        };
        open.fill_colours(self.theme(), of_parts, colours);
        // Where colours say it, nothing else has to.
        if parts.has_confidence() && has_frames && scheme != Some(Scheme::Confidence) {
            let confidences = values.confidences(take, parts, frame);
            dim_low_confidence(confidences, self.theme().palette(), colours);
        }
        let shows_difference = self.session.compare_mode() == CompareMode::Difference;
        if shows_difference && self.session.takes.is_active(open.id) {
            self.fill_difference(open, colours);
        }
    }

    pub(crate) fn figure<'a>(&'a self, open: &'a OpenTake, colours: &'a [Rgba]) -> Figure<'a> {
        Figure {
            take: &open.take,
            stage: self.session.stage_of(open),
            pose: &open.pose,
            frame: self.frame_of(open),
            parts: &open.parts,
            colours,
            hidden: &open.edits.hidden,
            secondary: self.is_on(ViewToggle::Secondary),
            selected: &open.edits.selected,
            display: self.view.options.display.style,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: self.is_on(ViewToggle::Boxes),
            meshes: self.is_on(ViewToggle::Meshes),
        }
    }

    /// The box of a take that shows; an empty one of a take that does not.
    fn body_of(&self, open: &OpenTake) -> Bounds {
        if self.session.takes.is_shown(open) {
            self.session.stage_of(open).body_bounds(&open.take, &open.pose)
        } else {
            Bounds::EMPTY
        }
    }

    /// The figure on the frames around the one that shows.
    fn draw_ghosts(
        &self,
        figure: &Figure<'_>,
        open: &OpenTake,
        style: FigureStyle,
        height: f32,
        pose: &mut Pose,
        list: &mut DrawList,
    ) {
        let [before, after] = list.palette.ghosts;
        for (frame, opacity) in
            self.view.options.display.ghost_frames().frames(figure.frame, 0, open.last())
        {
            pose.evaluate(&open.take.skeleton, open.take.row(frame));
            let ghost = Figure {
                pose,
                frame,
                opacity,
                tint: Some(if frame < figure.frame { before } else { after }),
                selected: &[],
                display: DisplayStyle::Stick,
                boxes: false,
                meshes: false,
                ..*figure
            };
            ghost.draw(&self.view.shown, style, height, list);
        }
    }

    /// The paths of what is selected, through the frames around the one that shows.
    fn draw_trails(
        &self,
        open: &OpenTake,
        figure: &Figure<'_>,
        style: FigureStyle,
        height: f32,
        tracks: &mut TrailCache,
        list: &mut DrawList,
    ) {
        if open.take.motion.frame_count() < 2 {
            return;
        }
        let frame = self.frame_of(open);
        let trail = self.view.options.display.trail_length;
        let first = frame.saturating_sub(trail);
        let end = (frame + trail).min(open.last()) + 1;
        for &node in &open.edits.selected {
            let places = tracks.positions(open.reading, &open.take, figure.stage, node, first..end);
            let part = open.parts.of_node(node).first();
            let trail = Trail {
                positions: places,
                first,
                frame,
                colour: part.map_or(list.palette.middle, |&part| figure.colours[part]),
            };
            trail.draw(&self.view.shown, style, height, list);
        }
    }
}

/// The colour of the dashed line from a joint to its counterpart: it stands out from figures of every colour.
fn colour_of_dashes(palette: &ThemeColours) -> Rgba {
    let [r, g, b, _] = palette.joint;
    // On a dark ground joints are dark, and so on.
    [255 - r, 255 - g, 255 - b, 255]
}
