//! How settings commands, the settings file and what the last window left change the state, and what is left to the next.

use crate::app::{Effect, FeatureCommand, Keymap, SettingsCommand, State};
use crate::store::{
    Diagnostics, Remembered, RememberedPlayback, RememberedView, Settings, ThemeChoice, Window,
};

impl FeatureCommand for SettingsCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::SetTheme(theme) => Some(state.settings.theme == *theme),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let settings = &mut state.settings;
        match self {
            Self::SetTheme(theme) => settings.theme = theme,
            Self::SetScale(scale) => settings.scale = scale.clamp(0.5, 3.0),
            Self::Larger => settings.scale = settings.larger().unwrap_or(settings.scale),
            Self::Smaller => settings.scale = settings.smaller().unwrap_or(settings.scale),
            Self::Edit => effects.push(Effect::EditSettings),
        }
    }
}

impl State {
    /// Takes over keys and folders that the person has set. Returns what is wrong with them.
    pub fn set_settings(&mut self, file: &Settings) -> Diagnostics {
        self.settings.screenshots.clone_from(&file.pictures);
        self.settings.limits.clone_from(&file.limits);
        self.session.reviewing.author = file.author.clone().unwrap_or_default();
        self.view.options.reduced_motion = file.reduced_motion;
        let keys = file.keys.iter();
        let keys = keys.map(|(id, shortcuts)| (id.clone(), shortcuts.shortcuts.clone()));
        let (keymap, problems) = Keymap::changed(&keys.collect::<Vec<_>>());
        self.settings.keymap = keymap;
        problems.into_iter().map(|(id, problem)| file.complaint(&id, &problem)).collect()
    }

    /// Takes over what the last window left.
    pub fn recall(&mut self, last: Remembered) {
        self.settings.theme = last.theme.theme();
        self.settings.scale = last.scale;
        self.interface.panels = last.panels;
        self.interface.folder = last.folder;
        self.interface.recent = last.recent;
        self.view.camera.projection = last.view.projection;
        self.view.saved_views = last.view.saved;
        self.view.options.display = last.view.display;
        self.view.options.playback = last.playing.options;
        self.session.playback.set_loop_mode(last.playing.end);
        self.session.reviewing.note_kind = last.note_kind;
    }

    /// What the next window is to take over, but for the recent files, which the store has already.
    pub fn remembered(&self, window: Window) -> Remembered {
        let remembered = Remembered {
            theme: ThemeChoice::from_theme(self.settings.theme),
            scale: self.settings.scale,
            window,
            panels: self.interface.panels,
            folder: self.interface.folder.clone(),
            view: RememberedView {
                projection: self.view.camera.projection,
                saved: match self.document.path {
                    // Those of a session are its own.
                    Some(_) => self.document.own_views.clone(),
                    None => self.view.saved_views.clone(),
                },
                display: self.view.options.display,
            },
            playing: RememberedPlayback {
                end: self.session.playback.loop_mode(),
                options: self.view.options.playback,
            },
            note_kind: self.session.reviewing.note_kind,
            recent: Vec::new(),
        };
        remembered.within_limits()
    }
}
