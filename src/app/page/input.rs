//! What the browser tells of pointer, keys, fingers and input methods, as egui has it.

use egui::{
    Event, ImeEvent, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, TouchDeviceId,
    TouchId, TouchPhase, Vec2,
};

use crate::app::command::shortcut::Shortcut;

/// A key that goes down or up.
pub struct KeyPress<'a> {
    /// What it means, and where it is on the keyboard, in the words of the browser.
    pub key: &'a str,
    pub code: &'a str,
    pub is_down: bool,
    pub is_repeat: bool,
    /// As those of [`modifiers`].
    pub keys: u8,
}

/// What has come since the last picture.
#[derive(Default)]
pub struct Input {
    pub raw: RawInput,
    /// How many pixels of CSS a point has.
    pub zoom: f32,
    /// The finger that is the pointer.
    finger: Option<u32>,
}

/// Which of Shift, Ctrl, Alt and Meta are down, in the bits of a number.
pub fn modifiers(keys: u8) -> Modifiers {
    let [shift, ctrl, alt, meta] = [1, 2, 4, 8].map(|bit| keys & bit != 0);
    Modifiers { alt, ctrl, shift, mac_cmd: meta, command: ctrl || meta }
}

/// Keys with which a browser goes to other pages, tabs and windows, loads anew, changes its own size or shows its tools. They
/// stay with it.
pub fn is_browsers(Shortcut { key, modifiers }: Shortcut) -> bool {
    let command = modifiers.command || modifiers.ctrl;
    match key {
        Key::F5 | Key::F6 | Key::F7 | Key::F11 | Key::F12 => !modifiers.alt && !modifiers.shift,
        Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::D | Key::F4 if modifiers.alt => {
            !command
        }
        Key::T | Key::N | Key::W | Key::Q | Key::R | Key::L | Key::H | Key::J | Key::D => command,
        Key::Tab | Key::PageUp | Key::PageDown | Key::Plus | Key::Minus | Key::Equals => command,
        Key::I | Key::U | Key::K => command,
        Key::Num0 | Key::Num1 | Key::Num2 | Key::Num3 | Key::Num4 => command,
        Key::Num5 | Key::Num6 | Key::Num7 | Key::Num8 | Key::Num9 => command,
        _ => false,
    }
}

impl Input {
    fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        Pos2::new(x, y) / self.zoom.max(0.1)
    }

    pub fn push(&mut self, event: Event) {
        self.raw.events.push(event);
    }

    pub fn focus(&mut self, is: bool) {
        self.raw.focused = is;
        self.push(Event::WindowFocused(is));
    }

    pub fn pointer_moved(&mut self, at: [f32; 2], keys: u8) {
        self.set_modifiers(keys);
        self.push(Event::PointerMoved(self.at(at)));
    }

    fn set_modifiers(&mut self, keys: u8) {
        self.push(Event::ModifiersChanged(modifiers(keys)));
    }

    pub fn pointer_gone(&mut self) {
        self.push(Event::PointerGone);
    }

    pub fn pointer_button(&mut self, at: [f32; 2], button: u8, pressed: bool, keys: u8) {
        let button = match button {
            0 => PointerButton::Primary,
            1 => PointerButton::Middle,
            2 => PointerButton::Secondary,
            3 => PointerButton::Extra1,
            _ => PointerButton::Extra2,
        };
        let (pos, modifiers) = (self.at(at), modifiers(keys));
        self.push(Event::PointerMoved(pos));
        self.push(Event::PointerButton { pos, button, pressed, modifiers });
    }

    pub fn wheel(&mut self, [x, y]: [f32; 2], unit: u8, keys: u8) {
        let unit = match unit {
            0 => MouseWheelUnit::Point,
            1 => MouseWheelUnit::Line,
            _ => MouseWheelUnit::Page,
        };
        // A browser counts on to the end of a text.
        let mut delta = -Vec2::new(x, y);
        if unit == MouseWheelUnit::Point {
            delta /= self.zoom.max(0.1);
        }
        self.push(Event::MouseWheel {
            unit,
            delta,
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: modifiers(keys),
        });
    }

    /// One finger is the pointer; those that come to it are not, but egui makes zoom and turns of them.
    pub fn touch(&mut self, id: u32, phase: u8, at: [f32; 2], force: f32) {
        let pos = self.at(at);
        let phase = match phase {
            0 => TouchPhase::Start,
            1 => TouchPhase::Move,
            2 => TouchPhase::End,
            _ => TouchPhase::Cancel,
        };
        let device_id = TouchDeviceId(0);
        let force = Some(force);
        let touch = Event::Touch { device_id, id: TouchId::from(u64::from(id)), phase, pos, force };
        self.push(touch);
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        if phase == TouchPhase::Start && self.finger.is_none() {
            self.finger = Some(id);
            self.push(Event::PointerMoved(pos));
            self.push(button(true));
        } else if self.finger == Some(id) {
            match phase {
                TouchPhase::Start | TouchPhase::Move => self.push(Event::PointerMoved(pos)),
                TouchPhase::End => self.push(button(false)),
                TouchPhase::Cancel => {}
            }
            if matches!(phase, TouchPhase::End | TouchPhase::Cancel) {
                self.finger = None;
                // Nothing is below a finger that has left.
                self.push(Event::PointerGone);
            }
        }
    }

    /// Takes a key, unless it is the browser's own. Whether it did, and nobody else is to have it.
    pub fn key(&mut self, press: &KeyPress<'_>, is_typing: bool) -> bool {
        let modifiers = modifiers(press.keys);
        let physical_key = Key::from_name(press.code);
        let Some(key) = Key::from_name(press.key).or(physical_key) else {
            self.set_modifiers(press.keys);
            return false;
        };
        if is_browsers(Shortcut { key, modifiers }) && !is_typing_key(key, is_typing) {
            return false;
        }
        let (pressed, repeat) = (press.is_down, press.is_repeat);
        match key {
            Key::C if modifiers.command && pressed => self.push(Event::Copy),
            Key::X if modifiers.command && pressed => self.push(Event::Cut),
            // The browser tells what is pasted by an event of its own.
            Key::V if modifiers.command => return false,
            _ => self.push(Event::Key { key, physical_key, pressed, repeat, modifiers }),
        }
        let has_text = press.key.chars().count() == 1 && !modifiers.command;
        if pressed && has_text && !is_typing {
            self.push(Event::Text(press.key.to_string()));
        }
        // Where text is written, the field of the browser takes it.
        !(is_typing && has_text)
    }

    pub fn compose(&mut self, text: String, is_end: bool) {
        self.push(Event::Ime(if is_end {
            ImeEvent::Commit(text)
        } else {
            ImeEvent::Preedit { text, active_range_chars: None }
        }));
    }

    pub fn take_back(&mut self, before_chars: usize) {
        self.push(Event::Ime(ImeEvent::DeleteSurrounding { before_chars, after_chars: 0 }));
    }
}

/// Keys that a browser has for itself elsewhere, but that move the cursor of a text.
fn is_typing_key(key: Key, is_typing: bool) -> bool {
    is_typing && matches!(key, Key::Home | Key::ArrowLeft | Key::ArrowRight)
}
