//! Page layout.

use super::typeface::{Typeface, printable};
use crate::Report;
use crate::tables::{Cell, Chart, Table, decimal_text, moment_text, tables};
use crate::words::Words;

/// A4, in points.
pub(crate) const PAGE_WIDTH: f32 = 595.0;
pub(crate) const PAGE_HEIGHT: f32 = 842.0;
pub(super) const MARGIN: f32 = 48.0;
pub(super) const WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN;
pub(super) const BOTTOM: f32 = PAGE_HEIGHT - 56.0;
/// The line of the page number.
pub(super) const FOOT: f32 = PAGE_HEIGHT - 28.0;
const ROW: f32 = 18.0;
/// The height of a table's title.
const TITLE: f32 = 34.0;
/// A table up to this height stays on one page.
const SHORT: f32 = (BOTTOM - MARGIN) / 2.0;
/// How many rows of a longer table are on its first page.
const FIRST_ROWS: usize = 3;
/// The share of the width for row names.
const NAMES: f32 = 0.4;
/// The width of a text column relative to a number column.
const WORDS: f32 = 1.8;
/// The share of the width that remains for row names beside long titles.
const MIN_NAMES: f32 = 0.22;
const TEXT: f32 = 9.5;
/// The size of column titles.
const HEAD: f32 = 8.0;
/// The least distance between titles, and between cells.
const HEAD_GAP: f32 = 7.0;
const CELL_GAP: f32 = 8.0;
/// The line height within a cell.
const LEADING: f32 = 12.0;

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(super) const INK: Colour = Colour(28, 35, 33);
pub(super) const SOFT: Colour = Colour(96, 107, 103);
pub(super) const LINE: Colour = Colour(221, 226, 224);
pub(super) const GREEN: Colour = Colour(31, 111, 95);

/// A drawn element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    Text { x: f32, y: f32, size: f32, colour: Colour, text: String },
    Bar { x: f32, y: f32, width: f32, height: f32, colour: Colour },
}

/// The pages being laid out.
pub(super) struct Layout<'a> {
    pub(super) typeface: &'a Typeface,
    pub(super) pages: Vec<Vec<Mark>>,
    /// The position of the next line.
    pub(super) y: f32,
}

/// Lays out all pages of a report.
pub(crate) fn pages(report: &Report<'_>, typeface: &Typeface) -> Vec<Vec<Mark>> {
    let words = Words::of(report.language);
    let mut layout = Layout::new(typeface);
    layout.summary(report, words);
    layout.break_page();
    for table in tables(report) {
        layout.table(&table, words);
    }
    layout.number(words.page);
    layout.pages
}

impl<'a> Layout<'a> {
    pub(super) fn new(typeface: &'a Typeface) -> Self {
        Self { typeface, pages: vec![Vec::new()], y: MARGIN }
    }

    pub(super) fn draw(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    pub(super) fn text(&mut self, x: f32, size: f32, colour: Colour, text: String) {
        let y = self.y;
        self.draw(Mark::Text { x, y, size, colour, text: printable(&text) });
    }

    pub(super) fn text_ending_at(&mut self, right: f32, size: f32, colour: Colour, text: String) {
        let x = right - self.typeface.width(&text, size);
        self.text(x, size, colour, text);
    }

    pub(super) fn rule(&mut self) {
        let y = self.y;
        self.draw(Mark::Bar { x: MARGIN, y, width: WIDTH, height: 0.5, colour: LINE });
    }

    /// Starts a new page unless the height fits on this one.
    pub(super) fn make_room(&mut self, height: f32) -> bool {
        if self.y + height <= BOTTOM {
            return false;
        }
        self.break_page();
        true
    }

    fn break_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = MARGIN;
    }

    fn table(&mut self, table: &Table, words: &Words) {
        let columns = columns(table, self.typeface, words);
        let lines = |row: &Vec<Cell>| {
            let texts: Vec<String> = row.iter().map(|cell| written(cell, words)).collect();
            self.wrapped(&texts, TEXT, CELL_GAP, &columns)
        };
        let rows: Vec<Vec<Vec<String>>> = table.rows.iter().map(lines).collect();
        let height = |lines: &Vec<Vec<String>>| ROW + below_first(lines, LEADING);
        // A short table is not broken, and a longer one not after its first rows.
        let whole: f32 = rows.iter().map(height).sum();
        let first: f32 = rows.iter().take(FIRST_ROWS).map(height).sum();
        self.make_room(TITLE + ROW + if whole <= SHORT { whole } else { first });
        self.y += 12.0;
        self.text(MARGIN, 13.0, INK, table.title.to_owned());
        self.y += 18.0;
        if rows.is_empty() {
            self.text(MARGIN, TEXT, SOFT, words.nothing.to_owned());
            self.y += 24.0;
            return;
        }
        self.heads(table, &columns);
        for (at, row) in rows.iter().enumerate() {
            // The last row is not alone on its page.
            let last = if at + 2 == rows.len() { rows.last().map(height) } else { None };
            if self.make_room(height(row) + last.unwrap_or_default()) {
                self.y += 12.0;
                self.heads(table, &columns);
            }
            self.row(row, &columns);
        }
        self.y += 18.0;
    }

    fn heads(&mut self, table: &Table, columns: &[(f32, f32)]) {
        let heads: Vec<String> = table.heads.iter().map(|head| (*head).to_owned()).collect();
        let lines = self.wrapped(&heads, HEAD, HEAD_GAP, columns);
        self.cells(&lines, HEAD, 10.0, SOFT, columns);
        self.y += below_first(&lines, 10.0) + 6.0;
        self.rule();
        self.y += 13.0;
    }

    /// The lines of each cell, with a gap between columns.
    fn wrapped(&self, texts: &[String], size: f32, gap: f32, columns: &[(f32, f32)]) -> Vec<Vec<String>> {
        let cells = texts.iter().zip(columns);
        cells.map(|(text, (left, right))| self.typeface.lines(text, size, right - left - gap)).collect()
    }

    /// Draws the lines of each cell from here downwards.
    fn cells(&mut self, cells: &[Vec<String>], size: f32, leading: f32, colour: Colour, columns: &[(f32, f32)]) {
        let top = self.y;
        for (at, (lines, &(_, right))) in cells.iter().zip(columns).enumerate() {
            self.y = top;
            for line in lines {
                if at == 0 {
                    self.text(MARGIN, size, colour, line.clone());
                } else {
                    self.text_ending_at(right, size, colour, line.clone());
                }
                self.y += leading;
            }
        }
        self.y = top;
    }

    fn row(&mut self, lines: &[Vec<String>], columns: &[(f32, f32)]) {
        self.cells(lines, TEXT, LEADING, INK, columns);
        self.y += below_first(lines, LEADING) + 5.0;
        self.rule();
        self.y += ROW - 5.0;
    }

    /// Adds page numbers, once the total is known.
    pub(super) fn number(&mut self, pattern: &str) {
        let pages = self.pages.len().to_string();
        for (at, marks) in self.pages.iter_mut().enumerate() {
            let text = pattern.replace("{page}", &(at + 1).to_string()).replace("{pages}", &pages);
            let x = PAGE_WIDTH - MARGIN - self.typeface.width(&text, 8.0);
            marks.push(Mark::Text { x, y: FOOT, size: 8.0, colour: SOFT, text });
        }
    }
}

/// The height of the lines below the first.
fn below_first(cells: &[Vec<String>], leading: f32) -> f32 {
    let lines = cells.iter().map(Vec::len).max().unwrap_or_default();
    (1..lines).map(|_| leading).sum()
}

/// The horizontal extent of each column: wide enough for its numbers and the words of its title. Text columns are wider
/// than number columns, and the first has the rest.
fn columns(table: &Table, typeface: &Typeface, words: &Words) -> Vec<(f32, f32)> {
    let names = if table.chart == Chart::None { NAMES * 0.6 } else { NAMES };
    let cells = |at: usize| table.rows.iter().filter_map(move |row| row.get(at));
    let is_text = |at: usize| cells(at).any(|cell| matches!(cell, Cell::Text(_) | Cell::Moment(_)));
    let needed = |at: usize| {
        let head = table.heads.get(at).map_or(0.0, |head| typeface.longest_piece(head, HEAD));
        let numbers = cells(at).filter(|cell| !matches!(cell, Cell::Text(_)));
        let number = numbers.map(|cell| typeface.longest_piece(&written(cell, words), TEXT)).fold(0.0, f32::max);
        (head + HEAD_GAP).max(number + CELL_GAP) + 0.5
    };
    let weights: Vec<f32> = (1..table.heads.len()).map(|at| if is_text(at) { WORDS } else { 1.0 }).collect();
    let needed: Vec<f32> = (1..table.heads.len()).map(needed).collect();
    let all: f32 = weights.iter().sum::<f32>().max(1.0);
    let share = |width: f32| {
        let widths = weights.iter().zip(&needed).map(|(weight, needed)| (weight * width / all).max(*needed));
        widths.collect::<Vec<f32>>()
    };
    // Columns of long titles take from the names, down to a share of the width, and then from each other.
    let mut widths = share(WIDTH * (1.0 - names));
    let left = WIDTH * (1.0 - MIN_NAMES) - needed.iter().sum::<f32>();
    if widths.iter().sum::<f32>() > WIDTH * (1.0 - MIN_NAMES) && left > 0.0 {
        widths = needed.iter().zip(&weights).map(|(needed, weight)| needed + left * weight / all).collect();
    }
    let mut right = MARGIN + WIDTH - widths.iter().sum::<f32>();
    let mut columns = vec![(MARGIN, right)];
    for width in widths {
        let left = right;
        right += width;
        columns.push((left, right));
    }
    columns
}

fn written(cell: &Cell, words: &Words) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => grouped(*count),
        Cell::Share(share) => format!("{}%", decimal_text(share * 100.0, words)),
        Cell::Days(days) => decimal_text(*days, words),
        Cell::Day(date) => date.to_string(),
        Cell::Moment(at) => moment_text(*at),
        Cell::Nothing => "—".to_owned(),
    }
}

/// With a thin space between thousands, which is unambiguous in every language.
pub(super) fn grouped(count: i64) -> String {
    let digits = count.unsigned_abs().to_string();
    let mut text = if count < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{a0}234\u{a0}567");
        assert_eq!(grouped(-12_000), "-12\u{a0}000");
    }

    #[test]
    fn wide_heads_and_names_continue_on_the_next_line() {
        let typeface = Typeface::load().unwrap();
        let name = "Senior Vice President of Manufacturing Operations and Supply Chain (Southeast Asia)";
        let row = |name: &str| vec![Cell::Text(name.to_owned()), Cell::Count(1_234_567)];
        let heads = vec!["Job", "Median time to first response of a recruiter in working days, before"];
        let table = Table { title: "T", heads, rows: vec![row(name), row("B")], chart: Chart::Bars };
        let mut layout = Layout::new(&typeface);
        layout.table(&table, Words::of(bole_domain::evaluation::Language::En));
        let drawn = layout.pages.concat();
        let texts: Vec<&str> = drawn
            .iter()
            .filter_map(|mark| if let Mark::Text { text, .. } = mark { Some(text.as_str()) } else { None })
            .collect();
        let all = texts.join(" ");
        for whole in [name, table.heads[1], "1\u{a0}234\u{a0}567"] {
            assert!(all.contains(whole), "{whole} in {all}");
        }
        let y = |wanted: &str| {
            drawn.iter().find_map(|mark| match mark {
                Mark::Text { text, y, .. } if text.contains(wanted) => Some(*y),
                _ => None,
            })
        };
        assert!(y("B") > y("Asia"), "the next row is below the whole name");
    }

    #[test]
    fn words_of_titles_are_not_broken() {
        let typeface = Typeface::load().unwrap();
        for language in bole_domain::evaluation::Language::ALL {
            let words = Words::of(*language);
            let Words { job, applied, before, review, interviews, offer, hired, hired_before, .. } = words;
            let counts = [applied, before, review, interviews, offer, hired, hired_before];
            let heads = [job].into_iter().chain(counts).copied().collect();
            let row = [Cell::Text("Senior Backend Engineer".to_owned())]
                .into_iter()
                .chain(counts.map(|_| Cell::Count(1_234)));
            let table = Table { title: words.jobs, heads, rows: vec![row.collect()], chart: Chart::Bars };
            for (head, (left, right)) in table.heads.iter().zip(columns(&table, &typeface, words)) {
                assert!(typeface.longest_piece(head, HEAD) <= right - left - HEAD_GAP, "{head}");
            }
        }
    }

    #[test]
    fn short_tables_stay_on_one_page_and_no_row_of_a_long_one_is_alone() {
        let typeface = Typeface::load().unwrap();
        let words = Words::of(bole_domain::evaluation::Language::En);
        for rows in 2..70 {
            for above in [0.0, 300.0, 560.0, 650.0] {
                let row = |at: usize| vec![Cell::Text(format!("Row {at}")), Cell::Count(7)];
                let table = Table {
                    title: "T",
                    heads: vec!["Job", "Count"],
                    rows: (0..rows).map(row).collect(),
                    chart: Chart::Bars,
                };
                let mut layout = Layout::new(&typeface);
                layout.y += above;
                layout.table(&table, words);
                let is_row = |mark: &&Mark| matches!(mark, Mark::Text { text, .. } if text.starts_with("Row "));
                let counts: Vec<usize> = layout.pages.iter().map(|page| page.iter().filter(is_row).count()).collect();
                assert_eq!(counts.iter().sum::<usize>(), rows);
                let used: Vec<usize> = counts.into_iter().filter(|count| *count > 0).collect();
                assert!(rows > 14 || used.len() == 1, "{rows} rows below {above}: {used:?}");
                assert!(used.iter().all(|count| *count > 1), "{rows} rows below {above}: {used:?}");
            }
        }
    }

    #[test]
    fn font_covers_every_report_text() {
        let typeface = Typeface::load().unwrap();
        for language in bole_domain::evaluation::Language::ALL {
            let words = Words::of(*language);
            let all = [words.title, words.cohort, words.timeouts_now, words.page, words.members, words.time_zone];
            for glyph in all.iter().flat_map(|word| typeface.glyphs(word)) {
                assert_ne!(glyph.glyph_id, krilla::text::GlyphId::new(0));
            }
        }
    }
}
