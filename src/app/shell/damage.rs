//! The parts of a picture that differ from the one before: where the processor draws, they alone are painted again.

use std::mem::replace;

use egui::epaint::Primitive;
use egui::{ClippedPrimitive, Mesh, Pos2, Rect, TextureId, TexturesDelta, Vec2};

/// What the interface was painted from last.
#[derive(Default)]
pub struct Damage {
    last: Vec<ClippedPrimitive>,
    /// The pixels of the picture, and how many of them a point has; `None` before the first.
    canvas: Option<([u32; 2], f32)>,
}

impl Damage {
    /// Takes over what is to be painted of the interface, in a picture of so many pixels where a point has `scale` of them.
    /// Returns where the picture changes by that, in points: parts that end with pixels and do not overlap. All of `view` is
    /// one of them, or within one.
    pub fn follow(
        &mut self,
        (size, scale): ([u32; 2], f32),
        primitives: Vec<ClippedPrimitive>,
        textures: &TexturesDelta,
        view: Option<Rect>,
    ) -> Vec<Rect> {
        let whole = Rect::from_min_size(Pos2::ZERO, Vec2::from(size.map(|it| it as f32)) / scale);
        let before = replace(&mut self.last, primitives);
        let other = self.canvas.replace((size, scale));
        if other != self.canvas {
            return vec![whole];
        }
        let now = &self.last;
        let is_same = |(a, b): &(&ClippedPrimitive, &ClippedPrimitive)| {
            a.clip_rect == b.clip_rect
                && match (&a.primitive, &b.primitive) {
                    (Primitive::Mesh(a), Primitive::Mesh(b)) => {
                        a == b && !is_repainted(a, textures)
                    }
                    _ => false,
                }
        };
        let changed: Vec<_> = if before.len() == now.len() {
            let pairs = before.iter().zip(now).filter(|pair| !is_same(pair));
            pairs.flat_map(|(a, b)| [a, b]).collect()
        } else {
            // All amid what is the same at both ends.
            let head = before.iter().zip(now).take_while(is_same).count();
            let ends = before[head..].iter().rev().zip(now[head..].iter().rev());
            let tail = ends.take_while(is_same).count();
            before[head..before.len() - tail].iter().chain(&now[head..now.len() - tail]).collect()
        };
        let mut parts = Vec::new();
        for part in changed.into_iter().map(bounds).chain(view) {
            add(&mut parts, to_pixels(part, scale).intersect(whole));
        }
        parts
    }

    /// Has what lies in a part painted, clipped to it.
    pub fn paint(&mut self, part: Rect, paint: impl FnOnce(&[ClippedPrimitive])) {
        let (mut places, mut inside) = (Vec::new(), Vec::new());
        for (place, own) in self.last.iter_mut().enumerate() {
            if bounds(own).intersect(part).is_positive() {
                let clip_rect = own.clip_rect.intersect(part);
                let primitive = replace(&mut own.primitive, Primitive::Mesh(Mesh::default()));
                inside.push(ClippedPrimitive { clip_rect, primitive });
                places.push(place);
            }
        }
        paint(&inside);
        for (place, painted) in places.into_iter().zip(inside) {
            self.last[place].primitive = painted.primitive;
        }
    }
}

/// Whether a texture of a mesh has got other pixels. Where fonts get further characters, those that they had stay.
fn is_repainted(mesh: &Mesh, textures: &TexturesDelta) -> bool {
    let is_font = mesh.texture_id == TextureId::default();
    textures
        .set
        .get(&mesh.texture_id)
        .is_some_and(|changes| changes.iter().any(|change| !is_font || change.is_whole()))
}

/// Where something is painted, in points.
fn bounds(of: &ClippedPrimitive) -> Rect {
    match &of.primitive {
        Primitive::Mesh(mesh) => mesh.calc_bounds().intersect(of.clip_rect),
        Primitive::Callback(callback) => callback.rect.intersect(of.clip_rect),
    }
}

/// All pixels that have some of it.
fn to_pixels(part: Rect, scale: f32) -> Rect {
    let (min, max) = (part.min * scale, part.max * scale);
    Rect::from_min_max(min.floor() / scale, max.ceil() / scale)
}

/// Adds a part; what overlaps becomes one.
fn add(parts: &mut Vec<Rect>, mut part: Rect) {
    if !part.is_positive() {
        return;
    }
    while let Some(place) = parts.iter().position(|other| other.intersect(part).is_positive()) {
        part = part.union(parts.swap_remove(place));
    }
    parts.push(part);
}

#[cfg(test)]
mod tests {
    use egui::epaint::ImageDelta;
    use egui::{Color32, ColorImage, TextureOptions, pos2, vec2};

    use super::*;

    const CANVAS: ([u32; 2], f32) = ([200, 100], 2.0);

    fn at(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(10.0, 10.0))
    }

    fn square(rect: Rect) -> ClippedPrimitive {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(rect, Color32::RED);
        ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
    }

    fn squares(places: &[[f32; 2]]) -> Vec<ClippedPrimitive> {
        places.iter().map(|[x, y]| square(at(*x, *y))).collect()
    }

    /// What changes from one interface to another without a view.
    fn between(before: &[[f32; 2]], now: &[[f32; 2]]) -> Vec<Rect> {
        let mut damage = Damage::default();
        let none = TexturesDelta::default();
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(100.0, 50.0));
        assert_eq!(damage.follow(CANVAS, squares(before), &none, None), [whole]);
        damage.follow(CANVAS, squares(now), &none, None)
    }

    #[test]
    fn what_is_the_same_is_left_alone() {
        assert!(between(&[[0.0, 0.0], [20.0, 0.0]], &[[0.0, 0.0], [20.0, 0.0]]).is_empty());
    }

    #[test]
    fn where_it_was_and_where_it_is_changes_by_whole_pixels() {
        let now = [[0.0, 0.0], [40.3, 0.0]];
        let moved = Rect::from_min_max(pos2(40.0, 0.0), pos2(50.5, 10.0));
        assert_eq!(between(&[[0.0, 0.0], [20.0, 0.0]], &now), [at(20.0, 0.0), moved]);
    }

    #[test]
    fn what_comes_or_goes_changes_nothing_else() {
        let [few, many] = [&[[0.0, 0.0], [40.0, 0.0]][..], &[[0.0, 0.0], [20.0, 0.0], [40.0, 0.0]]];
        assert_eq!(between(few, many), [at(20.0, 0.0)]);
        assert_eq!(between(many, few), [at(20.0, 0.0)]);
        assert_eq!(between(few, &[]), [at(0.0, 0.0), at(40.0, 0.0)]);
    }

    #[test]
    fn parts_that_overlap_are_one() {
        let joined = Rect::from_min_max(pos2(0.0, 0.0), pos2(19.0, 15.0));
        assert_eq!(between(&[[0.0, 0.0]], &[[9.0, 5.0]]), [joined]);
        // The third brings the first two together.
        let all = [[0.0, 0.0], [15.0, 0.0], [8.0, 0.0]];
        assert_eq!(between(&[], &all), [Rect::from_min_max(pos2(0.0, 0.0), pos2(25.0, 10.0))]);
    }

    #[test]
    fn the_view_and_another_size_are_always_painted() {
        let mut damage = Damage::default();
        let none = TexturesDelta::default();
        let view = at(30.0, 30.0);
        let whole = damage.follow(CANVAS, squares(&[[0.0, 0.0]]), &none, Some(view));
        assert_eq!(damage.follow(CANVAS, squares(&[[0.0, 0.0]]), &none, Some(view)), [view]);
        let larger = ([400, 100], 2.0);
        assert_ne!(damage.follow(larger, squares(&[[0.0, 0.0]]), &none, Some(view)), whole);
        assert_eq!(damage.follow(larger, squares(&[[0.0, 0.0]]), &none, Some(view)), [view]);
    }

    #[test]
    fn another_picture_on_a_mesh_is_painted_but_not_further_characters() {
        let picture = ColorImage::filled([2, 2], Color32::WHITE);
        let part = ImageDelta::partial([4, 4], picture.clone(), TextureOptions::LINEAR);
        let whole = ImageDelta::full(picture, TextureOptions::LINEAR);
        let video = TextureId::User(7);
        let cases = [(TextureId::default(), part.clone(), 0), (TextureId::default(), whole, 1)];
        for (texture, change, count) in cases.into_iter().chain([(video, part, 1)]) {
            let mut textures = TexturesDelta::default();
            let with_texture = || {
                let mut mesh = Mesh::with_texture(texture);
                let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                mesh.add_rect_with_uv(at(0.0, 0.0), all, Color32::WHITE);
                let primitive = Primitive::Mesh(mesh);
                vec![ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive }]
            };
            let mut damage = Damage::default();
            damage.follow(CANVAS, with_texture(), &textures, None);
            textures.set.entry(texture).or_default().push(change);
            let parts = damage.follow(CANVAS, with_texture(), &textures, None);
            assert_eq!(parts.len(), count, "{texture:?}");
            textures.clear();
        }
    }

    #[test]
    fn what_lies_in_a_part_is_clipped_to_it_each_time() {
        let mut damage = Damage::default();
        damage.follow(CANVAS, squares(&[[0.0, 0.0], [20.0, 0.0]]), &TexturesDelta::default(), None);
        let part = at(25.0, 5.0);
        for _ in 0..2 {
            damage.paint(part, |inside| {
                let [only] = inside else { panic!("{inside:?}") };
                assert_eq!(only.clip_rect, part);
                assert_eq!(bounds(only), Rect::from_min_max(pos2(25.0, 5.0), pos2(30.0, 10.0)));
            });
        }
    }
}
