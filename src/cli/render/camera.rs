//! From where pictures are seen: a fixed view, the camera of a session, or a view that was saved.

use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use glam::Vec3;

use crate::cli::exit::Failure;
use crate::cli::options::one_of;
use crate::cli::terminal::{print_error_line, shown};
use crate::options::SavedView;
use crate::scene::{Bounds, Camera, SavedCamera, StagedTake, View};
use crate::store::{SessionFile, Store, read_session};

/// The axis to look along; `None` is the three-quarter view.
type Viewpoint = Option<View>;

/// The words of `--view`, the default first.
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

/// From so many sides a turntable is looked at to find how far away the camera has to be.
const SIDES: usize = 24;

/// Whose camera it is.
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

/// Where pictures are seen from.
pub(super) enum Seen {
    /// From a side; so that all is in view.
    From(Viewpoint),
    /// By a camera that somebody has chosen.
    By(Camera, Follows),
}

/// Whether a chosen camera goes along with the figure.
#[derive(Clone, Copy)]
pub(super) enum Follows {
    Nothing,
    /// Its target is from where the figure is.
    FromFigure,
    /// It goes along from where the figure is on this frame.
    FromFrame(usize),
}

impl CameraOptions {
    /// Finds the camera.
    ///
    /// # Errors
    /// Where the session cannot be read, which is printed, or has no such view.
    pub fn find(&self) -> Result<Seen, Failure> {
        let session = self.session.as_deref().map(open_session).transpose()?;
        let (saved, follows) = match (&self.camera, &session) {
            (Some(name), Some(session)) => {
                let whose = shown(self.session.as_deref().unwrap_or(Path::new(""))).to_string();
                of_view(named(&session.views, name, &whose)?)
            }
            (Some(name), None) => {
                // What is wrong with it is told where it is used for more.
                let remembered = Store::at_home().map(|store| store.remembered().0);
                let views = remembered.map_or(Vec::new(), |remembered| remembered.view.saved);
                of_view(named(&views, name, "the last window")?)
            }
            (None, Some(session)) => {
                let Some(saved) = session.camera else {
                    return Err(Failure::Arguments("the session has no camera".into()));
                };
                let frame = session.playback.as_ref().map_or(0, |playback| playback.frame);
                let follows = if saved.follows {
                    Follows::FromFrame(usize::try_from(frame).unwrap_or(0))
                } else {
                    Follows::Nothing
                };
                (saved, follows)
            }
            (None, None) => return Ok(Seen::From(self.view)),
        };
        let camera = saved.camera();
        let camera = camera
            .ok_or_else(|| Failure::Arguments("the numbers of the camera make no view".into()))?;
        Ok(Seen::By(camera, follows))
    }
}

fn open_session(path: &Path) -> Result<SessionFile, Failure> {
    read_session(path).map_err(|why| {
        print_error_line(&why);
        Failure::File
    })
}

fn of_view(view: &SavedView) -> (SavedCamera, Follows) {
    let follows = if view.seen.follows { Follows::FromFigure } else { Follows::Nothing };
    (view.seen, follows)
}

/// The view that is called so.
fn named<'a>(views: &'a [SavedView], name: &str, whose: &str) -> Result<&'a SavedView, Failure> {
    let is_it = |view: &&SavedView| {
        view.number.to_string() == name || view.title().eq_ignore_ascii_case(name)
    };
    let sound = || views.iter().filter(|view| view.is_sound());
    sound().find(is_it).ok_or_else(|| {
        let all = sound().map(|view| match view.name.as_str() {
            "" => view.number.to_string(),
            name => format!("{} ({name})", view.number),
        });
        let all = all.collect::<Vec<_>>().join(", ");
        let there = if all.is_empty() {
            "no view was saved".to_string()
        } else {
            format!("there are {all}")
        };
        Failure::Arguments(format!("'{name}' is no saved view of {whose}: {there}"))
    })
}

impl Seen {
    /// The camera for a take from a frame on, over which the figure is in a box; where it goes along with the figure,
    /// the place where that began.
    pub fn camera(
        &self,
        staged: &mut StagedTake<'_>,
        (first, bounds): (usize, Bounds),
        aspect: f32,
    ) -> (Camera, Option<Vec3>) {
        match self {
            Self::From(view) => (looking(*view, staged, bounds, aspect), None),
            Self::By(camera, follows) => {
                let last = staged.take.motion.frame_count().saturating_sub(1);
                let began = match follows {
                    Follows::Nothing => None,
                    Follows::FromFigure => staged.place(first),
                    Follows::FromFrame(frame) => staged.place((*frame).min(last)),
                };
                let from = match follows {
                    Follows::FromFigure => began.unwrap_or(staged.stage.first.centre()),
                    _ => Vec3::ZERO,
                };
                let target = camera.target + from;
                (Camera { target, ..*camera }, began)
            }
        }
    }

    /// Whether somebody has chosen the camera, so that it is not for us to place.
    pub fn is_chosen(&self) -> bool {
        matches!(self, Self::By(..))
    }
}

/// A camera that has a box in view.
fn looking(view: Viewpoint, staged: &StagedTake<'_>, bounds: Bounds, aspect: f32) -> Camera {
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
