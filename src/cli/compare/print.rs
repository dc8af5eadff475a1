//! What came of comparing takes, as a table, CSV or JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::compared::{Asked, Compared};
use crate::cli::objects::{SCHEMA, merge};
use crate::cli::terminal::{printable, shown};
use crate::review::compare::{Figures, Quantity, csv_head};
use crate::take::{CsvTexts, rounded};

/// As what differences are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Table,
    Csv(CsvTexts),
    Json,
}

impl Form {
    /// Prints what stands ahead of so many comparisons.
    pub fn begin(self, count: usize, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Csv(_) => write!(out, "{}", csv_head(Quantity::Position)),
            Self::Json if count > 1 => writeln!(out, "["),
            _ => Ok(()),
        }
    }

    /// Prints a comparison; `before` are ahead of it.
    pub fn print(
        self,
        compared: &Compared<'_>,
        asked: &Asked,
        limit: Option<f64>,
        before: usize,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self {
            Self::Table => {
                let gap = if before > 0 { "\n" } else { "" };
                let table = compared.table(asked);
                write!(out, "{gap}{}", printable(&table))
            }
            Self::Csv(texts) => compared.csv(texts, out),
            Self::Json => {
                let comma = if before > 0 { ",\n" } else { "" };
                write!(out, "{comma}{:#}", compared.object(asked, limit))
            }
        }
    }

    /// Prints what stands behind so many comparisons.
    pub fn end(self, count: usize, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Json if count > 1 => writeln!(out, "\n]"),
            Self::Json => writeln!(out),
            _ => Ok(()),
        }
    }
}

/// A figure to a millionth of its unit.
fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The figures by their keys, null where there are none.
fn figures(figures: Option<Figures>) -> Value {
    let number = |of: fn(&Figures) -> f64| figures.as_ref().map(of).map(millionths);
    json!({
        "mean": number(|f| f.mean),
        "p95": number(|f| f.p95),
        "worst": number(|f| f.worst),
        "worst_frame": figures.map(|f| f.worst_frame),
        "velocity_rms": figures.and_then(|f| f.velocity_rms).map(millionths),
        "acceleration_rms": figures.and_then(|f| f.acceleration_rms).map(millionths),
    })
}

impl Compared<'_> {
    /// The name of the joint of A, or of B, of a pair.
    fn name(&self, pair: usize, of: usize) -> &str {
        &self.both[of].take.skeleton[self.difference.pairs[pair][of]].name
    }

    /// The figures of all joints, with the place of the worst.
    fn overall(&self) -> (Option<Figures>, Option<usize>) {
        let worst = self.difference.worst_first();
        let known = worst.first().copied().filter(|&pair| self.difference.joints[pair].is_some());
        (self.difference.figures(&worst), known)
    }

    /// The names of the joints of A, or of B, that belong to none.
    fn unmatched(&self, of: usize) -> Vec<&str> {
        let skeleton = &self.both[of].take.skeleton;
        let nodes = self.matching.unmatched[of].iter();
        nodes.map(|&node| skeleton[node].name.as_str()).collect()
    }

    fn object(&self, asked: &Asked, limit: Option<f64>) -> Value {
        let [a, b] = self.both.map(|staged| staged.path.to_string_lossy());
        let frames = &self.difference.frames;
        let joint = |pair: usize| {
            let mut object = json!({ "name": self.name(pair, 0), "other": self.name(pair, 1) });
            merge(&mut object, figures(self.difference.joints[pair]));
            object
        };
        let joints: Vec<Value> = self.difference.worst_first().into_iter().map(joint).collect();
        let (overall, worst) = self.overall();
        let mut overall = figures(overall);
        overall["worst_joint"] = json!(worst.map(|pair| self.name(pair, 0)));
        let certainty = self.certainty;
        let shift = self.alignment.shift.to_array().map(millionths);
        json!({
            "schema": SCHEMA,
            "a": a,
            "b": b,
            "frames": [frames.start, frames.end - 1],
            "offset": millionths(self.timing.offset_frames()),
            "offset_seconds": millionths(self.timing.offset),
            "sync": asked.sync.word(),
            "correlation": certainty.map(|c| millionths(c.correlation)),
            "second_correlation": certainty.map(|c| millionths(c.second)),
            "certain": certainty.map(|c| c.is_certain()),
            "interpolated": self.timing.interpolates(),
            "align": asked.align.word(),
            "align_frame": self.align_frame,
            "heading": millionths(self.alignment.angle.to_degrees()),
            "shift": shift,
            "unit": "m",
            "matched": self.matching.pairs.len(),
            "joints": joints,
            "overall": overall,
            "unmatched": { "a": self.unmatched(0), "b": self.unmatched(1) },
            "limit": limit,
            "exceeded": limit.zip(self.worst()).map(|(limit, worst)| worst > limit),
        })
    }

    fn csv(&self, texts: CsvTexts, out: &mut impl Write) -> io::Result<()> {
        let files = self.both.map(|staged| staged.path.to_string_lossy());
        let skeletons = self.both.map(|staged| &staged.take.skeleton);
        let files = files.each_ref().map(|file| file.as_ref());
        out.write_all(self.difference.csv(files, skeletons, texts).as_bytes())
    }

    fn table(&self, asked: &Asked) -> String {
        let [a, b] = self.both.map(|staged| shown(staged.path).to_string());
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
            None if asked.align.word() == "range" => "aligned over the range".into(),
            None => "not aligned".into(),
        });
        let all = self.both[0].take.skeleton.nodes().len();
        facts.push(format!("{} of {all} joints matched", self.matching.pairs.len()));
        let mut text = format!("{a} (A) against {b} (B)\n{}\n\n", facts.join(" · "));
        let order = self.difference.worst_first();
        let names = order.iter().map(|&pair| self.name(pair, 0).chars().count());
        let width = names.max().unwrap_or(0).max(ALL.len());
        text += &format!(
            "{:width$} {:>9} {:>9} {:>9} {:>7} {:>10} {:>13}\n",
            "joint", "mean cm", "p95 cm", "worst cm", "frame", "speed cm/s", "accel. m/s²"
        );
        for &pair in &order {
            text += &row(self.name(pair, 0), width, self.difference.joints[pair]);
        }
        text += &row(ALL, width, self.overall().0);
        for (of, name) in [a, b].into_iter().enumerate() {
            let unmatched = self.unmatched(of);
            if !unmatched.is_empty() {
                text += &format!("\nonly in {name}: {}\n", unmatched.join(", "));
            }
        }
        text
    }
}

/// What the last row of a table is called.
const ALL: &str = "all joints";

/// A row of the table.
fn row(name: &str, width: usize, figures: Option<Figures>) -> String {
    let Some(figures) = figures else {
        return format!("{name:width$} {:>9}\n", "–");
    };
    let rms = |value: Option<f64>, scale: f64| {
        value.map_or("–".into(), |value| format!("{:.2}", scale * value))
    };
    let [mean, p95, worst] =
        [figures.mean, figures.p95, figures.worst].map(|metres| 100.0 * metres);
    format!(
        "{name:width$} {mean:>9.2} {p95:>9.2} {worst:>9.2} {:>7} {:>10} {:>13}\n",
        figures.worst_frame,
        rms(figures.velocity_rms, 100.0),
        rms(figures.acceleration_rms, 1.0)
    )
}
