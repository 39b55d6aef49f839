//! Text recognition in pictures of pages: where lines are, which way up they are, and what they say.
//!
//! The models are those of PP-OCR, run by rten; `docs/decisions/0076-scans-are-read-by-ocr.md` has the measurements.

mod detect;
mod geometry;
mod models;
mod picture;
mod recognize;
mod spaces;

pub use models::{MODEL_FILES, ModelBytes, Models, use_one_thread};
pub use picture::{Picture, PictureError};

use geometry::LineBox;

/// The version of the models and of what is done with their answers.
pub const OCR_VERSION: &str = "pp-ocrv4-1";

/// Lines recognised with less confidence are noise.
const MIN_CONFIDENCE: f32 = 0.5;
/// Pictures are reduced to this many pixels on their longer side: more cost time and add nothing.
const LONGEST_SIDE: u32 = 2_400;
/// How many lines are asked which way up they are.
const ORIENTATION_SAMPLES: usize = 7;

/// A model that could not be loaded or run.
#[derive(Debug, thiserror::Error)]
#[error("text recognition: {0}")]
pub struct OcrError(String);

impl OcrError {
    fn new(error: impl ToString) -> Self {
        Self(error.to_string())
    }
}

/// A line of text on an upright page, in pixels from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
    pub text: String,
}

/// The text of a picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecognizedPage {
    /// In no particular order.
    pub lines: Vec<TextLine>,
    /// The height of the upright page in pixels.
    pub height: f32,
}

impl Models {
    /// Recognises the text of a picture, whichever way it is turned.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(&self, picture: &Picture) -> Result<RecognizedPage, OcrError> {
        let mut picture = picture.reduced(LONGEST_SIDE);
        let mut boxes = detect::lines(self, &picture)?;
        if are_upright(&boxes) {
            picture = picture.quarter_turned();
            boxes = detect::lines(self, &picture)?;
        }
        if self.is_upside_down(&picture, &boxes)? {
            let (width, height) = picture.size();
            picture = picture.half_turned();
            boxes.iter_mut().for_each(|line| line.half_turn(width, height));
        }
        let angle = geometry::page_angle(&boxes);
        let mut lines = Vec::with_capacity(boxes.len());
        for line in &boxes {
            let (text, confidence) = recognize::line(self, &picture, line)?;
            if confidence >= MIN_CONFIDENCE && text.contains(|c: char| !c.is_whitespace()) {
                let (left, right, top, bottom) = line.levelled(angle);
                lines.push(TextLine { left, right, top, bottom, text });
            }
        }
        let (_, height) = picture.size();
        Ok(RecognizedPage { lines, height })
    }

    /// Asks the widest lines which way up they are.
    fn is_upside_down(&self, picture: &Picture, boxes: &[LineBox]) -> Result<bool, OcrError> {
        let mut widest: Vec<&LineBox> = boxes.iter().collect();
        widest.sort_by(|a, b| b.width().total_cmp(&a.width()));
        widest.truncate(ORIENTATION_SAMPLES);
        let mut upside_down = 0;
        for line in &widest {
            upside_down += usize::from(recognize::is_upside_down(self, picture, line)?);
        }
        Ok(2 * upside_down > widest.len())
    }
}

/// Whether most lines run from top to bottom, because the page lies on its side.
fn are_upright(boxes: &[LineBox]) -> bool {
    let area = |line: &&LineBox| line.width() * line.height();
    let upright: f32 = boxes.iter().filter(|line| line.height() > 1.5 * line.width()).map(|line| area(&line)).sum();
    let all: f32 = boxes.iter().map(|line| area(&line)).sum();
    2.0 * upright > all
}
