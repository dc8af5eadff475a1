//! The table of known bodies: their joints in order, what each of them is, and the bones between them.

use super::body::KnownBody;

/// The joints that several bodies begin with.
macro_rules! coco {
    () => {
        "nose=nose left_eye=eye+ right_eye=eye- left_ear=ear+ right_ear=ear- left_shoulder=shoulder+ \
         right_shoulder=shoulder- left_elbow=elbow+ right_elbow=elbow- left_wrist=wrist+ right_wrist=wrist- \
         left_hip=hip+ right_hip=hip- left_knee=knee+ right_knee=knee- left_ankle=ankle+ right_ankle=ankle-"
    };
}
macro_rules! smpl_body {
    () => {
        "left_hip=hip+ right_hip=hip- spine1=spine1 left_knee=knee+ right_knee=knee- spine2=spine2 \
         left_ankle=ankle+ right_ankle=ankle- spine3=spine3 left_foot=foot+ right_foot=foot- neck=neck \
         left_collar=collar+ right_collar=collar- head=head left_shoulder=shoulder+ right_shoulder=shoulder- \
         left_elbow=elbow+ right_elbow=elbow- left_wrist=wrist+ right_wrist=wrist-"
    };
}
macro_rules! smpl {
    () => {
        concat!("pelvis=pelvis ", smpl_body!())
    };
}

macro_rules! blazepose {
    () => {
        "nose=nose left_eye_inner=eye_inner+ left_eye=eye+ left_eye_outer=eye_outer+ \
                 right_eye_inner=eye_inner- right_eye=eye- right_eye_outer=eye_outer- left_ear=ear+ right_ear=ear- \
                 mouth_left=mouth+ mouth_right=mouth- left_shoulder=shoulder+ right_shoulder=shoulder- \
                 left_elbow=elbow+ right_elbow=elbow- left_wrist=wrist+ right_wrist=wrist- left_pinky=pinky+ \
                 right_pinky=pinky- left_index=index+ right_index=index- left_thumb=thumb+ right_thumb=thumb- \
                 left_hip=hip+ right_hip=hip- left_knee=knee+ right_knee=knee- left_ankle=ankle+ right_ankle=ankle- \
                 left_heel=heel+ right_heel=heel- left_foot_index=toe+ right_foot_index=toe-"
    };
}
macro_rules! halpe {
    () => {
        concat!(
            coco!(),
            " head=crown neck=thorax hip=pelvis left_big_toe=toe+ right_big_toe=toe- left_small_toe=small_toe+ \
             right_small_toe=small_toe- left_heel=heel+ right_heel=heel-"
        )
    };
}

/// Joints of one side, each with that ahead of it and the sign of the side behind it.
macro_rules! sided {
    ($side:literal $sign:literal $($joint:literal)*) => {
        concat!($($side, $joint, $sign, " "),*)
    };
}
/// The points of a hand, behind those of a body.
macro_rules! hand {
    ($side:literal $sign:literal) => {
        sided!(
            $side $sign
            "_hand_wrist=hand_root" "_hand_thumb_cmc=thumb1" "_hand_thumb_mcp=thumb2" "_hand_thumb_ip=thumb3"
            "_hand_thumb_tip=thumb4" "_hand_index_mcp=index1" "_hand_index_pip=index2" "_hand_index_dip=index3"
            "_hand_index_tip=index4" "_hand_middle_mcp=middle1" "_hand_middle_pip=middle2" "_hand_middle_dip=middle3"
            "_hand_middle_tip=middle4" "_hand_ring_mcp=ring1" "_hand_ring_pip=ring2" "_hand_ring_dip=ring3"
            "_hand_ring_tip=ring4" "_hand_pinky_mcp=pinky1" "_hand_pinky_pip=pinky2" "_hand_pinky_dip=pinky3"
            "_hand_pinky_tip=pinky4"
        )
    };
}
/// The joints of SMPL-X's fingers.
macro_rules! fingers {
    ($side:literal $sign:literal) => {
        sided!(
            $side $sign
            "_index1=index1" "_index2=index2" "_index3=index3" "_middle1=middle1" "_middle2=middle2"
            "_middle3=middle3" "_pinky1=pinky1" "_pinky2=pinky2" "_pinky3=pinky3" "_ring1=ring1" "_ring2=ring2"
            "_ring3=ring3" "_thumb1=thumb1" "_thumb2=thumb2" "_thumb3=thumb3"
        )
    };
}

/// Every known body. A joint is `name=landmark`, with `+` behind it on the left and `-` on the right, and `*68` for so
/// many in a row that are numbered; a bone is `from-to`, a chain of them `from-by-to`.
pub(super) const BODIES: [KnownBody; 18] = [
    KnownBody {
        name: "MediaPipe Pose (BlazePose)",
        word: "blazepose",
        joints: blazepose!(),
        bones: "0-1-2-3-7 0-4-5-6-8 9-10 11-12 11-23 12-24 23-24 11-13-15 15-17 15-19 15-21 17-19 12-14-16 16-18 16-20 \
                16-22 18-20 23-25-27-29-31 27-31 24-26-28-30-32 28-32",
        others: "",
    },
    KnownBody {
        name: "COCO",
        word: "coco",
        joints: coco!(),
        bones: "0-1-3 0-2-4 5-6 5-7-9 6-8-10 5-11 6-12 11-12 11-13-15 12-14-16",
        others: "",
    },
    KnownBody {
        name: "Human3.6M",
        word: "h36m",
        joints: "pelvis=pelvis right_hip=hip- right_knee=knee- right_ankle=ankle- left_hip=hip+ left_knee=knee+ \
                 left_ankle=ankle+ spine=spine2 thorax=thorax neck=neck head=crown left_shoulder=shoulder+ \
                 left_elbow=elbow+ left_wrist=wrist+ right_shoulder=shoulder- right_elbow=elbow- right_wrist=wrist-",
        bones: "0-1-2-3 0-4-5-6 0-7-8-9-10 8-11-12-13 8-14-15-16",
        others: "root=0 hip=0 bottom_torso=0 right_foot=3 left_foot=6 belly=7 torso=7 neck_base=8 center_torso=8 upper_torso=8 chin=9 head_base=9 nose=9 neck/nose=9 head_top=10 center_head=10 site=10",
    },
    KnownBody {
        name: "Halpe",
        word: "halpe26",
        joints: halpe!(),
        bones: "17-18-19 0-18 0-1-3 0-2-4 18-5-7-9 18-6-8-10 19-11-13-15 19-12-14-16 15-20 15-22 15-24 16-21 16-23 \
                16-25",
        others: "l_big_toe=20 r_big_toe=21 mid_hip=19 pelvis=19 root=19 head_top=17 top_head=17",
    },
    KnownBody {
        name: "OpenPose BODY_25",
        word: "body25",
        joints: "Nose=nose Neck=thorax RShoulder=shoulder- RElbow=elbow- RWrist=wrist- LShoulder=shoulder+ \
                 LElbow=elbow+ LWrist=wrist+ MidHip=pelvis RHip=hip- RKnee=knee- RAnkle=ankle- LHip=hip+ LKnee=knee+ \
                 LAnkle=ankle+ REye=eye- LEye=eye+ REar=ear- LEar=ear+ LBigToe=toe+ LSmallToe=small_toe+ LHeel=heel+ \
                 RBigToe=toe- RSmallToe=small_toe- RHeel=heel-",
        bones: "8-1-0 0-15-17 0-16-18 1-2-3-4 1-5-6-7 8-9-10-11 8-12-13-14 14-19-20 14-21 11-22-23 11-24",
        others: "mid_shoulder=1 pelvis=8 hips=8 hip=8",
    },
    KnownBody {
        name: "OpenPose COCO",
        word: "openpose18",
        joints: "Nose=nose Neck=thorax RShoulder=shoulder- RElbow=elbow- RWrist=wrist- LShoulder=shoulder+ \
                 LElbow=elbow+ LWrist=wrist+ RHip=hip- RKnee=knee- RAnkle=ankle- LHip=hip+ LKnee=knee+ LAnkle=ankle+ \
                 REye=eye- LEye=eye+ REar=ear- LEar=ear+",
        bones: "1-0 0-14-16 0-15-17 1-2-3-4 1-5-6-7 1-8-9-10 1-11-12-13",
        others: "",
    },
    KnownBody {
        name: "Kinect v1",
        word: "kinect20",
        joints: "HipCenter=pelvis Spine=spine1 ShoulderCenter=thorax Head=head ShoulderLeft=shoulder+ ElbowLeft=elbow+ \
                 WristLeft=wrist+ HandLeft=hand+ ShoulderRight=shoulder- ElbowRight=elbow- WristRight=wrist- \
                 HandRight=hand- HipLeft=hip+ KneeLeft=knee+ AnkleLeft=ankle+ FootLeft=foot+ HipRight=hip- \
                 KneeRight=knee- AnkleRight=ankle- FootRight=foot-",
        bones: "0-1-2-3 2-4-5-6-7 2-8-9-10-11 0-12-13-14-15 0-16-17-18-19",
        others: "hip_centre=0 shoulder_centre=2",
    },
    KnownBody {
        name: "Kinect v2",
        word: "kinect25",
        joints: "SpineBase=pelvis SpineMid=spine2 Neck=neck Head=head ShoulderLeft=shoulder+ ElbowLeft=elbow+ \
                 WristLeft=wrist+ HandLeft=hand+ ShoulderRight=shoulder- ElbowRight=elbow- WristRight=wrist- \
                 HandRight=hand- HipLeft=hip+ KneeLeft=knee+ AnkleLeft=ankle+ FootLeft=foot+ HipRight=hip- \
                 KneeRight=knee- AnkleRight=ankle- FootRight=foot- SpineShoulder=thorax HandTipLeft=handtip+ \
                 ThumbLeft=thumb+ HandTipRight=handtip- ThumbRight=thumb-",
        bones: "0-1-20-2-3 20-4-5-6-7-21 6-22 20-8-9-10-11-23 10-24 0-12-13-14-15 0-16-17-18-19",
        others: "",
    },
    KnownBody {
        name: "Azure Kinect",
        word: "azure32",
        joints: "PELVIS=pelvis SPINE_NAVEL=spine2 SPINE_CHEST=spine3 NECK=neck CLAVICLE_LEFT=collar+ \
                 SHOULDER_LEFT=shoulder+ ELBOW_LEFT=elbow+ WRIST_LEFT=wrist+ HAND_LEFT=hand+ HANDTIP_LEFT=handtip+ \
                 THUMB_LEFT=thumb+ CLAVICLE_RIGHT=collar- SHOULDER_RIGHT=shoulder- ELBOW_RIGHT=elbow- \
                 WRIST_RIGHT=wrist- HAND_RIGHT=hand- HANDTIP_RIGHT=handtip- THUMB_RIGHT=thumb- HIP_LEFT=hip+ \
                 KNEE_LEFT=knee+ ANKLE_LEFT=ankle+ FOOT_LEFT=foot+ HIP_RIGHT=hip- KNEE_RIGHT=knee- ANKLE_RIGHT=ankle- \
                 FOOT_RIGHT=foot- HEAD=head NOSE=nose EYE_LEFT=eye+ EAR_LEFT=ear+ EYE_RIGHT=eye- EAR_RIGHT=ear-",
        bones: "0-1-2-3-26-27 27-28-29 27-30-31 2-4-5-6-7-8-9 7-10 2-11-12-13-14-15-16 14-17 0-18-19-20-21 \
                0-22-23-24-25",
        others: "",
    },
    KnownBody {
        name: "CMU Panoptic",
        word: "panoptic19",
        joints: "Neck=thorax Nose=nose BodyCenter=pelvis lShoulder=shoulder+ lElbow=elbow+ lWrist=wrist+ lHip=hip+ \
                 lKnee=knee+ lAnkle=ankle+ rShoulder=shoulder- rElbow=elbow- rWrist=wrist- rHip=hip- rKnee=knee- \
                 rAnkle=ankle- lEye=eye+ lEar=ear+ rEye=eye- rEar=ear-",
        bones: "2-0-1 1-15-16 1-17-18 0-3-4-5 0-9-10-11 2-6-7-8 2-12-13-14",
        others: "mid_hip=2 pelvis=2 head_top=1",
    },
    KnownBody {
        name: "the body of SMPL",
        word: "smpl22",
        joints: smpl!(),
        bones: "0-1-4-7-10 0-2-5-8-11 0-3-6-9-12-15 9-13-16-18-20 9-14-17-19-21",
        others: "",
    },
    KnownBody {
        name: "SMPL",
        word: "smpl24",
        joints: concat!(smpl!(), " left_hand=hand+ right_hand=hand-"),
        bones: "0-1-4-7-10 0-2-5-8-11 0-3-6-9-12-15 9-13-16-18-20-22 9-14-17-19-21-23",
        others: "",
    },
    KnownBody {
        name: "a hand of MediaPipe",
        word: "hand",
        joints: "wrist=wrist+ thumb_cmc=thumb1+ thumb_mcp=thumb2+ thumb_ip=thumb3+ thumb_tip=thumb4+ index_mcp=index1+ \
                 index_pip=index2+ index_dip=index3+ index_tip=index4+ middle_mcp=middle1+ middle_pip=middle2+ \
                 middle_dip=middle3+ middle_tip=middle4+ ring_mcp=ring1+ ring_pip=ring2+ ring_dip=ring3+ \
                 ring_tip=ring4+ pinky_mcp=pinky1+ pinky_pip=pinky2+ pinky_dip=pinky3+ pinky_tip=pinky4+",
        bones: "0-1-2-3-4 0-5-6-7-8 5-9-10-11-12 9-13-14-15-16 13-17-18-19-20 0-17",
        others: "",
    },
    KnownBody {
        name: "Halpe with face and hands",
        word: "halpe136",
        joints: concat!(halpe!(), " face_=face*68 ", hand!("left" "+"), hand!("right" "-")),
        bones: "17-18-19 0-18 0-1-3 0-2-4 18-5-7-9 18-6-8-10 19-11-13-15 19-12-14-16 15-20 15-22 15-24 16-21 16-23 16-25 9-94 10-115 94-95-96-97-98 94-99-100-101-102 99-103-104-105-106 103-107-108-109-110 107-111-112-113-114 94-111 115-116-117-118-119 115-120-121-122-123 120-124-125-126-127 124-128-129-130-131 128-132-133-134-135 115-132",
        others: "",
    },
    KnownBody {
        name: "COCO-WholeBody",
        word: "wholebody133",
        joints: concat!(
            coco!(),
            " left_big_toe=toe+ left_small_toe=small_toe+ left_heel=heel+ right_big_toe=toe- \
             right_small_toe=small_toe- right_heel=heel- face_=face*68 ",
            hand!("left" "+"),
            hand!("right" "-")
        ),
        bones: "0-1-3 0-2-4 5-6 5-7-9 6-8-10 5-11 6-12 11-12 11-13-15 12-14-16 15-17 15-18 15-19 16-20 16-21 16-22 9-91 10-112 91-92-93-94-95 91-96-97-98-99 96-100-101-102-103 100-104-105-106-107 104-108-109-110-111 91-108 112-113-114-115-116 112-117-118-119-120 117-121-122-123-124 121-125-126-127-128 125-129-130-131-132 112-129",
        others: "",
    },
    KnownBody {
        name: "MediaPipe with hands and face",
        word: "mediapipe553",
        joints: concat!(blazepose!(), " ", hand!("right" "-"), hand!("left" "+"), "face_=face*478"),
        bones: "0-1-2-3-7 0-4-5-6-8 9-10 11-12 11-23 12-24 23-24 11-13-15 15-17 15-19 15-21 17-19 12-14-16 16-18 16-20 16-22 18-20 23-25-27-29-31 27-31 24-26-28-30-32 28-32 16-33 15-54 33-34-35-36-37 33-38-39-40-41 38-42-43-44-45 42-46-47-48-49 46-50-51-52-53 33-50 54-55-56-57-58 54-59-60-61-62 59-63-64-65-66 63-67-68-69-70 67-71-72-73-74 54-71",
        others: "",
    },
    KnownBody {
        name: "SMPL without its root",
        word: "smpl21",
        joints: smpl_body!(),
        bones: "0-3-6-9 1-4-7-10 2-5-8-11-14 8-12-15-17-19 8-13-16-18-20",
        others: "",
    },
    KnownBody {
        name: "SMPL-X",
        word: "smplx55",
        joints: concat!(
            smpl!(),
            " jaw=jaw left_eye_smplhf=eye+ right_eye_smplhf=eye- ",
            fingers!("left" "+"),
            fingers!("right" "-")
        ),
        bones: "0-1-4-7-10 0-2-5-8-11 0-3-6-9-12-15 9-13-16-18-20 9-14-17-19-21 15-22 15-23 15-24 20-25-26-27 20-28-29-30 20-31-32-33 20-34-35-36 20-37-38-39 21-40-41-42 21-43-44-45 21-46-47-48 21-49-50-51 21-52-53-54",
        others: "left_eye=23 right_eye=24",
    },
];
