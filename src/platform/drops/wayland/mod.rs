//! Drops on Wayland: data devices of our own beside winit, which has none.
//!
//! They are on winit's connection, with a queue and a thread of their own, as the clipboard's do. Some compositors
//! give a drag only to the newest device of a program, and the clipboard makes its devices on its thread as soon as a
//! keyboard is announced. So ours are made, and made again, a moment after each such event.

#[cfg(test)]
mod tests;

use std::ffi::c_void;
use std::io::{self, PipeReader, Read as _};
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use wayland_backend::client::{Backend, WaylandError};
use wayland_client::protocol::wl_data_device::{self, WlDataDevice};
use wayland_client::protocol::wl_data_device_manager::{DndAction, WlDataDeviceManager};
use wayland_client::protocol::wl_data_offer::{self, WlDataOffer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, WlSeat};
use wayland_client::{
    Connection, Dispatch, Proxy, QueueHandle, delegate_noop, event_created_child,
};

use crate::platform::drops::event::{DragPosition, DropEvent, Files, Listener, MAX_BYTES, TIMEOUT};
use crate::platform::uri_list;
use crate::platform::worker::{self, Worker};

/// The type of lists of files.
const URIS: &str = "text/uri-list";

/// How long the clipboard has to make its device first.
const CLIPBOARD_FIRST: Duration = Duration::from_millis(250);

/// Listens for drops on this program's window.
///
/// # Safety
/// `display` is a `wl_display` that lives longer than what is returned.
pub unsafe fn start(display: *mut c_void, send: Listener) -> io::Result<Worker> {
    // SAFETY: the caller keeps the display alive until the thread has ended.
    let backend = unsafe { Backend::from_foreign_display(display.cast()) };
    let connection = Connection::from_backend(backend);
    Worker::start("drops", move |stopped| listen(&connection, &stopped, send))
}

/// Answers drags until it is stopped, or the compositor is gone.
fn listen(connection: &Connection, stopped: &PipeReader, send: Listener) {
    let mut queue = connection.new_event_queue();
    let mut target = Target {
        send,
        manager: None,
        seats: Vec::new(),
        offers: Vec::new(),
        refused: None,
        drag: None,
        renew_at: None,
    };
    connection.display().get_registry(&queue.handle(), ());
    while queue.dispatch_pending(&mut target).is_ok() {
        target.handle_timeouts(&queue.handle());
        // What cannot be written now is written with the next flush, of any thread.
        if is_gone(&queue.flush()) {
            break;
        }
        let Some(guard) = queue.prepare_read() else { continue };
        let list = target.drag.as_ref().and_then(|drag| drag.list.pipe());
        let files =
            [Some(stopped.as_fd()), Some(guard.connection_fd()), list.map(|pipe| pipe.as_fd())];
        let Ok([is_stopped, has_events, has_list]) = worker::wait(files, target.wakes_at()) else {
            break;
        };
        // Other threads cannot read before this one has read or said that it will not.
        if !has_events {
            drop(guard);
        } else if is_gone(&guard.read()) {
            break;
        }
        if is_stopped {
            break;
        }
        if has_list {
            target.read();
        }
    }
    target.end();
    let _ = queue.flush();
}

fn is_gone<T>(result: &Result<T, WaylandError>) -> bool {
    match result {
        Err(WaylandError::Io(error)) => error.kind() != io::ErrorKind::WouldBlock,
        Err(WaylandError::Protocol(_)) => true,
        Ok(_) => false,
    }
}

struct Target {
    send: Listener,
    manager: Option<WlDataDeviceManager>,
    seats: Vec<Seat>,
    /// What was offered, but is not over the window, and whether files are among it.
    offers: Vec<(WlDataOffer, bool)>,
    /// What is over the window, but is no file. To give it up at once would end the whole drag.
    refused: Option<WlDataOffer>,
    drag: Option<Drag>,
    /// When the devices are made again.
    renew_at: Option<Instant>,
}

/// A pointer and a keyboard that belong together.
struct Seat {
    name: u32,
    seat: WlSeat,
    device: Option<WlDataDevice>,
    /// What is in the clipboard. It is of no use here, but to give it up before it is replaced is to
    /// some compositors as if the clipboard were not wanted any more.
    clipboard: Option<WlDataOffer>,
}

/// Files that are held over the window, or were let go.
struct Drag {
    device: WlDataDevice,
    offer: WlDataOffer,
    /// Whether compositor and source have agreed on what to do.
    agreed: bool,
    list: List,
    dropped: bool,
    /// When its program has been silent for too long.
    deadline: Instant,
}

/// The list of files, as far as it was handed over.
enum List {
    Partial(PipeReader, Vec<u8>),
    Complete(Vec<u8>),
    Refused,
}

impl List {
    fn pipe(&self) -> Option<&PipeReader> {
        match self {
            Self::Partial(pipe, _) => Some(pipe),
            _ => None,
        }
    }
}

impl Target {
    /// Makes the devices that are wanted, and gives up a source that is silent for too long.
    fn handle_timeouts(&mut self, queue: &QueueHandle<Self>) {
        let now = Instant::now();
        if let Some(drag) = &mut self.drag
            && drag.list.pipe().is_some()
            && drag.deadline <= now
        {
            drag.list = List::Refused;
            self.advance();
        }
        // A new device would lose the drag that the old one has.
        if self.drag.is_none() && self.renew_at.is_some_and(|at| at <= now) {
            self.renew_at = None;
            let Some(manager) = &self.manager else { return };
            for seat in &mut self.seats {
                let device = manager.get_data_device(&seat.seat, queue, ());
                if let Some(old) = seat.device.replace(device) {
                    release(&old);
                }
            }
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        match &self.drag {
            Some(drag) => drag.list.pipe().map(|_| drag.deadline),
            None => self.renew_at,
        }
    }

    fn renew_devices(&mut self) {
        self.renew_at = Some(Instant::now() + CLIPBOARD_FIRST);
    }

    fn enter(&mut self, device: &WlDataDevice, serial: u32, offer: WlDataOffer) {
        let at = self.offers.iter().position(|(known, _)| *known == offer);
        let has_files = at.is_some_and(|at| self.offers.swap_remove(at).1);
        // One drag at a time.
        let takes = has_files && self.drag.is_none();
        offer.accept(serial, takes.then(|| URIS.to_string()));
        if has_actions(&offer) {
            let action = if takes { DndAction::Copy } else { DndAction::None };
            offer.set_actions(action, action);
        }
        if !takes {
            self.refuse(Some(offer));
            return;
        }
        (self.send)(DropEvent::Hover(None));
        self.drag = Some(Drag {
            device: device.clone(),
            list: request_list(&offer),
            agreed: !has_actions(&offer),
            offer,
            dropped: false,
            deadline: Instant::now() + TIMEOUT,
        });
    }

    fn move_over(&mut self, device: &WlDataDevice, x: f64, y: f64) {
        if self.drag.as_ref().is_some_and(|drag| drag.device == *device) {
            let at = [x as f32, y as f32];
            (self.send)(DropEvent::Over(DragPosition { at, in_pixels: false, alt: None }));
        }
    }

    /// Remembers what is refused, in the place of what was.
    fn refuse(&mut self, offer: Option<WlDataOffer>) {
        if let Some(old) = std::mem::replace(&mut self.refused, offer) {
            old.destroy();
        }
    }

    fn leave(&mut self, device: &WlDataDevice) {
        self.refuse(None);
        let is_over = |drag: &mut Drag| drag.device == *device && !drag.dropped;
        if let Some(drag) = self.drag.take_if(is_over) {
            drag.offer.destroy();
            (self.send)(DropEvent::Leave);
        }
    }

    fn drop_files(&mut self, device: &WlDataDevice) {
        let drag = self.drag.as_mut().filter(|drag| drag.device == *device);
        let Some(drag) = drag else { return };
        drag.dropped = true;
        drag.deadline = Instant::now() + TIMEOUT;
        if matches!(drag.list, List::Refused) {
            drag.list = request_list(&drag.offer);
        }
        self.advance();
    }

    /// Reads what is there of the list; never waits for more.
    fn read(&mut self) {
        let Some(drag) = &mut self.drag else { return };
        let List::Partial(pipe, bytes) = &mut drag.list else { return };
        let mut piece = [0; 1 << 14];
        match pipe.read(&mut piece) {
            Ok(0) => drag.list = List::Complete(std::mem::take(bytes)),
            Ok(count) if bytes.len() + count <= MAX_BYTES => {
                bytes.extend_from_slice(&piece[..count]);
                drag.deadline = Instant::now() + TIMEOUT;
                return;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return,
            _ => drag.list = List::Refused,
        }
        self.advance();
    }

    /// Says how many files there are, or, where they were let go, which.
    fn advance(&mut self) {
        let Some(drag) = &self.drag else { return };
        match &drag.list {
            List::Complete(bytes) if !drag.dropped => {
                (self.send)(DropEvent::Hover(Some(uri_list::read(bytes).paths.len())));
            }
            List::Complete(bytes) => {
                (self.send)(DropEvent::Drop(uri_list::read(bytes)));
                // To finish what was not agreed upon is an error, which would end the connection.
                if has_actions(&drag.offer) && drag.agreed {
                    drag.offer.finish();
                }
                self.end_drag();
            }
            List::Refused if drag.dropped => {
                (self.send)(DropEvent::Drop(Files::default()));
                self.end_drag();
            }
            List::Partial(..) | List::Refused => {}
        }
    }

    fn end_drag(&mut self) {
        if let Some(drag) = self.drag.take() {
            drag.offer.destroy();
        }
    }

    /// Records what is in the clipboard of a device's seat.
    fn set_clipboard(&mut self, device: &WlDataDevice, offer: Option<WlDataOffer>) {
        self.offers.retain(|(known, _)| Some(known) != offer.as_ref());
        let mut seats = self.seats.iter_mut();
        let old = match seats.find(|seat| seat.device.as_ref() == Some(device)) {
            Some(seat) => std::mem::replace(&mut seat.clipboard, offer),
            None => offer,
        };
        if let Some(old) = old {
            old.destroy();
        }
    }

    fn remove_seat(&mut self, name: u32) {
        let gone: Vec<Seat> = self.seats.extract_if(.., |seat| seat.name == name).collect();
        for seat in gone {
            if let Some(device) = &seat.device {
                self.leave(device);
            }
            seat.end();
        }
    }

    fn end(&mut self) {
        self.refuse(None);
        self.end_drag();
        for seat in self.seats.drain(..) {
            seat.end();
        }
    }
}

impl Seat {
    fn end(self) {
        if let Some(device) = &self.device {
            release(device);
        }
        if self.seat.version() >= wl_seat::REQ_RELEASE_SINCE {
            self.seat.release();
        }
    }
}

/// Whether an offer is new enough to speak of what will be done with it.
fn has_actions(offer: &WlDataOffer) -> bool {
    offer.version() >= wl_data_offer::REQ_SET_ACTIONS_SINCE
}

fn release(device: &WlDataDevice) {
    if device.version() >= wl_data_device::REQ_RELEASE_SINCE {
        device.release();
    }
}

fn request_list(offer: &WlDataOffer) -> List {
    let Ok((list, end)) = io::pipe() else { return List::Refused };
    offer.receive(URIS.to_string(), end.as_fd());
    List::Partial(list, Vec::new())
}

/// What the target does on an event of an interface.
macro_rules! on_event {
    ($interface:ty, |$target:ident, $proxy:ident, $event:ident, $queue:ident| $then:expr $(, $($created:tt)*)?) => {
        impl Dispatch<$interface, ()> for Target {
            fn event(
                $target: &mut Self,
                $proxy: &$interface,
                $event: <$interface as Proxy>::Event,
                (): &(),
                _: &Connection,
                $queue: &QueueHandle<Self>,
            ) {
                $then
            }

            $($($created)*)?
        }
    };
}

// It has no events.
delegate_noop!(Target: WlDataDeviceManager);

on_event!(WlRegistry, |target, registry, event, queue| match event {
    wl_registry::Event::Global { name, interface, version } => match interface.as_str() {
        "wl_seat" => {
            let seat = registry.bind(name, version.min(5), queue, ());
            target.seats.push(Seat { name, seat, device: None, clipboard: None });
            target.renew_devices();
        }
        "wl_data_device_manager" => {
            target.manager = Some(registry.bind(name, version.min(3), queue, ()));
            target.renew_devices();
        }
        _ => {}
    },
    wl_registry::Event::GlobalRemove { name } => target.remove_seat(name),
    _ => {}
});

on_event!(WlSeat, |target, _seat, event, _queue| {
    if matches!(event, wl_seat::Event::Capabilities { .. }) {
        target.renew_devices();
    }
});

on_event!(
    WlDataDevice,
    |target, device, event, _queue| match event {
        wl_data_device::Event::DataOffer { id } => target.offers.push((id, false)),
        wl_data_device::Event::Enter { serial, id: Some(offer), x, y, .. } => {
            target.enter(device, serial, offer);
            target.move_over(device, x, y);
        }
        wl_data_device::Event::Motion { x, y, .. } => target.move_over(device, x, y),
        wl_data_device::Event::Leave => target.leave(device),
        wl_data_device::Event::Drop => target.drop_files(device),
        wl_data_device::Event::Selection { id } => target.set_clipboard(device, id),
        _ => {}
    },
    event_created_child!(Target, WlDataDevice, [
        wl_data_device::EVT_DATA_OFFER_OPCODE => (WlDataOffer, ()),
    ]);
);

on_event!(WlDataOffer, |target, offer, event, _queue| match event {
    wl_data_offer::Event::Offer { mime_type } if mime_type == URIS => {
        let mut offers = target.offers.iter_mut();
        if let Some(known) = offers.find(|(known, _)| known == offer) {
            known.1 = true;
        }
    }
    wl_data_offer::Event::Action { dnd_action } => {
        if let Some(drag) = target.drag.as_mut().filter(|drag| drag.offer == *offer) {
            drag.agreed = matches!(dnd_action.into_result(), Ok(DndAction::Copy));
        }
    }
    _ => {}
});
