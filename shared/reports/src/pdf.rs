//! The document: a title, then each table with the bars of its chart. Set in the font that the crate carries, for no reader
//! can be trusted to have one for Chinese.

mod layout;
mod typeface;

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

pub(crate) fn write(report: &Report<'_>) -> Result<Vec<u8>, ReportError> {
    let refused = |what: &str| ReportError::Document(what.to_owned());
    let typeface = Typeface::load().ok_or_else(|| refused("the font cannot be read"))?;
    let mut document = Document::new();
    for marks in pages(report, &typeface) {
        let settings = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).ok_or_else(|| refused("no such page"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for mark in marks {
            match mark {
                Mark::Text { x, y, size, colour, text } => {
                    surface.set_fill(Some(fill(colour)));
                    let glyphs = typeface.glyphs(&text);
                    surface.draw_glyphs(Point::from_xy(x, y), &glyphs, typeface.font(), &text, size, false);
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
    let words = Words::of(report.language);
    let metadata = Metadata::new().title(words.title.to_owned()).language(report.language.as_str().to_owned());
    document.set_metadata(metadata.authors(vec![report.created_by.to_owned()]));
    document.finish().map_err(|error| ReportError::Document(format!("{error:?}")))
}

fn fill(Colour(red, green, blue): Colour) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}
