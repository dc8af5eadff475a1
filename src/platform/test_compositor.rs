//! What the test compositors share: binding, answering and serving, and the client end of the connection.

use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use wayland_backend::client::Backend;
use wayland_client::Connection;
use wayland_server::{Display, DisplayHandle};

/// Lets clients of a compositor bind an interface, and does something with what they get.
macro_rules! bind {
    ($server:ty, $interface:ty, |$compositor:ident, $resource:ident| $then:expr) => {
        impl wayland_server::GlobalDispatch<$interface, ()> for $server {
            fn bind(
                $compositor: &mut Self,
                _: &wayland_server::DisplayHandle,
                _: &wayland_server::Client,
                resource: wayland_server::New<$interface>,
                (): &(),
                init: &mut wayland_server::DataInit<'_, Self>,
            ) {
                let $resource = init.init(resource, ());
                $then
            }
        }
    };
}
pub(super) use bind;

macro_rules! answer {
    ($server:ty, $interface:ty, $request:ty, |$compositor:ident, $resource:ident, $asked:ident, $init:ident| $then:expr) => {
        impl wayland_server::Dispatch<$interface, ()> for $server {
            fn request(
                $compositor: &mut Self,
                _: &wayland_server::Client,
                $resource: &$interface,
                $asked: $request,
                (): &(),
                _: &wayland_server::DisplayHandle,
                $init: &mut wayland_server::DataInit<'_, Self>,
            ) {
                $then
            }
        }
    };
}
pub(super) use answer;

/// Lets clients make surfaces: the compositor keeps the last one as its `surface`.
macro_rules! surfaces {
    ($server:ty) => {
        const _: () = {
            use wayland_server::protocol::wl_compositor::{self, WlCompositor};
            use wayland_server::protocol::wl_surface::{self, WlSurface};
            use $crate::platform::test_compositor::{answer, bind};

            bind!($server, WlCompositor, |_c, _r| ());
            answer!($server, WlSurface, wl_surface::Request, |_c, _r, _asked, _i| ());
            answer!($server, WlCompositor, wl_compositor::Request, |it, _r, asked, init| {
                if let wl_compositor::Request::CreateSurface { id } = asked {
                    it.surface = Some(init.init(id, ()));
                }
            });
        };
    };
}
pub(super) use surfaces;

/// Serves one client, which knows of what `announce` creates, for as long as `should_continue` says so.
pub(super) fn serve<C: 'static>(
    stream: UnixStream,
    mut compositor: C,
    announce: impl FnOnce(&DisplayHandle),
    mut should_continue: impl FnMut(&mut C, &DisplayHandle) -> bool,
) {
    let mut display = Display::<C>::new().expect("a display");
    let mut handle = display.handle();
    announce(&handle);
    let client = handle.insert_client(stream, Arc::new(()));
    client.expect("a client");
    loop {
        display.dispatch_clients(&mut compositor).expect("requests");
        if !should_continue(&mut compositor, &handle) {
            return;
        }
        display.flush_clients().expect("events");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The window's end of a connection; `None`, with a word, where the system has no Wayland library.
pub(super) fn connect(stream: UnixStream) -> Option<Connection> {
    let Ok(backend) = Backend::connect(stream) else {
        println!("skipped: libwayland-client is not installed");
        return None;
    };
    Some(Connection::from_backend(backend))
}
