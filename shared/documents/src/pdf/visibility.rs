//! Separates visible from hidden text of a page.

use pdfboss_core::{Document, Page, Point, Rect};
use pdfboss_text::{FontCache, TextSpan};

use super::backdrop::Backdrop;
use crate::colour::{blends_in, is_light};
use crate::text::Quality;

/// Smaller text is hidden if the page also has text of a readable size.
const TINY: f32 = 3.0;
const READABLE: f32 = 5.0;
/// An image covering this share of the page is a scan.
const SCAN_COVER: f32 = 0.5;

/// The spans of a page by visibility.
#[derive(Debug, Default)]
pub(super) struct PageSpans {
    pub(super) visible: Vec<TextSpan>,
    pub(super) hidden: Vec<TextSpan>,
}

/// Separates a page's visible and hidden spans. Blank and decorative spans stay.
pub(super) fn split(doc: &Document, page: &Page, fonts: &FontCache, spans: Vec<TextSpan>) -> PageSpans {
    let readable_size = letters(spans.iter().filter(|span| span.size >= READABLE)) >= 20;
    let invisible_letters = letters(spans.iter().filter(|span| span.invisible));
    let painted_letters = letters(spans.iter().filter(|span| !span.invisible));
    // Text under a scan comes from text recognition and matches the visible image.
    let recognised = invisible_letters > 10 * painted_letters && is_scan(doc, page, fonts);
    let needs_backdrop = spans.iter().any(|span| span.color.is_some_and(is_light));
    let backdrop = needs_backdrop.then(|| Backdrop::of(doc, page)).filter(|backdrop| !backdrop.special_colours);

    let mut split = PageSpans::default();
    for span in spans {
        let hidden = span.text.chars().any(char::is_alphanumeric)
            && (is_off_page(&span, page)
                || (span.invisible && !recognised)
                || (readable_size && span.size < TINY)
                || backdrop.as_ref().is_some_and(|backdrop| !span.invisible && is_lost(&span, backdrop)));
        if hidden { split.hidden.push(span) } else { split.visible.push(span) }
    }
    split
}

/// Whether an image covers most of the page.
pub(super) fn is_scan(doc: &Document, page: &Page, fonts: &FontCache) -> bool {
    let Ok((images, _)) = pdfboss_text::placed_images_reporting_cached(doc, page, fonts) else { return false };
    let page_box = page.crop_box.normalize();
    let area = |rect: Rect| rect.width().abs() * rect.height().abs();
    let covered: f32 = images.iter().filter_map(|image| image.bbox.intersect(page_box)).map(area).sum();
    covered >= SCAN_COVER * area(page_box)
}

fn letters<'a>(spans: impl Iterator<Item = &'a TextSpan>) -> usize {
    spans.map(|span| Quality::of(&span.text).letters).sum()
}

fn is_off_page(span: &TextSpan, page: &Page) -> bool {
    let (page, span) = (page.crop_box.normalize(), span.bbox.normalize());
    span.x1 < page.x0 || span.x0 > page.x1 || span.y1 < page.y0 || span.y0 > page.y1
}

fn is_lost(span: &TextSpan, backdrop: &Backdrop) -> bool {
    let Some(colour) = span.color.filter(|colour| is_light(*colour)) else { return false };
    let centre = Point::new(f32::midpoint(span.bbox.x0, span.bbox.x1), f32::midpoint(span.bbox.y0, span.bbox.y1));
    backdrop.at(centre).is_some_and(|behind| blends_in(colour, behind))
}
