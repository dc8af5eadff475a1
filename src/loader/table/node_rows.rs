//! Tables with a row for each node on each frame: their rows, in any order, as rows of frames.

/// The values of rows as those of frames.
pub struct Arranged {
    /// Those of all cells; the ones that no row is of are gaps.
    pub values: Vec<f32>,
    /// How many cells have a row.
    pub there: usize,
    /// How many rows are of a cell that has one: the first one counts.
    pub twice: usize,
}

/// Brings the values of rows, `width` each, to their cells: a cell is a node of a frame.
pub fn arrange(
    values: &[f32],
    width: usize,
    cells: usize,
    cell_of_row: impl Iterator<Item = usize>,
) -> Arranged {
    let mut table = vec![f32::NAN; cells * width];
    let mut is_there = vec![false; cells];
    let (mut there, mut twice) = (0, 0);
    for (own, cell) in values.chunks_exact(width).zip(cell_of_row) {
        if std::mem::replace(&mut is_there[cell], true) {
            twice += 1;
        } else {
            there += 1;
            table[cell * width..][..width].copy_from_slice(own);
        }
    }
    Arranged { values: table, there, twice }
}
