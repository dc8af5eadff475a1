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
macro_rules! smpl {
    () => {
        "pelvis=pelvis left_hip=hip+ right_hip=hip- spine1=spine1 left_knee=knee+ right_knee=knee- spine2=spine2 \
         left_ankle=ankle+ right_ankle=ankle- spine3=spine3 left_foot=foot+ right_foot=foot- neck=neck \
         left_collar=collar+ right_collar=collar- head=head left_shoulder=shoulder+ right_shoulder=shoulder- \
         left_elbow=elbow+ right_elbow=elbow- left_wrist=wrist+ right_wrist=wrist-"
    };
}

/// Every known body. A joint is `name=landmark`, with `+` behind it on the left and `-` on the
/// right; a bone is `from-to`, a chain of them `from-by-to`.
pub(super) const BODIES: [KnownBody; 13] = [
    KnownBody {
        name: "MediaPipe Pose (BlazePose)",
        joints: "nose=nose left_eye_inner=eye_inner+ left_eye=eye+ left_eye_outer=eye_outer+ \
                 right_eye_inner=eye_inner- right_eye=eye- right_eye_outer=eye_outer- left_ear=ear+ right_ear=ear- \
                 mouth_left=mouth+ mouth_right=mouth- left_shoulder=shoulder+ right_shoulder=shoulder- \
                 left_elbow=elbow+ right_elbow=elbow- left_wrist=wrist+ right_wrist=wrist- left_pinky=pinky+ \
                 right_pinky=pinky- left_index=index+ right_index=index- left_thumb=thumb+ right_thumb=thumb- \
                 left_hip=hip+ right_hip=hip- left_knee=knee+ right_knee=knee- left_ankle=ankle+ right_ankle=ankle- \
                 left_heel=heel+ right_heel=heel- left_foot_index=toe+ right_foot_index=toe-",
        bones: "0-1-2-3-7 0-4-5-6-8 9-10 11-12 11-23 12-24 23-24 11-13-15 15-17 15-19 15-21 17-19 12-14-16 16-18 16-20 \
                16-22 18-20 23-25-27-29-31 27-31 24-26-28-30-32 28-32",
    },
    KnownBody {
        name: "COCO",
        joints: coco!(),
        bones: "0-1-3 0-2-4 5-6 5-7-9 6-8-10 5-11 6-12 11-12 11-13-15 12-14-16",
    },
    KnownBody {
        name: "Human3.6M",
        joints: "pelvis=pelvis right_hip=hip- right_knee=knee- right_ankle=ankle- left_hip=hip+ left_knee=knee+ \
                 left_ankle=ankle+ spine=spine2 thorax=thorax neck=neck head=crown left_shoulder=shoulder+ \
                 left_elbow=elbow+ left_wrist=wrist+ right_shoulder=shoulder- right_elbow=elbow- right_wrist=wrist-",
        bones: "0-1-2-3 0-4-5-6 0-7-8-9-10 8-11-12-13 8-14-15-16",
    },
    KnownBody {
        name: "Halpe",
        joints: concat!(
            coco!(),
            " head=crown neck=thorax hip=pelvis left_big_toe=toe+ right_big_toe=toe- left_small_toe=small_toe+ \
             right_small_toe=small_toe- left_heel=heel+ right_heel=heel-"
        ),
        bones: "17-18-19 0-18 0-1-3 0-2-4 18-5-7-9 18-6-8-10 19-11-13-15 19-12-14-16 15-20 15-22 15-24 16-21 16-23 \
                16-25",
    },
    KnownBody {
        name: "OpenPose BODY_25",
        joints: "Nose=nose Neck=thorax RShoulder=shoulder- RElbow=elbow- RWrist=wrist- LShoulder=shoulder+ \
                 LElbow=elbow+ LWrist=wrist+ MidHip=pelvis RHip=hip- RKnee=knee- RAnkle=ankle- LHip=hip+ LKnee=knee+ \
                 LAnkle=ankle+ REye=eye- LEye=eye+ REar=ear- LEar=ear+ LBigToe=toe+ LSmallToe=small_toe+ LHeel=heel+ \
                 RBigToe=toe- RSmallToe=small_toe- RHeel=heel-",
        bones: "8-1-0 0-15-17 0-16-18 1-2-3-4 1-5-6-7 8-9-10-11 8-12-13-14 14-19-20 14-21 11-22-23 11-24",
    },
    KnownBody {
        name: "OpenPose COCO",
        joints: "Nose=nose Neck=thorax RShoulder=shoulder- RElbow=elbow- RWrist=wrist- LShoulder=shoulder+ \
                 LElbow=elbow+ LWrist=wrist+ RHip=hip- RKnee=knee- RAnkle=ankle- LHip=hip+ LKnee=knee+ LAnkle=ankle+ \
                 REye=eye- LEye=eye+ REar=ear- LEar=ear+",
        bones: "1-0 0-14-16 0-15-17 1-2-3-4 1-5-6-7 1-8-9-10 1-11-12-13",
    },
    KnownBody {
        name: "Kinect v1",
        joints: "HipCenter=pelvis Spine=spine1 ShoulderCenter=thorax Head=head ShoulderLeft=shoulder+ ElbowLeft=elbow+ \
                 WristLeft=wrist+ HandLeft=hand+ ShoulderRight=shoulder- ElbowRight=elbow- WristRight=wrist- \
                 HandRight=hand- HipLeft=hip+ KneeLeft=knee+ AnkleLeft=ankle+ FootLeft=foot+ HipRight=hip- \
                 KneeRight=knee- AnkleRight=ankle- FootRight=foot-",
        bones: "0-1-2-3 2-4-5-6-7 2-8-9-10-11 0-12-13-14-15 0-16-17-18-19",
    },
    KnownBody {
        name: "Kinect v2",
        joints: "SpineBase=pelvis SpineMid=spine2 Neck=neck Head=head ShoulderLeft=shoulder+ ElbowLeft=elbow+ \
                 WristLeft=wrist+ HandLeft=hand+ ShoulderRight=shoulder- ElbowRight=elbow- WristRight=wrist- \
                 HandRight=hand- HipLeft=hip+ KneeLeft=knee+ AnkleLeft=ankle+ FootLeft=foot+ HipRight=hip- \
                 KneeRight=knee- AnkleRight=ankle- FootRight=foot- SpineShoulder=thorax HandTipLeft=handtip+ \
                 ThumbLeft=thumb+ HandTipRight=handtip- ThumbRight=thumb-",
        bones: "0-1-20-2-3 20-4-5-6-7-21 6-22 20-8-9-10-11-23 10-24 0-12-13-14-15 0-16-17-18-19",
    },
    KnownBody {
        name: "Azure Kinect",
        joints: "PELVIS=pelvis SPINE_NAVEL=spine2 SPINE_CHEST=spine3 NECK=neck CLAVICLE_LEFT=collar+ \
                 SHOULDER_LEFT=shoulder+ ELBOW_LEFT=elbow+ WRIST_LEFT=wrist+ HAND_LEFT=hand+ HANDTIP_LEFT=handtip+ \
                 THUMB_LEFT=thumb+ CLAVICLE_RIGHT=collar- SHOULDER_RIGHT=shoulder- ELBOW_RIGHT=elbow- \
                 WRIST_RIGHT=wrist- HAND_RIGHT=hand- HANDTIP_RIGHT=handtip- THUMB_RIGHT=thumb- HIP_LEFT=hip+ \
                 KNEE_LEFT=knee+ ANKLE_LEFT=ankle+ FOOT_LEFT=foot+ HIP_RIGHT=hip- KNEE_RIGHT=knee- ANKLE_RIGHT=ankle- \
                 FOOT_RIGHT=foot- HEAD=head NOSE=nose EYE_LEFT=eye+ EAR_LEFT=ear+ EYE_RIGHT=eye- EAR_RIGHT=ear-",
        bones: "0-1-2-3-26-27 27-28-29 27-30-31 2-4-5-6-7-8-9 7-10 2-11-12-13-14-15-16 14-17 0-18-19-20-21 \
                0-22-23-24-25",
    },
    KnownBody {
        name: "CMU Panoptic",
        joints: "Neck=thorax Nose=nose BodyCenter=pelvis lShoulder=shoulder+ lElbow=elbow+ lWrist=wrist+ lHip=hip+ \
                 lKnee=knee+ lAnkle=ankle+ rShoulder=shoulder- rElbow=elbow- rWrist=wrist- rHip=hip- rKnee=knee- \
                 rAnkle=ankle- lEye=eye+ lEar=ear+ rEye=eye- rEar=ear-",
        bones: "2-0-1 1-15-16 1-17-18 0-3-4-5 0-9-10-11 2-6-7-8 2-12-13-14",
    },
    KnownBody {
        name: "the body of SMPL",
        joints: smpl!(),
        bones: "0-1-4-7-10 0-2-5-8-11 0-3-6-9-12-15 9-13-16-18-20 9-14-17-19-21",
    },
    KnownBody {
        name: "SMPL",
        joints: concat!(smpl!(), " left_hand=hand+ right_hand=hand-"),
        bones: "0-1-4-7-10 0-2-5-8-11 0-3-6-9-12-15 9-13-16-18-20-22 9-14-17-19-21-23",
    },
    KnownBody {
        name: "a hand of MediaPipe",
        joints: "wrist=wrist+ thumb_cmc=thumb1+ thumb_mcp=thumb2+ thumb_ip=thumb3+ thumb_tip=thumb4+ index_mcp=index1+ \
                 index_pip=index2+ index_dip=index3+ index_tip=index4+ middle_mcp=middle1+ middle_pip=middle2+ \
                 middle_dip=middle3+ middle_tip=middle4+ ring_mcp=ring1+ ring_pip=ring2+ ring_dip=ring3+ \
                 ring_tip=ring4+ pinky_mcp=pinky1+ pinky_pip=pinky2+ pinky_dip=pinky3+ pinky_tip=pinky4+",
        bones: "0-1-2-3-4 0-5-6-7-8 5-9-10-11-12 9-13-14-15-16 13-17-18-19-20 0-17",
    },
];
