//! How files from other programs are opened: drag and drop, and files that another start hands over.

use std::path::PathBuf;

use crate::app::interface::HeldFiles;
use crate::app::{Effect, FilesCommand, State};
use crate::files::Attach;
use crate::platform::{DropEvent, Files};

/// Shows what happens to files over the window, and opens what was let go there.
#[must_use = "nobody else carries the effects out"]
pub fn apply(event: DropEvent, state: &mut State) -> Vec<Effect> {
    match event {
        // Without a number the window speaks of one thing, whatever it holds.
        DropEvent::Hover(count) => state.interface.hovering = count.unwrap_or(1),
        DropEvent::Over(held) => {
            state.interface.held.at = Some(held.at);
            state.interface.held.alt = held.alt.unwrap_or(state.interface.held.alt);
        }
        DropEvent::Leave => {
            state.interface.hovering = 0;
            state.interface.held = HeldFiles::default();
        }
        DropEvent::Drop(mut files) => {
            state.interface.hovering = 0;
            let held = std::mem::take(&mut state.interface.held);
            let objects = objects_of(&mut files, held);
            if !objects.is_empty() {
                let mut effects = attach(objects, held, state);
                effects.extend(open(files, state));
                return effects;
            }
            if files.paths.is_empty() && files.others.is_empty() {
                let text = "the drop contained no file, or its program did not send it";
                state.interface.notices.push_error(text);
            }
            return open(files, state);
        }
    }
    Vec::new()
}

/// Takes out of the files those that are to be attached to a bone: an OBJ is nothing else, and what may be
/// a take as well is one where Alt is down.
fn objects_of(files: &mut Files, held: HeldFiles) -> Vec<PathBuf> {
    let is_object = |path: &PathBuf| {
        let is_obj = path.extension().is_some_and(|own| own.eq_ignore_ascii_case("obj"));
        is_obj || held.alt && Attach::is_object(path)
    };
    let (objects, takes) = std::mem::take(&mut files.paths).into_iter().partition(is_object);
    files.paths = takes;
    objects
}

/// Attaches objects to the bone that they were dropped on, or else to the one that is selected.
fn attach(objects: Vec<PathBuf>, held: HeldFiles, state: &mut State) -> Vec<Effect> {
    let selected = || state.take().and_then(|open| Some((open.id, open.primary()?)));
    let Some((take, node)) = held.over.or_else(selected) else {
        let text = "an object is attached to a bone: drop it on one, or select one first";
        state.interface.notices.push_error(text);
        return Vec::new();
    };
    let read = objects.into_iter().map(|file| Effect::ReadObject { take, node: Some(node), file });
    read.collect()
}

/// Opens files, and says of the others that they cannot be opened.
#[must_use = "nobody else carries the effects out"]
pub fn open(files: Files, state: &mut State) -> Vec<Effect> {
    let paths = paths(files, state);
    if paths.is_empty() { Vec::new() } else { state.apply(FilesCommand::Open(paths)) }
}

/// Begins with what the program was started for; without files, with the built-in take.
#[must_use = "nobody else carries the effects out"]
pub fn begin(files: Files, state: &mut State) -> Vec<Effect> {
    let paths = paths(files, state);
    state.begin(paths)
}

/// The files that can be opened; the others are told of.
fn paths(Files { paths, others }: Files, state: &mut State) -> Vec<PathBuf> {
    if !others.is_empty() {
        state.interface.notices.push_error(refusal(&others));
    }
    paths
}

/// Says of what was handed over that it cannot be opened. Ten links are one notice.
fn refusal(others: &[String]) -> String {
    const MAX_NAMED: usize = 5;
    if let [one] = others {
        return format!("cannot open {one}: only files on this machine can be opened");
    }
    let mut lines = vec!["only files on this machine can be opened, not these:".to_string()];
    lines.extend(others.iter().take(MAX_NAMED).cloned());
    if let Some(more @ 1..) = others.len().checked_sub(MAX_NAMED) {
        lines.push(format!("and {more} more"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::SelectionCommand;

    fn drop_of(paths: &[&str], others: &[&str]) -> DropEvent {
        DropEvent::Drop(Files {
            paths: paths.iter().map(PathBuf::from).collect(),
            others: others.iter().map(ToString::to_string).collect(),
        })
    }

    fn notices(state: &State) -> Vec<&str> {
        state.interface.notices.iter().map(|notice| notice.text.as_str()).collect()
    }

    #[test]
    fn hovering_shows_until_the_files_leave_or_fall() {
        let mut state = State::default();
        let _ = apply(DropEvent::Hover(None), &mut state);
        assert_eq!(state.interface.hovering, 1);
        let _ = apply(DropEvent::Hover(Some(300)), &mut state);
        assert_eq!(state.interface.hovering, 300);
        let _ = apply(DropEvent::Leave, &mut state);
        assert_eq!(state.interface.hovering, 0);
        let _ = apply(DropEvent::Hover(Some(2)), &mut state);
        let effects = apply(drop_of(&["/not-there.bvh"], &[]), &mut state);
        assert_eq!(state.interface.hovering, 0);
        assert!(matches!(&effects[..], [Effect::Load(_)]));
    }

    #[test]
    fn an_obj_is_attached_to_the_bone_below_and_a_glb_with_alt() {
        let mut state = State::of(crate::files::builtin());
        let open = state.take().expect("a take");
        let (id, take) = (open.id, open.take.clone());
        let mut nodes = take.skeleton.iter().map(|(node, _)| node);
        let (over, selected) = (nodes.next().expect("a node"), nodes.next().expect("another"));
        let on = |node, effects: &[Effect]| {
            let is = |effect: &Effect| {
                matches!(effect, Effect::ReadObject { take, node: Some(of), .. }
                    if (*take, *of) == (id, node))
            };
            effects.iter().filter(|effect| is(effect)).count()
        };
        assert!(apply(drop_of(&["/a.obj"], &[]), &mut state).is_empty());
        assert_eq!(notices(&state).len(), 1, "no bone");
        let _ = state.apply(SelectionCommand::Select(Some(selected)));
        assert_eq!(on(selected, &apply(drop_of(&["/a.obj"], &[]), &mut state)), 1);
        let held = |alt| HeldFiles { alt, over: Some((id, over)), ..HeldFiles::default() };
        state.interface.held = held(true);
        let dropped = ["/a.obj", "/b.GLB", "/c.bvh"];
        let effects = apply(drop_of(&dropped, &[]), &mut state);
        assert_eq!((on(over, &effects), effects.len()), (2, 3));
        assert_eq!(state.interface.held, HeldFiles::default());
        state.interface.held = held(false);
        let effects = apply(drop_of(&dropped, &[]), &mut state);
        assert_eq!(on(over, &effects), 1, "the other two are opened");
    }

    #[test]
    fn what_cannot_be_opened_is_named_once() {
        for (others, text) in [
            (
                &["https://example.org/walk.bvh"][..],
                "cannot open https://example.org/walk.bvh: only files on this machine can be opened",
            ),
            (
                &["a:1", "a:2", "a:3", "a:4", "a:5", "a:6", "a:7"][..],
                "only files on this machine can be opened, not these:\n\
                 a:1\na:2\na:3\na:4\na:5\nand 2 more",
            ),
        ] {
            let mut state = State::default();
            let _ = apply(drop_of(&[], others), &mut state);
            assert_eq!(notices(&state), [text]);
        }
    }

    #[test]
    fn a_drop_of_nothing_is_not_passed_over() {
        let mut state = State::default();
        let _ = apply(drop_of(&[], &[]), &mut state);
        assert_eq!(notices(&state).len(), 1);
    }
}
