//! From where pictures are seen: a fixed view, the camera of a session, or a view that was saved.

use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use glam::Vec3;

use crate::cli::exit::Failure;
use crate::cli::options::one_of;
use crate::cli::terminal::shown;
use crate::options::SavedView;
use crate::scene::{Bounds, Camera, SavedCamera, StagedTake, View};
use crate::store::{Store, read_session};

/// The axis to look along; `None` is the three-quarter view.
type Viewpoint = Option<View>;

const VIEWPOINTS: [(&str, Viewpoint); 8] = [
    ("iso", None),
    ("front", Some(View::Front)),
    ("back", Some(View::Back)),
    ("side", Some(View::Right)),
    ("right", Some(View::Right)),
    ("left", Some(View::Left)),
    ("top", Some(View::Top)),
    ("bottom", Some(View::Bottom)),
];

/// How many sides a turntable is looked at from to find how far away the camera has to be.
const SIDES: usize = 24;

#[derive(Args)]
pub(super) struct CameraOptions {
    /// View: three-quarter, or along an axis; side is the right one
    #[arg(long, value_parser = one_of(VIEWPOINTS), default_value = VIEWPOINTS[0].0)]
    #[arg(conflicts_with_all = ["camera", "session"])]
    view: Viewpoint,
    /// A view that was saved in the window, by its number or its name: of --session, or of the last window
    #[arg(long, value_name = "VIEW", value_hint = ValueHint::Other)]
    camera: Option<String>,
    /// The session whose camera it is, or whose saved views --camera names
    #[arg(long, value_name = "FILE.rushes", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    session: Option<PathBuf>,
}

pub(super) enum CameraChoice {
    /// From a side, and so far away that all is in view.
    Fitted(Viewpoint),
    Saved(Camera, Follow),
}

#[derive(Clone, Copy)]
pub(super) enum Follow {
    Nothing,
    /// Its target is from where the figure is.
    FromFigure,
    /// It goes along from where the figure is on this frame.
    FromFrame(usize),
}

impl CameraOptions {
    /// Finds the camera. Fails where the session cannot be read, which is printed, or has no such view.
    pub fn find(&self) -> Result<CameraChoice, Failure> {
        let session =
            self.session.as_deref().map(read_session).transpose().map_err(Failure::print)?;
        let (saved, follow) = match (&self.camera, &session) {
            (Some(name), Some(session)) => {
                let path = self.session.as_deref().unwrap_or(Path::new(""));
                find_view(&session.views, name, &shown(path).to_string())?
            }
            (Some(name), None) => {
                // What is wrong with it is printed where it is used for more.
                let remembered = Store::at_home().map(|store| store.remembered().0);
                let views = remembered.map_or(Vec::new(), |remembered| remembered.view.saved);
                find_view(&views, name, "the last window")?
            }
            (None, Some(session)) => {
                let Some(saved) = session.camera else {
                    return Err(Failure::invalid("the session has no camera"));
                };
                let frame = session.playback.as_ref().map_or(0, |playback| playback.frame);
                let frame = usize::try_from(frame).unwrap_or(0);
                (saved, if saved.follows { Follow::FromFrame(frame) } else { Follow::Nothing })
            }
            (None, None) => return Ok(CameraChoice::Fitted(self.view)),
        };
        match saved.camera() {
            Some(camera) => Ok(CameraChoice::Saved(camera, follow)),
            None => Err(Failure::invalid("the numbers of the camera make no view")),
        }
    }
}

/// The saved view of this name or number; `place` is where the views are.
fn find_view(
    views: &[SavedView],
    name: &str,
    place: &str,
) -> Result<(SavedCamera, Follow), Failure> {
    let sound = views.iter().filter(|view| view.is_sound());
    let found = sound
        .clone()
        .find(|view| view.number.to_string() == name || view.title().eq_ignore_ascii_case(name));
    if let Some(view) = found {
        let follow = if view.saved_camera.follows { Follow::FromFigure } else { Follow::Nothing };
        return Ok((view.saved_camera, follow));
    }
    let all = sound.map(|view| match view.name.as_str() {
        "" => view.number.to_string(),
        name => format!("{} ({name})", view.number),
    });
    let all = all.collect::<Vec<_>>().join(", ");
    let there =
        if all.is_empty() { "no view was saved".to_string() } else { format!("there are {all}") };
    Err(Failure::invalid(format!("'{name}' is no saved view of {place}: {there}")))
}

impl CameraChoice {
    /// The camera for a take from a frame on, over which the figure is in a box; where it goes along with the figure,
    /// the place where that began.
    pub fn camera(
        &self,
        staged: &mut StagedTake<'_>,
        first: usize,
        bounds: Bounds,
        aspect: f32,
    ) -> (Camera, Option<Vec3>) {
        let (camera, follow) = match self {
            Self::Fitted(view) => return (fitted(*view, staged, bounds, aspect), None),
            Self::Saved(camera, follow) => (*camera, *follow),
        };
        let last = staged.take.motion.frame_count().saturating_sub(1);
        match follow {
            Follow::Nothing => (camera, None),
            Follow::FromFigure => {
                let began = staged.body_position(first);
                let from = began.unwrap_or(staged.stage.first.centre());
                (Camera { target: camera.target + from, ..camera }, began)
            }
            Follow::FromFrame(frame) => (camera, staged.body_position(frame.min(last))),
        }
    }

    /// Whether somebody has placed the camera, so that it is not for us to do.
    pub fn is_saved(&self) -> bool {
        matches!(self, Self::Saved(..))
    }
}

fn fitted(view: Viewpoint, staged: &StagedTake<'_>, bounds: Bounds, aspect: f32) -> Camera {
    let mut camera = Camera::three_quarter_of(&staged.stage, bounds, aspect);
    if let Some(view) = view {
        camera.look_from(view);
        camera.frame(bounds, aspect);
    }
    camera
}

/// A camera that has a box in view from all around it.
pub(super) fn from_all_sides(camera: Camera, bounds: Bounds, aspect: f32) -> Camera {
    let sides = (0..SIDES).map(|side| {
        let mut turned = Camera { yaw: camera.yaw + TAU * side as f32 / SIDES as f32, ..camera };
        turned.frame(bounds, aspect);
        turned.distance
    });
    Camera { distance: sides.fold(camera.distance, f32::max), ..camera }
}
