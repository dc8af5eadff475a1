//! The rows of bars that show when feet stand: which there are, and what room they take.

use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::options::ViewToggle;
use crate::review::checks::Contact;
use crate::scene::Side;
use crate::take::NodeId;

/// The height of a bar, in points.
pub const BAR: f32 = 3.0;
/// From one row of bars to the next, in points.
pub const PITCH: f32 = 5.0;

/// The rows: left feet above right ones, and below both what has no side.
const ROWS: [Side; 3] = [Side::Left, Side::Right, Side::Middle];

/// The contacts of the active take that show.
pub fn shown(state: &State) -> Option<(&OpenTake, &[Contact])> {
    let open = state.take()?;
    let contacts = open.review.contacts();
    let shows = state.is_on(ViewToggle::Contacts) && state.session.takes.is_shown(open);
    (shows && !contacts.is_empty()).then_some((open, contacts))
}

/// The feet of the active take that have contacts, or had some until somebody edited them, where contacts show.
pub fn feet(state: &State) -> Option<(&OpenTake, Vec<NodeId>)> {
    let open = state.take()?;
    let review = &open.review;
    let found = review.checked.iter().flat_map(|checked| &checked.contacts);
    let found = found.map(|contact| contact.node);
    let mut feet: Vec<NodeId> = found.chain(review.edited_contacts().keys().copied()).collect();
    feet.sort_unstable();
    feet.dedup();
    let shows = state.is_on(ViewToggle::Contacts) && state.session.takes.is_shown(open);
    shows.then_some((open, feet))
}

/// The side of the body that a foot is on.
pub fn side(open: &OpenTake, node: NodeId) -> Side {
    let part = open.parts.of_node(node).first();
    part.map_or(Side::Middle, |&part| open.parts.side(part))
}

/// What the rows take below a strip, in points.
pub fn height(state: &State) -> f32 {
    shown(state).map_or(0.0, |(open, contacts)| {
        let rows = rows(open, contacts).len();
        PITCH * rows as f32 + 1.0
    })
}

/// The sides that have contacts, from above to below.
pub fn rows(open: &OpenTake, contacts: &[Contact]) -> Vec<Side> {
    let has = |side_of: &Side| contacts.iter().any(|of| side(open, of.node) == *side_of);
    ROWS.into_iter().filter(has).collect()
}
