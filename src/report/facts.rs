//! What is in the file of a take, as rows of labels and texts.

use crate::scene::Stage;
use crate::take::{DetailKind, Event, Node, NodeId, Take, Warning, rounded};

/// What the details of files are called on the screen: sentence case, a few words.
const DETAIL_LABELS: [(DetailKind, &str); 35] = [
    (DetailKind::ACTOR, "Actor"),
    (DetailKind::ANALOG, "Analog"),
    (DetailKind::BONE_AXIS, "Bone axis"),
    (DetailKind::CALLED, "Called"),
    (DetailKind::CAMERAS, "Cameras"),
    (DetailKind::CAMERA_RATE, "Camera rate"),
    (DetailKind::COLUMNS, "Columns"),
    (DetailKind::COMMENTS, "Comments"),
    (DetailKind::CONFIGURATION, "Setup"),
    (DetailKind::DATE, "Date"),
    (DetailKind::EXPORT, "Export"),
    (DetailKind::KIND, "Kind"),
    (DetailKind::LEFT_OUT, "Left out"),
    (DetailKind::LENGTH_UNIT, "Length unit"),
    (DetailKind::MADE_FOR, "Made for"),
    (DetailKind::MASS_UNIT, "Mass unit"),
    (DetailKind::MOTION, "Motion"),
    (DetailKind::NOTES, "Notes"),
    (DetailKind::OFFSETS, "Offsets"),
    (DetailKind::ORIGINAL, "Original"),
    (DetailKind::PLACES, "Places"),
    (DetailKind::POSITIONS, "Positions"),
    (DetailKind::READING, "Reading"),
    (DetailKind::RECORDED_AS, "Recorded as"),
    (DetailKind::ROTATIONS, "Rotations"),
    (DetailKind::SCALE, "Scale"),
    (DetailKind::SKELETON, "Skeleton"),
    (DetailKind::SOFTWARE, "Software"),
    (DetailKind::SOLVED, "Solved"),
    (DetailKind::SPINE_LINKS, "Spine links"),
    (DetailKind::STORAGE, "Storage"),
    (DetailKind::STRUCTURE, "Structure"),
    (DetailKind::SUBJECT, "Subject"),
    (DetailKind::TIME, "Time"),
    (DetailKind::VERSION, "Version"),
];

/// What a detail is called on the screen.
pub fn detail_label(kind: DetailKind) -> &'static str {
    let label = DETAIL_LABELS.iter().find(|(other, _)| *other == kind);
    label.map_or(kind.key, |(_, label)| label)
}

/// The rows of a file's text: a label, empty where it repeats, and its text.
pub fn fact_rows(take: &Take) -> Vec<(&'static str, String)> {
    let frames = take.motion.frame_count();
    let nodes = take.skeleton.nodes().len().to_string();
    let mut rows = vec![("Format", take.format.to_string())];
    rows.extend(list("Clips", clip_rows(take)));
    if let Some(missing) = take.missing {
        let text = format!("{missing}; --skeleton FILE gives it");
        rows.push(("Missing", text));
    }
    if take.is_of_markers() {
        rows.push(("Markers", nodes));
    } else {
        rows.push(("Nodes", nodes));
        rows.push(("Bones", take.skeleton.bones().len().to_string()));
    }
    rows.push(match frames {
        0 => ("Frames", "0 (rest pose)".to_string()),
        _ => ("Frames", frames.to_string()),
    });
    rows.extend(take.numbers.iter().map(|numbers| ("Numbering", numbers.text(frames))));
    rows.extend(take.start_text().map(|start| ("Start", start)));
    if frames > 0 {
        rows.push(("Length", format!("{:.3} s", take.motion.duration())));
        rows.push(("Rate", take.rate_text()));
    }
    rows.push(("Units", Stage::unit_of(take).describe()));
    rows.push(("Up", take.units.up.describe()));
    rows.extend(take.details.iter().map(|d| (detail_label(d.kind), d.text.clone())));
    let meshes = take.meshes.iter();
    rows.extend(list(
        "Meshes",
        meshes.map(|mesh| format!("{}, {} points", mesh.name(), mesh.point_count())),
    ));
    rows.extend(list("Masses", masses(take)));
    rows.extend(list("Limits", limits(take)));
    rows.extend(gaps(take).map(|text| ("Gaps", text)));
    rows.extend(list("Events", take.events.iter().map(|e| event(take, e))));
    let warnings = take.warnings.iter();
    rows.extend(list("Warnings", warnings.map(Warning::to_string)));
    rows
}

/// The same without the long lists.
pub fn facts(take: &Take) -> Vec<(&'static str, String)> {
    const LISTS: [&str; 4] = ["Masses", "Limits", "Meshes", "Events"];
    let mut rows = fact_rows(take);
    let mut is_of_list = false;
    rows.retain(|(label, _)| {
        is_of_list = LISTS.contains(label) || is_of_list && label.is_empty();
        !is_of_list
    });
    rows
}

/// Rows that share a label, which only the first one has.
fn list(
    label: &'static str,
    texts: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = (&'static str, String)> {
    std::iter::once(label).chain(std::iter::repeat("")).zip(texts)
}

/// The takes of the file, a row each, the one that is read marked.
fn clip_rows(take: &Take) -> Vec<String> {
    let Some(clips) = &take.clips else {
        return Vec::new();
    };
    let names = clips.names.iter().enumerate();
    let row = |(i, name): (usize, &String)| {
        if i == clips.shown && clips.names.len() > 1 {
            format!("{name} (this one)")
        } else {
            name.clone()
        }
    };
    names.map(row).collect()
}

fn masses(take: &Take) -> Vec<String> {
    let Some(all) = take.mass() else {
        return Vec::new();
    };
    let nodes = take.skeleton.nodes().iter();
    let each = nodes.filter_map(|node| Some(format!("{} {}", node.name, node.mass()?.text())));
    std::iter::once(format!("{} in total", rounded(all, 3))).chain(each).collect()
}

/// A line with the limits of each node that has any.
fn limits(take: &Take) -> impl Iterator<Item = String> + '_ {
    let angle = take.skeleton.angle();
    nodes_with_limits(take).map(move |(id, node)| {
        let channels = node.channels.iter().zip(node.limits());
        let texts = channels.enumerate().map(|(index, (channel, &limits))| {
            let text = channel.limits_text(limits, angle);
            format!("{} {text}", take.channel_name(id, index))
        });
        format!("{}: {}", node.name, texts.collect::<Vec<_>>().join(", "))
    })
}

pub fn nodes_with_limits(take: &Take) -> impl Iterator<Item = (NodeId, &Node)> {
    take.skeleton.iter().filter(|(_, node)| !node.limits().is_empty())
}

fn gaps(take: &Take) -> Option<String> {
    const WORST: usize = 5;
    let gaps = take.gaps();
    let worst = gaps.iter().take(WORST).map(|gap| {
        let name = &take.skeleton[gap.node].name;
        format!("{name} {} ({} %)", gap.frames, take.percent_missed(gap))
    });
    let what = if take.skeleton.bones().is_empty() {
        "markers"
    } else if take.is_of_points() {
        "points"
    } else {
        "joints"
    };
    let mut text = format!(
        "{} of {} {what} miss frames: {}",
        gaps.len(),
        take.skeleton.nodes().len(),
        worst.collect::<Vec<_>>().join(", ")
    );
    if gaps.len() > WORST {
        text += &format!(" and {} more", gaps.len() - WORST);
    }
    (!gaps.is_empty()).then_some(text)
}

fn event(take: &Take, event: &Event) -> String {
    let frame = match take.frame_at(event.time) {
        Some(frame) => format!("frame {frame}"),
        None => "outside the recording".to_string(),
    };
    format!("{:.3} s, {frame}: {}", event.time, event.label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_detail_has_a_label() {
        let labelled = DETAIL_LABELS.map(|(kind, _)| kind);
        assert_eq!(labelled, DetailKind::ALL);
    }
}
