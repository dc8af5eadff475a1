//! The parts of a redraw's input, which are laid out one after the other: the way of the pointer counts, and not only its end.
//!
//! egui tells a panel where the pointer is once all of its input is read. A drag that went on and was let go between two
//! redraws would end where the redraw before had left it, and a press would hit what is under the pointer by
//! now. So a press or a release comes alone, after a part with what moved the pointer there. Each part is
//! laid out, and what it asks for is done, before the next one.

use std::collections::VecDeque;

use egui::Event;

/// Takes the next part out of what has come since the last redraw. It is empty where nothing has.
pub fn next(events: &mut VecDeque<Event>) -> VecDeque<Event> {
    let is_button = |event: &Event| matches!(event, Event::PointerButton { .. });
    let mut has_moved = false;
    let mut count = events.len();
    for (place, event) in events.iter().enumerate() {
        if is_button(event) {
            count = if has_moved { place } else { place + 1 };
            break;
        }
        has_moved |= matches!(event, Event::PointerMoved(_) | Event::PointerGone);
    }
    events.drain(..count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, PointerButton, Pos2, pos2};

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn every_press_and_release_is_laid_out_where_the_pointer_was() {
        let [a, b, c] = [10.0, 20.0, 30.0].map(|x| pos2(x, 5.0));
        let moved = Event::PointerMoved;
        let text = || Event::Text("x".into());
        for (events, sizes) in [
            (vec![], vec![]),
            (vec![text(), moved(a), moved(b)], vec![3]),
            (vec![moved(a), moved(b), button(b, false)], vec![2, 1]),
            (
                vec![moved(a), button(a, true), moved(b), moved(c), button(c, false), moved(a)],
                vec![1, 1, 2, 1, 1],
            ),
            (vec![button(a, true), button(a, false), text()], vec![1, 1, 1]),
        ] {
            let mut rest = VecDeque::from(events.clone());
            let mut parts = Vec::new();
            while !rest.is_empty() {
                parts.push(next(&mut rest));
            }
            assert_eq!(parts.iter().map(VecDeque::len).collect::<Vec<_>>(), sizes);
            assert_eq!(
                parts.into_iter().flatten().collect::<Vec<_>>(),
                events,
                "nothing is lost, and the order stays"
            );
        }
        assert_eq!(next(&mut VecDeque::new()), []);
    }
}
