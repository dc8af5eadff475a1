//! Equation 3.6 in double precision, from an HTR file's text: the counterpart of
//! [`Reference`](super::reference::Reference).

use std::collections::HashMap;

use glam::{DMat4, DVec3};

use super::reference::{shift, turn};

/// An HTR file as the paper describes it; anything else makes this panic.
pub struct HtrReference {
    header: HashMap<String, String>,
    /// Child and parent, in the order of the file.
    pub hierarchy: Vec<(String, String)>,
    base: HashMap<String, Vec<f64>>,
    rows: HashMap<String, Vec<Vec<f64>>>,
}

impl HtrReference {
    pub fn of(text: &str) -> Self {
        let mut all = Self {
            header: HashMap::new(),
            hierarchy: Vec::new(),
            base: HashMap::new(),
            rows: HashMap::new(),
        };
        let mut section = String::new();
        for line in text.lines() {
            let line = line.split('#').next().expect("a part").trim();
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers = |words: &[&str]| -> Vec<f64> {
                let numbers = words.iter().map(|word| word.parse().expect("a number"));
                numbers.collect()
            };
            match (section.as_str(), words.as_slice()) {
                (_, []) => {}
                (_, [name]) if name.starts_with('[') => {
                    section = name.trim_matches(['[', ']']).to_string();
                }
                ("Header", [key, value]) => {
                    all.header.insert(key.to_string(), value.to_string());
                }
                ("SegmentNames&Hierarchy", [child, parent]) => {
                    all.hierarchy.push((child.to_string(), parent.to_string()));
                }
                ("BasePosition", [name, rest @ ..]) => {
                    all.base.insert(name.to_string(), numbers(rest));
                }
                (segment, [_, rest @ ..]) => {
                    let rows = all.rows.entry(segment.to_string()).or_default();
                    rows.push(numbers(rest));
                }
            }
        }
        all
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.rows.values().map(Vec::len).max().expect("rows")
    }

    /// A compound rotation: the angles stand in the order x y z, the header has the order in which
    /// their matrices are multiplied.
    fn rotation(&self, angles: &[f64]) -> DMat4 {
        let mut product = DMat4::IDENTITY;
        for axis in self.header["EulerRotationOrder"].chars() {
            let place = ['X', 'Y', 'Z'].iter().position(|&a| a == axis);
            let angle = angles[place.expect("an axis")];
            let degrees = match self.header["RotationUnits"].as_str() {
                "Radians" => angle.to_degrees(),
                _ => angle,
            };
            product *= turn(axis, degrees);
        }
        product
    }

    /// Equation 3.6 without the scale, M = Ti·R0·Ri, where Ti is equation 3.4.
    pub fn local(&self, name: &str, frame: usize) -> DMat4 {
        let (base, row) = (&self.base[name], &self.rows[name][frame]);
        let sum = DVec3::from_slice(base) + DVec3::from_slice(row);
        let scale: f64 = self.header["ScaleFactor"].parse().expect("a number");
        shift(sum * scale) * self.rotation(&base[3..6]) * self.rotation(&row[3..6])
    }

    /// The product of the local transforms from the root down to the segment.
    pub fn global(&self, name: &str, frame: usize) -> DMat4 {
        let local = self.local(name, frame);
        let (_, parent) = self.hierarchy.iter().find(|(child, _)| child == name).expect("a line");
        match parent.as_str() {
            "GLOBAL" => local,
            parent => self.global(parent, frame) * local,
        }
    }

    /// The end of the segment's bone in its own frame: equation 3.5 lengthens this bone alone.
    pub fn end(&self, name: &str, frame: usize) -> DVec3 {
        let scale: f64 = self.header["ScaleFactor"].parse().expect("a number");
        let length = self.base[name][6] * self.rows[name][frame][6] * scale;
        match self.header["BoneLengthAxis"].as_str() {
            "X" => DVec3::X * length,
            "Y" => DVec3::Y * length,
            "Z" => DVec3::Z * length,
            axis => panic!("{axis} is no axis"),
        }
    }
}
