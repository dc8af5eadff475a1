//! What the checks found in the window: the list, the way through it, the marks on the timeline.

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::Window;
use crate::support::planted::Table;
use crate::support::pointer::{self, drag};
use egui::{Color32, Rect};
use rushes::app::{ChecksCommand, DisplayCommand, PlaybackCommand, Tab, TakesCommand, ViewToggle};
use rushes::app::{Command, InterfaceCommand, NotesCommand, SelectionCommand};
use rushes::review::checks::{Check, FindingSeverity};
use rushes::take::Take;

/// A figure whose left hand leaves its path on three frames, and whose right arm is turned by a whole turn.
fn faulty() -> Take {
    let mut table = Table::with_pops(&[120, 40, 80]);
    let arm = table.find("RightArm");
    let turns = table.turns(arm);
    let all = 60..table.frames();
    table.add(arm, turns.start..turns.start + 1, all, |_, _| 360.0);
    table.take()
}

fn window() -> Window {
    let mut app = App::of(faulty());
    app.analyse();
    let mut window = Window::new(app);
    window.apply(InterfaceCommand::ShowTab(Tab::Checks));
    window
}

/// Whether the playhead, the selection and the finding that is looked at are these.
#[track_caller]
fn looks_at(window: &Window, frame: usize, joint: &str) {
    assert_eq!((window.frame(), window.selected()), (frame, vec![joint]));
    let review = &window.open().review;
    let finding = review.finding_at(review.finding.expect("one is looked at"));
    assert_eq!(finding.map(|finding| finding.first), Some(frame));
}

#[test]
fn what_is_open_is_checked_once_and_again_where_it_stands_anew() {
    let mut app = App::of(faulty());
    assert_eq!(app.wanted_analyses().len(), 1);
    let key = app.wanted_analyses().remove(0);
    let late = app.analysis(&key).unwrap().run(&|| false);
    app.analyse();
    assert!(app.wanted_analyses().is_empty());
    assert_eq!(app.take().unwrap().review.count(), 3);
    // In other units it is another motion; what was found before is of no use.
    app.apply(TakesCommand::SetUnit(Some(1.0)));
    assert_eq!(app.wanted_analyses().len(), 1);
    app.state.accept_analysis(late);
    assert_eq!(app.wanted_analyses().len(), 1);
    app.analyse();
    app.apply(TakesCommand::SetUnit(None));
    app.analyse();
    assert_eq!(app.take().unwrap().review.count(), 3);
}

#[test]
fn the_tab_lists_the_gravest_first_and_tells_how_many_are_worth_a_look() {
    let mut unchecked = Window::new(App::of(faulty()));
    unchecked.apply(InterfaceCommand::ShowTab(Tab::Checks));
    assert!(unchecked.shows("Checking…"));
    let window = window();
    window.find("Checks 3");
    assert!(window.shows("3 faults · 1 note") || window.shows("3 warnings · 1 note"));
    let findings: Vec<_> = window.open().review.findings().map(|(_, f)| f).collect();
    assert!(findings.is_sorted_by_key(|finding| finding.severity));
    assert_eq!(findings[3].check, Check::Flip);
    assert_eq!(findings[3].severity, FindingSeverity::Note);
    let mut clean = App::of(rushes::files::builtin());
    clean.analyse();
    let mut clean = Window::new(clean);
    clean.apply(InterfaceCommand::ShowTab(Tab::Checks));
    assert!(clean.shows("19 checks found nothing."));
    clean.find("Checks");
}

#[test]
fn n_goes_through_the_findings_in_the_order_of_frames_and_round() {
    let mut window = window();
    window.apply(PlaybackCommand::Toggle);
    for (frame, joint) in
        [(40, "LeftHand"), (60, "RightArm"), (80, "LeftHand"), (120, "LeftHand"), (40, "LeftHand")]
    {
        window.apply(ChecksCommand::Step(1));
        looks_at(&window, frame, joint);
        assert!(!window.is_playing());
    }
    let back = |window: &mut Window| window.apply(ChecksCommand::Step(-1));
    back(&mut window);
    looks_at(&window, 120, "LeftHand");
    // Whoever has gone elsewhere goes on from there.
    window.apply(PlaybackCommand::Seek(70));
    back(&mut window);
    looks_at(&window, 60, "RightArm");
    window.apply(PlaybackCommand::Seek(70));
    window.apply(ChecksCommand::Step(1));
    looks_at(&window, 80, "LeftHand");
}

#[test]
fn on_every_tab_n_tells_in_the_view_what_was_found_and_when_it_goes_round() {
    for tab in Tab::ALL {
        let mut window = window();
        window.apply(InterfaceCommand::ShowTab(tab));
        let view = window.rect("View");
        let shown = |window: &Window, text: &str| {
            let texts = window.texts();
            texts
                .iter()
                .any(|painted| painted.text.contains(text) && view.contains_rect(painted.rect))
        };
        for (number, goes_round) in [(1, false), (2, false), (3, false), (4, false), (1, true)] {
            window.apply(ChecksCommand::Step(1));
            let review = &window.open().review;
            let finding = review.current_finding(window.frame()).expect("one is looked at");
            let joint = &window.open().take.skeleton[finding.node.expect("a joint")].name;
            let name = format!("{}, {joint}", finding.check.label());
            let begin: String = finding.message.chars().take(30).collect();
            for text in [name.as_str(), begin.as_str(), &format!("{number} of 4")] {
                assert!(shown(&window, text), "{text}, {tab:?}");
            }
            assert_eq!(shown(&window, "from the beginning again"), goes_round);
        }
        window.apply(ChecksCommand::Step(-1));
        assert!(shown(&window, "from the end again") && shown(&window, "4 of 4"));
        // It leaves with Escape, before the selection does, and with its frames.
        assert_eq!(window.selected(), ["LeftHand"]);
        window.apply(InterfaceCommand::Escape);
        assert!(!shown(&window, "4 of 4"));
        assert_eq!(window.selected(), ["LeftHand"]);
        window.apply(ChecksCommand::Step(1));
        assert!(shown(&window, "4 of 4"), "it is under the playhead");
        window.apply(PlaybackCommand::Seek(20));
        assert!(!shown(&window, "of 4"));
    }
}

#[test]
fn the_finding_under_the_playhead_comes_first_and_is_noted_and_ignored_by_itself() {
    let mut window = window();
    window.apply(PlaybackCommand::Seek(80));
    window.apply(ChecksCommand::Step(1));
    looks_at(&window, 80, "LeftHand");
    window.apply(PlaybackCommand::Seek(40));
    window.apply(NotesCommand::AddOfCurrent);
    let note = window.open().review.current_note().expect("a note").clone();
    assert_eq!((note.frames.first, note.joint.as_deref()), (40, Some("LeftHand")));
    let count = |window: &Window| window.open().review.findings().count();
    let before = count(&window);
    window.apply(ChecksCommand::IgnoreCurrent);
    assert_eq!(count(&window), before - 1);
    // Where there is none, that is said, and nothing done.
    window.apply(PlaybackCommand::Seek(20));
    for command in [Command::from(NotesCommand::AddOfCurrent), ChecksCommand::IgnoreCurrent.into()]
    {
        window.apply(command);
        assert!(window.shows("No finding is on this frame"));
    }
    assert_eq!((count(&window), window.open().review.kept.notes.len()), (before - 1, 1));
}

#[test]
fn a_click_on_a_finding_goes_there_and_tells_all_of_it() {
    let mut window = window();
    assert!(!window.shows("Limit"));
    let row = window.open().review.findings().next().map(|(_, finding)| {
        let severity = finding.severity.word();
        let label = finding.check.label();
        (format!("{severity}: {label}, LeftHand, frames 40"), finding.message.clone())
    });
    let (row, message) = row.expect("there are findings");
    window.click(&row);
    looks_at(&window, 40, "LeftHand");
    for text in [message.as_str(), "Value", "Limit"] {
        assert!(window.shows(text), "{text}");
    }
}

#[test]
fn a_take_without_findings_and_one_without_frames_answer_the_keys() {
    let mut app = App::of(rushes::files::builtin());
    app.analyse();
    app.apply(PlaybackCommand::Seek(3));
    app.apply(ChecksCommand::Step(1));
    app.apply(ChecksCommand::Step(-1));
    app.apply(ChecksCommand::GoTo(0));
    assert_eq!(app.session.playback.frame(), 3);
    let mut empty = App::default();
    assert!(empty.wanted_analyses().is_empty());
    empty.apply(ChecksCommand::Step(1));
}

/// Where frames are on the timeline.
fn x_of(window: &Window, frame: usize) -> f32 {
    let all = window.rect("Timeline").x_range();
    let inside = all.shrink(16.0);
    let last = window.open().last() as f32;
    inside.min + inside.span() * frame as f32 / last
}

fn marks(window: &Window, colour: Color32, height: std::ops::Range<f32>) -> Vec<Rect> {
    let timeline = window.rect("Timeline");
    let fills = window.fills().into_iter();
    let of = fills.filter(|(rect, fill)| {
        *fill == colour && timeline.contains_rect(*rect) && height.contains(&rect.height())
    });
    of.map(|(rect, _)| rect).collect()
}

#[test]
fn findings_are_marked_on_the_strip_and_told_in_its_tip() {
    let mut window = window();
    let palette = window.state().theme().palette();
    let grave = window.open().review.findings().next().expect("a finding").1.severity;
    let [r, g, b, _] = grave.colour(palette);
    let marks = marks(&window, Color32::from_rgb(r, g, b), 2.0..13.0);
    let mut at: Vec<f32> = marks.iter().map(|mark| mark.center().x).collect();
    at.sort_by(f32::total_cmp);
    assert_eq!(at.len(), 3, "{marks:?}");
    for (x, frame) in at.into_iter().zip([40, 80, 120]) {
        assert!((x - x_of(&window, frame)).abs() < 4.0, "{x}, frame {frame}");
    }
    let label = window.open().review.findings().next().expect("a finding").1.check.label();
    window.apply(InterfaceCommand::ShowTab(Tab::Take));
    let there = egui::pos2(x_of(&window, 80), marks[0].center().y);
    window.harness.hover_at(there);
    window.harness.run_steps(60);
    assert!(window.shows(&format!("{label}, LeftHand")));
    assert!(!window.shows("Flip, RightArm"));
}

#[test]
fn contacts_show_however_many_takes_there_are() {
    let folder = Folder::new("crowded");
    let text = std::fs::read_to_string(support::root().join("assets/builtin/stroll.bvh")).unwrap();
    let names = ["a.bvh", "b.bvh", "c.bvh", "d.bvh", "e.bvh"];
    let files = names.map(|name| folder.write(name, &text).into());
    let mut app = App::new(&files, Default::default());
    app.apply(TakesCommand::Activate(app.id(0)));
    app.analyse();
    let window = Window::new(app);
    let contacts = window.open().review.contacts().len();
    let timeline = window.rect("Timeline");
    let fills = window.fills().into_iter();
    let bars = fills.filter(|(bar, _)| timeline.contains_rect(*bar) && bar.height() == 3.0);
    assert!(contacts > 1 && bars.count() >= contacts);
}

#[test]
fn contacts_of_both_feet_show_below_the_strip_until_they_are_turned_off() {
    let mut window = window();
    let contacts = window.open().review.checked.clone().expect("checked").contacts;
    assert!(contacts.len() >= 2);
    let bars = |window: &Window| {
        let timeline = window.rect("Timeline");
        let fills = window.fills().into_iter();
        let thin = fills.filter(|(rect, _)| timeline.contains_rect(*rect) && rect.height() == 3.0);
        thin.map(|(rect, _)| rect).collect::<Vec<Rect>>()
    };
    let shown = bars(&window);
    let mut rows: Vec<i32> = shown.iter().map(|bar| bar.top() as i32).collect();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), 2, "a row for each side");
    for contact in &contacts {
        let middle = x_of(&window, (contact.first + contact.last) / 2);
        assert!(shown.iter().any(|bar| bar.x_range().contains(middle)), "{contact:?}");
    }
    window.apply(DisplayCommand::Toggle(ViewToggle::Contacts));
    assert_eq!(bars(&window).len(), 0);
    window.apply(DisplayCommand::Toggle(ViewToggle::Contacts));
    // Nothing of a take that is hidden is told.
    let id = window.id(0);
    window.apply(TakesCommand::Show(id, false));
    window.apply(SelectionCommand::Select(None));
    assert_eq!(bars(&window).len(), 0);
}

#[test]
fn the_end_of_a_contact_is_dragged_and_skating_is_looked_for_anew() {
    let mut window = window();
    let contacts = window.open().review.contacts().to_vec();
    // The longest one, seen close: it is wide enough to take hold of one of its ends.
    let longest = contacts.iter().max_by_key(|of| of.last - of.first);
    let contact = *longest.expect("feet stand");
    let edge = |window: &Window, frame: f64| {
        let inside = window.rect("Timeline").x_range().shrink(16.0);
        inside.min + inside.span() * (frame / window.open().last() as f64) as f32
    };
    let x = edge(&window, contact.last as f64 + 0.5);
    let rows: Vec<f32> = {
        let timeline = window.rect("Timeline");
        let fills = window.fills().into_iter();
        let bars = fills.filter(|(bar, _)| timeline.contains_rect(*bar) && bar.height() == 3.0);
        let ends = bars.filter(|(bar, _)| (bar.right() - x).abs() < 2.0);
        ends.map(|(bar, _)| bar.center().y).collect()
    };
    let from = egui::pos2(x, rows[0]);
    let to = egui::pos2(edge(&window, contact.last as f64 - 10.0), rows[0]);
    let frame = window.frame();
    drag(&mut window, from, to);
    assert_eq!(window.frame(), frame, "a contact is dragged, and not the playhead");
    let [edited] = &window.open().review.kept.contacts[..] else {
        panic!("one foot was edited");
    };
    let last = |window: &Window| {
        let of_foot = window.open().review.contacts().to_vec().into_iter();
        let mut same = of_foot.filter(|of| (of.node, of.first) == (contact.node, contact.first));
        same.next().map(|of| of.last)
    };
    let foot = window.open().take.skeleton[contact.node].name.clone();
    assert_eq!(edited.joint, foot);
    let shorter = last(&window).expect("the contact");
    assert!(shorter.abs_diff(contact.last - 10) <= 1, "{shorter} of {}", contact.last);
    assert_eq!(window.state().wanted_analyses().len(), 1);
    window.harness.state_mut().analyse();
    assert_eq!(last(&window), Some(shorter));
    // The whole drag is one edit.
    window.apply(rushes::app::HistoryCommand::Undo);
    window.harness.state_mut().analyse();
    assert_eq!(window.open().review.contacts(), contacts);
    window.apply(ChecksCommand::SetContacts(contact.node, vec![]));
    window.harness.state_mut().analyse();
    assert!(window.open().review.contacts().iter().all(|of| of.node != contact.node));
    window.apply(ChecksCommand::ResetContacts(contact.node));
    window.harness.state_mut().analyse();
    assert_eq!(window.open().review.contacts(), contacts);
}

#[test]
fn a_foot_whose_contacts_were_all_deleted_can_get_one_again() {
    let mut window = window();
    let checked = window.open().review.checked.clone().expect("checked");
    let feet: std::collections::BTreeSet<_> =
        checked.contacts.iter().map(|contact| contact.node).collect();
    assert!(feet.len() >= 2);
    for &foot in &feet {
        window.apply(ChecksCommand::SetContacts(foot, Vec::new()));
    }
    window.harness.state_mut().analyse();
    window.settle();
    assert!(window.open().review.contacts().is_empty());
    let at = window.rect("Timeline").center();
    let right = egui::PointerButton::Secondary;
    pointer::press(&mut window, at, right, egui::Modifiers::NONE);
    pointer::release(&mut window, at, right);
    window.settle();
    for foot in feet {
        let name = window.open().take.skeleton[foot].name.clone();
        assert!(window.shows(&format!("Add contact of {name}")), "{name}");
        assert!(window.shows(&format!("Contacts of {name} as found")), "{name}");
    }
}
