//! The head of the folder's list: how far the review is, search, filter, order and groups.

use egui::{Id, Popup, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::Menu;
use crate::app::folder::command::FolderCommand;
use crate::app::folder::filter::{FolderFilter, Length, Wanted};
use crate::app::folder::list::FolderList;
use crate::app::folder::name_pattern::NamePattern;
use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::icons;
use crate::app::widgets::menu_rows::{
    action_rows, choices, command_row, lasting_menu, line, menu_item, menu_items, set_menu_width,
    toggle_row,
};
use crate::app::widgets::{
    PanelContext, cut, flat_button, menu_row, put, search_field, text_edit, word_button,
    word_button_in, word_button_width,
};
use crate::options::{FolderGroup, FolderOptions, FolderSort};
use crate::review::notes::{MAX_STARS, Verdict};
use crate::take::counted;

/// The width of the button that leads back, in points.
const BACK: f32 = 64.0;

pub fn head_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    progress(ui, cx, list);
    ui.add_space(8.0);
    search_row(ui, cx, list);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let half = (ui.available_width() - CONTROL - 12.0) * 0.5;
        if list.like.is_some() {
            sort_menu(ui, cx, list, 2.0 * half - BACK);
            back_button(ui, cx, list, BACK);
        } else {
            sort_menu(ui, cx, list, half);
            group_menu(ui, cx, half);
        }
        more_menu(ui, cx, list);
    });
}

/// How many takes are rated, as a line that fills.
fn progress(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let [rated, all] = list.rated_count();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let text = if list.is_listing {
        format!("{} so far", counted(all, "take"))
    } else {
        format!("{rated} of {all} rated")
    };
    let number = ui.painter().text(
        rect.right_top() + vec2(0.0, 9.0),
        egui::Align2::RIGHT_CENTER,
        &text,
        regular(12.0),
        cx.colours.dim,
    );
    let name = list.name();
    let galley = cut(ui, &name, regular(13.0), cx.colours.text, number.left() - 8.0 - rect.left());
    put(ui, rect.left_top() + vec2(0.0, 9.0), galley, cx.colours.text);
    let bar = Rect::from_min_max(
        rect.left_bottom() - vec2(0.0, 5.0),
        rect.right_bottom() - vec2(0.0, 2.0),
    );
    ui.painter().rect_filled(bar, 1.5, cx.colours.field);
    let part = rated as f32 / all.max(1) as f32;
    let filled = bar.with_max_x(bar.left() + bar.width() * part);
    ui.painter().rect_filled(filled, 1.5, cx.colours.good);
    let name = format!("{name}: {text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let mut tip: Vec<String> = list.roots.iter().map(|root| root.display().to_string()).collect();
    tip.extend(list.unreadable.iter().cloned());
    response.on_hover_text(tip.join("\n"));
    for why in &list.unreadable {
        ui.label(RichText::new(why).color(cx.colours.finding).size(11.5));
    }
}

fn search_row(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    ui.horizontal(|ui| {
        let word = if list.filter.is_open() { "All" } else { "Filtered" };
        let width = ui.available_width() - word_button_width(ui, word, true) - 8.0;
        let tip = "Filter by name, folder, format or the text of notes. Esc clears the search";
        let texts = ["Search takes", "Search takes", tip];
        search_field(ui, cx, texts, width, &list.filter.words, FolderCommand::Search);
        let button = word_button(ui, cx, word, "Which takes are listed", true);
        lasting_menu(&button).show(|ui| {
            set_menu_width(ui, 330.0);
            filter_menu(ui, cx, list);
        });
    });
}

fn filter_menu(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let now = &list.filter;
    let with = |change: &dyn Fn(&mut FolderFilter)| {
        let mut filter = now.clone();
        change(&mut filter);
        FolderCommand::Filter(filter)
    };
    let yes_or_no = |value: Option<bool>, set: fn(&mut FolderFilter, Option<bool>)| {
        [("All", None), ("Yes", Some(true)), ("No", Some(false))]
            .map(|(word, to)| (word, value == to, with(&|filter| set(filter, to))))
    };
    choices(ui, cx, "Reviewed", yes_or_no(now.reviewed, |filter, to| filter.reviewed = to));
    let stars: [(&str, Option<u8>); 4] =
        [("All", None), ("1+", Some(1)), ("3+", Some(3)), ("5", Some(MAX_STARS))];
    let stars = stars.map(|(word, to)| (word, now.stars == to, with(&|filter| filter.stars = to)));
    choices(ui, cx, "Stars", stars);
    let [circled, keep, reject] =
        Verdict::ALL.map(|verdict| (verdict.label(), Some(Some(verdict))));
    let verdicts = [("All", None), circled, keep, reject, ("None", Some(None))];
    let verdicts =
        verdicts.map(|(word, to)| (word, now.verdict == to, with(&|filter| filter.verdict = to)));
    choices(ui, cx, "Verdict", verdicts);
    let notes = [
        ("All", None),
        ("Any", Some(Wanted::Any)),
        ("Open", Some(Wanted::Open)),
        ("None", Some(Wanted::None)),
    ];
    let notes = notes.map(|(word, to)| (word, now.notes == to, with(&|filter| filter.notes = to)));
    choices(ui, cx, "Notes", notes);
    choices(ui, cx, "Findings", yes_or_no(now.findings, |filter, to| filter.findings = to));
    let [short, middle, long] = Length::ALL.map(|length| (length.name(), Some(length)));
    let lengths = [("All", None), short, middle, long];
    let lengths =
        lengths.map(|(word, to)| (word, now.length == to, with(&|filter| filter.length = to)));
    choices(ui, cx, "Length", lengths);
    let format =
        menu_row(ui, cx, "  Format", now.format.unwrap_or("All"), "Only takes of a format");
    Popup::menu(&format).show(|ui| {
        let mut formats: Vec<&'static str> = list
            .rows()
            .iter()
            .filter_map(|row| row.take.as_ref())
            .map(|take| take.format)
            .collect();
        formats.sort_unstable();
        formats.dedup();
        let items = std::iter::once(("All", None)).chain(formats.into_iter().map(|f| (f, Some(f))));
        menu_items(
            ui,
            cx,
            items.map(|(word, to)| (now.format == to, word, with(&|filter| filter.format = to))),
        );
    });
    line(ui, cx);
    let all = FolderFilter { words: now.words.clone(), ..FolderFilter::default() };
    command_row(ui, cx, "List all takes", FolderCommand::Filter(all));
}

/// Leads from takes that move alike to the list that there was before.
fn back_button(ui: &mut Ui, cx: &PanelContext, list: &FolderList, width: f32) {
    let tip = match &list.before {
        Some(before) => format!("Back to the list of {}", before.name()),
        None => "Close this list".to_string(),
    };
    let word = if list.before.is_some() { "Back" } else { "Close" };
    let button = word_button_in(ui, cx, word, &tip, false, width);
    cx.ask_if(button.on_hover_text(&tip).clicked(), FolderCommand::Close);
}

fn sort_menu(ui: &mut Ui, cx: &PanelContext, list: &FolderList, width: f32) {
    let FolderOptions { sort, descending, .. } = &cx.state.interface.folder;
    let arrow = if *descending { "↓" } else { "↑" };
    let name = |sort: FolderSort| match (sort, &list.like) {
        (FolderSort::Name, Some(_)) => "Likeness",
        _ => sort.name(),
    };
    let word = format!("{} {arrow}", name(*sort));
    let button = word_button_in(ui, cx, &word, "What takes are in order by", true, width);
    let tip = "Order of the list. The same once more: the other way round";
    Popup::menu(&button.on_hover_text(tip)).show(|ui| {
        let items = FolderSort::ALL.map(|to| (to == *sort, name(to), FolderCommand::Sort(to)));
        menu_items(ui, cx, items);
    });
}

fn group_menu(ui: &mut Ui, cx: &PanelContext, width: f32) {
    let FolderOptions { group, pattern, .. } = &cx.state.interface.folder;
    let word = match group {
        FolderGroup::None => "No groups".to_string(),
        FolderGroup::Folder => "By folder".to_string(),
        FolderGroup::Date => "By date".to_string(),
        FolderGroup::Part(word) => format!("By {word}"),
    };
    let button = word_button_in(ui, cx, &word, "What takes stand together by", true, width);
    lasting_menu(&button).show(|ui| {
        set_menu_width(ui, 250.0);
        let fixed = [
            ("No groups".to_string(), FolderGroup::None),
            ("By folder".to_string(), FolderGroup::Folder),
            ("By date".to_string(), FolderGroup::Date),
        ];
        let parts = NamePattern::new(pattern);
        let parts =
            parts.words().map(|word| (format!("By {word}"), FolderGroup::Part(word.into())));
        for (word, to) in fixed.into_iter().chain(parts) {
            if menu_item(ui, cx, *group == to, &word).clicked() {
                cx.ask(FolderCommand::Group(to));
            }
        }
        line(ui, cx);
        ui.add_space(2.0);
        ui.label(RichText::new("Parts of the names").color(cx.colours.dim).size(11.5));
        ui.add_space(4.0);
        let mut typed = pattern.clone();
        let edit = text_edit(cx, &mut typed, "scene_take_performer", 234.0);
        let response = ui.add_sized(vec2(234.0, 28.0), edit).accessible_name("Parts of the names");
        let tip = "Words that call the parts of a name, and what stands between them";
        cx.ask_if(response.on_hover_text(tip).changed(), FolderCommand::Pattern(typed));
    });
}

/// What can be done with all takes that are listed.
fn more_menu(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let tip = "Export, copy and merge what was said of the listed takes";
    let (rect, _) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), Sense::hover());
    let id = Id::unique("what is done with the folder");
    let (button, colour) = flat_button(ui, cx, rect, id, "What is done with the folder");
    icons::lines(ui.painter(), rect.center(), colour);
    lasting_menu(&button.on_hover_text(tip)).show(|ui| {
        set_menu_width(ui, 270.0);
        action_rows(ui, cx, Menu::Folder, 1);
        let findings = "What the checks found stands beside notes and ratings";
        toggle_row(
            ui,
            cx,
            "With findings",
            findings,
            FolderCommand::WithFindings(!list.with_findings),
        );
        for part in 2..=4 {
            line(ui, cx);
            action_rows(ui, cx, Menu::Folder, part);
        }
    });
}
