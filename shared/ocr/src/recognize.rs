//! Reads a line: it is cut out level, at the height that the models expect, and each step of it is a character or none.

use crate::geometry::LineBox;
use crate::picture::{pixel, pixels};
use crate::{Models, OcrError, Picture, spaces};

/// The height of a line for the models.
const HEIGHT: u32 = 48;
/// The width of a line for the orientation model.
const ORIENTATION_WIDTH: u32 = 192;
/// The recognition answers once for this many pixels.
const STEP: u32 = 8;
/// Wider lines do not occur on pages.
const MAX_WIDTH: u32 = 4_800;
/// The orientation model's least probability of a line that is upside down.
const UPSIDE_DOWN: f32 = 0.9;

/// The text of a line, and its mean confidence.
pub(crate) fn line(models: &Models, picture: &Picture, line: &LineBox) -> Result<(String, f32), OcrError> {
    let width = pixel((pixels(HEIGHT) * line.width() / line.height().max(1.0)).ceil());
    let width = width.clamp(STEP * 2, MAX_WIDTH).next_multiple_of(STEP);
    let grey = cut(picture, line, width);
    let (_, answer) = models.run(&models.recognition, width as usize, &grey)?;
    let (read, confidence) = decode(&answer, &models.characters);
    Ok((spaces::with_spaces(&read, &grey, width as usize, STEP as usize), confidence))
}

/// Whether a line is upside down.
pub(crate) fn is_upside_down(models: &Models, picture: &Picture, line: &LineBox) -> Result<bool, OcrError> {
    // Its start is enough if it is long.
    let longest = line.half_height * pixels(ORIENTATION_WIDTH) / pixels(HEIGHT);
    let start = LineBox { half_width: line.half_width.min(longest), ..*line };
    let grey = cut(picture, &start, ORIENTATION_WIDTH);
    let (_, answer) = models.run(&models.orientation, ORIENTATION_WIDTH as usize, &grey)?;
    Ok(answer.get(1).is_some_and(|probability| *probability > UPSIDE_DOWN))
}

/// The grey of a line between -1 and 1, levelled and scaled.
fn cut(picture: &Picture, line: &LineBox, width: u32) -> Vec<f32> {
    let (sin, cos) = line.angle.sin_cos();
    let (across, down) = (line.width() / pixels(width), line.height() / pixels(HEIGHT));
    // Reduced lines are averaged over as many points as lie in a pixel.
    let samples = pixel(down.max(across).ceil().clamp(1.0, 4.0));
    let mut grey = Vec::with_capacity((width * HEIGHT) as usize);
    for row in 0..HEIGHT {
        for column in 0..width {
            let mut sum = 0.0;
            for sample in 0..samples * samples {
                let (right, below) = (pixels(sample % samples) + 0.5, pixels(sample / samples) + 0.5);
                let along = (pixels(column) + right / pixels(samples)) * across - line.half_width;
                let beside = (pixels(row) + below / pixels(samples)) * down - line.half_height;
                sum += picture.at(line.x + along * cos - beside * sin, line.y + along * sin + beside * cos);
            }
            grey.push(sum / pixels(samples * samples) / 127.5 - 1.0);
        }
    }
    grey
}

/// The characters with the steps at which they were read: the most probable of each step, without repetitions and
/// blanks.
fn decode(answer: &[f32], characters: &[char]) -> (Vec<(char, usize)>, f32) {
    let (mut read, mut sum, mut last) = (Vec::new(), 0.0, 0);
    for (step, probabilities) in answer.chunks_exact(characters.len()).enumerate() {
        let highest = probabilities.iter().copied().fold(f32::MIN, f32::max);
        let best = probabilities.iter().position(|probability| *probability == highest).unwrap_or(0);
        if best != 0 && best != last {
            read.push((characters[best], step));
            sum += highest;
        }
        last = best;
    }
    let count = pixels(u32::try_from(read.len()).unwrap_or(u32::MAX));
    let confidence = if read.is_empty() { 0.0 } else { sum / count };
    (read, confidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_characters_are_read_once_unless_a_blank_is_between() {
        let characters = ['\0', 'a', 'b'];
        let step = |best: usize| (0..3).map(|number| if number == best { 0.8 } else { 0.1 }).collect::<Vec<f32>>();
        let answer = [0, 1, 1, 0, 1, 2, 2, 0].map(step).concat();
        let (read, confidence) = decode(&answer, &characters);
        assert_eq!(read, [('a', 1), ('a', 4), ('b', 5)]);
        assert!((confidence - 0.8).abs() < 1e-6);
    }
}
