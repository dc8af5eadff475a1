//! The checks tab: what the checks found in the active take, the gravest first.

use egui::{
    Align2, Color32, Id, Key, Popup, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::checks::command::ChecksCommand;
use crate::app::colours::picker::colour32;
use crate::app::notes::command::NotesCommand;
use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{GUTTER, ROW, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::focus::Stop;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::rows::{dim_on, follow_focus, list, menu, tip_beside};
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{gutters, hand, row, word_button};
use crate::review::checks::{Check, Finding, Severity};
use crate::scene::Theme;
use crate::take::rounded;

/// The findings, and below them what there is to know of the one that is looked at.
pub fn checks_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let findings: Vec<(usize, &Finding)> = open.review.findings().collect();
    gutters(ui, |ui| {
        let text = RichText::new(summary(open, &findings)).color(cx.colours.dim);
        ui.label(text);
        ui.add_space(6.0);
    });
    let current = open.review.finding;
    let shown = current.and_then(|place| findings.iter().position(|(at, _)| *at == place));
    let detail = shown.map(|at| findings[at].1);
    // What is told below the list keeps its room, however long that is.
    const DETAIL: f32 = 206.0;
    const IGNORED: f32 = 34.0;
    let ignored = !open.review.kept.ignored.is_empty();
    let below = [(detail.is_some(), DETAIL), (ignored, IGNORED)];
    let below = below.iter().filter(|(shows, _)| *shows);
    let below: f32 = below.map(|(_, height)| height).sum();
    let room = ui.available_height() - below;
    let reveal = newly(ui, open, shown);
    let id = |i: usize| row_id(open, findings[i].0);
    let stop = Stop::new(ui, Id::unique("findings"), findings.len(), shown, id);
    let most = room.max(3.0 * ROW);
    let kept = [reveal, Some(stop.row)];
    list(ui, "findings", findings.len(), [ROW, most], kept, |ui, i, rect| {
        let (place, finding) = findings[i];
        finding_row(ui, cx, open, (rect, &stop, i), (place, finding, current == Some(place)));
    });
    if let (Some(finding), Some(place)) = (detail, current) {
        gutters(ui, |ui| detail_ui(ui, cx, (place, finding)));
    }
    ignored_ui(ui, cx, open);
}

/// How much was found, in words.
fn summary(open: &OpenTake, findings: &[(usize, &Finding)]) -> String {
    if open.partial.is_some() || !open.is_checked() {
        return "Checking…".to_string();
    }
    if open.review.checked.is_none() {
        return "The checks failed.".to_string();
    }
    let counts = Severity::ALL.map(|severity| {
        let of = findings.iter().filter(|(_, f)| f.severity == severity);
        (of.count(), severity.word())
    });
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, word)| match count {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        })
        .collect();
    if counts.is_empty() {
        format!("{} checks found nothing.", Check::ALL.len())
    } else {
        counts.join(" · ")
    }
}

/// The row of the finding that is looked at, where another one has become it since the last layout.
fn newly(ui: &Ui, open: &OpenTake, shown: Option<usize>) -> Option<usize> {
    let id = Id::unique("finding that is looked at");
    let now = (open.id, shown);
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    shown.filter(|_| before != Some(now))
}

fn row_id(open: &OpenTake, place: usize) -> Id {
    Id::unique(("finding", open.id, place))
}

/// What a finding is called in lists: `Pop, LeftHand`.
pub fn title(open: &OpenTake, finding: &Finding) -> String {
    let label = finding.check.label();
    match finding.node {
        Some(node) => format!("{label}, {}", open.take.skeleton[node].name),
        None => label.to_string(),
    }
}

/// The frames of a finding as the screen calls them: `18 – 25`.
pub fn frames_text(state: &State, finding: &Finding) -> String {
    let numbering = state.numbering();
    let [first, last] = [finding.first, finding.last].map(|frame| numbering.of(frame));
    if first == last { first.to_string() } else { format!("{first} – {last}") }
}

/// The colour that tells how grave a finding is.
pub fn colour_of(severity: Severity, theme: Theme) -> Color32 {
    colour32(severity.colour(theme.palette()))
}

fn finding_row(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    (rect, stop, index): (Rect, &Stop, usize),
    (place, finding, is_current): (usize, &Finding, bool),
) {
    let id = row_id(open, place);
    let pressed = stop.row(ui, index, &[id], false);
    let response = hand(ui.interact(rect, id, stop.sense(ui, index, id)));
    let fill = match (is_current, ui.rect_contains_pointer(rect)) {
        (true, _) => cx.colours.panel.lerp_to_gamma(cx.colours.accent, 0.18),
        (_, true) => cx.colours.raised,
        _ => cx.colours.panel,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    follow_focus(ui, &response, rect);
    let middle = rect.center().y;
    let left = rect.left() + GUTTER;
    let dot = pos2(left + 4.0, middle);
    ui.painter().circle_filled(dot, 4.0, colour_of(finding.severity, cx.theme));
    let frames = frames_text(cx.state, finding);
    let raised = fill.lerp_to_gamma(cx.colours.text, 0.06);
    let dim = dim_on(cx.theme, raised);
    let galley = one_line(ui, &frames, regular(11.5), dim);
    let right = pos2(rect.right() - GUTTER, middle);
    let tag = Align2::RIGHT_CENTER.anchor_size(right, galley.size() + vec2(14.0, 4.0));
    ui.painter().rect_filled(tag, tag.height() * 0.5, raised);
    let at = tag.center() - galley.size() * 0.5;
    ui.painter().galley(at, galley, dim);
    let name = title(open, finding);
    let left = left + 16.0;
    let galley = cut_name(ui, &name, regular(13.0), cx.colours.text, tag.left() - 8.0 - left);
    put(ui, pos2(left, middle), galley, cx.colours.text);
    let severity = finding.severity.word();
    let told = format!("{severity}: {name}, frames {frames}");
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_current, &told));
    let response = tip_beside(response, finding.message.as_str());
    if response.clicked() || matches!(pressed, Some(Key::Enter | Key::Space)) {
        cx.ask(ChecksCommand::GoTo(place));
    }
}

/// The sentence of a finding, and its figure beside the limit.
fn detail_ui(ui: &mut Ui, cx: &PanelContext, (place, finding): (usize, &Finding)) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 13.0), Sense::hover());
    let stroke = egui::Stroke::new(1.0, cx.colours.line);
    ui.painter().hline(line.x_range(), line.center().y, stroke);
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
    ui.label(RichText::new(finding.check.about()).color(cx.colours.dim));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let check = finding.check;
        let tip = "Make a note of this finding: its frames, its joint, its sentence";
        if word_button(ui, cx, "Add note", "Make a note of it", false).on_hover_text(tip).clicked()
        {
            cx.ask(NotesCommand::AddOfFinding(place));
        }
        let button = word_button(ui, cx, "Ignore", "Ignore finding", true);
        Popup::menu(&button).show(|ui| {
            if menu_item(ui, cx, false, "This finding").clicked() {
                cx.ask(ChecksCommand::Ignore(place));
            }
            let all = format!("All of “{}” in this take", check.label());
            if menu_item(ui, cx, false, &all).clicked() {
                cx.ask(ChecksCommand::IgnoreCheck(check));
            }
        });
    });
}

/// What is not told of: how much there is, and all or each of it back.
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
                if menu_item(ui, cx, false, "Tell of all again").clicked() {
                    cx.ask(ChecksCommand::RestoreAll);
                }
                for one in ignored {
                    let label =
                        Check::of(&one.check).map_or(one.check.as_str(), |check| check.label());
                    let numbering = cx.state.numbering();
                    let frames = one.frames.map(|at| {
                        if at.first == at.last {
                            format!(", {}", numbering.of(at.first))
                        } else {
                            format!(", {} – {}", numbering.of(at.first), numbering.of(at.last))
                        }
                    });
                    let joint = one.joint.as_ref().map(|joint| format!(", {joint}"));
                    let text = match frames {
                        Some(frames) => format!("{label}{}{frames}", joint.unwrap_or_default()),
                        None => format!("{label}, whole take"),
                    };
                    if menu_item(ui, cx, false, &text).clicked() {
                        cx.ask(ChecksCommand::Restore(one.id));
                    }
                }
            });
        });
    });
}
