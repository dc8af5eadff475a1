//! Tables of keypoints, as estimators of poses write them: each opens by its header alone.

use crate::support;
use rushes::loader::{ErrorKind, Source, is_known_table};
use rushes::take::{Take, WarningCode};
use rushes::{read, read_with};

/// A table, and what it has to become.
struct Case {
    what: &'static str,
    text: String,
    frames: usize,
    /// Frames a second; 0 where they are assumed.
    rate: f64,
    nodes: usize,
    flat: bool,
    /// Places of nodes, as `frame name x y z`, with a confidence behind them where there is one, and `-` for a gap.
    places: &'static [&'static str],
}

impl Case {
    /// What came of it that is not as it has to be.
    fn faults(&self) -> Vec<String> {
        let take = match read("walk.csv", &self.text) {
            Ok(take) => take,
            Err(error) => return vec![format!("{}: {error}", self.what)],
        };
        let mut faults = Vec::new();
        let mut check = |is: bool, found: String| {
            if !is {
                faults.push(format!("{}: {found}", self.what));
            }
        };
        let frames = take.motion.frame_count();
        check(frames == self.frames, format!("{frames} frames"));
        let nodes: Vec<&str> = take.skeleton.nodes().iter().map(|node| &*node.name).collect();
        check(nodes.len() == self.nodes, format!("{nodes:?}"));
        check(take.picture.is_some() == self.flat, format!("{:?}", take.picture));
        let rate = if take.motion.rate_is_assumed() { 0.0 } else { take.fps() };
        check((rate - self.rate).abs() <= 1e-6 * self.rate, format!("{rate} frames a second"));
        check(!self.places.is_empty(), "nothing is expected".to_string());
        for place in self.places {
            let found = shown(&take, place);
            check(found == *place, format!("{found} for {place}"));
        }
        faults
    }
}

/// The place of a node on a frame as [`Case::places`] has it, of one that begins with these.
fn shown(take: &Take, place: &str) -> String {
    let words: Vec<&str> = place.split(' ').collect();
    let frame: usize = words[0].parse().expect("a frame");
    let Some(id) = take.skeleton.find(words[1]) else { return format!("no {}", words[1]) };
    let node = &take.skeleton[id];
    let values = &take.values(frame).expect("a frame")[node.columns()];
    let number = |value: &f32| if value.is_nan() { "-".to_string() } else { value.to_string() };
    let mut shown = vec![words[0].to_string(), words[1].to_string()];
    if values[..3].iter().all(|value| value.is_nan()) {
        shown.push("-".to_string());
    } else {
        shown.extend(values[..3].iter().map(number));
    }
    let confidence = node.confidence_column().map(|_| number(&values[3]));
    shown.extend(confidence.filter(|_| words.len() > if shown[2] == "-" { 3 } else { 5 }));
    shown.join(" ")
}

/// The rows of a table, by their numbers.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| row(i) + "\n").collect()
}

#[test]
fn a_row_a_frame_opens_however_its_columns_are_called() {
    let places = &["0 Nose 0 1 2", "3 Nose 3 1 2", "1 left_hip 3 4 5.5", "3 right_hip 6 7 8"];
    let mut tried = 0;
    // P is the name of a point, and 1 that of an axis, or 2 in capitals.
    for (style, separator) in [
        ("P_1", ","),
        ("P.2", "\t"),
        ("P 1", ";"),
        ("P:1", ","),
        ("P-1", ","),
        ("P2", ","),
        ("P1", ","),
        ("1_P", ","),
        ("1P", ","),
        ("P_1 (m)", ","),
        ("P_position_1", ","),
        ("P_pos2", ","),
        ("P_t1", ","),
        ("P_1", " "),
    ] {
        let column = |point: &str, axis: &str| {
            style.replace('P', point).replace('1', axis).replace('2', &axis.to_uppercase())
        };
        let points = ["Nose", "left_hip", "right_hip"];
        let names = points.iter().flat_map(|point| ["x", "y", "z"].map(|axis| column(point, axis)));
        let header = names.chain(["note".to_string()]).collect::<Vec<_>>().join(separator);
        let row = |i: usize| format!("{i},1,2,3,4,5.5,6,7,8,9").replace(',', separator);
        let text = format!("{header}\n{}", rows(4, row));
        let case = Case { what: style, text, frames: 4, rate: 0.0, nodes: 3, flat: false, places };
        assert_eq!(case.faults(), [""; 0]);
        tried += 1;
    }
    assert_eq!(tried, 14);
}

#[test]
fn the_tables_of_estimators_open_without_a_word_on_their_columns() {
    let cases = [
        Case {
            what: "FreeMoCap, a row a frame, with gaps",
            text: "body_nose_x,body_nose_y,body_nose_z,body_left_hip_x,body_left_hip_y,body_left_hip_z,\
                   body_right_hip_x,body_right_hip_y,body_right_hip_z\n,,,,,,,,\n1,2,3,,,,7,8,9\n1,2,4,4,nan,6,7,8,9\n"
                .into(),
            frames: 3,
            rate: 0.0,
            nodes: 3,
            flat: false,
            places: &[
                "0 body_nose -",
                "1 body_nose 1 2 3",
                "1 body_left_hip -",
                "2 body_left_hip -",
                "2 body_right_hip 7 8 9",
            ],
        },
        Case {
            what: "FreeMoCap by trajectory: nanoseconds, and a column of lists",
            text: format!(
                "timestamp,timestamp_by_camera,nose_x,nose_y,nose_z,left_heel_x,left_heel_y,left_heel_z,\
                 full_body_com_x,full_body_com_y,full_body_com_z,neck_x,neck_y,neck_z\n{}",
                rows(5, |i| format!(
                    "{},\"{{'a': 1, 'b': {i}}}\",{i},2,3,4,5,6,7,8,9,1,1,1",
                    1_700_000_000_000_000_000u64 + 40_000_000 * i as u64
                ))
            ),
            frames: 5,
            rate: 25.0,
            nodes: 4,
            flat: false,
            places: &["4 nose 4 2 3", "0 full_body_com 7 8 9"],
        },
        Case {
            what: "FreeMoCap 1 by frame: names that are cut at their first _",
            text: format!(
                "frame,timestamp,timestamp_by_camera,model,keypoint,x,y,z\n{}",
                rows(9, |i| {
                    let [model, name] = [
                        ["mediapipe", "nose"],
                        ["mediapipe_left", "ankle"],
                        ["mediapipe_hand", "right_wrist"],
                    ][i % 3];
                    format!("{},{},\"[1, 2]\",{model},{name},{i},2,3", i / 3, 0.02 * (i / 3) as f64)
                })
            ),
            frames: 3,
            rate: 50.0,
            nodes: 3,
            flat: false,
            places: &["1 nose 3 2 3", "0 left_ankle 1 2 3", "2 hand_right_wrist 8 2 3"],
        },
        Case {
            what: "FreeMoCap 2, a row a point: of several trajectories one is shown, and a frame without rows is a gap",
            text: "frame,keypoint,x,y,z,model,trajectory,reprojection_error\n\
                   0,nose,1,2,3,mediapipe.body,3d_xyz,0.5\n0,nose,9,9,9,mediapipe.body,rigid_3d_xyz,0.5\n\
                   0,left_ankle,4,5,6,mediapipe.body,3d_xyz,0.5\n\
                   2,nose,1,2,4,mediapipe.body,3d_xyz,\n3,left_ankle,4,5,7,mediapipe.body,3d_xyz,0.5\n"
                .into(),
            frames: 4,
            rate: 0.0,
            nodes: 2,
            flat: false,
            places: &["0 nose 1 2 3", "1 nose -", "2 nose 1 2 4", "2 left_ankle -", "3 left_ankle 4 5 7"],
        },
        Case {
            what: "Anipose: an animal, errors, cameras, and the frame at the end",
            text: "tip_x,tip_y,tip_z,tip_error,tip_ncams,tip_score,base_x,base_y,base_z,base_error,base_ncams,\
                   base_score,M_00,M_01,center_0,center_1,center_2,fnum\n1,2,3,0.1,3,0.9,,,,,,,1,0,5,5,5,10\n\
                   1,2,4,0.1,3,0.8,4,5,6,1,2,0.5,1,0,5,5,5,11\n"
                .into(),
            frames: 2,
            rate: 0.0,
            nodes: 2,
            flat: false,
            places: &["0 tip 1 2 3 0.9", "0 base -", "1 base 4 5 6 0.5"],
        },
        Case {
            what: "DeepLabCut in space: names and axes in lines of their own",
            text: "scorer,me,me,me,me,me,me\nbodyparts,snout,snout,snout,tail,tail,tail\ncoords,x,y,z,x,y,z\n\
                   0,1,2,3,4,5,6\n1,1,2,4,,,\n"
                .into(),
            frames: 2,
            rate: 0.0,
            nodes: 2,
            flat: false,
            places: &["1 snout 1 2 4", "0 tail 4 5 6", "1 tail -"],
        },
        Case {
            what: "DeepLabCut in a picture: likelihood is no z",
            text: "scorer,me,me,me\nbodyparts,snout,snout,snout\ncoords,x,y,likelihood\n0,100.5,200,0.25\n1,101,200,1\n"
                .into(),
            frames: 2,
            rate: 0.0,
            nodes: 1,
            flat: true,
            places: &["0 snout 100.5 200 0 0.25", "1 snout 101 200 0 1"],
        },
        Case {
            what: "DeepLabCut with individuals, the line of the index, and empty labels",
            text: "scorer,me,,,,,\nindividuals,m1,,,m2,,\nbodyparts,snout,,,snout,,\n\
                   coords,x,y,likelihood,x,y,likelihood\nframe,,,,,,\n0,1,2,0.5,3,4,0.5\n"
                .into(),
            frames: 1,
            rate: 0.0,
            nodes: 2,
            flat: true,
            places: &["0 m1:snout 1 2 0", "0 m2:snout 3 4 0"],
        },
        Case {
            what: "names above axes, without labels",
            text: ",nose,nose,nose,hip,hip,hip,knee,knee,knee\n,x,y,z,x,y,z,x,y,z\n\
                   0,1,2,3,4,5,6,7,8,9\n1,1,2,3,4,5,7,7,8,9\n".into(),
            frames: 2,
            rate: 0.0,
            nodes: 3,
            flat: false,
            places: &["0 nose 1 2 3", "1 hip 4 5 7"],
        },
        Case {
            what: "MediaPipe, a row a frame: names, visibility, a class, milliseconds",
            text: format!(
                "class,frame,timestamp_ms,NOSE_x,NOSE_y,NOSE_z,NOSE_visibility,LEFT_HIP_x,LEFT_HIP_y,LEFT_HIP_z,\
                 LEFT_HIP_visibility,RIGHT_HIP_x,RIGHT_HIP_y,RIGHT_HIP_z,RIGHT_HIP_visibility\n{}",
                rows(4, |i| format!("walk,{},{},0,-0.6,0.{i},0.9,0.1,0,0,1,-0.1,0,0,1", i + 1, 33 * i + i / 3))
            ),
            frames: 4,
            rate: 30.0,
            nodes: 3,
            flat: false,
            places: &["0 NOSE 0 -0.6 0 0.9", "3 NOSE 0 -0.6 0.3 0.9", "3 RIGHT_HIP -0.1 0 0 1"],
        },
        Case {
            what: "MediaPipe by numbers from 1",
            text: {
                let names = (1..=33).map(|i| format!("x{i},y{i},z{i},v{i}")).collect::<Vec<_>>().join(",");
                let row = |frame| (1..=33).map(|i| format!("{i},-{i},{frame},0.5")).collect::<Vec<_>>().join(",");
                format!("class,{names}\nwalk,{}\nwalk,{}\n", row(1), row(2))
            },
            frames: 2,
            rate: 0.0,
            nodes: 33,
            flat: false,
            places: &["0 1 1 -1 1 0.5", "1 33 33 -33 2 0.5"],
        },
        Case {
            what: "a row a point, several columns of text, x and y alone",
            text: "video,frame_id,timestamp,class,keypoint,x,y,confidence\n\
                   a,5,0.1,walk,hip,300,200,0.5\na,5,0.1,walk,knee,300,300,0.25\n\
                   a,8,0.4,walk,hip,301,200,0.5\na,7,0.3,walk,knee,300,301,0.5\n"
                .into(),
            frames: 4,
            rate: 10.0,
            nodes: 2,
            flat: true,
            places: &["0 hip 300 200 0 0.5", "1 hip -", "2 knee 300 301 0 0.5", "3 hip 301 200 0 0.5"],
        },
        Case {
            what: "points by numbers, in another order than these",
            text: "frame,landmark,x,y,z\n0,10,1,2,3\n0,2,4,5,6\n1,2,4,5,7\n1,10,1,2,4\n".into(),
            frames: 2,
            rate: 0.0,
            nodes: 2,
            flat: false,
            places: &["0 2 4 5 6", "1 10 1 2 4"],
        },
        Case {
            what: "a row a point, each point with all of its frames",
            text: "joint;frame;x;y;z\nhip;1;1,5;2;3\nhip;2;1,5;2;4\nknee;1;1;1;1\nknee;2;1;1;2\n".into(),
            frames: 2,
            rate: 0.0,
            nodes: 2,
            flat: false,
            places: &["0 hip 1.5 2 3", "1 hip 1.5 2 4", "1 knee 1 1 2"],
        },
        Case {
            what: "people by their ids, who come and go",
            text: "frame,person_id,nose_x,nose_y,nose_z,hip_x,hip_y,hip_z,knee_x,knee_y,knee_z\n\
                   0,7,1,1,1,1,1,1,1,1,1\n0,3,2,2,2,2,2,2,2,2,2\n1,3,2,2,3,2,2,2,2,2,2\n2,3,2,2,4,2,2,2,2,2,2\n\
                   2,7,1,1,3,1,1,1,1,1,1\n"
                .into(),
            frames: 3,
            rate: 0.0,
            nodes: 6,
            flat: false,
            places: &["0 7:nose 1 1 1", "1 7:nose -", "2 7:nose 1 1 3", "1 3:nose 2 2 3"],
        },
        Case {
            what: "people and points in rows of their own",
            text: "frame,track_id,keypoint,x,y,z\n0,1,hip,1,1,1\n0,1,knee,1,1,2\n0,2,hip,5,5,5\n\
                   1,2,knee,5,5,6\n1,1,hip,1,1,3\n"
                .into(),
            frames: 2,
            rate: 0.0,
            nodes: 4,
            flat: false,
            places: &["0 1:knee 1 1 2", "0 2:knee -", "1 2:knee 5 5 6", "1 1:hip 1 1 3"],
        },
        Case {
            what: "people whom nothing tells apart",
            text: "frame,nose_x,nose_y,nose_z,hip_x,hip_y,hip_z,knee_x,knee_y,knee_z\n\
                   0,1,1,1,2,1,1,1,1,1\n0,9,9,9,9,8,9,9,9,9\n1,9,9,8,9,8,9,9,9,9\n1,1,1,2,2,1,1,1,1,1\n"
                .into(),
            frames: 2,
            rate: 0.0,
            nodes: 6,
            flat: false,
            places: &["0 1:nose 1 1 1", "1 1:nose 1 1 2", "1 2:nose 9 9 8"],
        },
        Case {
            what: "a row a point, whole and in order, with times by the clock",
            text: format!(
                "keypoint,time,frame_name,x,y,z,score\n{}",
                rows(12, |i| {
                    let (name, second, part) = (["hip", "knee"][i % 2], i / 4, 5 * (i / 2 % 2));
                    format!("{name},00:00:{second:02}.{part},a.png,{i},2,3,0.5")
                })
            ),
            frames: 6,
            rate: 2.0,
            nodes: 2,
            flat: false,
            places: &["0 hip 0 2 3 0.5", "5 knee 11 2 3 0.5"],
        },
        Case {
            what: "Rokoko Studio: left-handed, milliseconds, rotations and angles",
            text: {
                let joints = ["Hips", "Head", "LeftThigh", "LeftFoot", "RightFoot"];
                let names = |joint: &str| {
                    let [place, turn] = ["x y z", "x y z w"].map(|axes| axes.split(' '));
                    let place = place.map(|axis| format!("{joint}_position_{axis}"));
                    let turn = turn.map(|axis| format!("{joint}_rotation_{axis}"));
                    place.chain(turn).collect::<Vec<_>>().join(",")
                };
                let header = joints.map(names).join(",");
                let row = |i: usize| format!("{},{},0", 10 * i, ["1,2,3,0,0,0,1"; 5].join(","));
                format!("Timestamp,{header},LeftKnee_flexion\n{}", rows(3, row))
            },
            frames: 3,
            rate: 100.0,
            nodes: 5,
            flat: false,
            places: &["0 Hips -1 2 3", "2 RightFoot -1 2 3"],
        },
    ];
    let faults: Vec<String> = cases.iter().flat_map(Case::faults).collect();
    assert_eq!(faults, [""; 0]);
}

#[test]
fn columns_that_are_surely_no_keypoints_are_asked_about() {
    let row = |count: usize| vec!["1"; count].join(",");
    for header in [
        "t,hand.x,hand.y,hand.z",
        "m0 x,m0 y,m0 z,m1 x,m1 y,m1 z,m2 x,m2 y,m2 z",
        "time,LeftThigh_acc_x,LeftThigh_acc_y,LeftThigh_acc_z,LeftShank_acc_x,LeftShank_acc_y,LeftShank_acc_z,\
         Pelvis_acc_x,Pelvis_acc_y,Pelvis_acc_z",
        "Hand_gyro_x,Hand_gyro_y,Hand_gyro_z,Foot_gyro_x,Foot_gyro_y,Foot_gyro_z,Hip_gyro_x,Hip_gyro_y,Hip_gyro_z",
        "hip_x,hip_y,hip_z,hip_qx,hip_qy,hip_qz,hip_qw,knee_x,knee_y,knee_z,ankle_x,ankle_y,ankle_z",
        "frame,sensor,x,y,z",
        "x,y,z",
        "LASI x,LASI y,LASI z,RASI x,RASI y,RASI z",
    ] {
        let count = header.split(',').count();
        let text = format!("{header}\n{}\n{}\n", row(count), row(count));
        let error = read("a.csv", &text).expect_err(header);
        assert!(matches!(error.kind(), ErrorKind::NeedsCompanion { .. }), "{header}: {error}");
    }
}

#[test]
fn the_beginning_of_a_table_tells_that_it_is_one() {
    let names: Vec<String> = (0..60).map(|i| format!("left_hip{i}")).collect();
    let line = |cell: &dyn Fn(&str, &str) -> String| {
        let cells = names.iter().flat_map(|name| ["x", "y", "z"].map(|axis| cell(name, axis)));
        cells.collect::<Vec<_>>().join(",")
    };
    let wide = line(&|name, axis| format!("{name}_{axis}"));
    let [scorer, names, axes] = [
        line(&|_, _| "DLC_resnet50_reaching".to_string()),
        line(&|name, _| name.to_string()),
        line(&|_, axis| axis.to_string()),
    ];
    let labelled = format!("scorer,{scorer}\nbodyparts,{names}\ncoords,{axes}\n0,1,2,3\n");
    for (text, least) in
        [(wide, 200), (labelled, 80), ("frame,keypoint,x,y,z\n0,a,1,2,3\n".into(), 21)]
    {
        for end in (least..text.len()).step_by(7) {
            let source = Source::new("a.csv", &text.as_bytes()[..end]);
            assert!(is_known_table(&source), "{}", &text[..end]);
        }
    }
}

/// Landmarks of a person who stands, with their left and right, as MediaPipe has them: across, down and away.
fn landmarks(frame: usize, number: usize) -> [f64; 3] {
    let side = if number.is_multiple_of(2) { -1.0 } else { 1.0 };
    let height = [0.8, 0.5, 0.0, -0.4, -0.8][number / 7];
    [0.15 * side, -height, 0.01 * side + 0.002 * frame as f64]
}

#[test]
fn landmarks_that_are_parts_of_a_picture_are_2d_and_those_in_metres_are_not() {
    let table = |see: &dyn Fn([f64; 3]) -> [f64; 3]| {
        let row = |i: usize| {
            let [x, y, z] = see(landmarks(i / 33, i % 33));
            format!("{},{},{x},{y},{z},0.9", i / 33, i % 33)
        };
        format!("frame,landmark,x,y,z,visibility\n{}", rows(99, row))
    };
    for (see, flat) in [
        ((|p| p) as fn([f64; 3]) -> [f64; 3], false),
        (|[x, y, z]| [0.5 + x / 4.0, 0.5 + y / 2.0, z], true),
        // Standing in metres, Z up, all of it within a metre of a corner.
        (|[x, y, z]| [0.5 + x, 0.5 + z, 1.0 - y], false),
    ] {
        let take = read("a.csv", table(&see)).expect("a take");
        assert_eq!(take.picture.is_some(), flat);
        let z = take.values(1).expect("a frame")[2];
        assert_eq!(z == 0.0, flat, "{z}");
    }
}

#[test]
fn another_trajectory_is_a_clip() {
    let text = "frame,keypoint,x,y,z,model,trajectory\n\
                0,nose,9,9,9,body,rigid_3d_xyz\n0,nose,1,2,3,body,3d_xyz\n1,nose,1,2,4,body,3d_xyz\n";
    let take = |clip: Option<&str>| {
        read_with(&Source { clip, ..Source::new("a.csv", text.as_bytes()) }).expect("a take")
    };
    let usual = take(None);
    assert_eq!(usual.clips.expect("clips").names, ["rigid_3d_xyz", "3d_xyz"]);
    assert_eq!(usual.motion.frame_count(), 2);
    let rigid = take(Some("rigid_3d_xyz"));
    assert_eq!(rigid.values(0).expect("a frame")[0], 9.0);
}

#[test]
fn what_is_damaged_is_told_and_the_rest_stays() {
    let header = "nose_x,nose_y,nose_z,hip_x,hip_y,hip_z,knee_x,knee_y,knee_z";
    let whole = "1,2,3,4,5,6,7,8,9\n";
    let codes = |text: &str| {
        let take = read("a.csv", text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let codes: Vec<WarningCode> = take.warnings.iter().map(|warning| warning.code).collect();
        (take.motion.frame_count(), take.lost.count(), codes)
    };
    let rate = WarningCode::RateAssumed;
    for (rows, frames, lost, code) in [
        (format!("{whole}{whole}1,2,3,4,5"), 2, 1, WarningCode::FramesLost),
        (format!("{whole}1,2,x,4,5,6,7,8,9\n{whole}"), 3, 1, WarningCode::FramesLost),
        (format!("{whole}1,2,3\n{whole}{whole}"), 4, 0, WarningCode::MarkerIncomplete),
        (
            format!("{whole}1,None,3,null,5,6,NaN,nan,NA\n{whole}"),
            3,
            0,
            WarningCode::MarkerIncomplete,
        ),
        (format!("{whole}0,0,0,4,5,6,7,8,9\n{whole}"), 3, 0, WarningCode::GapsGuessed),
        (whole.repeat(2), 2, 0, rate),
    ] {
        let (found, gone, warned) = codes(&format!("{header}\n{rows}"));
        assert_eq!((found, gone), (frames, lost), "{rows}");
        assert!(warned.contains(&code) && warned.contains(&rate), "{rows}: {warned:?}");
    }
    let twice = "frame,keypoint,x,y,z\n".to_string()
        + &rows(30, |i| format!("{i},hip,1,2,3"))
        + "29,hip,9,9,9\nx\n";
    let (frames, _, warned) = codes(&twice);
    assert_eq!(frames, 30);
    assert!(
        warned.contains(&WarningCode::GivenTwice)
            && warned.contains(&WarningCode::MarkerIncomplete)
    );
    let error = read("a.csv", header).expect_err("no rows");
    assert!(error.to_string().contains("the file has a header and no data"), "{error}");
    let names = "frame,keypoint,x,y,z\n".to_string() + &rows(3000, |i| format!("{i},k{i},1,2,3"));
    let error = read("a.csv", names).expect_err("a table of millions of gaps");
    assert!(error.to_string().contains("3000 names are in the column of names"), "{error}");
    let far = "frame,keypoint,x,y,z\n0,hip,1,2,3\n1,hip,1,2,3\n1000000000000,hip,1,2,3\n";
    assert_eq!(codes(far).0, 3, "numbers that jump far are no frames");
}

#[test]
fn rows_are_the_same_on_any_number_of_threads() {
    let wide = |i: usize| format!("{i},{},1.5,{i},,2,{i},,1,2,3", 0.02 * i as f64);
    let wide = format!(
        "frame,time,nose_x,nose_y,nose_z,hip_x,hip_y,hip_z,knee_x,knee_y,knee_z\n{}",
        rows(4000, wide)
    );
    let long =
        |i: usize| format!("{},{},{i},2,3", i / 7, ["a", "b", "c", "d", "e", "f", "g"][i % 7]);
    let long = format!("frame,keypoint,x,y,z\n{}", rows(28_000, long));
    for text in [wide, long] {
        let on = |threads: usize| {
            let mut source = Source::new("a.csv", text.as_bytes());
            source.options.threads = std::num::NonZeroUsize::new(threads);
            read_with(&source)
        };
        support::same::assert_same(&on(1), &on(5));
    }
}
