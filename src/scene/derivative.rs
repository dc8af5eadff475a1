//! The derivative of a curve: by how much its value changes in a second.

use super::curve::Curve;

/// Units, and what they are called in a second.
const PER_SECOND: [(&str, &str); 14] = [
    ("", "/s"),
    ("m", "m/s"),
    ("m/s", "m/s²"),
    ("m/s²", "m/s³"),
    ("°", "°/s"),
    ("°/s", "°/s²"),
    ("rad", "rad/s"),
    ("cm", "cm/s"),
    ("mm", "mm/s"),
    ("dm", "dm/s"),
    ("inch", "inch/s"),
    ("ft", "ft/s"),
    ("m/s³", "m/s⁴"),
    ("°/s²", "°/s³"),
];

impl Curve {
    /// Its derivative without frames, with room for so many.
    pub fn derivative(&self, frames: usize) -> Self {
        let unit = PER_SECOND.iter().find(|(unit, _)| *unit == self.unit);
        let unit = unit.map_or("", |(_, per_second)| per_second);
        let mut derivative = Self::new(&*self.label, unit, frames);
        derivative.axis = self.axis;
        derivative.least = self.least;
        derivative
    }

    /// Adds the next frames of the derivative of `of`, `most` of them, as far as these are known: from
    /// the frame before to the frame after, at both ends of a take of `frames` from or to the frame
    /// itself. Where one of the three has a gap, so has the derivative. Returns how many were added.
    pub fn differentiate(
        &mut self,
        of: &Self,
        frames: usize,
        frame_time: f64,
        most: usize,
    ) -> usize {
        let (from, known) = (self.series().len(), of.series().len());
        // What the last frame that is known turns into depends on the next one.
        let end = if known == frames { known } else { known.saturating_sub(1) };
        let end = end.min(from.saturating_add(most));
        for frame in from..end {
            let [before, after] = [frame.saturating_sub(1), (frame + 1).min(frames - 1)];
            let value = |frame| of.series().value(frame).map_or(f64::NAN, f64::from);
            let seconds = (after - before) as f64 * frame_time;
            // A gap here is one of the derivative, too.
            let change = value(after) - value(before) + 0.0 * value(frame);
            self.push((change / seconds) as f32);
        }
        end.saturating_sub(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derivative_is_that_of_the_neighbours_and_has_their_gaps() {
        let values = [1.0, 2.0, 4.0, f32::NAN, 8.0, 9.0, 11.0];
        let mut curve = Curve::new("World X", "m", 7);
        values.into_iter().for_each(|value| curve.push(value));
        let mut speed = curve.derivative(7);
        assert_eq!((speed.unit, &*speed.label), ("m/s", "World X"));
        while speed.differentiate(&curve, 7, 0.5, 2) > 0 {}
        let found: Vec<Option<f32>> = (0..7).map(|frame| speed.series().value(frame)).collect();
        let expected = [Some(2.0), Some(3.0), None, None, None, Some(3.0), Some(4.0)];
        assert_eq!(found, expected);
        assert_eq!(speed.derivative(7).unit, "m/s²");
        // A single frame goes nowhere.
        let mut alone = Curve::new("World X", "m", 1);
        alone.push(3.0);
        let mut speed = alone.derivative(1);
        assert_eq!(speed.differentiate(&alone, 1, 0.5, 10), 1);
        assert_eq!(speed.series().value(0), None);
    }

    #[test]
    fn what_is_still_being_filled_in_waits_for_its_next_frame() {
        let mut curve = Curve::new("Xrotation", "°", 4);
        let mut turn = curve.derivative(4);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 0);
        curve.push(0.0);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 0);
        curve.push(5.0);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 1);
        assert_eq!(turn.series().value(0), Some(5.0));
    }
}
