//! The comparison panel: mode, alignment, sync, matched bones, and the joints that differ most.

pub(crate) mod worst;

use std::collections::HashSet;

use egui::containers::menu::SubMenu;
use egui::{Popup, Response, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::menu_rows::{Mark, command_item, lasting_menu, row, set_menu_width};
use crate::app::widgets::{
    PanelContext, command_button, cut_name, dim_label, gutters, hand, heading, is_near, one_line,
    put, text_width, word_button, word_button_width,
};
use crate::app::{
    compare::AlignChoice, compare::command::CompareCommand, state::State,
    takes::open_take::OpenTake, widgets::rows::menu,
};
use crate::options::CompareMode;
use crate::review::compare::{Matching, Sync};
use crate::take::{NodeId, rounded};

/// The buttons that say as what takes are compared, where there is more than one.
pub fn modes_ui(ui: &mut Ui, cx: &PanelContext) {
    if cx.state.session.reference().is_none() {
        return;
    }
    ui.add_space(6.0);
    gutters(ui, |ui| {
        const GAP: f32 = 4.0;
        let width = ui.available_width() - 3.0 * GAP;
        let words = |size: f32| -> f32 {
            let modes = CompareMode::ALL.iter();
            modes.map(|mode| text_width(ui, mode.name(), size)).sum()
        };
        // A narrow panel has smaller words closer together.
        let size = if width - words(13.0) > 56.0 { 13.0 } else { 12.0 };
        let margin = ((width - words(size)) / 4.0).clamp(8.0, 24.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for mode in CompareMode::ALL {
                mode_button(ui, cx, mode, size, margin);
            }
        });
    });
}

fn mode_button(ui: &mut Ui, cx: &PanelContext, mode: CompareMode, size: f32, margin: f32) {
    let colours = cx.colours;
    let is_on = cx.state.session.compare_mode() == mode;
    let colour = if is_on { colours.on_accent } else { colours.text };
    let galley = one_line(ui, mode.name(), regular(size), colour);
    let place = vec2(galley.size().x + margin, CONTROL);
    let (rect, response) = ui.allocate_exact_size(place, Sense::click());
    let fill = if is_on {
        colours.accent
    } else if is_near(&response) {
        colours.raised.lerp_to_gamma(colours.text, 0.08)
    } else {
        colours.raised
    };
    ui.painter().rect_filled(rect, CORNER, fill);
    put(ui, rect.left_center() + vec2(margin * 0.5, 0.0), galley, colour);
    let name = format!("Compare: {}", mode.name());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
    let about = match mode {
        CompareMode::Off => "",
        CompareMode::Difference => "Colour each bone by its distance from the reference",
        CompareMode::AB => "Show only one of both",
        CompareMode::SideBySide => "Show each take in a part of the view, with one camera",
        CompareMode::Overlay => "Show all takes in one view, aligned",
    };
    let command = match mode {
        CompareMode::AB => CompareCommand::Flick,
        mode => CompareCommand::Toggle(mode),
    };
    let tip = cx.tip(about, command);
    cx.ask_if(hand(response).on_hover_text(tip).clicked(), CompareCommand::Toggle(mode));
}

/// How the active take is compared with the reference, and what came of it; nothing where it is not.
pub fn compare_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.add_space(10.0);
    gutters(ui, |ui| {
        heading(ui, cx, "Compare");
        ui.add_space(2.0);
        reference_row(ui, cx);
        align_row(ui, cx);
        sync_row(ui, cx);
        offset_row(ui, cx);
        bones_row(ui, cx);
    });
    ui.add_space(10.0);
    worst::worst_ui(ui, cx);
}

/// Which take is the reference, where there are several to choose from.
fn reference_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let Some(reference) = session.reference().filter(|_| session.takes.len() > 2) else { return };
    labelled(ui, cx, "Against", |ui| {
        let button = opener(ui, cx, &reference.title(), "Reference", ui.available_width());
        let button = button.on_hover_text("The take that the active one is compared with");
        Popup::menu(&button).show(|ui| {
            for open in session.takes.iter().filter(|open| !session.takes.is_active(open.id)) {
                let is_it = open.id == reference.id;
                let command = CompareCommand::SetReference(open.id);
                command_item(ui, cx, is_it, &open.title(), command);
            }
        });
    });
}

fn align_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let numbering = cx.state.numbering();
    let here = cx.state.take().map(|open| cx.state.frame_of(open));
    let word = match session.compare.align {
        AlignChoice::None => "None".to_string(),
        AlignChoice::Place(None) => "In place".to_string(),
        AlignChoice::Place(Some(frame)) => format!("In place at {}", numbering.of(frame)),
        AlignChoice::Range => "All frames".to_string(),
    };
    labelled(ui, cx, "Align", |ui| {
        let button = word_button(ui, cx, &word, "Align", true);
        let button = button.on_hover_text("How the reference is brought to the take");
        Popup::menu(&button).show(|ui| {
            let mut item = |choice: AlignChoice, word: &str| {
                let is_it = session.compare.align == choice;
                command_item(ui, cx, is_it, word, CompareCommand::Align(choice));
            };
            item(AlignChoice::None, "None");
            item(AlignChoice::Place(None), "In place at the first frame");
            if let Some(frame) = here {
                let word = format!("In place at frame {}", numbering.of(frame));
                item(AlignChoice::Place(Some(frame)), &word);
            }
            item(AlignChoice::Range, "All frames (least squares)");
        });
    });
}

const MAX_EVENTS: usize = 24;

/// By what the takes are brought in time, and buttons to nudge the active one.
fn sync_row(ui: &mut Ui, cx: &PanelContext) {
    let (Some(open), Some(reference)) = (cx.state.take(), cx.state.session.reference()) else {
        return;
    };
    let label = sync_label(cx.state, open, reference);
    labelled(ui, cx, "Sync", |ui| {
        let nudges = 2.0 * (word_button_width(ui, "+1", false) + 6.0);
        let button = opener(ui, cx, &label, "Sync", ui.available_width() - nudges);
        let button = button.on_hover_text("Which moments of both takes belong together");
        Popup::menu(&button).show(|ui| sync_menu(ui, cx, open, reference));
        for (frames, sign, name) in
            [(-1, "−1", "Nudge take one frame earlier"), (1, "+1", "Nudge take one frame later")]
        {
            let command = CompareCommand::Nudge(frames);
            command_button(ui, cx, sign, name, cx.tip(name, command.clone()), command);
        }
    });
}

fn sync_menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, reference: &OpenTake) {
    let mut item = |word: &str, command: CompareCommand| command_item(ui, cx, false, word, command);
    item("First frames", CompareCommand::Sync(Sync::Frame));
    item("File time", CompareCommand::Sync(Sync::Time));
    for label in common_events(open, reference) {
        item(&format!("Event {label}"), CompareCommand::SyncByEvent(label));
    }
    item("Motion of all joints", CompareCommand::Sync(Sync::Motion));
    if let Some(node) = open.primary() {
        let name = &open.take.skeleton[node].name;
        item(&format!("Motion of {name}"), CompareCommand::SyncBySelection);
    }
}

/// The names of events that both takes have.
fn common_events(open: &OpenTake, reference: &OpenTake) -> Vec<String> {
    let others = reference.events().into_iter();
    let others: HashSet<String> = others.map(|other| other.label.to_lowercase()).collect();
    let mut known = HashSet::new();
    let events = open.events().into_iter().filter(|event| {
        let name = event.label.to_lowercase();
        others.contains(&name) && known.insert(name)
    });
    events.map(|event| event.label.to_string()).take(MAX_EVENTS).collect()
}

/// By what the takes are in time now: by what they were brought so, as long as nothing moved since.
fn sync_label(state: &State, open: &OpenTake, reference: &OpenTake) -> String {
    let offset = reference.edits.offset - open.edits.offset;
    let is_so = |other: f64| (other - offset).abs() < 1e-9;
    match &state.session.compare.synced {
        Some((label, synced)) if is_so(*synced) => label.clone(),
        _ if is_so(0.0) => "Frame".to_string(),
        _ => format!("{} f", signed(-offset / open.take.motion.frame_time())),
    }
}

/// How many frames later a take begins: `+12`.
fn signed(frames: f64) -> String {
    let sign = if frames < 0.0 { "−" } else { "+" };
    format!("{sign}{}", rounded(frames.abs(), 2))
}

/// The offset that was found by motion, before it is taken over.
fn offset_row(ui: &mut Ui, cx: &PanelContext) {
    let Some((key, found)) = cx.state.session.offset_search() else { return };
    let text = match found {
        None => {
            let node = key.joint.map(|node| node.index());
            let node = node.and_then(|node| cx.state.take()?.take.skeleton.nodes().get(node));
            let by = node.map_or(String::new(), |node| format!(" by {}", node.name));
            format!("Looking for the offset{by}…")
        }
        Some(Err(error)) => format!("No offset found: {error}"),
        Some(Ok(found)) => {
            let frames = signed(-found.timing.offset_frames());
            let word = if matches!(frames.as_str(), "+1" | "−1") { "frame" } else { "frames" };
            let certainty = if found.certainty.is_certain() { "certain" } else { "doubtful" };
            format!("{frames} {word} · {certainty}")
        }
    };
    let label = ui.label(RichText::new(text).color(cx.colours.text));
    if let Some(Ok(found)) = found {
        let [best, second] = [found.certainty.correlation, found.certainty.second.max(0.0)];
        label.on_hover_text(format!(
            "The correlation of both speeds is {best:.2} there, and at most {second:.2} elsewhere. Motion \
             that repeats itself, such as a walk, has many such offsets."
        ));
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if matches!(found, Some(Ok(_))) {
            let tip = "Move the take by this offset";
            command_button(ui, cx, "Apply", "Apply offset", tip, CompareCommand::ApplyOffset);
        }
        let word = if found.is_some() { "Dismiss" } else { "Cancel" };
        let button = word_button(ui, cx, word, "Forget the offset", false);
        cx.ask_if(button.clicked(), CompareCommand::ForgetOffset);
    });
    ui.add_space(2.0);
}

/// How many bones are matched; a click opens the rest.
fn bones_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let (Some(open), Some(reference)) = (cx.state.take(), session.reference()) else { return };
    let label = if open.take.is_of_markers() { "Markers" } else { "Bones" };
    let error = session.comparing().err();
    if let Some(compared) = session.compared() {
        count_row(ui, cx, label, open, reference, &compared.matching);
    } else if error.is_some() {
        // Those that have nothing in common are matched by hand.
        let skeletons = [open, reference].map(|open| &open.take.skeleton);
        let matching = Matching::by_names(skeletons, &open.matches_with(reference));
        count_row(ui, cx, label, open, reference, &matching);
    } else {
        labelled(ui, cx, label, |ui| dim_label(ui, cx, "Comparing…"));
    }
    if let Some(error) = error {
        dim_label(ui, cx, format!("They cannot be compared: {error}."));
    }
}

fn count_row(
    ui: &mut Ui,
    cx: &PanelContext,
    label: &str,
    open: &OpenTake,
    reference: &OpenTake,
    matching: &Matching,
) {
    let all = open.take.skeleton.nodes().len();
    let count = format!("{} of {all} matched", matching.pairs.len());
    let by_hand = open.matches_with(reference);
    let by_hand = by_hand.iter().filter_map(|[own, _]| open.take.skeleton.find(own));
    let mut listed: Vec<NodeId> = by_hand.collect();
    let unmatched = &matching.unmatched;
    labelled(ui, cx, label, |ui| {
        if listed.is_empty() && unmatched.iter().any(Vec::is_empty) {
            ui.label(RichText::new(count).color(cx.colours.text));
            return;
        }
        let button = opener(ui, cx, &count, "Matched", ui.available_width());
        let button = button.on_hover_text("Match the rest by hand");
        lasting_menu(&button).show(|ui| {
            set_menu_width(ui, 260.0);
            let head = format!("Only in {}: the same in {}", open.title(), reference.title());
            dim_label(ui, cx, head);
            ui.add_space(4.0);
            listed.extend(&unmatched[0]);
            listed.sort();
            listed.dedup();
            let height = ui.ctx().content_rect().height() * 0.5;
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                for node in listed {
                    joint_row(ui, cx, open, reference, matching, node);
                }
            });
        });
    });
}

/// A joint, with a menu of those that it may belong to.
fn joint_row(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    reference: &OpenTake,
    matching: &Matching,
    node: NodeId,
) {
    let name = &open.take.skeleton[node].name;
    let pair = matching.pairs.iter().find(|[own, _]| *own == node);
    let matched = pair.map(|[_, other]| *other);
    let text = match matched {
        Some(other) => format!("{name} = {}", reference.take.skeleton[other].name),
        None => name.clone(),
    };
    let button = row(ui, cx, Mark::Opens, &text, &[]);
    SubMenu::new().show(ui, &button, |ui| {
        menu(ui, |ui| {
            command_item(ui, cx, matched.is_none(), "None", CompareCommand::Match(node, None));
            for &other in matched.iter().chain(&matching.unmatched[1]) {
                let name = &reference.take.skeleton[other].name;
                let command = CompareCommand::Match(node, Some(other));
                command_item(ui, cx, matched == Some(other), name, command);
            }
        });
    });
}

/// Where controls begin behind their labels, in points.
const LABEL: f32 = 62.0;

fn labelled(ui: &mut Ui, cx: &PanelContext, label: &str, controls: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = vec2(LABEL - 6.0, CONTROL + 2.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let text = one_line(ui, label, regular(13.0), cx.colours.dim);
        put(ui, rect.left_center(), text, cx.colours.dim);
        controls(ui);
    });
}

/// A button that opens a menu, with a word that may be cut.
fn opener(ui: &mut Ui, cx: &PanelContext, word: &str, name: &str, most: f32) -> Response {
    let room = most - word_button_width(ui, "", true);
    let word = cut_name(ui, word, regular(13.0), cx.colours.text, room);
    word_button(ui, cx, word.text(), name, true)
}
