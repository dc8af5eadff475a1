//! The metadata of a C3D file: unit, up axis, rate, subject, software.

use super::header::offset;
use super::parameters::{Parameter, Parameters, text};
use super::points::Layout;
use crate::loader::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use crate::loader::unit_names::{metres_in, unknown};
use crate::take::{Axis, Detail, DetailKind, FrameTime, Place, WarningCode, Warnings};

/// Seconds from one frame to the next: by POINT:RATE, else by the header's rate.
pub(super) fn frame_time(parameters: &Parameters<'_>, warnings: &mut Warnings) -> FrameTime {
    let stated = parameters.header.rate;
    let is_rate = |rate: &f64| is_frame_time(rate.recip());
    let header = Some(f64::from(stated)).filter(is_rate);
    let parameter = parameters.find("POINT", "RATE", warnings);
    let parameter = parameter.and_then(|rate| Some((rate.at, rate.number(0).filter(is_rate)?)));
    if let (Some(header), Some((at, rate))) = (header, parameter)
        && (header - rate).abs() > 1e-3 * rate
    {
        let message = format!(
            "POINT:RATE is {rate} frames a second, the header has {header}: POINT:RATE is believed"
        );
        warnings.add_at(WarningCode::RateContradicted, || Place::Byte(at as u64), message);
    }
    let Some(rate) = parameter.map(|(_, rate)| rate).or(header) else {
        let message = format!("{stated} is no rate: {}", assumed());
        warnings.add_at(WarningCode::RateAssumed, || Place::Byte(offset::RATE as u64), message);
        return ASSUMED_FRAME_TIME;
    };
    rate.recip().into()
}

pub(super) fn metres_per_unit(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Option<f64> {
    let parameter = parameters.find("POINT", "UNITS", warnings)?;
    let name = parameter.text()?;
    let metres = metres_in(name.as_bytes());
    if metres.is_none() {
        let place = || Place::Byte(parameter.at as u64);
        warnings.add_at(WarningCode::UnitUnknown, place, unknown(name.as_bytes()));
    }
    metres
}

/// The axis that is vertical on the screen of the program that wrote the file, which is POINT:Y_SCREEN;
/// its sign tells from where that program looks. Most of these files have Z up.
pub(super) fn up(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Option<Axis> {
    let text = parameters.find("POINT", "Y_SCREEN", warnings)?.text()?;
    let letter = text.trim_start_matches(['+', '-']).to_ascii_uppercase();
    Axis::ALL.into_iter().find(|axis| axis.name() == letter)
}

pub(super) fn details(
    parameters: &Parameters<'_>,
    layout: Layout,
    warnings: &mut Warnings,
) -> Vec<Detail> {
    let mut details = Vec::new();
    let mut add = |kind, text: String| {
        if !text.is_empty() {
            details.push(Detail::new(kind, text));
        }
    };
    add(DetailKind::SUBJECT, subject(parameters, warnings));
    add(DetailKind::SOFTWARE, software(parameters, warnings));
    let kind = if layout.is_float() { "floats" } else { "integers" };
    add(DetailKind::STORAGE, format!("{}, {kind}", parameters.processor.name()));
    if layout.samples > 0 {
        add(DetailKind::ANALOG, format!("{} samples a frame, not read", layout.samples));
    }
    details
}

/// What a file without points says of itself.
pub(super) fn of_segments(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Detail> {
    let all = [
        (DetailKind::SUBJECT, subject(parameters, warnings)),
        (DetailKind::SOFTWARE, software(parameters, warnings)),
        (DetailKind::STORAGE, format!("{}, floats", parameters.processor.name())),
    ];
    let all = all.into_iter().filter(|(_, text)| !text.is_empty());
    all.map(|(kind, text)| Detail::new(kind, text)).collect()
}

/// Who was recorded: the first few of SUBJECTS:NAMES, or SUBJECT:NAME.
fn subject(parameters: &Parameters<'_>, warnings: &mut Warnings) -> String {
    const MAX_SHOWN: usize = 8;
    let names = parameters
        .find("SUBJECTS", "NAMES", warnings)
        .or_else(|| parameters.find("SUBJECT", "NAME", warnings));
    let names = names.iter().flat_map(Parameter::texts).take(MAX_SHOWN);
    names.map(text).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

/// What wrote the file: `Vicon Nexus 1.8.2 (Vicon)`.
fn software(parameters: &Parameters<'_>, warnings: &mut Warnings) -> String {
    let mut find = |name| parameters.find("MANUFACTURER", name, warnings);
    let software = find("SOFTWARE").and_then(|p| p.text());
    let version = find("VERSION_LABEL")
        .or_else(|| find("VERSION"))
        .and_then(|version| version.text().or_else(|| dotted(&version)));
    let company = find("COMPANY").and_then(|p| p.text());
    let mut parts: Vec<String> = software.into_iter().collect();
    if !parts.is_empty() {
        parts.extend(version);
    }
    match company {
        Some(company) if parts.is_empty() => parts.push(company),
        Some(company) if !parts[0].contains(&company) => parts.push(format!("({company})")),
        _ => {}
    }
    parts.join(" ")
}

/// A version written as numbers: `2.17.3720`.
fn dotted(version: &Parameter<'_>) -> Option<String> {
    let numbers = (0..version.count().min(4)).map_while(|i| version.number(i));
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    (!numbers.is_empty()).then(|| numbers.join("."))
}
