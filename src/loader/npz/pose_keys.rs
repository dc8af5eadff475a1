//! Under which keys and in which shapes archives keep poses of SMPL's family.
//!
//! ```text
//! poses         all joints: frames × 72, 156 or 165, or frames × joints × 3, 6, 9 or 3 × 3
//! root_orient   instead of poses: the first joint
//! pose_body     the joints up to the wrists; 69 values with the hands of SMPL
//! pose_hand     fingers, the left hand first
//! pose_jaw, pose_eye
//! trans         frames × 3: where the pelvis is
//! ```
//!
//! Each of them has other names with other programs: AMASS, the package smplx, AIST++, WHAM, TRAM. See
//! `rotation_form` for the values of a joint.

use super::archive::{Archive, Entry};
use super::array::{Header, Kind};
use super::body::{BODY, Model};
use super::leading_axes::LeadingAxes;
use super::rotation_form::RotationForm;

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
    Translation,
}

use Role::{
    Eyes, Hands, Jaw, LeftEye, LeftHand, Limbs, RightEye, RightHand, Root, Translation, Whole,
};

impl Role {
    /// The roles of arrays that turn some joints beside others.
    pub const PARTS: [Self; 9] =
        [Root, Limbs, Jaw, Eyes, LeftEye, RightEye, Hands, LeftHand, RightHand];

    /// The keys, those of motion in the world ahead of those in a camera's.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            #[rustfmt::skip]
            Whole => &[
                "pose_world", "poses", "smpl_poses", "full_pose", "fullpose", "pred_rotmat", "pose", "smpl_pose",
                "smpl_thetas", "thetas",
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
            Translation => &[
                "trans_world",
                "trans",
                "transl",
                "smpl_trans",
                "pred_trans",
                "translation",
                "cam_trans",
            ],
        }
    }

    /// How many joints an array of this role may turn.
    fn counts(self) -> &'static [usize] {
        match self {
            Whole => &[22, 24, 52, 55],
            Limbs => &[21, 23],
            Hands => &[30],
            LeftHand | RightHand => &[15],
            Eyes => &[2],
            Root | Jaw | LeftEye | RightEye | Translation => &[1],
        }
    }

    /// Which joint of a model the first one of its array is.
    pub fn first(self, model: Model) -> usize {
        let fingers = model.fingers().unwrap_or(model.len());
        match self {
            Whole | Root | Translation => 0,
            Limbs => 1,
            Jaw => BODY.len(),
            Eyes | LeftEye => BODY.len() + 1,
            RightEye => BODY.len() + 2,
            Hands | LeftHand => fingers,
            RightHand => fingers + 15,
        }
    }

    /// How an array of this role is built, where it can be one: by what tells the most of its axes.
    pub fn shape(self, header: &Header) -> Option<Shape> {
        self.shapes(header).next()
    }

    /// As [`Self::shape`], of an array that goes with another one: as that counts frames and people, where it can.
    pub fn shape_beside(self, header: &Header, axes: LeadingAxes) -> Option<Shape> {
        self.shapes(header).find(|shape| shape.axes == axes).or_else(|| self.shape(header))
    }

    /// Every way in which an array of this role could be built.
    fn shapes(self, header: &Header) -> impl Iterator<Item = Shape> {
        let counts = self.counts();
        let shape = move |tail: usize, joints: usize, form: RotationForm| {
            let axes = header.leading_axes(tail)?;
            let is_it = header.kind == Kind::Float
                && axes.frames() > 0
                && counts.contains(&joints)
                && (self != Translation || form == RotationForm::Axis);
            is_it.then_some(Shape { axes, joints, form, tail })
        };
        let matrices = match header.shape[..] {
            [.., joints, 3, 3] if counts.contains(&joints) => {
                shape(3, joints, RotationForm::Matrix)
            }
            [.., 3, 3] if counts == [1] => shape(2, 1, RotationForm::Matrix),
            _ => None,
        };
        let joints = match header.shape[..] {
            [.., joints, width] => {
                let form = RotationForm::ALL.into_iter().find(|form| form.width() == width);
                form.and_then(|form| shape(2, joints, form))
            }
            _ => None,
        };
        let row = header.shape.last().copied().unwrap_or(0);
        let forms = RotationForm::ALL.into_iter();
        let rows = forms
            .filter(move |form| row.is_multiple_of(form.width()))
            .filter_map(move |form| shape(1, row / form.width(), form));
        matrices.into_iter().chain(joints).chain(rows)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub axes: LeadingAxes,
    /// How many joints it turns, of each person.
    pub joints: usize,
    pub form: RotationForm,
    /// How many of its axes are of a frame.
    pub tail: usize,
}

#[derive(Clone, Copy)]
pub(super) struct PoseArray<'e, 'a> {
    /// The array in which they begin.
    pub entry: &'e Entry<'a>,
    pub role: Role,
    pub shape: Shape,
    pub model: Model,
}

/// The poses that an array is of which has all joints.
pub(super) fn whole_poses<'e, 'a>(entry: &'e Entry<'a>) -> Option<PoseArray<'e, 'a>> {
    let shape = Whole.shape(&entry.header)?;
    Some(PoseArray { entry, role: Whole, shape, model: Model::with_joints(shape.joints)? })
}

/// The array in which the poses of an archive begin, and the model that they are of.
pub(super) fn find_poses<'e, 'a>(archive: &'e Archive<'a>) -> Option<PoseArray<'e, 'a>> {
    // The first key may be of something else.
    let mut keys = Whole.keys().iter();
    if let Some(whole) = keys.find_map(|key| whole_poses(archive.find(&[key])?)) {
        return Some(whole);
    }
    let entry = archive.find(Limbs.keys())?;
    let shape = Limbs.shape(&entry.header)?;
    let has = |role: Role| {
        let entry = archive.find(role.keys());
        entry.is_some_and(|entry| role.shape(&entry.header).is_some())
    };
    let joints = shape.joints + 1;
    let model = if joints != BODY.len() {
        Model::with_joints(joints)?
    } else if [Jaw, Eyes, LeftEye, RightEye].into_iter().any(has) {
        Model::SmplX
    } else if [Hands, LeftHand, RightHand].into_iter().any(has) {
        Model::SmplH
    } else {
        Model::Body
    };
    Some(PoseArray { entry, role: Limbs, shape, model })
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
        use RotationForm::{Axis, Matrix};
        const SIX_VALUES: RotationForm = RotationForm::ALL[2];
        let axes = LeadingAxes::from_shape(&[2, 3]).unwrap();
        let beside = Root.shape_beside(&header(&[2, 3, 3]), axes);
        assert_eq!(beside.map(|s| (s.axes.frames(), s.form)), Some((3, Axis)));
        for (role, shape, found) in [
            (Whole, &[30, 72][..], Some((1, 30, 24, Axis))),
            (Whole, &[1, 30, 72], Some((1, 30, 24, Axis))),
            (Whole, &[30, 24, 3], Some((1, 30, 24, Axis))),
            (Whole, &[30, 24, 3, 3], Some((1, 30, 24, Matrix))),
            (Whole, &[30, 216], Some((1, 30, 24, Matrix))),
            (Whole, &[30, 22, 6], Some((1, 30, 22, SIX_VALUES))),
            (Whole, &[30, 132], Some((1, 30, 22, SIX_VALUES))),
            (Whole, &[2, 30, 72], Some((2, 30, 24, Axis))),
            (Whole, &[30, 2, 24, 3], Some((2, 30, 24, Axis))),
            (Whole, &[30, 73], None),
            (Whole, &[72], None),
            (Root, &[30, 3], Some((1, 30, 1, Axis))),
            (Root, &[30, 1, 3], Some((1, 30, 1, Axis))),
            (Root, &[30, 3, 3], Some((1, 30, 1, Matrix))),
            (Root, &[30, 1, 3, 3], Some((1, 30, 1, Matrix))),
            (Root, &[2, 30, 3], Some((2, 30, 1, Axis))),
            (Root, &[30, 6], Some((1, 30, 1, SIX_VALUES))),
            (Eyes, &[30, 6], Some((1, 30, 2, Axis))),
            (Limbs, &[30, 23, 3, 3], Some((1, 30, 23, Matrix))),
            (Translation, &[30, 1, 3], Some((1, 30, 1, Axis))),
            (Translation, &[30, 3, 3], Some((3, 30, 1, Axis))),
            (Translation, &[30, 6], None),
        ] {
            let shaped = role.shape(&header(shape));
            let shaped = shaped.map(|s| (s.axes.people(), s.axes.frames(), s.joints, s.form));
            assert_eq!(shaped, found, "{role:?} {shape:?}");
        }
    }
}
