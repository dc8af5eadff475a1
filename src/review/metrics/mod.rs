//! Metrics by which papers say how near one motion comes to another, and how plausible it is by itself.
//!
//! Each says its unit, its thresholds and its source, since figures of one name differ between papers by just these.
//! All of them work in metres and seconds, Y up, in double precision: the unit, axes and rate that a take comes in do not
//! count. What is missing of a motion is left out of its means.

mod of_motion;
mod of_pair;
mod of_takes;
mod procrustes;
mod tracks;

use serde_json::{Value as Json, json};

pub use of_motion::{Ground, limit_excess, of_motion};
pub use of_pair::of_pair;
pub use of_takes::{PairMetrics, TakeMetrics, foot_skating_ratio};
pub use procrustes::Similarity;
pub use tracks::Tracks;

/// What is measured, and how.
#[derive(Debug, PartialEq, Eq)]
pub struct Metric {
    /// The word for it in JSON, CSV and Python.
    pub word: &'static str,
    /// As papers call it.
    pub label: &'static str,
    /// Empty for a ratio.
    pub unit: &'static str,
    /// How it is worked out, in a sentence, with its thresholds.
    pub about: &'static str,
    pub source: &'static str,
    /// Whether it is of one motion by itself, not of two.
    pub is_of_one: bool,
}

/// A metric of a motion, or of two.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricValue {
    pub metric: &'static Metric,
    /// `None` where nothing could be measured: no frames, no feet, no limits.
    pub value: Option<f64>,
    /// The same of each joint, or of the bone that leads to it; empty for metrics of the whole figure.
    pub joints: Vec<Option<f64>>,
}

impl MetricValue {
    /// It for programs; the joints by these names.
    pub fn object(&self, names: &[&str]) -> Json {
        let Metric { word, unit, about, source, .. } = self.metric;
        let joints = names
            .iter()
            .zip(&self.joints)
            .filter_map(|(name, value)| value.map(|value| json!({ "name": name, "value": value })));
        let joints: Vec<Json> = joints.collect();
        json!({
            "metric": word,
            "value": self.value,
            "unit": unit,
            "about": about,
            "source": source,
            "joints": joints,
        })
    }
}

pub const MPJPE: Metric = Metric {
    word: "mpjpe",
    label: "MPJPE",
    unit: "mm",
    about: "Mean distance of the joints of both, once the roots are put upon each other on each frame.",
    source: "Ionescu et al., Human3.6M, IEEE TPAMI 36 (2014)",
    is_of_one: false,
};

pub const GLOBAL_MPJPE: Metric = Metric {
    word: "global-mpjpe",
    label: "Global MPJPE",
    unit: "mm",
    about: "Mean distance of the joints of both where they are in the world.",
    source: "as MPJPE, without an alignment of roots",
    is_of_one: false,
};

pub const PA_MPJPE: Metric = Metric {
    word: "pa-mpjpe",
    label: "PA-MPJPE",
    unit: "mm",
    about: "Mean distance of the joints, once a rotation, a scale and a shift of least squares bring B to A on each frame; of \
            three joints and more.",
    source: "Martinez et al., A Simple Yet Effective Baseline, ICCV 2017, protocol 2; Umeyama, IEEE TPAMI 13 (1991)",
    is_of_one: false,
};

pub const N_MPJPE: Metric = Metric {
    word: "n-mpjpe",
    label: "N-MPJPE",
    unit: "mm",
    about: "As MPJPE, with B scaled about its root on each frame by the factor of least squares.",
    source: "Rhodin et al., Unsupervised Geometry-Aware Representation, ECCV 2018",
    is_of_one: false,
};

pub const VELOCITY_ERROR: Metric = Metric {
    word: "velocity-error",
    label: "MPJVE",
    unit: "mm/s",
    about: "Mean length of the difference of both velocities of a joint about the root, each from a frame to the next.",
    source: "Pavllo et al., VideoPose3D, CVPR 2019 (there in mm a frame at 50 Hz)",
    is_of_one: false,
};

pub const ACCELERATION_ERROR: Metric = Metric {
    word: "acceleration-error",
    label: "Acceleration error",
    unit: "mm/s²",
    about: "Mean length of the difference of both accelerations of a joint about the root, each from three frames.",
    source: "Kanazawa et al., Human Dynamics from Video, CVPR 2019 (there often in mm a frame², at 30 Hz 1/900 of it)",
    is_of_one: false,
};

pub const BONE_LENGTH_ERROR: Metric = Metric {
    word: "bone-length-error",
    label: "Bone length error",
    unit: "mm",
    about: "Mean difference, without its sign, of the lengths of the bones whose both joints are in both.",
    source: "Sun et al., Compositional Human Pose Regression, ICCV 2017 (there Bone Error)",
    is_of_one: false,
};

pub const JITTER: Metric = Metric {
    word: "jitter",
    label: "Jitter",
    unit: "m/s³",
    about: "Mean length of the third difference of the places of a joint in the world, over the frame time cubed.",
    source: "Yi et al., TransPose, ACM TOG 40 (2021) (there in 10² m/s³)",
    is_of_one: true,
};

pub const FOOT_SKATING: Metric = Metric {
    word: "foot-skating",
    label: "Foot skating ratio",
    unit: "",
    about: "Share of the steps from frame to frame on which a joint of a foot, lower than 0.05 m on both, moves \
            level faster than 0.5 m/s, by itself and on the mean of 0.1 s on either side; of joints, the share of each.",
    source: "Karunratanakul et al., Guided Motion Diffusion, ICCV 2023",
    is_of_one: true,
};

pub const PENETRATION: Metric = Metric {
    word: "penetration",
    label: "Penetration",
    unit: "mm",
    about: "How deep the lowest joint or bone end is below height 0 of the file, where that is more than 5 mm; else 0; the mean of \
            all frames.",
    source: "Yuan et al., PhysDiff, ICCV 2023 (there of the vertices of a mesh)",
    is_of_one: true,
};

pub const FLOATING: Metric = Metric {
    word: "floating",
    label: "Float",
    unit: "mm",
    about: "How high the lowest joint or bone end is above height 0 of the file, where that is more than 5 mm; else 0; the mean of \
            all frames.",
    source: "Yuan et al., PhysDiff, ICCV 2023 (there of the vertices of a mesh)",
    is_of_one: true,
};

pub const BONE_LENGTH_CHANGE: Metric = Metric {
    word: "bone-length-change",
    label: "Bone length change",
    unit: "mm",
    about: "Standard deviation of the length of a bone over all frames; the mean of all bones.",
    source: "Sun et al., Compositional Human Pose Regression, ICCV 2017 (there Bone Std)",
    is_of_one: true,
};

pub const LIMIT_EXCESS: Metric = Metric {
    word: "limit-excess",
    label: "Joint limit excess",
    unit: "°",
    about: "How far the angles of joints are beyond the limits that the file states; the mean of all limited angles and \
            frames.",
    source: "the limits of the file, as ASF has them",
    is_of_one: true,
};

/// All of them: those of two motions first.
pub const METRICS: [&Metric; 13] = [
    &MPJPE,
    &GLOBAL_MPJPE,
    &PA_MPJPE,
    &N_MPJPE,
    &VELOCITY_ERROR,
    &ACCELERATION_ERROR,
    &BONE_LENGTH_ERROR,
    &JITTER,
    &FOOT_SKATING,
    &PENETRATION,
    &FLOATING,
    &BONE_LENGTH_CHANGE,
    &LIMIT_EXCESS,
];

/// A mean that grows; numbers that are not finite are left out.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        if value.is_finite() {
            self.sum += value;
            self.count += 1;
        }
    }

    fn of(values: impl IntoIterator<Item = f64>) -> Option<f64> {
        let mut mean = Self::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean.get()
    }

    fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The mean of each joint, and of all joints on all frames.
#[derive(Clone, Debug)]
struct JointMeans(Vec<Mean>);

impl JointMeans {
    fn new(joints: usize) -> Self {
        Self(vec![Mean::default(); joints])
    }

    fn add(&mut self, joint: usize, value: f64) {
        self.0[joint].add(value);
    }

    /// In the unit of a metric, of which one of these is so many.
    fn value(self, metric: &'static Metric, scale: f64) -> MetricValue {
        let mut all = Mean::default();
        for mean in &self.0 {
            all.sum += mean.sum;
            all.count += mean.count;
        }
        let scaled = |mean: Mean| mean.get().map(|value| value * scale);
        MetricValue { metric, value: scaled(all), joints: self.0.into_iter().map(scaled).collect() }
    }
}

/// Millimetres in a metre.
const MILLIMETRES: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique_and_every_metric_says_where_it_comes_from() {
        for (i, metric) in METRICS.iter().enumerate() {
            assert!(METRICS[..i].iter().all(|other| other.word != metric.word));
            assert!(metric.about.ends_with('.') && !metric.source.is_empty(), "{}", metric.word);
        }
    }
}
