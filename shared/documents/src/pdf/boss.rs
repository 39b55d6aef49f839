//! The fast reader, pdfboss. It provides positioned, coloured spans, which hidden text detection needs.

use pdfboss_core::{Document, Error};
use pdfboss_text::{FontCache, ReadingOrder, extract_spans_reporting_cached};

use super::annotations::{Fields, PlacedLink, Typed};
use super::icons::without_icons;
use super::page;
use super::visibility::{PageSpans, is_scan, split};
use super::{HiddenArea, PageText, PdfText, ReadError, Reader};
use crate::Limits;
use crate::links;
use crate::text::Quality;

pub(super) struct Boss;

/// A page with fewer letters may be a scan with a stamp or a page number.
const FEW_LETTERS: usize = 40;
/// A page without letters draws more than borders with at least this much content.
const DRAWN: usize = 4 * 1024;

/// A page's parts, before the whole text is known.
struct Parts {
    spans: PageSpans,
    typed: Vec<Typed>,
    links: Vec<PlacedLink>,
    scan: bool,
}

impl Reader for Boss {
    const NAME: &'static str = "pdfboss";
    const VERSION: &'static str = "2.16.1";

    fn read(bytes: &[u8], limits: &Limits, _: &[HiddenArea]) -> Result<PdfText, ReadError> {
        let doc = Document::load(bytes.to_vec()).map_err(read_error)?;
        let count = doc.page_count().max(doc.flattened_page_count());
        if count > limits.pages as usize {
            return Err(ReadError::TooManyPages(count));
        }
        let (fonts, fields) = (FontCache::default(), Fields::of(&doc));
        let mut text = PdfText { complete: true, ..PdfText::default() };
        let mut pages = Vec::new();
        for index in 0..doc.flattened_page_count() {
            let page = doc.page(index).map_err(read_error)?;
            // In drawing order, which helps to distinguish columns from rows.
            let (spans, report) =
                extract_spans_reporting_cached(&doc, &page, &fonts, ReadingOrder::Content).map_err(read_error)?;
            text.complete &= report.is_complete();
            let spans = split(&doc, &page, &fonts, without_icons(spans));
            text.hidden_areas.extend(spans.hidden.iter().map(|span| HiddenArea {
                page: index,
                rect: span.bbox.normalize(),
                size: span.size,
            }));
            let (typed, links) = fields.on(&doc, &page, &spans.visible);
            let printed = spans.visible.iter().map(|span| &span.text).chain(typed.iter().map(|typed| &typed.text));
            let letters: usize = printed.map(|text| Quality::of(text).letters).sum();
            let drawn = || page.content(&doc).is_ok_and(|content| content.len() >= DRAWN);
            let scan = letters < FEW_LETTERS && is_scan(&doc, &page, &fonts) || letters == 0 && drawn();
            pages.push(Parts { spans, typed, links, scan });
        }
        let printed = pages.iter().flat_map(|page| {
            let spans = page.spans.visible.iter().map(|span| &*span.text);
            spans.chain(page.typed.iter().map(|typed| &*typed.text))
        });
        let printed: String = printed.collect();
        for Parts { spans, typed, links, scan } in pages {
            let mut addresses = Vec::new();
            for PlacedLink { rect, link } in links {
                let missing = links::missing(&printed, &[link]);
                let known: Vec<&String> = text.typed.iter().collect();
                let new: Vec<String> = missing.into_iter().filter(|address| !known.contains(&address)).collect();
                text.typed.extend(new.iter().cloned());
                addresses.extend(new.into_iter().map(|address| (rect, address)));
            }
            text.typed.extend(typed.iter().map(|typed| typed.text.clone()));
            text.pages.push(PageText {
                scan,
                visible: page::text(&spans.visible, &typed, &addresses),
                hidden: page::text(&spans.hidden, &[], &[]),
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
