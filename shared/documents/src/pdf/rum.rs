//! The thorough reader, pdfrum: slower, but correct for fonts the fast one cannot decode.

use pdfrum::{Document, Error, Limits as RumLimits, OpenOptions, Page, RenderSession};

use super::{HiddenArea, PageText, PdfText, ReadError, Reader};
use crate::Limits;

pub(super) struct Rum;

/// Larger streams do not occur in resumes, including fonts and images.
const MAX_STREAM: usize = 64 * 1024 * 1024;

impl Reader for Rum {
    const NAME: &'static str = "pdfrum";
    const VERSION: &'static str = "0.5.3";

    fn read(bytes: &[u8], limits: &Limits, hidden: &[HiddenArea]) -> Result<PdfText, ReadError> {
        let rum_limits = RumLimits { max_decoded_stream_len: MAX_STREAM, ..RumLimits::default() };
        let options = OpenOptions::builder().limits(rum_limits).build();
        let doc = Document::from_bytes_with(bytes.to_vec(), &options).map_err(read_error)?;
        let count = doc.page_count();
        if count > limits.pages {
            return Err(ReadError::TooManyPages(count as usize));
        }
        let mut session = RenderSession::new();
        let mut text = PdfText { complete: true, ..PdfText::default() };
        for index in 0..count {
            let page = doc.page(index).map_err(read_error)?;
            let areas: Vec<_> = hidden.iter().filter(|area| area.page == index as usize).collect();
            text.pages.push(page_text(&page, &mut session, &areas));
        }
        Ok(text)
    }
}

fn page_text(page: &Page<'_>, session: &mut RenderSession, hidden: &[&HiddenArea]) -> PageText {
    let text = page.text_on(session);
    if hidden.is_empty() {
        return PageText { visible: text.to_string(), ..PageText::default() };
    }
    let mut result = PageText::default();
    let mut in_hidden = false;
    for char in &text.chars {
        let Some(c) = char::from_u32(char.unicode) else { continue };
        if char.object.is_some() {
            in_hidden = hidden.iter().any(|area| area.covers(char.origin.x, char.origin.y, char.font_size));
        }
        if in_hidden {
            result.hidden.push(c)
        } else {
            result.visible.push(c)
        }
        // A line break ends a line of both texts.
        if c == '\n' && in_hidden {
            result.visible.push('\n');
        }
    }
    result
}

fn read_error(error: Error) -> ReadError {
    match error {
        Error::WrongPassword => ReadError::Encrypted,
        other => ReadError::Malformed(other.to_string()),
    }
}
