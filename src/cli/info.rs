//! `rushes info`: prints what is in files, as text or JSON.

use std::path::Path;

use clap::Args;
use serde_json::{Map, Value, json};

use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::Inputs;
use super::objects::{JsonOptions, OutputFormat, head, merge, print_each};
use super::options::{Reader, ReaderOptions};
use super::terminal::{printable, shown};
use crate::report::{fact_rows, nodes_with_limits};
use crate::scene::Stage;
use crate::take::{BoneEnd, FrameNumbers, Node, NodeId, Take, Warning, microseconds, rounded};

const NOTES: &str = "\
The text of a file has its format, joints, bones, frames, rate, units, up axis, what else it says (events, masses, \
limits, meshes, gaps), and a warning for whatever was guessed or repaired while reading, with its place.

JSON keys (schema 1), every one always present:
  schema, file     the path as it was given
  path_bytes       its bytes, where it is not UTF-8; else null
  format, name, nodes, bones, frame_count, frame_time, duration
  frame_rate       frames per second; rate_is_assumed: whether the file gives none
  units            the unit by name; null where the file does not say
  metres_per_unit  as the file says, or as the figure's height suggests: unit_is_assumed
  unit_certainty   said by the file; or sure, likely or assumed
  up               the axis; up_is_assumed: whether the file does not say
  first_number     the file's own number of the first frame; null where it has none
  start_time       seconds at the first frame by the file's own clock
  numbers          how the file numbers its frames: first, step; null without, or where they jump
  details          an object of what else the file says
  clips            the takes in the file: name, and whether it is the one that was read; of that one,
                   frame_count and duration
  events           time in seconds, frame (null outside the recording), label
  masses           name, mass, centre along the bone or null
  limits           name, channels: channel, low, high (null where there is none)
  gaps             markers with missing frames, the worst first: name, frames, percent, runs of frames
                   as first and last
  meshes           name, points, edges
  joints           with --joints: name, parent (an index or null), channels, end (whether a bone ends
                   there that is no node); else null
  read_with        the other files that it was read with
  missing          what the take was read without, as its skeleton; else null
  warnings         line and column, or offset; code and severity (the manual lists them); message; count
Of a file that cannot be read: schema, file, path_bytes, and error with kind, line and column or \
offset, message, hint (null without).

Examples:
  rushes info walk.bvh
  rushes info -r --jsonl takes/ | jq -r 'select(.error) | .file'
  rushes info --json takes/ | jq '.[] | select(.warnings != [])'";

/// Print what is in each file, warnings included
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Info {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    json: JsonOptions,
    /// List the joints in JSON, with parents and channels
    #[arg(long)]
    joints: bool,
    #[command(flatten)]
    reader: ReaderOptions,
}

impl Info {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (files, is_complete) = self.inputs.files()?;
        let reader = Reader::new(self.reader);
        let format = self.json.format();
        let describe = |file: &Path, take: &Take| match format {
            OutputFormat::Text => printable(&page(file, take)),
            _ => format.text(&object(file, take, self.joints)),
        };
        Ok(Exit::from_complete(print_each(&reader, format, &files, true, describe)? && is_complete))
    }
}

/// What is in a take, with the keys that stay.
pub fn object(file: &Path, take: &Take, joints: bool) -> Value {
    let unit = Stage::unit_of(take);
    let details =
        take.details.iter().map(|detail| (detail.kind.key.to_string(), json!(detail.text)));
    let nodes = take.skeleton.nodes();
    let frames = take.motion.frame_count();
    let gaps = take.gap_index();
    let mut object = head(file);
    merge(
        &mut object,
        json!({
            "format": take.format.name(),
            "name": take.name,
            "nodes": nodes.len(),
            "bones": take.skeleton.bones().len(),
            "frame_count": frames,
            "frame_time": take.motion.frame_time(),
            "frame_rate": rounded(take.fps(), 6).parse::<f64>().ok(),
            "rate_is_assumed": take.motion.rate_is_assumed(),
            "duration": microseconds(take.motion.duration()),
            "units": take.units.metres_per_unit.map(|_| unit.to_string()),
            "metres_per_unit": unit.metres,
            "unit_is_assumed": unit.is_guessed(),
            "unit_certainty": unit.certainty.word(),
            "up": take.units.up.direction.name(),
            "up_is_assumed": take.units.up.is_assumed(),
            "first_number": take.number(0),
            "start_time": microseconds(take.start_time),
            "numbers": take.even_numbers().map(|FrameNumbers { first, step }| json!({ "first": first, "step": step })),
            "details": details.collect::<Map<_, _>>(),
            "clips": clips(take),
            "events": take.events.iter().map(|event| json!({
                "time": microseconds(event.time),
                "frame": take.frame_at(event.time),
                "label": event.label,
            })).collect::<Vec<_>>(),
            "masses": nodes.iter().filter_map(|node| Some((node, node.mass()?))).map(|(node, mass)| {
                json!({ "name": node.name, "mass": mass.body, "centre": mass.centre })
            }).collect::<Vec<_>>(),
            "limits": nodes_with_limits(take).map(|(id, node)| json!({
                "name": node.name,
                "channels": node.limits().iter().enumerate().map(|(index, [low, high])| {
                    let name = take.channel_name(id, index);
                    json!({ "channel": name, "low": exact(*low), "high": exact(*high) })
                }).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "gaps": gaps.gaps().zip(&gaps.markers).map(|(gap, (_, runs))| json!({
                "name": take.skeleton[gap.node].name,
                "frames": gap.frames,
                "percent": take.percent_missed(&gap),
                "runs": runs.as_slice().iter().map(|run| [run.start, run.end - 1]).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "meshes": take.meshes.iter().map(|mesh| json!({
                "name": mesh.name(),
                "points": mesh.point_count(),
                "edges": mesh.edges().len(),
            })).collect::<Vec<_>>(),
            "joints": joints.then(|| take.skeleton.iter().map(|(id, node)| joint(take, id, node)).collect::<Vec<_>>()),
            "read_with": take.read_with,
            "missing": take.missing,
            "warnings": take.warnings.iter().map(Warning::object).collect::<Vec<_>>(),
        }),
    );
    object
}

/// The takes of the file, of which the one that is read has frames here.
fn clips(take: &Take) -> Vec<Value> {
    let read = |name: &str| {
        let duration = microseconds(take.motion.duration());
        json!({ "name": name, "read": true, "frame_count": take.motion.frame_count(), "duration": duration })
    };
    let Some(clips) = &take.clips else { return vec![read(&take.name)] };
    let clip = |(i, name): (usize, &String)| {
        if i == clips.shown { read(name) } else { json!({ "name": name, "read": false }) }
    };
    clips.names.iter().enumerate().map(clip).collect()
}

fn joint(take: &Take, id: NodeId, node: &Node) -> Value {
    let channels = (0..node.channels.len()).map(|index| take.channel_name(id, index));
    let mut bones = take.skeleton.bones().iter();
    let has_end = bones.any(|bone| bone.node == id && matches!(bone.end, BoneEnd::Local(_)));
    json!({
        "name": node.name,
        "parent": node.parent.map(|parent| parent.index()),
        "channels": channels.collect::<Vec<_>>(),
        "end": has_end,
    })
}

/// The shortest f64 that prints like the value, without the extra digits of a conversion; null where it is infinite.
fn exact(value: f32) -> Option<f64> {
    let short: f64 = value.to_string().parse().ok()?;
    short.is_finite().then_some(short)
}

fn page(file: &Path, take: &Take) -> String {
    let mut page = format!("{}\n", shown(file));
    for (mut label, text) in fact_rows(take) {
        // Further lines of a text are indented like the first.
        for line in text.lines() {
            page += format!("    {label:<12}{line}").trim_end();
            page.push('\n');
            label = "";
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{
        Axis, Body, Channel, Detail, DetailKind, Event, FileNumbers, FormatId, Mass, Mesh, Motion,
        SkeletonBuilder, Units, WarningCode,
    };

    /// A knee with limits and a mass, a marker that is missing on one frame of three, and everything
    /// else that a file may say.
    fn take() -> Take {
        let mut build = SkeletonBuilder::default();
        let knee = build.node("knee", None).unwrap();
        let node = build.node_mut(knee);
        node.channels = [Axis::X, Axis::Y].map(Channel::Rotation).to_vec();
        node.body = Some(Box::new(Body {
            limits: vec![[-0.1, f32::INFINITY], [0.0, 20.0]],
            mass: Some(Mass { body: 2.5, centre: Some(0.2) }),
            ..Body::default()
        }));
        let marker = build.node("LKNE", None).unwrap();
        build.node_mut(marker).is_world_space = true;
        build.node_mut(marker).channels = vec![Channel::Position(Axis::X)];
        let values = vec![0.0, 0.0, 1.0, 0.0, 0.0, f32::NAN, 0.0, 0.0, 2.0];
        let units = Units::new(Some(0.127), Axis::Z);
        let motion = Motion::new(0.1, 3, 3, values);
        let mut take = Take::new("take", FormatId::Bvh, build.finish(), motion, units);
        take.numbers = Some(FileNumbers::Even(FrameNumbers { first: 10, step: 2 }));
        take.start_time = 4.283;
        let kind = DetailKind::NOTES;
        take.details = vec![Detail { kind, text: "one\ntwo".to_string() }];
        let event = |time, label: &str| Event { time, label: label.to_string() };
        take.events = vec![event(f64::from(0.1f32), "Left Foot Strike"), event(9.0, "End")];
        take.meshes = vec![Mesh::new("skin.obj", 0, vec![], vec![], vec![])];
        take.missing = Some("its structure");
        take.warnings = vec![Warning::of_file(WarningCode::RateAssumed, "no rate")];
        take
    }

    #[test]
    fn the_text_has_everything_in_columns() {
        let page = page(Path::new("a.amc"), &take());
        let lines: Vec<&str> = page.lines().collect();
        let expected = [
            "a.amc",
            "    Format      BVH",
            "    Missing     its structure; --skeleton FILE gives it",
            "    Nodes       2",
            "    Bones       0",
            "    Frames      3",
            "    Numbering   10 to 14 in steps of 2",
            "    Start       4.283 s",
            "    Length      0.300 s",
            "    Rate        10 fps",
            "    Units       0.127 m",
            "    Up          Z",
            "    Notes       one",
            "                two",
            "    Meshes      skin.obj, 0 points",
            "    Masses      2.5 in total",
            "                knee 2.5, centre at 0.2",
            "    Limits      knee: Rotation X from -0.1°, Rotation Y 0° to 20°",
            "    Gaps        1 of 2 markers miss frames: LKNE 1 (33.3 %)",
            "    Events      0.100 s, frame 1: Left Foot Strike",
            "                9.000 s, outside the recording: End",
            "    Warnings    no rate",
        ];
        assert_eq!(lines, expected, "{page}");
    }

    #[test]
    fn a_rest_pose_has_neither_length_nor_rate() {
        let mut take = take();
        take.motion = Motion::new(0.1, 0, 3, vec![]);
        let page = page(Path::new("a.asf"), &take);
        assert!(page.contains("    Frames      0 (rest pose)\n"), "{page}");
        assert!(!page.contains("Length") && !page.contains("Rate"), "{page}");
    }

    #[test]
    fn an_object_has_every_key_and_the_numbers_of_the_file() {
        let object = object(Path::new("a.amc"), &take(), false);
        let expected = json!({
            "units": "0.127 m",
            "numbers": { "first": 10, "step": 2 },
            "details": { "notes": "one\ntwo" },
            "events": [
                { "time": 0.1, "frame": 1, "label": "Left Foot Strike" },
                { "time": 9.0, "frame": null, "label": "End" },
            ],
            "masses": [{ "name": "knee", "mass": 2.5, "centre": 0.2 }],
            "limits": [{ "name": "knee", "channels": [
                { "channel": "Rotation X", "low": -0.1, "high": null },
                { "channel": "Rotation Y", "low": 0.0, "high": 20.0 },
            ] }],
            "gaps": [{ "name": "LKNE", "frames": 1, "percent": 33.3, "runs": [[1, 1]] }],
            "meshes": [{ "name": "skin.obj", "points": 0, "edges": 0 }],
            "missing": "its structure",
            "warnings": [{
                "code": "rate-assumed", "severity": "guessed", "message": "no rate", "count": 1,
            }],
        });
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&object[key], value, "{key}");
        }
    }
}
