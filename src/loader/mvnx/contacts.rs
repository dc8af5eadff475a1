//! The foot contacts of an MVNX file as events.

use crate::take::Event;

/// How many contacts are followed: a heel and a toe a foot are usual.
const MAX_CONTACTS: usize = 8;

/// What the contacts are called where the file does not say.
const USUAL: [&str; 4] = ["LeftFoot_Heel", "LeftFoot_Toe", "RightFoot_Heel", "RightFoot_Toe"];

/// When the contacts of feet begin.
pub(super) struct Contacts {
    /// Whether each was made on the frame before; `None` ahead of the first.
    made: Vec<Option<bool>>,
    /// The frames on which one begins, and which.
    begun: Vec<(u32, u8)>,
}

impl Contacts {
    /// For so many contacts; without any, for those that are usual.
    pub fn new(count: usize) -> Self {
        let count = if count == 0 { USUAL.len() } else { count };
        Self { made: vec![None; count.min(MAX_CONTACTS)], begun: Vec::new() }
    }

    /// Takes in whether each is made on a frame. What stands from the first frame on has not begun there.
    pub fn add(&mut self, frame: usize, made: impl Iterator<Item = bool>) {
        for (contact, (before, made)) in self.made.iter_mut().zip(made).enumerate() {
            if made && *before == Some(false) {
                self.begun.push((frame as u32, contact as u8));
            }
            *before = Some(made);
        }
    }

    /// An event for each that begins; `names` are what the file calls them.
    pub fn events(self, names: &[String], frame_time: f64) -> Vec<Event> {
        let names: Vec<&str> = match names {
            [] => USUAL.to_vec(),
            names => names.iter().map(String::as_str).collect(),
        };
        let labels: Vec<String> = names.into_iter().take(MAX_CONTACTS).map(label).collect();
        let event = |(frame, contact): (u32, u8)| Event {
            time: f64::from(frame) * frame_time,
            label: labels[usize::from(contact)].clone(),
        };
        self.begun.into_iter().map(event).collect()
    }
}

/// The event of a contact as other formats call it: `Left Heel Strike` for `LeftFoot_Heel`.
fn label(name: &str) -> String {
    let part = name.split_once("Foot_");
    match part {
        Some((side @ ("Left" | "Right"), part)) => format!("{side} {part} Strike"),
        _ if name.is_empty() => "Foot Strike".to_string(),
        _ => format!("{name} Strike"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_begins_where_it_was_not_made_before() {
        let mut contacts = Contacts::new(0);
        for (frame, made) in [(0, "1001"), (1, "1000"), (3, "1111"), (4, "01")] {
            contacts.add(frame, made.bytes().map(|b| b == b'1'));
        }
        let events = contacts.events(&[], 0.5);
        let told = events.iter().map(|event| format!("{} {}", event.time, event.label));
        let told: Vec<String> = told.collect();
        let expected = ["1.5 Left Toe Strike", "1.5 Right Heel Strike", "1.5 Right Toe Strike"];
        assert_eq!(told, expected);
    }

    #[test]
    fn contacts_are_called_by_side_and_part() {
        for (name, event) in
            [("RightFoot_Toe", "Right Toe Strike"), ("Board", "Board Strike"), ("", "Foot Strike")]
        {
            assert_eq!(label(name), event);
        }
    }
}
