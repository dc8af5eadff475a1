//! Acclaim skeletons and motions, held against matrices in double precision that are computed here
//! from the definition, and opened as a person opens them.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::support::folder::Folder;
use crate::support::input::Input;
use crate::support::reference::{point, shift, turn};
use crate::support::{self, Random};
use glam::{DMat4, DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::files::{OpenOptions, open_all, open_with};
use rushes::loader::ErrorKind;
use rushes::take::{Angle, Channel, FormatId, FrameNumbers, NodeId, Take};

/// How far single precision may be off, in sizes of the figure.
const CLOSE: f64 = 2e-6;

const ORDERS: [&str; 6] = ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"];

/// A bone as the definition describes it, with angles in degrees.
struct Bone {
    parent: Option<usize>,
    direction: DVec3,
    length: f64,
    axis: DVec3,
    order: &'static str,
    dof: Vec<&'static str>,
}

/// A skeleton with a motion of a few frames: for each frame the values of the root, whose order is
/// `tx ty tz` and then an order of rotations, and of each bone.
struct Figure {
    unit: f64,
    position: DVec3,
    orientation: DVec3,
    axis: &'static str,
    root_order: &'static str,
    bones: Vec<Bone>,
    frames: Vec<Vec<Vec<f64>>>,
}

/// Rotations by the three angles, each applied after those before it: the first stands rightmost.
fn turns(angles: DVec3, order: &str) -> DMat4 {
    order
        .chars()
        .fold(DMat4::IDENTITY, |before, axis| turn(axis, angle_about(axis, angles)) * before)
}

fn angle_about(axis: char, angles: DVec3) -> f64 {
    match axis {
        'X' => angles.x,
        'Y' => angles.y,
        _ => angles.z,
    }
}

/// What the degrees of freedom say: translation, rotation and stretch.
fn driven(dof: &[&str], values: &[f64]) -> (DVec3, DMat4, f64) {
    let (mut moved, mut turned, mut stretched) = (DVec3::ZERO, DMat4::IDENTITY, 0.0);
    for (dof, &value) in dof.iter().zip(values) {
        let axis = dof.chars().last().expect("a letter").to_ascii_uppercase();
        match dof.chars().next() {
            Some('t') => moved["XYZ".find(axis).expect("an axis")] += value,
            Some('r') => turned = turn(axis, value) * turned,
            _ => stretched = value,
        }
    }
    (moved, turned, stretched)
}

impl Figure {
    /// A tree of bones in every order of axes and degrees of freedom.
    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut vector = |size: f64| DVec3::from([(); 3].map(|()| random.between(-size, size)));
        let mut bones = Vec::new();
        for (index, order) in ORDERS.iter().cycle().take(12).enumerate() {
            let rotations = ORDERS[(index + 2) % 6];
            let mut dof: Vec<&str> = rotations
                .chars()
                .map(|axis| match axis {
                    'X' => "rx",
                    'Y' => "ry",
                    _ => "rz",
                })
                .collect();
            match index % 4 {
                0 => dof.insert(1, "l"),
                1 => dof.extend(["tz", "tx"]),
                2 => dof = vec!["ty", dof[0], "l", dof[2]],
                _ => {}
            }
            if index == 11 {
                dof.clear();
            }
            bones.push(Bone {
                parent: index.checked_sub(3),
                direction: vector(1.0).normalize(),
                length: 2.0 + vector(1.0).x,
                axis: vector(180.0),
                order,
                dof,
            });
        }
        let mut row = |dof: &[&str]| -> Vec<f64> {
            let of = |dof: &&str| {
                if dof.starts_with('r') { vector(360.0).x } else { vector(1.0).x }
            };
            dof.iter().map(of).collect()
        };
        let root = ["tx", "ty", "tz", "rx", "ry", "rz"];
        let frames = (0..4)
            .map(|_| {
                let bones = bones.iter().map(|bone| bone.dof.as_slice());
                std::iter::once(&root[..]).chain(bones).map(&mut row).collect()
            })
            .collect();
        Self {
            unit: 2.5,
            position: DVec3::new(1.0, 2.0, -3.0),
            orientation: DVec3::new(20.0, -70.0, 110.0),
            axis: ORDERS[seed as usize % 6],
            root_order: ORDERS[(seed as usize + 3) % 6],
            bones,
            frames,
        }
    }

    fn root_dof(&self) -> Vec<String> {
        let turns = self.root_order.to_ascii_lowercase();
        let turns = turns.chars().map(|axis| format!("r{axis}"));
        ["tx", "ty", "tz"].map(String::from).into_iter().chain(turns).collect()
    }

    /// `W = W(parent)·C·M·C⁻¹` for every bone: where it starts, and where it ends.
    fn segments(&self, frame: usize) -> Vec<[DVec3; 2]> {
        let values = &self.frames[frame];
        let dof = self.root_dof();
        let dof: Vec<&str> = dof.iter().map(String::as_str).collect();
        let (moved, turned, _) = driven(&dof, &values[0]);
        let root = shift((self.position + moved) * self.unit)
            * turns(self.orientation, self.axis)
            * turned;
        let mut globals: Vec<(DMat4, DVec3)> = Vec::new();
        for (bone, values) in self.bones.iter().zip(&values[1..]) {
            let (above, start) = match bone.parent {
                Some(parent) => globals[parent],
                None => (root, DVec3::ZERO),
            };
            let (moved, turned, stretched) = driven(&bone.dof, values);
            let c = turns(bone.axis, bone.order);
            let moved = point(&c, moved) * self.unit;
            let own = above * shift(start + moved) * c * turned * c.transpose();
            globals.push((own, bone.direction * (bone.length + stretched) * self.unit));
        }
        let ends = |(own, end): &(DMat4, DVec3)| [point(own, DVec3::ZERO), point(own, *end)];
        globals.iter().map(ends).collect()
    }

    fn asf(&self, radians: bool) -> String {
        let unit = |angles: DVec3| {
            let angles = if radians { angles * (std::f64::consts::PI / 180.0) } else { angles };
            words(&angles.to_array())
        };
        let mut text = format!(
            ":version 1.10\n:name figure\n:units\n length {}\n angle {}\n:root\n order {}\n axis {}\n \
             position{}\n orientation{}\n:bonedata\n",
            self.unit,
            if radians { "rad" } else { "deg" },
            self.root_dof().join(" "),
            self.axis,
            words(&self.position.to_array()),
            unit(self.orientation),
        );
        let mut hierarchy = String::from(":hierarchy\nbegin\n");
        for (index, bone) in self.bones.iter().enumerate() {
            _ = writeln!(
                text,
                "begin\nname bone{index}\ndirection{}\nlength {}\naxis{} {}\ndof {}\nend",
                words(&bone.direction.to_array()),
                bone.length,
                unit(bone.axis),
                bone.order,
                bone.dof.join(" "),
            );
            let parent = bone.parent.map_or("root".to_string(), |p| format!("bone{p}"));
            _ = writeln!(hierarchy, "{parent} bone{index}");
        }
        text + &hierarchy + "end\n"
    }

    fn amc(&self, radians: Option<bool>) -> String {
        let mut text = String::from(":fully-specified\n");
        text += match radians {
            Some(true) => ":radians\n",
            Some(false) => ":degrees\n",
            None => "",
        };
        for (frame, values) in self.frames.iter().enumerate() {
            _ = writeln!(text, "{}", frame + 1);
            for (index, values) in values.iter().enumerate() {
                let dof = match index.checked_sub(1) {
                    None => self.root_dof(),
                    Some(bone) => self.bones[bone].dof.iter().map(ToString::to_string).collect(),
                };
                let values: Vec<f64> = values
                    .iter()
                    .zip(&dof)
                    .map(|(&value, dof)| {
                        if dof.starts_with('r') && radians == Some(true) {
                            value.to_radians()
                        } else {
                            value
                        }
                    })
                    .collect();
                match index.checked_sub(1) {
                    None => text += "root",
                    Some(_) if values.is_empty() => continue,
                    Some(bone) => _ = write!(text, "bone{bone}"),
                }
                text += &words(&values);
                text += "\n";
            }
        }
        text
    }
}

fn words(values: &[f64]) -> String {
    values.iter().map(|value| format!(" {value}")).collect()
}

/// A motion with its skeleton and other files, which must load.
fn take(amc: &str, beside: &[(&str, &str)]) -> Take {
    let input = Input {
        beside: beside
            .iter()
            .map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))
            .collect(),
        ..Input::of("take.amc", amc.as_bytes().to_vec())
    };
    input.load().unwrap_or_else(|e| panic!("{e}"))
}

fn id(take: &Take, name: &str) -> NodeId {
    let found = take.skeleton.find(name);
    found.unwrap_or_else(|| panic!("no node is called {name}"))
}

fn assert_same(take: &Take, figure: &Figure, what: &str) {
    assert_eq!(take.motion.frame_count(), figure.frames.len());
    for frame in 0..figure.frames.len() {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let ours: Vec<[Vec3; 2]> = pose.segments(&take.skeleton).collect();
        let theirs = figure.segments(frame);
        assert_eq!(ours.len(), theirs.len());
        for (bone, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            for (ours, theirs) in ours.iter().zip(theirs) {
                // Chains of four bones of about 2, in units of 2.5.
                let off = ours.as_dvec3().distance(*theirs) / 20.0;
                assert!(off < CLOSE, "{what}, frame {frame}, bone {bone}: {off:e}");
            }
        }
    }
}

#[test]
fn every_order_of_axes_and_degrees_of_freedom_agrees_with_the_definition() {
    for seed in 0..12 {
        let figure = Figure::random(seed);
        for (asf_radians, amc_radians) in [
            (false, None),
            (false, Some(false)),
            (true, Some(true)),
            (false, Some(true)),
            (true, Some(false)),
        ] {
            let asf = figure.asf(asf_radians);
            let take = take(&figure.amc(amc_radians), &[("take.asf", &asf)]);
            let what = format!("seed {seed}, radians {asf_radians} {amc_radians:?}");
            assert_same(&take, &figure, &what);
        }
    }
}

const ASF: &str = include_str!("../good/amc/beside/leg.asf");
const AMC: &str = include_str!("../good/amc/leg_own_axes.amc");

#[test]
fn what_the_files_say_of_themselves_is_kept() {
    let take = support::take(&support::root().join("tests/good/asf/everything.asf"));
    let details: Vec<(&str, &str)> =
        take.details.iter().map(|d| (d.kind.key, d.text.as_str())).collect();
    assert_eq!(
        details,
        [
            ("called", "everything"),
            ("version", "1.10"),
            ("notes", "Notes over two lines."),
            ("length unit", "2"),
            ("mass unit", "2"),
        ]
    );
    let waist = &take.skeleton[id(&take, "h_waist")];
    let end = &take.skeleton[id(&take, "h_waist_end")];
    let kinds: Vec<String> = waist.channels.iter().map(|c| format!("{c:?}")).collect();
    assert_eq!(
        kinds,
        ["Slide(X)", "Slide(Y)", "Slide(Z)", "Rotation(Z)", "Rotation(Y)", "Rotation(X)"]
    );
    let free = [f32::NEG_INFINITY, f32::INFINITY];
    let limits = [free, free, free, [-90.0, 90.0], [0.0, 180.0], [f32::NEG_INFINITY, 180.0]];
    assert_eq!(waist.limits(), limits);
    assert_eq!(end.limits(), [[1.0, 9.0]]);
    let mass = waist.mass().expect("a mass");
    assert_eq!((mass.body, mass.centre), (20.0, Some(2.0)));
    let head = take.skeleton[id(&take, "H_head")].mass().expect("a mass");
    assert_eq!((head.body, head.centre), (10.0, Some(1.0)));
}

#[test]
fn the_motion_keeps_the_values_of_the_file_and_limits_are_in_its_unit() {
    let radians = AMC.replace(":DEGREES", ":RADIANS");
    let take = take(&radians, &[("leg.asf", ASF)]);
    assert_eq!(take.skeleton.angle(), Angle::Radians);
    let thigh = &take.skeleton[id(&take, "thigh")];
    assert_eq!(thigh.limits()[2][0], (-90.0f32).to_radians());
    assert_eq!(thigh.channels[1], Channel::Rotation(rushes::take::Axis::Y));
    assert_eq!(take.row(1)[thigh.columns()], [0.0, 90.0, 0.0]);
    assert_eq!(take.even_numbers(), Some(FrameNumbers { first: 1, step: 1 }));
    assert_eq!(take.units.metres_per_unit, None);
}

#[test]
fn limits_of_a_skeleton_in_radians_are_degrees_in_a_motion_in_degrees() {
    let asf = ASF.replace("angle deg", "angle rad").replace("-10 170", "-0.5 1.5");
    let take = take(AMC, &[("leg.asf", &asf)]);
    let shin = take.skeleton[id(&take, "shin")].limits()[0];
    let expected = [-0.5f32, 1.5].map(f32::to_degrees);
    assert!((shin[0] - expected[0]).abs() < 1e-4 && (shin[1] - expected[1]).abs() < 1e-4);
}

#[test]
fn the_unit_of_the_large_collections_is_known() {
    let asf = ASF.replace("length 1.0", "length 0.45");
    let take = take(AMC, &[("leg.asf", &asf)]);
    let metres = take.units.metres_per_unit.expect("a unit");
    // 18 of the file's own units are 40 inches: 18 / 0.45.
    let length = take.skeleton[id(&take, "shin")].offset.length();
    let raw = f64::from(length) / 0.45;
    assert!((metres * f64::from(length) - raw / 0.45 * 0.0254).abs() < 1e-6);
    let detail = take.details.iter().find(|d| d.kind.key == "length unit");
    assert!(detail.expect("a word on it").text.contains("inches"));
}

#[test]
fn frame_numbers_that_leave_out_some_are_no_even_numbers() {
    for (numbers, expected) in [
        (&[1, 2, 3][..], Some(FrameNumbers { first: 1, step: 1 })),
        (&[10, 15, 20], Some(FrameNumbers { first: 10, step: 5 })),
        (&[7], Some(FrameNumbers { first: 7, step: 1 })),
        (&[1, 2, 4], None),
        (&[3, 2, 1], None),
        (&[1, 1], None),
        (&[i64::MAX, i64::MIN], None),
    ] {
        let mut amc = String::from(":fully-specified\n");
        for number in numbers {
            _ = writeln!(amc, "{number}\nroot 0 0 0 0 0 0\nthigh 0 0 0\nshin 0");
        }
        let take = take(&amc, &[("leg.asf", ASF)]);
        assert_eq!(take.even_numbers(), expected, "{numbers:?}");
        let reported: Vec<_> = (0..numbers.len()).filter_map(|i| take.number(i)).collect();
        assert_eq!(reported, numbers);
    }
}

/// A skin of three triangles: on the thigh, on the shin, and on what is no bone. The first two share
/// a vertex, which moves with either.
const OBJ: &str = "# by hand\nv 0 -10 0\nv 5 -10 0\nv 0 -40 0\nv 5 -60 0\nv 0 -60 0\nv 1 2 3\n\
    o Body\ng Thigh\ns 1\nf 1/1/1 2//1 3/2\ng low SHIN\nf 3 -3 \\\n-2\ng hair\nf 1 2 6\n";

#[test]
fn skins_follow_their_bones() {
    let asf = ASF.replace("length 1.0", "length 2.0").replace("position 0 0 0", "position 0 7 0")
        + ":skin C:\\skins\\LEG.obj\n";
    let take = take(AMC, &[("leg.asf", &asf), ("leg.obj", OBJ)]);
    let mesh = &take.meshes[0];
    assert_eq!((take.meshes.len(), mesh.name()), (1, "leg.obj"));
    assert_eq!((mesh.point_count(), mesh.edges().len()), (9, 9));
    let warning = "leg.asf: leg.obj:16:1: 1 face belongs to no bone: the root takes them along";
    assert!(take.warnings.iter().any(|w| w.to_string() == warning), "{:?}", take.warnings);
    let vertices = [
        (0, "thigh", [0.0, -10.0, 0.0]),
        (1, "thigh", [5.0, -10.0, 0.0]),
        (2, "thigh", [0.0, -40.0, 0.0]),
        (3, "shin", [0.0, -40.0, 0.0]),
        (4, "shin", [5.0, -60.0, 0.0]),
        (5, "shin", [0.0, -60.0, 0.0]),
        (6, "root", [0.0, -10.0, 0.0]),
        (8, "root", [1.0, 2.0, 3.0]),
    ];
    let rest = Pose::of(&take.skeleton, take.skeleton.rest_row());
    for frame in 0..2 {
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let points = pose.points(mesh, frame);
        for (point, node, vertex) in vertices {
            let node = id(&take, node);
            let moved = pose.global(node) * rest.global(node).inverse();
            let expected = moved.transform_point3(Vec3::from(vertex) * 2.0);
            assert!(points[point].distance(expected) < 1e-3, "{point} on frame {frame}");
        }
    }
}

#[test]
fn faces_go_on_over_line_ends_of_every_kind() {
    let asf = format!("{ASF}:skin leg\n");
    for end in ["\n", "\r\n", "\r"] {
        let obj = OBJ.replace('\n', end);
        let take = take(AMC, &[("leg.asf", &asf), ("leg.obj", &obj)]);
        let mesh = &take.meshes[0];
        assert_eq!((mesh.point_count(), mesh.edges().len()), (9, 9), "{end:?}");
    }
}

#[test]
fn an_object_named_as_a_bone_stands_in_for_groups_that_are_not() {
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\no shin\ng default\nf 1 2 3\no thigh\nf 1 2 3\n";
    // The skin is named twice, by a path and without its extension, and is one.
    let asf = format!("{ASF}:skin skins/leg.obj\n LEG\n");
    let take = take(AMC, &[("leg.asf", &asf), ("leg.obj", obj)]);
    assert_eq!(take.meshes.len(), 1);
    let nodes: Vec<Option<NodeId>> = take.meshes[0].influences().iter().map(|i| i.node).collect();
    let [shin, thigh] = ["shin", "thigh"].map(|name| Some(id(&take, name)));
    assert_eq!(nodes, [shin, shin, shin, thigh, thigh, thigh]);
    assert_eq!(take.warnings.len(), 1, "{:?}", take.warnings);
}

#[test]
fn a_motion_finds_its_skeleton_by_its_comment_then_by_its_name_then_as_the_only_one() {
    let folder = Folder::new("acclaim-finds");
    let path = |name: &str| -> PathBuf { folder.0.join(name) };
    let found = |name: &str| {
        let opened = open_with(path(name), &OpenOptions::default());
        let names = |o: rushes::files::Opened| -> Vec<String> {
            o.companions.iter().map(|path| support::name(path)).collect()
        };
        opened.map(names).map_err(|error| error.kind().clone())
    };
    folder.write("07_walk_2.amc", AMC);
    assert!(matches!(
        found("07_walk_2.amc"),
        Err(ErrorKind::NeedsCompanion { extension: "asf", .. })
    ));
    folder.write("Other.ASF", ASF);
    assert_eq!(found("07_walk_2.amc"), Ok(vec!["Other.ASF".to_string()]));
    folder.write("another.asf", ASF);
    assert!(found("07_walk_2.amc").is_err());
    folder.write("07.asf", ASF);
    assert_eq!(found("07_walk_2.amc"), Ok(vec!["07.asf".to_string()]));
    folder.write("07_Walk.asf", ASF);
    assert_eq!(found("07_walk_2.amc"), Ok(vec!["07_Walk.asf".to_string()]));
    folder.write("07_walk_2.asf", ASF);
    assert_eq!(found("07_walk_2.amc"), Ok(vec!["07_walk_2.asf".to_string()]));
    folder.write("07_walk_2.amc", &format!("#!OML:ASF C:\\pit\\OTHER.asf\n{AMC}"));
    assert_eq!(found("07_walk_2.amc"), Ok(vec!["Other.ASF".to_string()]));
    let open_options =
        OpenOptions { skeleton: Some(path("another.asf")), ..OpenOptions::default() };
    let opened = open_with(path("07_walk_2.amc"), &open_options).expect("a take");
    assert_eq!(support::name(&opened.companions[0]), "another.asf");
    let detail = |key: &str| {
        let mut details = opened.take.details.iter();
        details.find(|d| d.kind.key == key).map(|d| d.text.as_str())
    };
    assert_eq!(detail("skeleton"), Some("another.asf"));
    assert_eq!(detail("made for"), Some("OTHER.asf"));
}

#[test]
fn a_file_that_was_named_and_is_no_skeleton_is_told_so() {
    let folder = Folder::new("acclaim-no-skeleton");
    let motion = folder.write("walk.amc", AMC);
    let open_options = OpenOptions {
        skeleton: Some(folder.write("walk.bvh", "HIERARCHY\n").into()),
        ..OpenOptions::default()
    };
    let error = open_with(&motion, &open_options).expect_err("no skeleton");
    assert!(matches!(error.kind(), ErrorKind::NeedsCompanion { .. }));
    let reported = error.to_string();
    assert!(reported.contains("\nhint: walk.bvh is none; drop"), "{reported}");
}

#[test]
fn a_folder_that_is_called_like_a_companion_is_none() {
    let folder = Folder::new("acclaim-folder");
    let motion = folder.write("walk.amc", AMC);
    folder.write("leg.asf", &format!("{ASF}:skin body\n"));
    for name in ["walk.asf", "body.obj"] {
        std::fs::create_dir(folder.0.join(name)).expect("a folder");
    }
    let opened = open_with(&motion, &OpenOptions::default()).expect("a take");
    assert_eq!(opened.companions.len(), 1);
    assert_eq!(support::name(&opened.companions[0]), "leg.asf");
}

#[test]
fn motion_skeleton_and_skin_that_come_together_are_one_take() {
    let folder = Folder::new("acclaim-together");
    let elsewhere = Folder::new("acclaim-elsewhere");
    let asf = format!("{ASF}:skin body\n");
    let paths: Vec<PathBuf> = vec![
        elsewhere.write("body.obj", OBJ).into(),
        folder.write("leg.asf", &asf).into(),
        elsewhere.write("kick.amc", AMC).into(),
    ];
    let opened = open_all(&paths, &OpenOptions::default());
    assert_eq!(opened.len(), 1, "{opened:?}");
    let (path, result) = &opened[0];
    assert_eq!(support::name(path), "kick.amc");
    let take = &result.as_ref().expect("a take").take;
    assert_eq!((take.format, take.motion.frame_count(), take.meshes.len()), (FormatId::Amc, 2, 1));
    let alone = open_all(&paths[..2], &OpenOptions::default());
    assert_eq!(alone.len(), 1);
    let take = &alone[0].1.as_ref().expect("a take").take;
    assert_eq!((take.format, take.motion.frame_count(), take.meshes.len()), (FormatId::Asf, 0, 1));
}

#[test]
fn of_many_files_that_come_together_each_gets_the_skeleton_that_is_its_own() {
    let folder = Folder::new("acclaim-many");
    folder.write("a.asf", ASF);
    let paths: Vec<PathBuf> = ["a.amc", "b.amc", "b.asf"]
        .map(|name| {
            let text = if name.ends_with("asf") { ASF } else { AMC };
            folder.write(name, text).into()
        })
        .to_vec();
    let opened = open_all(&paths, &OpenOptions::default());
    let skeletons: Vec<String> = opened
        .iter()
        .map(|(_, result)| support::name(&result.as_ref().expect("a take").companions[0]))
        .collect();
    assert_eq!(skeletons, ["a.asf", "b.asf"]);
    // Of two files, the one belongs to the other, whatever lies beside them.
    let two = open_all(&[paths[0].clone(), paths[2].clone()], &OpenOptions::default());
    let companions = &two[0].1.as_ref().expect("a take").companions;
    assert_eq!((two.len(), support::name(&companions[0])), (1, "b.asf".into()));
}

#[test]
#[cfg(unix)]
fn a_pipe_that_is_called_like_a_companion_is_left_out_with_a_word() {
    let folder = Folder::new("acclaim-pipe");
    let motion = folder.write("walk.amc", AMC);
    let pipe = folder.path("walk.asf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    // Nothing else can be its skeleton.
    let error = open_with(&motion, &OpenOptions::default()).expect_err("no skeleton");
    let reported = format!("{pipe}: cannot be read: it is not a regular file");
    assert_eq!(error.to_string(), reported);
    let leg = folder.write("leg.asf", ASF);
    for named in [None, Some("/dev/zero")] {
        let open_options =
            OpenOptions { skeleton: named.map(Into::into), ..OpenOptions::default() };
        let opened = open_with(&motion, &open_options).expect("a take");
        assert_eq!(opened.companions, [std::path::PathBuf::from(&leg)]);
        let warnings = opened.take.warnings.iter();
        let reported: Vec<String> = warnings.map(ToString::to_string).collect();
        for left in named.into_iter().chain([pipe.as_str()]) {
            let expected = format!("{left}: not a regular file, skipped");
            assert!(reported.contains(&expected), "{reported:?}");
        }
    }
}
