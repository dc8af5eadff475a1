//! Clips of a file: chosen in the take panel, opened beside, each with notes of its own.

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::Window;
use rushes::app::{FilesCommand, NotesCommand};

/// The window on a copy of a file with three clips, of which the second is the first that moves.
fn window(folder: &Folder) -> Window {
    let text = support::read(&support::root().join("tests/good/gltf/arm.gltf"));
    let text = String::from_utf8(text).expect("text");
    let path = folder.write("arm.gltf", &text);
    let mut app = App::default();
    app.begin(&[path.into()]);
    Window::new(app)
}

fn shown(window: &Window) -> Vec<&str> {
    let takes = window.state().session.takes.iter();
    takes.map(|open| open.take.clips.as_ref().expect("clips").name()).collect()
}

#[test]
fn another_clip_takes_the_place_of_the_one_that_shows() {
    let folder = Folder::new("clips-replace");
    let mut window = window(&folder);
    let clips = window.open().take.clips.clone().expect("clips");
    assert!(clips.names.len() >= 2);
    let other = (0..clips.names.len()).find(|clip| *clip != clips.shown).expect("another one");
    window.click("Clip");
    window.click(&clips.names[other]);
    assert_eq!(shown(&window), [clips.names[other].as_str()]);
    let asked = window.open().edits.open_options.reading.clip.as_deref();
    assert_eq!(asked, Some(clips.names[other].as_str()));
    // And back: the usual one need not be asked for.
    window.click("Clip");
    window.click(&clips.names[clips.shown]);
    assert_eq!(shown(&window), [clips.name()]);
    assert_eq!(window.open().edits.open_options.reading.clip, None);
}

#[test]
fn a_clip_opens_beside_another_one_with_notes_of_its_own() {
    let folder = Folder::new("clips-beside");
    let mut window = window(&folder);
    let clips = window.open().take.clips.clone().expect("clips");
    let other = (0..clips.names.len()).find(|clip| *clip != clips.shown).expect("another one");
    window.apply(FilesCommand::OpenClip { clip: other, add: true });
    assert_eq!(shown(&window), [clips.name(), clips.names[other].as_str()]);
    window.apply(NotesCommand::Add);
    let notes: Vec<usize> =
        window.state().session.takes.iter().map(|open| open.review.kept.notes.len()).collect();
    assert_eq!(notes, [0, 1]);
    // A clip that the file does not have is not asked for.
    window.apply(FilesCommand::OpenClip { clip: clips.names.len(), add: true });
    assert_eq!(shown(&window).len(), 2);
    // Read again, each stays the clip that it is.
    window.apply(FilesCommand::Reload);
    assert_eq!(shown(&window), [clips.name(), clips.names[other].as_str()]);
}
