//! The fast reader, pdfboss. It provides positioned, coloured spans, which hidden text detection needs.

use pdfboss_core::{Document, Error};
use pdfboss_text::{FontCache, ReadingOrder, extract_spans_reporting_cached};

use super::page;
use super::visibility::{is_scan, split};
use super::{HiddenArea, PageText, PdfText, ReadError, Reader};
use crate::Limits;
use crate::text::Quality;

pub(super) struct Boss;

/// A page with fewer letters may be a scan with a stamp or a page number.
const FEW_LETTERS: usize = 40;

impl Reader for Boss {
    const NAME: &'static str = "pdfboss";
    const VERSION: &'static str = "2.16.1";

    fn read(bytes: &[u8], limits: &Limits, _: &[HiddenArea]) -> Result<PdfText, ReadError> {
        let doc = Document::load(bytes.to_vec()).map_err(read_error)?;
        let count = doc.page_count().max(doc.flattened_page_count());
        if count > limits.pages as usize {
            return Err(ReadError::TooManyPages(count));
        }
        let fonts = FontCache::default();
        let mut text = PdfText { complete: true, ..PdfText::default() };
        for index in 0..doc.flattened_page_count() {
            let page = doc.page(index).map_err(read_error)?;
            // In drawing order, which helps to distinguish columns from rows.
            let (spans, report) =
                extract_spans_reporting_cached(&doc, &page, &fonts, ReadingOrder::Content).map_err(read_error)?;
            text.complete &= report.is_complete();
            let spans = split(&doc, &page, &fonts, spans);
            text.hidden_areas.extend(spans.hidden.iter().map(|span| HiddenArea {
                page: index,
                rect: span.bbox.normalize(),
                size: span.size,
            }));
            let visible = page::text(&spans.visible);
            text.pages.push(PageText {
                scan: Quality::of(&visible).letters < FEW_LETTERS && is_scan(&doc, &page, &fonts),
                visible,
                hidden: page::text(&spans.hidden),
            });
        }
        Ok(text)
    }
}

fn read_error(error: Error) -> ReadError {
    match error {
        Error::Encrypted => ReadError::Encrypted,
        other => ReadError::Malformed(other.to_string()),
    }
}
