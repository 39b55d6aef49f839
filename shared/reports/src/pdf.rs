//! PDF documents: a page of charts with tables behind it, and letters. The fonts are embedded, because readers may lack
//! one for Chinese.

mod layout;
mod letter;
mod summary;
mod typeface;

use bole_domain::email::EmailLanguage;
use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule};

use self::layout::{Colour, Mark, PAGE_HEIGHT, PAGE_WIDTH, pages};
use self::typeface::Typeface;
use crate::words::Words;
use crate::{Report, ReportError};

pub(crate) use self::letter::write as write_letter;

pub(crate) const fn letter_title(language: EmailLanguage) -> &'static str {
    letter::Words::of(language).title
}

pub(crate) fn write(report: &Report<'_>) -> Result<Vec<u8>, ReportError> {
    let typeface = typeface()?;
    let words = Words::of(report.language);
    let metadata = Metadata::new().title(words.title.to_owned()).language(report.language.as_str().to_owned());
    document(&typeface, pages(report, &typeface), metadata.authors(vec![report.created_by.to_owned()]))
}

fn refused(what: &str) -> ReportError {
    ReportError::Document(what.to_owned())
}

fn typeface() -> Result<Typeface, ReportError> {
    Typeface::load().ok_or_else(|| refused("the fonts cannot be read"))
}

/// Renders the pages to a file.
fn document(typeface: &Typeface, pages: Vec<Vec<Mark>>, metadata: Metadata) -> Result<Vec<u8>, ReportError> {
    let mut document = Document::new();
    for marks in pages {
        let settings = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).ok_or_else(|| refused("no such page"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for mark in marks {
            match mark {
                Mark::Text { x, y, size, colour, text } => {
                    surface.set_fill(Some(fill(colour)));
                    let mut x = x;
                    for run in typeface.runs(&text) {
                        let width = run.width() * size;
                        surface.draw_glyphs(Point::from_xy(x, y), &run.glyphs, run.font, &text, size, false);
                        x += width;
                    }
                }
                Mark::Bar { x, y, width, height, colour } => {
                    let mut path = PathBuilder::new();
                    if let Some(area) = Rect::from_xywh(x, y, width, height) {
                        path.push_rect(area);
                    }
                    if let Some(path) = path.finish() {
                        surface.set_fill(Some(fill(colour)));
                        surface.draw_path(&path);
                    }
                }
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_metadata(metadata);
    document.finish().map_err(|error| ReportError::Document(format!("{error:?}")))
}

fn fill(Colour(red, green, blue): Colour) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}
