//! What is written has every joint and every bone end where it was, and angles run on: section 4 of
//! the paper, BVH to HTR and back.

use std::fmt::Write as _;

use crate::support;
use crate::support::folder::Folder;
use crate::support::htr::HtrReference;
use crate::support::program::rushes as run;
use crate::support::reference::{Reference, point};
use glam::{DMat3, DVec3, Quat, Vec3};
use rushes::evaluate::Pose;
use rushes::export::Export;
use rushes::loader::FORMATS;
use rushes::take::{
    Angle, Axis, Bone, BoneEnd, Channel, Event, FormatId, Influence, Mesh, Motion, NodeId,
    SkeletonBuilder, Take, Units, WarningCode,
};

const LEG: &str = include_str!("../good/bvh/leg.bvh");

/// How far a place may move, in sizes of the figure.
const CLOSE: f64 = 1e-5;

/// How many frames of a long take are compared.
const MAX_FRAMES: usize = 60;

/// A take as text of another format, and what is told about it.
fn written(take: &Take, extension: &str) -> (String, Vec<String>) {
    let export = Export::of_extension(extension).expect("a format");
    let mut bytes = Vec::new();
    let warnings = export.write(take, &mut bytes).expect("memory takes it");
    let reported = warnings.iter().map(|warning| warning.to_string()).collect();
    (String::from_utf8(bytes).expect("text"), reported)
}

/// Why a take cannot become BVH.
fn refusal(take: &Take) -> Option<&'static str> {
    Export::of_extension("bvh").expect("a format").refusal(take)
}

fn read(text: &str, extension: &str) -> Take {
    rushes::read(&format!("text.{extension}"), text.as_bytes())
        .unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Written and read back.
fn through(take: &Take, extension: &str) -> Take {
    read(&written(take, extension).0, extension)
}

/// The joint of the written take that a joint of the first one became: the names that are kept, and
/// the order of those that had to change.
fn joint_in(after: &Take, before: &Take, id: NodeId) -> NodeId {
    let is_same = |(a, b): &((NodeId, &rushes::take::Node), (NodeId, &rushes::take::Node))| {
        a.1.name == b.1.name
    };
    let mut pairs = after.skeleton.iter().zip(before.skeleton.iter());
    let is_in_order = pairs.all(|pair| is_same(&pair) || after.format == FormatId::Htr);
    if is_in_order {
        return after.skeleton.iter().nth(id.index()).expect("as many").0;
    }
    let name = &before.skeleton[id].name;
    after.skeleton.find(name).expect("a joint of the name")
}

/// The frames on which takes are compared.
fn frames(take: &Take) -> impl Iterator<Item = usize> + use<> {
    let count = take.motion.frame_count().max(1);
    let some = count.min(MAX_FRAMES);
    (0..some).map(move |i| i * (count - 1) / (some - 1).max(1))
}

/// Whether the end of a bone counts: the scale of a bone is nothing that BVH has.
type Counts = fn(&Take, NodeId) -> bool;

/// The largest distance of a joint or a bone end from where it was, in sizes of the figure.
fn worst(before: &Take, after: &Take, counts: Counts) -> f64 {
    assert_eq!(after.motion.frame_count(), before.motion.frame_count());
    let off = (after.motion.frame_time() / before.motion.frame_time() - 1.0).abs();
    assert!(off < 1e-9 || after.motion.frame_count() == 0, "{off}");
    assert!(after.skeleton.nodes().len() >= before.skeleton.nodes().len());
    let ids: Vec<NodeId> =
        (before.skeleton.iter()).map(|(id, _)| joint_in(after, before, id)).collect();
    let mut worst: f64 = 0.0;
    for frame in frames(before) {
        let was = Pose::of(&before.skeleton, before.row(frame));
        let is = Pose::of(&after.skeleton, after.row(frame));
        let points = || {
            let nodes = before.skeleton.iter().map(|(id, _)| was.position(id));
            nodes.chain(was.segments(&before.skeleton).map(|[_, tip]| tip))
        };
        let low = points().fold(Vec3::INFINITY, Vec3::min);
        let high = points().fold(Vec3::NEG_INFINITY, Vec3::max);
        let size = f64::from((high - low).max_element());
        let size = if size > 0.0 { size } else { 1.0 };
        let mut compare = |was: Vec3, is: Vec3| {
            worst = worst.max(was.as_dvec3().distance(is.as_dvec3()) / size);
        };
        for (id, node) in before.skeleton.iter() {
            let to = ids[id.index()];
            compare(was.position(id), is.position(to));
            let parent = node.parent().map(|parent| ids[parent.index()]);
            assert_eq!(after.skeleton[to].parent(), parent, "{}", node.name);
        }
        // A bone that ends at a joint ends where that joint is.
        let is_free = |bone: &&Bone| matches!(bone.end, BoneEnd::Local(_));
        for bone in before.skeleton.bones().iter().filter(is_free) {
            let end = was.bone_end(bone.node, bone.end);
            let node = ids[bone.node.index()];
            // The same bone's end, or that of a segment which was made for it.
            let ends = (after.skeleton.bones().iter())
                .filter(|b| b.node == node || after.skeleton[b.node].parent() == Some(node));
            let ends = ends.map(|b| is.bone_end(b.node, b.end)).chain([is.position(node)]);
            let nearest = ends.min_by(|a, b| a.distance(end).total_cmp(&b.distance(end)));
            if counts(before, bone.node) {
                compare(end, nearest.expect("the joint at least"));
            }
        }
    }
    worst
}

fn assert_kept(before: &Take, after: &Take, what: &str) {
    let off = worst(before, after, |_, _| true);
    assert!(off < CLOSE, "{what}: {off:e} of the figure's size off");
}

#[test]
fn every_real_bvh_take_keeps_all_its_places_in_htr_and_from_there_in_bvh() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let mut compared = 0;
    for path in support::files(&corpus.join("bvh"), &["bvh"]) {
        let name = support::name(&path);
        let take = support::take(&path);
        let htr = through(&take, "htr");
        assert_kept(&take, &htr, &name);
        let bvh = through(&htr, "bvh");
        let off = worst(&take, &bvh, |_, _| true);
        // The way back from what was rounded once.
        assert!(off < 2.0 * CLOSE, "{name} and back: {off:e}");
        compared += 1;
    }
    assert!(compared >= 50, "only {compared} takes were compared");
}

#[test]
fn the_htr_take_of_the_paper_keeps_its_joints_in_bvh() {
    let take = read(include_str!("../good/htr/catch.htr"), "htr");
    let (text, reported) = written(&take, "bvh");
    let bvh = read(&text, "bvh");
    // Head, wrists and ankles are last bones with a scale that changes.
    let off = worst(&take, &bvh, |take, node| !take.skeleton[node].children().is_empty());
    assert!(off < CLOSE, "{off:e}");
    assert!(
        reported[0].contains("changes its length") || reported[0].contains("change their length")
    );
    // The bone of each other segment ends at a child: nothing but the last joints has an End Site.
    let ends = bvh.skeleton.bones().iter();
    let ends = ends.filter(|bone| matches!(bone.end, BoneEnd::Local(_)));
    assert!(ends.clone().count() >= 5);
    for bone in ends {
        assert!(bvh.skeleton[bone.node].children().is_empty());
    }
    assert_kept(&bvh, &through(&bvh, "htr"), "back in HTR");
}

/// Everything that a skeleton in BVH can be: branches, a joint at its parent's origin, ends beside
/// children, two of them, none, one of no length; channels in other orders, positions on a joint.
const TREE: &str = "\
HIERARCHY
ROOT Body one
{
	OFFSET 1 2 3
	CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation
	JOINT Same place
	{
		OFFSET 0 0 0
		CHANNELS 3 Xrotation Yrotation Zrotation
		End Site
		{
			OFFSET 0 0 0
		}
		JOINT Twin
		{
			OFFSET 0 -10 0
			CHANNELS 1 Zrotation
			End Site
			{
				OFFSET 0 0 7
			}
			End Site
			{
				OFFSET 0 0 -5
			}
			End Site
			{
				OFFSET 3 -4 0
			}
		}
	}
	JOINT twin
	{
		OFFSET 0 12 0
		CHANNELS 6 Zrotation Yrotation Zrotation Xposition Yposition Zposition
		End Site
		{
			OFFSET 4 4 2
		}
		JOINT Header
		{
			OFFSET 5 5 0
			CHANNELS 3 Zrotation Xrotation Yrotation
			JOINT GLOBAL
			{
				OFFSET 0 0 9
				CHANNELS 2 Yrotation Xrotation
			}
		}
	}
}
ROOT Prop
{
	OFFSET 20 0 0
	CHANNELS 3 Zrotation Xrotation Yrotation
	End Site
	{
		OFFSET 0 30 0
	}
}
MOTION
Frames: 3
Frame Time: 0.0333667
0 0 0  0 0 0  0 0 0  0  0 0 0 0 12 0  0 0 0  0 0  0 0 0
4 50 -3  10 20 30  -40 50 60  70  80 90 100 1 13 2  -15 25 -35  45 -55  180 0 0
-9 60 5  -95 200 300  -140 150 89  -170  181 -90 5 0.5 11 -2  90 0 90  0 90  90 90 90
";

#[test]
fn every_kind_of_joint_keeps_its_place() {
    let take = read(TREE, "bvh");
    let (text, reported) = written(&take, "htr");
    let htr = read(&text, "htr");
    assert_kept(&take, &htr, "HTR");
    // The bone of Body_one reaches for a child that leaves its axis, with a scale that changes.
    let off =
        worst(&htr, &through(&htr, "bvh"), |take, node| take.skeleton[node].name != "Body_one");
    assert!(off < CLOSE, "BVH out of HTR: {off:e}");
    assert_kept(&take, &through(&take, "bvh"), "BVH");
    assert_kept(&take, &through(&htr, "htr"), "HTR out of HTR");
    let names: Vec<&str> = (htr.skeleton.nodes().iter()).map(|node| node.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Body_one",
            "Same_place",
            "Twin",
            "twin_2",
            "Header_2",
            "GLOBAL_2",
            "Prop",
            "Twin_end",
            "Twin_end_2",
        ]
    );
    assert_eq!(
        reported,
        [
            "6 names are changed, because HTR has single words that differ: \
             \"Body one\" is now \"Body_one\"",
            "2 bone ends are segments of their own, because their joints have another bone already",
        ]
    );
}

#[test]
fn every_fixture_keeps_its_places() {
    let mut compared = 0;
    let extensions: Vec<&str> =
        (FORMATS.iter()).flat_map(|format| format.extensions).copied().collect();
    for path in support::files(&support::root().join("tests/good"), &extensions) {
        if path.parent().is_some_and(|folder| folder.ends_with("beside")) {
            continue;
        }
        let take = support::take(&path);
        if refusal(&take).is_some() {
            continue;
        }
        let has_no_scale =
            |take: &Take, node: NodeId| !take.skeleton[node].channels.contains(&Channel::BoneScale);
        for extension in ["htr", "bvh"] {
            let counts: Counts = if extension == "bvh" { has_no_scale } else { |_, _| true };
            let off = worst(&take, &through(&take, extension), counts);
            assert!(off < CLOSE, "{} in {extension}: {off:e}", path.display());
        }
        compared += 1;
    }
    assert!(compared >= 80, "only {compared} takes were compared");
}

#[test]
fn the_base_pose_of_htr_is_the_rest_pose_of_bvh_and_back() {
    let take = read(TREE, "bvh");
    let htr = through(&take, "htr");
    let bvh = through(&htr, "bvh");
    let [was, base, rest] =
        [&take, &htr, &bvh].map(|take| Pose::of(&take.skeleton, take.skeleton.rest_row()));
    for (id, node) in take.skeleton.iter() {
        let expected = was.position(id);
        let at = base.position(joint_in(&htr, &take, id));
        assert!(at.distance(expected) < 1e-4, "{}: {at}", node.name);
        // A root has an OFFSET of 0 in BVH.
        let (mut from, mut root) = (id, node);
        while let Some(parent) = root.parent() {
            (from, root) = (parent, &take.skeleton[parent]);
        }
        let name = &htr.skeleton[joint_in(&htr, &take, id)].name;
        let at = rest.position(bvh.skeleton.find(name).expect("the joint"));
        let expected = expected - was.position(from);
        assert!(at.distance(expected) < 1e-4, "{}: {at}", node.name);
    }
}

#[test]
fn every_last_joint_has_an_end_site() {
    let bvh = through(&read(TREE, "bvh"), "bvh");
    for (id, node) in bvh.skeleton.iter() {
        let mut bones = bvh.skeleton.bones().iter();
        assert!(bones.any(|bone| bone.node == id), "{}", node.name);
    }
}

/// The part of a matrix that rotates.
fn rotation(m: glam::DMat4) -> DMat3 {
    DMat3::from_mat4(m)
}

fn assert_same(ours: DMat3, theirs: DMat3, what: &str) {
    let off = (ours - theirs).to_cols_array().map(f64::abs);
    let off = off.into_iter().fold(0.0, f64::max);
    assert!(off < 5e-8, "{what}: {off:e}");
}

/// Table 4.1 on a chain of bones, by the paper's own equations on the text of both files.
fn assert_table_4_1(text: &str, chain: &[&str]) {
    let bvh = Reference::of(text);
    // The first joint of the chain with children ends at the next; the last one at its End Site.
    let joints: Vec<usize> = chain.iter().map(|name| bvh.find(name)).collect();
    let vectors: Vec<DVec3> = (0..chain.len())
        .map(|n| match joints.get(n + 1) {
            Some(&next) => bvh.joints[next].offset,
            None => bvh.joints[joints[n]].end.expect("an End Site"),
        })
        .collect();
    let htr = HtrReference::of(&written(&support::take_of(text), "htr").0);
    let local = |n: usize, frame| rotation(htr.local(chain[n], frame));
    // The first frame of the text has no rotation: what HTR has on it is the base pose alone.
    let base: Vec<DMat3> = (0..chain.len()).map(|n| local(n, 0)).collect();
    let product = |n: usize| base[..n].iter().fold(DMat3::IDENTITY, |p, o| p * *o);
    for (n, name) in chain.iter().enumerate() {
        // Step 1: the vector becomes a length along Y and a base rotation in the parent's axes,
        // equation 4.1: v = O0 ... On v''.
        let single = htr.end(name, 0);
        assert_eq!((single.x, single.z), (0.0, 0.0), "along one axis");
        assert!(single.y > 0.0);
        let vector = product(n + 1) * single;
        let off = vector.distance(vectors[n]);
        assert!(off < 2e-6 * single.y, "{name}: {off:e}");
    }
    for (frame, row) in bvh.rows.iter().enumerate() {
        let original = |n: usize| rotation(bvh.local(joints[n], row));
        // Step 2. Equation 4.4: the root's frame rotation stays, and its base comes behind it.
        assert_same(local(0, frame), original(0) * base[0], "4.4");
        // Equation 4.5, with the own base merged in as 4.9 has it.
        let n_ul = base[0].transpose() * original(1) * base[0];
        assert_same(local(1, frame), n_ul * base[1], "4.5");
        // Equation 4.7.
        let n_ll = base[1].transpose() * base[0].transpose() * original(2) * base[0] * base[1];
        assert_same(local(2, frame), n_ll * base[2], "4.7");
        // Equation 4.9 for every bone of the chain.
        for n in 0..chain.len() {
            let merged = product(n).transpose() * original(n) * product(n + 1);
            assert_same(local(n, frame), merged, "4.9");
        }
        // Both matrix stacks put every bone end at the same place.
        for (n, name) in chain.iter().enumerate() {
            let theirs = point(&bvh.global(joints[n], row), vectors[n]);
            let ours = point(&htr.global(name, frame), htr.end(name, frame));
            assert!(ours.distance(theirs) < 1e-5, "{name}: {ours} {theirs}");
        }
    }
}

#[test]
fn table_4_1_holds_for_hips_upper_and_lower_leg() {
    assert_table_4_1(LEG, &["Hips", "LeftUpLeg", "LeftLowLeg", "LeftFoot"]);
}

#[test]
fn table_4_1_holds_for_the_bvh_file_of_the_paper() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let text = support::read(&corpus.join("bvh/seed--paper.bvh"));
    let text = String::from_utf8(text).expect("text");
    let (head, rows) = text.split_once("Frame Time: 0.04166667").expect("rows");
    // A frame without rotations ahead of the paper's two, for the base pose.
    let still = "0 ".repeat(57);
    let text =
        format!("{head}Frame Time: 0.04166667\n{still}{rows}").replace("Frames: 2", "Frames: 3");
    assert_table_4_1(&text, &["Hips", "Chest", "Neck", "Head"]);
}

#[test]
fn bvh_comes_back_from_htr_with_the_numbers_that_it_had() {
    let take = support::take_of(LEG);
    let (text, _) = written(&through(&take, "htr"), "bvh");
    let [before, after] = [LEG, &text].map(Reference::of);
    assert_eq!(before.joints.len(), after.joints.len());
    for (a, b) in before.joints.iter().zip(&after.joints) {
        assert_eq!((&a.name, a.parent), (&b.name, b.parent));
        assert!(a.offset.distance(b.offset) < 2e-5, "{}", a.name);
        assert_eq!(a.end.is_some(), b.end.is_some());
    }
    for (frame, (a, b)) in before.rows.iter().zip(&after.rows).enumerate() {
        for (joint, theirs) in before.joints.iter().enumerate() {
            let [a, b] = [before.local(joint, a), after.local(joint, b)].map(rotation);
            assert_same_within(a, b, 1e-6, &format!("{} on frame {frame}", theirs.name));
        }
    }
}

fn assert_same_within(ours: DMat3, theirs: DMat3, most: f64, what: &str) {
    let off = (ours - theirs).to_cols_array().map(f64::abs);
    let off = off.into_iter().fold(0.0, f64::max);
    assert!(off < most, "{what}: {off:e}");
}

/// A bone along Y whose joint turns steadily about one axis between two others, many times round.
fn turning(order: [&str; 3], step: f64, count: usize) -> String {
    let channels = order.map(|axis| format!("{axis}rotation")).join(" ");
    let mut text = format!(
        "HIERARCHY\nROOT Root\n{{\nOFFSET 0 0 0\nCHANNELS 3 {channels}\nEnd Site\n{{\n\
         OFFSET 0 2 0\n}}\n}}\nMOTION\nFrames: {count}\nFrame Time: 0.01\n"
    );
    for frame in 0..count {
        let _ = writeln!(text, "20 {} -35", step * frame as f64);
    }
    text
}

#[test]
fn angles_run_on_through_gimbal_lock() {
    // HTR multiplies Z Y X, BVH Z X Y: the middle one turns through both poles.
    for (extension, order, columns) in
        [("htr", ["Z", "Y", "X"], 4..7), ("bvh", ["Z", "X", "Y"], 3..6)]
    {
        // 7.5 meets the poles exactly, 7.3 passes them by.
        for step in [7.5, 7.3, -11.0] {
            let take = support::take_of(&turning(order, step, 300));
            let (text, _) = written(&take, extension);
            assert_kept(&take, &read(&text, extension), extension);
            let rows: Vec<Vec<f64>> = (text.lines())
                .skip_while(|line| *line != "[Root]" && *line != "Frame Time: 0.01")
                .filter_map(|line| {
                    let words = line.split_whitespace().map(str::parse);
                    words.collect::<Result<_, _>>().ok()
                })
                .filter(|row: &Vec<f64>| row.len() > columns.start)
                .collect();
            assert_eq!(rows.len(), 300);
            for pair in rows.windows(2) {
                for column in columns.clone() {
                    let jump = (pair[1][column] - pair[0][column]).abs();
                    assert!(jump < step.abs() + 1e-3, "{extension} {step}: {pair:?}");
                }
            }
        }
    }
}

/// A take of nodes in a chain along Y, each with all channels that `channels` has.
fn chain(names: &[&str], channels: &[Channel], rows: Vec<f32>) -> Take {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let mut parent = None;
    for name in names {
        let id = build.node(*name, parent).expect("not deep");
        let node = build.node_mut(id);
        node.offset = if parent.is_some() { Vec3::Y * 2.0 } else { Vec3::ZERO };
        node.pre = Quat::from_rotation_x(0.5);
        node.post = Quat::from_rotation_z(-0.25);
        node.channels = channels.to_vec();
        build.bone(id, BoneEnd::Local(Vec3::Y * 2.0));
        parent = Some(id);
    }
    let skeleton = build.finish();
    let columns = skeleton.columns();
    let count = rows.len() / columns.max(1);
    let units = Units { metres_per_unit: None, up: Axis::Y.into() };
    let motion = Motion::new(0.01, count, columns, rows);
    Take::new("chain", FormatId::Bvh, skeleton, motion, units)
}

#[test]
fn rotations_on_both_sides_of_the_channels_are_kept() {
    let channels =
        [Channel::Rotation(Axis::Z), Channel::Slide(Axis::Y), Channel::Rotation(Axis::X)];
    let rows = vec![10.0, 0.5, 20.0, -40.0, 0.0, 50.0, 100.0, 1.0, -80.0, 70.0, -0.5, 15.0];
    let take = chain(&["a", "b"], &channels, rows);
    for extension in ["htr", "bvh"] {
        assert_kept(&take, &through(&take, extension), extension);
    }
}

#[test]
fn a_joint_that_slides_along_its_bone_takes_the_end_of_the_bone_with_it() {
    let text = LEG
        .replace(
            "OFFSET 0.75 -41.5 1.25\n\t\t\tCHANNELS 3",
            "OFFSET 0 -40 0\n\t\t\tCHANNELS 4 Yposition",
        )
        .replace("0 0 0  0 0 0  0 0 0\n10", "0 0 0  -40 0 0 0  0 0 0\n10")
        .replace("0 0 90  0 0 0\n-31", "-50 0 0 90  0 0 0\n-31")
        .replace("  -2.75 63.5", "  -20 -2.75 63.5");
    let htr = through(&support::take_of(&text), "htr");
    for (frame, length) in [40.0, 50.0, 20.0].into_iter().enumerate() {
        let pose = Pose::of(&htr.skeleton, htr.row(frame));
        let [up, low] =
            ["LeftUpLeg", "LeftLowLeg"].map(|n| htr.skeleton.find(n).expect("a segment"));
        let mut bones = htr.skeleton.bones().iter();
        let bone = bones.find(|bone| bone.node == up).expect("its bone");
        let end = pose.bone_end(up, bone.end);
        assert!(end.distance(pose.position(low)) < 1e-4);
        assert!((end.distance(pose.position(up)) - length).abs() < 1e-4);
    }
}

#[test]
fn joints_with_positions_alone_get_their_offsets_from_the_first_frame() {
    let text = LEG.replace("OFFSET 0.75 -41.5 1.25", "OFFSET 0 0 0");
    let text = text.replacen(
        "CHANNELS 3 Zrotation Xrotation Yrotation\n\t\t\tJOINT LeftFoot",
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\t\t\tJOINT LeftFoot",
        1,
    );
    let (head, rows) = text.split_once("Frame Time: 0.02\n").expect("rows");
    let mut text = format!("{head}Frame Time: 0.02\n");
    for row in rows.lines() {
        let mut words: Vec<&str> = row.split_whitespace().collect();
        words.splice(9..9, ["0.75", "-41.5", "1.25"]);
        text += &(words.join(" ") + "\n");
    }
    let take = support::take_of(&text);
    let (htr, _) = written(&take, "htr");
    let base = htr
        .lines()
        .skip_while(|line| *line != "[BasePosition]")
        .find(|line| line.starts_with("LeftUpLeg\t"));
    let length: f32 =
        base.expect("a base").split('\t').next_back().expect("a length").parse().expect("a number");
    assert!((length - Vec3::new(0.75, -41.5, 1.25).length()).abs() < 1e-4);
    let bvh = written(&take, "bvh").0;
    assert!(bvh.contains("OFFSET 0.75 -41.5 1.25\n\t\t\tCHANNELS 3 "), "{bvh}");
    assert_kept(&take, &read(&bvh, "bvh"), "BVH");
    assert_kept(&take, &read(&htr, "htr"), "HTR");
}

#[test]
fn a_joint_that_comes_close_to_its_parent_is_not_taken_for_one_to_be_added() {
    let channels = [Channel::Translation(Axis::Y), Channel::Rotation(Axis::X)];
    // On all three frames that a reader looks at, b is nearly where a is.
    let rows = vec![0.0, 30.0, -2.0, 0.0, 0.0, 40.0, -1.99, 10.0, 0.0, 50.0, -2.01, 0.0];
    let take = chain(&["a", "b"], &channels, rows);
    let bvh = through(&take, "bvh");
    assert_kept(&take, &bvh, "close");
}

#[test]
fn a_scale_that_never_changes_is_part_of_the_end_and_one_that_does_is_told() {
    let channels = [Channel::Rotation(Axis::Z), Channel::BoneScale];
    let take = chain(&["a"], &channels, vec![0.0, 1.5, 45.0, 1.5]);
    let (text, reported) = written(&take, "bvh");
    assert_eq!(reported, [""; 0]);
    assert_kept(&take, &read(&text, "bvh"), "one scale");
    let take = chain(&["a"], &channels, vec![0.0, 1.5, 45.0, 1.75]);
    let (text, reported) = written(&take, "bvh");
    assert_eq!(
        reported,
        ["1 bone changes its length: it keeps that of the first frame, for BVH has no bone scale"]
    );
    let bvh = read(&text, "bvh");
    let end = Pose::of(&bvh.skeleton, bvh.row(1)).segments(&bvh.skeleton).next();
    let [from, to] = end.expect("a bone");
    assert!((from.distance(to) - 3.0).abs() < 1e-5);
    assert_kept(&take, &through(&take, "htr"), "HTR has the scale");
}

#[test]
fn what_a_format_has_no_place_for_is_told() {
    let mut take = support::take_of(LEG);
    take.units = Units { metres_per_unit: Some(0.01), up: Axis::Z.into() };
    take.events.push(Event { time: 0.0, label: "Step".into() });
    let (_, reported) = written(&take, "bvh");
    assert_eq!(
        reported,
        [
            "Z is up, which BVH cannot say: most programs take Y",
            "lengths stay in cm, which BVH cannot say",
            "BVH cannot hold events",
        ]
    );
    let bvh = Export::of_extension("bvh").expect("a format");
    let warnings = bvh.write(&take, &mut Vec::new()).expect("memory");
    let codes: Vec<WarningCode> = warnings.iter().map(|warning| warning.code).collect();
    let unit = WarningCode::UnitLeftOut;
    assert_eq!(codes, [unit, unit, WarningCode::EventsLeftOut]);
    let (text, reported) = written(&take, "htr");
    assert_eq!(reported, ["HTR cannot hold events"]);
    let htr = read(&text, "htr");
    assert_eq!(htr.units, take.units);
    assert!(htr.warnings.is_empty(), "{:?}", htr.warnings);
}

#[test]
fn a_unit_without_a_word_becomes_metres_with_a_factor() {
    let mut take = support::take_of(LEG);
    take.units.metres_per_unit = Some(0.0254 / 0.45);
    let (text, reported) = written(&take, "htr");
    assert_eq!(
        reported,
        ["HTR has no word for units of 0.056444444 m: a ScaleFactor makes metres of them"]
    );
    let htr = read(&text, "htr");
    let [before, after] = [&take, &htr].map(|take| {
        let foot = take.skeleton.find("LeftFoot").expect("a foot");
        let at = Pose::of(&take.skeleton, take.row(2)).position(foot).as_dvec3();
        at * take.units.metres_per_unit.expect("a unit")
    });
    assert!(before.distance(after) < 1e-5, "{before} {after}");
}

#[test]
fn a_take_without_frames_is_written_in_its_rest_pose() {
    let (hierarchy, _) = TREE.split_once("MOTION").expect("two sections");
    let take = read(&format!("{hierarchy}MOTION\nFrames: 0\nFrame Time: 0.02\n"), "bvh");
    assert_eq!(take.motion.frame_count(), 0);
    for extension in ["htr", "bvh"] {
        assert_kept(&take, &through(&take, extension), extension);
    }
}

#[test]
fn a_node_in_the_world_is_written_in_its_parent_and_its_gaps_are_bridged() {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let root = build.node("root", None).expect("not deep");
    let child = build.node("child", Some(root)).expect("not deep");
    for (id, global) in [(root, false), (child, true)] {
        let node = build.node_mut(id);
        node.is_world_space = global;
        node.channels = vec![
            Channel::Position(Axis::X),
            Channel::Position(Axis::Y),
            Channel::Rotation(Axis::Z),
        ];
        build.bone(id, BoneEnd::Local(Vec3::X));
    }
    let skeleton = build.finish();
    let row = |x: f32, turn: f32| [x, 2.0, 45.0, x + 3.0, 4.0, turn];
    let gap = [7.0, 2.0, 45.0, f32::NAN, 4.0, 0.0];
    let units = Units { metres_per_unit: None, up: Axis::Y.into() };
    let take = |rows: &[[f32; 6]]| {
        let motion = Motion::new(0.01, rows.len(), 6, rows.concat());
        Take::new("world", FormatId::Bvh, skeleton.clone(), motion, units)
    };
    let whole = take(&[row(0.0, 10.0), row(7.0, 30.0), row(9.0, -60.0)]);
    let holey = take(&[row(0.0, 10.0), gap, row(9.0, -60.0)]);
    for extension in ["htr", "bvh"] {
        assert_kept(&whole, &through(&whole, extension), extension);
        let (text, reported) = written(&holey, extension);
        let reported: Vec<&String> =
            reported.iter().filter(|reported| reported.contains("missing")).collect();
        assert_eq!(
            reported,
            ["in 1 place a node is missing: it keeps its position of the frame before"]
        );
        let after = read(&text, extension);
        let place = |frame: usize| Pose::of(&after.skeleton, after.row(frame)).position(child);
        assert!(place(1).is_finite());
        assert!(place(2).distance(Vec3::new(12.0, 4.0, 0.0)) < 1e-5);
    }
}

#[test]
fn markers_are_refused() {
    let mut build = SkeletonBuilder::default();
    for name in ["LASI", "RASI"] {
        let id = build.node(name, None).expect("not deep");
        build.node_mut(id).is_world_space = true;
    }
    let units = Units { metres_per_unit: None, up: Axis::Z.into() };
    let motion = Motion::new(0.01, 1, 0, Vec::new());
    let take = Take::new("markers", FormatId::Trc, build.finish(), motion, units);
    assert_eq!(refusal(&take), Some("it has markers and no bones"));
    assert_eq!(refusal(&support::take_of(LEG)), None);
}

#[test]
fn segments_that_turn_are_no_markers_though_no_bone_is_drawn_from_them() {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let id = build.node("sword", None).expect("not deep");
    let node = build.node_mut(id);
    node.is_world_space = true;
    node.channels = Axis::ALL.map(Channel::Position).into();
    node.channels.push(Channel::Rotation(Axis::Z));
    let units = Units { metres_per_unit: None, up: Axis::Z.into() };
    let motion = Motion::new(0.01, 2, 4, vec![1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 90.0]);
    let take = Take::new("sword", FormatId::BonesPro, build.finish(), motion, units);
    assert_eq!(refusal(&take), None);
    for extension in ["htr", "bvh"] {
        assert_kept(&take, &through(&take, extension), extension);
    }
    let motion = Motion::new(0.01, 0, 0, Vec::new());
    let mut baked = Take::new("mesh", FormatId::BonesPro, Default::default(), motion, units);
    let influences = vec![Influence { point: 0, node: None, weight: 1.0 }];
    let places = vec![Vec3::ZERO];
    baked.meshes = vec![Mesh::new("mesh", 1, influences, places, Vec::new())];
    assert_eq!(refusal(&baked), Some("it has a mesh and no bones that move"));
}

#[test]
fn a_chain_of_thousands_of_joints_is_written_in_proportion() {
    let names: Vec<String> = (0..4_000).map(|i| format!("joint{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let take = chain(&names, &[Channel::Rotation(Axis::Z)], vec![0.01; 8_000]);
    for extension in ["htr", "bvh"] {
        let (text, _) = written(&take, extension);
        assert!(text.len() < 600 * names.len(), "{} bytes", text.len());
        let after = read(&text, extension);
        assert_eq!(after.skeleton.nodes().len(), names.len());
    }
}

#[test]
fn a_take_that_would_become_thousands_of_times_larger_is_refused() {
    let take = |nodes: usize, frames: usize| {
        let names = (0..nodes).map(|i| format!("s{i} {}\n", ["GLOBAL", "s0"][i.min(1)]));
        let base = (0..nodes).map(|i| format!("s{i} 0 1 0 0 0 0 1\n"));
        let rows = (1..=frames).map(|frame| format!("{frame} 0 0 0 0 0 0 1\n"));
        let text = format!(
            "[Header]\nFileType htr\n[SegmentNames&Hierarchy]\n{}[BasePosition]\n{}[s0]\n{}",
            names.collect::<String>(),
            base.collect::<String>(),
            rows.collect::<String>()
        );
        read(&text, "htr")
    };
    let reported = refusal(&take(8_000, 10_000));
    let why = "nearly all of its nodes never move, and it repeats each of them on every frame";
    assert_eq!(reported, Some(why));
    // Thousands of nodes, or of frames, are as good as any.
    assert_eq!(refusal(&take(8_000, 100)), None);
    assert_eq!(refusal(&take(60, 20_000)), None);
}

#[test]
fn the_program_converts_and_tells_what_it_guessed_and_changed() {
    let folder = Folder::new("convert");
    let leg = folder.write("leg.bvh", LEG);
    let out = folder.path("leg.HTR");
    let reported = run(&["convert", &leg, &out]);
    assert_eq!((reported.code, reported.out.as_str()), (Some(0), ""));
    assert_eq!(
        reported.err,
        format!("{out}: the unit of length is guessed from the figure's height: inches\n")
    );
    let htr = support::take(out.as_ref());
    assert_eq!(htr.format, FormatId::Htr);
    assert_eq!(htr.units.metres_per_unit, Some(0.0254));
    assert_kept(&support::take_of(LEG), &htr, "the file");
    let back = folder.path("back.bvh");
    let reported = run(&["convert", &out, &back]);
    assert_eq!(
        reported.err,
        format!("{back}: warning: lengths stay in inches, which BVH cannot say [unit-left-out]\n")
    );
    assert_eq!(folder.names(), ["back.bvh", "leg.HTR", "leg.bvh"]);
}

#[test]
fn an_old_file_survives_a_run_that_fails() {
    let folder = Folder::new("convert-fails");
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    let out = folder.write("out.htr", "old");
    let reported = run(&["convert", &broken, &out]).failed(3);
    assert!(reported.contains("expected a number"), "{reported}");
    let leg = folder.write("leg.bvh", LEG);
    std::fs::create_dir(folder.0.join("folder.htr")).expect("a folder");
    let nowhere = folder.path("none/out.htr");
    let reported = run(&["convert", &leg, &nowhere]).failed(3);
    let why = "cannot be written: there is no such folder";
    assert_eq!(reported, format!("{nowhere}: {why}\n"));
    let reported = run(&["convert", &leg, &folder.path("folder.htr")]).failed(2);
    assert!(reported.contains("say with --to"), "a folder: {reported}");
    // The take itself, by another path.
    let same = folder.path("../").clone();
    let inside = folder.0.file_name().expect("a name").to_string_lossy().into_owned();
    let reported = run(&["convert", &leg, &format!("{same}{inside}/leg.bvh")]).failed(2);
    assert!(reported.contains("is the take itself"), "{reported}");
    assert_eq!(std::fs::read_to_string(&out).expect("the old file"), "old");
    assert_eq!(std::fs::read_to_string(&leg).expect("the take"), LEG);
    assert_eq!(folder.names(), ["broken.bvh", "folder.htr", "leg.bvh", "out.htr"]);
}

#[test]
fn position_channels_are_read_as_asked_before_they_are_written() {
    let folder = Folder::new("convert-positions");
    let text = LEG.replace("OFFSET 0.0 0.0 0.0", "OFFSET 0 5 0");
    let leg = folder.write("leg.bvh", &text);
    let heights = ["replace", "add"].map(|reading| {
        let out = folder.path(&format!("{reading}.bvh"));
        run(&["convert", &leg, &out, "--bvh-positions", reading]).done();
        let take = support::take(out.as_ref());
        let pose = Pose::of(&take.skeleton, take.row(0));
        pose.position(take.skeleton.roots()[0]).y
    });
    assert_eq!(heights, [90.0, 95.0]);
}

#[test]
fn a_part_of_a_figure_has_the_unit_of_the_whole_and_a_sound_file_is_copied() {
    let folder = Folder::new("convert-part");
    let stroll = support::root().join("assets/builtin/stroll.bvh");
    let stroll = stroll.to_str().expect("a path");
    let [part, copy] = ["part.glb", "copy.bvh"].map(|name| folder.path(name));
    let reported = run(&[
        "convert",
        stroll,
        &part,
        "--joints",
        "LeftUpLeg",
        "--frames",
        "100-149",
        "--fps",
        "30",
    ]);
    assert_eq!(reported.code, Some(0), "{}", reported.err);
    assert!(reported.err.contains("height: cm"), "{}", reported.err);
    let part = support::take(part.as_ref());
    let [before, after] = [&support::take(stroll.as_ref()), &part].map(|take| {
        let leg = take.skeleton.find("LeftLeg").expect("a knee");
        take.skeleton[leg].offset.length()
    });
    assert!((after - 0.01 * before).abs() < 1e-5, "{after} of {before}");
    assert_eq!((part.motion.frame_count(), part.fps().round()), (25, 30.0));
    let reported = run(&["convert", stroll, &copy]);
    assert_eq!((reported.code, reported.err.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(stroll).unwrap());
    // What is changed is written anew.
    let reported = run(&["convert", stroll, &copy, "--frames", "0-9"]);
    assert_eq!(reported.code, Some(0), "{}", reported.err);
    assert_eq!(support::take(copy.as_ref()).motion.frame_count(), 10);
}

#[test]
fn motion_of_acclaim_comes_with_its_skeleton_or_not_at_all() {
    let folder = Folder::new("convert-acclaim");
    let leg = folder.write("leg.bvh", LEG);
    let [out, again] = ["out.amc", "again.amc"].map(|name| folder.path(name));
    let reported = run(&["convert", &leg, &out]);
    assert_eq!(reported.code, Some(0), "{}", reported.err);
    let rows = |take: &Take| -> Vec<Vec<Vec3>> {
        let all = take.positions(0..take.motion.frame_count());
        let all = all.expect("frames");
        all.iter().map(|(_, places)| places.to_vec()).collect()
    };
    let opened = rushes::open(&out).expect("what was written");
    let [before, after] = [&support::take_of(LEG), &opened].map(|take| {
        let last = rows(take).pop().and_then(|places| places.last().copied());
        last.expect("a place")
    });
    assert!(before.distance(after) < 1e-4, "{before} {after}");
    // A sound file is copied with its skeleton.
    run(&["convert", &out, &again]).done();
    for (from, to) in [("out.amc", "again.amc"), ("out.asf", "again.asf")] {
        let [from, to] = [from, to].map(|name| std::fs::read(folder.0.join(name)).expect(name));
        assert!(from == to, "{from:?}");
    }
    let reported = run(&["convert", &leg, "--to", "amc", "-o", "-"]).failed(2);
    assert!(reported.contains("an ASF file beside it"), "{reported}");
    let reported = run(&["convert", &folder.path("out.asf"), &out]).failed(2);
    assert!(reported.contains("is the take itself"), "{reported}");
    // Somebody else's skeleton stays.
    folder.write("other.asf", "mine");
    let reported = run(&["convert", &leg, &folder.path("other.amc")]).failed(3);
    assert!(reported.contains("may belong to another motion"), "{reported}");
    let names = ["again.amc", "again.asf", "leg.bvh", "other.asf", "out.amc", "out.asf"];
    assert_eq!(folder.names(), names);
    assert_eq!(std::fs::read_to_string(folder.0.join("other.asf")).expect("it"), "mine");
}
