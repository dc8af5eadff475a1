//! Several people in one take: their joints are told apart by a number ahead of each name.

use crate::take::{Detail, DetailKind};

/// What a joint of a person is called: `2:left_knee`, or by its name alone where there is one person.
pub(super) fn name(person: usize, people: usize, joint: &str) -> String {
    match people {
        1 => joint.to_string(),
        _ => format!("{}:{joint}", person + 1),
    }
}

/// What the take panel says of them.
pub(super) fn detail(people: usize) -> Option<Detail> {
    let text = format!("{people} people, told apart by a number ahead of the names");
    (people > 1).then(|| Detail::new(DetailKind::SUBJECT, text))
}
