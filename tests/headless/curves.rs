//! The curves of a node: blocks against brute force, filling bit by bit, and the panel under a mouse.

use std::ops::Range;

use crate::support::takes;
use egui::accesskit::Role;
use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use proptest::prelude::*;
use rushes::app::{CurvesAction, CurvesInput, curves_ui, set_fonts, set_theme};
use rushes::evaluate::{BatchEvaluator, Point, Pose};
use rushes::scene::{Column, Curve, CurveKey, CurveKind, Curves, Series, Stage, Theme};
use rushes::take::{Axis, NodeId, Take};

const GAP: f32 = f32::NAN;

fn series(values: impl IntoIterator<Item = f32>) -> Series {
    let mut series = Series::default();
    for value in values {
        series.push(value);
    }
    series
}

/// The lowest and the highest of these values, one after the other.
fn brute_force(values: &[f32]) -> Option<[f32; 2]> {
    let there = || values.iter().copied().filter(|v| v.is_finite());
    let low = there().reduce(f32::min)?;
    Some([low, there().reduce(f32::max)?])
}

/// Values with gaps, and now and then one that no file should have.
fn values() -> impl Strategy<Value = Vec<f32>> {
    let value = prop_oneof![
        8 => -1e3f32..1e3,
        2 => Just(GAP),
        1 => prop_oneof![Just(f32::INFINITY), Just(f32::NEG_INFINITY)],
    ];
    prop::collection::vec(value, 0..5000)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn blocks_agree_with_every_value_one_by_one(values in values(), a in 0usize..5200, b in 0usize..5200) {
        let series = series(values.iter().copied());
        prop_assert_eq!(series.len(), values.len());
        let frames = a.min(b)..a.max(b);
        let there = frames.start.min(values.len())..frames.end.min(values.len());
        prop_assert_eq!(series.span(frames), brute_force(&values[there]));
        prop_assert_eq!(series.span(0..values.len()), brute_force(&values));
    }

    #[test]
    fn columns_show_every_value_and_no_more_than_there_are_pixels(
        values in values(),
        start in 0.0f64..5000.0,
        length in 1.0f64..5000.0,
        width in 1usize..700,
    ) {
        let series = series(values.iter().copied());
        let shown = start..start + length;
        let columns: Vec<Column> = series.columns(shown.clone(), width).collect();
        prop_assert!(columns.len() <= width + 4, "{} of {width}", columns.len());
        let mut covered = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let part = &values[column.first..=column.last];
            prop_assert_eq!(Some([column.low, column.high]), brute_force(part));
            // The line runs on exactly where both values beside the border are there.
            let ends = column.first.checked_sub(1).map(|before| [values[before], values[column.first]]);
            let runs_on = index > 0 && ends.is_some_and(|ends| ends.iter().all(|v| v.is_finite()));
            prop_assert_eq!(column.is_joined, runs_on);
            covered.extend(column.first..=column.last);
        }
        for (frame, value) in values.iter().enumerate() {
            let is_shown = shown.contains(&(frame as f64)) && value.is_finite();
            prop_assert!(!is_shown || covered.contains(&frame), "frame {frame} is missing");
        }
    }
}

#[test]
fn a_gap_breaks_the_line_and_spoils_neither_low_nor_high() {
    let series = series([1.0, 3.0, GAP, -2.0, GAP, GAP, 5.0, 4.0]);
    assert_eq!(series.span(0..8), Some([-2.0, 5.0]));
    assert_eq!(series.span(4..6), None);
    assert_eq!(series.span(7..700), Some([4.0, 4.0]));
    assert_eq!(series.value(2), None);
    let columns: Vec<(usize, bool, bool)> = series
        .columns(0.0..7.0, 100)
        .map(|column| (column.first, column.is_joined, column.rises))
        .collect();
    let expected =
        [(0, false, true), (1, true, true), (3, false, true), (6, false, true), (7, true, true)];
    assert_eq!(columns, expected);
}

#[test]
fn columns_do_not_change_while_the_span_moves() {
    let series = series((0..4000).map(|n| (n as f32 * 0.37).sin()));
    let of = |start: f64| -> Vec<Column> { series.columns(start..start + 2000.0, 300).collect() };
    let [here, there] = [of(500.0), of(503.3)];
    let common = here.iter().filter(|column| there.contains(column)).count();
    assert!(common + 3 >= here.len(), "{common} of {}", here.len());
}

/// Everything of a node, filled at once.
fn filled(take: &Take, node: NodeId, kind: CurveKind) -> Vec<Curve> {
    let stage = Stage::new(take);
    let mut curves = Curves::default();
    let of = CurveKey { take: 1, node, kind };
    assert!(curves.fill(of, take, &stage, usize::MAX));
    curves.get(of).to_vec()
}

#[test]
fn channels_are_shown_as_the_file_has_them() {
    let take = rushes::files::builtin();
    let root = take.skeleton.roots()[0];
    let curves = filled(&take, root, CurveKind::Channels);
    let node = &take.skeleton[root];
    assert!(curves.len() >= 6);
    let labels: Vec<&str> = curves.iter().map(|curve| curve.label.as_str()).collect();
    let names = ["Xposition", "Yposition", "Zposition", "Zrotation", "Xrotation", "Yrotation"];
    assert_eq!(labels[..6], names);
    for frame in 0..take.motion.frame_count() {
        for (curve, &value) in curves.iter().zip(&take.row(frame)[node.columns()]) {
            assert_eq!(curve.series().value(frame), Some(value));
        }
    }
    let turn = curves.iter().find(|curve| curve.label == "Xrotation").unwrap();
    assert_eq!((turn.axis, turn.unit), (Some(Axis::X), "°"));
    assert!(turn.text(0).ends_with(" °"), "{}", turn.text(0));
}

#[test]
fn places_are_where_the_pose_has_the_node_in_metres() {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let (last, _) = take.skeleton.iter().last().unwrap();
    let curves = filled(&take, last, CurveKind::World);
    assert_eq!(curves.len(), 3);
    for frame in (0..take.motion.frame_count()).step_by(7) {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let world = stage.world(pose.position(last));
        for (curve, value) in curves.iter().zip(world.to_array()) {
            assert_eq!(curve.series().value(frame), Some(value), "frame {frame}");
        }
    }
    let units: Vec<(&str, &str)> = curves.iter().map(|c| (c.label.as_str(), c.unit)).collect();
    assert_eq!(units, [("World X", "m"), ("World Y", "m"), ("World Z", "m")]);
}

#[test]
fn gaps_of_markers_are_gaps_in_their_curves() {
    let take = takes::markers();
    let knee = take.skeleton.find("LKNE").unwrap();
    for kind in [CurveKind::Channels, CurveKind::World] {
        let curves = filled(&take, knee, kind);
        let there: Vec<bool> = (0..4).map(|f| curves[0].series().value(f).is_some()).collect();
        assert_eq!(there, [true, false, false, true], "{kind:?}");
        assert_eq!(curves[0].text(1), "–");
    }
}

#[test]
fn filling_bit_by_bit_comes_to_the_same_and_never_does_more_than_allowed() {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let (last, _) = take.skeleton.iter().last().unwrap();
    for kind in [CurveKind::Channels, CurveKind::World] {
        let of = CurveKey { take: 7, node: last, kind };
        let mut curves = Curves::default();
        assert!(curves.get(of).is_empty());
        let mut pictures = 1;
        let mut before = 0;
        while !curves.fill(of, &take, &stage, 100) {
            let now = curves.get(of)[0].series().len();
            let work_a_frame = match kind {
                CurveKind::Channels => take.skeleton[last].channels.len(),
                CurveKind::World => {
                    BatchEvaluator::new(&take.skeleton, [Point::Origin(last)]).depth()
                }
            };
            let work = (now - before) * work_a_frame;
            assert!((1..=100).contains(&work), "{work} of 100");
            before = now;
            pictures += 1;
        }
        assert!(pictures > 3, "{pictures}");
        let at_once = filled(&take, last, kind);
        for (curve, whole) in curves.get(of).iter().zip(&at_once) {
            assert_eq!(curve.series().len(), take.motion.frame_count());
            for frame in 0..whole.series().len() {
                assert_eq!(curve.series().value(frame), whole.series().value(frame));
            }
        }
        // Nothing is left to do, and no other reading of the take has these.
        assert!(curves.fill(of, &take, &stage, 0));
        assert!(curves.get(CurveKey { take: 8, ..of }).is_empty());
        curves.forget(7);
        assert!(curves.get(of).is_empty());
    }
}

#[test]
fn only_the_curves_that_were_looked_at_last_are_kept() {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let take_root = take.skeleton.roots()[0];
    let of = |take| CurveKey { take, node: take_root, kind: CurveKind::World };
    let mut curves = Curves::default();
    for id in 0..20 {
        curves.fill(of(0), &take, &stage, usize::MAX);
        curves.fill(of(id), &take, &stage, usize::MAX);
    }
    let kept = (0..20).filter(|&id| !curves.get(of(id)).is_empty()).count();
    assert!((2..=8).contains(&kept), "{kept}");
    assert!(!curves.get(of(0)).is_empty(), "it was always asked for");
    assert!(!curves.get(of(19)).is_empty());
}

#[test]
fn frames_beyond_the_limits_are_counted() {
    let mut curve = Curve::new("Turn X", "°", 5);
    curve.limits = Some([-10.0, f32::INFINITY]);
    for value in [-10.0, -10.1, 1e9, GAP, -50.0] {
        curve.push(value);
    }
    assert_eq!(curve.frames_beyond(), 2);
    let leg = takes::dressed();
    let knee = leg.skeleton.find("LeftLeg").unwrap();
    let curves = filled(&leg, knee, CurveKind::Channels);
    assert_eq!(curves[0].limits, Some([-160.0, 20.0]));
}

/// The panel, and what it was last asked to show.
struct Shown {
    theme: Theme,
    kind: CurveKind,
    curves: Vec<Curve>,
    span: Option<Range<f64>>,
    frame: usize,
    is_playing: bool,
    follows: bool,
    range: Option<[usize; 2]>,
    frame_count: usize,
    asked: Vec<CurvesAction>,
}

impl Shown {
    fn of(curves: Vec<Curve>, frame_count: usize) -> Self {
        Self {
            theme: Theme::Dark,
            kind: CurveKind::Channels,
            curves,
            span: None,
            frame: 0,
            is_playing: false,
            follows: false,
            range: None,
            frame_count,
            asked: Vec::new(),
        }
    }

    /// Three curves of so many frames, the second with gaps and the third beyond its limits.
    fn three(frames: usize) -> Self {
        let mut curves = ["Turn X", "Turn Y", "Turn Z"].map(|name| Curve::new(name, "°", frames));
        curves[2].limits = Some([-1.0, 0.9]);
        for (index, curve) in curves.iter_mut().enumerate() {
            curve.axis = Some(Axis::ALL[index]);
            for frame in 0..frames {
                let is_gap = index == 1 && frame % 50 < 10;
                let value = (frame as f32 * 0.11 + index as f32).sin();
                curve.push(if is_gap { GAP } else { value });
            }
        }
        Self::of(curves.into(), frames)
    }
}

struct Panel {
    harness: Harness<'static, Shown>,
}

impl Panel {
    fn new(shown: Shown) -> Self {
        Self::sized(shown, 264.0, 480.0)
    }

    fn sized(shown: Shown, width: f32, height: f32) -> Self {
        let theme = shown.theme;
        let harness = Harness::builder()
            .with_size(Vec2::new(width, height))
            .with_pixels_per_point(1.0)
            // Two clicks are a double click only where they follow one another as quickly.
            .with_step_dt(1.0 / 60.0)
            .with_context_setup(move |ctx| {
                set_fonts(ctx);
                set_theme(ctx, theme);
            })
            .build_ui_state(show, shown);
        let mut panel = Self { harness };
        panel.harness.run();
        panel
    }

    fn area(&self) -> Rect {
        self.harness.get_by_label("Curves").rect()
    }

    /// A place in the lanes, as parts of their width and height; away from the rows of names.
    fn at(&self, x: f32) -> Pos2 {
        let area = self.area();
        pos2(area.left() + x * area.width(), area.bottom() - 20.0)
    }

    fn button(&mut self, at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        self.harness.step();
    }

    fn move_to(&mut self, at: Pos2) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.step();
    }

    fn click(&mut self, at: Pos2) {
        self.button(at, PointerButton::Primary, true, Modifiers::NONE);
        self.button(at, PointerButton::Primary, false, Modifiers::NONE);
        self.harness.step();
    }

    fn wheel(&mut self, at: Pos2, delta: Vec2, modifiers: Modifiers) {
        self.move_to(at);
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers,
        });
        self.harness.step();
        self.harness.step();
    }

    fn frame(&self) -> usize {
        self.harness.state().frame
    }

    fn span(&self) -> Option<Range<f64>> {
        self.harness.state().span.clone()
    }

    /// What was asked for since this was last called.
    fn asked(&mut self) -> Vec<CurvesAction> {
        std::mem::take(&mut self.harness.state_mut().asked)
    }

    fn shows(&self, text: &str) -> bool {
        let shapes = self.harness.output().shapes.iter();
        shapes.into_iter().any(|shape| has_text(&shape.shape, text))
    }

    /// All shapes, with what shows of them.
    fn shapes(&self) -> Vec<(egui::Shape, Rect)> {
        fn flat(shape: &egui::Shape, clip: Rect, all: &mut Vec<(egui::Shape, Rect)>) {
            match shape {
                egui::Shape::Vec(shapes) => shapes.iter().for_each(|s| flat(s, clip, all)),
                shape => all.push((shape.clone(), clip)),
            }
        }
        let mut all = Vec::new();
        for clipped in &self.harness.output().shapes {
            flat(&clipped.shape, clipped.clip_rect, &mut all);
        }
        all
    }

    /// The plots, by the lines at their lower edges.
    fn plots(&self) -> Vec<Rect> {
        let area = self.area();
        let mut bottoms = Vec::new();
        for (shape, _) in self.shapes() {
            if let egui::Shape::LineSegment { points, .. } = shape {
                let [a, b] = points;
                if a.y == b.y && (b.x - a.x - area.width()).abs() < 1.0 {
                    bottoms.push(a.y + 0.5);
                }
            }
        }
        let height = bottoms[1] - bottoms[0];
        let plot = |bottom: f32| {
            let top = bottom - (height - 22.0 - 11.0);
            Rect::from_x_y_ranges(area.x_range(), top..=bottom)
        };
        bottoms.into_iter().map(plot).collect()
    }

    /// Around the lines of the curves, as far as they show.
    fn lines(&self) -> Vec<Rect> {
        let long = |shape: &egui::Shape| match shape {
            egui::Shape::Path(path) => Some(Rect::from_points(&path.points)),
            _ => None,
        };
        let shapes = self.shapes();
        let rects = shapes.iter().filter_map(|(shape, _)| long(shape));
        rects.filter(|rect| rect.width() > 100.0).collect()
    }

    /// The tinted parts of the range.
    fn tints(&self) -> Vec<Rect> {
        let accent = egui::Color32::from_rgb(0x5a, 0xa9, 0xff).gamma_multiply(0.1);
        let tint = |(shape, clip): &(egui::Shape, Rect)| match shape {
            egui::Shape::Rect(rect) if rect.fill == accent => Some(rect.rect.intersect(*clip)),
            _ => None,
        };
        self.shapes().iter().filter_map(tint).collect()
    }

    /// The upright lines at a place, as far as they show.
    fn verticals(&self, x: f32) -> Vec<Rect> {
        let upright = |(shape, clip): &(egui::Shape, Rect)| match shape {
            egui::Shape::LineSegment { points: [a, b], .. }
                if a.x == b.x && (a.x - x).abs() < 1.0 =>
            {
                Some(Rect::from_two_pos(*a, *b).intersect(*clip))
            }
            _ => None,
        };
        self.shapes().iter().filter_map(upright).collect()
    }

    /// Where a text is.
    fn text_rect(&self, text: &str) -> Option<Rect> {
        let find = |(shape, _): &(egui::Shape, Rect)| match shape {
            egui::Shape::Text(shape) if shape.galley.job.text == text => {
                Some(shape.galley.rect.translate(shape.pos.to_vec2()))
            }
            _ => None,
        };
        self.shapes().iter().find_map(find)
    }

    fn value(&self, label: &str) -> Option<String> {
        let lane = self.harness.get_by_role_and_label(Role::Meter, label);
        lane.accesskit_node().value()
    }

    /// How many corners the picture has.
    fn vertices(&self) -> usize {
        let shapes = self.harness.output().shapes.clone();
        let drawn = self.harness.ctx.tessellate(shapes, 1.0);
        let meshes = drawn.iter().map(|drawn| match &drawn.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
            egui::epaint::Primitive::Callback(_) => 0,
        });
        meshes.sum()
    }
}

fn has_text(shape: &egui::Shape, text: &str) -> bool {
    match shape {
        egui::Shape::Vec(shapes) => shapes.iter().any(|shape| has_text(shape, text)),
        egui::Shape::Text(shape) => shape.galley.job.text.contains(text),
        _ => false,
    }
}

fn show(ui: &mut egui::Ui, shown: &mut Shown) {
    let mut out = Vec::new();
    let input = CurvesInput {
        theme: shown.theme,
        kind: shown.kind,
        curves: &shown.curves,
        shown: shown.span.clone(),
        frame: shown.frame,
        is_playing: shown.is_playing,
        range: match shown.range {
            Some([first, last]) => first..=last,
            None => 0..=shown.frame_count.saturating_sub(1),
        },
        follows: shown.follows,
        frame_count: shown.frame_count,
        frame_time: 0.01,
        numbering: rushes::take::FrameNumbers::FROM_0,
    };
    curves_ui(ui, &input, &mut out);
    for action in &out {
        match action.clone() {
            CurvesAction::Seek(frame) => shown.frame = frame,
            CurvesAction::ShowSpan(span) => shown.span = span,
            CurvesAction::ShowKind(kind) => shown.kind = kind,
            CurvesAction::Follow(follows) => shown.follows = follows,
        }
    }
    if !out.is_empty() {
        ui.ctx().request_repaint();
    }
    shown.asked.extend(out);
}

#[test]
fn a_click_shows_the_frame_and_a_drag_scrubs_at_once() {
    let mut panel = Panel::new(Shown::three(201));
    panel.click(panel.at(0.5));
    assert_eq!(panel.frame(), 100);
    panel.click(panel.at(0.5));
    let asked = panel.asked();
    assert_eq!(asked, [CurvesAction::Seek(100)], "nothing is asked for twice");

    panel.button(panel.at(0.25), PointerButton::Primary, true, Modifiers::NONE);
    assert_eq!(panel.frame(), 50, "before the button is let go");
    panel.move_to(panel.at(0.75));
    assert_eq!(panel.frame(), 150);
    panel.move_to(panel.at(7.0));
    assert_eq!(panel.frame(), 200, "beyond the edge is the last frame");
    panel.button(panel.at(-3.0), PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(panel.span(), None);
}

#[test]
fn while_playing_a_press_holds_the_playhead() {
    let mut panel = Panel::new(Shown::three(201));
    panel.harness.state_mut().is_playing = true;
    panel.harness.state_mut().frame = 100;
    panel.button(panel.at(0.5), PointerButton::Primary, true, Modifiers::NONE);
    panel.asked();
    panel.harness.step();
    assert_eq!(panel.asked(), [CurvesAction::Seek(100)]);
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_pans_sideways() {
    let mut panel = Panel::new(Shown::three(1001));
    let at = panel.at(0.25);
    panel.wheel(at, vec2(0.0, 3.0), Modifiers::NONE);
    let span = panel.span().expect("nearer");
    let length = span.end - span.start;
    assert!((length - 512.0).abs() < 1e-6, "{span:?}");
    assert!((span.start + 0.25 * length - 250.0).abs() < 0.01, "{span:?}");

    panel.wheel(at, vec2(-1.0, 0.0), Modifiers::NONE);
    let on = panel.span().expect("still near");
    assert!(on.start > span.start + 20.0 && (on.end - on.start - length).abs() < 1e-6);
    panel.wheel(at, vec2(0.0, 1.0), Modifiers::SHIFT);
    assert!(panel.span().is_some_and(|back| (back.start - span.start).abs() < 1e-6));

    for _ in 0..40 {
        panel.wheel(at, vec2(0.0, 3.0), Modifiers::NONE);
    }
    let nearest = panel.span().expect("as near as can be");
    assert!((nearest.end - nearest.start - 8.0).abs() < 1e-6, "{nearest:?}");
    for _ in 0..40 {
        panel.wheel(at, vec2(0.0, -3.0), Modifiers::NONE);
    }
    assert_eq!(panel.span(), None, "the whole take, as at the beginning");
    assert_eq!(panel.frame(), 0, "nothing of this scrubs");
}

#[test]
fn the_middle_button_and_shift_pan_and_a_double_click_fits() {
    for (button, modifiers) in
        [(PointerButton::Middle, Modifiers::NONE), (PointerButton::Primary, Modifiers::SHIFT)]
    {
        let mut panel = Panel::new(Shown::three(1001));
        panel.harness.state_mut().span = Some(400.0..500.0);
        panel.harness.step();
        panel.harness.event(Event::ModifiersChanged(modifiers));
        panel.button(panel.at(0.5), button, true, modifiers);
        // A single point moves it: nothing waits for the drag to become one.
        panel.move_to(panel.at(0.5) + vec2(1.0, 0.0));
        assert!(panel.span().is_some_and(|span| span.start < 400.0), "{button:?}");
        panel.move_to(panel.at(0.75));
        let span = panel.span().expect("part of the take");
        assert!((span.start - 375.0).abs() < 0.01, "{button:?}: {span:?}");
        assert!((span.end - 475.0).abs() < 0.01, "{button:?}: {span:?}");
        panel.button(panel.at(0.75), button, false, modifiers);
        panel.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        assert_eq!(panel.frame(), 0, "{button:?} scrubs nothing");

        let at = panel.at(0.5);
        panel.click(at);
        assert_eq!(panel.frame(), 425);
        panel.click(at);
        assert_eq!(panel.span(), None);
        assert_eq!(panel.frame(), 425);
    }
}

#[test]
fn what_shows_goes_along_with_a_playhead_that_leaves_it_and_with_no_other() {
    let mut panel = Panel::new(Shown::three(1001));
    let state = panel.harness.state_mut();
    (state.span, state.frame) = (Some(100.0..200.0), 199);
    panel.harness.step();
    panel.harness.state_mut().frame = 230;
    panel.harness.run();
    assert_eq!(panel.span(), Some(220.0..320.0));
    panel.harness.state_mut().frame = 210;
    panel.harness.run();
    assert_eq!(panel.span(), Some(120.0..220.0));
    // Somebody looks elsewhere.
    panel.harness.state_mut().span = Some(600.0..700.0);
    panel.harness.run();
    assert_eq!(panel.span(), Some(600.0..700.0));
}

#[test]
fn every_lane_has_a_name_and_a_value_and_the_area_is_a_slider() {
    let mut shown = Shown::three(201);
    shown.frame = 60;
    let mut panel = Panel::new(shown);
    assert_eq!(panel.value("Turn X").as_deref(), Some("0.312 °"));
    assert_eq!(panel.value("Turn Y").as_deref(), Some("0.968 °"));
    panel.harness.state_mut().frame = 100;
    panel.harness.run();
    assert_eq!(panel.value("Turn Y").as_deref(), Some("–"), "in a gap");
    let area = panel.harness.get_by_role_and_label(Role::Slider, "Curves");
    assert_eq!(area.accesskit_node().numeric_value(), Some(100.0));
    area.focus();
    panel.harness.run();
    assert!(panel.harness.get_by_label("Curves").is_focused());
    panel.click(panel.harness.get_by_label("World position curves").rect().center());
    assert_eq!(panel.harness.state().kind, CurveKind::World);
}

#[test]
fn the_pointer_tells_the_frame_and_the_values_under_it() {
    let mut panel = Panel::new(Shown::three(201));
    assert!(panel.shows("200"), "the frame at the right edge");
    let at = panel.at(0.5);
    panel.move_to(at);
    panel.harness.run();
    assert!(panel.shows("frame 100 · 1.000 s"));
    // The sine of 11, of the first curve on frame 100.
    assert!(panel.shows("−1.000"));
    assert_eq!(panel.frame(), 0);
}

#[test]
fn values_beyond_their_limits_have_the_colour_of_findings() {
    let panel = Panel::new(Shown::three(201));
    let beyond = panel.harness.state().curves[2].frames_beyond();
    assert!(beyond > 10);
    assert!(panel.shows(&format!("{beyond} frames beyond limits")));
    let finding = egui::Color32::from_rgb(0xff, 0x9a, 0x3d);
    let lines = |panel: &Panel| {
        let shapes = panel.harness.output().shapes.iter();
        let is_finding = |shape: &&egui::epaint::ClippedShape| {
            matches!(&shape.shape, egui::Shape::Path(path)
                if path.stroke.color == egui::epaint::ColorMode::Solid(finding))
        };
        shapes.filter(is_finding).count()
    };
    assert!(lines(&panel) >= 3, "{}", lines(&panel));
    let mut free = Shown::three(201);
    for curve in &mut free.curves {
        curve.limits = None;
    }
    assert_eq!(lines(&Panel::new(free)), 0);
}

/// A curve of these values.
fn curve(label: &str, values: &[f32]) -> Curve {
    let mut curve = Curve::new(label, "m", values.len());
    for &value in values {
        curve.push(value);
    }
    curve
}

#[test]
fn takes_without_motion_say_so() {
    let panel = Panel::new(Shown::of(vec![curve("World X", &[])], 0));
    assert!(panel.shows("rest pose without frames"));
    let panel = Panel::new(Shown::of(Vec::new(), 10));
    assert!(panel.shows("no channel"));

    let mut panel = Panel::new(Shown::of(vec![curve("World X", &[1.5])], 1));
    assert_eq!(panel.value("World X").as_deref(), Some("1.500 m"));
    panel.click(panel.at(0.9));
    panel.wheel(panel.at(0.9), vec2(0.0, 3.0), Modifiers::NONE);
    assert_eq!(panel.asked(), []);

    let still = curve("World X", &[12.3; 40]);
    let never = curve("World Y", &[GAP; 40]);
    let panel = Panel::new(Shown::of(vec![still, never], 40));
    assert!(panel.shows("constant"));
    assert_eq!(panel.value("World X").as_deref(), Some("12.300 m"));
    assert!(panel.shows("Missing on all frames"));
}

#[test]
fn noise_is_flat_and_called_constant_and_no_label_says_0_to_0() {
    let noise = |n: usize| ((n * 7919) % 13) as f32 * 1e-7;
    let values: Vec<f32> = (0..200).map(noise).collect();
    let small: Vec<f32> = values.iter().map(|value| value * 4e2).collect();
    // It moves at its end alone.
    let mut late = values.clone();
    late[199] = 2.0;
    let mut curves = vec![curve("World X", &values), curve("World Y", &small)];
    curves.push(curve("World Z", &late));
    let mut panel = Panel::new(Shown::of(curves, 200));
    let remarks = |panel: &Panel| {
        ["constant", "0 to 0.00048", "0 to 2", "constant here"].map(|text| panel.shows(text))
    };
    assert_eq!(remarks(&panel), [true, true, true, false]);
    panel.harness.state_mut().span = Some(10.0..90.0);
    panel.harness.run();
    assert_eq!(remarks(&panel), [true, true, false, true]);
    assert!(!panel.shows("to 0 "));
    // Half a millimetre is half as high as a plot; what is noise is no higher than its line.
    let heights: Vec<f32> = panel.lines().iter().map(Rect::height).collect();
    let [noise, small, late] = heights[..] else {
        panic!("three lines: {heights:?}");
    };
    let plot = panel.plots()[0].height() - 8.0;
    assert!(noise < 1.5 && late < 1.5, "{heights:?}");
    assert!((small / plot - 0.48).abs() < 0.1, "{heights:?} of {plot}");
}

#[test]
fn the_least_span_of_a_place_is_a_millimetre_of_the_world() {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let root = take.skeleton.roots()[0];
    for curve in filled(&take, root, CurveKind::Channels) {
        let least = match curve.unit {
            "°" => 0.1,
            _ => 1e-3 / stage.unit.metres as f32,
        };
        assert!((curve.min_span / least - 1.0).abs() < 1e-4, "{}", curve.label);
    }
    for curve in filled(&take, root, CurveKind::World) {
        assert_eq!(curve.min_span, 1e-3);
    }
}

#[test]
fn plots_stand_apart_and_keep_range_and_playhead_to_themselves() {
    let mut shown = Shown::three(201);
    (shown.range, shown.frame) = (Some([20, 120]), 100);
    let panel = Panel::new(shown);
    let plots = panel.plots();
    assert_eq!(plots.len(), 3);
    let area = panel.area();
    for two in plots.windows(2) {
        // Below a plot there is room, then the next one's row with its name in the middle.
        let name = panel.text_rect("Turn Y").expect("a name");
        let row = two[1].top() - 22.0;
        let between = row - two[0].bottom();
        assert!((10.0..=12.0).contains(&between), "{between}");
        if two[0] == plots[0] {
            assert!(name.top() > row - 0.5, "{name:?} is above {row}");
        }
    }
    let inside = |rect: &Rect| plots.iter().any(|plot| plot.expand(0.6).contains_rect(*rect));
    let tints = panel.tints();
    assert_eq!(tints.len(), 3, "{tints:?}");
    assert!(tints.iter().all(inside), "{tints:?} in {plots:?}");
    let x = area.left() + area.width() * 0.5;
    let heads = panel.verticals(x);
    assert_eq!(heads.len(), 3, "{heads:?}");
    assert!(heads.iter().all(inside), "{heads:?} in {plots:?}");
}

#[test]
fn what_follows_the_timeline_is_asked_for_and_told() {
    let mut panel = Panel::new(Shown::three(201));
    let name = "Follow timeline";
    for follows in [true, false] {
        let at = panel.harness.get_by_label(name).rect().center();
        panel.click(at);
        assert_eq!(panel.asked(), [CurvesAction::Follow(follows)]);
    }
    // The timeline turns its page by itself.
    panel.harness.state_mut().follows = true;
    panel.harness.state_mut().span = Some(10.0..50.0);
    panel.harness.run();
    panel.harness.state_mut().frame = 150;
    panel.harness.run();
    assert_eq!(panel.asked(), []);
}

#[test]
fn every_size_from_the_narrowest_panel_on_keeps_to_itself() {
    let name = "An uncommonly long name of a channel ".repeat(4);
    let huge = [f32::MAX, f32::MIN, 1e30, -4e9, 123_456.7, 0.0];
    for count in [1, 3, 12] {
        let curves: Vec<Curve> = (0..count).map(|_| curve(&name, &huge)).collect();
        for (width, height) in [(148.0, 160.0), (264.0, 420.0), (488.0, 900.0)] {
            let shown = Shown::of(curves.clone(), huge.len());
            let mut panel = Panel::sized(shown, width, height);
            panel.move_to(panel.at(0.9));
            panel.harness.run();
            let right = panel.area().right() + 0.5;
            let mut seen = 0;
            for shape in &panel.harness.output().shapes {
                if let egui::Shape::Text(text) = &shape.shape {
                    let drawn = text.galley.rect.translate(text.pos.to_vec2());
                    let drawn = drawn.intersect(shape.clip_rect);
                    seen += usize::from(drawn.is_positive());
                    assert!(drawn.right() <= right || !drawn.is_positive(), "{drawn:?}");
                }
            }
            assert!(seen > 3, "{count} at {width} × {height}");
        }
    }
}

#[test]
fn a_long_take_is_drawn_with_no_more_corners_than_its_pixels_need() {
    let mut few = 0;
    for frames in [2_000, 100_000] {
        let noise = |n: usize| ((n * 7919) % 1000) as f32;
        let values: Vec<f32> = (0..frames).map(noise).collect();
        let panel = Panel::new(Shown::of(vec![curve("World X", &values)], frames));
        let vertices = panel.vertices();
        println!("{frames} frames: {vertices} corners");
        // 264 pixels of a line that turns back twice in each, with its soft edges; and the texts.
        assert!(vertices < 264 * 2 * 12 + 2_000, "{vertices}");
        few = few.max(vertices);
    }
    assert!(few > 264 * 4, "{few}");
}
