//! The motion table of a BVA file, filled segment by segment.

/// How many values a row has.
pub(super) const COLUMNS: usize = 9;

/// The motion table while segments come, each of which fills the next columns of it.
pub(super) struct Table {
    pub columns: usize,
    /// No more values than these can be in the table: a segment has at least half as many rows as the
    /// table, half of which may be lost, and a value takes two bytes of the file.
    most: usize,
    pub frames: usize,
    pub values: Vec<f32>,
}

impl Table {
    pub fn of(segments: usize, text: &[u8]) -> Self {
        Self {
            columns: segments * COLUMNS,
            most: 2 * text.len() + 1,
            frames: 0,
            values: Vec::new(),
        }
    }

    /// Puts the rows of a segment into the columns of [`super::ROLES`], from column `first` on; `order` tells
    /// which column of a row holds each of them.
    pub fn put(&mut self, first: usize, order: &[usize; COLUMNS], rows: &[f32]) {
        let frames = rows.len() / COLUMNS;
        if frames.saturating_mul(self.columns) > self.most {
            // Others have too few rows for this one: the take will be refused for the first of them.
            return;
        }
        if frames > self.frames {
            let more = (frames - self.frames) * self.columns;
            self.values.reserve_exact(more);
            self.values.resize(frames * self.columns, 0.0);
            self.frames = frames;
        }
        let table = self.values.chunks_exact_mut(self.columns);
        for (to, from) in table.zip(rows.chunks_exact(COLUMNS)) {
            for (value, &column) in to[first..][..COLUMNS].iter_mut().zip(order) {
                *value = from[column];
            }
        }
    }

    /// Repeats the last of so many rows of a segment up to the last frame.
    pub fn hold(&mut self, first: usize, rows: usize) {
        let last = (rows - 1) * self.columns + first;
        for frame in rows..self.frames {
            let to = frame * self.columns + first;
            self.values.copy_within(last..last + COLUMNS, to);
        }
    }
}
