//! CSV as programs write it: rows of cells, with quotes, and commas, semicolons or tabs between them.

/// A row, and the line that it begins on, from 1.
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<String>,
}

/// The rows that are not blank. What is between cells is what the first line has most of.
pub(super) fn rows(text: &str) -> Vec<Row> {
    let head = text.lines().next().unwrap_or_default();
    let count = |mark: &char| head.matches(*mark).count();
    // Of as many, the last one counts: that is the comma.
    let between = ['\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',');
    let mut rows = Vec::new();
    let mut row = Row { line: 1, cells: vec![String::new()] };
    let (mut line, mut is_quoted) = (1, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        line += usize::from(c == '\n');
        // There always is a cell that is being read.
        let cells = row.cells.len();
        let cell = &mut row.cells[cells - 1];
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => {
                rest.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            _ if is_quoted => cell.push(c),
            '"' if cell.trim().is_empty() => {
                cell.clear();
                is_quoted = true;
            }
            '\n' => {
                let next = Row { line, cells: vec![String::new()] };
                rows.push(std::mem::replace(&mut row, next));
            }
            '\r' if rest.peek() == Some(&'\n') => {}
            _ if c == between => row.cells.push(String::new()),
            _ => cell.push(c),
        }
    }
    rows.push(row);
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(usize, Vec<String>)> {
        rows(text).into_iter().map(|row| (row.line, row.cells)).collect()
    }

    #[test]
    fn quotes_hold_lines_and_marks_together() {
        let text = "a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\n , \n3";
        let expected = [(1, vec!["a", "b"]), (2, vec!["x, \"y\"\nz", "2"]), (6, vec!["3"])];
        let expected = expected
            .map(|(line, cells)| (line, cells.into_iter().map(String::from).collect::<Vec<_>>()));
        assert_eq!(cells(text), expected);
        assert_eq!(cells("a;b,c;d\n1;2;3")[1].1, ["1", "2", "3"]);
        assert_eq!(cells("a\tb\n1,5\t2")[1].1, ["1,5", "2"]);
        assert_eq!(cells("").len(), 0);
    }
}
