//! Another program on a Wayland desktop: a square that hands something over when it is pressed, and
//! reads what was copied elsewhere once it has the focus.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_data_device::{self, WlDataDevice};
use wayland_client::protocol::wl_data_device_manager::{DndAction, WlDataDeviceManager};
use wayland_client::protocol::wl_data_offer::WlDataOffer;
use wayland_client::protocol::wl_data_source::{self, WlDataSource};
use wayland_client::protocol::wl_keyboard::WlKeyboard;
use wayland_client::protocol::wl_pointer::{self, WlPointer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{
    Connection, Dispatch, EventQueue, QueueHandle, delegate_noop, event_created_child,
};
use wayland_protocols::xdg::shell::client::xdg_surface::{self, XdgSurface};
use wayland_protocols::xdg::shell::client::xdg_toplevel::XdgToplevel;
use wayland_protocols::xdg::shell::client::xdg_wm_base::{self, XdgWmBase};

use super::wait::PATIENCE;

/// The colour of the square.
pub const COLOUR: [u8; 3] = [0xff, 0x00, 0xff];

/// How many points the square has across and down.
const SIZE: i32 = 120;

const TEXT: &str = "text/plain;charset=utf-8";
const URIS: &str = "text/uri-list";

/// What it does when it is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Nothing,
    /// Drags a list of files.
    Drag(String),
    /// Puts a text into the clipboard.
    Copy(String),
}

/// The program, on a thread that ends with the compositor.
pub struct Neighbour {
    clipboard: Receiver<String>,
    finished: Receiver<()>,
}

impl Neighbour {
    /// Shows the square, above all other windows.
    pub fn start(socket: &Path, deed: Deed) -> Self {
        let stream = UnixStream::connect(socket).expect("a compositor");
        let connection = Connection::from_socket(stream).expect("a connection");
        let (globals, mut queue) = registry_queue_init::<Square>(&connection).expect("a registry");
        let handle = queue.handle();
        let seat: WlSeat = globals.bind(&handle, 1..=5, ()).expect("a seat");
        let manager: WlDataDeviceManager = globals.bind(&handle, 3..=3, ()).expect("a manager");
        let compositor: WlCompositor = globals.bind(&handle, 3..=4, ()).expect("a compositor");
        let shell: XdgWmBase = globals.bind(&handle, 1..=1, ()).expect("a shell");
        let shm: WlShm = globals.bind(&handle, 1..=1, ()).expect("memory");
        seat.get_pointer(&handle, ());
        // Without a keyboard there is no focus, and without it no clipboard.
        seat.get_keyboard(&handle, ());
        let surface = compositor.create_surface(&handle, ());
        let window = shell.get_xdg_surface(&surface, &handle, ());
        window.get_toplevel(&handle, ()).set_title("Neighbour".into());
        surface.commit();
        let (pasted, clipboard) = channel();
        let (finish, finished) = channel();
        let mut square = Square {
            device: manager.get_data_device(&seat, &handle, ()),
            manager,
            buffer: buffer(&shm, &handle),
            surface,
            deed,
            pasted,
            finish,
        };
        std::thread::spawn(move || live(&mut queue, &mut square));
        Self { clipboard, finished }
    }

    /// The text that is in the clipboard when the square gets the focus.
    pub fn clipboard(&self) -> String {
        self.clipboard.recv_timeout(PATIENCE).expect("a text in the clipboard")
    }

    /// Waits until somebody took what it dragged, and said that all is well.
    pub fn wait_until_taken(&self) {
        self.finished.recv_timeout(PATIENCE).expect("thanks for the files");
    }
}

/// Answers until the compositor is gone.
fn live(queue: &mut EventQueue<Square>, square: &mut Square) {
    while queue.blocking_dispatch(square).is_ok() {}
}

/// A picture of one colour, shared with the compositor.
fn buffer(shm: &WlShm, handle: &QueueHandle<Square>) -> WlBuffer {
    let [red, green, blue] = COLOUR;
    let pixels = [blue, green, red, 0].repeat((SIZE * SIZE) as usize);
    let name = format!("rushes-square-{}-{:?}", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, &pixels).expect("a temporary file");
    let file = File::options().read(true).write(true).open(&path).expect("the file");
    std::fs::remove_file(&path).expect("the file");
    let pool = shm.create_pool(file.as_fd(), pixels.len() as i32, handle, ());
    pool.create_buffer(0, SIZE, SIZE, SIZE * 4, Format::Xrgb8888, handle, ())
}

struct Square {
    manager: WlDataDeviceManager,
    device: WlDataDevice,
    surface: WlSurface,
    buffer: WlBuffer,
    deed: Deed,
    pasted: Sender<String>,
    finish: Sender<()>,
}

delegate_noop!(Square: WlCompositor);
delegate_noop!(Square: WlDataDeviceManager);
delegate_noop!(Square: WlShmPool);
delegate_noop!(Square: ignore WlBuffer);
delegate_noop!(Square: ignore WlDataOffer);
delegate_noop!(Square: ignore WlKeyboard);
delegate_noop!(Square: ignore WlSeat);
delegate_noop!(Square: ignore WlShm);
delegate_noop!(Square: ignore WlSurface);
delegate_noop!(Square: ignore XdgToplevel);

impl Dispatch<WlRegistry, GlobalListContents> for Square {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

impl Dispatch<XdgWmBase, ()> for Square {
    fn event(
        _: &mut Self,
        shell: &XdgWmBase,
        event: xdg_wm_base::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_wm_base::Event::Ping { serial } = event {
            shell.pong(serial);
        }
    }
}

impl Dispatch<XdgSurface, ()> for Square {
    fn event(
        square: &mut Self,
        window: &XdgSurface,
        event: xdg_surface::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_surface::Event::Configure { serial } = event {
            window.ack_configure(serial);
            square.surface.attach(Some(&square.buffer), 0, 0);
            square.surface.damage_buffer(0, 0, SIZE, SIZE);
            square.surface.commit();
        }
    }
}

impl Dispatch<WlPointer, ()> for Square {
    fn event(
        square: &mut Self,
        _: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        queue: &QueueHandle<Self>,
    ) {
        let wl_pointer::Event::Button { serial, state, .. } = event else {
            return;
        };
        if !matches!(state.into_result(), Ok(wl_pointer::ButtonState::Pressed)) {
            return;
        }
        let source = square.manager.create_data_source(queue, ());
        match square.deed {
            Deed::Nothing => source.destroy(),
            Deed::Drag(_) => {
                source.offer(URIS.into());
                source.set_actions(DndAction::Copy | DndAction::Move);
                let (device, from) = (&square.device, &square.surface);
                device.start_drag(Some(&source), from, None, serial);
            }
            Deed::Copy(_) => {
                source.offer(TEXT.into());
                square.device.set_selection(Some(&source), serial);
            }
        }
    }
}

impl Dispatch<WlDataSource, ()> for Square {
    fn event(
        square: &mut Self,
        source: &WlDataSource,
        event: wl_data_source::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_data_source::Event::Send { fd, .. } => {
                if let Deed::Drag(text) | Deed::Copy(text) = &square.deed {
                    // Whoever asked may have gone.
                    let _ = File::from(fd).write_all(text.as_bytes());
                }
            }
            wl_data_source::Event::DndFinished => {
                let _ = square.finish.send(());
                source.destroy();
            }
            wl_data_source::Event::Cancelled => source.destroy(),
            _ => {}
        }
    }
}

impl Dispatch<WlDataDevice, ()> for Square {
    fn event(
        square: &mut Self,
        _: &WlDataDevice,
        event: wl_data_device::Event,
        (): &(),
        connection: &Connection,
        _: &QueueHandle<Self>,
    ) {
        let wl_data_device::Event::Selection { id: Some(offer) } = event else {
            return;
        };
        // What it copied itself it would have to hand to itself.
        if matches!(square.deed, Deed::Copy(_)) {
            return;
        }
        let (mut pipe, hand) = std::io::pipe().expect("a pipe");
        offer.receive(TEXT.into(), hand.as_fd());
        drop(hand);
        connection.flush().expect("a compositor");
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("a text");
        let _ = square.pasted.send(text);
    }

    event_created_child!(Square, WlDataDevice, [
        wl_data_device::EVT_DATA_OFFER_OPCODE => (WlDataOffer, ()),
    ]);
}
