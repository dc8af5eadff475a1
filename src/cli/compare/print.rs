//! What came of comparing takes, as a table, CSV or JSON.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::words::{AlignWord, CompareOptions};
use crate::cli::objects::{SCHEMA, merge};
use crate::cli::terminal::{printable, shown};
use crate::review::compare::{
    Alignment, Difference, Figures, Matching, Quantity, SyncCertainty, Timing, csv_head,
};
use crate::review::metrics::{METRICS, MetricValue, PairMetrics};
use crate::review::notes::Review;
use crate::scene::Stage;
use crate::take::{CsvTexts, Take, rounded};

pub(super) struct ComparedTake<'a> {
    pub path: &'a Path,
    pub take: Take,
    pub stage: Stage,
    /// What reviewers have added, where that counts.
    pub review: Review,
}

pub(super) struct ComparisonResult<'a> {
    pub both: [&'a ComparedTake<'a>; 2],
    pub matching: Matching,
    pub timing: Timing,
    pub certainty: Option<SyncCertainty>,
    pub align_frame: Option<usize>,
    pub alignment: Alignment,
    pub difference: Difference,
    pub metrics: Option<PairMetrics>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparisonFormat {
    Table,
    Csv(CsvTexts),
    Json,
}

impl ComparisonFormat {
    pub fn begin(self, count: usize, has_metrics: bool, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Csv(_) if has_metrics => writeln!(out, "a,b,of,metric,joint,value,unit"),
            Self::Csv(_) => write!(out, "{}", csv_head(Quantity::Position)),
            Self::Json if count > 1 => writeln!(out, "["),
            _ => Ok(()),
        }
    }

    pub fn print(
        self,
        result: &ComparisonResult<'_>,
        options: &CompareOptions,
        limit: Option<f64>,
        before: usize,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self {
            Self::Table => {
                let gap = if before > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", printable(&result.table(options)))
            }
            Self::Csv(texts) => match &result.metrics {
                Some(metrics) => result.metrics_csv(metrics, texts, out),
                None => result.csv(texts, out),
            },
            Self::Json => {
                let comma = if before > 0 { ",\n" } else { "" };
                write!(out, "{comma}{:#}", result.object(options, limit))
            }
        }
    }

    pub fn end(self, count: usize, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Json if count > 1 => writeln!(out, "\n]"),
            Self::Json => writeln!(out),
            _ => Ok(()),
        }
    }
}

fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The figures by their keys, null where there are none.
fn figures(figures: Option<Figures>) -> Value {
    let number = |value: fn(&Figures) -> f64| figures.as_ref().map(value).map(millionths);
    json!({
        "mean": number(|f| f.mean),
        "p95": number(|f| f.p95),
        "worst": number(|f| f.worst),
        "worst_frame": figures.map(|f| f.worst_frame),
        "velocity_rms": figures.and_then(|f| f.velocity_rms).map(millionths),
        "acceleration_rms": figures.and_then(|f| f.acceleration_rms).map(millionths),
    })
}

impl ComparisonResult<'_> {
    /// The name of the joint of A, or of B, of a pair.
    fn name(&self, pair: usize, side: usize) -> &str {
        &self.both[side].take.skeleton[self.difference.pairs[pair][side]].name
    }

    /// The figures of all joints, with the place of the worst.
    fn overall(&self) -> (Option<Figures>, Option<usize>) {
        let worst = self.difference.worst_first();
        let known = worst.first().copied().filter(|&pair| self.difference.joints[pair].is_some());
        (self.difference.figures(&worst), known)
    }

    fn unmatched(&self, side: usize) -> Vec<&str> {
        let skeleton = &self.both[side].take.skeleton;
        self.matching.unmatched[side].iter().map(|&node| skeleton[node].name.as_str()).collect()
    }

    fn object(&self, options: &CompareOptions, limit: Option<f64>) -> Value {
        let [a, b] = self.both.map(|compared| compared.path.to_string_lossy());
        let frames = &self.difference.frames;
        let joint = |pair: usize| {
            let mut object = json!({ "name": self.name(pair, 0), "other": self.name(pair, 1) });
            merge(&mut object, figures(self.difference.joints[pair]));
            object
        };
        let joints = self.difference.worst_first().into_iter().map(joint);
        let (overall, worst) = self.overall();
        let mut overall = figures(overall);
        overall["worst_joint"] = json!(worst.map(|pair| self.name(pair, 0)));
        let certainty = self.certainty;
        json!({
            "schema": SCHEMA,
            "a": a,
            "b": b,
            "frames": [frames.start, frames.end - 1],
            "offset": millionths(self.timing.offset_frames()),
            "offset_seconds": millionths(self.timing.offset),
            "sync": options.sync.word(),
            "correlation": certainty.map(|c| millionths(c.correlation)),
            "second_correlation": certainty.map(|c| millionths(c.second)),
            "certain": certainty.map(|c| c.is_certain()),
            "interpolated": self.timing.interpolates(),
            "align": options.align.word(),
            "align_frame": self.align_frame,
            "heading": millionths(self.alignment.angle.to_degrees()),
            "shift": self.alignment.shift.to_array().map(millionths),
            "unit": "m",
            "matched": self.matching.pairs.len(),
            "joints": joints.collect::<Value>(),
            "overall": overall,
            "unmatched": { "a": self.unmatched(0), "b": self.unmatched(1) },
            "limit": limit,
            "metrics": self.metrics.as_ref().map(PairMetrics::object),
            "exceeded": limit.zip(self.worst()).map(|(limit, worst)| worst > limit),
        })
    }

    fn csv(&self, texts: CsvTexts, out: &mut impl Write) -> io::Result<()> {
        let files = self.both.map(|compared| compared.path.to_string_lossy());
        let skeletons = self.both.map(|compared| &compared.take.skeleton);
        let csv = self.difference.csv(files.each_ref().map(|file| &**file), skeletons, texts);
        out.write_all(csv.as_bytes())
    }

    /// A row for each value: of all joints, then of each.
    fn metrics_csv(
        &self,
        metrics: &PairMetrics,
        texts: CsvTexts,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let files = self.both.map(|compared| texts.cell(&compared.path.to_string_lossy()));
        let [a, b] = &metrics.takes;
        let of_takes = [("a", &a.values, &a.names), ("b", &b.values, &b.names)];
        for (of, values, names) in
            [("pair", &metrics.pair, &metrics.names)].into_iter().chain(of_takes)
        {
            for MetricValue { metric, value, joints } in values {
                let all = std::iter::once(("", *value));
                let joints = names.iter().map(String::as_str).zip(joints.iter().copied());
                for (joint, value) in all.chain(joints) {
                    let value = value.map(|value| value.to_string()).unwrap_or_default();
                    let ([a, b], joint) = (&files, texts.cell(joint));
                    writeln!(out, "{a},{b},{of},{},{joint},{value},{}", metric.word, metric.unit)?;
                }
            }
        }
        Ok(())
    }

    fn table(&self, options: &CompareOptions) -> String {
        let [a, b] = self.both.map(|compared| shown(compared.path).to_string());
        let frames = &self.difference.frames;
        let mut facts = vec![format!("frames {} to {}", frames.start, frames.end - 1)];
        if self.timing.offset != 0.0 {
            let offset = rounded(self.timing.offset_frames(), 2);
            facts.push(format!("B begins at frame {offset} of A"));
        }
        if let Some(certainty) = self.certainty {
            facts.push(format!("correlation {:.2}", certainty.correlation));
        }
        if self.timing.interpolates() {
            facts.push("B is read between its frames".into());
        }
        facts.push(match self.align_frame {
            Some(frame) => format!("aligned in place at frame {frame}"),
            None if options.align == AlignWord::Range => "aligned over the range".into(),
            None => "not aligned".into(),
        });
        let all = self.both[0].take.skeleton.nodes().len();
        facts.push(format!("{} of {all} joints matched", self.matching.pairs.len()));
        let mut text = format!("{a} (A) against {b} (B)\n{}\n\n", facts.join(" · "));
        let order = self.difference.worst_first();
        let names = order.iter().map(|&pair| self.name(pair, 0).chars().count());
        let width = names.max().unwrap_or(0).max(ALL_JOINTS.len());
        text += &format!(
            "{:width$} {:>9} {:>9} {:>9} {:>7} {:>10} {:>13}\n",
            "joint", "mean cm", "p95 cm", "worst cm", "frame", "speed cm/s", "accel. m/s²"
        );
        for &pair in &order {
            text += &row(self.name(pair, 0), width, self.difference.joints[pair]);
        }
        text += &row(ALL_JOINTS, width, self.overall().0);
        if let Some(metrics) = &self.metrics {
            text += &metrics_table(metrics);
        }
        for (side, name) in [a, b].into_iter().enumerate() {
            let unmatched = self.unmatched(side);
            if !unmatched.is_empty() {
                text += &format!("\nonly in {name}: {}\n", unmatched.join(", "));
            }
        }
        text
    }
}

/// What papers report: of both, then of each.
fn metrics_table(metrics: &PairMetrics) -> String {
    let [a, b] = metrics.takes.each_ref().map(|take| &take.values);
    let labels = METRICS.iter().map(|metric| metric.label.chars().count());
    let width = labels.max().unwrap_or(0);
    let number = |value: Option<f64>| value.map_or("–".into(), |value| rounded(value, 4));
    let mut text = format!("\n{:width$} {:>12}\n", "metric", "B to A");
    for MetricValue { metric, value, .. } in &metrics.pair {
        text += &format!("{:width$} {:>12} {}\n", metric.label, number(*value), metric.unit);
    }
    text += &format!("\n{:width$} {:>12} {:>12}\n", "metric", "A", "B");
    for (of_a, of_b) in a.iter().zip(b) {
        let [a, b] = [of_a, of_b].map(|value| number(value.value));
        let line = format!("{:width$} {a:>12} {b:>12} {}", of_a.metric.label, of_a.metric.unit);
        text += &format!("{}\n", line.trim_end());
    }
    text
}

const ALL_JOINTS: &str = "all joints";

fn row(name: &str, width: usize, figures: Option<Figures>) -> String {
    let Some(figures) = figures else { return format!("{name:width$} {:>9}\n", "–") };
    let rms = |value: Option<f64>, scale: f64| {
        value.map_or("–".into(), |value| format!("{:.2}", scale * value))
    };
    let Figures { mean, p95, worst, .. } = figures;
    let [mean, p95, worst] = [mean, p95, worst].map(|metres| 100.0 * metres);
    format!(
        "{name:width$} {mean:>9.2} {p95:>9.2} {worst:>9.2} {:>7} {:>10} {:>13}\n",
        figures.worst_frame,
        rms(figures.velocity_rms, 100.0),
        rms(figures.acceleration_rms, 1.0)
    )
}
