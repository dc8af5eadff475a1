//! The sync row: by what the takes are brought in time, nudging, and the offset that was found.

use std::collections::HashSet;

use egui::{Popup, RichText, Ui};

use crate::app::command::Command;
use crate::app::compare::command::CompareCommand;
use crate::app::compare::panel::row::{labelled, opener};
use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::{word_button, word_button_width};
use crate::review::compare::Sync;
use crate::take::rounded;

/// So many events are offered.
const MAX_EVENTS: usize = 24;

/// By what the takes are brought in time, and buttons to nudge the active one.
pub fn sync_row(ui: &mut Ui, cx: &PanelContext) {
    let (Some(open), Some(reference)) = (cx.state.take(), cx.state.session.reference()) else {
        return;
    };
    let word = word(cx.state, open, reference);
    labelled(ui, cx, "Sync", |ui| {
        let nudges = 2.0 * (word_button_width(ui, "+1", false) + 6.0);
        let most = ui.available_width() - nudges;
        let button = opener(ui, cx, &word, "Sync", most);
        let button = button.on_hover_text("Which moments of both takes belong together");
        Popup::menu(&button).show(|ui| menu(ui, cx, open, reference));
        for (frames, sign, name) in
            [(-1, "−1", "Nudge take one frame earlier"), (1, "+1", "Nudge take one frame later")]
        {
            let command = Command::Compare(CompareCommand::Nudge(frames));
            let button = word_button(ui, cx, sign, name, false);
            if button.on_hover_text(cx.tip(name, &command)).clicked() {
                cx.ask(command);
            }
        }
    });
}

fn menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, reference: &OpenTake) {
    let mut item = |word: &str, command: CompareCommand| {
        if menu_item(ui, cx, false, word).clicked() {
            cx.ask(command);
        }
    };
    item("First frames", CompareCommand::Sync(Sync::Frame));
    item("File time", CompareCommand::Sync(Sync::Time));
    for label in common_events(open, reference) {
        let word = format!("Event {label}");
        item(&word, CompareCommand::SyncByEvent(label));
    }
    item("Motion of all joints", CompareCommand::Sync(Sync::Motion));
    if let Some(node) = open.primary() {
        let word = format!("Motion of {}", open.take.skeleton[node].name);
        item(&word, CompareCommand::SyncBySelection);
    }
}

/// The names of events that both takes have.
fn common_events(open: &OpenTake, reference: &OpenTake) -> Vec<String> {
    let others = reference.events().into_iter();
    let others: HashSet<String> = others.map(|other| other.label.to_lowercase()).collect();
    let mut seen = HashSet::new();
    let events = open.events().into_iter().filter(|event| {
        let name = event.label.to_lowercase();
        others.contains(&name) && seen.insert(name)
    });
    let labels = events.map(|event| event.label.to_string());
    labels.take(MAX_EVENTS).collect()
}

/// By what the takes are in time now: by what they were brought so, as long as nothing moved since.
fn word(state: &State, open: &OpenTake, reference: &OpenTake) -> String {
    let offset = reference.edits.offset - open.edits.offset;
    let is_so = |other: f64| (other - offset).abs() < 1e-9;
    match &state.session.compare.synced {
        Some((label, synced)) if is_so(*synced) => label.clone(),
        _ if is_so(0.0) => "Frame".to_string(),
        _ => {
            let frames = -offset / open.take.motion.frame_time();
            let sign = if frames < 0.0 { "−" } else { "+" };
            format!("{sign}{} f", rounded(frames.abs(), 2))
        }
    }
}

/// How many frames later a take begins: `+12 frames`.
fn frames_text(frames: f64) -> String {
    let sign = if frames < 0.0 { "−" } else { "+" };
    match rounded(frames.abs(), 2).as_str() {
        "1" => format!("{sign}1 frame"),
        count => format!("{sign}{count} frames"),
    }
}

/// The offset that was found by motion, before it is taken over.
pub fn found_row(ui: &mut Ui, cx: &PanelContext) {
    let Some((key, found)) = cx.state.session.offset_search() else {
        return;
    };
    let of = key.joint.and_then(|node| {
        let open = cx.state.take()?;
        let nodes = open.take.skeleton.nodes();
        Some(format!(" by {}", nodes.get(node.index())?.name))
    });
    let text = match found {
        None => format!("Looking for the offset{}…", of.unwrap_or_default()),
        Some(Err(why)) => format!("No offset found: {why}"),
        Some(Ok(found)) => {
            let frames = frames_text(-found.timing.offset_frames());
            let certainty = if found.certainty.is_certain() { "certain" } else { "doubtful" };
            format!("{frames} · {certainty}")
        }
    };
    let tip = match found {
        Some(Ok(found)) => {
            let [best, second] = [found.certainty.correlation, found.certainty.second.max(0.0)];
            format!(
                "The correlation of both speeds is {best:.2} there, and at most {second:.2} elsewhere. Motion \
                 that repeats itself, such as a walk, has many such offsets."
            )
        }
        _ => String::new(),
    };
    let label = ui.label(RichText::new(text).color(cx.colours.text));
    if !tip.is_empty() {
        label.on_hover_text(tip);
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if matches!(found, Some(Ok(_))) {
            let button = word_button(ui, cx, "Apply", "Apply offset", false);
            if button.on_hover_text("Move the take by this offset").clicked() {
                cx.ask(CompareCommand::ApplyOffset);
            }
        }
        let word = if found.is_some() { "Dismiss" } else { "Cancel" };
        if word_button(ui, cx, word, "Forget the offset", false).clicked() {
            cx.ask(CompareCommand::ForgetOffset);
        }
    });
    ui.add_space(2.0);
}
