//! Drops as a compositor brings them.

mod compositor;

use wayland_server::DisplayHandle;
use wayland_server::protocol::wl_data_device_manager::DndAction;
use wayland_server::protocol::wl_seat;

use super::*;
use compositor::{Asked, Compositor, Desk, Hand, Window};

const FILES: &[&str] = &["text/plain", URIS];

fn over(list: &str) -> Hand {
    Hand::Over(list.as_bytes().to_vec())
}

fn accepted() -> Asked {
    Asked::Accept(Some(URIS.to_string()))
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
    let Some(desk) = Desk::new(3, over(list)) else {
        return;
    };
    for _ in 0..2 {
        desk.enter(FILES);
        let asked = [(); 3].map(|()| desk.asked());
        assert_eq!(asked, [accepted(), Asked::Actions, Asked::Receive]);
        assert_eq!(desk.event(), DropEvent::Hover(None));
        assert_eq!(desk.event(), DropEvent::Hover(Some(2)));
        assert_eq!(desk.held.get().map(|held| held.at), Some([10.0, 10.0]));
        assert!(desk.is_quiet());
        desk.tell(|compositor, _| {
            compositor.device().drop();
            // Some compositors say this as well.
            compositor.device().leave();
        });
        let expected = dropped(&["/a b.bvh", "/d.bvh"], &["https://example.org/c.bvh"]);
        assert_eq!(desk.event(), expected);
        assert_eq!(desk.asked(), Asked::Finish);
        assert_eq!(desk.asked(), Asked::Destroy);
        assert!(desk.is_quiet());
    }
}

#[test]
fn files_that_fall_before_they_are_counted_are_not_lost() {
    let list: String = (0..5000).map(|i| format!("file:///take{i}.bvh\r\n")).collect();
    let Some(desk) = Desk::new(3, over(&list)) else {
        return;
    };
    desk.tell(|compositor, handle| {
        compositor.enter(handle, FILES);
        compositor.device().drop();
        let offer = compositor.offer.as_ref().expect("an offer");
        offer.action(DndAction::Copy);
    });
    assert_eq!(desk.event(), DropEvent::Hover(None));
    match desk.event() {
        DropEvent::Drop(files) => assert_eq!((files.paths.len(), files.others.len()), (5000, 0)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_that_leave_are_given_back() {
    let Some(desk) = Desk::new(3, over("file:///a.bvh")) else {
        return;
    };
    desk.enter(FILES);
    let _ = [(); 3].map(|()| desk.asked());
    let _ = [(); 2].map(|()| desk.event());
    desk.tell(|compositor, _| compositor.device().leave());
    assert_eq!(desk.event(), DropEvent::Leave);
    assert_eq!(desk.asked(), Asked::Destroy);
    assert!(desk.is_quiet());
}

#[test]
fn what_is_no_file_is_refused_and_kept_until_it_leaves() {
    let Some(desk) = Desk::new(3, over("file:///a.bvh")) else {
        return;
    };
    desk.enter(&["text/plain"]);
    assert_eq!(desk.asked(), Asked::Accept(None));
    assert_eq!(desk.asked(), Asked::Actions);
    assert!(desk.is_quiet());
    desk.tell(|compositor, _| compositor.device().leave());
    assert_eq!(desk.asked(), Asked::Destroy);
    assert!(desk.is_quiet());
}

#[test]
fn old_compositors_are_asked_for_nothing_that_they_do_not_know() {
    let Some(desk) = Desk::new(1, over("file:///a.bvh")) else {
        return;
    };
    desk.enter(FILES);
    assert_eq!([(); 2].map(|()| desk.asked()), [accepted(), Asked::Receive]);
    let _ = [(); 2].map(|()| desk.event());
    desk.tell(|compositor, _| compositor.device().drop());
    assert_eq!(desk.event(), dropped(&["/a.bvh"], &[]));
    assert_eq!(desk.asked(), Asked::Destroy);
    assert!(desk.is_quiet());
}

#[test]
fn a_program_that_hands_nothing_over_is_given_up() {
    let Some(desk) = Desk::new(3, Hand::Never) else {
        return;
    };
    desk.enter(FILES);
    let _ = [(); 3].map(|()| desk.asked());
    assert_eq!(desk.event(), DropEvent::Hover(None));
    desk.tell(|compositor, _| compositor.device().drop());
    // Half a list could be half a name: none of it is taken.
    assert_eq!(desk.event(), dropped(&[], &[]));
    assert_eq!(desk.asked(), Asked::Destroy, "and nothing is finished");
    assert!(desk.is_quiet());
}

#[test]
fn closing_the_window_waits_for_no_other_program() {
    let Some(mut desk) = Desk::new(3, Hand::Never) else {
        return;
    };
    desk.enter(FILES);
    let _ = [(); 3].map(|()| desk.asked());
    let before = Instant::now();
    desk.worker.take();
    assert!(before.elapsed() < PATIENCE / 2, "{:?}", before.elapsed());
    assert_eq!(desk.asked(), Asked::Destroy);
    assert_eq!(desk.asked(), Asked::Release);
    // The window library's own words still come through.
    desk.queue.roundtrip(&mut Window).expect("a connection");
}

#[test]
fn a_compositor_that_is_gone_is_not_waited_for() {
    let Some(mut desk) = Desk::new(3, over("")) else {
        return;
    };
    desk.end_compositor();
    desk.worker.take();
    assert!(desk.events.try_recv().is_err());
}

#[test]
fn devices_are_newer_than_the_clipboard_s_except_in_the_middle_of_a_drag() {
    let Some(desk) = Desk::new(3, over("file:///a.bvh")) else {
        return;
    };
    let plug = |compositor: &mut Compositor, _: &DisplayHandle| {
        let both = wl_seat::Capability::Pointer | wl_seat::Capability::Keyboard;
        compositor.seat.as_ref().expect("a seat").capabilities(both);
    };
    desk.tell(plug);
    assert_eq!(desk.asked(), Asked::Device);
    assert_eq!(desk.asked(), Asked::Release);
    desk.enter(FILES);
    let _ = [(); 3].map(|()| desk.asked());
    let _ = [(); 2].map(|()| desk.event());
    desk.tell(plug);
    std::thread::sleep(CLIPBOARD_FIRST * 2);
    assert!(desk.is_quiet());
    desk.tell(|compositor, _| compositor.device().drop());
    assert_eq!(desk.event(), dropped(&["/a.bvh"], &[]));
    let asked = [(); 4].map(|()| desk.asked());
    let expected = [Asked::Finish, Asked::Destroy, Asked::Device, Asked::Release];
    assert_eq!(asked, expected);
}

#[test]
fn the_clipboard_is_left_alone() {
    let Some(desk) = Desk::new(3, over("")) else {
        return;
    };
    let copy = |compositor: &mut Compositor, handle: &DisplayHandle| {
        let (device, offer) = compositor.announce(handle, &["text/plain", URIS]);
        device.selection(Some(&offer));
    };
    desk.tell(copy);
    assert!(desk.is_quiet(), "nobody reads it, nor gives it up");
    desk.tell(copy);
    assert_eq!(desk.asked(), Asked::Destroy, "the old one, not the new one");
    assert!(desk.is_quiet());
}
