//! Small files of capture without markers, as estimators of poses and depth cameras write them: frames, names, up axis and
//! positions are those of the table beside them, and each figure stands with bones.
//!
//! They are beside the project, not in it: where they are not, nothing is tested here. What each format's loader does with
//! files of our own making is tested beside it and in `cases`.

use std::path::PathBuf;

use crate::support;
use glam::DVec3;
use rushes::OpenOptions;
use rushes::take::{BoneEnd, Take};

struct Case {
    path: PathBuf,
    file: String,
    frames: usize,
    rate: Option<f64>,
    up: String,
    metres: f64,
    names: Vec<String>,
    /// Name, frame and place, in metres.
    places: Vec<(String, usize, DVec3)>,
    is_flat: bool,
    /// Whether the file is as in a mirror, so that what opens is turned round in X.
    is_mirrored: bool,
}

fn cases() -> Vec<Case> {
    let folder = support::root().join("../shared/cases/markerless");
    let Ok(table) = std::fs::read_to_string(folder.join("EXPECTED.tsv")) else { return Vec::new() };
    let cells = |line: &str| line.split('\t').map(str::to_string).collect::<Vec<_>>();
    let rows = table.lines().skip(1).map(cells).filter(|cells| cells.len() > 10);
    rows.map(|cells| {
        let unit = cells[6].split(' ').next().unwrap_or_default();
        Case {
            path: folder.join(&cells[0]),
            file: cells[0].clone(),
            frames: cells[2].parse().unwrap(),
            rate: cells[3].parse().ok(),
            up: cells[5].split(' ').next().unwrap_or_default().to_string(),
            metres: match unit {
                "mm" => 0.001,
                "cm" => 0.01,
                _ => 1.0,
            },
            names: cells[8].split(',').map(str::to_string).collect(),
            places: cells[9].split("; ").filter_map(place).collect(),
            is_flat: unit == "pixel",
            is_mirrored: cells[10].contains("left-handed"),
        }
    })
    .collect()
}

/// `nose (0)@12=0 -0.13 1.57`.
fn place(text: &str) -> Option<(String, usize, DVec3)> {
    let (name, rest) = text.split_once('@')?;
    let (frame, numbers) = rest.split_once('=')?;
    let mut numbers = numbers.split(' ').map(|number| number.parse::<f64>().unwrap());
    let mut next = || numbers.next().unwrap_or_default();
    let at = DVec3::new(next(), next(), next());
    Some((name.split(' ').next()?.to_string(), frame.parse().ok()?, at))
}

/// A name without what may stand ahead of it.
fn plain(name: &str) -> String {
    let name = name.rsplit(':').next().unwrap_or(name).trim_start_matches("body_").to_lowercase();
    // An array has no names: those are of the body.
    if name == "root" { "pelvis".to_string() } else { name }
}

fn failures(case: &Case, take: &Take) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |what: &str, expected: String, is: String| {
        if expected != is {
            found.push(format!("{}: {what} should be {expected}, and is {is}", case.file));
        }
    };
    expect("frames", case.frames.to_string(), take.motion.frame_count().to_string());
    if let Some(rate) = case.rate {
        expect("rate", format!("{rate:.2}"), format!("{:.2}", take.fps()));
    }
    expect("up", case.up.clone(), take.units.up.direction.name().to_string());
    expect("2D", case.is_flat.to_string(), take.picture.is_some().to_string());
    let names = take.skeleton.nodes().iter().map(|node| plain(&node.name));
    let names: Vec<String> = names.take(3).collect();
    let wanted: Vec<String> = case.names.iter().map(|name| plain(name)).collect();
    // A table of numbers has the names of the body.
    expect("names", format!("{wanted:?}"), format!("{names:?}"));
    let has_bone = |name: &str| {
        take.skeleton.bones().iter().any(|bone| {
            let far = match bone.end {
                BoneEnd::Node(far) => far,
                BoneEnd::Local(_) => bone.node,
            };
            [bone.node, far].iter().any(|&id| plain(&take.skeleton[id].name) == name)
        })
    };
    expect("a bone", "true".into(), wanted.iter().any(|name| has_bone(name)).to_string());
    let metres = if case.is_flat { 1.0 } else { take.units.metres_per_unit.unwrap_or(case.metres) };
    for (name, frame, at) in &case.places {
        // The root of a body model has its place, and no name of its own in the table.
        let name = if name.starts_with("trans") { "pelvis".to_string() } else { plain(name) };
        let points: Vec<_> = take.points().collect();
        let point = points.iter().position(|point| plain(&point.name) == name);
        let positions = take.positions([*frame]).unwrap();
        let position = point.map(|point| positions.iter().next().unwrap().1[point]);
        let position = position.map_or(DVec3::NAN, |at| at.as_dvec3() * metres);
        let close = if case.is_flat { 0.1 } else { 2e-3 };
        let at = if case.is_mirrored { at.with_x(0.0 - at.x) } else { *at };
        let off = position.distance(at);
        if off.is_nan() || off >= close {
            found.push(format!(
                "{}: {name} on {frame} should be {at}, and is {position}",
                case.file
            ));
        }
    }
    found
}

#[test]
fn files_of_estimators_open_as_their_table_says() {
    let mut found = Vec::new();
    for case in cases() {
        let mut opened =
            rushes::open_all(std::slice::from_ref(&case.path), &OpenOptions::default());
        match (opened.len(), opened.pop()) {
            (1, Some((_, Ok(opened)))) => found.extend(failures(&case, &opened.take)),
            // No kept library reads these.
            (1, Some((_, Err(error)))) if error.to_string().contains("numpy.savez") => {}
            (1, Some((_, Err(error)))) => found.push(format!("{}: {error}", case.file)),
            (count, _) => found.push(format!("{}: {count} takes", case.file)),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
