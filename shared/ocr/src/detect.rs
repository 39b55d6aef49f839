//! Finds lines: a model marks the pixels inside text, and connected ones are a line.

use crate::geometry::{LineBox, boxes};
use crate::picture::{pixel, pixels};
use crate::{Models, OcrError, Picture};

/// The longer side of the picture given to the model: lines are found as well as in the whole, in a third of the time.
const SIDE: f32 = 1_280.0;
/// The model halves its input five times.
const STEP: f32 = 32.0;
/// More probable pixels are text.
const TEXT: f32 = 0.3;
/// The least mean probability of a line.
const LINE: f32 = 0.5;
/// See [`LineBox::grow`].
const GROWTH: f32 = 1.6;
/// Smaller areas are noise, in pixels of the model's picture.
const SMALLEST: f32 = 3.0;
/// More areas than on the fullest page are noise.
const MOST: usize = 2_000;

/// The boxes of a picture's lines.
pub(crate) fn lines(models: &Models, picture: &Picture) -> Result<Vec<LineBox>, OcrError> {
    let (width, height) = picture.size();
    let scale = (SIDE / width.max(height)).min(1.0);
    let side = |side: f32| ((side * scale / STEP).round() * STEP).max(STEP);
    let (small_width, small_height) = (side(width), side(height));
    let small = picture.resized(pixel(small_width), pixel(small_height));
    let grey: Vec<f32> = small.as_raw().iter().map(|grey| f32::from(*grey) / 127.5 - 1.0).collect();
    let columns = pixel(small_width) as usize;
    let (_, probabilities) = models.run(&models.detection, columns, &grey)?;
    if probabilities.len() != grey.len() {
        return Err(OcrError::new("the detection answers with another size"));
    }
    let mut boxes = boxes(&areas(&probabilities, columns));
    boxes.retain(|line| line.width().min(line.height()) >= SMALLEST);
    for line in &mut boxes {
        line.grow(GROWTH);
        // Both sides are reduced almost alike.
        let (across, down) = (width / small_width, height / small_height);
        line.x = (line.x + 0.5) * across - 0.5;
        line.y = (line.y + 0.5) * down - 0.5;
        line.half_width *= across;
        line.half_height *= down;
    }
    Ok(boxes)
}

/// The edge pixels of connected areas of text.
fn areas(probabilities: &[f32], columns: usize) -> Vec<Vec<(f32, f32)>> {
    let is_text = |at: usize| probabilities[at] > TEXT;
    // Each pixel of text also covers those right of it and below it, which closes small gaps.
    let covers = |at: usize| {
        let (column, above) = (at % columns, at.checked_sub(columns));
        is_text(at)
            || column > 0 && is_text(at - 1)
            || above.is_some_and(&is_text)
            || column > 0 && above.is_some_and(|above| is_text(above - 1))
    };
    let mut open: Vec<bool> = (0..probabilities.len()).map(covers).collect();
    let rows = probabilities.len() / columns;
    let mut areas = Vec::new();
    let mut stack = Vec::new();
    for start in 0..probabilities.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        stack.push(start);
        let (mut sum, mut count) = (0.0_f32, 0.0_f32);
        // Left and right end of each row.
        let mut ends: std::collections::BTreeMap<usize, (usize, usize)> = std::collections::BTreeMap::new();
        while let Some(at) = stack.pop() {
            let (row, column) = (at / columns, at % columns);
            let (left, right) = ends.entry(row).or_insert((column, column));
            (*left, *right) = ((*left).min(column), (*right).max(column));
            if is_text(at) {
                sum += probabilities[at];
                count += 1.0;
            }
            for near_row in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                for near_column in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                    let near = near_row * columns + near_column;
                    if std::mem::take(&mut open[near]) {
                        stack.push(near);
                    }
                }
            }
        }
        if sum / count >= LINE && areas.len() < MOST {
            let place = |row: usize, column: usize| (coordinate(column), coordinate(row));
            areas.push(ends.iter().flat_map(|(&row, &(left, right))| [place(row, left), place(row, right)]).collect());
        }
    }
    areas
}

fn coordinate(at: usize) -> f32 {
    pixels(u32::try_from(at).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_close_small_gaps_and_leave_out_doubtful_pixels() {
        let row = [0.9, 0.9, 0.0, 0.9, 0.0, 0.0, 0.0, 0.35, 0.35];
        let found = areas(&[row, row, [0.0; 9]].concat(), 9);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0][..2], [(0.0, 0.0), (4.0, 0.0)]);
    }
}
