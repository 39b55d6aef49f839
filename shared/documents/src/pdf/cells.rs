//! Groups spans into cells: text on one baseline without a wide gap.

use pdfboss_output::{Output, Text, page_layout};
use pdfboss_text::{ReadingOrder, TextSpan};

/// A gap of this many times the font size separates cells; spaces between words are narrower.
const WIDE: f32 = 0.75;
/// Baselines within this distance, in font sizes, are one line, including superscripts and subscripts.
const SAME_LINE: f32 = 0.6;
/// The maximum distance of a bullet from its text, in font sizes.
const BULLET_REACH: f32 = 4.0;
/// Width of a space, in font sizes.
const SPACE: f32 = 0.25;
/// Coordinates beyond are invalid.
const FAR: f32 = 1.0e6;

/// A part of a line, in its upright frame.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) baseline: f32,
    pub(crate) size: f32,
    pub(crate) bold: bool,
    pub(crate) text: String,
    /// Start of its text, after the bullet.
    pub(crate) text_left: f32,
    pub(crate) bullet: bool,
    /// Its drawing order.
    pub(crate) drawn: usize,
}

/// A span's position, made finite.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: usize,
    left: f32,
    right: f32,
    baseline: f32,
    size: f32,
    /// Only white space: it separates words and has no edges.
    blank: bool,
}

/// The cells of equally rotated spans, from top to bottom and left to right.
pub(super) fn cells(spans: &[&TextSpan]) -> Vec<Cell> {
    let mut places: Vec<Place> = (0..spans.len()).map(|at| Place::of(at, spans[at])).collect();
    places.sort_by(|a, b| b.baseline.total_cmp(&a.baseline).then(a.at.cmp(&b.at)));
    let mut cells = Vec::new();
    let mut line: Vec<Place> = Vec::new();
    for place in places {
        let joins =
            line.first().is_none_or(|first| first.baseline - place.baseline <= SAME_LINE * first.size.min(place.size));
        if !joins {
            push_line(std::mem::take(&mut line), spans, &mut cells);
        }
        line.push(place);
    }
    push_line(line, spans, &mut cells);
    cells
}

impl Place {
    fn of(at: usize, span: &TextSpan) -> Self {
        let ((x, y), (end, _)) = (upright(span, span.x, span.y), upright(span, span.end_x, span.end_y));
        let size = if span.size.is_finite() { span.size.abs().clamp(0.1, 1000.0) } else { 1.0 };
        let blanks = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX)) * SPACE * size;
        let (left, right) = (finite(x.min(end)), finite(x.max(end)));
        let lead = blanks(span.text.len() - span.text.trim_start().len());
        let trail = blanks(span.text.len() - span.text.trim_end().len());
        let left = (left + lead).min(right);
        Self {
            at,
            left,
            right: (right - trail).max(left),
            baseline: finite(y),
            size,
            blank: span.text.trim().is_empty(),
        }
    }
}

/// A point in the span's upright frame.
fn upright(span: &TextSpan, x: f32, y: f32) -> (f32, f32) {
    match span.rotate {
        90 => (y, -x),
        180 => (-x, -y),
        270 => (-y, x),
        _ => (x, y),
    }
}

fn finite(coordinate: f32) -> f32 {
    if coordinate.is_finite() { coordinate.clamp(-FAR, FAR) } else { 0.0 }
}

/// Splits a line at wide gaps, and attaches bullets to their text.
fn push_line(mut line: Vec<Place>, spans: &[&TextSpan], cells: &mut Vec<Cell>) {
    line.sort_by(|a, b| a.left.total_cmp(&b.left).then(a.at.cmp(&b.at)));
    let mut parts: Vec<Vec<Place>> = Vec::new();
    let mut end = f32::MIN;
    for place in line {
        if place.blank {
            if let Some(part) = parts.last_mut().filter(|_| place.left - end <= WIDE * place.size) {
                part.push(place);
            }
            continue;
        }
        match parts.last_mut() {
            Some(part) if place.left - end <= WIDE * part[part.len() - 1].size.max(place.size) => part.push(place),
            _ => parts.push(vec![place]),
        }
        end = if parts.last().is_some_and(|part| part.len() == 1) { place.right } else { end.max(place.right) };
    }
    let mut mark: Option<Cell> = None;
    for part in parts {
        let Some(mut cell) = cell(&part, spans) else { continue };
        if let Some(mark) = mark.take() {
            if cell.left - mark.right <= BULLET_REACH * cell.size && !cell.bullet {
                cell = marked(&mark, cell);
            } else {
                cells.push(mark);
            }
        }
        if is_mark(&cell.text) {
            mark = Some(cell);
        } else {
            cells.push(cell);
        }
    }
    cells.extend(mark);
}

fn cell(part: &[Place], spans: &[&TextSpan]) -> Option<Cell> {
    let own: Vec<TextSpan> = part.iter().map(|place| spans[place.at].clone()).collect();
    let text = Text.render(&[page_layout(&own, ReadingOrder::Content)]).replace('\n', " ");
    let text = with_hyphens(text.trim(), spans);
    let printed = || part.iter().filter(|place| !place.blank);
    let widest = printed().max_by(|a, b| (a.right - a.left).total_cmp(&(b.right - b.left)))?;
    let left = printed().next()?.left;
    let mut cell = Cell {
        left,
        right: printed().map(|place| place.right).fold(left, f32::max),
        baseline: widest.baseline,
        size: widest.size,
        bold: spans[widest.at].bold,
        text_left: left,
        bullet: false,
        drawn: printed().map(|place| place.at).min()?,
        text: text.trim().to_owned(),
    };
    if let Some(rest) =
        cell.text.strip_prefix(is_nameless).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    {
        cell.text = format!("•{rest}");
    }
    // "• Led a team" drawn as one span: the text starts after the mark.
    let mut chars = cell.text.chars();
    if chars.next().is_some_and(is_bullet) && chars.next().is_some_and(char::is_whitespace) {
        cell.bullet = true;
        cell.text_left = printed().nth(1).map_or(left + cell.size * (0.35 + SPACE), |place| place.left);
    }
    (!cell.text.is_empty()).then_some(cell)
}

/// A font may map its hyphen to the soft one: that is so between digits, and within lines of a page without others.
fn with_hyphens(text: &str, spans: &[&TextSpan]) -> String {
    if !text.contains('\u{ad}') {
        return text.to_owned();
    }
    let no_others = !spans.iter().any(|span| span.text.contains(['-', '‐']));
    let chars: Vec<char> = text.chars().collect();
    let hyphen = |(at, c): (usize, &char)| {
        let (before, after) = (at.checked_sub(1).and_then(|at| chars.get(at)), chars.get(at + 1));
        let (Some(before), Some(after), '\u{ad}') = (before, after, *c) else { return *c };
        let digits = before.is_ascii_digit() && after.is_ascii_digit();
        if digits || no_others || before.is_whitespace() && after.is_whitespace() { '-' } else { *c }
    };
    chars.iter().enumerate().map(hyphen).collect()
}

fn marked(mark: &Cell, cell: Cell) -> Cell {
    Cell {
        left: mark.left,
        text: format!("{} {}", mark.text, cell.text),
        bullet: true,
        drawn: mark.drawn.min(cell.drawn),
        ..cell
    }
}

/// Whether a cell is only a list mark: a bullet, or a number.
fn is_mark(text: &str) -> bool {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(mark), None) => {
            is_bullet(mark) || !mark.is_alphanumeric() && !matches!(mark, '(' | ')' | '[' | ']' | '|' | '/' | '&')
        }
        _ => {
            let digits = text.trim_end_matches(['.', ')', '、']);
            digits.len() < text.len() && (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
        }
    }
}

/// Whether a character stands for an unknown or symbol font glyph.
fn is_nameless(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | char::REPLACEMENT_CHARACTER) || c.is_control()
}

/// Whether a character is a bullet.
fn is_bullet(c: char) -> bool {
    bole_domain::text::is_list_sign(c) || matches!(c, '-' | '–' | '—')
}
