//! What a film shows: a copy of the view that goes to the film's frames, while the window stays where it is.

use glam::Vec2;

use crate::app::export::options::{ExportOptions, FilmCamera};
use crate::app::{interface::Interface, session::Session, state::State};
use crate::scene::Camera;

/// What the view is drawn from, as it was when the film began: without history and panels.
pub struct FilmScene {
    /// At the frame that [`Self::show`] was last asked for.
    pub state: State,
    /// How many pixels a point has.
    pub scale: f32,
    /// Who looks; `None` for the camera of the window, whatever it follows.
    camera: Option<Camera>,
}

impl FilmScene {
    pub fn new(state: &State, options: &ExportOptions) -> Self {
        let camera = match options.camera {
            FilmCamera::Window => None,
            FilmCamera::Saved(place) => {
                let saved = state.view.saved_views.get(place);
                saved.and_then(|saved| saved.saved_camera.camera())
            }
            FilmCamera::Along(view) => {
                let mut camera = state.view.shown;
                camera.look_from(view);
                Some(camera)
            }
        };
        let mut copy = State {
            session: Session {
                takes: state.session.takes.clone(),
                playback: state.session.playback.clone(),
                timeline: state.session.timeline.clone(),
                compare: state.session.compare.clone(),
                ..Session::default()
            },
            view: state.view.clone(),
            // Without the interface, notes have no cards.
            interface: Interface { panels: state.interface.panels, ..Interface::default() },
            settings: state.settings.clone(),
            ..State::default()
        };
        copy.session.playback.pause();
        copy.view.end_transition();
        // A camera sees as much as it does in a window of this shape, and lines are as wide as in one of this height.
        let [width, height] = options.size.map(|side| side as f32);
        let scale = (height / 720.0).max(1.0);
        copy.view.size = Vec2::new(width / copy.cell_count() as f32, height) / scale;
        Self { state: copy, scale, camera }
    }

    /// Goes to a frame of the timeline.
    pub fn show(&mut self, frame: usize) {
        let State { session, view, .. } = &mut self.state;
        session.playback.seek(frame);
        session.prepare(&view.options.playback);
        view.prepare(session);
        if let Some(camera) = self.camera {
            view.shown = camera;
        }
    }
}
