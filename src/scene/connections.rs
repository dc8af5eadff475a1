//! How connections between markers are drawn.

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::Figure;
use super::theme_colours::mixed;
use crate::take::NodeId;

impl Figure<'_> {
    /// Adds a line between the two nodes of each pair that show, in the colour between theirs.
    pub fn draw_links(
        &self,
        pairs: &[[NodeId; 2]],
        camera: &Camera,
        style: FigureStyle,
        list: &mut DrawList,
    ) {
        for pair in pairs {
            let ends = pair.map(|node| self.stage.world(self.pose.position(node)));
            let hidden = pair.iter().any(|node| self.is_hidden(*node));
            if hidden || !ends.iter().all(|end| end.is_finite()) {
                continue;
            }
            let colour = |node: NodeId| match self.parts.of_node(node).first() {
                Some(&part) => self.colours[part],
                None => list.palette.wire,
            };
            let colour = mixed(colour(pair[0]), colour(pair[1]));
            let depth = camera.depth((ends[0] + ends[1]) * 0.5);
            list.at_depth(depth, Stroke::line(ends, colour, style.joint));
        }
    }
}
