//! The value field: a text field that parses its value, marks mistakes and can offer choices.

use egui::{
    Align2, CornerRadius, Id, Key, Popup, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, WidgetInfo, accesskit, vec2,
};

use crate::app::theme::{CONTROL, CORNER};
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::{PanelContext, field_frame, icons, is_near, select_all};
use crate::scene::Theme;

/// The width of the arrow beside a field with choices, in points.
pub const ARROW: f32 = 20.0;

/// What a field says while somebody types, or where it was not understood.
#[derive(Clone)]
struct Typing {
    /// What the field showed when it got the focus: a field that is left untouched must not set that
    /// again, since the value may have changed meanwhile.
    before: String,
    text: String,
    /// Why it is not understood, once it was entered.
    wrong: Option<String>,
}

/// Whether a field that a value turned into has just appeared; kept while there is one.
#[derive(Clone, Copy)]
struct JustOpened(bool);

/// A field, from what it shows to what it means.
pub struct Field<'a> {
    /// Its accessible name.
    pub name: &'a str,
    /// What it shows while nobody types.
    pub shown: &'a str,
    pub tip: &'a str,
    /// Its width and height, in points.
    pub size: [f32; 2],
    /// Whether the arrow of its [`choices`] stands beside it, in one edge with it.
    pub has_choices: bool,
}

impl<'a> Field<'a> {
    /// A field as high as other controls.
    pub fn new(name: &'a str, shown: &'a str, width: f32, tip: &'a str) -> Self {
        let size = [width, CONTROL];
        Self { name, shown, tip, size, has_choices: false }
    }

    pub fn with_choices(self) -> Self {
        Self { has_choices: true, ..self }
    }

    /// One of its [`choices`], which takes the place of what was typed. Returns whether it was chosen.
    pub fn choice(&self, ui: &mut Ui, cx: &PanelContext, holds: bool, word: &str) -> bool {
        let is_chosen = menu_item(ui, cx, holds, word).clicked();
        if is_chosen {
            ui.data_mut(|data| data.remove::<Typing>(id(self.name)));
        }
        is_chosen
    }

    /// Shows the value until it is typed into. Returns what was typed, once, as `parse` understands it,
    /// when it is done with Enter or left. What is not understood stays, with a mark and the reason,
    /// until something else is entered or Escape is pressed; nothing typed asks for nothing.
    pub fn show<T>(
        &self,
        ui: &mut Ui,
        cx: &PanelContext,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let id = id(self.name);
        let is_escaped = ui.input(|input| input.key_pressed(Key::Escape)) || !ui.is_enabled();
        let kept: Option<Typing> = ui.data(|data| data.get_temp(id));
        let was_typing = kept.is_some();
        let shown = self.shown.to_string();
        let mut typing =
            kept.unwrap_or_else(|| Typing { before: shown.clone(), text: shown, wrong: None });
        let response = self.edit(ui, cx, &mut typing);
        let select_all = |text: &str| select_all(ui, response.id, text.chars().count());
        if response.gained_focus() {
            select_all(&typing.text);
        }
        if response.changed() {
            typing.wrong = None;
        }
        let keep = |typing: Typing| ui.data_mut(|data| data.insert_temp(id, typing));
        if response.has_focus() {
            keep(typing);
            return None;
        }
        ui.data_mut(|data| data.remove::<Typing>(id));
        if !was_typing || is_escaped {
            return None;
        }
        if !response.lost_focus() {
            if typing.wrong.is_some() {
                keep(typing);
            }
            return None;
        }
        let is_untouched = typing.text == typing.before || typing.text.trim().is_empty();
        if is_untouched && typing.wrong.is_none() {
            return None;
        }
        match parse(&typing.text) {
            Ok(value) => Some(value),
            Err(why) => {
                // It can be mended at once, or another one typed in its place.
                if ui.input(|input| input.key_pressed(Key::Enter)) {
                    response.request_focus();
                    select_all(&typing.text);
                }
                typing.wrong = Some(why);
                keep(typing);
                None
            }
        }
    }

    /// Shows the field that a value turned into, from its upper left corner on, for as long as somebody types.
    pub fn show_in_place<T>(
        &self,
        ui: &mut Ui,
        cx: &PanelContext,
        id: Id,
        corner: Pos2,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        if let Some(JustOpened(true)) = ui.data(|data| data.get_temp(id)) {
            begin(ui, self.name);
        }
        let rect = Rect::from_min_size(corner, self.size.into());
        let builder = UiBuilder::new().max_rect(rect);
        let typed = ui.scope_builder(builder, |ui| self.show(ui, cx, parse)).inner;
        let is_typing = is_typed_into(ui, self.name);
        ui.data_mut(|data| {
            if is_typing {
                data.insert_temp(id, JustOpened(false));
            } else {
                data.remove::<JustOpened>(id);
            }
        });
        typed
    }

    fn edit(&self, ui: &mut Ui, cx: &PanelContext, typing: &mut Typing) -> Response {
        let [width, height] = self.size;
        let margin: i8 = if width < 70.0 { 6 } else { 10 };
        let mut frame = field_frame(cx.theme, margin);
        frame.inner_margin.right = margin;
        if self.has_choices {
            frame.stroke = Stroke::NONE;
            (frame.corner_radius.ne, frame.corner_radius.se) = (0, 0);
        } else if typing.wrong.is_some() {
            frame = frame.stroke(wrong_edge(cx.theme));
        }
        let edit = egui::TextEdit::singleline(&mut typing.text)
            .id(id(self.name).with("edit"))
            .desired_width(width - 2.0 * f32::from(margin))
            .min_size(vec2(width, height))
            .align(Align2::LEFT_CENTER)
            .text_color(cx.colours.text)
            .frame(frame);
        if ui.layout().main_wrap() && ui.available_size_before_wrap().x < width {
            ui.end_row();
        }
        let put = ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = height;
            ui.add_sized(vec2(width, height), edit)
        });
        let response = put.inner.accessible_name(self.name);
        let Some(why) = &typing.wrong else {
            return response.on_hover_text(self.tip);
        };
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_invalid(accesskit::Invalid::True);
        });
        // Whoever has just pressed Enter has the pointer elsewhere.
        if response.has_focus() {
            response.show_tooltip_text(why);
        }
        response.on_hover_text(format!("{why}. Escape puts the value back"))
    }
}

/// The mark of what is not understood.
fn wrong_edge(theme: Theme) -> Stroke {
    Stroke::new(1.5, theme.colours().finding)
}

fn id(name: &str) -> Id {
    Id::unique(("typed field", name))
}

/// Turns a value into a field, to type another one.
pub fn summon(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.insert_temp(id, JustOpened(true)));
}

pub fn is_summoned(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp::<JustOpened>(id)).is_some()
}

/// Gives a field the keyboard.
pub fn begin(ui: &Ui, name: &str) {
    ui.memory_mut(|memory| memory.request_focus(id(name).with("edit")));
}

/// Whether somebody types into a field, or typed what was not understood.
pub fn is_typed_into(ui: &Ui, name: &str) -> bool {
    ui.data(|data| data.get_temp::<Typing>(id(name))).is_some()
}

/// Whether the keyboard has just come to a field.
pub fn gained_focus(ui: &Ui, name: &str) -> bool {
    let response = ui.ctx().read_response(id(name).with("edit"));
    response.is_some_and(|response| response.gained_focus())
}

/// The arrow beside a field, in one edge with it, and the menu that it opens: above it where the field
/// stands at the bottom of the window.
pub fn choices(
    ui: &mut Ui,
    cx: &PanelContext,
    field: &Field<'_>,
    name: &str,
    menu: impl FnOnce(&mut Ui),
) -> Response {
    ui.add_space(-ui.spacing().item_spacing.x);
    let (rect, arrow) = ui.allocate_exact_size(vec2(ARROW, CONTROL), Sense::click());
    let at_right = CornerRadius { ne: CORNER as u8, se: CORNER as u8, ..CornerRadius::ZERO };
    ui.painter().rect_filled(rect, at_right, cx.colours.field);
    let kept: Option<Typing> = ui.data(|data| data.get_temp(id(field.name)));
    let edge = if kept.is_some_and(|typing| typing.wrong.is_some()) {
        wrong_edge(cx.theme)
    } else {
        Stroke::new(1.0, cx.colours.edge)
    };
    let both = rect.with_min_x(rect.left() - field.size[0]);
    ui.painter().rect_stroke(both, CORNER, edge, StrokeKind::Inside);
    let colour = if is_near(&arrow) { cx.colours.text } else { cx.colours.dim };
    icons::chevron(ui.painter(), rect.center(), colour);
    arrow.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name));
    Popup::menu(&arrow).show(menu);
    arrow
}
