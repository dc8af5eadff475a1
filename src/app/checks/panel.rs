//! The checks tab: what the checks found in the active take, the gravest first.

use egui::{
    Align2, Color32, Id, Key, Popup, Rect, Response, RichText, Role, Sense, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::app::theme::{GUTTER, ROW, regular};
use crate::app::widgets::rows::{dim_on, list, menu, row_ground, tip_beside};
use crate::app::widgets::{
    ListFocus, PanelContext, command_button, cut_name, dim_label, gutters, hand, one_line, put,
    row, word_button,
};
use crate::app::{
    checks::command::ChecksCommand, colours::picker::colour32, notes::command::NotesCommand,
    notes::panel::card::frame_range, state::State, takes::open_take::OpenTake,
    widgets::menu_rows::command_item,
};
use crate::review::checks::{Check, Finding, FindingSeverity};
use crate::review::notes::{Frames, IgnoredFinding};
use crate::scene::Theme;
use crate::take::{counted, rounded};

/// The findings, and below them what there is to know of the one that is looked at.
pub fn checks_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let findings: Vec<(usize, &Finding)> = open.review.findings().collect();
    gutters(ui, |ui| {
        dim_label(ui, cx, summary(open, &findings));
        ui.add_space(6.0);
    });
    // What stands below the list keeps its room, however long that is.
    const DETAIL: f32 = 206.0;
    const IGNORED: f32 = 34.0;
    let current = open.review.finding;
    let shown = current.and_then(|place| findings.iter().position(|(at, _)| *at == place));
    let detail = if shown.is_some() { DETAIL } else { 0.0 };
    let ignored = if open.review.kept.ignored.is_empty() { 0.0 } else { IGNORED };
    let room = ui.available_height() - (detail + ignored);
    let reveal = newly_current(ui, open, shown);
    let row_id = |i: usize| Id::unique(("finding", open.id, findings[i].0));
    let stop = ListFocus::new(ui, Id::unique("findings"), findings.len(), shown, row_id);
    let sizes = [ROW, room.max(3.0 * ROW)];
    list(ui, "findings", findings.len(), sizes, reveal, Some(&stop), |ui, i, rect| {
        let (place, finding) = findings[i];
        let id = row_id(i);
        let pressed = stop.row(ui, i, &[id], false);
        let response = hand(ui.interact(rect, id, stop.sense(ui, i, id)));
        let response = finding_row(ui, cx, open, finding, rect, response, current == Some(place));
        let is_pressed = response.clicked() || pressed == Some(Key::Space);
        cx.ask_if(is_pressed, ChecksCommand::GoTo(place));
    });
    if let Some(row) = shown {
        let (place, finding) = findings[row];
        gutters(ui, |ui| detail_ui(ui, cx, place, finding));
    }
    ignored_ui(ui, cx, open);
}

fn summary(open: &OpenTake, findings: &[(usize, &Finding)]) -> String {
    if open.partial.is_some() || !open.is_checked() {
        return "Checking…".to_string();
    }
    if open.review.checked.is_none() {
        return "The checks failed.".to_string();
    }
    let counts = FindingSeverity::ALL.into_iter().filter_map(|severity| {
        let count = findings.iter().filter(|(_, finding)| finding.severity == severity).count();
        (count > 0).then(|| counted(count, severity.word()))
    });
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() {
        format!("{} checks found nothing.", Check::ALL.len())
    } else {
        counts.join(" · ")
    }
}

/// The row of the finding that is looked at, where another one has become it since the last layout.
fn newly_current(ui: &Ui, open: &OpenTake, shown: Option<usize>) -> Option<usize> {
    let id = Id::unique("finding that is looked at");
    let now = (open.id, shown);
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    shown.filter(|_| before != Some(now))
}

/// What a finding is called in lists: `Pop, LeftHand`.
pub fn title(open: &OpenTake, finding: &Finding) -> String {
    let label = finding.check.label();
    match finding.node {
        Some(node) => format!("{label}, {}", open.take.skeleton[node].name),
        None => label.to_string(),
    }
}

pub fn colour_of(severity: FindingSeverity, theme: Theme) -> Color32 {
    colour32(severity.colour(theme.palette()))
}

fn finding_row(
    ui: &Ui,
    cx: &PanelContext,
    open: &OpenTake,
    finding: &Finding,
    rect: Rect,
    response: Response,
    is_current: bool,
) -> Response {
    let fill = row_ground(ui, cx, &response, rect, is_current);
    let middle = rect.center().y;
    let left = rect.left() + GUTTER;
    let dot = pos2(left + 4.0, middle);
    ui.painter().circle_filled(dot, 4.0, colour_of(finding.severity, cx.theme));
    let frames = frame_range(cx.state, Frames::from([finding.first, finding.last]));
    let raised = fill.lerp_to_gamma(cx.colours.text, 0.06);
    let dim = dim_on(cx.theme, raised);
    let galley = one_line(ui, &frames, regular(11.5), dim);
    let right = pos2(rect.right() - GUTTER, middle);
    let tag = Align2::RIGHT_CENTER.anchor_size(right, galley.size() + vec2(14.0, 4.0));
    ui.painter().rect_filled(tag, tag.height() * 0.5, raised);
    ui.painter().galley(tag.center() - galley.size() * 0.5, galley, dim);
    let name = title(open, finding);
    let left = left + 16.0;
    let galley = cut_name(ui, &name, regular(13.0), cx.colours.text, tag.left() - 8.0 - left);
    put(ui, pos2(left, middle), galley, cx.colours.text);
    let label = format!("{}: {name}, frames {frames}", finding.severity.word());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_current, &label));
    tip_beside(response, finding.message.as_str())
}

/// The sentence of a finding, and its figure beside the limit.
fn detail_ui(ui: &mut Ui, cx: &PanelContext, place: usize, finding: &Finding) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 13.0), Sense::hover());
    ui.painter().hline(line.x_range(), line.center().y, Stroke::new(1.0, cx.colours.line));
    ui.label(RichText::new(&finding.message).color(cx.colours.text));
    ui.add_space(4.0);
    // With digits enough that a value just over its limit is not the same.
    let figure = |value: f64| match finding.unit {
        "°" => format!("{}°", rounded(value, 3)),
        "" => rounded(value, 3),
        unit => format!("{} {unit}", rounded(value, 3)),
    };
    row(ui, cx, "Value", &figure(finding.value));
    row(ui, cx, "Limit", &figure(finding.limit));
    dim_label(ui, cx, finding.check.about());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let tip = "Make a note of this finding: its frames, its joint, its sentence";
        let command = NotesCommand::AddOfFinding(place);
        command_button(ui, cx, "Add note", "Make a note of it", tip, command);
        let button = word_button(ui, cx, "Ignore", "Ignore finding", true);
        Popup::menu(&button).show(|ui| {
            command_item(ui, cx, false, "This finding", ChecksCommand::Ignore(place));
            let all = format!("All of “{}” in this take", finding.check.label());
            command_item(ui, cx, false, &all, ChecksCommand::IgnoreCheck(finding.check));
        });
    });
}

/// How much is ignored, and a menu that lists all or each of it again.
fn ignored_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let ignored = &open.review.kept.ignored;
    if ignored.is_empty() {
        return;
    }
    gutters(ui, |ui| {
        let word = format!("{} ignored", ignored.len());
        let button = word_button(ui, cx, &word, "Ignored findings", true);
        Popup::menu(&button).show(|ui| {
            menu(ui, |ui| {
                command_item(ui, cx, false, "Tell of all again", ChecksCommand::RestoreAll);
                for one in ignored {
                    let text = ignored_text(cx.state, one);
                    command_item(ui, cx, false, &text, ChecksCommand::Restore(one.id));
                }
            });
        });
    });
}

fn ignored_text(state: &State, ignored: &IgnoredFinding) -> String {
    let check = Check::from_word(&ignored.check);
    let label = check.map_or(ignored.check.as_str(), |check| check.label());
    match (ignored.frames, &ignored.joint) {
        (None, _) => format!("{label}, whole take"),
        (Some(frames), None) => format!("{label}, {}", frame_range(state, frames)),
        (Some(frames), Some(joint)) => format!("{label}, {joint}, {}", frame_range(state, frames)),
    }
}
