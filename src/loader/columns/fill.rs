//! What a person says of several columns at once: all numbers of a position or a rotation, of one sensor or of all that
//! have theirs in the same order; and what that makes of the first rows.

use glam::DVec3;

use super::super::time_unit::TimeUnit;
use super::column::{Column, Quantity};
use super::guess::TableHead;
use super::mapping::ColumnMapping;
use super::names::{Word, parts, shared};
use super::sample::number;
use crate::take::Axis;

/// Columns side by side that are said at once.
pub type Set = &'static [Quantity];

/// Those that are offered.
pub const SETS: [Set; 5] = {
    use Axis::{X, Y, Z};
    use Quantity::{Angle, Position, Quaternion};
    [
        &[Position(X), Position(Y), Position(Z)],
        &[Quaternion(0), Quaternion(1), Quaternion(2), Quaternion(3)],
        &[Quaternion(3), Quaternion(0), Quaternion(1), Quaternion(2)],
        &[Angle(X), Angle(Y), Angle(Z)],
        &[Angle(Z), Angle(Y), Angle(X)],
    ]
};

impl TableHead {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// What times of a column are in, by their steps.
    pub fn time_unit(&self, column: usize) -> TimeUnit {
        let values = self.rows.iter().filter_map(|row| self.value(row, column));
        TimeUnit::by_steps(&values.collect::<Vec<f64>>())
    }

    fn value(&self, row: &[String], column: usize) -> Option<f64> {
        number(row.get(column)?.as_bytes(), self.guess.decimal_comma)
    }

    /// A mapping in which the columns from one on are those of a set: of one sensor, or of `all` whose columns are alike.
    pub fn filled(
        &self,
        mapping: &ColumnMapping,
        column: usize,
        set: Set,
        all: bool,
    ) -> ColumnMapping {
        let mut filled = mapping.clone();
        let width = self.width().max(filled.columns.len());
        filled.columns.resize(width, Column::Skip);
        self.fill(&mut filled, column, set);
        if !all {
            return filled;
        }
        if self.names.is_empty() {
            return repeated(filled, column, set.len());
        }
        for start in self.alike(column, set.len()) {
            self.fill(&mut filled, start, set);
        }
        filled
    }

    /// Says what the columns from one on are, as far as there are some.
    fn fill(&self, mapping: &mut ColumnMapping, start: usize, set: Set) {
        let of = self.sensor(mapping, start, set);
        for (column, &quantity) in mapping.columns.iter_mut().skip(start).zip(set) {
            *column = Column::Value { of: of.clone(), quantity };
        }
    }

    /// What the sensor is called whose columns begin here: as that of the column ahead, where it lacks these, as was said or
    /// as the file says, else by its number.
    fn sensor(&self, mapping: &ColumnMapping, start: usize, set: Set) -> String {
        if mapping.columns.contains(&Column::Name) {
            return String::new();
        }
        let is_place = |quantity: &Quantity| matches!(quantity, Quantity::Position(_));
        let of = |column: &Column| match column {
            Column::Value { of, quantity } => Some((of.clone(), is_place(quantity))),
            _ => None,
        };
        let (ahead, rest) = mapping.columns.split_at(start.min(mapping.columns.len()));
        let behind = rest.get(set.len()..).unwrap_or_default();
        let is_free = |name: &String| {
            let mut others = ahead.iter().chain(behind).filter_map(of);
            others.all(|(other, is_of_place)| other != *name || is_of_place != is_place(&set[0]))
        };
        let [before, stated] = [ahead.last(), rest.first()].map(|column| Some(of(column?)?.0));
        let end = self.names.len().min(start + set.len());
        let names = self.names.get(start..end).unwrap_or_default();
        let header = names.first().map(|first| match shared(names) {
            "" => Word::of(first).name,
            shared => shared.to_string(),
        });
        // What was guessed without a name is called by a number.
        let is_word = |name: &String| !name.bytes().all(|b| b.is_ascii_digit());
        let header = header.filter(|name| !name.is_empty());
        let named = [before, stated.clone().filter(is_word), header, stated].into_iter().flatten();
        let numbered = (1..).map(|number| format!("Sensor {number}"));
        named.chain(numbered).find(is_free).unwrap_or_default()
    }

    /// The columns whose names, with those behind them, differ from the ones from `column` on only by what all of them begin
    /// or end with.
    fn alike(&self, column: usize, count: usize) -> Vec<usize> {
        let parts = |start: usize| Some(parts(self.names.get(start..start + count)?));
        let wanted = parts(column);
        let mut found = Vec::new();
        let mut next = 0;
        while wanted.is_some() && next + count <= self.names.len() {
            let is_alike = parts(next) == wanted;
            found.extend(is_alike.then_some(next));
            next += if is_alike { count } else { 1 };
        }
        found
    }

    /// Where the first row, or the first ones that have a name each, put markers and sensors.
    pub fn places(&self, mapping: &ColumnMapping) -> Vec<DVec3> {
        let parts = mapping.parts();
        let is_named = mapping.columns.contains(&Column::Name);
        let mut places = Vec::new();
        for row in self.rows.iter().take(if is_named { usize::MAX } else { 1 }) {
            for part in &parts {
                let [x, y, z] = Axis::ALL.map(|axis| {
                    let is = |(own, _): &&(Quantity, usize)| *own == Quantity::Position(axis);
                    self.value(row, part.columns.iter().find(is)?.1)
                });
                if let (Some(x), Some(y), Some(z)) = (x, y, z) {
                    places.push(DVec3::new(x, y, z));
                }
            }
        }
        places
    }
}

/// A mapping in which what was said of a sensor, up to so many columns behind `column`, is said of all columns that
/// follow.
fn repeated(mut mapping: ColumnMapping, column: usize, count: usize) -> ColumnMapping {
    let name = |column: &Column| match column {
        Column::Value { of, .. } => Some(of.clone()),
        _ => None,
    };
    let own = mapping.columns.get(column).and_then(name);
    let ahead = mapping.columns[..column].iter().rev();
    let start = column - ahead.take_while(|other| name(other) == own).count();
    let end = mapping.columns.len().min(column + count);
    let sensor = mapping.columns[start..end].to_vec();
    let many = (mapping.columns.len() - start) / sensor.len().max(1);
    for number in 1..many {
        for (i, column) in sensor.iter().enumerate() {
            let Column::Value { quantity, .. } = column else { continue };
            mapping.columns[start + number * sensor.len() + i] =
                Column::Value { of: format!("Sensor {}", number + 1), quantity: *quantity };
        }
    }
    mapping
}

#[cfg(test)]
mod tests {
    use super::super::super::Source;
    use super::super::guess::table_head;
    use super::*;

    fn head(text: &str) -> TableHead {
        table_head(&Source::new("", text.as_bytes())).expect(text)
    }

    fn words(mapping: &ColumnMapping) -> String {
        let columns = mapping.columns.iter().map(ToString::to_string);
        columns.collect::<Vec<_>>().join(",")
    }

    /// What the columns are once a set is said of one, and of all that are alike.
    fn filled(text: &str, column: usize, set: Set) -> [String; 2] {
        let head = head(text);
        let none =
            ColumnMapping { columns: vec![Column::Skip; head.width()], ..head.guess.clone() };
        [false, true].map(|all| words(&head.filled(&none, column, set, all)))
    }

    #[test]
    fn one_set_is_said_of_one_sensor_or_of_all_that_are_alike() {
        let [xyz, _, wxyz, ..] = SETS;
        for (text, column, set, one, all) in [
            (
                "t,Hand:1,Hand:2,Hand:3,Foot:1,Foot:2,Foot:3\n0,1,2,3,4,5,6\n1,1,2,3,4,5,6\n",
                4,
                xyz,
                "-,-,-,-,Foot x,Foot y,Foot z",
                "-,Hand x,Hand y,Hand z,Foot x,Foot y,Foot z",
            ),
            (
                "a_Hand,b_Hand,c_Hand,note,a_Foot,b_Foot,c_Foot\n1,2,3,0,4,5,6\n",
                0,
                xyz,
                "Hand x,Hand y,Hand z,-,-,-,-",
                "Hand x,Hand y,Hand z,-,Foot x,Foot y,Foot z",
            ),
            (
                "9 1 0 0 0 1 0 0 0\n9 1 0 0 0 1 0 0 0\n",
                1,
                wxyz,
                "-,Sensor 1 qw,Sensor 1 qx,Sensor 1 qy,Sensor 1 qz,-,-,-,-",
                "-,Sensor 1 qw,Sensor 1 qx,Sensor 1 qy,Sensor 1 qz,Sensor 2 qw,Sensor 2 qx,Sensor 2 qy,Sensor 2 qz",
            ),
            ("1 2 3 4\n", 2, xyz, "-,-,Sensor 1 x,Sensor 1 y", "-,-,Sensor 1 x,Sensor 1 y"),
        ] {
            assert_eq!(filled(text, column, set), [one, all], "{text}");
        }
    }

    #[test]
    fn a_rotation_behind_a_position_is_of_the_same_sensor_and_both_are_repeated() {
        let [xyz, _, wxyz, ..] = SETS;
        let head = head(&"1 2 3 1 0 0 0 4 5 6 1 0 0 0\n".repeat(2));
        let none = ColumnMapping::default();
        let mapping = head.filled(&none, 0, xyz, false);
        let mapping = head.filled(&mapping, 3, wxyz, true);
        let sensor =
            |n: usize| ["x", "y", "z", "qw", "qx", "qy", "qz"].map(|q| format!("Sensor {n} {q}"));
        let expected = [sensor(1), sensor(2)].concat().join(",");
        assert_eq!(words(&mapping), expected);
        assert_eq!(mapping.check(), Ok(()));
        let places = head.places(&mapping);
        assert_eq!(places, [DVec3::new(1., 2., 3.), DVec3::new(4., 5., 6.)]);
    }

    #[test]
    fn steps_tell_what_times_are_in() {
        for (step, unit) in [
            (0.01, TimeUnit::Seconds),
            (8.33, TimeUnit::Milliseconds),
            (8333.0, TimeUnit::Microseconds),
            (8_333_333.0, TimeUnit::Nanoseconds),
        ] {
            let row = |i: usize| format!("{},1,2,3\n", 1e9 + step * i as f64);
            let head = head(&(0..4).map(row).collect::<String>());
            assert_eq!(head.time_unit(0), unit, "{step}");
        }
    }
}
