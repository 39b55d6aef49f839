//! Determines the reading order of a page by recursively splitting it into columns; the rest is read row by row.
//!
//! If two sides are drawn or laid out row by row, such as a date beside an employer or a value beside a label, they
//! are rows; if each side is continuous text, they are columns and the left one is read first.

use std::ops::Range;

use super::cells::Cell;
use bole_resume::{is_broken_range, is_dated, is_heading};

/// Maximum depth of nested columns.
const MAX_DEPTH: usize = 6;
/// The most left edges tried as a column's start.
const MAX_EDGES: usize = 12;
/// Left edges within this distance are the same, in points.
const EDGE: f32 = 3.0;
/// The minimum number of lines in a column.
const MIN_LINES: usize = 2;
/// The most cells in a table row.
const MAX_CELLS: usize = 24;
/// The maximum length of two cells broken from one text.
const MAX_BROKEN: usize = 60;
/// The vertical offset of a date centred beside two lines, in font sizes.
const CENTRED: f32 = 0.9;
/// Baselines within this distance, in font sizes, are one row.
const SAME_ROW: f32 = 0.3;

/// A line in reading order: its cells from left to right, and the width of its column.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    pub(super) column: Column,
}

/// The column of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Column {
    pub(super) number: usize,
    pub(super) right: f32,
}

/// The lines of a page in reading order.
pub(super) fn lines(cells: Vec<Cell>) -> Vec<Line> {
    // Computed once, because it is needed repeatedly.
    let dated = cells.iter().map(|cell| is_dated(&cell.text)).collect();
    let headings = cells.iter().map(|cell| is_heading(&cell.text)).collect();
    let mut page = Page { cells, dated, headings, rows: Vec::new(), columns: 0 };
    let all: Vec<usize> = (0..page.cells.len()).collect();
    let right = page.right(&all);
    page.read(all, right, 0);
    let Page { cells, rows, .. } = page;
    let mut cells: Vec<Option<Cell>> = cells.into_iter().map(Some).collect();
    let taken = |(row, column): (Vec<usize>, Column)| Line {
        cells: row.into_iter().filter_map(|at| cells[at].take()).collect(),
        column,
    };
    rows.into_iter().map(taken).collect()
}

struct Page {
    cells: Vec<Cell>,
    /// Which cells contain a date, and which are headings.
    dated: Vec<bool>,
    headings: Vec<bool>,
    rows: Vec<(Vec<usize>, Column)>,
    columns: usize,
}

/// Rows that can be split into two columns.
struct Cut {
    rows: Range<usize>,
    /// Where the right column starts.
    edge: f32,
}

/// The cells left and right of a gap, by row.
#[derive(Default)]
struct Sides {
    left: Vec<Vec<usize>>,
    right: Vec<Vec<usize>>,
}

impl Page {
    /// Reads a part of the page, whose cells are sorted from top to bottom.
    fn read(&mut self, part: Vec<usize>, right: f32, depth: usize) {
        let rows = self.rows_of(&part);
        let cut = if depth < MAX_DEPTH { self.cut(&rows) } else { None };
        let Some(Cut { rows: band, edge }) = cut else {
            self.columns += 1;
            let column = Column { number: self.columns, right };
            let rows = self.mended(rows);
            self.rows.extend(rows.into_iter().map(|row| (row, column)));
            return;
        };
        let (above, below) = (rows[..band.start].concat(), rows[band.end..].concat());
        let (after, before): (Vec<usize>, Vec<usize>) =
            rows[band].concat().into_iter().partition(|&at| self.cells[at].left >= edge - EDGE);
        if !above.is_empty() {
            self.read(above, right, depth + 1);
        }
        let left_ends = self.right(&before);
        self.read(before, left_ends, depth + 1);
        self.read(after, right, depth + 1);
        if !below.is_empty() {
            self.read(below, right, depth + 1);
        }
    }

    fn right(&self, part: &[usize]) -> f32 {
        part.iter().map(|&at| self.cells[at].right).fold(f32::MIN, f32::max)
    }

    /// The cells grouped by baseline, each row from left to right.
    fn rows_of(&self, part: &[usize]) -> Vec<Vec<usize>> {
        let mut sorted = part.to_vec();
        sorted.sort_by(|&a, &b| self.cells[b].baseline.total_cmp(&self.cells[a].baseline).then(a.cmp(&b)));
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for at in sorted {
            let cell = &self.cells[at];
            match rows.last_mut() {
                Some(row)
                    if {
                        let first = &self.cells[row[0]];
                        first.baseline - cell.baseline <= SAME_ROW * first.size.min(cell.size)
                    } =>
                {
                    row.push(at)
                }
                _ => rows.push(vec![at]),
            }
        }
        for row in &mut rows {
            row.sort_by(|&a, &b| self.cells[a].left.total_cmp(&self.cells[b].left).then(a.cmp(&b)));
        }
        rows
    }

    /// Joins narrow cells broken over two rows: "Januari 2016 – Juni" above "2020", "(5 years" above "2 months)", an
    /// address above its end.
    fn mended(&mut self, mut rows: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        for at in 1..rows.len() {
            let (above, below) = (&rows[at - 1], &rows[at]);
            if above.len().max(below.len()) > MAX_CELLS {
                continue;
            }
            let broken = above.iter().enumerate().find_map(|(place, &first)| {
                let second = below.iter().position(|&second| self.joint(first, second).is_some())?;
                Some((place, second))
            });
            let Some((place, second)) = broken else { continue };
            let first = rows[at - 1][place];
            let second = rows[at].remove(second);
            let joint = self.joint(first, second).unwrap_or_default();
            let rest = std::mem::take(&mut self.cells[second].text);
            let whole = &mut self.cells[first].text;
            whole.push_str(joint);
            whole.push_str(&rest);
        }
        rows.retain(|row| !row.is_empty());
        let mut mended: Vec<Vec<usize>> = Vec::with_capacity(rows.len());
        for row in rows {
            match mended.last_mut() {
                Some(last) if self.is_centred(last, &row) => {
                    last.extend(row);
                    last.sort_by(|&a, &b| self.cells[a].left.total_cmp(&self.cells[b].left).then(a.cmp(&b)));
                }
                _ => mended.push(row),
            }
        }
        mended
    }

    /// The text that joins two cells broken from one, the second below the first.
    fn joint(&self, first: usize, second: usize) -> Option<&'static str> {
        let (first, second) = (&self.cells[first], &self.cells[second]);
        let step = first.baseline - second.baseline;
        let under = (first.left - second.left).abs() <= EDGE || (first.right - second.right).abs() <= EDGE;
        if !under || step > 2.0 * first.size || first.text.len() + second.text.len() > MAX_BROKEN || second.bullet {
            return None;
        }
        let opens = |text: &str| text.matches(['(', '（']).count();
        let closes = |text: &str| text.matches([')', '）']).count();
        let bracket = opens(&first.text) > closes(&first.text)
            && closes(&second.text) > opens(&second.text)
            && is_dated(&first.text);
        if bracket || is_broken_range(&first.text, &second.text) {
            return Some(" ");
        }
        let address = first.text.contains('@')
            && second.text.starts_with('.')
            && second.text[1..].starts_with(|c: char| c.is_ascii_lowercase())
            && !second.text.contains(char::is_whitespace);
        address.then_some("")
    }

    /// Whether one of two rows is a date centred beside the lines of the other.
    fn is_centred(&self, above: &[usize], below: &[usize]) -> bool {
        let ([first], [second]) = (above, below) else { return false };
        let (first, second) = (&self.cells[*first], &self.cells[*second]);
        let apart = first.right < second.left || second.right < first.left;
        let right = if first.left > second.left { first } else { second };
        let step = first.baseline - second.baseline;
        apart && step <= CENTRED * first.size.min(second.size) && is_dated(&right.text)
    }

    /// The column split that covers the most rows.
    fn cut(&self, rows: &[Vec<usize>]) -> Option<Cut> {
        let mut best: Option<(usize, Cut)> = None;
        for edge in self.edges(rows) {
            for band in self.bands(rows, edge) {
                let Some(cut) = self.columns(rows, band, edge) else { continue };
                if best.as_ref().is_none_or(|(most, _)| cut.rows.len() > *most) {
                    best = Some((cut.rows.len(), cut));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }

    /// Candidate column starts: left edges shared by several cells, except the leftmost.
    fn edges(&self, rows: &[Vec<usize>]) -> Vec<f32> {
        let mut lefts: Vec<f32> = rows.iter().flatten().map(|&at| self.cells[at].left).collect();
        lefts.sort_by(f32::total_cmp);
        let mut edges: Vec<(usize, f32)> = Vec::new();
        for left in lefts {
            match edges.last_mut() {
                Some((count, edge)) if left - *edge <= EDGE => *count += 1,
                _ => edges.push((1, left)),
            }
        }
        if !edges.is_empty() {
            edges.remove(0);
        }
        edges.retain(|(count, _)| *count >= MIN_LINES);
        edges.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
        edges.into_iter().take(MAX_EDGES).map(|(_, edge)| edge).collect()
    }

    /// Runs of rows without text crossing the edge.
    fn bands(&self, rows: &[Vec<usize>], edge: f32) -> Vec<Range<usize>> {
        let crosses = |row: &Vec<usize>| {
            row.iter().any(|&at| {
                let cell = &self.cells[at];
                cell.left < edge - EDGE && cell.right > edge - EDGE
            })
        };
        let mut bands = Vec::new();
        let mut start = 0;
        for at in 0..=rows.len() {
            if at == rows.len() || crosses(&rows[at]) {
                if at - start >= MIN_LINES {
                    bands.push(start..at);
                }
                start = at + 1;
            }
        }
        bands
    }

    /// The columns of a band, if its two sides are columns.
    fn columns(&self, rows: &[Vec<usize>], band: Range<usize>, edge: f32) -> Option<Cut> {
        let is_right = |at: &usize| self.cells[*at].left >= edge - EDGE;
        let has = |at: usize, right: bool| rows[at].iter().any(|cell| is_right(cell) == right);
        let mut band = band;
        let last = |right: bool| (band.start..band.end).rev().find(|&at| has(at, right));
        let (last_left, last_right) = (last(false)?, last(true)?);
        // Before full-width text, cells below the end of a column belong to that text.
        if band.end < rows.len() {
            let both = last_left.min(last_right);
            let pitch = self.pitch(&rows[band.clone()]);
            if let Some(end) = (both + 1..band.end)
                .find(|&at| self.cells[rows[at - 1][0]].baseline - self.cells[rows[at][0]].baseline > pitch * PARAGRAPH)
            {
                band.end = end;
            }
        }
        let mut sides = Sides::default();
        for row in &rows[band.clone()] {
            let (right, left): (Vec<usize>, Vec<usize>) = row.iter().partition(|at| is_right(at));
            sides.left.push(left);
            sides.right.push(right);
        }
        self.are_columns(&sides).then_some(Cut { rows: band, edge })
    }

    /// The usual line distance.
    fn pitch(&self, rows: &[Vec<usize>]) -> f32 {
        let mut steps: Vec<f32> =
            rows.windows(2).map(|pair| self.cells[pair[0][0]].baseline - self.cells[pair[1][0]].baseline).collect();
        steps.sort_by(f32::total_cmp);
        steps.get(steps.len() / 2).copied().unwrap_or(f32::MAX)
    }

    /// Whether one side only contains dates, each beside a line of the other.
    fn has_dates_at_side(&self, side: &[Vec<usize>], other: &[Vec<usize>]) -> bool {
        let rows = || side.iter().zip(other).filter(|(row, _)| matches!(row[..], [at] if self.dated[at]));
        let rows_at_side = rows().filter(|(_, other)| !other.is_empty()).count();
        // A real column contains more than dates and places.
        if self.rows_at_side(side, other) * 2 > rows().count() * 3 {
            return false;
        }
        rows_at_side >= MIN_LINES && rows_at_side * 3 >= rows().count() * 2
    }

    /// How many rows of a side have no date while the other side continues.
    fn rows_at_side(&self, side: &[Vec<usize>], other: &[Vec<usize>]) -> usize {
        let baseline = |row: &Vec<usize>| row.first().map(|&at| self.cells[at].baseline);
        let mut steps: Vec<f32> = Vec::new();
        let mut last: Option<f32> = None;
        for at in other.iter().filter_map(baseline) {
            steps.extend(last.map(|last| last - at));
            last = Some(at);
        }
        steps.sort_by(f32::total_cmp);
        let Some(&pitch) = steps.get(steps.len() / 2) else { return 0 };
        let mut above: Vec<Option<f32>> = Vec::with_capacity(other.len());
        let mut seen = None;
        for row in other {
            seen = baseline(row).or(seen);
            above.push(seen);
        }
        let (mut below, mut count) = (None, 0);
        for (at, row) in side.iter().enumerate().rev() {
            below = baseline(&other[at]).or(below);
            let dated = row.iter().any(|&cell| self.dated[cell]);
            let goes_on = above[at].zip(below).is_some_and(|(above, below)| above - below <= GOES_ON * pitch);
            count += usize::from(!row.is_empty() && !dated && goes_on);
        }
        count
    }

    fn are_columns(&self, sides: &Sides) -> bool {
        let filled = |side: &[Vec<usize>]| side.iter().filter(|row| !row.is_empty()).count();
        let (left, right) = (filled(&sides.left), filled(&sides.right));
        let (sparse, sparse_lines) = if left < right { (&sides.left, left) } else { (&sides.right, right) };
        if sparse_lines < MIN_LINES {
            return false;
        }
        let headed = |side: &[Vec<usize>]| side.iter().find_map(|row| row.first()).is_some_and(|&at| self.headings[at]);
        let headings =
            |side: &[Vec<usize>]| side.iter().filter_map(|row| row.first()).filter(|&&at| self.headings[at]).count();
        // Dates, years and places belong to the text beside them.
        let cells = || sparse.iter().flatten();
        let dated = cells().filter(|&&at| self.dated[at]).count();
        let headings_of_sparse = headings(sparse);
        if headings_of_sparse == 0 && dated * 5 >= cells().count() * 2 {
            return false;
        }
        if self.has_dates_at_side(&sides.left, &sides.right) || self.has_dates_at_side(&sides.right, &sides.left) {
            return false;
        }
        // Headings beside their content.
        if headings_of_sparse == sparse_lines {
            return false;
        }
        let both = sides.left.iter().zip(&sides.right).filter(|(l, r)| !l.is_empty() && !r.is_empty()).count();
        // Sides below one another are already in order.
        let (Some(top), Some(end)) =
            (sparse.iter().position(|row| !row.is_empty()), sparse.iter().rposition(|row| !row.is_empty()))
        else {
            return false;
        };
        let dense = if left < right { &sides.right } else { &sides.left };
        let rows_at_side = dense[top..=end].iter().filter(|row| !row.is_empty()).count();
        if rows_at_side == 0 {
            return false;
        }
        if headed(&sides.left) && headed(&sides.right) {
            return true;
        }
        if sparse_lines > MIN_LINES && both * 2 < sparse_lines {
            return true;
        }
        // Drawn row by row, or one side after the other?
        let mut drawn: Vec<(usize, bool)> =
            sides.left.iter().flatten().map(|&at| (self.cells[at].drawn, false)).collect();
        drawn.extend(sides.right.iter().flatten().map(|&at| (self.cells[at].drawn, true)));
        drawn.sort_unstable();
        let turns = drawn.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        if turns > 3 && turns >= both {
            return false;
        }
        // Continuous text on both sides, each drawn at once, only shares its baselines.
        if turns <= 1 && sparse_lines >= MIN_TEXT_LINES && !self.is_short(&sides.left) && !self.is_short(&sides.right) {
            return true;
        }
        sparse_lines > MIN_LINES && sparse_lines * 2 >= rows_at_side && headings_of_sparse > 0
    }

    /// Whether most cells of a side are short, as labels, values and places are.
    fn is_short(&self, side: &[Vec<usize>]) -> bool {
        let cells = || side.iter().flatten().map(|&at| self.cells[at].text.as_str());
        let width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let short = cells().filter(|text| width(text) <= SHORT || text.ends_with([':', '：'])).count();
        short * 2 > cells().count()
    }
}

/// The minimum number of lines in continuous text.
const MIN_TEXT_LINES: usize = 4;
/// The width of a short cell, in letters.
const SHORT: usize = 20;

/// A side continues at a position if the lines around it are within this multiple of the usual distance.
const GOES_ON: f32 = 2.2;
/// A gap of this multiple of the usual line distance separates paragraphs.
const PARAGRAPH: f32 = 1.3;
