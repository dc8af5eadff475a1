//! Raising on Wayland: `xdg-activation`, with the token that the program was started with.

use std::ffi::c_void;

use wayland_backend::client::{Backend, ObjectId};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, Proxy as _, QueueHandle, delegate_noop};
use wayland_protocols::xdg::activation::v1::client::xdg_activation_v1::XdgActivationV1;

/// Asks the compositor to bring a surface to the front; false where it does not know the protocol.
///
/// # Safety
/// `display` is a `wl_display`, and `surface` a `wl_surface` on it.
pub unsafe fn activate(display: *mut c_void, surface: *mut c_void, token: &str) -> bool {
    // SAFETY: the caller says so.
    let backend = unsafe { Backend::from_foreign_display(display.cast()) };
    let connection = Connection::from_backend(backend);
    // SAFETY: the caller says so.
    let surface = unsafe { ObjectId::from_ptr(WlSurface::interface(), surface.cast()) };
    let surface = surface.map(|id| WlSurface::from_id(&connection, id));
    let Ok(Ok(surface)) = surface else { return false };
    request_activation(&connection, &surface, token).is_some()
}

fn request_activation(connection: &Connection, surface: &WlSurface, token: &str) -> Option<()> {
    let (globals, queue) = registry_queue_init::<ClientState>(connection).ok()?;
    let activation: XdgActivationV1 = globals.bind(&queue.handle(), 1..=1, ()).ok()?;
    activation.activate(token.to_string(), surface);
    activation.destroy();
    connection.flush().ok()
}

/// The queue of a request that has no answer.
struct ClientState;

delegate_noop!(ClientState: XdgActivationV1);

impl Dispatch<WlRegistry, GlobalListContents> for ClientState {
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

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use wayland_client::protocol::wl_compositor::WlCompositor as ClientCompositor;
    use wayland_protocols::xdg::activation::v1::server::xdg_activation_v1 as activation;
    use wayland_server::protocol::wl_compositor::WlCompositor;
    use wayland_server::protocol::wl_surface::WlSurface as ServerSurface;
    use wayland_server::{DisplayHandle, Resource as _};

    use super::{ClientState, Connection, activate, registry_queue_init};
    use crate::platform::test_compositor::{self, answer, bind, surfaces};

    wayland_client::delegate_noop!(ClientState: ClientCompositor);
    wayland_client::delegate_noop!(ClientState: ignore super::WlSurface);

    /// A compositor that reports which token is to bring its surface to the front.
    struct Compositor {
        surface: Option<ServerSurface>,
        report: Sender<String>,
    }

    surfaces!(Compositor);
    bind!(Compositor, activation::XdgActivationV1, |_c, _r| ());
    answer!(
        Compositor,
        activation::XdgActivationV1,
        activation::Request,
        |compositor, _r, asked, _init| {
            if let activation::Request::Activate { token, surface } = asked
                && compositor.surface.as_ref() == Some(&surface)
            {
                let _ = compositor.report.send(token);
            }
        }
    );

    /// A window's connection to a compositor; `None`, with a word, where the system has no Wayland library.
    fn connect(knows_activation: bool) -> Option<(Connection, Receiver<String>)> {
        let (ours, theirs) = UnixStream::pair().expect("a pair of sockets");
        let (report, tokens) = channel();
        std::thread::spawn(move || {
            let announce = |handle: &DisplayHandle| {
                handle.create_global::<Compositor, WlCompositor, ()>(1, ());
                if knows_activation {
                    handle.create_global::<Compositor, activation::XdgActivationV1, ()>(1, ());
                }
            };
            let compositor = Compositor { surface: None, report };
            test_compositor::serve(theirs, compositor, announce, |compositor, _| {
                compositor.surface.as_ref().is_none_or(ServerSurface::is_alive)
            });
        });
        Some((test_compositor::connect(ours)?, tokens))
    }

    #[test]
    fn the_compositor_is_given_the_token_for_the_window() {
        for knows_activation in [true, false] {
            let Some((connection, tokens)) = connect(knows_activation) else { return };
            let (globals, queue) =
                registry_queue_init::<ClientState>(&connection).expect("globals");
            let compositor: ClientCompositor =
                globals.bind(&queue.handle(), 1..=1, ()).expect("a compositor");
            let surface = compositor.create_surface(&queue.handle(), ());
            let display = connection.backend().display_ptr().cast();
            let pointer = wayland_client::Proxy::id(&surface).as_ptr();
            // SAFETY: both live as long as the connection.
            let is_activated = unsafe { activate(display, pointer.cast(), "a token") };
            assert_eq!(is_activated, knows_activation);
            if is_activated {
                let token = tokens.recv_timeout(Duration::from_secs(20));
                assert_eq!(token.as_deref(), Ok("a token"));
            }
        }
    }
}
