//! Everything that a person can ask of the window, and the keys that ask for it.
//!
//! Keys, panels, menus and the command line all make commands; [`super::State::apply`] alone carries
//! them out. The window's help and README's list of keys are read from [`KEYS`].

use std::path::PathBuf;

use egui::{Key, Modifiers};
use glam::Vec2;

use crate::loader::PositionReading;
use crate::playback::{Direction, EndMode};
use crate::scene::{Rgba, View};
use crate::take::NodeId;

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Plays where paused, pauses where playing.
    TogglePlay,
    /// Plays backwards at the set speed.
    PlayBackwards,
    /// Plays in a direction; each repeat doubles the rate.
    Shuttle(Direction),
    /// Stops on the frame showing.
    Pause,
    /// Pauses and moves by frames.
    Step(i64),
    /// Pauses and moves by whole seconds.
    StepSeconds(i64),
    /// First frame of the range; again, of the take.
    First,
    /// Last frame of the range; again, of the take.
    Last,
    /// Shows a frame; playing goes on from there.
    Seek(usize),
    /// Starts the range at the frame showing, or lets it start with the take.
    RangeIn(bool),
    /// Ends the range at the frame showing, or lets it end with the take.
    RangeOut(bool),
    /// Plays the whole take again.
    ClearRange,
    /// Lets playing leave the range, or keep to it.
    ToggleRange,
    /// Sets what happens at the ends.
    SetEndMode(EndMode),
    /// Goes to the next of loop, ping-pong, once.
    NextEndMode,
    /// One step slower along the ladder of rates.
    Slower,
    /// One step faster along the ladder of rates.
    Faster,
    /// Sets the rate.
    SetRate(f64),
    /// Shows moments between frames as a blend of both, or the nearest frame only.
    Blend(bool),

    /// Brings what is selected into view; without a selection, the figure on this frame.
    FrameSelection,
    /// Brings the whole path of the take into view.
    FrameAll,
    /// Keeps the figure in place in the view, or lets it walk.
    ToggleFollow,
    /// Looks along an axis.
    Look(View),
    /// With or without depth.
    ToggleProjection,
    /// The view that the take opened with.
    Home,
    /// Turns about the target, in heights of the view.
    Orbit(Vec2),
    /// Moves along the picture, in heights of the view.
    Pan(Vec2),
    /// Comes nearer or goes away.
    Dolly {
        /// Below 1 nearer, above 1 away.
        factor: f32,
        /// Towards where, from the view's centre in heights of the view, Y down.
        pointer: Vec2,
    },

    /// Selects a node, or nothing.
    Select(Option<NodeId>),
    /// Selects a node and brings it into view.
    Focus(NodeId),
    /// Colours bones, and points without a bone.
    Colour {
        /// Their places among the drawn parts.
        parts: Vec<usize>,
        /// Their new colour.
        colour: Rgba,
    },
    /// Colours everything by its side again.
    ResetColours,
    /// Shows or hides a node's bones.
    Show(NodeId, bool),
    /// Shows or hides the boxes around bones, where a take has them.
    ShowBoxes(bool),
    /// Shows or hides skins and other meshes, where a take has them.
    ShowMeshes(bool),
    /// Lists only nodes whose name has these letters.
    Search(String),

    /// Opens files and folders beside what is open, and shows the first of them.
    Open(Vec<PathBuf>),
    /// Shows another of the open takes.
    Activate(usize),
    /// Closes one of the open takes.
    Close(usize),
    /// Reads the file again, with position channels in BVH read so.
    ReadPositions(PositionReading),
    /// Reads the file again, which gives no rate, at so many frames a second.
    AssumeRate(f64),
    /// Takes a notice away.
    Dismiss(usize),
    /// Ends the program.
    Quit,
}

/// A key, and what it does.
pub struct KeyBinding {
    /// The modifiers that must be held, and no others.
    pub modifiers: Modifiers,
    /// The key.
    pub key: Key,
    /// Whether holding it repeats the command.
    pub repeats: bool,
    /// What it does.
    pub command: Command,
}

/// What a command is called where it is listed, with its keys.
pub struct KeyRow {
    /// The keys as people read them.
    pub keys: &'static str,
    /// Sentence case, without a full stop.
    pub action: &'static str,
    /// The bindings.
    pub bindings: &'static [KeyBinding],
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;

const fn once(modifiers: Modifiers, key: Key, command: Command) -> KeyBinding {
    KeyBinding {
        modifiers,
        key,
        repeats: false,
        command,
    }
}

const fn held(modifiers: Modifiers, key: Key, command: Command) -> KeyBinding {
    KeyBinding {
        modifiers,
        key,
        repeats: true,
        command,
    }
}

/// Every key of the window, in the order in which people learn them.
pub const KEYS: &[KeyRow] = &[
    KeyRow {
        keys: "Space",
        action: "Play, pause",
        bindings: &[once(NONE, Key::Space, Command::TogglePlay)],
    },
    KeyRow {
        keys: "J K L",
        action: "Play backwards, pause, play; each repeat doubles the rate; with K held, one frame",
        bindings: &[
            once(NONE, Key::J, Command::Shuttle(Direction::Backwards)),
            once(NONE, Key::K, Command::Pause),
            once(NONE, Key::L, Command::Shuttle(Direction::Forwards)),
        ],
    },
    KeyRow {
        keys: "← →",
        action: "One frame back, one frame on (also , and .)",
        bindings: &[
            held(NONE, Key::ArrowLeft, Command::Step(-1)),
            held(NONE, Key::ArrowRight, Command::Step(1)),
            held(ALT, Key::ArrowLeft, Command::Step(-1)),
            held(ALT, Key::ArrowRight, Command::Step(1)),
            held(NONE, Key::Comma, Command::Step(-1)),
            held(NONE, Key::Period, Command::Step(1)),
        ],
    },
    KeyRow {
        keys: "Shift+← Shift+→",
        action: "Ten frames back, ten frames on",
        bindings: &[
            held(SHIFT, Key::ArrowLeft, Command::Step(-10)),
            held(SHIFT, Key::ArrowRight, Command::Step(10)),
        ],
    },
    KeyRow {
        keys: "Ctrl+← Ctrl+→",
        action: "One second back, one second on",
        bindings: &[
            held(CTRL, Key::ArrowLeft, Command::StepSeconds(-1)),
            held(CTRL, Key::ArrowRight, Command::StepSeconds(1)),
        ],
    },
    KeyRow {
        keys: "Home End",
        action: "First, last frame of the range; again: of the take",
        bindings: &[
            once(NONE, Key::Home, Command::First),
            once(NONE, Key::End, Command::Last),
        ],
    },
    KeyRow {
        keys: "I O",
        action: "Start, end the range here (also [ and ])",
        bindings: &[
            once(NONE, Key::I, Command::RangeIn(true)),
            once(NONE, Key::O, Command::RangeOut(true)),
            once(NONE, Key::OpenBracket, Command::RangeIn(true)),
            once(NONE, Key::CloseBracket, Command::RangeOut(true)),
        ],
    },
    KeyRow {
        keys: "Shift+I Shift+O \\",
        action: "Clear the range's start, its end, both",
        bindings: &[
            once(SHIFT, Key::I, Command::RangeIn(false)),
            once(SHIFT, Key::O, Command::RangeOut(false)),
            once(NONE, Key::Backslash, Command::ClearRange),
        ],
    },
    KeyRow {
        keys: "P Shift+P",
        action: "Range on, off; loop, ping-pong, once",
        bindings: &[
            once(NONE, Key::P, Command::ToggleRange),
            once(SHIFT, Key::P, Command::NextEndMode),
        ],
    },
    KeyRow {
        keys: "Shift+, Shift+. Backspace",
        action: "Slower, faster, normal rate",
        bindings: &[
            once(SHIFT, Key::Comma, Command::Slower),
            once(SHIFT, Key::Period, Command::Faster),
            once(NONE, Key::Backspace, Command::SetRate(1.0)),
        ],
    },
    KeyRow {
        keys: "F A T",
        action: "Frame the selection, frame everything, follow the figure",
        bindings: &[
            once(NONE, Key::F, Command::FrameSelection),
            once(NONE, Key::A, Command::FrameAll),
            once(NONE, Key::T, Command::ToggleFollow),
        ],
    },
    KeyRow {
        keys: "1 3 7",
        action: "Front, right, top view; with Ctrl from the other side",
        bindings: &[
            once(NONE, Key::Num1, Command::Look(View::Front)),
            once(NONE, Key::Num3, Command::Look(View::Right)),
            once(NONE, Key::Num7, Command::Look(View::Top)),
            once(CTRL, Key::Num1, Command::Look(View::Back)),
            once(CTRL, Key::Num3, Command::Look(View::Left)),
            once(CTRL, Key::Num7, Command::Look(View::Bottom)),
        ],
    },
    KeyRow {
        keys: "5",
        action: "With or without perspective",
        bindings: &[once(NONE, Key::Num5, Command::ToggleProjection)],
    },
    KeyRow {
        keys: "0",
        action: "The view that the take opened with",
        bindings: &[once(NONE, Key::Num0, Command::Home)],
    },
    KeyRow {
        keys: "Ctrl+Q",
        action: "Quit",
        bindings: &[once(CTRL, Key::Q, Command::Quit)],
    },
];

/// The mouse in the view, for README and the help of the window.
pub const MOUSE: &[(&str, &str)] = &[
    ("Left drag, Alt+left drag, middle drag", "Turn the view"),
    (
        "Right drag, Alt+middle drag, Shift+middle drag",
        "Move the view",
    ),
    (
        "Wheel, Alt+right drag, Ctrl+middle drag",
        "Nearer, farther; the wheel towards the pointer",
    ),
    ("Alt+wheel", "One frame back, one frame on"),
    (
        "Click",
        "Select a bone or marker; on nothing, select nothing",
    ),
    (
        "Double click",
        "Select a bone or marker and bring it into view",
    ),
    ("Drag on the timeline", "Scrub"),
];

/// The command of a key event, if there is one. `physical` is the key by its place on the keyboard:
/// digits need Shift on some layouts and are meant by their place there, and so are `,` and `.`
/// with Shift, which make other signs on most.
pub fn command_for(
    key: Key,
    physical: Option<Key>,
    modifiers: Modifiers,
    is_repeat: bool,
) -> Option<&'static Command> {
    let by_place = |wanted: Key| match wanted {
        Key::Comma | Key::Period => modifiers.shift,
        digit => matches!(digit.name().as_bytes(), [b'0'..=b'9']),
    };
    let matches = |wanted: Key| key == wanted || physical == Some(wanted) && by_place(wanted);
    KEYS.iter()
        .flat_map(|row| row.bindings)
        .find(|binding| {
            matches(binding.key)
                && modifiers.matches_exact(binding.modifiers)
                && (binding.repeats || !is_repeat)
        })
        .map(|binding| &binding.command)
}

/// The keys of a command as a tooltip shows them, such as `Play (Space)`.
pub fn with_key(name: &str, command: &Command) -> String {
    let binding = KEYS
        .iter()
        .flat_map(|row| row.bindings)
        .find(|binding| binding.command == *command);
    match binding {
        Some(binding) => format!("{name} ({})", key_name(binding)),
        None => name.to_string(),
    }
}

fn key_name(binding: &KeyBinding) -> String {
    let mut name = String::new();
    for (held, word) in [
        (binding.modifiers.command, "Ctrl+"),
        (binding.modifiers.alt, "Alt+"),
        (binding.modifiers.shift, "Shift+"),
    ] {
        if held {
            name += word;
        }
    }
    name + match binding.key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        key => key.symbol_or_name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        let bindings: Vec<_> = KEYS.iter().flat_map(|row| row.bindings).collect();
        for (i, a) in bindings.iter().enumerate() {
            for b in &bindings[i + 1..] {
                let same = a.key == b.key && a.modifiers == b.modifiers;
                assert!(!same, "{} is bound twice", key_name(a));
            }
        }
    }

    #[test]
    fn a_held_key_repeats_steps_and_nothing_else() {
        let step = command_for(Key::ArrowRight, None, NONE, true);
        assert_eq!(step, Some(&Command::Step(1)));
        assert_eq!(command_for(Key::L, None, NONE, true), None);
    }

    #[test]
    fn modifiers_must_be_the_ones_of_the_binding() {
        assert_eq!(command_for(Key::F, None, CTRL, false), None);
        let back = command_for(Key::Num1, None, Modifiers::CTRL | CTRL, false);
        assert_eq!(back, Some(&Command::Look(View::Back)));
    }

    #[test]
    fn digits_are_meant_by_their_place_where_the_layout_hides_them() {
        let front = command_for(Key::Quote, Some(Key::Num1), NONE, false);
        assert_eq!(front, Some(&Command::Look(View::Front)));
    }

    #[test]
    fn slower_and_faster_are_meant_by_their_place_too() {
        let slower = command_for(Key::Semicolon, Some(Key::Comma), SHIFT, false);
        assert_eq!(slower, Some(&Command::Slower));
        assert_eq!(
            command_for(Key::Semicolon, Some(Key::Comma), NONE, false),
            None
        );
    }

    #[test]
    fn tooltips_name_the_key() {
        assert_eq!(with_key("Play", &Command::TogglePlay), "Play (Space)");
        assert_eq!(with_key("Back", &Command::Step(-10)), "Back (Shift+←)");
        assert_eq!(with_key("Go", &Command::Seek(3)), "Go");
    }
}
