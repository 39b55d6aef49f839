//! Pictures of pages, whose text is recognised.

use bole_domain::failure::{DocumentReason, FormatReason};
use bole_ocr::{Models, OCR_VERSION, Picture, PictureError};

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::scan;

/// Smaller pictures are portraits and logos.
const SMALLEST_PAGE: u32 = 600;

/// The format of a picture that can be decoded.
pub(crate) fn kind(bytes: &[u8]) -> Option<DocumentKind> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(DocumentKind::Png)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some(DocumentKind::Jpeg)
    } else {
        (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")).then_some(DocumentKind::Webp)
    }
}

/// Whether a picture is large enough to show a page. Only its header is read.
pub(crate) fn is_page(bytes: &[u8]) -> bool {
    kind(bytes).is_some()
        && Picture::dimensions(bytes).is_some_and(|(width, height)| width.min(height) >= SMALLEST_PAGE)
}

pub(crate) fn extract(bytes: &[u8], models: Option<&Models>) -> Result<Extraction, DocumentFailure> {
    let (Some(kind), Some(models)) = (kind(bytes), models) else {
        return Err(DocumentFailure::new(FormatReason::Picture, "no text is recognised here"));
    };
    let picture = Picture::decode(bytes).map_err(|error| {
        let detail = error.to_string();
        match error {
            PictureError::TooLarge => DocumentFailure::new(DocumentReason::TooLarge, detail),
            PictureError::Malformed => DocumentFailure::new(DocumentReason::Malformed, detail),
            PictureError::Unsupported => DocumentFailure::new(FormatReason::Picture, detail),
        }
    })?;
    let text = scan::text(&picture, models)?;
    let mut extraction = Extraction::of_text(&text, kind, Vec::new(), "pp-ocr", OCR_VERSION)?;
    extraction.recognized_pages = vec![1];
    Ok(extraction)
}
