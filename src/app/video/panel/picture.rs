//! The picture of the reference video, and a word where there is none.

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Id, Painter, Rect, Role, Sense, Stroke, TextureHandle,
    TextureOptions, Ui, WidgetInfo, pos2, vec2,
};
use glam::Vec3;

use crate::app::colours::picker::colour32;
use crate::app::video::reference::{TakeVideo, VideoView};
use crate::app::{theme::regular, video::panel::header::name_of, widgets::PanelContext};
use crate::files::reference_video::{SharedPicture, TimePlace, VideoFrame};

#[derive(Clone)]
struct PictureTexture {
    picture: SharedPicture,
    texture: TextureHandle,
}

/// The picture in its place, as large as it fits.
pub fn picture_ui(ui: &Ui, cx: &PanelContext, rect: Rect, view: &VideoView, video: &TakeVideo) {
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, cx.colours.raised);
    let response = ui.interact(rect, ui.scope_id().with("video picture"), Sense::hover());
    let (word, about) = match view {
        VideoView::Opening => (Some("Opening…".to_string()), "opening".to_string()),
        VideoView::Sound => return,
        VideoView::Failed(error) => (Some(error.clone()), error.clone()),
        VideoView::Picture(shown) => {
            let place = fitted(rect, shown.facts.size);
            if let Some(texture) = texture(ui, shown) {
                let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                let tint = match shown.place {
                    TimePlace::Inside => Color32::WHITE,
                    TimePlace::Before | TimePlace::After => Color32::from_gray(90),
                };
                painter.image(texture.id(), place, all, tint);
            }
            if shown.place == TimePlace::Inside {
                figures(&painter, cx, place, shown.facts.size);
            }
            if !shown.is_exact {
                painter.rect_filled(place.with_min_y(place.bottom() - 2.0), 0.0, cx.colours.accent);
            }
            let frames = shown.facts.times.len();
            (outside(cx, shown), format!("frame {} of {frames}", shown.frame))
        }
    };
    let label = format!("Picture of {}: {about}", name_of(&video.file));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    if let Some(word) = word {
        let is_over_picture = matches!(view, VideoView::Picture(_));
        let colour = if is_over_picture { Color32::from_gray(230) } else { cx.colours.dim };
        let text = painter.layout(word, regular(13.0), colour, (rect.width() - 24.0).max(20.0));
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), text.size());
        if is_over_picture {
            painter.rect_filled(at.expand2(vec2(10.0, 6.0)), 6.0, Color32::from_black_alpha(150));
        }
        painter.galley(at.min, text, colour);
    }
}

/// The figures of takes that are 2D over the picture that they were found in: their numbers are its pixels.
fn figures(painter: &Painter, cx: &PanelContext, place: Rect, [width, height]: [usize; 2]) {
    let takes = cx.state.session.takes.iter();
    for open in takes.filter(|open| cx.state.is_seen(open)) {
        let Some(picture) = open.take.picture else { continue };
        let [wide, tall] = picture.size.unwrap_or([width as f32, height as f32]);
        let scale = vec2(place.width() / wide.max(1.0), place.height() / tall.max(1.0));
        let at = |point: Vec3| place.min + vec2(point.x, point.y) * scale;
        let colours = cx.state.colours_of(open);
        let stroke = |part: usize| {
            let colour = colours.get(part).copied().map_or(cx.colours.accent, colour32);
            Stroke::new(2.0, colour)
        };
        let skeleton = &open.take.skeleton;
        for (part, (bone, ends)) in
            skeleton.bones().iter().zip(open.pose.segments(skeleton)).enumerate()
        {
            if !open.edits.hidden[bone.node.index()] && ends.iter().all(|end| end.is_finite()) {
                painter.line_segment(ends.map(at), stroke(part));
            }
        }
        for (part, node) in open.parts.points() {
            let point = open.pose.position(node);
            if !open.edits.hidden[node.index()] && point.is_finite() {
                painter.circle_filled(at(point), 2.5, stroke(part).color);
            }
        }
    }
}

/// What stands over the picture where the take has a moment that the video does not have.
fn outside(cx: &PanelContext, shown: &VideoFrame) -> Option<String> {
    let time = cx.state.wanted_video()?.time;
    let first = shown.facts.times.first().copied().unwrap_or_default();
    match shown.place {
        TimePlace::Inside => None,
        TimePlace::Before => Some(format!("Begins in {:.2} s", first - time)),
        TimePlace::After => Some(format!("Ended {:.2} s ago", time - shown.facts.end)),
    }
}

/// The largest place of pictures of a size in a rectangle, in its middle.
fn fitted(rect: Rect, [width, height]: [usize; 2]) -> Rect {
    let size = vec2(width.max(1) as f32, height.max(1) as f32);
    let scale = (rect.width() / size.x).min(rect.height() / size.y);
    Rect::from_center_size(rect.center(), size * scale)
}

/// The texture of what shows. It is sent to the graphics card when the picture is another one, and only then.
fn texture(ui: &Ui, shown: &VideoFrame) -> Option<TextureHandle> {
    let id = Id::unique("reference video texture");
    let known: Option<PictureTexture> = ui.data(|data| data.get_temp(id));
    let picture = shown.picture.clone()?;
    let texture = match known {
        Some(known) if Arc::ptr_eq(&known.picture, &picture) => return Some(known.texture),
        Some(PictureTexture { mut texture, .. }) => {
            let image = ColorImage::from_rgba_premultiplied(picture.size, &picture.rgba);
            texture.set(image, TextureOptions::LINEAR);
            texture
        }
        None => {
            let image = ColorImage::from_rgba_premultiplied(picture.size, &picture.rgba);
            ui.ctx().load_texture("reference video", image, TextureOptions::LINEAR)
        }
    };
    let cached = PictureTexture { picture, texture: texture.clone() };
    ui.data_mut(|data| data.insert_temp(id, cached));
    Some(texture)
}

/// Lets go of the texture, where no video shows.
pub fn free(ui: &Ui) {
    ui.data_mut(|data| data.remove::<PictureTexture>(Id::unique("reference video texture")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fills_its_place_in_one_direction() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(200.0, 100.0));
        assert_eq!(fitted(rect, [640, 320]), rect);
        let upright = fitted(rect, [90, 160]);
        assert_eq!(upright.height(), 100.0);
        assert_eq!(upright.center(), rect.center());
    }
}
