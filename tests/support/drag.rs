//! Drags of files over the window, as file managers do them on X11: XDND, version 5, as the source.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _,
    CreateWindowAux, EventMask, PropMode, Property, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent,
    SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::Desktop;
use super::wait::{PATIENCE, wait_for};

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndEnter,
        XdndPosition,
        XdndStatus,
        XdndLeave,
        XdndDrop,
        XdndFinished,
        XdndTypeList,
        XdndSelection,
        XdndActionCopy,
        INCR,
        uris: b"text/uri-list",
        text: b"text/plain",
        html: b"text/html",
    }
}

/// What a program drags, and how it does it.
#[derive(Clone)]
pub struct Load {
    /// What it hands over.
    pub list: Vec<u8>,
    /// Whether that is a list of files.
    pub is_files: bool,
    /// Whether the program has so many types that they do not fit in the first message.
    pub has_many_types: bool,
    /// How many bytes it hands over at once.
    pub piece: Option<usize>,
    /// Whether it answers no question.
    pub is_silent: bool,
}

impl From<&[u8]> for Load {
    fn from(list: &[u8]) -> Self {
        Self {
            list: list.to_vec(),
            is_files: true,
            has_many_types: false,
            piece: None,
            is_silent: false,
        }
    }
}

impl Desktop {
    /// Drops files on the window; their names are handed over as they are.
    pub fn drop_files(&self, files: &[&Path]) {
        let line = |file: &&Path| format!("file://{}\r\n", file.display());
        let list: String = files.iter().map(line).collect();
        self.drop_list(list.as_bytes());
    }

    /// Drops a list of files on the window.
    pub fn drop_list(&self, list: &[u8]) {
        let drag = self.drag_over(list.into());
        assert!(drag.is_welcome(), "the window takes the drop");
        assert!(drag.let_go(), "the window has taken the drop");
    }

    /// Drags something over the window.
    pub fn drag_over(&self, load: Load) -> Drag {
        let (x, screen) = x11rb::connect(Some(self.display())).expect("a connection to Xvfb");
        let atoms = Atoms::new(&x).unwrap().reply().unwrap();
        let root = x.setup().roots[screen].root;
        let source = x.generate_id().unwrap();
        let nothing = CreateWindowAux::new();
        let class = WindowClass::INPUT_ONLY;
        x.create_window(0, source, root, 0, 0, 1, 1, 0, class, 0, &nothing).unwrap();
        x.set_selection_owner(source, atoms.XdndSelection, x11rb::CURRENT_TIME).unwrap();
        let target = self.window();
        let x = Arc::new(x);
        let stopped = Arc::new(AtomicBool::new(false));
        let (send, words) = channel();
        let program = Program {
            x: Arc::clone(&x),
            atoms,
            load: load.clone(),
            stopped: Arc::clone(&stopped),
            send,
        };
        let drag = Drag {
            x,
            atoms,
            source,
            target,
            words,
            stopped,
            program: Some(std::thread::spawn(move || program.answer())),
        };
        let kind = if load.is_files { atoms.uris } else { atoms.text };
        let mut enter = [source, 5 << 24, atoms.html, kind, 0];
        if load.has_many_types {
            let types = [atoms.html, atoms.text, atoms.INCR, atoms.uris];
            drag.x
                .change_property32(
                    PropMode::REPLACE,
                    source,
                    atoms.XdndTypeList,
                    AtomEnum::ATOM,
                    &types,
                )
                .unwrap();
            enter = [source, 5 << 24 | 1, types[0], types[1], types[2]];
        }
        drag.say(atoms.XdndEnter, enter);
        let copy = atoms.XdndActionCopy;
        drag.say(atoms.XdndPosition, [source, 0, (640 << 16) | 300, 0, copy]);
        drag
    }
}

/// Something that is held over the window by another program. That program ends with this.
pub struct Drag {
    x: Arc<RustConnection>,
    atoms: Atoms,
    source: Window,
    target: Window,
    words: Receiver<ClientMessageEvent>,
    stopped: Arc<AtomicBool>,
    program: Option<JoinHandle<()>>,
}

impl Drag {
    /// Whether the window would take it.
    pub fn is_welcome(&self) -> bool {
        let status = self.wait_for(self.atoms.XdndStatus);
        let is_welcome = status[1] & 1 == 1;
        assert_eq!(status[4] != x11rb::NONE, is_welcome, "what it would do");
        is_welcome
    }

    /// Moves away from the window.
    pub fn leave(self) {
        self.say(self.atoms.XdndLeave, [self.source, 0, 0, 0, 0]);
    }

    /// Lets it go over the window; whether the window took it.
    pub fn let_go(self) -> bool {
        self.say(self.atoms.XdndDrop, [self.source, 0, 0, 0, 0]);
        self.wait_for(self.atoms.XdndFinished)[1] & 1 == 1
    }

    fn say(&self, word: Atom, data: [u32; 5]) {
        let event = ClientMessageEvent::new(32, self.target, word, data);
        self.x.send_event(false, self.target, EventMask::NO_EVENT, event).unwrap();
        self.x.sync().unwrap();
    }

    fn wait_for(&self, word: Atom) -> [u32; 5] {
        loop {
            let message = self.words.recv_timeout(PATIENCE);
            let message = message.expect("the window answers the drag");
            let data = message.data.as_data32();
            assert_eq!(data[0], self.target, "the window speaks for itself");
            if message.type_ == word {
                return data;
            }
        }
    }
}

impl Drop for Drag {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(program) = self.program.take() {
            program.join().expect("the program that drags");
        }
    }
}

/// The program that drags, as it answers questions.
struct Program {
    x: Arc<RustConnection>,
    atoms: Atoms,
    load: Load,
    stopped: Arc<AtomicBool>,
    send: Sender<ClientMessageEvent>,
}

impl Program {
    fn answer(self) {
        let mut rest = self.load.list.as_slice();
        let mut asked = None;
        let next = || match self.x.poll_for_event().unwrap() {
            None if !self.stopped.load(Ordering::Relaxed) => None,
            event => Some(event),
        };
        while let Some(event) = wait_for("an event or the end", next) {
            match event {
                Event::ClientMessage(message) => drop(self.send.send(message)),
                Event::SelectionRequest(request) if !self.load.is_silent => {
                    rest = self.hand_over(&request);
                    asked = Some(request);
                }
                Event::PropertyNotify(changed) if changed.state == Property::DELETE => {
                    if let (Some(request), Some(size)) = (asked, self.load.piece) {
                        let (piece, after) = rest.split_at(size.min(rest.len()));
                        self.lay_down(&request, piece);
                        // The last piece, which is empty, is the end.
                        asked = (!piece.is_empty()).then_some(request);
                        rest = after;
                    }
                }
                _ => {}
            }
        }
    }

    /// Answers the question for the list; what of it is left to hand over.
    fn hand_over(&self, request: &SelectionRequestEvent) -> &[u8] {
        let is_known = self.load.is_files && request.target == self.atoms.uris;
        if is_known && self.load.piece.is_some() {
            let events = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
            let window = request.requestor;
            self.x.change_window_attributes(window, &events).unwrap();
            let size = [self.load.list.len() as u32];
            let (property, word) = (request.property, self.atoms.INCR);
            self.x.change_property32(PropMode::REPLACE, window, property, word, &size).unwrap();
        } else if is_known {
            self.lay_down(request, &self.load.list);
        }
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if is_known { request.property } else { 0 },
        };
        self.x.send_event(false, request.requestor, EventMask::NO_EVENT, answer).unwrap();
        self.x.flush().unwrap();
        &self.load.list
    }

    fn lay_down(&self, request: &SelectionRequestEvent, bytes: &[u8]) {
        let (window, property) = (request.requestor, request.property);
        self.x
            .change_property8(PropMode::REPLACE, window, property, self.atoms.uris, bytes)
            .unwrap();
        self.x.flush().unwrap();
    }
}
