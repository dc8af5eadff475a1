//! A take out of the people of all frames.

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::marker::settle_names;
use super::super::people::{FLAT, Figures};
use super::super::unread_rows::Damage;
use super::crowd::{Crowd, Shape};
use super::frame::Space;
use super::json::name;
use super::reading::{Header, Layout};
use super::{clock, large};
use crate::known_bodies::{KnownBody, by_word, with_joint_count};
use crate::take::{
    Axis, Detail, DetailKind, FormatId, Motion, Picture, Place, Take, Units, Up, WarningCode,
    Warnings, counted,
};

/// What was read, beside the people.
pub(super) struct Parts {
    pub header: Header,
    /// Those of joints, as they stand at these themselves.
    pub names: Vec<Box<[u8]>>,
    /// The fault behind which nothing was read, and whether a frame is lost by it.
    pub broken: Option<(LoadError, bool)>,
}

/// The joints of a hand, which may stand behind those of a body.
const HAND: usize = 21;

/// # Errors
/// Where nobody is on any frame, or most of them cannot be read.
pub(super) fn take(
    source: &Source<'_>,
    layout: &'static Layout,
    mut crowd: Crowd,
    parts: Parts,
    mut warnings: Warnings,
) -> Result<Take, LoadError> {
    let Some(shape) = crowd.shape() else {
        let frames = counted(crowd.times.len(), "frame");
        let what = format!("this is of {}, and on its {frames} nobody is seen", layout.name);
        let error = crowd.error.take();
        let nobody = || LoadError::new(source, ErrorKind::NothingToShow(what));
        return Err(error.unwrap_or_else(nobody));
    };
    warn_of_others(&crowd, shape, source, &mut warnings);
    let times = std::mem::take(&mut crowd.times);
    let (lost, mut error) = (std::mem::take(&mut crowd.lost), crowd.error.take());
    let rate = parts.header.rate.or(crowd.rate);
    let mut names = joint_names(layout, shape, &parts);
    settle_names(&mut names, |_| Place::Text { line: 1, column: 1 }, &mut warnings);
    // A body that is known has all of its bones: the list of Azure Kinect leaves out hands and faces.
    let mut bodies = layout.bodies.iter().filter_map(|word| by_word(word));
    let is_known = bodies.any(|body| body.names().eq(names.iter().map(String::as_str)));
    let bones = if is_known { Vec::new() } else { parts.header.bones_between(&names) };
    let people = crowd.into_people().ok_or_else(|| LoadError::new(source, ErrorKind::NoMemory))?;
    let figures = people.into_figures(source, &names, &bones, &mut warnings)?;
    let Figures { skeleton, values, frames, numbers, count } = figures;
    let mut damage = Damage::default();
    let mut lost = lost.into_iter().peekable();
    let mut row_times = Vec::with_capacity(frames.len());
    for (row, frame) in frames.iter().enumerate() {
        row_times.push(frame.map_or(f64::NAN, |frame| times[frame as usize]));
        if frame.is_some() && lost.next_if(|lost| Some(*lost) == *frame).is_some() {
            damage.lose(row..row + 1, error.take());
        }
    }
    let sound = times.len();
    if let Some(error) = damage.refusal(sound / 2) {
        return Err(error);
    }
    match parts.broken {
        Some((error, true)) => damage.lose(frames.len()..frames.len() + 1, Some(error)),
        Some((error, false)) => {
            let message = format!("the file ends behind a frame: {}", error.kind());
            let place = error.place().unwrap_or(Place::Byte(source.bytes.len() as u64));
            warnings.add_at(WarningCode::FewerThanAnnounced, || place, message);
        }
        None => {}
    }
    let clock = clock::settle(rate, &row_times, layout.tick, &mut warnings);
    let is_flat = shape.space != Space::World;
    warn_of_space(shape.space, layout, &mut warnings);
    let is_stated = layout.is_up_stated || is_flat;
    let up = if is_stated { Up::from(layout.up) } else { Up::assumed(layout.up) };
    let units = match shape.space {
        Space::World => Units::new(layout.metres, up),
        Space::Pixels | Space::Parts => Units::new(None, Axis::Y.negative()),
    };
    let motion = Motion::new(clock.frame_time, frames.len(), skeleton.columns(), values);
    let mut details = vec![Detail::new(DetailKind::KIND, layout.name)];
    if count > 1 {
        let text = format!("{count} people, told apart by a number ahead of the names");
        details.push(Detail::new(DetailKind::SUBJECT, text));
    }
    let lost = damage.finish(frames.len(), &mut warnings);
    Ok(Take {
        picture: is_flat.then_some(Picture { size: parts.header.picture }),
        details,
        numbers,
        start_time: clock.start,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FormatId::KeypointJson, skeleton, motion, units)
    })
}

/// The names of the joints: as the file has them, else those of the body that the layout has by definition; none where
/// only their order is known.
fn joint_names(layout: &Layout, shape: Shape, parts: &Parts) -> Vec<String> {
    let joints = shape.joints;
    if parts.header.names.len() == joints {
        return parts.header.names.clone();
    }
    if parts.names.len() == joints {
        return parts.names.iter().map(|of| name(of)).collect();
    }
    let of_layout = |joints: usize| {
        let mut bodies = with_joint_count(joints);
        bodies.find(|body| layout.bodies.contains(&body.word))
    };
    let names = |body: &'static KnownBody| body.names().map(|name| name.into_owned());
    if let Some(body) = of_layout(joints) {
        return names(body).collect();
    }
    // Older files of CMU have the first 15 of its 19 joints.
    if let (15, ["panoptic19"]) = (joints, layout.bodies) {
        return by_word("panoptic19").into_iter().flat_map(names).take(joints).collect();
    }
    let with_hands = || {
        let body = of_layout(joints.checked_sub(2 * HAND)?)?;
        let hand = with_joint_count(HAND).find(|body| body.word == "hand")?;
        let hands = ["left", "right"].into_iter();
        let hands =
            hands.flat_map(|side| names(hand).map(move |name| format!("{side}_hand_{name}")));
        Some(names(body).chain(hands).collect())
    };
    with_hands().unwrap_or_default()
}

fn warn_of_others(crowd: &Crowd, shape: Shape, source: &Source<'_>, warnings: &mut Warnings) {
    let Some((frame, at)) = crowd.first_other else { return };
    let joints = counted(shape.joints, "joint");
    let what = match shape.space {
        Space::World => format!("{joints} in space"),
        Space::Pixels | Space::Parts => format!("{joints} in the picture"),
    };
    let message = format!(
        "a person has other joints than the first one, who has {what}: left out, first on frame {frame}"
    );
    let code = WarningCode::ValuesLeftOut;
    if source.sequence.is_some() {
        (0..crowd.others).for_each(|_| warnings.add(code, message.as_str()));
    } else {
        let place = large::place(source, at);
        warnings.add_times(code, place, message, crowd.others);
    }
}

fn warn_of_space(space: Space, layout: &Layout, warnings: &mut Warnings) {
    match space {
        Space::World if layout.is_mirrored => {
            let message =
                "MMPose writes axes in which left and right are as in a mirror: X is turned round";
            warnings.add(WarningCode::ConventionDiffers, message);
        }
        Space::World => {}
        Space::Pixels | Space::Parts => {
            warnings.add(WarningCode::Flat, FLAT);
        }
    }
}
