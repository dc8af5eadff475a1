//! The rows of bars that show when feet stand: which there are, and what room they take.

use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::options::ViewToggle;
use crate::review::checks::Contact;
use crate::scene::Side;
use crate::take::NodeId;

pub const BAR: f32 = 3.0;
pub const PITCH: f32 = 5.0;

/// The rows: left feet above right ones, and below both what has no side.
const ROWS: [Side; 3] = [Side::Left, Side::Right, Side::Middle];

/// The active take, where its contacts show.
fn take_with_contacts(state: &State) -> Option<&OpenTake> {
    let is_on = state.is_on(ViewToggle::Contacts);
    state.take().filter(|open| is_on && state.session.takes.is_shown(open))
}

/// The contacts of the active take that show.
pub fn shown(state: &State) -> Option<(&OpenTake, &[Contact])> {
    let open = take_with_contacts(state)?;
    let contacts = open.review.contacts();
    (!contacts.is_empty()).then_some((open, contacts))
}

/// The feet of the active take that have contacts, or had some until somebody edited them, where contacts show.
pub fn feet(state: &State) -> Option<(&OpenTake, Vec<NodeId>)> {
    let open = take_with_contacts(state)?;
    let review = &open.review;
    let found = review.checked.iter().flat_map(|checked| &checked.contacts);
    let edited = review.edited_contacts().keys().copied();
    let mut feet: Vec<NodeId> = found.map(|contact| contact.node).chain(edited).collect();
    feet.sort_unstable();
    feet.dedup();
    Some((open, feet))
}

pub fn side(open: &OpenTake, node: NodeId) -> Side {
    let part = open.parts.of_node(node).first();
    part.map_or(Side::Middle, |&part| open.parts.side(part))
}

/// What the rows take below a strip, in points.
pub fn height(state: &State) -> f32 {
    shown(state).map_or(0.0, |(open, contacts)| PITCH * rows(open, contacts).len() as f32 + 1.0)
}

/// The sides that have contacts, from above to below.
pub fn rows(open: &OpenTake, contacts: &[Contact]) -> Vec<Side> {
    let has = |row: &Side| contacts.iter().any(|contact| side(open, contact.node) == *row);
    ROWS.into_iter().filter(has).collect()
}
