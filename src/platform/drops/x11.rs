//! Drops on X11: XDND, version 5, as the target, for winit's window.
//!
//! Winit answers XDND itself and cannot be asked not to. The messages of a drag are taken from it
//! ([`intercept`](super::intercept)) and sent on to a window of our own, which nobody sees, on a
//! connection and a thread of our own.

use std::error::Error;
use std::io::PipeReader;
use std::os::fd::AsFd as _;
use std::sync::Arc;
use std::time::Instant;

use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _,
    CreateWindowAux, EventMask, KeyButMask, Property, PropertyNotifyEvent, SelectionNotifyEvent,
    Timestamp, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

use crate::platform::drops::event::{DragPosition, DropEvent, Listener, MAX_BYTES, TIMEOUT};
use crate::platform::uri_list;
use crate::platform::worker::{self, Worker};

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndEnter, XdndPosition, XdndStatus, XdndLeave, XdndDrop, XdndFinished, XdndTypeList,
        XdndSelection, XdndActionCopy, XdndActionLink, XdndActionPrivate, INCR,
        uris: b"text/uri-list",
    }
}

/// Listens for drops on a window of the display that `DISPLAY` names. What is returned beside the worker takes the
/// messages of a drag to that window, and no others. An error where that display gives no second connection.
pub fn start(
    window: Window,
    send: Listener,
) -> std::io::Result<(Worker, impl Fn(&ClientMessageEvent) -> bool + Send + 'static)> {
    let mut target = Target::new(window, send).map_err(std::io::Error::other)?;
    let (x, receiver, atoms) = (Arc::clone(&target.x), target.receiver, target.atoms);
    let worker = Worker::start("drops", move |stopped| {
        // A display that is gone takes the window with it: an error has no reader.
        let _ = target.listen(&stopped);
    })?;
    let take = move |message: &ClientMessageEvent| {
        let of_a_drag = [atoms.XdndEnter, atoms.XdndPosition, atoms.XdndLeave, atoms.XdndDrop];
        let is_taken = of_a_drag.contains(&message.type_);
        if is_taken {
            let _ = x.send_event(false, receiver, EventMask::NO_EVENT, *message);
            let _ = x.flush();
        }
        is_taken
    };
    Ok((worker, take))
}

struct Target {
    x: Arc<RustConnection>,
    atoms: Atoms,
    window: Window,
    /// The one that the messages of drags are sent on to.
    receiver: Window,
    send: Listener,
    drag: Option<Drag>,
}

/// Files that another program holds over the window, or has let go.
struct Drag {
    source: Window,
    list: List,
    dropped: bool,
    /// When its program has been silent for too long.
    deadline: Instant,
}

/// How much of the list of files is there.
enum List {
    /// The drag has no files, as far as its types tell.
    NoFiles,
    NotRequested,
    /// The answer comes with the time of the request.
    Requested(Timestamp),
    Partial(Vec<u8>),
    Complete(Vec<u8>),
    /// Its program would not give it.
    Refused,
}

impl List {
    fn is_awaited(&self) -> bool {
        matches!(self, Self::Requested(_) | Self::Partial(_))
    }
}

impl Target {
    fn new(window: Window, send: Listener) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let (x, screen) = x11rb::connect(None)?;
        let atoms = Atoms::new(&x)?.reply()?;
        let root = x.setup().roots[screen].root;
        let receiver = x.generate_id()?;
        let attributes =
            CreateWindowAux::new().override_redirect(1).event_mask(EventMask::PROPERTY_CHANGE);
        let class = WindowClass::INPUT_ONLY;
        x.create_window(0, receiver, root, -1, -1, 1, 1, 0, class, 0, &attributes)?;
        x.flush()?;
        Ok(Self { x: Arc::new(x), atoms, window, receiver, send, drag: None })
    }

    fn listen(&mut self, stopped: &PipeReader) -> Result<(), ReplyError> {
        loop {
            while let Some(event) = self.x.poll_for_event()? {
                self.handle(&event)?;
            }
            let waiting = self.drag.as_ref().filter(|drag| drag.list.is_awaited());
            let until = waiting.map(|drag| drag.deadline);
            if until.is_some_and(|until| until <= Instant::now()) {
                self.set_list(List::Refused)?;
                continue;
            }
            self.x.flush()?;
            let files = [Some(stopped.as_fd()), Some(self.x.stream().as_fd())];
            let ready = worker::wait(files, until).map_err(x11rb::errors::ConnectionError::from)?;
            if ready[0] {
                return Ok(());
            }
        }
    }

    fn handle(&mut self, event: &Event) -> Result<(), ReplyError> {
        match event {
            Event::ClientMessage(message) if message.format == 32 => self.handle_message(message),
            Event::SelectionNotify(answer) => self.receive_answer(answer),
            Event::PropertyNotify(changed) => self.receive_piece(changed),
            // The program that held the files has ended.
            Event::DestroyNotify(gone) if self.is_from(gone.window) => self.leave(),
            _ => Ok(()),
        }
    }

    fn is_from(&self, source: Window) -> bool {
        self.drag.as_ref().is_some_and(|drag| drag.source == source)
    }

    fn handle_message(&mut self, message: &ClientMessageEvent) -> Result<(), ReplyError> {
        let data = message.data.as_data32();
        let source = data[0];
        let atoms = self.atoms;
        if message.type_ == atoms.XdndEnter {
            self.enter(source, &data)
        } else if message.type_ == atoms.XdndPosition {
            self.position(source, data[3], data[4])
        } else if message.type_ == atoms.XdndLeave && self.is_from(source) {
            self.leave()
        } else if message.type_ == atoms.XdndDrop {
            self.drop_files(source, data[2])
        } else {
            Ok(())
        }
    }

    fn enter(&mut self, source: Window, data: &[u32; 5]) -> Result<(), ReplyError> {
        self.leave()?;
        let has_more = data[1] & 1 != 0;
        let types = if has_more { self.read_types(source) } else { data[2..].to_vec() };
        let has_files = types.contains(&self.atoms.uris);
        let list = if has_files { List::NotRequested } else { List::NoFiles };
        // A source that ends in the middle of a drag sends no message.
        self.select_events(source, EventMask::STRUCTURE_NOTIFY)?;
        self.drag = Some(Drag { source, list, dropped: false, deadline: Instant::now() + TIMEOUT });
        Ok(())
    }

    /// The types of a drag that has more than three.
    fn read_types(&self, source: Window) -> Vec<Atom> {
        const MAX: u32 = 4096;
        let list = self.atoms.XdndTypeList;
        let cookie = self.x.get_property(false, source, list, AtomEnum::ATOM, 0, MAX);
        let reply = cookie.ok().and_then(|cookie| cookie.reply().ok());
        reply.as_ref().and_then(|reply| reply.value32()).map(Iterator::collect).unwrap_or_default()
    }

    fn select_events(&self, source: Window, events: EventMask) -> Result<(), ReplyError> {
        let attributes = ChangeWindowAttributesAux::new().event_mask(events);
        self.x.change_window_attributes(source, &attributes)?.ignore_error();
        Ok(())
    }

    fn position(&mut self, source: Window, time: Timestamp, asked: Atom) -> Result<(), ReplyError> {
        let drag = self.drag.as_ref().filter(|drag| drag.source == source);
        let takes = drag.is_some_and(|drag| !matches!(drag.list, List::NoFiles));
        let action = if takes { self.action(asked) } else { 0 };
        // No rectangle: the source reports every movement of the pointer.
        let status = [self.window, u32::from(takes), 0, 0, action];
        self.send_message(source, self.atoms.XdndStatus, status)?;
        if takes {
            // The keyboard is the other program's for now: its modifiers come with the pointer alone.
            if let Ok(pointer) = self.x.query_pointer(self.window)?.reply() {
                (self.send)(DropEvent::Over(DragPosition {
                    at: [pointer.win_x, pointer.win_y].map(f32::from),
                    in_pixels: true,
                    alt: Some(pointer.mask.contains(KeyButMask::MOD1)),
                }));
            }
        }
        let drag = self.drag.as_ref().filter(|drag| drag.source == source);
        if drag.is_some_and(|drag| matches!(drag.list, List::NotRequested)) {
            (self.send)(DropEvent::Hover(None));
            self.request_list(time)?;
        }
        Ok(())
    }

    /// What is said to happen to the files. Never that they are moved: their program could delete them then.
    fn action(&self, asked: Atom) -> Atom {
        let harmless = [self.atoms.XdndActionLink, self.atoms.XdndActionPrivate];
        if harmless.contains(&asked) { asked } else { self.atoms.XdndActionCopy }
    }

    fn request_list(&mut self, time: Timestamp) -> Result<(), ReplyError> {
        let Some(drag) = &mut self.drag else { return Ok(()) };
        let (selection, uris) = (self.atoms.XdndSelection, self.atoms.uris);
        drag.list = List::Requested(time);
        drag.deadline = Instant::now() + TIMEOUT;
        self.x.convert_selection(self.receiver, selection, uris, selection, time)?;
        Ok(())
    }

    /// The list of files, its beginning, or that it will not come.
    fn receive_answer(&mut self, answer: &SelectionNotifyEvent) -> Result<(), ReplyError> {
        let asked = self.drag.as_ref().map(|drag| &drag.list);
        // Answers to a drag that has left already are late.
        if !matches!(asked, Some(List::Requested(time)) if *time == answer.time) {
            return Ok(());
        }
        if answer.property == x11rb::NONE {
            return self.set_list(List::Refused);
        }
        let (kind, bytes) = self.read_property(answer.property)?;
        if kind == self.atoms.INCR {
            // To have taken this word away is to ask for the first piece.
            return self.set_list(List::Partial(Vec::new()));
        }
        self.set_list(bytes.map_or(List::Refused, List::Complete))
    }

    /// One more piece of a long list; an empty one is its end.
    fn receive_piece(&mut self, changed: &PropertyNotifyEvent) -> Result<(), ReplyError> {
        if changed.window != self.receiver
            || changed.atom != self.atoms.XdndSelection
            || changed.state != Property::NEW_VALUE
        {
            return Ok(());
        }
        let list = self.drag.as_mut().map(|drag| &mut drag.list);
        let Some(List::Partial(bytes)) = list else { return Ok(()) };
        let mut bytes = std::mem::take(bytes);
        let (_, piece) = self.read_property(self.atoms.XdndSelection)?;
        let list = match piece {
            Some(piece) if piece.is_empty() => List::Complete(bytes),
            Some(piece) if bytes.len() + piece.len() <= MAX_BYTES => {
                bytes.extend(piece);
                List::Partial(bytes)
            }
            _ => List::Refused,
        };
        self.set_list(list)
    }

    /// Takes what was laid down for us: its type, and its bytes unless they are too many.
    fn read_property(&self, property: Atom) -> Result<(Atom, Option<Vec<u8>>), ReplyError> {
        let (any, words) = (AtomEnum::ANY, MAX_BYTES as u32 / 4);
        let reply = self.x.get_property(true, self.receiver, property, any, 0, words)?.reply()?;
        let is_whole = reply.bytes_after == 0;
        if !is_whole {
            self.x.delete_property(self.receiver, property)?;
        }
        Ok((reply.type_, is_whole.then_some(reply.value)))
    }

    /// Advances with as much of the list as there is now.
    fn set_list(&mut self, list: List) -> Result<(), ReplyError> {
        let Some(drag) = &mut self.drag else { return Ok(()) };
        drag.list = list;
        drag.deadline = Instant::now() + TIMEOUT;
        match &drag.list {
            list if list.is_awaited() => Ok(()),
            _ if drag.dropped => self.finish(),
            List::Complete(bytes) => {
                (self.send)(DropEvent::Hover(Some(uri_list::read(bytes).paths.len())));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn drop_files(&mut self, source: Window, time: Timestamp) -> Result<(), ReplyError> {
        let drag = self.drag.as_mut().filter(|drag| drag.source == source);
        let Some(drag) = drag.filter(|drag| !matches!(drag.list, List::NoFiles)) else {
            // A source that drops what was refused still waits for an answer.
            return self.send_message(source, self.atoms.XdndFinished, [self.window, 0, 0, 0, 0]);
        };
        drag.dropped = true;
        match drag.list {
            List::Complete(_) => self.finish(),
            List::NotRequested | List::Refused => self.request_list(time),
            _ => Ok(()),
        }
    }

    /// Ends a drag that was let go: thanks its program, and tells what came.
    fn finish(&mut self) -> Result<(), ReplyError> {
        let Some(drag) = self.drag.take() else { return Ok(()) };
        let list = match &drag.list {
            List::Complete(bytes) => Some(bytes.as_slice()),
            _ => None,
        };
        let action = list.map_or(0, |_| self.atoms.XdndActionCopy);
        let finished = [self.window, u32::from(list.is_some()), action, 0, 0];
        self.send_message(drag.source, self.atoms.XdndFinished, finished)?;
        self.select_events(drag.source, EventMask::NO_EVENT)?;
        (self.send)(DropEvent::Drop(list.map(uri_list::read).unwrap_or_default()));
        Ok(())
    }

    fn leave(&mut self) -> Result<(), ReplyError> {
        if self.drag.as_ref().is_some_and(|drag| drag.dropped) {
            return self.finish();
        }
        if let Some(drag) = self.drag.take() {
            self.select_events(drag.source, EventMask::NO_EVENT)?;
            (self.send)(DropEvent::Leave);
        }
        Ok(())
    }

    fn send_message(
        &self,
        source: Window,
        message: Atom,
        data: [u32; 5],
    ) -> Result<(), ReplyError> {
        let event = ClientMessageEvent::new(32, source, message, data);
        self.x.send_event(false, source, EventMask::NO_EVENT, event)?.ignore_error();
        Ok(())
    }
}
