//! Writes C3D files for tests: any processor, integers or floats, any parameters, and headers that
//! say something else.

/// Bytes in a block.
pub const BLOCK: usize = 512;

/// Whose numbers a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    Intel = 84,
    Dec = 85,
    Mips = 86,
}

impl Processor {
    pub const ALL: [(&'static str, Self); 3] =
        [("intel", Self::Intel), ("dec", Self::Dec), ("mips", Self::Mips)];

    fn integer(self, value: i32) -> [u8; 2] {
        // Counts use the sign bit as well.
        let value = value as u16;
        match self {
            Self::Mips => value.to_be_bytes(),
            _ => value.to_le_bytes(),
        }
    }

    fn float(self, value: f32) -> [u8; 4] {
        match self {
            Self::Intel => value.to_le_bytes(),
            Self::Mips => value.to_be_bytes(),
            Self::Dec => {
                assert!(value == 0.0 || (1e-30..1e30).contains(&value.abs()));
                // A VAX float is four times that value in IEEE, with its halves swapped.
                let [a, b, c, d] = (4.0 * value).to_be_bytes();
                [b, a, d, c]
            }
        }
    }
}

/// The values of a parameter.
#[derive(Clone, Debug)]
pub enum Values {
    /// Texts of one width.
    Texts(usize, Vec<String>),
    /// Integers, in an array of these dimensions.
    Integers(Vec<u8>, Vec<i32>),
    /// Floats, in an array of these dimensions.
    Floats(Vec<u8>, Vec<f32>),
}

/// A list of texts.
pub fn texts(width: usize, texts: &[&str]) -> Values {
    Values::Texts(width, texts.iter().map(ToString::to_string).collect())
}

/// A single integer.
pub fn integer(value: i32) -> Values {
    Values::Integers(vec![], vec![value])
}

/// A single float.
pub fn float(value: f32) -> Values {
    Values::Floats(vec![], vec![value])
}

/// A file to be written. What the header says can be changed behind [`File::new`].
#[derive(Clone, Debug)]
pub struct File {
    pub processor: Processor,
    /// Below 0 for floats.
    pub scale: f32,
    /// Frame after frame, point after point; `None` is a missing one.
    pub frames: Vec<Vec<Option<[f32; 3]>>>,
    /// Analog channels, and samples of each a frame.
    pub analog: [usize; 2],
    /// What the header has for points, first and last frame.
    pub header: [i32; 3],
    pub header_rate: f32,
    pub header_events: Vec<(f32, &'static str)>,
    pub parameters: Vec<(&'static str, &'static str, Values)>,
}

impl File {
    /// A sound file without parameters, from frame 1 on.
    pub fn new(processor: Processor, scale: f32, frames: Vec<Vec<Option<[f32; 3]>>>) -> Self {
        let points = frames.first().map_or(0, Vec::len);
        Self {
            processor,
            scale,
            analog: [0, 0],
            header: [points as i32, 1, frames.len() as i32],
            header_rate: 50.0,
            header_events: Vec::new(),
            parameters: Vec::new(),
            frames,
        }
    }

    /// With one more parameter.
    pub fn with(mut self, group: &'static str, name: &'static str, values: Values) -> Self {
        self.parameters.push((group, name, values));
        self
    }

    /// The block, counted from 0, at which the points begin.
    pub fn data_block(&self) -> usize {
        1 + self.parameter_bytes().len() / BLOCK
    }

    /// The whole file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.header_bytes();
        bytes.extend(self.parameter_bytes());
        bytes.extend(self.data_bytes());
        bytes
    }

    fn header_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; BLOCK];
        bytes[0] = 2;
        bytes[1] = 80;
        let [points, first, last] = self.header;
        let [channels, samples] = self.analog;
        let put = |bytes: &mut Vec<u8>, at: usize, value: &[u8]| {
            bytes[at..at + value.len()].copy_from_slice(value);
        };
        for (at, value) in [
            (2, points),
            (4, (channels * samples) as i32),
            (6, first),
            (8, last),
            (16, self.data_block() as i32 + 1),
            (18, samples as i32),
            (298, 12345),
            (300, self.header_events.len() as i32),
        ] {
            put(&mut bytes, at, &self.processor.integer(value));
        }
        put(&mut bytes, 12, &self.processor.float(self.scale));
        put(&mut bytes, 20, &self.processor.float(self.header_rate));
        for (i, (time, label)) in self.header_events.iter().enumerate() {
            put(&mut bytes, 304 + 4 * i, &self.processor.float(*time));
            put(&mut bytes, 396 + 4 * i, format!("{label:<4}").as_bytes());
        }
        bytes
    }

    fn parameter_bytes(&self) -> Vec<u8> {
        let mut groups: Vec<&str> = Vec::new();
        let mut records = Vec::new();
        for (group, name, values) in &self.parameters {
            let known = groups.iter().position(|known| known == group);
            let id = 1 + known.unwrap_or_else(|| {
                groups.push(group);
                let id = groups.len();
                records.push(self.record(group, -(id as i8), &[]));
                id - 1
            });
            records.push(self.record(name, id as i8, &self.value_bytes(values)));
        }
        let mut bytes = vec![1, 80, 0, self.processor as u8];
        bytes.extend(records.concat());
        // A name without a length ends them.
        bytes.push(0);
        pad(&mut bytes);
        bytes[2] = (bytes.len() / BLOCK) as u8;
        bytes
    }

    fn record(&self, name: &str, id: i8, values: &[u8]) -> Vec<u8> {
        let mut bytes = vec![name.len() as u8, id as u8];
        bytes.extend(name.as_bytes());
        bytes.extend(self.processor.integer(values.len() as i32 + 3));
        bytes.extend(values);
        // No description.
        bytes.push(0);
        bytes
    }

    fn value_bytes(&self, values: &Values) -> Vec<u8> {
        let head = |size: i8, dimensions: &[u8]| {
            let mut bytes = vec![size as u8, dimensions.len() as u8];
            bytes.extend(dimensions);
            bytes
        };
        match values {
            Values::Texts(width, texts) => {
                let mut bytes = head(-1, &[*width as u8, texts.len() as u8]);
                for text in texts {
                    assert!(text.len() <= *width);
                    bytes.extend(format!("{text:<width$}").as_bytes());
                }
                bytes
            }
            Values::Integers(dimensions, values) => {
                let mut bytes = head(2, dimensions);
                bytes.extend(values.iter().flat_map(|&v| self.processor.integer(v)));
                bytes
            }
            Values::Floats(dimensions, values) => {
                let mut bytes = head(4, dimensions);
                bytes.extend(values.iter().flat_map(|&v| self.processor.float(v)));
                bytes
            }
        }
    }

    fn data_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |value: f32| {
            if self.scale < 0.0 {
                bytes.extend(self.processor.float(value));
            } else {
                bytes.extend(self.processor.integer(value as i32));
            }
        };
        let unit = if self.scale < 0.0 { 1.0 } else { self.scale };
        for frame in &self.frames {
            for point in frame {
                // What stands in a missing point means nothing, and a word of 0 or more may be
                // anything.
                let ([x, y, z], word) = point.map_or(([1.0, 2.0, 3.0], -1.0), |p| (p, 258.0));
                for value in [x / unit, y / unit, z / unit, word] {
                    put(value);
                }
            }
            (0..self.analog[0] * self.analog[1]).for_each(|i| put(1000.0 + i as f32));
        }
        pad(&mut bytes);
        bytes
    }
}

/// Fills up the last block.
fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
}
