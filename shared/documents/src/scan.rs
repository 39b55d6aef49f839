//! Text recognised in the picture of a page, in the form of other pages: cells in reading order, wrapped lines joined.

use bole_domain::failure::TaskReason;
use bole_ocr::{Models, Picture, RecognizedPage, TextLine};

use crate::extract::DocumentFailure;
use crate::pdf::{Cell, page_of_cells};

/// The height of a page in points, which the distances for reading order are made for.
const PAGE_HEIGHT: f32 = 842.0;
/// The share of a recognised box that is the font size; the rest is the line's leading.
const FONT_SIZE: f32 = 0.7;
/// The share of a recognised box below the baseline.
const BELOW_BASELINE: f32 = 0.25;
/// Sizes within this share of the usual one are the usual one, since boxes are as high as their highest letter.
const SAME_SIZE: f32 = 0.25;
/// Boxes of one line are closer than this, in font sizes.
const GAP: f32 = 0.75;
/// Characters that start an item.
const BULLETS: [char; 10] = ['•', '·', '●', '○', '■', '□', '▪', '◆', '➢', '-'];

/// The text of a picture of a page.
pub(crate) fn text(picture: &Picture, models: &Models) -> Result<String, DocumentFailure> {
    let page = models.read(picture).map_err(|error| DocumentFailure::new(TaskReason::Internal, error.to_string()))?;
    Ok(page_of_cells(cells(page)))
}

/// The lines of a page as cells, in points from its bottom left corner.
fn cells(page: RecognizedPage) -> Vec<Cell> {
    let RecognizedPage { mut lines, height } = page;
    lines.sort_by(|a, b| a.left.total_cmp(&b.left));
    let usual = usual_height(&lines);
    let scale = PAGE_HEIGHT / height.max(1.0);
    let mut joined: Vec<TextLine> = Vec::with_capacity(lines.len());
    for line in lines {
        let size = FONT_SIZE * (line.bottom - line.top);
        match joined.iter_mut().find(|before| continues(before, &line, size)) {
            Some(before) => {
                before.right = before.right.max(line.right);
                if !before.text.ends_with(is_wide) || !line.text.starts_with(is_wide) {
                    before.text.push(' ');
                }
                before.text.push_str(line.text.trim());
            }
            None => joined.push(line),
        }
    }
    joined.sort_by(|a, b| a.top.total_cmp(&b.top));
    let cell = |(drawn, line): (usize, TextLine)| {
        let tall = line.bottom - line.top;
        let is_usual = (tall - usual).abs() <= SAME_SIZE * usual;
        let text = line.text.trim().to_owned();
        let bullet = text.starts_with(BULLETS) && text.chars().nth(1).is_some_and(|c| !c.is_ascii_digit());
        let size = FONT_SIZE * scale * if is_usual { usual } else { tall };
        let (left, right) = (line.left * scale, line.right * scale);
        Cell {
            left,
            right,
            baseline: PAGE_HEIGHT - (line.bottom - BELOW_BASELINE * tall) * scale,
            size,
            bold: false,
            text_left: if bullet { (left + size).min(right) } else { left },
            text,
            bullet,
            drawn,
        }
    };
    joined.into_iter().enumerate().map(cell).collect()
}

/// Whether a box goes on where another of the same line ends.
fn continues(before: &TextLine, line: &TextLine, size: f32) -> bool {
    let overlap = before.bottom.min(line.bottom) - before.top.max(line.top);
    let lower = (before.bottom - before.top).min(line.bottom - line.top);
    let gap = line.left - before.right;
    overlap > 0.6 * lower && gap > -2.0 * size && gap < GAP * size
}

/// The median height of the boxes.
fn usual_height(lines: &[TextLine]) -> f32 {
    let mut heights: Vec<f32> = lines.iter().map(|line| line.bottom - line.top).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(1.0)
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(left: f32, right: f32, top: f32, text: &str) -> TextLine {
        TextLine { left, right, top, bottom: top + 40.0, text: text.to_owned() }
    }

    fn page(lines: Vec<TextLine>) -> String {
        page_of_cells(cells(RecognizedPage { lines, height: 2_339.0 }))
    }

    #[test]
    fn boxes_of_one_line_are_joined_with_a_space_between_words() {
        let lines = vec![line(420.0, 700.0, 101.0, "Engineer"), line(100.0, 410.0, 100.0, "Software")];
        assert_eq!(page(lines), "Software Engineer");
        let lines = vec![line(300.0, 500.0, 100.0, "工程师"), line(100.0, 298.0, 100.0, "软件")];
        assert_eq!(page(lines), "软件工程师");
    }

    #[test]
    fn lines_are_read_from_the_top_whatever_order_they_were_found_in() {
        let lines = vec![
            line(100.0, 500.0, 900.0, "Universitas Indonesia"),
            line(100.0, 400.0, 300.0, "Pengalaman"),
            line(100.0, 300.0, 100.0, "Siti Rahma"),
        ];
        assert_eq!(page(lines), "Siti Rahma\nPengalaman\nUniversitas Indonesia");
    }
}
