//! `rushes info`: what is in a file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::{Exit, Failure, bvh_positions, help, print};
use crate::files::How;
use crate::scene::Stage;
use crate::take::{Place, Take, Warning};

pub(super) fn run(mut parser: lexopt::Parser) -> Result<Exit, Failure> {
    use lexopt::prelude::*;
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut how = How::default();
    let mut as_json = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print(help::page("info"))?;
                return Ok(Exit::Done);
            }
            Long("json") => as_json = true,
            Value(path) => paths.push(path.into()),
            Long("bvh-positions") => how.options.bvh_positions = bvh_positions(&mut parser)?,
            Long("skeleton") => how.skeleton = Some(parser.value()?.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    if paths.is_empty() {
        return Err(Failure::Arguments("no file is given".into()));
    }
    let mut exit = Exit::Done;
    let mut objects = Vec::new();
    let mut out = io::stdout().lock();
    for file in crate::files::expand(&paths) {
        let Ok(take) = super::open(&file, &how) else {
            exit = Exit::BadFile;
            continue;
        };
        if as_json {
            objects.push(object(&file, &take));
        } else {
            out.write_all(page(&file, &take).as_bytes())?;
        }
    }
    if as_json {
        writeln!(out, "{:#}", json!(objects))?;
    }
    out.flush()?;
    Ok(exit)
}

fn object(file: &Path, take: &Take) -> Value {
    let unit = take
        .units
        .metres_per_unit
        .map(|_| Stage::of(take).unit.name);
    let details: Map<String, Value> = take
        .details
        .iter()
        .map(|detail| (detail.label.to_lowercase(), json!(detail.text)))
        .collect();
    json!({
        "file": file.to_string_lossy(),
        "format": take.format,
        "name": take.name,
        "nodes": take.skeleton.nodes().len(),
        "bones": take.skeleton.bones().len(),
        "frame_count": take.motion.frame_count(),
        "frame_time": take.motion.frame_time(),
        "duration": take.motion.duration(),
        "units": unit,
        "up": take.units.up.name(),
        "details": details,
        "warnings": take.warnings.iter().map(warning).collect::<Vec<_>>(),
    })
}

fn warning(warning: &Warning) -> Value {
    let mut object = Map::new();
    match warning.place {
        Some(Place::Text { line, column }) => {
            object.insert("line".into(), json!(line));
            object.insert("column".into(), json!(column));
        }
        Some(Place::Byte(offset)) => {
            object.insert("offset".into(), json!(offset));
        }
        None => {}
    }
    object.insert("message".into(), json!(warning.message));
    object.insert("count".into(), json!(warning.count));
    Value::Object(object)
}

fn page(file: &Path, take: &Take) -> String {
    let stage = Stage::of(take);
    let guessed = if stage.unit.guessed {
        " (guessed from the figure's height)"
    } else {
        ""
    };
    let mut rows = vec![
        ("Format", take.format.to_string()),
        ("Nodes", take.skeleton.nodes().len().to_string()),
        ("Bones", take.skeleton.bones().len().to_string()),
        ("Frames", take.motion.frame_count().to_string()),
        ("Length", format!("{:.3} s", take.motion.duration())),
        ("Rate", format!("{} fps", crate::take::rate(take.fps()))),
        ("Units", format!("{}{guessed}", stage.unit.name)),
        ("Up", take.units.up.name().to_string()),
    ];
    rows.extend(take.details.iter().map(|d| (d.label, d.text.clone())));
    let mut page = format!("{}\n", file.display());
    for (label, text) in rows {
        page += &format!("    {label:<12}{text}\n");
    }
    for (i, warning) in take.warnings.iter().enumerate() {
        let label = if i == 0 { "Warnings" } else { "" };
        page += &format!("    {label:<12}{warning}\n");
    }
    page
}
