//! The checks find the faults that are planted, and nothing in clean takes.

use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use crate::support::folder::Folder;
use crate::support::planted::{Table, noise, ramp};
use crate::support::program::rushes;
use crate::support::{self, Random};
use glam::Vec3;
use rushes::files::{IfNewer, Reviews, now};
use rushes::known_bodies::{self, KnownBody};
use rushes::review::checks::{
    Check, CheckResults, Contact, EditedContacts, Finding, FindingSeverity, Limits, check,
    check_with,
};
use rushes::review::notes::{FootContacts, Frames, IgnoredFinding, Review};
use rushes::scene::Stage;
use rushes::take::{Axis, Bone, BoneEnd, Channel, Take};
use serde_json::Value;

/// Frames a second, from those of a camera to those of a laboratory.
const RATES: [f64; 6] = [30.0, 50.0, 60.0, 120.0, 240.0, 500.0];

fn checked(take: &Take) -> CheckResults {
    check(take, &Stage::new(take), &Limits::default(), &|| false)
}

fn describe(take: &Take, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let node = finding.node.map_or("-", |node| &take.skeleton[node].name);
        let Finding { first, last, severity, message, .. } = finding;
        let check = finding.check.word();
        let _ = writeln!(text, "{check} {} {node} {first}-{last}: {message}", severity.word());
    }
    text
}

#[test]
fn clean_takes_have_no_findings() {
    let mut random = Random::new(1);
    let builtin = rushes::files::builtin();
    let findings = checked(&builtin).findings;
    assert!(findings.is_empty(), "{}", describe(&builtin, &findings));
    for rate in RATES {
        let tables = [
            Table::figure(rate, &mut random),
            Table::markers(rate, &mut random),
            marker_set(rate, &mut random),
        ];
        for (kind, table) in ["a figure", "markers", "a marker set"].into_iter().zip(tables) {
            let take = table.take();
            let findings = checked(&take).findings;
            assert!(findings.is_empty(), "{kind} at {rate}:\n{}", describe(&take, &findings));
        }
        let cycle = Table::cycle(rate, &mut random).take();
        let seams = checked(&cycle).findings;
        assert!(seams.iter().all(|seam| seam.check != Check::Loop), "{}", describe(&cycle, &seams));
    }
}

/// Bodies of estimators, but for single hands.
fn bodies() -> Vec<&'static KnownBody> {
    known_bodies::all().filter(|body| !["hand", "mediapipe553"].contains(&body.word)).collect()
}

#[test]
fn clean_estimates_of_each_body_have_no_findings() {
    let mut random = Random::new(8);
    let bodies = bodies();
    assert!(bodies.len() > 14);
    for (i, body) in bodies.into_iter().enumerate() {
        let rate = RATES[i % 4];
        let people: &[Vec3] = if i % 3 == 0 { &[Vec3::ZERO, Vec3::X] } else { &[Vec3::ZERO] };
        // What good cameras and estimators leave.
        let table = Table::estimate(body, people, rate, 3.0, &mut random);
        for (kind, take) in [("in space", table.take()), ("in a picture", table.picture())] {
            let findings = checked(&take).findings;
            let text = describe(&take, &findings);
            assert!(findings.is_empty(), "{} {kind} at {rate}:\n{text}", body.word);
        }
    }
}

#[test]
fn takes_of_a_few_frames_and_constant_ones_have_no_findings() {
    let mut random = Random::new(2);
    for frames in 0..6 {
        for mut table in [Table::figure(60.0, &mut random), Table::markers(60.0, &mut random)] {
            let constant = table.clone();
            for joint in &mut table.joints {
                joint.values.truncate(frames);
            }
            let take = table.take();
            let findings = checked(&take).findings;
            assert!(findings.is_empty(), "{frames}:\n{}", describe(&take, &findings));
            let mut table = constant;
            for joint in &mut table.joints {
                let first = joint.values[0].clone();
                joint.values.fill(first);
            }
            let take = table.take();
            let findings = checked(&take).findings;
            assert!(findings.is_empty(), "constant:\n{}", describe(&take, &findings));
        }
    }
}

#[test]
fn contacts_are_those_of_the_steps() {
    let take = rushes::files::builtin();
    let CheckResults { contacts, .. } = checked(&take);
    let node = |name: &str| take.skeleton.find(name).expect("a foot");
    for foot in [node("LeftFoot"), node("RightFoot")] {
        let own: Vec<_> = contacts.iter().filter(|contact| contact.node == foot).collect();
        assert!((8..=14).contains(&own.len()), "{own:?}");
        assert!(own.is_sorted_by(|a, b| a.last < b.first));
    }
    let stands = |frame: usize| contacts.iter().any(|c| (c.first..=c.last).contains(&frame));
    assert!((0..take.motion.frame_count()).all(stands), "somebody who walks never flies");
}

/// Where a fault was planted: the joint whose finding it is, where that is settled, and its frames.
struct Fault {
    node: Option<String>,
    first: usize,
    last: usize,
}

type Plant = fn(&mut Random, f64) -> (Take, Fault);

/// The names of some joints that move.
const JOINTS: [&str; 8] =
    ["Hips", "Spine1", "Head", "LeftArm", "RightForeArm", "LeftHand", "LeftUpLeg", "RightLeg"];

fn any_joint(table: &Table, random: &mut Random) -> usize {
    table.find(JOINTS[random.below(JOINTS.len())])
}

/// A frame that is far enough from both ends for something of so many seconds.
fn any_frame(table: &Table, random: &mut Random, seconds: f64) -> usize {
    let length = (seconds * table.rate) as usize;
    let margin = (0.3 * table.rate) as usize;
    margin + random.below(table.frames() - length - 2 * margin)
}

fn at(table: &Table, joint: usize, first: usize, last: usize) -> (Take, Fault) {
    let node = Some(table.joints[joint].name.clone());
    (table.take(), Fault { node, first, last })
}

fn whole(table: &Table, first: usize, last: usize) -> (Take, Fault) {
    (table.take(), Fault { node: None, first, last })
}

/// The smallest jump that is one at this rate, in degrees and in millimetres.
fn smallest(rate: f64) -> (f64, f64) {
    let limits = Limits::default();
    let angle = limits.pop_angle.max(0.5 * limits.pop_angular_jerk / rate.powi(3));
    let distance = limits.pop_distance.max(0.5 * limits.pop_jerk / rate.powi(3));
    (angle, distance * 1000.0)
}

/// Turns a joint, or displaces a marker, on some frames; by 1.5 to 5 times the smallest jump.
fn displaced(random: &mut Random, rate: f64, seconds: [f64; 2], least: usize) -> (Take, Fault) {
    let is_figure = random.below(2) == 0;
    let mut table =
        if is_figure { Table::figure(rate, random) } else { Table::markers(rate, random) };
    let joint = any_joint(&table, random);
    let first = any_frame(&table, random, seconds[1]);
    let length = ((random.between(seconds[0], seconds[1]) * rate) as usize).max(least);
    let (angle, distance) = smallest(rate);
    let times = random.between(2.0, 5.0);
    let channels = table.turns(joint);
    let channel = channels.start + if is_figure { 0 } else { random.below(3) };
    let by = if is_figure { angle } else { distance } * times;
    table.add(joint, channel..channel + 1, first..first + length, |_, _| by as f32);
    at(&table, joint, first, first + length - 1)
}

fn pop(random: &mut Random, rate: f64) -> (Take, Fault) {
    displaced(random, rate, [0.0, 0.05], 1)
}

fn step(random: &mut Random, rate: f64) -> (Take, Fault) {
    displaced(random, rate, [0.2, 1.5], 4)
}

/// A joint turns by half a turn from one frame to the next, or its angles by a whole one.
fn flip(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let joint = any_joint(&table, random);
    let first = any_frame(&table, random, 0.5);
    let harmless = random.below(2) == 0;
    let [by, last] =
        if harmless { [360, table.frames() - 1] } else { [180, first + (0.4 * rate) as usize] };
    let channel = table.turns(joint).start;
    table.add(joint, channel..channel + 1, first..last + 1, |_, _| by as f32);
    at(&table, joint, first, if harmless { first } else { last })
}

/// Exchanges two markers on some frames.
fn exchange(table: &mut Table, [one, other]: [usize; 2], frames: RangeInclusive<usize>) {
    for frame in frames {
        let a = table.joints[one].values[frame].clone();
        let b = std::mem::replace(&mut table.joints[other].values[frame], a);
        table.joints[one].values[frame] = b;
    }
}

fn swap(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::markers(rate, random);
    let pairs = [
        ("LeftHand", "RightHand"),
        ("LeftFoot", "LeftLeg"),
        ("Head", "Neck"),
        ("LeftUpLeg", "RightUpLeg"),
    ];
    let (one, other) = pairs[random.below(pairs.len())];
    let (one, other) = (table.find(one), table.find(other));
    let first = any_frame(&table, random, 3.0);
    let last = match random.below(3) {
        0 => table.frames() - 1,
        _ => first + (random.between(0.05, 3.0) * rate) as usize,
    };
    exchange(&mut table, [one, other], first..=last);
    at(&table, one.min(other), first, last)
}

/// Two markers vanish for a while, and come back exchanged.
fn swap_behind_gaps(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::markers(rate, random);
    let pairs = [
        ("LeftHand", "RightHand"),
        ("LeftFoot", "LeftLeg"),
        ("Head", "Neck"),
        ("LeftUpLeg", "RightUpLeg"),
    ];
    let (one, other) = pairs[random.below(pairs.len())];
    let (one, other) = (table.find(one), table.find(other));
    let gap = any_frame(&table, random, 3.0);
    let ends = [one, other].map(|_| gap + (random.between(0.1, 0.6) * rate) as usize);
    let back = ends[0].max(ends[1]);
    let last = match random.below(2) {
        0 => table.frames() - 1,
        _ => back + (random.between(0.3, 2.0) * rate) as usize,
    };
    exchange(&mut table, [one, other], gap..=last);
    for (joint, end) in [one, other].into_iter().zip(ends) {
        table.joints[joint].values[gap..=end].fill(vec![f32::NAN; 3]);
    }
    at(&table, one.min(other), back, last)
}

/// One person, or two who are side by side, as an estimator sees them.
fn estimate(people: usize, random: &mut Random, rate: f64) -> Table {
    let bodies = bodies();
    // Those of a few points, of whom most of the body is a limb.
    let small = bodies.iter().filter(|body| body.joint_count() < 40);
    let small: Vec<&KnownBody> = small.copied().collect();
    let body = small[random.below(small.len())];
    let places = [Vec3::ZERO, Vec3::new(1.1, 0.0, 0.2)];
    Table::estimate(body, &places[..people], rate, 3.0, random)
}

/// The points of an estimate whose names have a word of these.
fn points(table: &Table, words: &[&str]) -> Vec<usize> {
    let has = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
    (0..table.joints.len()).filter(|&i| has(&table.joints[i].name)).collect()
}

/// Left and right of the legs, or of all limbs, change places.
fn side_swap(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(1, random, rate);
    let skeleton = table.take().skeleton;
    let mirrored = rushes::scene::mirrored(&skeleton, &rushes::scene::sides(&skeleton));
    let words: &[&str] =
        if random.below(2) == 0 { &["knee", "ankle", "foot", "toe", "heel"] } else { &[""] };
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.1, 2.0) * rate) as usize;
    for one in points(&table, words) {
        if let Some(other) = mirrored[one].filter(|other| *other > one) {
            exchange(&mut table, [one, other], first..=last);
        }
    }
    whole(&table, first, last)
}

/// The figures of two people exchange their bodies, or one jumps to another place.
fn identity(random: &mut Random, rate: f64) -> (Take, Fault) {
    let is_exchange = random.below(2) == 0;
    let mut table = estimate(2, random, rate);
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.1, 2.0) * rate) as usize;
    let half = table.joints.len() / 2;
    for one in 0..half {
        if is_exchange {
            exchange(&mut table, [one, one + half], first..=last);
        } else {
            table.add(one, 2..3, first..last + 1, |_, _| 1500.0);
        }
    }
    whole(&table, first, last)
}

/// A limb of which an estimator is not sure, on some frames in each quarter of a second.
fn confidence(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(1, random, rate);
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.3, 2.0) * rate) as usize;
    let is_right = |i: &usize| {
        let name = table.joints[*i].name.to_lowercase();
        name.starts_with('r') || name.contains("right")
    };
    let arm: Vec<usize> =
        points(&table, &["elbow", "wrist"]).into_iter().filter(is_right).collect();
    assert_eq!(arm.len(), 2);
    for joint in arm {
        for frame in (first..=last).step_by(1 + (0.2 * rate) as usize).chain([last]) {
            table.joints[joint].values[frame][3] = random.between(0.0, 0.28) as f32;
        }
    }
    whole(&table, first, last)
}

/// A person of an estimate is missing.
fn gap_of_estimate(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(2, random, rate);
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.3, 2.0) * rate) as usize;
    for joint in points(&table, &["2:"]) {
        table.joints[joint].values[first..=last].fill([f32::NAN; 4].to_vec());
    }
    whole(&table, first, last)
}

/// A point of an estimate trembles, or all do.
fn jitter_of_estimate(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(1, random, rate);
    let seconds = random.between(1.5, 3.0);
    let first = any_frame(&table, random, seconds);
    let last = first + (seconds * rate) as usize;
    let words: &[&str] = if random.below(2) == 0 { &["hip", "shoulder"] } else { &[""] };
    for joint in points(&table, words) {
        for values in &mut table.joints[joint].values[first..=last] {
            values[..3].iter_mut().for_each(|value| *value += noise(random, 14.0));
        }
    }
    whole(&table, first, last)
}

/// A wrist of an estimate goes off along its forearm.
fn bone_of_estimate(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(1, random, rate);
    let seconds = random.between(0.5, 2.0);
    let first = any_frame(&table, random, seconds);
    let last = first + (seconds * rate) as usize;
    let [elbow, wrist] = ["elbow", "wrist"].map(|word| points(&table, &[word])[0]);
    let by = random.between(0.4, 0.8) as f32;
    for frame in first..=last {
        let from = table.joints[elbow].values[frame].clone();
        let to = &mut table.joints[wrist].values[frame];
        (0..3).for_each(|axis| to[axis] += by * (to[axis] - from[axis]));
    }
    whole(&table, first, last)
}

/// The floor rises under an estimate from the first frame to the last one.
fn drift_of_estimate(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = estimate(1, random, rate);
    let frames = table.frames();
    let far = random.between(250.0, 500.0) as f32;
    carry(&mut table, 0..frames, |frame| Vec3::Y * far * frame as f32 / frames as f32);
    whole(&table, frames / 2, frames - 1)
}

fn jitter(random: &mut Random, rate: f64) -> (Take, Fault) {
    let is_figure = random.below(2) == 0;
    let mut table =
        if is_figure { Table::figure(rate, random) } else { Table::markers(rate, random) };
    let joint = any_joint(&table, random);
    let seconds = random.between(1.0, 3.0);
    let first = any_frame(&table, random, seconds);
    let last = first + (seconds * rate) as usize;
    let much = random.between(1.5, 4.0) * if is_figure { 0.7 } else { 3.0 };
    let channels = table.turns(joint);
    for frame in first..=last {
        for channel in channels.clone() {
            table.joints[joint].values[frame][channel] += noise(random, much / 1.5);
        }
    }
    at(&table, joint, first, last)
}

fn freeze(random: &mut Random, rate: f64) -> (Take, Fault) {
    let is_whole = random.below(2) == 0;
    let mut table = match random.below(2) {
        0 => Table::figure(rate, random),
        _ => Table::markers(rate, random),
    };
    let first = any_frame(&table, random, 1.0);
    let last = first + (random.between(0.3, 1.0) * rate) as usize + 1;
    let one = any_joint(&table, random);
    for (i, joint) in table.joints.iter_mut().enumerate().filter(|(i, _)| is_whole || *i == one) {
        assert!(!joint.channels.is_empty(), "{i}");
        let held = joint.values[first].clone();
        joint.values[first..=last].fill(held);
    }
    if is_whole { whole(&table, first, last) } else { at(&table, one, first, last) }
}

fn gap(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::markers(rate, random);
    let joint = any_joint(&table, random);
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.02, 2.0) * rate) as usize;
    table.joints[joint].values[first..=last].fill(vec![f32::NAN; 3]);
    at(&table, joint, first, last)
}

fn nan(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let joint = any_joint(&table, random);
    let first = any_frame(&table, random, 0.1);
    let value = [f32::NAN, f32::INFINITY][random.below(2)];
    let channel = table.turns(joint).start + random.below(3);
    table.joints[joint].values[first][channel] = value;
    at(&table, joint, first, first)
}

/// A joint that gets channels of its own for its place, and comes away from its parent.
fn bone_length(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let joint = table.find(JOINTS[1 + random.below(JOINTS.len() - 1)]);
    let seconds = random.between(0.5, 2.0);
    let first = any_frame(&table, random, seconds);
    let length = seconds * rate;
    let offset = table.joints[joint].offset;
    let most = random.between(0.15, 0.4);
    let moved = &mut table.joints[joint];
    let places = Axis::ALL.map(Channel::Translation);
    moved.channels.splice(0..0, places);
    for (frame, values) in moved.values.iter_mut().enumerate() {
        let share = (frame as f64 - first as f64) / length;
        let bump = ramp(share * 3.0) * ramp((1.0 - share) * 3.0) * most as f32;
        // Noise as that of a capture, so that the channels move at all.
        let by = (offset * bump).to_array().map(|by| by + noise(random, 0.005));
        values.splice(0..0, by);
    }
    at(&table, joint, first, first + length as usize)
}

/// A joint whose bone has a scale on every frame, as in HTR, that goes away from 1 for a while.
fn bone_scale(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let joint = table.find(JOINTS[1 + random.below(JOINTS.len() - 1)]);
    let seconds = random.between(0.5, 2.0);
    let first = any_frame(&table, random, seconds);
    let length = seconds * rate;
    let most = random.between(0.15, 0.4) as f32;
    let end = BoneEnd::Local(Vec3::Y * 30.0);
    let node = table.bones.iter().map(|bone| bone.node);
    let node = node.into_iter().find(|node| node.index() == joint);
    let node = node.expect("a joint with a bone");
    table.bones.push(Bone { node, end });
    let scaled = &mut table.joints[joint];
    scaled.channels.push(Channel::BoneScale);
    for (frame, values) in scaled.values.iter_mut().enumerate() {
        let share = (frame as f64 - first as f64) / length;
        let bump = ramp(share * 3.0) * ramp((1.0 - share) * 3.0) * most;
        values.push(1.0 + bump + noise(random, 0.0005));
    }
    at(&table, joint, first, first + length as usize)
}

/// A figure or its markers; and what a centimetre is in its unit.
fn figure_or_markers(is_figure: bool, rate: f64, random: &mut Random) -> (Table, f32) {
    if is_figure {
        (Table::figure(rate, random), 1.0)
    } else {
        (Table::markers(rate, random), 10.0)
    }
}

/// Moves what has no parent: the figure, or all markers.
fn carry(table: &mut Table, frames: Range<usize>, by: impl Fn(usize) -> Vec3) {
    for joint in 0..table.joints.len() {
        if table.joints[joint].parent.is_none() || table.joints[joint].is_world_space {
            table.add(joint, 0..3, frames.clone(), |frame, channel| by(frame)[channel]);
        }
    }
}

/// A way over the floor, in any direction.
fn any_way(random: &mut Random, far: f32) -> Vec3 {
    let angle = random.between(0.0, 6.0) as f32;
    Vec3::new(far * angle.cos(), 0.0, far * angle.sin())
}

/// A contact of half a second or more; a foot stands alone in the middle of it.
fn any_contact(take: &Take, random: &mut Random) -> Contact {
    let contacts = checked(take).contacts;
    let long = contacts.iter().filter(|contact| {
        let others = contacts.iter().filter(|other| other.node != contact.node);
        let middle = usize::midpoint(contact.first, contact.last);
        let mut others = others.filter(|other| (other.first..=other.last).contains(&middle));
        let seconds = (contact.last - contact.first) as f64 / take.fps();
        (0.5..2.0).contains(&seconds) && others.next().is_none()
    });
    let long: Vec<_> = long.collect();
    *long[random.below(long.len())]
}

/// Everything is shifted along the floor while a single foot stands.
fn skate_of(is_figure: bool, random: &mut Random, rate: f64) -> (Take, Fault) {
    let (mut table, unit) = figure_or_markers(is_figure, rate, random);
    let take = table.take();
    let contact = any_contact(&take, random);
    let length = 0.35 * rate;
    // Its heel rises before the end.
    let flat = contact.first as f64 + 0.4 * (contact.last - contact.first) as f64;
    let first = (flat - 0.5 * length) as usize;
    let far = random.between(12.0, 30.0) as f32;
    let way = any_way(random, far * unit);
    let frames = table.frames();
    carry(&mut table, first..frames, |frame| ramp((frame - first) as f64 / length) * way);
    let node = Some(take.skeleton[contact.node].name.clone());
    let last = first + length as usize;
    (table.take(), Fault { node, first, last })
}

fn skate(random: &mut Random, rate: f64) -> (Take, Fault) {
    skate_of(true, random, rate)
}

fn skate_of_markers(random: &mut Random, rate: f64) -> (Take, Fault) {
    skate_of(false, random, rate)
}

/// Everything drifts slowly: while a foot stands for a step, or while the figure stands for long.
fn drift(random: &mut Random, rate: f64) -> (Take, Fault) {
    let is_figure = random.below(2) == 0;
    let (mut table, unit) = figure_or_markers(is_figure, rate, random);
    let contact = any_contact(&table.take(), random);
    let mut run = [contact.first, contact.last];
    let mut speed = random.between(10.0, 14.0);
    if random.below(2) == 0 {
        let middle = usize::midpoint(run[0], run[1]);
        let frames = (random.between(2.0, 6.0) * rate) as usize;
        for joint in &mut table.joints {
            let pose = joint.values[middle].clone();
            let mut pose = || {
                let noisy = pose.iter().map(|value| value + noise(random, 0.02));
                noisy.collect::<Vec<f32>>()
            };
            joint.values = (0..frames).map(|_| pose()).collect();
        }
        run = [0, frames - 1];
        speed = random.between(4.0, 8.0);
    }
    let way = any_way(random, (speed / rate) as f32 * unit);
    let frames = table.frames();
    carry(&mut table, run[0]..frames, |frame| (frame.min(run[1]) - run[0]) as f32 * way);
    whole(&table, run[0], run[1])
}

/// Lifts or lowers everything for a time, or in the whole take.
fn lifted(
    is_figure: bool,
    random: &mut Random,
    rate: f64,
    centimetres: f64,
    seconds: Option<f64>,
) -> (Take, Fault) {
    let (mut table, unit) = figure_or_markers(is_figure, rate, random);
    let frames = table.frames();
    let up = Vec3::Y * centimetres as f32 * unit;
    let Some(seconds) = seconds else {
        carry(&mut table, 0..frames, |_| up);
        return whole(&table, 0, frames - 1);
    };
    let first = any_frame(&table, random, seconds);
    let length = seconds * rate;
    let last = first + length as usize;
    carry(&mut table, first..last, |frame| {
        let share = (frame - first) as f64 / length;
        ramp(share * 4.0) * ramp((1.0 - share) * 4.0) * up
    });
    whole(&table, first, last)
}

fn below_floor_of(is_figure: bool, random: &mut Random, rate: f64) -> (Take, Fault) {
    let seconds = (random.below(2) == 0).then(|| random.between(0.5, 2.0));
    // The ankles of markers without toes are 8 cm above the floor.
    let depth = random.between(if is_figure { 12.0 } else { 18.0 }, 30.0);
    lifted(is_figure, random, rate, -depth, seconds)
}

fn below_floor(random: &mut Random, rate: f64) -> (Take, Fault) {
    below_floor_of(true, random, rate)
}

fn below_floor_of_markers(random: &mut Random, rate: f64) -> (Take, Fault) {
    below_floor_of(false, random, rate)
}

fn floating_of(is_figure: bool, random: &mut Random, rate: f64) -> (Take, Fault) {
    let seconds = (random.below(2) == 0).then(|| random.between(2.5, 4.0));
    let height = random.between(20.0, 50.0);
    lifted(is_figure, random, rate, height, seconds)
}

fn floating(random: &mut Random, rate: f64) -> (Take, Fault) {
    floating_of(true, random, rate)
}

fn floating_of_markers(random: &mut Random, rate: f64) -> (Take, Fault) {
    floating_of(false, random, rate)
}

/// A joint of which the file states limits that its own motion keeps, but for some frames.
fn limit(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let joint = table.find(JOINTS[1 + random.below(JOINTS.len() - 1)]);
    let values = &table.joints[joint].values;
    let ends = (0..3).map(|channel| {
        let all = || values.iter().map(|values| values[channel]);
        [all().fold(f32::INFINITY, f32::min) - 0.5, all().fold(f32::NEG_INFINITY, f32::max) + 0.5]
    });
    table.joints[joint].limits = ends.collect();
    let channel = random.below(3);
    let high = table.joints[joint].limits[channel][1];
    let seconds = random.between(0.2, 1.0);
    let first = any_frame(&table, random, seconds);
    let last = first + (seconds * rate) as usize;
    let by = random.between(2.0, 20.0) as f32;
    for values in &mut table.joints[joint].values[first..=last] {
        values[channel] = high + by;
    }
    at(&table, joint, first, last)
}

/// A cycle whose end has drifted from where it should be.
fn seam(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::cycle(rate, random);
    let joint = table.find(["LeftArm", "RightForeArm", "LeftUpLeg", "Spine1"][random.below(4)]);
    let frames = table.frames();
    let by = random.between(3.0, 8.0);
    let channel = random.below(3);
    table.add(joint, channel..channel + 1, 0..frames, |frame, _| {
        ramp(frame as f64 / frames as f64) * by as f32
    });
    let last = frames - 1;
    (table.take(), Fault { node: None, first: last, last })
}

/// A file that announces other frames than it has, or a rate that nobody captures at.
fn header(random: &mut Random, _: f64) -> (Take, Fault) {
    let file = support::root().join("assets/builtin/stroll.bvh");
    let text = String::from_utf8(support::read(&file)).expect("a text");
    let text = match random.below(3) {
        0 => text.replace("Frame Time: 0.016667", "Frame Time: 0.7"),
        1 => text.replace("Frame Time: 0.016667", "Frame Time: 0.000016667"),
        _ => text.replace("Frames: 779", &format!("Frames: {}", 780 + random.below(1000))),
    };
    let take = rushes::read("walk.bvh", text.as_bytes()).expect("a take");
    let last = take.motion.frame_count() - 1;
    (take, Fault { node: None, first: 0, last })
}

/// The first or the last frames are those of the skeleton at rest, or a T-pose with noise.
fn t_pose(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let frames = table.frames();
    let length = 1 + random.below((0.8 * rate) as usize);
    let first = if random.below(2) == 0 { 0 } else { frames - length };
    let is_reference = random.below(2) == 0;
    let much = if is_reference { 0.0 } else { 0.5 };
    for joint in &mut table.joints {
        let turns = joint.channels.len() - 3..joint.channels.len();
        for values in &mut joint.values[first..first + length] {
            values[turns.clone()].fill_with(|| noise(random, much));
        }
    }
    // At rest, its arms hang down by 42°.
    for (arm, up) in [("LeftArm", 42.0), ("RightArm", -42.0)] {
        let (arm, up) = (table.find(arm), if is_reference { 0.0 } else { up });
        let channel = table.turns(arm).start;
        table.add(arm, channel..channel + 1, first..first + length, |_, _| up);
    }
    whole(&table, first, first + length - 1)
}

/// Left is called right, in the whole take or for a while.
fn sides(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = Table::figure(rate, random);
    let frames = table.frames();
    if random.below(2) == 0 {
        for joint in &mut table.joints {
            joint.name = match joint.name.strip_prefix("Left") {
                Some(rest) => format!("Right{rest}"),
                None => joint.name.replace("Right", "Left"),
            };
        }
        return whole(&table, 0, frames - 1);
    }
    // Places in the world, which can be exchanged.
    let places = Table::markers(rate, random);
    for (joint, place) in table.joints.iter_mut().zip(places.joints) {
        joint.is_world_space = true;
        joint.channels = place.channels;
        joint.values = place.values;
    }
    table.units = places.units;
    table.bones.clear();
    let first = any_frame(&table, random, 2.0);
    let last = first + (random.between(0.3, 2.0) * rate) as usize;
    for i in 0..table.joints.len() {
        let name = table.joints[i].name.clone();
        let Some(rest) = name.strip_prefix("Left") else {
            continue;
        };
        let other = table.find(&format!("Right{rest}"));
        for frame in first..=last {
            let left = std::mem::take(&mut table.joints[i].values[frame]);
            let right = std::mem::replace(&mut table.joints[other].values[frame], left);
            table.joints[i].values[frame] = right;
        }
    }
    whole(&table, first, last)
}

/// Markers of hips and feet as marker sets call them, whose left and right are exchanged in the whole
/// take or for a while.
fn sides_of_markers(random: &mut Random, rate: f64) -> (Take, Fault) {
    let mut table = marker_set(rate, random);
    let frames = table.frames();
    let [first, last] = match random.below(2) {
        0 => [0, frames - 1],
        _ => {
            let first = any_frame(&table, random, 2.0);
            [first, first + (random.between(0.3, 2.0) * rate) as usize]
        }
    };
    for i in 0..table.joints.len() {
        let name = table.joints[i].name.clone();
        let Some(rest) = name.strip_prefix('L') else {
            continue;
        };
        let other = table.find(&format!("R{rest}"));
        for frame in first..=last {
            let left = std::mem::take(&mut table.joints[i].values[frame]);
            let right = std::mem::replace(&mut table.joints[other].values[frame], left);
            table.joints[i].values[frame] = right;
        }
    }
    whole(&table, first, last)
}

/// The built-in take as a usual set of markers on the legs.
fn marker_set(rate: f64, random: &mut Random) -> Table {
    let mut table = Table::markers(rate, random);
    let names = [("UpLeg", "ASI"), ("Leg", "KNE"), ("Foot", "HEE"), ("ToeBase", "TOE")];
    table.joints.retain_mut(|joint| {
        let sides = [("Left", "L"), ("Right", "R")];
        let new = sides.iter().find_map(|(side, letter)| {
            let part = joint.name.strip_prefix(side)?;
            let (_, new) = names.iter().find(|(old, _)| *old == part)?;
            Some(format!("{letter}{new}"))
        });
        joint.name = new.unwrap_or_default();
        !joint.name.is_empty()
    });
    assert_eq!(table.joints.len(), 8);
    table
}

const PLANTS: [(Check, &str, Plant); 31] = [
    (Check::Pop, "", pop),
    (Check::Step, "", step),
    (Check::Flip, "", flip),
    (Check::Swap, "", swap),
    (Check::Swap, "behind gaps", swap_behind_gaps),
    (Check::Swap, "left and right", side_swap),
    (Check::Identity, "", identity),
    (Check::Jitter, "", jitter),
    (Check::Jitter, "estimate", jitter_of_estimate),
    (Check::Freeze, "", freeze),
    (Check::Gap, "estimate", gap_of_estimate),
    (Check::Gap, "", gap),
    (Check::Nan, "", nan),
    (Check::Confidence, "", confidence),
    (Check::BoneLength, "", bone_length),
    (Check::BoneLength, "bone scale", bone_scale),
    (Check::BoneLength, "estimate", bone_of_estimate),
    (Check::Skate, "", skate),
    (Check::Skate, "markers", skate_of_markers),
    (Check::Skate, "slow drift", drift),
    (Check::BelowFloor, "", below_floor),
    (Check::BelowFloor, "markers", below_floor_of_markers),
    (Check::Floating, "", floating),
    (Check::Floating, "markers", floating_of_markers),
    (Check::Floating, "slow drift", drift_of_estimate),
    (Check::Limit, "", limit),
    (Check::Loop, "", seam),
    (Check::Header, "", header),
    (Check::TPose, "", t_pose),
    (Check::Sides, "", sides),
    (Check::Sides, "markers", sides_of_markers),
];

/// How many faults of each kind are planted.
const FAULTS: usize = 30;

/// Whether a finding is of a fault: on its frames, and of its joint where that is settled.
fn is_of(take: &Take, finding: &Finding, fault: &Fault) -> bool {
    let near = (0.3 * take.fps()) as usize + 2;
    let is_there = finding.first <= fault.last + near && finding.last + near >= fault.first;
    let name = finding.node.map(|node| take.skeleton[node].name.as_str());
    is_there && fault.node.as_deref().is_none_or(|node| name == Some(node))
}

#[test]
fn planted_faults_are_found_and_nothing_else() {
    let mut kinds: Vec<Check> = PLANTS.iter().map(|(check, ..)| *check).collect();
    kinds.dedup();
    assert_eq!(kinds, Check::ALL, "every check has faults of its own");
    let mut rows = String::from("| check | planted | recall | precision |\n|---|---|---|---|\n");
    let mut wrong = String::new();
    for (kind, what, plant) in PLANTS {
        let kind_word = format!("`{}` {what}", kind.word());
        let kind_word = kind_word.trim_end();
        let (mut found, mut right, mut all) = (0, 0, 0);
        for i in 0..FAULTS {
            let seed = 1000 + i as u64;
            let mut random = Random::new(seed);
            let rate = RATES[i % RATES.len()];
            let (take, fault) = plant(&mut random, rate);
            let mut findings = checked(&take).findings;
            let others = findings.extract_if(.., |finding| finding.check != kind);
            let others: Vec<Finding> = others.collect();
            let own = findings.iter().filter(|finding| is_of(&take, finding, &fault)).count();
            found += usize::from(own > 0);
            right += own;
            all += findings.len();
            if own == 0 || own < findings.len() {
                let Fault { node, first, last } = &fault;
                let (texts, beside) = (describe(&take, &findings), describe(&take, &others));
                let _ = writeln!(
                    wrong,
                    "{kind_word} at {rate}, seed {seed}: {node:?} {first}-{last}\n{texts}beside: {beside}"
                );
            }
        }
        let (recall, precision) = (found as f64 / FAULTS as f64, right as f64 / all.max(1) as f64);
        let _ = writeln!(rows, "| {kind_word} | {FAULTS} | {recall:.2} | {precision:.2} |");
        if recall < 0.95 || precision < 0.95 {
            let _ = writeln!(wrong, "{kind_word}: recall {recall:.2}, precision {precision:.2}");
        }
    }
    println!("{rows}");
    let is_good = !wrong.lines().any(|line| line.contains(": recall"));
    assert!(is_good, "{wrong}\n{rows}");
}

#[test]
fn faults_of_estimates_are_found_once_and_on_their_frames() {
    for (kind, plant) in [
        (Check::Swap, side_swap as Plant),
        (Check::Identity, identity),
        (Check::Confidence, confidence),
        (Check::Gap, gap_of_estimate),
        (Check::BoneLength, bone_of_estimate),
    ] {
        for i in 0..12 {
            let mut random = Random::new(2000 + i as u64);
            let (take, fault) = plant(&mut random, RATES[i % RATES.len()]);
            let findings = checked(&take).findings;
            let own: Vec<&Finding> =
                findings.iter().filter(|finding| finding.check == kind).collect();
            let text = describe(&take, &findings);
            let [finding] = own[..] else { panic!("{kind:?} {i}: {text}") };
            let is_near =
                finding.first.abs_diff(fault.first) < 3 && finding.last.abs_diff(fault.last) < 3;
            assert!(is_near, "{kind:?} {i}, {}-{}:\n{text}", fault.first, fault.last);
        }
    }
}

#[test]
fn a_picture_has_exchanged_sides_and_people_gaps_and_confidence_and_nothing_in_metres() {
    let mut random = Random::new(9);
    let blazepose = known_bodies::by_word("blazepose").expect("a body");
    let mut table =
        Table::estimate(blazepose, &[Vec3::ZERO, Vec3::X * 2.0], 30.0, 3.0, &mut random);
    for [one, other] in [[25, 26], [27, 28], [29, 30], [31, 32]] {
        exchange(&mut table, [one, other], 60..=80);
    }
    for one in 0..33 {
        exchange(&mut table, [one, one + 33], 120..=150);
        table.joints[one].values[200..=230].fill([f32::NAN; 4].to_vec());
    }
    for frame in 250..=270 {
        table.joints[15].values[frame][3] = 0.1;
    }
    // It floats, trembles and has no bones of a length.
    table.add(15, 0..3, 0..300, |frame, _| (frame % 2) as f32 * 200.0);
    let frames = table.frames();
    carry(&mut table, 0..frames, |_| Vec3::Y * 3000.0);
    let take = table.picture();
    let findings = checked(&take).findings;
    let mut found: Vec<(&str, usize, usize, &str)> =
        findings.iter().map(|f| (f.check.word(), f.first, f.last, f.unit)).collect();
    found.sort_by_key(|(_, first, ..)| *first);
    let expected = [
        ("swap", 60, 80, "px"),
        ("identity", 120, 150, "px"),
        ("gap", 200, 230, "s"),
        ("confidence", 250, 270, ""),
    ];
    assert_eq!(found, expected, "{}", describe(&take, &findings));
}

/// How many steps up a foot is in one of its so many contacts: first whether it is the left one.
type Climb = fn(bool, usize, usize) -> f32;

/// Up three steps of stairs, and down again.
fn stairs(_: bool, contact: usize, count: usize) -> f32 {
    // It begins and ends on the floor.
    let up = contact.min(count - 1 - contact).saturating_sub(1);
    up.min(3) as f32
}

/// One step of the left foot into a pit.
fn pit(is_left: bool, contact: usize, count: usize) -> f32 {
    if is_left && contact + 3 == count { -1.0 } else { 0.0 }
}

/// The figure, or its markers, where feet are on steps: every foot goes up or down whenever it does not
/// stand, and the body follows both. Beside it the contacts on a level floor.
fn on_steps(
    climb: Climb,
    is_figure: bool,
    rate: f64,
    random: &mut Random,
) -> (Table, Vec<Contact>) {
    const STEP: f32 = 170.0;
    let mut table = Table::markers(rate, random);
    // It stands still at the end, so that it is in no pit for long.
    for values in table.joints.iter_mut().map(|joint| &mut joint.values) {
        let last = values[values.len() - 1].clone();
        let still = || last.iter().map(|value| value + noise(random, 0.1)).collect();
        values.extend(std::iter::repeat_with(still).take((10.0 * rate) as usize));
    }
    let take = table.take();
    let contacts = checked(&take).contacts;
    let foot = |name: &str| take.skeleton.find(name).expect("a foot");
    let frames = table.frames();
    let heights = ["LeftFoot", "RightFoot"].map(|name| {
        let own = contacts.iter().filter(|contact| contact.node == foot(name));
        let own: Vec<&Contact> = own.collect();
        let mut heights = vec![0.0f32; frames];
        for (i, pair) in own.windows(2).enumerate() {
            let steps = |i: usize| climb(name == "LeftFoot", i, own.len()) * STEP;
            let (from, to) = (pair[0].last, pair[1].first);
            for (frame, height) in heights.iter_mut().enumerate().skip(from) {
                let share = (frame - from) as f64 / (to - from).max(1) as f64;
                *height = steps(i) + ramp(share) * (steps(i + 1) - steps(i));
            }
        }
        heights
    });
    for joint in &mut table.joints {
        let is_leg = |side: &str| {
            ["Leg", "Foot", "ToeBase"].iter().any(|part| joint.name == format!("{side}{part}"))
        };
        let of = [is_leg("Left"), is_leg("Right")];
        for (frame, values) in joint.values.iter_mut().enumerate() {
            let [left, right] = [heights[0][frame], heights[1][frame]];
            values[1] += match of {
                [true, _] => left,
                [_, true] => right,
                _ => left.midpoint(right),
            };
        }
    }
    if is_figure {
        for (joint, of) in table.joints.iter_mut().zip(&Table::figure(rate, random).joints) {
            joint.parent = of.parent;
        }
    }
    (table, contacts)
}

#[test]
fn markers_that_swap_behind_several_gaps_do_so_once() {
    let mut table = Table::markers(100.0, &mut Random::new(3));
    let both = [table.find("LeftHand"), table.find("RightHand")];
    let (gap, back, last) = (400, 422, table.frames() - 1);
    exchange(&mut table, both, gap..=last);
    // One is gone all the time, the other one comes back for some frames in between.
    for (joint, frames) in [(0, gap..back), (1, gap + 2..gap + 10), (1, gap + 13..gap + 18)] {
        table.joints[both[joint]].values[frames].fill(vec![f32::NAN; 3]);
    }
    let found = checked(&table.take()).findings;
    let swaps = found.iter().filter(|finding| finding.check == Check::Swap);
    let frames: Vec<[usize; 2]> = swaps.map(|swap| [swap.first, swap.last]).collect();
    assert_eq!(frames, [[back, last]]);
}

#[test]
fn a_joint_that_leaves_its_place_and_its_rotation_has_a_finding_of_each() {
    let mut table = Table::figure(100.0, &mut Random::new(3));
    let root = table.find("Hips");
    // 20 cm and 40 degrees, half a second from one another.
    table.joints[root].values[400][0] += 20.0;
    table.joints[root].values[410][4] += 40.0;
    let found = checked(&table.take()).findings;
    let pops = found.iter().filter(|finding| finding.check == Check::Pop);
    let reported: Vec<(usize, &str)> = pops.map(|pop| (pop.first, pop.unit)).collect();
    assert_eq!(reported, [(400, "m"), (410, "°")]);
}

#[test]
fn steps_up_and_down_are_neither_floating_nor_below_the_floor_and_feet_stand_on_them() {
    let mut random = Random::new(5);
    for rate in RATES {
        for (is_figure, climb) in
            [(false, stairs as Climb), (true, stairs), (false, pit), (true, pit)]
        {
            let (table, flat) = on_steps(climb, is_figure, rate, &mut random);
            let take = table.take();
            let CheckResults { findings, contacts } = checked(&take);
            let of_feet = [Check::Skate, Check::BelowFloor, Check::Floating];
            let own = findings.into_iter().filter(|finding| of_feet.contains(&finding.check));
            let own: Vec<Finding> = own.collect();
            assert!(own.is_empty(), "{rate}:\n{}", describe(&take, &own));
            let is_long = |contact: &&Contact| (contact.last - contact.first) as f64 > 0.4 * rate;
            let long: Vec<&Contact> = flat.iter().filter(is_long).collect();
            assert!(long.len() >= 10, "{rate}: {flat:?}");
            for contact in long {
                let is_it = |on: &Contact| {
                    on.node == contact.node && on.first <= contact.last && contact.first <= on.last
                };
                assert!(contacts.iter().any(is_it), "{rate}: {contact:?} {contacts:?}");
            }
        }
    }
}

#[test]
fn a_foot_with_edited_contacts_has_these_alone() {
    let mut random = Random::new(6);
    let (take, fault) = skate(&mut random, 120.0);
    let stage = Stage::new(&take);
    let checked_with =
        |edited: &EditedContacts| check_with(&take, &stage, &Limits::default(), edited, &|| false);
    let skates = |checked: &CheckResults| {
        let own = checked.findings.iter();
        own.filter(|finding| finding.check == Check::Skate).count()
    };
    let found = checked_with(&EditedContacts::new());
    assert_eq!(found, checked(&take));
    assert_eq!(skates(&found), 1);
    let foot = take.skeleton.find(&fault.node.expect("a foot")).expect("a foot");
    let others = found.contacts.iter().filter(|contact| contact.node != foot);
    let others: Vec<Contact> = others.copied().collect();
    assert!(!others.is_empty());

    let none = checked_with(&EditedContacts::from([(foot, Vec::new())]));
    assert_eq!((skates(&none), none.contacts), (0, others));
    let run = [fault.first - 10, fault.last + 10];
    let one = checked_with(&EditedContacts::from([(foot, vec![run])]));
    assert_eq!(skates(&one), 1);
    let own: Vec<_> = one.contacts.iter().filter(|contact| contact.node == foot).collect();
    assert_eq!(own, [&Contact { node: foot, first: run[0], last: run[1] }]);
    // A person may draw a contact where the foot swings.
    let swing = found.contacts.iter().filter(|contact| contact.node == foot);
    let swing: Vec<&Contact> = swing.collect();
    let run = [swing[2].last + 5, swing[3].first - 5];
    let wrong = checked_with(&EditedContacts::from([(foot, vec![run])]));
    assert_eq!(skates(&wrong), 1);
}

#[test]
fn a_cancelled_check_ends_at_once_and_one_that_is_not_is_the_same_every_time() {
    let mut random = Random::new(3);
    let (take, _) = pop(&mut random, 120.0);
    let stage = Stage::new(&take);
    let none = check(&take, &stage, &Limits::default(), &|| true);
    assert_eq!(none, CheckResults::default());
    let first = checked(&take);
    assert!(!first.findings.is_empty());
    assert_eq!(first, checked(&take));
}

#[test]
fn limits_are_what_is_measured_against() {
    let mut random = Random::new(4);
    let (take, _) = gap(&mut random, 120.0);
    let stage = Stage::new(&take);
    let severity = |gap_time: f64| {
        let limits = Limits { gap_time, ..Limits::default() };
        check(&take, &stage, &limits, &|| false).findings[0].severity
    };
    assert_eq!([0.0, 10.0].map(severity), [FindingSeverity::Warning, FindingSeverity::Note]);
}

/// The built-in take as a file whose left hand is off on frame 100.
fn popped() -> String {
    let file = support::root().join("assets/builtin/stroll.bvh");
    let text = String::from_utf8(support::read(&file)).expect("a text");
    let (head, rows) = text.split_once("Frame Time: 0.016667\n").expect("a head");
    let rows = rows.lines().enumerate().map(|(frame, row)| match frame {
        100 => {
            let mut values: Vec<String> = row.split(' ').map(String::from).collect();
            values[6] = "60".into();
            values.join(" ") + "\n"
        }
        _ => format!("{row}\n"),
    });
    format!("{head}Frame Time: 0.016667\n{}", rows.collect::<String>())
}

#[test]
fn the_command_prints_findings_as_text_and_json() {
    let folder = Folder::new("check");
    let file = folder.write("popped.bvh", &popped());
    let builtin = support::root().join("assets/builtin/stroll.bvh");
    let builtin = builtin.to_str().expect("a path");
    let clean = rushes(&["check", builtin]).done();
    assert_eq!(clean, format!("{builtin}: no findings\n"));
    let run = rushes(&["check", &file, builtin]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], format!("{file}: 1 fault"));
    assert!(lines[1].starts_with("    fault    pop          100  Spine: "), "{}", lines[1]);
    assert_eq!(lines[2..], [format!("{builtin}: no findings")]);

    let run = rushes(&["check", "--json", &file]);
    let all: Value = serde_json::from_str(&run.out).expect("JSON");
    let keys =
        |object: &Value| object.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(&all[0]),
        ["schema", "file", "path_bytes", "frame_count", "findings", "ignored"]
    );
    let finding = &all[0]["findings"][0];
    let expected = ["check", "node", "frames", "value", "limit", "unit", "severity", "message"];
    assert_eq!(keys(finding), expected);
    assert_eq!(finding["check"], "pop");
    assert_eq!(finding["node"], "Spine");
    assert_eq!(finding["frames"], serde_json::json!([100, 100]));
    assert!(finding["value"].as_f64() > finding["limit"].as_f64());

    let skipped = rushes(&["check", &file, "--skip", "pop,step"]);
    assert_eq!(skipped.code, Some(0), "{}", skipped.out);
    let only = rushes(&["check", &file, "--only", "gap"]);
    assert_eq!(only.code, Some(0), "{}", only.out);
    let far = rushes(&["check", &file, "--limit", "pop-angle=90", "--limit=flip-angle=170"]);
    assert_eq!(far.code, Some(0), "{}", far.out);
    for (limit, reported) in [
        ("pop-angel=9", "did you mean 'pop-angle'?"),
        ("noise=9", "the manual lists the limits"),
        ("pop-angle", "such as gap-time=0.5"),
        ("pop-angle=wide", "found 'wide'"),
        ("pop-angle=-1", "not below 0"),
    ] {
        let error = rushes(&["check", &file, "--limit", limit]).failed(2);
        assert!(error.contains(reported), "{limit}: {error}");
    }
    let unknown = rushes(&["check", &file, "--only", "noise"]).failed(2);
    assert!(unknown.contains("noise") && unknown.contains("pop"), "{unknown}");
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    let run = rushes(&["check", "--jsonl", &broken, &file]);
    assert_eq!(run.code, Some(3));
    let first: Value = serde_json::from_str(run.out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["error"]["line"], 4);
    assert_eq!(run.out.lines().count(), 2);
}

#[test]
fn the_command_leaves_out_what_reviewers_ignore() {
    let folder = Folder::new("check-ignored");
    let file = folder.write("popped.bvh", &popped());
    let path = Path::new(&file);
    let take = support::take(path);
    let found = checked(&take).findings;
    let reviews = Reviews::in_folder(folder.path("state"));
    let mut review = Review::default();
    let ignored = IgnoredFinding::from_finding(&found[0], &take, "Ada", now());
    review.put(ignored, now());
    reviews.save(path, &review, IfNewer::Refuse).expect("it is saved");
    let reported = rushes(&["check", &file]).done();
    assert_eq!(reported, format!("{file}: no findings (1 ignored)\n"));
    let run = rushes(&["check", "--all", &file]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.starts_with(&format!("{file}: 1 fault\n")), "{}", run.out);
    // Feet that a reviewer says stand all the time skate.
    let foot = &take.skeleton[checked(&take).contacts[0].node].name;
    let last = take.motion.frame_count() - 1;
    let all = vec![Frames { first: 0, last }];
    review.put(FootContacts::new(foot, all, "Ada", now()), now());
    reviews.save(path, &review, IfNewer::Refuse).expect("it is saved");
    let run = rushes(&["check", &file]);
    assert!(run.out.contains("skate"), "{}", run.out);
    assert!(!rushes(&["check", "--all", &file]).out.contains("skate"));
}

#[test]
fn findings_of_real_takes_are_sound() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let extensions = ["bvh", "trc", "c3d", "amc", "csm", "htr"];
    let (mut takes, mut counts) = (0, vec![[0usize; 4]; Check::ALL.len()]);
    for file in support::files(&corpus, &extensions) {
        let Ok(take) = support::input::Input::read(&file).load() else {
            continue;
        };
        takes += 1;
        let findings = checked(&take).findings;
        assert!(findings.is_sorted_by_key(|finding| (finding.severity, finding.first)));
        for finding in &findings {
            let is_sound = finding.first <= finding.last
                && finding.last < take.motion.frame_count().max(1)
                && finding.value.is_finite()
                && !finding.message.is_empty();
            assert!(is_sound, "{}: {finding:?}", file.display());
        }
        for (count, check) in counts.iter_mut().zip(Check::ALL) {
            let own = || findings.iter().filter(|finding| finding.check == *check);
            for (at, severity) in FindingSeverity::ALL.into_iter().enumerate() {
                count[at] += own().filter(|finding| finding.severity == severity).count();
            }
            count[3] += usize::from(own().next().is_some());
        }
    }
    assert!(takes >= 80, "only {takes} takes were found");
    println!("| check | faults | warnings | notes | in takes, of {takes} |\n|---|---|---|---|---|");
    for (check, [faults, warnings, notes, files]) in Check::ALL.iter().zip(counts) {
        println!("| `{}` | {faults} | {warnings} | {notes} | {files} |", check.word());
    }
}
