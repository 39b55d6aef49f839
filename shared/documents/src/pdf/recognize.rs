//! Recognises the text of a PDF's pages that are pictures.

use std::time::Instant;

use bole_ocr::{Models, Picture};
use pdfrum::{AggBackend, Document, Limits as RumLimits, OpenOptions, Page, RenderOptions, RenderSession};

use super::{ReadText, guarded, odd_ideographs};
use crate::Limits;
use crate::scan;
use crate::text::{Quality, normalize};

/// The most pages of a document whose text is recognised.
const MAX_PAGES: usize = 20;
/// A page of a color scan at 400 dpi.
const MAX_STREAM: usize = 128 * 1024 * 1024;
/// The longer side of a page in pixels: A4 at 200 dpi.
const LONGEST_SIDE: f64 = 2_339.0;
/// The most pixels for a point: small pages are not enlarged without end.
const MAX_SCALE: f64 = 300.0 / 72.0;

/// Replaces the texts of pages that are pictures. A page that cannot be drawn or recognised, or shows no text, stays unread.
pub(super) fn read_scans(bytes: &[u8], text: &mut ReadText, limits: &Limits, models: &Models) {
    // The rest is for a page that takes long, and for what follows: at the limit, nothing at all would be read.
    let until = Instant::now() + limits.time / 2;
    let rum_limits = RumLimits { max_decoded_stream_len: MAX_STREAM, ..RumLimits::default() };
    let options = OpenOptions::builder().limits(rum_limits).build();
    let Ok(Ok(document)) = guarded("pdfrum", || Document::from_bytes_with(bytes.to_vec(), &options)) else {
        return;
    };
    let mut session = RenderSession::new();
    for number in text.scans.iter().copied().take(MAX_PAGES) {
        if Instant::now() >= until {
            break;
        }
        let index = number - 1;
        let drawn = guarded("pdfrum", || drawn(&document.page(index).ok()?, &mut session));
        let Ok(Some(picture)) = drawn else { continue };
        let Ok(Ok(recognized)) = guarded("rten", || scan::text(&picture, models)) else { continue };
        let Some(page) = usize::try_from(index).ok().and_then(|index| text.page_texts.get_mut(index)) else { continue };
        if Quality::of(&recognized).letters > Quality::of(page).letters {
            *page = recognized;
            text.recognized.push(number);
        }
    }
    let recognized = &text.recognized;
    if recognized.is_empty() {
        return;
    }
    text.scans.retain(|number| !recognized.contains(number));
    text.text = normalize(&text.page_texts.join("\n\n"));
    text.add_typed();
    text.quality = Quality::of(&text.text);
    text.odd_ideographs = odd_ideographs(&text.text);
}

/// The picture of a page in grey.
fn drawn(page: &Page<'_>, session: &mut RenderSession) -> Option<Picture> {
    let longer = page.width().max(page.height()).max(1.0);
    let options = RenderOptions::scaled((LONGEST_SIDE / longer).min(MAX_SCALE));
    let pixels = page.render_on(AggBackend, &options, session).ok()?;
    let grey = |color: &[u8]| match color {
        [blue, green, red, ..] => {
            let sum = 299 * u32::from(*red) + 587 * u32::from(*green) + 114 * u32::from(*blue);
            u8::try_from(sum / 1_000).unwrap_or(u8::MAX)
        }
        _ => u8::MAX,
    };
    let values = pixels.to_opaque_bgra().chunks_exact(4).map(grey).collect();
    Picture::from_grey(pixels.width(), pixels.height(), values)
}
