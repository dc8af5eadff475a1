//! The colour swatch of a take, and the menu of take colours.

use egui::{Id, Popup, PopupCloseBehavior, Rect, Ui};

use crate::app::colours::picker::{colour32, hues, swatch, two_tone};
use crate::app::state::State;
use crate::app::takes::command::TakesCommand;
use crate::app::takes::open_take::OpenTake;
use crate::app::takes::panel::row_name::row_id;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::rows::choice;
use crate::scene::{Rgba, Scheme};

/// The swatch; a click opens the colours that tell takes apart.
pub fn swatch_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, rect: Rect, name: &str) {
    let id: Id = row_id(open).with("swatch");
    let button = match colours_of(cx.state, open).map(colour32) {
        [one, other] if one == other => swatch(ui, cx, id, rect, &[one], name),
        two => two_tone(ui, cx, id, rect, two, name),
    };
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        colour_items(ui, cx, open, &mut |command| cx.ask(command));
    });
}

/// The colours that a take can be given as a whole, and the way back to its scheme.
pub fn colour_items(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    ask: &mut impl FnMut(TakesCommand),
) {
    let own = open.edits.colour;
    if let Some(hue) = hues(ui, cx, own) {
        ask(TakesCommand::SetColour(open.id, Some(hue)));
        ui.close();
    }
    if choice(ui, cx, "By scheme", own.is_none()) {
        ask(TakesCommand::SetColour(open.id, None));
        ui.close();
    }
}

/// Two colours that stand for all of a take; the same twice where it has one.
fn colours_of(state: &State, open: &OpenTake) -> [Rgba; 2] {
    let palette = state.theme().palette();
    match open.hue(state.theme()).map_or(open.edits.scheme, Scheme::One) {
        Scheme::One(colour) => [colour; 2],
        Scheme::Side => [palette.left, palette.right],
        Scheme::Limb | Scheme::Subject | Scheme::Depth | Scheme::Speed => {
            let all = open.colours(state.theme(), &[]);
            let first = all.first().copied().unwrap_or(palette.middle);
            let other = all.iter().rev().find(|colour| **colour != first);
            [first, other.copied().unwrap_or(first)]
        }
    }
}
