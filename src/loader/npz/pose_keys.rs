//! Under which keys and in which shapes archives keep poses of SMPL's family.
//!
//! ```text
//! poses         all joints: frames × 72, 156 or 165, or frames × joints × 3, 6, 9 or 3 × 3 (see `turn`)
//! root_orient   instead of poses: the first joint
//! pose_body     the joints up to the wrists; 69 values with the hands of SMPL
//! pose_hand     fingers, the left hand first
//! pose_jaw, pose_eye
//! trans         frames × 3: where the pelvis is
//! ```
//!
//! Each of them has other names with other programs: AMASS, the package smplx, AIST++, WHAM, TRAM.

use super::archive::{Archive, Entry};
use super::array::{Header, Kind};
use super::body::{BODY, Model};
use super::grid::Lead;
use super::turn::Form;

/// What an array of poses is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Whole,
    Root,
    Limbs,
    Hands,
    LeftHand,
    RightHand,
    Jaw,
    Eyes,
    LeftEye,
    RightEye,
    Places,
}

use Role::{Eyes, Hands, Jaw, LeftEye, LeftHand, Limbs, Places, RightEye, RightHand, Root, Whole};

impl Role {
    /// Every role whose array turns some joints beside others.
    pub const PARTS: [Self; 9] =
        [Root, Limbs, Jaw, Eyes, LeftEye, RightEye, Hands, LeftHand, RightHand];

    /// The keys, those of motion in the world ahead of those in a camera's.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Whole => &[
                "pose_world",
                "poses",
                "smpl_poses",
                "full_pose",
                "fullpose",
                "pred_rotmat",
                "pose",
                "smpl_pose",
                "thetas",
            ],
            Root => &["root_orient", "global_orient"],
            Limbs => &["pose_body", "body_pose"],
            Hands => &["pose_hand", "hand_pose"],
            LeftHand => &["left_hand_pose"],
            RightHand => &["right_hand_pose"],
            Jaw => &["pose_jaw", "jaw_pose"],
            Eyes => &["pose_eye", "eye_pose"],
            LeftEye => &["leye_pose"],
            RightEye => &["reye_pose"],
            Places => {
                &["trans_world", "trans", "transl", "smpl_trans", "pred_trans", "translation"]
            }
        }
    }

    /// How many joints an array of it may turn.
    fn counts(self) -> &'static [usize] {
        match self {
            Whole => &[22, 24, 52, 55],
            Limbs => &[21, 23],
            Hands => &[30],
            LeftHand | RightHand => &[15],
            Eyes => &[2],
            Root | Jaw | LeftEye | RightEye | Places => &[1],
        }
    }

    /// Which joint of a model the first one of its array is.
    pub fn first(self, model: Model) -> usize {
        let fingers = model.fingers().unwrap_or(model.len());
        match self {
            Whole | Root | Places => 0,
            Limbs => 1,
            Jaw => BODY.len(),
            Eyes | LeftEye => BODY.len() + 1,
            RightEye => BODY.len() + 2,
            Hands | LeftHand => fingers,
            RightHand => fingers + 15,
        }
    }

    /// The array of an archive that has this role, by its key.
    pub fn find<'e, 'a>(self, archive: &'e Archive<'a>) -> Option<&'e Entry<'a>> {
        archive.find(self.keys())
    }

    /// How an array of this role is built, where it can be one: by what tells the most of its indices.
    pub fn shape(self, header: &Header) -> Option<Shape> {
        self.shapes(header).next()
    }

    /// The same of an array that goes with another one: as that counts frames and people, where it can.
    pub fn shape_beside(self, header: &Header, lead: Lead) -> Option<Shape> {
        let alike = self.shapes(header).find(|shape| shape.lead == lead);
        alike.or_else(|| self.shape(header))
    }

    /// Every way in which an array of this role could be built.
    fn shapes(self, header: &Header) -> impl Iterator<Item = Shape> {
        let counts = self.counts();
        let of = move |tail: usize, joints: usize, form: Form| {
            let ahead = header.shape.len().checked_sub(tail)?;
            let lead = Lead::of(header.shape.get(..ahead)?).filter(|lead| lead.frames() > 0)?;
            let is_it = header.kind == Kind::Float
                && counts.contains(&joints)
                && (self != Places || form == Form::Axis);
            is_it.then_some(Shape { lead, joints, form, tail })
        };
        let matrices = match header.shape[..] {
            [.., joints, 3, 3] if counts.contains(&joints) => of(3, joints, Form::Matrix),
            [.., 3, 3] if counts == [1] => of(2, 1, Form::Matrix),
            _ => None,
        };
        let joints = match header.shape[..] {
            [.., joints, width] => {
                let form = Form::ALL.into_iter().find(|form| form.width() == width);
                form.and_then(|form| of(2, joints, form))
            }
            _ => None,
        };
        let row = header.shape.last().copied().unwrap_or(0);
        let forms = Form::ALL.into_iter();
        let rows = forms.filter(move |form| row.is_multiple_of(form.width()));
        let rows = rows.filter_map(move |form| of(1, row / form.width(), form));
        matrices.into_iter().chain(joints).chain(rows)
    }
}

/// How an array of rotations is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub lead: Lead,
    /// How many joints it turns, of each person.
    pub joints: usize,
    pub form: Form,
    /// How many of its indices are of a frame.
    pub tail: usize,
}

/// The poses of an archive.
#[derive(Clone, Copy)]
pub(super) struct Found<'e, 'a> {
    /// The array in which they begin.
    pub entry: &'e Entry<'a>,
    pub role: Role,
    pub shape: Shape,
    pub model: Model,
}

/// The poses that an array of a file of its own would be of.
pub(super) fn of_entry<'e, 'a>(entry: &'e Entry<'a>) -> Option<Found<'e, 'a>> {
    let shape = Whole.shape(&entry.header)?;
    let mut models = Model::ALL.into_iter();
    Some(Found {
        entry,
        role: Whole,
        shape,
        model: models.find(|model| model.len() == shape.joints)?,
    })
}

/// The array in which the poses of an archive begin, and the model that they are of.
pub(super) fn find<'e, 'a>(archive: &'e Archive<'a>) -> Option<Found<'e, 'a>> {
    let of_joints = |joints: usize| Model::ALL.into_iter().find(|model| model.len() == joints);
    // The first key may be of something else.
    let whole = Whole.keys().iter().find_map(|key| {
        let entry = archive.find(&[key])?;
        Some((entry, Whole.shape(&entry.header)?))
    });
    if let Some((entry, shape)) = whole {
        let model = of_joints(shape.joints)?;
        let role = Whole;
        return Some(Found { entry, role, shape, model });
    }
    let entry = Limbs.find(archive)?;
    let shape = Limbs.shape(&entry.header)?;
    let has = |role: Role| {
        let entry = role.find(archive);
        entry.is_some_and(|entry| role.shape(&entry.header).is_some())
    };
    let model = match shape.joints + 1 {
        joints if joints != BODY.len() => of_joints(joints)?,
        _ if [Jaw, Eyes, LeftEye, RightEye].into_iter().any(has) => Model::SmplX,
        _ if [Hands, LeftHand, RightHand].into_iter().any(has) => Model::SmplH,
        joints => of_joints(joints)?,
    };
    Some(Found { entry, role: Limbs, shape, model })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(shape: &[usize]) -> Header {
        let shape: String = shape.iter().map(|n| format!("{n}, ")).collect();
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.bytes());
        Header::read(&bytes).unwrap()
    }

    #[test]
    fn shapes_tell_people_frames_joints_and_how_they_are_turned() {
        use crate::loader::npz::turn::Six::Rows;
        let beside = Root.shape_beside(&header(&[2, 3, 3]), Lead::of(&[2, 3]).unwrap());
        assert_eq!(beside.map(|s| (s.lead.frames(), s.form)), Some((3, Form::Axis)));
        for (role, shape, found) in [
            (Whole, &[30, 72][..], Some((1, 30, 24, Form::Axis))),
            (Whole, &[1, 30, 72], Some((1, 30, 24, Form::Axis))),
            (Whole, &[30, 24, 3], Some((1, 30, 24, Form::Axis))),
            (Whole, &[30, 24, 3, 3], Some((1, 30, 24, Form::Matrix))),
            (Whole, &[30, 216], Some((1, 30, 24, Form::Matrix))),
            (Whole, &[30, 22, 6], Some((1, 30, 22, Form::Six(Rows)))),
            (Whole, &[30, 132], Some((1, 30, 22, Form::Six(Rows)))),
            (Whole, &[2, 30, 72], Some((2, 30, 24, Form::Axis))),
            (Whole, &[30, 2, 24, 3], Some((2, 30, 24, Form::Axis))),
            (Whole, &[30, 73], None),
            (Whole, &[72], None),
            (Root, &[30, 3], Some((1, 30, 1, Form::Axis))),
            (Root, &[30, 1, 3], Some((1, 30, 1, Form::Axis))),
            (Root, &[30, 3, 3], Some((1, 30, 1, Form::Matrix))),
            (Root, &[30, 1, 3, 3], Some((1, 30, 1, Form::Matrix))),
            (Root, &[2, 30, 3], Some((2, 30, 1, Form::Axis))),
            (Root, &[30, 6], Some((1, 30, 1, Form::Six(Rows)))),
            (Eyes, &[30, 6], Some((1, 30, 2, Form::Axis))),
            (Limbs, &[30, 23, 3, 3], Some((1, 30, 23, Form::Matrix))),
            (Places, &[30, 1, 3], Some((1, 30, 1, Form::Axis))),
            (Places, &[30, 3, 3], Some((3, 30, 1, Form::Axis))),
            (Places, &[30, 6], None),
        ] {
            let shaped = role.shape(&header(shape));
            let shaped = shaped.map(|s| (s.lead.people(), s.lead.frames(), s.joints, s.form));
            assert_eq!(shaped, found, "{role:?} {shape:?}");
        }
    }
}
