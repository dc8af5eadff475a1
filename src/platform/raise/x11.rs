//! Raising on X11: `_NET_ACTIVE_WINDOW` with the time of the click that started the program, whose startup
//! notification ends with it, and so does the busy pointer.

use std::error::Error;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    ClientMessageData, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, Window,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        _NET_ACTIVE_WINDOW,
        _NET_STARTUP_INFO,
        _NET_STARTUP_INFO_BEGIN,
    }
}

pub fn activate(window: Window, startup: Option<&str>) -> Result<(), Box<dyn Error>> {
    let (x, screen) = RustConnection::connect(None)?;
    let root = x.setup().roots[screen].root;
    let atoms = Atoms::new(&x)?.reply()?;
    const FROM_AN_APPLICATION: u32 = 1;
    let time = startup.and_then(click_time).unwrap_or(x11rb::CURRENT_TIME);
    let data = [FROM_AN_APPLICATION, time, 0, 0, 0];
    let event = ClientMessageEvent::new(32, window, atoms._NET_ACTIVE_WINDOW, data);
    let managers = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    x.send_event(false, root, managers, event)?;
    if let Some(startup) = startup {
        // Messages come from a window; this one is invisible.
        let from = x.generate_id()?;
        let (class, attributes) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        x.create_window(0, from, root, -1, -1, 1, 1, 0, class, 0, &attributes)?;
        let mut kind = atoms._NET_STARTUP_INFO_BEGIN;
        for piece in message_pieces(startup) {
            let event = ClientMessageEvent {
                data: ClientMessageData::from(piece),
                ..ClientMessageEvent::new(8, from, kind, [0; 5])
            };
            x.send_event(false, root, EventMask::PROPERTY_CHANGE, event)?;
            kind = atoms._NET_STARTUP_INFO;
        }
        x.destroy_window(from)?;
    }
    x.sync()?;
    Ok(())
}

/// When the person clicked, in the display's milliseconds: the end of what a launcher makes up.
fn click_time(startup: &str) -> Option<u32> {
    let (_, time) = startup.rsplit_once("_TIME")?;
    time.parse().ok()
}

/// The message that a program has started, a zero byte at its end, in the pieces that it is sent in.
fn message_pieces(startup: &str) -> Vec<[u8; 20]> {
    let mut text = String::from("remove: ID=\"");
    for letter in startup.chars() {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text += "\"\0";
    let chunks = text.as_bytes().chunks(20);
    let fill = |chunk: &[u8]| std::array::from_fn(|at| chunk.get(at).copied().unwrap_or(0));
    chunks.map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launcher_s_word_has_the_time_of_the_click() {
        assert_eq!(click_time("gnome-shell/Rushes/7-1-host_TIME123456"), Some(123_456));
        assert_eq!(click_time("host_TIME1_TIME2"), Some(2));
        assert_eq!(click_time("a token"), None);
        assert_eq!(click_time("host_TIME"), None);
    }

    #[test]
    fn a_message_ends_with_a_zero_byte_however_long_it_is() {
        for length in 0..50 {
            let startup = "x".repeat(length);
            let bytes = message_pieces(&startup).concat();
            let expected = format!("remove: ID=\"{startup}\"\0");
            assert!(bytes.starts_with(expected.as_bytes()));
            assert!(bytes[expected.len()..].iter().all(|&byte| byte == 0));
            assert!(bytes.len() < expected.len() + 20);
        }
        assert!(message_pieces("a\"b\\").concat().starts_with(b"remove: ID=\"a\\\"b\\\\\"\0"));
    }
}
