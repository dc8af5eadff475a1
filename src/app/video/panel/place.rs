//! Where the reference video is: a card in a corner of the view, clear of what stands there, or half of it.

use egui::{Rect, pos2, vec2};

use crate::app::state::State;
use crate::app::theme::{CONTROL, INSET};
use crate::app::video::reference::{ShownVideo, VideoView};
use crate::options::{Corner, VideoOptions};

/// How much of the view's width and height a card in a corner takes at the most.
const MOST: f32 = 0.6;

/// Whether the video of the active take has half of the view.
pub fn shows_split(state: &State) -> bool {
    let is_split = state.interface.panels.video.split;
    let has_pictures = |shown: &ShownVideo| !matches!(shown.view, VideoView::Sound);
    is_split && state.shown_video().is_some_and(has_pictures)
}

/// The half of the figures and that of the video, side by side, or one above the other where that is wider.
pub fn halves(view: Rect) -> [Rect; 2] {
    if view.width() >= view.height() {
        let middle = view.center().x.round();
        [view.with_max_x(middle), view.with_min_x(middle)]
    } else {
        let middle = view.center().y.round();
        [view.with_max_y(middle), view.with_min_y(middle)]
    }
}

/// The card of a sound, which is a header.
pub fn header_card(view: Rect, options: VideoOptions, header: f32) -> Rect {
    let whole = card(view, options, 1.0, header);
    if options.corner.is_lower() {
        whole.with_min_y(whole.bottom() - header)
    } else {
        whole.with_max_y(whole.top() + header)
    }
}

/// The card of a video with pictures of an aspect, with its header.
pub fn card(view: Rect, options: VideoOptions, aspect: f32, header: f32) -> Rect {
    let least = VideoOptions::WIDTHS[0].min(view.width() - 2.0 * INSET).max(1.0);
    let width = options.width.min(view.width() * MOST).max(least);
    // One that is upright is no higher than it may be.
    let tallest = (view.height() * MOST - header).max(40.0);
    let picture = (width / aspect).min(tallest);
    // The header needs its room, also above a narrow picture.
    let width = (picture * aspect).clamp(least, width.max(least)).round();
    let size = vec2(width, (picture + header).round());
    let [beside, above] = clear_of(options.corner, header > 0.0);
    let x = if options.corner.is_right() {
        view.right() - beside - size.x
    } else {
        view.left() + beside
    };
    let y =
        if options.corner.is_lower() { view.bottom() - above - size.y } else { view.top() + above };
    Rect::from_min_size(pos2(x.round(), y.round()), size)
}

/// How far a card is from the edges of the view, so that it is clear of what stands in the corner.
fn clear_of(corner: Corner, has_interface: bool) -> [f32; 2] {
    if !has_interface {
        return [INSET, INSET];
    }
    let above = match corner {
        // The titles, and the axes.
        Corner::UpperLeft => 70.0,
        Corner::UpperRight => 104.0,
        // The scale bar, and the button of the view options.
        Corner::LowerLeft | Corner::LowerRight => CONTROL + 24.0,
    };
    [INSET, above]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_keeps_its_shape_and_stays_in_its_corner() {
        let view = Rect::from_min_size(pos2(272.0, 0.0), vec2(712.0, 580.0));
        for corner in [Corner::UpperLeft, Corner::UpperRight, Corner::LowerLeft, Corner::LowerRight]
        {
            for (aspect, width) in [(16.0 / 9.0, 320.0), (9.0 / 16.0, 320.0), (3.0, 5000.0)] {
                let options = VideoOptions { corner, width, ..VideoOptions::default() };
                let card = card(view, options, aspect, 32.0);
                assert!(view.contains_rect(card), "{corner:?} {aspect}: {card:?}");
                assert!(card.height() <= view.height() * MOST + 1.0);
                let middle = view.center();
                assert_eq!(card.center().x > middle.x, corner.is_right());
                assert_eq!(card.center().y > middle.y, corner.is_lower());
            }
        }
        let options = VideoOptions { width: 320.0, ..VideoOptions::default() };
        assert_eq!(card(view, options, 2.0, 32.0).size(), vec2(320.0, 192.0));
    }
}
