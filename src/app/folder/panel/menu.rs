//! The menus of the folder's list: of a row, and what can be done with the whole folder.

use egui::{Response, Ui};

use crate::app::folder::command::FolderCommand;
use crate::app::folder::facts::FolderRow;
use crate::app::folder::list::FolderList;
use crate::app::widgets::rows::{context_menu, separator};
use crate::app::widgets::{PanelContext, action, command_action};
use crate::app::{FilesCommand, SelectMode};
use crate::platform::HAS_DESKTOP;

/// The menu of a row, while it is open.
pub fn row_menu(ui: &Ui, cx: &PanelContext, list: &FolderList, row: &FolderRow, of: &Response) {
    context_menu(ui, of, |ui| items(ui, cx, list, row));
}

fn items(ui: &mut Ui, cx: &PanelContext, list: &FolderList, row: &FolderRow) {
    let path = || row.path.to_path_buf();
    command_action(ui, cx, "Open alone", None, true, FolderCommand::Open(path()));
    command_action(ui, cx, "Add to the view", Some("Enter"), true, FolderCommand::Add(path()));
    separator(ui, cx);
    let is_chosen = list.chosen.contains(&row.path);
    let word = if is_chosen { "Choose no longer" } else { "Choose" };
    let choose = FolderCommand::Choose(path(), SelectMode::Toggle);
    command_action(ui, cx, word, None, true, choose);
    let (together, is_any) = match list.chosen.len() {
        0 => ("Open chosen together".to_string(), false),
        count => (format!("Open {count} chosen together"), true),
    };
    command_action(ui, cx, &together, None, is_any, FolderCommand::OpenChosen);
    separator(ui, cx);
    let alike = FolderCommand::FindAlike(Some(path()));
    command_action(ui, cx, "Find takes that move alike", None, true, alike);
    if HAS_DESKTOP {
        command_action(ui, cx, "Show in folder", None, true, FilesCommand::ShowInFolder(path()));
    }
    if action(ui, cx, "Copy path", None, true) {
        ui.ctx().copy_text(row.path.display().to_string());
    }
}
