//! Joins wrapped lines by geometry: a line that reaches the edge of its column continues in the next one, if that
//! starts below without a bullet at the usual line distance.

use super::order::{Column, Line};
use bole_resume::{is_dated, is_heading};

/// Sizes that differ by more than this share are different paragraphs.
const SAME_SIZE: f32 = 0.08;
/// Indents within this distance, in font sizes, are the same.
const SAME_INDENT: f32 = 0.5;
/// The maximum line distance within a paragraph, in font sizes.
const MAX_STEP: f32 = 2.2;
/// The maximum variation of line distances within a paragraph.
const SAME_STEP: f32 = 0.12;
/// Wider lines are prose, in font sizes.
const PROSE: f32 = 22.0;
/// Larger text, relative to the usual size, is a name or title, which is not wrapped.
const DISPLAY: f32 = 1.15;
/// Width of a space, in font sizes.
const SPACE: f32 = 0.25;
/// The tolerance for reaching an edge, in font sizes.
const REACHES: f32 = 2.5;

/// Drawn only at the end of a line, as a hyphen.
const SOFT_HYPHEN: char = '\u{ad}';

/// Words that cannot end a sentence or item.
const OPEN_WORDS: [&str; 24] = [
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with", "dan", "dari", "dengan",
    "di", "ke", "oleh", "pada", "untuk", "yang", "atau",
];

/// A paragraph, item or row under construction.
struct Block {
    text: String,
    /// Left edge of the bullet or the text, and of the text.
    left: f32,
    text_left: f32,
    bullet: bool,
    /// The kind of its last line.
    last: LastLine,
    column: Column,
    /// Its line distance, once it has two lines.
    step: Option<f32>,
}

#[derive(Clone, Copy)]
struct LastLine {
    left: f32,
    right: f32,
    baseline: f32,
    size: f32,
    bold: bool,
    /// Separate cells: a row, which is not wrapped as a whole.
    is_row: bool,
}

/// The text of the lines, with wrapped ones joined.
pub(super) fn joined(lines: Vec<Line>) -> Vec<String> {
    let mut texts = Vec::with_capacity(lines.len());
    let mut rest = lines.into_iter().peekable();
    while let Some(first) = rest.next() {
        let mut part = vec![first];
        while let Some(line) = rest.next_if(|line| line.column == part[0].column) {
            part.push(line);
        }
        push_part(&part, &mut texts);
    }
    texts
}

/// The lines of one column.
fn push_part(lines: &[Line], texts: &mut Vec<String>) {
    let edge = Edge::of(lines);
    let mut open: Option<Block> = None;
    for line in lines {
        let Some(next) = Block::of(line) else { continue };
        match &mut open {
            Some(block) if block.goes_on(&next, &edge) => block.append(next),
            _ => {
                if let Some(done) = open.replace(next) {
                    texts.push(done.text);
                }
            }
        }
    }
    texts.extend(open.map(|block| block.text));
}

/// The right edge of a column.
struct Edge {
    /// The number of lines that reach it.
    reached: usize,
    /// The smallest line distance, in font sizes.
    step: f32,
    /// The most common font size.
    size: f32,
    /// The left edge of unindented lines.
    left: f32,
}

impl Edge {
    fn of(lines: &[Line]) -> Self {
        let reached = lines
            .iter()
            .filter_map(|line| Some((line.cells.last()?, line.column.right)))
            .filter(|(cell, right)| right - cell.right <= REACHES * cell.size)
            .count();
        let mut steps: Vec<f32> = lines
            .windows(2)
            .filter_map(|pair| {
                let (above, below) = (pair[0].cells.first()?, pair[1].cells.first()?);
                let alike = (above.size - below.size).abs() <= SAME_SIZE * above.size;
                let step = (above.baseline - below.baseline) / above.size;
                (alike && (0.8..=MAX_STEP).contains(&step)).then_some(step)
            })
            .collect();
        steps.sort_by(f32::total_cmp);
        let mut sizes: Vec<f32> = lines.iter().filter_map(|line| line.cells.first()).map(|cell| cell.size).collect();
        sizes.sort_by(f32::total_cmp);
        let size = sizes.get(sizes.len() / 2).copied().unwrap_or(f32::MAX);
        let left = lines.iter().filter_map(|line| line.cells.first()).map(|cell| cell.left).fold(f32::MAX, f32::min);
        Self { reached, size, left, step: steps.get(steps.len() / 10).copied().unwrap_or(MAX_STEP) }
    }
}

impl Block {
    fn of(line: &Line) -> Option<Self> {
        let (first, last) = (line.cells.first()?, line.cells.last()?);
        let texts: Vec<&str> = line.cells.iter().map(|cell| cell.text.as_str()).collect();
        Some(Self {
            text: texts.join("\t"),
            left: first.left,
            text_left: first.text_left,
            bullet: first.bullet,
            last: LastLine {
                left: first.left,
                right: last.right,
                baseline: first.baseline,
                size: first.size,
                bold: first.bold,
                is_row: line.cells.len() > 1,
            },
            column: line.column,
            step: None,
        })
    }

    fn goes_on(&self, next: &Self, edge: &Edge) -> bool {
        let (above, below) = (&self.last, &next.last);
        let size = above.size;
        let alike = (size - below.size).abs() <= SAME_SIZE * size && above.bold == below.bold;
        if !alike || next.bullet || above.is_row || below.is_row {
            return false;
        }
        let step = above.baseline - below.baseline;
        let usual = self.step.unwrap_or(edge.step * size);
        if !(0.8 * size..=MAX_STEP * size).contains(&step) || (step - usual).abs() > SAME_STEP * usual {
            return false;
        }
        let indent = |left: f32| (below.left - left).abs() <= SAME_INDENT * size;
        let hanging = self.bullet && indent(self.text_left);
        let first_line_indented =
            self.step.is_none() && !self.bullet && (1.0..=2.6).contains(&((above.left - below.left) / size));
        if !hanging && !indent(above.left) && !first_line_indented {
            return false;
        }
        let room = self.column.right - above.right;
        if !self.is_full(next, room) {
            return false;
        }
        let whole = self.text.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !self.bullet && is_heading(whole)
            || is_heading(&next.text)
            || is_dated(&next.text) && next.is_short() && !next.text.starts_with(char::is_lowercase)
        {
            return false;
        }
        if size >= DISPLAY * edge.size {
            return true;
        }
        if hanging && self.text_left - self.left > SAME_INDENT * size {
            return true;
        }
        let (end, start) = (self.text.chars().next_back(), next.text.chars().next());
        // A new sentence may be a new item with a drawn bullet.
        if end.is_some_and(|c| matches!(c, '.' | '。' | ';' | '；' | '!' | '！' | '?' | '？')) {
            return false;
        }
        let last_word = self.text.split_whitespace().next_back().unwrap_or_default();
        let open = start.is_some_and(char::is_lowercase)
            || OPEN_WORDS.contains(&last_word)
            || end.is_some_and(|c| matches!(c, ',' | '、' | '，' | '-' | '‐' | SOFT_HYPHEN | '/' | '&' | '('));
        let han = end.is_some_and(is_han) && start.is_some_and(is_han) && edge.reached >= 2 && room <= 1.3 * size;
        // Indented lines may be items with drawn bullets.
        let item = self.left - edge.left > SAME_INDENT * size && start.is_some_and(char::is_uppercase);
        let wide = !item && above.right - above.left >= PROSE * size && edge.reached >= 2;
        open || han && above.right - above.left >= 8.0 * size || wide
    }

    /// Whether the next line's first word would not have fitted on this one.
    fn is_full(&self, next: &Self, room: f32) -> bool {
        let size = self.last.size;
        let word = next.text.split_whitespace().next().unwrap_or_default();
        if word.starts_with(is_wide) {
            // Characters that may not start a line move to the next line together with the preceding one.
            return room < 2.2 * size;
        }
        let letters = |text: &str| text.chars().map(|c| if is_wide(c) { 2.0_f32 } else { 1.0 }).sum::<f32>();
        let width = (next.last.right - next.last.left) * letters(word) / letters(&next.text).max(1.0);
        room < width * 1.3 + SPACE * size * 3.0
    }

    fn is_short(&self) -> bool {
        self.last.right - self.last.left < PROSE * self.last.size
    }

    fn append(&mut self, next: Self) {
        let (end, start) = (self.text.chars().next_back(), next.text.chars().next());
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let hyphen = self.text.char_indices().next_back().filter(|(_, c)| matches!(*c, '-' | '‐' | SOFT_HYPHEN));
        let before = hyphen.and_then(|(at, _)| self.text[..at].chars().next_back());
        match hyphen {
            // A hyphen added by the producer.
            Some((at, '‐' | SOFT_HYPHEN)) if letter(before) && start.is_some_and(char::is_lowercase) => {
                self.text.truncate(at)
            }
            Some(_) if letter(before) && letter(start) => {}
            _ if end.is_some_and(is_wide) || start.is_some_and(is_wide) => {}
            _ => self.text.push(' '),
        }
        self.text.push_str(&next.text);
        self.step = Some(self.last.baseline - next.last.baseline);
        self.last = next.last;
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Ideographs and full-width punctuation.
fn is_wide(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff60}' | '“' | '”')
}
