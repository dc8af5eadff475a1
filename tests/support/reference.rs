//! The paper's matrices in double precision, from a BVH file's text.
//!
//! Nothing here comes from the crate: a second reading of the text and matrices written out by
//! hand can only agree with the loader and the evaluator where all of them are right.

use glam::{DMat4, DVec3, DVec4};

/// A joint as the text has it.
pub struct Joint {
    pub name: String,
    pub parent: Option<usize>,
    pub offset: DVec3,
    /// `Xposition`, `Zrotation` and so on, with the column of each.
    pub channels: Vec<(String, usize)>,
    /// The offset of the End Site, where there is one.
    pub end: Option<DVec3>,
}

/// A BVH file as the paper describes it; anything else makes this panic.
pub struct Reference {
    pub joints: Vec<Joint>,
    pub rows: Vec<Vec<f64>>,
}

impl Reference {
    pub fn of(text: &str) -> Self {
        let (hierarchy, motion) = text.split_once("MOTION").expect("two sections");
        let mut words = hierarchy.split_whitespace();
        let mut joints: Vec<Joint> = Vec::new();
        // An End Site opens a block too, but is no joint.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut columns = 0;
        while let Some(word) = words.next() {
            let mut next = || words.next().expect("another word");
            match word {
                "HIERARCHY" | "{" => {}
                "}" => drop(open.pop()),
                "ROOT" | "JOINT" => {
                    joints.push(Joint {
                        name: next().to_string(),
                        parent: open.last().copied().flatten(),
                        offset: DVec3::ZERO,
                        channels: Vec::new(),
                        end: None,
                    });
                    open.push(Some(joints.len() - 1));
                }
                "End" => {
                    assert_eq!(next(), "Site");
                    open.push(None);
                }
                "OFFSET" => {
                    let offset = DVec3::from([(); 3].map(|()| next().parse().expect("a number")));
                    match open.last().expect("an open block") {
                        Some(joint) => joints[*joint].offset = offset,
                        None => joints.last_mut().expect("a joint").end = Some(offset),
                    }
                }
                "CHANNELS" => {
                    let count: usize = next().parse().expect("a count");
                    let joint = joints.last_mut().expect("a joint");
                    for _ in 0..count {
                        joint.channels.push((next().to_string(), columns));
                        columns += 1;
                    }
                }
                other => panic!("the paper knows no {other}"),
            }
        }
        let rows = motion.trim().lines().skip(2).map(|line| {
            let row: Vec<f64> =
                line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
            assert_eq!(row.len(), columns);
            row
        });
        let rows = rows.collect();
        Self { joints, rows }
    }

    /// The joint of that name.
    pub fn find(&self, name: &str) -> usize {
        self.joints
            .iter()
            .position(|joint| joint.name == name)
            .unwrap_or_else(|| panic!("no joint is called {name}"))
    }

    /// Equation 3.2: the summed offset and position in the fourth column, the compound rotation of
    /// equation 3.1 in the upper left.
    pub fn local(&self, joint: usize, row: &[f64]) -> DMat4 {
        let joint = &self.joints[joint];
        let mut translation = joint.offset;
        let mut rotation = DMat4::IDENTITY;
        for (channel, column) in &joint.channels {
            let axis = channel.chars().next().expect("a letter");
            let value = row[*column];
            if channel.ends_with("position") {
                translation += DVec3::select(lane(axis), DVec3::splat(value), DVec3::ZERO);
            } else {
                rotation *= turn(axis, value);
            }
        }
        shift(translation) * rotation
    }

    /// Equation 2.4: the product of the local transforms from the root down to the joint.
    pub fn global(&self, joint: usize, row: &[f64]) -> DMat4 {
        let local = self.local(joint, row);
        match self.joints[joint].parent {
            Some(parent) => self.global(parent, row) * local,
            None => local,
        }
    }
}

fn lane(axis: char) -> glam::BVec3 {
    glam::BVec3::new(axis == 'X', axis == 'Y', axis == 'Z')
}

/// Rotation about an axis: column vectors, counter-clockwise seen from the axis' tip.
pub fn turn(axis: char, degrees: f64) -> DMat4 {
    let (s, c) = degrees.to_radians().sin_cos();
    let rows = match axis {
        'X' => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
        'Y' => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        'Z' => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
        _ => panic!("{axis} is no axis"),
    };
    let column = |i: usize| DVec4::new(rows[0][i], rows[1][i], rows[2][i], 0.0);
    DMat4::from_cols(column(0), column(1), column(2), DVec4::W)
}

/// Translation: the offset in the fourth column.
pub fn shift(by: DVec3) -> DMat4 {
    DMat4::from_cols(DVec4::X, DVec4::Y, DVec4::Z, by.extend(1.0))
}

/// A point through a matrix as equation 2.1 has it, v' = M·v.
pub fn point(m: &DMat4, v: DVec3) -> DVec3 {
    (*m * v.extend(1.0)).truncate()
}
