//! Converts PDF to text: a fast reader, a quality check, and a thorough reader for failures.
//!
//! See `docs/decisions/0002-pdf-and-docx-readers.md` for the order and its measurements.

mod annotations;
mod backdrop;
mod boss;
mod cells;
mod icons;
mod order;
mod page;
mod recognize;
mod rum;
mod visibility;
mod wrapping;

pub(crate) use self::cells::Cell;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bole_domain::failure::DocumentReason;
use bole_ocr::Models;
use pdfboss_core::Rect;

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::text::{Quality, normalize};
use crate::{Limits, sniff};

/// A PDF library. Both are young single-author projects, so they are isolated behind this trait.
trait Reader {
    const NAME: &'static str;
    const VERSION: &'static str;

    /// Reads all pages. `hidden` contains hidden areas found by an earlier reader.
    fn read(bytes: &[u8], limits: &Limits, hidden: &[HiddenArea]) -> Result<PdfText, ReadError>;
}

/// A reader's result.
#[derive(Debug, Default)]
struct PdfText {
    pages: Vec<PageText>,
    hidden_areas: Vec<HiddenArea>,
    /// The texts of fields and notes, and addresses behind links, which are in the pages too.
    typed: Vec<String>,
    /// Whether the reader processed everything.
    complete: bool,
}

#[derive(Debug, Default)]
struct PageText {
    visible: String,
    hidden: String,
    /// Whether the page is a picture, or drawn, with almost no text.
    scan: bool,
}

/// An area with hidden text.
#[derive(Debug, Clone, Copy)]
struct HiddenArea {
    page: usize,
    rect: Rect,
    size: f32,
}

impl HiddenArea {
    fn covers(&self, x: f64, y: f64, size: f32) -> bool {
        let Rect { x0, y0, x1, y1 } = self.rect;
        let inside = (f64::from(x0)..=f64::from(x1)).contains(&x) && (f64::from(y0)..=f64::from(y1)).contains(&y);
        // The readers measure sizes differently; only a large difference separates texts.
        inside && size < self.size.max(1.0) * 4.0
    }
}

#[derive(Debug)]
enum ReadError {
    Encrypted,
    TooManyPages(usize),
    Malformed(String),
    Panicked(String),
}

pub(crate) fn extract(bytes: &[u8], limits: &Limits, models: Option<&Models>) -> Result<Extraction, DocumentFailure> {
    let mut best = best(bytes, limits)?;
    if let (Ok(candidate), Some(models)) = (&mut best, models)
        && !candidate.scans.is_empty()
        && !is_truncated(bytes)
    {
        recognize::read_scans(bytes, candidate, limits, models);
    }
    finish(bytes, best)
}

/// The best text of all readers.
fn best(bytes: &[u8], limits: &Limits) -> Result<Result<ReadText, ReadError>, DocumentFailure> {
    let fast = attempt::<boss::Boss>(bytes, limits, &[]);
    if let Err(ReadError::Encrypted) = fast {
        return Err(DocumentFailure::new(DocumentReason::Encrypted, "asks for a password"));
    }
    if let Err(ReadError::TooManyPages(count)) = fast {
        return Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{count} pages")));
    }
    if let Ok(candidate) = &fast
        && candidate.is_good()
    {
        return Ok(fast);
    }
    let areas = fast.as_ref().map(|candidate| candidate.hidden_areas.clone()).unwrap_or_default();
    let thorough = attempt::<rum::Rum>(bytes, limits, &areas);
    Ok(match (fast, thorough) {
        (Ok(fast), Ok(thorough)) if thorough.score() > fast.score() => Ok(thorough.with_parts_of(fast)),
        (Err(_), thorough @ Ok(_)) => thorough,
        (fast, _) => fast,
    })
}

/// A reader's text, normalized and rated.
#[derive(Debug)]
struct ReadText {
    reader: &'static str,
    version: &'static str,
    text: String,
    /// The visible text of each page.
    page_texts: Vec<String>,
    hidden: Vec<String>,
    hidden_areas: Vec<HiddenArea>,
    typed: Vec<String>,
    pages: usize,
    /// Numbers of the pages that are pictures.
    scans: Vec<u32>,
    /// Numbers of the pages that were pictures until their text was recognised.
    recognized: Vec<u32>,
    complete: bool,
    quality: Quality,
    odd_ideographs: f64,
}

/// Above this share of rare ideographs, a font was decoded incorrectly.
const ODD_IDEOGRAPHS: f64 = 0.05;
/// The minimum share of letters and digits in real text.
const MIN_LETTER_SHARE: f64 = 0.5;

/// Texts with fewer characters are not said to be decoded incorrectly.
const MIN_PRINTED: usize = 40;
/// Below this share of letters and digits, the characters are wrong.
const MIN_DECODED_SHARE: f64 = 0.3;

impl ReadText {
    fn of<R: Reader>(pdf: PdfText) -> Self {
        let page_texts: Vec<String> = pdf.pages.iter().map(|page| page.visible.clone()).collect();
        let text = normalize(&page_texts.join("\n\n"));
        let hidden = pdf.pages.iter().flat_map(|page| lines(&page.hidden)).collect();
        Self {
            reader: R::NAME,
            version: R::VERSION,
            quality: Quality::of(&text),
            odd_ideographs: odd_ideographs(&text),
            text,
            hidden,
            hidden_areas: pdf.hidden_areas,
            typed: pdf.typed,
            scans: (1..).zip(&pdf.pages).filter(|(_, page)| page.scan).map(|(number, _)| number).collect(),
            pages: pdf.pages.len(),
            page_texts,
            recognized: Vec::new(),
            complete: pdf.complete,
        }
    }

    /// This text, with what only the other reader sees: typed texts, and which pages are pictures.
    fn with_parts_of(mut self, other: Self) -> Self {
        self.typed = other.typed;
        self.add_typed();
        self.scans = other.scans;
        self
    }

    /// Adds the typed texts that are not in the text, because what replaced a page's text does not see them.
    fn add_typed(&mut self) {
        for typed in self.typed.iter().map(|typed| normalize(typed)) {
            if !self.text.contains(&typed) {
                self.text.push('\n');
                self.text.push_str(&typed);
            }
        }
    }

    fn letter_share(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are far below 2^52")]
        let share = self.quality.letters as f64 / self.quality.printed.max(1) as f64;
        share
    }

    /// Whether the text is good enough not to try another reader.
    fn is_good(&self) -> bool {
        let scanned = self.pages > 0 && self.scans.len() == self.pages;
        scanned
            || (self.complete
                && self.quality.letters > 0
                && self.quality.unmapped_share() <= Quality::GARBLED
                && self.odd_ideographs <= ODD_IDEOGRAPHS
                && self.letter_share() >= MIN_LETTER_SHARE)
    }

    /// Readable characters, for choosing between two doubtful texts.
    fn score(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are far below 2^52")]
        let letters = self.quality.letters as f64;
        letters * (1.0 - self.quality.unmapped_share()) * (1.0 - self.odd_ideographs)
    }
}

fn attempt<R: Reader>(bytes: &[u8], limits: &Limits, hidden: &[HiddenArea]) -> Result<ReadText, ReadError> {
    guarded(R::NAME, || R::read(bytes, limits, hidden)).map_err(ReadError::Panicked)?.map(ReadText::of::<R>)
}

fn finish(bytes: &[u8], best: Result<ReadText, ReadError>) -> Result<Extraction, DocumentFailure> {
    let truncated = is_truncated(bytes);
    let fail = |reason, detail: String| Err(DocumentFailure::new(reason, detail));
    let candidate = match best {
        Ok(candidate) => candidate,
        Err(_) if truncated => return fail(DocumentReason::Truncated, "no end of file and unreadable".into()),
        Err(ReadError::Malformed(detail)) => return fail(DocumentReason::Malformed, detail),
        Err(ReadError::Panicked(detail)) => return fail(DocumentReason::Malformed, detail),
        Err(ReadError::Encrypted) => return fail(DocumentReason::Encrypted, "asks for a password".into()),
        Err(ReadError::TooManyPages(count)) => return fail(DocumentReason::TooLarge, format!("{count} pages")),
    };
    let Quality { letters, .. } = candidate.quality;
    let garbled = candidate.quality.unmapped_share() > 0.5;
    if truncated {
        // Pages may be missing, and judging half a resume would be unfair.
        return fail(DocumentReason::Truncated, format!("no end of file; {} pages found", candidate.pages));
    }
    if candidate.pages == 0 {
        return fail(DocumentReason::Malformed, "no pages".into());
    }
    if candidate.scans.len() == candidate.pages {
        return fail(DocumentReason::Scanned, format!("{} pages are pictures", candidate.pages));
    }
    let printed = candidate.quality.printed;
    let share = candidate.quality.unmapped_share();
    if printed >= MIN_PRINTED && (garbled || candidate.letter_share() < MIN_DECODED_SHARE) {
        return fail(DocumentReason::WrongCharacters, format!("{letters} letters of {printed}, {share:.2} unmapped"));
    }
    if letters == 0 || garbled {
        return fail(DocumentReason::NoText, format!("{letters} letters, {share:.2} unmapped"));
    }
    Ok(Extraction {
        text: candidate.text,
        kind: DocumentKind::Pdf,
        pages: u32::try_from(candidate.pages).unwrap_or(u32::MAX),
        unread_pages: candidate.scans,
        recognized_pages: candidate.recognized,
        hidden_text: candidate.hidden,
        reader: candidate.reader.to_owned(),
        version: candidate.version.to_owned(),
    })
}

/// Whether a PDF lacks the final pointer to its cross-references, and was therefore truncated.
fn is_truncated(bytes: &[u8]) -> bool {
    let last_object = sniff::rfind(bytes, b"endobj").unwrap_or(0);
    !sniff::contains(&bytes[last_object..], b"startxref")
}

/// The text of a page's cells: in reading order, with wrapped lines joined.
pub(crate) fn page_of_cells(cells: Vec<Cell>) -> String {
    wrapping::joined(order::lines(cells)).join("\n")
}

/// Non-empty lines, normalized.
fn lines(raw: &str) -> Vec<String> {
    normalize(raw).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The share of ideographs outside GB 2312 and the common level of Big5: high in wrongly decoded Chinese, near zero
/// in real text.
fn odd_ideographs(text: &str) -> f64 {
    let (mut ideographs, mut odd) = (0_u32, 0_u32);
    let mut utf8 = [0_u8; 4];
    for c in text.chars().filter(|c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')) {
        ideographs += 1;
        let c = c.encode_utf8(&mut utf8);
        let (gbk, _, gbk_lossy) = encoding_rs::GBK.encode(c);
        let (big5, _, big5_lossy) = encoding_rs::BIG5.encode(c);
        let in_gb2312 = !gbk_lossy && matches!(gbk[..], [0xb0..=0xf7, 0xa1..=0xff]);
        let in_big5 = !big5_lossy && matches!(big5[..], [0xa4..=0xc6, _]);
        odd += u32::from(!in_gb2312 && !in_big5);
    }
    if ideographs < 20 { 0.0 } else { f64::from(odd) / f64::from(ideographs) }
}

/// Runs a reader and turns a panic into an error, so that another reader can be tried. The detail only names the
/// reader, because panic messages may quote the document.
pub(crate) fn guarded<T>(reader: &str, read: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| format!("{reader} panicked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misread_chinese_is_detected_by_rare_ideographs() {
        assert!(odd_ideographs("二零一九年七月至今于上海某科技有限公司担任高级后端工程师负责支付系统") < 0.01);
        assert!(odd_ideographs("臺灣積體電路製造股份有限公司資深工程師負責後端系統開發與維護") < 0.05);
        let misread: String = "北京大学计算机科学与技术专业硕士研究生工程师"
            .chars()
            .filter_map(|c| char::from_u32(c as u32 + 3))
            .collect();
        assert!(odd_ideographs(&misread) > ODD_IDEOGRAPHS);
    }

    #[test]
    fn file_is_truncated_when_nothing_follows_its_last_object() {
        assert!(!is_truncated(b"%PDF-1.4 1 0 obj endobj xref startxref 9 %%EOF"));
        assert!(is_truncated(b"%PDF-1.4 startxref 9 %%EOF 1 0 obj endobj 2 0 obj"));
    }
}
