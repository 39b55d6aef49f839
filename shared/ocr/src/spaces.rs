//! Adds the spaces between words that the recognition leaves out, by the gaps between letters in the picture.

use crate::picture::{pixel, pixels};

/// A column with a pixel this much darker than the line's background belongs to a letter.
const INK: f32 = 0.35;
/// A gap this wide, by the height of a line, separates words: letters of a word are closer.
const WORD_GAP: f32 = 0.15;

/// The text of characters with the steps at which they were read, each of so many pixels.
pub(crate) fn with_spaces(read: &[(char, usize)], grey: &[f32], width: usize, step: usize) -> String {
    let gaps = gaps(grey, width);
    let mut text = String::with_capacity(read.len());
    let mut last: Option<(char, usize)> = None;
    for &(c, at) in read {
        if let Some((before, from)) = last
            && is_spaced(before)
            && is_spaced(c)
        {
            // A letter is read somewhere between its edges, so the gap's middle is between the two.
            let (from, to) = (from * step, (at + 1) * step);
            if gaps.iter().any(|middle| (from..to).contains(middle)) {
                text.push(' ');
            }
        }
        text.push(c);
        last = Some((c, at));
    }
    text
}

/// Whether words of such characters are separated by spaces, unlike Chinese ones.
const fn is_spaced(c: char) -> bool {
    !c.is_whitespace() && (c as u32) < 0x2e80
}

fn median(values: &[f32]) -> Option<f32> {
    let mut values = values.to_vec();
    let middle = values.len() / 2;
    (middle < values.len()).then(|| *values.select_nth_unstable_by(middle, f32::total_cmp).1)
}

/// The middles of the wide gaps without ink.
fn gaps(grey: &[f32], width: usize) -> Vec<usize> {
    let height = grey.len() / width.max(1);
    // Text may be light on dark.
    let background = median(grey).unwrap_or(1.0);
    // Letters of other lines may reach into the edges.
    let rows = height / 8..height - height / 8;
    let has_ink = |column: usize| rows.clone().any(|row| (grey[row * width + column] - background).abs() > INK);
    let widest_in_word = pixel(WORD_GAP * pixels(u32::try_from(height).unwrap_or(0))) as usize;
    let (mut gaps, mut start) = (Vec::new(), None);
    for column in 0..width {
        if has_ink(column)
            && let Some(from) = start.replace(column + 1)
            && column - from > widest_in_word
        {
            gaps.push(usize::midpoint(from, column));
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line with ink in these columns.
    fn line(width: usize, ink: &[std::ops::Range<usize>]) -> Vec<f32> {
        let row: Vec<f32> =
            (0..width).map(|column| if ink.iter().any(|range| range.contains(&column)) { -1.0 } else { 1.0 }).collect();
        row.repeat(48)
    }

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!((median(&[3.0, -1.0, 2.0]), median(&[])), (Some(2.0), None));
    }

    #[test]
    fn wide_gaps_between_latin_letters_are_spaces() {
        let grey = line(96, &[2..14, 17..29, 42..54, 57..69]);
        let read = [('a', 0), ('b', 2), ('c', 5), ('d', 7)];
        assert_eq!(with_spaces(&read, &grey, 96, 8), "ab cd");
        let chinese = [('工', 0), ('程', 2), ('师', 5), ('。', 7)];
        assert_eq!(with_spaces(&chinese, &grey, 96, 8), "工程师。");
    }

    #[test]
    fn spaces_that_were_read_are_not_doubled() {
        let grey = line(96, &[2..14, 17..29, 42..54, 57..69]);
        let read = [('a', 0), ('b', 2), (' ', 4), ('c', 5), ('d', 7)];
        assert_eq!(with_spaces(&read, &grey, 96, 8), "ab cd");
    }
}
