//! Differences as CSV: a row a joint.

use super::difference::{Difference, Figures, Quantity};
use crate::take::{CsvTexts, Skeleton};

/// The first row, where these differences are of a quantity.
pub fn csv_head(quantity: Quantity) -> String {
    let of = match quantity {
        Quantity::Position => "",
        Quantity::Velocity => "_velocity",
        Quantity::Acceleration => "_acceleration",
    };
    let figures = ["mean", "p95", "worst"].map(|figure| format!("{figure}{of}"));
    format!("a,b,name,other,{},worst_frame,velocity_rms,acceleration_rms\n", figures.join(","))
}

impl Difference {
    /// A row for each pair, the worst first, in metres and seconds; `files` are those of A and B.
    pub fn csv(&self, files: [&str; 2], skeletons: [&Skeleton; 2], texts: CsvTexts) -> String {
        let [a, b] = files.map(|file| texts.cell(file));
        let mut text = String::new();
        for pair in self.worst_first() {
            let name = |of: usize| texts.cell(&skeletons[of][self.pairs[pair][of]].name);
            text += &format!("{a},{b},{},{}", name(0), name(1));
            let figures = self.joints[pair];
            let value = |of: fn(&Figures) -> Option<f64>| figures.as_ref().and_then(of);
            for figure in
                [value(|f| Some(f.mean)), value(|f| Some(f.p95)), value(|f| Some(f.worst))]
            {
                text += &field(figure);
            }
            let frame = figures.map(|f| f.worst_frame.to_string());
            text += &format!(",{}", frame.unwrap_or_default());
            text += &field(value(|f| f.velocity_rms));
            text += &field(value(|f| f.acceleration_rms));
            text.push('\n');
        }
        text
    }
}

/// A figure to a millionth of its unit, behind a comma; nothing behind it where there is none.
fn field(value: Option<f64>) -> String {
    let text = value.map(|value| format!("{:?}", (value * 1e6).round() / 1e6));
    format!(",{}", text.unwrap_or_default())
}
