//! Drops as a compositor brings them.

mod compositor;

use wayland_server::DisplayHandle;
use wayland_server::protocol::wl_data_device_manager::DndAction;
use wayland_server::protocol::wl_seat;

use super::*;
use compositor::{ClientState, Compositor, FILES, Request, Source, TestWindow};

fn over(list: &str) -> Source {
    Source::Over(list.as_bytes().to_vec())
}

fn accepted() -> Request {
    Request::Accept(Some(URIS.to_string()))
}

fn dropped(paths: &[&str], others: &[&str]) -> DropEvent {
    DropEvent::Drop(Files {
        paths: paths.iter().map(Into::into).collect(),
        others: others.iter().map(ToString::to_string).collect(),
    })
}

#[test]
fn files_are_counted_while_they_are_held_and_come_when_they_fall() {
    let list = "file:///a%20b.bvh\nhttps://example.org/c.bvh\nfile:///d.bvh";
    let Some(window) = TestWindow::new(3, over(list)) else { return };
    for _ in 0..2 {
        window.enter(FILES);
        let requests = [(); 3].map(|()| window.request());
        assert_eq!(requests, [accepted(), Request::Actions, Request::Receive]);
        assert_eq!(window.event(), DropEvent::Hover(None));
        assert_eq!(window.event(), DropEvent::Hover(Some(2)));
        assert_eq!(window.held.get().map(|held| held.at), Some([10.0, 10.0]));
        assert!(window.is_quiet());
        window.run(|compositor, _| {
            compositor.device().drop();
            // Some compositors say this as well.
            compositor.device().leave();
        });
        let expected = dropped(&["/a b.bvh", "/d.bvh"], &["https://example.org/c.bvh"]);
        assert_eq!(window.event(), expected);
        assert_eq!(window.request(), Request::Finish);
        assert_eq!(window.request(), Request::Destroy);
        assert!(window.is_quiet());
    }
}

#[test]
fn files_that_fall_before_they_are_counted_are_not_lost() {
    let list: String = (0..5000).map(|i| format!("file:///take{i}.bvh\r\n")).collect();
    let Some(window) = TestWindow::new(3, over(&list)) else { return };
    window.run(|compositor, handle| {
        compositor.enter(handle, FILES);
        compositor.device().drop();
        compositor.offer.as_ref().expect("an offer").action(DndAction::Copy);
    });
    assert_eq!(window.event(), DropEvent::Hover(None));
    match window.event() {
        DropEvent::Drop(files) => assert_eq!((files.paths.len(), files.others.len()), (5000, 0)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_that_leave_are_given_back() {
    let Some(window) = TestWindow::new(3, over("file:///a.bvh")) else { return };
    window.hold_files();
    window.run(|compositor, _| compositor.device().leave());
    assert_eq!(window.event(), DropEvent::Leave);
    assert_eq!(window.request(), Request::Destroy);
    assert!(window.is_quiet());
}

#[test]
fn what_is_no_file_is_refused_and_kept_until_it_leaves() {
    let Some(window) = TestWindow::new(3, over("file:///a.bvh")) else { return };
    window.enter(&["text/plain"]);
    assert_eq!(window.request(), Request::Accept(None));
    assert_eq!(window.request(), Request::Actions);
    assert!(window.is_quiet());
    window.run(|compositor, _| compositor.device().leave());
    assert_eq!(window.request(), Request::Destroy);
    assert!(window.is_quiet());
}

#[test]
fn old_compositors_are_asked_for_nothing_that_they_do_not_know() {
    let Some(window) = TestWindow::new(1, over("file:///a.bvh")) else { return };
    window.enter(FILES);
    assert_eq!([(); 2].map(|()| window.request()), [accepted(), Request::Receive]);
    let _ = [(); 2].map(|()| window.event());
    window.run(|compositor, _| compositor.device().drop());
    assert_eq!(window.event(), dropped(&["/a.bvh"], &[]));
    assert_eq!(window.request(), Request::Destroy);
    assert!(window.is_quiet());
}

#[test]
fn a_program_that_hands_nothing_over_is_given_up() {
    let Some(window) = TestWindow::new(3, Source::Never) else { return };
    window.enter(FILES);
    let _ = [(); 3].map(|()| window.request());
    assert_eq!(window.event(), DropEvent::Hover(None));
    window.run(|compositor, _| compositor.device().drop());
    // Half a list could be half a name: none of it is taken.
    assert_eq!(window.event(), dropped(&[], &[]));
    assert_eq!(window.request(), Request::Destroy, "and nothing is finished");
    assert!(window.is_quiet());
}

#[test]
fn closing_the_window_waits_for_no_other_program() {
    let Some(mut window) = TestWindow::new(3, Source::Never) else { return };
    window.enter(FILES);
    let _ = [(); 3].map(|()| window.request());
    let before = Instant::now();
    window.worker.take();
    assert!(before.elapsed() < TIMEOUT / 2, "{:?}", before.elapsed());
    assert_eq!(window.request(), Request::Destroy);
    assert_eq!(window.request(), Request::Release);
    // The window library's own words still come through.
    window.queue.roundtrip(&mut ClientState).expect("a connection");
}

#[test]
fn a_compositor_that_is_gone_is_not_waited_for() {
    let Some(mut window) = TestWindow::new(3, over("")) else { return };
    window.end_compositor();
    window.worker.take();
    assert!(window.events.try_recv().is_err());
}

#[test]
fn devices_are_newer_than_the_clipboard_s_except_in_the_middle_of_a_drag() {
    let Some(window) = TestWindow::new(3, over("file:///a.bvh")) else { return };
    let plug = |compositor: &mut Compositor, _: &DisplayHandle| {
        let both = wl_seat::Capability::Pointer | wl_seat::Capability::Keyboard;
        compositor.seat.as_ref().expect("a seat").capabilities(both);
    };
    window.run(plug);
    assert_eq!(window.request(), Request::Device);
    assert_eq!(window.request(), Request::Release);
    window.hold_files();
    window.run(plug);
    assert!(window.is_quiet_for(CLIPBOARD_FIRST * 2));
    window.run(|compositor, _| compositor.device().drop());
    assert_eq!(window.event(), dropped(&["/a.bvh"], &[]));
    let requests = [(); 4].map(|()| window.request());
    assert_eq!(requests, [Request::Finish, Request::Destroy, Request::Device, Request::Release]);
}

#[test]
fn the_clipboard_is_left_alone() {
    let Some(window) = TestWindow::new(3, over("")) else { return };
    let copy = |compositor: &mut Compositor, handle: &DisplayHandle| {
        let (device, offer) = compositor.announce(handle, &["text/plain", URIS]);
        device.selection(Some(&offer));
    };
    window.run(copy);
    assert!(window.is_quiet(), "nobody reads it, nor gives it up");
    window.run(copy);
    assert_eq!(window.request(), Request::Destroy, "the old one, not the new one");
    assert!(window.is_quiet());
}
