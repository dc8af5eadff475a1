//! A compositor that is a few lines long: it has one seat, and does what a test tells it.

use std::fs::File;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_compositor::WlCompositor as ClientCompositor;
use wayland_client::protocol::wl_registry;
use wayland_client::protocol::wl_surface::WlSurface as ClientSurface;
use wayland_client::{Dispatch, EventQueue};
use wayland_server::protocol::wl_compositor::WlCompositor;
use wayland_server::protocol::wl_data_device::{self, WlDataDevice};
use wayland_server::protocol::wl_data_device_manager::{self, DndAction, WlDataDeviceManager};
use wayland_server::protocol::wl_data_offer::{self, WlDataOffer};
use wayland_server::protocol::wl_seat::{self, WlSeat};
use wayland_server::protocol::wl_surface::WlSurface;
use wayland_server::{DisplayHandle, Resource, WEnum};

use super::super::*;
use crate::platform::test_compositor::{self, answer, bind, connect, surfaces};

const MUCH_TIME: Duration = Duration::from_secs(20);

pub const FILES: &[&str] = &["text/plain", URIS];

/// What the compositor was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Device,
    Release,
    Accept(Option<String>),
    Actions,
    Receive,
    Finish,
    Destroy,
}

/// How the program hands over what it drags.
#[derive(Clone)]
pub enum Source {
    Over(Vec<u8>),
    /// The beginning, and then nothing more.
    Never,
}

pub struct Compositor {
    surface: Option<WlSurface>,
    pub seat: Option<WlSeat>,
    devices: Vec<WlDataDevice>,
    pub offer: Option<WlDataOffer>,
    source: Source,
    kept: Vec<OwnedFd>,
    report: Sender<Request>,
}

type Action = Box<dyn FnOnce(&mut Compositor, &DisplayHandle) + Send>;

impl Compositor {
    /// Offers something to the newest device.
    pub fn announce(
        &mut self,
        handle: &DisplayHandle,
        types: &[&str],
    ) -> (WlDataDevice, WlDataOffer) {
        let device = self.devices.last().expect("a device").clone();
        let client = device.client().expect("a client");
        let offer = client
            .create_resource::<WlDataOffer, (), Self>(handle, device.version(), ())
            .expect("an offer");
        device.data_offer(&offer);
        for kind in types {
            offer.offer(kind.to_string());
        }
        (device, offer)
    }

    pub fn enter(&mut self, handle: &DisplayHandle, types: &[&str]) {
        let (device, offer) = self.announce(handle, types);
        if offer.version() >= 3 {
            offer.source_actions(DndAction::Copy | DndAction::Move);
        }
        device.enter(7, self.surface.as_ref().expect("a surface"), 10.0, 10.0, Some(&offer));
        self.offer = Some(offer);
    }

    pub fn device(&self) -> &WlDataDevice {
        self.devices.last().expect("a device")
    }

    fn send(&self, request: Request) {
        // A test that has ended listens no more.
        let _ = self.report.send(request);
    }
}

/// The program's side: a window, and the thread that takes drops.
pub struct TestWindow {
    actions: Option<Sender<Action>>,
    requests: Receiver<Request>,
    pub events: Receiver<DropEvent>,
    /// Where files were held last.
    pub held: std::cell::Cell<Option<DragPosition>>,
    pub worker: Option<Worker>,
    /// The window library's own queue.
    pub queue: EventQueue<ClientState>,
    compositor: Option<std::thread::JoinHandle<()>>,
}

impl Drop for TestWindow {
    fn drop(&mut self) {
        // As in the window: the thread ends before its connection goes.
        self.worker.take();
        self.end_compositor();
    }
}

impl TestWindow {
    /// A connection to a compositor of this version of dragging; `None`, with a word, without a Wayland library.
    pub fn new(version: u32, source: Source) -> Option<Self> {
        let (ours, theirs) = UnixStream::pair().expect("a pair of sockets");
        let (actions, to_do) = channel();
        let (report, requests) = channel();
        let compositor = std::thread::spawn(move || serve(theirs, version, source, report, to_do));
        let connection = connect(ours)?;
        let (globals, mut queue) =
            registry_queue_init::<ClientState>(&connection).expect("globals");
        let proxy: ClientCompositor = globals.bind(&queue.handle(), 1..=1, ()).expect("one");
        proxy.create_surface(&queue.handle(), ());
        queue.roundtrip(&mut ClientState).expect("a surface");
        let (send, events) = channel();
        let send = Box::new(move |event| drop(send.send(event)));
        let display = connection.backend().display_ptr().cast();
        // SAFETY: the queue keeps the connection, and the thread ends before it does.
        let worker = unsafe { start(display, send) }.expect("a thread");
        let window = Self {
            actions: Some(actions),
            requests,
            events,
            held: std::cell::Cell::default(),
            worker: Some(worker),
            queue,
            compositor: Some(compositor),
        };
        assert_eq!(window.request(), Request::Device);
        Some(window)
    }

    pub fn run(&self, action: impl FnOnce(&mut Compositor, &DisplayHandle) + Send + 'static) {
        self.actions.as_ref().expect("a compositor").send(Box::new(action)).expect("a compositor");
    }

    pub fn enter(&self, types: &'static [&str]) {
        self.run(move |compositor, handle| compositor.enter(handle, types));
    }

    pub fn request(&self) -> Request {
        self.requests.recv_timeout(MUCH_TIME).expect("a request")
    }

    /// Holds files over the window, until it has counted them.
    pub fn hold_files(&self) {
        self.enter(FILES);
        let _ = [(); 3].map(|()| self.request());
        let _ = [(); 2].map(|()| self.event());
    }

    /// The next event, but for where the files are.
    pub fn event(&self) -> DropEvent {
        loop {
            match self.events.recv_timeout(MUCH_TIME).expect("an event") {
                DropEvent::Over(held) => self.held.set(Some(held)),
                event => return event,
            }
        }
    }

    /// Nothing comes that was not waited for, also not a little later.
    pub fn is_quiet(&self) -> bool {
        self.is_quiet_for(Duration::from_millis(100))
    }

    /// The same for so long.
    pub fn is_quiet_for(&self, time: Duration) -> bool {
        self.requests.recv_timeout(time).is_err() && self.events.try_recv().is_err()
    }

    pub fn end_compositor(&mut self) {
        self.actions.take();
        if let Some(compositor) = self.compositor.take() {
            compositor.join().expect("the compositor");
        }
    }
}

/// Serves one client until nobody tells what to do any more.
fn serve(
    stream: UnixStream,
    version: u32,
    source: Source,
    report: Sender<Request>,
    to_do: Receiver<Action>,
) {
    let compositor = Compositor {
        surface: None,
        seat: None,
        devices: Vec::new(),
        offer: None,
        source,
        kept: Vec::new(),
        report,
    };
    let announce = |handle: &DisplayHandle| {
        handle.create_global::<Compositor, WlCompositor, ()>(1, ());
        handle.create_global::<Compositor, WlSeat, ()>(5, ());
        handle.create_global::<Compositor, WlDataDeviceManager, ()>(version, ());
    };
    test_compositor::serve(stream, compositor, announce, |compositor, handle| {
        match to_do.try_recv() {
            Ok(action) => action(compositor, handle),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return false,
        }
        true
    });
}

/// What the window library knows.
pub struct ClientState;

impl Dispatch<wl_registry::WlRegistry, GlobalListContents> for ClientState {
    fn event(
        _: &mut Self,
        _: &wl_registry::WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

wayland_client::delegate_noop!(ClientState: ignore ClientCompositor);
wayland_client::delegate_noop!(ClientState: ignore ClientSurface);

surfaces!(Compositor);
bind!(Compositor, WlDataDeviceManager, |_compositor, _resource| ());
bind!(Compositor, WlSeat, |compositor, seat| {
    seat.capabilities(wl_seat::Capability::Pointer);
    compositor.seat = Some(seat);
});

answer!(Compositor, WlSeat, wl_seat::Request, |_c, _r, _asked, _init| ());
answer!(
    Compositor,
    WlDataDeviceManager,
    wl_data_device_manager::Request,
    |compositor, _r, request, init| {
        if let wl_data_device_manager::Request::GetDataDevice { id, .. } = request {
            compositor.devices.push(init.init(id, ()));
            compositor.send(Request::Device);
        }
    }
);
answer!(Compositor, WlDataDevice, wl_data_device::Request, |compositor, device, request, _init| {
    if let wl_data_device::Request::Release = request {
        compositor.devices.retain(|known| known != device);
        compositor.send(Request::Release);
    }
});
answer!(Compositor, WlDataOffer, wl_data_offer::Request, |compositor, offer, request, _init| {
    match request {
        wl_data_offer::Request::Accept { mime_type, .. } => {
            compositor.send(Request::Accept(mime_type));
        }
        wl_data_offer::Request::SetActions { dnd_actions, .. } => {
            compositor.send(Request::Actions);
            let is_copy = dnd_actions == WEnum::Value(DndAction::Copy);
            offer.action(if is_copy { DndAction::Copy } else { DndAction::None });
        }
        wl_data_offer::Request::Receive { mime_type, fd } => {
            assert_eq!(mime_type, URIS);
            match compositor.source.clone() {
                Source::Over(list) => {
                    std::thread::spawn(move || drop(File::from(fd).write_all(&list)));
                }
                Source::Never => {
                    let mut file = File::from(fd);
                    file.write_all(b"file:///beginning.bvh\r\n").expect("a pipe");
                    compositor.kept.push(file.into());
                }
            }
            compositor.send(Request::Receive);
        }
        wl_data_offer::Request::Finish => compositor.send(Request::Finish),
        wl_data_offer::Request::Destroy => compositor.send(Request::Destroy),
        _ => {}
    }
});
