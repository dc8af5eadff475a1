//! How contacts of feet with the floor are drawn: bars below the strip of the active take.

use egui::{Color32, Id, Painter, Pos2, Rangef, Rect, Ui};

use crate::app::checks::contact_rows::{BAR, PITCH, rows, shown, side};
use crate::app::timeline::panel::columns::{Pixels, even};
use crate::app::timeline::panel::layout::{Strip, TimelineLayout};
use crate::app::{
    checks::command::ChecksCommand, state::State, takes::open_take::OpenTake, theme::Colours,
    timeline::panel::scale::nearest, widgets::PanelContext,
};
use crate::review::notes::Frames;
use crate::take::NodeId;

/// The foot of a row that was pressed, and the contact that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PressedContact {
    /// The first joint of the foot.
    pub foot: NodeId,
    pub frames: Frames,
    /// The end that is near, and would be moved: 0 for the first, 1 for the last frame.
    pub end: Option<usize>,
}

/// Where the rows of contacts begin, below the strip of the active take.
fn top_of(layout: &TimelineLayout, state: &State) -> Option<f32> {
    let active = state.session.takes.active_place();
    let strip = layout.strips.iter().find(|strip| strip.take == active)?;
    layout.has_contacts.then_some(strip.rect.bottom() + PITCH - BAR)
}

pub fn contact_at(state: &State, layout: &TimelineLayout, at: Pos2) -> Option<PressedContact> {
    /// How near to an end a press takes hold of it, in points.
    const NEAR: f32 = 4.0;
    let (open, contacts) = shown(state)?;
    let index = ((at.y - top_of(layout, state)? + (PITCH - BAR) * 0.5) / PITCH).floor();
    let row = *rows(open, contacts).get(usize::try_from(index as i64).ok()?)?;
    let before = state.session.timeline.before;
    let x = |frame: f64| layout.scale.x(frame + before as f64);
    let in_row = contacts.iter().filter(|contact| side(open, contact.node) == row);
    let reached = in_row.filter_map(|contact| {
        let ends = [contact.first as f64 - 0.5, contact.last as f64 + 0.5].map(x);
        let away = ends.map(|end| (end - at.x).abs());
        let nearer = usize::from(away[1] < away[0]);
        let end = Some(nearer).filter(|end| away[*end] <= NEAR);
        let is_on = (ends[0]..=ends[1]).contains(&at.x);
        (is_on || end.is_some()).then_some((away[nearer], contact, end))
    });
    let (_, contact, end) = nearest(reached, |(away, ..)| *away)?;
    let frames = Frames::from([contact.first, contact.last]);
    Some(PressedContact { foot: contact.node, frames, end })
}

pub fn other_contacts(state: &State, foot: NodeId, but: Option<Frames>) -> Vec<Frames> {
    let contacts = shown(state).map_or(&[][..], |(_, contacts)| contacts);
    let own = contacts.iter().filter(|contact| contact.node == foot);
    let frames = own.map(|contact| Frames::from([contact.first, contact.last]));
    frames.filter(|frames| Some(*frames) != but).collect()
}

/// With one more contact: those that touch it are one with it.
pub fn with_contact(mut others: Vec<Frames>, mut added: Frames) -> Vec<Frames> {
    others.retain(|other| {
        let touches = other.first <= added.last + 1 && added.first <= other.last + 1;
        if touches {
            added = Frames::from([added.first.min(other.first), added.last.max(other.last)]);
        }
        !touches
    });
    others.push(added);
    others.sort_unstable();
    others
}

/// Where the other contacts of a foot are kept while one of them is dragged.
fn others_id() -> Id {
    Id::unique("other contacts of the foot")
}

/// Records the other contacts of a foot, as a drag of one begins.
pub fn remember_others(ui: &Ui, state: &State, taken: PressedContact) {
    let others = other_contacts(state, taken.foot, Some(taken.frames));
    ui.data_mut(|data| data.insert_temp(others_id(), others));
}

/// Moves an end of a contact of a foot to where the pointer is; the end at the frame `other` stays.
pub fn move_end(
    ui: &Ui,
    cx: &PanelContext,
    layout: &TimelineLayout,
    foot: NodeId,
    other: usize,
    at: Pos2,
) {
    let place = layout.scale.frame(at.x) as f64;
    let own = |open: &OpenTake| cx.state.session.timeline.frame_of(open, place);
    let moved = Frames::from([other, cx.state.take().map_or(0, own)]);
    let rest: Vec<Frames> = ui.data(|data| data.get_temp(others_id())).unwrap_or_default();
    let contacts = with_contact(rest, moved);
    let mut before = other_contacts(cx.state, foot, None);
    before.sort_unstable();
    cx.ask_if(before != contacts, ChecksCommand::SetContacts(foot, contacts));
}

pub fn tooltip(state: &State, contact: PressedContact) -> Option<String> {
    let open = state.take()?;
    let numbering = state.numbering();
    let [first, last] = [contact.frames.first, contact.frames.last].map(|at| numbering.of(at));
    let name = &open.take.skeleton[contact.foot].name;
    Some(format!("{name} stands, {first} – {last}\nDrag an end to change it"))
}

/// Draws the bars, each row in the colour of its side.
pub fn paint(
    painter: &Painter,
    state: &State,
    layout: &TimelineLayout,
    strip: &Strip,
    colours: &Colours,
) {
    let Some((open, contacts)) = shown(state) else { return };
    let Some(pixels) = Pixels::of(painter, state, strip, layout.scale) else { return };
    let palette = state.theme().palette();
    for (index, row) in rows(open, contacts).into_iter().enumerate() {
        let [r, g, b, _] = palette.side_colour(row);
        let colour = colours.panel.lerp_to_gamma(Color32::from_rgb(r, g, b), 0.85);
        let mut columns = pixels.columns();
        for contact in contacts.iter().filter(|contact| side(open, contact.node) == row) {
            pixels.across.raise(
                &(contact.first as u32..contact.last as u32 + 1),
                1.0,
                &mut columns,
            );
        }
        let top = strip.rect.bottom() + PITCH - BAR + PITCH * index as f32;
        for (run, _) in even(&columns) {
            let [left, right] = pixels.x(&run);
            let bar = Rect::from_x_y_ranges(left..=right, Rangef::new(top, top + BAR));
            painter.rect_filled(bar, BAR * 0.5, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_that_touch_are_one() {
        let frames = |ends: &[[usize; 2]]| -> Vec<Frames> {
            ends.iter().map(|ends| Frames::from(*ends)).collect()
        };
        let others = frames(&[[0, 5], [20, 30]]);
        let with = |added: [usize; 2]| with_contact(others.clone(), Frames::from(added));
        assert_eq!(with([10, 12]), frames(&[[0, 5], [10, 12], [20, 30]]));
        assert_eq!(with([6, 8]), frames(&[[0, 8], [20, 30]]));
        assert_eq!(with([4, 25]), frames(&[[0, 30]]));
    }
}
