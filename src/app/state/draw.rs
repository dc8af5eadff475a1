//! How the view is drawn into a draw list: figures, ghosts, motion trails; and picking in the view.

use glam::{Vec2, Vec3};

use super::State;
use crate::app::ids::TakeId;
use crate::app::open_take::OpenTake;
use crate::app::options::{OutsideFrames, ViewToggle};
use crate::evaluate::Pose;
use crate::scene::{
    Bounds, DisplayStyle, DrawList, Figure, FigureStyle, Picked, Rgba, Speeds, ThemeColours, Trail,
    TrailCache, dimmed, draw_floor_line, overlap, pick,
};
use crate::take::NodeId;

/// What a view is drawn from, and the memory that it is worked out in: kept from picture to picture, so
/// that a take that plays asks for none.
#[derive(Debug)]
pub struct SceneBuffers {
    /// What is drawn.
    pub list: DrawList,
    colours: Vec<Rgba>,
    speeds: Speeds,
    ghost: Pose,
    tracks: TrailCache,
}

impl SceneBuffers {
    /// An empty one.
    pub fn new(palette: ThemeColours) -> Self {
        Self {
            list: DrawList::new(palette),
            colours: Vec::new(),
            speeds: Speeds::default(),
            ghost: Pose::default(),
            tracks: TrailCache::default(),
        }
    }
}

impl State {
    /// Lists what the view shows at the moment that was prepared: `height` pixels high, at `scale`
    /// pixels a point.
    pub fn draw(&self, height: f32, scale: f32, sheet: &mut SceneBuffers) {
        let camera = self.view.shown;
        let SceneBuffers {
            list,
            colours,
            speeds,
            ghost,
            tracks,
        } = sheet;
        tracks.begin();
        let palette = self.theme().palette();
        list.begin(&camera, self.view.aspect(), *palette);
        if let Some(open) = self.take() {
            // The ground's axes are called as the file calls them.
            let colours = [palette.axis_x, palette.axis_y, palette.axis_z];
            let colour = |way| colours[open.stage.axis_towards(way).axis.index()];
            list.palette.axis_x = colour(Vec3::X);
            list.palette.axis_z = colour(Vec3::Z);
        }
        let is_on = |toggle| self.is_on(toggle);
        list.depth_cue = is_on(ViewToggle::DepthCue);
        // The page of an empty window is to be read.
        let is_empty = self.session.takes.is_empty();
        list.grid = list.grid.filter(|_| is_on(ViewToggle::Grid) && !is_empty);
        list.floor = is_on(ViewToggle::Floor);
        if list.floor && !is_empty && !list.transparent {
            draw_floor_line(&camera, self.view.aspect(), height, list);
        }
        let style = FigureStyle::for_view(height, scale);
        let takes = &self.session.takes;
        let active = match self.take().filter(|_| takes.len() > 1) {
            Some(open) => self.body_of(open),
            None => Bounds::EMPTY,
        };
        for open in self.seen_takes() {
            let is_active = takes.is_active(open.id);
            self.fill_colours(open, speeds, colours);
            if self.view.options.display.outside_frames == OutsideFrames::Dim
                && self.is_outside(open)
            {
                for colour in colours.iter_mut() {
                    *colour = dimmed(palette, *colour);
                }
            }
            let mut figure = self.figure(open, colours);
            figure.hollow = match is_active {
                true => 0.0,
                false => overlap(active, self.body_of(open)),
            };
            figure.draw(&camera, style, height, list);
            figure.draw_links(&open.lines, &camera, style, list);
            if is_on(ViewToggle::Relations) {
                figure.draw_relations(&camera, style, height, list);
            }
            if is_on(ViewToggle::Ghosts) {
                self.draw_ghosts(&figure, open, style, height, ghost, list);
            }
            if is_on(ViewToggle::Trails) {
                self.draw_trails(open, colours, style, height, tracks, list);
            }
            if is_active && is_on(ViewToggle::JointAxes) {
                let all = open.take.skeleton.iter().map(|(id, _)| id);
                let nodes: Vec<NodeId> = match open.selected.is_empty() {
                    true => all.collect(),
                    false => open.selected.clone(),
                };
                figure.draw_axes(nodes, &camera, style, height, list);
            }
        }
        list.finish();
    }

    /// The colours that a take's parts show on this frame.
    pub fn colours_of(&self, open: &OpenTake) -> Vec<Rgba> {
        let mut colours = Vec::new();
        self.fill_colours(open, &mut Speeds::default(), &mut colours);
        colours
    }

    fn fill_colours(&self, open: &OpenTake, speeds: &mut Speeds, colours: &mut Vec<Rgba>) {
        let needs_speeds = open.colour.is_none() && open.scheme.needs_speeds();
        let of_parts = match needs_speeds && open.take.motion.frame_count() > 0 {
            true => speeds.of(&open.take, &open.stage, &open.parts, self.frame_of(open)),
            false => &[],
        };
        open.fill_colours(self.theme(), of_parts, colours);
    }

    fn figure<'a>(&'a self, open: &'a OpenTake, colours: &'a [Rgba]) -> Figure<'a> {
        Figure {
            take: &open.take,
            stage: &open.stage,
            pose: &open.pose,
            frame: self.frame_of(open),
            parts: &open.parts,
            colours,
            hidden: &open.hidden,
            selected: &open.selected,
            display: self.view.options.display.style,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: self.is_on(ViewToggle::Boxes),
            meshes: self.is_on(ViewToggle::Meshes),
        }
    }

    /// Whether a take is seen in the view: it shows, and is not left out outside of its frames.
    pub fn is_seen(&self, open: &OpenTake) -> bool {
        let hides = self.view.options.display.outside_frames == OutsideFrames::Hide;
        self.session.takes.is_shown(open) && !(hides && self.is_outside(open))
    }

    /// The takes that are seen in the view.
    fn seen_takes(&self) -> impl Iterator<Item = &OpenTake> {
        let takes = self.session.takes.iter();
        takes.filter(|open| self.is_seen(open))
    }

    /// The box of a take that shows; an empty one of a take that does not.
    fn body_of(&self, open: &OpenTake) -> Bounds {
        match self.session.takes.is_shown(open) {
            true => open.stage.body_bounds(&open.take, &open.pose),
            false => Bounds::EMPTY,
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
            self.view
                .options
                .display
                .ghost_frames()
                .frames(figure.frame, 0, open.last())
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
        colours: &[Rgba],
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
        for &node in &open.selected {
            let take = (&open.take, &open.stage);
            let places = tracks.places(open.reading, take, node, first..end);
            let part = open.parts.of_node(node).first();
            let trail = Trail {
                places,
                first,
                frame,
                colour: part.map_or(list.palette.middle, |&part| colours[part]),
            };
            trail.draw(&self.view.shown, style, height, list);
        }
    }

    /// The take and the node whose bone or point is under a point of the view, in points from its
    /// upper left corner.
    pub fn node_at(&self, pointer: Vec2) -> Option<(TakeId, NodeId)> {
        /// How far from a bone a click still means it, in points.
        const REACH: f32 = 9.0;
        let mut best: Option<(TakeId, Picked)> = None;
        for open in self.seen_takes() {
            let figure = self.figure(open, &[]);
            let picked = pick(&figure, &self.view.shown, pointer, self.view.size, REACH);
            let is_better = |picked: &Picked| best.is_none_or(|(_, other)| picked.beats(&other));
            if let Some(picked) = picked.filter(is_better) {
                best = Some((open.id, picked));
            }
        }
        best.map(|(id, picked)| (id, picked.node))
    }

    /// Where a node of the active take shows, in points from the view's upper left corner.
    pub fn node_in_view(&self, node: NodeId) -> Option<Vec2> {
        let open = self.take()?;
        self.point_in_view(open.stage.world(open.pose.position(node)))
    }

    /// Where the first bone of a node that has a length shows, in points from the view's upper left corner.
    pub fn bone_in_view(&self, node: NodeId) -> Option<[Vec2; 2]> {
        let mut ends = self.ends_in_view(Some(node));
        ends.find(|[from, to]| from.distance(*to) >= 1.0)
    }

    /// Where the bones of the active take show that are not hidden, in points from the view's upper left corner.
    pub fn bones_in_view(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.ends_in_view(None)
    }

    /// Where bones show: those of one node, or all that are not hidden.
    fn ends_in_view(&self, of: Option<NodeId>) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        let open = self.take().into_iter();
        open.flat_map(move |open| {
            let bones = open.take.skeleton.bones().iter();
            let bones = bones.filter(move |bone| match of {
                Some(node) => bone.node == node,
                None => !open.hidden[bone.node.index()],
            });
            bones.filter_map(|bone| {
                let from = open.pose.position(bone.node);
                let to = open.pose.bone_end(bone.node, bone.end);
                let [from, to] = [from, to].map(|end| self.point_in_view(open.stage.world(end)));
                Some([from?, to?])
            })
        })
    }

    /// Where a point of the world shows, in points from the view's upper left corner.
    fn point_in_view(&self, point: Vec3) -> Option<Vec2> {
        let at = self.view.shown.project(point, self.view.aspect())?;
        Some(Vec2::new(at.x, 1.0 - at.y) * self.view.size)
    }
}
